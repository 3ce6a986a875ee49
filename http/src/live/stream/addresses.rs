//! Bounds connections per address: an IPv4 address, or the /64 of an IPv6 one. Trusted proxies stand for many clients
//! and are not counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use actors::platform::limits::network::{Network, counted};

/// Open connections by address, over all workers.
pub struct Addresses {
    /// Most per address; none: unlimited.
    most: Option<usize>,
    trusted: Vec<Network>,
    open: Mutex<HashMap<String, usize>>,
}

impl Addresses {
    pub fn new(most: Option<usize>, trusted: Vec<Network>) -> Arc<Self> {
        Arc::new(Self { most, trusted, open: Mutex::default() })
    }

    /// A slot for a connection; none if its address has its maximum.
    pub fn enter(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let Some(most) = self.most else { return Some(Place(None)) };
        if self.trusted.iter().any(|network| network.contains(peer)) {
            return Some(Place(None));
        }
        let address = counted(&peer.to_string());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let here = open.entry(address.clone()).or_default();
        if *here >= most {
            return None;
        }
        *here += 1;
        Some(Place(Some((Arc::clone(self), address))))
    }

    fn leave(&self, address: &str) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(here) = open.get_mut(address) else { return };
        *here -= 1;
        if *here == 0 {
            open.remove(address);
        }
    }
}

/// Released when dropped; the default is not counted.
#[derive(Default)]
pub struct Place(Option<(Arc<Addresses>, String)>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((addresses, address)) = &self.0 {
            addresses.leave(address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_of_an_address_are_bounded() {
        let addresses = Addresses::new(Some(2), Vec::new());
        let first = addresses.enter(ip("192.0.2.1"));
        let _second = addresses.enter(ip("::ffff:192.0.2.1")).unwrap();
        assert!(addresses.enter(ip("192.0.2.1")).is_none());
        let _other = addresses.enter(ip("192.0.2.2")).unwrap();
        drop(first);
        assert!(addresses.enter(ip("192.0.2.1")).is_some());
    }

    #[test]
    fn an_ipv6_site_is_one_address() {
        let addresses = Addresses::new(Some(1), Vec::new());
        let _one = addresses.enter(ip("2001:db8:1:2::1")).unwrap();
        assert!(addresses.enter(ip("2001:db8:1:2:ffff::9")).is_none());
        assert!(addresses.enter(ip("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn proxies_and_load_tests_are_not_counted() {
        let addresses = Addresses::new(Some(1), vec!["10.0.0.0/8".parse().unwrap()]);
        let all: Vec<_> = (0..5).map(|_| addresses.enter(ip("10.1.2.3"))).collect();
        assert!(all.iter().all(Option::is_some));
        let addresses = Addresses::new(None, Vec::new());
        let all: Vec<_> = (0..5).map(|_| addresses.enter(ip("192.0.2.1"))).collect();
        assert!(all.iter().all(Option::is_some));
    }

    #[test]
    fn an_address_without_connections_is_forgotten() {
        let addresses = Addresses::new(Some(9), Vec::new());
        drop([addresses.enter(ip("192.0.2.1")), addresses.enter(ip("192.0.2.1"))]);
        assert!(addresses.open.lock().unwrap().is_empty());
    }
}
