//! Requests and contacts. Contract §5.

use storage::contacts::{Half, Pair, TieKind};
use storage::ids::{ContactId, RequestId, UserId};

use super::rules::{self, Act, Next};
use super::view::{
    Accepted, ChangePrivacy, ContactView, Followed, NewRequest, RequestView, Requested, StatusView,
};
use super::{acting, live};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

const SENT: &str = "Kontaktförfrågan skickad";
const ACCEPTED: &str = "Kontaktförfrågan accepterad";

/// Attempts at a pair that the other changes concurrently.
const TRIES: usize = 16;

/// The relation between me and a person. 404: nobody I may know of.
pub async fn status(platform: &Platform, who: &Who, other: UserId) -> Result<StatusView> {
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    if !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    Ok(StatusView::of(&pair, now()))
}

/// Sends a contact request; a request of the other is accepted by it. Returns whether a new request waits. Refusals:
/// 422 `SELF`, 404, 409 `ALREADY_CONTACT`, `ALREADY_REQUESTED`, 429.
pub async fn ask(platform: &Platform, who: &Who, new: NewRequest) -> Result<(Requested, bool)> {
    let (me, other) = (who.user_id, new.to_user_id);
    if me == other {
        return Err(Refusal::field("toUserId", "SELF", "Du kan inte skicka en förfrågan till dig själv."));
    }
    let pair = platform.storage.contacts.pair(me, other).await?;
    if !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    let done = acting::act(platform, who.user_id, other, Act::Ask, new.message).await?;
    let is_new = done.next == Next::Ask;
    let request = if is_new { done.after.request_id } else { done.before.request_id };
    let requested = Requested {
        request_id: request.ok_or_else(Refusal::internal)?,
        contact_ids: if is_new { None } else { Some(done.contact_ids(me)?) },
        message: if is_new { SENT } else { ACCEPTED },
    };
    Ok((requested, is_new))
}

/// The other person of a request.
async fn of_request(platform: &Platform, who: &Who, kind: TieKind, id: RequestId) -> Result<UserId> {
    let pair = platform.storage.contacts.tied(who.user_id, kind, id.0).await?;
    pair.map(|pair| pair.other).ok_or_else(|| Refusal::not_found("Kontaktförfrågan finns inte."))
}

/// Accepts a request.
pub async fn accept(platform: &Platform, who: &Who, id: RequestId) -> Result<Accepted> {
    let other = of_request(platform, who, TieKind::Incoming, id).await?;
    let done = acting::act(platform, who.user_id, other, Act::Accept, None).await?;
    Ok(Accepted { contact_ids: done.contact_ids(who.user_id)?, message: ACCEPTED })
}

/// Rejects a request; the other may ask again after seven days.
pub async fn reject(platform: &Platform, who: &Who, id: RequestId) -> Result<()> {
    let other = of_request(platform, who, TieKind::Incoming, id).await?;
    acting::act(platform, who.user_id, other, Act::Reject, None).await.map(drop)
}

/// Withdraws my request.
pub async fn cancel(platform: &Platform, who: &Who, id: RequestId) -> Result<()> {
    let other = of_request(platform, who, TieKind::Outgoing, id).await?;
    acting::act(platform, who.user_id, other, Act::Cancel, None).await.map(drop)
}

/// Unanswered requests, to me (`Incoming`) or by me (`Outgoing`), newest first; and whether there are more.
pub async fn requests(
    platform: &Platform,
    who: &Who,
    kind: TieKind,
    skip: usize,
    limit: usize,
) -> Result<(Vec<RequestView>, bool)> {
    let (pairs, more) = platform.storage.contacts.ties(who.user_id, kind, skip, limit).await?;
    Ok((pairs.iter().filter_map(|(_, pair)| RequestView::of(pair)).collect(), more))
}

/// My contacts whose name or a word of it begins with `q`, by name; and whether there are more.
pub async fn contacts(
    platform: &Platform,
    who: &Who,
    q: &str,
    skip: usize,
    limit: usize,
) -> Result<(Vec<ContactView>, bool)> {
    let (pairs, more) = platform.storage.contacts.contacts(who.user_id, q, skip, limit).await?;
    Ok((pairs.iter().filter_map(ContactView::of).collect(), more))
}

async fn of_contact(platform: &Platform, who: &Who, id: ContactId) -> Result<Pair> {
    let pair = platform.storage.contacts.tied(who.user_id, TieKind::Contact, id.0).await?;
    pair.ok_or_else(|| Refusal::not_found("Kontakten finns inte."))
}

/// Removes a contact, for both.
pub async fn remove(platform: &Platform, who: &Who, id: ContactId) -> Result<()> {
    let other = of_contact(platform, who, id).await?.other;
    acting::act(platform, who.user_id, other, Act::Remove, None).await.map(drop)
}

/// Sets what a contact may see of mine.
pub async fn set_privacy(
    platform: &Platform,
    who: &Who,
    id: ContactId,
    change: ChangePrivacy,
) -> Result<ContactView> {
    for _ in 0..TRIES {
        let mut pair = of_contact(platform, who, id).await?;
        let half = pair.bond.half(who.user_id);
        let new = Half {
            feed_setting: change.feed_setting.unwrap_or(half.feed_setting),
            event_setting: change.event_setting.unwrap_or(half.event_setting),
            ..half
        };
        let new = pair.bond.clone().with_half(who.user_id, new);
        let then = acting::feeds(platform, &pair)?.into();
        if platform.storage.contacts.change(&pair.bond, &new, then).await? {
            platform.jobs.wake();
            live::changed(platform, &new, &[who.user_id]);
            crate::feed::parted(platform, pair.me, pair.other);
            pair.bond = new;
            return ContactView::of(&pair).ok_or_else(Refusal::internal);
        }
    }
    Err(Refusal::busy())
}

/// Follows a person: their public posts appear in my timeline. People who approve their followers are asked first.
/// Idempotent. Returns whether I follow them now.
pub async fn follow(platform: &Platform, who: &Who, other: UserId) -> Result<bool> {
    if who.user_id == other {
        return Err(Refusal::field("toUserId", "SELF", "Du kan inte följa dig själv."));
    }
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    if !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    if pair.bond.half(who.user_id).follow_id.is_none() {
        let count = platform.storage.contacts.count(who.user_id, TieKind::Following, FOLLOWED_MOST).await?;
        crate::platform::quotas::below(count, FOLLOWED_MOST, "personer att följa")?;
    }
    let asks = pair.user.as_ref().is_some_and(|user| user.approve_followers);
    let done = acting::act(platform, who.user_id, other, Act::Follow { asks }, None).await?;
    Ok(done.after.half(who.user_id).follow_id.is_some())
}

/// Approves a request to follow me.
pub async fn approve_follower(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    let theirs = pair.bond.half(other);
    if theirs.follow_id.is_some() {
        return Ok(());
    }
    if theirs.follow_asked.is_none() {
        return Err(rules::no_follow_request());
    }
    acting::act(platform, who.user_id, other, Act::Approve, None).await.map(drop)
}

/// Removes a follower of mine, or their request, without a block and without notifying them. 404: there is neither.
pub async fn remove_follower(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let theirs = platform.storage.contacts.pair(who.user_id, other).await?.bond.half(other);
    if theirs.follow_id.is_none() && theirs.follow_asked.is_none() {
        return Err(Refusal::not_found("Personen följer dig inte."));
    }
    acting::act(platform, who.user_id, other, Act::Unlead, None).await.map(drop)
}

/// Most people that one person may follow.
const FOLLOWED_MOST: usize = 10_000;

/// Unfollows a person; does nothing if I did not follow them. 404: no such person.
pub async fn unfollow(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    let mine = pair.bond.half(who.user_id);
    if mine.follow_id.is_none() && mine.follow_asked.is_none() {
        return if pair.user.is_some() { Ok(()) } else { Err(rules::unknown()) };
    }
    acting::act(platform, who.user_id, other, Act::Unfollow, None).await.map(drop)
}

/// The people I follow (`Following`), who follow me (`Follower`) or have asked to (`FollowAsked`), newest first; and
/// whether there are more.
pub async fn follows(
    platform: &Platform,
    who: &Who,
    kind: TieKind,
    skip: usize,
    limit: usize,
) -> Result<(Vec<Followed>, bool)> {
    let (pairs, more) = platform.storage.contacts.ties(who.user_id, kind, skip, limit).await?;
    Ok((pairs.into_iter().filter_map(Followed::of).collect(), more))
}
