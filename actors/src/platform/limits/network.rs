//! IP addresses as rate limits count them, and networks as an operator writes them.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// Prefix length of an IPv6 network that one customer has; they choose the rest.
const SITE: u32 = 64;

/// The counted form of an address: an IPv4 address, or the /64 of an IPv6 one. Anything else unchanged.
pub fn counted(address: &str) -> String {
    match address.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V6(ip)) => {
            let site = u128::from(ip) & (u128::MAX << (128 - SITE));
            format!("{}/{SITE}", Ipv6Addr::from(site))
        }
        Ok(ip) => ip.to_string(),
        Err(_) => address.to_owned(),
    }
}

/// A network: `10.0.0.0/8`, `2001:db8::/32`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

fn bits_of(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(ip) => (u128::from(u32::from(ip)) << 96, 32),
        IpAddr::V6(ip) => (u128::from(ip), 128),
    }
}

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        let ((mine, length), (theirs, other)) = (bits_of(self.address), bits_of(address.to_canonical()));
        let mask = if self.bits == 0 { 0 } else { u128::MAX << (128 - self.bits) };
        length == other && (mine ^ theirs) & mask == 0
    }
}

impl FromStr for Network {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "a network is an address, or one with its bits, such as 10.0.0.0/8";
        let (address, bits) = text.trim().split_once('/').map_or((text.trim(), None), |(a, b)| (a, Some(b)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong)?.to_canonical();
        let (_, length) = bits_of(address);
        let bits = match bits {
            None => length,
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= length).ok_or(wrong)?,
        };
        Ok(Self { address, bits })
    }
}

/// The client's address, given the hops that proxies reported (`forwarded`, nearest last): the last hop that is not
/// `trusted`. Only reports of trusted proxies are believed.
pub fn caller(peer: IpAddr, forwarded: &[&str], trusted: &[Network]) -> IpAddr {
    let is_trusted = |ip: IpAddr| trusted.iter().any(|network| network.contains(ip));
    let mut caller = peer.to_canonical();
    for hop in forwarded.iter().rev() {
        if !is_trusted(caller) {
            break;
        }
        // An invalid address ends the walk: earlier hops cannot be believed.
        let Ok(ip) = hop.trim().parse::<IpAddr>() else { break };
        caller = ip.to_canonical();
    }
    caller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_customer_is_one_address() {
        assert_eq!(counted("192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(counted("2001:db8:1:2:ffff::1"), counted("2001:db8:1:2::"));
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
        assert_eq!(counted("unknown"), "unknown");
    }

    #[test]
    fn networks() {
        let cases = [
            ("10.0.0.0/8", "10.200.1.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "10.0.0.1", false),
            ("0.0.0.0/0", "203.0.113.1", true),
            ("0.0.0.0/0", "2001:db8::1", false),
        ];
        for (network, address, expected) in cases {
            let network: Network = network.parse().unwrap();
            assert_eq!(network.contains(address.parse().unwrap()), expected, "{network:?} {address}");
        }
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "x"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_hop_that_is_no_proxy_of_ours() {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "2001:db8::/32".parse().unwrap()];
        // The peer, the header's hops, and the client.
        let cases: [(&str, &[&str], &str); 7] = [
            ("203.0.113.1", &["192.0.2.1"], "203.0.113.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.66", "192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.66", "192.0.2.1", "10.0.0.2"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.66", "rubbish", "10.0.0.2"], "10.0.0.2"),
            ("::ffff:10.0.0.1", &["192.0.2.1", "2001:db8::7"], "192.0.2.1"),
        ];
        for (peer, hops, expected) in cases {
            assert_eq!(
                caller(peer.parse().unwrap(), hops, &trusted).to_string(),
                expected,
                "{peer} {hops:?}"
            );
        }
        assert_eq!(caller("10.0.0.1".parse().unwrap(), &["192.0.2.1"], &[]).to_string(), "10.0.0.1");
    }
}
