//! Flattened structs in bodies: an error in one names its field, which serde alone forgets.

use serde::de::{DeserializeOwned, Deserializer, Error};

/// Stands between the words of an error and the path of its field.
pub const AT: &str = " at the flattened field `";

/// For `#[serde(flatten, deserialize_with = "flattened")]`.
pub fn flattened<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| D::Error::custom(format!("{}{AT}{}`", error.inner(), error.path())))
}
