//! Calendars as iCalendar files (RFC 5545): export and import. Contract §7.

mod alarms;
mod decode;
mod extra;
mod first;
mod import;
pub(super) mod invitation;
pub(super) mod places;
pub(super) mod read;
pub(super) mod reading;
mod rule;
mod saying;
mod series;
mod source;
pub(super) mod validate;
pub mod write;
mod zones;

use std::collections::{BTreeSet, HashMap};

use bytes::Bytes;
use futures_util::future::try_join_all;
use futures_util::stream::{self, Stream};
use garde::Validate;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use storage::accounts::UserStatus;
use storage::calendar::{Calendar, CalendarEvent, EngagementKind, Feed};
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;
use utoipa::ToSchema;

pub use import::{ImportedEvents, import, may_import};
pub use read::Skipped;

use alarms::Alarms;
use extra::For;
use places::Places;

use super::rules::{self, Asker};
use super::{askers, visible};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::secrets::{new_token, token_hash};
use crate::area::CalendarEntry;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::time::now;
use write::WriteOptions;

/// Events read and written per chunk.
const PORTION: usize = 100;
/// How far back a person's file has what other areas have in their calendar (ms).
const ENTRIES_BACK: i64 = 90 * 86_400_000;
/// Most attended events in a person's file.
const ATTENDED: usize = 1_000;

/// As what a person's tasks stand in their file. Few programs show `VTODO` of a subscription, all show events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, ToSchema)]
pub enum TasksAs {
    #[default]
    #[serde(rename = "VEVENT")]
    Events,
    #[serde(rename = "VTODO")]
    Todos,
}

/// The address at which a person's calendars are read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FeedView {
    /// Whoever has it reads my calendars.
    pub url: String,
    /// My reminders go out with my events, so that the other program rings as well.
    pub reminders: bool,
}

/// What may be said of that address.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub struct FeedSettings {
    /// Whether my reminders go out with my events. At first they do not: I am reminded here already, and would be twice.
    pub reminders: bool,
}

fn address(platform: &Platform, token: &str, reminders: bool) -> FeedView {
    FeedView { url: format!("{}/ics/{token}.ics", platform.settings.public_url), reminders }
}

fn fresh(platform: &Platform, user_id: UserId) -> Result<(Feed, String)> {
    let (token, hash) = new_token();
    let sealed = platform.secrets.seal(token.as_bytes())?;
    Ok((Feed { user_id, hash, sealed, reminders: false }, token))
}

/// The address of my calendar file; created on the first request.
pub async fn feed(platform: &Platform, who: &Who) -> Result<FeedView> {
    let (fresh, _) = fresh(platform, who.user_id)?;
    let stands = platform.storage.calendars.feed(&fresh).await?;
    let token = platform.secrets.open(&stands.sealed).ok_or_else(Refusal::internal)?;
    let token = String::from_utf8(token).map_err(|_| Refusal::internal())?;
    Ok(address(platform, &token, stands.reminders))
}

/// Sets whether the file contains my reminders.
pub async fn set_feed(platform: &Platform, who: &Who, settings: FeedSettings) -> Result<FeedView> {
    let view = feed(platform, who).await?;
    platform.storage.calendars.set_feed_reminders(who.user_id, settings.reminders).await?;
    Ok(FeedView { reminders: settings.reminders, ..view })
}

/// Creates a new address; the old one is invalid at once.
pub async fn renew_feed(platform: &Platform, who: &Who) -> Result<FeedView> {
    let (fresh, token) = fresh(platform, who.user_id)?;
    let stands = platform.storage.calendars.renew_feed(&fresh).await?;
    Ok(address(platform, &token, stands.reminders))
}

/// A file to be exported.
pub struct Outgoing {
    platform: Platform,
    name: String,
    calendars: HashMap<CalendarId, (Calendar, Asker)>,
    /// The events in it, without exceptions, which are written with their series.
    ids: Vec<CalendarEventId>,
    /// The enrolments of the person whose file it is.
    places: Places,
    /// The person's reminders; none: the file contains none.
    alarms: Option<Alarms>,
    /// What other areas have in the person's calendar, and as what their tasks are written.
    entries: Vec<CalendarEntry>,
    tasks_as: TasksAs,
    /// An ETag; differs for another content.
    pub version: String,
}

fn no_feed() -> Refusal {
    Refusal::not_found("Adressen gäller inte.")
}

/// The file of a person: events of their own calendars and those of their organisations, attended events, and those
/// they are enrolled in or wait for. 404: the secret is wrong or no longer valid; guesses are rate limited by address.
pub async fn of_token(platform: &Platform, token: &str, tasks_as: TasksAs, from: &str) -> Result<Outgoing> {
    platform.limits.feed(&*platform.bus, from).await?;
    let feed = platform.storage.calendars.fed(&token_hash(token)).await?.ok_or_else(no_feed)?;
    let user_id = feed.user_id;
    let user = platform.storage.accounts.user(user_id).await?;
    user.filter(|user| user.status == UserStatus::Active).ok_or_else(no_feed)?;
    platform.limits.fed(&*platform.bus, from).await;
    let calendars = visible(platform, user_id, None).await?;
    let (attended, _) =
        platform.storage.calendars.engaged(user_id, EngagementKind::Attend, None, ATTENDED).await?;
    let attended: Vec<CalendarEventId> = attended.into_iter().map(|one| one.event_id).collect();
    let places = Places::of(platform, user_id).await?;
    let alarms = if feed.reminders { Some(Alarms::of(platform, user_id, &attended).await?) } else { None };
    let entries = entries(platform, user_id).await?;
    let mut file =
        outgoing(platform, "Kalender", user_id, calendars, (&attended, places, alarms, entries)).await?;
    // The same address with another parameter is another file.
    file.version.push_str(if tasks_as == TasksAs::Todos { "t" } else { "" });
    file.tasks_as = tasks_as;
    Ok(file)
}

/// What other areas have in a person's calendar, from [`ENTRIES_BACK`] on.
async fn entries(platform: &Platform, user_id: UserId) -> Result<Vec<CalendarEntry>> {
    let from = Moment(now() - ENTRIES_BACK);
    let of_areas = platform.areas().filter_map(|area| area.on.calendar);
    let found = try_join_all(of_areas.map(|of_area| of_area(platform, user_id, from))).await?;
    Ok(found.into_iter().flatten().collect())
}

/// The file of calendars as an anonymous reader sees them.
pub(super) async fn of_open(platform: &Platform, calendars: Vec<(Calendar, Asker)>) -> Result<Outgoing> {
    let name = calendars.first().map(|(calendar, _)| calendar.calendar_name.clone()).unwrap_or_default();
    outgoing(platform, &name, UserId(0), calendars, (&[], Places::default(), None, Vec::new())).await
}

/// The file of public events of several calendars as an anonymous reader sees them.
pub async fn of_public(platform: &Platform, name: &str, ids: &[CalendarEventId]) -> Result<Outgoing> {
    outgoing(platform, name, UserId(0), Vec::new(), (ids, Places::default(), None, Vec::new())).await
}

/// Adds an event to the file's list and hash.
fn note(event: &CalendarEvent, hash: &mut Sha256, ids: &mut Vec<CalendarEventId>) {
    hash.update(event.event_id.0.to_be_bytes());
    hash.update(event.version.to_be_bytes());
    if event.series_id.is_none() {
        ids.push(event.event_id);
    }
}

async fn outgoing(
    platform: &Platform,
    name: &str,
    me: UserId,
    calendars: Vec<(Calendar, Asker)>,
    (more, mut places, alarms, entries): (&[CalendarEventId], Places, Option<Alarms>, Vec<CalendarEntry>),
) -> Result<Outgoing> {
    let store = &platform.storage.calendars;
    let mut homes: HashMap<_, _> = calendars.into_iter().map(|home| (home.0.calendar_id, home)).collect();
    let (mut hash, mut ids) = (Sha256::new(), Vec::new());
    let mut known: Vec<CalendarId> = homes.keys().copied().collect();
    known.sort_unstable();
    for id in &known {
        let Some(home) = homes.get(id) else { continue };
        for event in &store.all(*id).await? {
            if rules::lists_event(&home.0, event.visibility, home.1) {
                note(event, &mut hash, &mut ids);
            }
        }
    }
    let listed: BTreeSet<CalendarEventId> = ids.iter().copied().collect();
    let enrolled = places.elsewhere(platform, &listed, &mut hash).await?;
    let attended = store.events(more).await?;
    let attended = attended.iter().filter(|event| !known.contains(&event.calendar_id));
    let has_place = |event: &CalendarEvent| enrolled.iter().any(|one| one.event_id == event.event_id);
    let elsewhere: Vec<_> = attended.filter(|event| !has_place(event)).chain(&enrolled).collect();
    let ids_elsewhere: BTreeSet<CalendarId> = elsewhere.iter().map(|event| event.calendar_id).collect();
    if !ids_elsewhere.is_empty() {
        let found = store.by_ids(&ids_elsewhere.into_iter().collect::<Vec<_>>()).await?;
        for home in askers(platform, me, found).await? {
            homes.insert(home.0.calendar_id, home);
        }
    }
    for event in elsewhere {
        if let Some(home) = homes.get(&event.calendar_id) {
            // A person with a place may see the event, whatever its visibility.
            let sees = has_place(event) || rules::sees_event(&home.0, event.visibility, home.1, true);
            if sees {
                note(event, &mut hash, &mut ids);
            }
        }
    }
    hash.update(name);
    if let Some(alarms) = &alarms {
        alarms.note(&mut hash);
    }
    for entry in &entries {
        hash.update(format!("{entry:?}"));
    }
    let version = hex(&hash.finalize()[..16]);
    let (platform, name) = (platform.clone(), name.to_owned());
    let tasks_as = TasksAs::default();
    Ok(Outgoing { platform, name, calendars: homes, ids, places, alarms, entries, tasks_as, version })
}

impl Outgoing {
    /// The file in pieces; only one piece's events are in memory at a time.
    pub fn pieces(self) -> impl Stream<Item = Result<Bytes>> + use<> {
        let (head, zones) = (write::head(&self.name), Zones::default());
        stream::unfold(Some((self, zones, 0, head)), |state| async move {
            let (file, mut zones, at, mut text) = state?;
            let portion: Vec<_> = file.ids.iter().skip(at).take(PORTION).copied().collect();
            if portion.is_empty() {
                let public_url = &file.platform.settings.public_url;
                for entry in &file.entries {
                    text.push_str(&write::entry(entry, file.tasks_as, public_url));
                }
                text.push_str(write::TAIL);
                return Some((Ok(Bytes::from(text)), None));
            }
            match file.written(&portion, &mut zones, &mut text).await {
                Ok(()) => Some((Ok(Bytes::from(text)), Some((file, zones, at + PORTION, String::new())))),
                Err(refusal) => Some((Err(refusal), None)),
            }
        })
    }

    async fn written(&self, ids: &[CalendarEventId], zones: &mut Zones, text: &mut String) -> Result<()> {
        let calendars = &self.platform.storage.calendars;
        for event in calendars.events(ids).await? {
            let Some((calendar, asker)) = self.calendars.get(&event.calendar_id) else { continue };
            let mut others = match event.rrule {
                Some(_) => calendars.exceptions(event.event_id, Moment(0)).await?,
                None => Vec::new(),
            };
            let is_whole = self.places.is_whole(event.event_id);
            let instances = self.places.instances(&event, &others);
            others.retain(|one| {
                let lists = is_whole && rules::lists_event(calendar, one.visibility, *asker);
                lists || self.places.has(one)
            });
            let exceptions: Vec<Moment> = others.iter().filter_map(|one| one.recurrence_id).collect();
            let public_url = &self.platform.settings.public_url;
            let whole = is_whole.then_some(&event);
            for one in whole.into_iter().chain(&others).chain(&instances) {
                let zone_is_known =
                    zones.describe(&one.time_zone, text) && zones.describe(&event.time_zone, text);
                let series = one.series_id.and(Some(&event));
                let is_open = self.places.is_open(one);
                let whom = match rules::writes(calendar, *asker) {
                    true if asker.user_id == Some(one.created_by) => For::Bringer,
                    true => For::Writer,
                    false => For::Anybody,
                };
                let mine = calendar.user_id().is_some() && calendar.user_id() == asker.user_id;
                let comes = mine || self.places.has(one) && !is_open;
                let alarms = self.alarms.as_ref().map(|alarms| alarms.of_event(one, comes));
                let alarms = alarms.as_deref().unwrap_or_default();
                let options = WriteOptions {
                    series,
                    exceptions: &exceptions,
                    public_url,
                    zone_is_known,
                    is_open,
                    whom,
                    alarms,
                    sent: None,
                };
                text.push_str(&write::event(one, &options));
            }
        }
        Ok(())
    }
}

/// The time zones described in the file so far, and those that cannot be.
#[derive(Default)]
struct Zones(HashMap<String, bool>);

impl Zones {
    /// Whether the file describes a zone; the description precedes its first use.
    fn describe(&mut self, name: &str, text: &mut String) -> bool {
        if let Some(known) = self.0.get(name) {
            return *known;
        }
        let described = write::zone(name, now());
        let is_known = described.is_some();
        text.push_str(&described.unwrap_or_default());
        self.0.insert(name.to_owned(), is_known);
        is_known
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;
