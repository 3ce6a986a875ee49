//! The job that makes a board of an import, part by part. Rights are asked with each part. A part is one decision of the
//! board's, in which what came from which card is noted as well: so a part that is taken again, after a kill or by another
//! import of the same export, adds nothing.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use storage::accounts::UserStatus;
use storage::ids::UserId;
use storage::jobs::Job;
use storage::record::Stored as _;
use storage::tasks::{
    Board, BoardId, BoardImport, BoardImportId, BoardList, BoardListId, BoardRef, BoardStep, Boards,
    ImportStatus, ImportedBoard, MOST_BOARDS, MOST_LISTS, Placement, Task, TaskChange, TaskId, Tasks,
};
use storage::time::Moment;
use storage::value::Json;

use super::form::{FormCard, FormList};
use super::people::{self, Owner};
use super::starting::Frame;
use crate::Platform;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::quotas::below;
use crate::platform::time::now;
use crate::tasks::boards::facts::{board_room, edited, role_of};
use crate::tasks::boards::settings::new_board;
use crate::tasks::creating::{blank, filled};
use crate::tasks::deciding::{Decided, decide};
use crate::tasks::facts::acting;
use crate::tasks::rules::order;
use crate::tasks::rules::room::Growth;
use crate::tasks::view::{ChecklistDraft, TaskContent};

/// How long a job goes on before it lets others have a turn.
const TURN: Duration = Duration::from_secs(60);
/// Attempts at a change that another makes as well.
const TRIES: usize = 16;

/// Makes a board of an import.
pub(in crate::tasks) const TAKE: JobKind = JobKind {
    name: "board-import",
    class: Class::Bulk,
    share: jobs::of_subject,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, id) = serde_json::from_str(&job.payload)?;
            take(&platform, user_id, id).await
        })
    },
};

/// Whether asking again would be answered alike.
fn is_final(refusal: &Refusal) -> bool {
    use RefusalKind::{Conflict, Forbidden, Invalid, NotFound};
    matches!(refusal.kind, Forbidden | NotFound | Conflict | Invalid)
}

/// Goes on with an import, to its end or until its turn is over.
async fn take(platform: &Platform, user_id: UserId, id: BoardImportId) -> Result<(), Failure> {
    let boards = Boards::of(&platform.storage);
    let Some(import) = boards.import(user_id, id).await?.filter(|import| !import.is_over()) else {
        return Ok(());
    };
    match Taking::of(platform, import).await {
        Ok(is_over) if is_over => Ok(()),
        Ok(_) => Err(Failure::NotYet(now())),
        Err(refusal) if is_final(&refusal) => Ok(fail(&boards, user_id, id, &refusal).await?),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Ends an import whose job is not tried again.
pub(in crate::tasks) async fn given_up(platform: &Platform, job: &Job) -> Result<()> {
    if job.kind != TAKE.name {
        return Ok(());
    }
    // Whose payload is none has begun nothing.
    let Ok((user_id, id)) = serde_json::from_str(&job.payload) else { return Ok(()) };
    fail(&Boards::of(&platform.storage), user_id, id, &Refusal::internal()).await
}

/// Ends an import that cannot go on; what of the board is there stays.
async fn fail(boards: &Boards, user_id: UserId, id: BoardImportId, refusal: &Refusal) -> Result<()> {
    for _ in 0..TRIES {
        let Some(import) = boards.import(user_id, id).await?.filter(|import| !import.is_over()) else {
            return Ok(());
        };
        let code = refusal.fields.first().map_or(refusal.code, |field| field.code);
        let (status, code) = (ImportStatus::Failed, Some(code.to_owned()));
        let new = BoardImport { status, code, ended: Some(Moment(now())), ..import.clone() };
        if boards.step_import(&import, &new).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The content of an import is gone, for it waited too long.
fn expired() -> Refusal {
    Refusal::conflict("EXPIRED", "Filen finns inte kvar. Välj den igen.")
}

fn list_ref(external: &str) -> String {
    format!("L{external}")
}

fn card_ref(external: &str) -> String {
    format!("C{external}")
}

/// An import that is being taken.
struct Taking<'a> {
    platform: &'a Platform,
    boards: Boards,
    import: BoardImport,
    owner: Owner,
    board_id: BoardId,
    /// The list of each list of the file.
    lists: Vec<BoardListId>,
    /// Who is meant by the names.
    people: HashMap<String, UserId>,
}

impl<'a> Taking<'a> {
    /// Takes what is left; answers whether that is all.
    async fn of(platform: &'a Platform, import: BoardImport) -> Result<bool> {
        let boards = Boards::of(&platform.storage);
        let owner = Owner { user_id: import.user_id, entity_id: import.entity_id };
        may_go_on(platform, owner).await?;
        let frame = boards.import_part(import.import_id, 0).await?.ok_or_else(expired)?;
        let frame: Frame = serde_json::from_str(&frame).map_err(|_| Refusal::internal())?;
        let board_id = board(platform, &boards, &import, owner).await?;
        make(platform, &boards, owner, board_id, &frame).await?;
        let lists = lists(platform, &boards, owner, board_id, &frame.lists).await?;
        let people = assignable(platform, &boards, owner, board_id, &frame).await?;
        let mut taking = Self { platform, boards, import, owner, board_id, lists, people };
        if !taking.begin(&frame).await? {
            return Ok(true);
        }
        let since = Instant::now();
        while taking.import.next < taking.import.parts {
            if !taking.part().await? {
                return Ok(true);
            }
            if since.elapsed() > TURN && taking.import.next < taking.import.parts {
                return Ok(false);
            }
        }
        let (status, ended) = (ImportStatus::Done, Some(Moment(now())));
        taking.step(BoardImport { status, ended, ..taking.import.clone() }).await?;
        Ok(true)
    }

    /// Stores how far it is; false: another has gone on with it, or it is gone.
    async fn step(&mut self, new: BoardImport) -> Result<bool> {
        let is_applied = self.boards.step_import(&self.import, &new).await?;
        self.import = BoardImport { version: self.import.version + 1, ..new };
        Ok(is_applied)
    }

    /// Says that it runs, and who of the file is nobody here.
    async fn begin(&mut self, frame: &Frame) -> Result<bool> {
        if self.import.status != ImportStatus::Waiting {
            return Ok(true);
        }
        let mut not_taken = self.import.not_taken.0.clone();
        not_taken.extend(people::missing(&frame.people, &self.people));
        let (status, board_id) = (ImportStatus::Running, Some(self.board_id));
        self.step(BoardImport { status, board_id, not_taken: Json(not_taken), ..self.import.clone() }).await
    }

    /// Takes the next part.
    async fn part(&mut self) -> Result<bool> {
        let import = &self.import;
        let content = self.boards.import_part(import.import_id, import.next).await?.ok_or_else(expired)?;
        let cards: Vec<FormCard> = serde_json::from_str(&content).map_err(|_| Refusal::internal())?;
        self.add(&cards).await?;
        let (next, done) = (import.next + 1, import.done + cards.len() as i64);
        self.step(BoardImport { next, done, ..self.import.clone() }).await
    }

    /// Adds the cards that were not added before, each at the end of its list.
    async fn add(&self, cards: &[FormCard]) -> Result<()> {
        let (platform, board_id, user_id) = (self.platform, self.board_id, self.owner.user_id);
        let at = Moment(now());
        let refs: Vec<String> = cards.iter().map(|card| card_ref(&card.external)).collect();
        let drawn =
            cards.iter().map(|_| Ok(TaskId(platform.ids.next(now())?))).collect::<Result<Vec<_>>>()?;
        decide(platform, user_id, board_id.home(), Some(board_id), async |head| {
            let board = edited(platform, user_id, board_id).await?;
            let known = self.boards.refs(board_id, &refs).await?;
            let known: HashSet<&str> = known.iter().map(|one| one.external_id.as_str()).collect();
            let all = self.boards.lists(board_id).await?;
            let mut ends: HashMap<BoardListId, Option<String>> = HashMap::new();
            let mut decided = Decided { quiet: true, ..Decided::default() };
            let mut growth = Growth::default();
            for ((card, external), id) in cards.iter().zip(&refs).zip(&drawn) {
                if known.contains(external.as_str()) {
                    continue;
                }
                // A list that was removed since: the first one.
                let wanted =
                    self.lists.get(card.list).and_then(|id| all.iter().find(|list| list.list_id == *id));
                let list = wanted
                    .or_else(|| all.first())
                    .ok_or_else(|| Refusal::not_found("Det finns ingen lista."))?;
                let end = match ends.entry(list.list_id) {
                    Entry::Occupied(end) => end.into_mut(),
                    Entry::Vacant(none) => {
                        let tasks = Tasks::of(&platform.storage);
                        let last = tasks.card_before(head.home_id, list.list_id, None).await?;
                        none.insert(last.map(|card| card.order_key))
                    }
                };
                growth = growth.and(Growth::into(list));
                let order_key = order::between(end.as_deref(), None)?;
                *end = Some(order_key.clone());
                let placement = Placement { board_id, list_id: list.list_id, order_key };
                let new = task(card, &board, (user_id, at), *id, &self.people)?;
                let status = list.status.unwrap_or(card.status);
                let completed = status.is_closed().then_some(new.created);
                let new = Task { status, completed, placement: Json(Some(placement)), ..new };
                decided.step.cards.push(TaskChange::insert(new));
                let noted = BoardRef { board_id, external_id: external.clone(), id: id.0 };
                decided.writes.push(noted.insert());
            }
            board_room(platform, head, &all, growth).await?;
            Ok(decided)
        })
        .await?;
        Ok(())
    }
}

/// What a card becomes, but for its place. Pure.
fn task(
    card: &FormCard,
    board: &Board,
    (by, at): (UserId, Moment),
    id: TaskId,
    people: &HashMap<String, UserId>,
) -> Result<Task> {
    let line = |(text, done): &(String, bool)| ChecklistDraft { id: None, text: text.clone(), done: *done };
    let content = TaskContent {
        title: card.title.clone(),
        description: card.description.clone(),
        priority: card.priority,
        labels: card.labels.clone(),
        due_date: card.due_date,
        due_at: card.due_at,
        time_zone: card.time_zone.clone(),
        start_date: card.start_date,
        assignees: card.people.iter().filter_map(|name| people.get(name).copied()).collect(),
        target: None,
        checklist: card.checklist.iter().map(line).collect(),
        parent_id: None,
        repeat: None,
    };
    let blank = Task { home_id: board.board_id.home(), entity_id: board.entity_id, ..blank(id, by, at) };
    filled(&content, &blank)
}

/// Refuses who may not import there any more. 403 ROLE_TOO_LOW; 404.
async fn may_go_on(platform: &Platform, owner: Owner) -> Result<()> {
    let user = platform.storage.accounts.user(owner.user_id).await?;
    if user.is_none_or(|user| user.status != UserStatus::Active) {
        return Err(Refusal::not_found("Kontot finns inte."));
    }
    match owner.entity_id {
        Some(entity_id) => acting(platform, owner.user_id, entity_id).await,
        None => Ok(()),
    }
}

/// The board of an export: the one that was made of it before, else a number for a new one. 409 QUOTA_REACHED.
async fn board(platform: &Platform, boards: &Boards, import: &BoardImport, owner: Owner) -> Result<BoardId> {
    for _ in 0..TRIES {
        let old = boards.imported(owner.id(), import.source, &import.external_id).await?;
        if let Some(old) = &old {
            let head = Tasks::of(&platform.storage).settled_home(old.board_id.home()).await?;
            let stands = boards.board(old.board_id).await?.is_some_and(|board| board.deleted.is_none());
            // Named and not made yet, or made and still there.
            if stands || head.version == 0 {
                return Ok(old.board_id);
            }
        }
        below(boards.owned(owner.id()).await?.len(), MOST_BOARDS, "tavlor")?;
        let board_id = BoardId(platform.ids.next(now())?);
        let external_id = import.external_id.clone();
        let new = ImportedBoard { owner_id: owner.id(), source: import.source, external_id, board_id };
        if boards.note_imported(old.as_ref(), &new).await? {
            return Ok(board_id);
        }
    }
    Err(Refusal::busy())
}

/// Makes the board with its lists, unless it is there.
async fn make(platform: &Platform, boards: &Boards, owner: Owner, id: BoardId, frame: &Frame) -> Result<()> {
    if boards.board(id).await?.is_some() {
        return Ok(());
    }
    let board = Board {
        name: frame.name.clone(),
        description: frame.description.clone(),
        ..new_board(id, owner.user_id, owner.entity_id, Moment(now()))
    };
    let keys = order::spread(frame.lists.len());
    let lists = new_lists(platform, id, &frame.lists.iter().collect::<Vec<_>>(), keys)?;
    decide(platform, owner.user_id, id.home(), Some(id), async |head| {
        if head.version > 0 {
            return Ok(Decided::default());
        }
        let step = BoardStep { board: Some((None, board.clone())), ..BoardStep::default() };
        let mut decided = Decided { step, ..Decided::default() };
        noted(&mut decided, &lists);
        Ok(decided)
    })
    .await?;
    Ok(())
}

/// New lists, each with what it came from.
fn new_lists(
    platform: &Platform,
    board_id: BoardId,
    lists: &[&FormList],
    keys: Vec<String>,
) -> Result<Vec<(BoardList, String)>> {
    let list = |(list, order_key): (&&FormList, String)| {
        let new = BoardList {
            board_id,
            list_id: BoardListId(platform.ids.next(now())?),
            version: 0,
            order_key,
            name: list.name.clone(),
            list_type: list.kind,
            status: list.status,
            card_limit: list.limit,
            limit_mode: list.mode,
        };
        Ok((new, list_ref(&list.external)))
    };
    lists.iter().zip(keys).map(list).collect()
}

fn noted(decided: &mut Decided, lists: &[(BoardList, String)]) {
    for (list, external_id) in lists {
        let noted =
            BoardRef { board_id: list.board_id, external_id: external_id.clone(), id: list.list_id.0 };
        decided.step.lists.push(list.clone());
        decided.writes.push(noted.insert());
    }
}

/// The list of each list of the file; those that are new in it are added at the end. 403 ROLE_TOO_LOW; 404; 409
/// QUOTA_REACHED.
async fn lists(
    platform: &Platform,
    boards: &Boards,
    owner: Owner,
    id: BoardId,
    wanted: &[FormList],
) -> Result<Vec<BoardListId>> {
    let refs: Vec<String> = wanted.iter().map(|list| list_ref(&list.external)).collect();
    decide(platform, owner.user_id, id.home(), Some(id), async |_| {
        edited(platform, owner.user_id, id).await?;
        let known = boards.refs(id, &refs).await?;
        let is_known = |external: &String| known.iter().any(|one| one.external_id == *external);
        let new: Vec<&FormList> = wanted
            .iter()
            .zip(&refs)
            .filter(|(_, external)| !is_known(external))
            .map(|(list, _)| list)
            .collect();
        if new.is_empty() {
            return Ok(Decided::default());
        }
        let all = boards.lists(id).await?;
        below(all.len() + new.len() - 1, MOST_LISTS, "listor")?;
        let last = all.last().map(|list| list.order_key.as_str());
        let keys = order::following_all(last, new.len())?;
        let mut decided = Decided::default();
        noted(&mut decided, &new_lists(platform, id, &new, keys)?);
        Ok(decided)
    })
    .await?;
    let found: HashMap<String, i64> =
        boards.refs(id, &refs).await?.into_iter().map(|one| (one.external_id, one.id)).collect();
    Ok(refs.iter().map(|external| BoardListId(found.get(external).copied().unwrap_or_default())).collect())
}

/// Whom the names mean, as far as they can have a card of the board.
async fn assignable(
    platform: &Platform,
    boards: &Boards,
    owner: Owner,
    id: BoardId,
    frame: &Frame,
) -> Result<HashMap<String, UserId>> {
    let names: Vec<String> = frame.people.iter().map(|(name, _)| name.clone()).collect();
    let mut found = people::named(platform, owner, &names).await?;
    let Some(board) = boards.board(id).await? else { return Ok(HashMap::new()) };
    for name in names {
        if let Some(user_id) = found.get(&name).copied()
            && role_of(platform, &board, user_id).await?.is_none()
        {
            found.remove(&name);
        }
    }
    Ok(found)
}
