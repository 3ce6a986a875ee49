//! Articles for moderators: finding reported ones, showing, hiding and deleting them. Contract §6.

use storage::articles::{Article, Articles};
use storage::ids::{ArticleId, UserId};
use storage::moderation::ReportTarget;

use super::reading::load;
use super::rules::no_article;
use super::writing::delete_article;
use crate::Platform;
use crate::area::{Reportable, Reported, Shown, TargetId};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at a concurrent change.
const TRIES: usize = 8;

/// Articles as a kind of thing that can be reported: by their uuid or their id.
pub(super) const REPORTS: Reportable = Reportable {
    kind: ReportTarget::Article,
    find: |platform, me, name| {
        Box::pin(async move {
            match name {
                TargetId::Uuid(uuid) => readable(platform, me, uuid).await,
                TargetId::Number(id) => {
                    let found = Articles::of(&platform.storage).article(ArticleId(*id)).await?;
                    readable(platform, me, &found.ok_or_else(no_article)?.article_uuid).await
                }
            }
        })
    },
    shown: |platform, id| Box::pin(shown(platform, ArticleId(id))),
    hide: Some(|platform, id, hidden| Box::pin(hide(platform, ArticleId(id), hidden))),
    remove: Some(|platform, _, id| Box::pin(remove(platform, ArticleId(id)))),
};

/// An article that the person may read. 404: there is none.
async fn readable(platform: &Platform, me: UserId, uuid: &str) -> Result<Reported> {
    let (article, _) = load(platform, Some(me), uuid).await?;
    Ok(Reported { id: article.article_id.0, author_id: article.author_id, entity_id: article.entity_id })
}

/// The current article, without a check of rights.
async fn shown(platform: &Platform, id: ArticleId) -> Result<Shown> {
    let said = |article: Article| {
        let parts = [&article.title, &article.preamble, &article.body];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        Shown {
            content: Some(parts.join("\n\n")),
            path: Some(format!("/artiklar/{}", article.article_uuid)),
            uuid: Some(article.article_uuid),
        }
    };
    Ok(Articles::of(&platform.storage).article(id).await?.map_or_else(Shown::default, said))
}

/// Hides an article, or shows it again; idempotent.
async fn hide(platform: &Platform, id: ArticleId, hidden: bool) -> Result<()> {
    for _ in 0..TRIES {
        let Some(old) = Articles::of(&platform.storage).article(id).await? else { return Ok(()) };
        if old.hidden.is_some() == hidden {
            return Ok(());
        }
        let new = Article { hidden: hidden.then(|| Moment(now())), ..old.clone() };
        if Articles::of(&platform.storage).change(&old, &new).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes an article; does nothing if it is gone.
async fn remove(platform: &Platform, id: ArticleId) -> Result<()> {
    for _ in 0..TRIES {
        let Some(article) = Articles::of(&platform.storage).article(id).await? else { return Ok(()) };
        if delete_article(platform, &article).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
