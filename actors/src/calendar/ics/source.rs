//! One event of a file, as written there. Pure.

use std::cell::Cell;

use calcard::common::PartialDateTime;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarDuration, ICalendarEntry, ICalendarParameterName,
    ICalendarPeriod, ICalendarProperty, ICalendarValue,
};
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Span};
use storage::calendar::Visibility;
use storage::time::{Day, Moment};

use super::extra::{self, Version};
use super::read::{One, Why, cut, other, text};
use super::rule::{self, WriteOptions};
use super::saying::LINKS;
use super::zones::{Zone, Zones, local};
use crate::calendar::view::EventDraft;

/// Longest texts, in characters: as for events.
const TITLE: usize = 200;
const DESCRIPTION: usize = 10_000;
/// Most exdates of one event.
const EXDATES: usize = 500;
/// Most RDATEs of one event.
const RDATES: usize = 200;

/// A value of time: a day, or a moment with a zone.
#[derive(Debug, Clone)]
pub enum Stamp {
    Day(Date),
    At(Moment, Zone),
}

/// A parsed event, before those of one UID are combined.
#[derive(Debug)]
pub struct Read {
    pub one: One,
    pub version: Version,
    /// An exception that also applies to all later occurrences (`RANGE=THISANDFUTURE`).
    pub and_following: bool,
    /// Further rules of the same series.
    pub more_rules: Vec<String>,
    /// Additional beginnings, with ends if given.
    pub dates: Vec<(Stamp, Option<Moment>)>,
}

/// A cancellation (`METHOD:CANCEL`).
#[derive(Debug, Clone, Copy)]
pub struct Cancel {
    /// The cancelled occurrence; none: the whole event.
    pub at: Option<Moment>,
    pub and_following: bool,
    pub version: Version,
}

pub struct Source<'a> {
    pub calendar: &'a ICalendar,
    pub component: &'a ICalendarComponent,
    pub zones: &'a Zones,
    /// Whether a value has an unknown time zone.
    pub is_lost: Cell<bool>,
}

fn unreadable() -> Why {
    Why("TIME", "Tiden går inte att läsa.")
}

fn clock(at: Moment, zone: &Zone) -> Option<DateTime> {
    zone.local(at)
}

fn seconds(lasts: &ICalendarDuration) -> Option<i64> {
    // Each part has 32 bits, so the sum cannot overflow.
    Some(lasts.as_seconds()).filter(|seconds| seconds.abs() < i64::from(u32::MAX))
}

impl Source<'_> {
    pub fn value(&self, property: &ICalendarProperty) -> Option<(&ICalendarEntry, &ICalendarValue)> {
        let entry = self.component.property(property)?;
        Some((entry, entry.values.first()?))
    }

    /// `own`: the zone of values without one.
    fn stamp(&self, entry: &ICalendarEntry, at: &PartialDateTime, own: &Zone) -> Result<Stamp, Why> {
        let read = local(at).ok_or_else(unreadable)?;
        if at.hour.is_none() {
            return Ok(Stamp::Day(read.date()));
        }
        if at.tz_hour.is_some() {
            let ahead =
                i64::from(at.tz_hour.unwrap_or_default()) * 60 + i64::from(at.tz_minute.unwrap_or_default());
            let ahead = if at.tz_minus { -ahead } else { ahead };
            let utc = Zone::iana("UTC").ok_or_else(unreadable)?;
            let moment = utc.moment(read).ok_or_else(unreadable)?;
            return Ok(Stamp::At(Moment(moment.0 - ahead * 60_000), utc));
        }
        let zone = match entry.tz_id() {
            None => own.clone(),
            Some(id) => self.zones.get(id).unwrap_or_else(|| {
                self.is_lost.set(true);
                own.clone()
            }),
        };
        Ok(Stamp::At(zone.moment(read).ok_or_else(unreadable)?, zone))
    }

    fn first(&self, property: &ICalendarProperty, own: &Zone) -> Result<Option<Stamp>, Why> {
        match self.value(property) {
            None => Ok(None),
            Some((entry, ICalendarValue::PartialDateTime(at))) => self.stamp(entry, at, own).map(Some),
            Some(_) => Err(unreadable()),
        }
    }

    pub fn version(&self) -> Version {
        let sequence = match self.value(&ICalendarProperty::Sequence) {
            Some((_, ICalendarValue::Integer(sequence))) => *sequence,
            Some((_, value)) => value.as_text().and_then(|text| text.trim().parse().ok()).unwrap_or_default(),
            None => 0,
        };
        let stamp = self.first(&ICalendarProperty::Dtstamp, &self.zones.home).ok().flatten();
        let stamp = stamp.and_then(|stamp| match stamp {
            Stamp::At(at, _) => Some(at.0 / 1_000),
            Stamp::Day(_) => None,
        });
        Version { sequence, stamp }
    }

    fn and_following(&self) -> bool {
        let entry = self.component.property(&ICalendarProperty::RecurrenceId);
        entry.is_some_and(|entry| entry.parameters(&ICalendarParameterName::Range).next().is_some())
    }

    /// Parses a cancellation. A day means its midnight in the calendar's zone.
    pub fn cancel(&self) -> Result<Cancel, Why> {
        let at = match self.first(&ICalendarProperty::RecurrenceId, &self.start_zone())? {
            None => None,
            Some(Stamp::At(at, _)) => Some(at),
            Some(Stamp::Day(day)) => self.zones.home.moment(day.to_datetime(Time::midnight())),
        };
        Ok(Cancel { at, and_following: self.and_following(), version: self.version() })
    }

    fn start_zone(&self) -> Zone {
        match self.first(&ICalendarProperty::Dtstart, &self.zones.home) {
            Ok(Some(Stamp::At(_, zone))) => zone,
            _ => self.zones.home.clone(),
        }
    }

    pub fn one(&self) -> Result<(Read, Vec<Why>), Why> {
        let mut partly = Vec::new();
        let component = self.component;
        let start = self.first(&ICalendarProperty::Dtstart, &self.zones.home)?;
        let start = start.ok_or(Why("NO_START", "Händelsen har ingen början."))?;
        let zone = match &start {
            Stamp::At(_, zone) => zone.clone(),
            Stamp::Day(_) => self.zones.home.clone(),
        };
        let mut draft = EventDraft {
            enrollment: None,
            calendar_uuid: String::new(),
            title: title(&text(component, &ICalendarProperty::Summary)),
            description: cut(&text(component, &ICalendarProperty::Description), DESCRIPTION),
            start: None,
            end: None,
            all_day: false,
            start_date: None,
            end_date: None,
            time_zone: None,
            visibility: None,
            event_status: Some(self.status()),
            rrule: None,
            exdates: Vec::new(),
            place: self.place(),
            cover_image: None,
            cover_alt: None,
            links: self.links(),
            version: None,
        };
        self.cut_short(&mut partly);
        if ["PRIVATE", "CONFIDENTIAL"].contains(&self.class().as_str()) {
            draft.visibility = Some(Visibility::Private);
        }
        let repeats = component.property(&ICalendarProperty::Rrule).is_some()
            || component.property(&ICalendarProperty::Rdate).is_some()
            // The rest of a series is a series.
            || self.and_following();
        self.when(start, repeats, &mut draft, &mut partly)?;
        let mut dates = self.dates(&zone, &mut partly);
        let mut rules = self.rules(&zone, &mut draft, &mut dates, &mut partly)?.into_iter();
        draft.rrule = rules.next();
        let more_rules = rules.collect();
        if draft.rrule.is_some() && zone.is_near() {
            partly.push(Why(
                "ZONE",
                "Filens tidszon finns inte hos oss. Serien följer klockan i den som är närmast.",
            ));
        }
        draft.exdates.extend(self.exdates(&draft, &zone, &mut partly));
        draft.exdates.sort_unstable();
        draft.exdates.dedup();
        let instead_of = match self.first(&ICalendarProperty::RecurrenceId, &zone)? {
            None => None,
            Some(Stamp::At(at, at_zone)) if draft.all_day => match clock(at, &at_zone) {
                Some(local) => Some(self.on(local.date(), &draft)?),
                None => Some(at),
            },
            Some(Stamp::At(at, _)) => Some(at),
            Some(Stamp::Day(day)) => Some(self.on(day, &draft)?),
        };
        if self.is_lost.get() {
            partly.push(Why("UNKNOWN_ZONE", "Tidszonen är inte känd. Tiderna lästes som kalenderns egna."));
        }
        let (extra, is_cut) = extra::of(self.calendar, component);
        if is_cut {
            partly
                .push(Why("EXTRA", "Allt som hörde till händelsen fick inte plats (till exempel bilagor)."));
        }
        let one = One { draft, instead_of, extra };
        let (version, and_following) = (self.version(), instead_of.is_some() && self.and_following());
        Ok((Read { one, version, and_following, more_rules, dates }, partly))
    }

    /// Reports texts that are too long.
    fn cut_short(&self, partly: &mut Vec<Why>) {
        let length = |property| text(self.component, &property).chars().count();
        if length(ICalendarProperty::Summary) > TITLE {
            partly.push(Why("SUMMARY", "Titeln är längre än 200 tecken och kortades."));
        }
        if length(ICalendarProperty::Description) > DESCRIPTION {
            partly.push(Why("DESCRIPTION", "Beskrivningen är längre än 10 000 tecken och kortades."));
        }
        if self.is_place_cut() {
            partly.push(Why("LOCATION", "Platsen är lång och kortades."));
        }
        if self.web_attachments().count() > LINKS {
            partly.push(Why("ATTACH", "Bara de första 20 länkarna togs med."));
        }
    }

    /// The rules; occurrences of a rule with several per day go to `dates`.
    fn rules(
        &self,
        zone: &Zone,
        draft: &mut EventDraft,
        dates: &mut Vec<(Stamp, Option<Moment>)>,
        partly: &mut Vec<Why>,
    ) -> Result<Vec<String>, Why> {
        if self.component.property(&ICalendarProperty::Exrule).is_some() {
            partly.push(Why("EXRULE", "Regler för undantag (EXRULE) togs inte med."));
        }
        let begin = match (draft.start, draft.start_date) {
            (Some(at), _) => clock(at, zone),
            (None, day) => day.map(|day| day.0.to_datetime(Time::midnight())),
        };
        let mut all: Vec<String> = Vec::new();
        for entry in self.component.properties(&ICalendarProperty::Rrule) {
            let unreadable =
                Why("RRULE", "Upprepningen går inte att förstå. Bara det första tillfället togs med.");
            let Some(ICalendarValue::RecurrenceRule(rrule)) = entry.values.first() else {
                partly.push(unreadable);
                continue;
            };
            let begin = begin.ok_or(unreadable)?;
            let WriteOptions { rule, clock, singles } =
                rule::translate(rrule, (begin, draft.all_day), self.zones, partly)?;
            if let Some(clock) = clock {
                Self::at_another_hour((begin, clock), zone, draft);
            }
            for at in singles {
                let at = zone.moment(at).ok_or(unreadable)?;
                dates.push((Stamp::At(at, zone.clone()), None));
            }
            all.extend(rule.filter(|rule| !all.contains(rule)));
        }
        Ok(all)
    }

    /// A rule with an hour different from the beginning's: the series begins at that hour.
    fn at_another_hour((begin, clock): (DateTime, Time), zone: &Zone, draft: &mut EventDraft) {
        let Some((start, end)) = draft.start.zip(draft.end) else { return };
        let Some(at) = zone.moment(begin.date().to_datetime(clock)) else { return };
        if at < start {
            // On the first day that hour is before the beginning.
            draft.exdates.push(at);
        }
        draft.start = Some(at);
        draft.end = Some(Moment(at.0 + (end.0 - start.0)));
    }

    /// Sets beginning and end. Outlook's property for all-day events is respected.
    fn when(
        &self,
        start: Stamp,
        repeats: bool,
        draft: &mut EventDraft,
        partly: &mut Vec<Why>,
    ) -> Result<(), Why> {
        let own = self.start_zone();
        let end = self.first(&ICalendarProperty::Dtend, &own)?;
        let too_long = Why("TIME", "Händelsen varar för länge.");
        let lasts = match self.value(&ICalendarProperty::Duration) {
            Some((_, ICalendarValue::Duration(lasts))) => Some(seconds(lasts).ok_or(too_long)?),
            _ => None,
        };
        let mut reversed =
            || partly.push(Why("END", "Slutet låg före början. Händelsen togs med utan längd."));
        let (at, zone) = match start {
            Stamp::Day(first) => {
                let after = match (end, lasts) {
                    (Some(Stamp::Day(after)), _) => Some(after),
                    (Some(Stamp::At(at, zone)), _) => clock(at, &zone).map(DateTime::date),
                    (None, Some(seconds)) => {
                        let days = Span::new().try_days(seconds / 86_400).map_err(|_| unreadable())?;
                        Some(first.checked_add(days).map_err(|_| unreadable())?)
                    }
                    (None, None) => None,
                };
                if after.is_some_and(|after| after < first) {
                    reversed();
                }
                let last = after.and_then(|after| after.yesterday().ok()).filter(|last| *last >= first);
                draft.all_day = true;
                draft.start_date = Some(Day(first));
                draft.end_date = Some(Day(last.unwrap_or(first)));
                draft.time_zone = Some(self.zones.home.name.clone());
                return Ok(());
            }
            Stamp::At(at, zone) => (at, zone),
        };
        let ends = match (end, lasts) {
            (Some(Stamp::At(ends, _)), _) => self.kept_length((at, &zone), ends),
            (Some(Stamp::Day(day)), _) => {
                zone.moment(day.to_datetime(Time::midnight())).ok_or_else(unreadable)?
            }
            (None, Some(seconds)) => {
                let ms = seconds.checked_mul(1_000).and_then(|ms| at.0.checked_add(ms));
                Moment(ms.ok_or_else(unreadable)?)
            }
            (None, None) => at,
        };
        if ends < at {
            reversed();
        }
        // A single moment in UTC is shown in the calendar's zone; a series keeps its own.
        let home = if zone.name == "UTC" && !repeats { &self.zones.home } else { &zone };
        let whole_days = other(self.component, "X-MICROSOFT-CDO-ALLDAYEVENT").eq_ignore_ascii_case("TRUE");
        let day = |at: Moment| clock(at, home).map(DateTime::date);
        if whole_days && let (Some(first), Some(after)) = (day(at), day(ends)) {
            draft.all_day = true;
            draft.start_date = Some(Day(first));
            // A day whose last minute is given is included.
            let is_midnight = clock(ends, home).is_some_and(|ends| ends.time() == Time::midnight());
            let last = if is_midnight { after.yesterday().ok() } else { Some(after) };
            draft.end_date = Some(Day(last.filter(|last| *last >= first).unwrap_or(first)));
        }
        draft.time_zone = Some(home.name.clone());
        draft.start = Some(at).filter(|_| !draft.all_day);
        draft.end = Some(ends.max(at)).filter(|_| !draft.all_day);
        Ok(())
    }

    /// The end of an event that begins at a skipped local time: keeps the duration in local time.
    fn kept_length(&self, (at, zone): (Moment, &Zone), ends: Moment) -> Moment {
        let moment = |property| match self.value(property) {
            Some((_, ICalendarValue::PartialDateTime(at))) if at.tz_hour.is_none() => local(at),
            _ => None,
        };
        let said = moment(&ICalendarProperty::Dtstart);
        let skipped = said.zip(clock(at, zone)).is_some_and(|(said, is)| said != is);
        let length = said.zip(moment(&ICalendarProperty::Dtend)).map(|(from, to)| to.duration_since(from));
        match length.filter(|length| skipped && *length > SignedDuration::ZERO) {
            Some(length) => Moment(at.0.saturating_add(i64::try_from(length.as_millis()).unwrap_or(0))),
            None => ends,
        }
    }

    /// The beginning of the occurrence on a day.
    pub fn on(&self, day: Date, draft: &EventDraft) -> Result<Moment, Why> {
        begin_on(day, draft, &self.start_zone())
    }

    fn exdates(&self, draft: &EventDraft, zone: &Zone, partly: &mut Vec<Why>) -> Vec<Moment> {
        let mut all = Vec::new();
        for entry in self.component.properties(&ICalendarProperty::Exdate) {
            for value in &entry.values {
                let at = match value {
                    ICalendarValue::PartialDateTime(at) => self.stamp(entry, at, zone),
                    _ => Err(unreadable()),
                };
                let at = match at {
                    Ok(Stamp::At(at, zone)) if draft.all_day => {
                        clock(at, &zone).ok_or_else(unreadable).and_then(|at| self.on(at.date(), draft))
                    }
                    Ok(Stamp::At(at, _)) => Ok(at),
                    Ok(Stamp::Day(day)) => self.on(day, draft),
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

    /// Additional beginnings (`RDATE`).
    fn dates(&self, zone: &Zone, partly: &mut Vec<Why>) -> Vec<(Stamp, Option<Moment>)> {
        let mut all = Vec::new();
        let ends = |entry: &ICalendarEntry, start: &Stamp, end: &PartialDateTime| match (
            start,
            self.stamp(entry, end, zone),
        ) {
            (Stamp::At(..), Ok(Stamp::At(at, _))) => Some(at),
            _ => None,
        };
        for entry in self.component.properties(&ICalendarProperty::Rdate) {
            for value in &entry.values {
                let read = match value {
                    ICalendarValue::PartialDateTime(at) => self.stamp(entry, at, zone).map(|at| (at, None)),
                    ICalendarValue::Period(ICalendarPeriod::Range { start, end }) => {
                        self.stamp(entry, start, zone).map(|at| {
                            let end = ends(entry, &at, end);
                            (at, end)
                        })
                    }
                    ICalendarValue::Period(ICalendarPeriod::Duration { start, duration }) => {
                        self.stamp(entry, start, zone).map(|stamp| {
                            let end = match (&stamp, seconds(duration)) {
                                (Stamp::At(at, _), Some(lasts)) => {
                                    at.0.checked_add(lasts * 1_000).map(Moment)
                                }
                                _ => None,
                            };
                            (stamp, end)
                        })
                    }
                    _ => Err(unreadable()),
                };
                match read {
                    Ok(read) => all.push(read),
                    Err(_) => partly.push(Why("RDATE", "Ett extra tillfälle (RDATE) går inte att läsa.")),
                }
            }
        }
        if all.len() > RDATES {
            partly.push(Why("RDATE", "Bara de första 200 extra tillfällena (RDATE) togs med."));
            all.truncate(RDATES);
        }
        all
    }
}

/// The beginning of the occurrence on a day.
pub fn begin_on(day: Date, draft: &EventDraft, zone: &Zone) -> Result<Moment, Why> {
    let named = draft.time_zone.as_deref().and_then(Zone::iana);
    let at = match draft.start.and_then(|start| clock(start, zone)) {
        Some(start) => zone.moment(day.to_datetime(start.time())),
        None => named.as_ref().unwrap_or(zone).moment(day.to_datetime(Time::midnight())),
    };
    at.ok_or_else(unreadable)
}

/// Makes any text a valid title: one line, no invisible characters. Addresses are allowed as text.
fn title(text: &str) -> String {
    let text = cut(text, TITLE);
    if let Ok(name) = crate::platform::text::display_name("title", &text, 1, TITLE) {
        return name;
    }
    let space = |c: char| if c.is_whitespace() { ' ' } else { c };
    let seen: String = text.chars().map(space).filter(|c| !crate::platform::text::is_unseen(*c)).collect();
    let words: Vec<&str> = seen.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "Utan titel".to_owned() } else { words.join(" ") }
}
