//! Event bodies: JSON that is serialized once for all recipients.

use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The form in which a subscriber wants events; default: every event with all its fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Form {
    /// Bodies without empty fields; see [`crate::live::room::Room::lean`]. Otherwise with every field that the
    /// specification names.
    pub lean: bool,
    /// As a digest, where the destination has one; see `chat/live/workspace/digest.rs`.
    pub digest: bool,
}

/// Removes the empty fields from a full body. None: there are none.
pub type Lean = fn(&str) -> Option<String>;

/// A serialized JSON text. Clones share it, and it is embedded in another JSON text as it is, so no node serializes it
/// twice.
#[derive(Debug, Clone)]
pub struct Body(Arc<Written>);

#[derive(Debug)]
struct Written {
    full: Box<RawValue>,
    /// The lean form, made when first needed; none: the same as the full one.
    lean: OnceLock<Option<String>>,
}

impl From<Box<RawValue>> for Body {
    fn from(full: Box<RawValue>) -> Self {
        Self(Arc::new(Written { full, lean: OnceLock::new() }))
    }
}

impl Body {
    /// Serializes `value`. A type that cannot be JSON is logged and becomes null, so that nothing between a commit and
    /// its announcement can fail.
    pub fn of(value: &impl Serialize) -> Self {
        let written = to_raw_value(value).unwrap_or_else(|error| {
            tracing::error!(%error, "an event cannot be written");
            RawValue::NULL.to_owned()
        });
        written.into()
    }

    pub fn as_str(&self) -> &str {
        self.0.full.get()
    }

    /// The body in that form; `lean` makes the lean form of bodies of this kind.
    pub fn in_form(&self, form: Form, lean: Lean) -> &str {
        if !form.lean {
            return self.as_str();
        }
        self.0.lean.get_or_init(|| lean(self.as_str())).as_deref().unwrap_or_else(|| self.as_str())
    }

    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.as_str())
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.full.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::from)
    }
}
