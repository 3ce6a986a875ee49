//! 'Betalningsunderlag': an entry on paper. Pure.

use jiff::tz::TimeZone;
use storage::entities::Entity;
use storage::ledger::{Entry, LedgerEntryKind, LedgerSettings, PaymentMethod};
use storage::time::Day;

use super::rights::label;
use super::rules::refund::by_rate;
use super::view::PaymentView;
use crate::platform::document::{Align, Column, Document, Fact, Party, Qr, Table, Total};
use crate::platform::hours::date_of;
use crate::platform::money::kronor;

/// How a method of payment reads.
pub fn method(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Swish => "Swish",
        PaymentMethod::Card => "Kort",
        PaymentMethod::Bankgiro => "Bankgiro",
        PaymentMethod::Cash => "Kontant",
        PaymentMethod::Other => "Annat",
    }
}

/// How a kind of entry reads.
pub fn kind(kind: LedgerEntryKind) -> &'static str {
    match kind {
        LedgerEntryKind::Booking => "Bokning",
        LedgerEntryKind::Fee => "Avgift",
        LedgerEntryKind::Refund => "Återbetalning",
        LedgerEntryKind::Manual => "Övrigt",
    }
}

fn fact(label: &str, value: impl Into<String>) -> Fact {
    Fact { label: label.to_owned(), value: value.into() }
}

fn sender(entity: Option<&Entity>, settings: &LedgerSettings) -> Party {
    let mut lines: Vec<String> = entity.map(|entity| entity.entity_name.clone()).into_iter().collect();
    lines.extend(settings.address.lines().map(ToOwned::to_owned));
    let numbers =
        [("Organisationsnummer", &settings.org_number), ("Momsregistreringsnummer", &settings.vat_number)];
    let given = numbers.into_iter().filter(|(_, number)| !number.is_empty());
    lines.extend(given.map(|(label, number)| format!("{label} {number}")));
    Party { heading: "Från".to_owned(), lines }
}

fn receiver(entry: &Entry) -> Party {
    let lines = entry.customer_entity_name.clone().into_iter().chain([entry.customer_name.clone()]).collect();
    Party { heading: "Till".to_owned(), lines }
}

fn facts(entry: &Entry, today: Day, zone: &TimeZone) -> Vec<Fact> {
    let day = |at: i64| date_of(zone, at).to_string();
    let mut facts = vec![
        fact("Nummer", entry.reference()),
        fact("Datum", day(entry.created.0)),
        fact("Förfallodatum", entry.due.0.to_string()),
        fact("Status", label(entry, today)),
    ];
    facts.extend(entry.paid.map(|at| fact("Betald", day(at.0))));
    facts.extend(entry.payment_method.map(|how| fact("Betalsätt", method(how))));
    facts.extend(entry.payment_reference.clone().map(|reference| fact("Betalningsreferens", reference)));
    facts.extend(entry.cancelled.map(|at| fact("Makulerad", day(at.0))));
    if entry.refunded > 0 {
        facts.push(fact("Återbetalt", kronor(entry.refunded)));
    }
    facts
}

fn table(entry: &Entry) -> Table {
    let column = |heading: &str, align| Column { heading: heading.to_owned(), align };
    Table {
        columns: vec![
            column("Avser", Align::Left),
            column("Moms", Align::Right),
            column("Belopp", Align::Right),
        ],
        rows: entry
            .lines
            .0
            .iter()
            .map(|line| vec![line.text.clone(), format!("{} %", line.vat_rate), kronor(line.amount)])
            .collect(),
    }
}

fn totals(entry: &Entry) -> Vec<Total> {
    let total = |label: String, value: i64, is_main| Total { label, value: kronor(value), is_main };
    let with_vat = by_rate(&entry.lines.0).into_iter().filter(|(_, _, vat)| *vat != 0);
    let mut totals: Vec<Total> =
        with_vat.map(|(rate, _, vat)| total(format!("Varav moms {rate} %"), vat, false)).collect();
    let label = if entry.is_owed() { "Att betala" } else { "Summa" };
    totals.push(total(label.to_owned(), entry.amount, true));
    totals
}

fn notes(entry: &Entry, payment: Option<&PaymentView>) -> Vec<String> {
    let mut notes = vec![entry.title.clone()];
    let Some(payment) = payment else { return notes };
    let swish = payment.swish.as_ref().map(|swish| ("Swish", &swish.payee));
    let bankgiro = payment.bankgiro.as_ref().map(|number| ("Bankgiro", number));
    let plusgiro = payment.plusgiro.as_ref().map(|number| ("Plusgiro", number));
    let ways = [swish, bankgiro, plusgiro].into_iter().flatten();
    let ways: Vec<String> = ways.map(|(how, number)| format!("{how} {number}")).collect();
    notes.push(format!("Betala till {}. Ange {} som meddelande.", ways.join(" eller "), payment.reference));
    notes
}

/// An entry as a document.
pub fn document(
    entry: &Entry,
    (entity, settings, payment): (Option<&Entity>, &LedgerSettings, Option<&PaymentView>),
    today: Day,
    zone: &TimeZone,
) -> Document {
    let qr = payment.and_then(|payment| payment.swish.as_ref()).map(|swish| Qr {
        content: swish.qr.clone(),
        alt: format!("Swish-kod för {} kr till {}", swish.amount, swish.payee),
        caption: "Skanna koden i Swish".to_owned(),
    });
    Document {
        title: "Betalningsunderlag".to_owned(),
        author: entity.map(|entity| entity.entity_name.clone()).unwrap_or_default(),
        sender: sender(entity, settings),
        receiver: receiver(entry),
        facts: facts(entry, today, zone),
        table: Some(table(entry)),
        totals: totals(entry),
        qr,
        notes: notes(entry, payment),
        footer: format!("Betalningsunderlag {}", entry.reference()),
    }
}

#[cfg(test)]
#[path = "paper_tests.rs"]
mod tests;
