//! The rules of enrolment in events: a plan for its places, offers and answers. Pure, the time passed in. Contract §7.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use storage::calendar::{CalendarEvent, EnrollmentSettings, EventStatus, Question, QuestionKind};
use storage::seats::WaitlistMode;
use storage::time::Moment;

use crate::platform::error::{Refusal, Result};
use crate::seats::rules::Plan;

/// Duration of an offer (ms): some days before, the day before, the same day.
const LONG_MS: i64 = 24 * 3_600_000;
const SHORT_MS: i64 = 2 * 3_600_000;
const SHORTEST_MS: i64 = 30 * 60_000;
/// How long before the beginning offers end (ms).
const CLOSED_MS: i64 = 2 * 3_600_000;
/// Offers do not run from the second of these hours to the first.
const WAKES: i8 = 8;
const RESTS: i8 = 21;
/// Longest answer, in characters.
pub const LONGEST_ANSWER: usize = 300;

/// When enrolment closes for an occurrence that begins at `starts`: as long before it as the deadline is before the
/// first.
pub fn deadline(event: &CalendarEvent, settings: &EnrollmentSettings, starts: Moment) -> Moment {
    let early = settings.deadline.map_or(0, |deadline| (event.starts.0 - deadline.0).max(0));
    Moment(starts.0 - early)
}

/// The question by whose id an event is known as an outing: whether somebody consents.
const CONSENT: &str = "utflykt-godkannande";
/// How long before the last moment to answer who has not is reminded (ms): three days, and one.
const ASKED_AGAIN: [i64; 2] = [3 * DAY_MS, DAY_MS];
const DAY_MS: i64 = 24 * 3_600_000;

/// Whether an event asks for consent.
pub fn asks_consent(settings: &EnrollmentSettings) -> bool {
    settings.questions.iter().any(|question| question.id == CONSENT)
}

/// Whether somebody who was asked or reminded at `since` is reminded now, and when that is asked again: at the next set
/// time, within a day in any case, because the deadline may be moved. None: it is over.
pub fn ask(deadline: Moment, since: i64, now: i64) -> Option<(bool, i64)> {
    if now >= deadline.0 {
        return None;
    }
    let times = ASKED_AGAIN.map(|before| deadline.0 - before);
    let is_time = times.iter().any(|time| (since + 1..=now).contains(time));
    let next = times.into_iter().filter(|time| *time > now).min().unwrap_or(deadline.0);
    Some((is_time, next.min(now + DAY_MS)))
}

/// The plan for the places of an event or occurrence that begins at `starts`.
pub fn plan(event: &CalendarEvent, settings: &EnrollmentSettings, starts: Moment, now: i64) -> Plan {
    let is_off = event.event_status == EventStatus::Cancelled;
    let is_over = is_off || starts.0 <= now;
    Plan {
        capacity: settings.capacity,
        // Exceptions continue with the settings' order of the series: their versions begin anew, the time does not.
        settings: event.updated.0,
        requires_approval: settings.requires_approval,
        mode: settings.waitlist_mode,
        is_closed: is_over || deadline(event, settings, starts).0 <= now,
        is_over,
        is_off,
        offer_until: match settings.waitlist_mode {
            Some(WaitlistMode::Offer) => offer_until(now, starts, &event.time_zone),
            _ => None,
        },
    }
}

/// The facts about a waiting person when their turn comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coming {
    pub has_account: bool,
    /// Banned by the organisation, or a block between them and the person whose calendar it is.
    pub is_barred: bool,
    /// They may see the event even without waiting.
    pub sees: bool,
    /// As [`storage::seats::Seat::invited`].
    pub invited: Option<bool>,
}

impl Coming {
    /// Whether they may still get a place. Sight of the event is not required for invited people, nor for those who
    /// enrolled before that was recorded.
    pub fn may(self) -> bool {
        self.has_account && !self.is_barred && (self.sees || self.invited != Some(false))
    }
}

/// The next moment at which offers run: the following morning at night, otherwise unchanged.
fn awake(at: Zoned) -> Option<Zoned> {
    let morning =
        |day: jiff::civil::Date| day.to_datetime(time(WAKES, 0, 0, 0)).to_zoned(at.time_zone().clone()).ok();
    match at.hour() {
        hour if hour < WAKES => morning(at.date()),
        hour if hour >= RESTS => morning(at.date().tomorrow().ok()?),
        _ => Some(at),
    }
}

/// When an offer made at `now` for something that begins at `starts` ends: after 24 hours, on the day before after 2
/// hours, on the same day after 30 minutes; time does not run from 21 to 8 in the event's zone, and all offers end two
/// hours before the beginning. None: it is too late.
pub fn offer_until(now: i64, starts: Moment, zone: &str) -> Option<Moment> {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let local = |at: i64| Timestamp::from_millisecond(at).ok().map(|at| at.to_zoned(zone.clone()));
    let last = starts.0 - CLOSED_MS;
    let (here, begins) = (local(now)?, local(starts.0)?);
    let mut left = match here.date().until(begins.date()).ok()?.get_days() {
        ..=0 => SHORTEST_MS,
        1 => SHORT_MS,
        _ => LONG_MS,
    };
    let mut at = awake(here)?;
    loop {
        let night = at.date().to_datetime(time(RESTS, 0, 0, 0)).to_zoned(zone.clone()).ok()?;
        let today = night.timestamp().as_millisecond() - at.timestamp().as_millisecond();
        if left <= today {
            let until = at.timestamp().as_millisecond() + left;
            return Some(until.min(last)).filter(|until| *until > now).map(Moment);
        }
        left -= today;
        at = awake(night.checked_add(1.minute()).ok()?)?;
        if at.timestamp().as_millisecond() >= last {
            return Some(last).filter(|last| *last > now).map(Moment);
        }
    }
}

fn wrong_answer(question: &Question, code: &'static str, message: &'static str) -> Refusal {
    Refusal::field(format!("answers.{}", question.id), code, message)
}

/// Validates answers, without empty ones.
pub fn answers(questions: &[Question], given: BTreeMap<String, String>) -> Result<BTreeMap<String, String>> {
    let mut kept = BTreeMap::new();
    for (id, answer) in given {
        let unknown = || Refusal::field("answers", "UNKNOWN", "Frågan finns inte.");
        let question = questions.iter().find(|question| question.id == id).ok_or_else(unknown)?;
        let answer = answer.trim().to_owned();
        if answer.chars().count() > LONGEST_ANSWER {
            return Err(wrong_answer(question, "LENGTH", "Svaret är för långt."));
        }
        if question.kind == QuestionKind::Choice && !answer.is_empty() && !question.options.contains(&answer)
        {
            return Err(wrong_answer(question, "OPTION", "Välj ett av svaren."));
        }
        if !answer.is_empty() {
            kept.insert(id, answer);
        }
    }
    match questions.iter().find(|question| question.required && !kept.contains_key(&question.id)) {
        Some(question) => Err(wrong_answer(question, "REQUIRED", "Svara på frågan.")),
        None => Ok(kept),
    }
}

/// Validates the number of guests.
pub fn guests(settings: &EnrollmentSettings, guests: i64) -> Result<i64> {
    if guests > settings.max_guests {
        let message = format!("Du kan ta med högst {}.", settings.max_guests);
        return Err(Refusal::field("guests", "TOO_MANY", message));
    }
    Ok(guests)
}

/// Validates settings.
pub fn settings(settings: EnrollmentSettings) -> Result<EnrollmentSettings> {
    let mut ids = BTreeSet::new();
    for (at, question) in settings.questions.iter().enumerate() {
        let field = |name: &str| format!("enrollment.questions[{at}].{name}");
        if !ids.insert(&question.id) {
            return Err(Refusal::field(field("id"), "DUPLICATE", "Frågan finns redan."));
        }
        let choices: BTreeSet<&String> = question.options.iter().collect();
        let fits = match question.kind {
            QuestionKind::Text => choices.is_empty(),
            QuestionKind::Choice => choices.len() >= 2 && choices.len() == question.options.len(),
        };
        if !fits {
            return Err(Refusal::field(
                field("options"),
                "OPTIONS",
                "Ange minst två olika svar att välja på.",
            ));
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests;
