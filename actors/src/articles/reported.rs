//! Articles before moderators: found by who may read them, shown, hidden and taken away. Contract §6.

use storage::articles::Article;
use storage::ids::{ArticleId, UserId};

use super::reading::load;
use super::writing::take_away;
use crate::Platform;
use crate::feed::reported::{Reported, Shown};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at what others change as well.
const TRIES: usize = 8;

/// An article that somebody may read. 404: there is none.
pub async fn readable(platform: &Platform, me: UserId, uuid: &str) -> Result<Reported> {
    let (article, _) = load(platform, Some(me), uuid).await?;
    Ok(Reported { id: article.article_id.0, author_id: article.author_id, entity_id: article.entity_id })
}

/// An article as it is now, whoever asks; none: it is gone.
pub async fn shown(platform: &Platform, id: ArticleId) -> Result<Option<Shown>> {
    let said = |article: Article| {
        let parts = [&article.title, &article.preamble, &article.body];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        Shown {
            content: Some(parts.join("\n\n")),
            path: format!("/artiklar/{}", article.article_uuid),
            uuid: article.article_uuid,
        }
    };
    Ok(platform.storage.articles.article(id).await?.map(said))
}

/// Takes an article out of sight, or lets it be seen again. Done again, it stays so.
pub async fn hide(platform: &Platform, id: ArticleId, hidden: bool) -> Result<()> {
    for _ in 0..TRIES {
        let Some(old) = platform.storage.articles.article(id).await? else { return Ok(()) };
        if old.hidden.is_some() == hidden {
            return Ok(());
        }
        let new = Article { hidden: hidden.then(|| Moment(now())), ..old.clone() };
        if platform.storage.articles.change(&old, &new).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Takes an article away; where it is gone that is all right.
pub async fn remove(platform: &Platform, id: ArticleId) -> Result<()> {
    for _ in 0..TRIES {
        let Some(article) = platform.storage.articles.article(id).await? else { return Ok(()) };
        if take_away(platform, &article).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
