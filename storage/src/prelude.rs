//! What the declaration of most areas needs.

pub use serde::{Deserialize, Serialize};
pub use utoipa::ToSchema;

pub use crate::area::{Area, Given, Left, people};
pub use crate::ids::{EntityId, UserId};
pub use crate::record;
pub use crate::time::Moment;
