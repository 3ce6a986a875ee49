//! How another area bills: claims that are applied once, in any order. Contract §8.3.

use actors::ledger::{self, Claim, ClaimLine};
use futures_util::future::join_all;
use storage::ids::{EntityId, UserId};
use storage::ledger::LedgerEntryKind::{Booking, Fee};
use storage::time::Day;

use crate::harness::{Org, Person, Value, World, each, json};
use crate::v1_ledger::{bill, its, listed, pays, refunds};

const BOOKING: i64 = 4711;

/// What is owed for a booking: amounts with 6 % VAT.
fn claim(org: &Org, customer: &Person, version: i64, amounts: &[i64]) -> Claim {
    let line = |amount: &i64| ClaimLine { text: "Stora hallen".to_owned(), amount: *amount, vat_rate: 6 };
    Claim {
        subject_kind: "booking".to_owned(),
        subject_id: BOOKING,
        version,
        entity_id: EntityId(org.id),
        user_id: UserId(customer.id),
        customer_name: None,
        customer_id: None,
        kind: Booking,
        text: "Stora hallen, 1 juni".to_owned(),
        lines: amounts.iter().map(line).collect(),
        reason: Some("Ändrad bokning".to_owned()),
        due: Day("2026-06-01".parse().unwrap()),
        tells: false,
    }
}

async fn apply(world: &World, claim: &Claim) {
    ledger::apply(&world.platform, claim).await.unwrap();
}

/// Kind, amount and status of all entries, newest first.
async fn told(org: &Org) -> Vec<Value> {
    let list = listed(org, "&size=100").await;
    let all = list["content"].as_array().unwrap();
    all.iter().map(|one| json!([one["kind"], one["amount"], one["flStatus"]])).collect()
}

async fn newest(org: &Org) -> Value {
    listed(org, "").await["content"][0].take()
}

#[actix_web::test]
async fn claim_joins_a_write_and_is_applied() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let claim = claim(&org, &anna, 1, &[30_000]);
    // Twice in two writes: each is a job of its own.
    for _ in 0..2 {
        let job = ledger::claiming(&world.platform, &claim).unwrap();
        world.engine.write(vec![job]).await.unwrap();
    }
    world.come("ledger-claim").await;
    let list = listed(&org, "").await;
    assert_eq!(list["total"], 1);
    let entry = &list["content"][0];
    assert_eq!((&entry["kind"], &entry["amount"]), (&json!("BOOKING"), &json!(30_000)));
    assert_eq!(entry["idReservationExclusive"], BOOKING);
    assert_eq!((&entry["text"], &entry["vat"]), (&json!("Stora hallen, 1 juni"), &json!(1_698)));
    assert_eq!(anna.get("/api/v1/ledger/mine").await.is(200)["total"], 1);
}

#[actix_web::test]
async fn customer_is_told_of_what_is_new_and_theirs_to_pay() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    // By hand: whoever is billed, and not whoever bills, not even themselves.
    let entry =
        bill(&org, &anna, json!({"lines": [{"text": "Hyra", "amount": 12_050, "vatRate": 25}]})).await;
    let bell = anna.bell(1).await[0].clone();
    assert_eq!(bell["type"], "LEDGER_BILLED");
    assert_eq!(bell["title"], "Nytt underlag från Klubben: Hallhyra i juni, 120,50 kr");
    assert_eq!(bell["path"], format!("/underlag/{}", entry["idBookingLedger"]));
    let own = bill(&org, &org.owner, json!({})).await;
    // What they have just booked themselves tells nobody anything new, nor what costs nothing any more; a fee does.
    apply(&world, &claim(&org, &bo, 1, &[30_000])).await;
    let later = |version: i64, amounts: &[i64]| Claim { tells: true, ..claim(&org, &bo, version, amounts) };
    apply(&world, &later(2, &[])).await;
    apply(&world, &Claim { kind: Fee, ..later(3, &[15_000]) }).await;
    // A refund is paid to them.
    pays(&org.owner, &own).await.is(200);
    refunds(&org.owner, &own, 100).await.is(200);
    let bell = bo.bell(1).await[0].clone();
    assert_eq!(bell["title"], "Nytt underlag från Klubben: Stora hallen, 1 juni, 150,00 kr");
    assert_eq!(org.owner.bell(0).await, json!([]));
}

#[actix_web::test]
async fn concurrent_claims_have_one_effect() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let claims: Vec<Claim> =
        (1..=6).map(|version| claim(&org, &anna, version, &[10_000 * version])).collect();
    // All of them twice, the newest first.
    let all = claims.iter().rev().chain(&claims);
    join_all(all.map(|claim| apply(&world, claim))).await;
    let stands = told(&org).await;
    let open: Vec<&Value> = stands.iter().filter(|one| one[2] == 1).collect();
    assert_eq!(open, [&json!(["BOOKING", 60_000, 1])], "{stands:?}");
    assert_eq!(listed(&org, "").await["balance"], json!({"open": 60_000, "overdue": 0, "paid": 0}));
    for claim in &claims {
        apply(&world, claim).await;
    }
    assert_eq!(told(&org).await, stands);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn changed_booking_is_settled_to_the_ore() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    apply(&world, &claim(&org, &anna, 1, &[30_000])).await;
    apply(&world, &claim(&org, &anna, 2, &[20_000])).await;
    assert_eq!(told(&org).await, [json!(["BOOKING", 20_000, 1]), json!(["BOOKING", 30_000, 2])]);
    let first = listed(&org, "&status=2").await["content"][0].take();
    assert_eq!(first["cancelReason"], "Ändrad bokning");
    let first = org.owner.get(&its(&first, "")).await.is(200);
    assert!(each(&first["events"], "byName").iter().all(|name| name.is_null()), "by itself");
    pays(&org.owner, &newest(&org).await).await.is(200);
    // Cancelled late: half of it is a fee, the rest goes back.
    let fee = Claim { kind: Fee, reason: Some("Avbokad".to_owned()), ..claim(&org, &anna, 3, &[10_000]) };
    apply(&world, &fee).await;
    assert_eq!(
        told(&org).await,
        [json!(["REFUND", -10_000, 1]), json!(["BOOKING", 20_000, 3]), json!(["BOOKING", 30_000, 2])]
    );
    let back = newest(&org).await;
    assert_eq!(back["idReservationExclusive"], BOOKING);
    let paid = listed(&org, "&status=3").await["content"][0].take();
    assert_eq!((&back["idRefundOf"], &paid["refunded"]), (&paid["idBookingLedger"], &json!(10_000)));
    pays(&org.owner, &back).await.is(200);
    assert_eq!(listed(&org, "").await["balance"], json!({"open": 0, "overdue": 0, "paid": 10_000}));
    // Nothing is owed at all: the rest goes back too.
    apply(&world, &claim(&org, &anna, 4, &[])).await;
    assert_eq!(told(&org).await[..2], [json!(["REFUND", -10_000, 1]), json!(["REFUND", -10_000, 3])]);
    let paid = org.owner.get(&its(&paid, "")).await.is(200);
    assert_eq!(paid["statusText"], "Återbetald");
    refunds(&org.owner, &paid, 1).await.wrong_field("amount", "TOO_MUCH");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn unpaid_fee_replaces_the_price() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    // Another's entries are none of the booking's.
    bill(&org, &anna, json!({})).await;
    apply(&world, &claim(&org, &anna, 1, &[30_000])).await;
    let fee = Claim { kind: Fee, reason: Some("Avbokad".to_owned()), ..claim(&org, &anna, 2, &[15_000]) };
    apply(&world, &fee).await;
    let expected = [json!(["FEE", 15_000, 1]), json!(["BOOKING", 30_000, 2]), json!(["MANUAL", 30_300, 1])];
    assert_eq!(told(&org).await, expected);
    let cancelled = listed(&org, "&status=2").await["content"][0].take();
    assert_eq!(cancelled["cancelReason"], "Avbokad");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
