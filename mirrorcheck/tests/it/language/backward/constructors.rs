//! Values that are made by calls.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mirrorcheck::Parts;
use mirrorcheck::prelude::*;

/// Its parts are its fields, in the order of its constructor.
#[derive(Debug, Clone, PartialEq, Parts)]
struct Order {
    number: u32,
    customer: String,
}

impl Order {
    fn new(number: u32, customer: String) -> Order {
        Order { number, customer }
    }

    fn from_customer(customer: &str, number: u32) -> Order {
        Order { number, customer: customer.to_owned() }
    }
}

fn free_order(number: u32, customer: String) -> Order {
    Order { number, customer }
}

/// Its constructor computes.
#[derive(Debug, Clone, PartialEq)]
struct Temperature {
    millikelvin: u64,
}

impl Temperature {
    fn new(degrees: i32) -> Option<Temperature> {
        Some(Temperature { millikelvin: u64::try_from(i64::from(degrees) * 1000 + 273_150).ok()? })
    }
}

impl Parts for Temperature {
    type Parts = (i32,);

    fn parts(&self) -> Option<(i32,)> {
        Some((i32::try_from((self.millikelvin as i64 - 273_150) / 1000).ok()?,))
    }
}

/// Nothing says how it is undone.
#[derive(Debug, Clone, PartialEq)]
struct Account {
    id: u32,
    owner: String,
    is_open: bool,
}

impl Account {
    fn new(id: u32, owner: &str) -> Result<Account, String> {
        Ok(Account { id, owner: owner.to_owned(), is_open: true })
    }
}

#[derive(Debug, Clone, PartialEq, Parts)]
struct Pair<A, B> {
    first: A,
    second: B,
}

impl<A, B> Pair<A, B> {
    fn new(first: A, second: B) -> Pair<A, B> {
        Pair { first, second }
    }
}

#[derive(Debug, Clone, PartialEq, Parts)]
struct Meters(u32);

impl Meters {
    fn new(meters: u32) -> Meters {
        Meters(meters)
    }
}

/// What a builder builds.
#[derive(Debug, Clone, PartialEq, Parts)]
struct Request {
    host: String,
    port: u16,
    retries: u8,
}

#[derive(Default)]
struct Builder {
    host: String,
    port: u16,
    retries: u8,
}

impl Builder {
    fn new() -> Builder {
        Builder::default()
    }

    fn host(mut self, host: String) -> Builder {
        self.host = host;
        self
    }

    fn port(mut self, port: u16) -> Builder {
        self.port = port;
        self
    }

    fn retries(mut self, retries: u8) -> Builder {
        self.retries = retries;
        self
    }

    fn build(self) -> Result<Request, String> {
        let Builder { host, port, retries } = self;
        if port == 0 { Err("no port".to_owned()) } else { Ok(Request { host, port, retries }) }
    }
}

#[generator]
fn derived() -> Order {
    Order::new(draw(0..=9_999), draw(string('a'..='z', 1..=8)))
}

#[generator]
fn derived_from_names() -> Order {
    let customer = draw(string('a'..='z', 1..=8));
    let number = draw(0..=9_999);
    Order::new(number, customer)
}

#[generator]
fn in_another_order() -> Order {
    let number = draw(0..=9);
    let customer = draw(string('a'..='c', 1..=2));
    Order::from_customer(&customer, number)
}

#[generator]
fn free_function() -> Order {
    free_order(draw(0..=9_999), draw(string('a'..='z', 1..=8)))
}

#[generator]
fn fallible() -> Temperature {
    Temperature::new(draw(-273..=1_000_000)).unwrap()
}

#[generator]
fn fallible_or_reject() -> Temperature {
    let made = Temperature::new(draw(-300..=1_000_000));
    assume(made.is_some());
    made.unwrap()
}

#[generator]
fn in_a_field() -> (Temperature, bool) {
    let temperature = Temperature::new(draw(-273..=1_000_000)).expect("above absolute zero");
    (temperature, draw(any::<bool>()))
}

#[generator]
fn in_a_list() -> Vec<Meters> {
    draw(vec(0..=9_999, 0..=4)).into_iter().map(Meters::new).collect()
}

#[generator]
fn in_a_loop() -> Vec<Order> {
    (0..draw(0..=3)).map(|n| Order::new(n, draw(string('a'..='z', 0..=8)))).collect()
}

#[generator]
fn of_a_constructor() -> Pair<Meters, Order> {
    Pair::new(Meters::new(draw(0..=9_999)), Order::new(draw(0..=99), draw(string('a'..='c', 0..=3))))
}

#[generator]
fn generic() -> Pair<u32, Vec<bool>> {
    Pair::new(draw(0..=9_999), draw(vec(any::<bool>(), 0..=5)))
}

#[generator]
fn computed_arguments() -> Order {
    let n = draw(0..=999);
    Order::new(n * 2, format!("c{}", draw(0..=9)))
}

#[generator]
fn unknown() -> Account {
    let owner = draw(string('a'..='z', 1..=8));
    Account::new(draw(0..=9_999), &owner).unwrap()
}

#[generator]
fn unknown_with_at() -> Account {
    let owner = draw(string('a'..='z', 1..=8).at(|account: &Account| account.owner.clone()));
    let id = draw((0..=9_999).at(|account: &Account| account.id));
    Account::new(id, &owner).unwrap()
}

#[generator]
fn builder() -> Request {
    Builder::new().host(draw(string('a'..='z', 1..=8))).port(draw(1..=65_535)).retries(draw(0..=9)).build().unwrap()
}

#[generator]
fn builder_by_name() -> Request {
    let port = draw(1..=65_535);
    let host = draw(string('a'..='z', 1..=8));
    let mut builder = Builder::new().host(host).port(port);
    if draw(any::<bool>()) {
        builder = builder.retries(draw(1..=9));
    }
    builder.build().unwrap()
}

#[generator]
fn duration() -> Duration {
    let seconds = draw(0..=9_999);
    let nanos = draw(0..=999_999_999);
    Duration::new(seconds, nanos)
}

#[generator]
fn milliseconds() -> (Duration, u8) {
    let milliseconds = draw(0..=9_999_999);
    (Duration::from_millis(milliseconds), draw(0..=9))
}

#[generator]
fn address() -> SocketAddr {
    let ip = Ipv4Addr::new(127, draw(0..=255), draw(0..=255), 1);
    SocketAddr::new(IpAddr::V4(ip), draw(1024..=65_535))
}

#[generator]
fn pointers() -> (Rc<u8>, Arc<String>, Box<[u8]>) {
    let text = draw(string('a'..='c', 0..=3));
    (Rc::new(draw(0..=9)), Arc::new(text), draw(vec(0..=9, 0..=3)).into())
}

#[generator]
fn cow() -> (Cow<'static, str>, u8) {
    let text = draw(string('a'..='c', 0..=3));
    (Cow::from(text), draw(0..=9))
}

#[generator]
fn cow_owned() -> Cow<'static, str> {
    Cow::Owned(draw(string('a'..='c', 0..=3)))
}

#[generator]
fn non_zero() -> (NonZero<u32>, u8) {
    let n = draw(1..=9_999u32);
    (NonZero::new(n).unwrap(), draw(0..=9))
}

#[generator]
fn path() -> PathBuf {
    let name = draw(string('a'..='z', 1..=8));
    PathBuf::from(name)
}

#[generator]
fn path_of_parts() -> PathBuf {
    let (folder, file) = draw((string('a'..='c', 1..=3), string('a'..='c', 1..=3)));
    PathBuf::from(format!("/{folder}/{file}.txt"))
}

#[generator]
fn map_from() -> BTreeMap<u8, bool> {
    BTreeMap::from([(1, draw(any::<bool>())), (2, draw(any::<bool>()))])
}

#[generator]
fn set_from_iter() -> BTreeSet<u8> {
    let items = draw(vec(0..=9, 0..=2));
    BTreeSet::from_iter(items)
}

#[generator]
fn text_of_bytes() -> (String, u8) {
    let bytes = draw(vec(b'a'..=b'z', 0..=5));
    (String::from_utf8(bytes).unwrap(), draw(0..=9))
}

#[generator]
fn wrapping() -> (std::num::Wrapping<u32>, std::cmp::Reverse<u8>) {
    (std::num::Wrapping(draw(0..=9)), std::cmp::Reverse(draw(0..=9)))
}

#[generator]
fn cell() -> (std::cell::Cell<u8>, std::cell::RefCell<String>) {
    let (n, text) = draw((0..=9, string('a'..='c', 0..=3)));
    (std::cell::Cell::new(n), std::cell::RefCell::new(text))
}

forms! {
    "Constructors":
    derived Once "`Order::new(draw(g), draw(h))`, with `#[derive(Parts)]`";
    derived_from_names Once "`Order::new(number, customer)`, drawn in another order";
    in_another_order Trying "`Order::from_customer(&customer, number)`, whose arguments are in another order";
    free_function Once "`free_order(draw(g), draw(h))`";
    fallible Once "`Temperature::new(draw(g)).unwrap()`, with `impl Parts`";
    fallible_or_reject Few "`assume(made.is_some()); made.unwrap()`";
    in_a_field Once "a constructor in a tuple";
    in_a_list Once "`list.into_iter().map(Meters::new).collect()`";
    in_a_loop Few "`(0..n).map(|n| Order::new(n, draw(g))).collect()`";
    of_a_constructor Once "a constructor in a constructor";
    generic Once "`Pair::new(draw(g), draw(h))` of a generic type";
    computed_arguments Few "`Order::new(n * 2, format!(\"c{m}\"))`";
    unknown Trying "`Account::new(draw(g), &name).unwrap()`, of whose parts nothing is known";
    unknown_with_at Once "the same with `draw(g.at(|account: &Account| account.id))`";
    builder Once "`Builder::new().host(draw(g)).port(draw(h)).build().unwrap()`, with `Parts`";
    builder_by_name Few "`builder = builder.retries(draw(g));`";
    duration Once "`Duration::new(s, n)`";
    milliseconds Few "`Duration::from_millis(n)`";
    address Once "`SocketAddr::new(ip, port)`, `Ipv4Addr::new(127, a, b, 1)`";
    pointers Once "`Rc::new(x)`, `Arc::new(x)`, `list.into()` for `Box<[T]>`";
    cow Once "`Cow::from(text)`";
    cow_owned Once "`Cow::Owned(text)`";
    non_zero Once "`NonZero::new(n).unwrap()`";
    path Once "`PathBuf::from(name)`";
    path_of_parts Few "`PathBuf::from(format!(…))`";
    map_from Once "`BTreeMap::from([(1, draw(g)), (2, draw(h))])`";
    set_from_iter Few "`BTreeSet::from_iter(items)`";
    text_of_bytes Few "`String::from_utf8(bytes).unwrap()`";
    wrapping Once "`Wrapping(x)`, `Reverse(x)`";
    cell Few "`Cell::new(x)`, `RefCell::new(x)`";
}
