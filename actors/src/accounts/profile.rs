//! Who may see a person.
//!
//! Decisions: nobody is found by search or has a public page until they choose so (`findable`). People who share an
//! organisation with a person see their name and picture in its chat anyway, so they may see the page too. So may
//! contacts, and two people with an open contact request. With a block between them neither sees the other's page.

use std::collections::HashSet;

use serde::Serialize;
use storage::accounts::{User, UserStatus};
use storage::contacts::{BondState, Pair, TieKind};
use storage::ids::{EntityId, UserId};
use storage::moderation::ReportTarget;
use utoipa::ToSchema;

use super::availability::status_at;
use crate::Platform;
use crate::area::{Reportable, Reported, Shown};
use crate::platform::error::{Refusal, Result};
use crate::platform::people::avatar;
use crate::platform::time::now;

/// A person's page, with what they allow.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Profile)]
pub struct ProfileView {
    pub id_user: UserId,
    pub user_name: String,
    pub display_name: String,
    pub profile_image: Option<String>,
    /// Only where the person shows it.
    pub municipality: Option<String>,
    /// What they say of themselves now, to those who share an organisation with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_emoji: Option<String>,
}

/// People as a kind of thing that can be reported.
pub(super) const REPORTS: Reportable = Reportable {
    kind: ReportTarget::Person,
    find: |platform, me, name| {
        Box::pin(async move {
            let id = UserId(name.number()?);
            let known =
                id == me || may_know(platform, &platform.storage.contacts.pair(me, id).await?).await?;
            let absent = || Refusal::not_found("Personen finns inte.");
            known.then_some(()).ok_or_else(absent)?;
            Ok(Reported { id: id.0, author_id: Some(id), entity_id: None })
        })
    },
    shown: |platform, id| {
        Box::pin(async move {
            let user = platform.people.get(UserId(id)).await?;
            Ok(Shown { path: user.map(|user| format!("/u/{}", user.user_name)), ..Shown::default() })
        })
    },
    hide: None,
    remove: None,
};

/// Whether an account has a page at all.
pub fn is_alive(user: &User) -> bool {
    matches!(user.status, UserStatus::Active)
}

/// Whether the person is found by search and has a public page.
pub fn is_public(user: &User) -> bool {
    is_alive(user) && user.findable && user.erase_at.is_none()
}

/// Whether `viewer` may see the person: they may know of them, and there is no block between the two.
pub async fn may_see(platform: &Platform, viewer: UserId, user: &User) -> Result<bool> {
    if viewer == user.user_id {
        return Ok(true);
    }
    let pair = platform.storage.contacts.pair(viewer, user.user_id).await?;
    Ok(pair.block.is_none() && !pair.is_blocked && is_known(platform, &pair, user).await?)
}

/// Contacts of each that are read to find a common one.
const LOOKED_AT: usize = 1_000;

/// Whether one of a pair may know that the other exists, regardless of blocks: by the rules of their page, because they
/// have a conversation, or as a contact's contact if the other allows suggestions.
pub async fn may_know(platform: &Platform, pair: &Pair) -> Result<bool> {
    let Some(user) = &pair.user else { return Ok(false) };
    if pair.me == pair.other {
        return Ok(true);
    }
    if is_known(platform, pair, user).await? {
        return Ok(true);
    }
    let both = [pair.me, pair.other];
    if user.status == UserStatus::Deactivated {
        return Ok(false);
    }
    if platform.storage.messages.of_people(&both).await?.is_some() {
        return Ok(true);
    }
    if !user.discoverable {
        return Ok(false);
    }
    let lists = platform.storage.contacts.tied_with_each(&both, TieKind::Contact, LOOKED_AT).await?;
    Ok(lists.split_first().is_some_and(|(mine, theirs)| theirs.iter().flatten().any(|id| mine.contains(id))))
}

/// By a public page, as a contact, by an open contact request, or by a common organisation.
pub async fn is_known(platform: &Platform, pair: &Pair, user: &User) -> Result<bool> {
    if user.status == UserStatus::Deactivated {
        return Ok(false);
    }
    let is_near = matches!(pair.bond.state, BondState::Contact | BondState::Asked);
    if is_public(user) || is_near {
        return Ok(true);
    }
    are_near(platform, pair.me, pair.other).await
}

/// Whether two people belong to the same organisation, or are the same.
async fn are_near(platform: &Platform, viewer: UserId, user: UserId) -> Result<bool> {
    let mine = organisations_of(platform, viewer).await?;
    Ok(viewer == user || !mine.is_disjoint(&organisations_of(platform, user).await?))
}

/// The organisations a person belongs to, not counting those they only follow or buy from.
pub(crate) async fn organisations_of(platform: &Platform, user: UserId) -> Result<HashSet<EntityId>> {
    let relations = platform.storage.entities.relations_of(user).await?;
    let inside = relations.into_iter().filter(|relation| relation.relation_type.belongs());
    Ok(inside.map(|relation| relation.entity_id).collect())
}

/// The page of the person with that name; 404 if the caller may not see it.
pub async fn by_name(platform: &Platform, viewer: Option<UserId>, user_name: &str) -> Result<ProfileView> {
    let absent = || Refusal::not_found("Personen finns inte.");
    let user = platform.storage.accounts.user_by_name(user_name).await?.ok_or_else(absent)?;
    let (seen, is_near) = match viewer {
        Some(viewer) => {
            (may_see(platform, viewer, &user).await?, are_near(platform, viewer, user.user_id).await?)
        }
        None => (is_public(&user), false),
    };
    if !seen {
        return Err(absent());
    }
    let status = status_at(&user, now()).filter(|_| is_near).cloned().unwrap_or_default();
    let municipality = platform.places.municipality(user.municipality).filter(|_| user.show_municipality);
    Ok(ProfileView {
        id_user: user.user_id,
        municipality: municipality.map(|one| one.name.clone()),
        status_text: status.text,
        status_emoji: status.emoji,
        profile_image: avatar(&user),
        user_name: user.user_name,
        display_name: user.display_name,
    })
}
