//! The demo school's calendars, and a parents' evening with attendees and a waiting list.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use storage::Append;
use storage::calendar::{CalendarOwner, Visibility};
use storage::chat::{Card, CardType};
use storage::entities::RelationType;
use storage::ids::{EventId, Ids, MessageId};
use storage::time::Moment;

use super::direct::message_of;
use super::part::{Part, cast};
use super::script::Script;
use super::talk::NODE;
use crate::Platform;
use crate::calendar::enrollment::view::Enrolling;
use crate::calendar::view::{EventDraft, NewCalendar};
use crate::calendar::{self, enrollment};
use crate::platform::error::{Refusal, Result};

/// The owner of the calendars, the person who creates them, and the channel in which parents are informed.
const SCHOOL: &str = "bjorkangsskolan";
const KEEPER: &str = "Karin Öberg";
const PARENTS: &str = "föräldrar";
/// Who attends the parents' evening or waits for a place: name, number of places, and whose parent they are.
const COMING: &[(&str, i64, &str)] = &[
    ("Lena Karlsson", 1, "Maja"),
    ("Mikael Persson", 0, "Hugo"),
    ("Amina Hassan", 1, "Noor"),
    ("Sofia Nilsson", 0, "Elias"),
    ("Henrik Johansson", 0, "Alva"),
    ("Camilla Eriksson", 0, "Wilma"),
    ("Erik Dahl", 0, "Tindra"),
];
/// The staff's calendar.
const STAFF: &str = "Personal";
const EVENING: &str = "Föräldramöte 7B";
const MINUTE: i64 = 60_000;

/// A calendar's name, visibility, colour and events.
type Shelf = (&'static str, Visibility, &'static str, Vec<Value>);

/// Creates what is missing. The time of the first run is stored, so that a repeat creates nothing twice.
pub async fn fill(platform: &Platform, scripts: &[Script]) -> Result<()> {
    let Some(part) = Part::begin(platform, "calendar").await? else { return Ok(()) };
    let (cast, at) = (cast(scripts), part.at);
    let keeper = cast.who(platform, KEEPER).await?;
    let school = platform.storage.entities.entity_by_slug(SCHOOL).await?.ok_or_else(Refusal::internal)?;
    let mut evening = None;
    for (name, visibility, color, events) in shelves(at).ok_or_else(Refusal::internal)? {
        let owner = (CalendarOwner::Entity, school.entity_id.0);
        let there = platform.storage.calendars.of(&[owner]).await?;
        let there = there.into_iter().find(|calendar| calendar.calendar_name == name);
        let (uuid, id) = if let Some(there) = there {
            (there.calendar_uuid, there.calendar_id)
        } else {
            let id_entity = Some(school.entity_id);
            let new = NewCalendar {
                name: name.to_owned(),
                id_entity,
                visibility,
                relation_types: (name == STAFF).then(|| vec![RelationType::Teacher, RelationType::Employee]),
                color: Some(color.to_owned()),
                source: None,
            };
            let made = calendar::create(platform, &keeper, new).await?;
            (made.calendar_uuid, made.id_calendar)
        };
        let there = platform.storage.calendars.all(id).await?;
        for mut event in events {
            let title = event["title"].as_str().unwrap_or_default().to_owned();
            let mut event_uuid =
                there.iter().find(|one| one.title == title).map(|one| one.event_uuid.clone());
            if event_uuid.is_none() {
                event["calendarUUID"] = json!(uuid);
                let draft: EventDraft = serde_json::from_value(event).map_err(|_| Refusal::internal())?;
                event_uuid = Some(calendar::create_event(platform, &keeper, draft).await?.event_uuid);
            }
            if title == EVENING {
                evening = event_uuid;
            }
        }
    }
    let evening = evening.ok_or_else(Refusal::internal)?;
    for (name, guests, child) in COMING {
        let who = cast.who(platform, name).await?;
        let answers = [("barn".to_owned(), (*child).to_owned())].into();
        let new = Enrolling { guests: *guests, answers, id_user: None };
        match enrollment::enrol(platform, &who, &evening, None, new).await {
            Err(refusal) if refusal.code != "ALREADY_ENROLLED" => return Err(refusal),
            _ => {}
        }
    }
    let spaces = platform.storage.chat.workspaces_of(school.entity_id).await?;
    for space in spaces {
        let channels = platform.storage.chat.channels_of(space.workspace_id).await?;
        if let Some(channel) = channels.into_iter().find(|channel| channel.name == PARENTS) {
            let said_at = at - 25 * MINUTE;
            let text = "Välkomna på föräldramöte! Anmäl er här, det finns inte plats för alla på en gång.";
            let mut message = message_of(channel.channel_id, keeper.user_id, said_at, text);
            message.message_id = MessageId(Ids::first_at(said_at) | NODE | 2);
            message.card = Some(Card { kind: CardType::Event, id: evening.clone() });
            let append = Append {
                event_id: EventId(message.message_id.0),
                workspace_id: space.workspace_id,
                inboxes: Vec::new(),
                notifications: Vec::new(),
                tells: false,
                pushes: None,
                message,
            };
            platform.storage.chat.append(&append).await?;
        }
    }
    part.done(platform).await
}

/// The calendars, with dates relative to `at` (epoch ms). None: `at` is out of range.
fn shelves(at: i64) -> Option<Vec<Shelf>> {
    let zone = TimeZone::get("Europe/Stockholm").ok()?;
    let today = Timestamp::from_millisecond(at).ok()?.to_zoned(zone.clone()).date();
    let on = |date: Date, hour: i8, minute: i8| {
        let there = date.at(hour, minute, 0, 0).to_zoned(zone.clone()).ok()?;
        Some(Moment(there.timestamp().as_millisecond()))
    };
    // The day `count` days from today, or the next weekday after it.
    let days = |count: i64| {
        let day = today.checked_add(count.days()).ok()?;
        match day.weekday() {
            Weekday::Saturday => day.checked_add(2.days()).ok(),
            Weekday::Sunday => day.checked_add(1.day()).ok(),
            _ => Some(day),
        }
    };
    let timed = |title: &str, date: Date, from: (i8, i8), to: (i8, i8), place: &str, more: Value| {
        let mut event = json!({
            "title": title, "start": on(date, from.0, from.1)?, "end": on(date, to.0, to.1)?,
            "place": { "name": place },
        });
        event.as_object_mut()?.extend(more.as_object()?.clone());
        Some(event)
    };
    let whole = |title: &str, from: Date, to: Date| json!({ "title": title, "allDay": true, "startDate": from.to_string(), "endDate": to.to_string() });
    // The current school year, or the coming one during the summer.
    let year = if today.month() >= 7 { today.year() } else { today.year() - 1 };
    let monday =
        |year: i16, week: i8| Some(jiff::civil::ISOWeekDate::new(year, week, Weekday::Monday).ok()?.date());
    let (autumn, winter) = (monday(year, 44)?, monday(year + 1, 9)?);
    let holidays = vec![
        whole("Höstlov", autumn, autumn.checked_add(4.days()).ok()?),
        whole("Jullov", Date::new(year, 12, 20).ok()?, Date::new(year + 1, 1, 7).ok()?),
        whole("Sportlov", winter, winter.checked_add(4.days()).ok()?),
        whole("Studiedag", days(18)?, days(18)?),
        timed("Öppet hus", days(24)?, (17, 0), (19, 0), "Aulan", json!({}))?,
    ];
    let tuesday = today.nth_weekday(-1, Weekday::Tuesday).ok()?;
    let weekly =
        json!({ "rrule": "FREQ=WEEKLY;BYDAY=TU", "description": "Dagordningen ligger i kanalen Personal." });
    let staff = vec![
        timed("Personalmöte", tuesday, (15, 30), (16, 30), "Personalrummet", weekly)?,
        timed("Brandövning", days(6)?, (10, 0), (10, 30), "Skolgården", json!({}))?,
    ];
    let enrollment = json!({
        "capacity": 6, "maxGuests": 1, "waitlistMode": "OFFER",
        "questions": [{ "id": "barn", "text": "Vems förälder är du?", "kind": "TEXT", "required": true }],
    });
    let more = json!({
        "description": "Vi går igenom terminen, utvecklingssamtalen och klassresan. Fika finns.", "enrollment": enrollment,
    });
    let class = vec![
        timed(EVENING, days(9)?, (18, 0), (19, 30), "Sal 214", more)?,
        timed("Prov i matematik", days(4)?, (9, 40), (11, 0), "Sal 214", json!({}))?,
        timed("Idrottsdag", days(13)?, (8, 30), (14, 30), "Tallåsens IP", json!({}))?,
    ];
    Some(vec![
        ("Läsåret", Visibility::Public, "#2f9e44", holidays),
        (STAFF, Visibility::Restricted, "#1971c2", staff),
        ("Klass 7B", Visibility::Restricted, "#e8590c", class),
    ])
}
