use std::collections::BTreeMap;

use storage::bookings::{Price, PriceRule};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId, SpaceId};
use storage::time::Moment;
use storage::value::Json;

use super::super::rules::samples::at;
use super::*;

/// Two hours for 250 kr each, with 6 % VAT.
fn booking(status: Status, fee: i64) -> Booking {
    let line = PriceLine {
        rule: PriceRule::Base,
        id: 0,
        minutes: 120,
        price_per_hour: 25_000,
        amount: 50_000,
        vat_rate: 6,
        vat: 2_830,
    };
    let price = Price { price_class: Some("Taxa".into()), price: 50_000, vat: 2_830, lines: vec![line] };
    Booking {
        booking_id: OccupationId(7),
        version: 3,
        status: status.number(),
        bookable_id: BookableId(1),
        space_id: SpaceId(1),
        entity_id: EntityId(2),
        user_id: UserId(3),
        customer_id: Some(EntityId(4)),
        series_id: None,
        starts: Moment(at("2026-12-03T18:00")),
        ends: Moment(at("2026-12-03T20:00")),
        participants: None,
        answers: Json(BTreeMap::new()),
        note: String::new(),
        price: Json(price),
        cancellation: Json(None),
        fee,
        release_after: None,
        ended: None,
        reason: None,
        created: Moment(at("2026-11-27T10:00")),
        changed: Moment(at("2026-11-28T23:30")),
    }
}

fn sum(claim: Option<&Claim>) -> i64 {
    claim.map_or(-1, |claim| claim.lines.iter().map(|line| line.amount).sum())
}

#[test]
fn booking_bills_its_price_to_who_booked() {
    let claim = claim(None, &booking(Status::Booked, 50_000), "Hel hall").unwrap().unwrap();
    assert_eq!((claim.subject_kind.as_str(), claim.subject_id, claim.version), ("booking", 7, 3));
    let billed = (claim.entity_id, claim.user_id, claim.customer_id);
    assert_eq!(billed, (EntityId(2), UserId(3), Some(EntityId(4))));
    assert_eq!(claim.text, "Hel hall, 3 december 2026 kl. 18.00");
    let line = ClaimLine { text: "2 tim à 250,00 kr i timmen".into(), amount: 50_000, vat_rate: 6 };
    assert_eq!((claim.kind, claim.lines), (LedgerEntryKind::Booking, vec![line]));
    assert_eq!(claim.due.0.to_string(), "2026-11-28", "the day in Sweden");
}

#[test]
fn each_change_bills_what_is_owed_then() {
    let (pending, booked) = (booking(Status::Pending, 50_000), booking(Status::Booked, 50_000));
    // From, to, and what is owed then; -1: nothing changes.
    let cases = [
        (None, &pending, -1),
        (Some(&pending), &booked, 50_000),
        (Some(&pending), &booking(Status::Declined, 0), -1),
        (Some(&booked), &booking(Status::Cancelled, 0), 0),
        (Some(&booked), &booking(Status::Cancelled, 25_000), 25_000),
        (Some(&booked), &booking(Status::NoShow, 50_000), 50_000),
        (Some(&booked), &booking(Status::CheckedIn, 50_000), -1),
        (Some(&booking(Status::CheckedIn, 50_000)), &booking(Status::Completed, 50_000), -1),
        // Moved to a time that is to be approved again.
        (Some(&booked), &pending, 0),
    ];
    for (at, (old, new, owed)) in cases.into_iter().enumerate() {
        let claim = claim(old, new, "Hel hall").unwrap();
        assert_eq!(sum(claim.as_ref()), owed, "case {at}");
    }
    let fee = claim(Some(&booked), &booking(Status::Cancelled, 25_000), "").unwrap().unwrap();
    assert_eq!((fee.kind, fee.reason.as_deref()), (LedgerEntryKind::Fee, Some("Avbokad")));
    assert_eq!((fee.lines[0].text.as_str(), fee.lines[0].vat_rate), ("Avbokningsavgift", 6));
}

#[test]
fn what_is_free_of_charge_bills_nothing() {
    let free = |status| Booking { price: Json(Price::default()), ..booking(status, 0) };
    assert_eq!(claim(None, &free(Status::Booked), "Hel hall").unwrap(), None);
    assert_eq!(claim(Some(&free(Status::Booked)), &free(Status::Cancelled), "Hel hall").unwrap(), None);
}
