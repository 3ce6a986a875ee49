//! Tasks: decided by their home, lists that follow from them, trees, stacks, reminders.

use storage::Storage;
use storage::ids::{EntityId, UserId};
use storage::tasks::{
    Board, BoardId, BoardList, BoardListId, BoardMember, BoardRole, BoardStep, Boards, LimitMode, ListType,
    NEVER, Placement, Scope, StackedTask, Task, TaskChange, TaskEdge, TaskHome, TaskHomeId, TaskId,
    TaskReminder, TaskReminderId, TaskStack, TaskStackId, TaskStatus, TaskTarget, TaskTargetKind, Tasks,
};
use storage::time::{Day, Moment};
use storage::value::Json;

use crate::World;

const ENTITY: EntityId = EntityId(3);
const ANNA: UserId = UserId(5);
const BO: UserId = UserId(6);
const ALL: std::ops::RangeInclusive<i64> = i64::MIN..=i64::MAX;

fn task(id: i64) -> Task {
    Task {
        task_id: TaskId(id),
        home_id: TaskHomeId(id),
        version: 1,
        created_by: ANNA,
        entity_id: None,
        title: format!("Uppgift {id}"),
        description: String::new(),
        status: TaskStatus::Todo,
        priority: 0,
        labels: Json(Vec::new()),
        due_date: None,
        due_at: None,
        time_zone: None,
        start_date: None,
        assignees: Json(Vec::new()),
        target: Json(None),
        checklist: Json(Vec::new()),
        parent_id: None,
        repeat: Json(None),
        placement: Json(None),
        next_id: None,
        created: Moment(1_000),
        changed: Moment(1_000),
        completed: None,
        deleted: None,
        moving: None,
    }
}

fn due(id: i64, day: &str) -> Task {
    Task { due_date: Some(Day(day.parse().unwrap())), ..task(id) }
}

/// Stores new tasks of one home each.
async fn stored(storage: &Storage, all: &[Task]) {
    let tasks = Tasks::of(storage);
    for task in all {
        let home = tasks.settled_home(task.home_id).await.unwrap();
        assert!(tasks.decide(&home, &[TaskChange::insert(task.clone())], Vec::new()).await.unwrap());
    }
}

async fn changed(storage: &Storage, old: &Task, new: &Task) {
    let tasks = Tasks::of(storage);
    let home = tasks.settled_home(old.home_id).await.unwrap();
    let change = TaskChange::update(old.clone(), new.clone());
    assert!(tasks.decide(&home, &[change], Vec::new()).await.unwrap());
}

async fn listed(storage: &Storage, scope: Scope, closed: bool) -> Vec<i64> {
    let rows = Tasks::of(storage).listed(&scope, closed, ALL, None, 100).await.unwrap();
    rows.into_iter().map(|row| row.task_id.0).collect()
}

async fn sound(storage: &Storage) {
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn concurrent_changes_of_a_home_are_decided_one_by_one(world: &World) {
    let storage = &world.storage;
    let tasks = Tasks::of(storage);
    let first = task(11);
    stored(storage, std::slice::from_ref(&first)).await;
    let home = tasks.settled_home(TaskHomeId(11)).await.unwrap();
    assert_eq!(home, TaskHome { home_id: TaskHomeId(11), version: 1, cards: 0 });
    let retitled = |title: &str| Task { version: 2, title: title.to_owned(), ..first.clone() };
    let change = |title: &str| [TaskChange::update(first.clone(), retitled(title))];
    let (one, other) = (change("ena"), change("andra"));
    let (one, other) =
        tokio::join!(tasks.decide(&home, &one, Vec::new()), tasks.decide(&home, &other, Vec::new()));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(one != other, "{one} {other}");
    let title = if one { "ena" } else { "andra" };
    assert_eq!(tasks.task(TaskId(11)).await.unwrap(), Some(retitled(title)));
    assert_eq!(tasks.settled_home(TaskHomeId(11)).await.unwrap().version, 2);
    sound(storage).await;
}

pub async fn lists_follow_from_the_task(world: &World) {
    let storage = &world.storage;
    let about = TaskTarget { kind: TaskTargetKind::Message, id: "77".to_owned() };
    let undated = Task { target: Json(Some(about.clone())), ..task(21) };
    let late = due(22, "2026-12-24");
    let early = Task { entity_id: Some(ENTITY), assignees: Json(vec![BO]), ..due(23, "2026-12-01") };
    stored(storage, &[undated.clone(), late.clone(), early.clone()]).await;
    assert_eq!(listed(storage, Scope::Person(ANNA), false).await, [23, 22, 21]);
    for scope in
        [Scope::Person(BO), Scope::Assignee(BO), Scope::Entity(ENTITY), Scope::AssigneeIn(ENTITY, BO)]
    {
        assert_eq!(listed(storage, scope.clone(), false).await, [23], "{scope:?}");
    }
    assert_eq!(listed(storage, Scope::Target(about.clone()), false).await, [21]);
    assert_eq!(listed(storage, Scope::Assignee(ANNA), false).await, [0_i64; 0]);
    // Pages go on after the last row of the one before, also among those without a date.
    let tasks = Tasks::of(storage);
    let after = Some((late.due_place(), late.task_id));
    let rest = tasks.listed(&Scope::Person(ANNA), false, ALL, after, 5).await.unwrap();
    assert_eq!(rest.iter().map(|row| (row.task_id.0, row.place)).collect::<Vec<_>>(), [(21, NEVER)]);
    let dated = tasks.listed(&Scope::Person(ANNA), false, 0..=late.due_place(), None, 5).await.unwrap();
    assert_eq!(dated.len(), 2, "those without a date are due never");
    // Closed ones are in a list of their own, newest first; a deleted one is in none.
    let closed = |task: &Task, at: i64| Task {
        version: 2,
        status: TaskStatus::Done,
        completed: Some(Moment(at)),
        ..task.clone()
    };
    changed(storage, &late, &closed(&late, 5_000)).await;
    changed(storage, &undated, &closed(&undated, 6_000)).await;
    let bare = Task { version: 2, assignees: Json(Vec::new()), ..early.clone() };
    changed(storage, &early, &bare).await;
    assert_eq!(listed(storage, Scope::Person(ANNA), true).await, [21, 22]);
    let marked = async |scope: Scope, done, to| {
        let rows = tasks.marked(&scope, done, Moment(0)..=Moment(to), 9).await.unwrap();
        rows.into_iter().map(|row| (row.task_id.0, row.at.0, row.assignees.0)).collect::<Vec<_>>()
    };
    assert_eq!(marked(Scope::Person(ANNA), true, 6_000).await, [(21, 6_000, vec![]), (22, 5_000, vec![])]);
    assert_eq!(marked(Scope::Person(ANNA), true, 5_999).await, [(22, 5_000, vec![])]);
    assert_eq!(marked(Scope::Entity(ENTITY), false, 1_000).await, [(23, 1_000, vec![])], "as it is by now");
    assert_eq!(listed(storage, Scope::Person(ANNA), false).await, [23]);
    assert_eq!(listed(storage, Scope::Person(BO), false).await, [0_i64; 0]);
    sound(storage).await;
    changed(storage, &bare, &Task { version: 3, deleted: Some(Moment(9_000)), ..bare.clone() }).await;
    assert_eq!(listed(storage, Scope::Entity(ENTITY), false).await, [0_i64; 0]);
    sound(storage).await;
}

pub async fn cards_of_a_board_lie_in_order_and_are_counted(world: &World) {
    let storage = &world.storage;
    let tasks = Tasks::of(storage);
    let (board, list) = (TaskHomeId(40), BoardListId(41));
    let card = |id: i64, key: &str| Task {
        home_id: board,
        placement: Json(Some(Placement { board_id: BoardId(40), list_id: list, order_key: key.to_owned() })),
        ..task(id)
    };
    let board_list = BoardList {
        board_id: BoardId(40),
        list_id: list,
        version: 0,
        order_key: "a".to_owned(),
        name: "Att göra".to_owned(),
        list_type: ListType::Active,
        status: None,
        card_limit: 0,
        limit_mode: LimitMode::Soft,
    };
    let step = BoardStep { lists: vec![board_list], ..BoardStep::default() };
    let head = tasks.settled_home(board).await.unwrap();
    assert!(Boards::of(storage).decide(BoardId(40), &head, &step, Vec::new()).await.unwrap());
    let (first, second, third) = (card(42, "B"), card(43, "a"), card(44, "b"));
    stored(storage, &[third.clone(), first.clone(), second.clone()]).await;
    let order = async || {
        let cards = tasks.cards_of(board, list, 10).await.unwrap();
        cards.into_iter().map(|card| card.task_id.0).collect::<Vec<_>>()
    };
    assert_eq!(order().await, [42, 43, 44], "byte by byte: capitals come first on every store");
    let neighbour = |found: Option<storage::tasks::TaskCard>| found.map(|card| card.task_id.0);
    assert_eq!(neighbour(tasks.card_after(board, list, "B").await.unwrap()), Some(43));
    assert_eq!(neighbour(tasks.card_before(board, list, Some("b")).await.unwrap()), Some(43));
    assert_eq!(neighbour(tasks.card_before(board, list, None).await.unwrap()), Some(44));
    assert_eq!(neighbour(tasks.card_after(board, list, "b").await.unwrap()), None);
    assert_eq!(tasks.settled_home(board).await.unwrap().cards, 3);
    let moved = Task { version: 2, placement: card(42, "c").placement, ..first.clone() };
    changed(storage, &first, &moved).await;
    assert_eq!(order().await, [43, 44, 42]);
    changed(storage, &second, &Task { version: 2, deleted: Some(Moment(1)), ..second.clone() }).await;
    assert_eq!((order().await, tasks.settled_home(board).await.unwrap().cards), (vec![44, 42], 2));
    assert_eq!(tasks.cards(board, 10).await.unwrap().len(), 2);
    sound(storage).await;
}

pub async fn log_of_a_board_says_what_was_changed(world: &World) {
    let storage = &world.storage;
    let (boards, tasks, id) = (Boards::of(storage), Tasks::of(storage), BoardId(80));
    let board = Board {
        settings_version: 1,
        board_id: id,
        created_by: ANNA,
        entity_id: Some(ENTITY),
        entity_role: None,
        members: Json(vec![BoardMember { user_id: BO, role: BoardRole::Viewer }]),
        name: "Cup".to_owned(),
        description: String::new(),
        created: Moment(1_000),
        archived: None,
        deleted: None,
    };
    let decide = async |step: BoardStep| {
        let head = tasks.settled_home(id.home()).await.unwrap();
        assert!(boards.decide(id, &head, &step, Vec::new()).await.unwrap());
    };
    decide(BoardStep { board: Some((None, board.clone())), ..BoardStep::default() }).await;
    decide(BoardStep { removed_lists: vec![BoardListId(81)], ..BoardStep::default() }).await;
    let renamed = Board { name: "Höst".to_owned(), ..board.clone() };
    decide(BoardStep { board: Some((Some(board), renamed.clone())), ..BoardStep::default() }).await;
    let log = boards.changes(id, 0, 10).await.unwrap();
    let said: Vec<(i64, usize, bool)> =
        log.iter().map(|change| (change.version, change.lists.0.len(), change.head)).collect();
    assert_eq!(said, [(1, 0, true), (2, 1, false), (3, 0, true)]);
    assert_eq!(boards.changes(id, 2, 10).await.unwrap().len(), 1);
    assert_eq!(boards.board(id).await.unwrap(), Some(renamed));
    for owner_id in [ENTITY.0, BO.0] {
        assert_eq!(boards.owned(owner_id).await.unwrap(), [id]);
    }
    sound(storage).await;
}

pub async fn two_edges_of_one_tree_see_each_other(world: &World) {
    let storage = &world.storage;
    let tasks = Tasks::of(storage);
    stored(storage, &[task(51), task(52)]).await;
    let tree = tasks.settled_tree(ANNA.0).await.unwrap();
    let edge = |task_id: i64, parent_id: i64| TaskEdge {
        owner_id: ANNA.0,
        task_id: TaskId(task_id),
        parent_id: TaskId(parent_id),
        since: Moment(1),
    };
    let (one, other) = (edge(51, 52), edge(52, 51));
    let both =
        tokio::join!(tasks.note_edge(&tree, &one, Vec::new()), tasks.note_edge(&tree, &other, Vec::new()));
    let (one_won, other_won) = (both.0.unwrap(), both.1.unwrap());
    assert!(one_won != other_won);
    let (child, parent) = if one_won { (51, 52) } else { (52, 51) };
    let found = tasks.parents(ANNA.0, &[TaskId(51), TaskId(52)]).await.unwrap();
    let expected = |id: i64| if id == child { vec![TaskId(parent)] } else { Vec::new() };
    assert_eq!(found, [expected(51), expected(52)]);
    let part = Task { version: 2, parent_id: Some(TaskId(parent)), ..task(child) };
    changed(storage, &task(child), &part).await;
    assert_eq!(tasks.children(&[TaskId(parent)]).await.unwrap(), [vec![TaskId(child)]]);
    sound(storage).await;
    let tree = tasks.settled_tree(ANNA.0).await.unwrap();
    assert!(tasks.forget_edge(&tree, TaskId(child), TaskId(parent)).await.unwrap());
    assert!(!storage.check().await.unwrap().is_empty(), "a part without its edge is a fault");
    assert!(
        tasks
            .note_edge(
                &tasks.settled_tree(ANNA.0).await.unwrap(),
                if one_won { &one } else { &other },
                Vec::new()
            )
            .await
            .unwrap()
    );
}

pub async fn stack_keeps_its_order_and_its_tasks(world: &World) {
    let storage = &world.storage;
    let tasks = Tasks::of(storage);
    stored(storage, &[task(61), task(62)]).await;
    let stack = TaskStack {
        stack_id: TaskStackId(60),
        version: 0,
        created_by: ANNA,
        entity_id: None,
        name: "Hemma".to_owned(),
        tasks: 0,
        created: Moment(1),
    };
    assert!(tasks.decide_stack(&stack, &stack, &[], &[]).await.unwrap());
    let row = |key: &str, id: i64| StackedTask {
        stack_id: TaskStackId(60),
        order_key: key.to_owned(),
        task_id: TaskId(id),
        added: Moment(1),
    };
    let found = async || tasks.stack(TaskStackId(60)).await.unwrap().unwrap();
    let one = found().await.stack;
    let (first, second) = ([row("a", 61)], [row("b", 62)]);
    let both = tokio::join!(
        tasks.decide_stack(&one, &one, &[], &first),
        tasks.decide_stack(&one, &one, &[], &second)
    );
    assert!(both.0.unwrap() != both.1.unwrap(), "of two changes of one version one is decided");
    let now = found().await.stack;
    let missing = if found().await.tasks[0].task_id.0 == 61 { second } else { first };
    assert!(tasks.decide_stack(&now, &now, &[], &missing).await.unwrap());
    let now = found().await.stack;
    assert!(tasks.decide_stack(&now, &now, &[row("a", 61)], &[row("c", 61)]).await.unwrap());
    let stacked = found().await;
    assert_eq!(stacked.tasks.iter().map(|row| row.task_id.0).collect::<Vec<_>>(), [62, 61]);
    assert_eq!(tasks.stacks_with(TaskId(61)).await.unwrap(), [TaskStackId(60)]);
    assert_eq!(tasks.stacks_of_person(ANNA).await.unwrap(), std::slice::from_ref(&stacked.stack));
    sound(storage).await;
    assert!(!tasks.remove_stack(&storage::tasks::Stacked { stack: one, ..stacked.clone() }).await.unwrap());
    assert!(tasks.remove_stack(&stacked).await.unwrap());
    assert!(tasks.stack(TaskStackId(60)).await.unwrap().is_none());
    assert_eq!(tasks.stacks_with(TaskId(61)).await.unwrap(), [TaskStackId(0); 0]);
    sound(storage).await;
}

pub async fn reminder_rings_by_its_version(world: &World) {
    let storage = &world.storage;
    let tasks = Tasks::of(storage);
    stored(storage, &[task(71)]).await;
    let reminder = TaskReminder {
        reminder_id: TaskReminderId(70),
        version: 1,
        user_id: BO,
        task_id: TaskId(71),
        status: 0,
        at: Some(Moment(5_000)),
        relative_to: None,
        seconds: None,
        rrule: None,
        fired: None,
        snoozed: None,
        created: Moment(1),
    };
    assert!(tasks.add_reminder(&reminder, Vec::new()).await.unwrap());
    assert!(!tasks.add_reminder(&reminder, Vec::new()).await.unwrap());
    let fired = TaskReminder { status: 1, fired: Some(Moment(5_000)), ..reminder.clone() };
    let both = tokio::join!(
        tasks.decide_reminder(&reminder, &fired, Vec::new()),
        tasks.decide_reminder(&reminder, &fired, Vec::new())
    );
    assert!(both.0.unwrap() != both.1.unwrap());
    let stands = TaskReminder { version: 2, ..fired };
    assert_eq!(tasks.reminders_of_task(TaskId(71)).await.unwrap(), std::slice::from_ref(&stands));
    assert_eq!(tasks.reminders_of_person(BO).await.unwrap(), std::slice::from_ref(&stands));
    assert!(tasks.remove_reminder(&stands).await.unwrap());
    assert_eq!(tasks.reminders_of_person(BO).await.unwrap(), []);
    assert_eq!(tasks.reminder(TaskReminderId(70)).await.unwrap(), None);
}
