//! Validation of an account's fields. Contract §2.

use storage::accounts::{ProfileChange, User};

use crate::platform::error::{Refusal, Result};

/// Lifetime of a verification link (ms).
pub const VERIFY_LIVES: i64 = 48 * 3_600_000;
/// Lifetime of a reset link (ms).
pub const RESET_LIVES: i64 = 3_600_000;
/// Lifetime of an invitation to take over an imported account (ms).
pub const CLAIM_LIVES: i64 = 30 * 24 * 3_600_000;
/// Lifetime of a socket's token (ms).
pub const SOCKET_LIVES: i64 = 60_000;
/// Lifetime of a session (ms).
pub const SESSION_LIVES: i64 = 30 * 24 * 3_600_000;

/// Swedish words missing from the international lists of common passwords.
const COMMON_HERE: [&str; 12] = [
    "lösenord",
    "losenord",
    "hemligt",
    "hejsan",
    "sommar",
    "vinter",
    "sverige",
    "kalender",
    "skolan",
    "fotboll",
    "stockholm",
    "älskling",
];

/// Characters considered by the estimate: a longer password is at least as strong, and the time grows quadratically.
const ESTIMATED: usize = 40;

/// With fewer guesses than this (as a power of ten) a password counts as known.
const GUESSES: f64 = 4.0;

/// Normalizes a mail address for comparison: trimmed, lowercase. Refused if it is invalid.
pub fn email(text: &str) -> Result<String> {
    let folded = text.trim().to_lowercase();
    let plausible = folded.len() <= 254
        && folded.parse::<lettre::Address>().is_ok()
        && folded.rsplit('@').next().is_some_and(is_mail_host)
        && !folded.chars().any(|c| c.is_whitespace() || c.is_control());
    if plausible {
        Ok(folded)
    } else {
        Err(Refusal::field("email", "EMAIL", "Skriv en giltig e-postadress."))
    }
}

/// Requires a host name: `[127.0.0.1]` and `127.0.0.1` would make the server send mail to any machine somebody names.
fn is_mail_host(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host == "localhost"
        || (host.contains('.') && !host.starts_with('[') && last.chars().any(char::is_alphabetic))
}

/// 10–128 characters and not a common password; the person's own names do not make it stronger.
pub fn password(text: &str, own: &[&str]) -> Result<()> {
    let length = text.chars().count();
    if !(10..=128).contains(&length) {
        return Err(Refusal::field("password", "LENGTH", "Lösenordet ska vara 10–128 tecken."));
    }
    let known: Vec<&str> = COMMON_HERE.iter().chain(own).copied().filter(|word| !word.is_empty()).collect();
    // zxcvbn overestimates digits after a word.
    let core = text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let is_known = known.iter().any(|word| word.to_lowercase() == core);
    let beginning: String = text.chars().take(ESTIMATED).collect();
    if is_known || zxcvbn::zxcvbn(&beginning, &known).guesses_log10() < GUESSES {
        return Err(Refusal::field(
            "password",
            "PASSWORD_TOO_COMMON",
            "Lösenordet är för vanligt. Välj ett som andra inte gissar.",
        ));
    }
    Ok(())
}

/// The new display name if a change of the profile changes it: as chosen, or derived from first and last name if it was
/// before.
pub fn called(user: &User, change: &ProfileChange, chosen: Option<String>) -> Option<String> {
    let whole = |first: &str, last: &str| format!("{first} {last}");
    let follows = user.display_name == whole(&user.first_name, &user.last_name);
    let followed = || {
        let first = change.first_name.as_ref().unwrap_or(&user.first_name);
        whole(first, change.last_name.as_ref().unwrap_or(&user.last_name))
    };
    chosen.or_else(|| follows.then(followed)).filter(|name| *name != user.display_name)
}

/// A name: 1–60 characters, validated by [`crate::platform::text::display_name`].
pub fn name(field: &'static str, text: &str) -> Result<String> {
    crate::platform::text::display_name(field, text, 1, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords() {
        for common in [
            "1234567890",
            "qwertyuiop",
            "password123",
            "lösenord12",
            "lösenord123",
            "!Sommar2026!",
            "Anna198503!",
            "aaaaaaaaaaaa",
            "annaek1985",
        ] {
            let refusal = password(common, &["Anna", "Ek", "annaek1985"]).unwrap_err();
            assert_eq!(refusal.fields[0].code, "PASSWORD_TOO_COMMON", "{common}");
        }
        for short_or_long in ["kort", &"x7!k".repeat(33)] {
            assert_eq!(password(short_or_long, &[]).unwrap_err().fields[0].code, "LENGTH");
        }
        for good in ["korrekt häst batteri", "Tegel-paraply-42", "hemligt-losen-2026", &"åß7!k".repeat(20)]
        {
            password(good, &[]).unwrap();
        }
    }

    /// Counts work, not time: how much more the worst password costs than an ordinary one.
    #[test]
    fn a_made_up_password_costs_no_more_than_its_beginning() {
        let beginning = |text: &str| text.chars().take(ESTIMATED).collect::<String>();
        let worst = ["p4$$w0rd".repeat(16), "1234".repeat(32), "aA1!".repeat(32), "qwertyuiop".repeat(12)];
        for text in worst {
            let known = COMMON_HERE;
            let whole = password(&text, &[]).is_ok();
            let part = zxcvbn::zxcvbn(&beginning(&text), &known).guesses_log10() >= GUESSES;
            assert_eq!(whole, part, "{text}");
        }
    }

    #[test]
    fn addresses() {
        assert_eq!(email(" Anna.Ek@Example.SE ").unwrap(), "anna.ek@example.se");
        for bad in [
            "",
            "anna",
            "anna@",
            "@example.se",
            "a b@example.se",
            "anna@example",
            "a@b\r\nc.se",
            "anna@[127.0.0.1]",
            "anna@127.0.0.1",
            "anna@[IPv6:::1]",
            "anna@10.0.0.1.",
            "a@[example.se]",
        ] {
            assert!(email(bad).is_err(), "{bad:?}");
        }
    }
}
