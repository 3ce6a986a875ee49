use proptest::prelude::*;

use super::*;

#[test]
fn a_sum_is_rounded_half_up_once() {
    let rounded = |all: &[(i64, i64)]| {
        all.iter()
            .map(|(per_hour, minutes)| OreMinutes::of(*per_hour, *minutes))
            .sum::<OreMinutes>()
            .rounded()
    };
    for (all, expected) in [
        (&[][..], 0),
        (&[(10_000, 60)], 10_000),
        (&[(10_000, 50)], 8_333),
        (&[(10_001, 30)], 5_001),
        // A third of an öre each: three are one.
        (&[(1, 20), (1, 20), (1, 20)], 1),
        (&[(1, 29)], 0),
        (&[(1, 30)], 1),
        (&[(1, 15), (1, 14)], 0),
    ] {
        assert_eq!(rounded(all), expected, "{all:?}");
    }
    for (numerator, denominator, expected) in [(-1, 2, 0), (-3, 2, -1), (3, 2, 2), (-2, 3, -1), (0, 7, 0)] {
        assert_eq!(half_up(numerator, denominator), expected, "{numerator}/{denominator}");
    }
}

#[test]
fn vat_is_taken_out_of_the_gross_amount() {
    for (gross, percent, vat) in [
        (12_500, 25, 2_500),
        (11_200, 12, 1_200),
        (10_600, 6, 600),
        (10_000, 0, 0),
        (100, 25, 20),
        (99, 25, 20),
        // 4.5 öre.
        (42, 12, 5),
        (-42, 12, -5),
        (-12_500, 25, -2_500),
        (0, 25, 0),
    ] {
        assert_eq!(vat_contained(gross, percent), vat, "{gross} at {percent} %");
    }
}

#[test]
fn food_has_six_percent_from_april_2026_to_2027() {
    for (on, percent) in
        [(date(2026, 3, 31), 12), (date(2026, 4, 1), 6), (date(2027, 12, 31), 6), (date(2028, 1, 1), 12)]
    {
        assert_eq!(vat_percent(Supply::Food, on), percent, "{on}");
    }
    let today = date(2026, 11, 27);
    let supplies = [Supply::Standard, Supply::Reduced, Supply::Low, Supply::Exempt];
    assert_eq!(supplies.map(|supply| vat_percent(supply, today)), [25, 12, 6, 0]);
    let known: Vec<i64> = (-1..=100).filter(|percent| is_vat_percent(*percent, today)).collect();
    assert_eq!(known, [0, 6, 12, 25]);
}

#[test]
fn amounts_are_written_in_kronor() {
    for (ore, text) in [
        (123_450, "1 234,50 kr"),
        (0, "0,00 kr"),
        (5, "0,05 kr"),
        (99_999, "999,99 kr"),
        (100_000_000, "1 000 000,00 kr"),
        (-5_000, "-50,00 kr"),
        (-5, "-0,05 kr"),
    ] {
        assert_eq!(kronor(ore), text);
    }
    assert!(kronor(i64::MIN).starts_with('-'));
}

#[test]
fn swish_text_is_as_published() {
    let locked = SwishEditable::default();
    let free = SwishEditable { payee: false, amount: true, message: true };
    for (ore, message, editable, text) in [
        (10_000, "12229445", locked, "C1237856901;100,00;12229445;0"),
        (10_000, "12229445", free, "C1237856901;100,00;12229445;6"),
        (5, "", SwishEditable { payee: true, ..locked }, "C1237856901;0,05;;1"),
        (123_450, "Hall 2; åk 6", locked, "C1237856901;1234,50;Hall%202%3B%20%C3%A5k%206;0"),
    ] {
        assert_eq!(swish("1237856901", ore, message, editable).unwrap(), text);
    }
}

#[test]
fn invalid_swish_payments_are_refused() {
    let long = "x".repeat(51);
    for (payee, ore, message, code) in [
        ("123 785 69 01", 100, "", "PAYEE"),
        ("", 100, "", "PAYEE"),
        ("123;0,01;;7", 100, "", "PAYEE"),
        ("1237856901", 0, "", "AMOUNT"),
        ("1237856901", -100, "", "AMOUNT"),
        ("1237856901", 100, long.as_str(), "LENGTH"),
    ] {
        let refusal = swish(payee, ore, message, SwishEditable::default()).unwrap_err();
        assert_eq!(refusal.fields[0].code, code, "{payee} {ore}");
    }
}

proptest! {
    #[test]
    fn shares_sum_to_the_total_and_keep_within_an_ore(
        all in proptest::collection::vec((0i64..2_000_000, 0i64..3_000), 0..12),
    ) {
        let exact: Vec<OreMinutes> = all.iter().map(|(rate, minutes)| OreMinutes::of(*rate, *minutes)).collect();
        let total = exact.iter().copied().sum::<OreMinutes>().rounded();
        let shares = divided(total, &exact);
        prop_assert_eq!(shares.iter().sum::<i64>(), total);
        for (share, exact) in shares.iter().zip(&exact) {
            let (whole, left) = exact.split();
            prop_assert!(*share == whole || (left > 0 && *share == whole + 1));
        }
    }

    #[test]
    fn vat_is_the_nearest_ore(gross in 0i64..1_000_000_000, percent in prop::sample::select(vec![0i64, 6, 12, 25])) {
        let vat = vat_contained(gross, percent);
        // |vat − gross × p / (100 + p)| ≤ 1/2, without fractions.
        prop_assert!((2 * vat * (100 + percent) - 2 * gross * percent).abs() <= 100 + percent);
        prop_assert_eq!(vat_contained(-gross, percent), -vat);
    }
}
