//! The existing guides, and transitions between their states. Pure.

use storage::guides::GuideState;

use crate::platform::error::{Refusal, Result};

/// The mandatory guide.
pub const MENU: &str = "menu";
/// Most guides with a row per person: the product's and those of many organisations.
pub const MOST: usize = 500;

/// The guides of the product with their names, in the order of the help menu.
pub const KNOWN: [(&str, &str); 10] = [
    (MENU, "Menyn"),
    ("homepage", "Startsidan"),
    ("calendar", "Kalendern"),
    ("create-event", "Skapa händelse"),
    ("search", "Sök"),
    ("organization-view", "Organisationens sida"),
    ("organization-admin", "Administrera organisationen"),
    ("organization", "Organisationsguiden"),
    ("event-view", "Händelsens sida"),
    ("calendar-edit", "Redigera kalendern"),
];

/// The tours of an organisation, by role: `org_{id}_{type}`.
const TOURS: [(&str, &str); 5] = [
    ("owner", "Guide för ägare"),
    ("admin", "Guide för administratörer"),
    ("member", "Guide för medlemmar"),
    ("follower", "Guide för följare"),
    ("visitor", "Guide för besökare"),
];

/// An existing guide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guide {
    /// Without the suffix `-guide`.
    pub id: String,
    pub name: &'static str,
    /// Cannot be skipped.
    pub mandatory: bool,
}

/// An event of a guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Start,
    Complete,
    Skip,
}

/// The guide with that id, with or without the suffix `-guide`. 422 for any other.
pub fn guide(id: &str) -> Result<Guide> {
    let id = id.strip_suffix("-guide").unwrap_or(id);
    let name = match id.strip_prefix("org_") {
        Some(rest) => tour(rest),
        None => KNOWN.iter().find(|(known, _)| *known == id).map(|(_, name)| *name),
    };
    let name = name.ok_or_else(|| Refusal::field("guideId", "UNKNOWN_GUIDE", "Guiden finns inte."))?;
    Ok(Guide { id: id.to_owned(), name, mandatory: id == MENU })
}

/// Parses `{id}_{type}` of an organisation's tour.
fn tour(rest: &str) -> Option<&'static str> {
    let (organisation, role) = rest.split_once('_')?;
    let is_id = (1..=16).contains(&organisation.len())
        && !organisation.starts_with('0')
        && organisation.bytes().all(|b| b.is_ascii_digit());
    let (_, name) = TOURS.iter().find(|(known, _)| *known == role)?;
    is_id.then_some(*name)
}

/// The state after an event. A completed guide stays so until it is reset; skipping a mandatory one completes it.
pub fn next(state: Option<GuideState>, event: Event, mandatory: bool) -> GuideState {
    use GuideState::{Completed, Skipped, Started};
    match (state, event) {
        (Some(Completed), _) | (_, Event::Complete) => Completed,
        (_, Event::Start) => Started,
        (_, Event::Skip) if mandatory => Completed,
        (_, Event::Skip) => Skipped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Event::{Complete, Skip, Start};
    use GuideState::{Completed, Skipped, Started};

    #[test]
    fn states_follow_each_other() {
        let cases = [
            (None, Start, false, Started),
            (None, Complete, false, Completed),
            (None, Skip, false, Skipped),
            (None, Skip, true, Completed),
            (Some(Started), Start, false, Started),
            (Some(Started), Complete, true, Completed),
            (Some(Started), Skip, false, Skipped),
            (Some(Started), Skip, true, Completed),
            (Some(Skipped), Start, false, Started),
            (Some(Skipped), Complete, false, Completed),
            (Some(Skipped), Skip, false, Skipped),
            (Some(Completed), Start, true, Completed),
            (Some(Completed), Complete, false, Completed),
            (Some(Completed), Skip, false, Completed),
        ];
        for (state, event, mandatory, expected) in cases {
            assert_eq!(
                next(state, event, mandatory),
                expected,
                "{event:?} when {state:?}, mandatory: {mandatory}"
            );
        }
    }

    #[test]
    fn guide_ids_are_normalised_or_refused() {
        for (given, id, mandatory) in [
            ("menu", "menu", true),
            ("menu-guide", "menu", true),
            ("organization-guide", "organization", false),
            ("event-view-guide", "event-view", false),
            ("calendar-edit-guide", "calendar-edit", false),
            ("create-event", "create-event", false),
            ("org_112_owner", "org_112_owner", false),
            ("org_9007199254740991_visitor", "org_9007199254740991_visitor", false),
        ] {
            let found = guide(given).unwrap();
            assert_eq!((found.id.as_str(), found.mandatory), (id, mandatory), "{given}");
        }
        for none in [
            "",
            "-guide",
            "menu-guide-guide",
            "MENU",
            "nowhere",
            "org_",
            "org_1",
            "org_1_",
            "org_1_king",
            "org_x_owner",
            "org_0_owner",
            "org_01_owner",
            "org_-1_owner",
            "org_12345678901234567_owner",
            "org_1_owner_2",
        ] {
            assert_eq!(guide(none).unwrap_err().fields[0].code, "UNKNOWN_GUIDE", "{none:?}");
        }
    }
}
