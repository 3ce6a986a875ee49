//! Imports of boards: one goes on, one names the board, and what came from what goes with the board.

use storage::ids::UserId;
use storage::record::Stored;
use storage::tasks::{
    BoardId, BoardImport, BoardImportId, BoardRef, BoardSource, Boards, ImportStatus, ImportedBoard, NotTaken,
};
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const ANNA: UserId = UserId(505);

fn import(id: i64) -> BoardImport {
    BoardImport {
        user_id: ANNA,
        import_id: BoardImportId(id),
        version: 1,
        entity_id: None,
        source: BoardSource::Trello,
        external_id: "5f0".to_owned(),
        status: ImportStatus::Waiting,
        board_id: None,
        parts: 2,
        next: 1,
        done: 0,
        total: 1,
        not_taken: Json(vec![NotTaken { what: "Bilagor".to_owned(), count: 2, why: "Därför.".to_owned() }]),
        code: None,
        created: Moment(1_000),
        ended: None,
    }
}

pub async fn an_import_goes_on_once_and_its_content_goes_with_it(world: &World) {
    let boards = Boards::of(&world.storage);
    let first = import(31);
    boards.begin_import(&first, vec!["ram".to_owned(), "kort".to_owned()], Vec::new()).await.unwrap();
    assert_eq!(boards.import(ANNA, first.import_id).await.unwrap().as_ref(), Some(&first));
    assert_eq!(boards.import(UserId(506), first.import_id).await.unwrap(), None);
    let part = async |part| boards.import_part(BoardImportId(31), part).await.unwrap();
    assert_eq!(
        (part(0).await.as_deref(), part(1).await.as_deref(), part(2).await),
        (Some("ram"), Some("kort"), None)
    );
    let running =
        BoardImport { status: ImportStatus::Running, board_id: Some(BoardId(77)), next: 2, ..first.clone() };
    let both = tokio::join!(boards.step_import(&first, &running), boards.step_import(&first, &running));
    assert!(both.0.unwrap() != both.1.unwrap(), "of two that go on from one place one does");
    let stands = BoardImport { version: 2, ..running };
    assert_eq!(boards.imports(ANNA).await.unwrap(), std::slice::from_ref(&stands));
    assert_eq!(part(1).await.as_deref(), Some("kort"));
    let done = BoardImport { status: ImportStatus::Done, ended: Some(Moment(2_000)), ..stands.clone() };
    assert!(boards.step_import(&stands, &done).await.unwrap());
    assert_eq!((part(0).await, part(1).await), (None, None));
    let done = BoardImport { version: 3, ..done };
    boards.forget_import(&done).await.unwrap();
    assert_eq!(boards.imports(ANNA).await.unwrap(), []);
    assert!(!boards.step_import(&done, &stands).await.unwrap(), "what is forgotten does not come back");
}

pub async fn an_export_names_one_board_of_its_owner(world: &World) {
    let boards = Boards::of(&world.storage);
    let named = |board_id| ImportedBoard {
        owner_id: 606,
        source: BoardSource::Trello,
        external_id: "5f0".to_owned(),
        board_id: BoardId(board_id),
    };
    let find = async || boards.imported(606, BoardSource::Trello, "5f0").await.unwrap();
    assert_eq!(find().await, None);
    let (one, other) = (named(81), named(82));
    let both = tokio::join!(boards.note_imported(None, &one), boards.note_imported(None, &other));
    let (is_one, is_other) = (both.0.unwrap(), both.1.unwrap());
    assert!(is_one != is_other, "{is_one} {is_other}");
    let stands = if is_one { one } else { other };
    assert_eq!(find().await.as_ref(), Some(&stands));
    assert_eq!(boards.imported(606, BoardSource::Planner, "5f0").await.unwrap(), None);
    assert_eq!(boards.imported(607, BoardSource::Trello, "5f0").await.unwrap(), None);
    // In the place of what was read, once.
    assert!(boards.note_imported(Some(&stands), &named(83)).await.unwrap());
    assert!(!boards.note_imported(Some(&stands), &named(84)).await.unwrap());
    assert_eq!(find().await, Some(named(83)));
    boards.forget_imported(606).await.unwrap();
    assert_eq!(find().await, None);
}

pub async fn what_came_from_what_goes_with_the_board(world: &World) {
    let boards = Boards::of(&world.storage);
    let noted = |external: &str, id| BoardRef { board_id: BoardId(91), external_id: external.to_owned(), id };
    let all = [noted("Cå", 1), noted("L1", 2)];
    world.storage.engine().write(all.iter().map(Stored::insert).collect()).await.unwrap();
    let wanted = ["L1", "C2", "Cå"].map(ToOwned::to_owned);
    let found = boards.refs(BoardId(91), &wanted).await.unwrap();
    assert_eq!(found, [noted("L1", 2), noted("Cå", 1)]);
    assert_eq!(boards.refs(BoardId(92), &wanted).await.unwrap(), []);
    world.storage.engine().write(Boards::removal(BoardId(91))).await.unwrap();
    assert_eq!(boards.refs(BoardId(91), &wanted).await.unwrap(), []);
}
