//! Undo steps for operators.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, Lit};

use super::known::{find, is_integer};
use super::{Reader, Scope, Way};
use crate::result::is_constructor;
use crate::syntax::strip;
use crate::tried::target::{Target, Use};

impl Reader {
    pub(super) fn demand_operands(&mut self, both: &syn::ExprBinary, scope: &Scope, target: &Target, way: &mut Way) {
        // The steps to the left operand and to the right one.
        let (forward, backward) = match both.op {
            BinOp::Add(_) => (quote!(Op Add undo), quote!(Op Add undo)),
            BinOp::Sub(_) => (quote!(Op Sub undo), quote!(Op SubFrom undo)),
            BinOp::Mul(_) => (quote!(Op Mul undo), quote!(Op Mul undo)),
            BinOp::Div(_) => (quote!(Op Div undo), quote!(Op DivInto undo)),
            BinOp::BitXor(_) => (quote!(Op BitXor undo), quote!(Op BitXor undo)),
            BinOp::BitOr(_) => (quote!(Hinted BitOr hint), quote!(Hinted BitOr hint)),
            BinOp::Shl(_) => (quote!(Hinted Shl hint), TokenStream::new()),
            BinOp::Shr(_) => (quote!(Hinted Shr hint), TokenStream::new()),
            // The remainder may be the whole operand.
            BinOp::Rem(_) | BinOp::BitAnd(_) => {
                return self.demand(&both.left, scope, target.converted().unsure(), way);
            }
            _ => return,
        };
        for (operand, other, step) in [(&both.left, &both.right, forward), (&both.right, &both.left, backward)] {
            let words: Vec<proc_macro2::TokenTree> = step.into_iter().collect();
            let [kind, operation, method] = words.as_slice() else { continue };
            let undone = self.operand(other, scope).map(|(code, uses)| {
                // A literal or variable must not get its type from a target that was converted.
                let (levels, code) = match target.is_converted {
                    false => (quote!(&&&), code),
                    true if is_integer(other) => (quote!(&&), quote!((#code) as i128)),
                    true => (quote!(&&), code),
                };
                let step = |found| quote!((#levels __undo::#kind::new(__undo::#operation, #found, &(#code))).#method());
                target.step(step).with(uses)
            });
            let about = match (both.op, self.unit(other, scope)) {
                (BinOp::Add(_) | BinOp::BitOr(_), Some((unit, uses))) => target
                    .clone()
                    .unsure()
                    .step(|code| quote!((&&__undo::Hinted::new(__undo::Within, #code, &(#unit))).hint()))
                    .with(uses),
                _ => target.about(),
            };
            let undone = match (undone, both.op) {
                (Some(undone), BinOp::BitOr(_)) => undone.unsure().or_else(about),
                (Some(undone), BinOp::Add(_) | BinOp::Sub(_)) => undone.or_else(about),
                (Some(undone), BinOp::Shl(_) | BinOp::Shr(_)) => undone.unsure(),
                (Some(undone), _) => undone,
                (None, BinOp::Add(_) | BinOp::Sub(_) | BinOp::BitOr(_)) => about,
                (None, _) => continue,
            };
            self.demand(operand, scope, undone, way);
        }
    }

    /// Returns a unit that the operand is a multiple of, so that the other operand is the remainder.
    pub(super) fn unit(&self, operand: &Expr, scope: &Scope) -> Option<(TokenStream, Vec<Use>)> {
        match strip(operand) {
            Expr::Cast(inner) => self.unit(&inner.expr, scope),
            Expr::Binary(both) => match both.op {
                BinOp::Mul(_) => [&both.right, &both.left].into_iter().find_map(|factor| {
                    let (code, uses) = self.operand(factor, scope)?;
                    Some(if is_integer(factor) { (quote!((#code) as i128), uses) } else { (code, uses) })
                }),
                BinOp::Shl(_) => {
                    let (by, uses) = self.operand(&both.right, scope)?;
                    Some((quote!(__undo::bit((#by) as u32)), uses))
                }
                BinOp::Add(_) | BinOp::BitOr(_) => {
                    self.unit(&both.right, scope).or_else(|| self.unit(&both.left, scope))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an operand that can be evaluated a second time, with the variables in it.
    pub(super) fn operand(&self, expr: &Expr, scope: &Scope) -> Option<(TokenStream, Vec<Use>)> {
        let mut uses = Vec::new();
        self.is_plain(expr, scope, &mut uses).then(|| (expr.to_token_stream(), uses))
    }

    pub(super) fn is_plain(&self, expr: &Expr, scope: &Scope, uses: &mut Vec<Use>) -> bool {
        match expr {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Byte(_)),
            Expr::Paren(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Group(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Cast(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Unary(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Field(inner) => self.is_plain(&inner.base, scope, uses),
            Expr::Binary(both) => {
                matches!(both.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Shl(_) | BinOp::BitOr(_))
                    && self.is_plain(&both.left, scope, uses)
                    && self.is_plain(&both.right, scope, uses)
            }
            Expr::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) => match find(scope, &name) {
                    Some(binding) => {
                        uses.push(Use { name, binding, may_change: false });
                        true
                    }
                    // An unbound name must be a constant.
                    None => is_constructor(&path.path),
                },
                None => path.qself.is_none(),
            },
            _ => false,
        }
    }
}
