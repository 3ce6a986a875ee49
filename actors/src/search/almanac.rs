//! Municipalities, localities and days as index entries. They change only with the program.

use std::collections::HashSet;

use futures_util::future::ready;
use storage::search::Entry;

use crate::Platform;
use crate::area::found::{Group, Indexed};
use crate::days::{DayType, slug_of};

const MUNICIPALITY: &str = "kommun";
const LOCALITY: &str = "tatort";

pub(super) static ALMANAC: Indexed = Indexed {
    types: &[
        (LOCALITY, Group::Places),
        (MUNICIPALITY, Group::Places),
        ("kommunplaceholder", Group::Places),
        ("nameday", Group::NameDays),
        ("holiday", Group::Holidays),
        // UN days are in the group of theme days.
        ("themeday", Group::ThemeDays),
        ("unday", Group::ThemeDays),
        ("eves", Group::Eves),
        ("flagdays", Group::FlagDays),
    ],
    follow: |_, _, _| Box::pin(ready(Ok(false))),
    fill: |platform, index| index.put(entries(platform)),
    results: None,
};

/// The group of a type of day.
const fn group_of(kind: DayType) -> Group {
    match kind {
        DayType::Holiday => Group::Holidays,
        DayType::Eve => Group::Eves,
        DayType::Theme | DayType::Un => Group::ThemeDays,
        DayType::Flag => Group::FlagDays,
        DayType::Name => Group::NameDays,
    }
}

pub(super) fn entries(platform: &Platform) -> Vec<Entry> {
    let places = platform.places.municipalities().iter().map(|one| Entry {
        key: one.slug.clone(),
        group: Group::Places as u8,
        kind: MUNICIPALITY.to_owned(),
        name: one.name.clone(),
        also: "kommun".to_owned(),
        slug: one.slug.clone(),
        location: Some(one.county_name.clone()),
        // Ranked before localities, which often have the same name.
        rank: 1,
        ..Entry::default()
    });
    let localities = platform.places.localities().map(|one| Entry {
        key: format!("{LOCALITY}:{}:{}", one.municipality.code, one.name),
        group: Group::Places as u8,
        kind: LOCALITY.to_owned(),
        name: one.name.to_owned(),
        slug: one.page.to_owned(),
        location: Some(format!("Tätort i {}", one.municipality.full_name)),
        ..Entry::default()
    });
    // A day that occurs in the data for each of its years is indexed once.
    let mut seen = HashSet::new();
    let days = platform.days.all_names().filter(|day| seen.insert(*day)).map(|(kind, name)| Entry {
        key: format!("{}:{name}", kind.as_str()),
        group: group_of(kind) as u8,
        kind: kind.as_str().to_owned(),
        name: name.to_owned(),
        slug: slug_of(kind, name),
        ..Entry::default()
    });
    places.chain(localities).chain(days).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_day_has_its_group() {
        for kind in DayType::ALL {
            assert!(ALMANAC.types.contains(&(kind.as_str(), group_of(kind))), "{kind:?}");
        }
    }
}
