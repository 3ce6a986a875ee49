//! Events out of a file that another calendar wrote (RFC 5545, and what Google, Outlook, Apple and school systems make of it):
//! pure.
//!
//! `calcard` reads: the list of contacts is read by it already, it goes on after lines that it cannot read, and it knows the names
//! that Windows gives to time zones. What is not taken is said, and keeps nothing else out.

use std::collections::HashMap;

use calcard::common::PartialDateTime;
use calcard::common::timezone::Tz;
use calcard::icalendar::timezone::TzResolver;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty, ICalendarValue,
};
use calcard::{Entry, Parser};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::Serialize;
use sha2::{Digest, Sha256};
use storage::calendar::Visibility;
use storage::time::{Day, Moment};
use utoipa::ToSchema;

use super::first::alone;
use crate::calendar::day;
use crate::calendar::view::EventDraft;
use crate::time::ZONE;

/// Events of one file.
pub const MOST: usize = 5_000;
/// Longest texts, in characters: as those of events.
const TITLE: usize = 200;
const DESCRIPTION: usize = 10_000;
/// Longest name of an event in its file, in bytes.
const UID: usize = 255;
/// Dates that are left out, of one event.
const EXDATES: usize = 500;

/// What was not taken, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Skipped {
    /// What the event is called in the file; empty: it has no name there.
    pub uid: String,
    pub title: String,
    /// Stable, UPPER_SNAKE.
    pub code: &'static str,
    /// Swedish, for a person.
    pub message: String,
}

/// One event of the file; of a series the whole of it, or one that is different.
#[derive(Debug, Clone)]
pub struct One {
    pub draft: EventDraft,
    /// It takes the place of the one of its series that begins then.
    pub instead_of: Option<Moment>,
}

/// An event of the file with those that are different.
#[derive(Debug, Clone)]
pub struct Group {
    pub uid: String,
    pub main: One,
    pub others: Vec<One>,
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct File {
    pub groups: Vec<Group>,
    /// Events that were not taken.
    pub skipped: Vec<Skipped>,
    /// Events that were taken, but for something in them.
    pub partly: Vec<Skipped>,
}

/// Why something is not taken.
struct Why(&'static str, &'static str);

/// When something is: a day, or a moment in a place.
enum Stamp {
    Day(Date),
    At(Moment, String),
}

/// UTF-8, or what older programs on Windows write.
fn decoded(file: &[u8]) -> String {
    match std::str::from_utf8(file) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => file.iter().copied().map(char::from).collect(),
    }
}

/// Reads a file. None: it is no calendar. More than [`MOST`] events are counted and not read.
pub fn read(file: &[u8]) -> Option<Result<File, usize>> {
    let text = decoded(file);
    let mut parser = Parser::new(&text);
    let (mut read, mut is_calendar, mut count) = (File::default(), false, 0);
    loop {
        match parser.entry() {
            Entry::ICalendar(calendar) => {
                is_calendar = true;
                count += calendar.components.iter().filter(|it| is_event(it)).count();
                if count <= MOST {
                    of_calendar(&calendar, &mut read);
                }
            }
            Entry::Eof => break,
            _ => {}
        }
    }
    is_calendar.then_some(if count > MOST { Err(count) } else { Ok(read) })
}

fn is_event(component: &ICalendarComponent) -> bool {
    component.component_type == ICalendarComponentType::VEvent
}

pub(super) fn text(component: &ICalendarComponent, property: &ICalendarProperty) -> String {
    let value = component.property(property).and_then(|entry| entry.values.first());
    value.and_then(ICalendarValue::as_text).unwrap_or_default().trim().to_owned()
}

pub(super) fn other(component: &ICalendarComponent, name: &str) -> String {
    text(component, &ICalendarProperty::Other(name.to_owned()))
}

pub(super) fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// What an event is called; of one without a name, by what it says.
fn uid(component: &ICalendarComponent) -> String {
    let named = component.uid().unwrap_or_default().trim();
    if !named.is_empty() && named.len() <= UID {
        return named.to_owned();
    }
    let start = component.property(&ICalendarProperty::Dtstart).map(|entry| format!("{:?}", entry.values));
    let said = format!("{named}\n{}\n{start:?}", text(component, &ICalendarProperty::Summary));
    Sha256::digest(said)
        .iter()
        .take(16)
        .fold(String::from("sha256-"), |hash, byte| format!("{hash}{byte:02x}"))
}

fn of_calendar(calendar: &ICalendar, read: &mut File) {
    let zones = calendar.build_tz_resolver();
    let home = calendar.components.first().map(|root| other(root, "X-WR-TIMEZONE")).unwrap_or_default();
    let home = zones.resolve(&home).and_then(zone_name).unwrap_or_else(|| ZONE.to_owned());
    let mut groups: HashMap<String, (Option<One>, Vec<One>)> = HashMap::new();
    let mut order: Vec<String> = Vec::new();
    for component in &calendar.components {
        let (uid, title) = (uid(component), text(component, &ICalendarProperty::Summary));
        let said = |why: Why| Skipped {
            uid: uid.clone(),
            title: cut(&title, TITLE),
            code: why.0,
            message: why.1.to_owned(),
        };
        match component.component_type {
            ICalendarComponentType::VEvent => {}
            ICalendarComponentType::VTodo | ICalendarComponentType::VJournal => {
                read.skipped.push(said(Why("NOT_AN_EVENT", "Uppgifter och anteckningar importeras inte.")));
                continue;
            }
            _ => continue,
        }
        let source = Source { component, zones: &zones, home: &home };
        match source.one() {
            Ok((one, partly)) => {
                read.partly.extend(partly.into_iter().map(said));
                let group = groups.entry(uid.clone()).or_insert_with(|| {
                    order.push(uid.clone());
                    (None, Vec::new())
                });
                match one.instead_of {
                    None => group.0 = Some(one),
                    Some(_) => group.1.push(one),
                }
            }
            Err(why) => read.skipped.push(said(why)),
        }
    }
    for uid in order {
        match groups.remove(&uid) {
            Some((Some(main), others)) => {
                let group = Group { uid, main, others };
                let alone = alone(&group);
                read.groups.extend(std::iter::once(group).chain(alone));
            }
            // Some of a series without the series: each by itself.
            Some((None, others)) => read.groups.extend(others.into_iter().map(|one| {
                let at = one.instead_of.map_or(0, |at| at.0);
                let main = One { instead_of: None, ..one };
                Group { uid: format!("{uid}#{at}"), main, others: Vec::new() }
            })),
            None => {}
        }
    }
}

/// The name of a zone, where this machine knows it.
fn zone_name(zone: Tz) -> Option<String> {
    let name = zone.name()?;
    TimeZone::get(&name).ok().map(|_| name.into_owned())
}

pub(super) struct Source<'a> {
    pub component: &'a ICalendarComponent,
    zones: &'a TzResolver<&'a str>,
    /// Where times without a place are at home.
    home: &'a str,
}

impl Source<'_> {
    pub fn value(&self, property: &ICalendarProperty) -> Option<(&ICalendarEntry, &ICalendarValue)> {
        let entry = self.component.property(property)?;
        Some((entry, entry.values.first()?))
    }

    fn stamp(&self, entry: &ICalendarEntry, at: &PartialDateTime) -> Result<Stamp, Why> {
        let unreadable = || Why("TIME", "Tiden går inte att läsa.");
        let (Some(year), Some(month), Some(day)) = (at.year, at.month, at.day) else {
            return Err(unreadable());
        };
        let part = |value: u8| i8::try_from(value).map_err(|_| unreadable());
        let year = i16::try_from(year).map_err(|_| unreadable())?;
        let date = Date::new(year, part(month)?, part(day)?).map_err(|_| unreadable())?;
        let Some(hour) = at.hour else { return Ok(Stamp::Day(date)) };
        // A leap second is the one before it.
        let second = part(at.second.unwrap_or_default())?.min(59);
        let time = Time::new(part(hour)?, part(at.minute.unwrap_or_default())?, second, 0);
        let local = date.to_datetime(time.map_err(|_| unreadable())?);
        if at.tz_hour.is_some() {
            let ahead =
                i64::from(at.tz_hour.unwrap_or_default()) * 60 + i64::from(at.tz_minute.unwrap_or_default());
            let ahead = if at.tz_minus { -ahead } else { ahead };
            let utc = moment(local, &TimeZone::UTC).ok_or_else(unreadable)?;
            return Ok(Stamp::At(Moment(utc.0 - ahead * 60_000), "UTC".to_owned()));
        }
        let name = match entry.tz_id() {
            None => self.home.to_owned(),
            Some(id) => self
                .zones
                .resolve(id)
                .and_then(zone_name)
                .ok_or(Why("UNKNOWN_ZONE", "Tidszonen är inte känd."))?,
        };
        let zone = TimeZone::get(&name).map_err(|_| Why("UNKNOWN_ZONE", "Tidszonen är inte känd."))?;
        Ok(Stamp::At(moment(local, &zone).ok_or_else(unreadable)?, name))
    }

    fn first(&self, property: &ICalendarProperty) -> Result<Option<Stamp>, Why> {
        match self.value(property) {
            None => Ok(None),
            Some((entry, ICalendarValue::PartialDateTime(at))) => self.stamp(entry, at).map(Some),
            Some(_) => Err(Why("TIME", "Tiden går inte att läsa.")),
        }
    }

    fn one(&self) -> Result<(One, Vec<Why>), Why> {
        let mut partly = Vec::new();
        let component = self.component;
        let start = self.first(&ICalendarProperty::Dtstart)?;
        let start = start.ok_or(Why("NO_START", "Händelsen har ingen början."))?;
        let rrule = self.rule(&mut partly)?;
        let rrule = if matches!(start, Stamp::Day(_)) { rrule.map(|rule| to_its_day(&rule)) } else { rrule };
        let mut draft = EventDraft {
            enrollment: None,
            calendar_uuid: String::new(),
            title: cut(&text(component, &ICalendarProperty::Summary), TITLE),
            description: cut(&text(component, &ICalendarProperty::Description), DESCRIPTION),
            start: None,
            end: None,
            all_day: false,
            start_date: None,
            end_date: None,
            time_zone: None,
            visibility: None,
            event_status: Some(self.status()),
            rrule,
            exdates: Vec::new(),
            place: self.place(),
            cover_image: None,
            cover_alt: None,
            links: self.links(),
            version: None,
        };
        if draft.title.is_empty() {
            "Utan titel".clone_into(&mut draft.title);
        }
        if ["PRIVATE", "CONFIDENTIAL"].contains(&self.class().as_str()) {
            draft.visibility = Some(Visibility::Private);
        }
        self.when(start, &mut draft)?;
        if component.property(&ICalendarProperty::Rdate).is_some() {
            partly.push(Why("RDATE", "Extra tillfällen utanför upprepningen (RDATE) togs inte med."));
        }
        draft.exdates = self.exdates(&draft, &mut partly);
        let instead_of = match self.first(&ICalendarProperty::RecurrenceId)? {
            None => None,
            Some(Stamp::At(at, _)) => Some(at),
            Some(Stamp::Day(day)) => Some(Self::on(day, &draft)?),
        };
        Ok((One { draft, instead_of }, partly))
    }

    fn rule(&self, partly: &mut Vec<Why>) -> Result<Option<String>, Why> {
        let rules: Vec<&ICalendarEntry> = self.component.properties(&ICalendarProperty::Rrule).collect();
        if rules.len() > 1 {
            partly.push(Why("RRULE", "Bara den första av flera upprepningar togs med."));
        }
        match rules.first().and_then(|entry| entry.values.first()) {
            None => Ok(None),
            Some(ICalendarValue::RecurrenceRule(rule)) => Ok(Some(rule.to_string())),
            Some(_) => Err(Why("RRULE", "Upprepningen går inte att förstå (RFC 5545).")),
        }
    }

    /// Beginning and end. What lasts all day by Outlook's word alone does so as well.
    fn when(&self, start: Stamp, draft: &mut EventDraft) -> Result<(), Why> {
        let end = self.first(&ICalendarProperty::Dtend)?;
        let lasts = match self.value(&ICalendarProperty::Duration) {
            Some((_, ICalendarValue::Duration(lasts))) => Some(lasts.as_seconds()),
            _ => None,
        };
        let (at, zone) = match start {
            Stamp::Day(first) => {
                let after = match (end, lasts) {
                    (Some(Stamp::Day(after)), _) => Some(after),
                    (Some(Stamp::At(at, zone)), _) => day(at, &zone),
                    (None, Some(seconds)) => first.checked_add((seconds / 86_400).days()).ok(),
                    (None, None) => None,
                };
                let last = after.and_then(|after| after.yesterday().ok()).filter(|last| *last >= first);
                draft.all_day = true;
                draft.start_date = Some(Day(first));
                draft.end_date = Some(Day(last.unwrap_or(first)));
                draft.time_zone = Some(self.home.to_owned());
                return Ok(());
            }
            Stamp::At(at, zone) => (at, zone),
        };
        let ends = match (end, lasts) {
            (Some(Stamp::At(ends, _)), _) => ends,
            (Some(Stamp::Day(day)), _) => Self::begin_of(day, &zone)?,
            (None, Some(seconds)) => Moment(at.0 + seconds * 1_000),
            (None, None) => at,
        };
        // A single moment in UTC is at home where the calendar is; a series goes by its own clock.
        let home = if zone == "UTC" && draft.rrule.is_none() { self.home } else { &zone };
        let whole_days = other(self.component, "X-MICROSOFT-CDO-ALLDAYEVENT").eq_ignore_ascii_case("TRUE");
        if whole_days && let (Some(first), Some(after)) = (day(at, home), day(ends, home)) {
            draft.all_day = true;
            draft.start_date = Some(Day(first));
            let last = after.yesterday().ok().filter(|last| *last >= first);
            draft.end_date = Some(Day(last.unwrap_or(first)));
        }
        draft.time_zone = Some(home.to_owned());
        draft.start = Some(at).filter(|_| !draft.all_day);
        draft.end = Some(ends.max(at)).filter(|_| !draft.all_day);
        Ok(())
    }

    fn begin_of(day: Date, zone: &str) -> Result<Moment, Why> {
        let zone = TimeZone::get(zone).map_err(|_| Why("UNKNOWN_ZONE", "Tidszonen är inte känd."))?;
        moment(day.to_datetime(Time::midnight()), &zone).ok_or(Why("TIME", "Tiden går inte att läsa."))
    }

    /// When the one of a series begins that is on a day.
    fn on(day: Date, draft: &EventDraft) -> Result<Moment, Why> {
        let zone = draft.time_zone.as_deref().unwrap_or(ZONE);
        let Some(start) = draft.start else { return Self::begin_of(day, zone) };
        let zone = TimeZone::get(zone).map_err(|_| Why("UNKNOWN_ZONE", "Tidszonen är inte känd."))?;
        let clock = Timestamp::from_millisecond(start.0).map(|at| at.to_zoned(zone.clone()).time());
        let at = clock.ok().and_then(|clock| moment(day.to_datetime(clock), &zone));
        at.ok_or(Why("TIME", "Tiden går inte att läsa."))
    }

    fn exdates(&self, draft: &EventDraft, partly: &mut Vec<Why>) -> Vec<Moment> {
        let mut all = Vec::new();
        for entry in self.component.properties(&ICalendarProperty::Exdate) {
            for value in &entry.values {
                let ICalendarValue::PartialDateTime(at) = value else { continue };
                let at = match self.stamp(entry, at) {
                    Ok(Stamp::At(at, zone)) if draft.all_day => {
                        day(at, &zone).ok_or(Why("TIME", "")).and_then(|day| Self::on(day, draft))
                    }
                    Ok(Stamp::At(at, _)) => Ok(at),
                    Ok(Stamp::Day(day)) => Self::on(day, draft),
                    Err(why) => Err(why),
                };
                match at {
                    Ok(at) => all.push(at),
                    Err(_) => partly.push(Why("EXDATE", "Ett undantag går inte att läsa.")),
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        if all.len() > EXDATES {
            partly.push(Why("EXDATE", "Bara de första 500 undantagen togs med."));
            all.truncate(EXDATES);
        }
        all
    }
}

/// A rule of days ends on the day that it names, whatever clock stands behind it: Google writes midnight in UTC, which is the next
/// day in Sweden.
fn to_its_day(rule: &str) -> String {
    let part = |part: &str| match part.strip_prefix("UNTIL=").and_then(|at| at.split_once('T')) {
        Some((day, _)) => format!("UNTIL={day}"),
        None => part.to_owned(),
    };
    rule.split(';').map(part).collect::<Vec<_>>().join(";")
}

fn moment(local: DateTime, zone: &TimeZone) -> Option<Moment> {
    Some(Moment(local.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}
