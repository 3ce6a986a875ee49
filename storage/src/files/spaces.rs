//! Quota usage of owners: the sum is a static column beside the list of files and decided with it, so that they always
//! match.

use super::records::FILE_SPACES;
use super::{ATTEMPTS, FileSpace, Files, OwnedFile, OwnerKind, StoredFile};
use crate::platform::engine::Guard;
use crate::platform::error::{Error, Result};
use crate::platform::ids::AttachmentId;
use crate::platform::record::Stored;

impl Files {
    /// Number of bytes of an owner's files.
    pub async fn space(&self, kind: OwnerKind, owner: i64) -> Result<i64> {
        let space: Option<FileSpace> = self.db.find(FileSpace::at(kind, owner)).await?;
        Ok(space.map_or(0, |space| space.bytes))
    }

    /// Adds a file to a space, idempotently. False: the space would exceed `most` bytes.
    pub(super) async fn take_room(
        &self,
        kind: OwnerKind,
        owner: i64,
        file: &StoredFile,
        most: i64,
    ) -> Result<bool> {
        let id = file.attachment_id;
        let row = OwnedFile { kind, owner, attachment_id: id, size: file.size, hash: file.hash.clone() };
        for _ in 0..ATTEMPTS {
            if self.db.find::<OwnedFile>(OwnedFile::at(kind, owner, id)).await?.is_some() {
                return Ok(true);
            }
            let space: Option<FileSpace> = self.db.find(FileSpace::at(kind, owner)).await?;
            let taken = space.as_ref().map_or(0, |space| space.bytes);
            if taken.saturating_add(file.size) > most {
                return Ok(false);
            }
            let next = FileSpace { kind, owner, bytes: taken + file.size };
            let guard = match space {
                None => next.if_absent(),
                Some(_) => became(&next, taken),
            };
            if self.db.decide(guard, vec![row.insert()]).await? {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Removes a file from a space, if it is there.
    pub(super) async fn give_room(&self, kind: OwnerKind, owner: i64, id: AttachmentId) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let Some(row) = self.db.find::<OwnedFile>(OwnedFile::at(kind, owner, id)).await? else {
                return Ok(());
            };
            let taken = self.space(kind, owner).await?;
            let next = FileSpace { kind, owner, bytes: (taken - row.size).max(0) };
            if self.db.decide(became(&next, taken), vec![row.key().delete()]).await? {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }
}

/// Changes the sum if it is still `was`.
fn became(next: &FileSpace, was: i64) -> Guard {
    FILE_SPACES
        .at([next.kind.into(), next.owner.into()])
        .update_if([("bytes", next.bytes.into())], [("bytes", was.into())])
}
