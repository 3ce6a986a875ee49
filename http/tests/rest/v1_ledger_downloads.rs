//! What is taken out of a ledger: the paper of an entry, a table, vouchers for a bookkeeping program. Contract §8.3.

use actors::platform::time::now;

use crate::harness::{Answer, Org, Person, World, json};
use crate::v1_ledger::{bill, cancels, its, pays, refunds};

/// Today in Sweden, as a period of one day.
fn today() -> String {
    let zone = jiff::tz::TimeZone::get("Europe/Stockholm").unwrap();
    let day = jiff::Timestamp::from_millisecond(now()).unwrap().to_zoned(zone).date();
    format!("from={day}&to={day}")
}

async fn takes(person: &Person, org: &Org, file: &str, period: &str) -> Answer {
    person.get(&format!("/api/v1/ledger.{file}?entity={}&{period}", org.id)).await
}

/// The rows of each voucher of a file, in öre: account and amount.
fn vouchers(file: &str) -> Vec<Vec<(i64, i64)>> {
    let mut vouchers = Vec::new();
    for line in file.lines() {
        if line.starts_with("#VER") {
            vouchers.push(Vec::new());
        }
        if let Some(row) = line.trim().strip_prefix("#TRANS ") {
            let parts: Vec<&str> = row.split_whitespace().collect();
            let amount: f64 = parts[2].parse().unwrap();
            let row = (parts[0].parse().unwrap(), (amount * 100.0).round() as i64);
            vouchers.last_mut().unwrap().push(row);
        }
    }
    vouchers
}

#[actix_web::test]
async fn vouchers_sum_to_zero_and_follow_what_happened() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    // 250 kr with 25 % VAT and 53 kr with 6 %: 50 kr and 3 kr of VAT.
    let entry = bill(&org, &anna, json!({})).await;
    pays(&org.owner, &entry).await.is(200);
    refunds(&org.owner, &entry, 30_300).await.is(200);
    let wrong = bill(&org, &anna, json!({})).await;
    cancels(&org.owner, &wrong).await.is(200);
    let answer = takes(&org.owner, &org, "si", &today()).await;
    assert_eq!(answer.status, 200);
    let bytes = answer.body.to_vec();
    // CP437: ö is 0x94.
    assert!(bytes.windows(11).any(|part| part == b"F\x94rs\x84ljning"), "not in CP437");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    for line in ["#FORMAT PC8", "#SIETYP 4", "#FNAMN \"Klubben\""] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let found = vouchers(&text);
    assert!(found.iter().all(|rows| rows.iter().map(|row| row.1).sum::<i64>() == 0), "{found:?}");
    let billed = vec![(1510, 30_300), (3001, -20_000), (2611, -5_000), (3003, -5_000), (2631, -300)];
    let sorted = |mut rows: Vec<(i64, i64)>| {
        rows.sort_unstable();
        rows
    };
    let of = |at: usize| sorted(found[at].clone());
    let reversed = |rows: &[(i64, i64)]| sorted(rows.iter().map(|row| (row.0, -row.1)).collect());
    assert_eq!(of(0), sorted(billed.clone()));
    assert_eq!(of(1), vec![(1510, -30_300), (1930, 30_300)], "paid");
    assert_eq!(of(2), reversed(&billed), "the refund");
    assert_eq!(of(3), sorted(billed.clone()), "the second entry");
    assert_eq!(of(4), reversed(&billed), "cancelled");
    assert_eq!(found.len(), 5);
}

#[actix_web::test]
async fn table_has_one_line_for_each_entry() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let entry = bill(&org, &anna, json!({"text": "=HYPERLINK(\"x\")"})).await;
    pays(&org.owner, &entry).await.is(200);
    bill(&org, &anna, json!({})).await;
    let answer = takes(&org.owner, &org, "csv", &today()).await;
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("Nummer;"), "{text}");
    for part in [entry["reference"].as_str().unwrap(), "303,00", "53,00", "Betald", "OCR 17"] {
        assert!(lines[1].contains(part), "{part} in {}", lines[1]);
    }
    assert!(!lines[1].contains(";=") && !lines[1].contains(";\"="), "a formula: {}", lines[1]);
    assert!(lines[2].contains("Obetald"), "{}", lines[2]);
}

#[actix_web::test]
async fn paper_is_for_whoever_sees_the_entry() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let entry = bill(&org, &anna, json!({})).await;
    let path = its(&entry, "/underlag.pdf");
    for person in [&anna, &org.owner] {
        let answer = person.get(&path).await;
        assert_eq!(answer.status, 200);
        assert!(answer.body.starts_with(b"%PDF-"));
    }
    bo.get(&path).await.refused(404, "NOT_FOUND");
    let other = world.org("Grannklubben").await;
    other.owner.get(&path).await.refused(404, "NOT_FOUND");
    for file in ["csv", "si"] {
        takes(&anna, &org, file, &today()).await.refused(403, "ROLE_TOO_LOW");
        takes(&org.owner, &org, file, "from=2026-01-02&to=2026-01-01").await.wrong_field("to", "RANGE");
        takes(&org.owner, &org, file, "from=2024-01-01&to=2026-01-01").await.wrong_field("to", "RANGE");
    }
    takes(&org.owner, &org, "si", "from=2025-12-31&to=2026-01-01").await.wrong_field("to", "YEAR");
}
