//! Drawn values that have another name, or stand in something else.

use std::rc::Rc;

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Default)]
struct Order {
    id: u32,
    note: Option<String>,
    lines: Vec<(u8, bool)>,
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: u32 },
    Square(u32),
}

#[generator]
fn update_of_default() -> Order {
    Order { id: draw(0..=99), ..Order::default() }
}

#[generator]
fn update_of_a_value() -> Order {
    let base = Order { id: draw(0..=9), note: None, lines: vec![(1, true)] };
    let note = draw(option(string('a'..='c', 0..=2)));
    Order { note, ..base }
}

#[generator]
fn update_of_a_drawn_value() -> Order {
    let base = draw(update_of_default());
    Order { lines: draw(vec((0..=9, any::<bool>()), 0..=2)), ..base }
}

#[generator]
fn renamed() -> Shape {
    let n = draw(1..=50);
    let radius = n;
    Shape::Circle { radius }
}

#[generator]
fn shadowed() -> (u8, u8) {
    let n = draw(0..=9);
    let first = n;
    let n = draw(10..=19);
    (first, n)
}

#[generator]
fn shadowed_by_itself() -> u32 {
    let n = draw(0..=99);
    let n = n + 1;
    let n = n * 3;
    n
}

#[generator]
fn block() -> (u8, u8) {
    let side = {
        let inner = draw(3..=7);
        inner
    };
    (side, { draw(0..=9) })
}

#[generator]
fn tuple_apart() -> (u8, bool) {
    let (flag, number) = draw((any::<bool>(), 0..=9));
    (number, flag)
}

#[generator]
fn tuple_of_draws() -> (u8, bool) {
    let (flag, number) = (draw(any::<bool>()), draw(0..=9));
    (number, flag)
}

#[generator]
fn struct_apart() -> (u32, Option<String>) {
    let Order { id, note, .. } = draw(update_of_a_value());
    (id, note)
}

#[generator]
fn array_apart() -> (u8, u8) {
    let [low, high] = [draw(0..=9), draw(10..=19)];
    (high, low)
}

#[generator]
fn field_of_a_drawn_value() -> (u32, u32) {
    let order = draw(update_of_default());
    (order.id, draw(0..=9))
}

#[generator]
fn reference() -> (u8, usize) {
    let text = draw(string('a'..='b', 0..=3));
    let same = &text;
    (draw(0..=9), same.len())
}

#[generator]
fn reference_cloned() -> (String, u8) {
    let text = draw(string('a'..='b', 0..=3));
    let same = &text;
    (same.clone(), draw(0..=9))
}

#[generator]
fn twice() -> (Vec<u8>, Vec<u8>) {
    let list = draw(vec(0..=9, 0..=3));
    (list.clone(), list)
}

#[generator]
fn pointer() -> (Rc<str>, Box<u8>) {
    let name = draw(string('a'..='c', 0..=3));
    (Rc::from(name), Box::new(draw(0..=9)))
}

#[generator]
fn option_of_a_draw() -> Option<Result<u8, String>> {
    let n = draw(0..=9);
    Some(Ok(n))
}

#[generator]
fn variant_of_a_name() -> Shape {
    let side = draw(1..=50);
    let square = Shape::Square(side);
    square
}

#[generator]
fn range() -> std::ops::Range<u32> {
    let start = draw(0..=9);
    let length = draw(1..=9);
    start..start + length
}

#[generator]
fn inclusive_range() -> std::ops::RangeInclusive<u32> {
    let start = draw(0..=9);
    start..=draw(start..=20)
}

#[generator]
fn array_of_draws() -> [u8; 3] {
    [draw(0..=1), draw(2..=3), draw(4..=5)]
}

#[generator]
fn array_repeated() -> [u8; 3] {
    [draw(0..=9); 3]
}

#[generator]
fn generic<T: Clone + PartialEq>(first: T, second: T) -> (Vec<T>, u8) {
    let items = draw(vec(element_of(&[first, second]), 1..=3));
    let same = items;
    (same, draw(0..=9))
}

#[generator]
fn generic_argument() -> (Vec<char>, u8) {
    draw(generic('a', 'b'))
}

#[generator]
fn impl_argument(items: impl Reflective<Value = u8> + Clone) -> Option<Vec<u8>> {
    let list: Vec<u8> = (0..2).map(|_| draw(items.clone())).collect();
    Some(list)
}

#[generator]
fn generator_argument() -> Option<Vec<u8>> {
    draw(impl_argument(0..=9))
}

forms! {
    "A drawn value under another name, or in another place":
    update_of_default Once "`Order { id: draw(g), ..Order::default() }`";
    update_of_a_value Once "`Order { note: draw(g), ..base }`, with draws in `base`";
    update_of_a_drawn_value Few "`Order { lines: draw(g), ..base }`, where `base` is drawn";
    renamed Once "`let radius = n;`";
    shadowed Once "`let n = draw(h);`, where `n` is another drawn value already";
    shadowed_by_itself Once "`let n = n + 1;`";
    block Once "`let side = { let inner = draw(g); inner };`";
    tuple_apart Once "`let (a, b) = draw(pairs);`";
    tuple_of_draws Once "`let (a, b) = (draw(g), draw(h));`";
    array_apart Once "`let [a, b] = [draw(g), draw(h)];`";
    struct_apart Few "`let Order { id, .. } = draw(orders);`";
    field_of_a_drawn_value Few "`order.id` of a drawn `order`";
    reference Few "`let same = &text;`";
    reference_cloned Once "`same.clone()`";
    twice Once "a drawn value twice";
    pointer Once "`Box::new(x)`, `Rc::from(x)`";
    option_of_a_draw Once "`Some(Ok(x))`";
    variant_of_a_name Once "`let square = Shape::Square(side);`";
    range Once "`start..start + length`";
    inclusive_range Once "`start..=end`";
    array_of_draws Once "`[draw(g), draw(h)]`";
    array_repeated Once "`[draw(g); 3]`";
    generic_argument Once "a generic generator";
    generator_argument Once "a generator as an argument";
}
