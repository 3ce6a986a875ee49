//! A context by its address or id: the organisation or person that somebody views or acts as. Contract §4.

use serde::Serialize;
use storage::accounts::{User, UserStatus};
use storage::entities::{Entity, RelationType};
use storage::ids::{EntityId, UserId};
use utoipa::ToSchema;

use crate::Platform;
use crate::accounts::{Who, profile};
use crate::entities::view::picture;
use crate::entities::{is_known, rules};
use crate::platform::error::{Refusal, Result};
use crate::platform::people::avatar;

/// What a context is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContextType {
    User,
    Organization,
}

/// A context.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Context)]
pub struct ContextView {
    #[serde(rename = "type")]
    pub kind: ContextType,
    pub id: i64,
    pub name: String,
    /// The first segment of its address.
    pub slug: String,
    /// Where its picture is; null without one.
    pub image_id: Option<String>,
    pub icon: Option<&'static str>,
    /// My relation to the organisation.
    pub tx_relation_type: Option<RelationType>,
    /// Whether I may act in its name.
    pub can_act: bool,
}

/// The refusals of contract §4, with its exact words in `detail`.
fn absent(detail: &'static str, message: &'static str) -> Refusal {
    let mut refusal = Refusal::not_found(message);
    refusal.detail = Some(detail.into());
    refusal
}

fn no_entity() -> Refusal {
    absent("Entity not found", "Organisationen finns inte.")
}

/// The organisation or person with that slug.
pub async fn by_slug(platform: &Platform, who: &Who, slug: &str) -> Result<ContextView> {
    if let Some(entity) = platform.storage.entities.entity_by_slug(slug).await? {
        return of_entity(platform, who, &entity).await;
    }
    let user = platform.storage.accounts.user_by_name(slug).await?.ok_or_else(no_entity)?;
    if profile::may_see(platform, who.user_id, &user).await? {
        return Ok(of_user(who, &user));
    }
    Err(no_entity())
}

/// The context of a type (`user`, `organization`) and id.
pub async fn by_id(platform: &Platform, who: &Who, kind: &str, id: i64) -> Result<ContextView> {
    match kind {
        "organization" => {
            let entity = platform.storage.entities.entity(EntityId(id)).await?.ok_or_else(no_entity)?;
            of_entity(platform, who, &entity).await
        }
        "user" => {
            let absent = || absent("User not found", "Personen finns inte.");
            let user = platform.storage.accounts.user(UserId(id)).await?.ok_or_else(absent)?;
            if !profile::may_see(platform, who.user_id, &user).await? {
                return Err(absent());
            }
            Ok(of_user(who, &user))
        }
        _ => Err(absent("Context not found", "Kontexten finns inte.")),
    }
}

async fn of_entity(platform: &Platform, who: &Who, entity: &Entity) -> Result<ContextView> {
    let relation = platform.storage.entities.relation(entity.entity_id, who.user_id).await?;
    let relation = relation.map(|relation| relation.relation_type);
    if !is_known(platform, entity, who.user_id, relation).await? {
        return Err(no_entity());
    }
    Ok(ContextView {
        kind: ContextType::Organization,
        id: entity.entity_id.0,
        name: entity.entity_name.clone(),
        slug: entity.entity_slug.clone(),
        image_id: picture(entity),
        icon: None,
        tx_relation_type: relation,
        can_act: rules::may_act(relation),
    })
}

fn of_user(who: &Who, user: &User) -> ContextView {
    ContextView {
        kind: ContextType::User,
        id: user.user_id.0,
        name: user.display_name.clone(),
        slug: user.user_name.clone(),
        image_id: avatar(user),
        icon: (user.status == UserStatus::Bot).then_some("robot"),
        tx_relation_type: None,
        can_act: user.user_id == who.user_id,
    }
}
