//! The messages between nodes: JSON, so that nodes of different versions understand each other and an operator can read
//! them with `redis-cli`.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::live::bus::{Announcement, Topic};

/// With more lost topics than this, everything counts as lost.
const NAMED: usize = 2_000;

/// A message to be sent.
#[derive(Serialize)]
pub struct Envelope<'a> {
    pub node: u8,
    /// Distinguishes a process from an earlier one with the same node number.
    pub boot: u32,
    /// Increases by one with each message of a process on a topic.
    pub seq: u64,
    /// When it was sent, epoch microseconds.
    pub at: i64,
    pub say: &'a Saying,
}

/// A received message whose content is not parsed yet: it may be of another version.
#[derive(Deserialize)]
pub struct Received<'a> {
    pub node: u8,
    pub boot: u32,
    pub seq: u64,
    pub at: i64,
    #[serde(borrow)]
    pub say: &'a RawValue,
}

#[derive(Serialize, Deserialize)]
pub enum Saying {
    Announce(Announcement),
    /// Heartbeat, every second, to all nodes.
    Beat(Beat),
    /// This process ends in order; nothing it announced is missing.
    Bye,
}

#[derive(Default, Serialize, Deserialize)]
pub struct Beat {
    /// What this process could not publish.
    #[serde(default, skip_serializing_if = "Lost::is_empty")]
    pub lost: Lost,
    /// Outages known to this process (epoch milliseconds).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outages: Vec<(i64, i64)>,
}

/// Announcements that could not be sent, by topic.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// There are too many topics to list.
    #[serde(default)]
    pub all: bool,
    #[serde(default)]
    pub topics: HashSet<Topic>,
    /// Time of the first loss, epoch milliseconds.
    pub since: i64,
}

impl Lost {
    pub fn is_empty(&self) -> bool {
        !self.all && self.topics.is_empty()
    }

    pub fn add(&mut self, topic: Topic, at: i64) {
        if self.is_empty() {
            self.since = at;
        }
        self.since = self.since.min(at);
        if !self.all {
            self.topics.insert(topic);
            self.bound();
        }
    }

    /// Puts losses back that could not be reported.
    pub fn put_back(&mut self, other: Self) {
        if other.is_empty() {
            return;
        }
        self.since = if self.is_empty() { other.since } else { self.since.min(other.since) };
        self.all |= other.all;
        self.topics.extend(other.topics);
        self.bound();
    }

    fn bound(&mut self) {
        self.all |= self.topics.len() > NAMED;
        if self.all {
            self.topics = HashSet::new();
        }
    }
}

/// The Redis channel of a topic.
pub fn channel_name(prefix: &str, topic: Topic) -> String {
    format!("{prefix}:{topic}")
}

/// The topic of a Redis channel.
pub fn topic_of(prefix: &str, channel: &str) -> Option<Topic> {
    channel.strip_prefix(prefix)?.strip_prefix(':')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use storage::ids::UserId;

    use super::*;
    use crate::live::bus::Name;

    #[test]
    fn a_topic_and_its_channel() {
        for topic in [Topic::All, Topic::Scope(Name::new("w"), 7), Topic::Person(UserId(8))] {
            assert_eq!(topic_of("k:1", &channel_name("k:1", topic)), Some(topic));
        }
        assert_eq!(topic_of("k:1", "k:2:all"), None);
        assert_eq!(topic_of("k:1", "k:1:w:x"), None);
    }

    #[test]
    fn a_message_of_a_newer_version_is_read_as_far_as_it_goes() {
        let text = r#"{"node":3,"boot":9,"seq":5,"at":1,"more":true,"say":{"Sing":{"song":1}}}"#;
        let received: Received = serde_json::from_str(text).unwrap();
        assert_eq!((received.node, received.boot, received.seq), (3, 9, 5));
        assert!(serde_json::from_str::<Saying>(received.say.get()).is_err());
        let beat: Saying = serde_json::from_str(r#"{"Beat":{"mood":"good"}}"#).unwrap();
        assert!(matches!(beat, Saying::Beat(beat) if beat.lost.is_empty()));
    }

    #[test]
    fn announcements_come_through_unchanged() {
        let said = Saying::Announce(Announcement::Changed { kind: "person".into(), id: 5 });
        let text = serde_json::to_string(&Envelope { node: 1, boot: 2, seq: 3, at: 4, say: &said }).unwrap();
        let received: Received = serde_json::from_str(&text).unwrap();
        let Ok(Saying::Announce(Announcement::Changed { kind, id })) =
            serde_json::from_str(received.say.get())
        else {
            panic!("{text}")
        };
        assert_eq!((&*kind, id), ("person", 5));
    }

    #[test]
    fn lost_topics_are_listed_up_to_a_bound() {
        let mut lost = Lost::default();
        lost.add(Topic::Person(UserId(1)), 50);
        lost.add(Topic::Person(UserId(1)), 40);
        assert_eq!((lost.topics.len(), lost.since, lost.all), (1, 40, false));
        let mut other = Lost::default();
        (0..=NAMED as i64).for_each(|n| other.add(Topic::Person(UserId(n)), 45));
        assert!(other.all && other.topics.is_empty());
        lost.put_back(other);
        assert!(lost.all && lost.topics.is_empty());
        assert_eq!(lost.since, 40);
        let text = serde_json::to_string(&lost).unwrap();
        assert_eq!(serde_json::from_str::<Lost>(&text).unwrap(), lost);
    }
}
