//! Vacation of the demo: the school's staff, two groups, and next summer's plan with something left to decide.

use jiff::Timestamp;
use jiff::civil::date;
use serde_json::{Value, json};
use storage::ids::UserId;

use super::rules::state::Act;
use super::{act, create, employ, save_settings, settings};
use crate::Platform;
use crate::area::demo::Cast;
use crate::platform::error::{Refusal, RefusalKind, Result};

const SCHOOL: &str = "bjorkangsskolan";
const OWNER: &str = "Anna Lindberg";
/// Everybody's first and last week of the summer; none: not planned yet.
const STAFF: [(&str, Option<(i64, i64)>); 6] = [
    ("Johan Bergqvist", Some((0, 4))),
    ("Ingrid Sjöberg", Some((1, 5))),
    ("Ali Rahimi", Some((2, 3))),
    ("Emma Wallin", Some((2, 6))),
    ("Tomas Hägg", Some((3, 7))),
    ("Linnea Nordin", None),
];

fn draft<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|_| Refusal::internal())
}

/// What was made; none: an interrupted run had made it.
fn made<T>(done: Result<T>) -> Result<Option<T>> {
    match done {
        Err(refusal) if refusal.kind == RefusalKind::Conflict => Ok(None),
        done => done.map(Some),
    }
}

/// Makes employees, groups and reservations, unless there are any.
pub(super) async fn make(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let entity = platform.storage.entities.entity_by_slug(SCHOOL).await?.ok_or_else(Refusal::internal)?;
    let (id, owner) = (entity.entity_id, cast.who(platform, OWNER).await?);
    if settings(platform, &owner, id).await?.version > 0 {
        return Ok(());
    }
    // The first Monday after midsummer of the next summer.
    let today = jiff::tz::TimeZone::UTC.to_datetime(Timestamp::from_millisecond(at).unwrap_or_default());
    let year = today.year() + i16::from(today.month() > 4);
    let midsummer = date(year, 6, 26);
    let monday = midsummer
        .saturating_add(jiff::Span::new().days(midsummer.weekday().until(jiff::civil::Weekday::Monday)));
    let mut users: Vec<UserId> = Vec::new();
    for (n, (name, weeks)) in STAFF.into_iter().enumerate() {
        let who = cast.who(platform, name).await?;
        let terms = json!({ "employedFrom": format!("{}-08-01", i64::from(year) - 3 - n as i64) });
        made(employ(platform, &owner, id, who.user_id, draft(terms)?).await)?;
        users.push(who.user_id);
        let Some((from, until)) = weeks else { continue };
        let day = |days: i64| monday.saturating_add(jiff::Span::new().days(days)).to_string();
        let days = json!({ "from": day(from * 7), "to": day(until * 7 - 3), "apply": true });
        let applied = made(create(platform, &who, id, draft(days)?).await)?;
        if let Some(applied) = applied.filter(|_| n % 2 == 0) {
            let period_id = applied.id_vacation_plan_reservation;
            act(platform, &owner, period_id, Act::Approve, draft(json!({}))?).await?;
        }
    }
    let group = |name: &str, users: &[UserId], minimum: i64| json!({ "name": name, "users": users, "minimum": minimum });
    let groups =
        [group("Arbetslag 7–9", &users, 2), group("Sommarjour", users.get(..3).unwrap_or_default(), 1)];
    let wanted = json!({ "holidayYear": "APRIL", "groups": groups, "version": 0 });
    save_settings(platform, &owner, id, draft(wanted)?).await.map(drop)
}
