//! Permissions for articles: pure functions over the reader's relation to the author. Contract §7.

use serde::Serialize;
use storage::articles::{ArticleHead, ArticleStatus};
use storage::entities::RelationType;
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::entities::rules::manages;
use crate::feed::rules::{Standing, moderates};
use crate::platform::error::{FieldRefusal, Refusal, Result};

/// A reader of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// Their standing towards the author.
    pub standing: Standing,
    /// Their relation to the article's organisation.
    pub relation: Option<RelationType>,
}

/// What somebody may do with an article that they may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = ArticleAbility)]
pub enum Ability {
    /// Change it and its picture.
    Edit,
    Publish,
    Unpublish,
    Delete,
}

/// May write articles for an organisation.
pub fn writes_for(relation: Option<RelationType>) -> bool {
    manages(relation) || relation == Some(RelationType::Editor)
}

/// Refuses people who may not write for an organisation.
pub fn write_for(relation: Option<RelationType>) -> Result<()> {
    crate::feed::rules::require(writes_for(relation), true)
}

/// Whether somebody may edit an article: its author, or for an organisation's those who may write for it.
pub fn writes(article: &ArticleHead, reader: &Reader) -> bool {
    match article.entity_id {
        None => reader.user_id.is_some() && article.author_id == reader.user_id,
        Some(_) => writes_for(reader.relation),
    }
}

/// Whether somebody may read an article. A hidden one is visible to those who may edit it, and to moderators of its
/// organisation.
pub fn reads(article: &ArticleHead, reader: &Reader) -> bool {
    if writes(article, reader) {
        return true;
    }
    let moderates = article.entity_id.is_some() && moderates(reader.relation);
    article.status == ArticleStatus::Published
        && reader.standing != Standing::Apart
        && (article.hidden.is_none() || moderates)
}

/// Everything that somebody may do with an article that they may read.
pub fn abilities(article: &ArticleHead, reader: &Reader) -> Vec<Ability> {
    let turned = match article.status {
        ArticleStatus::Draft => Ability::Publish,
        ArticleStatus::Published => Ability::Unpublish,
    };
    if writes(article, reader) { vec![Ability::Edit, turned, Ability::Delete] } else { Vec::new() }
}

/// Refuses to publish, or to leave published, an article without a body.
pub fn is_whole(body: &str) -> Result<()> {
    let refusal = || Refusal::field("body", "REQUIRED", "Skriv texten innan artikeln publiceras.");
    (!body.trim().is_empty()).then_some(()).ok_or_else(refusal)
}

/// The article has changed since it was read: names its version.
pub fn stale(current: i64) -> Refusal {
    let mut refusal = Refusal::moved_on();
    let message = format!("Artikeln har version {current}.").into();
    refusal.fields.push(FieldRefusal { field: "version".into(), code: "STALE", message });
    refusal
}

/// The article does not exist or the reader may not see it.
pub fn no_article() -> Refusal {
    Refusal::not_found("Artikeln finns inte.")
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
