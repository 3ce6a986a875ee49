//! Which addresses may be called on behalf of people: none in the operator's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use super::hosts::{ADDRESS_MAX, Hosts};

/// IPv4 networks that are not public (IANA's special-purpose registry): address and prefix length.
const INSIDE_4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Parts of 2000::/3 that are not public: protocol assignments with Teredo, documentation, 6to4.
const INSIDE_6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// The prefix for IPv4 addresses behind NAT64: 64:ff9b::/96.
const TRANSLATED: u128 = 0x0064_ff9b << 96;

/// Whether an address is public. One that embeds an IPv4 address (mapped, translated) is judged by that.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !INSIDE_4.iter().any(|(net, bits)| {
            let off = 32 - bits;
            ip.to_bits() >> off == net.to_bits() >> off
        }),
        IpAddr::V6(ip) => is_public_6(ip),
    }
}

fn is_public_6(ip: Ipv6Addr) -> bool {
    if let Some(mapped) = ip.to_ipv4_mapped() {
        return is_public(mapped.into());
    }
    if ip.to_bits() >> 32 == TRANSLATED >> 32 {
        let [.., a, b, c, d] = ip.octets();
        return is_public(Ipv4Addr::new(a, b, c, d).into());
    }
    let is_inside = INSIDE_6.iter().any(|(net, bits)| {
        let off = 128 - bits;
        ip.to_bits() >> off == net.to_bits() >> off
    });
    ip.octets()[0] >> 5 == 1 && !is_inside
}

/// An address that may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub url: Url,
    /// The operator has named it: it may be internal.
    pub is_own: bool,
}

/// Parses an address. None: it is invalid, contains a user name, or is an internal address that the operator has not
/// named; host names are judged when they are resolved. `secure`: https only, except for the operator's own.
pub fn target(text: &str, own: &Hosts, secure: bool) -> Option<Target> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= ADDRESS_MAX)?;
    let is_web = url.scheme() == "https" || url.scheme() == "http";
    if !is_web || !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let is_own = own.holds(&url.origin().ascii_serialization());
    let may = match url.host()? {
        Host::Ipv4(ip) => is_public(ip.into()),
        Host::Ipv6(ip) => is_public(ip.into()),
        Host::Domain(name) => name.contains('.'),
    };
    let is_safe = !secure || url.scheme() == "https";
    (is_own || may && is_safe).then_some(Target { url, is_own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_addresses_are_not_public() {
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.19.255.255",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
    }

    #[test]
    fn the_rest_is() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2001:200::1",
            "2606:4700:4700::1111",
            "2a00:1450:400f:80d::200e",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    fn hosts(texts: &[&str]) -> Hosts {
        Hosts::read(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn an_address_inside_is_refused_however_it_is_written() {
        let none = Hosts::default();
        for wrong in [
            "",
            "example.se",
            "ftp://example.se/",
            "file:///etc/passwd",
            "https://anna:hemligt@example.se/",
            "https://anna@example.se/",
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[fe80::1]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://localhost:9200/",
            "http://redis/",
        ] {
            assert_eq!(target(wrong, &none, false), None, "{wrong}");
        }
        let long = format!("https://example.se/{}", "a".repeat(ADDRESS_MAX));
        assert_eq!(target(&long, &none, false), None);
        assert!(target("https://example.se/kalender.ics?a=1", &none, true).is_some_and(|to| !to.is_own));
        assert!(target("http://example.se/", &none, false).is_some());
        assert_eq!(target("http://example.se/", &none, true), None, "nothing secret goes in the open");
    }

    #[test]
    fn the_operator_names_what_may_be_called_inside() {
        let own = hosts(&["http://127.0.0.1:8090", "hooks.skolan.internal"]);
        assert!(target("http://127.0.0.1:8090/a", &own, true).is_some_and(|to| to.is_own));
        assert!(target("https://hooks.skolan.internal/a", &own, true).is_some_and(|to| to.is_own));
        assert_eq!(target("http://127.0.0.1:8091/a", &own, true), None, "another port is another machine");
    }
}
