//! Equal bytes are kept once. Who holds them is a list in one row, changed by compare and set: whoever takes the last one off it
//! is the only one who may remove the bytes, and nobody joins an empty list.

use super::{ATTEMPTS, FileContent, Files, StoredFile};
use crate::platform::error::{Error, Result};
use crate::platform::ids::AttachmentId;
use crate::platform::record::Stored;

/// Files that share bytes at most; further ones bring their own.
const HOLDERS: usize = 500;
/// Places that equal bytes lie in, read at once.
const PLACES: usize = 100;

impl Files {
    /// Finds a place for a file's bytes: that of equal ones, or its own.
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

    /// Whether the upload that brought the bytes was finished: one that was not may be taken back as a whole.
    async fn is_settled(&self, content: &FileContent) -> Result<bool> {
        let others = content.holders.iter().any(|holder| *holder != content.place);
        Ok(others || self.file(content.place).await?.is_some())
    }

    /// A file holds its bytes no longer. Answers them when nobody does any more.
    pub(super) async fn let_go(&self, hash: &str, id: AttachmentId) -> Result<Option<FileContent>> {
        for _ in 0..ATTEMPTS {
            let known: Vec<FileContent> = self.db.list(FileContent::of(hash).ascending(PLACES)).await?;
            let Some(content) = known.iter().find(|content| content.holders.contains(&id)) else {
                // Taken off before, by somebody who may have died before the bytes were removed.
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
