//! Lunch menus of schools: a row per day, and the names under which schools with a menu are listed.
//!
//! All days of a school are one partition, so that saving several days is one decision, even over New Year; a school
//! has some two hundred days a year of a few hundred bytes. An emptied day keeps its row, so that its version is never
//! reused and stale changes are always refused.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Storage;
use crate::entities::folded;
use crate::platform::area::Area;
use crate::platform::engine::{Db, Guard, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Day;
use crate::platform::value::{Cell, Json};

text_enum! {
    /// Whom a dish suits.
    Diet {
        /// Vegetarisk.
        Vegetarian = "VEGETARIAN",
        /// Vegansk.
        Vegan = "VEGAN",
        /// Glutenfri.
        GlutenFree = "GLUTEN_FREE",
        /// Laktosfri.
        LactoseFree = "LACTOSE_FREE",
        /// Mjölkfri.
        MilkFree = "MILK_FREE",
        /// Äggfri.
        EggFree = "EGG_FREE",
        /// Utan fläsk.
        PorkFree = "PORK_FREE",
    }
}

text_enum! {
    /// What must be declared of food in the EU (Regulation 1169/2011, annex II).
    Allergen {
        /// Spannmål som innehåller gluten.
        Gluten = "GLUTEN",
        /// Kräftdjur.
        Crustaceans = "CRUSTACEANS",
        /// Ägg.
        Eggs = "EGGS",
        /// Fisk.
        Fish = "FISH",
        /// Jordnötter.
        Peanuts = "PEANUTS",
        /// Sojabönor.
        Soybeans = "SOYBEANS",
        /// Mjölk.
        Milk = "MILK",
        /// Nötter.
        Nuts = "NUTS",
        /// Selleri.
        Celery = "CELERY",
        /// Senap.
        Mustard = "MUSTARD",
        /// Sesamfrön.
        Sesame = "SESAME",
        /// Svaveldioxid och sulfiter.
        Sulphites = "SULPHITES",
        /// Lupin.
        Lupin = "LUPIN",
        /// Blötdjur.
        Molluscs = "MOLLUSCS",
    }
}

/// A dish of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Dish {
    pub name: String,
    /// What comes with it.
    pub description: Option<String>,
    pub diet: Vec<Diet>,
    pub allergens: Vec<Allergen>,
}

record! {
    /// A school's lunch on a day; without dishes and note: empty.
    pub struct LunchDay;
    pub(crate) static LUNCH_DAYS: "lunch_days", Ascending;
    partition {
        /// The school.
        entity_id: EntityId => bigint,
    }
    clustering {
        date: Day => text,
    }
    columns {
        dishes: Json<Vec<Dish>> => text,
        /// A note for the day.
        note: Option<String> => text,
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
    }
}

impl LunchDay {
    /// Whether the day has neither dishes nor note.
    pub fn is_empty(&self) -> bool {
        self.dishes.0.is_empty() && self.note.is_none()
    }
}

record! {
    /// Marks that a school has a menu.
    pub(crate) struct LunchMenu;
    pub(crate) static LUNCH_MENUS: "lunch_menus", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// The name under which it is listed, folded.
        listed: String => text,
    }
}

record! {
    /// A list entry by which a school with a menu is found by name.
    pub(crate) struct LunchSchool;
    pub(crate) static LUNCH_SCHOOLS: "lunch_schools", Ascending;
    partition {
        /// [`WHOLE`] or [`FURTHER`].
        shelf: String => text,
    }
    clustering {
        /// Its name, or the rest of it from a word on; folded.
        name: String => text,
        entity_id: EntityId => bigint,
    }
    columns {
        /// Its whole name, as in [`LunchMenu`]; otherwise the row is outdated.
        listed: String => text,
    }
}

/// The shelf of whole names.
const WHOLE: &str = "WHOLE";
/// The shelf of names from further words on.
const FURTHER: &str = "FURTHER";
/// Most words of a name by which a school is found.
const WORDS: usize = 8;
/// Most rows of a school's days read at once.
const MOST_DAYS: usize = 500;

/// Declares the area to the store. It has no personal data.
pub static AREA: Area = Area { tables: &[&LUNCH_DAYS, &LUNCH_MENUS, &LUNCH_SCHOOLS], ..Area::named("lunch") };

/// A change of a day: as it was read, and the new state; the version is raised here.
#[derive(Debug, Clone)]
pub struct Changed {
    pub old: Option<LunchDay>,
    pub new: LunchDay,
}

impl Changed {
    fn guard(&self) -> Guard {
        match &self.old {
            None => LunchDay { version: 1, ..self.new.clone() }.if_absent(),
            Some(old) => {
                let new = LunchDay { version: old.version + 1, ..self.new.clone() };
                old.change_version_to(&new)
            }
        }
    }
}

/// Cursor of the list of schools.
pub type Mark = (String, EntityId);

/// The repository of lunch menus.
#[derive(Clone)]
pub struct Lunch {
    db: Db,
}

/// The list entries of a school's name.
fn listings(entity_id: EntityId, listed: &str) -> Vec<LunchSchool> {
    let row = |shelf: &str, name: &str| LunchSchool {
        shelf: shelf.to_owned(),
        name: name.to_owned(),
        entity_id,
        listed: listed.to_owned(),
    };
    let further = listed.match_indices([' ', '-']).map(|(at, _)| listed[at + 1..].trim_start());
    let further = further.filter(|rest| !rest.is_empty()).take(WORDS).map(|rest| row(FURTHER, rest));
    [row(WHOLE, listed)].into_iter().chain(further).collect()
}

impl Lunch {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A school's days between two dates (inclusive), by date, including emptied ones.
    pub async fn days(&self, entity_id: EntityId, from: Day, to: Day) -> Result<Vec<LunchDay>> {
        let span = LunchDay::of(entity_id).from(from.to_value()).up_to(to.to_value());
        self.db.list(span.ascending(MOST_DAYS)).await
    }

    /// Days of a school by date; days never set are left out.
    pub async fn on(&self, entity_id: EntityId, dates: &[Day]) -> Result<HashMap<Day, LunchDay>> {
        let keys = dates.iter().map(|date| LunchDay::at(entity_id, date.to_value())).collect();
        let found: Vec<LunchDay> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|day| (day.date, day)).collect())
    }

    /// Writes days of a school if all are unchanged since they were read; answers whether they were. Lists the school
    /// under its name.
    pub async fn save(&self, entity_id: EntityId, name: &str, days: &[Changed]) -> Result<bool> {
        let then = self.moved(entity_id, name).await?;
        let guards = days.iter().map(Changed::guard).collect();
        Ok(self.db.write_if(guards, then).await?.applied())
    }

    /// Lists a school with a menu under its current name.
    pub async fn relist(&self, entity_id: EntityId, name: &str) -> Result<()> {
        if self.has(entity_id).await? {
            let moved = self.moved(entity_id, name).await?;
            if !moved.is_empty() {
                self.db.write(moved).await?;
            }
        }
        Ok(())
    }

    /// Whether a school has, or had, a menu.
    pub async fn has(&self, entity_id: EntityId) -> Result<bool> {
        Ok(self.db.find::<LunchMenu>(LunchMenu::at(entity_id)).await?.is_some())
    }

    async fn moved(&self, entity_id: EntityId, name: &str) -> Result<Vec<Write>> {
        let (new, old) = (folded(name), self.db.find::<LunchMenu>(LunchMenu::at(entity_id)).await?);
        if old.as_ref().is_some_and(|old| old.listed == new) {
            return Ok(Vec::new());
        }
        let rows = listings(entity_id, &new);
        let left = old.iter().flat_map(|old| listings(entity_id, &old.listed)).map(|row| row.key());
        let left = left.filter(|key| rows.iter().all(|row| row.key().values != key.values));
        let mut writes: Vec<Write> = left.map(crate::platform::engine::Key::delete).collect();
        writes.extend(rows.iter().map(Stored::insert));
        writes.push(LunchMenu { entity_id, listed: new }.insert());
        Ok(writes)
    }

    /// Schools with a menu by name, after a cursor; and the next cursor. At most `limit`.
    pub async fn schools(&self, after: Option<Mark>, limit: usize) -> Result<(Vec<EntityId>, Option<Mark>)> {
        let span = LunchSchool::of(WHOLE);
        let span = match after {
            Some((name, id)) => span.after_all([name.into(), id.into()]),
            None => span,
        };
        let rows: Vec<LunchSchool> = self.db.list(span.ascending(limit + 1)).await?;
        let next = (rows.len() > limit).then(|| rows.get(limit.checked_sub(1)?)).flatten();
        let next = next.map(|row| (row.name.clone(), row.entity_id));
        let page: Vec<LunchSchool> = rows.into_iter().take(limit).collect();
        Ok((self.standing(page).await?, next))
    }

    /// Schools with a menu whose name, or the rest of it from a word on, starts with `sought`; matches of the whole
    /// name come first. At most `limit`.
    pub async fn named(&self, sought: &str, limit: usize) -> Result<Vec<EntityId>> {
        let sought = folded(sought);
        // No folded name sorts after the last character.
        let beginning =
            |span: Span| span.from(sought.as_str()).before(format!("{sought}{}", char::MAX)).ascending(limit);
        let ranges = [WHOLE, FURTHER].map(|shelf| beginning(LunchSchool::of(shelf)));
        let rows: Vec<Vec<LunchSchool>> = self.db.list_many(ranges.into()).await?;
        let mut found = self.standing(rows.into_iter().flatten().collect()).await?;
        found.truncate(limit);
        Ok(found)
    }

    /// The schools of these entries, each once; outdated entries are skipped.
    async fn standing(&self, rows: Vec<LunchSchool>) -> Result<Vec<EntityId>> {
        let keys = rows.iter().map(|row| LunchMenu::at(row.entity_id)).collect();
        let menus: Vec<LunchMenu> = self.db.find_all(keys).await?;
        let listed: HashMap<EntityId, String> =
            menus.into_iter().map(|menu| (menu.entity_id, menu.listed)).collect();
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            if listed.get(&row.entity_id) == Some(&row.listed) && !found.contains(&row.entity_id) {
                found.push(row.entity_id);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_school_is_found_by_each_word_of_its_name() {
        let found = listings(EntityId(1), "sodra skolan - malmo");
        let names: Vec<_> = found.iter().map(|row| (row.shelf.as_str(), row.name.as_str())).collect();
        assert_eq!(names[0], (WHOLE, "sodra skolan - malmo"));
        assert!(names.contains(&(FURTHER, "skolan - malmo")) && names.contains(&(FURTHER, "malmo")));
    }
}
