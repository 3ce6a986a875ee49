//! `/api/v1/event/{id}/enrollment`, `…/waitlist`, `…/enrollments`. Contract §7.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::ids::JobId;
use storage::jobs::Job;
use storage::record::Stored as _;
use storage::time::Moment;

use crate::harness::{Org, Patience, Person, Value, World, each, json};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// An organisation with a public calendar.
pub struct Hall {
    pub org: Org,
    pub calendar: String,
}

impl Hall {
    pub async fn new(world: &World) -> Self {
        let org = world.org("Klubben").await;
        let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
        let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
        Self { org, calendar: calendar.as_str().unwrap().to_owned() }
    }

    pub fn draft(&self, starts: i64, enrollment: &Value) -> Value {
        json!({
            "calendarUUID": self.calendar, "title": "Match", "start": Moment(starts), "end": Moment(starts + HOUR),
            "enrollment": enrollment
        })
    }

    /// Creates an event a week from now with these enrolment settings; answers its path.
    pub async fn event(&self, enrollment: Value) -> String {
        let made =
            self.org.owner.post("/api/v1/event", self.draft(now() + 7 * DAY, &enrollment)).await.is(201);
        format!("/api/v1/event/{}", made["id"])
    }
}

pub async fn people(world: &World, count: usize) -> Vec<Person> {
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(world.person("Person").await);
    }
    all
}

pub async fn enrol(person: &Person, event: &str) -> Value {
    person.post(&format!("{event}/enrollment"), json!({})).await.is(201)
}

pub async fn mine(person: &Person, event: &str) -> Value {
    person.get(event).await.is(200)["enrollment"].take()
}

pub async fn status(person: &Person, event: &str) -> String {
    mine(person, event).await["myEnrollmentStatus"].as_str().unwrap().to_owned()
}

pub async fn decide(person: &Person, event: &str, whom: &Person, verb: &str) -> crate::harness::Answer {
    person.call("POST", &format!("{event}/enrollments/{}/{verb}", whom.id)).send().await
}

#[actix_web::test]
async fn person_enrols_with_guests_and_cancels() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let plain = hall.event(Value::Null).await;
    assert_eq!(anna.get(&plain).await.is(200)["enrollment"], Value::Null);
    anna.post(&format!("{plain}/enrollment"), json!({})).await.refused(409, "CLOSED");
    let event = hall
        .event(json!({
            "capacity": 3, "maxGuests": 2,
            "questions": [{"id": "mat", "text": "Vad äter du?", "kind": "CHOICE", "options": ["Kött", "Grönt"], "required": true}]
        }))
        .await;
    let seen = mine(&anna, &event).await;
    assert_eq!((&seen["capacity"], &seen["taken"], &seen["seatsLeft"]), (&json!(3), &json!(0), &json!(3)));
    assert_eq!((&seen["myEnrollmentStatus"], &seen["myEnrollmentId"]), (&json!("NONE"), &Value::Null));
    assert_eq!((&seen["closed"], &seen["waitlistMode"]), (&json!(false), &Value::Null));
    assert_eq!(seen["questions"][0]["options"], json!(["Kött", "Grönt"]));
    let path = format!("{event}/enrollment");
    anna.post(&path, json!({})).await.wrong_field("answers.mat", "REQUIRED");
    anna.post(&path, json!({"guests": 3, "answers": {"mat": "Kött"}}))
        .await
        .wrong_field("guests", "TOO_MANY");
    anna.post(&path, json!({"guests": 21})).await.refused(422, "INVALID");
    let made = anna.post(&path, json!({"guests": 1, "answers": {"mat": "Grönt"}})).await.is(201);
    assert_eq!((&made["myEnrollmentStatus"], &made["myGuests"]), (&json!("CONFIRMED"), &json!(1)));
    assert_eq!((&made["taken"], &made["seatsLeft"]), (&json!(2), &json!(1)));
    assert_eq!((&made["myAnswers"], &made["onWaitlist"]), (&json!({"mat": "Grönt"}), &json!(false)));
    assert!(made["myEnrollmentId"].is_i64());
    assert_eq!(mine(&anna, &event).await, made);
    anna.post(&path, json!({"answers": {"mat": "Kött"}})).await.refused(409, "ALREADY_ENROLLED");
    // Without a session: the counts, but nobody's answers.
    let public = event.replace("/v1/", "/public/");
    let public = world.anyone("GET", &public).send().await.is(200)["enrollment"].take();
    assert_eq!((&public["taken"], &public["myEnrollmentStatus"]), (&json!(2), &json!("NONE")));
    assert_eq!(public["myAnswers"], json!({}));
    bo.post(&path, json!({"guests": 1, "answers": {"mat": "Kött"}})).await.refused(409, "EVENT_FULL");
    bo.post(&path, json!({"answers": {"mat": "Kött"}})).await.is(201);
    anna.put(&path, json!({"guests": 2, "answers": {"mat": "Kött"}})).await.refused(409, "EVENT_FULL");
    let changed = anna.put(&path, json!({"answers": {"mat": "Kött"}})).await.is(200);
    assert_eq!((&changed["myGuests"], &changed["seatsLeft"]), (&json!(0), &json!(1)));
    assert_eq!(changed["myEnrollmentId"], made["myEnrollmentId"]);
    let gone = anna.delete(&path).await.is(200);
    assert_eq!((&gone["myEnrollmentStatus"], &gone["taken"]), (&json!("CANCELLED"), &json!(1)));
    anna.delete(&path).await.is(200);
    world.person("Cia").await.delete(&path).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn waitlist_advances_by_itself() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "AUTO_CONFIRM"})).await;
    let all = people(&world, 4).await;
    all[3].call("POST", &format!("{event}/waitlist")).send().await.refused(409, "SEATS_LEFT");
    for person in &all[..3] {
        enrol(person, &event).await;
    }
    let seen = mine(&all[2], &event).await;
    assert_eq!((&seen["myEnrollmentStatus"], &seen["waitlistPosition"]), (&json!("WAITLISTED"), &json!(2)));
    assert_eq!(
        (&seen["onWaitlist"], &seen["waiting"], &seen["seatsLeft"]),
        (&json!(true), &json!(2), &json!(0))
    );
    let joined = all[3].call("POST", &format!("{event}/waitlist")).send().await.is(200);
    assert_eq!(joined, json!({"position": 3, "totalWaiting": 3}));
    all[3].call("POST", &format!("{event}/waitlist")).send().await.refused(409, "ALREADY_ENROLLED");
    let left = all[1].delete(&format!("{event}/waitlist")).await.is(200);
    assert_eq!(left, json!({"totalWaiting": 2}));
    all[1].delete(&format!("{event}/waitlist")).await.is(200);
    assert_eq!(mine(&all[2], &event).await["waitlistPosition"], 1);
    all[0].delete(&format!("{event}/enrollment")).await.is(200);
    assert_eq!(status(&all[2], &event).await, "CONFIRMED");
    assert_eq!(mine(&all[3], &event).await["waitlistPosition"], 1);
    // More capacity: those who wait are confirmed.
    let id = event.rsplit('/').next().unwrap();
    let old = hall.org.owner.get(&event).await.is(200);
    let mut draft = hall.draft(now() + 7 * DAY, &json!({"capacity": 3, "waitlistMode": "AUTO_CONFIRM"}));
    draft["version"] = old["version"].clone();
    hall.org.owner.put(&format!("/api/v1/event/{id}"), draft).await.is(200);
    until(async || status(&all[3], &event).await == "CONFIRMED").await;
    let seen = mine(&all[3], &event).await;
    assert_eq!((&seen["taken"], &seen["waiting"], &seen["seatsLeft"]), (&json!(2), &json!(0), &json!(1)));
    // A capacity below the taken seats is refused without effect, and so is the removal of enrolment.
    let before = world.dump().await;
    for fewer in [json!({"capacity": 1}), Value::Null] {
        let draft = hall.draft(now() + 7 * DAY, &fewer);
        hall.org.owner.put(&event, draft).await.refused(409, "CAPACITY_TAKEN");
    }
    World::assert_same(&before, &world.dump().await);
    // Enrolment settings that the body omits stay.
    let mut draft = hall.draft(now() + 7 * DAY, &Value::Null);
    draft.as_object_mut().unwrap().remove("enrollment");
    assert_eq!(hall.org.owner.put(&event, draft).await.is(200)["enrollment"]["capacity"], 3);
}

pub async fn until(holds: impl AsyncFn() -> bool) {
    let mut patience = Patience::new();
    while patience.lasts().await {
        if holds().await {
            return;
        }
    }
    panic!("it never comes");
}

#[actix_web::test]
async fn offers_are_accepted_and_declined_in_turn() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let all = people(&world, 3).await;
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "OFFER"})).await;
    for person in &all {
        enrol(person, &event).await;
    }
    let accept = format!("{event}/waitlist/accept");
    all[1].call("POST", &accept).send().await.refused(409, "WRONG_STATUS");
    all[0].delete(&format!("{event}/enrollment")).await.is(200);
    let seen = mine(&all[1], &event).await;
    assert_eq!((&seen["myEnrollmentStatus"], &seen["taken"]), (&json!("OFFERED"), &json!(1)));
    let until: Moment = serde_json::from_value(seen["offerExpires"].clone()).unwrap();
    assert!((now() + 24 * HOUR..now() + 4 * DAY).contains(&until.0), "{until}");
    all[1].call("POST", &format!("{event}/waitlist/decline")).send().await.is(200);
    assert_eq!(
        (status(&all[1], &event).await, status(&all[2], &event).await),
        ("DECLINED".into(), "OFFERED".into())
    );
    let taken = all[2].call("POST", &accept).send().await.is(200);
    assert_eq!((&taken["myEnrollmentStatus"], &taken["offerExpires"]), (&json!("CONFIRMED"), &Value::Null));
    // MANUAL: nobody moves up until an organiser admits a named person.
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "MANUAL"})).await;
    for person in &all {
        enrol(person, &event).await;
    }
    let owner = &hall.org.owner;
    decide(owner, &event, &all[2], "promote").await.refused(409, "EVENT_FULL");
    all[0].delete(&format!("{event}/enrollment")).await.is(200);
    assert_eq!(status(&all[1], &event).await, "WAITLISTED");
    let promoted = decide(owner, &event, &all[2], "promote").await.is(200);
    assert_eq!((&promoted["idUser"], &promoted["status"]), (&json!(all[2].id), &json!("CONFIRMED")));
}

#[actix_web::test]
async fn only_managers_decide_enrolments() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let (member, stranger) = (hall.org.with("MEMBER").await, world.person("Främling").await);
    let other = world.org("Grannen").await.owner;
    let event = hall.event(json!({"requiresApproval": true, "capacity": 10, "waitlistMode": "MANUAL"})).await;
    for person in [&member, &stranger, &other] {
        assert_eq!(enrol(person, &event).await["myEnrollmentStatus"], "PENDING");
    }
    let list = format!("{event}/enrollments");
    let before = world.dump().await;
    for person in [&member, &stranger, &other] {
        person.get(&list).await.refused(403, "ROLE_TOO_LOW");
        for verb in ["approve", "reject", "promote", "checkin", "noshow", "undo", "remove"] {
            decide(person, &event, &member, verb).await.refused(403, "ROLE_TOO_LOW");
        }
        let rows = json!({"rows": [{"idUser": member.id, "at": Moment(now())}]});
        person.post(&format!("{list}/checkin"), rows).await.refused(403, "ROLE_TOO_LOW");
        let another = json!({"idUser": owner.id});
        person.post(&format!("{event}/enrollment"), another).await.refused(403, "ROLE_TOO_LOW");
    }
    assert_eq!(world.anyone("GET", &list).send().await.status, 401);
    assert_eq!(
        world.anyone("POST", &format!("{event}/enrollment")).json(&json!({})).send().await.status,
        401
    );
    World::assert_same(&before, &world.dump().await);
    decide(owner, &event, &member, "loves").await.refused(404, "NOT_FOUND");
    decide(owner, &event, &member, "checkin").await.refused(409, "WRONG_STATUS");
    assert_eq!(decide(owner, &event, &member, "approve").await.is(200)["status"], "CONFIRMED");
    decide(owner, &event, &member, "approve").await.refused(409, "WRONG_STATUS");
    assert_eq!(decide(owner, &event, &stranger, "reject").await.is(200)["status"], "REJECTED");
    assert_eq!(status(&stranger, &event).await, "REJECTED");
    stranger.post(&format!("{event}/enrollment"), json!({})).await.refused(409, "WRONG_STATUS");
    assert_eq!(mine(owner, &event).await["taken"], 2);
    // Attendance.
    assert_eq!(decide(owner, &event, &member, "noshow").await.is(200)["status"], "NO_SHOW");
    let seen = decide(owner, &event, &member, "checkin").await.is(200);
    assert!(seen["checkedInAt"].is_string() && seen["status"] == "ATTENDED");
    member.delete(&format!("{event}/enrollment")).await.refused(409, "CLOSED");
    assert_eq!(decide(owner, &event, &member, "undo").await.is(200)["checkedInAt"], Value::Null);
    let at = Moment(now() - HOUR);
    let rows = json!({"rows": [{"idUser": member.id, "at": at}, {"idUser": 7, "at": at}, {"idUser": other.id, "at": at}]});
    for _ in 0..2 {
        let rows = owner.post(&format!("{list}/checkin"), rows.clone()).await.is(200)["content"].take();
        assert_eq!(each(&rows, "status"), ["ATTENDED", "NONE", "PENDING"]);
        assert_eq!(each(&rows, "code"), [&Value::Null, &json!("NOT_FOUND"), &json!("WRONG_STATUS")]);
    }
    // Enrolled by an organiser: no approval is needed.
    let another = hall.org.with("MEMBER").await;
    owner.post(&format!("{event}/enrollment"), json!({"idUser": another.id})).await.is(201);
    assert_eq!(status(&another, &event).await, "CONFIRMED");
    owner.post(&format!("{event}/enrollment"), json!({"idUser": 7})).await.refused(404, "NOT_FOUND");
    // Lists: by status in its order, or all, paginated.
    let of = async |query: &str| owner.get(&format!("{list}{query}")).await.is(200);
    assert_eq!(each(&of("?status=CONFIRMED").await["content"], "idUser"), [&json!(another.id)]);
    let all = of("?limit=2").await;
    assert_eq!((all["content"].as_array().unwrap().len(), &all["hasMore"]), (2, &json!(true)));
    let last = &all["content"][1]["idUser"];
    let rest = of(&format!("?limit=2&after={last}")).await;
    assert_eq!((rest["content"].as_array().unwrap().len(), &rest["hasMore"]), (2, &json!(false)));
    assert_eq!(decide(owner, &event, &another, "remove").await.is(200)["status"], "CANCELLED");
}

#[actix_web::test]
async fn occurrences_are_enrolled_separately() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let (owner, anna) = (&hall.org.owner, world.person("Anna").await);
    let first = (now() + 2 * DAY) / 1_000 * 1_000;
    let mut draft = hall.draft(
        first,
        &json!({"capacity": 1, "deadline": Moment(first - HOUR), "waitlistMode": "AUTO_CONFIRM"}),
    );
    draft["rrule"] = json!("FREQ=DAILY;COUNT=4");
    let made = owner.post("/api/v1/event", draft.clone()).await.is(201);
    assert_eq!(
        (&made["enrollment"]["closed"], &made["enrollment"]["recurrenceId"]),
        (&json!(true), &Value::Null)
    );
    let path = format!("/api/v1/event/{}", made["id"]);
    let at = |day: i64, rest: &str| format!("{path}{rest}?recurrenceId={}", Moment(first + day * DAY));
    anna.post(&format!("{path}/enrollment"), json!({})).await.wrong_field("recurrenceId", "NO_SUCH_INSTANCE");
    anna.post(&at(9, "/enrollment"), json!({})).await.wrong_field("recurrenceId", "NO_SUCH_INSTANCE");
    let made = anna.post(&at(1, "/enrollment"), json!({})).await.is(201);
    assert_eq!(made["recurrenceId"], json!(Moment(first + DAY)));
    assert_eq!(anna.get(&at(1, "")).await.is(200)["enrollment"]["myEnrollmentStatus"], "CONFIRMED");
    assert_eq!(anna.get(&at(2, "")).await.is(200)["enrollment"]["myEnrollmentStatus"], "NONE");
    assert_eq!(
        world.person("Bo").await.post(&at(1, "/enrollment"), json!({})).await.is(201)["onWaitlist"],
        true
    );
    // An occurrence split from the series keeps its people; the series keeps the others.
    let moved = hall.draft(first + DAY + HOUR, &json!({"capacity": 2, "waitlistMode": "AUTO_CONFIRM"}));
    let own =
        owner.put(&format!("{path}?scope=this&recurrenceId={}", Moment(first + DAY)), moved).await.is(200);
    let own = format!("/api/v1/event/{}", own["id"]);
    assert_eq!(mine(&anna, &own).await["myEnrollmentStatus"], "CONFIRMED");
    until(async || mine(&anna, &own).await["taken"] == 2).await;
    // No change may remove an occurrence with enrolments.
    anna.post(&at(2, "/enrollment"), json!({})).await.is(201);
    let mut later = draft.clone();
    later["start"] = json!(Moment(first + HOUR));
    later["end"] = json!(Moment(first + 2 * HOUR));
    owner.put(&path, later).await.refused(409, "ENROLLED");
    owner
        .put(&format!("{path}?scope=future&recurrenceId={}", Moment(first + 2 * DAY)), draft.clone())
        .await
        .refused(409, "ENROLLED");
    // Deleting the series, with the events split from it, needs confirmation and removes the enrolments.
    owner.delete(&path).await.refused(409, "HAS_ENROLLED");
    owner.delete(&format!("{path}?confirm=true")).await.is(204);
    until(async || {
        anna.get("/api/v1/me/export").await.status == 200 && world.dump().await["seats"].is_empty()
    })
    .await;
}

#[actix_web::test]
async fn enrolment_closes_by_deadline_start_or_cancellation() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let (owner, anna) = (&hall.org.owner, world.person("Anna").await);
    let soon = json!({"deadline": Moment(now() - HOUR)});
    let closed = hall.event(soon).await;
    assert_eq!(mine(&anna, &closed).await["closed"], true);
    anna.post(&format!("{closed}/enrollment"), json!({})).await.refused(409, "CLOSED");
    let begun = owner.post("/api/v1/event", hall.draft(now() - HOUR, &json!({}))).await.is(201);
    anna.post(&format!("/api/v1/event/{}/enrollment", begun["id"]), json!({})).await.refused(409, "CLOSED");
    let off = hall.event(json!({})).await;
    enrol(&anna, &off).await;
    let mut draft = hall.draft(now() + 7 * DAY, &json!({}));
    draft["eventStatus"] = json!("CANCELLED");
    owner.put(&off, draft).await.is(200);
    assert_eq!(mine(&anna, &off).await["closed"], true);
    world.person("Bo").await.post(&format!("{off}/enrollment"), json!({})).await.refused(409, "CLOSED");
    for wrong in [
        json!({"capacity": 0}),
        json!({"capacity": 100_001}),
        json!({"maxGuests": 21}),
        json!({"waitlistMode": "LOTTERY"}),
    ] {
        owner.post("/api/v1/event", hall.draft(now() + DAY, &wrong)).await.refused(422, "INVALID");
    }
    let one_option = json!({"questions": [{"id": "a", "text": "?", "kind": "CHOICE", "options": ["ja"]}]});
    owner
        .post("/api/v1/event", hall.draft(now() + DAY, &one_option))
        .await
        .wrong_field("enrollment.questions[0].options", "OPTIONS");
}

/// A block between two people, as stored without the check whether they may know of each other.
pub fn block(by: i64, against: i64) -> storage::Block {
    let (user_id, blocked_id) = (storage::UserId(by), storage::UserId(against));
    storage::Block { user_id, blocked_id, block_id: storage::BlockId(1), reason: None, created: now() }
}

#[actix_web::test]
async fn banned_and_blocked_people_cannot_enrol() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let barred = hall.org.with("MEMBER").await;
    let event = hall.event(json!({})).await;
    let bar = hall.org.owner.call("PUT", &hall.org.at(&format!("/bans/{}", barred.id))).send().await;
    assert!(bar.status < 300, "{}", bar.text());
    barred.post(&format!("{event}/enrollment"), json!({})).await.refused(403, "BANNED");
    // An event in a personal calendar is hidden from people on the other side of a block, even by its address.
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let new = json!({"name": "Fest", "visibility": "UNLISTED"});
    let calendar = anna.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let party = json!({
        "calendarUUID": calendar, "title": "Fest", "start": Moment(now() + DAY), "end": Moment(now() + DAY + HOUR), "enrollment": {}
    });
    let party = anna.post("/api/v1/event", party).await.is(201);
    // Not by its id, but by its address.
    bo.post(&format!("/api/v1/event/{}/enrollment", party["id"]), json!({})).await.refused(404, "NOT_FOUND");
    let path = format!("/api/v1/event/{}/enrollment", party["eventUUID"].as_str().unwrap());
    bo.post(&path, json!({})).await.is(201);
    bo.delete(&path).await.is(200);
    world.storage.contacts.block(&block(anna.id, bo.id)).await.unwrap();
    bo.post(&path, json!({})).await.refused(404, "NOT_FOUND");
    bo.call("POST", &path.replace("enrollment", "waitlist")).send().await.refused(404, "NOT_FOUND");
    world.person("Cia").await.post(&path, json!({})).await.is(201);
}

#[actix_web::test]
async fn two_hundred_people_get_five_seats() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let event = hall.event(json!({"capacity": 5})).await;
    let queued = hall.event(json!({"capacity": 5, "waitlistMode": "AUTO_CONFIRM"})).await;
    let all = people(&world, 200).await;
    let path = format!("{event}/enrollment");
    let answers = join_all(all.iter().map(|person| person.post(&path, json!({})))).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(201), count(409)), (5, 195));
    assert_eq!(mine(&all[0], &event).await["taken"], 5);
    let path = format!("{queued}/enrollment");
    let answers = join_all(all[..40].iter().map(|person| person.post(&path, json!({})))).await;
    assert!(answers.iter().all(|answer| answer.status == 201));
    let seen = mine(&all[0], &queued).await;
    assert_eq!((&seen["taken"], &seen["waiting"]), (&json!(5), &json!(35)));
    let mut places = Vec::new();
    for person in &all[..40] {
        places.extend(mine(person, &queued).await["waitlistPosition"].as_i64());
    }
    places.sort_unstable();
    assert_eq!(places, (1..=35).collect::<Vec<_>>());
    // Concurrent cancellations: as many move up.
    join_all(all[..40].iter().take(20).map(|person| person.delete(&path))).await;
    let seen = mine(&all[39], &queued).await;
    assert_eq!((&seen["taken"], &seen["waiting"]), (&json!(5), &json!(15)));
}

#[actix_web::test]
async fn an_erased_persons_place_goes_to_the_next() {
    use actors::accounts::erasure::{PATIENCE, erase_due};
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "AUTO_CONFIRM"})).await;
    let (leaves, next) = (world.person("Går").await, world.person("Näst").await);
    enrol(&leaves, &event).await;
    enrol(&next, &event).await;
    leaves.delete("/api/v1/me").await.is(200);
    let due = now() + PATIENCE + 60_000;
    assert!(erase_due(&world.platform, storage::UserId(leaves.id), due).await.unwrap());
    assert_eq!(status(&next, &event).await, "CONFIRMED");
    let all = hall.org.owner.get(&format!("{event}/enrollments")).await.is(200);
    assert_eq!(each(&all["content"], "idUser"), [&json!(next.id)]);
}

/// The types of a person's notifications, newest first.
async fn told(person: &Person, count: usize) -> Vec<String> {
    let bell = person.bell(count).await;
    each(&bell, "type").iter().map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn enrolment_changes_notify_their_people() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let all = people(&world, 3).await;
    let settings = json!({"capacity": 1, "waitlistMode": "OFFER", "requiresApproval": true});
    let event = hall.event(settings.clone()).await;
    for person in &all {
        enrol(person, &event).await;
    }
    decide(owner, &event, &all[0], "approve").await.is(200);
    assert_eq!(told(&all[0], 1).await, ["EVENT_APPROVED"]);
    decide(owner, &event, &all[0], "remove").await.is(200);
    assert_eq!(told(&all[0], 2).await, ["EVENT_REMOVED", "EVENT_APPROVED"]);
    let bell = all[1].bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["actorId"]), (&json!("EVENT_OFFERED"), &Value::Null));
    assert!(bell[0]["preview"].as_str().unwrap().starts_with("Match, "), "{bell}");
    assert!(bell[0]["path"].as_str().unwrap().starts_with("/event/"));
    all[1].call("POST", &format!("{event}/waitlist/accept")).send().await.is(200);
    decide(owner, &event, &all[1], "reject").await.is(200);
    // The offer's notification was removed when it was accepted.
    assert_eq!(told(&all[1], 1).await, ["EVENT_REJECTED"]);
    assert_eq!(told(&all[2], 1).await, ["EVENT_OFFERED"]);
    // Moved, cancelled, deleted: one notification each, and none for former participants.
    owner.put(&event, hall.draft(now() + 8 * DAY, &settings)).await.is(200);
    assert_eq!(told(&all[2], 2).await[0], "EVENT_MOVED");
    let mut off = hall.draft(now() + 8 * DAY, &settings);
    off["eventStatus"] = json!("CANCELLED");
    owner.put(&event, off).await.is(200);
    told(&all[2], 3).await;
    owner.delete(&event).await.is(204);
    until(async || world.dump().await["seats"].is_empty()).await;
    assert_eq!(told(&all[2], 3).await, ["EVENT_CANCELLED", "EVENT_MOVED", "EVENT_OFFERED"]);
    assert_eq!(told(&all[0], 2).await.len(), 2);
    // Moving up from the waiting list notifies; so does the cancellation by deletion.
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "AUTO_CONFIRM"})).await;
    enrol(&all[0], &event).await;
    enrol(&all[1], &event).await;
    all[0].delete(&format!("{event}/enrollment")).await.is(200);
    assert_eq!(told(&all[1], 2).await[0], "EVENT_CONFIRMED");
    owner.delete(&event).await.is(204);
    assert_eq!(told(&all[1], 3).await[0], "EVENT_CANCELLED");
    assert!(all[1].bell(3).await[0]["title"].as_str().unwrap().contains("inställd"));
    assert_eq!(told(&all[0], 2).await.len(), 2);
}

#[actix_web::test]
async fn expired_offer_goes_to_the_next() {
    use storage::jobs::Job;
    use storage::record::Stored;
    use storage::seats::{Moved, Seat, SeatSubject, Subject};
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let all = people(&world, 3).await;
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "OFFER"})).await;
    for person in &all {
        enrol(person, &event).await;
    }
    all[0].delete(&format!("{event}/enrollment")).await.is(200);
    // The job that expires the offer is due at its expiry.
    let expires: Moment = serde_json::from_value(mine(&all[1], &event).await["offerExpires"].take()).unwrap();
    let rows = world.engine.scan(Job::at(0, 0, storage::JobId(0)).table, None, 100_000).await.unwrap();
    let jobs: Vec<Job> = rows.into_iter().map(|row| storage::record::Record::read(row).unwrap()).collect();
    let job = jobs.iter().find(|job| job.kind == "event-offer").unwrap();
    assert_eq!(job.due, expires.0);
    // Expires the offer: the clock cannot be moved here, so the row is changed.
    let id = event.rsplit('/').next().unwrap().parse().unwrap();
    let subject = Subject { kind: SeatSubject::Event, id, occurrence: Moment(0) };
    let (seats, user) = (&world.storage.seats, storage::UserId(all[1].id));
    let counts = seats.counts(subject).await.unwrap().unwrap();
    let old = seats.seat(subject, user).await.unwrap().unwrap();
    let new = Seat { offered_until: Some(Moment(now() - 1)), ..old.clone() };
    let moved = Moved { old: Some(old), new: Some(new) };
    assert!(seats.decide(&counts, &counts, &[moved], Vec::new()).await.unwrap());
    all[1].call("POST", &format!("{event}/waitlist/accept")).send().await.refused(409, "OFFER_EXPIRED");
    // Twice, as after a crash half-way.
    for n in 1..=2 {
        let due = Job::new(storage::JobId(n), now(), &job.kind, job.payload.clone());
        world.engine.write(vec![due.insert()]).await.unwrap();
        world.platform.jobs.wake();
    }
    until(async || status(&all[2], &event).await == "OFFERED").await;
    assert_eq!(status(&all[1], &event).await, "OFFER_EXPIRED");
    assert_eq!(told(&all[1], 2).await, ["EVENT_OFFER_EXPIRED", "EVENT_OFFERED"]);
    assert_eq!(told(&all[2], 1).await, ["EVENT_OFFERED"]);
    assert_eq!(mine(&all[2], &event).await["taken"], 1);
}

#[actix_web::test]
async fn people_are_invited_to_an_event() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let (anna, bo, teacher) =
        (hall.org.with("MEMBER").await, hall.org.with("MEMBER").await, hall.org.with("TEACHER").await);
    let (hidden, stranger) = (world.person("Dold").await, world.person("Främling").await);
    // A private calendar: invited people may see the event all the same.
    let new = json!({"name": "Hemligt", "idEntity": hall.org.id, "visibility": "PRIVATE"});
    let calendar = owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let mut draft = hall.draft(now() + 7 * DAY, &json!({"capacity": 2}));
    draft["calendarUUID"] = calendar;
    let event = format!("/api/v1/event/{}", owner.post("/api/v1/event", draft).await.is(201)["id"]);
    let path = format!("{event}/invitations");
    anna.get(&event).await.refused(404, "NOT_FOUND");
    let asked = owner.post(&path, json!({"userIds": [anna.id, hidden.id, owner.id, 7]})).await.is(200);
    assert_eq!(asked, json!({"invited": 1, "already": 0, "refused": 2}));
    let asked = owner.post(&path, json!({"relationTypes": ["MEMBER"]})).await.is(200);
    assert_eq!(asked, json!({"invited": 1, "already": 1, "refused": 0}));
    let asked = owner.post(&path, json!({"idChannel": hall.org.general})).await.is(200);
    assert_eq!(asked, json!({"invited": 1, "already": 2, "refused": 0}));
    for person in [&anna, &bo, &teacher] {
        let bell = person.bell(1).await;
        assert_eq!((&bell[0]["type"], &bell[0]["actorId"]), (&json!("EVENT_INVITED"), &json!(owner.id)));
        assert!(bell[0]["preview"].as_str().unwrap().starts_with("Match, "));
    }
    assert_eq!(mine(&anna, &event).await["myEnrollmentStatus"], "INVITED");
    assert_eq!(mine(&anna, &event).await["taken"], 0, "who is asked takes no place");
    assert_eq!(enrol(&anna, &event).await["myEnrollmentStatus"], "CONFIRMED");
    let no = bo.call("POST", &format!("{event}/enrollment/decline")).send().await.is(200);
    assert_eq!(no["myEnrollmentStatus"], "DECLINED");
    bo.get(&event).await.refused(404, "NOT_FOUND");
    stranger.post(&path, json!({"userIds": [bo.id]})).await.refused(404, "NOT_FOUND");
    // They may see the event, but not the calendar.
    teacher.post(&path, json!({"userIds": [bo.id]})).await.refused(404, "NOT_FOUND");
    let many: Vec<i64> = (1..=501).collect();
    owner.post(&path, json!({"userIds": many})).await.refused(422, "INVALID");
    let other = world.org("Grannen").await;
    owner.post(&path, json!({"idChannel": other.general})).await.refused(403, "ACCESS_DENIED");
}

#[actix_web::test]
async fn tickets_and_the_list_for_the_door() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let question = json!({"questions": [{"id": "a", "text": "=Allergi?", "kind": "TEXT"}]});
    let (event, other) = (hall.event(question).await, hall.event(json!({})).await);
    let enrollment = format!("{event}/enrollment");
    anna.post(&enrollment, json!({"answers": {"a": "=HYPERLINK(\"x\");ja"}})).await.is(201);
    enrol(&anna, &other).await;
    bo.get(&format!("{enrollment}/ticket")).await.refused(404, "NOT_FOUND");
    let code = anna.get(&format!("{enrollment}/ticket")).await.is(200)["code"].take();
    let door = format!("{event}/enrollments/checkin");
    anna.post(&door, json!({"code": code})).await.refused(403, "ROLE_TOO_LOW");
    owner
        .post(&format!("{other}/enrollments/checkin"), json!({"code": code}))
        .await
        .wrong_field("code", "TICKET");
    owner.post(&door, json!({"code": "hittepå"})).await.wrong_field("code", "TICKET");
    for _ in 0..2 {
        let seen = owner.post(&door, json!({"code": code})).await.is(200)["content"].take();
        assert_eq!((&seen[0]["idUser"], &seen[0]["status"]), (&json!(anna.id), &json!("ATTENDED")));
        assert_eq!(seen[0]["code"], Value::Null);
    }
    let table = owner.get(&format!("{event}/enrollments.csv")).await;
    assert_eq!(table.status, 200);
    let text = table.text();
    assert!(
        text.starts_with("\u{feff}Namn;Användarnamn;Status;Gäster;Anmäld;Incheckad;'=Allergi?"),
        "{text}"
    );
    assert!(text.contains("Har kommit") && text.contains("\"'=HYPERLINK(\"\"x\"\");ja\""), "{text}");
    anna.get(&format!("{event}/enrollments.csv")).await.refused(403, "ROLE_TOO_LOW");
}

/// As if everybody who is asked had been asked a day ago, and their jobs were due.
async fn a_day_later(world: &World) {
    for job in world.jobs("outing-unanswered").await {
        let mut asked: Value = serde_json::from_str(&job.payload).unwrap();
        asked["since"] = json!(asked["since"].as_i64().unwrap() - DAY);
        let due =
            Job::new(JobId(world.platform.ids.next(now()).unwrap()), now(), &job.kind, asked.to_string());
        world.engine.write(vec![due.insert(), job.key().delete()]).await.unwrap();
    }
    world.platform.jobs.wake();
    world.done("outing-unanswered").await;
}

/// Issue 32: who has not answered an outing is reminded three days before the last day, and nobody else.
#[actix_web::test]
async fn who_has_not_answered_an_outing_is_reminded() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let with = async || hall.org.with("MEMBER").await;
    let (silent, answers, leaves) = (with().await, with().await, with().await);
    let consent = json!({"id": "utflykt-godkannande", "text": "Får barnet följa med?", "kind": "CHOICE", "options": ["Ja", "Nej"], "required": true});
    let by = Moment((now() + 3 * DAY - HOUR) / 1_000 * 1_000);
    let outing = hall.event(json!({"questions": [consent], "deadline": by})).await;
    let all = [&silent, &answers, &leaves];
    let ids = json!({"userIds": all.map(|one| one.id)});
    owner.post(&format!("{outing}/invitations"), ids.clone()).await.is(200);
    let rung = async |person: &Person| {
        let bell = person.get("/api/v1/notifications").await.is(200)["content"].take();
        let found = bell.as_array().unwrap().iter().find(|one| one["type"] == "EVENT_UNANSWERED");
        found.map(|one| one["preview"].as_str().unwrap().to_owned())
    };
    answers
        .post(&format!("{outing}/enrollment"), json!({"answers": {"utflykt-godkannande": "Ja"}}))
        .await
        .is(201);
    owner.delete(&hall.org.at(&format!("/relations/{}", leaves.id))).await.is(204);
    // They were asked after that time: it is over for them.
    world.come("outing-unanswered").await;
    assert_eq!(rung(&silent).await, None);
    a_day_later(&world).await;
    let said = rung(&silent).await.unwrap();
    assert!(said.starts_with("Match, ") && said.contains("Svara senast "), "{said}");
    assert_eq!((rung(&answers).await, rung(&leaves).await), (None, None));
    // What answers takes it away; of an event that asks nobody to consent nobody is reminded.
    silent.call("POST", &format!("{outing}/enrollment/decline")).send().await.is(200);
    until(async || rung(&silent).await.is_none()).await;
    world.come("outing-unanswered").await;
    assert!(
        world.jobs("outing-unanswered").await.iter().all(|job| !job.payload.contains(&silent.id.to_string()))
    );
    let other = hall.event(json!({"deadline": by})).await;
    let before = world.jobs("outing-unanswered").await.len();
    owner.post(&format!("{other}/invitations"), json!({"userIds": [silent.id]})).await.is(200);
    assert_eq!(world.jobs("outing-unanswered").await.len(), before);
}
