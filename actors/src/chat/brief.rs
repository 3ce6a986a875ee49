//! Previews: a message in one line.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use storage::chat::Message;
use storage::ids::UserId;

use super::facts::Known;
use super::rules::TOMBSTONE;
use super::view::formatted;
use super::{cards, mentions};
use crate::accounts::profile::is_alive;
use crate::files::view::in_words;
use crate::platform::markdown;

/// Longest preview, in characters.
const PREVIEW: usize = 120;

/// The preview of a message: the first words of its text, without marks and with the display names of those it
/// mentions, or its card or files. Used alike in notifications, push, mail and lists.
pub fn in_brief(message: &Message, people: &Known) -> String {
    if message.deleted {
        return TOMBSTONE.to_owned();
    }
    let text = formatted(message);
    match &message.card {
        _ if !text.is_empty() => {
            let (text, names) = called(message, people);
            markdown::brief(&text, &names, PREVIEW)
        }
        Some(card) => cards::brief(card).to_owned(),
        None => markdown::cut(in_words(&message.attachments), PREVIEW),
    }
}

/// The text with display names, and the ranges of these names. People who are gone appear as in the text itself.
fn called<'a>(message: &'a Message, people: &Known) -> (Cow<'a, str>, Vec<Range<usize>>) {
    let known = |id: &UserId| people.get(id).filter(|user| is_alive(user));
    let names: Option<HashMap<UserId, &str>> =
        message.mentions.iter().map(|id| known(id).map(|user| (*id, user.display_name.as_str()))).collect();
    match names.filter(|names| !names.is_empty()) {
        Some(names) => {
            let (text, places) = mentions::named(&message.content, &names);
            (Cow::Owned(text), places)
        }
        None => (Cow::Borrowed(formatted(message)), Vec::new()),
    }
}

#[cfg(test)]
mod tests {

    use storage::accounts::UserStatus;

    use super::super::rules::tests::message;
    use super::*;
    use crate::platform::people::tests::person;

    /// Contract §3.8: the subset of marks is rendered alike everywhere; mentions show the display name.
    #[test]
    fn brief_has_no_markup_and_shows_display_names() {
        let people: Known = [
            person(7, "Anna Ek", UserStatus::Active),
            person(8, "Bo *Bosse* Å_s", UserStatus::Active),
            person(9, "Borttagen", UserStatus::Deactivated),
        ]
        .into();
        #[rustfmt::skip]
        let cases: [(&str, &str, &[i64], &str); 13] = [
            ("*fet* och **fet**", "", &[], "fet och fet"),
            ("_kursiv_ ~struken~ `kod`", "", &[], "kursiv struken kod"),
            ("```rust\nlet a = 1;\n```", "", &[], "let a = 1;"),
            ("> citat\n\n- ett\n- två", "", &[], "citat ett, två"),
            ("läs [protokollet](https://example.se/p)", "", &[], "läs protokollet"),
            ("2*3*4 och snake_case", "", &[], "2*3*4 och snake_case"),
            ("se #allmänt", "", &[], "se #allmänt"),
            ("Hej @7!", "Hej @anna-ek!", &[7], "Hej @Anna Ek!"),
            ("*@7* och @8.", "*@anna_e* och @bo.", &[7, 8], "@Anna Ek och @Bo *Bosse* Å_s."),
            ("@7 @9", "@anna @borttagen", &[7, 9], "@anna @borttagen"),
            ("@5 är ett tal", "", &[], "@5 är ett tal"),
            ("@channel hej", "", &[], "@channel hej"),
            ("@99", "@okand", &[99], "@okand"),
        ];
        for (content, typed, mentions, expected) in cases {
            let said = Message {
                content: content.to_owned(),
                formatted: (!typed.is_empty()).then(|| typed.to_owned()),
                mentions: mentions.iter().map(|id| UserId(*id)).collect(),
                ..message(1)
            };
            assert_eq!(in_brief(&said, &people), expected, "{content}");
        }
        let long = Message { content: format!("*{}*", "å".repeat(130)), ..message(1) };
        assert_eq!(in_brief(&long, &people), format!("{}…", "å".repeat(120)));
        let gone = Message { deleted: true, ..message(1) };
        assert_eq!(in_brief(&gone, &people), TOMBSTONE);
    }
}
