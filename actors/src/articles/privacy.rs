//! The articles' part of data export and erasure.

use serde_json::json;
use storage::accounts::User;
use storage::articles::{Article, ArticleHead, Articles};
use storage::ids::{ArticleId, UserId};

use super::view::cover;
use super::writing::delete_article;
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::export::picture;
use crate::area::{File, file};
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::PictureKind;

/// Articles per read.
const SLICE: usize = 200;

/// Everything a person wrote, for themselves or an organisation, newest first.
async fn all(platform: &Platform, me: UserId) -> Result<Vec<ArticleId>> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let some = Articles::of(&platform.storage).written_by(me, before, SLICE).await?;
        before = some.last().copied().or(before);
        let is_over = some.len() < SLICE;
        found.extend(some);
        if is_over {
            return Ok(found);
        }
    }
}

pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let mut articles = Vec::new();
    for id in all(platform, who.user_id).await? {
        articles.extend(Articles::of(&platform.storage).article(id).await?.map(|article| given(&article)));
    }
    Ok(vec![file("articles.json", articles)?])
}

/// The cover pictures of a person's articles.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    for id in all(platform, who.user_id).await? {
        let article = Articles::of(&platform.storage).article(id).await?;
        if let Some(cover) = article.and_then(|article| article.cover.0) {
            picture(platform, archive, PictureKind::Article, id.0, &cover.image).await?;
        }
    }
    Ok(())
}

fn given(article: &Article) -> serde_json::Value {
    let head = ArticleHead::from(article);
    json!({
        "uuid": article.article_uuid, "idArticle": article.article_id, "idEntity": article.entity_id,
        "title": article.title, "preamble": article.preamble, "body": article.body, "status": article.status,
        "coverImage": cover(&head), "daCreated": article.created, "daUpdated": article.updated,
        "daPublished": head.published(),
    })
}

/// Erases what a person wrote for themselves. What they wrote for an organisation stays, without their name. May be
/// repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    for id in all(platform, user.user_id).await? {
        let Some(article) = Articles::of(&platform.storage).article(id).await? else { continue };
        let done = if article.entity_id.is_some() {
            let new = Article { author_id: None, ..article.clone() };
            Articles::of(&platform.storage).change(&article, &new).await?
        } else {
            delete_article(platform, &article).await?
        };
        done.then_some(()).ok_or_else(Refusal::busy)?;
    }
    Ok(())
}
