//! Files of messages: what is known of them, who has room for them, and which bytes may go. The bytes themselves lie elsewhere
//! (`actors/src/files`).
//!
//! Invariants: a file is claimed by one sending at most, and is used when its message's write has said so (`file_uses`); equal
//! bytes are kept once ([`FileContent`]) and go when nobody holds them; a space's sum is decided with the files in it. What a
//! dead process leaves half done is finished by a job that was stored before it began.

mod contents;
mod records;
mod spaces;
mod uploads;

pub use records::{Attachment, FileContent, FileKind, FileSpace, FileUse, OwnedFile, OwnerKind, StoredFile};
pub(crate) use records::{FILE_CONTENTS, FILE_SPACES, FILE_USES, FILES, OWNED_FILES};
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

/// Attempts at a row that others change meanwhile. Each that fails means that another one did not.
const ATTEMPTS: usize = 40;
/// The kind of the job that takes files away whose message is gone; it knows their ids.
pub const GONE: &str = "files.gone";

/// The area as the store sees it.
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

/// A file that was put, and who may have how much (bytes).
#[derive(Debug, Clone)]
pub struct NewFile {
    /// The file; `place` is its own id.
    pub file: StoredFile,
    /// Most that its sender may have.
    pub most_of_user: i64,
    /// Most that its organisation may have.
    pub most_of_entity: i64,
    /// What was stored before the bytes came, to take them away if they never become a file.
    pub begun: Begun,
    /// What looks whether the file was sent, in a day.
    pub unsent: Job,
}

/// What stands for bytes that are no file yet; the write that keeps the file ends it.
#[derive(Debug, Clone)]
pub enum Begun {
    /// A job.
    Job(Job),
    /// An upload of several goes, as whoever joins its pieces holds it.
    Upload(FileUpload),
}

/// What became of a file to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// It is kept; where its bytes lie. Another's place: those of this upload are not needed.
    At(AttachmentId),
    /// Nothing is kept: this owner has no room for it.
    NoRoom(OwnerKind),
}

/// What [`Files::release`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Released {
    /// The file was never kept, or is gone already.
    NotKept,
    /// It is gone; others hold its bytes.
    Done,
    /// Nobody holds these bytes any more: they are to be removed, and [`Files::emptied`] is to be told.
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

    /// One file; none: there is none of that id.
    pub async fn file(&self, id: AttachmentId) -> Result<Option<StoredFile>> {
        self.db.find(StoredFile::at(id)).await
    }

    /// Those of these that are there.
    pub async fn files(&self, ids: &[AttachmentId]) -> Result<Vec<StoredFile>> {
        self.db.find_all(ids.iter().map(|id| StoredFile::at(*id)).collect()).await
    }

    /// A file and the message that carries it.
    pub async fn with_use(&self, id: AttachmentId) -> Result<Option<(StoredFile, Option<FileUse>)>> {
        let found = self.db.get_many(vec![StoredFile::at(id), FileUse::at(id)]).await?;
        let mut found = found.into_iter();
        let Some(file) = found.next().flatten().map(StoredFile::read).transpose()? else { return Ok(None) };
        Ok(Some((file, found.next().flatten().map(FileUse::read).transpose()?)))
    }

    /// Keeps a file whose bytes are put: room is taken, equal bytes are found, and the file is there. When it fails half way,
    /// [`Files::release`] takes back what was done.
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

    /// Takes files into a sending: `claim` is its own word, the same when it is repeated. False, and nothing is taken: one of
    /// them is in another already, or gone.
    pub async fn claim(&self, ids: &[AttachmentId], claim: &str) -> Result<bool> {
        // Of two that want the same ones, who gets the first gets all.
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

    /// The sending came to nothing: its files may be sent anew.
    pub async fn unclaim(&self, ids: &[AttachmentId], claim: &str) -> Result<()> {
        for id in ids {
            let guard = StoredFile::at(*id).update_if([("claim", Value::Null)], [("claim", claim.into())]);
            self.db.decide(guard, Vec::new()).await?;
        }
        Ok(())
    }

    /// Calls a file something else. False: it is gone, or is called so already.
    pub async fn rename(&self, file: &StoredFile, name: &str) -> Result<bool> {
        let key = StoredFile::at(file.attachment_id);
        let guard = key.update_if([("name", name.into())], [("name", (&file.name).into())]);
        Ok(file.name != name && self.db.decide(guard, Vec::new()).await?)
    }

    /// Keeps a file that nobody has sent from being sent. False: it is in a sending.
    pub async fn withdraw(&self, id: AttachmentId) -> Result<bool> {
        self.claim(&[id], "").await
    }

    /// Takes away all that is known of a file, whatever of it is there; may be repeated.
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

    /// The bytes that [`Files::release`] named are removed.
    pub async fn emptied(&self, content: &FileContent, id: AttachmentId, user_id: UserId) -> Result<()> {
        let gone = FileContent::at(&content.hash, content.place).delete_if([("holders", "".into())]);
        self.db.decide(gone, Vec::new()).await?;
        // Last: it says which bytes the file was, for whoever repeats this.
        self.give_room(OwnerKind::User, user_id.0, id).await
    }

    /// For maintenance alone: where bytes lie that somebody holds.
    pub async fn places(&self) -> Result<Vec<AttachmentId>> {
        let (mut places, mut walk) = (Vec::new(), Walk::over(&FILE_CONTENTS));
        while let Some(rows) = walk.next(&self.db).await? {
            for row in rows {
                places.push(FileContent::read(row)?.place);
            }
        }
        Ok(places)
    }

    /// A person's files, oldest first, and whether there are more.
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

/// Rows that say which message carries its files: part of the message's own write.
pub(crate) fn used(
    attachments: &[Attachment],
    message_id: crate::platform::ids::MessageId,
) -> impl Iterator<Item = Write> {
    attachments.iter().map(move |one| FileUse { attachment_id: one.id, message_id }.insert())
}

/// A message goes at a moment (epoch milliseconds), and its files with it: at once for everybody who looks, their bytes by a
/// job. The job has the first file's id, not that of the change: by that one a job that tells of the change goes, and two
/// jobs of one id and minute are one row.
pub(crate) fn gone(attachments: &[Attachment], at: i64) -> Vec<Write> {
    let Some(first) = attachments.first() else { return Vec::new() };
    let ids: Vec<AttachmentId> = attachments.iter().map(|one| one.id).collect();
    let payload = serde_json::to_string(&ids).unwrap_or_default();
    let mut writes: Vec<Write> = ids.iter().map(|id| FileUse::at(*id).delete()).collect();
    writes.push(Job::new(JobId(first.id.0), at, GONE, payload).insert());
    writes
}
