//! Recursion without a named function.

use std::rc::{Rc, Weak};

use crate::core::choice::Names;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::search::{Arguments, Program, Site, of_type, run};
use crate::core::sketch::Shape;

/// Makes values that may contain others like them: those of `base`, or those that `step` makes out of smaller ones.
///
/// How deep it goes depends on the available room, which each level halves; without room it goes deeper only with a
/// small probability.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::recursive;
///
/// #[derive(Debug, Clone, PartialEq)]
/// enum Tree {
///     Leaf(u8),
///     Node(Vec<Tree>),
/// }
/// let leaf = any::<u8>().convert(Tree::Leaf, |tree| if let Tree::Leaf(n) = tree { Some(*n) } else { None });
/// let trees = recursive(leaf, |tree| {
///     vec(tree, 0..=3).convert(Tree::Node, |tree| if let Tree::Node(trees) = tree { Some(trees.clone()) } else { None })
/// });
/// assert!(trees.contains(&Tree::Node(vec![Tree::Leaf(1), Tree::Node(vec![])])));
/// ```
pub fn recursive<B, F, R>(base: B, step: F) -> Recursive<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
    Recursive { level: Rc::new_cyclic(|itself| Level { base, step, itself: itself.clone() }) }
}

/// The generator that [`recursive`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::recursive;
///
/// let even = recursive(exact(0u32), |even| even.convert(|n| n + 2, |n| n.checked_sub(2)));
/// assert!(even.contains(&10) && !even.contains(&7));
/// ```
#[derive(Debug)]
pub struct Recursive<B, F> {
    level: Rc<Level<B, F>>,
}

impl<B, F> Clone for Recursive<B, F> {
    fn clone(&self) -> Self {
        Recursive { level: self.level.clone() }
    }
}

#[derive(Debug)]
struct Level<B, F> {
    base: B,
    step: F,
    itself: Weak<Level<B, F>>,
}

/// Without room, one in this many goes deeper.
const BEYOND: u64 = 256;

impl<B, F, R> Generator for Recursive<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
    type Value = B::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, B::Value>) -> Result<B::Value, Rejected> {
        self.level.run(cx, focus)
    }
}

impl<B, F, R> Reflective for Recursive<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
}

impl<B, F, R> Generator for Level<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
    type Value = B::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, B::Value>) -> Result<B::Value, Rejected> {
        run(self, cx, focus)
    }
}

impl<B, F, R> Reflective for Level<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
}

impl<B, F, R> Program for Level<B, F>
where
    B: Reflective + 'static,
    F: Fn(Rc<dyn Reflective<Value = B::Value>>) -> R + 'static,
    R: Reflective<Value = B::Value>,
{
    const SITE: &'static Site<'static> = &Site {
        name: "recursive",
        generator: of_type::<Self>,
        shapes: &[Shape::Any, Shape::Any],
        leads: &[],
        is_plain: false,
        is_text: false,
        is_tried: false,
    };

    /// Two with the same code may hold different values.
    fn arguments(&self, arguments: &mut Arguments) {
        arguments.known(&(std::ptr::from_ref(self) as usize));
    }

    fn shown_from(_: &B::Value, from: u32) -> u32 {
        from
    }

    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, B::Value>, toward: u32) -> Result<B::Value, Rejected> {
        let room = cx.room();
        let weights = if room > 0 { [1, (room + 1).ilog2().into()] } else { [BEYOND, 1] };
        let shown = (toward < 2).then_some(toward as usize);
        if cx.pick(&weights, Names::Literals(&["base", "step"]), shown)? == 0 {
            return self.base.run(cx, focus);
        }
        // Whoever runs this has it.
        let Some(itself) = self.itself.upgrade() else { return Err(Rejected) };
        cx.with_room(room / 2, |cx| (self.step)(itself).run(cx, focus))
    }
}
