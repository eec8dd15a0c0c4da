//! Targets: code for the value that an expression must have, given the focus.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

/// Code for the candidates of an expression, starting from the focus.
#[derive(Clone)]
pub(super) struct Target {
    step: Step,
    /// The patterns that lead into it.
    looks: Vec<Look>,
    /// Whether the expression can have no other value, as far as control flow goes.
    pub(super) is_sure: bool,
    /// Whether the expression may have another type than the candidates.
    pub(super) is_converted: bool,
    /// The variables that the code reads.
    pub(super) uses: Vec<Use>,
    /// The target to use where one of these variables is not known yet.
    pub(super) weaker: Option<Box<Target>>,
}

/// A variable, by name and number.
#[derive(Clone, PartialEq)]
pub(super) struct Use {
    pub(super) name: String,
    pub(super) binding: usize,
    /// Whether the code reads its value at that moment of the run, so that changes do not matter.
    pub(super) may_change: bool,
}

#[derive(Clone)]
enum Step {
    Whole,
    /// Code of a type that the macro does not know, though a witness may.
    Found {
        code: TokenStream,
        witness: Option<TokenStream>,
    },
}

/// One step into a value of known type.
#[derive(Clone)]
pub(super) enum Look {
    /// A pattern that binds `__t`.
    Pattern(TokenStream),
    /// The first (`true`) or second member of a pair, and a pattern that binds it.
    Pair(bool, TokenStream),
    /// The value behind a pointer.
    Pointer,
    /// An item of a list, by its index and the length of the list.
    Index(usize, usize),
    /// A field.
    Field(Member),
}

impl Target {
    pub(super) fn whole() -> Target {
        Target {
            step: Step::Whole,
            looks: Vec::new(),
            is_sure: true,
            is_converted: false,
            uses: Vec::new(),
            weaker: None,
        }
    }

    /// Returns the target for a part, or `None` if the type is not known well enough to name the part.
    pub(super) fn look(&self, look: Look) -> Option<Target> {
        let mut target = self.clone();
        match (&self.step, &look) {
            // Pairs may also be the items of a map.
            (Step::Found { witness, .. }, Look::Pair(is_first, _)) if self.looks.is_empty() => {
                let code = self.code();
                let (member, projected) =
                    if *is_first { (quote!(first), quote!(first_of)) } else { (quote!(second), quote!(second_of)) };
                target.step = Step::Found {
                    code: quote!((&&&&__undo::Pairs::new(#code)).#member()),
                    witness: witness.as_ref().map(|witness| quote!(__undo::#projected(&#witness))),
                };
            }
            // A pattern or field needs a type that is known, and a field needs it at once.
            (Step::Found { witness: None, .. }, _) | (Step::Found { .. }, Look::Field(_)) => return None,
            _ => target.looks.push(look.clone()),
        }
        target.weaker = self.weaker.as_ref().and_then(|weaker| weaker.look(look)).map(Box::new);
        Some(target)
    }

    /// Returns the target after an undo step, which `step` writes around the code so far.
    pub(super) fn step(&self, step: impl Fn(TokenStream) -> TokenStream) -> Target {
        self.step_by(&step)
    }

    fn step_by(&self, step: &dyn Fn(TokenStream) -> TokenStream) -> Target {
        Target {
            step: Step::Found { code: step(self.code()), witness: None },
            looks: Vec::new(),
            weaker: self.weaker.as_ref().map(|weaker| Box::new(weaker.step_by(step))),
            ..self.clone()
        }
    }

    pub(super) fn witnessed(mut self, by: TokenStream) -> Target {
        if let (Step::Found { witness, .. }, true) = (&mut self.step, self.looks.is_empty()) {
            *witness = Some(by);
        }
        self
    }

    /// Returns the same target for an expression that may have another type.
    pub(super) fn converted(&self) -> Target {
        let mut target = self.step(|code| code);
        target.is_converted = true;
        target.weaker = target.weaker.map(|weaker| Box::new(weaker.converted()));
        target
    }

    /// Returns a target whose candidates come from the given code, not from the focus.
    pub(super) fn given(code: TokenStream) -> Target {
        Target { step: Step::Found { code, witness: None }, ..Target::whole() }
    }

    /// Returns the same candidates, but no longer as the only ones.
    pub(super) fn about(&self) -> Target {
        self.clone().unsure().step(|code| quote!(__undo::about(#code)))
    }

    pub(super) fn unsure(mut self) -> Target {
        self.is_sure = false;
        self.weaker = self.weaker.map(|weaker| Box::new(weaker.unsure()));
        self
    }

    /// Adds a weaker target, to use where a variable of this one is not known.
    pub(super) fn or_else(mut self, weaker: Target) -> Target {
        self.weaker = Some(Box::new(match self.weaker.take() {
            Some(inner) => inner.or_else(weaker),
            None => weaker.unsure(),
        }));
        self
    }

    /// Adds the variables that the last step read.
    pub(super) fn with(mut self, uses: impl IntoIterator<Item = Use>) -> Target {
        let uses: Vec<Use> = uses.into_iter().collect();
        self.weaker = self.weaker.map(|weaker| Box::new(weaker.with(uses.clone())));
        self.uses.extend(uses);
        self
    }

    /// Returns the code for the candidates.
    pub(super) fn code(&self) -> TokenStream {
        let nested = nested(&self.looks);
        match &self.step {
            Step::Whole => quote!(__undo::look(__value, |__t| #nested)),
            Step::Found { code, .. } if self.looks.is_empty() => code.clone(),
            Step::Found { code, witness } => {
                quote!((&&__undo::Looking::new(#code)).look(|__t| { #witness.of(__t); #nested }))
            }
        }
    }
}

/// Returns code that goes from `__t` into one part after another.
fn nested(looks: &[Look]) -> TokenStream {
    let Some((look, rest)) = looks.split_first() else { return quote!(::core::option::Option::Some(__t)) };
    let inner = nested(rest);
    match look {
        Look::Pointer => quote!({ let __t = &**__t; #inner }),
        Look::Index(index, count) => quote!({
            let __items = &__t[..];
            if __items.len() == #count { let __t = &__items[#index]; #inner } else { ::core::option::Option::None }
        }),
        Look::Field(member) => quote!({ let __t = &__t.#member; #inner }),
        Look::Pattern(pattern) | Look::Pair(_, pattern) => {
            quote!(match __t { #pattern => #inner, _ => ::core::option::Option::None })
        }
    }
}
