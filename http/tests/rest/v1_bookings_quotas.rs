//! Quotas that bookables of several spaces share are never exceeded: many at once, claims that a crash leaves, moves at the
//! limit. Contract §8.2.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::bookings::{Bookings, CLAIM_MS, Holder, QuotaClaim};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId};
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, until};
use crate::v1_bookings::{at, books, day, does, moves, room, span, with};

fn quota(holder: &str, scope: &str, per: &str, limit: i64) -> Value {
    json!({"holder": holder, "scope": scope, "unit": "RESERVATIONS", "per": per, "limit": limit})
}

/// Bookables with a space each, all with these quotas.
async fn rooms(org: &Org, count: usize, quotas: Value) -> Vec<Value> {
    let mut rooms = Vec::with_capacity(count);
    for n in 0..count {
        rooms.push(room(org, &format!("Sal {n}"), json!({"quotas": quotas})).await);
    }
    rooms
}

/// Counts the answers: booked, and refused because of a quota; there are no others.
#[track_caller]
fn counted(answers: Vec<Answer>) -> (usize, usize) {
    let (mut booked, mut refused) = (0, 0);
    for answer in answers {
        if answer.status == 201 {
            booked += 1;
        } else {
            answer.refused(409, "QUOTA");
            refused += 1;
        }
    }
    (booked, refused)
}

/// How many of somebody's bookings stand at an organisation.
async fn standing(org: &Org) -> usize {
    let path = format!("/api/v1/booking?entity={}&from={}&to={}&status=1", org.id, day(0), day(30));
    org.owner.get(&path).await.is(200)["content"].as_array().unwrap().len()
}

#[actix_web::test]
async fn exactly_the_limit_is_booked_of_many_at_once_in_different_bookables() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 8, json!([quota("PERSON", "ENTITY", "WEEK", 3)])).await;
    let tries = rooms.iter().map(|room| books(&anna, room, span(0, "10:00", "11:00")));
    assert_eq!(counted(join_all(tries).await), (3, 5));
    assert_eq!(standing(&org).await, 3);
    // Nothing is left that would be in the way of next week.
    let tries = rooms.iter().map(|room| books(&anna, room, span(7, "10:00", "11:00")));
    assert_eq!(counted(join_all(tries).await), (3, 5));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn quota_of_a_group_counts_its_bookables_and_no_others() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 5, json!([quota("PERSON", "GROUP", "DAY", 2)])).await;
    let ids: Vec<&Value> = rooms[..4].iter().map(|room| &room["idBookable"]).collect();
    let group = json!({"idEntity": org.id, "name": "Salarna", "bookables": ids});
    org.owner.post("/api/v1/bookable-groups", group).await.is(201);
    let tries = rooms[..4].iter().map(|room| books(&anna, room, span(0, "10:00", "11:00")));
    assert_eq!(counted(join_all(tries).await), (2, 2));
    // In no group with them: it has a quota of its own.
    books(&anna, &rooms[4], span(0, "10:00", "11:00")).await.is(201);
}

#[actix_web::test]
async fn quotas_of_organisations_and_relations_count_all_of_theirs() {
    let world = World::new().await;
    let org = world.org("Kommunen").await;
    let club = world.org("Klubben").await;
    let quotas = json!([quota("ORGANISATION", "ENTITY", "YEAR", 2)]);
    let halls = rooms(&org, 4, quotas).await;
    let (anna, bo) = (club.with("MEMBER").await, club.with("MEMBER").await);
    let for_club = |n: i32| with(span(n, "10:00", "11:00"), json!({"idEntity": club.id}));
    let of_club = halls.iter().enumerate().map(|(n, hall)| {
        let who = if n % 2 == 0 { &anna } else { &bo };
        books(who, hall, for_club(0))
    });
    assert_eq!(counted(join_all(of_club).await), (2, 2));
    // Their own are not the club's.
    books(&anna, &halls[0], span(3, "10:00", "11:00")).await.is(201);

    let of_members = json!({"relation": "MEMBER"});
    let quotas = json!([with(quota("RELATION", "ENTITY", "DAY", 2), of_members)]);
    let rooms = rooms(&org, 3, quotas).await;
    let mut members = Vec::new();
    for _ in 0..6 {
        members.push(org.with("MEMBER").await);
    }
    let tries = members.iter().enumerate().map(|(n, who)| {
        let hour = 10 + n / rooms.len();
        let time = span(1, &format!("{hour}:00"), &format!("{}:00", hour + 1));
        books(who, &rooms[n % rooms.len()], time)
    });
    assert_eq!(counted(join_all(tries).await), (2, 4));
    // Whoever has another relation is not bound by it.
    books(&bo, &rooms[0], span(1, "14:00", "15:00")).await.is(201);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// A claim of a request that has died, made so long ago.
async fn left(world: &World, (org, room): (&Org, &Value), anna: &Person, ago: i64) -> Vec<QuotaClaim> {
    let bookings = Bookings::of(&world.storage);
    let (entity_id, holder) = (EntityId(org.id), Holder::Person(UserId(anna.id)));
    let made = now() - ago;
    // Ids begin with the moment at which they are made, and end with twelve other bits.
    let id_then = || world.platform.ids.next(now()).unwrap() - (ago << 12);
    let claim = QuotaClaim {
        entity_id,
        holder: holder.name(),
        claim_id: id_then(),
        occupation_id: OccupationId(id_then()),
        expires: Moment(made + CLAIM_MS),
        bookable_id: BookableId(id(&room["idBookable"])),
        starts: serde_json::from_value(at(0, "08:00")).unwrap(),
        ends: serde_json::from_value(at(0, "09:00")).unwrap(),
    };
    let last = bookings.last_claim(entity_id, holder).await.unwrap();
    assert!(bookings.claim(last, std::slice::from_ref(&claim)).await.unwrap());
    vec![claim]
}

#[actix_web::test]
async fn claim_that_a_crash_left_counts_until_it_runs_out() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 2, json!([quota("PERSON", "ENTITY", "WEEK", 1)])).await;
    let claims = left(&world, (&org, &rooms[0]), &anna, 60_000).await;
    books(&anna, &rooms[1], span(1, "10:00", "11:00")).await.refused(409, "QUOTA");
    books(&anna, &rooms[1], span(7, "10:00", "11:00")).await.is(201);
    Bookings::of(&world.storage).release(&claims).await.unwrap();
    left(&world, (&org, &rooms[0]), &anna, CLAIM_MS).await;
    books(&anna, &rooms[1], span(1, "10:00", "11:00")).await.is(201);
}

#[actix_web::test]
async fn whoever_is_only_behind_a_claim_waits_for_what_becomes_of_it() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 2, json!([quota("PERSON", "ENTITY", "WEEK", 1)])).await;
    // Somebody's request that is under way, and is refused in the end.
    let claims = left(&world, (&org, &rooms[0]), &anna, 0).await;
    let waits = books(&anna, &rooms[1], span(1, "10:00", "11:00"));
    let refused = async {
        // The other one looks at least once meanwhile.
        actix_web::rt::time::sleep(std::time::Duration::from_millis(300)).await;
        Bookings::of(&world.storage).release(&claims).await.unwrap();
    };
    let (answer, ()) = futures_util::future::join(waits, refused).await;
    answer.is(201);
}

#[actix_web::test]
async fn change_at_the_limit_passes() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 2, json!([quota("PERSON", "ENTITY", "WEEK", 2)])).await;
    let first = books(&anna, &rooms[0], span(0, "10:00", "11:00")).await.is(201);
    books(&anna, &rooms[1], span(0, "10:00", "11:00")).await.is(201);
    books(&anna, &rooms[1], span(1, "10:00", "11:00")).await.refused(409, "QUOTA");
    // It does not count against itself, in its own bookable or another.
    let moved = moves(&anna, &first, span(2, "10:00", "11:00")).await.is(200);
    let elsewhere = with(span(3, "10:00", "11:00"), json!({"idBookable": rooms[1]["idBookable"]}));
    let moved = moves(&anna, &moved, elsewhere).await.is(200);
    assert_eq!(moved["idBookable"], rooms[1]["idBookable"]);
    // A week that has room gets no more than that of many who move there at once.
    let next = [
        books(&anna, &rooms[0], span(7, "10:00", "11:00")).await.is(201),
        books(&anna, &rooms[1], span(7, "10:00", "11:00")).await.is(201),
    ];
    does(&anna, &moved, "cancel").await.is(200);
    let back =
        next.iter().enumerate().map(|(n, one)| moves(&anna, one, span(2 + n as i32, "12:00", "13:00")));
    let mut statuses: Vec<u16> = join_all(back).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(standing(&org).await, 3);
}

#[actix_web::test]
async fn bookable_that_a_move_enters_counts_it_by_its_own_quota() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let free = room(&org, "Rummet", json!({})).await;
    let own = json!({"quotas": [quota("PERSON", "BOOKABLE", "WEEK", 1)]});
    let hall = room(&org, "Hallen", own.clone()).await;
    let part = room(&org, "Halvan", with(own, json!({"idSpace": free["idSpace"]}))).await;
    let to =
        |room: &Value, n: i32| with(span(n, "14:00", "15:00"), json!({"idBookable": room["idBookable"]}));
    for entered in [&hall, &part] {
        books(&anna, entered, span(0, "10:00", "11:00")).await.is(201);
        let other = books(&anna, &free, span(1, "10:00", "11:00")).await.is(201);
        // Where it stood it did not count: there it is new.
        moves(&anna, &other, to(entered, 1)).await.refused(409, "QUOTA");
        moves(&anna, &other, to(entered, 8)).await.is(200);
    }
}

#[actix_web::test]
async fn series_takes_what_is_left_of_a_shared_quota() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 2, json!([quota("PERSON", "ENTITY", "WEEK", 2)])).await;
    books(&anna, &rooms[1], span(1, "10:00", "11:00")).await.is(201);
    let daily =
        |more: Value| with(with(span(0, "18:00", "19:00"), json!({"rrule": "FREQ=DAILY;COUNT=9"})), more);
    let refused = books(&anna, &rooms[0], daily(json!({}))).await.refused(409, "QUOTA");
    assert_eq!(each(&refused["conflicts"], "code"), ["QUOTA"; 6]);
    let series = books(&anna, &rooms[0], daily(json!({"skipConflicts": true}))).await.is(201);
    let expected: Vec<Value> = [0, 7, 8].map(|n| at(n, "18:00")).into();
    assert_eq!(each(&series["booked"], "start"), expected.iter().collect::<Vec<_>>());
    let bookings = Bookings::of(&world.storage);
    let claims = bookings.claims(EntityId(org.id), Holder::Person(UserId(anna.id))).await.unwrap();
    assert!(claims.is_empty(), "nothing is left of what was claimed");
}

#[actix_web::test]
async fn client_that_goes_away_leaves_no_claim() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let rooms = rooms(&org, 1, json!([quota("PERSON", "ENTITY", "DAY", 1)])).await;
    let bookings = Bookings::of(&world.storage);
    let (entity_id, holder) = (EntityId(org.id), Holder::Person(UserId(anna.id)));
    let claims = async || bookings.claims(entity_id, holder).await.unwrap();
    // Cut off wherever it has come to, each on a day of its own.
    for steps in 0..30 {
        let mut asking = Box::pin(books(&anna, &rooms[0], span(steps, "10:00", "11:00")));
        for _ in 0..=steps {
            if futures_util::poll!(&mut asking).is_ready() {
                break;
            }
            claims().await;
        }
    }
    until(async || claims().await.is_empty().then_some(())).await;
    for day in 0..30 {
        // Either that one stands, or this one does.
        counted(vec![books(&anna, &rooms[0], span(day, "12:00", "13:00")).await]);
    }
    assert_eq!(standing(&org).await, 30);
}
