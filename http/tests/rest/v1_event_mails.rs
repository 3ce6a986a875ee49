//! Mails about enrolment contain the event (RFC 5546, 6047): one `UID`, sequence numbers that never decrease, and
//! nothing that the person may not read when the mail is sent. Contract §7.

use std::path::{Path, PathBuf};

use actors::calendar::enrollment::poll;
use actors::platform::mail::Inbox;
use actors::platform::time::now;
use storage::calendar::CalendarEvent;
use storage::ids::CalendarEventId;
use storage::time::Moment;

use crate::harness::{MailedEvent, Org, Person, Value, World, json, until};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// An organisation with a calendar.
struct Hall {
    world: World,
    org: Org,
    calendar: Value,
}

impl Hall {
    async fn new(visibility: &str) -> Self {
        Self::of(World::new().await, visibility).await
    }

    async fn of(world: World, visibility: &str) -> Self {
        let org = world.org("Klubben").await;
        let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": visibility});
        let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
        Self { world, org, calendar }
    }

    fn draft(&self, starts: i64, more: &Value) -> Value {
        let mut draft = json!({
            "calendarUUID": self.calendar, "title": "Match", "description": "Ta med vatten",
            "start": Moment(starts), "end": Moment(starts + HOUR),
            "place": {"name": "Idrottshallen"}, "enrollment": {"capacity": 5}
        });
        draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        draft
    }

    async fn event(&self, starts: i64, more: Value) -> String {
        let made = self.org.owner.post("/api/v1/event", self.draft(starts, &more)).await.is(201);
        format!("/api/v1/event/{}", made["id"])
    }

    /// Sends all due mails and answers the newest of the person's `count`.
    async fn newest(&self, person: &Person, count: usize) -> MailedEvent {
        self.world.come("event-mail").await;
        self.world.come("bell-mail").await;
        MailedEvent::of(self.world.mails(&person.email, count).await.last().unwrap())
    }
}

/// A week from now, at a whole second.
fn in_a_week() -> i64 {
    (now() + 7 * DAY) / 1_000 * 1_000
}

async fn rings(person: &Person, kind: &str) {
    until(|| async {
        let bell = person.get("/api/v1/notifications").await.is(200)["content"].take();
        bell.as_array().unwrap().iter().any(|entry| entry["type"] == kind).then_some(())
    })
    .await;
}

async fn approve(hall: &Hall, event: &str, person: &Person) {
    let path = format!("{event}/enrollments/{}/approve", person.id);
    hall.org.owner.call("POST", &path).send().await.is(200);
}

/// A property of the only event in the person's calendar feed.
async fn in_feed(person: &Person, name: &str) -> String {
    let address = person.get("/api/v1/me/ics").await.is(200);
    let url = address["url"].as_str().unwrap();
    let answer = person.world.anyone("GET", &url[url.find("/ics/").unwrap()..]).send().await;
    let text = answer.text().replace("\r\n ", "");
    let (_, event) = text.split_once("BEGIN:VEVENT").unwrap();
    let line = event.lines().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
    line[name.len() + 1..].to_owned()
}

#[actix_web::test]
async fn mails_of_an_enrolment_share_one_uid() {
    let hall = Hall::new("PUBLIC").await;
    let (anna, bo) = (hall.world.person("Anna").await, hall.world.person("Bo").await);
    let starts = in_a_week();
    let asks = json!({"enrollment": {"capacity": 5, "requiresApproval": true}});
    let event = hall.event(starts, asks.clone()).await;
    anna.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    let asked = hall.newest(&anna, 1).await;
    assert_eq!(asked.method, "REQUEST");
    assert!(asked.text.contains("väntar på godkännande") && asked.text.contains("Match, "), "{}", asked.text);
    assert_eq!((asked.get("SUMMARY"), asked.get("LOCATION")), (Some(":Match"), Some(":Idrottshallen")));
    assert_eq!(asked.get("ORGANIZER"), Some(";CN=\"Klubben\":mailto:no-reply@kalender.test"));
    let attendee = |mail: &MailedEvent| mail.get("ATTENDEE").unwrap().to_owned();
    assert!(attendee(&asked).contains("PARTSTAT=TENTATIVE;RSVP=FALSE"), "{asked:?}");
    assert!(attendee(&asked).ends_with(&format!(":mailto:{}", anna.email)), "{asked:?}");
    // The same as in her calendar feed, so that calendar programs do not show it twice.
    assert_eq!(asked.uid(), in_feed(&anna, "UID").await);
    assert_eq!(asked.sequence().to_string(), in_feed(&anna, "SEQUENCE").await);

    approve(&hall, &event, &anna).await;
    let confirmed = hall.newest(&anna, 2).await;
    assert!(attendee(&confirmed).contains("PARTSTAT=ACCEPTED"), "{confirmed:?}");
    assert_eq!((confirmed.method.as_str(), confirmed.get("STATUS")), ("REQUEST", Some(":CONFIRMED")));

    let later = hall.draft(starts + DAY, &asks);
    hall.org.owner.put(&event, later.clone()).await.is(200);
    rings(&anna, "EVENT_MOVED").await;
    let moved = hall.newest(&anna, 3).await;
    assert_eq!(moved.method, "REQUEST");
    assert_ne!(moved.get("DTSTART"), confirmed.get("DTSTART"));
    assert_eq!(moved.sequence().to_string(), in_feed(&anna, "SEQUENCE").await);

    let mut off = later;
    off["eventStatus"] = json!("CANCELLED");
    hall.org.owner.put(&event, off).await.is(200);
    rings(&anna, "EVENT_CANCELLED").await;
    let ended = hall.newest(&anna, 4).await;
    assert_eq!((ended.method.as_str(), ended.get("STATUS")), ("CANCEL", Some(":CANCELLED")));
    assert_eq!(ended.get("DTSTART"), moved.get("DTSTART"));

    let all = [&asked, &confirmed, &moved, &ended];
    assert!(all.iter().all(|mail| mail.uid() == asked.uid()), "{all:?}");
    assert!(all.is_sorted_by_key(|mail| mail.sequence()), "{all:?}");
    assert!(moved.sequence() > confirmed.sequence() && ended.sequence() > moved.sequence());
    assert!(hall.world.outbox(&bo.email).is_empty(), "nobody else is written to");
}

#[actix_web::test]
async fn own_enrolment_and_cancellation_are_mailed() {
    let hall = Hall::new("PUBLIC").await;
    let (anna, bo) = (hall.world.person("Anna").await, hall.world.person("Bo").await);
    let event = hall.event(in_a_week(), json!({})).await;
    let place = format!("{event}/enrollment");
    anna.post(&place, json!({})).await.is(201);
    let comes = hall.newest(&anna, 1).await;
    assert!(comes.text.starts_with("Du är anmäld") && comes.method == "REQUEST", "{comes:?}");
    // Bringing somebody along moves nothing in a calendar.
    anna.delete(&place).await.is(200);
    let leaves = hall.newest(&anna, 2).await;
    assert!(leaves.text.starts_with("Du är avanmäld"), "{leaves:?}");
    assert_eq!((leaves.method.as_str(), leaves.uid()), ("CANCEL", comes.uid()));
    assert!(leaves.sequence() >= comes.sequence());
    assert!(leaves.get("DTSTAMP") >= comes.get("DTSTAMP"), "of two with one number the later holds");
    for gone in ["DESCRIPTION", "LOCATION"] {
        assert_eq!(leaves.get(gone), None, "{gone} is of no use any more");
    }
    // Changed back before the mail is sent: one mail with the final state.
    bo.post(&place, json!({})).await.is(201);
    bo.delete(&place).await.is(200);
    bo.post(&place, json!({})).await.is(201);
    assert_eq!(hall.newest(&bo, 1).await.method, "REQUEST");
}

#[actix_web::test]
async fn mail_about_an_occurrence_names_it() {
    let hall = Hall::new("PUBLIC").await;
    let anna = hall.world.person("Anna").await;
    let first = in_a_week();
    let event = hall.event(first, json!({"rrule": "FREQ=DAILY;COUNT=4"})).await;
    let second = Moment(first + DAY);
    anna.post(&format!("{event}/enrollment?recurrenceId={second}"), json!({})).await.is(201);
    let comes = hall.newest(&anna, 1).await;
    let recurrence_id = comes.get("RECURRENCE-ID").expect("one of a series").to_owned();
    assert_eq!(Some(recurrence_id.as_str()), comes.get("DTSTART"), "where it was not moved");
    assert_eq!((comes.get("RRULE"), comes.get("EXDATE")), (None, None), "that one alone");
    // Moved separately, edited, then deleted: the sequence number never falls.
    let moved = hall.draft(second.0 + 2 * HOUR, &json!({}));
    let own = hall.org.owner.put(&format!("{event}?scope=this&recurrenceId={second}"), moved).await.is(200);
    let own = format!("/api/v1/event/{}", own["id"]);
    rings(&anna, "EVENT_MOVED").await;
    let moved = hall.newest(&anna, 2).await;
    assert_eq!(moved.get("RECURRENCE-ID"), Some(recurrence_id.as_str()));
    assert_ne!(moved.get("DTSTART"), comes.get("DTSTART"));
    assert_eq!(moved.sequence().to_string(), in_feed(&anna, "SEQUENCE").await);
    hall.org.owner.put(&own, hall.draft(second.0 + 2 * HOUR, &json!({"title": "Finalen"}))).await.is(200);
    // Older than the minute in which parts of a series may still be unwritten.
    let series = CalendarEventId(event.rsplit('/').next().unwrap().parse().unwrap());
    let older = CalendarEvent::at(series).update([("updated", Moment(first - 30 * DAY).into())]);
    hall.world.engine.write(vec![older]).await.unwrap();
    hall.org.owner.delete(&format!("{own}?confirm=true")).await.is(204);
    rings(&anna, "EVENT_CANCELLED").await;
    let ended = hall.newest(&anna, 3).await;
    assert_eq!((ended.method.as_str(), ended.get("RECURRENCE-ID")), ("CANCEL", Some(recurrence_id.as_str())));
    let all = [&comes, &moved, &ended];
    assert!(all.iter().all(|mail| mail.uid() == comes.uid()), "{all:?}");
    assert!(comes.sequence() < moved.sequence() && moved.sequence() < ended.sequence(), "{all:?}");
}

#[actix_web::test]
async fn mail_omits_what_its_recipient_may_not_read() {
    let hall = Hall::new("PRIVATE").await;
    let owner = &hall.org.owner;
    let (anna, bo) = (hall.org.with("MEMBER").await, hall.org.with("MEMBER").await);
    let event = hall.event(in_a_week(), json!({})).await;
    owner.post(&format!("{event}/invitations"), json!({"userIds": [anna.id, bo.id]})).await.is(200);
    let asked = hall.newest(&anna, 1).await;
    assert!(asked.get("ATTENDEE").unwrap().contains("PARTSTAT=NEEDS-ACTION"), "{asked:?}");
    let whole = format!("{asked:?}");
    assert!(!whole.contains(&bo.email) && !whole.contains("Bo "), "who else is asked is nobody's to read");
    // Bo, who was removed, may not see it and gets no mail about its content.
    hall.world.mails(&bo.email, 1).await;
    let path = format!("{event}/enrollments/{}/remove", bo.id);
    owner.call("POST", &path).send().await.is(200);
    owner.delete(&format!("{event}?confirm=true")).await.is(204);
    rings(&anna, "EVENT_CANCELLED").await;
    let ended = hall.newest(&anna, 2).await;
    assert_eq!((ended.method.as_str(), ended.uid()), ("CANCEL", asked.uid()));
    assert!(ended.sequence() > asked.sequence());
    assert_eq!(ended.get("DTSTART"), asked.get("DTSTART"));
    for word in ["Match", "Idrottshallen", "vatten", "Klubben"] {
        assert!(!format!("{ended:?}").contains(word), "{word}: {ended:?}");
    }
    assert_eq!(hall.world.outbox(&bo.email).len(), 1);
}

/// The mailbox of a real IMAP server, and the folder that it reads.
fn mailbox() -> (Inbox, PathBuf) {
    let of = |name| std::env::var(name).unwrap();
    (Inbox::read(&of("KALENDER_TEST_IMAP")).unwrap(), of("KALENDER_TEST_MAILDIR").into())
}

/// Delivers a mail; answers its file name.
fn comes_in(folder: &Path, mail: &str) -> String {
    let name = format!("{}.svar", uuid::Uuid::new_v4());
    std::fs::write(folder.join("new").join(&name), mail).unwrap();
    name
}

/// The server's flags of a mail: `S` seen, `F` flagged; empty: unread.
fn flags(folder: &Path, name: &str) -> String {
    let all = std::fs::read_dir(folder.join("cur")).unwrap().map(|file| file.unwrap().file_name());
    let mut all = all.map(|file| file.into_string().unwrap());
    let found = all.find(|file| file.starts_with(name)).unwrap_or_default();
    found.split_once(":2,").map(|(_, flags)| flags.to_owned()).unwrap_or_default()
}

/// A reply as Gmail writes it, to the invitation's own address.
fn answer(invitation: &MailedEvent, partstat: &str) -> String {
    let to = invitation.reply_to.as_deref().unwrap();
    let ics = format!(
        "BEGIN:VCALENDAR\r\nPRODID:-//Google Inc//Google Calendar 70.9054//EN\r\nVERSION:2.0\r\nMETHOD:REPLY\r\n\
         BEGIN:VEVENT\r\nUID:{}\r\nDTSTAMP:{}\r\nSEQUENCE:{}\r\nORGANIZER:mailto:{to}\r\n\
         ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT={partstat}:mailto:annan@post.example\r\n\
         END:VEVENT\r\nEND:VCALENDAR\r\n",
        invitation.uid(),
        invitation.get("DTSTAMP").unwrap().trim_start_matches(':'),
        invitation.sequence(),
    );
    format!(
        "From: Annan <annan@post.example>\r\nTo: {to}\r\nSubject: Svar\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/calendar; charset=utf-8; method=REPLY\r\n\r\n{ics}"
    )
}

#[ignore = "needs an IMAP server: http/tests/imap/with.sh"]
#[actix_web::test]
async fn answer_by_mail_is_processed() {
    let (inbox, folder) = mailbox();
    let hall = Hall::of(World::answered(inbox.clone()).await, "PUBLIC").await;
    let read = async || poll(&hall.world.platform, &inbox).await.unwrap();
    let status = async |person: &Person, event: &str| {
        person.get(event).await.is(200)["enrollment"]["myEnrollmentStatus"].take()
    };
    let (anna, bo) = (hall.world.person("Anna").await, hall.org.with("MEMBER").await);
    let enrollment = json!({"enrollment": {"capacity": 1, "waitlistMode": "OFFER"}});
    let event = hall.event(in_a_week(), enrollment).await;
    for person in [&anna, &bo] {
        person.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    }
    let (first, second) = (hall.newest(&anna, 1).await, hall.newest(&bo, 1).await);
    let own = |mail: &MailedEvent| mail.reply_to.clone().unwrap();
    assert!(own(&first).starts_with("svar+") && own(&first).ends_with("@kalender.test"), "{first:?}");
    assert!(first.get("ORGANIZER").unwrap().ends_with(&own(&first)));
    assert_ne!(own(&first), own(&second), "each has one of its own");

    // Mails that are no valid reply have no effect, whoever the sender, and are flagged for a human.
    let forged = answer(&first, "DECLINED").replace(&own(&first), "svar@kalender.test");
    let forged = forged.replace("annan@post.example", &anna.email);
    let mut guessed = own(&first).into_bytes();
    guessed[30] = if guessed[30] == b'a' { b'b' } else { b'a' };
    let guessed = answer(&first, "DECLINED").replace(&own(&first), &String::from_utf8(guessed).unwrap());
    let large = answer(&first, "DECLINED") + &"X-FILL:0123456789\r\n".repeat(20_000);
    let strange = [forged, guessed, large, "hej".to_owned()].map(|mail| comes_in(&folder, &mail));
    assert_eq!(read().await, 4);
    for name in &strange {
        assert_eq!(flags(&folder, name), "FS", "{name}");
    }
    assert_eq!(status(&anna, &event).await, "CONFIRMED");

    // Anna declines: her seat is offered to Bo, who accepts by mail.
    let declined = comes_in(&folder, &answer(&first, "DECLINED"));
    assert_eq!(read().await, 1);
    assert_eq!((flags(&folder, &declined).as_str(), status(&anna, &event).await), ("S", json!("CANCELLED")));
    assert_eq!(status(&bo, &event).await, "OFFERED");
    let offered = hall.newest(&bo, 2).await;
    assert!(offered.get("ATTENDEE").unwrap().contains("PARTSTAT=NEEDS-ACTION;RSVP=TRUE"), "{offered:?}");
    comes_in(&folder, &answer(&offered, "TENTATIVE"));
    assert_eq!((read().await, status(&bo, &event).await), (1, json!("OFFERED")));
    comes_in(&folder, &answer(&offered, "ACCEPTED"));
    assert_eq!((read().await, status(&bo, &event).await), (1, json!("CONFIRMED")));

    // Each mail is processed once, and a repeated reply changes nothing.
    assert_eq!(read().await, 0);
    comes_in(&folder, &answer(&first, "DECLINED"));
    assert_eq!((read().await, status(&anna, &event).await), (1, json!("CANCELLED")));
    // Present rights apply: a banned person cannot accept an offer.
    bo.delete(&format!("{event}/enrollment")).await.is(200);
    anna.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    bo.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    anna.delete(&format!("{event}/enrollment")).await.is(200);
    assert_eq!(status(&bo, &event).await, "OFFERED");
    let ban = hall.org.at(&format!("/bans/{}", bo.id));
    hall.org.owner.call("PUT", &ban).send().await.is(204);
    comes_in(&folder, &answer(&offered, "ACCEPTED"));
    assert_eq!((read().await, status(&bo, &event).await), (1, json!("OFFERED")));
}
