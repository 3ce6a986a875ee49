//! The feed on the wire, in both directions. Contract §6, social.md §3.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::entities::Entity;
use storage::feed::{Audience, PostPicture};
use storage::ids::{CommentId, EntityId, MediaId, PostId, UserId};
use utoipa::ToSchema;

use super::rules::{CommentAbility, PostAbility};
use crate::entities::view::picture;
use crate::platform::people::avatar;
use crate::platform::time::Moment;

/// Who or what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpeakerKind {
    Person,
    Entity,
}

/// In whose name something stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Speaker {
    pub kind: SpeakerKind,
    /// Null: an organisation.
    pub id_user: Option<UserId>,
    /// Null: a person.
    pub id_entity: Option<EntityId>,
    pub display_name: String,
    /// The name in addresses (`/u/{slug}`, of an organisation `/{slug}`), and after `@`.
    pub slug: String,
    /// The same.
    pub user_name: String,
    pub profile_image: Option<String>,
}

impl From<&User> for Speaker {
    fn from(user: &User) -> Self {
        Self {
            kind: SpeakerKind::Person,
            id_user: Some(user.user_id),
            id_entity: None,
            display_name: user.display_name.clone(),
            slug: user.user_name.clone(),
            user_name: user.user_name.clone(),
            profile_image: avatar(user),
        }
    }
}

impl From<&Entity> for Speaker {
    fn from(entity: &Entity) -> Self {
        Self {
            kind: SpeakerKind::Entity,
            id_user: None,
            id_entity: Some(entity.entity_id),
            display_name: entity.entity_name.clone(),
            slug: entity.entity_slug.clone(),
            user_name: entity.entity_slug.clone(),
            profile_image: picture(entity),
        }
    }
}

impl Speaker {
    /// An author about whom nothing is known any more.
    pub(crate) fn gone(entity: Option<EntityId>) -> Self {
        Self {
            kind: if entity.is_some() { SpeakerKind::Entity } else { SpeakerKind::Person },
            id_user: None,
            id_entity: entity,
            display_name: "Någon".to_owned(),
            slug: String::new(),
            user_name: String::new(),
            profile_image: None,
        }
    }
}

/// Who wrote in an organisation's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Writer {
    pub id_user: UserId,
    pub display_name: String,
    pub user_name: String,
}

impl From<&User> for Writer {
    fn from(user: &User) -> Self {
        let (display_name, user_name) = (user.display_name.clone(), user.user_name.clone());
        Self { id_user: user.user_id, display_name, user_name }
    }
}

/// Somebody whom a text mentions: it has `@{userName}` there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeedMention)]
pub struct Mention {
    pub kind: SpeakerKind,
    pub id_user: Option<UserId>,
    pub id_entity: Option<EntityId>,
    pub user_name: String,
    pub display_name: String,
}

/// A picture of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PostMedia)]
pub struct MediaView {
    pub id: MediaId,
    /// For who may read the post; `&w=` asks for a narrower copy.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    pub alt: String,
}

impl From<&PostPicture> for MediaView {
    fn from(one: &PostPicture) -> Self {
        Self {
            id: one.id,
            url: address(one.id, &one.image),
            width: one.width,
            height: one.height,
            alt: one.alt.clone(),
        }
    }
}

/// The address of a picture.
pub(super) fn address(id: MediaId, version: &str) -> String {
    format!("/img/post/{id}?v={version}")
}

/// What stands in place of a post that is gone, or that one may not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GonePost)]
pub struct Gone {
    /// Always true.
    pub gone: bool,
}

/// What a repost reposts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = OriginalPost, no_recursion)]
pub enum Original {
    Post(Box<PostView>),
    Gone(#[schema(inline)] Gone),
}

/// A post as one reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeedPost)]
pub struct PostView {
    pub uuid: String,
    /// The same.
    pub tx_uuid: String,
    pub id_feed_post: PostId,
    /// Markdown as in chat, with `@userName` and `#ämne`.
    pub tx_message: String,
    /// The organisation in whose name it is; null: a person's.
    pub id_entity: Option<EntityId>,
    pub nr_likes: i64,
    /// Replies among them.
    pub nr_comments: i64,
    pub nr_reposts: i64,
    /// Whether I like it.
    pub liked: bool,
    /// Whether I have reposted it, as myself.
    pub reposted: bool,
    pub audience: Audience,
    pub author: Speaker,
    /// Who wrote it in the organisation's name; for its OWNER and ADMINISTRATORs alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_by: Option<Writer>,
    pub media: Vec<MediaView>,
    pub mentions: Vec<Mention>,
    /// Lower case, without `#`.
    pub topics: Vec<String>,
    pub edited: bool,
    /// A moderator keeps it out of sight: for who wrote it, and who runs what is said in the organisation's name, alone.
    pub hidden: bool,
    pub da_created: Moment,
    pub da_updated: Moment,
    /// What it reposts; null: it is no repost.
    pub original: Option<Original>,
    pub abilities: Vec<PostAbility>,
    pub version: i64,
}

/// A comment as one reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeedComment)]
pub struct CommentView {
    pub id_feed_comment: CommentId,
    pub id_feed_post: PostId,
    /// Null: an organisation's, for others than its OWNER and ADMINISTRATORs, or of somebody who is erased.
    pub id_auth_user: Option<UserId>,
    /// Empty once it is deleted; of a hidden one for others than who wrote it.
    pub tx_message: String,
    pub tx_sender_username: String,
    pub tx_sender_name: String,
    pub tx_sender_profile_image: Option<String>,
    /// 1 active, 2 deleted, 3 pending, 4 hidden.
    pub fl_status: u8,
    pub da_created: Moment,
    pub da_updated: Moment,
    pub id_entity: Option<EntityId>,
    /// The comment that it replies to.
    pub id_parent: Option<CommentId>,
    pub nr_replies: i64,
    pub nr_likes: i64,
    pub liked: bool,
    pub edited: bool,
    pub mentions: Vec<Mention>,
    pub abilities: Vec<CommentAbility>,
    pub version: i64,
}

/// A picture of a post that is to come.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MediaChoice {
    #[garde(skip)]
    pub id: MediaId,
    /// What is to be seen on it.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    #[schema(max_length = 1000)]
    pub alt: String,
}

/// A post to come. It has a text, a picture, or both.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPost {
    #[serde(default)]
    #[garde(length(chars, max = 10_000))]
    #[schema(max_length = 10000)]
    pub tx_message: String,
    /// In this organisation's name.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    /// Absent: PUBLIC.
    #[garde(skip)]
    pub audience: Option<Audience>,
    /// Pictures that were sent before, in order.
    #[serde(default)]
    #[garde(length(max = 10))]
    #[schema(max_items = 10)]
    pub media_ids: Vec<MediaId>,
    /// The same with what is to be seen on them; holds in place of `mediaIds`.
    #[garde(length(max = 10), dive)]
    #[schema(max_items = 10)]
    pub media: Option<Vec<MediaChoice>>,
    /// Made by the client: the same one again answers the first post.
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub client_post_id: Option<String>,
}

/// A post as it shall be; what is absent stays.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePost {
    #[garde(length(chars, max = 10_000))]
    #[schema(max_length = 10000)]
    pub tx_message: Option<String>,
    #[garde(skip)]
    pub audience: Option<Audience>,
    /// All that it shall have, in order; pictures that are left out go.
    #[garde(length(max = 10), dive)]
    #[schema(max_items = 10)]
    pub media: Option<Vec<MediaChoice>>,
    /// What was read; 409 where it has changed since.
    #[garde(skip)]
    pub version: Option<i64>,
}

/// A repost to come.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRepost {
    /// One's own words; may be empty.
    #[serde(default)]
    #[garde(length(chars, max = 10_000))]
    #[schema(max_length = 10000)]
    pub comment: String,
    /// In this organisation's name.
    #[garde(skip)]
    pub entity_id: Option<EntityId>,
}

/// A repost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reposted {
    pub uuid: String,
    pub original_uuid: String,
}

/// A comment to come.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewComment {
    #[garde(length(chars, min = 1, max = 10_000))]
    #[schema(min_length = 1, max_length = 10000)]
    pub tx_message: String,
    /// In this organisation's name.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    /// The comment that it replies to; a reply to a reply joins the first.
    #[garde(skip)]
    pub id_parent: Option<CommentId>,
}

/// A comment as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeComment {
    #[garde(length(chars, min = 1, max = 10_000))]
    #[schema(min_length = 1, max_length = 10000)]
    pub tx_message: String,
    /// What was read; 409 where it has changed since.
    #[garde(skip)]
    pub version: Option<i64>,
}

/// A picture that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SentMedia)]
pub struct SentMedia {
    pub id: MediaId,
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}
