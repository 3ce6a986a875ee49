//! Combines the components of one `UID`: the latest of several versions, cancellations, changes of the rest of a
//! series, further rules and dates. Pure.
//!
//! An event has one rule here, and exceptions. So additional dates (`RDATE`) become exceptions; the rest of a series
//! from an occurrence on (`THISANDFUTURE`), and a second rule, become series of their own whose UIDs begin with that of
//! the first.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use storage::calendar::EventStatus;
use storage::time::{Day, Moment};

use super::extra::Version;
use super::first::alone;
use super::read::{File, Group, One, Stray, Why};
use super::rule;
use super::source::{Cancel, Read, Stamp, begin_on};
use super::zones::Zone;
use crate::calendar::view::EventDraft;
use crate::calendar::when::{self, When};
use crate::platform::recurrence::{self, Rule};

/// The rule of a single event with additional dates.
const ONCE: &str = "FREQ=DAILY;COUNT=1";
/// How far two rules of one series are compared (ms), and how many common occurrences are left out of the second.
const COMPARED: i64 = 10 * 366 * 86_400_000;
const MOST_ALIKE: usize = 400;

/// The components of one UID.
#[derive(Debug, Default)]
pub struct Said {
    pub mains: Vec<Read>,
    pub others: Vec<Read>,
    pub cancels: Vec<Cancel>,
}

/// The latest of several versions; of equal ones the last. What is lost is reported.
fn latest(all: Vec<Read>, loss: &mut dyn FnMut(&str, Why)) -> Option<Read> {
    all.into_iter().reduce(|one, other| {
        let (holds, falls) = if other.version.is_before(one.version) { (one, other) } else { (other, one) };
        let times = |read: &Read| (read.one.draft.start, read.one.draft.start_date);
        if !falls.version.is_before(holds.version) && times(&falls) != times(&holds) {
            let why = Why("SAME_UID", "En annan händelse i filen har samma UID. Den togs med i stället.");
            loss(&falls.one.draft.title, why);
        }
        holds
    })
}

impl Said {
    /// Combines them into groups of the file.
    pub fn into_groups(self, uid: &str, file: &mut File) {
        let mut others: Vec<Read> = Vec::new();
        for other in self.others {
            let same = |one: &Read| {
                one.one.instead_of == other.one.instead_of && one.and_following == other.and_following
            };
            match others.iter_mut().find(|one| same(one)) {
                Some(one) if other.version.is_before(one.version) => {}
                Some(one) => *one = other,
                None => others.push(other),
            }
        }
        let skipped = &mut file.skipped;
        let main = latest(self.mains, &mut |title, why| skipped.push(why.of(uid, title)));
        match main {
            Some(main) => of_series(uid, main, others, &self.cancels, file),
            None => file.strays.push(Stray {
                uid: uid.to_owned(),
                others: others.into_iter().map(|one| one.one).collect(),
                cancels: self.cancels,
            }),
        }
    }
}

fn of_series(uid: &str, main: Read, mut others: Vec<Read>, cancels: &[Cancel], file: &mut File) {
    let title = main.one.draft.title.clone();
    let mut loss = |why: Why| file.partly.push(why.of(uid, &title));
    let Read { mut one, version, more_rules, dates, .. } = main;
    called_off(&mut one, version, &mut others, cancels);
    let (mut rest, mut own): (Vec<Read>, Vec<Read>) = others.into_iter().partition(|one| one.and_following);
    let mut own: Vec<One> = own.drain(..).map(|one| one.one).collect();
    if let Err(why) = dated(&mut one, dates, &mut own) {
        loss(why);
    }
    if let Some(draft) = within_bounds(&one.draft) {
        one.draft = draft;
        loss(Why("BEFORE_1970", "Tillfällen före 1970 togs inte med."));
    }
    let Ok(when) = when::of(&one.draft) else {
        // The caller that imports it reports why it fails.
        file.groups.push(Group { uid: uid.to_owned(), main: one, others: own, version });
        return;
    };
    let mut groups = Vec::new();
    let makes = |rule: &str, at| rule::makes(rule, (when.starts, when.ends), &when.time_zone, at);
    for (number, text) in more_rules.iter().enumerate() {
        let Some(first) = one.draft.rrule.clone() else { break };
        let alike = alike(&first, text, &when);
        let (theirs, ours) = own
            .into_iter()
            .partition(|other| other.instead_of.is_some_and(|at| !makes(&first, at) && makes(text, at)));
        own = ours;
        let exdates: Vec<Moment> = one.draft.exdates.iter().copied().chain(alike).collect();
        let draft = EventDraft { rrule: Some(text.clone()), exdates, ..one.draft.clone() };
        let main = One { draft, instead_of: None, extra: one.extra.clone() };
        groups.push(Group { uid: format!("{uid}#rule{}", number + 2), main, others: theirs, version });
    }
    let begins_in_another = more_rules.iter().any(|text| makes(text, when.starts));
    let group = Group { uid: uid.to_owned(), main: one, others: own, version };
    let alone = if begins_in_another { None } else { alone(&group) };
    rest.sort_by_key(|one| one.one.instead_of);
    let parts = split(group, rest, &mut loss);
    file.groups.extend(parts.into_iter().chain(groups).chain(alone));
}

/// Applies cancellations, unless a later version says otherwise.
fn called_off(main: &mut One, version: Version, others: &mut Vec<Read>, cancels: &[Cancel]) {
    for cancel in cancels {
        let Some(at) = cancel.at else {
            if !cancel.version.is_before(version) {
                main.draft.event_status = Some(EventStatus::Cancelled);
            }
            continue;
        };
        if cancel.and_following {
            if let Some(rule) = main.draft.rrule.as_mut().filter(|_| !cancel.version.is_before(version)) {
                *rule = recurrence::ended_before(rule, at);
                others.retain(|one| one.one.instead_of.is_none_or(|own| own < at));
            }
            continue;
        }
        let later = |one: &Read| one.one.instead_of == Some(at) && cancel.version.is_before(one.version);
        if !others.iter().any(later) {
            others.retain(|one| one.one.instead_of != Some(at) || one.and_following);
            if !main.draft.exdates.contains(&at) {
                main.draft.exdates.push(at);
            }
        }
    }
}

/// A series that began before the supported years (a birthday), starting within them.
fn within_bounds(draft: &EventDraft) -> Option<EventDraft> {
    let (text, zone) = (draft.rrule.as_deref()?, TimeZone::get(draft.time_zone.as_deref()?).ok()?);
    let midnight = |day: Day| from_clock(day.0.to_datetime(Time::midnight()), &zone);
    let (starts, ends) = match (draft.start, draft.end, draft.start_date, draft.end_date) {
        (Some(start), Some(end), ..) => (start, end),
        (_, _, Some(first), Some(last)) => (midnight(first)?, midnight(Day(last.0.tomorrow().ok()?))?),
        _ => return None,
    };
    // No calendar is older than this; rules of hours and minutes at that time are not expanded.
    if starts.0 >= 0 || clock(starts, &zone)?.year() < 1800 {
        return None;
    }
    let rule = Rule::read(text, starts, ends, draft.time_zone.as_deref()?).ok()?;
    let first = rule.after(Moment(86_400_000))?;
    let rrule = Some(recurrence::continued(text, rule.count_before(first.starts)));
    let draft = EventDraft { rrule, ..draft.clone() };
    if draft.all_day {
        let day = clock(first.starts, &zone)?.date();
        let lasts = draft.end_date?.0.since(draft.start_date?.0).ok()?.get_days();
        let last = day.checked_add(lasts.days()).ok()?;
        return Some(EventDraft { start_date: Some(Day(day)), end_date: Some(Day(last)), ..draft });
    }
    Some(EventDraft { start: Some(first.starts), end: Some(first.ends), ..draft })
}

/// Adds RDATEs as exceptions.
fn dated(main: &mut One, dates: Vec<(Stamp, Option<Moment>)>, own: &mut Vec<One>) -> Result<(), Why> {
    if dates.is_empty() {
        return Ok(());
    }
    let wrong = || Why("RDATE", "Extra tillfällen (RDATE) togs inte med.");
    let when = when::of(&main.draft).map_err(|_| wrong())?;
    let text = main.draft.rrule.clone().unwrap_or_else(|| ONCE.to_owned());
    let rule = Rule::read(&text, when.starts, when.ends, &when.time_zone).map_err(|_| wrong())?;
    let zone = Zone::iana(&when.time_zone).ok_or_else(wrong)?;
    // The beginning itself, with an end of its own.
    let own_end = dates.iter().find_map(|(stamp, ends)| match stamp {
        Stamp::At(at, _) if *at == when.starts && when.ends == when.starts => *ends,
        _ => None,
    });
    if let (Some(ends), None) = (own_end, &main.draft.rrule) {
        main.draft.end = Some(ends.max(when.starts));
    }
    main.draft.rrule = Some(text);
    for (stamp, ends) in dates {
        let at = match &stamp {
            Stamp::Day(day) => begin_on(*day, &main.draft, &zone)?,
            Stamp::At(at, own) if main.draft.all_day => {
                let day = own.local(*at).ok_or_else(wrong)?.date();
                begin_on(day, &main.draft, &zone)?
            }
            Stamp::At(at, _) => *at,
        };
        let is_there = at == when.starts
            || main.draft.exdates.contains(&at)
            || own.iter().any(|one| one.instead_of == Some(at))
            || rule.at(at).is_some();
        if is_there {
            continue;
        }
        let base = EventDraft { rrule: None, exdates: Vec::new(), ..main.draft.clone() };
        let draft = moved(base, &when, at, ends).ok_or_else(wrong)?;
        own.push(One { draft, instead_of: Some(at), extra: main.extra.clone() });
    }
    Ok(())
}

/// The event of a series, moved to another beginning.
fn moved(draft: EventDraft, when: &When, at: Moment, ends: Option<Moment>) -> Option<EventDraft> {
    if let Some((first, last)) = when.days {
        let day = when::day(at, &when.time_zone)?;
        let lasts = last.0.since(first.0).ok()?.get_days();
        let last = day.checked_add(lasts.days()).ok()?;
        return Some(EventDraft { start_date: Some(Day(day)), end_date: Some(Day(last)), ..draft });
    }
    let ends = ends.or_else(|| Some(Moment(at.0.checked_add(when.ends.0 - when.starts.0)?)))?;
    Some(EventDraft { start: Some(at), end: Some(ends.max(at)), ..draft })
}

/// Occurrences that two rules of one series have in common.
fn alike(one: &str, other: &str, when: &When) -> Vec<Moment> {
    let times = (when.starts, when.ends);
    let made = |text: &str| {
        let rule = Rule::read(text, times.0, times.1, &when.time_zone).ok()?;
        Some(rule.between(when.starts, Moment(when.starts.0.checked_add(COMPARED)?), &[]))
    };
    let (Some(one), Some(other)) = (made(one), made(other)) else { return Vec::new() };
    let all = other.iter().filter(|at| one.iter().any(|one| one.starts == at.starts));
    all.map(|at| at.starts).take(MOST_ALIKE).collect()
}

/// Splits a series whose rest is changed from some occurrences on: the first part keeps the UID, and the others become
/// series of their own.
fn split(series: Group, rest: Vec<Read>, loss: &mut dyn FnMut(Why)) -> Vec<Group> {
    let uid = series.uid.clone();
    // By how much the current part has been moved already.
    let (mut parts, mut current, mut before) = (Vec::new(), series, SignedDuration::ZERO);
    for read in rest {
        match divided(&current, &uid, before, read) {
            Ok(cut) => {
                parts.extend(cut.head);
                (current, before) = (cut.rest, cut.moved_by);
            }
            Err(why) => loss(why),
        }
    }
    parts.push(current);
    if let Some(first) = parts.first_mut() {
        first.uid = uid;
    }
    parts
}

/// A series cut in two.
struct Cut {
    /// None: the other part begins with the first occurrence.
    head: Option<Group>,
    rest: Group,
    /// By how much the rest has been moved, relative to the file's own series.
    moved_by: SignedDuration,
}

/// Cuts a series at an occurrence, given by its beginning in the file's own series.
fn divided(series: &Group, uid: &str, before: SignedDuration, read: Read) -> Result<Cut, Why> {
    let wrong = || Why("RANGE", "En ändring av resten av serien gick inte att läsa. Den delen är som förut.");
    let (draft, named) = (&series.main.draft, read.one.instead_of.ok_or_else(wrong)?);
    let when = when::of(draft).map_err(|_| wrong())?;
    let zone = TimeZone::get(&when.time_zone).map_err(|_| wrong())?;
    let text = draft.rrule.clone().ok_or_else(wrong)?;
    let rule = Rule::read(&text, when.starts, when.ends, &when.time_zone).map_err(|_| wrong())?;
    let by = |at: Moment, by: SignedDuration| from_clock(clock(at, &zone)?.checked_add(by).ok()?, &zone);
    let at = by(named, before).ok_or_else(wrong)?;
    let done = rule.count_before(at);
    let new = when::of(&read.one.draft).map_err(|_| wrong())?;
    let (from, to) = (clock(at, &zone).ok_or_else(wrong)?, clock(new.starts, &zone).ok_or_else(wrong)?);
    let moved_by = to.duration_since(from);
    let rest = match read.one.draft.rrule.clone() {
        Some(rule) => rule,
        None => on_other_days(&recurrence::continued(&text, done), from, to, moved_by).ok_or_else(wrong)?,
    };
    let (later, earlier): (Vec<Moment>, Vec<Moment>) =
        draft.exdates.iter().copied().partition(|one| *one >= at);
    let later = later.into_iter().filter_map(|at| by(at, moved_by)).collect();
    let (after, own): (Vec<One>, Vec<One>) =
        series.others.iter().cloned().partition(|one| one.instead_of.is_some_and(|own| own >= at));
    let after = after.into_iter().filter_map(|one| {
        let instead_of = Some(by(one.instead_of?, moved_by)?);
        Some(One { instead_of, ..one })
    });
    let following = EventDraft { rrule: Some(rest), exdates: later, ..read.one.draft };
    let rest = Group {
        uid: format!("{uid}#{}", named.0),
        main: One { draft: following, instead_of: None, extra: read.one.extra },
        others: after.collect(),
        version: read.version,
    };
    let head = (done > 0).then(|| {
        let rrule = Some(recurrence::ended_before(&text, at));
        let main =
            One { draft: EventDraft { rrule, exdates: earlier, ..draft.clone() }, ..series.main.clone() };
        Group { main, others: own, ..series.clone() }
    });
    Ok(Cut { head, rest, moved_by: before.checked_add(moved_by).unwrap_or(moved_by) })
}

fn clock(at: Moment, zone: &TimeZone) -> Option<DateTime> {
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()).datetime())
}

fn from_clock(at: DateTime, zone: &TimeZone) -> Option<Moment> {
    Some(Moment(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

/// The rule with its occurrences moved to other days; none: it cannot be expressed.
fn on_other_days(rule: &str, from: DateTime, to: DateTime, by: SignedDuration) -> Option<String> {
    let days = i64::from(to.date().since(from.date()).ok()?.get_days());
    let until = |value: &str| {
        let (day, clock) = value.split_once('T').unwrap_or((value, ""));
        let day = jiff::civil::Date::strptime("%Y%m%d", day).ok()?;
        let at = match clock.get(..6).and_then(|clock| Time::strptime("%H%M%S", clock).ok()) {
            Some(time) => day.to_datetime(time).checked_add(by).ok()?.strftime("%Y%m%dT%H%M%S").to_string(),
            None => day.checked_add(days.days()).ok()?.strftime("%Y%m%d").to_string(),
        };
        Some(format!("UNTIL={at}{}", if clock.ends_with('Z') { "Z" } else { "" }))
    };
    let is_weekly = rule.contains("FREQ=WEEKLY");
    let part = |part: &str| match part.split_once('=') {
        Some(("UNTIL", value)) => until(value),
        Some(("BYDAY", value)) if days != 0 && is_weekly => Some(format!("BYDAY={}", weekdays(value, days)?)),
        Some((name, _)) if days != 0 && name.starts_with("BY") => None,
        _ => Some(part.to_owned()),
    };
    Some(rule.split(';').map(part).collect::<Option<Vec<_>>>()?.join(";"))
}

fn weekdays(value: &str, by: i64) -> Option<String> {
    const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    let moved = |day: &str| {
        let at = i64::try_from(DAYS.iter().position(|name| *name == day)?).ok()?;
        DAYS.get(usize::try_from((at + by).rem_euclid(7)).ok()?).copied()
    };
    Some(value.split(',').map(moved).collect::<Option<Vec<_>>>()?.join(","))
}
