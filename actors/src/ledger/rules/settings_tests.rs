#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use super::*;

fn with(change: impl FnOnce(&mut LedgerSettings)) -> Result<LedgerSettings> {
    let mut given = LedgerSettings::default();
    change(&mut given);
    settings(given)
}

fn wrong(change: impl FnOnce(&mut LedgerSettings)) -> String {
    with(change).unwrap_err().fields[0].field.to_string()
}

#[test]
fn numbers_are_kept_as_they_are_written_usually() {
    for (given, kept) in [("5560160680", "556016-0680"), (" 556016-0680 ", "556016-0680"), ("", "")] {
        assert_eq!(with(|one| one.org_number = given.to_owned()).unwrap().org_number, kept);
    }
    for (given, kept) in [("se 556016068001", "SE556016068001"), ("", "")] {
        assert_eq!(with(|one| one.vat_number = given.to_owned()).unwrap().vat_number, kept);
    }
    let swish = [
        ("123 456 78 90", "1234567890"),
        ("070-123 45 67", "46701234567"),
        ("+46 70 123 45 67", "46701234567"),
    ];
    for (given, kept) in swish {
        assert_eq!(with(|one| one.swish = given.to_owned()).unwrap().swish, kept);
    }
    for (given, kept) in [("50501055", "5050-1055"), ("991-2346", "991-2346")] {
        assert_eq!(with(|one| one.bankgiro = given.to_owned()).unwrap().bankgiro, kept);
    }
    for (given, kept) in [("4-2", "4-2"), ("90 1950-6", "901950-6")] {
        assert_eq!(with(|one| one.plusgiro = given.to_owned()).unwrap().plusgiro, kept);
    }
}

#[test]
fn numbers_with_a_wrong_digit_are_refused() {
    for given in ["5560160681", "55601606", "abc", "556016-068x"] {
        assert_eq!(wrong(|one| one.org_number = given.to_owned()), "orgNumber", "{given}");
    }
    for given in ["556016068001", "SE5560160680", "SE55601606800x"] {
        assert_eq!(wrong(|one| one.vat_number = given.to_owned()), "vatNumber", "{given}");
    }
    for given in ["12345678", "1234567890123456", "anna"] {
        assert_eq!(wrong(|one| one.swish = given.to_owned()), "swish", "{given}");
    }
    for given in ["5050-1056", "505-105", "1"] {
        assert_eq!(wrong(|one| one.bankgiro = given.to_owned()), "bankgiro", "{given}");
    }
    for given in ["4-3", "4", "123456789"] {
        assert_eq!(wrong(|one| one.plusgiro = given.to_owned()), "plusgiro", "{given}");
    }
    assert_eq!(wrong(|one| one.address = "Storgatan\u{202e}".to_owned()), "address");
}
