//! Finds the people of an organisation by name.
//!
//! A relation's row holds the name by which its person is listed; a change of relation or name changes it by compare
//! and set, together with the derived list entries. Lists are by relation, so that a page reads only the people it
//! shows.

use futures_util::FutureExt;

use super::records::{RELATIONS, RelationRow};
use super::{Entities, Relation, RelationType};
use crate::accounts::User;
use crate::platform::engine::{Db, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{EntityId, UserId};
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::{Record, Stored, record};

/// Kind of the job that lists a person under a new name. Its payload: the person's id.
pub const RELIST_JOB: &str = "relist";
/// Most attempts at a contended relation.
const TRIES: usize = 16;
/// Number of further words of a name by which a person is found.
const WORDS: usize = 8;
/// `place` of the entry by the whole name.
const WHOLE: i64 = 0;
/// `place` of the entries by further words, and by the user name.
const FURTHER: i64 = 1;

record! {
    /// An entry in the list of an organisation's people by name.
    pub struct Listing;
    pub(crate) static LISTINGS: "relation_names", Ascending;
    partition {
        /// The organisation.
        entity_id: EntityId => bigint,
        /// The person's relation to it.
        relation_type: RelationType => text,
    }
    clustering {
        /// By the whole name (`WHOLE`) or by further words.
        place: i64 => int,
        /// The name, or the rest of it from a further word on.
        name: String => text,
        /// The person.
        user_id: UserId => bigint,
    }
    columns {
        /// As in the relation's row.
        listed: String => text,
    }
}

/// A name for search and sorting: without case and accents.
pub fn folded(text: &str) -> String {
    let plain = deunicode::deunicode(&text.to_lowercase()).to_lowercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The `listed` text for these names: both, folded, one line each.
pub fn listed_as(display_name: &str, user_name: &str) -> String {
    format!("{}\n{}", folded(display_name), folded(user_name))
}

/// The entries of somebody with this `listed` text.
fn places(listed: &str) -> Vec<(i64, &str)> {
    let (name, user_name) = listed.split_once('\n').unwrap_or((listed, ""));
    let mut after_letter = true;
    let words = name.char_indices().filter_map(|(at, c)| {
        let begins = !after_letter && c.is_alphanumeric();
        after_letter = c.is_alphanumeric();
        begins.then(|| &name[at..])
    });
    let mut further: Vec<&str> =
        words.take(WORDS).chain([user_name]).filter(|text| !text.is_empty()).collect();
    further.sort_unstable();
    further.dedup();
    [(WHOLE, name)].into_iter().chain(further.into_iter().map(|text| (FURTHER, text))).collect()
}

/// The entry under which a search text (folded) finds somebody; none: it does not. Matches of the whole name come
/// first.
pub fn place_of<'a>(listed: &'a str, sought: &str) -> Option<(i64, &'a str)> {
    places(listed).into_iter().find(|(_, name)| name.starts_with(sought))
}

impl RelationRow {
    /// All entries of the relation's person.
    pub(crate) fn listings(&self) -> impl Iterator<Item = Listing> + use<'_> {
        let Self { entity_id, user_id, relation_type, .. } = *self;
        self.listed.iter().flat_map(move |listed| {
            places(listed).into_iter().map(move |(place, name)| Listing {
                entity_id,
                relation_type,
                place,
                name: name.to_owned(),
                user_id,
                listed: listed.clone(),
            })
        })
    }

    /// Moves the entries from those of the old relation.
    pub(super) fn moved_from(&self, old: Option<&Self>) -> Vec<Write> {
        let new: Vec<Listing> = self.listings().collect();
        let left = old.into_iter().flat_map(Self::listings).map(|listing| listing.key());
        let left = left.filter(|key| new.iter().all(|listing| listing.key().values != key.values));
        left.map(crate::platform::engine::Key::delete).chain(new.iter().map(Stored::insert)).collect()
    }
}

/// A walk over an organisation's people by name.
pub struct People<'a> {
    entities: &'a Entities,
    entity_id: EntityId,
    types: Vec<RelationType>,
    sought: String,
    /// Where the next read starts; none: the walk is complete.
    next: Option<(i64, Option<(String, UserId)>)>,
}

impl People<'_> {
    /// The next people, at most `limit`, each with the `listed` text; empty: the walk is complete. Costs in proportion
    /// to `limit`, however large the organisation is.
    pub async fn take(&mut self, limit: usize) -> Result<Vec<(Relation, String)>> {
        let mut found = Vec::new();
        while found.len() < limit
            && let Some((place, after)) = self.next.take()
        {
            let slice = limit - found.len();
            let listings = self.list_from(place, after, slice).await?;
            let last = listings.last().map(|listing| (listing.name.clone(), listing.user_id));
            self.next = match last {
                Some(last) if listings.len() == slice => Some((place, Some(last))),
                _ if place == WHOLE && !self.sought.is_empty() => Some((FURTHER, None)),
                _ => None,
            };
            let once = |listing: &Listing| {
                place_of(&listing.listed, &self.sought) == Some((listing.place, listing.name.as_str()))
            };
            let listings: Vec<Listing> = listings.into_iter().filter(once).collect();
            let keys = listings.iter().map(|listing| Relation::at(listing.entity_id, listing.user_id));
            let rows = self.entities.db.get_many(keys.collect()).await?;
            for (listing, row) in listings.into_iter().zip(rows) {
                // Entries follow their relation: outdated ones are not shown.
                if let Some(relation) = row.map(Relation::read).transpose()?
                    && relation.relation_type == listing.relation_type
                {
                    found.push((relation, listing.listed));
                }
            }
        }
        Ok(found)
    }

    async fn list_from(
        &self,
        place: i64,
        after: Option<(String, UserId)>,
        limit: usize,
    ) -> Result<Vec<Listing>> {
        let range = |relation_type: &RelationType| {
            let span = Listing::of(self.entity_id, *relation_type).prefix([place.into()]);
            // No folded name sorts after the last character.
            let span = span.before(format!("{}{}", self.sought, char::MAX));
            let span = match &after {
                Some((name, user_id)) => span.after_all([name.into(), (*user_id).into()]),
                None => span.from(self.sought.as_str()),
            };
            span.ascending(limit)
        };
        let rows = self.entities.db.range_many(self.types.iter().map(range).collect()).await?;
        let mut found = rows.into_iter().flatten().map(Listing::read).collect::<Result<Vec<_>>>()?;
        found.sort_by(|a, b| (&a.name, a.user_id).cmp(&(&b.name, b.user_id)));
        found.truncate(limit);
        Ok(found)
    }
}

impl Entities {
    /// The people of an organisation with one of these relations whose name, a word of it, or user name starts with
    /// `sought`, sorted by name; matches of further words come last.
    pub fn people(&self, entity_id: EntityId, types: &[RelationType], sought: &str) -> People<'_> {
        let (types, sought) = (types.to_vec(), folded(sought));
        People { entities: self, entity_id, types, sought, next: Some((WHOLE, None)) }
    }

    /// The current `listed` text of a person; none: there is no such person.
    pub(super) async fn listed_now(&self, user_id: UserId) -> Result<Option<String>> {
        listed_now(&self.db, user_id).await
    }

    /// Lists a person under their current name. May be repeated.
    pub async fn relist(&self, entity_id: EntityId, user_id: UserId) -> Result<()> {
        relist(&self.db, entity_id, user_id).await
    }

    pub(super) async fn relation_row(
        &self,
        entity_id: EntityId,
        user_id: UserId,
    ) -> Result<Option<RelationRow>> {
        self.db.find(Relation::at(entity_id, user_id)).await
    }
}

async fn listed_now(db: &Db, user_id: UserId) -> Result<Option<String>> {
    let user: Option<User> = db.find(User::at(user_id)).await?;
    Ok(user.map(|user| listed_as(&user.display_name, &user.user_name)))
}

async fn relist(db: &Db, entity_id: EntityId, user_id: UserId) -> Result<()> {
    for _ in 0..TRIES {
        let old: Option<RelationRow> = db.find(Relation::at(entity_id, user_id)).await?;
        let Some(old) = old else { return Ok(()) };
        let new = RelationRow { listed: listed_now(db, user_id).await?, ..old.clone() };
        let moved = new.moved_from(Some(&old));
        let Some(guard) = old.change_whole_to(&new) else { return db.write(moved).await };
        if db.decide(guard, moved).await? {
            return Ok(());
        }
    }
    Err(Error::Busy)
}

/// Lists the people of relations from before the lists existed.
pub(crate) const RELATIONS_ARE_LISTED: Migration = Migration {
    version: 3,
    name: "people of organisations are listed by name",
    portion: |db, mark| list_all(db, mark).boxed(),
};

async fn list_all(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &RELATIONS, mark).await?;
    let (read, mut written) = (rows.len(), 0);
    for row in rows {
        let relation = RelationRow::read(row)?;
        if relation.listed.is_none() {
            relist(db, relation.entity_id, relation.user_id).await?;
            written += 1;
        }
    }
    Ok(Portion { read, written, mark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_found_by_each_word_once() {
        let listed = listed_as("Åsa Ek-Åström", "asa-ek");
        for (sought, place) in [
            ("", Some((WHOLE, "asa ek-astrom"))),
            ("as", Some((WHOLE, "asa ek-astrom"))),
            ("asa e", Some((WHOLE, "asa ek-astrom"))),
            ("ek", Some((FURTHER, "ek-astrom"))),
            ("ast", Some((FURTHER, "astrom"))),
            ("asa-", Some((FURTHER, "asa-ek"))),
            ("sa", None),
        ] {
            assert_eq!(place_of(&listed, sought), place, "{sought}");
        }
        assert_eq!(place_of(&listed_as("", ""), ""), Some((WHOLE, "")));
    }
}
