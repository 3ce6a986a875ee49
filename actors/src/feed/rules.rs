//! Permissions in the feed: pure functions over a reader's standing towards authors. Contract §6.

use serde::Serialize;
use storage::accounts::UserStatus;
use storage::contacts::{BondState, FeedSetting, Pair};
use storage::entities::RelationType;
use storage::feed::{Audience, Comment, CommentState, Post};
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::entities::rules::{belongs, manages, may_act};
use crate::platform::error::{Refusal, Result};

/// A reader's standing towards the author of posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The author.
    Author,
    /// Belongs to the organisation.
    Member,
    /// A contact.
    Contact,
    /// A contact who may only see public posts (`feedSetting` PUBLIC).
    Limited,
    /// A follower; for organisations also customers.
    Follower,
    /// No relation.
    Stranger,
    /// There is a block between the two, or the account is gone.
    Apart,
}

/// My standing towards the other; I am the first of the pair.
pub fn standing(pair: &Pair) -> Standing {
    let (mine, theirs) = (pair.bond.half(pair.me), pair.bond.half(pair.other));
    let status = pair.user.as_ref().map(|user| user.status);
    if matches!(status, None | Some(UserStatus::Deactivated)) {
        return Standing::Apart;
    }
    if pair.me == pair.other {
        return Standing::Author;
    }
    match pair.bond.state {
        _ if pair.block.is_some() || pair.is_blocked => Standing::Apart,
        BondState::Contact if theirs.feed_setting == FeedSetting::All => Standing::Contact,
        BondState::Contact => Standing::Limited,
        _ if mine.follow_id.is_some() => Standing::Follower,
        _ => Standing::Stranger,
    }
}

/// The standing that a relation gives towards an organisation.
pub fn standing_in(relation: Option<RelationType>) -> Standing {
    match relation {
        relation if belongs(relation) => Standing::Member,
        Some(_) => Standing::Follower,
        None => Standing::Stranger,
    }
}

/// Whether somebody may read what is for that audience.
pub fn may_read(audience: Audience, standing: Standing) -> bool {
    use Standing::{Apart, Author, Contact, Follower, Member};
    match audience {
        Audience::Public => standing != Apart,
        Audience::Followers => matches!(standing, Author | Member | Contact | Follower),
        Audience::Contacts => matches!(standing, Author | Contact),
        Audience::EntityMembers => matches!(standing, Author | Member),
    }
}

/// Whether an author's posts appear in the person's timeline.
pub fn is_reader(standing: Standing) -> bool {
    !matches!(standing, Standing::Stranger | Standing::Apart)
}

/// The default audience: contacts for a person, everybody for an organisation.
pub fn usual_audience(is_of_entity: bool) -> Audience {
    if is_of_entity { Audience::Public } else { Audience::Contacts }
}

/// Refuses an audience that this kind of author does not have.
pub fn audience(audience: Audience, is_of_entity: bool) -> Result<()> {
    let message = match (audience, is_of_entity) {
        (Audience::EntityMembers, false) => "Bara en organisations inlägg kan vara för dess medlemmar.",
        (Audience::Contacts, true) => "En organisation har inga kontakter.",
        _ => return Ok(()),
    };
    Err(Refusal::field("audience", "AUDIENCE", message))
}

/// A reader of a post or comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// Their relation to the post's organisation.
    pub relation: Option<RelationType>,
    /// Their relation to the comment's organisation.
    pub as_entity: Option<RelationType>,
}

/// What somebody may do with a post that they may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = PostAbility)]
pub enum PostAbility {
    Edit,
    Delete,
    Like,
    Comment,
    Repost,
}

/// What somebody may do with a comment on a post that they may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = CommentAbility)]
pub enum CommentAbility {
    Edit,
    Delete,
    Like,
    Reply,
}

/// Moderates posts and comments of the organisation.
pub fn moderates(relation: Option<RelationType>) -> bool {
    manages(relation) || matches!(relation, Some(RelationType::President | RelationType::Moderator))
}

fn edits(post: &Post, reader: &Reader) -> bool {
    let wrote = reader.user_id.is_some() && post.author_id == reader.user_id;
    match post.entity_id {
        None => wrote,
        Some(_) => manages(reader.relation) || wrote && may_act(reader.relation),
    }
}

/// Whether somebody sees which person wrote for an organisation.
pub fn sees_writer(relation: Option<RelationType>) -> bool {
    manages(relation)
}

/// Whether somebody sees a hidden post: its author, and moderators of its organisation.
pub fn sees_hidden(post: &Post, reader: &Reader) -> bool {
    let wrote = reader.user_id.is_some() && post.author_id == reader.user_id;
    wrote || post.entity_id.is_some() && moderates(reader.relation)
}

/// Everything that somebody may do with a post that they may read. A hidden post can only be deleted.
pub fn post_abilities(post: &Post, reader: &Reader) -> Vec<PostAbility> {
    let is_signed_in = reader.user_id.is_some() && post.hidden.is_none();
    let edits = edits(post, reader);
    let all = [
        (PostAbility::Edit, edits),
        (PostAbility::Delete, edits || post.entity_id.is_some() && moderates(reader.relation)),
        (PostAbility::Like, is_signed_in),
        (PostAbility::Comment, is_signed_in),
        (PostAbility::Repost, is_signed_in && post.audience == Audience::Public),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(ability, _)| ability).collect()
}

/// Everything that somebody may do with a comment that they may read.
pub fn comment_abilities(post: &Post, comment: &Comment, reader: &Reader) -> Vec<CommentAbility> {
    let wrote = reader.user_id.is_some() && comment.author_id == reader.user_id;
    if comment.state == CommentState::Hidden && wrote {
        return vec![CommentAbility::Delete];
    }
    if comment.state != CommentState::Active || reader.user_id.is_none() {
        return Vec::new();
    }
    let edits = match comment.entity_id {
        None => wrote,
        Some(_) => manages(reader.as_entity) || wrote && may_act(reader.as_entity),
    };
    // The owner of the post decides about comments on it.
    let owns = match post.entity_id {
        None => post.author_id == reader.user_id,
        Some(_) => moderates(reader.relation),
    };
    let all = [
        (CommentAbility::Edit, edits),
        (CommentAbility::Delete, edits || owns),
        (CommentAbility::Like, true),
        (CommentAbility::Reply, true),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(ability, _)| ability).collect()
}

/// Refuses without the ability. For an organisation the reason is the role, for a person the authorship.
pub fn require(may: bool, entity: bool) -> Result<()> {
    match (may, entity) {
        (true, _) => Ok(()),
        (false, true) => {
            Err(Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen."))
        }
        (false, false) => Err(Refusal::forbidden("NOT_AUTHOR", "Bara den som skrev det kan ändra det.")),
    }
}

/// Refuses people who may not act for an organisation.
pub fn speak_as(relation: Option<RelationType>) -> Result<()> {
    require(may_act(relation), true)
}

/// The post does not exist or the person may not see it.
pub fn no_post() -> Refusal {
    Refusal::not_found("Inlägget finns inte.")
}

/// The person does not exist or the caller may not know of them.
pub fn no_person() -> Refusal {
    Refusal::not_found("Personen finns inte.")
}

/// The comment does not exist or the person may not see it.
pub fn no_comment() -> Refusal {
    Refusal::not_found("Kommentaren finns inte.")
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
