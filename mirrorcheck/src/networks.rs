//! Generators of IP networks, written with `#[generator]` as you would write your own.

use std::net::Ipv4Addr;

use crate::prelude::*;

/// IPv4 networks: an address and the length of its prefix, with only zeros behind the prefix.
///
/// Both drawn values appear in the result, so the same function runs backward. It recognizes networks, shrinks them, and
/// says why something is not one.
///
/// ```
/// use std::net::Ipv4Addr;
/// use mirrorcheck::networks::ipv4_network;
/// use mirrorcheck::prelude::*;
///
/// // Forward.
/// let (address, length) = ipv4_network().sample(1);
/// println!("{address}/{length}");
///
/// // Backward.
/// let private = (Ipv4Addr::new(10, 0, 0, 0), 8);
/// let choices = ipv4_network().reflect(&private).next().unwrap();
/// assert_eq!(choices.to_string(), "(8 10)");
/// assert_eq!(ipv4_network().replay(&choices), Ok(private));
///
/// // This address has a bit set behind its prefix, and that prefix is too long.
/// assert!(!ipv4_network().contains(&(Ipv4Addr::new(10, 1, 0, 0), 8)));
/// let too_long = ipv4_network().why_not(&(Ipv4Addr::LOCALHOST, 33)).unwrap();
/// assert_eq!(too_long.to_string(), "33 is not in 0..=32");
/// ```
#[generator]
pub fn ipv4_network() -> (Ipv4Addr, u8) {
    let length = draw(0..=32);
    // Backward, `convert` checks that the number makes the same address again. One with bits behind the prefix fails.
    let address = draw((0..1u64 << length).convert(
        move |prefix| Ipv4Addr::from_bits((prefix << (32 - length)) as u32),
        move |address| Some(u64::from(address.to_bits()) >> (32 - length)),
    ));
    (address, length)
}
