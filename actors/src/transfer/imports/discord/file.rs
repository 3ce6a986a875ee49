//! One file of an export, parsed as a stream: a server's channel may be larger than memory.

use std::fmt;
use std::io::BufRead;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::shapes::{Channel, Guild};

/// The fields of a file before its messages.
#[derive(Debug, Clone, Default)]
pub struct Header {
    pub guild: Guild,
    pub channel: Channel,
}

/// Receives the contents of a file.
pub trait Takes {
    /// False: skip the messages.
    fn header(&mut self, header: &Header) -> bool;
    /// False: stop reading.
    fn message(&mut self, raw: &RawValue) -> bool;
}

/// Why a file was not read to its end.
#[derive(Debug)]
pub enum Ended {
    /// The receiver stopped.
    Wanted,
    /// There is no channel before the messages.
    NoChannel,
    Broken(serde_json::Error),
}

struct Whole<'a, T> {
    takes: &'a mut T,
    header: Option<Header>,
    stopped: bool,
}

struct Messages<'a, T>(&'a mut T, &'a mut bool);

/// Parses a file. Blocks.
pub fn read<T: Takes>(reader: impl BufRead, takes: &mut T) -> Result<(), Ended> {
    let mut whole = Whole { takes, header: None, stopped: false };
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    let done = deserializer.deserialize_map(&mut whole);
    match done {
        _ if whole.stopped => Err(Ended::Wanted),
        Ok(true) => Ok(()),
        Ok(false) => Err(Ended::NoChannel),
        Err(error) => Err(Ended::Broken(error)),
    }
}

impl<'de, T: Takes> Visitor<'de> for &mut Whole<'_, T> {
    /// Whether there were messages of a channel.
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut header = Header::default();
        let mut had = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "guild" => header.guild = map.next_value()?,
                "channel" => header.channel = map.next_value()?,
                "messages" if !header.channel.id.0.is_empty() => {
                    self.header = Some(header.clone());
                    if !self.takes.header(&header) {
                        self.stopped = true;
                        return Err(A::Error::custom("not wanted"));
                    }
                    map.next_value_seed(Messages(self.takes, &mut self.stopped))?;
                    had = true;
                }
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(had)
    }
}

impl<'de, T: Takes> DeserializeSeed<'de> for Messages<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Takes> Visitor<'de> for Messages<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(raw) = seq.next_element::<Box<RawValue>>()? {
            if !self.0.message(&raw) {
                *self.1 = true;
                return Err(A::Error::custom("not wanted"));
            }
        }
        Ok(())
    }
}
