//! The public part of the feed, readable without signing in: a post, and the posts of an author, for pages and feeds
//! that other programs read. The same for everybody.
//!
//! Decision: a person has a public page, and is listed by search engines, only if they are `findable`. Their public
//! posts can be read by everybody who has the address all the same.

use std::collections::HashSet;

use storage::accounts::User;
use storage::ids::{EntityId, UserId};

use super::reading::{Asked, of_entity, of_person, post};
use super::rules;
use super::view::{Original, PostView, Speaker};
use crate::Platform;
use crate::accounts::profile::is_public;
use crate::platform::error::Result;

/// Posts per page or feed.
const NEWEST: usize = 20;

/// A public post.
#[derive(Debug, Clone)]
pub struct Open {
    pub post: PostView,
    /// Whether its author allows search engines to list it.
    pub listed: bool,
    /// The same for the reposted post; true if it is not a repost.
    pub original_listed: bool,
}

/// An author and their newest public posts.
#[derive(Debug, Clone)]
pub struct OpenFeed {
    pub speaker: Speaker,
    pub posts: Vec<Open>,
}

/// A person with a public page. Otherwise 404.
pub(super) async fn person(platform: &Platform, id: UserId) -> Result<Speaker> {
    let user = platform.people.get(id).await?.filter(|user| is_public(user));
    user.map(|user| Speaker::from(&*user)).ok_or_else(rules::no_person)
}

fn author(post: &PostView) -> Option<UserId> {
    post.author.id_user
}

fn original(post: &PostView) -> Option<&PostView> {
    match post.original.as_ref()? {
        Original::Post(original) => Some(original),
        Original::Gone(_) => None,
    }
}

async fn opened(platform: &Platform, posts: Vec<PostView>) -> Result<Vec<Open>> {
    let people: HashSet<UserId> =
        posts.iter().flat_map(|post| [author(post), original(post).and_then(author)]).flatten().collect();
    let people = platform.people.all(people).await?;
    let is_listed = |post: &PostView| match (author(post), post.id_entity) {
        (Some(id), _) => people.get(&id).is_some_and(|user| is_public(user)),
        (None, entity) => entity.is_some(),
    };
    let open = |post: PostView| Open {
        listed: is_listed(&post),
        original_listed: original(&post).is_none_or(is_listed),
        post,
    };
    Ok(posts.into_iter().map(open).collect())
}

/// A public post. Otherwise 404.
pub async fn one(platform: &Platform, uuid: &str) -> Result<Open> {
    let post = post(platform, None, uuid).await?;
    opened(platform, vec![post]).await?.pop().ok_or_else(rules::no_post)
}

const fn newest() -> Asked {
    Asked { limit: NEWEST, offset: 0, cursor: None }
}

/// An organisation's public posts, newest first. 404: there is none.
pub async fn by_entity(platform: &Platform, id: EntityId) -> Result<OpenFeed> {
    let speaker = Speaker::from(&crate::entities::public(platform, id).await?);
    let posts = of_entity(platform, None, id, newest()).await?.posts;
    Ok(OpenFeed { speaker, posts: opened(platform, posts).await? })
}

/// A person's public posts, newest first. 404: there is no such person with a public page.
pub async fn by_person(platform: &Platform, id: UserId) -> Result<OpenFeed> {
    let speaker = person(platform, id).await?;
    let posts = of_person(platform, None, id, newest()).await?.posts;
    Ok(OpenFeed { speaker, posts: opened(platform, posts).await? })
}

/// The same by the organisation's slug.
pub async fn by_slug(platform: &Platform, slug: &str) -> Result<OpenFeed> {
    let entity = platform.storage.entities.entity_by_slug(slug).await?;
    let entity =
        entity.ok_or_else(|| crate::platform::error::Refusal::not_found("Organisationen finns inte."))?;
    by_entity(platform, entity.entity_id).await
}

/// The same by the person's user name.
pub async fn by_user_name(platform: &Platform, user_name: &str) -> Result<OpenFeed> {
    let user: Option<User> = platform.storage.accounts.user_by_name(user_name).await?;
    by_person(platform, user.ok_or_else(rules::no_person)?.user_id).await
}
