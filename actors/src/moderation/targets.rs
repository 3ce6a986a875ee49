//! What cases are about: found by who reports it, shown to who decides, and what a decision does to it.

use storage::ids::{ArticleId, CommentId, EntityId, MessageId, PostId, UserId};
use storage::moderation::{Case, Outcome, ReportTarget};

use super::view::TargetId;
use super::{PLATFORM, rules};
use crate::Platform;
use crate::accounts::profile;
use crate::articles::{reported as articles, rules::no_article};
use crate::chat::reported as messages;
use crate::feed::reported as feed;
use crate::platform::error::{Refusal, Result};

/// What is reported.
pub(super) struct Target {
    pub kind: ReportTarget,
    pub id: i64,
    pub author_id: Option<UserId>,
    /// Whose it is to decide.
    pub entity_id: EntityId,
}

/// What is shown of it.
#[derive(Default)]
pub(super) struct Shown {
    pub content: Option<String>,
    pub path: Option<String>,
    /// Of a post or an article.
    pub uuid: Option<String>,
}

fn number(target: &TargetId) -> Result<i64> {
    match target {
        TargetId::Number(id) => Ok(*id),
        TargetId::Uuid(_) => Err(Refusal::field("targetId", "NUMBER", "Ange ett nummer.")),
    }
}

/// What somebody who may see it names. 404: there is nothing of the kind that they may see.
pub(super) async fn find(
    platform: &Platform,
    me: UserId,
    kind: ReportTarget,
    name: &TargetId,
) -> Result<Target> {
    let (id, author_id, entity_id) = match kind {
        ReportTarget::Message => {
            let found = messages::readable(platform, me, MessageId(number(name)?)).await?;
            (found.message_id.0, Some(found.author_id), found.entity_id)
        }
        ReportTarget::Post => {
            let uuid = match name {
                TargetId::Uuid(uuid) => uuid.clone(),
                TargetId::Number(id) => {
                    feed::address(platform, PostId(*id)).await?.ok_or_else(feed::no_post)?
                }
            };
            let found = feed::readable_post(platform, me, &uuid).await?;
            (found.id, found.author_id, found.entity_id)
        }
        ReportTarget::Comment => {
            let found = feed::readable_comment(platform, me, CommentId(number(name)?)).await?;
            (found.id, found.author_id, found.entity_id)
        }
        ReportTarget::Article => {
            let uuid = match name {
                TargetId::Uuid(uuid) => uuid.clone(),
                TargetId::Number(id) => {
                    let found = platform.storage.articles.article(ArticleId(*id)).await?;
                    found.ok_or_else(no_article)?.article_uuid
                }
            };
            let found = articles::readable(platform, me, &uuid).await?;
            (found.id, found.author_id, found.entity_id)
        }
        ReportTarget::Person => {
            let id = UserId(number(name)?);
            if id == me {
                return Err(rules::own());
            }
            let pair = platform.storage.contacts.pair(me, id).await?;
            if !profile::may_know(platform, &pair).await? {
                return Err(Refusal::not_found("Personen finns inte."));
            }
            (id.0, Some(id), None)
        }
    };
    if author_id == Some(me) {
        return Err(rules::own());
    }
    Ok(Target { kind, id, author_id, entity_id: entity_id.unwrap_or(PLATFORM) })
}

/// What a case is about, as it is now.
pub(super) async fn shown(platform: &Platform, kind: ReportTarget, id: i64) -> Result<Shown> {
    let written = |found: Option<feed::Shown>| {
        found.map_or_else(Shown::default, |it| Shown {
            content: it.content,
            path: Some(it.path),
            uuid: Some(it.uuid),
        })
    };
    Ok(match kind {
        ReportTarget::Message => {
            let found = messages::shown(platform, MessageId(id)).await?;
            found.map_or_else(Shown::default, |it| Shown {
                content: it.content,
                path: Some(it.path),
                uuid: None,
            })
        }
        ReportTarget::Post => written(feed::shown_post(platform, PostId(id)).await?),
        ReportTarget::Comment => written(feed::shown_comment(platform, CommentId(id)).await?),
        ReportTarget::Article => written(articles::shown(platform, ArticleId(id)).await?),
        ReportTarget::Person => {
            let user = platform.people.get(UserId(id)).await?;
            Shown { path: user.map(|user| format!("/u/{}", user.user_name)), ..Shown::default() }
        }
    })
}

/// As it is named on the wire; a post or an article that is gone by its number.
pub(super) fn named(kind: ReportTarget, id: i64, shown: &Shown) -> TargetId {
    match (&shown.uuid, kind) {
        (Some(uuid), ReportTarget::Post | ReportTarget::Article) => TargetId::Uuid(uuid.clone()),
        _ => TargetId::Number(id),
    }
}

/// Carries a decision out. May be repeated. `again`: the case was decided before, and what was hidden then is let be seen where
/// it is dismissed now.
pub(super) async fn carry_out(platform: &Platform, case: &Case, by: UserId, again: bool) -> Result<()> {
    let id = case.target_id;
    match (case.outcome, case.target_type) {
        (Some(Outcome::Hidden), ReportTarget::Post) => feed::hide_post(platform, PostId(id), true).await,
        (Some(Outcome::Hidden), ReportTarget::Comment) => {
            feed::hide_comment(platform, CommentId(id), true).await
        }
        (Some(Outcome::Hidden), ReportTarget::Article) => articles::hide(platform, ArticleId(id), true).await,
        (Some(Outcome::Dismissed), ReportTarget::Post) if again => {
            feed::hide_post(platform, PostId(id), false).await
        }
        (Some(Outcome::Dismissed), ReportTarget::Comment) if again => {
            feed::hide_comment(platform, CommentId(id), false).await
        }
        (Some(Outcome::Dismissed), ReportTarget::Article) if again => {
            articles::hide(platform, ArticleId(id), false).await
        }
        (Some(Outcome::Removed), ReportTarget::Message) => {
            messages::remove(platform, by, MessageId(id)).await
        }
        (Some(Outcome::Removed), ReportTarget::Post) => feed::remove_post(platform, PostId(id)).await,
        (Some(Outcome::Removed), ReportTarget::Article) => articles::remove(platform, ArticleId(id)).await,
        (Some(Outcome::Removed), ReportTarget::Comment) => {
            feed::remove_comment(platform, CommentId(id)).await
        }
        (Some(Outcome::Banned), _) => match case.author_id {
            Some(author) => match crate::entities::bar(platform, by, case.entity_id, author, None).await {
                // The relation was ended at the same moment, by the other who carries this out.
                Err(refusal) if refusal.code == "MOVED_ON" => Ok(()),
                done => done,
            },
            None => Ok(()),
        },
        _ => Ok(()),
    }
}
