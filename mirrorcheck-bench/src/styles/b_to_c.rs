//! Strategies of crates from bytesize to crdts.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::rc::Rc;

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("b_to_c.rs"));
    suite.add(["bytesize 2.7.0", "src/arbitrary.rs:5"], Arb, 3, "byte_size", byte_size());
    suite.add(["camino 1.2.6", "src/proptest_impls.rs:23"], Proptest, 17, "path", path());
    suite.advised("path_advised", path_advised());
    suite.add(["camino 1.2.6", "src/proptest_impls.rs:53"], Proptest, 5, "boxed_path", boxed_path());
    suite.advised("boxed_path_advised", boxed_path_advised());
    suite.add(["cap-primitives 4.0.3", "src/fs/dir_options.rs:46"], Arb, 7, "dir_options", dir_options());
    suite.add(["cap-primitives 4.0.3", "src/fs/open_options.rs:453"], Arb, 26, "open_options", open_options());
    suite.add(["cedar-policy-core 4.14.1", "src/ast/annotation.rs:146"], Arb, 6, "annotation", annotation());
    suite.advised("annotation_advised", annotation_advised());
    suite.add(["cedar-policy-core 4.14.1", "src/ast/entity.rs:400"], Arb, 7, "entity", entity());
    suite.add(["chrono 0.4.45", "src/date.rs:571"], Arb, 9, "zoned_date", zoned_date());
    suite.add(["chrono 0.4.45", "src/time_delta.rs:664"], Arb, 12, "time_delta", time_delta());
    suite.add(["cid 0.11.3", "src/arb.rs:16"], Quickcheck, 4, "version", version());
    suite.add(["cid 0.11.3", "src/arb.rs:23"], Quickcheck, 26, "content_id", content_id());
    suite.add(["crdts 7.3.2", "src/dot.rs:81"], Quickcheck, 6, "dot", dot(any::<u8>()));
    suite.add(["crdts 7.3.2", "src/glist.rs:155"], Quickcheck, 4, "list_op", list_op());
}

#[derive(Debug, Clone, PartialEq)]
struct ByteSize(u64);

#[generator]
fn byte_size() -> ByteSize {
    ByteSize(draw(any::<u64>()))
}

#[generator]
fn path() -> PathBuf {
    let is_absolute = draw(any::<bool>());
    let components = draw(vec(any::<String>(), 0..8));
    let first = if is_absolute { Some(MAIN_SEPARATOR.to_string()) } else { None };
    first.into_iter().chain(components).collect()
}

#[generator]
fn path_advised() -> PathBuf {
    let is_absolute = draw(any::<bool>().at(|path: &PathBuf| path.is_absolute()));
    let components = draw(vec(any::<String>(), 0..8).at(|path: &PathBuf| {
        let relative = path.strip_prefix("/").unwrap_or(path);
        vec![relative.to_string_lossy().into_owned()]
    }));
    let first = if is_absolute { Some(MAIN_SEPARATOR.to_string()) } else { None };
    first.into_iter().chain(components).collect()
}

#[generator]
fn boxed_path() -> Box<Path> {
    draw(path()).into_boxed_path()
}

#[generator]
fn boxed_path_advised() -> Box<Path> {
    draw(path_advised().at(|path: &Box<Path>| path.to_path_buf())).into_boxed_path()
}

#[derive(Debug, Clone, PartialEq)]
struct DirOptions {
    mode: u32,
}

impl DirOptions {
    fn new() -> Self {
        DirOptions { mode: 0o777 }
    }

    fn mode(&mut self, mode: u32) -> &mut Self {
        self.mode = mode;
        self
    }
}

#[generator]
fn dir_options() -> DirOptions {
    let mut options = DirOptions::new();
    options.mode(draw(0..=0o777u32));
    options
}

#[derive(Debug, Clone, PartialEq, Default)]
struct OpenOptions {
    read: bool,
    write: bool,
    append: bool,
    truncate: bool,
    create: bool,
    create_new: bool,
    dir_required: bool,
    maybe_dir: bool,
    sync: bool,
    follow: Follow,
}

#[derive(Debug, Clone, Copy, PartialEq, Default, Arbitrary)]
enum Follow {
    #[default]
    Yes,
    No,
}

impl OpenOptions {
    fn new() -> Self {
        OpenOptions::default()
    }

    fn read(&mut self, read: bool) -> &mut Self {
        self.read = read;
        self
    }

    fn write(&mut self, write: bool) -> &mut Self {
        self.write = write;
        self
    }

    fn append(&mut self, append: bool) -> &mut Self {
        self.append = append;
        self
    }

    fn truncate(&mut self, truncate: bool) -> &mut Self {
        self.truncate = truncate;
        self
    }

    fn create(&mut self, create: bool) -> &mut Self {
        self.create = create;
        self
    }

    fn create_new(&mut self, create_new: bool) -> &mut Self {
        self.create_new = create_new;
        self
    }

    fn dir_required(&mut self, dir_required: bool) -> &mut Self {
        self.dir_required = dir_required;
        self
    }

    fn maybe_dir(&mut self, maybe_dir: bool) -> &mut Self {
        self.maybe_dir = maybe_dir;
        self
    }

    fn sync(&mut self, sync: bool) -> &mut Self {
        self.sync = sync;
        self
    }

    fn follow(&mut self, follow: Follow) -> &mut Self {
        self.follow = follow;
        self
    }
}

#[generator]
fn open_options() -> OpenOptions {
    let (read, write) = match draw(0..=2u8) {
        0 => (true, false),
        1 => (false, true),
        _ => (true, true),
    };
    // As the original does, `create` is set twice.
    OpenOptions::new()
        .read(read)
        .write(write)
        .create(draw(any::<bool>()))
        .append(draw(any::<bool>()))
        .truncate(draw(any::<bool>()))
        .create(draw(any::<bool>()))
        .create_new(draw(any::<bool>()))
        .dir_required(draw(any::<bool>()))
        .maybe_dir(draw(any::<bool>()))
        .sync(draw(any::<bool>()))
        .follow(draw(any::<Follow>()))
        .clone()
}

#[derive(Debug, Clone, PartialEq)]
struct Annotation {
    text: Rc<str>,
    place: Option<usize>,
}

#[generator]
fn annotation() -> Annotation {
    Annotation { text: draw(any::<String>()).into(), place: None }
}

#[generator]
fn annotation_advised() -> Annotation {
    Annotation { text: draw(any::<String>().at(|note: &Annotation| note.text.to_string())).into(), place: None }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct EntityType {
    path: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct EntityParts {
    ty: EntityType,
    id: String,
    place: Option<usize>,
}

#[derive(Debug, Clone, PartialEq)]
enum Entity {
    Known(EntityParts),
}

#[generator]
fn entity() -> Entity {
    Entity::Known(EntityParts { ty: draw(any::<EntityType>()), id: draw(any::<String>()), place: None })
}

mod calendar {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Day(i32);

    impl Day {
        pub(super) fn from_number(number: i32) -> Option<Self> {
            (-100_000_000..=100_000_000).contains(&number).then_some(Day(number))
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Offset(i32);

    impl Offset {
        pub(super) fn east(seconds: i32) -> Option<Self> {
            (-86_400 < seconds && seconds < 86_400).then_some(Offset(seconds))
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Zoned {
        day: Day,
        offset: Offset,
    }

    impl Zoned {
        pub(super) fn from_utc(day: Day, offset: Offset) -> Self {
            Zoned { day, offset }
        }
    }
}

#[generator]
fn day() -> calendar::Day {
    calendar::Day::from_number(draw(-90_000_000..=90_000_000)).unwrap()
}

#[generator]
fn offset() -> calendar::Offset {
    calendar::Offset::east(draw(-86_399..=86_399)).unwrap()
}

#[generator]
fn zoned_date() -> calendar::Zoned {
    let day = draw(day());
    let offset = draw(offset());
    calendar::Zoned::from_utc(day, offset)
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct TimeDelta {
    secs: i64,
    nanos: i32,
}

impl TimeDelta {
    const MIN: TimeDelta = TimeDelta { secs: -i64::MAX / 1000 - 1, nanos: 192_000_001 };
    const MAX: TimeDelta = TimeDelta { secs: i64::MAX / 1000, nanos: 807_000_000 };
}

#[generator]
fn time_delta() -> TimeDelta {
    let secs = draw(TimeDelta::MIN.secs..=TimeDelta::MAX.secs);
    let nanos = draw(0..=999_999_999);
    let delta = TimeDelta { secs, nanos };
    assume(delta >= TimeDelta::MIN && delta <= TimeDelta::MAX);
    delta
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Version {
    V0,
    V1,
}

impl TryFrom<u64> for Version {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        match number {
            0 => Ok(Version::V0),
            1 => Ok(Version::V1),
            _ => Err(format!("no version {number}")),
        }
    }
}

#[generator]
fn version() -> Version {
    let number = u64::from(draw(any::<bool>()));
    Version::try_from(number).unwrap()
}

mod content {
    use super::Version;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Multihash {
        code: u64,
        digest: Vec<u8>,
    }

    impl Multihash {
        pub(super) fn wrap(code: u64, digest: &[u8]) -> Result<Self, String> {
            if digest.len() > 64 { Err("too long".to_owned()) } else { Ok(Multihash { code, digest: digest.to_vec() }) }
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct ContentId {
        version: Version,
        codec: u64,
        hash: Multihash,
    }

    impl ContentId {
        pub(super) fn new_v0(hash: Multihash) -> Result<Self, String> {
            if hash.code != 0x12 || hash.digest.len() != 32 {
                return Err("not SHA-256".to_owned());
            }
            Ok(ContentId { version: Version::V0, codec: 0x70, hash })
        }

        pub(super) fn new_v1(codec: u64, hash: Multihash) -> Self {
            ContentId { version: Version::V1, codec, hash }
        }
    }
}

use content::{ContentId, Multihash};

#[generator]
fn multihash() -> Multihash {
    let code = draw(0..=0x7fu64);
    let digest = draw(vec(any::<u8>(), 0..=32));
    Multihash::wrap(code, &digest).unwrap()
}

#[generator]
fn content_id() -> ContentId {
    if draw(version()) == Version::V0 {
        let data = draw(any::<[u8; 32]>());
        ContentId::new_v0(Multihash::wrap(0x12, &data).expect("32 bytes fit")).expect("a valid hash")
    } else {
        let codec = match draw(frequency([(128, 0..=0u32), (32, 1..=1), (4, 2..=3), (2, 4..=5), (1, 6..=7)])) {
            0 => draw(0..1u64 << 7),
            1 => draw(1 << 7..1u64 << 14),
            2 => draw(1 << 14..1u64 << 21),
            3 => draw(1 << 21..1u64 << 28),
            4 => draw(1 << 28..1u64 << 35),
            5 => draw(1 << 35..1u64 << 42),
            6 => draw(1 << 42..1u64 << 49),
            _ => draw(1 << 56..1u64 << 63),
        };
        let hash = draw(multihash());
        ContentId::new_v1(codec, hash)
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Dot<A> {
    actor: A,
    counter: u64,
}

#[generator]
fn dot<A: Clone + PartialEq + 'static>(actor: impl Reflective<Value = A> + Clone) -> Dot<A> {
    Dot { actor: draw(actor.clone()), counter: draw(any::<u64>()) % 50 }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Identifier {
    path: Vec<(i64, u8)>,
}

#[derive(Debug, Clone, PartialEq)]
enum ListOp {
    Insert { id: Identifier },
}

#[generator]
fn list_op() -> ListOp {
    let id = draw(any::<Identifier>());
    ListOp::Insert { id }
}
