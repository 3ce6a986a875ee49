//! Global search, as areas declare it: what of their things is in the index of names, and what a signed-in person
//! finds of their own.

use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use storage::changes::Change;
use storage::ids::UserId;
pub use storage::search::Entry;
use storage::time::{Day, Moment};
use utoipa::ToSchema;

use crate::Platform;
use crate::live::who::Who;
use crate::platform::error::Result;

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
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Its address is `/{slug}`: a name of a person or organisation, or `ortskalendrar/linkoping`, `helgdagar/juldagen`,
    /// `event/{eventUUID}`, `infopoint/{idInfopoint}`.
    /// A locality's is its own page, or its municipality's where the two bear one name.
    pub slug: String,
    pub name: String,
    /// person; company, association, school, region, tourism_agency, embassy, government, organization; kommun, tatort, infopoint;
    /// nameday, holiday, themeday, unday, eves, flagdays; event; channel, message.
    #[serde(rename = "type")]
    pub kind: String,
    /// A municipality's county; an infopoint's municipality; a locality's municipality (`Tätort i Luleå kommun`); a person's municipality where they
    /// show it; the name of the place where an event takes place.
    pub location: Option<String>,
    pub img_url: Option<String>,
    /// When an event begins; of a series the next one that is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start: Option<Moment>,
    /// The first day of an event that lasts all day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start_date: Option<Day>,
    /// The heading it stands under, in Swedish.
    pub group: &'static str,
}

impl Suggestion {
    /// An index entry as it was indexed.
    pub fn of(group: Group, entry: Entry) -> Self {
        let Entry { slug, name, kind, location, image, .. } = entry;
        let group = group.label();
        Self { slug, name, kind, location, img_url: image, start: None, start_date: None, group }
    }
}

/// Rows per read while the index is filled.
pub const SLICE: usize = 500;

/// The index of names, as its areas write it. Both calls wait while it is busy.
pub trait NameIndex {
    /// Adds entries, replacing those with the same keys.
    fn put(&self, entries: Vec<Entry>) -> LocalBoxFuture<'_, Result<()>>;
    /// Adds entries, and removes those of the other keys.
    fn replace(&self, keys: Vec<String>, entries: Vec<Entry>) -> LocalBoxFuture<'_, Result<()>>;
}

/// An area's things in the index of names, which everybody may find.
pub struct Indexed {
    /// Their types on the wire, which are their entries' kinds, and the groups of these.
    pub types: &'static [(&'static str, Group)],
    /// Writes the entries that follow from changes of the store; false: none of them concerns these things.
    pub follow: for<'a> fn(&'a Platform, &'a [Change], &'a dyn NameIndex) -> LocalBoxFuture<'a, Result<bool>>,
    /// Writes all entries, for a new index.
    pub fill: for<'a> fn(&'a Platform, &'a dyn NameIndex) -> LocalBoxFuture<'a, Result<()>>,
    /// The results of some entries as things are now, in their order, at most so many, for a person or a stranger; with
    /// the keys of their entries. None: as they were indexed.
    pub results: Option<Results>,
}

/// See [`Indexed::results`].
pub type Results = for<'a> fn(
    &'a Platform,
    Option<UserId>,
    Vec<Entry>,
    usize,
) -> LocalBoxFuture<'a, Result<Vec<(String, Suggestion)>>>;

/// A group of a signed-in person's own results, which stand before all others. None of it is in the index of names: the
/// area is asked with the person's own rights.
pub struct OwnResults {
    /// Their type on the wire.
    pub kind: &'static str,
    /// The group's heading.
    pub label: &'static str,
    /// Groups with lower numbers come first.
    pub place: u8,
    pub find:
        for<'a> fn(&'a Platform, &'a Who, Sought<'a>, usize) -> LocalBoxFuture<'a, Result<Vec<Suggestion>>>,
}

impl OwnResults {
    /// A result of this group.
    pub fn result(&self, slug: String, name: String) -> Suggestion {
        Suggestion {
            slug,
            name,
            kind: self.kind.to_owned(),
            location: None,
            img_url: None,
            start: None,
            start_date: None,
            group: self.label,
        }
    }
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Sought<'a> {
    /// As typed.
    pub text: &'a str,
    /// Without case and accents.
    pub folded: &'a str,
}

impl Sought<'_> {
    /// Whether a name contains every word of it. A word of three letters or more may be anywhere in the name ('möte' finds
    /// 'Personalmöte'), a shorter one only at the beginning of a word.
    pub fn is_in(&self, name: &str) -> bool {
        names(&storage::entities::folded(name), self.folded)
    }
}

/// [`Sought::is_in`], of texts that are folded already.
fn names(name: &str, sought: &str) -> bool {
    sought.split(' ').all(|word| {
        if word.len() >= 3 { name.contains(word) } else { name.split(' ').any(|one| one.starts_with(word)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
