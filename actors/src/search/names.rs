//! The index of names: people who allow it, organisations, public events, places of the guide, municipalities, localities and days.

use std::collections::BTreeSet;
use std::time::Duration;

use storage::calendar::Visibility;
use storage::changes::{Change, ChangeKind};
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use storage::infopoints::{InfopointId, Infopoints};
use storage::search::{Entry, Index, SearchIndex};
use tokio::sync::Notify;

use super::follow::{Mirror, REST, SLICE, generation, patiently};
use super::{entries, events};
use crate::Platform;
use crate::accounts::profile::is_public;
use crate::entities::rules::is_private;
use crate::platform::error::Result;

pub struct Names(pub SearchIndex);

impl Mirror for Names {
    const NAME: &'static str = "names";
    const EVERY: Option<Duration> = Some(Duration::from_secs(24 * 3_600));
    const GATHER: Duration = Duration::ZERO;

    fn index(&self) -> Index {
        self.0.index()
    }

    fn woken<'a>(&self, platform: &'a Platform) -> &'a Notify {
        &platform.search.woken
    }

    async fn begin(&self, platform: &Platform) -> Result<()> {
        self.put(entries::of_the_almanac(platform), generation()).await
    }

    async fn apply(&self, platform: &Platform, changes: &[Change]) -> Result<bool> {
        let of = |kind| changes.iter().filter(move |change| change.kind == kind).map(|change| change.subject);
        let users: BTreeSet<UserId> = of(ChangeKind::User).map(UserId).collect();
        let entities: BTreeSet<EntityId> = of(ChangeKind::Entity).map(EntityId).collect();
        let meant: BTreeSet<CalendarEventId> = of(ChangeKind::Event).map(CalendarEventId).collect();
        let mut calendars: BTreeSet<CalendarId> = of(ChangeKind::Calendar).map(CalendarId).collect();
        let infopoints: BTreeSet<InfopointId> = of(ChangeKind::Infopoint).map(InfopointId).collect();
        let is_other = meant.is_empty() && calendars.is_empty() && infopoints.is_empty();
        if users.is_empty() && entities.is_empty() && is_other {
            return Ok(false);
        }
        calendars.extend(events::of_entities(platform, &entities).await?);
        self.hold(platform, &meant.into_iter().collect::<Vec<_>>()).await?;
        for id in calendars {
            for portion in events::portions(platform, id).await? {
                self.hold(platform, &portion).await?;
            }
        }
        let found = platform.storage.accounts.users(&users.iter().copied().collect::<Vec<_>>()).await?;
        let mut all: Vec<Entry> = found.iter().filter(|user| is_public(user)).map(entries::of_user).collect();
        let found = platform.storage.entities.entities(&entities.iter().copied().collect::<Vec<_>>()).await?;
        all.extend(found.iter().filter(|one| !is_private(one.entity_type)).map(entries::of_entity));
        let ids: Vec<InfopointId> = infopoints.iter().copied().collect();
        let found = Infopoints::of(&platform.storage).infopoints(&ids).await?;
        let found = found.iter().filter(|one| one.hidden.is_none());
        all.extend(found.map(|one| entries::of_infopoint(platform, one)));
        let keys =
            users.into_iter().map(entries::user_key).chain(entities.into_iter().map(entries::entity_key));
        let keys = keys.chain(ids.into_iter().map(entries::infopoint_key));
        let gone: Vec<String> = keys.filter(|key| all.iter().all(|entry| entry.key != *key)).collect();
        self.put(all, generation()).await?;
        patiently(async || self.0.remove(&gone).await).await?;
        Ok(true)
    }

    async fn fill(&self, platform: &Platform, generation: u64) -> Result<()> {
        self.put(entries::of_the_almanac(platform), generation).await?;
        let (mut after, mut is_over) = (None, false);
        while !is_over {
            let entities = platform.storage.entities.scan(after, SLICE).await?;
            (after, is_over) = (entities.last().map(|entity| entity.entity_id), entities.len() < SLICE);
            let public = entities.iter().filter(|one| !is_private(one.entity_type)).map(entries::of_entity);
            self.put(public.collect(), generation).await?;
            tokio::time::sleep(REST).await;
        }
        let (mut after, mut is_over) = (None, false);
        while !is_over {
            let users = platform.storage.accounts.scan(after, SLICE).await?;
            (after, is_over) = (users.last().map(|user| user.user_id), users.len() < SLICE);
            let public = users.iter().filter(|user| is_public(user)).map(entries::of_user).collect();
            self.put(public, generation).await?;
            tokio::time::sleep(REST).await;
        }
        let (mut after, mut is_over) = (None, false);
        while !is_over {
            let some = Infopoints::of(&platform.storage).scan(after, SLICE).await?;
            (after, is_over) = (some.last().map(|one| one.infopoint_id), some.len() < SLICE);
            let shown = some.iter().filter(|one| one.hidden.is_none());
            self.put(shown.map(|one| entries::of_infopoint(platform, one)).collect(), generation).await?;
            tokio::time::sleep(REST).await;
        }
        let (mut after, mut is_over) = (None, false);
        while !is_over {
            let calendars = platform.storage.calendars.scan(after, SLICE).await?;
            (after, is_over) = (calendars.last().map(|it| it.calendar_id), calendars.len() < SLICE);
            for calendar in calendars.iter().filter(|it| it.visibility == Visibility::Public) {
                for portion in events::portions(platform, calendar.calendar_id).await? {
                    self.put(events::entries_of(platform, &portion).await?, generation).await?;
                    tokio::time::sleep(REST).await;
                }
            }
        }
        Ok(())
    }
}

impl Names {
    /// Puts events in as they are now, and takes out those that are not to be found.
    async fn hold(&self, platform: &Platform, ids: &[CalendarEventId]) -> Result<()> {
        let all = events::entries_of(platform, ids).await?;
        let found: BTreeSet<&String> = all.iter().map(|entry| &entry.key).collect();
        let keys = ids.iter().map(|id| entries::event_key(*id));
        let gone: Vec<String> = keys.filter(|key| !found.contains(key)).collect();
        self.put(all, generation()).await?;
        patiently(async || self.0.remove(&gone).await).await
    }

    async fn put(&self, entries: Vec<Entry>, generation: u64) -> Result<()> {
        patiently(async || self.0.put(&entries, generation).await).await
    }
}
