//! Writes events as iCalendar (RFC 5545, 7986): pure. Time zones are written by `calcard`, the rest by hand, so that it
//! is parsed back by independent code.

use std::fmt::Write as _;

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty,
};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use storage::calendar::{CalendarEvent, EventStatus, Place, Visibility};
use storage::time::Moment;

use super::TasksAs;
use super::extra::{self, For};
use crate::area::CalendarEntry;
use crate::calendar::events::rule_of;
use crate::calendar::when::days_of;
use crate::platform::hours::date_of;
use crate::platform::recurrence::Instance;
use crate::platform::time::ZONE;

/// Longest line without its end, in bytes.
const LINE: usize = 75;
/// The last line of a file.
pub const TAIL: &str = "END:VCALENDAR\r\n";
/// Time zones are described from this moment on (seconds).
const ZONES_FROM: i64 = 0;
/// How far ahead they are described (seconds).
const ZONES_AHEAD: i64 = 3 * 366 * 86_400;
/// How far ahead the first occurrence is looked for (ms).
const LOOKED_AHEAD: i64 = 400 * 86_400_000;

/// Writes a property's line, folded.
fn line(out: &mut String, name: &str, value: &str) {
    folded(out, &format!("{name}:{value}"));
}

fn folded(out: &mut String, whole: &str) {
    let (mut rest, mut room) = (whole, LINE);
    while rest.len() > room {
        let mut end = room;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (part, left) = rest.split_at(end);
        out.push_str(part);
        out.push_str("\r\n ");
        (rest, room) = (left, LINE - 1);
    }
    out.push_str(rest);
    out.push_str("\r\n");
}

/// An escaped text value.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            ';' => out.push_str("\\;"),
            ',' => out.push_str("\\,"),
            '\n' | '\r' => out.push_str("\\n"),
            c if c.is_control() && c != '\t' => {}
            c => out.push(c),
        }
    }
    out
}

/// A value that is not text, such as an address, unescaped.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The first lines of a file, with its METHOD (RFC 5546).
pub fn begun(method: &str) -> String {
    let mut out = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n");
    line(&mut out, "PRODID", "-//Kalender//Kalender//SV");
    line(&mut out, "CALSCALE", "GREGORIAN");
    line(&mut out, "METHOD", method);
    out
}

/// The first lines of a published calendar.
pub fn head(name: &str) -> String {
    let mut out = begun("PUBLISH");
    line(&mut out, "NAME", &escaped(name));
    line(&mut out, "X-WR-CALNAME", &escaped(name));
    line(&mut out, "REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    line(&mut out, "X-PUBLISHED-TTL", "PT1H");
    out
}

/// The description of a time zone by its IANA name; none: it is UTC, or unknown.
pub fn zone(name: &str, now: i64) -> Option<String> {
    if is_utc(name) {
        return None;
    }
    let root = ICalendarComponent::new(ICalendarComponentType::VCalendar);
    let mut described = ICalendar { components: vec![root] };
    described.add_timezone(name, ZONES_FROM, now / 1_000 + ZONES_AHEAD)?;
    // Current programs find the zone by this name, whatever they make of the rules.
    let described_zone = described.components.get_mut(1)?;
    let location = ICalendarProperty::Other("X-LIC-LOCATION".to_owned());
    described_zone.entries.push(ICalendarEntry::new(location).with_value(name.to_owned()));
    let text = described.to_string();
    let (begin, end) = (text.find("BEGIN:VTIMEZONE")?, text.find("END:VCALENDAR")?);
    Some(text.get(begin..end)?.to_owned())
}

fn is_utc(zone: &str) -> bool {
    ["UTC", "Etc/UTC", "Etc/GMT", "GMT"].contains(&zone)
}

/// How an event's times are written.
struct Clock<'a> {
    name: &'a str,
    zone: TimeZone,
    all_day: bool,
    /// Whether the zone is described in the file.
    is_known: bool,
}

impl Clock<'_> {
    fn local(&self, at: Moment) -> Option<DateTime> {
        Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(self.zone.clone()).datetime())
    }

    fn utc(at: Moment) -> String {
        let at = Timestamp::from_millisecond(at.0).unwrap_or_default();
        at.strftime("%Y%m%dT%H%M%SZ").to_string()
    }

    /// Writes a property with moments: as dates, in local time, or in UTC where the local time is ambiguous.
    fn put(&self, out: &mut String, name: &str, moments: &[Moment]) {
        if moments.is_empty() {
            return;
        }
        let locals: Option<Vec<DateTime>> = moments.iter().map(|at| self.local(*at)).collect();
        let locals = locals.unwrap_or_default();
        if self.all_day {
            let days: Vec<String> = locals.iter().map(|at| day(at.date())).collect();
            return line(out, &format!("{name};VALUE=DATE"), &days.join(","));
        }
        let says_the_same = |(local, at): (&DateTime, &Moment)| {
            let read = local.to_zoned(self.zone.clone());
            read.is_ok_and(|read| read.timestamp().as_second() == at.0.div_euclid(1_000))
        };
        let is_clear = locals.len() == moments.len() && locals.iter().zip(moments).all(says_the_same);
        if self.is_known && is_clear {
            let all: Vec<String> = locals.iter().map(|at| at.strftime("%Y%m%dT%H%M%S").to_string()).collect();
            line(out, &format!("{name};TZID={}", self.name), &all.join(","));
        } else {
            let all: Vec<String> = moments.iter().map(|at| Self::utc(*at)).collect();
            line(out, name, &all.join(","));
        }
    }

    /// A rule whose UNTIL has the type that RFC 5545 requires for such a beginning.
    fn rule(&self, text: &str) -> String {
        let part = |part: &str| match part.strip_prefix("UNTIL=").and_then(|value| self.until(value)) {
            Some(until) => format!("UNTIL={until}"),
            None => part.to_owned(),
        };
        text.split(';').map(part).collect::<Vec<_>>().join(";")
    }

    fn until(&self, value: &str) -> Option<String> {
        let date = |text: &str| Date::strptime("%Y%m%d", text).ok();
        let time = |text: &str| Time::strptime("%H%M%S", text).ok();
        let at = match value.split_once('T') {
            None => date(value)?.to_datetime(Time::new(23, 59, 59, 0).ok()?),
            Some((day, clock)) => match clock.strip_suffix('Z') {
                Some(utc) => {
                    let at = date(day)?.to_datetime(time(utc)?).to_zoned(TimeZone::UTC).ok()?;
                    at.with_time_zone(self.zone.clone()).datetime()
                }
                None => date(day)?.to_datetime(time(clock)?),
            },
        };
        if self.all_day {
            return Some(day(at.date()));
        }
        let at = at.to_zoned(self.zone.clone()).ok()?.timestamp();
        Some(Self::utc(Moment(at.as_millisecond())))
    }
}

fn day(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// The options for writing an event.
pub struct WriteOptions<'a> {
    /// The series that an exception belongs to.
    pub series: Option<&'a CalendarEvent>,
    /// For a series: the occurrences with exceptions that are written as well.
    pub exceptions: &'a [Moment],
    /// The public address of this installation.
    pub public_url: &'a str,
    /// Whether its zone is described in the file.
    pub zone_is_known: bool,
    /// The person has no place in it yet, but may get one.
    pub is_open: bool,
    /// The audience.
    pub whom: For,
    /// Minutes before the beginning of the person's reminders.
    pub alarms: &'a [i64],
    /// If it is sent to one person; none: it is published.
    pub sent: Option<Sent<'a>>,
}

/// The fields of an event sent to one person (RFC 5546).
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    /// Time of sending.
    pub at: Moment,
    /// Lower bound of `SEQUENCE`: above everything sent before.
    pub sequence: i64,
    /// It is cancelled for them.
    pub is_off: bool,
    /// Name and address of the organizer.
    pub organizer: (&'a str, &'a str),
    /// Name and address of the attendee.
    pub attendee: (&'a str, &'a str),
    /// Their answer, as a `PARTSTAT`.
    pub answer: &'static str,
    /// Whether an answer is requested (RSVP).
    pub is_asked: bool,
}

/// A name as a quoted parameter, without characters that would end it.
fn quoted(name: &str) -> String {
    let clean: String = name.chars().filter(|c| !c.is_control() && *c != '"').collect();
    format!("\"{clean}\"")
}

impl Sent<'_> {
    fn people(&self, out: &mut String) {
        let party = |(name, address): (&str, &str)| (quoted(name), plain(address));
        let (name, address) = party(self.organizer);
        line(out, &format!("ORGANIZER;CN={name}"), &format!("mailto:{address}"));
        let ((name, address), answer) = (party(self.attendee), self.answer);
        let asked = if self.is_asked { "TRUE" } else { "FALSE" };
        let head = format!("ATTENDEE;CN={name};ROLE=REQ-PARTICIPANT;PARTSTAT={answer};RSVP={asked}");
        line(out, &head, &format!("mailto:{address}"));
    }
}

/// The `SEQUENCE` of an event. An exception continues from the number that it had as an occurrence.
pub fn sequence(event: &CalendarEvent, series: Option<&CalendarEvent>) -> i64 {
    match series {
        Some(series) if series.event_id != event.event_id => series.version - 1 + event.version,
        _ => event.version - 1,
    }
}

/// The event, or the first occurrence of a series: other programs count the beginning as an occurrence whether it
/// matches the rule or not.
fn first(event: &CalendarEvent) -> Instance {
    let whole = Instance { starts: event.starts, ends: event.ends };
    let Some(rule) = rule_of(event) else { return whole };
    let made = rule.between(event.starts, Moment(event.starts.0 + LOOKED_AHEAD), &[]);
    made.into_iter().find(|one| one.starts >= event.starts).unwrap_or(whole)
}

/// The UID of an event.
pub fn uid(event: &CalendarEvent) -> &str {
    event.uid.as_deref().unwrap_or(&event.event_uuid)
}

/// The first day and the one after the last of what lasts whole days; none: it does not.
fn whole_days(entry: &CalendarEntry) -> Option<(Date, Date)> {
    let zone = TimeZone::get(ZONE).ok().filter(|_| entry.is_all_day)?;
    Some((date_of(&zone, entry.starts.0), date_of(&zone, entry.ends.0)))
}

/// Writes what another area has in a person's calendar: whole days as such, all else in UTC. A task that is wanted as such has
/// no duration, only when it is due.
pub fn entry(entry: &CalendarEntry, tasks_as: TasksAs, public_url: &str) -> String {
    let is_todo = entry.is_task && tasks_as == TasksAs::Todos;
    let component = if is_todo { "VTODO" } else { "VEVENT" };
    let mut out = format!("BEGIN:{component}\r\n");
    line(&mut out, "UID", &escaped(&entry.uid));
    line(&mut out, "DTSTAMP", &Clock::utc(entry.changed));
    line(&mut out, "CREATED", &Clock::utc(entry.created));
    line(&mut out, "LAST-MODIFIED", &Clock::utc(entry.changed));
    line(&mut out, "SEQUENCE", &entry.sequence.to_string());
    match whole_days(entry) {
        Some((first, _)) if is_todo => line(&mut out, "DUE;VALUE=DATE", &day(first)),
        Some((first, after)) => {
            line(&mut out, "DTSTART;VALUE=DATE", &day(first));
            line(&mut out, "DTEND;VALUE=DATE", &day(after));
        }
        None if is_todo => line(&mut out, "DUE", &Clock::utc(entry.starts)),
        None => {
            line(&mut out, "DTSTART", &Clock::utc(entry.starts));
            line(&mut out, "DTEND", &Clock::utc(entry.ends));
        }
    }
    line(&mut out, "SUMMARY", &escaped(&entry.title));
    if !entry.place.is_empty() {
        line(&mut out, "LOCATION", &escaped(&entry.place));
    }
    let status = match entry.is_tentative {
        _ if is_todo => "NEEDS-ACTION",
        true => "TENTATIVE",
        false => "CONFIRMED",
    };
    line(&mut out, "STATUS", status);
    line(&mut out, "CLASS", "PRIVATE");
    line(&mut out, "URL", &format!("{public_url}{}", entry.path));
    line(&mut out, "END", component);
    out
}

/// Writes an event.
pub fn event(event: &CalendarEvent, options: &WriteOptions<'_>) -> String {
    let mut out = String::from("BEGIN:VEVENT\r\n");
    let clock = |of: &CalendarEvent| Some((TimeZone::get(&of.time_zone).ok()?, of.all_day));
    let (zone, all_day) = clock(event).unwrap_or((TimeZone::UTC, event.all_day));
    let clock = Clock { name: &event.time_zone, zone, all_day, is_known: options.zone_is_known };
    line(&mut out, "UID", &escaped(uid(options.series.unwrap_or(event))));
    line(&mut out, "DTSTAMP", &Clock::utc(options.sent.map_or(event.updated, |sent| sent.at)));
    line(&mut out, "CREATED", &Clock::utc(event.created));
    line(&mut out, "LAST-MODIFIED", &Clock::utc(event.updated));
    let least = options.sent.map_or(0, |sent| sent.sequence);
    line(&mut out, "SEQUENCE", &sequence(event, options.series).max(least).to_string());
    if let Some(sent) = &options.sent {
        sent.people(&mut out);
    }
    if let (Some(series), Some(at)) = (options.series, event.recurrence_id) {
        let zone = TimeZone::get(&series.time_zone).unwrap_or(TimeZone::UTC);
        let (name, all_day) = (series.time_zone.as_str(), series.all_day);
        Clock { name, zone, all_day, is_known: options.zone_is_known }.put(&mut out, "RECURRENCE-ID", &[at]);
    }
    let first = first(event);
    clock.put(&mut out, "DTSTART", &[first.starts]);
    let days = event.start_date.zip(event.end_date);
    let days = days.and_then(|days| days_of(first, days, &event.time_zone));
    let after = days.and_then(|days| days.1.0.checked_add(1.day()).ok());
    match after {
        Some(after) if event.all_day => line(&mut out, "DTEND;VALUE=DATE", &day(after)),
        // An event without an end is a moment.
        _ if first.ends > first.starts => clock.put(&mut out, "DTEND", &[first.ends]),
        _ => {}
    }
    if let Some(rule) = &event.rrule {
        line(&mut out, "RRULE", &clock.rule(rule));
        let gone = event.exdates.0.iter().filter(|at| !options.exceptions.contains(at));
        clock.put(&mut out, "EXDATE", &gone.copied().collect::<Vec<_>>());
        // Exceptions that are not occurrences of the rule need an RDATE for other programs.
        let made = rule_of(event);
        let beside = |at: &&Moment| made.as_ref().is_some_and(|rule| rule.at(**at).is_none());
        clock.put(&mut out, "RDATE", &options.exceptions.iter().filter(beside).copied().collect::<Vec<_>>());
    }
    if !event.title.is_empty() {
        line(&mut out, "SUMMARY", &escaped(&event.title));
    }
    if !event.description.is_empty() {
        line(&mut out, "DESCRIPTION", &escaped(&event.description));
    }
    if let Some(place) = &event.place.0 {
        self::place(&mut out, place);
    }
    let status = match event.event_status {
        _ if options.sent.is_some_and(|sent| sent.is_off) => "CANCELLED",
        EventStatus::Tentative => "TENTATIVE",
        EventStatus::Confirmed if options.is_open => "TENTATIVE",
        EventStatus::Confirmed => "CONFIRMED",
        EventStatus::Cancelled => "CANCELLED",
    };
    line(&mut out, "STATUS", status);
    line(&mut out, "CLASS", if event.visibility == Visibility::Private { "PRIVATE" } else { "PUBLIC" });
    let extra = extra::lines(event.ics_extra.as_deref(), options.whom);
    if !extra::has(&extra, "URL") && !event.event_uuid.is_empty() {
        line(&mut out, "URL", &format!("{}/event/{}", options.public_url, event.event_uuid));
    }
    for link in &event.links.0 {
        line(&mut out, "ATTACH", &plain(&link.url));
    }
    for text in &extra {
        folded(&mut out, &plain(text));
    }
    if !extra.iter().any(|line| line.eq_ignore_ascii_case("BEGIN:VALARM")) {
        for minutes in options.alarms {
            alarm(&mut out, &event.title, *minutes);
        }
    }
    out.push_str("END:VEVENT\r\n");
    out
}

fn alarm(out: &mut String, title: &str, minutes: i64) {
    line(out, "BEGIN", "VALARM");
    line(out, "ACTION", "DISPLAY");
    line(out, "DESCRIPTION", &escaped(title));
    line(out, "TRIGGER", &format!("-PT{minutes}M"));
    line(out, "END", "VALARM");
}

fn place(out: &mut String, place: &Place) {
    let address = place.address.iter().map(String::as_str);
    let text: Vec<&str> = std::iter::once(place.name.as_str()).chain(address).collect();
    line(out, "LOCATION", &escaped(&text.join("\n")));
    if let (Some(latitude), Some(longitude)) = (place.latitude, place.longitude) {
        let mut geo = String::new();
        let _ = write!(geo, "{latitude};{longitude}");
        line(out, "GEO", &geo);
    }
    if let Some(link) = &place.link {
        line(out, "CONFERENCE;VALUE=URI", &plain(link));
    }
}
