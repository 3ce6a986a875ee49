//! Groups of bookables, bookings shared in messages, and the school year as closures. Contract §8.1, §8.2.

use futures_util::future::join_all;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json};
use crate::v1_bookings::{at, books, day, does, of, room, span, with};

const PATH: &str = "/api/v1/booking";

/// A group of bookables of an organisation.
async fn group(org: &Org, rooms: &[&Value]) -> Value {
    let ids: Vec<&Value> = rooms.iter().map(|room| &room["idBookable"]).collect();
    let new = json!({"idEntity": org.id, "name": "Valfri ledig sal", "bookables": ids});
    org.owner.post("/api/v1/bookable-groups", new).await.is(201)
}

fn its(group: &Value, rest: &str) -> String {
    format!("/api/v1/bookable-groups/{}{rest}", group["idGroup"])
}

async fn books_any(person: &Person, group: &Value, time: Value) -> Answer {
    person.post(PATH, with(time, json!({"idGroup": group["idGroup"]}))).await
}

#[actix_web::test]
async fn group_gives_the_first_free_bookable_in_order() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (b, a) = (room(&org, "Sal B", json!({})).await, room(&org, "Sal A", json!({})).await);
    let hidden = room(&org, "Förrådet", json!({"status": 0})).await;
    let group = group(&org, &[&hidden, &b, &a]).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let ids = [&b, &a].map(|room| room["idBookable"].clone());
    assert_eq!(anna.get(&its(&group, "")).await.is(200)["bookables"], json!(ids), "not what is hidden");
    let time = span(0, "10:00", "11:00");
    let held = anna.post(&its(&group, "/hold"), time.clone()).await.is(201);
    assert_eq!(held["idBookable"], ids[0]);
    // A held time is taken, so the next of the group is booked; then the hold, and nothing is left.
    assert_eq!(books_any(&bo, &group, time.clone()).await.is(201)["idBookable"], ids[1]);
    let of_hold = json!({"holdId": held["holdId"], "idGroup": group["idGroup"]});
    assert_eq!(anna.post(PATH, of_hold).await.is(201)["idBookable"], ids[0]);
    let full = books_any(&bo, &group, time).await.refused(409, "OVERLAP");
    assert_eq!(full["nearest"].as_array().unwrap().len(), 2);
    // Free where any of them is.
    books(&anna, &a, span(0, "12:00", "13:00")).await.is(201);
    let path = its(&group, &format!("/slots?from={}&to={}", day(0), day(1)));
    let slots = bo.get(&path).await.is(200)["content"].take();
    let free = |time: &str| {
        let one = slots.as_array().unwrap().iter().find(|slot| slot["start"] == at(0, time)).unwrap();
        one["free"].as_bool().unwrap()
    };
    assert_eq!(["10:00", "10:30", "11:00", "12:00"].map(free), [false, false, true, true]);
}

#[actix_web::test]
async fn concurrent_bookings_of_a_group_take_different_bookables() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut rooms = Vec::new();
    for n in 0..3 {
        rooms.push(room(&org, &format!("Sal {n}"), json!({})).await);
    }
    let group = group(&org, &rooms.iter().collect::<Vec<_>>()).await;
    let mut people = Vec::new();
    for n in 0..5 {
        people.push(world.person(&format!("Person {n}")).await);
    }
    let time = span(0, "10:00", "11:00");
    let answers = join_all(people.iter().map(|one| books_any(one, &group, time.clone()))).await;
    let mut taken = Vec::new();
    let mut refused = 0;
    for answer in answers {
        if answer.status == 201 {
            taken.push(id(&answer.json()["idBookable"]));
        } else {
            answer.refused(409, "OVERLAP");
            refused += 1;
        }
    }
    taken.sort_unstable();
    let mut all: Vec<i64> = rooms.iter().map(|room| id(&room["idBookable"])).collect();
    all.sort_unstable();
    assert_eq!((taken, refused), (all, 2));
}

#[actix_web::test]
async fn groups_are_kept_by_managers_and_bound_quotas() {
    let world = World::new().await;
    let (org, other) = (world.org("Klubben").await, world.org("Grannen").await);
    let member = org.with("MEMBER").await;
    let quota =
        json!({"holder": "PERSON", "scope": "GROUP", "unit": "RESERVATIONS", "per": "DAY", "limit": 1});
    let bound = json!({"quotas": [quota]});
    let (one, two) = (room(&org, "Bana 1", bound.clone()).await, room(&org, "Bana 2", bound).await);
    let apart = room(&org, "Stugan", json!({})).await;
    let theirs = room(&other, "Hallen", json!({})).await;
    let kept = group(&org, &[&one, &two]).await;

    let draft = |rooms: &[&Value], version: i64| {
        let ids: Vec<&Value> = rooms.iter().map(|room| &room["idBookable"]).collect();
        json!({"idEntity": org.id, "name": "Banorna", "bookables": ids, "version": version})
    };
    let path = its(&kept, "");
    for wrong in [&[&one, &theirs][..], &[&one, &one][..], &[][..]] {
        org.owner.put(&path, draft(wrong, 1)).await.refused(422, "INVALID");
    }
    member.put(&path, draft(&[&two], 1)).await.refused(403, "ROLE_TOO_LOW");
    let changed = org.owner.put(&path, draft(&[&two, &one], 1)).await.is(200);
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Banorna"), &json!(2)));
    let stale = org.owner.put(&path, draft(&[&one], 1)).await.refused(409, "STALE");
    assert_eq!(stale["current"]["version"], 2);
    let listed = member.get(&org.at("/bookable-groups")).await.is(200);
    assert_eq!(each(&listed["content"], "name"), ["Banorna"]);

    books(&member, &one, span(0, "10:00", "11:00")).await.is(201);
    books(&member, &apart, span(0, "10:00", "11:00")).await.is(201);
    books(&member, &two, span(0, "14:00", "15:00")).await.refused(409, "QUOTA");
    books(&member, &two, span(1, "14:00", "15:00")).await.is(201);
    org.owner.delete(&path).await.is(204);
    member.get(&path).await.refused(404, "NOT_FOUND");
    // No group, no bond.
    books(&member, &two, span(0, "14:00", "15:00")).await.is(201);
}

#[actix_web::test]
async fn shared_booking_shows_when_and_where_and_nothing_else() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let hall = room(&org, "Hallen", json!({"place": "Idrottsvägen 4"})).await;
    let booked =
        books(&anna, &hall, with(span(0, "10:00", "11:00"), json!({"note": "hemligt möte"}))).await.is(201);
    let share = booked["shareId"].as_str().unwrap();
    let card = |id: &str| json!({"messageType": "CARD", "card": {"type": "BOOKING", "id": id}});
    // Only who may see all of it puts it into a message.
    bo.sends(org.general, card(share)).await.refused(422, "INVALID");
    anna.sends(org.general, card(share)).await.is(201);
    let shown = bo.reads(org.general).await[0]["card"]["id"].take();
    let path = format!("{PATH}/shared/{}", shown.as_str().unwrap());
    let seen = bo.get(&path).await.is(200);
    let expected = json!({
        "bookableName": "Hallen", "place": "Idrottsvägen 4", "entityName": "Klubben", "entitySlug": org.slug,
        "start": at(0, "10:00"), "end": at(0, "11:00"), "flStatus": 1, "statusText": "Bokad",
    });
    assert_eq!(seen, expected);
    let own = anna.get(&path).await.is(200);
    assert_eq!(own["idReservationExclusive"], booked["idReservationExclusive"]);
    // As it stands now.
    does(&anna, &booked, "cancel").await.is(200);
    assert_eq!(bo.get(&path).await.is(200)["flStatus"], 2);
    // An id is no code, and a code fits one booking.
    let other = books(&anna, &hall, span(1, "10:00", "11:00")).await.is(201);
    let code = share.split_once('-').unwrap().1;
    let id = &other["idReservationExclusive"];
    for guess in [format!("{id}"), format!("{id}-"), format!("{id}-{code}"), format!("{id}-{}", &code[..2])] {
        bo.get(&format!("{PATH}/shared/{guess}")).await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn bookables_are_closed_on_breaks_of_the_school_year() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    org.owner.patch(&org.at(""), json!({"entityType": "school"})).await.is(200);
    let hall = room(&org, "Aulan", json!({})).await;
    // A school year of days to come, whichever year that is.
    let year = if day(1).month() >= 8 { day(1).year() } else { day(1).year() - 1 };
    let days = json!([
        {"key": "BREAK_1", "kind": "BREAK", "title": "Höstlov", "startDate": day(1), "endDate": day(1)},
        {"key": "STUDY_1", "kind": "STUDY_DAY", "title": "Studiedag", "startDate": day(2), "endDate": day(2)},
    ]);
    let calendar = json!({"kind": "SCHOOL", "name": "Läsåret", "visibility": "PUBLIC"});
    let new = json!({"calendar": calendar, "idMunicipality": 180, "year": year, "days": days});
    org.owner.post(&org.at("/school-calendars"), new).await.is(200);
    let free = async |n: i32| {
        let path = of(&hall, &format!("/slots?from={}&to={}", day(n), day(n + 1)));
        org.owner.get(&path).await.is(200)["content"].as_array().unwrap().len()
    };
    assert!(free(1).await > 0, "breaks are open unless said");
    let closed = json!({"version": 0, "closedOnSchoolBreaks": true});
    org.owner.put(&org.at("/availability"), closed).await.is(200);
    assert_eq!((free(1).await, free(0).await > 0, free(2).await > 0), (0, true, true));
    books(&org.owner, &hall, span(1, "10:00", "11:00")).await.wrong_field("start", "CLOSED");
    let schedule = org.at(&format!("/schedule?from={}&to={}", day(1), day(2)));
    assert_eq!(org.owner.get(&schedule).await.is(200)["content"][0]["open"], json!([]));
}
