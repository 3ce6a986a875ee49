//! What features give to the machinery below them: one line each.

use crate::jobs::Kind;

/// Every kind of job.
pub const JOBS: &[Kind] = &[crate::mail::MAIL, crate::accounts::erasure::ERASURE, crate::chat::LEAVING];
