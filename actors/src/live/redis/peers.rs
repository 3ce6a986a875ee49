//! Tracks the other nodes by their messages: which are alive, and whether a message was missed.
//!
//! Pure: moments are milliseconds of a monotonic clock.

use std::collections::{HashMap, HashSet};

use crate::live::bus::Topic;

/// A node that has been silent for this long counts as gone (ms): its people are no longer shown as present, and events
/// that it may have written without announcing are looked up in the store. It sends a heartbeat every second.
pub const SILENT: i64 = 15_000;

struct Peer {
    boot: u32,
    heard: i64,
}

struct Last {
    boot: u32,
    seq: u64,
    heard: i64,
}

#[derive(Default)]
pub struct Peers {
    peers: HashMap<u8, Peer>,
    last: HashMap<(u8, Topic), Last>,
}

/// What the header of a message reveals.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Noticed {
    /// Another process has taken over the node's number; the old one was last heard at this moment.
    pub replaced: Option<i64>,
    /// A message on this topic was missed; nothing was missing until this moment.
    pub gap: Option<i64>,
}

impl Peers {
    /// A message of another node has arrived.
    pub fn received(&mut self, node: u8, boot: u32, topic: Topic, seq: u64, now: i64) -> Noticed {
        let mut noticed = Noticed::default();
        match self.peers.insert(node, Peer { boot, heard: now }) {
            Some(old) if old.boot != boot => {
                noticed.replaced = Some(old.heard);
                self.last.retain(|(of, _), _| *of != node);
            }
            _ => {}
        }
        if let Some(last) = self.last.insert((node, topic), Last { boot, seq, heard: now })
            && last.boot == boot
            && seq != last.seq + 1
        {
            noticed.gap = Some(last.heard);
        }
        noticed
    }

    /// Nodes that have fallen silent, with the moment each was last heard. They are removed.
    pub fn silent(&mut self, now: i64) -> Vec<(u8, i64)> {
        let gone: Vec<(u8, i64)> = self
            .peers
            .extract_if(|_, peer| now - peer.heard > SILENT)
            .map(|(node, peer)| (node, peer.heard))
            .collect();
        self.last.retain(|(node, _), _| !gone.iter().any(|(other, _)| other == node));
        gone
    }

    /// A node ends in order.
    pub fn bye(&mut self, node: u8) {
        self.peers.remove(&node);
        self.last.retain(|(of, _), _| *of != node);
    }

    /// These topics are no longer followed: gaps in them do not count.
    pub fn forget(&mut self, topics: &HashSet<Topic>) {
        self.last.retain(|(_, topic), _| !topics.contains(topic));
    }

    /// This node's connection was cut: sequence numbers start anew.
    pub fn begin_anew(&mut self) {
        self.last.clear();
    }

    /// The number of other nodes that are heard.
    pub fn count(&self) -> usize {
        self.peers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::bus::Name;

    const W: Topic = Topic::Scope(Name::new("w"), 1);

    #[test]
    fn a_number_that_is_left_out_is_a_gap() {
        let mut peers = Peers::default();
        // The first number seen is no gap.
        for (seq, now, gap) in
            [(41, 10, None), (42, 20, None), (44, 30, Some(20)), (45, 40, None), (1, 50, Some(40))]
        {
            assert_eq!(peers.received(3, 9, W, seq, now), Noticed { replaced: None, gap }, "{seq}");
        }
        // Numbers are counted per topic and node.
        assert_eq!(peers.received(3, 9, Topic::All, 7, 60), Noticed::default());
        assert_eq!(peers.received(4, 9, W, 7, 60), Noticed::default());
        assert_eq!(peers.count(), 2);
    }

    #[test]
    fn a_new_process_with_an_old_number_begins_anew() {
        let mut peers = Peers::default();
        peers.received(3, 9, W, 5, 100);
        assert_eq!(peers.received(3, 10, Topic::All, 1, 200), Noticed { replaced: Some(100), gap: None });
        assert_eq!(peers.received(3, 10, W, 90, 300), Noticed::default());
    }

    #[test]
    fn silent_node_is_reported_once_and_may_return() {
        let mut peers = Peers::default();
        peers.received(3, 9, W, 5, 0);
        peers.received(4, 9, W, 5, 10_000);
        assert_eq!(peers.silent(SILENT), vec![]);
        assert_eq!(peers.silent(SILENT + 1), vec![(3, 0)]);
        assert_eq!(peers.silent(SILENT + 2), vec![]);
        assert_eq!(peers.received(3, 9, W, 9, 20_000), Noticed::default());
        peers.bye(4);
        assert_eq!(peers.silent(1_000_000), vec![(3, 20_000)]);
    }

    #[test]
    fn unsubscribed_topics_have_no_gaps() {
        let mut peers = Peers::default();
        peers.received(3, 9, W, 5, 0);
        peers.forget(&HashSet::from([W]));
        assert_eq!(peers.received(3, 9, W, 50, 1), Noticed::default());
        peers.begin_anew();
        assert_eq!(peers.received(3, 9, W, 99, 2), Noticed::default());
    }
}
