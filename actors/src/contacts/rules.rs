//! The rules of contacts: pure functions over the state between two people, with the time passed in. Contract §5.

use storage::accounts::UserStatus;
use storage::contacts::{Bond, BondState, Half, Pair, sorted_as};
use storage::ids::{ContactId, FollowId, RequestId, UserId};

use super::view::Status;
use crate::platform::error::{Refusal, RefusalKind, Result};

/// How long after a rejection no new request is possible (ms).
pub const REJECTION_HOLDS: i64 = 7 * 86_400_000;

/// The state between me and another person, without followings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    Nothing,
    /// I have sent a request.
    Sent,
    /// I have received a request.
    Received,
    Contacts,
    /// My request was rejected at that moment.
    Rejected(i64),
    /// I have blocked the other, possibly mutually.
    Blocked,
    /// The other has blocked me.
    Barred,
    /// The other's account is gone, or is of a kind without contacts.
    Gone,
}

impl Between {
    pub fn of(pair: &Pair) -> Self {
        let bond = &pair.bond;
        match (&pair.block, pair.is_blocked, is_reached(pair)) {
            (_, _, false) => Self::Gone,
            (Some(_), ..) => Self::Blocked,
            (None, true, _) => Self::Barred,
            _ => match bond.state {
                BondState::Contact => Self::Contacts,
                BondState::Asked if bond.asked_by == Some(pair.me) => Self::Sent,
                BondState::Asked => Self::Received,
                BondState::Rejected if bond.asked_by == Some(pair.me) => Self::Rejected(bond.since),
                // The person who rejected may ask at any time.
                BondState::None | BondState::Rejected => Self::Nothing,
            },
        }
    }
}

/// Whether the account is active, or imported and will be once it is taken over.
fn is_reached(pair: &Pair) -> bool {
    let status = pair.user.as_ref().map(|user| user.status);
    matches!(status, Some(UserStatus::Active | UserStatus::Imported))
}

/// An act of a person on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Ask,
    Accept,
    Reject,
    Cancel,
    Remove,
    /// `asks`: the other approves their followers.
    Follow {
        asks: bool,
    },
    Unfollow,
    /// Approve the other's request to follow.
    Approve,
    /// Remove the other as a follower, with their request.
    Unlead,
    Block,
    /// Open the other's link: both have agreed.
    Meet,
    /// The other has opened an invitation.
    Invite,
}

/// The effect of an act on the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A request waits.
    Ask,
    /// They become contacts.
    Join,
    /// The request is rejected.
    Reject,
    /// Neither request nor contact any more.
    Part,
    Follow,
    /// A request to follow waits.
    AskToFollow,
    Unfollow,
    /// The other's request to follow is approved.
    Approve,
    /// The other no longer follows.
    Unlead,
    /// Everything between them is removed.
    Sever,
}

/// The effect of an act in a state at a moment.
pub fn next(between: Between, act: Act, now: i64) -> Result<Next> {
    use Between::{Barred, Blocked, Contacts, Gone, Nothing, Received, Rejected, Sent};
    match (act, between) {
        // A block is refused like a missing account.
        (Act::Ask | Act::Follow { .. } | Act::Meet | Act::Invite, Gone | Barred | Blocked) => Err(unknown()),
        (Act::Ask | Act::Accept | Act::Invite, Received)
        | (Act::Meet, Nothing | Sent | Received | Rejected(_)) => Ok(Next::Join),
        // A person who opens an invitation wants to be asked, even after a rejection.
        (Act::Ask | Act::Invite, Nothing) | (Act::Invite, Rejected(_)) => Ok(Next::Ask),
        (Act::Ask | Act::Invite, Sent) => {
            Err(Refusal::conflict("ALREADY_REQUESTED", "Du har redan skickat en förfrågan."))
        }
        (Act::Ask | Act::Invite | Act::Meet, Contacts) => {
            Err(Refusal::conflict("ALREADY_CONTACT", "Ni är redan kontakter."))
        }
        (Act::Ask, Rejected(at)) => match again_at(at, now) {
            Some(again) => Err(rejected_recently(again, now)),
            None => Ok(Next::Ask),
        },
        (Act::Reject, Received) => Ok(Next::Reject),
        (Act::Cancel, Sent) | (Act::Remove, Contacts) => Ok(Next::Part),
        (Act::Accept | Act::Reject | Act::Cancel, _) => {
            Err(Refusal::not_found("Kontaktförfrågan finns inte."))
        }
        (Act::Remove, _) => Err(Refusal::not_found("Kontakten finns inte.")),
        (Act::Approve, Gone | Barred | Blocked) => Err(no_follow_request()),
        (Act::Follow { asks: false }, _) => Ok(Next::Follow),
        (Act::Follow { asks: true }, _) => Ok(Next::AskToFollow),
        (Act::Unfollow, _) => Ok(Next::Unfollow),
        (Act::Approve, _) => Ok(Next::Approve),
        (Act::Unlead, _) => Ok(Next::Unlead),
        (Act::Block, _) => Ok(Next::Sever),
    }
}

/// When somebody who was rejected at a moment may ask again; none: now.
fn again_at(rejected: i64, now: i64) -> Option<i64> {
    Some(rejected + REJECTION_HOLDS).filter(|again| *again > now)
}

/// The person does not exist or the caller may not know of them.
pub fn unknown() -> Refusal {
    Refusal::not_found("Personen finns inte.")
}

/// There is no such request to follow.
pub fn no_follow_request() -> Refusal {
    Refusal::not_found("Förfrågan finns inte.")
}

fn rejected_recently(again: i64, now: i64) -> Refusal {
    let seconds = (again - now).div_euclid(1_000) + 1;
    let mut refusal = Refusal::new(
        RefusalKind::Limited,
        "REJECTED_RECENTLY",
        format!("För många förfrågningar. Försök igen om {seconds} sekunder."),
    );
    refusal.retry_after = u32::try_from(seconds).ok();
    refusal
}

/// The displayed status: the first that applies, in the order of the contract.
pub fn status(pair: &Pair) -> Status {
    let follows = pair.bond.half(pair.me).follow_id.is_some();
    match Between::of(pair) {
        _ if pair.me == pair.other => Status::Oneself,
        Between::Blocked => Status::Blocked,
        Between::Contacts => Status::Contact,
        Between::Received => Status::RequestReceived,
        Between::Sent => Status::RequestSent,
        Between::Nothing | Between::Rejected(_) if follows => Status::Follower,
        _ => Status::None,
    }
}

/// Whether a request would be accepted now; if it is only too early, from when on.
pub fn can_request(pair: &Pair, now: i64) -> (bool, Option<i64>) {
    if pair.me == pair.other {
        return (false, None);
    }
    match Between::of(pair) {
        Between::Nothing => (true, None),
        Between::Rejected(at) => {
            let again = again_at(at, now);
            (again.is_none(), again)
        }
        _ => (false, None),
    }
}

/// Whether the two are contacts without a block.
pub fn are_contacts(pair: &Pair) -> bool {
    Between::of(pair) == Between::Contacts
}

/// Ids and names for what an act may create.
#[derive(Debug, Clone)]
pub struct Fresh {
    pub request_id: RequestId,
    /// Mine, then the other's.
    pub contact_ids: [ContactId; 2],
    pub follow_id: FollowId,
    /// The message of a request.
    pub message: Option<String>,
    /// My name, then the other's.
    pub names: [String; 2],
}

/// The pair after an act of `me`.
pub fn after(bond: &Bond, me: UserId, next: Next, fresh: &Fresh, now: i64) -> Bond {
    let other = bond.other_than(me);
    match next {
        Next::Ask => Bond {
            state: BondState::Asked,
            asked_by: Some(me),
            request_id: Some(fresh.request_id),
            message: fresh.message.clone(),
            ..bond.parted(now)
        },
        Next::Join => {
            let joined = Bond { state: BondState::Contact, ..bond.parted(now) };
            let people = [me, other].into_iter().zip(fresh.contact_ids).zip(&fresh.names);
            people.fold(joined, |bond, ((person, contact_id), name)| {
                let half = bond.half(person);
                let listed = Some(sorted_as(name));
                bond.with_half(person, Half { contact_id: Some(contact_id), listed, ..half })
            })
        }
        Next::Reject => Bond { state: BondState::Rejected, asked_by: bond.asked_by, ..bond.parted(now) },
        Next::Part => bond.parted(now),
        Next::Follow => {
            let half = bond.half(me);
            let follow_id = half.follow_id.or(Some(fresh.follow_id));
            bond.clone().with_half(me, Half { follow_id, follow_asked: None, ..half })
        }
        Next::AskToFollow => {
            let half = bond.half(me);
            // A follower need not ask.
            let asked = half.follow_asked.or(Some(fresh.follow_id)).filter(|_| half.follow_id.is_none());
            bond.clone().with_half(me, Half { follow_asked: asked, ..half })
        }
        Next::Approve => {
            let half = bond.half(other);
            let follow_id = half.follow_id.or(half.follow_asked.map(|_| fresh.follow_id));
            bond.clone().with_half(other, Half { follow_id, follow_asked: None, ..half })
        }
        Next::Unfollow => unfollowed(bond, me),
        Next::Unlead => unfollowed(bond, other),
        Next::Sever => bond.severed(now),
    }
}

/// Removes a person's following and request to follow.
fn unfollowed(bond: &Bond, who: UserId) -> Bond {
    bond.clone().with_half(who, Half { follow_id: None, follow_asked: None, ..bond.half(who) })
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
