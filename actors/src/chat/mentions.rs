//! Mentions: the `@names` in a message, resolved against those who may read the channel. Specification §5.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use regex::Regex;
use storage::ids::UserId;

use crate::accounts::names::EVERYONE;

/// Most different names resolved in one message.
pub const NAMES_MAX: usize = 50;

/// Letters of a name that can be mentioned.
const NAME_LETTERS: RangeInclusive<usize> = 2..=30;

/// A mention begins the text or follows a character that cannot be part of a name. Longer names than can be mentioned
/// are found too: they are nobody's, not even by their first letters.
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static MENTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(^|[^\p{L}\p{N}_.@-])@([\p{L}\p{N}_.-]{2,})").unwrap());

/// The names after each `@`, as typed and also without trailing punctuation; lowercase, without duplicates, in order,
/// at most [`NAMES_MAX`].
pub fn candidates(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for found in MENTION.captures_iter(text) {
        let typed = found[2].to_lowercase();
        if EVERYONE.contains(&trimmed(&typed)) {
            continue;
        }
        for name in [typed.as_str(), trimmed(&typed)] {
            if NAME_LETTERS.contains(&name.chars().count()) && !names.iter().any(|n| n == name) {
                names.push(name.to_owned());
            }
        }
        if names.len() >= NAMES_MAX {
            names.truncate(NAMES_MAX);
            break;
        }
    }
    names
}

/// Whether the text mentions everybody.
pub fn calls_everybody(text: &str) -> bool {
    MENTION.captures_iter(text).any(|found| EVERYONE.contains(&trimmed(&found[2].to_lowercase())))
}

/// Replaces known names by `@{numeric id}`; returns the text and the people it mentions, in order, without duplicates.
/// Unknown names and those for everybody stay as typed.
pub fn resolve(text: &str, known: &HashMap<String, UserId>) -> (String, Vec<UserId>) {
    let mut mentioned: Vec<UserId> = Vec::new();
    let replaced = MENTION.replace_all(text, |found: &regex::Captures<'_>| {
        let before = &found[1];
        let typed = &found[2];
        let lower = typed.to_lowercase();
        let hit = known
            .get(&lower)
            .map(|id| (*id, ""))
            .or_else(|| known.get(trimmed(&lower)).map(|id| (*id, &typed[trimmed(typed).len()..])));
        match hit {
            Some((id, rest)) => {
                if !mentioned.contains(&id) {
                    mentioned.push(id);
                }
                format!("{before}@{id}{rest}")
            }
            None => format!("{before}@{typed}"),
        }
    });
    (replaced.into_owned(), mentioned)
}

/// A stored text with names in place of the ids.
pub fn shown(stored: &str, names: &HashMap<UserId, &str>) -> String {
    named(stored, names).0
}

/// As [`shown`], and the ranges of the names including their `@` (bytes).
pub fn named(stored: &str, names: &HashMap<UserId, &str>) -> (String, Vec<Range<usize>>) {
    let mut text = String::with_capacity(stored.len());
    let mut places = Vec::new();
    let mut parts = stored.split('@');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let start = text.len();
        text.push('@');
        let name = number.parse().ok().and_then(|id| names.get(&UserId(id))).copied();
        text.push_str(name.unwrap_or(number));
        if name.is_some() {
            places.push(start..text.len());
        }
        text.push_str(rest);
    }
    (text, places)
}

/// Without trailing dots and hyphens.
fn trimmed(name: &str) -> &str {
    name.trim_end_matches(['.', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> HashMap<String, UserId> {
        HashMap::from([("anna-ek".to_owned(), UserId(7)), ("åsa.ö".to_owned(), UserId(9))])
    }

    #[test]
    fn names_are_found_and_replaced() {
        let cases: [(&str, &str, &[i64]); 10] = [
            ("Hej @anna-ek!", "Hej @7!", &[7]),
            ("Hej @Anna-Ek.", "Hej @7.", &[7]),
            ("@åsa.ö @anna-ek @ÅSA.Ö", "@9 @7 @9", &[9, 7]),
            ("(@anna-ek)", "(@7)", &[7]),
            ("mejla anna@anna-ek.se", "mejla anna@anna-ek.se", &[]),
            ("@okänd och @channel", "@okänd och @channel", &[]),
            ("@a", "@a", &[]),
            ("@@anna-ek", "@@anna-ek", &[]),
            ("@anna-ekman", "@anna-ekman", &[]),
            ("", "", &[]),
        ];
        for (typed, stored, ids) in cases {
            let ids: Vec<_> = ids.iter().map(|id| UserId(*id)).collect();
            assert_eq!(resolve(typed, &known()), (stored.to_owned(), ids), "{typed}");
        }
    }

    #[test]
    fn numbers_are_shown_as_names() {
        let names = HashMap::from([(UserId(7), "anna-ek"), (UserId(70), "bo")]);
        for (stored, expected) in [
            ("Hej @7!", "Hej @anna-ek!"),
            ("@7 @70 @700 @", "@anna-ek @bo @700 @"),
            ("a@7b 7", "a@anna-ekb 7"),
            ("", ""),
        ] {
            assert_eq!(shown(stored, &names), expected);
        }
    }

    #[test]
    fn everybody_is_called_by_three_names_only() {
        for text in ["@channel", "hej @Everyone!", "lunch @all."] {
            assert!(calls_everybody(text), "{text}");
            assert_eq!(candidates(text), Vec::<String>::new());
        }
        for text in ["@channels", "all", "x@all"] {
            assert!(!calls_everybody(text), "{text}");
        }
    }

    #[test]
    fn a_name_may_end_a_sentence() {
        assert_eq!(candidates("Fråga @Anna-Ek."), ["anna-ek.", "anna-ek"]);
    }

    #[test]
    fn names_have_two_to_thirty_letters() {
        let longest = "å".repeat(30);
        assert_eq!(candidates(&format!("Hej @{longest}! @{longest}ä @a")), [longest.as_str()]);
        let known = HashMap::from([(longest.clone(), UserId(7))]);
        let longer = format!("@{longest}ä");
        assert_eq!(resolve(&longer, &known), (longer.clone(), Vec::new()));
        assert_eq!(resolve(&format!("@{longest}."), &known), ("@7.".to_owned(), vec![UserId(7)]));
    }

    #[test]
    fn no_more_names_than_the_bound() {
        let text = (0..200).map(|n| format!("@namn{n}")).collect::<Vec<_>>().join(" ");
        assert_eq!(candidates(&text).len(), NAMES_MAX);
    }
}
