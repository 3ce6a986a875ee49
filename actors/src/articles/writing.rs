//! Creating, changing, publishing, unpublishing and deleting articles.

use std::time::Duration;

use storage::articles::{Article, ArticleHead, ArticleStatus, Articles, Cover};
use storage::ids::{ArticleId, PublicationId, UserId, millis_of};
use storage::record::{Record, Stored};
use storage::value::Json;

use super::reading::{load, one};
use super::rules::{self, Reader, is_whole, no_article, stale};
use super::view::{ArticleView, ChangeArticle, NewArticle};
use crate::Platform;
use crate::accounts::{Who, names};
use crate::area::activity::ActivityKind;
use crate::entities::{publishing, relation};
use crate::feed::{Stamp, rules::Standing};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::below;
use crate::platform::text::{line, prose};
use crate::platform::time::{Moment, now};

/// Articles that were published in an organisation's name.
pub(super) static PUBLISHED: ActivityKind = ActivityKind::named("ARTICLES_PUBLISHED");

/// Attempts at a concurrently changed article.
const TRIES: usize = 8;
/// Articles per read when drafts are counted.
const COUNTED: usize = 500;
/// Longest title, preamble and alternative text, in characters.
const TITLE: usize = 150;
const PREAMBLE: usize = 500;
const ALT: usize = 300;

/// Deletes the picture of a deleted article.
pub(super) const CLEAR: JobKind = JobKind {
    name: "article-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(120),
    work: |platform, job| {
        Box::pin(async move {
            let id: ArticleId = serde_json::from_str(&job.payload)?;
            platform.pictures.remove(PictureKind::Article, id.0).await?;
            Ok(())
        })
    },
};

fn title(text: &str) -> Result<String> {
    line("title", text, TITLE)?.ok_or_else(|| Refusal::field("title", "REQUIRED", "Skriv en rubrik."))
}

/// The slug of a title.
fn slug(title: &str) -> String {
    let slug = names::slug(title);
    if slug.is_empty() { "artikel".to_owned() } else { slug }
}

/// Creates a draft. 403: may not write for the organisation; 404: there is no such organisation.
pub async fn create(platform: &Platform, who: &Who, new: NewArticle) -> Result<ArticleView> {
    create_at(platform, who, new, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn create_at(
    platform: &Platform,
    who: &Who,
    new: NewArticle,
    stamp: Stamp,
) -> Result<ArticleView> {
    let me = who.user_id;
    let relation = match new.id_entity {
        Some(id) => {
            publishing(platform, id).await?;
            let relation = relation(platform, id, me).await?;
            rules::write_for(relation)?;
            relation
        }
        None => None,
    };
    let title = title(&new.title)?;
    let article = Article {
        article_id: ArticleId(stamp.id),
        article_uuid: uuid::Uuid::new_v4().to_string(),
        slug: slug(&title),
        author_id: Some(me),
        entity_id: new.id_entity,
        status: ArticleStatus::Draft,
        title,
        preamble: line("preamble", &new.preamble, PREAMBLE)?.unwrap_or_default(),
        body: prose("body", &new.body)?,
        cover: Json(None),
        cover_alt: line("coverAlt", &new.cover_alt, ALT)?.unwrap_or_default(),
        hidden: None,
        created: Moment(stamp.at),
        updated: Moment(stamp.at),
        publication_id: None,
        version: 1,
    };
    platform.limits.post(&*platform.bus, me).await?;
    let _turn = platform.turns.of(me.0).await;
    room_for_draft(platform, me).await?;
    let reader = Reader { user_id: Some(me), standing: Standing::Author, relation };
    // A random uuid of 122 bits does not collide.
    if !Articles::of(&platform.storage).create(&article).await? {
        return Err(Refusal::busy());
    }
    one(platform, article, &reader).await
}

/// 409 QUOTA_REACHED: the person has as many drafts as allowed.
async fn room_for_draft(platform: &Platform, me: UserId) -> Result<()> {
    let (articles, most) = (&Articles::of(&platform.storage), platform.settings.quotas.count(&super::DRAFTS));
    let (mut drafts, mut before) = (0, None);
    loop {
        let written = articles.written_by(me, before, COUNTED).await?;
        let heads = articles.heads(&written).await?;
        drafts += heads.iter().filter(|head| head.status == ArticleStatus::Draft).count();
        below(drafts, most, "utkast till artiklar")?;
        if written.len() < COUNTED {
            return Ok(());
        }
        before = written.last().copied();
    }
}

/// An article that the person may edit. 403: they may only read it.
async fn writable(platform: &Platform, who: &Who, uuid: &str) -> Result<(Article, Reader)> {
    let (article, reader) = load(platform, Some(who.user_id), uuid).await?;
    let may = rules::writes(&ArticleHead::from(&article), &reader);
    crate::feed::rules::require(may, article.entity_id.is_some()).map(|()| (article, reader))
}

/// Edits an article. 409 MOVED_ON, with its current version: it has changed since it was read.
pub async fn change(platform: &Platform, who: &Who, uuid: &str, input: ChangeArticle) -> Result<ArticleView> {
    let (old, reader) = writable(platform, who, uuid).await?;
    if input.version != old.version {
        return Err(stale(old.version));
    }
    let mut new = old.clone();
    if let Some(text) = &input.title {
        new.title = title(text)?;
        new.slug = slug(&new.title);
    }
    if let Some(text) = &input.preamble {
        new.preamble = line("preamble", text, PREAMBLE)?.unwrap_or_default();
    }
    if let Some(text) = &input.body {
        new.body = prose("body", text)?;
    }
    if let Some(text) = &input.cover_alt {
        new.cover_alt = line("coverAlt", text, ALT)?.unwrap_or_default();
    }
    if new.status == ArticleStatus::Published {
        is_whole(&new.body)?;
    }
    if old.changes_to(&new).is_empty() {
        return one(platform, old, &reader).await;
    }
    new.updated = Moment(now());
    if !Articles::of(&platform.storage).change(&old, &new).await? {
        let current =
            Articles::of(&platform.storage).article(old.article_id).await?.ok_or_else(no_article)?;
        return Err(stale(current.version));
    }
    one(platform, Article { version: old.version + 1, ..new }, &reader).await
}

/// Changes an article of any version; None: there is nothing to change. Repeated if it was changed concurrently.
async fn turn(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    into: impl Fn(&Article) -> Result<Option<Article>>,
) -> Result<(Article, Article, Reader)> {
    for _ in 0..TRIES {
        let (old, reader) = writable(platform, who, uuid).await?;
        let Some(new) = into(&old)? else { return Ok((old.clone(), old, reader)) };
        // Its first publication counts, and no later one.
        let first = new.publication_id.filter(|_| old.publication_id.is_none());
        let counted = match first {
            Some(id) => PUBLISHED.mark_of(new.entity_id, new.article_id.0, millis_of(id.0))?,
            None => None,
        };
        let counted = counted.into_iter().collect();
        if Articles::of(&platform.storage).change_with(&old, &new, counted).await? {
            let new = Article { version: old.version + 1, ..new };
            return Ok((old, new, reader));
        }
    }
    Err(Refusal::busy())
}

/// Publishes an article; idempotent. One that was published before keeps its position in the lists.
pub async fn publish(platform: &Platform, who: &Who, uuid: &str) -> Result<ArticleView> {
    publish_at(platform, who, uuid, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn publish_at(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    stamp: Stamp,
) -> Result<ArticleView> {
    let published = |old: &Article| {
        if old.status == ArticleStatus::Published {
            return Ok(None);
        }
        is_whole(&old.body)?;
        let publication_id = old.publication_id.or(Some(PublicationId(stamp.id)));
        Ok(Some(Article { status: ArticleStatus::Published, publication_id, ..old.clone() }))
    };
    let (_, new, reader) = turn(platform, who, uuid, published).await?;
    one(platform, new, &reader).await
}

/// Turns an article into a draft again; idempotent.
pub async fn unpublish(platform: &Platform, who: &Who, uuid: &str) -> Result<ArticleView> {
    let draft = |old: &Article| {
        let is_draft = old.status == ArticleStatus::Draft;
        Ok((!is_draft).then(|| Article { status: ArticleStatus::Draft, ..old.clone() }))
    };
    let (_, new, reader) = turn(platform, who, uuid, draft).await?;
    one(platform, new, &reader).await
}

/// Refuses people who may not edit an article, before a large body is read. 403; 404.
pub async fn may_write(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    writable(platform, who, uuid).await.map(|_| ())
}

/// Sets an article's picture.
pub async fn set_cover(platform: &Platform, who: &Who, uuid: &str, upload: Vec<u8>) -> Result<ArticleView> {
    let (article, _) = writable(platform, who, uuid).await?;
    let (kind, id) = (PictureKind::Article, article.article_id.0);
    let kept = platform.pictures.put_measured(kind, id, upload).await?;
    let cover =
        Cover { image: kept.version.clone(), width: i64::from(kept.width), height: i64::from(kept.height) };
    let covered = |old: &Article| {
        let is_so = old.cover.0.as_ref() == Some(&cover);
        Ok((!is_so).then(|| Article { cover: Json(Some(cover.clone())), ..old.clone() }))
    };
    let (old, new, reader) = turn(platform, who, uuid, covered).await?;
    platform.pictures.replaced(kind, id, old.cover.0.map(|cover| cover.image), &kept.version).await;
    one(platform, new, &reader).await
}

/// Removes an article's picture; idempotent.
pub async fn remove_cover(platform: &Platform, who: &Who, uuid: &str) -> Result<ArticleView> {
    let bare =
        |old: &Article| Ok(old.cover.0.is_some().then(|| Article { cover: Json(None), ..old.clone() }));
    let (old, new, reader) = turn(platform, who, uuid, bare).await?;
    let gone = old.cover.0.map(|cover| cover.image);
    platform.pictures.replaced(PictureKind::Article, old.article_id.0, gone, "").await;
    one(platform, new, &reader).await
}

/// Deletes an article with its picture.
pub async fn remove(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    for _ in 0..TRIES {
        let (article, _) = writable(platform, who, uuid).await?;
        if delete_article(platform, &article).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes the article at once and its picture by a job; false: it has changed meanwhile.
pub(super) async fn delete_article(platform: &Platform, article: &Article) -> Result<bool> {
    let clear = jobs::job(platform, CLEAR.name, 0, &article.article_id)?.insert();
    let done = Articles::of(&platform.storage).remove(article, vec![clear]).await?;
    if done {
        platform.jobs.wake();
    }
    Ok(done)
}
