//! What an expression has to come to, in code.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

/// The code for what an expression has to come to, if the whole is what is looked for.
#[derive(Clone)]
pub(super) struct Target {
    step: Step,
    /// The way into it, by patterns.
    looks: Vec<Look>,
    /// Whether it can come to nothing else, as far as control flow goes.
    pub(super) is_sure: bool,
    /// Whether what is there may be of another type.
    pub(super) is_converted: bool,
    /// The variables that it is computed from.
    pub(super) uses: Vec<Use>,
    /// What is left where one of these is not known yet.
    pub(super) weaker: Option<Box<Target>>,
}

/// A variable, by its name and its number.
#[derive(Clone, PartialEq)]
pub(super) struct Use {
    pub(super) name: String,
    pub(super) binding: usize,
    /// Whether its value of the moment is meant.
    pub(super) may_change: bool,
}

#[derive(Clone)]
enum Step {
    Whole,
    /// Something whose type the macro does not know; a witness may.
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
    /// A member of a pair, whose pattern this is.
    Pair(bool, TokenStream),
    /// What a pointer holds.
    Pointer,
    /// An item of a list of so many.
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

    /// What is in it, where a pattern says so.
    pub(super) fn look(&self, look: Look) -> Option<Target> {
        let mut target = self.clone();
        match (&self.step, &look) {
            // Pairs are items of maps, too.
            (Step::Found { witness, .. }, Look::Pair(is_first, _)) if self.looks.is_empty() => {
                let code = self.code();
                let (member, projected) =
                    if *is_first { (quote!(first), quote!(first_of)) } else { (quote!(second), quote!(second_of)) };
                target.step = Step::Found {
                    code: quote!((&&&&__undo::Pairs::new(#code)).#member()),
                    witness: witness.as_ref().map(|witness| quote!(__undo::#projected(&#witness))),
                };
            }
            // Of a type that is not known yet, a field cannot be asked for.
            (Step::Found { witness: None, .. }, _) | (Step::Found { .. }, Look::Field(_)) => return None,
            _ => target.looks.push(look.clone()),
        }
        target.weaker = self.weaker.as_ref().and_then(|weaker| weaker.look(look)).map(Box::new);
        Some(target)
    }

    /// What is left after a step that this code makes of it.
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

    /// The same, of another type.
    pub(super) fn converted(&self) -> Target {
        let mut target = self.step(|code| code);
        target.is_converted = true;
        target.weaker = target.weaker.map(|weaker| Box::new(weaker.converted()));
        target
    }

    /// A value that is not read, but given.
    pub(super) fn given(code: TokenStream) -> Target {
        Target { step: Step::Found { code, witness: None }, ..Target::whole() }
    }

    /// Something near it.
    pub(super) fn about(&self) -> Target {
        self.clone().unsure().step(|code| quote!(__undo::about(#code)))
    }

    pub(super) fn unsure(mut self) -> Target {
        self.is_sure = false;
        self.weaker = self.weaker.map(|weaker| Box::new(weaker.unsure()));
        self
    }

    /// Where a variable is not known, this is what there is.
    pub(super) fn or_else(mut self, weaker: Target) -> Target {
        self.weaker = Some(Box::new(match self.weaker.take() {
            Some(inner) => inner.or_else(weaker),
            None => weaker.unsure(),
        }));
        self
    }

    /// The last step took these variables.
    pub(super) fn with(mut self, uses: impl IntoIterator<Item = Use>) -> Target {
        let uses: Vec<Use> = uses.into_iter().collect();
        self.weaker = self.weaker.map(|weaker| Box::new(weaker.with(uses.clone())));
        self.uses.extend(uses);
        self
    }

    /// The code.
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

/// Looks into `__t`.
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
