//! Imports that most areas' handlers need.

pub use actix_web::web::{Data, Json, Path};
pub use actix_web::{delete, get, post, put};
pub use actors::Platform;
pub use storage::ids::{EntityId, UserId};

pub use crate::platform::answer::{
    Answer, Bare, Listing, Newest, Problems, Success, Whole, created, done, success,
};
pub use crate::platform::area::{Area, bodies};
pub use crate::platform::auth::who::SignedIn;
pub use crate::platform::destinations::{By, place};
pub use crate::platform::extract::{Valid, ValidQuery};
pub use crate::platform::idempotency::Once;
