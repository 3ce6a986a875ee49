//! What an account's fields may be. Contract §2.

use storage::accounts::{ProfileChange, User};

use crate::platform::error::{Refusal, Result};

/// A verification link lives this long (ms).
pub const VERIFY_LIVES: i64 = 48 * 3_600_000;
/// A reset link lives this long (ms).
pub const RESET_LIVES: i64 = 3_600_000;
/// An invitation to take over an imported account lives this long (ms).
pub const CLAIM_LIVES: i64 = 30 * 24 * 3_600_000;
/// A socket's token lives this long (ms).
pub const SOCKET_LIVES: i64 = 60_000;
/// A session lives this long (ms).
pub const SESSION_LIVES: i64 = 30 * 24 * 3_600_000;

/// Swedish words that lists of common passwords made elsewhere do not know.
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

/// The estimate looks at so many characters: a longer password is at least as good, and the time grows with their square.
const ESTIMATED: usize = 40;

/// Fewer guesses than this (as a power of ten): as good as known.
const GUESSES: f64 = 4.0;

/// Folds an address to the form that is compared: trimmed, lower case. Refused where it is none.
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

/// A name, not an address: `[127.0.0.1]` and `127.0.0.1` would make the server write to whatever machine somebody names.
fn is_mail_host(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host == "localhost"
        || (host.contains('.') && !host.starts_with('[') && last.chars().any(char::is_alphabetic))
}

/// 10–128 characters and not one of the common ones; the person's own names do not make it better.
pub fn password(text: &str, own: &[&str]) -> Result<()> {
    let length = text.chars().count();
    if !(10..=128).contains(&length) {
        return Err(Refusal::field("password", "LENGTH", "Lösenordet ska vara 10–128 tecken."));
    }
    let known: Vec<&str> = COMMON_HERE.iter().chain(own).copied().filter(|word| !word.is_empty()).collect();
    // zxcvbn finds digits behind a word harder to guess than they are.
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

/// The name that others see, where a change of the profile changes it: as it was chosen, else with first and last name, where it
/// consisted of them.
pub fn called(user: &User, change: &ProfileChange, chosen: Option<String>) -> Option<String> {
    let whole = |first: &str, last: &str| format!("{first} {last}");
    let follows = user.display_name == whole(&user.first_name, &user.last_name);
    let followed = || {
        let first = change.first_name.as_ref().unwrap_or(&user.first_name);
        whole(first, change.last_name.as_ref().unwrap_or(&user.last_name))
    };
    chosen.or_else(|| follows.then(followed)).filter(|name| *name != user.display_name)
}

/// A name: 1–60 characters, as [`crate::platform::text::display_name`] has them.
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

    /// Work is counted, not time: how much longer the worst password takes than an ordinary one.
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
