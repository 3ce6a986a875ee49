//! Properties of an imported event besides its time: status, visibility, place and links.

use calcard::icalendar::{ICalendarProperty, ICalendarValue};
use storage::calendar::EventStatus;

use super::extra::web;
use super::read::{cut, other, text};
use super::source::Source;
use crate::calendar::view::{NewLink, NewPlace};

/// Longest texts, in characters: as for events.
const PLACE: usize = 200;
const ADDRESS: usize = 300;
/// Most links of one event.
pub const LINKS: usize = 20;

impl Source<'_> {
    pub fn status(&self) -> EventStatus {
        use calcard::icalendar::ICalendarStatus::{Cancelled, Tentative};
        match self.component.status() {
            Some(Tentative) => EventStatus::Tentative,
            Some(Cancelled) => EventStatus::Cancelled,
            _ => EventStatus::Confirmed,
        }
    }

    pub fn class(&self) -> String {
        use calcard::icalendar::ICalendarClassification::{Confidential, Private};
        match self.value(&ICalendarProperty::Class) {
            Some((_, ICalendarValue::Classification(Private | Confidential))) => "PRIVATE".to_owned(),
            Some((_, value)) => value.as_text().unwrap_or_default().to_ascii_uppercase(),
            None => String::new(),
        }
    }

    pub fn place(&self) -> Option<NewPlace> {
        let location = text(self.component, &ICalendarProperty::Location);
        let (name, address) = location.split_once('\n').unwrap_or((&location, ""));
        let conference = self.value(&ICalendarProperty::Conference).and_then(|(_, value)| web(value));
        let google = other(self.component, "X-GOOGLE-CONFERENCE");
        let link = conference.or_else(|| web(&ICalendarValue::Text(google)));
        let geo = self
            .value(&ICalendarProperty::Geo)
            .map(|(entry, _)| entry.values.iter().filter_map(ICalendarValue::as_float).collect::<Vec<_>>());
        let geo = geo.filter(|geo| geo.len() == 2 && geo[0].abs() <= 90.0 && geo[1].abs() <= 180.0);
        let name = name.trim();
        if name.is_empty() && link.is_none() && geo.is_none() {
            return None;
        }
        Some(NewPlace {
            name: cut(if name.is_empty() { "Möte" } else { name }, PLACE),
            address: Some(cut(&address.replace('\n', ", "), ADDRESS)).filter(|text| !text.is_empty()),
            id_tatort: None,
            id_infopoint: None,
            latitude: geo.as_ref().map(|geo| geo[0]),
            longitude: geo.as_ref().map(|geo| geo[1]),
            link,
        })
    }

    /// Whether a place does not fit.
    pub fn is_place_cut(&self) -> bool {
        let location = text(self.component, &ICalendarProperty::Location);
        let (name, address) = location.split_once('\n').unwrap_or((&location, ""));
        name.trim().chars().count() > PLACE || address.replace('\n', ", ").chars().count() > ADDRESS
    }

    /// Attachments with web addresses.
    pub fn web_attachments(&self) -> impl Iterator<Item = String> {
        let attached = self.component.properties(&ICalendarProperty::Attach);
        attached.filter_map(|entry| entry.values.first().and_then(web))
    }

    pub fn links(&self) -> Vec<NewLink> {
        self.web_attachments().take(LINKS).map(|url| NewLink { url, title: None }).collect()
    }
}
