use std::net::Ipv4Addr;

use mirrorcheck::networks::ipv4_network;
use mirrorcheck::prelude::*;

laws! {
    ipv4_networks: ipv4_network();
}

/// Exactly the addresses without bits behind the prefix are networks.
#[test]
fn a_network_has_no_bits_behind_its_prefix() {
    // Few bits, so that many candidates are networks.
    let address = (0..=15u32).convert(|bits| Ipv4Addr::from_bits(bits << 28), |address| Some(address.to_bits() >> 28));
    crate::laws::check_range(ipv4_network(), (address, 0..=40), |(address, length)| {
        *length <= 32 && address.to_bits().checked_shl(u32::from(*length)).unwrap_or(0) == 0
    });
}

/// What is fixed stays, and the rest is filled in.
#[test]
fn a_network_of_a_given_length_is_completed() {
    for seed in 0..20 {
        let (address, length) = ipv4_network().complete(&sketch!((_, 8)), seed).unwrap();
        assert_eq!((address.to_bits() << 8, length), (0, 8));
    }
}

#[test]
fn networks_shrink_to_short_prefixes_of_small_addresses() {
    let reported = (Ipv4Addr::new(192, 168, 0, 0), 16);
    let shrunk = ipv4_network().shrink(reported, |(address, length)| *length >= 9 && address.octets()[0] > 5);
    assert_eq!(shrunk.value, (Ipv4Addr::new(6, 0, 0, 0), 9));
    assert!(shrunk.is_minimal && shrunk.executions <= 40, "{shrunk:?}");
}
