// Included where sources are made, and where they are compiled.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) struct Unit;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) struct Empty {}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) struct Meters(pub(crate) i16);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
pub(crate) enum Shape<T> {
    Nothing,
    Named {
        r#type: T,
        #[arbitrary(with = string('a'..='z', 1..=3))]
        name: String,
        #[arbitrary(skip)]
        count: u8,
    },
    Pair(#[arbitrary(len = 1..=2)] Vec<T>, Option<Meters>),
    #[arbitrary(skip)]
    Never(T),
}

/// Gives the types to a macro, each with a name.
macro_rules! each_type {
    ($use:ident) => {
        $use! {
            u8, i8, i64, u128, i128, usize, bool, char, (), String, (u8,), (i32, String), [i32; 3], [u8; 0],
            Vec<Vec<i8>>, Option<Result<u8, String>>, Box<i32>, Rc<str>, Arc<[u8]>, Box<[i16]>, Box<str>, Rc<Vec<u8>>,
            BTreeMap<u8, String>, BTreeSet<i8>, HashMap<u8, i8>, HashSet<char>, VecDeque<u8>, LinkedList<u8>,
            Range<i32>, RangeInclusive<u8>, RangeFrom<char>, Option<Range<i8>>, Bound<u8>, NonZero<u8>, NonZero<i64>,
            Wrapping<u32>, std::cmp::Reverse<u8>, std::cmp::Ordering, Cow<'static, str>, std::cell::Cell<u8>,
            std::cell::RefCell<Vec<u8>>, Duration, SystemTime, std::net::IpAddr, std::net::Ipv6Addr,
            std::net::SocketAddr, std::net::SocketAddrV4, std::path::PathBuf, std::ffi::OsString, PhantomData<u8>,
            std::ops::RangeFull, Tree, Unit, Empty, Meters, Shape<u8>, Shape<Vec<Tree>>,
            (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8), std::ffi::CString, Box<std::path::Path>,
            Rc<std::ffi::OsStr>, Box<std::ffi::CStr>, std::pin::Pin<Box<u8>>, std::cell::OnceCell<u8>,
            std::sync::OnceLock<u8>, std::task::Poll<u8>, std::ops::ControlFlow<u8, char>, std::io::Cursor<Vec<u8>>,
            std::io::ErrorKind, std::io::SeekFrom, std::net::Shutdown, std::num::FpCategory,
            std::sync::atomic::Ordering, std::alloc::Layout, std::marker::PhantomPinned,
        }
    };
}
