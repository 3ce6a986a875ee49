//! Recognises what a file is by its content, and reads it off the workers.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::form::{Form, Unread};
use super::{own, planner, sheet, trello};
use crate::platform::error::{Refusal, Result};
use crate::platform::gate::Gate;
use crate::platform::hash::hex;

/// A file takes up to some times its size while it is read: few at once.
static READING: LazyLock<Gate> = LazyLock::new(|| Gate::new("board-import", 2, 8));

/// The names by which a JSON file is recognised.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Marks<'a> {
    #[serde(borrow)]
    format: Option<&'a RawValue>,
    #[serde(borrow)]
    lists: Option<&'a RawValue>,
    #[serde(borrow)]
    cards: Option<&'a RawValue>,
}

fn json(text: &str) -> Result<Form, Unread> {
    let unreadable = |_| Unread::Unreadable;
    let marks: Marks<'_> = serde_json::from_str(text).map_err(unreadable)?;
    let is_list = |raw: Option<&RawValue>| raw.is_some_and(|raw| raw.get().starts_with('['));
    if marks.format.is_some_and(|format| format.get() == format!("\"{}\"", own::FORMAT)) {
        own::form(&serde_json::from_str(text).map_err(unreadable)?)
    } else if is_list(marks.lists) && is_list(marks.cards) {
        trello::form(&serde_json::from_str(text).map_err(unreadable)?)
    } else {
        Err(Unread::Unreadable)
    }
}

/// Reads a file of any of the kinds. What has no number gets one: the board by its content, of cards with the same one
/// each but the first.
pub fn read(file: &[u8]) -> Result<Form, Unread> {
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let begins = |mark: &[u8]| text.trim_ascii_start().starts_with(mark);
    let mut form = if text.starts_with(b"PK") {
        planner::form(text)?
    } else if begins(b"{") || begins(b"[") {
        json(std::str::from_utf8(text).map_err(|_| Unread::Unreadable)?)?
    } else {
        sheet::form(file)?
    };
    let content = || hex(&Sha256::digest(file)).chars().take(32).collect();
    form.external.get_or_insert_with(content);
    let mut seen: HashMap<String, usize> = HashMap::new();
    for external in form.lists.iter_mut().map(|list| &mut list.external) {
        distinct(external, &mut seen);
    }
    seen.clear();
    for external in form.cards.iter_mut().map(|card| &mut card.external) {
        distinct(external, &mut seen);
    }
    Ok(form)
}

/// Gives what has the same number as another before it one of its own.
fn distinct(external: &mut String, seen: &mut HashMap<String, usize>) {
    let count = seen.entry(external.clone()).or_default();
    *count += 1;
    if *count > 1 {
        *external = format!("{external}#{count}");
    }
}

/// Reads a file on a thread of its own. 422 IMPORT_UNREADABLE, TOO_LARGE; 503.
pub(super) async fn apart(file: Vec<u8>) -> Result<Form> {
    // A reader that panics over a file has not read it.
    let work = move || std::panic::catch_unwind(|| read(&file)).unwrap_or(Err(Unread::Unreadable));
    READING.run(work).await?.map_err(|why| match why {
        Unread::Unreadable => {
            let message = "Filen går inte att läsa. Välj en export från Kalender, Trello eller Planner, eller en CSV-fil.";
            Refusal::field("file", "IMPORT_UNREADABLE", message)
        }
        Unread::TooLarge => {
            Refusal::field("file", "TOO_LARGE", "Filen är för stor: högst 10 000 kort och 250 listor.")
        }
    })
}
