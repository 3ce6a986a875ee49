//! Imports of boards on the wire.

use serde::Serialize;
use storage::ids::UserId;
use storage::tasks::{BoardId, BoardImport, BoardImportId, BoardSource, ImportStatus, NotTaken};
use utoipa::ToSchema;

/// A list of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardPreviewList)]
pub struct PreviewList {
    pub tx_name: String,
    /// How many cards lie in it.
    pub cards: usize,
}

/// Somebody who is named in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardPreviewPerson)]
pub struct PreviewPerson {
    pub name: String,
    /// Whom the cards will be given; null: nobody, for nobody or several here have that name.
    pub id_user: Option<UserId>,
}

/// What a file would become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardPreview)]
pub struct PreviewView {
    pub source: BoardSource,
    /// The board's name.
    pub tx_name: String,
    /// In their order.
    pub lists: Vec<PreviewList>,
    pub cards: usize,
    /// Lines of checklists.
    pub checklist_items: usize,
    pub labels: Vec<String>,
    pub not_taken: Vec<NotTaken>,
    pub people: Vec<PreviewPerson>,
}

/// An import that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardImportBegun)]
pub struct BegunView {
    pub id_import: BoardImportId,
}

/// How far an import is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoardImport)]
pub struct ImportView {
    pub status: ImportStatus,
    /// Cards that were gone through.
    pub done: i64,
    /// All cards of the file.
    pub total: i64,
    /// The board, once there is one.
    pub id_board: Option<BoardId>,
    pub not_taken: Vec<NotTaken>,
    /// Why it failed, as the code of a refusal: ROLE_TOO_LOW, NOT_FOUND, QUOTA_REACHED, BOARD_FULL, EXPIRED,
    /// INTERNAL.
    pub code: Option<String>,
}

impl From<BoardImport> for ImportView {
    fn from(import: BoardImport) -> Self {
        let BoardImport { status, done, total, board_id, not_taken, code, .. } = import;
        Self { status, done, total, id_board: board_id, not_taken: not_taken.0, code }
    }
}
