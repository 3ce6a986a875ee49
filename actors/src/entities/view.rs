//! Organisations on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::{User, UserStatus};
use storage::entities::{
    Application, ApplicationState, Entity, EntityType, MembershipMode, Relation, RelationType,
};
use storage::ids::{EntityId, UserId};
use utoipa::ToSchema;

use super::rules::Ability;
use crate::people::avatar;
use crate::time::Moment;

/// An organisation, as it is seen by the one who asks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Entity)]
pub struct EntityView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub entity_type: EntityType,
    pub membership_mode: MembershipMode,
    /// Where its picture is; null without one.
    pub image: Option<String>,
    pub created: Moment,
    /// My relation to it.
    pub tx_relation_type: Option<RelationType>,
    pub abilities: Vec<Ability>,
    /// The state of my application for membership, if I made one.
    pub my_application: Option<ApplicationState>,
}

/// Where an organisation's picture is, or `None`.
pub fn picture(entity: &Entity) -> Option<String> {
    entity.image.as_ref().map(|version| format!("/img/entity/{}?v={version}", entity.entity_id))
}

/// One of my organisations.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Membership)]
pub struct MembershipView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub tx_relation_type: RelationType,
    pub entity_type: EntityType,
    pub image: Option<String>,
}

/// Somebody related to an organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Relation)]
pub struct RelationView {
    pub user_id: UserId,
    pub user_name: String,
    pub display_name: String,
    pub profile_image: Option<String>,
    pub tx_relation_type: RelationType,
    pub since: Moment,
    /// Came with an import and has not taken over the account yet.
    pub imported: bool,
}

impl RelationView {
    pub fn new(relation: &Relation, user: &User) -> Self {
        Self {
            user_id: relation.user_id,
            user_name: user.user_name.clone(),
            display_name: user.display_name.clone(),
            profile_image: avatar(user),
            tx_relation_type: relation.relation_type,
            since: Moment(relation.since),
            imported: user.status == UserStatus::Imported,
        }
    }
}

/// An application for membership.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Application)]
pub struct ApplicationView {
    pub user_id: UserId,
    pub user_name: String,
    pub display_name: String,
    pub profile_image: Option<String>,
    pub state: ApplicationState,
    pub message: Option<String>,
    pub created: Moment,
    pub decided: Option<Moment>,
}

impl ApplicationView {
    pub fn new(application: &Application, user: &User) -> Self {
        Self {
            user_id: application.user_id,
            user_name: user.user_name.clone(),
            display_name: user.display_name.clone(),
            profile_image: avatar(user),
            state: application.state,
            message: application.message.clone(),
            created: Moment(application.created),
            decided: application.decided.map(Moment),
        }
    }
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewEntity {
    #[garde(length(chars, min = 2, max = 100))]
    pub entity_name: String,
    #[garde(skip)]
    pub entity_type: EntityType,
    /// 2–50 of `a-z 0-9 -`; made from the name when absent.
    #[serde(default)]
    #[garde(inner(length(chars, min = 2, max = 50)))]
    pub entity_slug: Option<String>,
    /// MODERATED when absent.
    #[serde(default)]
    #[garde(skip)]
    pub membership_mode: Option<MembershipMode>,
}

/// What is absent stays.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeEntity {
    #[garde(inner(length(chars, min = 2, max = 100)))]
    pub entity_name: Option<String>,
    #[garde(skip)]
    pub entity_type: Option<EntityType>,
    #[garde(skip)]
    pub membership_mode: Option<MembershipMode>,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    #[garde(skip)]
    pub user_id: UserId,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutRelation {
    #[garde(skip)]
    pub tx_relation_type: RelationType,
}

#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct Apply {
    #[garde(inner(length(chars, max = 500)))]
    pub message: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct Deny {
    /// Never again.
    #[garde(skip)]
    pub ban: bool,
}
