//! The common form of a board from elsewhere. Each reader makes it from what a file says ([`Making`]): cut to what a
//! board holds, and what is lost by that is named. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
pub use storage::tasks::MOST_CARDS;
use storage::tasks::{BoardSource, LimitMode, ListType, NotTaken, TaskStatus};
use storage::time::{Day, Moment};

use crate::platform::text::is_unseen;
use crate::tasks::rules::dates;
use crate::tasks::view::{LABEL, TITLE};

/// Most lists of a file.
pub const MOST_LISTS: usize = 250;
/// Most people that are named in a file and looked for here.
pub const MOST_PEOPLE: usize = 300;

const BOARD_NAME: usize = 80;
const BOARD_TEXT: usize = 2_000;
const LIST_NAME: usize = 60;
const TEXT: usize = 10_000;
const LABELS: usize = 10;
const LINES: usize = 100;
const LINE: usize = 200;
const PEOPLE: usize = 20;
/// Longest number of something elsewhere, in characters.
const EXTERNAL: usize = 64;
/// Highest limit of a list.
const LIMIT: i64 = 500;

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It is none of the kinds, or damaged.
    Unreadable,
    /// It has too many cards or lists, or unpacks to too much.
    TooLarge,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormList {
    pub external: String,
    pub name: String,
    pub kind: ListType,
    pub status: Option<TaskStatus>,
    pub limit: i64,
    pub mode: LimitMode,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormCard {
    pub external: String,
    /// The place of its list among the lists.
    pub list: usize,
    pub title: String,
    pub description: String,
    /// Lines, and whether they are done.
    pub checklist: Vec<(String, bool)>,
    pub labels: Vec<String>,
    pub priority: i64,
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    pub time_zone: Option<String>,
    pub start_date: Option<Day>,
    pub status: TaskStatus,
    /// Names of who has it.
    pub people: Vec<String>,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub source: BoardSource,
    /// The board's number there; none: the content stands for it.
    pub external: Option<String>,
    pub name: String,
    pub description: String,
    pub lists: Vec<FormList>,
    /// By list and order.
    pub cards: Vec<FormCard>,
    pub lost: Vec<NotTaken>,
}

/// What a file says of a card, uncut.
#[derive(Debug, Clone, Default)]
pub struct Said {
    pub external: String,
    pub list: usize,
    pub title: String,
    pub description: String,
    pub checklist: Vec<(String, bool)>,
    pub labels: Vec<String>,
    pub priority: i64,
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    pub time_zone: Option<String>,
    pub start_date: Option<Day>,
    pub status: Option<TaskStatus>,
    pub people: Vec<String>,
}

/// What is lost, counted by what it is and why.
#[derive(Debug, Default)]
pub struct Losses(BTreeMap<(&'static str, &'static str), usize>);

impl Losses {
    pub fn add(&mut self, (what, why): (&'static str, &'static str), count: usize) {
        if count > 0 {
            *self.0.entry((what, why)).or_default() += count;
        }
    }

    fn not_taken(self) -> Vec<NotTaken> {
        let view = |((what, why), count): ((&str, &str), usize)| NotTaken {
            what: what.to_owned(),
            count,
            why: why.to_owned(),
        };
        self.0.into_iter().map(view).collect()
    }
}

const SHORTENED: (&str, &str) = ("Förkortade texter", "De är längre än här är möjligt.");
const LABELS_OVER: (&str, &str) = ("Etiketter", "Ett kort har högst 10.");
const LINES_OVER: (&str, &str) = ("Rader i checklistor", "Ett kort har högst 100.");
const PEOPLE_OVER: (&str, &str) = ("Ansvariga", "Ett kort har högst 20.");
const DATES: (&str, &str) = ("Datum", "De går inte att läsa, eller ligger utanför åren 1970–2100.");
const STARTS: (&str, &str) = ("Startdatum", "De ligger efter slutdatum.");
/// Cards whose list is not in the file.
pub const ORPHANS: (&str, &str) = ("Kort utan lista", "Deras lista finns inte i filen.");
/// Cards that are no cards.
pub const UNREAD_CARDS: (&str, &str) = ("Kort", "De går inte att läsa.");

/// A board that is being read.
#[derive(Debug)]
pub struct Making {
    form: Form,
    pub lost: Losses,
}

/// A text in one line, without what is not seen, and whether it had to be cut.
fn line(text: &str, most: usize) -> (String, bool) {
    // No more than can be kept is looked at.
    let short: String = text.chars().take(8 * most).filter(|c| c.is_whitespace() || !is_unseen(*c)).collect();
    let whole = short.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = whole.chars().take(most).collect();
    let is_cut = cut.len() < whole.len();
    (cut.trim_end().to_owned(), is_cut)
}

fn prose(text: &str, most: usize) -> (String, bool) {
    let whole: String = text.trim().chars().filter(|c| *c != '\0').collect();
    let cut: String = whole.chars().take(most).collect();
    let is_cut = cut.len() < whole.len();
    (cut.trim_end().to_owned(), is_cut)
}

impl Making {
    pub fn new(source: BoardSource, external: Option<String>, name: &str, description: &str) -> Self {
        let (form, lost) = (
            Form {
                source,
                external: external
                    .map(|id| id.chars().take(EXTERNAL).collect())
                    .filter(|id: &String| !id.is_empty()),
                name: String::new(),
                description: String::new(),
                lists: Vec::new(),
                cards: Vec::new(),
                lost: Vec::new(),
            },
            Losses::default(),
        );
        let mut making = Self { form, lost };
        making.form.name = making.line(name, BOARD_NAME, "Importerad tavla");
        making.form.description = making.prose(description, BOARD_TEXT);
        making
    }

    fn line(&mut self, text: &str, most: usize, missing: &str) -> String {
        let (text, is_cut) = line(text, most);
        self.lost.add(SHORTENED, usize::from(is_cut));
        if text.is_empty() { missing.to_owned() } else { text }
    }

    fn prose(&mut self, text: &str, most: usize) -> String {
        let (text, is_cut) = prose(text, most);
        self.lost.add(SHORTENED, usize::from(is_cut));
        text
    }

    /// Adds a list; answers its place. [`Unread::TooLarge`]: there are too many.
    pub fn list(&mut self, list: FormList) -> Result<usize, Unread> {
        if self.form.lists.len() >= MOST_LISTS {
            return Err(Unread::TooLarge);
        }
        let name = self.line(&list.name, LIST_NAME, "Utan namn");
        let limit = list.limit.clamp(0, LIMIT);
        let external = list.external.chars().take(EXTERNAL).collect();
        self.form.lists.push(FormList { external, name, limit, ..list });
        Ok(self.form.lists.len() - 1)
    }

    /// The place of the list into which what is archived goes; made when there is none yet.
    pub fn archive(&mut self) -> Result<usize, Unread> {
        match self.form.lists.iter().position(|list| list.kind == ListType::Archive) {
            Some(at) => Ok(at),
            None => self.list(bare("archive", "Arkiv", ListType::Archive)),
        }
    }

    pub fn lists(&self) -> &[FormList] {
        &self.form.lists
    }

    /// Adds a card at the end. [`Unread::TooLarge`]: there are too many.
    pub fn card(&mut self, said: Said) -> Result<(), Unread> {
        if self.form.cards.len() >= MOST_CARDS {
            return Err(Unread::TooLarge);
        }
        let due = dates::due(said.due_date, said.due_at, said.time_zone.as_deref()).unwrap_or_else(|_| {
            self.lost.add(DATES, 1);
            None
        });
        let is_possible = |start: &Day| dates::starts(Some(*start), due.as_ref()).is_ok();
        let start_date = said.start_date.filter(is_possible);
        self.lost.add(STARTS, usize::from(said.start_date != start_date));
        let (due_date, due_at, time_zone) = due.map(|due| due.fields()).unwrap_or_default();
        let card = FormCard {
            external: said.external.chars().take(EXTERNAL).collect(),
            list: said.list,
            title: self.line(&said.title, TITLE, "Utan rubrik"),
            description: self.prose(&said.description, TEXT),
            checklist: self.checklist(said.checklist),
            labels: self.names(&said.labels, LABELS, LABEL, LABELS_OVER),
            priority: said.priority.clamp(0, 4),
            due_date,
            due_at,
            time_zone,
            start_date,
            status: said.status.unwrap_or(TaskStatus::Todo),
            people: self.names(&said.people, PEOPLE, TITLE, PEOPLE_OVER),
        };
        self.form.cards.push(card);
        Ok(())
    }

    fn checklist(&mut self, lines: Vec<(String, bool)>) -> Vec<(String, bool)> {
        self.lost.add(LINES_OVER, lines.len().saturating_sub(LINES));
        let cut = lines.into_iter().take(LINES).map(|(text, done)| (self.line(&text, LINE, ""), done));
        cut.filter(|(text, _)| !text.is_empty()).collect()
    }

    /// Names, each once, as many as a card may have.
    fn names(
        &mut self,
        all: &[String],
        most: usize,
        longest: usize,
        over: (&'static str, &'static str),
    ) -> Vec<String> {
        let mut kept: Vec<String> = Vec::new();
        for name in all {
            let name = self.line(name, longest, "");
            let is_known = kept.iter().any(|other| other.to_lowercase() == name.to_lowercase());
            if name.is_empty() || is_known {
                continue;
            }
            if kept.len() == most {
                self.lost.add(over, 1);
                continue;
            }
            kept.push(name);
        }
        kept
    }

    /// A date that a file has and that could not be read.
    pub fn unread_date(&mut self) {
        self.lost.add(DATES, 1);
    }

    /// The finished form: cards by list, in the order in which they came. [`Unread::Unreadable`]: it has no list.
    pub fn finish(mut self) -> Result<Form, Unread> {
        let lists = self.form.lists.len();
        if lists == 0 {
            return Err(Unread::Unreadable);
        }
        let before = self.form.cards.len();
        self.form.cards.retain(|card| card.list < lists);
        self.lost.add(ORPHANS, before - self.form.cards.len());
        self.form.cards.sort_by_key(|card| card.list);
        self.form.lost = self.lost.not_taken();
        Ok(self.form)
    }
}

/// A list without limit and status.
pub fn bare(external: &str, name: &str, kind: ListType) -> FormList {
    FormList {
        external: external.to_owned(),
        name: name.to_owned(),
        kind,
        status: None,
        limit: 0,
        mode: LimitMode::Soft,
    }
}

impl Form {
    /// The labels of its cards, each once, in alphabetical order.
    pub fn labels(&self) -> Vec<String> {
        let all = self.cards.iter().flat_map(|card| card.labels.iter());
        all.map(|label| (label.to_lowercase(), label.clone()))
            .collect::<BTreeMap<_, _>>()
            .into_values()
            .collect()
    }

    /// The names of who has its cards, each once, in alphabetical order.
    pub fn people(&self) -> Vec<String> {
        let all = self.cards.iter().flat_map(|card| card.people.iter());
        all.cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    pub fn checklist_items(&self) -> usize {
        self.cards.iter().map(|card| card.checklist.len()).sum()
    }
}
