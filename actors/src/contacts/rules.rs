//! Who becomes whose contact: pure functions over what stands between two people, with the time passed in. Contract §5.

use storage::accounts::UserStatus;
use storage::contacts::{Bond, BondState, Half, Pair, sorted_as};
use storage::ids::{ContactId, FollowId, RequestId, UserId};

use super::view::Status;
use crate::platform::error::{Refusal, RefusalKind, Result};

/// Who was told no asks again after this (ms).
pub const REJECTION_HOLDS: i64 = 7 * 86_400_000;

/// What stands between me and another, but for following.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    Nothing,
    /// I have asked.
    Sent,
    /// I was asked.
    Received,
    Contacts,
    /// I was told no at that moment.
    Rejected(i64),
    /// I have blocked the other, whatever they have done.
    Blocked,
    /// The other has blocked me.
    Barred,
    /// The other is no more, or is nobody who could be a contact.
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
                // Who said no may ask whenever they like.
                BondState::None | BondState::Rejected => Self::Nothing,
            },
        }
    }
}

/// Somebody who reads, or will once they take over what was imported for them.
fn is_reached(pair: &Pair) -> bool {
    let status = pair.user.as_ref().map(|user| user.status);
    matches!(status, Some(UserStatus::Active | UserStatus::Imported))
}

/// What somebody does about another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Ask,
    Accept,
    Reject,
    Cancel,
    Remove,
    /// `asks`: the other lets nobody follow whom they have not approved.
    Follow {
        asks: bool,
    },
    Unfollow,
    /// Lets the other follow, who has asked.
    Approve,
    /// Is followed by the other no more, and asked no more.
    Unlead,
    Block,
    /// Opens the other's link: both have said yes.
    Meet,
    /// The other has opened an invitation.
    Invite,
}

/// What becomes of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A request waits.
    Ask,
    /// Both have said yes.
    Join,
    /// The one who was asked has said no.
    Reject,
    /// Nobody asks any more, and they are contacts no more.
    Part,
    Follow,
    /// A request to follow waits.
    AskToFollow,
    Unfollow,
    /// The other follows, who has asked.
    Approve,
    /// The other follows no more.
    Unlead,
    /// Nothing is between them.
    Sever,
}

/// What an act makes of what stands between the two, at a moment.
pub fn next(between: Between, act: Act, now: i64) -> Result<Next> {
    use Between::{Barred, Blocked, Contacts, Gone, Nothing, Received, Rejected, Sent};
    match (act, between) {
        // A block says no more than an account that is not there.
        (Act::Ask | Act::Follow { .. } | Act::Meet | Act::Invite, Gone | Barred | Blocked) => Err(unknown()),
        (Act::Ask | Act::Accept | Act::Invite, Received)
        | (Act::Meet, Nothing | Sent | Received | Rejected(_)) => Ok(Next::Join),
        // Who opens an invitation wants to be asked, whatever they have said before.
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

/// When somebody who was told no at a moment may ask again; none: now.
fn again_at(rejected: i64, now: i64) -> Option<i64> {
    Some(rejected + REJECTION_HOLDS).filter(|again| *again > now)
}

/// Somebody who does not exist, or of whom one may not know.
pub fn unknown() -> Refusal {
    Refusal::not_found("Personen finns inte.")
}

/// Nobody who would follow waits for that answer.
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

/// What I am shown of what stands between us: the first that holds, in the order of the contract.
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

/// Whether a request would be taken now; and where it is too early alone, from when on.
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

/// Whether the two are contacts between whom no block stands.
pub fn are_contacts(pair: &Pair) -> bool {
    Between::of(pair) == Between::Contacts
}

/// Ids and names for what an act may make.
#[derive(Debug, Clone)]
pub struct Fresh {
    pub request_id: RequestId,
    /// Mine, then the other's.
    pub contact_ids: [ContactId; 2],
    pub follow_id: FollowId,
    /// What is said with a request.
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
            // Who follows already need not ask.
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

/// Somebody follows no more, and asks to no more.
fn unfollowed(bond: &Bond, who: UserId) -> Bond {
    bond.clone().with_half(who, Half { follow_id: None, follow_asked: None, ..bond.half(who) })
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
