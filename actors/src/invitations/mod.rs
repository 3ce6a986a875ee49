//! Invitations to organisations: to an address by mail, by a link for many, in batches. Contract §11.2.
//!
//! Decisions:
//! - What is answered about an address depends on nothing about an account: it is invited, mailed and listed alike whether
//!   it has one, whose it is, and whether that person belongs to the organisation already. Only whoever opens the link
//!   signed in with that address is told.
//! - The right of whoever invites is asked when inviting, before each mail and when accepting. An invitation that is sent
//!   again stays in the name of who invited.
//! - 'Inga fler inbjudningar' holds for the address and all organisations. Looking at the link changes nothing (scanners
//!   open every link of a mail); a POST does, from the page or from the mail program (RFC 8058).
//! - An address whose server says that there is no such mailbox rests for 90 days. What is put off (4xx) waits longer each
//!   time, for about two days. While the mail server itself does not answer, a batch waits as a whole.

mod answering;
mod batches;
mod demo;
mod inviting;
mod letters;
mod links;
mod list;
mod personal;
mod resting;
mod rules;
mod sending;
pub mod view;

pub use answering::{accept, decline, show};
pub use batches::{LIST_BYTES, Sent, batches, cancel, may_send, preview, progress as batch, send, table};
pub use inviting::{Asked, invite, invite_as, list, may_invite, resend, revoke};
pub use letters::{is_leaving, unsubscribe};
pub use links::{create as create_link, list as links, revoke as revoke_link};
pub use resting::{rest_no_more, resting, retry_resting};

use crate::Platform;
use crate::area::activity::ActivityKind;
use crate::area::{Area, Consequences, Hooks, RelationChange, Way};
use crate::platform::error::Result;
use crate::platform::time::now;

/// Invitations that somebody accepted, by the mail's link or in the service; a link for many is none.
static ACCEPTED: ActivityKind = ActivityKind::named("INVITATIONS_ACCEPTED");

/// The area's declaration.
pub static AREA: Area = Area {
    activity: &[&ACCEPTED],
    on: Hooks {
        relation: Some(|platform, change| Box::pin(async move { accepted(platform, change) })),
        ..Hooks::NONE
    },
    jobs: &[sending::MAIL, sending::BATCH],
    entity_jobs: &[sending::MAIL.name, sending::BATCH.name],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    export: Some(|platform, who| Box::pin(personal::files(platform, who))),
    erase: Some(|platform, user| Box::pin(personal::erase(platform, user))),
    ..Area::named("invitations")
};

/// Counts that somebody came in by an invitation.
fn accepted(platform: &Platform, change: RelationChange) -> Result<Consequences> {
    if change.way != Way::Invitation {
        return Ok(Consequences::default());
    }
    let at = now();
    // Numbered by the act: nobody is named by it.
    let mark = ACCEPTED.mark(change.entity_id, platform.ids.next(at)?, at)?;
    Ok(Consequences { writes: vec![mark], ..Consequences::default() })
}
