#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use jiff::civil::date;

use super::*;
use crate::ledger::reading::payment;
use crate::ledger::rules::books::Payment;
use crate::ledger::rules::samples::{Model, NOW, line};

fn paper(entry: &Entry) -> Document {
    let settings = LedgerSettings {
        address: "Storgatan 1\n111 22 Ort".to_owned(),
        org_number: "556016-0680".to_owned(),
        swish: "1234567890".to_owned(),
        bankgiro: "5050-1055".to_owned(),
        ..LedgerSettings::default()
    };
    let way = payment(&settings, entry);
    let zone = TimeZone::get("Europe/Stockholm").unwrap();
    document(entry, (None, &settings, way.as_ref()), Day(date(2026, 6, 1)), &zone)
}

#[test]
fn open_entry_says_what_and_how_to_pay() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(12_500, 25), line(10_600, 6)]);
    let paper = paper(model.entry(id));
    assert_eq!(paper.title, "Betalningsunderlag");
    assert_eq!(paper.sender.lines, ["Storgatan 1", "111 22 Ort", "Organisationsnummer 556016-0680"]);
    assert_eq!(paper.receiver.lines, ["Anna Andersson"]);
    let facts: Vec<_> = paper.facts.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    let expected = [
        ("Nummer", "2026-1"),
        ("Datum", "2026-05-28"),
        ("Förfallodatum", "2026-07-01"),
        ("Status", "Obetald"),
    ];
    assert_eq!(facts, expected);
    assert_eq!(paper.table.unwrap().rows[1], ["Hallhyra", "6 %", "106,00 kr"]);
    let totals: Vec<_> = paper.totals.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    let expected =
        [("Varav moms 25 %", "25,00 kr"), ("Varav moms 6 %", "6,00 kr"), ("Att betala", "231,00 kr")];
    assert_eq!(totals, expected);
    assert_eq!(paper.qr.unwrap().content, "C1234567890;231,00;2026-1;0");
    let way = "Betala till Swish 1234567890 eller Bankgiro 5050-1055. Ange 2026-1 som meddelande.";
    assert_eq!(paper.notes, ["Hallhyra", way]);
}

#[test]
fn paid_entry_asks_for_nothing() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(12_500, 25)]);
    let by_card = Payment { method: Some(PaymentMethod::Card), reference: Some("K17".to_owned()) };
    model.act(NOW, |books| books.pay(id, by_card)).unwrap();
    let paper = paper(model.entry(id));
    let facts: Vec<_> = paper.facts.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    let expected = [
        ("Status", "Betald"),
        ("Betald", "2026-05-28"),
        ("Betalsätt", "Kort"),
        ("Betalningsreferens", "K17"),
    ];
    assert_eq!(facts[3..], expected);
    assert_eq!(paper.totals.last().unwrap().label, "Summa");
    assert_eq!((paper.qr, paper.notes), (None, vec!["Hallhyra".to_owned()]));
}
