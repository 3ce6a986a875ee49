//! Events are put into calendars, changed and removed.

use storage::calendar::{Calendar, CalendarEvent, Visibility};
use storage::ids::{CalendarEventId, UserId};
use storage::time::Moment;
use storage::value::Json;
use uuid::Uuid;

use super::engagement;
use super::engagement::EngagementView;
use super::enrollment;
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

/// Series of one calendar.
pub(super) const MOST_SERIES: usize = 500;
/// Of one series that are events of their own or do not happen.
pub(super) const MOST_EXCEPTIONS: usize = 500;

/// An event and the calendar that it is in, whoever asks.
pub(super) async fn kept(
    platform: &Platform,
    id: CalendarEventId,
) -> Result<Option<(Calendar, CalendarEvent)>> {
    let calendars = &platform.storage.calendars;
    let Some(event) = calendars.event(id).await? else { return Ok(None) };
    let calendar = calendars.calendar(event.calendar_id).await?;
    Ok(calendar.map(|calendar| (calendar, event)))
}

/// An event, the calendar that it is in, and what somebody is to that.
pub(super) async fn placed(
    platform: &Platform,
    id: CalendarEventId,
    user_id: Option<UserId>,
) -> Result<Option<(Calendar, CalendarEvent, Asker)>> {
    let Some((calendar, event)) = kept(platform, id).await? else { return Ok(None) };
    let asker = asker(platform, &calendar, user_id).await?;
    Ok(Some((calendar, event, asker)))
}

/// How somebody names an event: by its number, or by the part of its address that cannot be guessed.
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
    // Who comes, or is asked to, sees what it is.
    let sees = rules::sees_event(&calendar, event.visibility, asker, addressed)
        || enrollment::concerns(platform, &event, user_id).await?;
    sees.then_some((calendar, event, asker)).ok_or_else(rules::no_event)
}

/// Whether somebody sees the event that has this address.
pub async fn is_seen(platform: &Platform, user_id: UserId, uuid: &str) -> Result<bool> {
    // A number is no address: not everybody who has it sees what an address shows.
    if uuid.parse::<i64>().is_ok() {
        return Ok(false);
    }
    crate::area::seen(find(platform, uuid, Some(user_id)).await)
}

/// An event whole; of a series, as it is for all of them. `recurrence_id`: in which of a series one enrols.
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

/// An event as who has changed it sees it then.
pub(super) async fn shown_after(
    platform: &Platform,
    calendar: &Calendar,
    event: CalendarEvent,
    asker: Asker,
) -> Result<EventView> {
    let signs = engagement::of(platform, event.event_id, asker.user_id).await?;
    seen(platform, calendar, event, asker, None, signs).await
}

/// The rule of a stored event; none: it happens once, or the rule cannot be counted.
pub(super) fn rule_of(event: &CalendarEvent) -> Option<Rule> {
    let times = (event.starts, event.ends);
    Rule::stored(event.rrule.as_deref()?, times, &event.time_zone, event.until).ok()
}

/// Most of what is said of a picture (characters).
const COVER_ALT: usize = 300;

/// An event with the fields of a draft; what a draft does not say is as in `old`.
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
    // What an import has let through stays as it is until somebody writes another one.
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

/// An event of a calendar about which nothing is said yet.
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

/// Puts an event into a calendar.
pub async fn create_event(platform: &Platform, who: &Who, draft: EventDraft) -> Result<EventView> {
    let (calendar, asker) = load(platform, &draft.calendar_uuid, Some(who.user_id)).await?;
    rules::edit(&calendar, asker)?;
    let when = when::of(&draft)?;
    let event = filled(draft, when, blank(platform, &calendar, who.user_id, now())?)?;
    room_for_a_series(platform, &event).await?;
    writing::put(platform, &calendar, &event).await?;
    seen(platform, &calendar, event, asker, None, EngagementView::default()).await
}

/// Which of a series somebody means.
#[derive(Debug, Clone, Copy, Default)]
pub struct Which {
    pub scope: Scope,
    /// When it begins as one of the series.
    pub recurrence_id: Option<Moment>,
    /// What was taken out of the series may go with it, also where somebody comes to it.
    pub confirmed: bool,
}

/// What is to be done to an event, as it turns out.
enum Meant {
    /// To the whole of it.
    Whole,
    /// To one of a series.
    One(Moment),
    /// To one of a series that is not the first, and all after it; so many come before it.
    Rest(Moment, usize),
}

/// The one of a series that begins at a moment as one of it. 422: there is none then.
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

/// The series without one of it.
fn without(event: &CalendarEvent, at: Moment) -> Result<CalendarEvent> {
    below(event.exdates.0.len(), MOST_EXCEPTIONS, "undantag i en serie")?;
    let mut exdates = event.exdates.0.clone();
    exdates.push(at);
    Ok(CalendarEvent { exdates: Json(exdates), ..event.clone() })
}

/// The series as it ends before a moment.
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

/// The other calendar into which an event is moved, for who writes there as well. A series moves as a whole, and one of which some
/// are events of their own does not: what others know those by would be gone.
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

/// A series as it shall be from one of `old` that begins at a moment, with the exdates that it has then; and what was taken out of it
/// from there on, as it was and as it is with the series. What somebody comes to stays when it is, and as what it is known to them.
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
                // It stands for the one that the series has then, if it has one.
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

/// Changes an event, or of a series as much as is meant; answers what is then as the draft says. 409 MOVED_ON: somebody else
/// has changed it meanwhile. One of a series becomes an event of its own; the rest becomes a series of its own. Another calendar
/// than its own: it is moved there, and who is enrolled stays; 409 HAS_EXCEPTIONS.
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
            // What is said of the rule is said of the whole series: what was counted already is over.
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
    // What became of a part of a series bears no signs yet.
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

/// Removes an event, or of a series as much as is meant. 409 MOVED_ON: somebody has changed it meanwhile; HAS_ENROLLED: with it one
/// would go that was taken out of a series and that somebody comes to, which was not confirmed.
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
