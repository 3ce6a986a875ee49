//! What is taken out of a ledger: a paper (PDF), a table (CSV), vouchers (SIE). Contract §8.3.

use actors::ledger::{self, Claim};
use storage::ids::{EntityId, UserId};
use storage::ledger::LedgerEntryKind;
use storage::time::Day;

use crate::harness::{Org, World, json};
use crate::v1_ledger::{PATH, bill, cancels, day, its, pays, refunds};

/// The words of a PDF.
fn words(file: &[u8]) -> String {
    let document = lopdf::Document::load_mem(file).unwrap();
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&pages).unwrap()
}

fn period(org: &Org, what: &str, from: &str, to: &str) -> String {
    format!("{PATH}.{what}?entity={}&from={from}&to={to}", org.id)
}

/// The vouchers of a SIE file: number, date, and rows (account, öre).
fn vouchers(file: &[u8]) -> Vec<(i64, String, Vec<(i64, i64)>)> {
    let text: String = file.iter().map(|byte| char::from(*byte)).collect();
    let mut found: Vec<(i64, String, Vec<(i64, i64)>)> = Vec::new();
    for line in text.split("\r\n") {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "#VER" => found.push((words[2].parse().unwrap(), words[3].to_owned(), Vec::new())),
            "#TRANS" => {
                let amount = words[3].replace('.', "").parse().unwrap();
                found.last_mut().unwrap().2.push((words[1].parse().unwrap(), amount));
            }
            _ => {}
        }
    }
    found
}

#[actix_web::test]
async fn paper_says_number_amount_and_how_to_pay() {
    let world = World::new().await;
    let org = world.org("Åsbo Idrottsförening").await;
    let (anna, stranger) = (world.person("Åsa").await, world.person("Främling").await);
    let settings =
        json!({"version": 0, "address": "Storgatan 1", "orgNumber": "5560160680", "swish": "1234567890"});
    org.owner.put(&org.at("/ledger-settings"), settings).await.is(200);
    let entry = bill(&org, &anna, json!({})).await;
    let path = its(&entry, "/underlag.pdf");
    let answer = anna.get(&path).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"));
    let reference = entry["reference"].as_str().unwrap();
    let named = format!("inline; filename=\"betalningsunderlag-{reference}.pdf\"");
    assert_eq!(answer.header("content-disposition"), named);
    assert!(answer.body.starts_with(b"%PDF"));
    let text = words(&answer.body).replace('\u{a0}', " ");
    for word in [
        "Betalningsunderlag",
        reference,
        "303,00 kr",
        "Åsbo Idrottsförening",
        "Hallhyra i juni",
        "1234567890",
    ] {
        assert!(text.contains(word), "no {word}: {text}");
    }
    assert_eq!(org.owner.get(&path).await.status, 200);
    stranger.get(&path).await.refused(404, "NOT_FOUND");
    org.owner.get(&format!("{PATH}/4711/underlag.pdf")).await.refused(404, "NOT_FOUND");
    pays(&org.owner, &entry).await.is(200);
    let text = words(&anna.get(&path).await.body);
    assert!(text.contains("Betald") && !text.contains("Swish"), "{text}");
}

#[actix_web::test]
async fn table_has_the_entries_of_a_period() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let first = bill(&org, &anna, json!({"text": "=1+1; \"hej\"", "dueDate": day(3)})).await;
    let second = bill(&org, &anna, json!({"dueDate": day(3)})).await;
    pays(&org.owner, &first).await.is(200);
    cancels(&org.owner, &second).await.is(200);
    refunds(&org.owner, &first, 3_030).await.is(200);
    let path = period(&org, "csv", &day(0), &day(0));
    let answer = org.owner.get(&path).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(answer.header("content-disposition").starts_with("attachment; filename=\""));
    let text = answer.text();
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap().split("\r\n").collect();
    assert_eq!((lines.len(), lines[4]), (5, ""), "{text}");
    assert!(lines[0].starts_with("Nummer;Datum;"), "{text}");
    let (today, name, year) = (day(0), anna.called().await, first["year"].to_string());
    let (due, pay) = (day(3), format!("{today};Bankgiro;OCR 17;;"));
    let expected = [
        format!(
            "{year}-1;{today};{due};{name};;Övrigt;\"'=1+1; \"\"hej\"\"\";Betald;303,00;53,00;30,30;{pay}"
        ),
        format!(
            "{year}-2;{today};{due};{name};;Övrigt;Hallhyra i juni;Makulerad;303,00;53,00;0,00;;;;{today};Fel person"
        ),
        format!(
            "{year}-3;{today};{today};{name};;Återbetalning;Återbetalning av {year}-1;Att betala ut;-30,30;-5,30;0,00;;;;;"
        ),
    ];
    assert_eq!(lines[1..4], expected);
    let none = org.owner.get(&period(&org, "csv", &day(-2), &day(-1))).await.text();
    assert_eq!(none.split("\r\n").count(), 2, "the headings alone");
    for what in ["csv", "si"] {
        let path = period(&org, what, &day(0), &day(0));
        anna.get(&path).await.refused(403, "ROLE_TOO_LOW");
        let turned = period(&org, what, &day(0), &day(-1));
        org.owner.get(&turned).await.wrong_field("to", "RANGE");
        org.owner.get(&period(&org, what, "2024-01-01", "2025-12-31")).await.wrong_field("to", "RANGE");
        org.owner.get(&format!("{PATH}.{what}?entity={}", org.id)).await.refused(422, "INVALID");
        org.owner
            .get(&format!("{PATH}.{what}?entity=4711&from=2026-01-01&to=2026-01-02"))
            .await
            .refused(404, "NOT_FOUND");
    }
    org.owner.get(&period(&org, "si", "2025-12-01", "2026-01-31")).await.wrong_field("to", "YEAR");
}

#[actix_web::test]
async fn every_voucher_sums_to_nothing() {
    let world = World::new().await;
    let org = world.org("Åsbo").await;
    let anna = world.person("Anna").await;
    let settings = json!({"version": 0, "orgNumber": "5560160680", "accounts": {"bank": 1940}});
    org.owner.put(&org.at("/ledger-settings"), settings).await.is(200);
    let first = bill(&org, &anna, json!({})).await;
    let second = bill(&org, &anna, json!({})).await;
    pays(&org.owner, &first).await.is(200);
    cancels(&org.owner, &second).await.is(200);
    refunds(&org.owner, &first, 3_030).await.is(200);
    // A claim of nothing at all: paid, and given back.
    let claim = Claim {
        subject_kind: "booking".to_owned(),
        subject_id: 1,
        version: 1,
        entity_id: EntityId(org.id),
        user_id: UserId(anna.id),
        customer_name: None,
        customer_id: None,
        kind: LedgerEntryKind::Booking,
        text: "Hallen".to_owned(),
        lines: Vec::new(),
        reason: None,
        due: Day("2026-06-01".parse().unwrap()),
        tells: false,
    };
    ledger::apply(&world.platform, &claim).await.unwrap();
    let answer = org.owner.get(&period(&org, "si", &day(0), &day(0))).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/octet-stream"));
    assert!(answer.header("content-disposition").ends_with(".si\""));
    // Å is 8F in CP437.
    let name = b"#FNAMN \"\x8fsbo\"\r\n";
    assert!(answer.body.windows(name.len()).any(|some| some == name));
    let found = vouchers(&answer.body);
    let today = day(0).replace('-', "");
    assert!(
        found.iter().all(|(_, date, rows)| *date == today && rows.iter().map(|row| row.1).sum::<i64>() == 0)
    );
    assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let billed = [(1510, 30_300), (3001, -20_000), (2611, -5_000), (3003, -5_000), (2631, -300)];
    assert_eq!(found[0].2, billed);
    assert_eq!(found[2].2, [(1940, 30_300), (1510, -30_300)], "paid");
    assert_eq!(found[3].2, billed.map(|(account, amount)| (account, -amount)), "cancelled");
    assert_eq!(found[4].2, [(1510, -3_030), (3001, 2_000), (2611, 500), (3003, 500), (2631, 30)], "refunded");
    let none = org.owner.get(&period(&org, "si", &day(-1), &day(-1))).await;
    assert_eq!((none.status, vouchers(&none.body).len()), (200, 0));
}
