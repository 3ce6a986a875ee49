//! Parses menus from CSV files of spreadsheets and kitchens' programs: one row per dish. Pure.

use std::borrow::Cow;

use csv::StringRecord;
use jiff::civil::Date;
use storage::lunch::{Allergen, Diet};
use storage::time::Day;

use super::rules::{self, DISHES, Wanted};
use super::view::{DayDraft, DishDraft};
use crate::platform::error::{FieldRefusal, Refusal, Result};
use crate::platform::text::{decoded, delimiter};

/// Most rows per file.
const MOST: usize = 1_000;
/// Most reported errors per file.
const TOLD: usize = 50;

/// The content of a column, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Date,
    Dish,
    Description,
    Diet,
    Allergens,
    Note,
}

impl Column {
    fn of(heading: &str) -> Option<Self> {
        let heading = heading.trim().to_lowercase();
        Some(match heading.as_str() {
            "datum" | "dag" | "date" => Self::Date,
            "rätt" | "maträtt" | "rätter" | "meny" | "lunch" | "dish" => Self::Dish,
            "beskrivning" | "tillbehör" | "description" => Self::Description,
            "kost" | "specialkost" | "kosttyp" | "diet" => Self::Diet,
            "allergener" | "allergen" | "allergens" => Self::Allergens,
            "anteckning" | "notering" | "kommentar" | "info" | "note" => Self::Note,
            _ => return None,
        })
    }

    /// The name in a refusal's field.
    const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Dish => "name",
            Self::Description => "description",
            Self::Diet => "diet",
            Self::Allergens => "allergens",
            Self::Note => "note",
        }
    }
}

fn diet(word: &str) -> Option<Diet> {
    Some(match word {
        "v" | "veg" | "vego" | "vegetarisk" | "vegetariskt" | "vegetarian" => Diet::Vegetarian,
        "vegan" | "vegansk" | "veganskt" => Diet::Vegan,
        "gf" | "glutenfri" | "glutenfritt" => Diet::GlutenFree,
        "lf" | "laktosfri" | "laktosfritt" => Diet::LactoseFree,
        "mf" | "mjölkfri" | "mjölkfritt" => Diet::MilkFree,
        "äf" | "äggfri" | "äggfritt" => Diet::EggFree,
        "fläskfri" | "fläskfritt" | "utan fläsk" => Diet::PorkFree,
        other => Diet::parse(&other.to_uppercase())?,
    })
}

fn allergen(word: &str) -> Option<Allergen> {
    Some(match word {
        "gluten" | "vete" | "spannmål" => Allergen::Gluten,
        "kräftdjur" | "skaldjur" => Allergen::Crustaceans,
        "ägg" => Allergen::Eggs,
        "fisk" => Allergen::Fish,
        "jordnöt" | "jordnötter" => Allergen::Peanuts,
        "soja" | "sojabönor" => Allergen::Soybeans,
        "mjölk" | "laktos" => Allergen::Milk,
        "nöt" | "nötter" => Allergen::Nuts,
        "selleri" => Allergen::Celery,
        "senap" => Allergen::Mustard,
        "sesam" | "sesamfrön" => Allergen::Sesame,
        "sulfit" | "sulfiter" | "svaveldioxid" => Allergen::Sulphites,
        "lupin" | "lupiner" => Allergen::Lupin,
        "blötdjur" | "musslor" => Allergen::Molluscs,
        other => Allergen::parse(&other.to_uppercase())?,
    })
}

/// A date in a Swedish notation: `2026-11-24`, `20261124`, `24/11 2026`, `24.11.2026`, `24/11`. Without a year the one
/// nearest to today.
fn date(text: &str, today: Day) -> Option<Day> {
    let parts: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let made = |year: &str, month: &str, day: &str| {
        Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok().map(Day)
    };
    match parts.as_slice() {
        [whole] if whole.len() == 8 => made(whole.get(..4)?, whole.get(4..6)?, whole.get(6..)?),
        [year, month, day] if year.len() == 4 => made(year, month, day),
        [day, month, year] if year.len() == 4 => made(year, month, day),
        [day, month] => {
            let years = [-1, 0, 1].map(|more| (today.0.year() + more).to_string());
            let near = years.iter().filter_map(|year| made(year, month, day));
            near.min_by_key(|date| date.0.until(today.0).map_or(i32::MAX, |span| span.get_days().abs()))
        }
        _ => None,
    }
}

/// Errors by line.
#[derive(Default)]
struct Mistakes(Vec<FieldRefusal>);

impl Mistakes {
    fn add(&mut self, line: u64, column: Column, code: &'static str, why: &str) {
        if self.0.len() < TOLD {
            self.0.push(FieldRefusal {
                field: format!("lines[{line}].{}", column.name()).into(),
                code,
                message: format!("Rad {line}: {why}").into(),
            });
        }
    }

    /// The known words of a cell.
    fn words<T>(&mut self, line: u64, column: Column, cell: &str, known: fn(&str) -> Option<T>) -> Vec<T> {
        let mut found = Vec::new();
        for word in cell.split([',', '/', '|', '+', ';', '\n']).map(str::trim).filter(|word| !word.is_empty())
        {
            if let Some(one) = known(&word.to_lowercase()) {
                found.push(one);
                continue;
            }
            let short: String = word.chars().take(40).collect();
            self.add(line, column, "UNKNOWN", &format!("”{short}” känns inte igen."));
        }
        found
    }

    fn refusal(self) -> Refusal {
        let message = "Filen har fel. Rätta dem och försök igen.";
        let mut refusal = Refusal::field("file", "INVALID", message);
        refusal.fields = self.0;
        refusal
    }
}

fn unreadable() -> Refusal {
    Refusal::field("file", "UNREADABLE", "Filen går inte att läsa.")
}

/// The days of a file, by date. 422 about `file`: it cannot be read (`UNREADABLE`), its headings are unknown
/// (`COLUMNS`), it is empty (`EMPTY`) or too large (`TOO_MANY`); otherwise about `lines[n].…`, all errors at once.
pub fn read(file: &[u8], today: Day) -> Result<Vec<Wanted>> {
    let text = decoded(file);
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter(&text)).flexible(true).from_reader(text.as_bytes());
    let columns: Vec<Option<Column>> =
        reader.headers().map_err(|_| unreadable())?.iter().map(Column::of).collect();
    if ![Column::Date, Column::Dish].iter().all(|needed| columns.contains(&Some(*needed))) {
        let message = "Första raden ska säga vad kolumnerna är: minst Datum och Rätt.";
        return Err(Refusal::field("file", "COLUMNS", message));
    }
    let mut mistakes = Mistakes::default();
    // With the line on which each begins.
    let mut days: Vec<(u64, DayDraft)> = Vec::new();
    for (n, row) in reader.records().enumerate() {
        let row = row.map_err(|_| unreadable())?;
        if n >= MOST {
            let message = format!("Högst {MOST} rader åt gången.");
            return Err(Refusal::field("file", "TOO_MANY", message));
        }
        take(&row, &columns, today, &mut days, &mut mistakes);
    }
    if !mistakes.0.is_empty() {
        return Err(mistakes.refusal());
    }
    if days.is_empty() {
        return Err(Refusal::field("file", "EMPTY", "Det finns inga dagar i filen."));
    }
    days.sort_by_key(|(_, day)| day.date);
    let (lines, drafts): (Vec<u64>, Vec<DayDraft>) = days.into_iter().unzip();
    rules::wanted(&drafts, today).map_err(|refusal| by_line(refusal, &lines))
}

/// Adds a row: a dish of a day, or its note. A row without a date belongs to the day above.
fn take(
    row: &StringRecord,
    columns: &[Option<Column>],
    today: Day,
    days: &mut Vec<(u64, DayDraft)>,
    mistakes: &mut Mistakes,
) {
    let cell = |wanted: Column| {
        let of_column = row.iter().zip(columns).filter(|(_, column)| **column == Some(wanted));
        of_column.map(|(text, _)| text.trim()).find(|text| !text.is_empty()).unwrap_or_default()
    };
    let line = row.position().map_or(0, csv::Position::line);
    let (name, note) = (cell(Column::Dish), cell(Column::Note));
    let written = cell(Column::Date);
    let rest = [Column::Description, Column::Diet, Column::Allergens].map(cell);
    if name.is_empty() && note.is_empty() {
        // A blank day is allowed; details without a dish are an error.
        if rest.iter().any(|text| !text.is_empty()) {
            mistakes.add(line, Column::Dish, "REQUIRED", "rätten saknas.");
        }
        return;
    }
    let day = if written.is_empty() { days.last().map(|(_, day)| day.date) } else { date(written, today) };
    let Some(day) = day else {
        let why = "datumet går inte att läsa. Skriv till exempel 2026-11-24 eller 24/11.";
        return mistakes.add(line, Column::Date, "DATE", why);
    };
    if !rules::may_stand(day, today) {
        return mistakes.add(line, Column::Date, "RANGE", "välj en dag inom två år från i dag.");
    }
    let at = days.iter().position(|(_, known)| known.date == day).unwrap_or_else(|| {
        days.push((line, DayDraft { date: day, dishes: Vec::new(), note: None, version: None }));
        days.len() - 1
    });
    let Some((_, draft)) = days.get_mut(at) else { return };
    if !note.is_empty() {
        draft.note =
            Some(draft.note.take().map_or_else(|| note.to_owned(), |other| format!("{other} {note}")));
    }
    if name.is_empty() {
        return;
    }
    let [description, diets, allergens] = rest;
    for (column, text, most) in
        [(Column::Dish, name, rules::NAME), (Column::Description, description, rules::DESCRIPTION)]
    {
        if text.chars().count() > most {
            mistakes.add(line, column, "LENGTH", &format!("högst {most} tecken."));
        }
    }
    if draft.dishes.len() >= DISHES {
        return mistakes.add(line, Column::Dish, "TOO_MANY", &format!("högst {DISHES} rätter på en dag."));
    }
    draft.dishes.push(DishDraft {
        name: name.to_owned(),
        description: Some(description).filter(|text| !text.is_empty()).map(str::to_owned),
        diet: mistakes.words(line, Column::Diet, diets, diet),
        allergens: mistakes.words(line, Column::Allergens, allergens, allergen),
    });
}

/// Reports refusals of the rules by the line on which the day begins.
fn by_line(mut refusal: Refusal, lines: &[u64]) -> Refusal {
    for field in &mut refusal.fields {
        let rest = field.field.strip_prefix("days[").and_then(|rest| rest.split_once("]."));
        let known = rest.and_then(|(n, rest)| Some((*lines.get(n.parse::<usize>().ok()?)?, rest.to_owned())));
        if let Some((line, rest)) = known {
            field.field = Cow::Owned(format!("lines[{line}].{rest}"));
            field.message = Cow::Owned(format!("Rad {line}: {}", field.message));
        }
    }
    refusal
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
