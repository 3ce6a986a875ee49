//! Lunch menus on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::entities::Entity;
use storage::ids::EntityId;
use storage::lunch::{Allergen, Diet, Dish, LunchDay};
use storage::time::Day;
use utoipa::ToSchema;

use crate::entities::view::picture;

/// What somebody may do with a menu; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = LunchAbility)]
pub enum Ability {
    /// Change its days.
    Write,
}

/// A school, as it stands over its menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunchSchool)]
pub struct SchoolView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    /// Where its picture is; null without one.
    pub image: Option<String>,
}

impl From<&Entity> for SchoolView {
    fn from(entity: &Entity) -> Self {
        Self {
            id_entity: entity.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
            image: picture(entity),
        }
    }
}

/// What is served on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunchDay)]
pub struct DayView {
    pub date: Day,
    /// Its week (ISO 8601).
    pub week: i8,
    pub dishes: Vec<Dish>,
    /// What else is said of the day, as `Studiedag, ingen lunch`.
    pub note: Option<String>,
    /// Grows with every change. To be sent back by whoever changes the day.
    pub version: i64,
}

/// The week of a day (ISO 8601).
pub fn week(date: Day) -> i8 {
    date.0.iso_week_date().week()
}

impl From<LunchDay> for DayView {
    fn from(day: LunchDay) -> Self {
        Self {
            date: day.date,
            week: week(day.date),
            dishes: day.dishes.0,
            note: day.note,
            version: day.version,
        }
    }
}

/// A school's menu between two days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunchMenu)]
pub struct MenuView {
    pub school: SchoolView,
    /// Those of which something is said, by date.
    pub days: Vec<DayView>,
    pub abilities: &'static [Ability],
}

/// Schools that have a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunchSchools)]
pub struct SchoolsView {
    pub content: Vec<SchoolView>,
    /// To be sent as `after` for what follows; null at the end.
    pub next: Option<String>,
    /// The same as `next`.
    pub cursor: Option<String>,
    pub has_more: bool,
}

/// A dish, as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = DishDraft)]
pub struct DishDraft {
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120)]
    pub name: String,
    /// What comes with it.
    #[garde(inner(length(chars, max = 300)))]
    #[schema(max_length = 300)]
    pub description: Option<String>,
    #[serde(default)]
    #[garde(length(max = 20))]
    #[schema(max_items = 20)]
    pub diet: Vec<Diet>,
    #[serde(default)]
    #[garde(length(max = 20))]
    #[schema(max_items = 20)]
    pub allergens: Vec<Allergen>,
}

/// A day, as it shall be; without dishes and note nothing is said of it any more.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = LunchDayDraft)]
pub struct DayDraft {
    #[garde(skip)]
    pub date: Day,
    #[serde(default)]
    #[garde(length(max = 8), dive)]
    #[schema(max_items = 8)]
    pub dishes: Vec<DishDraft>,
    #[garde(inner(length(chars, max = 300)))]
    #[schema(max_length = 300)]
    pub note: Option<String>,
    /// The `version` of the day as it was seen; absent or 0: nothing stood there.
    #[garde(inner(range(min = 0, max = 9_007_199_254_740_991)))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Days to be put in the place of what stands there.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = LunchMenuDraft)]
pub struct MenuDraft {
    #[garde(length(min = 1, max = 100), dive)]
    #[schema(min_items = 1, max_items = 100)]
    pub days: Vec<DayDraft>,
}

/// Days as they are after a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SavedLunchDays)]
pub struct SavedView {
    pub days: Vec<DayView>,
}

/// What became, or would become, of a file's days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedLunchDays)]
pub struct ImportedView {
    /// By date. Of a preview each with the `version` of what stands there (0: nothing does), to be saved with it.
    pub days: Vec<DayView>,
    /// Dates of which something else was said before.
    pub replaced: Vec<Day>,
    /// False: it was a preview.
    pub is_saved: bool,
}
