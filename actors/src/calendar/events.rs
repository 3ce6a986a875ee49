//! Creating, changing and deleting events.

use storage::calendar::{Calendar, CalendarEvent, Visibility};
use storage::ids::{CalendarEventId, UserId};
use storage::time::Moment;
use storage::value::Json;
use uuid::Uuid;

use super::engagement;
use super::engagement::EngagementView;
use super::enrollment;
use super::guide;
use super::moving::{self, Move};
use super::rules::{self, Asker};
use super::view::{EventDraft, EventView, Scope};
use super::when::{self, When};
use super::writing::{self, Change, People, Tells};
use super::{asker, live, load};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::recurrence::{self, Instance, Rule};
use crate::platform::time::now;

/// Most series in one calendar.
pub(super) const MOST_SERIES: usize = 500;
/// Most exceptions and exdates of one series.
pub(super) const MOST_EXCEPTIONS: usize = 500;

/// An event and its calendar, without a check of rights.
pub(super) async fn kept(
    platform: &Platform,
    id: CalendarEventId,
) -> Result<Option<(Calendar, CalendarEvent)>> {
    let calendars = &platform.storage.calendars;
    let Some(event) = calendars.event(id).await? else { return Ok(None) };
    let calendar = calendars.calendar(event.calendar_id).await?;
    Ok(calendar.map(|calendar| (calendar, event)))
}

/// An event, its calendar, and a person's rights in it.
pub(super) async fn placed(
    platform: &Platform,
    id: CalendarEventId,
    user_id: Option<UserId>,
) -> Result<Option<(Calendar, CalendarEvent, Asker)>> {
    let Some((calendar, event)) = kept(platform, id).await? else { return Ok(None) };
    let asker = asker(platform, &calendar, user_id).await?;
    Ok(Some((calendar, event, asker)))
}

/// Finds an event by its id, or by its uuid, which cannot be guessed.
pub(super) async fn find(
    platform: &Platform,
    name: &str,
    user_id: Option<UserId>,
) -> Result<(Calendar, CalendarEvent, Asker)> {
    let calendars = &platform.storage.calendars;
    let (id, addressed) = match name.parse::<i64>() {
        Ok(id) => (Some(CalendarEventId(id)), false),
        Err(_) => (calendars.address(name).await?.and_then(|address| address.event_id), true),
    };
    let found = placed(platform, id.ok_or_else(rules::no_event)?, user_id).await?;
    let (calendar, event, asker) = found.ok_or_else(rules::no_event)?;
    // Enrolled and invited people may see it.
    let sees = rules::sees_event(&calendar, event.visibility, asker, addressed)
        || enrollment::concerns(platform, &event, user_id).await?;
    sees.then_some((calendar, event, asker)).ok_or_else(rules::no_event)
}

/// Whether a person may see the event with this uuid.
pub async fn is_seen(platform: &Platform, user_id: UserId, uuid: &str) -> Result<bool> {
    // An id is no uuid: it does not give sight of events that are visible by address.
    if uuid.parse::<i64>().is_ok() {
        return Ok(false);
    }
    crate::area::seen(find(platform, uuid, Some(user_id)).await)
}

/// An event with all its fields; a series as a whole. `recurrence_id`: the occurrence for the enrolment.
pub async fn event(
    platform: &Platform,
    who: Option<&Who>,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<EventView> {
    let (calendar, event, asker) = find(platform, name, who.map(|who| who.user_id)).await?;
    let signs = engagement::of(platform, event.event_id, asker.user_id).await?;
    seen(platform, &calendar, event, asker, recurrence_id, signs).await
}

async fn seen(
    platform: &Platform,
    calendar: &Calendar,
    event: CalendarEvent,
    asker: Asker,
    recurrence_id: Option<Moment>,
    engagement: EngagementView,
) -> Result<EventView> {
    let enrollment = enrollment::of_event(platform, asker.user_id, &event, recurrence_id).await?;
    let view = EventView::new(calendar, event, rules::abilities(calendar, asker));
    Ok(EventView { enrollment, engagement, ..view })
}

/// An event as the person who has changed it sees it.
pub(super) async fn shown_after(
    platform: &Platform,
    calendar: &Calendar,
    event: CalendarEvent,
    asker: Asker,
) -> Result<EventView> {
    let signs = engagement::of(platform, event.event_id, asker.user_id).await?;
    seen(platform, calendar, event, asker, None, signs).await
}

/// The rule of a stored event; none: it is a single event, or the rule cannot be expanded.
pub(super) fn rule_of(event: &CalendarEvent) -> Option<Rule> {
    let times = (event.starts, event.ends);
    Rule::stored(event.rrule.as_deref()?, times, &event.time_zone, event.until).ok()
}

/// Longest alternative text of a picture, in characters.
const COVER_ALT: usize = 300;

/// An event with the fields of a draft; absent fields are those of `old`.
pub(super) fn filled(draft: EventDraft, when: When, old: CalendarEvent) -> Result<CalendarEvent> {
    let text = draft.rrule.and_then(|text| recurrence::in_one_way(&text));
    let until = match &text {
        Some(text) => {
            let rule = Rule::read(text, when.starts, when.ends, &when.time_zone);
            rule.map_err(recurrence::Wrong::refusal)?.last()
        }
        None => None,
    };
    let cover_alt = match &draft.cover_alt {
        Some(text) => crate::platform::text::line("coverAlt", text, COVER_ALT)?,
        None => None,
    };
    // An imported title that is not valid here stays until it is changed.
    let title = if draft.title == old.title && !old.title.is_empty() {
        old.title.clone()
    } else {
        crate::platform::text::display_name("title", &draft.title, 1, 200)?
    };
    let days = when.days;
    let visibility = draft.visibility.unwrap_or(old.visibility);
    Ok(CalendarEvent {
        promoted: old.promoted.filter(|_| visibility == Visibility::Public),
        title,
        description: draft.description.trim().to_owned(),
        starts: when.starts,
        ends: when.ends,
        all_day: days.is_some(),
        start_date: days.map(|days| days.0),
        end_date: days.map(|days| days.1),
        time_zone: when.time_zone,
        visibility,
        event_status: draft.event_status.unwrap_or(old.event_status),
        exdates: Json(if text.is_some() { draft.exdates } else { Vec::new() }),
        rrule: text,
        until,
        place: Json(draft.place.map(Into::into)),
        cover_alt: draft.cover_image.as_ref().and(cover_alt),
        cover_image: draft.cover_image,
        links: Json(draft.links.into_iter().map(Into::into).collect()),
        enrollment: enrollment::of_draft(draft.enrollment, old.enrollment.clone())?,
        ..old
    })
}

/// A new event of a calendar without content.
pub(super) fn blank(platform: &Platform, calendar: &Calendar, by: UserId, at: i64) -> Result<CalendarEvent> {
    Ok(CalendarEvent {
        event_uuid: Uuid::new_v4().to_string(),
        visibility: calendar.visibility,
        timed: Some(1),
        ..CalendarEvent::blank(CalendarEventId(platform.ids.next(at)?), calendar.calendar_id, by, Moment(at))
    })
}

pub(super) async fn room_for_a_series(platform: &Platform, event: &CalendarEvent) -> Result<()> {
    if event.rrule.is_none() {
        return Ok(());
    }
    below(
        platform.storage.calendars.series_count(event.calendar_id).await?,
        MOST_SERIES,
        "upprepade händelser",
    )
}

/// Creates an event.
pub async fn create_event(platform: &Platform, who: &Who, draft: EventDraft) -> Result<EventView> {
    let (calendar, asker) = load(platform, &draft.calendar_uuid, Some(who.user_id)).await?;
    rules::edit(&calendar, asker)?;
    let when = when::of(&draft)?;
    guide::require(platform, &draft, None).await?;
    let event = filled(draft, when, blank(platform, &calendar, who.user_id, now())?)?;
    room_for_a_series(platform, &event).await?;
    writing::put(platform, &calendar, &event).await?;
    seen(platform, &calendar, event, asker, None, EngagementView::default()).await
}

/// Which part of a series is meant.
#[derive(Debug, Clone, Copy, Default)]
pub struct Which {
    pub scope: Scope,
    /// The occurrence, by its original beginning.
    pub recurrence_id: Option<Moment>,
    /// The deletion of exceptions with enrolled people is confirmed.
    pub confirmed: bool,
}

/// The resolved part of an event.
enum Meant {
    /// The whole.
    Whole,
    /// One occurrence.
    One(Moment),
    /// An occurrence that is not the first, and all after it; with the number of those before it.
    Rest(Moment, usize),
}

/// The occurrence of a series that originally begins at a moment. 422: there is none.
pub(super) fn instance(event: &CalendarEvent, rule: &Rule, at: Option<Moment>) -> Result<Instance> {
    let at = at.filter(|at| !event.exdates.0.contains(at));
    at.and_then(|at| rule.at(at))
        .ok_or_else(|| Refusal::field("recurrenceId", "NO_SUCH_INSTANCE", "Serien har inget tillfälle då."))
}

fn meant(event: &CalendarEvent, which: Which) -> Result<Meant> {
    let (Some(rule), true) = (rule_of(event), which.scope != Scope::All) else { return Ok(Meant::Whole) };
    let at = instance(event, &rule, which.recurrence_id)?.starts;
    Ok(match which.scope {
        Scope::This => Meant::One(at),
        _ if at == event.starts => Meant::Whole,
        _ => Meant::Rest(at, rule.count_before(at)),
    })
}

/// The series with one more exdate.
fn without(event: &CalendarEvent, at: Moment) -> Result<CalendarEvent> {
    below(event.exdates.0.len(), MOST_EXCEPTIONS, "undantag i en serie")?;
    let mut exdates = event.exdates.0.clone();
    exdates.push(at);
    Ok(CalendarEvent { exdates: Json(exdates), ..event.clone() })
}

/// The series, ended before a moment.
fn shortened(event: &CalendarEvent, at: Moment) -> CalendarEvent {
    let rrule = event.rrule.as_deref().map(|text| recurrence::ended_before(text, at));
    let until = Some(Moment(at.0 - 1));
    CalendarEvent { rrule, until, ..event.clone() }
}

pub(super) fn changeable(
    (calendar, event, asker): (Calendar, CalendarEvent, Asker),
    version: Option<i64>,
) -> Result<(Calendar, CalendarEvent, Asker)> {
    rules::edit(&calendar, asker)?;
    if version.is_some_and(|version| version != event.version) {
        return Err(Refusal::moved_on());
    }
    Ok((calendar, event, asker))
}

/// The calendar that an event is moved to, if the person may write there as well. A series is moved as a whole, and
/// only without exceptions, because their identifiers would be lost.
async fn target(
    platform: &Platform,
    who: &Who,
    old: &CalendarEvent,
    which: Which,
    uuid: &str,
) -> Result<(Calendar, Asker)> {
    let is_part = old.series_id.is_some() || old.rrule.is_some() && which.scope != Scope::All;
    if is_part {
        let message = "Bara hela serien kan flyttas till en annan kalender.";
        return Err(Refusal::field("calendarUUID", "OTHER_CALENDAR", message));
    }
    if !platform.storage.calendars.exceptions(old.event_id, Moment(0)).await?.is_empty() {
        let message = "Serien har ändrade tillfällen och kan inte flyttas till en annan kalender.";
        return Err(Refusal::conflict("HAS_EXCEPTIONS", message));
    }
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::edit(&calendar, asker)?;
    Ok((calendar, asker))
}

/// A series as changed from an occurrence of `old` on, with its exdates; and its exceptions from there on, before and
/// after. An exception with enrolled people keeps its time and identity.
async fn put_elsewhere(
    platform: &Platform,
    (old, from): (&CalendarEvent, Moment),
    mut new: CalendarEvent,
    said: &[Moment],
) -> Result<(CalendarEvent, Vec<(CalendarEvent, CalendarEvent)>)> {
    if old.rrule.is_none() || new.rrule.is_none() {
        return Ok((new, Vec::new()));
    }
    let is_rest = new.event_id != old.event_id;
    let from_on = |all: &[Moment]| -> Vec<Moment> {
        all.iter().copied().filter(|at| !is_rest || *at >= from.min(new.starts)).collect()
    };
    let since = if is_rest { from } else { Moment(0) };
    let exceptions = platform.storage.calendars.exceptions(old.event_id, since).await?;
    let moves = Move::of(old, from, &new);
    let taken: Vec<Moment> = exceptions.iter().filter_map(|one| one.recurrence_id).collect();
    let had: Vec<Moment> = old.exdates.0.iter().copied().filter(|at| *at >= since).collect();
    let mut exdates = moving::exdates(moves.as_ref(), &had, &from_on(said), &taken);
    let mut moved = Vec::new();
    if moves.is_some() || is_rest {
        let rule = rule_of(&new);
        for exception in exceptions {
            if enrollment::is_attended(platform, &exception).await? {
                let Some(at) = exception.recurrence_id.filter(|_| !is_rest) else { continue };
                exdates.push(at);
                // It replaces the occurrence that the new series has then, if there is one.
                if rule.as_ref().is_some_and(|rule| rule.at(at).is_some()) {
                    let slot = moves.as_ref().map(|moves| moves.slot(at));
                    exdates.retain(|exdate| Some(*exdate) != slot || taken.contains(exdate));
                }
                continue;
            }
            let with_it = match &moves {
                Some(moves) => moves.exception(&exception, &new),
                None => CalendarEvent { series_id: Some(new.event_id), ..exception.clone() },
            };
            moved.push((exception, with_it));
        }
    }
    exdates.sort_unstable();
    exdates.dedup();
    below(exdates.len().saturating_sub(1), MOST_EXCEPTIONS, "undantag i en serie")?;
    new.exdates = Json(exdates);
    Ok((new, moved))
}

/// Changes an event, or the meant part of a series; returns the part that the draft describes. 409 MOVED_ON: it has
/// changed meanwhile. One occurrence becomes an exception; the rest becomes a series of its own. With another calendar
/// the event is moved, and its enrolments stay; 409 HAS_EXCEPTIONS.
pub async fn change_event(
    platform: &Platform,
    who: &Who,
    name: &str,
    which: Which,
    draft: EventDraft,
) -> Result<EventView> {
    let found = find(platform, name, Some(who.user_id)).await?;
    let (source, old, asker) = changeable(found, draft.version)?;
    let (calendar, asker) = if draft.calendar_uuid == source.calendar_uuid {
        (source.clone(), asker)
    } else {
        target(platform, who, &old, which, &draft.calendar_uuid).await?
    };
    let moves = calendar.calendar_id != source.calendar_id;
    guide::require(platform, &draft, old.place.0.as_ref()).await?;
    let (at, when) = (now(), when::of(&draft)?);
    let signs = engagement::of(platform, old.event_id, asker.user_id).await?;
    let fresh = || blank(platform, &calendar, who.user_id, at);
    let like = |old: &CalendarEvent, new| CalendarEvent {
        visibility: old.visibility,
        event_status: old.event_status,
        ..new
    };
    let (gone, more): (&[CalendarEvent], &[CalendarEvent]) = (&[], &[]);
    let (only, people, tells, by, calendar) = (None, People::Stay, Tells::Each, who.user_id, &calendar);
    let exdates = draft.exdates.clone();
    let new = match meant(&old, which)? {
        Meant::Whole => {
            let promoted = old.promoted.filter(|_| source.entity_id() == calendar.entity_id());
            let there = CalendarEvent { calendar_id: calendar.calendar_id, promoted, ..old.clone() };
            let new = filled(draft, when, there)?;
            if old.rrule.is_none() || moves {
                room_for_a_series(platform, &new).await?;
            }
            let (new, moved) = put_elsewhere(platform, (&old, old.starts), new, &exdates).await?;
            let change = Change { calendar, old: &old, new, gone, more, only, people, tells, by };
            writing::change_with(platform, change, &moved).await?
        }
        Meant::One(moment) => {
            let once = EventDraft { rrule: None, ..draft };
            let own = CalendarEvent { enrollment: enrollment::shifted(&old, moment), ..like(&old, fresh()?) };
            let (series_id, recurrence_id) = (Some(old.event_id), Some(moment));
            let new = CalendarEvent { series_id, recurrence_id, ..filled(once, when, own)? };
            let (series, more, only) = (without(&old, moment)?, std::slice::from_ref(&new), Some(moment));
            let change = Change { calendar, old: &old, new: series, gone, more, only, people, tells, by };
            writing::change(platform, change).await?;
            new
        }
        Meant::Rest(moment, over) => {
            room_for_a_series(platform, &old).await?;
            let said = draft.rrule.as_deref().and_then(recurrence::in_one_way);
            let text = said.or_else(|| old.rrule.clone());
            // COUNT refers to the whole series: past occurrences are subtracted.
            let is_same = text == old.rrule;
            let rrule = text.map(|text| if is_same { recurrence::continued(&text, over) } else { text });
            let own = CalendarEvent {
                enrollment: enrollment::shifted(&old, moment),
                promoted: old.promoted,
                ..like(&old, fresh()?)
            };
            let new = filled(EventDraft { rrule, ..draft }, when, own)?;
            let (new, moved) = put_elsewhere(platform, (&old, moment), new, &exdates).await?;
            let (series, more) = (shortened(&old, moment), std::slice::from_ref(&new));
            let change = Change { calendar, old: &old, new: series, gone, more, only, people, tells, by };
            writing::change_with(platform, change, &moved).await?;
            new
        }
    };
    if moves {
        live::event_changed(platform, &source, &new, new.version);
    }
    // A new event split from a series has no engagement yet.
    let engagement = if new.event_id == old.event_id { signs } else { EngagementView::default() };
    seen(platform, calendar, new, asker, None, engagement).await
}

async fn any_attended(platform: &Platform, events: &[CalendarEvent]) -> Result<bool> {
    let at = now();
    for event in events.iter().filter(|event| event.ends.0 > at) {
        if enrollment::is_attended(platform, event).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn attended() -> Refusal {
    let message = "Någon är anmäld till ett tillfälle som har ändrats för sig. Ska det tas bort ändå?";
    Refusal::conflict("HAS_ENROLLED", message)
}

/// Deletes an event, or the meant part of a series. 409 MOVED_ON: it has changed meanwhile; HAS_ENROLLED: it would
/// delete an exception with enrolled people without confirmation.
pub async fn remove_event(platform: &Platform, who: &Who, name: &str, which: Which) -> Result<()> {
    let found = find(platform, name, Some(who.user_id)).await?;
    let (calendar, old, _) = changeable(found, None)?;
    let (calendars, by, calendar) = (&platform.storage.calendars, who.user_id, &calendar);
    let exceptions = async |from| match old.rrule {
        Some(_) => calendars.exceptions(old.event_id, from).await,
        None => Ok(Vec::new()),
    };
    let asked = async |gone: &[CalendarEvent]| {
        let goes_on = which.confirmed || !any_attended(platform, gone).await?;
        if goes_on { Ok(()) } else { Err(attended()) }
    };
    let (new, gone, only) = match meant(&old, which)? {
        Meant::Whole => {
            let exceptions = exceptions(Moment(0)).await?;
            asked(if old.series_id.is_some() { std::slice::from_ref(&old) } else { &exceptions }).await?;
            return writing::remove(platform, calendar, &old, &exceptions, Tells::Each, by).await;
        }
        Meant::One(moment) => (without(&old, moment)?, Vec::new(), Some(moment)),
        Meant::Rest(moment, _) => (shortened(&old, moment), exceptions(moment).await?, None),
    };
    asked(&gone).await?;
    let (gone, people, tells) = (gone.as_slice(), People::Go, Tells::Each);
    let change = Change { calendar, old: &old, new, gone, more: &[], only, people, tells, by };
    writing::change(platform, change).await.map(drop)
}
