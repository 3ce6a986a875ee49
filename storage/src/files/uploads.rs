//! Files that come in several goes. One row says how far each has come; it is changed as a whole by compare and set, so of two who
//! add to the same upload one adds and the other is told. Whoever joins its pieces holds the row for a while ([`FileUpload::joining`]).

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
    /// A file on its way.
    pub struct FileUpload;
    pub(crate) static FILE_UPLOADS: "file_uploads", Ascending;
    partition {
        /// Who brings it, and nobody else.
        user_id: UserId => bigint,
    }
    clustering {
        /// The number of the file that it becomes.
        attachment_id: AttachmentId => bigint,
    }
    columns {
        /// The channel it is for.
        channel_id: ChannelId => bigint,
        /// The organisation of that channel.
        entity_id: EntityId => bigint,
        /// What its sender said of it, in their own writing.
        metadata: String => text,
        /// Bytes that it will be.
        length: i64 => bigint,
        /// Bytes that are here; all of them: it is a file, and has no pieces any more.
        come: i64 => bigint,
        /// What they lie in, in their order.
        pieces: Vec<Piece> => text,
        /// Epoch milliseconds until which somebody joins the pieces; 0: nobody does.
        joining: i64 => timestamp,
        /// Epoch milliseconds at which it is over.
        expires: i64 => timestamp,
    }
}

/// Bytes of an upload that came together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// A number of its own: of two at the same place only one counts.
    pub id: AttachmentId,
    /// Bytes.
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
    /// Whether it is a file by now.
    pub fn is_whole(&self) -> bool {
        self.come == self.length
    }
}

impl Files {
    /// An upload begins; `sweep` is the job that takes it away when it is over.
    pub async fn begin(&self, upload: &FileUpload, sweep: &Job) -> Result<()> {
        self.db.write(vec![upload.insert(), sweep.insert()]).await
    }

    /// One of a person's uploads; none: they have no such.
    pub async fn upload(&self, user_id: UserId, id: AttachmentId) -> Result<Option<FileUpload>> {
        self.db.find(FileUpload::at(user_id, id)).await
    }

    /// A person's uploads, the oldest first.
    pub async fn uploads(&self, user_id: UserId, limit: usize) -> Result<Vec<FileUpload>> {
        self.db.list(FileUpload::of(user_id).ascending(limit)).await
    }

    /// An upload goes on. False: it is no longer what it `was`, and nothing is changed.
    pub async fn advance(&self, was: &FileUpload, next: &FileUpload) -> Result<bool> {
        let Some(guard) = was.change_whole_to(next) else { return Ok(true) };
        self.db.decide(guard, Vec::new()).await
    }

    /// An upload is a file: whole, without pieces, and in the same write what else is so then.
    pub(super) async fn end(&self, held: &FileUpload, then: Vec<Write>) -> Result<bool> {
        let whole = FileUpload { come: held.length, pieces: Vec::new(), joining: 0, ..held.clone() };
        let Some(guard) = held.change_whole_to(&whole) else { return Ok(false) };
        self.db.decide(guard, then).await
    }

    /// An upload goes. False: somebody else has changed who joins it, and it stays.
    pub async fn forget(&self, held: &FileUpload) -> Result<bool> {
        let gone = held.key().delete_if([("joining", held.joining.into())]);
        self.db.decide(gone, Vec::new()).await
    }

    /// For maintenance alone: what every upload lies in.
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
