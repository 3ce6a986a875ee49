//! What can be found, by type and group. Pure.

use storage::entities::EntityType;

use crate::days::DayType;
use crate::platform::error::{Refusal, Result};

pub const PERSON: &str = "person";
pub const MUNICIPALITY: &str = "kommun";
pub const LOCALITY: &str = "tatort";
pub const INFOPOINT: &str = "infopoint";
pub const EVENT: &str = "event";
pub const CHANNEL: &str = "channel";
pub const MESSAGE: &str = "message";

/// The groups of a response, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Group {
    People = 0,
    Organisations = 1,
    Events = 2,
    Places = 3,
    NameDays = 4,
    Holidays = 5,
    ThemeDays = 6,
    Eves = 7,
    FlagDays = 8,
}

impl Group {
    pub const ALL: [Self; 9] = [
        Self::People,
        Self::Organisations,
        Self::Events,
        Self::Places,
        Self::NameDays,
        Self::Holidays,
        Self::ThemeDays,
        Self::Eves,
        Self::FlagDays,
    ];

    /// The group with that number.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|group| *group as u8 == number)
    }

    /// Its heading.
    pub const fn label(self) -> &'static str {
        match self {
            Self::People => "Personer",
            Self::Organisations => "Organisationer",
            Self::Events => "Händelser",
            Self::Places => "Platser",
            Self::NameDays => "Namnsdagar",
            Self::Holidays => "Helgdagar",
            Self::ThemeDays => "Temadagar",
            Self::Eves => "Aftnar",
            Self::FlagDays => "Flaggdagar",
        }
    }

    /// The group of a type.
    pub fn of_type(word: &str) -> Option<Self> {
        Some(match word {
            PERSON => Self::People,
            EVENT => Self::Events,
            INFOPOINT | LOCALITY | MUNICIPALITY | "kommunplaceholder" => Self::Places,
            "nameday" => Self::NameDays,
            "holiday" => Self::Holidays,
            // UN days are in the group of theme days.
            "themeday" | "unday" => Self::ThemeDays,
            "eves" => Self::Eves,
            "flagdays" => Self::FlagDays,
            "organization" | "company" | "association" | "school" | "region" | "tourism_agency"
            | "embassy" | "government" => Self::Organisations,
            _ => return None,
        })
    }

    /// The group of a type of day.
    pub const fn of_day(kind: DayType) -> Self {
        match kind {
            DayType::Holiday => Self::Holidays,
            DayType::Eve => Self::Eves,
            DayType::Theme | DayType::Un => Self::ThemeDays,
            DayType::Flag => Self::FlagDays,
            DayType::Name => Self::NameDays,
        }
    }
}

/// The groups of a person's own results, in order, before all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnGroup {
    People,
    Channels,
    Events,
    Messages,
}

impl OwnGroup {
    pub const ALL: [Self; 4] = [Self::People, Self::Channels, Self::Events, Self::Messages];

    /// Its heading.
    pub const fn label(self) -> &'static str {
        match self {
            Self::People => "Kontakter och kollegor",
            Self::Channels => "Kanaler",
            Self::Events => "I mina kalendrar",
            Self::Messages => "Meddelanden",
        }
    }

    /// The type's name.
    const fn name(self) -> &'static str {
        match self {
            Self::People => PERSON,
            Self::Channels => CHANNEL,
            Self::Events => EVENT,
            Self::Messages => MESSAGE,
        }
    }
}

/// Whether a name contains every word of the query, both folded. A word of three letters or more may be anywhere in it
/// ('möte' finds 'Personalmöte'), a shorter one only at the beginning of a word.
pub fn names(name: &str, sought: &str) -> bool {
    sought.split(' ').all(|word| {
        if word.len() >= 3 { name.contains(word) } else { name.split(' ').any(|one| one.starts_with(word)) }
    })
}

/// The type of suggestion for a type of organisation.
pub const fn type_of(kind: EntityType) -> &'static str {
    match kind {
        EntityType::Association | EntityType::SportsClub | EntityType::CulturalAssociation => "association",
        EntityType::School | EntityType::Preschool | EntityType::HighSchool => "school",
        EntityType::Company | EntityType::Store | EntityType::Restaurant => "company",
        // A family is in no search; its type stands here for whoever lists types.
        EntityType::Organization | EntityType::Family => "organization",
        EntityType::Region => "region",
        EntityType::TourismAgency => "tourism_agency",
        EntityType::Embassy => "embassy",
        EntityType::Municipality | EntityType::Government => "government",
    }
}

/// The requested types.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted(Vec<String>);

/// Parses a list of types separated by commas; empty: all. 422 for an unknown one.
pub fn wanted(list: &str) -> Result<Wanted> {
    let words: Vec<String> =
        list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let is_own = |word: &str| OwnGroup::ALL.iter().any(|group| group.name() == word);
    if words.iter().any(|word| Group::of_type(word).is_none() && !is_own(word)) {
        return Err(Refusal::field("types", "UNKNOWN", "Okänd sorts sökträff."));
    }
    Ok(Wanted(words))
}

impl Wanted {
    /// Their groups.
    pub fn groups(&self) -> Vec<Group> {
        let within = |group: &Group| {
            self.0.is_empty() || self.0.iter().any(|word| Group::of_type(word) == Some(*group))
        };
        Group::ALL.into_iter().filter(within).collect()
    }

    /// Whether a group of own results is among them.
    pub fn has(&self, group: OwnGroup) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| word == group.name())
    }

    /// The types to filter by; none if whole groups are requested.
    pub fn kinds(&self) -> &[String] {
        let several = [Group::Organisations, Group::Places, Group::ThemeDays];
        if self.groups().iter().any(|group| several.contains(group)) { &self.0 } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_the_specification_has_a_group() {
        let types = "tatort kommun kommunplaceholder nameday holiday themeday eves flagdays person company association \
                     school region tourism_agency embassy government";
        for word in types.split(' ') {
            assert!(Group::of_type(word).is_some(), "{word}");
        }
        for kind in EntityType::ALL {
            assert_eq!(Group::of_type(type_of(*kind)), Some(Group::Organisations), "{kind}");
        }
        for kind in DayType::ALL {
            assert_eq!(Group::of_type(kind.as_str()), Some(Group::of_day(kind)));
        }
        for (number, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(Group::of(number as u8), Some(group));
        }
        assert_eq!(Group::of_type(EVENT), Some(Group::Events));
        assert_eq!(Group::of(9), None);
    }

    #[test]
    fn a_name_is_found_by_parts_of_its_words() {
        let table = [
            ("personalmote", "mote", true),
            ("personalmote v 12", "v 12", true),
            ("personalmote", "mo", false),
            ("motala mote", "mo", true),
            ("trivselgruppen", "grupp trivsel", true),
            ("trivselgruppen", "grupp motala", false),
        ];
        for (name, sought, found) in table {
            assert_eq!(names(name, sought), found, "{sought} in {name}");
        }
    }

    #[test]
    fn what_is_asked_for() {
        assert_eq!(wanted("").unwrap().groups(), Group::ALL);
        assert!(wanted("").unwrap().kinds().is_empty());
        let some = wanted(" school, nameday,").unwrap();
        assert_eq!(some.groups(), [Group::Organisations, Group::NameDays]);
        assert_eq!(some.kinds(), ["school", "nameday"]);
        assert!(wanted("person,holiday").unwrap().kinds().is_empty());
        let own = wanted("channel,event").unwrap();
        assert_eq!(own.groups(), [Group::Events]);
        assert_eq!(OwnGroup::ALL.map(|group| own.has(group)), [false, true, true, false]);
        assert!(OwnGroup::ALL.iter().all(|group| wanted("").unwrap().has(*group)));
        assert_eq!(wanted("person,planet").unwrap_err().fields[0].field, "types");
    }
}
