//! The JSON of an export, read leniently: a field that is missing or of another type counts as empty, because exports
//! of many years and tools differ. What is large and seldom needed stays as text until it is.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Text; a number is taken as it is written, anything else as empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub String);

/// True, or anything else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flag(pub bool);

macro_rules! drained {
    ($default:expr) => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($default)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
            Ok($default)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok($default)
        }
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("anything")
        }
    };
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lenient;
        impl<'de> Visitor<'de> for Lenient {
            type Value = Text;
            drained!(Text::default());
            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
            fn visit_string<E>(self, text: String) -> Result<Text, E> {
                Ok(Text(text))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_bool<E>(self, _: bool) -> Result<Text, E> {
                Ok(Text::default())
            }
        }
        deserializer.deserialize_any(Lenient)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lenient;
        impl<'de> Visitor<'de> for Lenient {
            type Value = Flag;
            drained!(Flag::default());
            fn visit_bool<E>(self, is: bool) -> Result<Flag, E> {
                Ok(Flag(is))
            }
            fn visit_str<E>(self, _: &str) -> Result<Flag, E> {
                Ok(Flag::default())
            }
            fn visit_i64<E>(self, _: i64) -> Result<Flag, E> {
                Ok(Flag::default())
            }
            fn visit_u64<E>(self, _: u64) -> Result<Flag, E> {
                Ok(Flag::default())
            }
            fn visit_f64<E>(self, _: f64) -> Result<Flag, E> {
                Ok(Flag::default())
            }
        }
        deserializer.deserialize_any(Lenient)
    }
}

/// Reads a part that is nested; empty where it is not what it should be.
pub fn nested<T: for<'a> Deserialize<'a> + Default>(raw: Option<&RawValue>) -> T {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// The parts of a list that are what they should be.
pub fn list<T: for<'a> Deserialize<'a>>(raw: Option<&RawValue>) -> Vec<T> {
    let items: Vec<&RawValue> = raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
    items.into_iter().filter_map(|item| serde_json::from_str(item.get()).ok()).collect()
}

/// An entry of `users.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct User<'a> {
    pub id: Text,
    pub name: Text,
    pub real_name: Text,
    pub deleted: Flag,
    pub is_bot: Flag,
    /// A guest of some channels.
    pub is_restricted: Flag,
    /// A guest of one channel.
    pub is_ultra_restricted: Flag,
    /// Of another workspace, by a shared channel.
    pub is_stranger: Flag,
    #[serde(borrow)]
    pub profile: Option<&'a RawValue>,
}

/// The profile of a user, or of a message's author.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Profile {
    pub email: Text,
    pub real_name: Text,
    pub display_name: Text,
    pub first_name: Text,
    pub last_name: Text,
    /// Of a bot's profile.
    pub name: Text,
    /// Under which a program's messages name it.
    pub bot_id: Text,
}

/// An entry of `channels.json` or `groups.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Channel<'a> {
    pub id: Text,
    pub name: Text,
    /// Seconds since 1970.
    pub created: Text,
    pub creator: Text,
    pub is_archived: Flag,
    pub is_general: Flag,
    #[serde(borrow)]
    pub members: Option<&'a RawValue>,
    #[serde(borrow)]
    pub topic: Option<&'a RawValue>,
    #[serde(borrow)]
    pub purpose: Option<&'a RawValue>,
}

/// A channel's topic or purpose.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Said {
    pub value: Text,
}

/// A message of a day.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Message<'a> {
    pub r#type: Text,
    pub subtype: Text,
    pub user: Text,
    pub bot_id: Text,
    pub username: Text,
    /// What a program posts under, in place of its picture.
    pub icon_emoji: Text,
    pub text: Text,
    pub ts: Text,
    pub thread_ts: Text,
    pub reply_count: Text,
    /// Where it is pinned.
    #[serde(borrow)]
    pub pinned_to: Option<&'a RawValue>,
    #[serde(borrow)]
    pub user_profile: Option<&'a RawValue>,
    #[serde(borrow)]
    pub bot_profile: Option<&'a RawValue>,
    #[serde(borrow)]
    pub edited: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reactions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub files: Option<&'a RawValue>,
    /// Before there could be several.
    #[serde(borrow)]
    pub file: Option<&'a RawValue>,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub blocks: Option<&'a RawValue>,
}

/// The moment of a message alone.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Moment {
    pub ts: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub name: Text,
    pub users: Vec<Text>,
    pub count: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct File {
    pub name: Text,
    pub title: Text,
    /// Without a secret in it, unlike the address it is downloaded by.
    pub permalink: Text,
    pub url_private: Text,
}

/// What hangs below a message: a link's preview, or what a program says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Attachment {
    pub pretext: Text,
    pub title: Text,
    pub text: Text,
    pub fallback: Text,
    pub title_link: Text,
    /// Set where it is the preview of a link of the message.
    pub from_url: Text,
    pub original_url: Text,
}
