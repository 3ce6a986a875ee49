//! Reads the JSON export of a Trello board (`…/b/{id}.json`, documented at developer.atlassian.com as the nested
//! resources of a board). Leniently: what is unknown is passed over, and what has another type counts as empty. Pure.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::value::RawValue;
use storage::tasks::{BoardSource, ListType, TaskStatus};
use storage::time::{Day, Moment};

use super::form::{Form, MOST_CARDS, MOST_LISTS, Making, ORPHANS, Said, UNREAD_CARDS, Unread, bare};
use crate::platform::lenient::{First, Flag, Number, Text};
use crate::platform::time::ZONE;

/// Most checklists, labels or people of an export, and most lines of a checklist, that are looked at.
const MANY: usize = 50_000;
/// One more than are taken, so that too many are noticed.
const CARDS: usize = MOST_CARDS + 1;
const LISTS: usize = 4 * MOST_LISTS;

const CLOSED_LISTS: (&str, &str) = ("Arkiverade listor", "Deras kort läggs i arkivet.");
const ORPHAN_CHECKLISTS: (&str, &str) = ("Checklistor utan kort", "Deras kort finns inte i filen.");
const ATTACHMENTS: (&str, &str) = ("Bilagor", "Filer följer inte med i exporten.");
const COMMENTS: (&str, &str) = ("Kommentarer", "De hör till personer som inte skrev dem här.");
const FIELDS: (&str, &str) = ("Egna fält", "Det finns inga sådana här.");
const UNREAD_LISTS: (&str, &str) = ("Listor", "De går inte att läsa.");
const UNREAD_CHECKLISTS: (&str, &str) = ("Checklistor", "De går inte att läsa.");

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[derive(Default)]
pub(super) struct Board<'a> {
    id: Text,
    name: Text,
    desc: Text,
    #[serde(borrow)]
    lists: First<'a, LISTS>,
    #[serde(borrow)]
    cards: First<'a, CARDS>,
    #[serde(borrow)]
    checklists: First<'a, MANY>,
    #[serde(borrow)]
    members: First<'a, MANY>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct List {
    id: Text,
    name: Text,
    closed: Flag,
    pos: Number,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Card<'a> {
    id: Text,
    name: Text,
    desc: Text,
    id_list: Text,
    closed: Flag,
    pos: Number,
    due: Text,
    due_complete: Flag,
    start: Text,
    #[serde(borrow)]
    labels: First<'a, 100>,
    #[serde(borrow)]
    id_members: First<'a, 100>,
    #[serde(borrow)]
    attachments: First<'a, 0>,
    #[serde(borrow)]
    custom_field_items: First<'a, 0>,
    #[serde(borrow)]
    badges: Option<&'a RawValue>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Badges {
    attachments: Number,
    comments: Number,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Label {
    name: Text,
    color: Text,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Checklist<'a> {
    id_card: Text,
    name: Text,
    pos: Number,
    #[serde(borrow)]
    check_items: First<'a, 1_000>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Item {
    name: Text,
    state: Text,
    pos: Number,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Member {
    id: Text,
    full_name: Text,
    username: Text,
}

/// Whether a value is an object: structs are read from lists as well.
pub(super) fn is_object(raw: &RawValue) -> bool {
    raw.get().starts_with('{')
}

/// The elements that can be read, and how many cannot.
fn read<'a, T: Deserialize<'a>, const N: usize>(list: &First<'a, N>) -> (Vec<T>, usize) {
    let one = |raw: &&'a RawValue| is_object(raw).then(|| serde_json::from_str(raw.get()).ok()).flatten();
    let all: Vec<T> = list.elements.iter().filter_map(one).collect();
    let lost = list.elements.len() - all.len();
    (all, lost)
}

/// By place; what has none stands last, in the order of the file.
fn ordered<T>(mut all: Vec<T>, pos: impl Fn(&T) -> &Number) -> Vec<T> {
    let place = |one: &T| pos(one).0.unwrap_or(f64::MAX);
    all.sort_by(|one, other| place(one).total_cmp(&place(other)));
    all
}

/// What Trello calls a label that has a colour and no name.
fn colour(word: &str) -> &str {
    match word.split('_').next().unwrap_or_default() {
        "green" => "Grön",
        "yellow" => "Gul",
        "orange" => "Orange",
        "red" => "Röd",
        "purple" => "Lila",
        "blue" => "Blå",
        "sky" => "Ljusblå",
        "lime" => "Lime",
        "pink" => "Rosa",
        "black" => "Svart",
        _ => "",
    }
}

/// Checklists of a card, one after the other; of several each line has the name of its own before it.
fn lines(checklists: Vec<&Checklist<'_>>) -> Vec<(String, bool)> {
    let is_alone = checklists.len() == 1;
    let mut all = Vec::new();
    for checklist in ordered(checklists, |one| &one.pos) {
        let (items, _) = read::<Item, 1_000>(&checklist.check_items);
        for item in ordered(items, |item| &item.pos) {
            let name = checklist.name.0.trim();
            let text =
                if is_alone || name.is_empty() { item.name.0 } else { format!("{name}: {}", item.name.0) };
            all.push((text, item.state.0 == "complete"));
        }
    }
    all
}

fn moment(text: &str) -> Option<Timestamp> {
    text.trim().parse().ok()
}

/// Reads a board. [`Unread`]: it has too much, or no list.
pub(super) fn form(board: &Board<'_>) -> Result<Form, Unread> {
    if board.cards.count > MOST_CARDS || board.lists.count > LISTS {
        return Err(Unread::TooLarge);
    }
    let id = Some(board.id.0.clone());
    let mut making = Making::new(BoardSource::Trello, id, &board.name.0, &board.desc.0);
    let (lists, unread) = read::<List, LISTS>(&board.lists);
    making.lost.add(UNREAD_LISTS, unread);
    let mut places = HashMap::new();
    let (closed, open): (Vec<List>, Vec<List>) =
        ordered(lists, |list| &list.pos).into_iter().partition(|list| list.closed.0);
    for list in open {
        let at = making.list(bare(&list.id.0, &list.name.0, ListType::Active))?;
        places.insert(list.id.0, at);
    }
    making.lost.add(CLOSED_LISTS, closed.len());
    for list in closed {
        let at = making.archive()?;
        places.insert(list.id.0, at);
    }
    let (checklists, unread) = read::<Checklist<'_>, MANY>(&board.checklists);
    making.lost.add(UNREAD_CHECKLISTS, unread);
    let mut of_card: HashMap<&str, Vec<&Checklist<'_>>> = HashMap::new();
    for checklist in &checklists {
        of_card.entry(&checklist.id_card.0).or_default().push(checklist);
    }
    let (members, _) = read::<Member, MANY>(&board.members);
    let name = |member: Member| {
        let Member { id, full_name, username } = member;
        (id.0, if full_name.0.trim().is_empty() { username.0 } else { full_name.0 })
    };
    let names: HashMap<String, String> = members.into_iter().map(name).collect();
    let (cards, unread) = read::<Card<'_>, CARDS>(&board.cards);
    making.lost.add(UNREAD_CARDS, unread);
    for card in ordered(cards, |card| &card.pos) {
        let checklists = of_card.remove(card.id.0.as_str()).unwrap_or_default();
        let Some(place) = places.get(&card.id_list.0).copied() else {
            making.lost.add(ORPHANS, 1);
            continue;
        };
        let list = if card.closed.0 { making.archive()? } else { place };
        taken(&mut making, &card, list, lines(checklists), &names)?;
    }
    making.lost.add(ORPHAN_CHECKLISTS, of_card.values().map(Vec::len).sum());
    making.finish()
}

fn taken(
    making: &mut Making,
    card: &Card<'_>,
    list: usize,
    checklist: Vec<(String, bool)>,
    names: &HashMap<String, String>,
) -> Result<(), Unread> {
    let badges: Badges = card.badges.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
    let count =
        |number: Number| number.0.filter(|number| (0.0..1e6).contains(number)).unwrap_or(0.0) as usize;
    making.lost.add(ATTACHMENTS, card.attachments.count.max(count(badges.attachments)));
    making.lost.add(COMMENTS, count(badges.comments));
    making.lost.add(FIELDS, card.custom_field_items.count);
    let (labels, _) = read::<Label, 100>(&card.labels);
    let label = |label: Label| {
        let name = label.name.0.trim();
        if name.is_empty() { colour(&label.color.0).to_owned() } else { name.to_owned() }
    };
    let member = |raw: &&RawValue| serde_json::from_str::<Text>(raw.get()).ok();
    let people = card.id_members.elements.iter().filter_map(member);
    let (due, start) = (moment(&card.due.0), moment(&card.start.0));
    for (text, read) in [(&card.due.0, due), (&card.start.0, start)] {
        if !text.is_empty() && read.is_none() {
            making.unread_date();
        }
    }
    let day = |at: Timestamp| TimeZone::get(ZONE).ok().map(|zone| Day(at.to_zoned(zone).date()));
    making.card(Said {
        external: card.id.0.clone(),
        list,
        title: card.name.0.clone(),
        description: card.desc.0.clone(),
        checklist,
        labels: labels.into_iter().map(label).collect(),
        due_at: due.map(|at| Moment(at.as_millisecond())),
        time_zone: due.map(|_| ZONE.to_owned()),
        start_date: start.and_then(day),
        status: card.due_complete.0.then_some(TaskStatus::Done),
        people: people.filter_map(|id| names.get(&id.0).cloned()).collect(),
        ..Said::default()
    })
}

#[cfg(test)]
#[path = "trello_tests.rs"]
mod tests;
