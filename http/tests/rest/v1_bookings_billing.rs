//! What bookings bill: the price, a fee, the difference after a move, money back. Contract §8.3.

use jiff::ToSpan;

use crate::harness::{Org, Patience, Person, Value, World, each, json, until};
use crate::v1_bookings::{books, day, does, its, moves, of, room, span, with};

/// A hall for 100 kr an hour; cancelling costs half of it from eight weeks before on.
async fn hall(org: &Org, more: Value) -> Value {
    let settings = json!({
        "priceClasses": [{"name": "Taxa", "vatRate": 25, "base": 10_000}],
        "cancellation": {"freeHours": 24 * 56, "share": 50},
    });
    room(org, "Hallen", with(settings, more)).await
}

/// The amounts of a person's entries with their states, the newest first, once they are so.
async fn billed(person: &Person, expected: Value) {
    let mut patience = Patience::new();
    loop {
        let entries = entries(person).await;
        let shown = |one: &Value| json!([one["kind"], one["amount"], one["flStatus"]]);
        let seen: Vec<Value> = entries.as_array().unwrap().iter().map(shown).collect();
        if json!(seen) == expected {
            return;
        }
        assert!(patience.lasts().await, "{seen:?} instead of {expected}");
    }
}

async fn entries(person: &Person) -> Value {
    person.get("/api/v1/ledger/mine").await.is(200)["content"].take()
}

async fn pays(org: &Org, entry: &Value) {
    let path = format!("/api/v1/ledger/{}/paid", entry["idBookingLedger"]);
    org.owner.post(&path, json!({"method": "SWISH", "reference": "A1"})).await.is(200);
}

async fn balance(org: &Org) -> Value {
    org.owner.get(&format!("/api/v1/ledger?entity={}", org.id)).await.is(200)["balance"].take()
}

#[actix_web::test]
async fn booking_is_billed_and_cancelling_bills_the_fee() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = hall(&org, json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let booking = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    billed(&anna, json!([["BOOKING", 20_000, 1]])).await;
    let entry = entries(&anna).await[0].take();
    assert_eq!(entry["idReservationExclusive"], booking["idReservationExclusive"]);
    assert_eq!((&entry["vat"], &entry["customerName"]), (&json!(4_000), &json!(anna.called().await)));
    assert!(entry["text"].as_str().unwrap().starts_with("Hallen, "), "{entry}");
    assert_eq!(entries(&bo).await, json!([]));
    does(&anna, &booking, "cancel").await.is(200);
    billed(&anna, json!([["FEE", 10_000, 1], ["BOOKING", 20_000, 2]])).await;
    assert_eq!(entries(&anna).await[1]["cancelReason"], "Avbokad");
    assert_eq!(balance(&org).await["open"], 10_000);
}

#[actix_web::test]
async fn what_was_paid_is_settled_by_its_difference() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = hall(&org, json!({})).await;
    let anna = world.person("Anna").await;
    let booking = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    billed(&anna, json!([["BOOKING", 20_000, 1]])).await;
    pays(&org, &entries(&anna).await[0]).await;
    // An hour more costs an hour more.
    let longer = moves(&anna, &booking, span(0, "18:00", "21:00")).await.is(200);
    billed(&anna, json!([["BOOKING", 10_000, 1], ["BOOKING", 20_000, 3]])).await;
    // Half of 300 kr is owed then; 200 kr are paid.
    does(&anna, &longer, "cancel").await.is(200);
    billed(&anna, json!([["REFUND", -5_000, 1], ["BOOKING", 10_000, 2], ["BOOKING", 20_000, 3]])).await;
    let numbers = entries(&anna).await;
    assert_eq!(each(&numbers, "number"), [&json!(3), &json!(2), &json!(1)]);
    let stands = balance(&org).await;
    assert_eq!((&stands["open"], &stands["paid"]), (&json!(-5_000), &json!(20_000)));
    pays(&org, &numbers[0]).await;
    assert_eq!(balance(&org).await["paid"], 15_000);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn request_is_billed_once_it_is_confirmed() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = hall(&org, json!({"requiresApproval": true})).await;
    let anna = world.person("Anna").await;
    let one = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    let two = books(&anna, &hall, span(1, "18:00", "19:00")).await.is(201);
    does(&org.owner, &one, "decline").await.is(200);
    does(&org.owner, &two, "confirm").await.is(200);
    billed(&anna, json!([["BOOKING", 10_000, 1]])).await;
    // Whoever lets, and takes back, takes nothing.
    does(&org.owner, &two, "cancel").await.is(200);
    billed(&anna, json!([["BOOKING", 10_000, 2]])).await;
}

#[actix_web::test]
async fn overdue_customer_books_no_more_where_that_is_set() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = hall(&org, json!({})).await;
    let anna = world.person("Anna").await;
    let lines = json!([{"text": "Förra årets hyra", "amount": 10_000, "vatRate": 0}]);
    let past = day(0).checked_sub(30.days()).unwrap().to_string();
    let draft = json!({"idEntity": org.id, "idAuthUserCustomer": anna.id, "text": "Hyra", "lines": lines,
        "dueDate": past});
    let owed = org.owner.post("/api/v1/ledger", draft).await.is(201);
    books(&anna, &hall, span(0, "18:00", "19:00")).await.is(201);
    let settings = org.owner.get(&org.at("/ledger-settings")).await.is(200);
    let stopping = with(settings, json!({"stopOverdue": true}));
    org.owner.put(&org.at("/ledger-settings"), stopping).await.is(200);
    books(&anna, &hall, span(1, "18:00", "19:00")).await.refused(409, "OVERDUE");
    // Who manages the hall books for her all the same.
    let for_her = with(span(2, "18:00", "19:00"), json!({"idUser": anna.id}));
    books(&org.owner, &hall, for_her).await.is(201);
    pays(&org, &owed).await;
    books(&anna, &hall, span(1, "18:00", "19:00")).await.is(201);
    org.owner.get(&of(&hall, "")).await.is(200);
}

#[actix_web::test]
async fn erased_person_owes_nothing_for_what_was_to_come() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = hall(&org, json!({})).await;
    let anna = world.person("Anna").await;
    let booking = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    billed(&anna, json!([["BOOKING", 20_000, 1]])).await;
    anna.delete("/api/v1/me").await.is(200);
    let due = actors::platform::time::now() + actors::accounts::erasure::PATIENCE + 60_000;
    let who = storage::UserId(anna.id);
    assert!(actors::accounts::erasure::erase_due(&world.platform, who, due).await.unwrap());
    until(async || (balance(&org).await["open"] == 0).then_some(())).await;
    org.owner.get(&its(&booking, "")).await.refused(404, "NOT_FOUND");
}
