//! Files of messages, and of subjects of other areas ([`FileSubject`]): metadata, quotas, and which bytes may be deleted. The bytes are stored elsewhere
//! (`actors/src/files`).
//!
//! Invariants: at most one send claims a file, and it is in use once its message's write says so (`file_uses`); a subject's
//! is claimed by it from the beginning, and its area says whether it is used; equal
//! bytes are stored once ([`FileContent`]) and deleted when no file uses them; a space's sum is decided together with
//! its files. What a dead process left incomplete is completed by a job that was stored before it began.

mod contents;
mod records;
mod shown;
mod spaces;
mod uploads;

pub use records::{
    Attachment, FileContent, FileKind, FileSpace, FileSubject, FileUse, OwnedFile, OwnerKind, StoredFile,
};
pub(crate) use records::{FILE_CONTENTS, FILE_SPACES, FILE_USES, FILES, OWNED_FILES};
pub use shown::{pictures_in, with_pictures, without_pictures};
pub(crate) use uploads::FILE_UPLOADS;
pub use uploads::{FileUpload, Piece};

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{AttachmentId, EntityId, JobId, UserId};
use crate::platform::jobs::Job;
use crate::platform::record::{Record, Stored};
use crate::platform::value::Value;
use crate::platform::walk::Walk;

/// Most attempts at a contended row. Each failure means that another change succeeded.
const ATTEMPTS: usize = 40;
/// The kind of the job that deletes the files of deleted messages; the payload is their ids.
pub const GONE: &str = "files.gone";

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&FILES, &FILE_USES, &FILE_CONTENTS, &OWNED_FILES, &FILE_SPACES, &FILE_UPLOADS],
    people: &[
        people(
            "files",
            In("files.json"),
            Stays("part of what an organisation has said, without its own name; unsent ones go"),
        ),
        people("owned_files", Not("the index of files.json"), Stays("goes with each file")),
        people("file_spaces", Not("the sum of files.json"), Stays("the sum of what stays")),
        people("file_uploads", Not("parts of files, for a day; whole ones are in files.json"), Nothing),
    ],
    ..Area::named("files")
};

/// An uploaded file, and the quotas of its owners (bytes).
#[derive(Debug, Clone)]
pub struct NewFile {
    /// The file; `place` is its own id.
    pub file: StoredFile,
    /// Quota of the sender.
    pub most_of_user: i64,
    /// Quota of the organisation.
    pub most_of_entity: i64,
    /// What was stored before the upload, to delete the bytes if they never become a file.
    pub begun: Begun,
    /// The job that deletes the file if it is not sent within a day.
    pub unsent: Job,
}

/// The record of bytes that are not a file yet; deleted by the write that stores the file.
#[derive(Debug, Clone)]
pub enum Begun {
    /// A job.
    Job(Job),
    /// A resumable upload, as held by the process that joins its pieces.
    Upload(FileUpload),
}

/// Result of storing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// Stored; the id under which its bytes are. If it is another id, the uploaded bytes are not needed.
    At(AttachmentId),
    /// Nothing is stored: this owner's quota is exceeded.
    NoRoom(OwnerKind),
}

/// Result of [`Files::release`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Released {
    /// The file was never stored, or is deleted already.
    NotKept,
    /// Deleted; others use its bytes.
    Done,
    /// Deleted, and nobody uses its bytes: they must be deleted, followed by [`Files::emptied`].
    Empty(FileContent),
}

/// The repository of files.
#[derive(Clone)]
pub struct Files {
    db: Db,
}

impl Files {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A file; none: there is none with that id.
    pub async fn file(&self, id: AttachmentId) -> Result<Option<StoredFile>> {
        self.db.find(StoredFile::at(id)).await
    }

    /// Reads files; missing ones are left out.
    pub async fn files(&self, ids: &[AttachmentId]) -> Result<Vec<StoredFile>> {
        self.db.find_all(ids.iter().map(|id| StoredFile::at(*id)).collect()).await
    }

    /// A file, and the message that carries it.
    pub async fn with_use(&self, id: AttachmentId) -> Result<Option<(StoredFile, Option<FileUse>)>> {
        let found = self.db.get_many(vec![StoredFile::at(id), FileUse::at(id)]).await?;
        let mut found = found.into_iter();
        let Some(file) = found.next().flatten().map(StoredFile::read).transpose()? else { return Ok(None) };
        Ok(Some((file, found.next().flatten().map(FileUse::read).transpose()?)))
    }

    /// Stores an uploaded file: charges the quotas, finds equal bytes, writes the row. If it fails in between,
    /// [`Files::release`] undoes it.
    pub async fn keep(&self, new: NewFile) -> Result<Kept> {
        let NewFile { mut file, most_of_user, most_of_entity, begun, unsent } = new;
        for (kind, owner, most) in [
            (OwnerKind::User, file.user_id.0, most_of_user),
            (OwnerKind::Entity, file.entity_id.0, most_of_entity),
        ] {
            if !self.take_room(kind, owner, &file, most).await? {
                self.give_room(OwnerKind::User, file.user_id.0, file.attachment_id).await?;
                return Ok(Kept::NoRoom(kind));
            }
        }
        file.place = self.hold(&file).await?;
        match begun {
            Begun::Job(stray) => {
                let over = Job::cancel(stray.job_id, stray.due);
                self.db.write(vec![file.insert(), unsent.insert(), over]).await?;
            }
            Begun::Upload(held) => {
                if !self.end(&held, vec![file.insert(), unsent.insert()]).await? {
                    return Err(Error::Busy);
                }
            }
        }
        Ok(Kept::At(file.place))
    }

    /// Claims files for a send; `claim` identifies the send, and a repeat uses the same. False, and nothing is claimed:
    /// one of them is claimed by another send, or deleted.
    pub async fn claim(&self, ids: &[AttachmentId], claim: &str) -> Result<bool> {
        // In one order, so that of two concurrent calls the one with the first file gets all.
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        for (n, id) in ids.iter().enumerate() {
            let take = |from: Value, to: Value| {
                StoredFile::at(*id).update_if([("claim", to)], [("claim", from.into())])
            };
            if self.db.decide(take(Value::Null, claim.into()), Vec::new()).await?
                || self.db.decide(take(claim.into(), claim.into()), Vec::new()).await?
            {
                continue;
            }
            self.unclaim(&ids[..n], claim).await?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Releases the claims of a failed send, so that its files can be sent again.
    pub async fn unclaim(&self, ids: &[AttachmentId], claim: &str) -> Result<()> {
        for id in ids {
            let guard = StoredFile::at(*id).update_if([("claim", Value::Null)], [("claim", claim.into())]);
            self.db.decide(guard, Vec::new()).await?;
        }
        Ok(())
    }

    /// Renames a file. False: it is deleted, or has this name already.
    pub async fn rename(&self, file: &StoredFile, name: &str) -> Result<bool> {
        let key = StoredFile::at(file.attachment_id);
        let guard = key.update_if([("name", name.into())], [("name", (&file.name).into())]);
        Ok(file.name != name && self.db.decide(guard, Vec::new()).await?)
    }

    /// Blocks an unsent file from being sent. False: a send has claimed it.
    pub async fn withdraw(&self, id: AttachmentId) -> Result<bool> {
        self.claim(&[id], "").await
    }

    /// Deletes all metadata of a file, complete or not; may be repeated.
    pub async fn release(&self, id: AttachmentId, user_id: UserId, entity_id: EntityId) -> Result<Released> {
        let owned: Option<OwnedFile> = self.db.find(OwnedFile::at(OwnerKind::User, user_id.0, id)).await?;
        let empty = match &owned {
            Some(owned) => self.let_go(&owned.hash, id).await?,
            None => None,
        };
        self.db.write(vec![StoredFile::at(id).delete()]).await?;
        self.give_room(OwnerKind::Entity, entity_id.0, id).await?;
        let Some(content) = empty else {
            self.give_room(OwnerKind::User, user_id.0, id).await?;
            return Ok(if owned.is_some() { Released::Done } else { Released::NotKept });
        };
        Ok(Released::Empty(content))
    }

    /// Called when the bytes named by [`Files::release`] were deleted.
    pub async fn emptied(&self, content: &FileContent, id: AttachmentId, user_id: UserId) -> Result<()> {
        let gone = FileContent::at(&content.hash, content.place).delete_if([("holders", "".into())]);
        self.db.decide(gone, Vec::new()).await?;
        // Last: it tells which bytes the file had, for a repeat.
        self.give_room(OwnerKind::User, user_id.0, id).await
    }

    /// The ids under which bytes in use are stored. For maintenance only.
    pub async fn places(&self) -> Result<Vec<AttachmentId>> {
        let (mut places, mut walk) = (Vec::new(), Walk::over(&FILE_CONTENTS));
        while let Some(rows) = walk.next(&self.db).await? {
            for row in rows {
                places.push(FileContent::read(row)?.place);
            }
        }
        Ok(places)
    }

    /// A person's files, oldest first; answers whether there are more.
    pub async fn of(
        &self,
        user_id: UserId,
        after: Option<AttachmentId>,
        limit: usize,
    ) -> Result<(Vec<StoredFile>, bool)> {
        let span = OwnedFile::of(OwnerKind::User, user_id.0);
        let span = match after {
            Some(after) => span.after(after),
            None => span,
        };
        let owned: Vec<OwnedFile> = self.db.list(span.ascending(limit + 1)).await?;
        let has_more = owned.len() > limit;
        let ids: Vec<_> = owned.iter().take(limit).map(|one| one.attachment_id).collect();
        Ok((self.files(&ids).await?, has_more))
    }
}

/// Rows that tell which message carries its files; part of the message's write.
pub(crate) fn used(
    attachments: &[Attachment],
    message_id: crate::platform::ids::MessageId,
) -> impl Iterator<Item = Write> {
    attachments.iter().map(move |one| FileUse { attachment_id: one.id, message_id }.insert())
}

/// Writes for the files of a message that is deleted at a time (epoch milliseconds): unavailable at once, their bytes
/// deleted by a job. The job uses the first file's id, not the event's: the job of the deletion's notifications uses
/// that one, and two jobs with one id and minute are one row.
pub(crate) fn gone(attachments: &[Attachment], at: i64) -> Vec<Write> {
    let Some(first) = attachments.first() else { return Vec::new() };
    let ids: Vec<AttachmentId> = attachments.iter().map(|one| one.id).collect();
    let payload = serde_json::to_string(&ids).unwrap_or_default();
    let mut writes: Vec<Write> = ids.iter().map(|id| FileUse::at(*id).delete()).collect();
    writes.push(Job::new(JobId(first.id.0), at, GONE, payload).insert());
    writes
}
