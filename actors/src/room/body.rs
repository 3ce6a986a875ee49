//! JSON that is written once, however many hear it.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A JSON text. Copies share it, and within another JSON text it stands as it is: no node writes it a second time.
#[derive(Debug, Clone)]
pub struct Body(Arc<RawValue>);

impl Body {
    /// Writes `value`. Only a type that is no JSON by its nature fails, and stands as null: nothing that can fail comes between
    /// a commit and its announcement.
    pub fn of(value: &impl Serialize) -> Self {
        let written = to_raw_value(value).unwrap_or_else(|error| {
            tracing::error!(%error, "an event cannot be written");
            RawValue::NULL.to_owned()
        });
        Self(written.into())
    }

    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(self.0.get())
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|raw| Self(raw.into()))
    }
}
