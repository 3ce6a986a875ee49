//! The lunch menu of the demo's school: the weeks around the first run.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use storage::lunch::Lunch;

use super::save;
use crate::Platform;
use crate::area::demo::Cast;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::ZONE;

const SCHOOL: &str = "bjorkangsskolan";
/// The author of the menu.
const WRITER: &str = "Hanna Svärd";
/// Weeks before the current one, and weeks in all.
const BEFORE: i64 = 2;
const WEEKS: i64 = 6;
/// A school day of the last week without lunch.
const OFF: i64 = WEEKS * 5 - 1;

/// A dish with its description and allergens; and the vegetarian one of the same day.
type Served =
    ((&'static str, &'static str, &'static [&'static str]), (&'static str, &'static [&'static str]));

/// Repeated in turn.
const SERVED: &[Served] = &[
    (("Fiskgratäng", "med potatismos", &["FISH", "MILK"]), ("Rotfruktsgratäng", &["MILK"])),
    (("Köttbullar", "med potatis och lingon", &["MILK", "EGGS"]), ("Sojabullar", &["SOYBEANS"])),
    (("Ärtsoppa", "och pannkaka med sylt", &["GLUTEN", "MILK", "EGGS"]), ("Tomatsoppa", &["CELERY"])),
    (("Kycklinggryta", "med ris", &["MILK"]), ("Linsgryta", &["CELERY"])),
    (("Tacobuffé", "med allt som hör till", &["GLUTEN", "MILK"]), ("Tacobuffé med bönor", &["GLUTEN"])),
    (
        ("Pasta med lax", "och broccoli", &["GLUTEN", "FISH", "MILK"]),
        ("Pasta med svamp", &["GLUTEN", "MILK"]),
    ),
    (("Korv Stroganoff", "med ris", &["MILK", "MUSTARD"]), ("Grönsaksstroganoff", &["SOYBEANS"])),
    (("Lasagne", "och sallad", &["GLUTEN", "MILK"]), ("Vegetarisk lasagne", &["GLUTEN", "MILK"])),
    (("Torsk", "med äggsås och potatis", &["FISH", "EGGS", "MILK"]), ("Fylld paprika", &["MILK"])),
];

/// Writes the menu.
pub(super) async fn make(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let school = platform.storage.entities.entity_by_slug(SCHOOL).await?.ok_or_else(Refusal::internal)?;
    if Lunch::of(&platform.storage).has(school.entity_id).await? {
        return Ok(());
    }
    let writer = cast.who(platform, WRITER).await?;
    let days = days(at).ok_or_else(Refusal::internal)?;
    let draft = serde_json::from_value(json!({ "days": days })).map_err(|_| Refusal::internal())?;
    save(platform, &writer, school.entity_id, draft).await.map(drop)
}

/// The days, relative to a moment. None: the moment is out of range.
fn days(at: i64) -> Option<Vec<Value>> {
    let zone = TimeZone::get(ZONE).ok()?;
    let today = Timestamp::from_millisecond(at).ok()?.to_zoned(zone).date();
    let monday = today.checked_sub(i64::from(today.weekday().since(Weekday::Monday)).days()).ok()?;
    let first = monday.checked_sub(BEFORE.weeks()).ok()?;
    (0..WEEKS * 5).map(|n| Some(day(first.checked_add((n / 5 * 7 + n % 5).days()).ok()?, n))).collect()
}

fn day(date: Date, n: i64) -> Value {
    if n == OFF {
        return json!({ "date": date.to_string(), "note": "Studiedag, ingen lunch" });
    }
    let Some(((name, with, allergens), (green, its))) = SERVED.iter().cycle().nth(n.unsigned_abs() as usize)
    else {
        return Value::Null;
    };
    json!({ "date": date.to_string(), "dishes": [
        { "name": name, "description": with, "allergens": allergens },
        { "name": green, "diet": ["VEGETARIAN"], "allergens": its },
    ] })
}
