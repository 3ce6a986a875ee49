//! Engagement with visible events: bookmarks, likes, attendance, shares, reactions. Contract §7, social.md §7.

use std::collections::{BTreeMap, HashMap};

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::calendar::{Change, Engaged, Engagement, EngagementKind, EventCounts, Marked};
use storage::ids::{CalendarEventId, EngagementId, UserId};
use storage::time::Moment;
use utoipa::ToSchema;

use super::events::find;
use super::promoted::next;
use super::view::ListedView;
use super::{askers, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::chat::rules::emoji as is_emoji;
use crate::entities::not_barred_by;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Most different emoji on one event.
const EMOJI_MOST: usize = 40;

/// How many have done what with an event, and what I have.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventEngagement)]
pub struct EngagementView {
    pub bookmark_count: i64,
    pub is_bookmarked: bool,
    /// How often it was shared.
    pub share_count: i64,
    /// By how many.
    pub unique_sharers: i64,
    pub nr_likes: i64,
    pub liked: bool,
    pub nr_attending: i64,
    pub attending: bool,
}

impl EngagementView {
    pub fn new(counts: &EventCounts, mine: &[EngagementKind]) -> Self {
        Self {
            bookmark_count: counts.bookmarks,
            is_bookmarked: mine.contains(&EngagementKind::Bookmark),
            share_count: counts.shares,
            unique_sharers: counts.sharers,
            nr_likes: counts.likes,
            liked: mine.contains(&EngagementKind::Like),
            nr_attending: counts.attending,
            attending: mine.contains(&EngagementKind::Attend),
        }
    }
}

/// The same for an event that was found already.
pub(super) async fn of(
    platform: &Platform,
    event_id: CalendarEventId,
    me: Option<UserId>,
) -> Result<EngagementView> {
    let (counts, mine) = platform.storage.calendars.engagement(event_id, me).await?;
    Ok(EngagementView::new(&counts, &mine))
}

async fn mark(
    platform: &Platform,
    who: &Who,
    name: &str,
    (kind, emoji): (EngagementKind, &str),
    change: Change<'_>,
) -> Result<EventCounts> {
    let (calendar, event, _) = find(platform, name, Some(who.user_id)).await?;
    if kind != EngagementKind::Bookmark && change != Change::Take {
        not_barred_by(platform, [calendar.entity_id()], who.user_id).await?;
    }
    let at = now();
    let (event_id, user_id, created) = (event.event_id, who.user_id, Moment(at));
    let engagement_id = EngagementId(platform.ids.next(at)?);
    let emoji = emoji.to_owned();
    let sign = Engagement { event_id, kind, user_id, emoji, engagement_id, times: 1, created };
    match platform.storage.calendars.mark(&sign, change, EMOJI_MOST).await? {
        Marked::Counted(counts) => Ok(counts),
        Marked::TooMany => {
            Err(Refusal::conflict("TOO_MANY_EMOJI", "Händelsen har redan så många olika reaktioner den får."))
        }
    }
}

fn put(is_there: bool) -> Change<'static> {
    if is_there { Change::Put } else { Change::Take }
}

/// Bookmarks an event or removes the bookmark; returns the number of bookmarks. Idempotent, as the others.
pub async fn bookmark(platform: &Platform, who: &Who, name: &str, is_there: bool) -> Result<i64> {
    let kind = (EngagementKind::Bookmark, "");
    Ok(mark(platform, who, name, kind, put(is_there)).await?.bookmarks)
}

/// Whether I have bookmarked it.
pub async fn is_bookmarked(platform: &Platform, who: &Who, name: &str) -> Result<bool> {
    let (_, event, _) = find(platform, name, Some(who.user_id)).await?;
    Ok(of(platform, event.event_id, Some(who.user_id)).await?.is_bookmarked)
}

/// Likes an event or unlikes it; returns the number of likes.
pub async fn like(platform: &Platform, who: &Who, name: &str, is_there: bool) -> Result<i64> {
    Ok(mark(platform, who, name, (EngagementKind::Like, ""), put(is_there)).await?.likes)
}

/// Attends an event, or not any more; returns the number of attendees. 409 ENROLLMENT_REQUIRED: the event uses
/// enrolment; earlier attendance can still be withdrawn.
pub async fn attend(platform: &Platform, who: &Who, name: &str, is_there: bool) -> Result<i64> {
    let (_, event, _) = find(platform, name, Some(who.user_id)).await?;
    if is_there && event.enrollment.0.is_some() {
        return Err(Refusal::conflict("ENROLLMENT_REQUIRED", "Händelsen kräver anmälan."));
    }
    Ok(mark(platform, who, name, (EngagementKind::Attend, ""), put(is_there)).await?.attending)
}

/// How somebody passes an event on.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct Sharing {
    /// `copy`, `native`, `email` …: letters, digits, `-` and `_`.
    #[garde(length(bytes, min = 1, max = 40), pattern("^[A-Za-z0-9_-]+$"))]
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    pub method: String,
    /// From which page, in the same letters.
    #[garde(inner(length(bytes, min = 1, max = 40), pattern("^[A-Za-z0-9_-]+$")))]
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    pub source: Option<String>,
}

/// Records that an event was shared; returns the number of shares, and of people who shared.
pub async fn share(platform: &Platform, who: &Who, name: &str, how: Sharing) -> Result<(i64, i64)> {
    let change = Change::Again(&how.method, how.source.as_deref().unwrap_or("unknown"));
    let counts = mark(platform, who, name, (EngagementKind::Share, ""), change).await?;
    Ok((counts.shares, counts.sharers))
}

/// How many have reacted with an emoji, and whether I am among them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EventReaction)]
pub struct ReactionView {
    pub emoji: String,
    pub count: i64,
    pub me: bool,
}

fn reactions_of(counts: &EventCounts, mine: &[String]) -> Vec<ReactionView> {
    let all = counts.reactions.0.iter();
    let mut all: Vec<_> = all
        .map(|(emoji, count)| ReactionView { emoji: emoji.clone(), count: *count, me: mine.contains(emoji) })
        .collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.count));
    all
}

async fn mine(platform: &Platform, event_id: CalendarEventId, me: UserId) -> Result<Vec<String>> {
    Ok(platform.storage.calendars.reacted(event_id, me, EMOJI_MOST).await?)
}

/// Adds or removes a reaction to an event; returns the reactions. 409 TOO_MANY_EMOJI: at most 40 different ones.
pub async fn react(
    platform: &Platform,
    who: &Who,
    name: &str,
    emoji: &str,
    is_there: bool,
) -> Result<Vec<ReactionView>> {
    is_emoji(emoji)?;
    let counts = mark(platform, who, name, (EngagementKind::Reaction, emoji), put(is_there)).await?;
    Ok(reactions_of(&counts, &mine(platform, counts.event_id, who.user_id).await?))
}

/// The reactions to an event, the most frequent first.
pub async fn reactions(platform: &Platform, who: &Who, name: &str) -> Result<Vec<ReactionView>> {
    let (_, event, _) = find(platform, name, Some(who.user_id)).await?;
    let (counts, _) = platform.storage.calendars.engagement(event.event_id, None).await?;
    Ok(reactions_of(&counts, &mine(platform, event.event_id, who.user_id).await?))
}

/// How often something was done in a way.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ways {
    pub name: String,
    pub count: i64,
}

/// What has been done with an event.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventStats {
    #[serde(flatten)]
    pub engagement: EngagementView,
    pub reactions: Vec<ReactionView>,
    /// For who may change the event; null for others.
    pub shares_by_method: Option<Vec<Ways>>,
    /// As `sharesByMethod`.
    pub shares_by_source: Option<Vec<Ways>>,
}

fn ways(counts: &BTreeMap<String, i64>) -> Vec<Ways> {
    let mut all: Vec<_> =
        counts.iter().map(|(name, count)| Ways { name: name.clone(), count: *count }).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.count));
    all
}

/// Statistics of an event: all for people who may change it, the public ones for others.
pub async fn stats(platform: &Platform, who: &Who, name: &str) -> Result<EventStats> {
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let (counts, kinds) = platform.storage.calendars.engagement(event.event_id, asker.user_id).await?;
    let mine = mine(platform, event.event_id, who.user_id).await?;
    let is_theirs = rules::writes(&calendar, asker);
    Ok(EventStats {
        engagement: EngagementView::new(&counts, &kinds),
        reactions: reactions_of(&counts, &mine),
        shares_by_method: is_theirs.then(|| ways(&counts.methods.0)),
        shares_by_source: is_theirs.then(|| ways(&counts.sources.0)),
    })
}

/// An event that I keep in mind.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkView {
    /// For `before`.
    pub id_bookmark: EngagementId,
    pub cover_image: Option<String>,
    /// Of a series: its next one, or its first when none is to come.
    pub event: ListedView,
}

/// My bookmarks of events that I may see now, newest first; whether there are more. A page is empty only if nothing
/// follows; continue with the last one shown.
pub async fn bookmarks(
    platform: &Platform,
    who: &Who,
    mut before: Option<EngagementId>,
    limit: usize,
) -> Result<(Vec<BookmarkView>, bool)> {
    let (me, calendars) = (who.user_id, &platform.storage.calendars);
    loop {
        let (found, more) = calendars.engaged(me, EngagementKind::Bookmark, before, limit).await?;
        let shown = seen(platform, me, &found).await?;
        if !more || !shown.is_empty() {
            return Ok((shown, more));
        }
        before = found.last().map(|one| one.engagement_id);
    }
}

/// Those bookmarks whose events the person may see now.
async fn seen(platform: &Platform, me: UserId, found: &[Engaged]) -> Result<Vec<BookmarkView>> {
    let (from, calendars) = (Moment(now()), &platform.storage.calendars);
    let ids: Vec<_> = found.iter().map(|one| one.event_id).collect();
    let events = calendars.events(&ids).await?;
    let mut homes: Vec<_> = events.iter().map(|event| event.calendar_id).collect();
    homes.sort_unstable();
    homes.dedup();
    let homes = askers(platform, me, calendars.by_ids(&homes).await?).await?;
    let homes: HashMap<_, _> = homes.into_iter().map(|home| (home.0.calendar_id, home)).collect();
    let shown = found.iter().filter_map(|one| {
        let event = events.iter().find(|event| event.event_id == one.event_id)?;
        let (calendar, asker) = homes.get(&event.calendar_id)?;
        // A person with a bookmark knows the event's address.
        rules::sees_event(calendar, event.visibility, *asker, true).then(|| BookmarkView {
            id_bookmark: one.engagement_id,
            cover_image: event.cover_image.clone(),
            event: next(calendar, event, from).unwrap_or_else(|| ListedView::whole(calendar, event)),
        })
    });
    Ok(shown.collect())
}
