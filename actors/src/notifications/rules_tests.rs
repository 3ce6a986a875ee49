//! The rules of delivery against a model written from contract §11.3.

use std::collections::HashMap;

use proptest::prelude::*;
use storage::accounts::{Choice, Digest, NotificationChannel, NotificationType};

use super::rules::{Delivery, Facts, Kind, Mailing, delivers};

/// The contract's order, line by line, by words instead of types.
fn model(kind: Kind, channel: NotificationChannel, facts: Facts) -> String {
    let (channel, of) = (channel.as_str(), kind.notification_type.as_str());
    let way = match (channel, kind.mailing) {
        ("push", _) | ("email", Mailing::AtOnce) => "now",
        ("email", Mailing::Missed) if facts.takes_missed => "missed",
        _ => "nothing",
    };
    if kind.is_always {
        return way.to_owned();
    }
    let may_sms = facts.has_phone && ["ANNOUNCEMENT", "EVENT", "BOOKING"].contains(&of);
    if !facts.stands || (channel == "sms" && !may_sms) {
        return "nothing".to_owned();
    }
    match (facts.quiet, facts.entity.or(facts.personal)) {
        (Some(_), _) if channel == "push" => "nothing".to_owned(),
        (Some(until), _) => format!("at {until}"),
        (None, None) => way.to_owned(),
        (None, Some(Choice::Off)) => "nothing".to_owned(),
        (None, Some(Choice::On(digest))) if channel == "email" && digest != Digest::Immediate => {
            digest.to_string()
        }
        (None, Some(_)) if channel == "email" && kind.mailing != Mailing::AtOnce => "missed".to_owned(),
        (None, Some(_)) => "now".to_owned(),
    }
}

fn in_words(delivery: Delivery) -> String {
    match delivery {
        Delivery::Nothing => "nothing".to_owned(),
        Delivery::Later(until) => format!("at {until}"),
        Delivery::Now => "now".to_owned(),
        Delivery::Missed => "missed".to_owned(),
        Delivery::Digest(digest) => digest.to_string(),
    }
}

fn choice() -> impl Strategy<Value = Option<Choice>> {
    use Digest::{Daily, Immediate, Weekly};
    let on = [Immediate, Daily, Weekly].map(|digest| Some(Choice::On(digest)));
    prop::sample::select([&[None, Some(Choice::Off)], &on[..]].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn delivery_follows_the_contract(
        notification_type in prop::sample::select(NotificationType::ALL),
        channel in prop::sample::select(NotificationChannel::ALL),
        mailing in prop::sample::select(vec![Mailing::Never, Mailing::Missed, Mailing::AtOnce]),
        (entity, personal, quiet) in (choice(), choice(), prop::option::of(1_i64..9)),
        (is_always, stands, takes_missed, has_phone) in (prop::bool::weighted(0.1), prop::bool::weighted(0.8), any::<bool>(), any::<bool>()),
    ) {
        let kind = Kind { notification_type, is_always, mailing };
        let facts = Facts { stands, quiet, entity, personal, takes_missed, has_phone };
        prop_assert_eq!(in_words(delivers(kind, channel, facts)), model(kind, channel, facts), "{:?} {} {:?}", kind, channel, facts);
    }
}

/// What the product did before there was a choice: contract §11.3, the default.
#[test]
fn without_a_choice_nothing_changes() {
    use Mailing::{AtOnce, Missed, Never};
    use NotificationChannel::{Email, Push, Sms};
    let nothing = Facts {
        stands: true,
        quiet: None,
        entity: None,
        personal: None,
        takes_missed: true,
        has_phone: true,
    };
    for notification_type in NotificationType::ALL.iter().copied() {
        let of = |mailing, channel| {
            delivers(Kind { notification_type, is_always: false, mailing }, channel, nothing)
        };
        assert_eq!([Never, Missed, AtOnce].map(|mailing| of(mailing, Push)), [Delivery::Now; 3]);
        assert_eq!([Never, Missed, AtOnce].map(|mailing| of(mailing, Sms)), [Delivery::Nothing; 3]);
        let mails = [Never, Missed, AtOnce].map(|mailing| of(mailing, Email));
        assert_eq!(mails, [Delivery::Nothing, Delivery::Missed, Delivery::Now]);
    }
}

/// Contract §11.3: each kind that the product sends belongs to exactly one type.
#[test]
fn every_kind_has_one_type() {
    let mut seen: HashMap<&str, NotificationType> = HashMap::new();
    let kinds = || crate::areas::AREAS.iter().flat_map(|area| area.bells);
    for (notification_type, names) in kinds().flat_map(|kinds| kinds.types) {
        for name in *names {
            assert_eq!(seen.insert(name, *notification_type), None, "{name} has two types");
        }
    }
    for kinds in kinds() {
        let named = kinds.always.iter().chain(kinds.mailed).chain(kinds.missed);
        let strange: Vec<_> = named.filter(|name| kinds.type_of(name).is_none()).collect();
        assert!(strange.is_empty(), "without a type: {strange:?}");
    }
    let unused: Vec<_> =
        NotificationType::ALL.iter().filter(|one| !seen.values().any(|of| of == *one)).collect();
    assert!(unused.is_empty(), "nothing is sent of {unused:?}");
}
