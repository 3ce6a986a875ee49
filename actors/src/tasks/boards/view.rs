//! Boards on the wire, in both directions.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::tasks::{
    BoardId, BoardList, BoardListId, BoardRole, LimitMode, ListType, TaskCard, TaskId, TaskStatus,
};
use storage::time::{Day, Moment};
use utoipa::ToSchema;

use super::templates::Template;
use crate::contacts::view::Person;
use crate::tasks::view::{LABEL, task_input};

/// A list of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardList)]
pub struct ListView {
    pub id_list: BoardListId,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: ListType,
    /// The status of what lies in it; null: its cards keep theirs.
    pub status: Option<TaskStatus>,
    /// Most cards; 0: no limit.
    pub limit: i64,
    pub limit_mode: LimitMode,
    /// Its place among the lists, to be compared by code units.
    pub order_key: String,
    /// The board's version that changed it last.
    pub version: i64,
}

impl From<&BoardList> for ListView {
    fn from(list: &BoardList) -> Self {
        Self {
            id_list: list.list_id,
            name: list.name.clone(),
            kind: list.list_type,
            status: list.status,
            limit: list.card_limit,
            limit_mode: list.limit_mode,
            order_key: list.order_key.clone(),
            version: list.version,
        }
    }
}

/// The checklist of a card, as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardChecklist)]
pub struct ChecklistCount {
    pub total: usize,
    pub done: usize,
}

/// A task as a card of its board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardCard)]
pub struct CardView {
    pub id_task: TaskId,
    pub id_list: BoardListId,
    /// Its place in the list, to be compared by code units; of equal ones by the number of the task.
    pub order_key: String,
    /// The task's version.
    pub version: i64,
    pub tx_title: String,
    pub status: TaskStatus,
    pub priority: i64,
    pub labels: Vec<String>,
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    pub time_zone: Option<String>,
    pub start_date: Option<Day>,
    /// Numbers of people, who stand in `people`.
    pub assignees: Vec<UserId>,
    pub checklist: ChecklistCount,
    pub id_parent: Option<TaskId>,
    pub has_description: bool,
    pub created: Moment,
    pub changed: Moment,
    pub completed: Option<Moment>,
}

impl From<TaskCard> for CardView {
    fn from(card: TaskCard) -> Self {
        let summary = card.summary;
        Self {
            id_task: card.task_id,
            id_list: card.list_id,
            order_key: card.order_key,
            version: card.revision,
            tx_title: summary.title,
            status: summary.status,
            priority: summary.priority,
            labels: summary.labels,
            due_date: summary.due_date,
            due_at: summary.due_at,
            time_zone: summary.time_zone,
            start_date: summary.start_date,
            assignees: summary.assignees,
            checklist: ChecklistCount { total: summary.checklist.0, done: summary.checklist.1 },
            id_parent: summary.parent_id,
            has_description: summary.has_description,
            created: summary.created,
            changed: summary.changed,
            completed: summary.completed,
        }
    }
}

/// Somebody with a role on a board.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BoardMember)]
pub struct MemberView {
    pub user: Person,
    pub role: BoardRole,
}

/// A board with its lists and cards.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Board)]
pub struct BoardView {
    pub id_board: BoardId,
    pub name: String,
    pub tx_description: String,
    pub id_entity: Option<EntityId>,
    pub entity_name: Option<String>,
    pub entity_slug: Option<String>,
    pub created_by: Person,
    /// Raised by every change of the board, its lists and its cards.
    pub version: i64,
    /// Raised by every change of name, description and roles.
    pub settings_version: i64,
    /// The caller's.
    pub role: BoardRole,
    /// Of whoever may act for the organisation; null: of nobody but the members.
    pub entity_role: Option<BoardRole>,
    pub members: Vec<MemberView>,
    pub archived: Option<Moment>,
    /// Whether the caller is notified of what happens on it.
    pub watching: bool,
    pub lists: Vec<ListView>,
    /// By list and order, without the texts of their tasks.
    pub cards: Vec<CardView>,
    /// The assignees of the cards.
    pub people: Vec<Person>,
}

/// A board in a list of boards.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardHead {
    pub id_board: BoardId,
    pub name: String,
    pub id_entity: Option<EntityId>,
    /// The caller's.
    pub role: BoardRole,
    pub version: i64,
    pub archived: Option<Moment>,
    /// How many cards lie on it.
    pub cards: i64,
}

/// Boards, by age.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BoardsView {
    pub content: Vec<BoardHead>,
}

/// What a board says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardTitle)]
pub struct TitleView {
    pub name: String,
    pub tx_description: String,
    pub archived: Option<Moment>,
}

/// A change of a board: what of it is other than before, as it is now.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardChange)]
pub struct ChangeView {
    pub id_board: BoardId,
    /// The board's version after the change.
    pub version: i64,
    /// The board's version before it: whoever has a smaller one has missed something.
    pub from: i64,
    pub cards: Vec<CardView>,
    /// Tasks that lie on the board no more.
    pub removed: Vec<TaskId>,
    pub lists: Vec<ListView>,
    pub removed_lists: Vec<BoardListId>,
    /// If that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub head: Option<TitleView>,
    /// The assignees of the cards.
    pub people: Vec<Person>,
    /// What whoever moved a card called the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub client_move_id: Option<String>,
}

impl ChangeView {
    /// A change of nothing between two versions.
    pub fn empty(id_board: BoardId, from: i64, version: i64) -> Self {
        Self {
            id_board,
            version,
            from,
            cards: Vec::new(),
            removed: Vec::new(),
            lists: Vec::new(),
            removed_lists: Vec::new(),
            head: None,
            people: Vec::new(),
            client_move_id: None,
        }
    }
}

/// What has changed on a board since a version.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BoardChanges)]
pub struct ChangesView {
    /// It was too long ago: the board is to be fetched anew.
    pub reset: bool,
    #[serde(flatten)]
    pub change: ChangeView,
}

/// A new board.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardDraft {
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Terminsstart")]
    pub name: String,
    #[serde(default)]
    #[garde(length(chars, max = 2_000))]
    #[schema(max_length = 2_000)]
    pub tx_description: String,
    /// The organisation's; absent: one's own.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    /// The role of whoever may act for the organisation; absent: editor.
    #[garde(skip)]
    pub entity_role: Option<BoardRole>,
    /// What lies on it at first; absent: three empty lists.
    #[serde(default)]
    #[garde(skip)]
    pub template: Template,
    /// The day from which a template's dates are counted; absent: its cards have none.
    #[garde(skip)]
    pub date: Option<Day>,
}

/// Somebody's role as it is sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardMemberDraft)]
pub struct MemberDraft {
    #[garde(skip)]
    pub id_auth_user: UserId,
    #[garde(skip)]
    pub role: BoardRole,
}

/// A board as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardEdit {
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    #[serde(default)]
    #[garde(length(chars, max = 2_000))]
    #[schema(max_length = 2_000)]
    pub tx_description: String,
    #[garde(skip)]
    pub entity_role: Option<BoardRole>,
    #[serde(default)]
    #[garde(length(max = 200), dive)]
    #[schema(max_items = 200)]
    pub members: Vec<MemberDraft>,
    /// As it was read.
    #[garde(range(min = 1))]
    #[schema(minimum = 1)]
    pub settings_version: i64,
}

/// A list as it is sent. Without neighbours a new one stands last, and another where it stood.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardListDraft)]
pub struct ListDraft {
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60, example = "Pågår")]
    pub name: String,
    #[serde(rename = "type", default = "active")]
    #[garde(skip)]
    pub kind: ListType,
    #[garde(skip)]
    pub status: Option<TaskStatus>,
    #[serde(default)]
    #[garde(range(min = 0, max = 500))]
    #[schema(minimum = 0, maximum = 500)]
    pub limit: i64,
    #[serde(default = "soft")]
    #[garde(skip)]
    pub limit_mode: LimitMode,
    /// Behind this list.
    #[garde(skip)]
    pub after: Option<BoardListId>,
    /// Before this list.
    #[garde(skip)]
    pub before: Option<BoardListId>,
    /// As it was read; of a list that is changed.
    #[garde(skip)]
    pub version: Option<i64>,
}

fn active() -> ListType {
    ListType::Active
}

fn soft() -> LimitMode {
    LimitMode::Soft
}

task_input! {
    /// A card for a list: a new task, or one that stands already (`idTask`).
    #[schema(as = BoardCardDraft)]
    CardDraft {
        #[garde(skip)]
        id_list: BoardListId,
        /// A task that stands already.
        #[garde(skip)]
        id_task: Option<TaskId>,
        /// Behind this card.
        #[garde(skip)]
        after: Option<TaskId>,
        /// Before this card.
        #[garde(skip)]
        before: Option<TaskId>,
    }
    #[serde(default)]
}

/// Where a card shall lie.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardMove)]
pub struct MoveDraft {
    #[garde(skip)]
    pub id_list: BoardListId,
    /// Behind this card.
    #[garde(skip)]
    pub after: Option<TaskId>,
    /// Before this card.
    #[garde(skip)]
    pub before: Option<TaskId>,
    /// Who gets the card as well, where the board is shown in rows by person. Nothing else of its assignees changes.
    #[garde(skip)]
    pub assign: Option<UserId>,
    /// Who has the card no longer.
    #[garde(skip)]
    pub unassign: Option<UserId>,
    /// A label that the card gets, where the board is shown in rows by label. Nothing else of its labels changes.
    #[garde(inner(length(chars, min = 1, max = LABEL)))]
    #[schema(min_length = 1, max_length = 30)]
    pub label: Option<String>,
    /// A label that the card loses.
    #[garde(inner(length(chars, min = 1, max = LABEL)))]
    #[schema(min_length = 1, max_length = 30)]
    pub unlabel: Option<String>,
    /// The caller's name for the move; it comes back with the event.
    #[garde(inner(length(chars, min = 1, max = 64)))]
    #[schema(min_length = 1, max_length = 64)]
    pub client_move_id: Option<String>,
}

/// What is done with several cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = BoardBulkAct)]
pub enum BulkAct {
    /// To the end of `idList`.
    Move,
    /// To the board's archive.
    Archive,
    Delete,
    /// To `assignee` as well.
    Assign,
    /// With `label` as well.
    Label,
}

/// Something that is done with several cards, all of them or none.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardBulk)]
pub struct BulkDraft {
    #[garde(length(min = 1, max = 40))]
    #[schema(min_items = 1, max_items = 40)]
    pub id_tasks: Vec<TaskId>,
    #[garde(skip)]
    pub act: BulkAct,
    #[garde(skip)]
    pub id_list: Option<BoardListId>,
    #[garde(skip)]
    pub assignee: Option<UserId>,
    #[garde(inner(length(chars, min = 1, max = LABEL)))]
    #[schema(min_length = 1, max_length = 30)]
    pub label: Option<String>,
}

/// Whether somebody is notified of what happens on a board.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = BoardWatch)]
pub struct WatchDraft {
    #[garde(skip)]
    pub watching: bool,
}
