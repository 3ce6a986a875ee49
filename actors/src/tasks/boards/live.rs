//! A board as a live room: whoever looks at it receives each change.

use std::collections::HashSet;

use serde::Serialize;
use storage::ids::UserId;
use storage::tasks::{Board, BoardId, BoardRole, BoardStep, Boards, Task, TaskChange};
use utoipa::ToSchema;

use super::facts::role_of;
use super::view::{CardView, ChangeView, ListView, TitleView};
use super::viewers::{self, Viewers};
use crate::Platform;
use crate::accounts;
use crate::contacts::view::Person;
use crate::live::body::Body;
use crate::live::bus::{Announcement, Topic};
use crate::live::room::{Room, RoomEvent, Running};
use crate::platform::error::Result;
use crate::platform::time::now;
use crate::tasks::comments::BOARD_RIGHTS;
use crate::tasks::deciding::Decided;
use crate::tasks::rules::rights::no_board;

/// The destination.
pub const BOARD: &str = "/topic/board/{id}";

/// A board as a live room.
#[derive(Clone)]
pub struct LiveBoard {
    /// Changes of relations to its organisation, or of its maker's contacts, are announced there.
    topic: Topic,
}

impl From<&Board> for LiveBoard {
    fn from(board: &Board) -> Self {
        let topic = match board.entity_id {
            Some(id) => crate::entities::topic(id),
            None => accounts::topic(board.created_by),
        };
        Self { topic }
    }
}

/// What decides what one of those who look at a board is told, and what the others are told of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looker {
    role: BoardRole,
    pub(super) person: Person,
    /// Whom a block parts from them: neither is told that the other looks.
    pub(super) apart: HashSet<UserId>,
}

impl Room for LiveBoard {
    const NAME: &'static str = "board";
    const PLACE: &'static str = BOARD;
    type Facts = Looker;
    type Audience = ();
    type Live = Viewers;

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        let board = Boards::of(&platform.storage).board(BoardId(id)).await?;
        Ok(board.filter(|board| board.deleted.is_none()).as_ref().map(Self::from))
    }

    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<Looker>> {
        let Some(board) = Boards::of(&platform.storage).board(BoardId(id)).await? else { return Ok(None) };
        let Some(role) = role_of(platform, &board, user_id).await? else { return Ok(None) };
        let Some(user) = platform.people.get(user_id).await? else { return Ok(None) };
        let apart = platform.storage.contacts.apart_from(user_id).await?;
        Ok(Some(Looker { role, person: Person::from(&*user), apart }))
    }

    fn topic(&self, _: i64) -> Topic {
        self.topic
    }

    fn attended(running: &mut Running<Self>, missed: bool) {
        running.live.attended(missed);
    }

    fn receive_message(platform: &Platform, id: i64, word: &Body) -> serde_json::Result<()> {
        viewers::apply_report(platform, id, word)
    }

    fn node_gone(running: &mut Running<Self>, node: u8) {
        running.live.elsewhere(node, Vec::new());
    }

    fn is_restless(viewers: &Viewers) -> bool {
        viewers.is_due()
    }

    fn sweep(running: &mut Running<Self>) {
        viewers::sweep(running);
    }
}

/// What whoever looks at a board is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = BoardEvent)]
pub enum BoardEvents {
    /// Something of the board is other than before.
    #[serde(rename = "BOARD_CHANGED")]
    Changed { change: Box<ChangeView> },
    /// The board was deleted.
    #[serde(rename = "BOARD_CLOSED", rename_all = "camelCase")]
    Closed { id_board: BoardId },
    /// Who has the board open, the reader as well; without whom a block parts from the reader.
    #[serde(rename = "BOARD_VIEWERS", rename_all = "camelCase")]
    Viewers {
        id_board: BoardId,
        /// At most 20 of them, by number.
        viewers: Vec<Person>,
        /// How many there are.
        count: usize,
    },
}

impl RoomEvent for BoardEvents {
    fn cursor(&self) -> Option<i64> {
        None
    }

    fn at(&self) -> i64 {
        now()
    }
}

/// The people of some cards, by number.
pub(super) async fn people(platform: &Platform, cards: &[CardView]) -> Result<Vec<Person>> {
    let ids: HashSet<UserId> = cards.iter().flat_map(|card| card.assignees.iter().copied()).collect();
    let mut people: Vec<Person> =
        platform.people.all(ids).await?.values().map(|user| Person::from(&**user)).collect();
    people.sort_by_key(|person| person.id);
    Ok(people)
}

/// What a board says of itself.
pub(super) fn title(board: &Board) -> TitleView {
    TitleView {
        name: board.name.clone(),
        tx_description: board.description.clone(),
        archived: board.archived,
    }
}

/// A decided change as it is published, but for the people.
fn change(id: BoardId, from: i64, decided: &Decided) -> ChangeView {
    let BoardStep { board, lists, removed_lists, cards } = &decided.step;
    let version = from + 1;
    let mut view = ChangeView {
        lists: lists.iter().map(|list| ListView { version, ..ListView::from(list) }).collect(),
        removed_lists: removed_lists.clone(),
        head: board.as_ref().map(|(_, board)| title(board)),
        client_move_id: decided.client_move_id.clone(),
        ..ChangeView::empty(id, from, version)
    };
    for TaskChange { old, new } in cards {
        let task_id = new.as_ref().or(old.as_ref()).map(|task| task.task_id);
        let lies = |task: &&Task| task.home_id == id.home();
        match new.as_ref().filter(lies).and_then(Task::card) {
            Some(card) => view.cards.push(CardView::from(card)),
            None => view.removed.extend(task_id),
        }
    }
    view
}

/// A change that is ready to be published: nothing can fail once it is written.
pub(in crate::tasks) struct Prepared {
    room: LiveBoard,
    event: BoardEvents,
    id: BoardId,
    /// Who may listen may have changed.
    rights: bool,
}

impl Prepared {
    /// What is published when a change of the home as it is has been decided. `stored`: the board before it. 404.
    pub async fn of(
        platform: &Platform,
        id: BoardId,
        from: i64,
        (decided, stored): (&Decided, Option<Board>),
    ) -> Result<Self> {
        let new = decided.step.board.as_ref();
        let board = new.map(|(_, board)| board.clone()).or(stored).ok_or_else(no_board)?;
        let seers = |board: &Board| {
            (board.members.clone(), board.entity_role, board.deleted, board.archived.is_some())
        };
        let rights = new.is_some_and(|(old, new)| old.as_ref().is_some_and(|old| seers(old) != seers(new)));
        let event = if board.deleted.is_some() {
            BoardEvents::Closed { id_board: id }
        } else {
            let mut view = change(id, from, decided);
            view.people = people(platform, &view.cards).await?;
            BoardEvents::Changed { change: Box::new(view) }
        };
        Ok(Self { room: LiveBoard::from(&board), event, id, rights })
    }

    /// Publishes it to whoever looks at the board; answers the change.
    pub fn publish(self, platform: &Platform) -> Option<ChangeView> {
        platform.publish_in(self.id.0, &self.room, &self.event, &());
        if self.rights {
            platform.room_moved(self.id.0, &self.room);
            platform.announce(Announcement::changed(BOARD_RIGHTS, self.id.0));
        }
        match self.event {
            BoardEvents::Changed { change } => Some(*change),
            BoardEvents::Closed { .. } | BoardEvents::Viewers { .. } => None,
        }
    }
}
