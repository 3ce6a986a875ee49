//! Calendar subscriptions: one process at a time fetches, and the result is stored.

use storage::calendar::{Calendar, CalendarOwner, SourceFailure, SourceSkipped, Subscription, Visibility};
use storage::ids::JobId;
use storage::jobs::Job;
use storage::record::Stored;
use storage::time::Moment;
use storage::value::Json;

use super::calendar::{calendar, made};
use crate::World;
use crate::make::{BO, IDS, now};

fn subscription(calendar: &Calendar) -> Subscription {
    Subscription {
        calendar_id: calendar.calendar_id,
        address: "förseglad".to_owned(),
        etag: String::new(),
        modified: String::new(),
        digest: String::new(),
        visibility: None,
        job_id: JobId(IDS.next(now())),
        next_fetch: Some(Moment(now())),
        fetched: None,
        changed: None,
        busy_until: None,
        failure: Json(None),
        failures: 0,
        skipped: Json(Vec::new()),
        version: 1,
    }
}

pub async fn subscription_is_fetched_by_one_process_at_a_time(world: &World) {
    let calendars = &world.storage.calendars;
    let plain = made(world).await;
    let of = calendar(CalendarOwner::User, BO.0);
    let calendar = Calendar { subscribed: Some(of.created), ..of };
    let first = subscription(&calendar);
    let job = Job::new(first.job_id, now(), "calendar-fetch", calendar.calendar_id.to_string());
    calendars.create_subscribed(&calendar, &first, vec![job.insert()]).await.unwrap();
    assert_eq!(calendars.calendar(calendar.calendar_id).await.unwrap(), Some(calendar.clone()));
    let both = [plain.calendar_id, calendar.calendar_id];
    assert_eq!(calendars.subscriptions(&both).await.unwrap(), std::slice::from_ref(&first));
    assert_eq!(calendars.subscription(plain.calendar_id).await.unwrap(), None);
    // Of many concurrent starters on any nodes, one fetches.
    let there = (world.reopen)().calendars;
    let held = |until| Subscription { busy_until: Some(Moment(until)), version: 2, ..first.clone() };
    let all: Vec<Subscription> = (1..=8).map(held).collect();
    let begun = all.iter().enumerate().map(|(n, held)| {
        let calendars = if n % 2 == 0 { calendars } else { &there };
        calendars.change_subscription(&first, held, Vec::new())
    });
    let begun: Vec<bool> =
        futures_util::future::join_all(begun).await.into_iter().collect::<Result<_, _>>().unwrap();
    let won: Vec<&Subscription> =
        all.iter().zip(&begun).filter(|(_, won)| **won).map(|(one, _)| one).collect();
    assert_eq!(won.len(), 1);
    let stands = calendars.subscription(calendar.calendar_id).await.unwrap().unwrap();
    assert_eq!(&stands, won[0]);
    // Everything stored about it is read back unchanged.
    let (code, text, since) = ("GONE".to_owned(), "Borta.".to_owned(), Moment(7));
    let (uid, title, message) = ("a".to_owned(), "\"Prov\"".to_owned(), "Nej.".to_owned());
    let said = Subscription {
        etag: "\"1\"".to_owned(),
        modified: "Mon, 01 Jun 2026 10:00:00 GMT".to_owned(),
        digest: "0f".to_owned(),
        visibility: Some(Visibility::Unlisted),
        next_fetch: None,
        fetched: Some(Moment(1)),
        changed: Some(Moment(2)),
        busy_until: None,
        failure: Json(Some(SourceFailure { code: code.clone(), text, since })),
        failures: 3,
        skipped: Json(vec![SourceSkipped { uid, title, code, message }]),
        version: 3,
        ..stands.clone()
    };
    assert!(calendars.change_subscription(&stands, &said, Vec::new()).await.unwrap());
    assert!(!calendars.change_subscription(&stands, &first, Vec::new()).await.unwrap(), "a stale copy");
    assert_eq!(there.subscription(calendar.calendar_id).await.unwrap(), Some(said.clone()));
    // It is deleted with its calendar, and nothing restores it.
    assert!(calendars.remove(&calendar, Vec::new()).await.unwrap());
    assert_eq!(calendars.subscription(calendar.calendar_id).await.unwrap(), None);
    let late = Subscription { version: 4, ..said.clone() };
    assert!(!calendars.change_subscription(&said, &late, Vec::new()).await.unwrap());
    assert_eq!(calendars.subscription(calendar.calendar_id).await.unwrap(), None);
}
