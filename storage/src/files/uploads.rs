//! Resumable uploads. One row holds an upload's progress and is changed as a whole by compare and set, so that of two
//! concurrent writers one is refused. The process that joins the pieces leases the row ([`FileUpload::joining`]).

use std::fmt;

use super::Files;
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{AttachmentId, ChannelId, EntityId, UserId};
use crate::platform::jobs::Job;
use crate::platform::record::{Record as _, Stored, record};
use crate::platform::value::Word;
use crate::platform::walk::Walk;

record! {
    /// A resumable upload.
    pub struct FileUpload;
    pub(crate) static FILE_UPLOADS: "file_uploads", Ascending;
    partition {
        /// The uploader; nobody else may continue it.
        user_id: UserId => bigint,
    }
    clustering {
        /// The id of the resulting file.
        attachment_id: AttachmentId => bigint,
    }
    columns {
        /// The channel for which it is.
        channel_id: ChannelId => bigint,
        /// The organisation of that channel.
        entity_id: EntityId => bigint,
        /// The sender's metadata, as sent.
        metadata: String => text,
        /// Total length in bytes.
        length: i64 => bigint,
        /// Bytes received; all of them: it is a file and has no pieces any more.
        come: i64 => bigint,
        /// The stored pieces, in order.
        pieces: Vec<Piece> => text,
        /// Lease for joining the pieces, until this time in epoch milliseconds; 0: none.
        joining: i64 => timestamp,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
    }
}

/// Bytes of an upload that came in one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// A unique id: of two pieces for the same offset only one counts.
    pub id: AttachmentId,
    /// Size in bytes.
    pub size: i64,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.id, self.size)
    }
}

impl Word for Piece {
    fn from_word(word: &str) -> Option<Self> {
        let (id, size) = word.split_once(':')?;
        Some(Self { id: id.parse().ok()?, size: size.parse().ok()? })
    }
}

impl FileUpload {
    /// Whether it has become a file.
    pub fn is_whole(&self) -> bool {
        self.come == self.length
    }
}

impl Files {
    /// Starts an upload; `sweep` is the job that deletes it on expiry.
    pub async fn begin(&self, upload: &FileUpload, sweep: &Job) -> Result<()> {
        self.db.write(vec![upload.insert(), sweep.insert()]).await
    }

    /// One of a person's uploads; none: they have no such.
    pub async fn upload(&self, user_id: UserId, id: AttachmentId) -> Result<Option<FileUpload>> {
        self.db.find(FileUpload::at(user_id, id)).await
    }

    /// A person's uploads, oldest first.
    pub async fn uploads(&self, user_id: UserId, limit: usize) -> Result<Vec<FileUpload>> {
        self.db.list(FileUpload::of(user_id).ascending(limit)).await
    }

    /// Advances an upload. False: it changed since `was` was read; nothing is changed.
    pub async fn advance(&self, was: &FileUpload, next: &FileUpload) -> Result<bool> {
        let Some(guard) = was.change_whole_to(next) else { return Ok(true) };
        self.db.decide(guard, Vec::new()).await
    }

    /// Completes an upload: full length, no pieces, together with the writes `then`.
    pub(super) async fn end(&self, held: &FileUpload, then: Vec<Write>) -> Result<bool> {
        let whole = FileUpload { come: held.length, pieces: Vec::new(), joining: 0, ..held.clone() };
        let Some(guard) = held.change_whole_to(&whole) else { return Ok(false) };
        self.db.decide(guard, then).await
    }

    /// Deletes an upload. False: the lease for joining changed; it stays.
    pub async fn forget(&self, held: &FileUpload) -> Result<bool> {
        let gone = held.key().delete_if([("joining", held.joining.into())]);
        self.db.decide(gone, Vec::new()).await
    }

    /// The pieces of all uploads. For maintenance only.
    pub async fn pieces(&self) -> Result<Vec<(AttachmentId, Piece)>> {
        let (mut pieces, mut walk) = (Vec::new(), Walk::over(&FILE_UPLOADS));
        while let Some(rows) = walk.next(&self.db).await? {
            for row in rows {
                let upload = FileUpload::read(row)?;
                pieces.extend(upload.pieces.iter().map(|piece| (upload.attachment_id, *piece)));
            }
        }
        Ok(pieces)
    }
}
