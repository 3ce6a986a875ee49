//! The single way to act on a pair of people: read it, apply the rules, write with compare and set.

use storage::contacts::{Bond, Pair};
use storage::engine::Write;
use storage::feed::Source;
use storage::ids::{ContactId, FollowId, NotificationId, RequestId, UserId};
use storage::notifications::Notification;

use super::live::{self, ACCEPTED, FOLLOW_APPROVED, FOLLOW_ASKED, FOLLOWER, REQUEST};
use super::rules::{self, Act, Between, Fresh, Next};
use crate::Platform;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Attempts at a pair that the other changes concurrently.
const TRIES: usize = 16;

/// The result of an act.
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

/// Carries out an act and notifies both people, except for blocks. A new request counts towards the hourly limit.
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
            publish(platform, me, &done, &bells);
            return Ok(done);
        }
    }
    Err(Refusal::busy())
}

/// The jobs that add each one's posts to the other's timeline, or remove them.
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

/// The other's notifications of an act.
fn bells(platform: &Platform, pair: &Pair, next: Next, after: &Bond, at: i64) -> Result<Vec<Notification>> {
    let theirs = after.half(pair.other).contact_id;
    if let Some((kind, follow)) = following(pair, next, after) {
        let id = NotificationId(platform.ids.next(at)?);
        return Ok(vec![live::entry(kind, id, pair.other, pair.me, (live::OF_FOLLOW, follow.0), at)]);
    }
    let (kind, subject) = match (next, after.request_id, pair.bond.request_id, theirs) {
        (Next::Ask, Some(request), ..) => (REQUEST, (live::OF_REQUEST, request.0)),
        (Next::Join, _, Some(request), _) => (ACCEPTED, (live::OF_REQUEST, request.0)),
        // By a link, without a request.
        (Next::Join, _, None, Some(contact)) => (ACCEPTED, (live::OF_CONTACT, contact.0)),
        _ => return Ok(Vec::new()),
    };
    let id = NotificationId(platform.ids.next(at)?);
    Ok(vec![live::entry(kind, id, pair.other, pair.me, subject, at)])
}

/// The notification of a new following, and its id.
fn following(pair: &Pair, next: Next, after: &Bond) -> Option<(&'static str, FollowId)> {
    let (mine, theirs) = (after.half(pair.me), after.half(pair.other));
    let (was_mine, was_theirs) = (pair.bond.half(pair.me), pair.bond.half(pair.other));
    let new = |is: Option<FollowId>, was: Option<FollowId>| is.filter(|_| was.is_none());
    match next {
        Next::Follow => Some((FOLLOWER, new(mine.follow_id, was_mine.follow_id)?)),
        Next::AskToFollow => Some((FOLLOW_ASKED, new(mine.follow_asked, was_mine.follow_asked)?)),
        Next::Approve => Some((FOLLOW_APPROVED, new(theirs.follow_id, was_theirs.follow_id)?)),
        _ => None,
    }
}

/// Removes notifications of followings and requests to follow that have ended.
fn hush_follows(platform: &Platform, done: &Done) {
    for person in [done.before.user_id, done.before.other_id] {
        let (was, is) = (done.before.half(person), done.after.half(person));
        for (was, is) in [(was.follow_id, is.follow_id), (was.follow_asked, is.follow_asked)] {
            if let Some(gone) = was.filter(|was| is != Some(*was)) {
                live::withdraw_follow(platform, gone);
            }
        }
    }
}

fn publish(platform: &Platform, me: UserId, done: &Done, bells: &[Notification]) {
    let (both, mine) = ([me, done.after.other_than(me)], [me]);
    crate::feed::parted(platform, both[0], both[1]);
    hush_follows(platform, done);
    let people: &[UserId] = match done.next {
        Next::Sever => return,
        // The person who is unfollowed is not notified.
        Next::Unfollow | Next::Unlead => &mine,
        Next::Follow
        | Next::AskToFollow
        | Next::Approve
        | Next::Ask
        | Next::Join
        | Next::Reject
        | Next::Part => &both,
    };
    announce(platform, bells);
    match done.before.request_id {
        // Answered or withdrawn: removes the notification.
        Some(request) if done.next != Next::Ask => live::withdraw(platform, request),
        _ => {}
    }
    live::changed(platform, &done.after, people);
}
