//! The code that the macros expand to. It is not a public interface: it changes with the macros.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

pub use crate::core::arbitrary::{Maybe, MaybeArbitrary, MaybeNot, Outline, TypeForm};
pub use crate::core::choice::Names;
pub use crate::core::combinators::{Listed, Weight, pick_from_cx as pick_from, pick_from_here};
pub use crate::core::cx::{Cx, FORWARD};
pub use crate::core::derived::{Derive, Derived, Field, FieldPlace, WithLength};
pub use crate::core::derived::{field, field_borrowed, field_fixed, resolve};
pub use crate::core::direct::{Group, draw as draw_here, nothing_here, pick_here, reject_here, scope, settle_here};
pub use crate::core::generator::{Focus, Generator, Part, Reflective, Rejected};
pub use crate::core::guess::TriedDraw;
pub use crate::core::hints::{Hints, try_draw, try_draw_here, try_part, try_part_here};
pub use crate::core::search::{Arguments, Program, Site, of_type, run};
pub use crate::core::sketch::{Given, Partial, Paths, Shape, Sketched};
pub use crate::core::source::{
    AsSource, MaybeSource, NoSource, SomeSource, call as source_call, fields as source_fields, leaf as source_leaf,
};
pub use crate::core::text::Text;
pub use crate::core::text::{Next, run_string, run_string_text, run_written, run_written_text};
use crate::core::text::{Print, Printed};
pub use crate::core::undo;
pub use crate::run::property::{
    About, AnyForm, Argument, Backward, BackwardOnly, BodyOutcome, Directions, ForwardOnly, FromGenerator, FromType,
    HasDebug, HasNoDebug, How, IsGenerator, IsNoGenerator, IsNoType, KnownType, Property, Reportable, SerdeForm, Show,
    Shown, Sources, UnknownType, Unusable, Values, body_outcome, once,
};
pub use crate::run::property::{
    DrawSite, Drawing, Giving, Look, MayDebug, MayGive, MayKnow, MayNotDebug, MayNotGive, MayNotKnow, Seen, drawn,
    drawn_from, give, is_given,
};
pub use crate::run::settings::{Doubts, Named, Options};

/// Returns how many runs fail before one makes a value by trying: 0 where the first run makes it.
pub fn tries<G: Generator + ?Sized>(generator: &G, value: &G::Value) -> Option<u64> {
    crate::core::interpret::backward::tries(generator, value)
}

/// Records that everything made so far is right, so that the rest can be searched on its own.
pub fn settle(cx: &mut Cx<'_>) {
    cx.settle();
}

/// Runs a generator on the place where the result shows its value.
#[inline]
pub fn draw<V, G: Reflective<Value = V>>(cx: &mut Cx<'_>, shown: Focus<'_, V>, generator: G) -> Result<V, Rejected> {
    generator.run(cx, shown)
}

/// Draws a part, given the focus of the whole result.
#[inline(always)]
pub fn draw_part<W, P: Part<W>>(cx: &mut Cx<'_>, part: P, whole: Focus<'_, W>) -> Result<P::Value, Rejected> {
    part.run_in(cx, whole)
}

/// Runs a generator on a value that is put together from the pieces the result shows.
#[inline(always)]
pub fn draw_rebuilt<V, G: Reflective<Value = V>>(
    cx: &mut Cx<'_>,
    shown: Option<V>,
    generator: G,
) -> Result<V, Rejected> {
    match shown {
        None => generator.run(cx, Focus::Free),
        Some(value) => cx.on_temporary(|cx| generator.run(cx, Focus::On(&value))),
    }
}

/// Runs a generator of units, of which only the choices matter.
#[inline(always)]
pub fn draw_unit<G: Reflective, W>(cx: &mut Cx<'_>, generator: G, whole: Focus<'_, W>) -> Result<(), Rejected>
where
    G::Value: Nothing,
{
    let nothing = G::Value::NOTHING;
    let is_given = matches!(whole, Focus::On(_)) || cx.is_reading();
    let shown = if is_given { Focus::On(&nothing) } else { Focus::Free };
    generator.run(cx, shown).map(|_| ())
}

/// The unit type, whose value is known without being shown.
#[diagnostic::on_unimplemented(
    message = "this draw does not appear in the result, so running backward could not recover it",
    label = "a value of type `{Self}` that is lost",
    note = "put it into the result, or say where to find it: `draw(g.at(|whole| …))`, or use `#[generator(forward)]`, \
            which only makes values and never takes them apart"
)]
pub trait Nothing {
    /// The only value.
    const NOTHING: Self;
}

impl Nothing for () {
    const NOTHING: () = ();
}

/// Returns the weight of an alternative.
#[inline(always)]
pub fn weight(weight: impl Weight) -> u64 {
    weight.weight()
}

/// Rejects a run whose control flow reached another result than the focus shows.
#[inline(never)]
pub fn astray(cx: &mut Cx<'_>) -> Rejected {
    cx.reject(|| "the generator returns a different result here".to_owned())
}

/// Rejects a value that differs from what the generator computes. `what` is the expression, or nothing for a value that
/// was drawn and appears twice.
#[cold]
#[inline(never)]
pub fn differs(cx: &mut Cx<'_>, what: &'static str, written: &dyn Fn() -> Option<[String; 2]>) -> Rejected {
    cx.reject(|| match (what, written().map(|both| both.map(shortened))) {
        ("", Some([ours, theirs])) => format!("a value that is drawn once appears as {ours} and as {theirs}"),
        ("", None) => "a value that is drawn once appears as two different values".to_owned(),
        (what, Some([ours, theirs])) => format!("computed `{what}` = {ours}, but the value has {theirs}"),
        (what, None) => format!("computed `{what}`, but the value has something else"),
    })
}

/// Rejects a pick from an empty list.
#[cold]
#[inline]
pub fn nothing(cx: &mut Cx<'_>) -> Rejected {
    cx.reject(|| "there is nothing to choose from".to_owned())
}

/// Rejects a run in which an `assume` of the generator fails.
#[cold]
#[inline]
pub fn fails(cx: &mut Cx<'_>, condition: &'static str) -> Rejected {
    cx.reject(|| format!("`assume({condition})` does not hold"))
}

/// Returns the focus of a draw in a sketch: what the sketch has where the result that the run goes toward shows the
/// draw.
#[cold]
pub fn follow<'a, T: 'static>(partial: &'a Partial, toward: u32, paths: Paths<'_>) -> Result<Focus<'a, T>, Rejected> {
    match partial.follow_toward(toward, paths) {
        Some(partial) => Ok(partial.focus()),
        None => Err(Rejected),
    }
}

/// Does what [`follow`] does for a type that may borrow. A given value of such a type cannot be inspected, so it is
/// compared at the end.
#[cold]
pub fn follow_borrowed<'a, T>(partial: &'a Partial, toward: u32, paths: Paths<'_>) -> Result<Focus<'a, T>, Rejected> {
    match partial.follow_toward(toward, paths) {
        Some(Partial::Hole) => Ok(Focus::Free),
        Some(partial) => Ok(Focus::Sketch(partial)),
        None => Err(Rejected),
    }
}

/// A generator whose value is a piece of text. `(&&TextPiece(&g)).draw(…)` uses the generator's own text form if it has
/// one, and otherwise what its value prints.
pub struct TextPiece<'g, G: ?Sized>(pub &'g G);

impl<G: ?Sized> Clone for TextPiece<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: ?Sized> Copy for TextPiece<'_, G> {}

/// Draws a piece from a text generator.
pub trait NativePiece<V> {
    /// Draws the piece.
    fn draw(&self, cx: &mut Cx<'_>, focus: Focus<'_, V>, next: Next, wanted: bool) -> Result<Option<V>, Rejected>;
}

impl<G: Text> NativePiece<G::Value> for &TextPiece<'_, G> {
    #[inline]
    fn draw(
        &self,
        cx: &mut Cx<'_>,
        focus: Focus<'_, G::Value>,
        next: Next,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected> {
        cx.piece(self.0, focus, next, wanted)
    }
}

/// Draws a piece from a generator whose values can be printed and read back.
pub trait PrintedPiece<V> {
    /// Draws the piece.
    fn draw(&self, cx: &mut Cx<'_>, focus: Focus<'_, V>, next: Next, wanted: bool) -> Result<Option<V>, Rejected>;
}

impl<G: Reflective> PrintedPiece<G::Value> for TextPiece<'_, G>
where
    G::Value: Printed,
{
    fn draw(
        &self,
        cx: &mut Cx<'_>,
        focus: Focus<'_, G::Value>,
        next: Next,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected> {
        cx.piece(&crate::core::text::printed(self.0), focus, next, wanted)
    }
}

/// Reports a generator that cannot be a piece of text.
pub trait NoPiece<G: Generator> {
    /// Fails to compile: `G` is not a text generator.
    fn draw(
        self,
        cx: &mut Cx<'_>,
        focus: Focus<'_, G::Value>,
        next: Next,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected>
    where
        G: Text;
}

impl<G: Generator> NoPiece<G> for TextPiece<'_, G> {
    fn draw(
        self,
        cx: &mut Cx<'_>,
        focus: Focus<'_, G::Value>,
        next: Next,
        wanted: bool,
    ) -> Result<Option<G::Value>, Rejected>
    where
        G: Text,
    {
        cx.piece(self.0, focus, next, wanted)
    }
}

/// Draws a piece with a format of its own.
pub fn draw_formatted<G: Reflective>(
    cx: &mut Cx<'_>,
    focus: Focus<'_, G::Value>,
    generator: &G,
    next: Next,
    print: Print<'_, G::Value>,
) -> Result<Option<G::Value>, Rejected>
where
    G::Value: Printed,
{
    cx.formatted_piece(generator, focus, next, print)
}

/// Text that is computed as a whole.
#[diagnostic::on_unimplemented(
    message = "this result is a `{Self}`, but the generator returns a `String`",
    label = "no text",
    note = "convert it with `.to_string()` or `format!`"
)]
pub trait IsText: std::fmt::Display {}

impl IsText for String {}
impl IsText for Box<str> {}
impl IsText for std::borrow::Cow<'_, str> {}
impl IsText for str {}
impl<T: IsText + ?Sized> IsText for &T {}

/// Returns the text, and fails to compile if the argument is not text.
pub fn text_of<T: IsText>(text: T) -> T {
    text
}

/// An item of `pick_from` in a text: a text, `(label, text)` or `(weight, label, text)`.
pub trait ListedText {
    /// Returns the item's weight, its label, and what it prints.
    fn item(&self) -> (u64, &str, &dyn std::fmt::Display);
}

macro_rules! listed_texts {
    ($($text:ty)*) => { $(
        impl ListedText for $text {
            fn item(&self) -> (u64, &str, &dyn std::fmt::Display) {
                (1, "", self)
            }
        }
    )* };
}
listed_texts!(&str &&str String &String char &char);

impl<L: AsRef<str>, T: std::fmt::Display> ListedText for (L, T) {
    fn item(&self) -> (u64, &str, &dyn std::fmt::Display) {
        (1, self.0.as_ref(), &self.1)
    }
}

impl<W: Weight, L: AsRef<str>, T: std::fmt::Display> ListedText for (W, L, T) {
    fn item(&self) -> (u64, &str, &dyn std::fmt::Display) {
        (self.0.weight(), self.1.as_ref(), &self.2)
    }
}

/// Picks one text from a list made at run time, as a piece of text.
pub fn pick_from_text<I>(cx: &mut Cx<'_>, items: I) -> Result<String, Rejected>
where
    I: IntoIterator,
    I::Item: ListedText,
{
    let items: Vec<I::Item> = items.into_iter().collect();
    let weights: Vec<u64> = items.iter().map(|item| item.item().0).collect();
    let labels: Vec<&str> = items.iter().map(|item| item.item().1).collect();
    cx.text_alternatives(items.len(), &mut |cx, i| {
        let i = cx.pick(&weights, Names::Labels(&labels), (i != FORWARD).then_some(i as usize))?;
        cx.computed(items[i].item().2)
    })?;
    Ok(String::new())
}

/// An argument of a generator. `(&&Arg(&x)).take(…)` tells calls apart by the argument's hash where it has one: of
/// the three traits, Rust takes the first whose bound holds.
pub struct Arg<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Clone for Arg<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Arg<'_, T> {}

/// Records arguments that can be hashed.
pub trait ByHash {
    /// Records the argument.
    fn take(&self, arguments: &mut Arguments);
}

impl<T: Hash + ?Sized> ByHash for &Arg<'_, T> {
    fn take(&self, arguments: &mut Arguments) {
        arguments.known(self.0);
    }
}

/// Records floats, which have no `Hash`.
pub trait ByBits {
    /// Records the argument.
    fn take(&self, arguments: &mut Arguments);
}

impl<T: Float> ByBits for Arg<'_, T> {
    fn take(&self, arguments: &mut Arguments) {
        arguments.known(&self.0.bits());
    }
}

/// Handles arguments that can be neither hashed nor compared by their bits.
pub trait ByNothing {
    /// Marks the argument as unknown.
    fn take(self, arguments: &mut Arguments);
}

impl<T: ?Sized> ByNothing for Arg<'_, T> {
    fn take(self, arguments: &mut Arguments) {
        arguments.unknown();
    }
}

/// A float, which is identified by its bits.
pub trait Float {
    /// Returns the bits.
    fn bits(&self) -> u64;
}

impl Float for f64 {
    #[inline]
    fn bits(&self) -> u64 {
        self.to_bits()
    }
}

impl Float for f32 {
    #[inline]
    fn bits(&self) -> u64 {
        self.to_bits().into()
    }
}

/// A computed value, and the value in the focus.
pub struct Pair<'a, T: ?Sized>(pub &'a T, pub &'a T);

/// Compares two floats bit for bit.
pub trait SameBits {
    /// Returns whether they have the same bits.
    fn same(&self) -> bool;
}

impl<T: Float> SameBits for &Pair<'_, T> {
    fn same(&self) -> bool {
        self.0.bits() == self.1.bits()
    }
}

/// Compares two values with `==`.
pub trait SameValue {
    /// Returns whether they are equal.
    fn same(&self) -> bool;
}

impl<T: PartialEq + ?Sized> SameValue for Pair<'_, T> {
    fn same(&self) -> bool {
        *self.0 == *self.1
    }
}

/// The fallback for values that cannot be compared, which [`is_compared`] reports.
pub trait MissingComparison {
    /// Is never called.
    fn same(self) -> bool;
}

impl<T: ?Sized> MissingComparison for Pair<'_, T> {
    fn same(self) -> bool {
        false
    }
}

/// A value that can be compared with another.
#[diagnostic::on_unimplemented(
    message = "this generator computes its result, so running backward compares it, but `{Self}` has no `PartialEq`",
    label = "cannot be compared",
    note = "derive `PartialEq` for it, or use `#[generator(forward)]`, which only makes values and never takes them apart"
)]
pub trait Compared {}

impl<T: PartialEq + ?Sized> Compared for T {}

/// Fails to compile unless values can be compared.
pub fn is_compared<T: Compared + ?Sized>() {}

/// Rejects the result of a run unless it equals the focus. If the focus does not even equal itself, as with NaN, the
/// `Debug` texts of both decide.
pub fn compared(
    cx: &mut Cx<'_>,
    is_same: bool,
    is_never_same: &dyn Fn() -> bool,
    written: &dyn Fn() -> Option<[String; 2]>,
) -> Result<(), Rejected> {
    if is_same || (is_never_same() && written().is_some_and(|[made, wanted]| made == wanted)) {
        return Ok(());
    }
    Err(cx.reject(|| match written() {
        Some([made, wanted]) => format!("the generator makes {}, not {}", shortened(made), shortened(wanted)),
        None => "the generator makes something else".to_owned(),
    }))
}

/// Writes both values of a pair with `Debug`, for a message.
pub trait Writable {
    /// Returns the `Debug` texts of both values.
    fn written(&self) -> Option<[String; 2]>;
}

impl<T: Debug + ?Sized> Writable for &Pair<'_, T> {
    fn written(&self) -> Option<[String; 2]> {
        Some([format!("{:?}", self.0), format!("{:?}", self.1)])
    }
}

/// The fallback for values without `Debug`.
pub trait NotWritable {
    /// Returns `None`.
    fn written(&self) -> Option<[String; 2]> {
        None
    }
}

impl<T: ?Sized> NotWritable for Pair<'_, T> {}

/// Reads the `Debug` text of a value.
pub trait Readable {
    /// Returns the text on one line.
    fn text(&self) -> Option<String>;
}

impl<T: Debug> Readable for &Pair<'_, T> {
    fn text(&self) -> Option<String> {
        Some(crate::core::written::on_one_line(self.0))
    }
}

/// The fallback for values without `Debug`.
pub trait NotReadable {
    /// Returns `None`.
    fn text(&self) -> Option<String> {
        None
    }
}

impl<T: ?Sized> NotReadable for Pair<'_, T> {}

/// Shortens long text for a message.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(80) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// For `sketch!`: stands for a value of a type, in code that never runs.
pub fn place<T>() -> T {
    unreachable!("only for its type")
}

/// For `sketch!`: returns the type of a value, for use when the value is gone.
pub fn type_of<T>(_: &T) -> PhantomData<T> {
    PhantomData
}

/// For `sketch!`: stands for a value of a known type, in code that never runs.
pub fn like<T>(_: PhantomData<T>) -> T {
    unreachable!("only for its type")
}

/// For `sketch!`: a value that may be written for a field of type `Field`, without a pointer around it.
pub trait Fits<Field> {
    /// Returns the value in the field.
    fn look(field: &Field) -> &Self;
}

impl<T> Fits<T> for T {
    fn look(field: &T) -> &T {
        field
    }
}

macro_rules! pointers {
    ($($pointer:path)*) => { $(
        impl<T> Fits<$pointer> for T {
            fn look(field: &$pointer) -> &T {
                field
            }
        }
    )* };
}
pointers!(Box<T> std::rc::Rc<T> std::sync::Arc<T>);

/// For `sketch!`: converts an expression to the type of its field, in code that never runs.
pub fn fits<A: Fits<B>, B>(_: A) -> B {
    unreachable!("only for its type")
}

/// For `sketch!`: checks that a field and what is written for it have one type, in code that never runs.
pub fn agree<B>(_field: &B, _written: B) {}

/// For `sketch!`: looks at a field through the pointer that holds it.
pub fn look<A: Fits<B>, B>(field: &B) -> &A {
    A::look(field)
}

/// For `sketch!`: returns whether a place holds the given value.
pub fn same<T: PartialEq + 'static>(partial: Option<&Partial>, value: &T, _: PhantomData<T>) -> bool {
    partial.and_then(Partial::value::<T>) == Some(value)
}

/// For `sketch!`: wraps a value without holes.
pub fn given<T: PartialEq>(value: T) -> Given<T> {
    Given::new(value)
}

/// For `sketch!`: puts the parts together. `typed` is never called.
pub fn sketched<T, F>(partial: Partial, _typed: impl Fn() -> T, admits: F) -> Sketched<T, F>
where
    F: Fn(Option<&Partial>, &T) -> bool,
{
    Sketched::new(partial, admits)
}

/// For `sketch!`: text with holes, built piece by piece.
#[derive(Default)]
pub struct Fixed {
    before: Vec<String>,
    last: String,
}

impl Fixed {
    /// Adds a fixed part.
    #[inline]
    pub fn add(&mut self, part: &dyn std::fmt::Display) {
        self.last += &part.to_string();
    }

    /// Adds a hole.
    #[inline]
    pub fn hole(&mut self) {
        self.before.push(std::mem::take(&mut self.last));
    }

    /// Returns the finished text.
    #[inline]
    pub fn partial(mut self) -> Partial {
        self.before.push(self.last);
        Partial::Text(self.before)
    }
}

/// For `sketch!`: returns whether text contains the fixed parts in order.
#[inline]
pub fn fits_text(partial: Option<&Partial>, text: &String) -> bool {
    let Some(Partial::Text(fixed)) = partial else { return false };
    let Some((first, rest)) = fixed.split_first() else { return false };
    let Some((last, middle)) = rest.split_last() else { return text == first };
    let Some(mut left) = text.strip_prefix(first.as_str()) else { return false };
    for fixed in middle {
        // The first match leaves the most text for the other parts.
        match left.find(fixed.as_str()) {
            Some(at) => left = &left[at + fixed.len()..],
            None => return false,
        }
    }
    left.ends_with(last.as_str())
}
