//! A person's profile card, shown wherever their name appears.

use std::collections::HashSet;

use storage::contacts::{Pair, TieKind};
use storage::ids::{EntityId, UserId};

use super::rules;
use super::view::{CardView, InCommon, StatusView};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::chat::direct::{Toward, may_begin};
use crate::platform::error::Result;
use crate::platform::time::now;

/// Contacts of each that are read to count common ones.
const LOOKED_AT: usize = 1_000;

/// A person's card. 404: nobody I may know of, or they have blocked me. For a person I have blocked it has only the
/// name.
pub async fn card(platform: &Platform, who: &Who, other: UserId) -> Result<CardView> {
    let me = who.user_id;
    let pair = platform.storage.contacts.pair(me, other).await?;
    let Some(user) = pair.user.as_ref().filter(|_| !pair.is_blocked) else { return Err(rules::unknown()) };
    if !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    let mut card = CardView {
        user: user.into(),
        entities: Vec::new(),
        mutual_contacts: 0,
        online: None,
        may_message: false,
        status: StatusView::of(&pair, now()),
    };
    if pair.block.is_some() || me == other {
        return Ok(card);
    }
    let mine = profile::organisations_of(platform, me).await?;
    let theirs = profile::organisations_of(platform, other).await?;
    let shared: Vec<EntityId> = mine.intersection(&theirs).copied().collect();
    card.entities = in_common(platform, &shared).await?;
    card.mutual_contacts = mutual(platform, &pair).await?;
    if !shared.is_empty() {
        card.online = Some(crate::chat::online_to(platform, me).await?.contains(&other));
    }
    let toward = Toward {
        takes: user.who_may_message,
        shares_organisation: !shared.is_empty(),
        is_contact: rules::are_contacts(&pair),
        is_blocked: false,
    };
    let stands = platform.storage.messages.of_people(&[me, other]).await?.is_some();
    card.may_message = stands || may_begin(toward).is_ok();
    Ok(card)
}

/// Organisations by name.
pub(super) async fn in_common(platform: &Platform, ids: &[EntityId]) -> Result<Vec<InCommon>> {
    let mut found: Vec<InCommon> =
        platform.storage.entities.entities(ids).await?.iter().map(InCommon::from).collect();
    found.sort_by_cached_key(|one| (storage::contacts::sorted_as(&one.display_name), one.id));
    Ok(found)
}

/// The number of common contacts, among the newest of each.
async fn mutual(platform: &Platform, pair: &Pair) -> Result<usize> {
    let both = [pair.me, pair.other];
    let lists = platform.storage.contacts.tied_with_each(&both, TieKind::Contact, LOOKED_AT).await?;
    let mut lists = lists.into_iter().map(|list| list.into_iter().collect::<HashSet<_>>());
    let (mine, theirs) = (lists.next().unwrap_or_default(), lists.next().unwrap_or_default());
    Ok(mine.intersection(&theirs).count())
}
