//! Gives out a board as a file: the house's own format (JSON), or a table (CSV). Written piece by piece, so that a board of
//! any size is never whole in memory.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, stream};
use serde::Serialize;
use serde_json::json;
use storage::accounts::User;
use storage::ids::UserId;
use storage::tasks::{
    Board, BoardId, BoardList, Boards, LimitMode, ListType, Task, TaskId, TaskStatus, Tasks,
};
use storage::time::{Day, Moment};

use super::own::{FORMAT, VERSION};
use super::words;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::csv;
use crate::platform::error::{Refusal, Result};
use crate::tasks::boards::facts::seen;
use crate::tasks::rules::rights::no_board;

/// Cards of a piece.
const PIECE: usize = 200;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Csv,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListOut<'a> {
    tx_name: &'a str,
    #[serde(rename = "type")]
    kind: ListType,
    limit: i64,
    limit_mode: LimitMode,
    status: Option<TaskStatus>,
}

#[derive(Serialize)]
struct Line<'a> {
    text: &'a str,
    done: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardOut<'a> {
    list: usize,
    title: &'a str,
    description: &'a str,
    checklist: Vec<Line<'a>>,
    labels: &'a [String],
    priority: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    due_date: Option<Day>,
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_date: Option<Day>,
    status: TaskStatus,
    assignees: Vec<&'a str>,
    archived: bool,
}

/// A board that is about to be written.
pub struct Outgoing {
    platform: Platform,
    board: Board,
    lists: Vec<BoardList>,
    /// Its cards by list and order, each with its list's place.
    cards: Vec<(TaskId, usize)>,
    format: Format,
}

/// What has been written of it.
#[derive(Default)]
struct Written {
    next: usize,
    /// The numbers of the cards that are in the file.
    cards: Vec<TaskId>,
    /// The lists that a table has named, from the first on.
    lists: usize,
    is_over: bool,
}

/// A board as a file, for whoever sees it. 404.
pub async fn board(platform: &Platform, who: &Who, id: BoardId, format: Format) -> Result<Outgoing> {
    let (board, _) = seen(platform, who.user_id, id).await?;
    let whole = Boards::of(&platform.storage).whole(id).await?.ok_or_else(no_board)?;
    let places: HashMap<_, usize> =
        whole.lists.iter().enumerate().map(|(at, list)| (list.list_id, at)).collect();
    let placed = |card: &storage::tasks::TaskCard| Some((card.task_id, *places.get(&card.list_id)?));
    let mut cards: Vec<(TaskId, usize)> = whole.cards.iter().filter_map(placed).collect();
    // They come by list and order: in each list their order stays.
    cards.sort_by_key(|(_, list)| *list);
    Ok(Outgoing { platform: platform.clone(), board, lists: whole.lists, cards, format })
}

impl Outgoing {
    /// The file's content.
    pub fn pieces(self) -> impl Stream<Item = Result<Bytes>> + 'static {
        stream::unfold(Some((self, Written::default())), |state| async move {
            let (file, mut written) = state?;
            let piece = match file.format {
                Format::Json => file.json(&mut written).await,
                Format::Csv => file.csv(&mut written).await,
            };
            let rest = piece.is_ok().then_some((file, written)).filter(|(_, written)| !written.is_over);
            Some((piece.map(Bytes::from), rest))
        })
    }

    /// The next cards as they are now, each with its list's place; none is left: the file is over.
    async fn next(&self, written: &mut Written) -> Result<Vec<(Task, usize)>> {
        let some: Vec<(TaskId, usize)> = self.cards.iter().skip(written.next).take(PIECE).copied().collect();
        written.next += some.len();
        written.is_over = written.next >= self.cards.len();
        let lists: HashMap<TaskId, usize> = some.iter().copied().collect();
        let ids: Vec<TaskId> = some.iter().map(|(id, _)| *id).collect();
        let found = Tasks::of(&self.platform.storage).tasks(&ids).await?;
        // What has left the board meanwhile is not on it.
        let stays = |task: &Task| task.home_id == self.board.board_id.home() && task.card().is_some();
        let found = found.into_iter().filter(stays);
        Ok(found.filter_map(|task| lists.get(&task.task_id).copied().map(|list| (task, list))).collect())
    }

    async fn people(&self, cards: &[(Task, usize)]) -> Result<HashMap<UserId, Arc<User>>> {
        self.platform.people.all(cards.iter().flat_map(|(task, _)| task.assignees.0.iter().copied())).await
    }

    async fn json(&self, written: &mut Written) -> Result<String> {
        let mut text = if written.next == 0 { self.head()? } else { String::new() };
        let cards = self.next(written).await?;
        let people = self.people(&cards).await?;
        for (task, list) in &cards {
            if !written.cards.is_empty() {
                text.push(',');
            }
            text.push('\n');
            text.push_str(&to_text(&self.card(task, *list, &people))?);
            written.cards.push(task.task_id);
        }
        if written.is_over {
            // By these a second import of the board knows what it has.
            let lists: Vec<_> = self.lists.iter().map(|list| list.list_id).collect();
            let ids = json!({ "lists": lists, "cards": written.cards });
            text.push_str("\n]},\"ids\":");
            text.push_str(&to_text(&ids)?);
            text.push_str("}\n");
        }
        Ok(text)
    }

    /// The file's beginning, up to its first card.
    fn head(&self) -> Result<String> {
        let list = |list: &BoardList| {
            to_text(&ListOut {
                tx_name: &list.name,
                kind: list.list_type,
                limit: list.card_limit,
                limit_mode: list.limit_mode,
                status: list.status,
            })
        };
        let lists = self.lists.iter().map(list).collect::<Result<Vec<_>>>()?.join(",\n");
        let (id, name) = (self.board.board_id, to_text(&self.board.name)?);
        let description = to_text(&self.board.description)?;
        Ok(format!(
            "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"id\":{id},\"board\":{{\n\"txName\":{name},\n\
             \"txDescription\":{description},\n\"lists\":[\n{lists}\n],\n\"cards\":["
        ))
    }

    fn card<'a>(&self, task: &'a Task, list: usize, people: &'a HashMap<UserId, Arc<User>>) -> CardOut<'a> {
        let name = |id: &UserId| people.get(id).map(|user| user.display_name.as_str());
        CardOut {
            list,
            title: &task.title,
            description: &task.description,
            checklist: task
                .checklist
                .0
                .iter()
                .map(|line| Line { text: &line.text, done: line.done })
                .collect(),
            labels: &task.labels.0,
            priority: task.priority,
            due_date: task.due_date,
            due_at: task.due_at,
            time_zone: task.time_zone.as_deref(),
            start_date: task.start_date,
            status: task.status,
            assignees: task.assignees.0.iter().filter_map(name).collect(),
            archived: self.is_archive(list),
        }
    }

    fn is_archive(&self, list: usize) -> bool {
        self.lists.get(list).is_some_and(|list| list.list_type == ListType::Archive)
    }

    async fn csv(&self, written: &mut Written) -> Result<String> {
        let mut table = String::new();
        if written.next == 0 {
            table.push_str(csv::BOM);
            csv::row(&mut table, &words::BOARD.map(ToOwned::to_owned));
        }
        let cards = self.next(written).await?;
        let people = self.people(&cards).await?;
        for (task, list) in &cards {
            let CardOut { assignees, .. } = self.card(task, *list, &people);
            let said = words::Cells {
                title: &task.title,
                description: &task.description,
                labels: &task.labels.0,
                checklist: task.checklist.0.iter().map(|line| (line.text.as_str(), line.done)).collect(),
                priority: task.priority,
                status: task.status,
                start: task.start_date,
                due_date: task.due_date,
                due_at: task.due_at,
                zone: task.time_zone.as_deref(),
                people: &assignees,
            };
            self.without_cards(&mut table, written.lists..*list);
            written.lists = list + 1;
            self.row(&mut table, *list, said.row());
        }
        if written.is_over {
            self.without_cards(&mut table, written.lists..self.lists.len());
        }
        Ok(table)
    }

    /// The rows of lists without cards.
    fn without_cards(&self, table: &mut String, lists: Range<usize>) {
        lists.for_each(|list| self.row(table, list, vec![String::new(); words::CARD]));
    }

    /// A row: the board, a list, the cells of its card, what the list is.
    fn row(&self, table: &mut String, list: usize, card: Vec<String>) {
        let Some(of) = self.lists.get(list) else { return };
        let mut row = vec![csv::cell(&self.board.name), csv::cell(&of.name)];
        row.extend(card);
        row.push(if self.is_archive(list) { "ja".to_owned() } else { String::new() });
        row.extend(words::limit(of.card_limit, of.limit_mode));
        row.push(of.status.map_or("", words::status).to_owned());
        csv::row(table, &row);
    }
}

fn to_text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|_| Refusal::internal())
}
