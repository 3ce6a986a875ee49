//! Organisations on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::{User, UserStatus};
use storage::entities::{
    Application, ApplicationState, Entity, EntityType, Invitation, MembershipMode, Relation, RelationType,
};
use storage::ids::{EntityId, UserId};
use utoipa::ToSchema;

use super::rules::Ability;
use crate::platform::people::avatar;
use crate::platform::time::Moment;

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
    /// The state of my application for membership, if I made one; INVITED while an invitation waits for my answer.
    pub my_application: Option<ApplicationState>,
    /// Whether I like it; false signed out.
    pub liked: bool,
    pub nr_likes: i64,
}

/// Whether I like it, and how many do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Liked {
    pub liked: bool,
    pub nr_likes: i64,
}

/// The address of an organisation's picture, or `None`.
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
    /// A program of the organisation's own.
    pub is_bot: bool,
    /// ACTIVE, or INVITED: the person has not said yes yet and is nothing to the organisation. `displayName` and
    /// `userName` of an invited person who cannot be found by search say nothing, and there is no picture.
    pub state: ApplicationState,
}

/// Replaces the name of a person who is not findable.
const UNNAMED: &str = "Inbjuden person";

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
            is_bot: user.status == UserStatus::Bot,
            state: ApplicationState::Active,
        }
    }

    /// A person who has just been invited; `named`: the person, if findable.
    pub fn invited(invitation: &Invitation, named: Option<&User>) -> Self {
        Self {
            user_id: invitation.user_id,
            user_name: String::new(),
            display_name: named.map_or_else(|| UNNAMED.to_owned(), |user| user.display_name.clone()),
            profile_image: None,
            tx_relation_type: invitation.relation_type,
            since: Moment(invitation.created),
            imported: false,
            is_bot: false,
            state: ApplicationState::Invited,
        }
    }
}

/// What an invitation is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InvitationKind {
    /// To belong to the organisation, as `txRelationType`.
    Membership,
    /// To own it; who offers it becomes its administrator.
    Ownership,
}

impl From<RelationType> for InvitationKind {
    fn from(relation: RelationType) -> Self {
        if relation == RelationType::Owner { Self::Ownership } else { Self::Membership }
    }
}

/// An organisation asks me.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub entity_type: EntityType,
    pub image: Option<String>,
    pub kind: InvitationKind,
    /// What I become by accepting.
    pub tx_relation_type: RelationType,
    /// The name of who asks.
    pub invited_by: Option<String>,
    pub created: Moment,
    pub expires: Moment,
}

impl InvitationView {
    pub fn new(invitation: &Invitation, entity: &Entity, by: Option<&User>) -> Self {
        Self {
            id_entity: entity.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
            entity_type: entity.entity_type,
            image: picture(entity),
            kind: invitation.relation_type.into(),
            tx_relation_type: invitation.relation_type,
            invited_by: by.map(|user| user.display_name.clone()),
            created: Moment(invitation.created),
            expires: Moment(invitation.expires),
        }
    }
}

/// Somebody whom an organisation has asked and who has not answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SentInvitation)]
pub struct SentInvitationView {
    pub user_id: UserId,
    /// Null: the person does not let themselves be found.
    pub display_name: Option<String>,
    pub kind: InvitationKind,
    pub tx_relation_type: RelationType,
    pub created: Moment,
    pub expires: Moment,
}

impl SentInvitationView {
    pub fn new(invitation: &Invitation, named: Option<&User>) -> Self {
        Self {
            user_id: invitation.user_id,
            display_name: named.map(|user| user.display_name.clone()),
            kind: invitation.relation_type.into(),
            tx_relation_type: invitation.relation_type,
            created: Moment(invitation.created),
            expires: Moment(invitation.expires),
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
    #[schema(min_length = 2, max_length = 100)]
    pub entity_name: String,
    #[garde(skip)]
    pub entity_type: EntityType,
    /// 2–50 of `a-z 0-9 -`; made from the name when absent.
    #[serde(default)]
    #[garde(inner(length(chars, min = 2, max = 50)))]
    #[schema(min_length = 2, max_length = 50, pattern = "^[a-z0-9][a-z0-9-]*[a-z0-9]$")]
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
    #[schema(min_length = 2, max_length = 100)]
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
    #[schema(max_length = 500)]
    pub message: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct Deny {
    /// Never again: the relation there is ends, and following and applying are barred.
    #[garde(skip)]
    pub ban: bool,
}
