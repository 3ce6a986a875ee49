//! Invitations to events.

use std::collections::BTreeSet;

use storage::chat::{Card, CardType};
use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};
use storage::time::Moment;

use super::view::{Invited, Invitees};
use super::{Occasion, act, manage, run_by, welcome};
use crate::Platform;
use crate::accounts::Who;
use crate::chat::view::NewMessage;
use crate::chat::{self, Facts, everybody};
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::seats::rules::Act;

/// Most people per call.
const MOST: usize = 500;
/// Relations per read.
const PAGE: usize = 500;

fn too_many() -> Refusal {
    Refusal::field("userIds", "TOO_MANY", "Bjud in högst 500 åt gången.")
}

/// Invites people: named ones, those with certain relations to the calendar's organisation, or readers of a channel
/// that I read, where a card may be posted as well. For managers of the event. People they may not know of, and those
/// kept away by a ban or block, are refused without a name.
pub async fn invite(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    new: Invitees,
) -> Result<Invited> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    let mut people: BTreeSet<UserId> = new.user_ids.into_iter().collect();
    if !new.relation_types.is_empty() {
        let absent = || Refusal::field("relationTypes", "NO_ORGANISATION", "Kalendern är en persons.");
        let id = occasion.calendar.entity_id().ok_or_else(absent)?;
        related(platform, id, &new.relation_types, &mut people).await?;
    }
    let shared = new.id_channel.filter(|_| new.share_in_channel);
    if new.share_in_channel && shared.is_none() {
        return Err(Refusal::field("idChannel", "REQUIRED", "Välj i vilken kanal."));
    }
    if let Some(id) = new.id_channel {
        let facts = Facts::load(platform, id, who.user_id).await?;
        if shared.is_some() {
            facts.may_post()?;
        }
        let channel = facts.channel;
        people.extend(everybody(platform, &channel).await?.into_iter().map(|(user_id, ..)| user_id));
    }
    people.remove(&who.user_id);
    if people.len() > MOST {
        return Err(too_many());
    }
    let mut outcome = Invited::default();
    for user_id in people {
        match one(platform, who, &occasion, user_id).await {
            Ok(()) => outcome.invited += 1,
            Err(refusal) if refusal.code == "ALREADY_ENROLLED" => outcome.already += 1,
            Err(refusal) if matches!(refusal.kind, RefusalKind::Forbidden | RefusalKind::NotFound) => {
                outcome.refused += 1;
            }
            Err(refusal) => return Err(refusal),
        }
    }
    if let Some(id) = shared {
        let card = Some(Card { kind: CardType::Event, id: occasion.event.event_uuid });
        chat::send(platform, who, id, NewMessage { card, ..NewMessage::default() }).await?;
    }
    Ok(outcome)
}

async fn related(
    platform: &Platform,
    id: EntityId,
    types: &[RelationType],
    people: &mut BTreeSet<UserId>,
) -> Result<()> {
    let mut after = None;
    loop {
        let page = platform.storage.entities.relations(id, after, PAGE).await?;
        after = page.last().map(|relation| relation.user_id);
        let is_last = page.len() < PAGE;
        let wanted = page.iter().filter(|relation| types.contains(&relation.relation_type));
        people.extend(wanted.map(|relation| relation.user_id));
        if people.len() > MOST + 1 {
            return Err(too_many());
        }
        if is_last {
            return Ok(());
        }
    }
}

async fn one(platform: &Platform, who: &Who, occasion: &Occasion, user_id: UserId) -> Result<()> {
    manage::may_put_in(platform, who, occasion, user_id).await?;
    welcome(platform, &occasion.calendar, user_id).await?;
    act(platform, occasion, user_id, Act::Invite).await.map(drop)
}
