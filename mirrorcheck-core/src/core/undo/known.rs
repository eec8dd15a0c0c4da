//! The parts of types in the standard library.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::Parts;

macro_rules! parts {
    ($($T:ty => $Parts:ty: |$value:ident| $parts:expr;)*) => { $(
        impl Parts for $T {
            type Parts = $Parts;

            fn parts(&self) -> Option<$Parts> {
                let $value = self;
                $parts
            }
        }
    )* };
}
parts! {
    Duration => (u64, u32): |duration| Some((duration.as_secs(), duration.subsec_nanos()));
    Ipv4Addr => (u8, u8, u8, u8): |ip| Some(ip.octets().into());
    Ipv6Addr => (u16, u16, u16, u16, u16, u16, u16, u16): |ip| Some(ip.segments().into());
    SocketAddr => (IpAddr, u16): |address| Some((address.ip(), address.port()));
    SocketAddrV4 => (Ipv4Addr, u16): |address| Some((*address.ip(), address.port()));
    SocketAddrV6 => (Ipv6Addr, u16, u32, u32):
        |address| Some((*address.ip(), address.port(), address.flowinfo(), address.scope_id()));
    PathBuf => (String,): |path| path.to_str().map(|path| (path.to_owned(),));
    OsString => (String,): |text| text.to_str().map(|text| (text.to_owned(),));
}

impl<T: Clone> Parts for RangeInclusive<T> {
    type Parts = (T, T);

    fn parts(&self) -> Option<(T, T)> {
        Some((self.start().clone(), self.end().clone()))
    }
}
