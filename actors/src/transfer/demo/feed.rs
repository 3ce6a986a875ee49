//! The demo's posts during a spring term, with comments, reposts and reports.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use storage::ids::{CommentId, EntityId, Ids};
use storage::moderation::ReportTarget;

use super::part::{Part, cast};
use super::script::Script;
use super::talk::NODE;
use super::term::{Comment, POSTS, Post};
use crate::Platform;
use crate::area::demo::Cast;
use crate::feed::view::{NewComment, NewPost, NewRepost};
use crate::feed::{self, Stamp};
use crate::moderation;
use crate::moderation::view::{NewReport, TargetId};
use crate::platform::error::{Refusal, Result};

const MINUTE: i64 = 60_000;
/// From this month on, the current year's spring term has enough posts to show; before it, last year's is used.
const ENOUGH: i8 = 4;

/// Creates what is missing, dated within the term; posts that would lie in the future are left out.
pub async fn post(platform: &Platform, scripts: &[Script]) -> Result<()> {
    let Some(part) = Part::begin(platform, "feed").await? else { return Ok(()) };
    let cast = cast(scripts);
    for (n, post) in POSTS.iter().enumerate() {
        let Some(at) = moment(post, part.at).filter(|at| *at < part.at) else { continue };
        // Far enough apart for the rows that follow from each post (comments, likes).
        let at = at + n as i64 * 1_000;
        let (who, id_entity) = (cast.who(platform, post.by).await?, entity(platform, post.of).await?);
        let new = NewPost {
            tx_message: post.text.to_owned(),
            id_entity,
            audience: Some(post.audience),
            media_ids: Vec::new(),
            media: None,
            client_post_id: Some(format!("demo {n}")),
        };
        let uuid = feed::create_at(platform, &who, new, stamp(at)).await?.uuid;
        for name in post.likes {
            feed::like(platform, &cast.who(platform, name).await?, &uuid, true).await?;
        }
        for (n, comment) in post.comments.iter().enumerate() {
            let at = (at + comment.after * MINUTE).min(part.at - 1_000) + n as i64;
            add_comment(platform, &cast, &uuid, comment, stamp(at)).await?;
        }
        for (n, (name, of, text)) in post.reposts.iter().enumerate() {
            let at = (at + 180 * MINUTE).min(part.at - 1_000) + n as i64 + 500;
            let new = NewRepost { comment: (*text).to_owned(), entity_id: entity(platform, *of).await? };
            let who = cast.who(platform, name).await?;
            match feed::repost_at(platform, &who, &uuid, new, stamp(at)).await {
                Err(refusal) if refusal.code != "ALREADY_REPOSTED" => return Err(refusal),
                _ => {}
            }
        }
    }
    part.done(platform).await
}

/// A stamp with an id that only the demo uses.
fn stamp(at: i64) -> Stamp {
    Stamp { at, id: Ids::first_at(at) | NODE | 3 }
}

async fn add_comment(
    platform: &Platform,
    cast: &Cast,
    uuid: &str,
    comment: &Comment,
    at: Stamp,
) -> Result<()> {
    let id = CommentId(at.id);
    if platform.storage.feed.comment_of(id).await?.is_none() {
        let new = NewComment {
            tx_message: comment.text.to_owned(),
            id_entity: entity(platform, comment.of).await?,
            id_parent: None,
        };
        feed::comment_at(platform, &cast.who(platform, comment.by).await?, uuid, new, at).await?;
    }
    if let Some((name, reason)) = comment.reported {
        let new = NewReport {
            target_type: ReportTarget::Comment,
            target_id: TargetId::Number(id.0),
            reason: reason.to_owned(),
        };
        moderation::report(platform, &cast.who(platform, name).await?, new).await?;
    }
    Ok(())
}

async fn entity(platform: &Platform, slug: Option<&str>) -> Result<Option<EntityId>> {
    let Some(slug) = slug else { return Ok(None) };
    let found = platform.storage.entities.entity_by_slug(slug).await?;
    Ok(Some(found.ok_or_else(Refusal::internal)?.entity_id))
}

/// When a post was published, in the newest spring term with enough posts (epoch ms). None: out of range.
fn moment(post: &Post, now: i64) -> Option<i64> {
    let zone = TimeZone::get(crate::platform::time::ZONE).ok()?;
    let today = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).date();
    let year = if today.month() >= ENOUGH { today.year() } else { today.year() - 1 };
    let (month, day, hour, minute) = post.at;
    let at = Date::new(year, month, day).ok()?.at(hour, minute, 0, 0).to_zoned(zone).ok()?;
    Some(at.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entities::rules::may_act;

    #[test]
    fn demo_authors_exist_and_posts_are_ordered() {
        let scripts = super::super::script::all().unwrap();
        let cast = cast(&scripts);
        let speaks = |name: &str, slug: &str| {
            let script = scripts.iter().find(|script| script.slug == slug).unwrap();
            let named =
                |person: &&super::super::script::Person| format!("{} {}", person.first, person.last) == name;
            may_act(script.people.iter().find(named).map(|person| person.relation))
        };
        let mut before = (0, 0);
        for post in POSTS {
            assert!(before < (post.at.0, post.at.1), "{}", post.text);
            before = (post.at.0, post.at.1);
            let commented = post.comments.iter().map(|comment| (comment.by, comment.of));
            let reposted = post.reposts.iter().map(|(by, of, _)| (*by, *of));
            for (name, of) in [(post.by, post.of)].into_iter().chain(commented).chain(reposted) {
                assert!(cast.has(name), "{name}");
                assert!(of.is_none_or(|slug| speaks(name, slug)), "{name} does not speak for {of:?}");
            }
            let reported = post.comments.iter().filter_map(|comment| comment.reported);
            for name in post.likes.iter().copied().chain(reported.map(|(name, _)| name)) {
                assert!(cast.has(name), "{name}");
            }
        }
    }

    #[test]
    fn a_spring_is_shown_when_there_is_enough_of_it() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        let first = |now: &str| Timestamp::from_millisecond(moment(&POSTS[0], at(now)).unwrap()).unwrap();
        assert_eq!(first("2026-03-31T12:00:00Z").to_string(), "2025-01-08T06:30:00Z");
        assert_eq!(first("2026-04-01T12:00:00Z").to_string(), "2026-01-08T06:30:00Z");
        assert_eq!(first("2026-11-01T12:00:00Z").to_string(), "2026-01-08T06:30:00Z");
    }
}
