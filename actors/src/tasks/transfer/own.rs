//! The house's own format: a board as JSON, written by [`super::writing`] and read here. Leniently: what is unknown is
//! passed over, and what has another type counts as empty. Pure.

use serde::Deserialize;
use serde_json::value::RawValue;
use storage::tasks::{BoardSource, LimitMode, ListType, TaskStatus};
use storage::time::{Day, Moment};

use super::form::{Form, FormList, MOST_CARDS, MOST_LISTS, Making, Said, UNREAD_CARDS, Unread};
use super::trello::is_object;
use crate::platform::lenient::{First, Flag, Number, Text};

/// What `format` says.
pub const FORMAT: &str = "kalender-board";
/// The version of the format that is written, and the newest one that is read.
pub const VERSION: i64 = 1;

const CARDS: usize = MOST_CARDS + 1;
const LISTS: usize = MOST_LISTS + 1;

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct File<'a> {
    version: Number,
    id: Text,
    #[serde(borrow)]
    ids: Option<&'a RawValue>,
    #[serde(borrow)]
    board: Option<&'a RawValue>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Ids<'a> {
    #[serde(borrow)]
    lists: First<'a, LISTS>,
    #[serde(borrow)]
    cards: First<'a, CARDS>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Board<'a> {
    tx_name: Text,
    tx_description: Text,
    #[serde(borrow)]
    lists: First<'a, LISTS>,
    #[serde(borrow)]
    cards: First<'a, CARDS>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct List {
    tx_name: Text,
    #[serde(rename = "type")]
    kind: Text,
    limit: Number,
    limit_mode: Text,
    status: Text,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Card<'a> {
    list: Number,
    title: Text,
    description: Text,
    #[serde(borrow)]
    checklist: First<'a, 1_000>,
    #[serde(borrow)]
    labels: First<'a, 100>,
    priority: Number,
    due_date: Text,
    due_at: Text,
    time_zone: Text,
    start_date: Text,
    status: Text,
    #[serde(borrow)]
    assignees: First<'a, 100>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Line {
    text: Text,
    done: Flag,
}

fn texts<const N: usize>(list: &First<'_, N>) -> Vec<String> {
    let text = |raw: &&RawValue| serde_json::from_str::<Text>(raw.get()).unwrap_or_default().0;
    list.elements.iter().map(text).collect()
}

fn object<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    is_object(raw).then(|| serde_json::from_str(raw.get()).ok()).flatten()
}

/// A whole number that is not negative.
fn whole(number: Number) -> Option<usize> {
    number.0.filter(|number| (0.0..1e9).contains(number)).map(|number| number as usize)
}

/// Reads a file. [`Unread`]: it is of a later version, or has no board, no list or too much.
pub(super) fn form(file: &File<'_>) -> Result<Form, Unread> {
    if file.version.0.is_some_and(|version| version > VERSION as f64) {
        return Err(Unread::Unreadable);
    }
    let board: Board<'_> = file.board.and_then(object).ok_or(Unread::Unreadable)?;
    if board.cards.count > MOST_CARDS || board.lists.count > MOST_LISTS {
        return Err(Unread::TooLarge);
    }
    let ids: Ids<'_> = file.ids.and_then(object).unwrap_or_default();
    let (lists, cards) = (texts(&ids.lists), texts(&ids.cards));
    let external = |ids: &[String], at: usize| {
        let named = ids.get(at).filter(|id| !id.is_empty());
        named.cloned().unwrap_or_else(|| at.to_string())
    };
    // Without the cards' numbers its own says nothing of what is new in it.
    let id = (cards.len() == board.cards.count).then(|| file.id.0.clone());
    let mut making = Making::new(BoardSource::Kalender, id, &board.tx_name.0, &board.tx_description.0);
    for (at, raw) in board.lists.elements.iter().enumerate() {
        let list: List = object(raw).unwrap_or_default();
        making.list(FormList {
            external: external(&lists, at),
            name: list.tx_name.0,
            kind: ListType::parse(&list.kind.0).unwrap_or(ListType::Active),
            status: TaskStatus::parse(&list.status.0),
            limit: whole(list.limit).unwrap_or_default() as i64,
            mode: LimitMode::parse(&list.limit_mode.0).unwrap_or(LimitMode::Soft),
        })?;
    }
    for (at, raw) in board.cards.elements.iter().enumerate() {
        match object::<Card<'_>>(raw) {
            Some(card) => taken(&mut making, external(&cards, at), &card)?,
            None => making.lost.add(UNREAD_CARDS, 1),
        }
    }
    making.finish()
}

/// A value as it is written; one that is there and cannot be read is noted.
fn date<T: std::str::FromStr>(making: &mut Making, text: &str) -> Option<T> {
    let read = text.trim().parse().ok();
    if read.is_none() && !text.trim().is_empty() {
        making.unread_date();
    }
    read
}

fn taken(making: &mut Making, external: String, card: &Card<'_>) -> Result<(), Unread> {
    let line = |raw: &&RawValue| object::<Line>(raw).map(|line| (line.text.0, line.done.0));
    let due_date = date(making, &card.due_date.0).map(Day);
    let due_at = date(making, &card.due_at.0).map(|at: jiff::Timestamp| Moment(at.as_millisecond()));
    let said = Said {
        external,
        list: whole(card.list).unwrap_or(usize::MAX),
        title: card.title.0.clone(),
        description: card.description.0.clone(),
        checklist: card.checklist.elements.iter().filter_map(line).collect(),
        labels: texts(&card.labels),
        priority: whole(card.priority).unwrap_or_default() as i64,
        due_date,
        // A day is enough, should there be both.
        due_at: due_at.filter(|_| due_date.is_none()),
        time_zone: Some(card.time_zone.0.clone()).filter(|zone| !zone.is_empty()),
        start_date: date(making, &card.start_date.0).map(Day),
        status: TaskStatus::parse(&card.status.0),
        people: texts(&card.assignees),
    };
    making.card(said)
}

#[cfg(test)]
#[path = "own_tests.rs"]
mod tests;
