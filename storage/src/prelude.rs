//! Imports that most areas' declarations need.

pub use serde::{Deserialize, Serialize};
pub use utoipa::ToSchema;

pub use crate::platform::area::{Area, Given, Left, people};
pub use crate::platform::ids::{EntityId, UserId};
pub use crate::platform::time::Moment;
pub use crate::record;
