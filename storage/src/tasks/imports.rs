//! Imports of boards: how far one is, its content until it is taken, and what here came from which thing there.
//!
//! That a board came from an export is decided by compare and set, before the board is made: of two imports of the same
//! export, one names the board and the other finds it. What of the board came from which list or card there is noted in
//! the write that makes it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardId, Boards};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

/// Most imports of a person that are kept.
pub const MOST_IMPORTS: usize = 50;
/// How long the content of an import is kept at most, in seconds.
const KEPT: u32 = 7 * 86_400;
/// Parts of the content that are written at once.
const AT_ONCE: usize = 8;

crate::ids! {
    /// An import of a board.
    BoardImportId,
}

text_enum! {
    /// Where a file of a board comes from.
    BoardSource {
        Kalender = "KALENDER",
        Trello = "TRELLO",
        Planner = "PLANNER",
        Csv = "CSV",
    }
}

text_enum! {
    /// How far an import is.
    ImportStatus {
        Waiting = "WAITING",
        Running = "RUNNING",
        Done = "DONE",
        Failed = "FAILED",
    }
}

/// What of a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotTaken {
    /// Swedish, for a person.
    pub what: String,
    pub count: usize,
    /// Swedish, for a person.
    pub why: String,
}

record! {
    /// An import of a board. Every change of it is decided by its version.
    pub struct BoardImport;
    pub(crate) static BOARD_IMPORTS: "board_imports", Ascending;
    partition {
        /// Who imports.
        user_id: UserId => bigint,
    }
    clustering {
        import_id: BoardImportId => bigint,
    }
    columns {
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
        /// The organisation whose board it becomes; none: one's own.
        entity_id: Option<EntityId> => bigint,
        source: BoardSource => text,
        /// The board's number there, or what stands for the content.
        external_id: String => text,
        status: ImportStatus => text,
        /// The board here, once there is one.
        board_id: Option<BoardId> => bigint,
        /// Parts of the content, and the first that is not taken yet.
        parts: i64 => int,
        next: i64 => int,
        /// Cards that were gone through, and all of them.
        done: i64 => int,
        total: i64 => int,
        not_taken: Json<Vec<NotTaken>> => text,
        /// Why it failed.
        code: Option<String> => text,
        created: Moment => timestamp,
        /// When it was done, or failed.
        ended: Option<Moment> => timestamp,
    }
}

record! {
    /// A part of an import's content, until it is taken.
    pub struct ImportPart;
    pub(crate) static BOARD_IMPORT_PARTS: "board_import_parts", Ascending, ttl;
    partition {
        import_id: BoardImportId => bigint,
    }
    clustering {
        part: i64 => int,
    }
    columns {
        content: String => text,
    }
}

record! {
    /// The board that came from an export.
    pub struct ImportedBoard;
    pub(crate) static IMPORTED_BOARDS: "imported_boards", Ascending;
    partition {
        /// The organisation's or the person's id.
        owner_id: i64 => bigint,
    }
    clustering {
        source: BoardSource => text,
        external_id: String => text,
    }
    columns {
        board_id: BoardId => bigint,
    }
}

record! {
    /// The list or card of a board that came from one of its export.
    pub struct BoardRef;
    pub(crate) static BOARD_REFS: "board_refs", Ascending;
    partition {
        board_id: BoardId => bigint,
    }
    clustering {
        /// Its number there, with its kind before it.
        external_id: String => text,
    }
    columns {
        /// The number here.
        id: i64 => bigint,
    }
}

impl BoardImport {
    /// Whether nothing is left to take.
    pub fn is_over(&self) -> bool {
        matches!(self.status, ImportStatus::Done | ImportStatus::Failed)
    }
}

impl Boards {
    /// An import of a person; none: they have no such.
    pub async fn import(&self, user_id: UserId, id: BoardImportId) -> Result<Option<BoardImport>> {
        self.db.find(BoardImport::at(user_id, id)).await
    }

    /// The imports of a person, by age.
    pub async fn imports(&self, user_id: UserId) -> Result<Vec<BoardImport>> {
        self.db.list(BoardImport::of(user_id).ascending(2 * MOST_IMPORTS)).await
    }

    /// Stores a new import: its content, and then the import with what follows.
    pub async fn begin_import(
        &self,
        import: &BoardImport,
        parts: Vec<String>,
        mut then: Vec<Write>,
    ) -> Result<()> {
        let import_id = import.import_id;
        let numbered = (0..).zip(parts);
        let mut rows =
            numbered.map(|(part, content)| ImportPart { import_id, part, content }.row().insert_for(KEPT));
        loop {
            let some: Vec<Write> = rows.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            self.db.write(some).await?;
        }
        then.push(import.insert());
        self.db.write(then).await
    }

    /// Changes an import if it still has that version; answers whether it had. Raises the version.
    pub async fn step_import(&self, old: &BoardImport, new: &BoardImport) -> Result<bool> {
        let new = BoardImport { version: old.version + 1, ..new.clone() };
        let gone = new.is_over().then(|| ImportPart::of(old.import_id).delete());
        self.db.decide(old.change_version_to(&new), gone.into_iter().collect()).await
    }

    /// Removes an import with its content.
    pub async fn forget_import(&self, import: &BoardImport) -> Result<()> {
        let content = ImportPart::of(import.import_id).delete();
        self.db.write(vec![BoardImport::at(import.user_id, import.import_id).delete(), content]).await
    }

    /// A part of an import's content; none: it is gone.
    pub async fn import_part(&self, id: BoardImportId, part: i64) -> Result<Option<String>> {
        let found: Option<ImportPart> = self.db.find(ImportPart::at(id, part)).await?;
        Ok(found.map(|part| part.content))
    }

    /// The board that came from an export of this owner; none: none has.
    pub async fn imported(
        &self,
        owner_id: i64,
        source: BoardSource,
        external_id: &str,
    ) -> Result<Option<ImportedBoard>> {
        self.db.find_settled(ImportedBoard::at(owner_id, source, external_id)).await
    }

    /// Notes which board comes from an export, in the place of what was read; answers whether that still stood.
    pub async fn note_imported(&self, old: Option<&ImportedBoard>, new: &ImportedBoard) -> Result<bool> {
        let guard = match old {
            None => new.if_absent(),
            Some(old) => match old.change_whole_to(new) {
                Some(guard) => guard,
                None => return Ok(true),
            },
        };
        self.db.decide(guard, Vec::new()).await
    }

    /// What on a board came from some things of its export. Read after the board's head.
    pub async fn refs(&self, board_id: BoardId, external_ids: &[String]) -> Result<Vec<BoardRef>> {
        self.db.find_all(external_ids.iter().map(|id| BoardRef::at(board_id, id)).collect()).await
    }

    /// The writes that forget which boards came from exports of an owner.
    pub async fn forget_imported(&self, owner_id: i64) -> Result<()> {
        self.db.write(vec![ImportedBoard::of(owner_id).delete()]).await
    }
}
