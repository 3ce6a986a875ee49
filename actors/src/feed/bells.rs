//! Notifications of the feed: mentions, comments, replies, reposts. Made by a job of the write, so that none is lost.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::NotificationType;
use storage::feed::{Comment, CommentState, Post};
use storage::ids::{CommentId, EntityId, NotificationId, PostId, UserId};
use storage::notifications::Notification;

use super::mentions::Names;
use super::seeing::facts_of;
use crate::Platform;
use crate::notifications::view::InChat;
use crate::notifications::{Kinds, NotificationText, notify, publish_unread, scope_read};
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::markdown;
use crate::platform::time::now;

const MENTION: &str = "FEED_MENTION";
const COMMENT: &str = "FEED_COMMENT";
const REPLY: &str = "FEED_REPLY";
const REPOST: &str = "FEED_REPOST";
/// Kinds of subjects. A post has one notification for its comments and one for its reposts, showing the latest; a
/// comment has one for its replies. The id of a notification about comments or replies is that of the latest one, whose
/// text it shows.
const IN_POST: &str = "feed_mention";
const IN_COMMENT: &str = "feed_comment_mention";
const COMMENTS: &str = "feed_comments";
const REPLIES: &str = "feed_replies";
const REPOSTS: &str = "feed_reposts";
/// The scope of notifications: a post.
const ON: &str = "feed_post";
/// Comments read to find the previous one.
const LOOKED_AT: usize = 50;
/// Longest preview, in characters.
const PREVIEW: usize = 140;

/// The kinds of notifications about the feed.
pub(super) const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Mention, &[MENTION]), (NotificationType::Feed, &[COMMENT, REPLY, REPOST])],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// A write that people are notified of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tell {
    pub post_id: PostId,
    /// None: the post itself.
    pub comment_id: Option<CommentId>,
    pub by: UserId,
    /// The newly mentioned people.
    pub called: Vec<UserId>,
}

/// Notifies of a write. Repeated it makes the same notifications.
pub(super) const TELL: JobKind = JobKind {
    name: "feed-tell",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let said: Tell = serde_json::from_str(&job.payload)?;
            Ok(ring(&platform, &said).await?)
        })
    },
};

/// The recipients, kinds and subjects of a write's notifications: each person once, for the closest reason.
async fn callings(
    platform: &Platform,
    said: &Tell,
    post: &Post,
    comment: Option<&Comment>,
) -> Result<Vec<(UserId, &'static str, &'static str, i64)>> {
    let feed = &platform.storage.feed;
    let mut all = Vec::new();
    // An edit notifies only those it mentions.
    let is_new = |edited: bool, version: i64| version == 1 && !edited;
    if let Some(comment) = comment {
        let is_new = is_new(comment.edited, comment.version);
        if let (Some(parent), true) = (comment.parent(), is_new) {
            let author = feed.comment_of(parent).await?.and_then(|parent| parent.author_id);
            all.extend(author.map(|author| (author, REPLY, REPLIES, parent.0)));
        }
        let called = said.called.iter().filter(|id| comment.mentions.contains(id));
        all.extend(called.map(|id| (*id, MENTION, IN_COMMENT, comment.comment_id.0)));
        if is_new {
            all.extend(post.author_id.map(|author| (author, COMMENT, COMMENTS, post.post_id.0)));
        }
    } else {
        let called = said.called.iter().filter(|id| post.mentions.contains(id));
        all.extend(called.map(|id| (*id, MENTION, IN_POST, post.post_id.0)));
        if let (Some(original), true) = (post.original_id, is_new(post.edited, post.version)) {
            let author = feed.post(original).await?.and_then(|original| original.author_id);
            all.extend(author.map(|author| (author, REPOST, REPOSTS, original.0)));
        }
    }
    let mut known = HashSet::from([said.by]);
    all.retain(|(to, ..)| known.insert(*to));
    Ok(all)
}

async fn ring(platform: &Platform, said: &Tell) -> Result<()> {
    let feed = &platform.storage.feed;
    let Some(post) = feed.post(said.post_id).await? else { return Ok(()) };
    let comment = match said.comment_id {
        Some(id) => match feed.comment_of(id).await? {
            Some(comment) => Some(comment),
            None => return Ok(()),
        },
        None => None,
    };
    let mut entries = Vec::new();
    for (to, kind, about, id) in callings(platform, said, &post, comment.as_ref()).await? {
        if hears(platform, to, &post, comment.as_ref()).await? {
            entries.push(entry(platform, to, kind, (about, id), said.by, &post, comment.as_ref())?);
        }
    }
    if entries.is_empty() { Ok(()) } else { notify(platform, &entries).await }
}

/// Whether a person may read what was written.
async fn hears(platform: &Platform, to: UserId, post: &Post, comment: Option<&Comment>) -> Result<bool> {
    let facts =
        facts_of(platform, Some(to), post, comment.map(std::slice::from_ref).unwrap_or_default()).await?;
    Ok(facts.reads(post) && comment.is_none_or(|comment| facts.hears(comment)))
}

fn entry(
    platform: &Platform,
    to: UserId,
    kind: &str,
    (about, id): (&str, i64),
    by: UserId,
    post: &Post,
    comment: Option<&Comment>,
) -> Result<Notification> {
    let at = now();
    // An organisation is the author itself: the person who wrote for it is not named.
    let speaker = comment.map_or(post.entity_id, |comment| comment.entity_id);
    let of_comment = comment.filter(|_| matches!(about, COMMENTS | REPLIES));
    let own = of_comment.map(|comment| comment.comment_id.0);
    Ok(Notification {
        user_id: to,
        notification_id: NotificationId(own.map_or_else(|| platform.ids.next(at), Ok)?),
        kind: kind.to_owned(),
        subject_kind: about.to_owned(),
        subject_id: id,
        scope_kind: ON.to_owned(),
        scope_id: post.post_id.0,
        calls: true,
        actor_id: speaker.is_none().then_some(by),
        entity_id: speaker,
        read: false,
        created: at,
    })
}

/// The comment that a notification shows, if its recipient may read it; none: it is about a post, or was made by an
/// older version.
async fn comment_in(platform: &Platform, entry: &Notification, post: &Post) -> Result<Option<Comment>> {
    let id = match entry.subject_kind.as_str() {
        IN_COMMENT => entry.subject_id,
        COMMENTS | REPLIES => entry.notification_id.0,
        _ => return Ok(None),
    };
    let comment = platform.storage.feed.comment_of(CommentId(id)).await?;
    let Some(comment) = comment.filter(|comment| comment.state == CommentState::Active) else {
        return Ok(None);
    };
    Ok(hears(platform, entry.user_id, post, Some(&comment)).await?.then_some(comment))
}

/// The number of comments, replies or reposts that a notification stands for, if there are several.
async fn gathered(platform: &Platform, entry: &Notification, post: &Post) -> Result<String> {
    let feed = &platform.storage.feed;
    let (count, many) = match entry.subject_kind.as_str() {
        COMMENTS => {
            let counts = feed.counts(&[post.post_id]).await?;
            (counts.get(&post.post_id).map_or(0, |counts| counts.comments), "kommentarer")
        }
        REPLIES => {
            let parent = feed.comment_of(CommentId(entry.subject_id)).await?;
            (parent.map_or(0, |parent| parent.replies), "svar")
        }
        REPOSTS => {
            let counts = feed.counts(&[PostId(entry.subject_id)]).await?;
            (counts.get(&PostId(entry.subject_id)).map_or(0, |counts| counts.reposts), "ompubliceringar")
        }
        _ => return Ok(String::new()),
    };
    Ok(if count > 1 { format!(" ({count} {many})") } else { String::new() })
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let feed = &platform.storage.feed;
    let post = feed.post(PostId(entry.scope_id)).await?;
    let post = match post {
        Some(post) if hears(platform, entry.user_id, &post, None).await? => Some(post),
        _ => None,
    };
    let who = speaker(platform, entry, who).await?;
    let title = match entry.kind.as_str() {
        COMMENT => format!("{who} har kommenterat ditt inlägg"),
        REPLY => format!("{who} har svarat på din kommentar"),
        REPOST => format!("{who} har ompublicerat ditt inlägg"),
        _ if entry.about(IN_COMMENT).is_some() => format!("{who} har nämnt dig i en kommentar"),
        _ => format!("{who} har nämnt dig i ett inlägg"),
    };
    let tag = format!("feed-{}-{}", entry.subject_kind, entry.subject_id);
    let Some(post) = post else {
        return Ok(NotificationText {
            title,
            preview: None,
            path: None,
            tag,
            aloud: false,
            in_chat: InChat::default(),
        });
    };
    let title = title + &gathered(platform, entry, &post).await?;
    let preview = match comment_in(platform, entry, &post).await? {
        Some(comment) => brief(platform, &comment.content, &comment.mentions, &comment.entities).await?,
        None => brief(platform, &post.content, &post.mentions, &post.entities).await?,
    };
    let path = Some(format!("/inlagg/{}", post.post_uuid));
    Ok(NotificationText { title, preview, path, tag, aloud: true, in_chat: InChat::default() })
}

/// The name of the author: the person or the organisation.
async fn speaker(platform: &Platform, entry: &Notification, who: &str) -> Result<String> {
    let entity = match entry.entity_id {
        Some(id) => platform.storage.entities.entity(id).await?,
        None => None,
    };
    Ok(entity.map_or_else(|| who.to_owned(), |entity| entity.entity_name))
}

/// The preview of a text.
async fn brief(
    platform: &Platform,
    content: &str,
    people: &[UserId],
    entities: &[EntityId],
) -> Result<Option<String>> {
    let names = Names::of(platform, people, entities).await?;
    let (text, _) = names.show(content, people, entities);
    Ok(Some(markdown::brief(&text, &[], PREVIEW)).filter(|text| !text.is_empty()))
}

/// A person has opened a post: its notifications become read, in the background.
pub(super) fn looked_at(platform: &Platform, me: UserId, post: PostId) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let up_to = NotificationId(i64::MAX >> 11);
        if let Err(refusal) = scope_read(&platform, me, ON, post.0, up_to).await {
            tracing::warn!(%refusal, "a post that was looked at still rings");
        }
    });
}

async fn take_back(platform: &Platform, about: &str, id: i64) -> Result<()> {
    let bells = &platform.storage.notifications;
    let entries = bells.about(about, id).await?;
    for user_id in bells.withdraw(&entries).await? {
        publish_unread(platform, user_id);
    }
    Ok(())
}

/// A post was deleted: removes its notifications.
pub(super) async fn withdraw(platform: &Platform, post: PostId) -> Result<()> {
    for about in [IN_POST, COMMENTS, REPOSTS] {
        take_back(platform, about, post.0).await?;
    }
    Ok(())
}

/// A comment was deleted: removes its notifications. One that stands for several comments falls back to the previous
/// one, without being published.
pub(super) async fn withdraw_comment(platform: &Platform, gone: &Comment) -> Result<()> {
    for about in [IN_COMMENT, REPLIES] {
        take_back(platform, about, gone.comment_id.0).await?;
    }
    let (about, id) = gone.parent().map_or((COMMENTS, gone.post_id.0), |parent| (REPLIES, parent.0));
    let bells = &platform.storage.notifications;
    let mut entries = bells.about(about, id).await?;
    entries.retain(|entry| entry.notification_id.0 == gone.comment_id.0);
    for entry in entries {
        let before = last_before(platform, gone, entry.user_id).await?;
        bells.withdraw(std::slice::from_ref(&entry)).await?;
        if let Some(before) = before {
            let speaks = before.entity_id.is_some();
            let entry = Notification {
                notification_id: NotificationId(before.comment_id.0),
                actor_id: before.author_id.filter(|_| !speaks),
                entity_id: before.entity_id,
                created: before.created.0,
                ..entry.clone()
            };
            bells.add(&[entry]).await?;
        }
        publish_unread(platform, entry.user_id);
    }
    Ok(())
}

/// The latest earlier comment at the same place by somebody other than the recipient.
async fn last_before(platform: &Platform, gone: &Comment, reader: UserId) -> Result<Option<Comment>> {
    let feed = &platform.storage.feed;
    let before = feed.comments_before(gone.post_id, gone.parent(), gone.comment_id, LOOKED_AT).await?;
    let of_others = |one: &Comment| one.state == CommentState::Active && one.author_id != Some(reader);
    Ok(before.into_iter().find(of_others))
}
