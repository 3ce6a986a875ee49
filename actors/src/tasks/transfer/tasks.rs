//! Gives out the tasks of somebody, or of an organisation, as a table (CSV), page by page.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use futures_util::{Stream, stream};
use storage::ids::EntityId;
use storage::tasks::{BoardId, Boards};

use super::words::{self, Cells, clock};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::csv;
use crate::platform::error::Result;
use crate::tasks::reading::{Part, Standing, Wanted, list};
use crate::tasks::view::{TaskView, TasksView};

/// Tasks of a page.
const PAGE: usize = 100;

/// Tasks that are about to be written.
pub struct TasksOut {
    platform: Platform,
    who: Who,
    wanted: Wanted,
    /// The page that is written next.
    page: TasksView,
    is_begun: bool,
}

fn part(after: Option<String>) -> Part {
    Part { standing: Standing::Any, from: None, to: None, after, size: PAGE }
}

/// The caller's tasks (none), or an organisation's: open ones by when they are due, then closed ones, newest first. 403
/// ROLE_TOO_LOW; 404.
pub async fn tasks(platform: &Platform, who: &Who, entity_id: Option<EntityId>) -> Result<TasksOut> {
    let wanted = entity_id.map_or(Wanted::User(who.user_id), Wanted::Entity);
    let page = list(platform, who, wanted.clone(), part(None)).await?;
    Ok(TasksOut { platform: platform.clone(), who: who.clone(), wanted, page, is_begun: false })
}

impl TasksOut {
    /// The file's content.
    pub fn pieces(self) -> impl Stream<Item = Result<Bytes>> + 'static {
        stream::unfold(Some(self), |state| async move {
            let mut file = state?;
            let piece = file.piece().await;
            let rest = (piece.is_ok() && !file.page.content.is_empty()).then_some(file);
            Some((piece.map(Bytes::from), rest))
        })
    }

    /// Writes a page and reads the next one, which is empty after the last.
    async fn piece(&mut self) -> Result<String> {
        let mut table = String::new();
        if !self.is_begun {
            table.push_str(csv::BOM);
            csv::row(&mut table, &words::TASKS.map(ToOwned::to_owned));
            self.is_begun = true;
        }
        let ids: HashSet<BoardId> = self.page.content.iter().filter_map(|task| task.id_board).collect();
        let boards = Boards::of(&self.platform.storage).boards(&ids.into_iter().collect::<Vec<_>>()).await?;
        let boards: HashMap<BoardId, String> =
            boards.into_iter().map(|board| (board.board_id, board.name)).collect();
        for task in &self.page.content {
            csv::row(&mut table, &row(task, &boards));
        }
        self.page = loop {
            let Some(after) = self.page.next.take() else {
                break TasksView { content: Vec::new(), next: None };
            };
            let page = list(&self.platform, &self.who, self.wanted.clone(), part(Some(after))).await?;
            if !page.content.is_empty() {
                break page;
            }
            // A page of what the caller does not see.
            self.page = page;
        };
        Ok(table)
    }
}

fn row(task: &TaskView, boards: &HashMap<BoardId, String>) -> Vec<String> {
    let people: Vec<&str> = task.assignees.iter().map(|person| person.display_name.as_str()).collect();
    let said = Cells {
        title: &task.tx_title,
        description: &task.tx_description,
        checklist: task.checklist.iter().map(|line| (line.text.as_str(), line.done)).collect(),
        labels: &task.labels,
        priority: task.priority,
        status: task.status,
        start: task.start_date,
        due_date: task.due_date,
        due_at: task.due_at,
        zone: task.time_zone.as_deref(),
        people: &people,
    };
    let board = task.id_board.and_then(|id| boards.get(&id)).map_or("", String::as_str);
    let mut row = vec![csv::cell(task.entity_name.as_deref().unwrap_or_default()), csv::cell(board)];
    row.extend(said.row());
    row.push(clock(task.created, None).0);
    row.push(task.completed.map(|at| clock(at, None).0).unwrap_or_default());
    row
}
