//! Generators of all types as one type, so that the laws are compiled once and not for each of them.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use mirrorcheck::{Cx, Focus, Generator, Reflective, Rejected};

/// A generator whose type, and that of its values, is forgotten.
#[derive(Clone)]
pub(crate) struct Erased(Rc<dyn Runs>);

/// A value with what the laws need of it.
#[derive(Clone)]
pub(crate) struct Value {
    value: Rc<dyn Any>,
    is_same: fn(&dyn Any, &dyn Any) -> bool,
    show: fn(&dyn Any) -> String,
}

pub(crate) fn erased<G>(generator: G) -> Erased
where
    G: Reflective + 'static,
    G::Value: PartialEq + fmt::Debug + 'static,
{
    Erased(Rc::new(Typed(generator)))
}

trait Runs {
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Value>) -> Result<Value, Rejected>;
}

struct Typed<G>(G);

impl<G> Runs for Typed<G>
where
    G: Generator,
    G::Value: PartialEq + fmt::Debug + 'static,
{
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Value>) -> Result<Value, Rejected> {
        let focus = match focus {
            Focus::Free => Focus::Free,
            Focus::Sketch(partial) => Focus::Sketch(partial),
            Focus::On(value) => Focus::On(value.value.downcast_ref().expect("a value of this generator")),
        };
        let value: G::Value = self.0.run(cx, focus)?;
        let is_same = |a: &dyn Any, b: &dyn Any| a.downcast_ref::<G::Value>() == b.downcast_ref::<G::Value>();
        let show = |value: &dyn Any| format!("{:?}", value.downcast_ref::<G::Value>().expect("of this type"));
        Ok(Value { value: Rc::new(value), is_same, show })
    }
}

impl Generator for Erased {
    type Value = Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Value>) -> Result<Value, Rejected> {
        self.0.run(cx, focus)
    }
}

impl Reflective for Erased {}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        (self.is_same)(&*self.value, &*other.value)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.show)(&*self.value))
    }
}
