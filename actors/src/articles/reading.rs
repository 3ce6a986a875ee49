//! Reading articles: one, and pages of lists.

use storage::articles::{Article, ArticleHead, ArticleStatus, Articles, PUBLIC_PLACE};
use storage::feed::Source;
use storage::ids::{ArticleId, EntityId, PublicationId, UserId};

use super::rules::{self, Reader, no_article};
use super::view::{ArticleView, BriefView, cover};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::{is_public, may_see};
use crate::entities::{existing, relation};
use crate::feed::rules::no_person;
use crate::feed::{ReaderFacts, Speakers};
use crate::platform::error::{Refusal, Result};
use crate::platform::paging::{Asked, Page};

/// The reader's facts towards an article.
fn reader(facts: &ReaderFacts, article: &ArticleHead) -> Reader {
    Reader {
        user_id: facts.me,
        standing: facts.standing(article.source()),
        relation: facts.relation(article.entity_id),
    }
}

fn brief(article: &ArticleHead, speakers: &Speakers, reader: &Reader) -> BriefView {
    let is_inside = article.entity_id.is_some() && rules::writes_for(reader.relation);
    BriefView {
        id_article: article.article_id,
        uuid: article.article_uuid.clone(),
        slug: article.slug.clone(),
        title: article.title.clone(),
        preamble: article.preamble.clone(),
        cover_image: cover(article),
        id_entity: article.entity_id,
        author: speakers.speaker(article.author_id, article.entity_id),
        written_by: if is_inside { speakers.writer(article.author_id) } else { None },
        status: article.status,
        hidden: article.hidden.is_some(),
        da_created: article.created,
        da_updated: article.updated,
        da_published: article.published(),
        abilities: rules::abilities(article, reader),
        version: article.version,
    }
}

/// Those articles that the reader may read and that are `wanted`, as they see them.
async fn seen(
    platform: &Platform,
    me: Option<UserId>,
    ids: &[ArticleId],
    wanted: impl Fn(&ArticleHead) -> bool,
) -> Result<Vec<BriefView>> {
    let mut heads = Articles::of(&platform.storage).heads(ids).await?;
    let facts = ReaderFacts::load(platform, me, heads.iter().filter_map(ArticleHead::source)).await?;
    heads.retain(|head| wanted(head) && rules::reads(head, &reader(&facts, head)));
    let authors = heads.iter().filter_map(|head| head.author_id);
    let speakers = Speakers::of(platform, authors, heads.iter().filter_map(|head| head.entity_id)).await?;
    Ok(heads.iter().map(|head| brief(head, &speakers, &reader(&facts, head))).collect())
}

async fn of_source(platform: &Platform, me: UserId, source: Source, asked: Asked) -> Result<Page<BriefView>> {
    let before = asked.cursor.map(ArticleId);
    let ids = Articles::of(&platform.storage).of_source(source, before, asked.read()).await?;
    let (ids, cursor) = asked.cut(ids, |id| id.0);
    Ok(Page { content: seen(platform, Some(me), &ids, |_| true).await?, cursor })
}

async fn published(
    platform: &Platform,
    me: Option<UserId>,
    place: &str,
    asked: Asked,
) -> Result<Page<BriefView>> {
    let before = asked.cursor.map(PublicationId);
    let rows = Articles::of(&platform.storage).published(place, before, asked.read()).await?;
    let (rows, cursor) = asked.cut(rows, |(id, _)| id.0);
    let ids: Vec<ArticleId> = rows.iter().map(|(_, id)| *id).collect();
    let stands = |head: &ArticleHead| {
        head.status == ArticleStatus::Published
            && rows.iter().any(|(at, id)| *id == head.article_id && Some(*at) == head.publication_id)
    };
    Ok(Page { content: seen(platform, me, &ids, stands).await?, cursor })
}

/// My own articles including drafts, newest first; or an organisation's: with drafts for people who may write for it,
/// otherwise published ones. 404: there is no such organisation.
pub async fn mine(
    platform: &Platform,
    who: &Who,
    entity: Option<EntityId>,
    asked: Asked,
) -> Result<Page<BriefView>> {
    let me = who.user_id;
    let Some(id) = entity else { return of_source(platform, me, Source::User(me), asked).await };
    existing(platform, id).await?;
    let source = Source::Entity(id);
    if rules::writes_for(relation(platform, id, me).await?) {
        return of_source(platform, me, source, asked).await;
    }
    published(platform, Some(me), &source.to_string(), asked).await
}

/// 404 if the person has no page that the reader may see.
async fn has_a_page(platform: &Platform, me: Option<UserId>, id: UserId) -> Result<()> {
    let user = platform.people.get(id).await?;
    let is_seen = match (user, me) {
        (None, _) => false,
        (Some(user), None) => is_public(&user),
        (Some(user), Some(me)) => may_see(platform, me, &user).await?,
    };
    is_seen.then_some(()).ok_or_else(no_person)
}

/// Published articles of an organisation, a person or everybody, newest first. For a signed-in reader without those of
/// people with a block in between. 404: no such organisation, or no person with a page the reader may see.
pub async fn public(
    platform: &Platform,
    who: Option<&Who>,
    of: Option<Source>,
    asked: Asked,
) -> Result<Page<BriefView>> {
    let me = who.map(|who| who.user_id);
    match of {
        Some(Source::Entity(id)) => drop(existing(platform, id).await?),
        Some(Source::User(id)) => has_a_page(platform, me, id).await?,
        None => {}
    }
    let place = of.map_or_else(|| PUBLIC_PLACE.to_owned(), |source| source.to_string());
    published(platform, me, &place, asked).await
}

/// An article that the person may read, with their facts. Otherwise 404.
pub(super) async fn load(platform: &Platform, me: Option<UserId>, uuid: &str) -> Result<(Article, Reader)> {
    let article = Articles::of(&platform.storage).by_uuid(uuid).await?.ok_or_else(no_article)?;
    let facts = ReaderFacts::load(platform, me, article.source()).await?;
    let head = ArticleHead::from(&article);
    let reader = reader(&facts, &head);
    rules::reads(&head, &reader).then_some((article, reader)).ok_or_else(no_article)
}

/// An article as the reader sees it.
pub(super) async fn one(platform: &Platform, article: Article, reader: &Reader) -> Result<ArticleView> {
    let head = ArticleHead::from(&article);
    let speakers = Speakers::of(platform, article.author_id, article.entity_id).await?;
    Ok(ArticleView { brief: brief(&head, &speakers, reader), body: article.body })
}

/// One article. 404: there is none that the reader may see.
pub async fn article(platform: &Platform, who: Option<&Who>, uuid: &str) -> Result<ArticleView> {
    let (article, reader) = load(platform, who.map(|who| who.user_id), uuid).await?;
    one(platform, article, &reader).await
}

/// A public article.
#[derive(Debug, Clone)]
pub struct Open {
    pub article: ArticleView,
    /// Whether its author allows search engines to list it.
    pub listed: bool,
}

/// A published article. Otherwise 404.
pub async fn open(platform: &Platform, uuid: &str) -> Result<Open> {
    let article = article(platform, None, uuid).await?;
    let listed = match (article.brief.id_entity, article.brief.author.id_user) {
        (Some(_), _) => true,
        (None, Some(id)) => platform.people.get(id).await?.is_some_and(|user| is_public(&user)),
        (None, None) => false,
    };
    Ok(Open { article, listed })
}

/// The version of an article's picture, and whether everybody may see it; none: there is none that the reader may see.
pub async fn picture(
    platform: &Platform,
    who: Option<&Who>,
    id: ArticleId,
) -> Result<Option<(String, bool)>, Refusal> {
    let me = who.map(|who| who.user_id);
    let Some(head) = Articles::of(&platform.storage).heads(&[id]).await?.pop() else { return Ok(None) };
    let facts = ReaderFacts::load(platform, me, head.source()).await?;
    if !rules::reads(&head, &reader(&facts, &head)) {
        return Ok(None);
    }
    Ok(head.cover.0.map(|cover| (cover.image, me.is_none())))
}
