//! Types of the standard library that are built from simpler ones.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::RangeFull;
use std::time::{Duration, SystemTime};

use super::biased;
use super::wrapped::expressed;
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::combinators::{convert, exact, labeled};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

expressed! {
    /// The generator of `any::<Ordering>()`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<Ordering>().all_values().count(), 3);
    /// ```
    Orderings: Ordering = labeled([
        ("equal", exact(Ordering::Equal)),
        ("less", exact(Ordering::Less)),
        ("greater", exact(Ordering::Greater)),
    ]), |order| source::leaf(format!("::std::cmp::Ordering::{order:?}"));

    /// The generator of `any::<Duration>()`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Duration>().contains(&Duration::from_millis(1_500)));
    /// ```
    Durations: Duration = convert((any::<u64>(), biased(0..1_000_000_000u32)),
        |(seconds, nanos)| Duration::new(seconds, nanos),
        |duration: &Duration| Some((duration.as_secs(), duration.subsec_nanos())),
    ), |duration| source::leaf(duration_source(*duration));

    /// The generator of `any::<SystemTime>()`: times of the years 1 to 9999.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SystemTime>().contains(&SystemTime::UNIX_EPOCH));
    /// assert!(any::<SystemTime>().contains(&(SystemTime::UNIX_EPOCH - Duration::from_secs(1))));
    /// ```
    SystemTimes: SystemTime = convert((biased(FIRST_SECOND..=LAST_SECOND), biased(0..1_000_000_000u32)),
        |(seconds, nanos)| since_epoch(seconds, nanos),
        seconds_since_epoch,
    ), |time| {
        let (sign, duration) = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => ('+', after),
            Err(before) => ('-', before.duration()),
        };
        source::leaf(format!("::std::time::SystemTime::UNIX_EPOCH {sign} {}", duration_source(duration)))
    };

    /// The generator of `any::<Ipv4Addr>()`.
    ///
    /// ```
    /// use std::net::Ipv4Addr;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Ipv4Addr>().contains(&Ipv4Addr::LOCALHOST));
    /// ```
    Ipv4Addrs: Ipv4Addr = convert([any::<u8>(); 4], Ipv4Addr::from, |address: &Ipv4Addr| Some(address.octets())),
        |address| source::parsed("::std::net::Ipv4Addr", address);

    /// The generator of `any::<Ipv6Addr>()`.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Ipv6Addr>().contains(&Ipv6Addr::LOCALHOST));
    /// ```
    Ipv6Addrs: Ipv6Addr = convert([any::<u16>(); 8], Ipv6Addr::from, |address: &Ipv6Addr| Some(address.segments())),
        |address| source::parsed("::std::net::Ipv6Addr", address);

    /// The generator of `any::<IpAddr>()`.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<IpAddr>().contains(&"::1".parse().unwrap()));
    /// ```
    IpAddrs: IpAddr = labeled((
        ("v4", convert(any::<Ipv4Addr>(), IpAddr::V4, |address: &IpAddr| match address {
            IpAddr::V4(address) => Some(*address),
            IpAddr::V6(_) => None,
        })),
        ("v6", convert(any::<Ipv6Addr>(), IpAddr::V6, |address: &IpAddr| match address {
            IpAddr::V6(address) => Some(*address),
            IpAddr::V4(_) => None,
        })),
    )), |address| source::parsed("::std::net::IpAddr", address);

    /// The generator of `any::<SocketAddrV4>()`.
    ///
    /// ```
    /// use std::net::SocketAddrV4;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SocketAddrV4>().contains(&"127.0.0.1:80".parse().unwrap()));
    /// ```
    SocketAddrV4s: SocketAddrV4 = convert((any::<Ipv4Addr>(), any::<u16>()),
        |(ip, port)| SocketAddrV4::new(ip, port), |address: &SocketAddrV4| Some((*address.ip(), address.port()))),
        |address| source::parsed("::std::net::SocketAddrV4", address);

    /// The generator of `any::<SocketAddrV6>()`.
    ///
    /// ```
    /// use std::net::SocketAddrV6;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SocketAddrV6>().contains(&"[::1]:80".parse().unwrap()));
    /// ```
    SocketAddrV6s: SocketAddrV6 = convert((any::<Ipv6Addr>(), any::<u16>(), any::<u32>(), any::<u32>()),
        |(ip, port, flow, scope)| SocketAddrV6::new(ip, port, flow, scope),
        |address: &SocketAddrV6| Some((*address.ip(), address.port(), address.flowinfo(), address.scope_id())),
    ), |address| source::call(
        "::std::net::SocketAddrV6::new",
        &[address.ip(), &address.port(), &address.flowinfo(), &address.scope_id()],
    );

    /// The generator of `any::<SocketAddr>()`.
    ///
    /// ```
    /// use std::net::SocketAddr;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SocketAddr>().contains(&"127.0.0.1:80".parse().unwrap()));
    /// ```
    SocketAddrs: SocketAddr = labeled((
        ("v4", convert(any::<SocketAddrV4>(), SocketAddr::V4, |address: &SocketAddr| match address {
            SocketAddr::V4(address) => Some(*address),
            SocketAddr::V6(_) => None,
        })),
        ("v6", convert(any::<SocketAddrV6>(), SocketAddr::V6, |address: &SocketAddr| match address {
            SocketAddr::V6(address) => Some(*address),
            SocketAddr::V4(_) => None,
        })),
    )), |address| match address {
        SocketAddr::V4(address) => source::call("::std::net::SocketAddr::V4", &[address]),
        SocketAddr::V6(address) => source::call("::std::net::SocketAddr::V6", &[address]),
    };

    /// The generator of `any::<RangeFull>()`.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<std::ops::RangeFull>().sample(1), ..);
    /// ```
    RangeFulls: RangeFull = exact(..), |_all| source::leaf("..");
}

#[inline]
fn duration_source(duration: Duration) -> String {
    format!("::std::time::Duration::new({}, {})", duration.as_secs(), duration.subsec_nanos())
}

/// The start of the year 1, and the end of the year 9999.
const FIRST_SECOND: i64 = -62_135_596_800;
const LAST_SECOND: i64 = 253_402_300_799;

#[inline]
fn since_epoch(seconds: i64, nanos: u32) -> SystemTime {
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let epoch = SystemTime::UNIX_EPOCH;
    let start = if seconds < 0 { epoch.checked_sub(whole) } else { epoch.checked_add(whole) };
    start.and_then(|start| start.checked_add(Duration::from_nanos(nanos.into()))).unwrap_or(epoch)
}

#[inline]
fn seconds_since_epoch(time: &SystemTime) -> Option<(i64, u32)> {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => Some((i64::try_from(after.as_secs()).ok()?, after.subsec_nanos())),
        Err(before) => {
            // Fractions count from the second before.
            let before = before.duration();
            let seconds = -i64::try_from(before.as_secs()).ok()?;
            match before.subsec_nanos() {
                0 => Some((seconds, 0)),
                nanos => Some((seconds.checked_sub(1)?, 1_000_000_000 - nanos)),
            }
        }
    }
}

/// The generator of `any::<PhantomData<T>>()`.
///
/// ```
/// use std::marker::PhantomData;
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(any::<PhantomData<String>>().sample(1), PhantomData);
/// ```
#[derive(Debug)]
pub struct Phantoms<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Clone for Phantoms<T> {
    fn clone(&self) -> Self {
        Phantoms(PhantomData)
    }
}

impl<T: ?Sized> Generator for Phantoms<T> {
    type Value = PhantomData<T>;

    fn run(&self, _: &mut Cx<'_>, _: Focus<'_, PhantomData<T>>) -> Result<PhantomData<T>, Rejected> {
        Ok(PhantomData)
    }
}

impl<T: ?Sized> Reflective for Phantoms<T> {}

impl<T: ?Sized> Arbitrary for PhantomData<T> {
    type Generator = Phantoms<T>;

    fn arbitrary() -> Phantoms<T> {
        Phantoms(PhantomData)
    }

    fn source(&self) -> Option<String> {
        source::leaf("::std::marker::PhantomData")
    }
}
