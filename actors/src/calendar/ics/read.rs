//! Parses files of other calendar programs (RFC 5545, and the dialects of Google, Outlook, Apple and school systems):
//! pure.
//!
//! The parser is `calcard`: it is used for contacts already, continues after lines it cannot parse, and knows the
//! Windows names of time zones. What cannot be imported is reported, and does not prevent the rest.

use std::cell::Cell;
use std::collections::HashMap;

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarMethod, ICalendarProperty, ICalendarValue,
};
use calcard::{Entry, Parser};
use serde::Serialize;
use sha2::{Digest, Sha256};
use storage::time::Moment;
use utoipa::ToSchema;

use super::extra::Version;
use super::series::Said;
use super::source::{Cancel, Source};
use super::zones::Zones;
use crate::calendar::view::EventDraft;

/// Most events per file.
pub const MOST: usize = 5_000;
/// Longest reported title, in characters.
const TITLE: usize = 200;
/// Longest UID, in bytes.
const UID: usize = 255;

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

/// An event of the file: a whole series, or an exception.
#[derive(Debug, Clone)]
pub struct One {
    pub draft: EventDraft,
    /// For an exception: the occurrence that it replaces.
    pub instead_of: Option<Moment>,
    /// Its other properties, as lines of iCalendar.
    pub extra: Option<String>,
}

/// An event of the file with its exceptions.
#[derive(Debug, Clone)]
pub struct Group {
    pub uid: String,
    pub main: One,
    pub others: Vec<One>,
    pub version: Version,
}

/// Exceptions of a series that is not in the file, and cancellations of such events.
#[derive(Debug, Clone)]
pub struct Stray {
    pub uid: String,
    pub others: Vec<One>,
    pub cancels: Vec<Cancel>,
}

impl Stray {
    /// Each exception as a single event.
    pub fn alone(self) -> impl Iterator<Item = Group> {
        let Self { uid, others, .. } = self;
        others.into_iter().map(move |one| {
            let at = one.instead_of.map_or(0, |at| at.0);
            let main = One { instead_of: None, ..one };
            Group { uid: format!("{uid}#{at}"), main, others: Vec::new(), version: Version::default() }
        })
    }
}

/// The content of a file.
#[derive(Debug, Default)]
pub struct File {
    pub groups: Vec<Group>,
    pub strays: Vec<Stray>,
    /// Events that were not imported.
    pub skipped: Vec<Skipped>,
    /// Events that were imported incompletely.
    pub partly: Vec<Skipped>,
}

/// Why something is not imported: a stable code, and a Swedish text.
#[derive(Debug, Clone, Copy)]
pub struct Why(pub &'static str, pub &'static str);

impl Why {
    /// The reason for an event.
    pub fn of(self, uid: &str, title: &str) -> Skipped {
        Skipped { uid: uid.to_owned(), title: cut(title, TITLE), code: self.0, message: self.1.to_owned() }
    }
}

/// Components by UID, in the order of the file.
#[derive(Default)]
struct Names {
    said: HashMap<String, Said>,
    order: Vec<String>,
}

impl Names {
    fn of(&mut self, uid: String) -> &mut Said {
        self.said.entry(uid).or_insert_with_key(|uid| {
            self.order.push(uid.clone());
            Said::default()
        })
    }
}

impl File {
    /// Adds the content of another part of the file.
    pub fn add(&mut self, part: Self) {
        self.groups.extend(part.groups);
        self.strays.extend(part.strays);
        self.skipped.extend(part.skipped);
        self.partly.extend(part.partly);
    }
}

/// Parses a file, as [`read_text`].
#[cfg(test)]
pub fn read(file: &[u8]) -> Option<Result<File, usize>> {
    read_text(&super::decode::decoded(file))
}

/// Parses a file of unfolded lines. None: it is not a calendar. More than [`MOST`] events are counted and not parsed.
pub fn read_text(text: &str) -> Option<Result<File, usize>> {
    let mut parser = Parser::new(text);
    let (mut read, mut names, mut is_calendar, mut count) = (File::default(), Names::default(), false, 0);
    loop {
        match parser.entry() {
            Entry::ICalendar(calendar) => {
                is_calendar = true;
                count += calendar.components.iter().filter(|it| is_event(it)).count();
                if count <= MOST {
                    of_calendar(&calendar, &mut read, &mut names);
                }
            }
            Entry::Eof => break,
            _ => {}
        }
    }
    if count > MOST {
        return Some(Err(count));
    }
    if is_calendar && is_cut_off(text) {
        let why = Why("CUT_OFF", "Filen slutar mitt i. Det som skulle ha kommit efter saknas.");
        read.skipped.push(why.of("", ""));
    }
    for uid in names.order {
        if let Some(said) = names.said.remove(&uid) {
            said.into_groups(&uid, &mut read);
        }
    }
    is_calendar.then_some(Ok(read))
}

/// Whether a file is truncated.
fn is_cut_off(text: &str) -> bool {
    let said = |begin: &str| text.lines().filter(|line| line.trim().eq_ignore_ascii_case(begin)).count();
    said("BEGIN:VCALENDAR") > said("END:VCALENDAR")
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

/// The UID of an event; without one, a hash of its content.
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

fn of_calendar(calendar: &ICalendar, read: &mut File, names: &mut Names) {
    let Some(zones) = Zones::of(calendar) else { return };
    let method = calendar.components.first().and_then(|root| root.property(&ICalendarProperty::Method));
    let method = method.and_then(|entry| entry.values.first());
    let is_cancel = matches!(method, Some(ICalendarValue::Method(ICalendarMethod::Cancel)));
    for component in &calendar.components {
        let (uid, title) = (uid(component), text(component, &ICalendarProperty::Summary));
        match component.component_type {
            ICalendarComponentType::VEvent => {}
            ICalendarComponentType::VTodo | ICalendarComponentType::VJournal => {
                let why = Why("NOT_AN_EVENT", "Uppgifter och anteckningar importeras inte.");
                read.skipped.push(why.of(&uid, &title));
                continue;
            }
            ICalendarComponentType::VFreebusy | ICalendarComponentType::VAvailability => {
                let why = Why("NOT_AN_EVENT", "Tider då någon är ledig eller upptagen importeras inte.");
                read.skipped.push(why.of(&uid, &title));
                continue;
            }
            _ => continue,
        }
        let source = Source { calendar, component, zones: &zones, is_lost: Cell::new(false) };
        if is_cancel {
            match source.cancel() {
                Ok(cancel) => names.of(uid).cancels.push(cancel),
                Err(why) => read.skipped.push(why.of(&uid, &title)),
            }
            continue;
        }
        match source.one() {
            Ok((one, partly)) => {
                read.partly.extend(partly.into_iter().map(|why| why.of(&uid, &title)));
                let said = names.of(uid);
                match one.one.instead_of {
                    None => said.mains.push(one),
                    Some(_) => said.others.push(one),
                }
            }
            Err(why) => read.skipped.push(why.of(&uid, &title)),
        }
    }
}
