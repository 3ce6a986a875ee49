//! An organisation's vacation of a holiday year as a table for spreadsheet programs.

use storage::ids::EntityId;
use storage::vacation::{Period, PeriodKind, ReservationStatus, Vacations};

use super::facts::{Plans, managed, terms, today};
use super::rules::balance::{Balance, Year, balance};
use super::rules::reservation::{counted, days_of};
use super::staffing::everybody;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::csv;
use crate::platform::error::{Refusal, Result};

const HEADINGS: [&str; 12] = [
    "Person",
    "Anställd från",
    "Betalda dagar",
    "Sparade dagar",
    "Uttagna",
    "Sökta",
    "Kvar",
    "Slag",
    "Från",
    "Till",
    "Status",
    "Dagar",
];
/// People whose plans are read at once.
const SLICE: usize = 200;

/// Somebody in the table.
struct Row {
    name: String,
    employed_from: String,
    balance: Balance,
    /// Kind, first day, last day, status, days that count.
    periods: Vec<[String; 5]>,
}

fn kind(kind: PeriodKind) -> &'static str {
    match kind {
        PeriodKind::Vacation => "Semester",
        PeriodKind::Away => "Frånvarande",
        PeriodKind::Parental => "Föräldraledig",
        PeriodKind::Leave => "Tjänstledig",
        PeriodKind::Training => "Utbildning",
        PeriodKind::TimeOff => "Kompledig",
    }
}

fn status(status: ReservationStatus) -> &'static str {
    match status {
        ReservationStatus::Draft => "Utkast",
        ReservationStatus::Applied => "Sökt",
        ReservationStatus::Approved => "Godkänd",
        ReservationStatus::Rejected => "Avslagen",
        ReservationStatus::Cancelled => "Avbokad",
    }
}

/// The table. What people wrote is not interpreted as a formula.
fn file(rows: &[Row]) -> String {
    let mut table = csv::BOM.to_owned();
    csv::row(&mut table, &HEADINGS.map(ToOwned::to_owned));
    for row in rows {
        let Balance { paid, taken, applied, left, ref saved, .. } = row.balance;
        let saved = saved.iter().map(|one| one.days).sum::<i64>();
        let mut cells = vec![csv::cell(&row.name), row.employed_from.clone()];
        cells.extend([paid, saved, taken, applied, left].map(|days| days.to_string()));
        cells.resize(HEADINGS.len(), String::new());
        csv::row(&mut table, &cells);
        for period in &row.periods {
            let mut cells = vec![csv::cell(&row.name)];
            cells.resize(HEADINGS.len() - period.len(), String::new());
            cells.extend(period.iter().cloned());
            csv::row(&mut table, &cells);
        }
    }
    table
}

/// The table of a holiday year (none: the current one), and the year in which it begins: of each employee what they
/// have, then each period. 403 ROLE_TOO_LOW; 404.
pub async fn export(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    year: Option<i16>,
) -> Result<(i64, String)> {
    managed(platform, who, entity_id).await?;
    let settings = Vacations::of(&platform.storage).settings(entity_id).await?;
    let holidays = settings.holiday_year;
    let year = match year {
        Some(begins) => Year::new(holidays, begins),
        None => Year::of(holidays, today()?),
    };
    let mut rows = Vec::new();
    for users in everybody(platform, entity_id).await?.chunks(SLICE) {
        let plans = Plans::of(platform, settings.clone(), users.to_vec(), year.days).await?;
        let people = platform.people.all(users.iter().copied()).await?;
        for user_id in users {
            let (Some(planned), Some(user)) = (plans.get(*user_id), people.get(user_id)) else { continue };
            let mut theirs: Vec<&Period> =
                planned.periods.iter().filter(|one| days_of(one).touches(year.days)).collect();
            theirs.sort_by_key(|one| (one.first, one.period_id));
            let period = |one: &&Period| {
                let is_vacation = one.is_vacation();
                let days = is_vacation.then(|| plans.closed.count(days_of(one)).to_string());
                [
                    kind(one.kind).to_owned(),
                    one.first.0.to_string(),
                    one.last.0.to_string(),
                    if is_vacation { status(one.status).to_owned() } else { String::new() },
                    days.unwrap_or_default(),
                ]
            };
            let reservations = counted(&planned.periods);
            rows.push(Row {
                name: user.display_name.clone(),
                employed_from: planned.plan.employed_from.0.to_string(),
                balance: balance(&terms(&planned.plan), holidays, year, &plans.closed, &reservations),
                periods: theirs.iter().map(period).collect(),
            });
        }
    }
    let table = tokio::task::spawn_blocking(move || file(&rows)).await.map_err(|_| Refusal::internal())?;
    Ok((year.begins, table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_a_row_per_person_and_period() {
        let balance =
            Balance { paid: 25, unpaid: 0, saved: Vec::new(), taken: 5, applied: 3, left: 17, can_save: 5 };
        let period = ["Semester", "2026-07-06", "2026-07-10", "Godkänd", "5"].map(ToOwned::to_owned);
        let row = |name: &str, periods| Row {
            name: name.to_owned(),
            employed_from: "2020-08-01".to_owned(),
            balance: balance.clone(),
            periods,
        };
        let rows = [row("=Anna; \"Ek\"", vec![period]), row("Bo", Vec::new())];
        let lines: Vec<String> = file(&rows).split("\r\n").map(ToOwned::to_owned).collect();
        assert_eq!(
            lines,
            [
                "\u{feff}Person;Anställd från;Betalda dagar;Sparade dagar;Uttagna;Sökta;Kvar;Slag;Från;Till;Status;Dagar",
                "\"'=Anna; \"\"Ek\"\"\";2020-08-01;25;0;5;3;17;;;;;",
                "\"'=Anna; \"\"Ek\"\"\";;;;;;;Semester;2026-07-06;2026-07-10;Godkänd;5",
                "Bo;2020-08-01;25;0;5;3;17;;;;;",
                "",
            ]
        );
    }
}
