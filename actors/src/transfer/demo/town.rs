//! What the demo's municipality arranges in the town, and a family with a calendar and tasks of its own.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use storage::calendar::{CalendarOwner, Visibility};
use storage::entities::{EntityType, Relation, RelationType};
use storage::ids::EntityId;

use super::part::{Part, cast};
use super::script::Script;
use crate::Platform;
use crate::accounts::Who;
use crate::area::demo::Cast;
use crate::calendar::view::{EventDraft, NewCalendar};
use crate::entities::view::NewEntity;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::ZONE;
use crate::{calendar, entities, tasks};

const MUNICIPALITY: &str = "hornebo-kommun";
/// Who keeps the municipality's calendar.
const ARRANGER: &str = "Fredrik Åström";
/// The official code of the municipality in which the town is drawn: Linköping.
const AREA: i64 = 580;
const FAMILY: &str = "Familjen Lindberg Sundin";
/// Who made the family, and who belongs to it.
const PARENTS: [&str; 2] = ["Anna Lindberg", "Peter Sundin"];
/// What is to be done at home: title, and days ahead.
const CHORES: [(&str, i64); 3] =
    [("Packa gympapåsen", 1), ("Köp present till kalaset", 4), ("Byt till vinterdäck", 9)];

/// Title, days ahead, hours from and to, place, and more.
type Event = (&'static str, i64, (i8, i8), &'static str, Value);

fn draft<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|_| Refusal::internal())
}

/// Creates what is missing.
pub async fn fill(platform: &Platform, scripts: &[Script]) -> Result<()> {
    let Some(part) = Part::begin(platform, "town").await? else { return Ok(()) };
    let cast = cast(scripts);
    arrange(platform, &cast, part.at).await?;
    live(platform, &cast, part.at).await?;
    part.done(platform).await
}

async fn arrange(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let who = cast.who(platform, ARRANGER).await?;
    let found = platform.storage.entities.entity_by_slug(MUNICIPALITY).await?;
    let entity_id = found.ok_or_else(Refusal::internal)?.entity_id;
    let about = |text: &str| json!({ "description": text });
    let events = [
        ("Julmarknad", 6, (10, 16), "Torget", about("Hantverk, glögg och korv. Luciatåget går klockan tre.")),
        ("Sagostund", 3, (10, 11), "Biblioteket", json!({ "rrule": "FREQ=WEEKLY;COUNT=12" })),
        (
            "Öppet sammanträde",
            11,
            (18, 20),
            "Kommunhuset",
            about("Kommunfullmäktige. Alla är välkomna att lyssna."),
        ),
        ("Språkkafé", 5, (17, 19), "Medborgarkontoret", json!({ "rrule": "FREQ=WEEKLY;COUNT=8" })),
        ("Skridskodisco", 13, (18, 21), "Ishallen", about("Musik, hjälmar att låna och varm choklad.")),
    ];
    scheduled(platform, &who, entity_id, ("Evenemang", Visibility::Public), (at, &events)).await
}

/// The family: who belongs to it, what is planned, and what is to be done.
async fn live(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let who = cast.who(platform, PARENTS[0]).await?;
    let entity_id = family(platform, &who).await?;
    for name in PARENTS.iter().skip(1) {
        let user_id = cast.user(platform, name).await?.user_id;
        let relation = Relation { entity_id, user_id, relation_type: RelationType::Member, since: at };
        // False: the relation exists already.
        platform.storage.entities.put_relation(&relation, None).await?;
    }
    let events = [
        ("Simskola", 2, (17, 18), "Badhuset", json!({ "rrule": "FREQ=WEEKLY;COUNT=10" })),
        ("Tandläkaren", 5, (8, 9), "Folktandvården", json!({})),
        ("Middag hos mormor", 7, (16, 19), "Strandvägen 12", json!({})),
    ];
    scheduled(platform, &who, entity_id, ("Familjen", Visibility::Restricted), (at, &events)).await?;
    let all = tasks::Part { standing: tasks::Standing::Any, from: None, to: None, after: None, size: 50 };
    let there = tasks::list(platform, &who, tasks::Wanted::Entity(entity_id), all).await?.content;
    for (title, ahead) in CHORES {
        if there.iter().all(|task| task.tx_title != title) {
            let new =
                json!({ "txTitle": title, "idEntity": entity_id, "dueDate": day(at, ahead)?.to_string() });
            tasks::create(platform, &who, draft(new)?).await?;
        }
    }
    Ok(())
}

async fn family(platform: &Platform, who: &Who) -> Result<EntityId> {
    let ids: Vec<EntityId> =
        platform.storage.entities.relations_of(who.user_id).await?.iter().map(|one| one.entity_id).collect();
    let there = platform.storage.entities.entities(&ids).await?;
    if let Some(there) = there.into_iter().find(|one| one.entity_type == EntityType::Family) {
        return Ok(there.entity_id);
    }
    let new: NewEntity = draft(json!({ "entityName": FAMILY, "entityType": EntityType::Family }))?;
    Ok(entities::create(platform, who, new).await?.id_entity)
}

/// The date so many days after `at`.
fn day(at: i64, ahead: i64) -> Result<jiff::civil::Date> {
    let zone = TimeZone::get(ZONE).map_err(|_| Refusal::internal())?;
    let today = Timestamp::from_millisecond(at).map_err(|_| Refusal::internal())?.to_zoned(zone).date();
    today.checked_add(ahead.days()).map_err(|_| Refusal::internal())
}

/// A calendar of an organisation with its events.
async fn scheduled(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    (name, visibility): (&str, Visibility),
    (at, events): (i64, &[Event]),
) -> Result<()> {
    let owner = (CalendarOwner::Entity, entity_id.0);
    let there = platform.storage.calendars.of(&[owner]).await?;
    let found = there.into_iter().find(|calendar| calendar.calendar_name == name);
    let (uuid, id) = if let Some(there) = found {
        (there.calendar_uuid, there.calendar_id)
    } else {
        let new = NewCalendar {
            name: name.to_owned(),
            id_entity: Some(entity_id),
            visibility,
            relation_types: None,
            color: None,
            source: None,
        };
        let made = calendar::create(platform, who, new).await?;
        (made.calendar_uuid, made.id_calendar)
    };
    let there = platform.storage.calendars.all(id).await?;
    let area = (visibility == Visibility::Public).then_some(AREA);
    for (title, ahead, (from, to), place, more) in events {
        if there.iter().any(|one| one.title == *title) {
            continue;
        }
        let date = day(at, *ahead)?;
        let moment = |hour: i8| {
            let there = date.at(hour, 0, 0, 0).in_tz(ZONE).map_err(|_| Refusal::internal())?;
            Ok::<_, Refusal>(there.timestamp().to_string())
        };
        let mut event = json!({
            "calendarUUID": uuid, "title": title, "start": moment(*from)?, "end": moment(*to)?,
            "place": { "name": place, "idTatort": area },
        });
        if let (Some(event), Some(more)) = (event.as_object_mut(), more.as_object()) {
            event.extend(more.clone());
        }
        calendar::create_event(platform, who, draft::<EventDraft>(event)?).await?;
    }
    Ok(())
}
