//! Ledgers: who sees and does what, paying, cancelling, refunding, lists, settings. Contract §8.3.

use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::ledger;
use actors::ledger::rules::books::{Books, Customer, New};
use actors::platform::time::now;
use futures_util::future::join_all;
use storage::ids::{EntityId, UserId};
use storage::ledger::{EntryId, LedgerEntryKind, LedgerLine, Ledgers};
use storage::time::{Day, Moment};

use crate::harness::{Answer, Org, Person, Value, World, count, each, id, json, piece, pieces};

pub const PATH: &str = "/api/v1/ledger";

/// An object with some fields replaced.
fn with(mut object: Value, more: Value) -> Value {
    for (field, value) in more.as_object().unwrap() {
        object[field] = value.clone();
    }
    object
}

/// A new entry: 250 kr with 25 % VAT and 53 kr with 6 %.
fn draft(org: &Org, customer: &Person, more: Value) -> Value {
    let plain = json!({
        "idEntity": org.id, "idAuthUserCustomer": customer.id, "text": "Hallhyra i juni",
        "lines": [
            {"text": "Hyra", "amount": 25_000, "vatRate": 25},
            {"text": "Boll", "amount": 5_300, "vatRate": 6},
        ],
    });
    with(plain, more)
}

/// Bills a customer by the owner.
pub async fn bill(org: &Org, customer: &Person, more: Value) -> Value {
    org.owner.post(PATH, draft(org, customer, more)).await.is(201)
}

pub fn its(entry: &Value, rest: &str) -> String {
    format!("{PATH}/{}{rest}", entry["idBookingLedger"])
}

pub async fn pays(person: &Person, entry: &Value) -> Answer {
    person.post(&its(entry, "/paid"), json!({"method": "BANKGIRO", "reference": "OCR 17"})).await
}

pub async fn cancels(person: &Person, entry: &Value) -> Answer {
    person.post(&its(entry, "/cancel"), json!({"reason": "Fel person"})).await
}

pub async fn refunds(person: &Person, entry: &Value, amount: i64) -> Answer {
    person.post(&its(entry, "/refund"), json!({"amount": amount, "reason": "Trasig boll"})).await
}

/// The list of an organisation, as its owner sees it.
pub async fn listed(org: &Org, query: &str) -> Value {
    org.owner.get(&format!("{PATH}?entity={}{query}", org.id)).await.is(200)
}

async fn set(org: &Org, settings: Value) -> Answer {
    org.owner.put(&org.at("/ledger-settings"), settings).await
}

/// The day that is so many days from today.
pub fn day(days: i64) -> String {
    let zone = jiff::tz::TimeZone::get("Europe/Stockholm").unwrap();
    let today = jiff::Timestamp::from_millisecond(now()).unwrap().to_zoned(zone).date();
    today.checked_add(jiff::Span::new().days(days)).unwrap().to_string()
}

/// Makes an entry as if it were that time.
async fn made_at(world: &World, org: &Org, entry_id: i64, time: &str) {
    let ledgers = Ledgers::of(&world.storage);
    let head = ledgers.head(EntityId(org.id)).await.unwrap();
    let at: Moment = time.parse().unwrap();
    let mut books = Books::open(&head, at.0, None);
    let line = LedgerLine { text: "Hyra".to_owned(), amount: 10_000, vat_rate: 25, vat: 2_000 };
    let new = New {
        entry_id: EntryId(entry_id),
        uuid: uuid(entry_id),
        customer: Customer { user_id: UserId(org.owner.id), name: "Kund".to_owned(), entity: None },
        kind: LedgerEntryKind::Manual,
        title: time.to_owned(),
        subject: None,
        refunds: Vec::new(),
        lines: vec![line],
        due: Day("2026-12-31".parse().unwrap()),
        reason: None,
    };
    books.create(new).unwrap();
    let (new, changes) = books.close();
    assert!(ledgers.decide(&head, &new, &changes, None, Vec::new()).await.unwrap());
}

fn uuid(entry_id: i64) -> String {
    format!("00000000-0000-4000-8000-{entry_id:012}")
}

/// For the test of all tables with people: an entry that somebody makes for themselves.
pub async fn leave_traces(org: &Org, person: &Person) {
    person.post(PATH, draft(org, person, json!({}))).await.is(201);
}

/// [social 3.14 4.23]
#[actix_web::test]
async fn entry_is_billed_and_paid_once() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let entry = bill(&org, &anna, json!({})).await;
    let year = i64::from(day(0)[..4].parse::<i16>().unwrap());
    for (field, expected) in [
        ("year", json!(year)),
        ("number", json!(1)),
        ("reference", json!(format!("{year}-1"))),
        ("entityName", json!("Klubben")),
        ("entitySlug", json!(org.slug)),
        ("customerName", json!(anna.called().await)),
        ("kind", json!("MANUAL")),
        ("text", json!("Hallhyra i juni")),
        ("amount", json!(30_300)),
        // 5000 of 250 kr, and 300 of 53.
        ("vat", json!(5_300)),
        ("refunded", json!(0)),
        ("flStatus", json!(1)),
        ("status", json!(1)),
        ("statusText", json!("Obetald")),
        ("dueDate", json!(day(30))),
        ("abilities", json!(["PAY", "CANCEL"])),
        ("version", json!(1)),
    ] {
        assert_eq!(entry[field], expected, "{field}");
    }
    assert_eq!(entry["lines"][1], json!({"text": "Boll", "amount": 5_300, "vatRate": 6, "vat": 300}));
    assert_eq!(entry.get("payment"), None, "the organisation has no number");
    for field in pieces("social 3.14", "entry") {
        assert!(id(&entry[field]) > 0, "{field}");
    }
    assert_eq!(entry[piece("social 4.23", "paid")], Value::Null);
    let paid = pays(&org.owner, &entry).await.is(200);
    for field in [piece("social 4.23", "paid"), piece("social 3.14", "payment")] {
        assert!(paid[field].is_string(), "{field}");
    }
    assert_eq!((&paid["flStatus"], &paid["statusText"]), (&json!(3), &json!("Betald")));
    let how = (&paid["paymentMethod"], &paid["paymentReference"], &paid["abilities"]);
    assert_eq!(how, (&json!("BANKGIRO"), &json!("OCR 17"), &json!(["REFUND"])));
    let again = org.owner.post(&its(&entry, "/paid"), json!({"method": "CASH"})).await.is(200);
    assert_eq!(again, paid, "paid twice is paid once");
    cancels(&org.owner, &entry).await.refused(409, "ALREADY_PAID");
    let events = &paid["events"];
    assert_eq!(each(events, "kind"), ["CREATED", "PAID"]);
    assert_eq!(each(events, "byName"), [&json!(org.owner.called().await); 2]);
    assert_eq!(each(events, "amount"), [30_300, 30_300]);
    // The same by uuid, and for whoever pays, who can do nothing with it.
    let by_uuid = format!("{PATH}/{}", entry["uuid"].as_str().unwrap());
    assert_eq!(org.owner.get(&by_uuid).await.is(200), paid);
    let seen = anna.get(&by_uuid).await.is(200);
    assert_eq!(seen, with(paid, json!({"abilities": []})));
    assert_eq!(listed(&org, "").await["balance"], json!({"open": 0, "overdue": 0, "paid": 30_300}));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn only_managers_and_customers_see_an_entry() {
    let world = World::new().await;
    let (org, club) = (world.org("Kommunen").await, world.org("Klubben").await);
    let elsewhere = world.org("Grannen").await;
    let (anna, member, manager) =
        (world.person("Anna").await, org.with("MEMBER").await, org.with("MANAGER").await);
    let treasurer = club.with("PRESIDENT").await;
    let entry = bill(&org, &anna, json!({"idCustomerEntity": club.id})).await;
    assert_eq!(
        (&entry["idCustomerEntity"], &entry["customerEntityName"]),
        (&json!(club.id), &json!("Klubben"))
    );
    let list = format!("{PATH}?entity={}", org.id);
    for customer in [&anna, &treasurer] {
        assert_eq!(customer.get(&its(&entry, "")).await.is(200)["abilities"], json!([]));
        pays(customer, &entry).await.refused(403, "ROLE_TOO_LOW");
        cancels(customer, &entry).await.refused(403, "ROLE_TOO_LOW");
        refunds(customer, &entry, 1).await.refused(403, "ROLE_TOO_LOW");
        let status = json!({"flStatus": 3});
        customer.put(&its(&entry, "/status"), status).await.refused(403, "ROLE_TOO_LOW");
    }
    let (stranger, simple) = (world.person("Främling").await, club.with("MEMBER").await);
    for outsider in [&stranger, &member, &elsewhere.owner, &simple] {
        outsider.get(&its(&entry, "")).await.refused(404, "NOT_FOUND");
        outsider.get(&format!("{PATH}/{}", entry["uuid"].as_str().unwrap())).await.refused(404, "NOT_FOUND");
        pays(outsider, &entry).await.refused(404, "NOT_FOUND");
        cancels(outsider, &entry).await.refused(404, "NOT_FOUND");
        refunds(outsider, &entry, 1).await.refused(404, "NOT_FOUND");
        outsider.put(&its(&entry, "/status"), json!({"flStatus": 3})).await.refused(404, "NOT_FOUND");
    }
    for outsider in [&anna, &treasurer, &stranger, &member, &elsewhere.owner] {
        outsider.get(&list).await.refused(403, "ROLE_TOO_LOW");
        outsider.get(&org.at("/ledger-settings")).await.refused(403, "ROLE_TOO_LOW");
        let settings = json!({"version": 0});
        outsider.put(&org.at("/ledger-settings"), settings).await.refused(403, "ROLE_TOO_LOW");
        outsider.post(PATH, draft(&org, &anna, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    }
    for absent in ["4711", "00000000-0000-4000-8000-000000000000", "x"] {
        org.owner.get(&format!("{PATH}/{absent}")).await.refused(404, "NOT_FOUND");
    }
    org.owner.get(&format!("{PATH}?entity=4711")).await.refused(404, "NOT_FOUND");
    world.anyone("GET", &list).send().await.refused(401, "UNAUTHENTICATED");
    manager.get(&list).await.is(200);
    pays(&manager, &entry).await.is(200);
    assert_eq!(each(&anna.get(&format!("{PATH}/mine")).await.is(200)["content"], "number"), [1]);
    assert_eq!(stranger.get(&format!("{PATH}/mine")).await.is(200)["total"], 0);
}

/// [social 3.14 4.23]
#[actix_web::test]
async fn cancelled_entry_is_over() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let entry = bill(&org, &anna, json!({})).await;
    let cancelled = cancels(&org.owner, &entry).await.is(200);
    assert_eq!((&cancelled["flStatus"], &cancelled["statusText"]), (&json!(2), &json!("Makulerad")));
    assert_eq!((&cancelled["cancelReason"], &cancelled["abilities"]), (&json!("Fel person"), &json!([])));
    for field in [piece("social 4.23", "cancel"), piece("social 3.14", "cancelled")] {
        assert!(cancelled[field].is_string(), "{field}");
    }
    assert_eq!(cancels(&org.owner, &entry).await.is(200), cancelled);
    pays(&org.owner, &entry).await.refused(409, "CANCELLED");
    refunds(&org.owner, &entry, 100).await.refused(409, "NOT_PAID");
    assert_eq!(listed(&org, "").await["balance"], json!({"open": 0, "overdue": 0, "paid": 0}));
    // The same by the status.
    let other = bill(&org, &anna, json!({})).await;
    assert_eq!(other["number"], 2, "a number is not given again");
    let status = async |entry: &Value, body: Value| org.owner.put(&its(entry, "/status"), body).await;
    status(&other, json!({"flStatus": 2})).await.wrong_field("reason", "REQUIRED");
    assert_eq!(status(&other, json!({"flStatus": 2, "reason": "Dubbel"})).await.is(200)["flStatus"], 2);
    status(&other, json!({"flStatus": 3})).await.refused(409, "CANCELLED");
    let third = bill(&org, &anna, json!({})).await;
    let paid = status(&third, json!({"flStatus": 3, "method": "SWISH"})).await.is(200);
    assert_eq!(paid["paymentMethod"], "SWISH");
    status(&third, json!({"flStatus": 2, "reason": "x"})).await.refused(409, "ALREADY_PAID");
    status(&third, json!({"flStatus": 1})).await.refused(422, "INVALID");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn refund_goes_back_with_its_vat() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let entry = bill(&org, &anna, json!({})).await;
    refunds(&org.owner, &entry, 100).await.refused(409, "NOT_PAID");
    pays(&org.owner, &entry).await.is(200);
    refunds(&org.owner, &entry, 30_301).await.wrong_field("amount", "TOO_MUCH");
    let partly = refunds(&org.owner, &entry, 3_030).await.is(200);
    assert_eq!((&partly["flStatus"], &partly["refunded"]), (&json!(3), &json!(3_030)));
    let back = listed(&org, "").await["content"][0].take();
    assert_eq!((&back["kind"], &back["idRefundOf"]), (&json!("REFUND"), &entry["idBookingLedger"]));
    assert_eq!((&back["amount"], &back["vat"], &back["number"]), (&json!(-3_030), &json!(-530), &json!(2)));
    assert_eq!(
        (&back["statusText"], &back["abilities"]),
        (&json!("Att betala ut"), &json!(["PAY", "CANCEL"]))
    );
    assert_eq!(each(&back["lines"], "amount"), [-2_500, -530]);
    refunds(&org.owner, &entry, 27_271).await.wrong_field("amount", "TOO_MUCH");
    let whole = refunds(&org.owner, &entry, 27_270).await.is(200);
    assert_eq!((&whole["flStatus"], &whole["statusText"]), (&json!(4), &json!("Återbetald")));
    refunds(&org.owner, &entry, 1).await.wrong_field("amount", "TOO_MUCH");
    assert_eq!(listed(&org, "").await["balance"], json!({"open": -30_300, "overdue": 0, "paid": 30_300}));
    let out = pays(&org.owner, &back).await.is(200);
    assert_eq!(out["statusText"], "Utbetald");
    assert_eq!(listed(&org, "").await["balance"], json!({"open": -27_270, "overdue": 0, "paid": 27_270}));
    // A refund that is not paid out is taken back.
    let rest = listed(&org, "&status=1").await["content"][0].take();
    cancels(&org.owner, &rest).await.is(200);
    let entry = org.owner.get(&its(&entry, "")).await.is(200);
    assert_eq!((&entry["flStatus"], &entry["refunded"]), (&json!(3), &json!(3_030)));
    let kinds = each(&entry["events"], "kind");
    assert_eq!(kinds, ["CREATED", "PAID", "REFUNDED", "REFUNDED", "REFUNDED"]);
    assert_eq!(each(&entry["events"], "amount")[2..], [3_030, 27_270, -27_270]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn concurrent_entries_are_numbered_without_gaps() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let made = join_all((0..20).map(|_| bill(&org, &anna, json!({})))).await;
    let mut numbers: Vec<i64> = made.iter().map(|entry| id(&entry["number"])).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    // Paid twenty times at once, it is paid once.
    let paid = join_all((0..20).map(|_| pays(&org.owner, &made[0]))).await;
    assert!(paid.iter().all(|answer| answer.status == 200));
    let entry = org.owner.get(&its(&made[0], "")).await.is(200);
    assert_eq!(each(&entry["events"], "kind"), ["CREATED", "PAID"]);
    // Of many who refund the whole, one does.
    let back = join_all((0..8).map(|_| refunds(&org.owner, &made[0], 30_300))).await;
    assert_eq!(back.iter().filter(|answer| answer.status == 200).count(), 1);
    // Another organisation has numbers of its own.
    let other = world.org("Annan").await;
    assert_eq!(bill(&other, &anna, json!({})).await["number"], 1);
    let list = listed(&org, "&size=100").await;
    assert_eq!((&list["total"], &list["balance"]["open"]), (&json!(21), &json!(30_300 * 18)));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [social 7.28 9.3]
#[actix_web::test]
async fn lists_are_paged_newest_first() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let mut all = Vec::new();
    for _ in 0..12 {
        all.push(bill(&org, &anna, json!({})).await);
    }
    for entry in [&all[0], &all[5]] {
        pays(&org.owner, entry).await.is(200);
    }
    let numbers = async |query: &str| {
        let page = listed(&org, query).await;
        let numbers: Vec<i64> = each(&page["content"], "number").into_iter().map(id).collect();
        (numbers, id(&page["total"]))
    };
    let size = count(piece("social 9.3", "ledgerPage"));
    let first = count(piece("social 9.3", "firstPage"));
    let newest: Vec<i64> = (1..=12).rev().take(usize::try_from(size).unwrap()).collect();
    assert_eq!(numbers("").await, (newest.clone(), 12));
    assert_eq!(numbers(&format!("&page={first}")).await, (newest, 12));
    assert_eq!(numbers("&page=1").await, (vec![2, 1], 12));
    assert_eq!(numbers("&page=2&size=5").await, (vec![2, 1], 12));
    assert_eq!(numbers("&page=9").await, (vec![], 12));
    assert_eq!(numbers("&status=3").await, (vec![6, 1], 2));
    assert_eq!(numbers("&status=3&page=1&size=1").await, (vec![1], 2));
    assert_eq!(numbers("&status=4").await, (vec![], 0));
    let today = format!("&from={0}&to={0}", day(0));
    assert_eq!(numbers(&format!("{today}&status=1&size=3")).await, (vec![12, 11, 10], 10));
    assert_eq!(numbers(&format!("&to={}", day(-1))).await, (vec![], 0));
    assert_eq!(numbers(&format!("&from={}", day(1))).await, (vec![], 0));
    let mine = anna.get(&format!("{PATH}/mine?page=1&size=5")).await.is(200);
    assert_eq!(each(&mine["content"], "number"), [7, 6, 5, 4, 3]);
    assert_eq!((&mine["page"], &mine["size"], &mine["total"]), (&json!(1), &json!(5), &json!(12)));
    for wrong in ["&size=0", "&size=101", "&status=5", "&page=-1", "&from=2026-13-01"] {
        org.owner.get(&format!("{PATH}?entity={}{wrong}", org.id)).await.refused(422, "INVALID");
    }
    let long = format!("{PATH}?entity={}&from=2025-01-01&to=2026-02-05", org.id);
    org.owner.get(&long).await.wrong_field("to", "RANGE");
    let turned = format!("{PATH}?entity={}&from=2026-02-02&to=2026-02-01", org.id);
    org.owner.get(&turned).await.wrong_field("to", "RANGE");
}

/// [social 5.9]
#[actix_web::test]
async fn days_are_whole_where_the_clocks_change() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let times = [
        "2025-12-31T22:59:59.999Z",
        "2025-12-31T23:00:00.000Z",
        // A day of 23 hours.
        "2026-03-28T22:59:59.999Z",
        "2026-03-28T23:00:00.000Z",
        "2026-03-29T21:59:59.999Z",
        "2026-03-29T22:00:00.000Z",
        // A day of 25.
        "2026-10-24T21:59:59.999Z",
        "2026-10-24T22:00:00.000Z",
        "2026-10-25T22:59:59.999Z",
        "2026-10-25T23:00:00.000Z",
    ];
    for (n, time) in times.iter().enumerate() {
        made_at(&world, &org, n as i64 + 1, time).await;
    }
    let between = async |from: &str, to: &str| {
        let page = listed(&org, &format!("&from={from}&to={to}")).await;
        assert_eq!(page["total"], page["content"].as_array().unwrap().len());
        each(&page["content"], "text")
            .iter()
            .map(|text| text.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(between("2026-03-29", "2026-03-29").await, [times[4], times[3]]);
    assert_eq!(between("2026-03-28", "2026-03-28").await, [times[2]]);
    assert_eq!(between("2026-10-25", "2026-10-25").await, [times[8], times[7]]);
    assert_eq!(between("2025-12-31", "2026-01-01").await, [times[1], times[0]]);
    assert_eq!(between("2026-01-01", "2026-01-01").await, [times[1]]);
    let all = listed(&org, "&size=3&page=2").await;
    assert_eq!(each(&all["content"], "reference"), ["2026-3", "2026-2", "2026-1"]);
    let last = listed(&org, "&size=3&page=3").await;
    assert_eq!((each(&last["content"], "reference"), &last["total"]), (vec![&json!("2025-1")], &json!(10)));
    assert_eq!(each(&listed(&org, "&status=1&size=9&page=1").await["content"], "reference"), ["2025-1"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn overdue_is_what_was_due_before_today() {
    let world = World::new().await;
    let (org, club) = (world.org("Kommunen").await, world.org("Klubben").await);
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let today = bill(&org, &anna, json!({"dueDate": day(0)})).await;
    assert_eq!(today["statusText"], "Obetald");
    let late = bill(&org, &bo, json!({"dueDate": day(-1)})).await;
    assert_eq!((&late["statusText"], &late["flStatus"]), (&json!("Förfallen"), &json!(1)));
    bill(&org, &anna, json!({"dueDate": day(-1), "idCustomerEntity": club.id})).await;
    assert_eq!(listed(&org, "").await["balance"], json!({"open": 90_900, "overdue": 60_600, "paid": 0}));
    let is_overdue = async |person: &Person, customer: Option<&Org>| {
        let customer = customer.map(|org| EntityId(org.id));
        let (entity, user) = (EntityId(org.id), UserId(person.id));
        ledger::is_overdue(&world.platform, entity, user, customer).await.unwrap()
    };
    assert!(!is_overdue(&bo, None).await, "the organisation stops nobody");
    set(&org, json!({"version": 0, "stopOverdue": true})).await.is(200);
    assert!(is_overdue(&bo, None).await);
    assert!(!is_overdue(&anna, None).await, "the club owes that one");
    assert!(is_overdue(&anna, Some(&club)).await && is_overdue(&bo, Some(&club)).await);
    pays(&org.owner, &late).await.is(200);
    assert!(!is_overdue(&bo, None).await);
}

#[actix_web::test]
async fn open_entry_says_how_to_pay_it() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let settings = json!({
        "version": 0, "orgNumber": "5560160680", "vatNumber": "SE556016068001", "address": "Storgatan 1\n111 22 Ort",
        "paymentTerms": 10, "swish": "123 456 78 90", "bankgiro": "50501055", "plusgiro": "42", "stopOverdue": false,
        "accounts": {"receivable": 1511},
    });
    let saved = set(&org, settings).await.is(200);
    let numbers = ["orgNumber", "swish", "bankgiro", "plusgiro"].map(|field| saved[field].as_str().unwrap());
    assert_eq!(numbers, ["556016-0680", "1234567890", "5050-1055", "4-2"]);
    assert_eq!((&saved["version"], &saved["accounts"]["receivable"]), (&json!(1), &json!(1511)));
    assert_eq!(saved["accounts"]["vat6"], 2631);
    assert_eq!(org.owner.get(&org.at("/ledger-settings")).await.is(200), saved);
    set(&org, json!({"version": 0})).await.refused(409, "MOVED_ON");
    for (field, wrong) in [
        ("orgNumber", json!("556016-0681")),
        ("vatNumber", json!("556016068001")),
        ("swish", json!("1")),
        ("bankgiro", json!("5050-1056")),
        ("plusgiro", json!("4-3")),
    ] {
        set(&org, json!({"version": 1, field: wrong})).await.wrong_field(field, "FORMAT");
    }
    set(&org, json!({"version": 1, "paymentTerms": 91})).await.refused(422, "INVALID");
    set(&org, json!({"version": 1, "accounts": {"bank": 12}})).await.refused(422, "INVALID");
    let entry =
        bill(&org, &anna, json!({"lines": [{"text": "Hyra", "amount": 123_450, "vatRate": 25}]})).await;
    assert_eq!(entry["dueDate"], day(10));
    let reference = entry["reference"].as_str().unwrap();
    let expected = json!({
        "swish": {
            "payee": "1234567890", "amount": "1234,50", "message": reference,
            "qr": format!("C1234567890;1234,50;{reference};0"),
            "link": format!("https://app.swish.nu/1/p/sw/?sw=1234567890&amt=1234.50&msg={reference}"),
        },
        "bankgiro": "5050-1055", "plusgiro": "4-2", "reference": reference,
    });
    assert_eq!(entry["payment"], expected);
    // Who bills stands on each paper, paid or not, and in no list.
    let sender = json!({
        "address": "Storgatan 1\n111 22 Ort", "orgNumber": "556016-0680", "vatNumber": "SE556016068001",
    });
    assert_eq!(entry["sender"], sender);
    assert_eq!(anna.get(&its(&entry, "")).await.is(200)["sender"], sender);
    assert_eq!(listed(&org, "").await["content"][0].get("sender"), None);
    assert_eq!(anna.get(&format!("{PATH}/mine")).await.is(200)["content"][0]["payment"], expected);
    let paid = pays(&org.owner, &entry).await.is(200);
    assert_eq!((paid.get("payment"), &paid["sender"]), (None, &sender));
}

#[actix_web::test]
async fn wrong_entries_are_refused() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let line = |more: Value| with(json!({"text": "Hyra", "amount": 100, "vatRate": 25}), more);
    for (more, field, code) in [
        (json!({"idAuthUserCustomer": 4711}), "idAuthUserCustomer", "UNKNOWN"),
        (json!({"idCustomerEntity": 4711}), "idCustomerEntity", "UNKNOWN"),
        (json!({"lines": [line(json!({"vatRate": 7}))]}), "lines[0].vatRate", "UNKNOWN"),
        (json!({"lines": [line(json!({})), line(json!({"text": "  "}))]}), "lines[1].text", "REQUIRED"),
        (json!({"text": "  "}), "text", "REQUIRED"),
        (json!({"dueDate": "2001-01-01"}), "dueDate", "RANGE"),
        (json!({"dueDate": "2101-01-01"}), "dueDate", "RANGE"),
    ] {
        org.owner.post(PATH, draft(&org, &anna, more)).await.wrong_field(field, code);
    }
    for more in [
        json!({"lines": []}),
        json!({"lines": vec![line(json!({})); 21]}),
        json!({"lines": [line(json!({"amount": 0}))]}),
        json!({"lines": [line(json!({"amount": -100}))]}),
        json!({"lines": [line(json!({"amount": 100_000_001}))]}),
        json!({"text": ""}),
        json!({"text": "x".repeat(201)}),
        json!({"dueDate": "2026-02-30"}),
    ] {
        org.owner.post(PATH, draft(&org, &anna, more.clone())).await.refused(422, "INVALID");
    }
    org.owner.post(PATH, draft(&org, &anna, json!({"idEntity": 4711}))).await.refused(404, "NOT_FOUND");
    let entry = bill(&org, &anna, json!({})).await;
    assert_eq!(entry["number"], 1, "what was refused took no number");
    for (rest, body) in [
        ("/paid", json!({"method": "BITCOIN"})),
        ("/paid", json!({})),
        ("/cancel", json!({})),
        ("/cancel", json!({"reason": ""})),
        ("/cancel", json!({"reason": "  "})),
        ("/refund", json!({"amount": 0})),
        ("/refund", json!({"amount": -5})),
        ("/refund", json!({})),
    ] {
        org.owner.post(&its(&entry, rest), body).await.refused(422, "INVALID");
    }
    assert_eq!(org.owner.get(&its(&entry, "")).await.is(200), entry);
}

#[actix_web::test]
async fn the_same_key_makes_one_entry_and_one_refund() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let keyed = async |path: &str, body: Value| {
        org.owner.call("POST", path).header("idempotency-key", path).json(&body).send().await
    };
    let first = keyed(PATH, draft(&org, &anna, json!({}))).await.is(201);
    assert_eq!(keyed(PATH, draft(&org, &anna, json!({}))).await.is(201), first);
    pays(&org.owner, &first).await.is(200);
    let (path, body) = (its(&first, "/refund"), json!({"amount": 100}));
    let refunded = keyed(&path, body.clone()).await.is(200);
    assert_eq!(keyed(&path, body).await.is(200), refunded);
    assert_eq!(listed(&org, "").await["total"], 2);
}

#[actix_web::test]
async fn erased_customer_stays_in_the_accounts() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let (name, entry) = (anna.called().await, bill(&org, &anna, json!({})).await);
    let copy = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(copy.body.to_vec())).unwrap();
    let mut text = String::new();
    zip.by_name("ledger.json").unwrap().read_to_string(&mut text).unwrap();
    let copied: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(copied, json!([anna.get(&its(&entry, "")).await.is(200)]));
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let kept = org.owner.get(&its(&entry, "")).await.is(200);
    assert_eq!((&kept["customerName"], &kept["amount"]), (&json!(name), &json!(30_300)));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
