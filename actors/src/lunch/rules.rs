//! What may stand in a menu, and who writes it: pure, with the day passed in.

use jiff::ToSpan;
use storage::RelationType;
use storage::entities::EntityType;
use storage::lunch::{Dish, LunchDay};
use storage::time::Day;

use super::view::{Ability, DayDraft, DishDraft};
use crate::platform::error::{FieldRefusal, Refusal, RefusalKind, Result};
use crate::platform::text::line;

/// Most days that are read at once.
const MOST_DAYS: i32 = 400;
/// How many years back and ahead a menu may lie.
const YEARS: i32 = 2;
/// Most bytes of all dishes and notes of a save: it is one decision, and a store's decisions have a size.
const MOST_BYTES: usize = 24 * 1_024;
/// Longest name, description and note, in characters.
pub const NAME: usize = 120;
pub const DESCRIPTION: usize = 300;
pub const NOTE: usize = 300;
/// Most dishes of a day.
pub const DISHES: usize = 8;
/// Most days of a save.
pub const DAYS: usize = 100;

/// Whether an organisation of this kind serves school lunch.
pub use crate::entities::rules::is_school as serves;

/// Writes the menu: who runs the organisation, and who has that for a task.
pub fn may_write(relation: Option<RelationType>) -> bool {
    matches!(
        relation,
        Some(
            RelationType::Owner
                | RelationType::Administrator
                | RelationType::SchoolFoodAdmin
                | RelationType::MenuWriter
        )
    )
}

/// What somebody may do with a menu.
pub fn abilities(relation: Option<RelationType>) -> &'static [Ability] {
    if may_write(relation) { &[Ability::Write] } else { &[] }
}

/// Refuses who may not write, and organisations that serve no school lunch.
pub fn write(kind: EntityType, relation: Option<RelationType>) -> Result<()> {
    if !may_write(relation) {
        return Err(Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen."));
    }
    if !serves(kind) {
        return Err(Refusal::conflict("NOT_A_SCHOOL", "Bara skolor och förskolor har en matsedel."));
    }
    Ok(())
}

/// Refuses days that do not follow each other, or too many of them.
pub fn window(from: Day, to: Day) -> Result<()> {
    let days = from.0.until(to.0).map_or(i32::MAX, |span| span.get_days());
    if to < from || days >= MOST_DAYS {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 400 dagar."));
    }
    Ok(())
}

/// Each once, in the order in which they were given.
fn once<T: Copy + PartialEq>(all: &[T]) -> Vec<T> {
    let mut kept = Vec::with_capacity(all.len());
    for one in all {
        if !kept.contains(one) {
            kept.push(*one);
        }
    }
    kept
}

fn dish(at: &str, draft: &DishDraft) -> Result<Dish> {
    let name = format!("{at}.name");
    let missing = || Refusal::field(name.clone(), "REQUIRED", "Skriv vad rätten heter.");
    let description = draft.description.as_deref().unwrap_or_default();
    Ok(Dish {
        name: line(&name, &draft.name, NAME)?.ok_or_else(missing)?,
        description: line(&format!("{at}.description"), description, DESCRIPTION)?,
        diet: once(&draft.diet),
        allergens: once(&draft.allergens),
    })
}

/// A day as it shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub date: Day,
    pub dishes: Vec<Dish>,
    pub note: Option<String>,
    /// Which version of the day was seen; none: nothing stood there.
    pub version: Option<i64>,
}

/// Whether a menu may say something of a day.
pub fn may_stand(date: Day, today: Day) -> bool {
    let (first, last) = (today.0.saturating_sub(YEARS.years()), today.0.saturating_add(YEARS.years()));
    (first..=last).contains(&date.0)
}

/// Days as they are kept. 422: a day stands twice (`TWICE`) or is more than two years away (`RANGE`), a text cannot be used, or
/// all together are too much for one save (`days`, `TOO_LARGE`).
pub fn wanted(drafts: &[DayDraft], today: Day) -> Result<Vec<Wanted>> {
    let mut days: Vec<Wanted> = Vec::with_capacity(drafts.len());
    for (n, draft) in drafts.iter().enumerate() {
        let at = format!("days[{n}]");
        if !may_stand(draft.date, today) {
            let message = "Välj en dag inom två år från i dag.";
            return Err(Refusal::field(format!("{at}.date"), "RANGE", message));
        }
        if days.iter().any(|day| day.date == draft.date) {
            return Err(Refusal::field(format!("{at}.date"), "TWICE", "Dagen finns två gånger."));
        }
        let dishes =
            draft.dishes.iter().enumerate().map(|(which, one)| dish(&format!("{at}.dishes[{which}]"), one));
        days.push(Wanted {
            date: draft.date,
            dishes: dishes.collect::<Result<_>>()?,
            note: line(&format!("{at}.note"), draft.note.as_deref().unwrap_or_default(), NOTE)?,
            version: draft.version,
        });
    }
    fits(&days)?;
    Ok(days)
}

/// Refuses what is too much for one save.
pub fn fits(days: &[Wanted]) -> Result<()> {
    let size = |day: &Wanted| {
        serde_json::to_string(&day.dishes).map_or(usize::MAX, |text| text.len())
            + day.note.as_ref().map_or(0, String::len)
    };
    let bytes = days.iter().map(size).fold(0_usize, usize::saturating_add);
    if days.len() > DAYS || bytes > MOST_BYTES {
        return Err(Refusal::field("days", "TOO_LARGE", "Det är för mycket på en gång. Ta färre veckor."));
    }
    Ok(())
}

/// Whether a day is another than the one that somebody saw. Of a day of which nothing is said any more nothing was seen.
fn is_stale(stands: Option<&LunchDay>, seen: Option<i64>) -> bool {
    let seen = seen.unwrap_or(0);
    match stands {
        None => seen != 0,
        Some(day) => day.version != seen && !(day.is_empty() && seen == 0),
    }
}

/// 409 MOVED_ON, with the days in `errors` that somebody else has changed.
pub fn fresh<'a>(days: impl IntoIterator<Item = (&'a Wanted, Option<&'a LunchDay>)>) -> Result<()> {
    let stale = days.into_iter().enumerate().filter(|(_, (day, stands))| is_stale(*stands, day.version));
    let fields: Vec<FieldRefusal> = stale
        .map(|(n, (day, _))| FieldRefusal {
            field: format!("days[{n}].version").into(),
            code: "MOVED_ON",
            message: format!("{} har ändrats av någon annan.", day.date.0).into(),
        })
        .collect();
    if fields.is_empty() {
        return Ok(());
    }
    let message = "Någon annan har ändrat matsedeln under tiden.";
    Err(Refusal { fields, ..Refusal::new(RefusalKind::Conflict, "MOVED_ON", message) })
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
