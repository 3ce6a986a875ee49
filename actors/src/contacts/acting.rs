//! One way for all that people do about each other: read the pair, ask the rules, write it where it is still the same.

use storage::contacts::{Bond, Pair};
use storage::engine::Write;
use storage::feed::Source;
use storage::ids::{ContactId, FollowId, NotificationId, RequestId, UserId};
use storage::notifications::Notification;

use super::live::{self, ACCEPTED, REQUEST};
use super::rules::{self, Act, Between, Fresh, Next};
use crate::Platform;
use crate::error::{Refusal, Result};
use crate::notifications::{announce, writes};
use crate::time::now;

/// Attempts at a pair that the other changes as well.
const TRIES: usize = 16;

/// What was done.
pub struct Done {
    pub next: Next,
    pub before: Bond,
    pub after: Bond,
}

impl Done {
    /// Mine, then theirs.
    pub fn contact_ids(&self, me: UserId) -> Result<[ContactId; 2]> {
        let id = |person| self.after.half(person).contact_id.ok_or_else(Refusal::internal);
        Ok([id(me)?, id(self.after.other_than(me))?])
    }
}

/// Does it, and tells both people but for blocks, which tell themselves. A new request counts towards the limit of an hour.
pub async fn act(
    platform: &Platform,
    me: UserId,
    other: UserId,
    act: Act,
    message: Option<String>,
) -> Result<Done> {
    let mut is_counted = false;
    for _ in 0..TRIES {
        let (pair, at) = (platform.storage.contacts.pair(me, other).await?, now());
        let next = rules::next(Between::of(&pair), act, at)?;
        if act == Act::Ask && next == Next::Ask && !is_counted {
            platform.limits.invite(&*platform.bus, me).await?;
            is_counted = true;
        }
        let fresh = fresh(platform, &pair, message.clone(), at).await?;
        let after = rules::after(&pair.bond, me, next, &fresh, at);
        let bells = bells(platform, &pair, next, &after, at)?;
        let mut then: Vec<Write> = writes(platform, &bells)?;
        then.extend(feeds(platform, &pair)?);
        if platform.storage.contacts.change(&pair.bond, &after, then).await? {
            platform.jobs.wake();
            let done = Done { next, before: pair.bond, after };
            told(platform, me, &done, &bells);
            return Ok(done);
        }
    }
    Err(Refusal::busy())
}

/// What brings each one's posts to the other, or takes them away.
pub(super) fn feeds(platform: &Platform, pair: &Pair) -> Result<[Write; 2]> {
    let of = |reader, other| crate::feed::tied(platform, reader, Source::User(other));
    Ok([of(pair.me, pair.other)?, of(pair.other, pair.me)?])
}

async fn fresh(platform: &Platform, pair: &Pair, message: Option<String>, at: i64) -> Result<Fresh> {
    let mine = platform.people.get(pair.me).await?;
    let name = |user: Option<&storage::User>| user.map(|user| user.display_name.clone()).unwrap_or_default();
    let ids = &platform.ids;
    Ok(Fresh {
        request_id: RequestId(ids.next(at)?),
        contact_ids: [ContactId(ids.next(at)?), ContactId(ids.next(at)?)],
        follow_id: FollowId(ids.next(at)?),
        message: message.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
        names: [name(mine.as_deref()), name(pair.user.as_ref())],
    })
}

/// The entries that an act puts into the other's bell.
fn bells(platform: &Platform, pair: &Pair, next: Next, after: &Bond, at: i64) -> Result<Vec<Notification>> {
    let theirs = after.half(pair.other).contact_id;
    let (kind, subject) = match (next, after.request_id, pair.bond.request_id, theirs) {
        (Next::Ask, Some(request), ..) => (REQUEST, (live::OF_REQUEST, request.0)),
        (Next::Join, _, Some(request), _) => (ACCEPTED, (live::OF_REQUEST, request.0)),
        // Through a link: nobody had asked.
        (Next::Join, _, None, Some(contact)) => (ACCEPTED, (live::OF_CONTACT, contact.0)),
        _ => return Ok(Vec::new()),
    };
    let id = NotificationId(platform.ids.next(at)?);
    Ok(vec![live::entry(kind, id, pair.other, pair.me, subject, at)])
}

fn told(platform: &Platform, me: UserId, done: &Done, bells: &[Notification]) {
    let (both, mine) = ([me, done.after.other_than(me)], [me]);
    crate::feed::parted(platform, both[0], both[1]);
    let people: &[UserId] = match done.next {
        Next::Sever => return,
        // Who is followed is not told.
        Next::Follow | Next::Unfollow => &mine,
        Next::Ask | Next::Join | Next::Reject | Next::Part => &both,
    };
    announce(platform, bells);
    match done.before.request_id {
        Some(request) if done.next == Next::Part => live::withdraw(platform, request),
        Some(_) if done.next != Next::Ask => live::hush(platform, me, both[1]),
        _ => {}
    }
    live::changed(platform, &done.after, people);
}
