//! Properties of an imported event without a column here: stored as lines of iCalendar, and exported as they came.
//! Pure.
//!
//! Not for everybody: attendees with their addresses, and data of other programs, are for people who may write in the
//! calendar; alarms are for the person who imported them.

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarParameterName, ICalendarProperty,
    ICalendarValue,
};

/// Most bytes stored per event.
const MOST: usize = 16 << 10;
/// Most nested components.
const MOST_PARTS: usize = 200;

/// Whether a property is stored in a column or generated on export.
fn is_said(property: &ICalendarProperty) -> bool {
    use ICalendarProperty as P;
    match property {
        P::Uid
        | P::Dtstamp
        | P::Created
        | P::LastModified
        | P::Sequence
        | P::Dtstart
        | P::Dtend
        | P::Duration
        | P::Rrule
        | P::Exrule
        | P::Rdate
        | P::Exdate
        | P::RecurrenceId
        | P::Summary
        | P::Description
        | P::Location
        | P::Geo
        | P::Status
        | P::Class
        | P::Begin
        | P::End
        | P::Method
        | P::RequestStatus => true,
        P::Other(name) => {
            ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-LIC-ERROR"].iter().any(|said| said.eq_ignore_ascii_case(name))
        }
        _ => false,
    }
}

/// For properties that a column stores only partly: whether this one fits completely.
fn is_placed(property: &ICalendarProperty, value: Option<&ICalendarValue>) -> bool {
    matches!(property, ICalendarProperty::Attach | ICalendarProperty::Conference)
        && value.and_then(web).is_some()
}

/// An http(s) address.
pub fn web(value: &ICalendarValue) -> Option<String> {
    use calcard::icalendar::Uri;
    let text = match value {
        ICalendarValue::Uri(Uri::Location(text)) | ICalendarValue::Text(text) => text.trim(),
        _ => return None,
    };
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    (is_web && text.len() <= 2_000).then(|| text.to_owned())
}

/// The extra lines of an event, and whether something did not fit.
pub fn of(calendar: &ICalendar, event: &ICalendarComponent) -> (Option<String>, bool) {
    let (mut kept, mut is_cut, mut is_too_deep) = (String::new(), false, false);
    let mut keep = |lines: String| {
        if kept.len() + lines.len() > MOST {
            is_cut = true;
        } else {
            kept.push_str(&lines);
        }
    };
    for entry in &event.entries {
        if is_said(&entry.name) || is_placed(&entry.name, entry.values.first()) {
            continue;
        }
        let mut line = String::new();
        // An exported file describes only the zones of its own events.
        let mut entry = entry.clone();
        entry.params.retain(|parameter| parameter.name != ICalendarParameterName::Tzid);
        if entry.write_to(&mut line).is_ok() {
            keep(unfolded(&line));
        }
    }
    for id in &event.component_ids {
        let part = usize::try_from(*id).ok().and_then(|id| calendar.components.get(id));
        if let Some(part) = part.filter(|part| part.component_type != ICalendarComponentType::VEvent) {
            match whole(calendar, part) {
                Some(whole) => keep(unfolded(&whole.to_string())),
                None => is_too_deep = true,
            }
        }
    }
    (Some(kept).filter(|kept| !kept.is_empty()), is_cut || is_too_deep)
}

/// A component with everything it contains, as a file of its own; none: it contains too much.
fn whole(calendar: &ICalendar, part: &ICalendarComponent) -> Option<ICalendar> {
    let (mut components, mut at) = (vec![part.clone()], 0);
    while let Some(ids) = components.get(at).map(|part| part.component_ids.clone()) {
        let first = components.len();
        for id in ids {
            components.push(calendar.components.get(usize::try_from(id).ok()?)?.clone());
        }
        if components.len() > MOST_PARTS {
            return None;
        }
        let held = first..components.len();
        components.get_mut(at)?.component_ids = held.filter_map(|id| u32::try_from(id).ok()).collect();
        at += 1;
    }
    Some(ICalendar { components })
}

/// Unfolded lines that end in `\n`.
fn unfolded(text: &str) -> String {
    text.replace("\r\n ", "").replace("\r\n", "\n")
}

/// For whom an event is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// Everybody who may see it.
    Anybody,
    /// People who may write in its calendar.
    Writer,
    /// The person who imported it.
    Bringer,
}

/// The lines to export, unfolded.
pub fn lines(kept: Option<&str>, whom: For) -> Vec<&str> {
    const OPEN: [&str; 7] = ["CATEGORIES", "TRANSP", "COLOR", "URL", "PRIORITY", "RESOURCES", "IMAGE"];
    let (mut depth, mut in_alarm) = (0_usize, false);
    let mut all = Vec::new();
    for line in kept.unwrap_or_default().lines() {
        let name = line.split([':', ';']).next().unwrap_or_default().to_ascii_uppercase();
        if name == "BEGIN" {
            in_alarm = if depth == 0 { line.eq_ignore_ascii_case("BEGIN:VALARM") } else { in_alarm };
            depth += 1;
        }
        let goes = match whom {
            For::Bringer => true,
            For::Writer => depth == 0 || !in_alarm,
            For::Anybody => depth == 0 && OPEN.contains(&name.as_str()),
        };
        if goes && !line.starts_with(VERSION) {
            all.push(line);
        }
        if name == "END" {
            depth = depth.saturating_sub(1);
        }
    }
    all
}

/// Whether a property is among the stored lines.
pub fn has(lines: &[&str], name: &str) -> bool {
    lines.iter().any(|line| {
        line.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
            && line.get(name.len()..).is_some_and(|rest| rest.starts_with([':', ';']))
    })
}

/// The version of an event, which decides between several: the highest `SEQUENCE`, then the latest `DTSTAMP`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub sequence: i64,
    /// Seconds since 1970; none: absent in the file.
    pub stamp: Option<i64>,
}

/// The property that stores the version of an imported event; no file contains it.
const VERSION: &str = "X-KALENDER-VERSION";

impl Version {
    /// The stored lines with the version.
    pub fn noted(self, kept: Option<&str>) -> Option<String> {
        let rest = kept.unwrap_or_default();
        if self == Self::default() {
            return kept.map(str::to_owned);
        }
        let stamp = self.stamp.map(|stamp| stamp.to_string()).unwrap_or_default();
        Some(format!("{VERSION}:{};{stamp}\n{rest}", self.sequence))
    }

    /// The version of the previous import.
    pub fn of(kept: Option<&str>) -> Self {
        let first = kept.and_then(|kept| kept.lines().next()).and_then(|line| line.strip_prefix(VERSION));
        let Some((sequence, stamp)) = first.and_then(|rest| rest.strip_prefix(':')?.split_once(';')) else {
            return Self::default();
        };
        Self { sequence: sequence.parse().unwrap_or_default(), stamp: stamp.parse().ok() }
    }

    /// Whether this one is certainly older. Without a time it counts as current.
    pub fn is_before(self, other: Self) -> bool {
        let earlier = || self.stamp.zip(other.stamp).is_some_and(|(one, other)| one < other);
        self.sequence < other.sequence || self.sequence == other.sequence && earlier()
    }
}
