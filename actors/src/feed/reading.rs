//! Lists of posts: pages of what their reader may read now.

use futures_util::future::try_join_all;
use storage::feed::{PUBLIC_PLACE, Post, Source, topic_place};
use storage::ids::{EntityId, PostId, UserId};

use super::facts::ReaderFacts;
use super::seeing::see;
use super::view::PostView;
use super::{bells, mentions, open, rules};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::platform::error::{Refusal, Result};

/// Most rounds of reading for one page; each reads on to replace posts that the reader may not see.
const ROUNDS: usize = 8;
/// Posts read per round: minimum and maximum.
const ROUND: (usize, usize) = (20, 200);

/// The requested page.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub limit: usize,
    /// Posts to skip.
    pub offset: usize,
    /// Only posts before this one.
    pub cursor: Option<PostId>,
}

/// A page.
#[derive(Debug, Clone)]
pub struct Page {
    pub posts: Vec<PostView>,
    pub has_more: bool,
    /// The cursor of the next page; none: there is none.
    pub cursor: Option<PostId>,
}

/// A list of posts.
enum List<'a> {
    /// A reader's timeline.
    Home(UserId),
    /// A list that posts are written into.
    Place(&'a str),
}

async fn ids(
    platform: &Platform,
    list: &List<'_>,
    before: Option<PostId>,
    limit: usize,
) -> Result<Vec<PostId>> {
    let feed = &platform.storage.feed;
    let me = match list {
        List::Place(place) => {
            return Ok(feed.listed(place, before, limit).await?.into_iter().map(|(id, _)| id).collect());
        }
        List::Home(me) => *me,
    };
    let (written, wide) = futures_util::try_join!(feed.timeline(me, before, limit), feed.wide_reads(me))?;
    let places: Vec<String> = wide.iter().map(ToString::to_string).collect();
    let merged = try_join_all(places.iter().map(|place| feed.listed(place, before, limit))).await?;
    let mut ids: Vec<PostId> = written.into_iter().map(|row| row.post_id).collect();
    ids.extend(merged.into_iter().flatten().map(|(id, _)| id));
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids.dedup();
    ids.truncate(limit);
    Ok(ids)
}

/// Whether a post belongs to a list for its reader.
fn is_in(list: &List<'_>, facts: &ReaderFacts, post: &Post) -> bool {
    let comes = matches!(list, List::Place(_)) || rules::is_reader(facts.standing(post.source()));
    comes && facts.reads(post)
}

async fn page(platform: &Platform, me: Option<UserId>, list: List<'_>, asked: Asked) -> Result<Page> {
    let wanted = asked.offset + asked.limit;
    let round = (wanted + 1).clamp(ROUND.0, ROUND.1);
    let (mut seen, mut before, mut is_over): (Vec<Post>, _, _) = (Vec::new(), asked.cursor, false);
    let mut known = ReaderFacts::of_none(me);
    for _ in 0..ROUNDS {
        let ids = ids(platform, &list, before, round).await?;
        is_over = ids.len() < round;
        before = ids.last().copied().or(before);
        let mut posts = platform.storage.feed.posts(&ids).await?;
        let facts = ReaderFacts::load(platform, me, posts.values().filter_map(Post::source)).await?;
        let gone: Vec<PostId> = ids.iter().filter(|id| !posts.contains_key(id)).copied().collect();
        forget_gone(platform, &list, gone);
        seen.extend(ids.iter().filter_map(|id| posts.remove(id)).filter(|post| is_in(&list, &facts, post)));
        known.extend(facts);
        if is_over || seen.len() > wanted {
            break;
        }
    }
    let has_more = !is_over || seen.len() > wanted;
    let is_full = seen.len() >= wanted;
    let shown: Vec<Post> = seen.into_iter().skip(asked.offset).take(asked.limit).collect();
    // If reading stopped early, the next page continues after what was read.
    let last = if is_full { shown.last().map(|post| post.post_id) } else { before };
    Ok(Page { posts: see(platform, &known, &shown).await?, has_more, cursor: last.filter(|_| has_more) })
}

/// Removes pointers to deleted posts, in the background: ids are never reused.
fn forget_gone(platform: &Platform, list: &List<'_>, gone: Vec<PostId>) {
    let List::Home(me) = *list else { return };
    if gone.is_empty() {
        return;
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        for id in gone {
            if let Err(error) = platform.storage.feed.forget_pointer(me, id).await {
                tracing::debug!(%error, "a pointer at a post that is gone stays a while");
            }
        }
    });
}

/// My timeline: my own posts, and those of people I follow, my contacts and my organisations.
pub async fn home(platform: &Platform, who: &Who, asked: Asked) -> Result<Page> {
    page(platform, Some(who.user_id), List::Home(who.user_id), asked).await
}

/// Public posts.
pub async fn public(platform: &Platform, who: Option<&Who>, asked: Asked) -> Result<Page> {
    page(platform, who.map(|who| who.user_id), List::Place(PUBLIC_PLACE), asked).await
}

/// Public posts about a topic. 404: there are none.
pub async fn of_topic(platform: &Platform, who: &Who, topic: &str, asked: Asked) -> Result<Page> {
    let place = topic_place(&mentions::topic(topic));
    let page = page(platform, Some(who.user_id), List::Place(&place), asked).await?;
    let is_first = asked.cursor.is_none() && asked.offset == 0;
    if page.posts.is_empty() && is_first {
        return Err(Refusal::not_found("Ingen har skrivit om ämnet."));
    }
    Ok(page)
}

/// My own posts.
pub async fn mine(platform: &Platform, who: &Who, asked: Asked) -> Result<Page> {
    let place = Source::User(who.user_id).to_string();
    page(platform, Some(who.user_id), List::Place(&place), asked).await
}

/// An organisation's posts. 404: no such organisation.
pub async fn of_entity(platform: &Platform, who: Option<&Who>, id: EntityId, asked: Asked) -> Result<Page> {
    crate::entities::existing(platform, id).await?;
    let me = who.map(|who| who.user_id);
    page(platform, me, List::Place(&Source::Entity(id).to_string()), asked).await
}

/// A person's posts. 404: no such person, a block between us, or I may not know of them and they have no public posts.
/// Without signing in only people with a public page are known.
pub async fn of_person(platform: &Platform, who: Option<&Who>, id: UserId, asked: Asked) -> Result<Page> {
    let place = Source::User(id).to_string();
    let Some(who) = who else {
        open::person(platform, id).await?;
        return page(platform, None, List::Place(&place), asked).await;
    };
    let pair = platform.storage.contacts.pair(who.user_id, id).await?;
    if rules::standing(&pair) == rules::Standing::Apart {
        return Err(rules::no_person());
    }
    let page = page(platform, Some(who.user_id), List::Place(&place), asked).await?;
    if page.posts.is_empty() && !profile::may_know(platform, &pair).await? {
        return Err(rules::no_person());
    }
    Ok(page)
}

/// A post that the person may read, with the facts about its author. Otherwise 404.
pub(super) async fn load(platform: &Platform, me: Option<UserId>, uuid: &str) -> Result<(Post, ReaderFacts)> {
    let post = platform.storage.feed.by_uuid(uuid).await?.ok_or_else(rules::no_post)?;
    let facts = ReaderFacts::load(platform, me, post.source()).await?;
    facts.reads(&post).then_some((post, facts)).ok_or_else(rules::no_post)
}

/// One post; its notifications become read.
pub async fn post(platform: &Platform, who: Option<&Who>, uuid: &str) -> Result<PostView> {
    let (post, facts) = load(platform, who.map(|who| who.user_id), uuid).await?;
    if let Some(who) = who {
        bells::looked_at(platform, who.user_id, post.post_id);
    }
    one(platform, &facts, post).await
}

/// Whether a person may see the post.
pub async fn is_seen(platform: &Platform, user_id: UserId, uuid: &str) -> Result<bool> {
    crate::area::seen(load(platform, Some(user_id), uuid).await)
}

pub(super) async fn one(platform: &Platform, facts: &ReaderFacts, post: Post) -> Result<PostView> {
    see(platform, facts, &[post]).await?.pop().ok_or_else(Refusal::internal)
}
