//! Articles on the wire, in both directions. Contract §7.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::articles::{ArticleHead, ArticleStatus};
use storage::ids::{ArticleId, EntityId};
use utoipa::ToSchema;

use super::rules::Ability;
use crate::feed::view::{Speaker, Writer};
use crate::platform::time::Moment;

/// The picture over an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ArticleCover)]
pub struct CoverView {
    /// For who may read the article; `&w=` asks for a narrower copy.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// What is to be seen on it, for those who do not see it.
    pub alt: String,
}

/// An article's picture; none: it has none.
pub(super) fn cover(article: &ArticleHead) -> Option<CoverView> {
    let cover = article.cover.0.as_ref()?;
    Some(CoverView {
        url: format!("/img/article/{}?v={}", article.article_id, cover.image),
        width: cover.width,
        height: cover.height,
        alt: article.cover_alt.clone(),
    })
}

/// An article as it stands in a list: without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleBrief)]
pub struct BriefView {
    pub id_article: ArticleId,
    pub uuid: String,
    /// Its title in addresses (`/artiklar/{uuid}/{slug}`); not unique, and another with another title.
    pub slug: String,
    pub title: String,
    /// What stands before the text; may be empty.
    pub preamble: String,
    /// Null without one.
    pub cover_image: Option<CoverView>,
    /// The organisation in whose name it is; null: a person's.
    pub id_entity: Option<EntityId>,
    pub author: Speaker,
    /// Who wrote it in the organisation's name; for those who write in it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_by: Option<Writer>,
    pub status: ArticleStatus,
    /// A moderator keeps it out of sight: for those who may write it, and who moderate for the organisation, alone.
    pub hidden: bool,
    pub da_created: Moment,
    pub da_updated: Moment,
    /// When it was published first; null: never.
    pub da_published: Option<Moment>,
    pub abilities: Vec<Ability>,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
}

/// An article as one reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Article)]
pub struct ArticleView {
    #[serde(flatten)]
    pub brief: BriefView,
    /// Markdown as in chat; in a draft it may be empty.
    pub body: String,
}

/// An article to begin; a draft until it is published.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewArticle)]
pub struct NewArticle {
    #[garde(length(chars, min = 1, max = 150))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: String,
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub preamble: String,
    /// Markdown as in chat (contract §3.8); may be empty until it is published.
    #[serde(default)]
    #[garde(length(chars, max = 50_000))]
    #[schema(max_length = 50000)]
    pub body: String,
    /// What is to be seen on its picture.
    #[serde(default)]
    #[garde(length(chars, max = 300))]
    #[schema(max_length = 300)]
    pub cover_alt: String,
    /// In whose name; absent: my own. OWNER, ADMINISTRATOR and EDITOR.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
}

/// An article as it shall be; what is absent stays.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeArticle)]
pub struct ChangeArticle {
    #[garde(inner(length(chars, min = 1, max = 150)))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: Option<String>,
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub preamble: Option<String>,
    /// Of a published one not empty.
    #[garde(inner(length(chars, max = 50_000)))]
    #[schema(max_length = 50000)]
    pub body: Option<String>,
    #[garde(inner(length(chars, max = 300)))]
    #[schema(max_length = 300)]
    pub cover_alt: Option<String>,
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}
