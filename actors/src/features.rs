//! What features give to the machinery below them: one line each.

use crate::Platform;
use crate::chat::live::LiveChannel;
use crate::chat::live::workspace::WorkspaceKind;
use crate::jobs::Kind;
use crate::room::{self, Of};

/// Every kind of job.
pub const JOBS: &[Kind] = &[crate::mail::MAIL, crate::accounts::erasure::ERASURE, crate::chat::LEAVING];

/// Every kind of live room.
pub const ROOMS: &[&dyn room::Kind] = &[&Of::<LiveChannel>::KIND, &WorkspaceKind];

/// What follows a thing that is new or changed, here or on another node, by the kind that is announced.
pub const FOLLOWERS: &[(&str, fn(&Platform, i64))] = &[
    (crate::people::CHANGED, crate::search::profile_changed),
    (crate::entities::CHANGED, crate::search::entity_changed),
];
