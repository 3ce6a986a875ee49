//! Content deduplication: equal bytes are stored once. The files that use them are a list in one row, changed by
//! compare and set: whoever removes the last one may delete the bytes, and nobody may join an empty list.

use super::{ATTEMPTS, FileContent, Files, StoredFile};
use crate::platform::error::{Error, Result};
use crate::platform::ids::AttachmentId;
use crate::platform::record::Stored;

/// Most files that share bytes; further ones store their own copy.
const HOLDERS: usize = 500;
/// Most copies of equal bytes, read at once.
const PLACES: usize = 100;

impl Files {
    /// Finds stored bytes equal to the file's and joins them, or registers its own.
    pub(super) async fn hold(&self, file: &StoredFile) -> Result<AttachmentId> {
        let id = file.attachment_id;
        for _ in 0..ATTEMPTS {
            let known: Vec<FileContent> = self.db.list(FileContent::of(&file.hash).ascending(PLACES)).await?;
            if let Some(mine) = known.iter().find(|content| content.holders.contains(&id)) {
                return Ok(mine.place);
            }
            let mut joined = None;
            for content in known.iter().filter(|one| !one.holders.is_empty() && one.holders.len() < HOLDERS) {
                if self.is_settled(content).await? {
                    joined = Some(content);
                    break;
                }
            }
            let Some(content) = joined else {
                let own =
                    FileContent { hash: file.hash.clone(), place: id, holders: vec![id], size: file.size };
                if self.db.decide(own.if_absent(), Vec::new()).await? {
                    return Ok(id);
                }
                continue;
            };
            let mut next = content.clone();
            next.holders.push(id);
            let Some(guard) = content.change_whole_to(&next) else { continue };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(content.place);
            }
        }
        Err(Error::Busy)
    }

    /// Whether the upload that brought the bytes was completed: otherwise it may still be rolled back.
    async fn is_settled(&self, content: &FileContent) -> Result<bool> {
        let others = content.holders.iter().any(|holder| *holder != content.place);
        Ok(others || self.file(content.place).await?.is_some())
    }

    /// Removes a file from the users of its bytes. Answers the bytes if nobody uses them any more.
    pub(super) async fn let_go(&self, hash: &str, id: AttachmentId) -> Result<Option<FileContent>> {
        for _ in 0..ATTEMPTS {
            let known: Vec<FileContent> = self.db.list(FileContent::of(hash).ascending(PLACES)).await?;
            let Some(content) = known.iter().find(|content| content.holders.contains(&id)) else {
                // Removed before; that process may have died before it deleted the bytes.
                return Ok(known.into_iter().find(|content| content.holders.is_empty()));
            };
            let mut next = content.clone();
            next.holders.retain(|holder| *holder != id);
            let Some(guard) = content.change_whole_to(&next) else { continue };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(next.holders.is_empty().then_some(next));
            }
        }
        Err(Error::Busy)
    }
}
