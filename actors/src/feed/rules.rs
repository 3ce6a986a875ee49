//! Who may see and do what in the feed: pure functions over what a reader is to whose posts they are. Contract §6.

use serde::Serialize;
use storage::accounts::UserStatus;
use storage::contacts::{BondState, FeedSetting, Pair};
use storage::entities::RelationType;
use storage::feed::{Audience, Comment, CommentState, Post};
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::entities::rules::{belongs, manages, may_act};
use crate::platform::error::{Refusal, Result};

/// What a reader is to a person or an organisation whose posts these are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The person themselves.
    Author,
    /// Belongs to the organisation.
    Member,
    /// A contact.
    Contact,
    /// A contact who is let see what is public alone (`feedSetting` PUBLIC).
    Limited,
    /// Follows; of an organisation also its customers.
    Follower,
    /// Nothing.
    Stranger,
    /// A block stands between the two, or the person is no more.
    Apart,
}

/// What I, the first of the pair, am to the other.
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

/// What somebody of that relation is to an organisation.
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

/// Whether posts come to somebody by themselves.
pub fn is_reader(standing: Standing) -> bool {
    !matches!(standing, Standing::Stranger | Standing::Apart)
}

/// For whom a post is that does not say: a person's words go to whom they know, an organisation speaks to everybody.
pub fn usual_audience(is_of_entity: bool) -> Audience {
    if is_of_entity { Audience::Public } else { Audience::Contacts }
}

/// Refuses an audience that there is not for whom the post is of.
pub fn audience(audience: Audience, is_of_entity: bool) -> Result<()> {
    let message = match (audience, is_of_entity) {
        (Audience::EntityMembers, false) => "Bara en organisations inlägg kan vara för dess medlemmar.",
        (Audience::Contacts, true) => "En organisation har inga kontakter.",
        _ => return Ok(()),
    };
    Err(Refusal::field("audience", "AUDIENCE", message))
}

/// Somebody before a post or comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// What they are to the organisation in whose name the post is.
    pub relation: Option<RelationType>,
    /// What they are to the organisation in whose name the comment is.
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

/// Runs what is said in the organisation's name.
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

/// Whether somebody is told who wrote in an organisation's name.
pub fn sees_writer(relation: Option<RelationType>) -> bool {
    manages(relation)
}

/// Whether somebody sees what a moderator keeps out of sight: who wrote it, and who runs what is said in the organisation's name.
pub fn sees_hidden(post: &Post, reader: &Reader) -> bool {
    let wrote = reader.user_id.is_some() && post.author_id == reader.user_id;
    wrote || post.entity_id.is_some() && moderates(reader.relation)
}

/// Everything that somebody may do with a post that they may read. What is out of sight is left alone or removed.
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
    // Whose post it is decides what stands below it.
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

/// Refuses what an ability is missing for. The organisation's is a matter of role, a person's of whose it is.
pub fn require(may: bool, entity: bool) -> Result<()> {
    match (may, entity) {
        (true, _) => Ok(()),
        (false, true) => {
            Err(Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen."))
        }
        (false, false) => Err(Refusal::forbidden("NOT_AUTHOR", "Bara den som skrev det kan ändra det.")),
    }
}

/// Refuses whoever may not speak in an organisation's name.
pub fn speak_as(relation: Option<RelationType>) -> Result<()> {
    require(may_act(relation), true)
}

/// A post that does not exist, or that one may not see.
pub fn no_post() -> Refusal {
    Refusal::not_found("Inlägget finns inte.")
}

/// A person who does not exist, or of whom one may not know.
pub fn no_person() -> Refusal {
    Refusal::not_found("Personen finns inte.")
}

/// A comment that does not exist, or that one may not see.
pub fn no_comment() -> Refusal {
    Refusal::not_found("Kommentaren finns inte.")
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
