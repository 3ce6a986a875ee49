//! Which results are asked for, by type and group. Pure.

use crate::area::Area;
use crate::area::found::Group;
use crate::platform::error::{Refusal, Result};

/// The types of results that areas declare.
#[derive(Debug)]
pub struct Types {
    /// Those in the index of names, with their groups.
    indexed: Vec<(&'static str, Group)>,
    /// Those of a person's own.
    own: Vec<&'static str>,
}

impl Types {
    pub fn of(areas: impl Iterator<Item = &'static Area>) -> Self {
        let mut types = Self { indexed: Vec::new(), own: Vec::new() };
        for area in areas {
            types.indexed.extend(area.indexed.iter().flat_map(|one| one.types));
            types.own.extend(area.own_results.iter().map(|group| group.kind));
        }
        types
    }

    fn group_of(&self, word: &str) -> Option<Group> {
        self.indexed.iter().find(|(name, _)| *name == word).map(|(_, group)| *group)
    }

    /// Whether a group has results of several types.
    fn is_mixed(&self, group: Group) -> bool {
        self.indexed.iter().filter(|(_, of)| *of == group).count() > 1
    }

    /// Parses a list of types separated by commas; empty: all. 422 for an unknown one.
    pub fn wanted(&self, list: &str) -> Result<Wanted<'_>> {
        let words: Vec<String> =
            list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        if words.iter().any(|word| self.group_of(word).is_none() && !self.own.contains(&word.as_str())) {
            return Err(Refusal::field("types", "UNKNOWN", "Okänd sorts sökträff."));
        }
        Ok(Wanted { types: self, words })
    }
}

/// The requested types.
#[derive(Debug)]
pub struct Wanted<'a> {
    types: &'a Types,
    /// None: all.
    words: Vec<String>,
}

impl Wanted<'_> {
    /// Their groups.
    pub fn groups(&self) -> Vec<Group> {
        let within = |group: &Group| {
            self.words.is_empty() || self.words.iter().any(|word| self.types.group_of(word) == Some(*group))
        };
        Group::ALL.into_iter().filter(within).collect()
    }

    /// Whether own results of a type are among them.
    pub fn has(&self, kind: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| word == kind)
    }

    /// The types to filter by; none if whole groups are requested.
    pub fn kinds(&self) -> &[String] {
        if self.groups().into_iter().any(|group| self.types.is_mixed(group)) { &self.words } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::AREAS;

    fn types() -> Types {
        Types::of(AREAS.iter().copied())
    }

    #[test]
    fn every_type_of_the_specification_has_a_group() {
        let all = "tatort kommun kommunplaceholder nameday holiday themeday eves flagdays person company association \
                   school region tourism_agency embassy government event";
        let types = types();
        for word in all.split(' ') {
            assert!(types.group_of(word).is_some(), "{word}");
        }
        for (number, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(Group::of(number as u8), Some(group));
        }
        assert_eq!(Group::of(9), None);
    }

    #[test]
    fn what_is_asked_for() {
        let types = types();
        let wanted = |list| types.wanted(list);
        assert_eq!(wanted("").unwrap().groups(), Group::ALL);
        assert!(wanted("").unwrap().kinds().is_empty());
        let some = wanted(" school, nameday,").unwrap();
        assert_eq!(some.groups(), [Group::Organisations, Group::NameDays]);
        assert_eq!(some.kinds(), ["school", "nameday"]);
        assert!(wanted("person,holiday").unwrap().kinds().is_empty());
        let own = wanted("channel,event").unwrap();
        assert_eq!(own.groups(), [Group::Events]);
        let all = ["person", "channel", "event", "message"];
        assert_eq!(all.map(|kind| own.has(kind)), [false, true, true, false]);
        assert!(all.iter().all(|kind| wanted("").unwrap().has(kind)));
        assert_eq!(wanted("person,planet").unwrap_err().fields[0].field, "types");
    }
}
