//! Engagements of people with events: bookmarks, likes, attendance, shares, reactions.
//!
//! An engagement and the event's counts are changed in one decision, so that counts are exact under any concurrency.
//! Each person's own list is written with it.

use std::collections::{BTreeMap, HashMap};

use super::Calendars;
use super::records::CalendarEvent;
use crate::platform::engine::Write;
use crate::platform::error::{Error, Result};
use crate::platform::ids::{CalendarEventId, EngagementId, UserId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

/// Most attempts at contended counts. Each failure means that another change succeeded.
const ATTEMPTS: usize = 40;
/// Most share methods and sources that are counted separately.
const METHODS: usize = 20;
/// The name under which all others are counted.
const OTHER: &str = "other";
/// Engagements of one person that are removed at once.
const SLICE: usize = 100;

text_enum! {
    /// What somebody has done with an event.
    EngagementKind {
        /// Keeps it in mind.
        Bookmark = "BOOKMARK",
        Like = "LIKE",
        /// Comes, where nobody has to enrol.
        Attend = "ATTEND",
        /// Has passed it on.
        Share = "SHARE",
        Reaction = "REACTION",
    }
}

record! {
    /// A person's engagement with an event.
    pub struct Engagement;
    pub(crate) static EVENT_ENGAGEMENTS: "event_engagements", Ascending has EVENT_COUNTS;
    partition {
        /// The event.
        event_id: CalendarEventId => bigint,
    }
    clustering {
        kind: EngagementKind => text,
        /// The person.
        user_id: UserId => bigint,
        /// The emoji of a reaction; else empty.
        emoji: String => text,
    }
    columns {
        engagement_id: EngagementId => bigint,
        /// How often: a share may be repeated.
        times: i64 => bigint,
        created: Moment => timestamp,
    }
}

record! {
    /// Counts of an event's engagements.
    pub struct EventCounts;
    pub(crate) static EVENT_COUNTS: "event_counts" of EVENT_ENGAGEMENTS;
    partition {
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        bookmarks: i64 => bigint,
        likes: i64 => bigint,
        attending: i64 => bigint,
        /// Number of shares.
        shares: i64 => bigint,
        /// Number of people who shared.
        sharers: i64 => bigint,
        /// Number of shares by method.
        methods: Json<BTreeMap<String, i64>> => text,
        /// Number of shares by source.
        sources: Json<BTreeMap<String, i64>> => text,
        /// Number of reactions by emoji.
        reactions: Json<BTreeMap<String, i64>> => text,
    }
}

record! {
    /// An engagement in its person's list.
    pub struct Engaged;
    pub(crate) static USER_ENGAGEMENTS: "user_engagements", Descending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {
        kind: EngagementKind => text,
        engagement_id: EngagementId => bigint,
    }
    columns {
        event_id: CalendarEventId => bigint,
        emoji: String => text,
    }
}

/// A change of an engagement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// Adds it; idempotent.
    Put,
    /// Removes it.
    Take,
    /// Adds one more share, with its method and source.
    Again(&'a str, &'a str),
}

/// Result of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marked {
    /// The counts, changed or unchanged.
    Counted(EventCounts),
    /// The event has the most different emoji already.
    TooMany,
}

impl EventCounts {
    /// Counts of an event without engagements.
    pub fn none(event_id: CalendarEventId) -> Self {
        let none = || Json(BTreeMap::new());
        let (methods, sources, reactions) = (none(), none(), none());
        let (version, bookmarks, likes, attending, shares, sharers) = (0, 0, 0, 0, 0, 0);
        Self { event_id, version, bookmarks, likes, attending, shares, sharers, methods, sources, reactions }
    }

    /// The counts with one engagement more (`by` 1) or less (-1).
    fn moved(mut self, one: &Engagement, by: i64) -> Self {
        let count = match one.kind {
            EngagementKind::Bookmark => &mut self.bookmarks,
            EngagementKind::Like => &mut self.likes,
            EngagementKind::Attend => &mut self.attending,
            EngagementKind::Share => &mut self.sharers,
            EngagementKind::Reaction => self.reactions.0.entry(one.emoji.clone()).or_default(),
        };
        *count += by;
        self.reactions.0.retain(|_, count| *count > 0);
        self.version += 1;
        self
    }

    /// The counts with one more share.
    fn shared(mut self, method: &str, source: &str) -> Self {
        for (counts, name) in [(&mut self.methods.0, method), (&mut self.sources.0, source)] {
            let is_known = counts.contains_key(name) || counts.len() < METHODS;
            *counts.entry(if is_known { name } else { OTHER }.to_owned()).or_default() += 1;
        }
        self.shares += 1;
        self.version += 1;
        self
    }

    /// Whether these are the recounted counts. Shares of erased people stay counted.
    pub(crate) fn agree(&self, anew: &Self) -> bool {
        let of_people = |of: &Self| (of.bookmarks, of.likes, of.attending, of.sharers);
        let sum = |of: &BTreeMap<String, i64>| of.values().sum::<i64>();
        of_people(self) == of_people(anew)
            && self.reactions == anew.reactions
            && self.shares >= anew.shares
            && [sum(&self.methods.0), sum(&self.sources.0)] == [self.shares; 2]
    }

    /// The recounted counts with one more engagement.
    pub(crate) fn counting(self, one: &Engagement) -> Self {
        let mut counted = self.moved(one, 1);
        if one.kind == EngagementKind::Share {
            counted.shares += one.times;
        }
        counted
    }
}

impl Engagement {
    fn listed(&self) -> Engaged {
        let Self { user_id, kind, engagement_id, event_id, .. } = *self;
        Engaged { user_id, kind, engagement_id, event_id, emoji: self.emoji.clone() }
    }
}

/// Deletes all engagements of a deleted event. Entries in people's lists stay and point nowhere.
pub(super) fn gone(event_id: CalendarEventId) -> [Write; 2] {
    [Engagement::of(event_id).delete(), EventCounts::at(event_id).delete()]
}

impl Calendars {
    /// Adds or removes an engagement; at most `emoji_most` different emoji per event.
    pub async fn mark(&self, one: &Engagement, change: Change<'_>, emoji_most: usize) -> Result<Marked> {
        let _turn = self.turns.of(one.event_id).await;
        for _ in 0..ATTEMPTS {
            let keys = vec![one.key(), EventCounts::at(one.event_id)];
            let mut found = self.db.get_many(keys).await?.into_iter();
            let old = found.next().flatten().map(Engagement::read).transpose()?;
            let stood = found.next().flatten().map(EventCounts::read).transpose()?;
            let before = stood.clone().unwrap_or_else(|| EventCounts::none(one.event_id));
            let (own, counts, then) = match (&old, change) {
                (Some(_), Change::Put) | (None, Change::Take) => return Ok(Marked::Counted(before)),
                (None, Change::Put | Change::Again(..)) => {
                    let counts = before.moved(one, 1);
                    if counts.reactions.0.len() > emoji_most {
                        return Ok(Marked::TooMany);
                    }
                    (one.if_absent(), counts, one.listed().insert())
                }
                (Some(old), Change::Take) => {
                    let own = old.key().delete_if([("engagement_id", old.engagement_id.into())]);
                    (own, before.moved(old, -1), old.listed().key().delete())
                }
                (Some(old), Change::Again(..)) => {
                    let more = [("times", (old.times + 1).into())];
                    let own = old.key().update_if(more, [("times", old.times.into())]);
                    (own, before, old.listed().insert())
                }
            };
            let counts = match change {
                Change::Again(method, source) => counts.shared(method, source),
                Change::Put | Change::Take => counts,
            };
            let counted = match &stood {
                None => counts.if_absent(),
                Some(stood) => stood.change_version_to(&counts),
            };
            if self.db.write_if(vec![own, counted], vec![then]).await?.applied() {
                if change != Change::Take && self.event(one.event_id).await?.is_none() {
                    // It was deleted meanwhile together with its engagements: this one came too late.
                    self.db.write(gone(one.event_id).into()).await?;
                }
                return Ok(Marked::Counted(counts));
            }
        }
        Err(Error::Busy)
    }

    /// The counts of an event, and a person's engagements with it.
    pub async fn engagement(
        &self,
        event_id: CalendarEventId,
        user_id: Option<UserId>,
    ) -> Result<(EventCounts, Vec<EngagementKind>)> {
        use EngagementKind::{Attend, Bookmark, Like};
        let mine = user_id.into_iter().flat_map(|user_id| {
            [Bookmark, Like, Attend].map(|kind| Engagement::at(event_id, kind, user_id, ""))
        });
        let keys = [EventCounts::at(event_id)].into_iter().chain(mine).collect();
        let mut found = self.db.get_many(keys).await?.into_iter();
        let counts = found.next().flatten().map(EventCounts::read).transpose()?;
        let mine: Vec<_> = found.flatten().map(Engagement::read).collect::<Result<_>>()?;
        let counts = counts.unwrap_or_else(|| EventCounts::none(event_id));
        Ok((counts, mine.into_iter().map(|one| one.kind).collect()))
    }

    /// The counts of some events; events without any are left out.
    pub async fn counts(&self, ids: &[CalendarEventId]) -> Result<HashMap<CalendarEventId, EventCounts>> {
        let found: Vec<EventCounts> =
            self.db.find_all(ids.iter().map(|id| EventCounts::at(*id)).collect()).await?;
        Ok(found.into_iter().map(|counts| (counts.event_id, counts)).collect())
    }

    /// The people who attend, by id; answers whether there are more.
    pub async fn attending(
        &self,
        event_id: CalendarEventId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<(Vec<UserId>, bool)> {
        let span = Engagement::of(event_id).prefix([EngagementKind::Attend.into()]).after_any(after);
        let (page, more) = self.db.page::<Engagement>(span, limit).await?;
        Ok((page.into_iter().map(|one| one.user_id).collect(), more))
    }

    /// A person's reactions to an event; at most `limit`.
    pub async fn reacted(
        &self,
        event_id: CalendarEventId,
        user_id: UserId,
        limit: usize,
    ) -> Result<Vec<String>> {
        let mine = Engagement::of(event_id).prefix([EngagementKind::Reaction.into(), user_id.into()]);
        let found: Vec<Engagement> = self.db.list(mine.ascending(limit)).await?;
        Ok(found.into_iter().map(|one| one.emoji).collect())
    }

    /// A person's engagements of one kind, newest first; answers whether there are more.
    pub async fn engaged(
        &self,
        user_id: UserId,
        kind: EngagementKind,
        before: Option<EngagementId>,
        limit: usize,
    ) -> Result<(Vec<Engaged>, bool)> {
        let span = Engaged::of(user_id).prefix([kind.into()]).before_any(before);
        self.db.page(span, limit).await
    }

    /// A person's engagements, for their data export; at most `limit`.
    pub async fn all_engaged(&self, user_id: UserId, limit: usize) -> Result<Vec<Engaged>> {
        self.db.list(Engaged::of(user_id).descending(limit)).await
    }

    /// Removes all engagements of a person. May be repeated.
    pub async fn disengage(&self, user_id: UserId) -> Result<()> {
        loop {
            let mine: Vec<Engaged> = self.db.list(Engaged::of(user_id).ascending(SLICE)).await?;
            for one in &mine {
                let Engaged { user_id, kind, engagement_id, event_id, .. } = *one;
                let (emoji, created) = (one.emoji.clone(), Moment(0));
                let sign = Engagement { event_id, kind, user_id, emoji, engagement_id, times: 1, created };
                self.mark(&sign, Change::Take, usize::MAX).await?;
                self.db.write(vec![one.key().delete()]).await?;
            }
            if mine.len() < SLICE {
                return Ok(());
            }
        }
    }
}

impl CalendarEvent {
    /// Deletes all engagements with it.
    pub(super) fn signs(&self) -> [Write; 2] {
        gone(self.event_id)
    }
}
