//! Validation of menus, and who may write them: pure, with the day passed in.

use jiff::ToSpan;
use storage::RelationType;
use storage::entities::EntityType;
use storage::lunch::{Dish, LunchDay};
use storage::time::Day;

use super::view::{Ability, DayDraft, DishDraft};
use crate::platform::error::{FieldRefusal, Refusal, RefusalKind, Result};
use crate::platform::text::line;

/// Most days per read.
const MOST_DAYS: i32 = 400;
/// How many years in the past and future a menu may be.
const YEARS: i32 = 2;
/// Most bytes of all dishes and notes in a save, because it is one decision and their size is bounded.
const MOST_BYTES: usize = 24 * 1_024;
/// Longest name, description and note, in characters.
pub const NAME: usize = 120;
pub const DESCRIPTION: usize = 300;
pub const NOTE: usize = 300;
/// Most dishes per day.
pub const DISHES: usize = 8;
/// Most days per save.
pub const DAYS: usize = 100;

/// Whether an organisation of this type serves school lunch.
pub use crate::entities::rules::is_school as serves;

/// May write the menu: managers of the organisation, and people assigned to it.
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

/// The abilities on a menu.
pub fn abilities(relation: Option<RelationType>) -> &'static [Ability] {
    if may_write(relation) { &[Ability::Write] } else { &[] }
}

/// Refuses people who may not write, and organisations without school lunch.
pub fn write(kind: EntityType, relation: Option<RelationType>) -> Result<()> {
    if !may_write(relation) {
        return Err(Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen."));
    }
    if !serves(kind) {
        return Err(Refusal::conflict("NOT_A_SCHOOL", "Bara skolor och förskolor har en matsedel."));
    }
    Ok(())
}

/// Refuses an invalid or too long range of days.
pub fn window(from: Day, to: Day) -> Result<()> {
    let days = from.0.until(to.0).map_or(i32::MAX, |span| span.get_days());
    if to < from || days >= MOST_DAYS {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 400 dagar."));
    }
    Ok(())
}

/// Without duplicates, in the given order.
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

/// A requested day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub date: Day,
    pub dishes: Vec<Dish>,
    pub note: Option<String>,
    /// The version of the day that was read; none: there was none.
    pub version: Option<i64>,
}

/// Whether a menu may contain a day.
pub fn may_stand(date: Day, today: Day) -> bool {
    let (first, last) = (today.0.saturating_sub(YEARS.years()), today.0.saturating_add(YEARS.years()));
    (first..=last).contains(&date.0)
}

/// Validated days. 422: a duplicate day (`TWICE`), one more than two years away (`RANGE`), an invalid text, or too much
/// for one save (`days`, `TOO_LARGE`).
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

/// Refuses too much for one save.
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

/// Whether a day has changed since it was read. An emptied day counts as unread.
fn is_stale(stands: Option<&LunchDay>, seen: Option<i64>) -> bool {
    let seen = seen.unwrap_or(0);
    match stands {
        None => seen != 0,
        Some(day) => day.version != seen && !(day.is_empty() && seen == 0),
    }
}

/// 409 MOVED_ON, with the concurrently changed days in `errors`.
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
