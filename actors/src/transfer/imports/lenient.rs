//! Lenient JSON for exports: a field that is missing or has another type counts as empty, because exports differ
//! between years and tools. Parts that are large and rarely needed stay raw text until they are parsed.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Text; a number is taken as it is written, any other type as empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub String);

/// True, or false for anything else.
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

/// Parses a nested part; empty if it has another shape.
pub fn nested<T: for<'a> Deserialize<'a> + Default>(raw: Option<&RawValue>) -> T {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// Parses a list, without the elements that have another shape.
pub fn list<T: for<'a> Deserialize<'a>>(raw: Option<&RawValue>) -> Vec<T> {
    let items: Vec<&RawValue> = raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
    items.into_iter().filter_map(|item| serde_json::from_str(item.get()).ok()).collect()
}
