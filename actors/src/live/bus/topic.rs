//! Topics of the bus.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use storage::ids::UserId;

/// Where an announcement goes: a node follows the topics that it has subscribers for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Followed by every node.
    All,
    Person(UserId),
    /// Rooms that are followed together, by a name that the area chooses and an id.
    Scope(Name, i64),
}

/// A short name: 1–15 letters and hyphens. Not `p`, which stands for a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name([u8; 15], u8);

impl Name {
    /// An invalid name fails to compile if this is evaluated in a constant.
    ///
    /// # Panics
    /// If the name is invalid.
    pub const fn new(text: &str) -> Self {
        match Self::checked(text) {
            Some(name) => name,
            None => panic!("no name of a topic"),
        }
    }

    const fn checked(text: &str) -> Option<Self> {
        let (from, mut to, mut at) = (text.as_bytes(), [0; 15], 0);
        if from.is_empty() || from.len() > to.len() || (from.len() == 1 && from[0] == b'p') {
            return None;
        }
        while at < from.len() {
            if !from[at].is_ascii_lowercase() && from[at] != b'-' {
                return None;
            }
            to[at] = from[at];
            at += 1;
        }
        Some(Self(to, at as u8))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0[..usize::from(self.1)]).unwrap_or_default()
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Person(id) => write!(f, "p:{id}"),
            Self::Scope(name, id) => write!(f, "{}:{id}", name.as_str()),
        }
    }
}

/// The text is not a topic.
#[derive(Debug, PartialEq, Eq)]
pub struct NoTopic;

impl fmt::Display for NoTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no topic")
    }
}

impl FromStr for Topic {
    type Err = NoTopic;

    fn from_str(text: &str) -> Result<Self, NoTopic> {
        if text == "all" {
            return Ok(Self::All);
        }
        let (name, id) = text.split_once(':').ok_or(NoTopic)?;
        let id = id.parse().map_err(|_| NoTopic)?;
        match name {
            "p" => Ok(Self::Person(UserId(id))),
            _ => Ok(Self::Scope(Name::checked(name).ok_or(NoTopic)?, id)),
        }
    }
}

impl Serialize for Topic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Topic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_has_one_spelling() {
        for topic in [Topic::All, Topic::Person(UserId(8)), Topic::Scope(Name::new("board"), 7)] {
            assert_eq!(topic.to_string().parse(), Ok(topic));
        }
        for text in ["", "w", "w:", "w:x", ":1", "a b:1", "averylongnamethatis:1"] {
            assert_eq!(text.parse::<Topic>(), Err(NoTopic), "{text}");
        }
    }
}
