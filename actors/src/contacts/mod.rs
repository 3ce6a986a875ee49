//! Contacts: who knows whom, and blocks. Contract §5.
//!
//! What connects two people is one row, decided by compare and set (`storage/src/contacts/bonds.rs`); every act goes
//! through [`acting`], so that crossing requests accept each other, on any nodes.

mod acting;
mod blocks;
mod card;
mod files_read;
mod found;
mod import;
mod invites;
mod live;
pub mod personal;
mod requests;
pub mod rules;
mod suggestions;
pub mod view;

use std::time::Duration;

use serde_json::json;
use storage::changes::SETTLES;
use storage::contacts::{Block, Pair};
use storage::engine::Write;
use storage::ids::UserId;
use storage::record::Stored;

use crate::Platform;
use crate::accounts::Who;
use crate::area::{Area, File, Hooks, file};
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::{Moment, now};
pub use blocks::{PARTED, block, blocked, unblock};
pub use card::card;
pub use import::{ListFormat, import};
pub use invites::{by_mail, by_sms, link, new_link, open, show, withdraw_link};
pub use live::waiting;
pub use requests::{
    accept, approve_follower, ask, cancel, contacts, follow, follows, reject, remove, remove_follower,
    requests, set_privacy, status, unfollow,
};
pub use suggestions::{dismiss, suggestions};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[RELIST, crate::platform::sms::SMS],
    bells: &[live::BELLS],
    on: Hooks { rename: Some(relisting), ..Hooks::NONE },
    export: Some(|platform, who| Box::pin(files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.contacts.forget(user.user_id).await?) })
    }),
    own_results: &[&found::PEOPLE],
    ..Area::named("contacts")
};

/// People per read for a data export.
const SLICE: usize = 200;
/// Most invitations in a data export: more than the limits allow in the thirty days of their lifetime.
const SENT_MOST: usize = 20_000;

/// The job that updates a person's name in their contacts' lists.
const RELIST: JobKind = JobKind {
    name: "contacts-relist",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let user_id: UserId = serde_json::from_str(&job.payload)?;
            if let Some(user) = platform.storage.accounts.user(user_id).await? {
                platform.storage.contacts.relist(user_id, &user.display_name).await?;
            }
            Ok(())
        })
    },
};

/// Jobs that join the write of a name: one at once, and one later, when a concurrent write of a contact with the old
/// name has completed.
pub fn relisting(platform: &Platform, user_id: UserId) -> Result<Vec<Write>> {
    let at = now();
    let job = |due| Ok(jobs::job(platform, RELIST.name, due, &user_id)?.insert());
    [at, at + SETTLES].into_iter().map(job).collect()
}

async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let me = who.user_id;
    let blocks = platform.storage.contacts.blocks(me).await?;
    let block = |block: &Block| json!({ "userId": block.blocked_id, "reason": block.reason, "created": Moment(block.created) });
    let (mut known, mut after) = (Vec::new(), None);
    loop {
        let met = platform.storage.contacts.met(me, after, SLICE).await?;
        after = met.last().copied();
        let pairs = platform.storage.contacts.pairs(me, &met).await?;
        known.extend(pairs.iter().map(pair));
        if met.len() < SLICE {
            break;
        }
    }
    let blocks: Vec<_> = blocks.iter().map(block).collect();
    let sent = platform.storage.contacts.sent(me, SENT_MOST).await?.into_iter();
    // The address of an invitation is not stored.
    let sent = sent.map(
        |(one, at)| json!({ "message": one.message, "created": Moment(at), "expires": Moment(one.expires) }),
    );
    let sent: Vec<_> = sent.collect();
    let dismissed = platform.storage.contacts.dismissed(me).await?.into_iter();
    let dismissed = dismissed.map(|one| json!({ "userId": one.other_id, "dismissed": Moment(one.created) }));
    let dismissed: Vec<_> = dismissed.collect();
    Ok(vec![
        file("blocks.json", blocks)?,
        file("contacts.json", known)?,
        file("sent-invitations.json", sent)?,
        file("suggestions.json", dismissed)?,
    ])
}

/// A pair in a person's data export: only what is theirs.
fn pair(pair: &Pair) -> serde_json::Value {
    let (bond, mine) = (&pair.bond, pair.bond.half(pair.me));
    let by_me = bond.asked_by.map(|by| by == pair.me);
    json!({
        "userId": pair.other,
        "status": rules::status(pair),
        "since": Moment(bond.since),
        "askedByMe": by_me,
        "message": bond.message,
        "feedSetting": mine.feed_setting,
        "eventSetting": mine.event_setting,
        "isFollowing": mine.follow_id.is_some(),
        "followAsked": mine.follow_asked.is_some(),
    })
}
