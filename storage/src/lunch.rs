//! Lunch menus of schools: a row for each day, and under which names the schools that have a menu are listed.
//!
//! All days of a school lie in one partition, not one for each year: a save of several days is then one decision, over New Year
//! as well, and a school has some two hundred days a year of a few hundred bytes. A day that is emptied keeps its row, so that
//! its version never begins anew and what was judged by an older one is always noticed.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::entities::folded;
use crate::platform::area::Area;
use crate::platform::engine::{Db, Guard, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Record, Stored, record};
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
    /// What a school serves on a day; without dishes and note: nothing is said of it any more.
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
        /// What else is said of the day.
        note: Option<String> => text,
        /// Grows with every change; 0 is nowhere stored.
        version: i64 => bigint,
    }
}

impl LunchDay {
    /// Whether nothing is said of the day.
    pub fn is_empty(&self) -> bool {
        self.dishes.0.is_empty() && self.note.is_none()
    }
}

record! {
    /// That a school has a menu.
    pub(crate) struct LunchMenu;
    pub(crate) static LUNCH_MENUS: "lunch_menus", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// Under which name it is listed, folded.
        listed: String => text,
    }
}

record! {
    /// Where a school that has a menu is found by name.
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
        /// Its whole name, as [`LunchMenu`] has it: else the row is from before a change of name.
        listed: String => text,
    }
}

/// By whole names.
const WHOLE: &str = "WHOLE";
/// By further words of them.
const FURTHER: &str = "FURTHER";
/// Words of a name by which a school is found.
const WORDS: usize = 8;
/// Rows of a school's days that are read at once, at most.
const MOST_DAYS: usize = 500;

/// The area as the store sees it. Nobody is named: a menu is the school's.
pub static AREA: Area = Area { tables: &[&LUNCH_DAYS, &LUNCH_MENUS, &LUNCH_SCHOOLS], ..Area::named("lunch") };

/// A day as it was when it was judged, and as it shall be; its version follows.
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
                Guard::UpdateIf {
                    key: old.key(),
                    set: old.changes_to(&new),
                    conditions: vec![("version", old.version.into())],
                    ttl: None,
                }
            }
        }
    }
}

/// Where the list of schools goes on.
pub type Mark = (String, EntityId);

/// The repository of lunch menus.
#[derive(Clone)]
pub struct Lunch {
    db: Db,
}

/// The rows by which a school of that name is found.
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
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// What a school serves from one day to another, both with it, by date; emptied days with it.
    pub async fn days(&self, entity_id: EntityId, from: Day, to: Day) -> Result<Vec<LunchDay>> {
        let span = LunchDay::of(entity_id).from(from.to_value()).up_to(to.to_value());
        self.db.list(span.ascending(MOST_DAYS)).await
    }

    /// Days of a school by their dates; those of which nothing was ever said are left out.
    pub async fn on(&self, entity_id: EntityId, dates: &[Day]) -> Result<HashMap<Day, LunchDay>> {
        let keys = dates.iter().map(|date| LunchDay::at(entity_id, date.to_value())).collect();
        let found: Vec<LunchDay> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|day| (day.date, day)).collect())
    }

    /// Writes days of a school where each still is what it was, or none of them; whether they were. The school is listed under
    /// its name from then on.
    pub async fn save(&self, entity_id: EntityId, name: &str, days: &[Changed]) -> Result<bool> {
        let then = self.moved(entity_id, name).await?;
        let guards = days.iter().map(Changed::guard).collect();
        Ok(self.db.write_if(guards, then).await?.applied())
    }

    /// Lists a school that has a menu under its name as it is now.
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

    /// Schools that have a menu, by name, after one of them; and where the list goes on. At most `limit`.
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

    /// Schools that have a menu and whose name, or the rest of it from a word on, begins with `sought`: those whose name does
    /// first. At most `limit`.
    pub async fn named(&self, sought: &str, limit: usize) -> Result<Vec<EntityId>> {
        let sought = folded(sought);
        // Nothing folded lies beyond the last character.
        let beginning =
            |span: Span| span.from(sought.as_str()).before(format!("{sought}{}", char::MAX)).ascending(limit);
        let ranges = [WHOLE, FURTHER].map(|shelf| beginning(LunchSchool::of(shelf)));
        let rows: Vec<Vec<LunchSchool>> = self.db.list_many(ranges.into()).await?;
        let mut found = self.standing(rows.into_iter().flatten().collect()).await?;
        found.truncate(limit);
        Ok(found)
    }

    /// The schools of these rows, each once; rows from before a change of name show nothing.
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
