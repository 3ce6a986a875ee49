//! Contacts on the wire, in both directions.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::contacts::{Block, EventSetting, FeedSetting, Half, LinkKind, Pair};
use storage::entities::Entity;
use storage::ids::{BlockId, ContactId, EntityId, FollowId, RequestId, UserId};
use utoipa::ToSchema;

use super::rules;
use crate::platform::people::avatar;
use crate::platform::time::Moment;

/// Somebody, wherever people are listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub id: UserId,
    pub display_name: String,
    /// The name to write after `@`.
    pub username: String,
    /// The name in addresses: `/u/{slug}`.
    pub slug: String,
    pub avatar: Option<String>,
}

impl Person {
    /// What stands in the place of somebody whose account was erased.
    pub fn erased(id: UserId) -> Self {
        Self {
            id,
            display_name: "Borttagen användare".to_owned(),
            username: String::new(),
            slug: String::new(),
            avatar: None,
        }
    }
}

impl From<&User> for Person {
    fn from(user: &User) -> Self {
        Self {
            id: user.user_id,
            display_name: user.display_name.clone(),
            username: user.user_name.clone(),
            slug: user.user_name.clone(),
            avatar: avatar(user),
        }
    }
}

/// Somebody whom I have blocked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Block)]
pub struct BlockView {
    /// The block: what takes it back.
    pub id: BlockId,
    /// The same.
    pub block_id: BlockId,
    pub user: Person,
    pub user_id: UserId,
    pub display_name: String,
    pub username: String,
    pub slug: String,
    pub avatar: Option<String>,
    /// My own words.
    pub reason: Option<String>,
    pub created: Moment,
}

impl BlockView {
    pub fn new(block: &Block, user: &User) -> Self {
        Self {
            id: block.block_id,
            block_id: block.block_id,
            user: Person::from(user),
            user_id: user.user_id,
            display_name: user.display_name.clone(),
            username: user.user_name.clone(),
            slug: user.user_name.clone(),
            avatar: avatar(user),
            reason: block.reason.clone(),
            created: Moment(block.created),
        }
    }
}

/// Whom to block.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewBlock {
    #[garde(skip)]
    pub user_id: UserId,
    /// For oneself; nobody else sees it.
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// The block that stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blocked {
    pub block_id: BlockId,
}

/// What a contact may see of mine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrivacySettings {
    /// Of my posts: ALL that are for contacts, or PUBLIC ones.
    pub feed_setting: FeedSetting,
    /// Of my calendar: NONE, when I am busy (FREE_BUSY), DETAILS, or EDIT.
    pub event_setting: EventSetting,
}

impl From<&Half> for PrivacySettings {
    fn from(half: &Half) -> Self {
        Self { feed_setting: half.feed_setting, event_setting: half.event_setting }
    }
}

/// What a contact shall see of mine; what is absent stays.
#[derive(Debug, Clone, Copy, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangePrivacy {
    #[garde(skip)]
    pub feed_setting: Option<FeedSetting>,
    #[garde(skip)]
    pub event_setting: Option<EventSetting>,
}

/// A contact of mine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Contact)]
pub struct ContactView {
    pub id: ContactId,
    pub user: Person,
    /// What they may see of mine.
    pub privacy_settings: PrivacySettings,
    /// Since when we are contacts.
    pub created: Moment,
}

impl ContactView {
    /// None: they are not contacts.
    pub fn of(pair: &Pair) -> Option<Self> {
        let (mine, user) = (pair.bond.half(pair.me), pair.user.as_ref()?);
        let id = mine.contact_id?;
        Some(Self { id, user: user.into(), privacy_settings: (&mine).into(), created: Moment(id.millis()) })
    }
}

/// A request that waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContactRequest)]
pub struct RequestView {
    pub id: RequestId,
    /// The same.
    pub request_id: RequestId,
    /// The other of the two.
    pub user: Person,
    pub from_user_id: UserId,
    pub to_user_id: UserId,
    pub message: Option<String>,
    pub created: Moment,
}

impl RequestView {
    pub fn of(pair: &Pair) -> Option<Self> {
        let bond = &pair.bond;
        let (id, from) = (bond.request_id?, bond.asked_by?);
        Some(Self {
            id,
            request_id: id,
            user: pair.user.as_ref()?.into(),
            from_user_id: from,
            to_user_id: bond.other_than(from),
            message: bond.message.clone(),
            created: Moment(id.millis()),
        })
    }
}

/// Somebody whom I follow, or who follows me or has asked to, and since when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Followed {
    pub user: Person,
    pub created: Moment,
}

impl Followed {
    pub fn of((id, pair): (i64, Pair)) -> Option<Self> {
        Some(Self { user: pair.user.as_ref()?.into(), created: Moment(FollowId(id).millis()) })
    }
}

/// What somebody is to me: the first that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ContactStatus)]
pub enum Status {
    #[serde(rename = "self")]
    Oneself,
    /// I have blocked them.
    Blocked,
    Contact,
    /// They have asked me.
    RequestReceived,
    /// I have asked them.
    RequestSent,
    /// I follow them.
    Follower,
    None,
}

/// What stands between me and somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Standing)]
pub struct StatusView {
    pub user_id: UserId,
    pub status: Status,
    /// A request of mine would be taken now.
    pub can_request: bool,
    pub is_following: bool,
    /// I have asked to follow them, and they have not answered; absent where I have not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub follow_asked: bool,
    /// In my list, where we are contacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_id: Option<ContactId>,
    /// The one that waits, mine or theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// Mine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_id: Option<BlockId>,
    /// They have said no: from when on I may ask again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_at: Option<Moment>,
}

impl StatusView {
    pub fn of(pair: &Pair, now: i64) -> Self {
        let (status, (can_request, retry_at)) = (rules::status(pair), rules::can_request(pair, now));
        let mine = pair.bond.half(pair.me);
        let is_open = pair.block.is_none() && !pair.is_blocked;
        let waits = matches!(status, Status::RequestReceived | Status::RequestSent);
        Self {
            user_id: pair.other,
            status,
            can_request,
            is_following: is_open && mine.follow_id.is_some(),
            follow_asked: is_open && mine.follow_asked.is_some(),
            contact_id: mine.contact_id.filter(|_| status == Status::Contact),
            request_id: pair.bond.request_id.filter(|_| waits),
            block_id: pair.block.as_ref().map(|block| block.block_id),
            retry_at: retry_at.map(Moment),
        }
    }
}

/// Whom to ask.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRequest {
    #[garde(skip)]
    pub to_user_id: UserId,
    /// Said with the request.
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub message: Option<String>,
}

/// What became of a request: the one that waits, or, where the other had asked, the contacts that we are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Requested {
    pub request_id: RequestId,
    /// Mine, then theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_ids: Option<[ContactId; 2]>,
    pub message: &'static str,
}

/// We are contacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accepted {
    /// Mine, then theirs.
    pub contact_ids: [ContactId; 2],
    pub message: &'static str,
}

/// What was done, as it is told to the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContactsSaid)]
pub struct Told {
    pub message: &'static str,
}

/// How many requests wait for my answer, up to 100.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RequestCount)]
pub struct Waiting {
    pub count: usize,
}

/// Whom to follow.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFollow {
    #[garde(skip)]
    pub to_user_id: UserId,
}

/// An organisation that both belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntityInCommon)]
pub struct InCommon {
    pub id: EntityId,
    pub display_name: String,
    pub slug_name: String,
}

impl From<&Entity> for InCommon {
    fn from(entity: &Entity) -> Self {
        Self {
            id: entity.entity_id,
            display_name: entity.entity_name.clone(),
            slug_name: entity.entity_slug.clone(),
        }
    }
}

/// Somebody, as I meet their name anywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PersonCard)]
pub struct CardView {
    pub user: Person,
    /// Organisations that we both belong to, by name.
    pub entities: Vec<InCommon>,
    /// Contacts that we both have, among the newest thousand of each.
    pub mutual_contacts: usize,
    /// Connected now; absent where we share no organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online: Option<bool>,
    /// I may write to them.
    pub may_message: bool,
    pub status: StatusView,
}

/// An organisation that both belong to, as a reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReasonEntity {
    pub id: EntityId,
    pub name: String,
}

impl From<InCommon> for ReasonEntity {
    fn from(entity: InCommon) -> Self {
        Self { id: entity.id, name: entity.display_name }
    }
}

/// Why somebody is suggested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SuggestionReasons)]
pub struct Reasons {
    /// Organisations that we both belong to, by name.
    pub entities: Vec<ReasonEntity>,
    /// Contacts that we both have, among my newest fifty.
    pub mutual_contacts: usize,
}

/// Somebody whom I may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuggestedPerson {
    pub user: Person,
    pub reasons: Reasons,
}

/// Whom to invite by mail.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct InviteByMail {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254)]
    pub email: String,
    /// Said with the invitation.
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub message: Option<String>,
}

/// Whom to invite by text message.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct InviteBySms {
    /// With a country's code (`+46…`), or Swedish.
    #[garde(length(chars, max = 40))]
    #[schema(max_length = 40)]
    pub phone: String,
    /// Said with the invitation.
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub message: Option<String>,
}

/// My link: whoever opens it becomes a contact of mine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContactLink)]
pub struct LinkView {
    pub url: String,
    pub token: String,
    pub expires: Moment,
}

/// Whose secret it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inviter {
    pub display_name: String,
    pub slug: String,
    pub avatar: Option<String>,
}

impl From<&User> for Inviter {
    fn from(user: &User) -> Self {
        Self { display_name: user.display_name.clone(), slug: user.user_name.clone(), avatar: avatar(user) }
    }
}

/// What a secret is, for whoever has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContactToken)]
pub struct TokenView {
    /// LINK: makes contacts; INVITATION: a request that waits for who opens it first.
    pub kind: LinkKind,
    pub user: Inviter,
    /// What was said with the invitation.
    pub message: Option<String>,
    pub expires: Moment,
}

/// What opening a secret has brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brought {
    /// `contact` or `request_received`.
    pub status: Status,
    pub user_id: UserId,
    pub slug: String,
    /// Mine, then theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_ids: Option<[ContactId; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
}

/// Somebody in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportedPerson {
    pub name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// Who they are here; null: nobody, or nobody whom I may know of.
    pub user: Option<Person>,
    /// What they are to me.
    pub status: Option<Status>,
}

impl ImportedPerson {
    pub fn new(name: String, email: Option<String>, phone: Option<String>, pair: Option<&Pair>) -> Self {
        let user = pair.and_then(|pair| pair.user.as_ref()).map(Person::from);
        Self { name, email, phone, user, status: pair.map(rules::status) }
    }
}

/// The people of a file, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Imported {
    pub people: Vec<ImportedPerson>,
}
