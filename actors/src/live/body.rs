//! JSON that is written once, however many hear it.

use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// How somebody wants to hear what happens; as it stands, whole and all of it at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Form {
    /// Bodies without what says nothing; see [`crate::live::room::Room::lean`]. Else with every member that the specification names.
    pub lean: bool,
    /// In brief, where a place has that; see `chat/live/workspace/digest.rs`.
    pub digest: bool,
}

/// Writes a full body without what says nothing in it. None: it has nothing of that kind.
pub type Lean = fn(&str) -> Option<String>;

/// A JSON text. Copies share it, and within another JSON text it stands as it is: no node writes it a second time.
#[derive(Debug, Clone)]
pub struct Body(Arc<Written>);

#[derive(Debug)]
struct Written {
    full: Box<RawValue>,
    /// Written when somebody is to hear it; none: it is the full one.
    lean: OnceLock<Option<String>>,
}

impl From<Box<RawValue>> for Body {
    fn from(full: Box<RawValue>) -> Self {
        Self(Arc::new(Written { full, lean: OnceLock::new() }))
    }
}

impl Body {
    /// Writes `value`. Only a type that is no JSON by its nature fails, and stands as null: nothing that can fail comes between
    /// a commit and its announcement.
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

    /// In that form, where `lean` is how bodies of its kind are made so.
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
