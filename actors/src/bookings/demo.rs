//! Bookings of the demo: the sports club's hall, whole or by thirds, and its clubhouse; the school's trolley of
//! computers, by lesson.

use jiff::civil::{Time, Weekday, time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use storage::bookings::Bookings;
use storage::entities::Entity;
use storage::time::Moment;

use super::view::{BookableView, BookingDraft};
use super::{book, create, entity_hours, list, save_entity_hours};
use crate::Platform;
use crate::accounts::Who;
use crate::area::demo::Cast;
use crate::ledger;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::hours::DAY_MS;
use crate::platform::time::ZONE;

const CLUB: &str = "hornebo-sk";
const CLUBS_OWNER: &str = "Stefan Lundqvist";
const SCHOOL: &str = "bjorkangsskolan";
const SCHOOLS_OWNER: &str = "Anna Lindberg";
/// What the club's hall is called as a whole; its space is its own.
const HALL: &str = "Hel hall";

/// A bookable of the demo, without its organisation and space.
fn hall(name: &str, units: &[i64]) -> Value {
    json!({
        "name": name,
        "kind": "ROOM",
        "unitCount": 3,
        "units": units,
        "place": "Hörnebohallen, Idrottsvägen 2",
        "description": "Gå in genom spelarentrén. Bollar finns i förrådet.",
        "status": 1,
        "slotStep": 30,
        "minLength": 60,
        "maxLength": 240,
        "maxNotice": 60 * 24 * 60,
        "whoMayBook": [
            "MEMBER", "LEADER", "PARTICIPANT", "BOARDMEMBER", "EMPLOYEE", "MODERATOR", "EDITOR", "BOOKER", "CUSTOMER",
        ],
        "priceClasses": [
            { "name": "Nolltaxa", "relationTypes": ["LEADER", "BOARDMEMBER", "EMPLOYEE"], "base": 0 },
            { "name": "Föreningstaxa", "relationTypes": ["MEMBER", "PARTICIPANT"], "vatRate": 6, "base": 12_000 },
            {
                "name": "Privattaxa", "vatRate": 6, "base": 30_000,
                "days": [{ "weekday": 6, "price": 36_000 }, { "weekday": 7, "price": 36_000 }],
            },
        ],
        "cancellation": { "freeHours": 24, "share": 50, "noShow": { "share": 100 } },
    })
}

fn clubhouse() -> Value {
    json!({
        "name": "Klubbstugan",
        "kind": "ROOM",
        "place": "Idrottsvägen 4",
        "description": "Plats för fyrtio. Kök med spis och diskmaskin; lämna som du vill finna.",
        "status": 1,
        "slotStep": 60,
        "minLength": 120,
        "maxLength": 600,
        "bufferTime": 30,
        "requiresApproval": true,
        "maxParticipants": 40,
        "whoMayBook": ["MEMBER", "LEADER", "BOARDMEMBER", "EMPLOYEE", "BOOKER", "CUSTOMER"],
        "priceClasses": [{ "name": "Hyra", "vatRate": 25, "base": 15_000 }],
        "cancellation": { "freeDays": 7, "share": 100 },
    })
}

fn trolley() -> Value {
    let lesson = |name: &str, start: &str, end: &str| json!({ "name": name, "start": start, "end": end });
    json!({
        "name": "Datorvagn A",
        "kind": "THING",
        "place": "Utanför sal 12",
        "description": "Trettio datorer. Sätt dem på laddning när ni lämnar vagnen.",
        "status": 1,
        "slotMode": "PERIODS",
        "periods": [
            lesson("Lektion 1", "08:10", "08:50"),
            lesson("Lektion 2", "09:00", "09:40"),
            lesson("Lektion 3", "10:00", "10:40"),
            lesson("Lektion 4", "10:50", "11:30"),
            lesson("Lektion 5", "12:20", "13:00"),
            lesson("Lektion 6", "13:10", "13:50"),
        ],
        "whoMayBook": ["TEACHER", "EMPLOYEE"],
        "enableCheckIn": true,
        "autoReleaseMinutes": 15,
    })
}

/// Opening hours: weekdays, and perhaps weekends, from–to.
fn hours(days: &str, weekend: Option<&str>) -> Value {
    let period = |weekdays: &[i64], from_to: &str| {
        let (start, end) = from_to.split_once('-').unwrap_or_default();
        json!({ "weekdays": weekdays, "start": start, "end": end })
    };
    let periods: Vec<Value> = [Some(period(&[1, 2, 3, 4, 5], days)), weekend.map(|at| period(&[6, 7], at))]
        .into_iter()
        .flatten()
        .collect();
    json!({ "periods": periods, "closedOnRedDays": true })
}

fn draft<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|_| Refusal::internal())
}

async fn organisation(platform: &Platform, slug: &str) -> Result<Entity> {
    platform.storage.entities.entity_by_slug(slug).await?.ok_or_else(Refusal::internal)
}

/// Makes a bookable unless there is one of that name.
async fn made(
    platform: &Platform,
    who: &Who,
    entity: &Entity,
    space: Option<i64>,
    mut value: Value,
) -> Result<BookableView> {
    let known = list(platform, who, entity.entity_id).await?.content;
    if let Some(known) = known.into_iter().find(|one| value["name"] == one.name.as_str()) {
        return Ok(known);
    }
    value["idEntity"] = entity.entity_id.0.into();
    if let Some(space) = space {
        value["idSpace"] = space.into();
    }
    create(platform, who, draft(value)?).await
}

/// Opens an organisation unless it has opening hours.
async fn opened(platform: &Platform, who: &Who, entity: &Entity, mut value: Value) -> Result<()> {
    let stands = entity_hours(platform, who, entity.entity_id).await?;
    if stands.version == 0 {
        value["version"] = 0.into();
        save_entity_hours(platform, who, entity.entity_id, draft(value)?).await?;
    }
    Ok(())
}

/// The moment of a wall clock time, on the first such weekday at least two days after `at`.
fn on(at: i64, weekday: Weekday, clock: Time) -> Option<Moment> {
    let zone = TimeZone::get(ZONE).ok()?;
    let from =
        Timestamp::from_millisecond(at).ok()?.to_zoned(zone.clone()).date().checked_add(2.days()).ok()?;
    let days = i64::from(from.weekday().until(weekday));
    let start = from.checked_add(days.days()).ok()?.to_datetime(clock).to_zoned(zone).ok()?;
    Some(Moment(start.timestamp().as_millisecond()))
}

/// Somebody books for some minutes, perhaps each week; what is closed or has passed since the first run is left out.
async fn booked(
    platform: &Platform,
    (cast, name): (&Cast, &str),
    bookable: &BookableView,
    (start, minutes, weeks): (Option<Moment>, i64, usize),
    note: &str,
) -> Result<()> {
    let start = start.ok_or_else(Refusal::internal)?;
    let who = cast.who(platform, name).await?;
    let wanted = BookingDraft {
        hold_id: None,
        id_group: None,
        id_bookable: Some(bookable.id_bookable),
        start: Some(start),
        end: Some(Moment(start.0 + minutes * 60_000)),
        id_entity: None,
        id_user: None,
        participants: None,
        answers: std::collections::BTreeMap::new(),
        note: note.to_owned(),
        rrule: (weeks > 1).then(|| format!("FREQ=WEEKLY;COUNT={weeks}")),
        skip_conflicts: true,
        expected_price: None,
    };
    match book(platform, &who, wanted).await {
        // A red day, or a run that continues days later.
        Err(refusal) if matches!(refusal.kind, RefusalKind::Invalid | RefusalKind::Conflict) => Ok(()),
        done => done.map(drop),
    }
}

/// How the club is paid, unless that is set.
async fn paid(platform: &Platform, who: &Who, entity: &Entity) -> Result<()> {
    if ledger::settings(platform, who, entity.entity_id).await?.version == 0 {
        let wanted = json!({
            "version": 0,
            "address": "Hörnebo SK\nIdrottsvägen 4\n123 45 Hörnebo",
            "swish": "1230000000",
            "paymentTerms": 20,
        });
        ledger::save_settings(platform, who, entity.entity_id, draft(wanted)?).await?;
    }
    Ok(())
}

async fn club(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let (entity, owner) = (organisation(platform, CLUB).await?, cast.who(platform, CLUBS_OWNER).await?);
    opened(platform, &owner, &entity, hours("08:00-22:00", Some("09:00-18:00"))).await?;
    paid(platform, &owner, &entity).await?;
    let whole = made(platform, &owner, &entity, None, hall(HALL, &[])).await?;
    let mut thirds = Vec::new();
    for unit in 1..=3 {
        let third = hall(&format!("Tredjedel {unit}"), &[unit]);
        thirds.push(made(platform, &owner, &entity, Some(whole.id_space.0), third).await?);
    }
    let clubhouse = made(platform, &owner, &entity, None, clubhouse()).await?;
    let known = Bookings::of(&platform.storage);
    if !known.at_entity(entity.entity_id, Moment(at), Moment(at + 30 * DAY_MS), 1).await?.is_empty() {
        return Ok(());
    }
    let evening = time(18, 0, 0, 0);
    booked(
        platform,
        (cast, "Peter Sundin"),
        &whole,
        (on(at, Weekday::Tuesday, evening), 120, 8),
        "Träning P14",
    )
    .await?;
    let thursday = on(at, Weekday::Thursday, evening);
    for (name, third, note) in [
        ("Lisa Engström", 0, "Träning F11"),
        ("Dragan Petrovic", 1, "Målvaktsträning"),
        ("Lena Karlsson", 2, ""),
    ] {
        if let Some(third) = thirds.get(third) {
            booked(platform, (cast, name), third, (thursday, 90, 1), note).await?;
        }
    }
    let saturday = on(at, Weekday::Saturday, time(11, 0, 0, 0));
    booked(platform, (cast, "Thomas Lind"), &whole, (saturday, 120, 1), "Barnkalas med fotboll").await?;
    booked(platform, (cast, "Pia Engman"), &clubhouse, (saturday, 300, 1), "Årsmöte i samfälligheten").await
}

async fn school(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let (entity, owner) = (organisation(platform, SCHOOL).await?, cast.who(platform, SCHOOLS_OWNER).await?);
    opened(platform, &owner, &entity, hours("07:30-17:00", None)).await?;
    let trolley = made(platform, &owner, &entity, None, trolley()).await?;
    let known = Bookings::of(&platform.storage);
    if !known.at_entity(entity.entity_id, Moment(at), Moment(at + 30 * DAY_MS), 1).await?.is_empty() {
        return Ok(());
    }
    let first = on(at, Weekday::Wednesday, time(8, 10, 0, 0));
    booked(platform, (cast, "Johan Bergqvist"), &trolley, (first, 40, 1), "Läsförståelse, 7B").await?;
    let third = on(at, Weekday::Wednesday, time(10, 0, 0, 0));
    booked(platform, (cast, "Emma Wallin"), &trolley, (third, 90, 1), "Programmering, 8A").await
}

/// Makes bookables, opening hours and bookings.
pub(super) async fn make(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    club(platform, cast, at).await?;
    school(platform, cast, at).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bookings::rules::settings;
    use crate::bookings::view::{AvailabilityDraft, BookableDraft};

    #[test]
    fn drafts_of_the_demo_are_valid() {
        for mut value in [hall(HALL, &[]), hall("Tredjedel 1", &[1]), clubhouse(), trolley()] {
            value["idEntity"] = 1.into();
            let draft: BookableDraft = draft(value).unwrap();
            assert!(settings::settings(&draft.settings).is_ok(), "{}", draft.name);
        }
        for mut value in [hours("08:00-22:00", Some("09:00-18:00")), hours("07:30-17:00", None)] {
            value["version"] = 0.into();
            let draft: AvailabilityDraft = draft(value).unwrap();
            assert!(settings::availability(&draft.availability).is_ok());
            assert!(!draft.availability.periods.is_empty());
        }
    }

    #[test]
    fn times_lie_on_their_weekday_within_nine_days() {
        let at = 1_764_230_400_000;
        for weekday in [Weekday::Tuesday, Weekday::Friday, Weekday::Saturday] {
            let start = on(at, weekday, time(18, 0, 0, 0)).unwrap();
            assert!((at + DAY_MS..at + 10 * DAY_MS).contains(&start.0));
            let zone = TimeZone::get(ZONE).unwrap();
            assert_eq!(Timestamp::from_millisecond(start.0).unwrap().to_zoned(zone).weekday(), weekday);
        }
    }
}
