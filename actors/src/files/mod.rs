//! Files of messages, and pictures of subjects of other areas ([`subjects`]): upload, storage, download with the reader's rights, and deletion with their messages. Contract
//! §3.3.
//!
//! Decisions: a file is streamed to its storage and never whole in memory, except pictures, which are read back one at
//! a time behind the gate for all pictures. A file's type is detected by its bytes; browsers show a short list of types
//! inline, everything else is a download. Before an upload begins a job is stored that deletes its remains if it never
//! ends.

mod bringing;
mod held;
pub mod kinds;
mod leaving;
mod receiving;
mod sending;
mod serving;
mod subjects;
mod tracks;
pub mod uploads;
pub mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use object_store::path::Path as ObjectPath;
use storage::files::Piece;
use storage::ids::{AttachmentId, UserId};

pub use crate::platform::blobs::{Content, Home, Store};
pub(crate) use bringing::bring;
pub use leaving::{discard, withdraw};
pub use leaving::{recount, recount_at};
pub use receiving::{may_send, receive};
pub(crate) use sending::{claim, settled};
pub(crate) use serving::content;
pub use serving::{Served, open, preview, rounded, served};
pub(crate) use subjects::{Subject, copy, receive_picture, remove_unused, served_for};

use crate::Platform;
use crate::area::{Area, FileRights};
use crate::platform::error::{Refusal, Result};
use crate::platform::gate::{Gate, Turn};
use crate::platform::quotas::QuotaKind;

/// Largest file, in bytes.
pub const FILE_MAX: usize = 25 * 1024 * 1024;
/// Most files per message, and per upload.
pub const FILES_MAX: usize = 10;
/// Bodies that are read concurrently, and how many more may wait.
const READ: usize = 16;
const READ_WAITING: usize = 64;
/// Concurrent uploads of one person.
const AT_ONCE: usize = 4;

/// Bytes of a person's files.
pub const BYTES_OF_USER: QuotaKind = QuotaKind::mebibytes(
    "bytesOfUser",
    "max-files-mib-per-user",
    "Mebibytes of a person's files in chat",
    5_120,
);
/// Bytes of the files in an organisation's channels.
pub const BYTES_OF_ENTITY: QuotaKind = QuotaKind::mebibytes(
    "bytesOfEntity",
    "max-files-mib-per-entity",
    "Mebibytes of the files in an organisation's channels",
    102_400,
);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[leaving::STRAY, leaving::UNSENT, leaving::GONE, uploads::OVER],
    quotas: &[BYTES_OF_USER, BYTES_OF_ENTITY],
    archive: Some(|platform, who, archive| Box::pin(held::archive(platform, who.user_id, archive))),
    erase: Some(|platform, user| Box::pin(held::erase(platform, user.user_id))),
    ..Area::named("files")
};

/// The storage of messages' files.
pub struct Files {
    store: Store,
    reading: Gate,
    /// The number of uploads in progress per person.
    uploading: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// A permit to upload; returned when dropped.
pub struct Admitted {
    _turn: Turn,
    _listed: Listed,
}

struct Listed(UserId, Arc<Mutex<HashMap<UserId, usize>>>);

impl Drop for Listed {
    fn drop(&mut self) {
        let mut uploading = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = uploading.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                uploading.remove(&self.0);
            }
        }
    }
}

impl Files {
    /// With an open store.
    pub fn new(store: Store) -> Self {
        Self { store, reading: Gate::new("file", READ, READ_WAITING), uploading: Arc::default() }
    }

    /// The underlying store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Takes a turn to upload, before the body is read. 429 with four uploads of the person in progress, 503 if too
    /// many wait.
    pub async fn admit(&self, user: UserId) -> Result<Admitted> {
        let listed = {
            let mut uploading = self.uploading.lock().unwrap_or_else(PoisonError::into_inner);
            let count = uploading.entry(user).or_insert(0);
            if *count >= AT_ONCE {
                return Err(Refusal::limited(2));
            }
            *count += 1;
            Listed(user, Arc::clone(&self.uploading))
        };
        Ok(Admitted { _turn: self.reading.enter().await?, _listed: listed })
    }
}

/// The rights to add and read files, from the area they belong to.
fn rights(platform: &Platform) -> Result<&'static FileRights> {
    platform.hooks().find_map(|on| on.files.as_ref()).ok_or_else(Refusal::internal)
}

/// The path of a file's bytes.
fn path(place: AttachmentId) -> ObjectPath {
    ObjectPath::from(format!("chat/{}/{place}", place.0 % 1_000))
}

/// The path of a picture's preview, by width.
fn copy_path(place: AttachmentId, width: u32) -> ObjectPath {
    ObjectPath::from(format!("chat/{}/{place}-{width}.jpg", place.0 % 1_000))
}

/// The folder with the pieces of a resumable upload.
fn pieces_path(upload: AttachmentId) -> ObjectPath {
    ObjectPath::from(format!("chat/{}/{upload}.parts", upload.0 % 1_000))
}

fn piece_path(upload: AttachmentId, piece: Piece) -> ObjectPath {
    pieces_path(upload).join(piece.id.to_string())
}
