//! Tasks of the demo: a company's release on a board, the school's beginning of term, and what the school's head has to do.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use storage::ids::EntityId;
use storage::tasks::TaskId;

use super::boards;
use super::boards::view::BoardView;
use super::view::TaskDraft;
use super::{Part, Standing, Wanted, create, list, set_status};
use crate::Platform;
use crate::accounts::Who;
use crate::area::demo::Cast;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::ZONE;

/// A board of an organisation: whose, by whom it is made, and from which template.
struct Shown {
    slug: &'static str,
    maker: &'static str,
    name: &'static str,
    template: &'static str,
    /// Days until the day from which its dates are counted.
    ahead: i32,
    /// Who is named on it, with a role.
    members: &'static [(&'static str, &'static str)],
    /// Cards of the template with who has them and how far they are.
    cards: &'static [(&'static str, &'static str, &'static str)],
}

const BOARDS: [Shown; 2] = [
    Shown {
        slug: "lindqvist-soner-bygg",
        maker: "Håkan Lindqvist",
        name: "Ny webbplats",
        template: "RELEASE",
        ahead: 21,
        members: &[],
        cards: &[
            ("Bestäm vad som ska med", "Håkan Lindqvist", "DONE"),
            ("Testa med några kunder", "Susanne Lindqvist", "IN_PROGRESS"),
            ("Skriv nyheterna", "Patrik Ståhl", "TODO"),
        ],
    },
    Shown {
        slug: "bjorkangsskolan",
        maker: "Anna Lindberg",
        name: "Terminsstart",
        template: "TERMINSSTART",
        ahead: 42,
        members: &[("Johan Bergqvist", "editor"), ("Ingrid Sjöberg", "editor"), ("Ali Rahimi", "commenter")],
        cards: &[
            ("Lägg schemat", "Karin Öberg", "DONE"),
            ("Beställ läromedel", "Johan Bergqvist", "IN_PROGRESS"),
            ("Boka salar och lokaler", "Ingrid Sjöberg", "TODO"),
        ],
    },
];

/// What the school's head has to do: title, days ahead, time of the clock, and more.
const OWN: [(&str, i32, Option<&str>); 4] = [
    ("Ring Karin om vikarien", 0, Some("15:00")),
    ("Läs igenom likabehandlingsplanen", 0, None),
    ("Lämna underlag till budgeten", 3, None),
    ("Boka tid för brandövning", -2, None),
];

fn draft<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|_| Refusal::internal())
}

/// Makes boards and tasks, unless there are any.
pub(super) async fn make(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    for shown in &BOARDS {
        board(platform, cast, shown, at).await?;
    }
    let anna = cast.who(platform, "Anna Lindberg").await?;
    own(platform, &anna, at).await
}

/// The day so many days from the demo's first one, in Sweden.
fn day(at: i64, ahead: i32) -> String {
    let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
    let today = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone).date();
    today.saturating_add(ahead.days()).to_string()
}

async fn board(platform: &Platform, cast: &Cast, shown: &Shown, at: i64) -> Result<()> {
    let entity = platform.storage.entities.entity_by_slug(shown.slug).await?.ok_or_else(Refusal::internal)?;
    let maker = cast.who(platform, shown.maker).await?;
    let id_entity: EntityId = entity.entity_id;
    if !boards::list(platform, &maker, Some(id_entity)).await?.content.is_empty() {
        return Ok(());
    }
    let new = json!({
        "name": shown.name, "idEntity": id_entity, "template": shown.template, "date": day(at, shown.ahead),
    });
    let made = boards::create(platform, &maker, draft(new)?).await?;
    let mut members = Vec::new();
    for (name, role) in shown.members {
        members.push(json!({ "idAuthUser": cast.user(platform, name).await?.user_id, "role": role }));
    }
    let version = made.settings_version;
    let edit = json!({
        "name": shown.name, "entityRole": "editor", "members": members, "settingsVersion": version,
    });
    boards::change(platform, &maker, made.id_board, draft(edit)?).await?;
    for (title, name, status) in shown.cards {
        let Some(id) = card(&made, title) else { continue };
        let user_id = cast.user(platform, name).await?.user_id;
        let assign = json!({ "idTasks": [id], "act": "ASSIGN", "assignee": user_id });
        boards::bulk(platform, &maker, made.id_board, draft(assign)?).await?;
        set_status(platform, &maker, id, draft(json!(status))?).await?;
    }
    Ok(())
}

fn card(board: &BoardView, title: &str) -> Option<TaskId> {
    board.cards.iter().find(|card| card.tx_title == title).map(|card| card.id_task)
}

async fn own(platform: &Platform, who: &Who, at: i64) -> Result<()> {
    let all = Part { standing: Standing::Any, from: None, to: None, after: None, size: 50 };
    let mine = list(platform, who, Wanted::User(who.user_id), all).await?.content;
    let has = |title: &str| mine.iter().any(|task| task.tx_title == title && task.id_board.is_none());
    for (title, ahead, time) in OWN {
        if has(title) {
            continue;
        }
        let due = match time {
            None => json!({ "dueDate": day(at, ahead) }),
            Some(time) => {
                let moment: jiff::civil::DateTime =
                    format!("{}T{time}", day(at, ahead)).parse().map_err(|_| Refusal::internal())?;
                let moment = moment.in_tz(ZONE).map_err(|_| Refusal::internal())?.timestamp();
                json!({ "dueAt": moment.to_string(), "timeZone": ZONE })
            }
        };
        let mut new = json!({ "txTitle": title });
        if let (Some(new), Value::Object(due)) = (new.as_object_mut(), due) {
            new.extend(due);
        }
        create(platform, who, draft::<TaskDraft>(new)?).await?;
    }
    Ok(())
}
