//! Imports that the commands of most areas need.

pub use std::time::Duration;

pub use garde::Validate;
pub use serde::{Deserialize, Serialize};
pub use storage::RelationType;
pub use storage::engine::Write;
pub use storage::ids::{EntityId, UserId};
pub use storage::notifications::Notification;
pub use storage::record::{Record, Stored};
pub use storage::time::Moment;
pub use utoipa::ToSchema;

pub use crate::Platform;
pub use crate::area::{Area, File, Kinds, NotificationText, NotificationType, file};
pub use crate::entities::EntityRoom;
pub use crate::live::room::{Of, Room};
pub use crate::live::who::Who;
pub use crate::notifications::to_members;
pub use crate::platform::error::{Refusal, Result, ensure_applied};
pub use crate::platform::jobs::{self, JobKind};
pub use crate::platform::time::now;
