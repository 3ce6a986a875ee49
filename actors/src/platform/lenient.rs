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

/// A number, also where it is written as text; none: it is anything else, or not finite.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Number(pub Option<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Text(text) = Text::deserialize(deserializer)?;
        Ok(Self(text.trim().parse().ok().filter(|number: &f64| number.is_finite())))
    }
}

/// The first `N` elements of a list, unparsed, and how many it has; none of anything else.
#[derive(Debug, Clone, Default)]
pub struct First<'a, const N: usize> {
    pub elements: Vec<&'a RawValue>,
    pub count: usize,
}

impl<'de: 'a, 'a, const N: usize> Deserialize<'de> for First<'a, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&'de RawValue>::deserialize(deserializer)?;
        Ok(first(raw))
    }
}

/// The first elements of a list; none of anything else.
fn first<const N: usize>(raw: &RawValue) -> First<'_, N> {
    struct Reading<'a, const N: usize>(First<'a, N>);
    impl<'de, const N: usize> Visitor<'de> for Reading<'de, N> {
        type Value = First<'de, N>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Self::Value, A::Error> {
            while self.0.elements.len() < N
                && let Some(element) = seq.next_element::<&'de RawValue>()?
            {
                self.0.elements.push(element);
            }
            self.0.count = self.0.elements.len();
            while self.0.count >= N && seq.next_element::<IgnoredAny>()?.is_some() {
                self.0.count += 1;
            }
            Ok(self.0)
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(raw.get());
    deserializer.deserialize_seq(Reading(First::default())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_to_its_bound_and_counted_to_its_end() {
        let read = |json| serde_json::from_str::<First<'_, 2>>(json).unwrap();
        let texts = |json| read(json).elements.iter().map(|one| one.get().to_owned()).collect::<Vec<_>>();
        assert_eq!(texts("[]"), [""; 0]);
        assert_eq!(texts(r#"[{"a": 1}]"#), [r#"{"a": 1}"#]);
        assert_eq!(texts("[1, [2, 3], 4, 5]"), ["1", "[2, 3]"]);
        let counts = ["[]", "[1]", "[1, 2]", "[1, 2, 3, 4]", "7", "{}", "null"].map(|json| read(json).count);
        assert_eq!(counts, [0, 1, 2, 4, 0, 0, 0]);
    }

    #[test]
    fn numbers_are_taken_from_texts_and_from_nothing_else() {
        let read = |json| serde_json::from_str::<Number>(json).unwrap().0;
        assert_eq!([read("2.5"), read("\" 3 \""), read("65536")], [Some(2.5), Some(3.0), Some(65_536.0)]);
        assert_eq!(["null", "[]", "{}", "true", "\"NaN\"", "\"top\""].map(read), [None; 6]);
    }
}
