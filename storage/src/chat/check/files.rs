//! Checks files against the messages that carry them, their bytes, and the quota that they use.

use std::collections::HashMap;

use crate::chat::tables::{MESSAGE_LOCATIONS, MESSAGES, PENDING_MESSAGES, THREAD_MESSAGES};
use crate::chat::{Message, rows};
use crate::files::{
    FILE_CONTENTS, FILE_SPACES, FILE_UPLOADS, FILES, FileContent, FileSpace, FileUpload, FileUse,
    OWNED_FILES, OwnedFile, OwnerKind, StoredFile,
};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::table::Table;
use crate::platform::walk::Walk;

impl Check<'_> {
    /// Every file has its message and its bytes, and the sums are right.
    pub(crate) async fn files(&mut self) -> Result<()> {
        for table in [&MESSAGES, &THREAD_MESSAGES, &PENDING_MESSAGES] {
            self.carried(table).await?;
        }
        self.kept().await?;
        self.held().await?;
        self.spaces().await?;
        self.on_their_way().await
    }

    /// An upload has as many bytes in pieces as its row says; a completed one has none.
    async fn on_their_way(&mut self) -> Result<()> {
        let mut walk = Walk::over(&FILE_UPLOADS);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let upload = FileUpload::read(row)?;
                let lie: i64 = upload.pieces.iter().map(|piece| piece.size).sum();
                let wanted = if upload.is_whole() { 0 } else { upload.come };
                if lie != wanted || upload.come > upload.length {
                    let FileUpload { attachment_id, come, length, .. } = upload;
                    self.say(format!(
                        "upload {attachment_id} has {lie} bytes, recorded as {come} of {length}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Every attachment of a message exists and refers to the message.
    async fn carried(&mut self, table: &'static Table) -> Result<()> {
        let mut walk = Walk::over(table);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let message = Message::read(row)?;
                for file in &message.attachments {
                    let keys = vec![StoredFile::at(file.id), FileUse::at(file.id)];
                    let there = self.db.get_many(keys).await?;
                    let knows = |row: &crate::platform::value::Row| {
                        *row.peek("message_id") == message.message_id.into()
                    };
                    let is_right = matches!(&there[..], [Some(_), Some(used)] if knows(used));
                    if !is_right {
                        self.say(format!(
                            "message {} carries file {}, which is not its own",
                            message.message_id, file.id
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Every file has its bytes and is in the spaces of its owners; a used file is carried by its message.
    async fn kept(&mut self) -> Result<()> {
        let mut walk = Walk::over(&FILES);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let file = StoredFile::read(row)?;
                let id = file.attachment_id;
                let content: Option<FileContent> =
                    self.db.find(FileContent::at(&file.hash, file.place)).await?;
                if content.is_none_or(|content| !content.holders.contains(&id)) {
                    self.say(format!("file {id} does not hold its bytes"));
                }
                for (kind, owner) in
                    [(OwnerKind::User, file.user_id.0), (OwnerKind::Entity, file.entity_id.0)]
                {
                    let owned: Option<OwnedFile> = self.db.find(OwnedFile::at(kind, owner, id)).await?;
                    if owned.is_none_or(|owned| owned.size != file.size) {
                        self.say(format!("file {id} is not in the room of {kind} {owner}"));
                    }
                }
                let used: Option<FileUse> = self.db.find(FileUse::at(id)).await?;
                let Some(used) = used else { continue };
                if !self.carries(&used).await? {
                    self.say(format!(
                        "file {id} is used by message {}, which does not carry it",
                        used.message_id
                    ));
                }
            }
        }
        Ok(())
    }

    async fn carries(&self, used: &FileUse) -> Result<bool> {
        let Some(mut place) = self.db.get(MESSAGE_LOCATIONS.at([used.message_id.into()])).await? else {
            return Ok(false);
        };
        let channel = place.take("channel_id")?;
        let keys: Vec<Key> = vec![
            rows::message_key(channel, place.take("parent_id")?, used.message_id),
            PENDING_MESSAGES.at([channel.into(), used.message_id.into()]),
        ];
        for row in self.db.get_many(keys).await?.into_iter().flatten() {
            if Message::read(row)?.attachments.iter().any(|one| one.id == used.attachment_id) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stored bytes belong to existing files.
    async fn held(&mut self) -> Result<()> {
        let mut walk = Walk::over(&FILE_CONTENTS);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let content = FileContent::read(row)?;
                for holder in &content.holders {
                    let file: Option<StoredFile> = self.db.find(StoredFile::at(*holder)).await?;
                    if file.is_none_or(|file| file.place != content.place) {
                        self.say(format!(
                            "bytes {} are held by file {holder}, which is not there",
                            content.place
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// A space's sum is the sum of its files.
    async fn spaces(&mut self) -> Result<()> {
        let mut sums: HashMap<(String, i64), i64> = HashMap::new();
        let mut walk = Walk::over(&OWNED_FILES);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let owned = OwnedFile::read(row)?;
                *sums.entry((owned.kind.to_string(), owned.owner)).or_default() += owned.size;
            }
        }
        let mut walk = Walk::over(&FILE_SPACES);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let space = FileSpace::read(row)?;
                let sum = sums.remove(&(space.kind.to_string(), space.owner)).unwrap_or_default();
                if sum != space.bytes {
                    self.say(format!(
                        "{} {} has {sum} bytes of files, recorded as {}",
                        space.kind, space.owner, space.bytes
                    ));
                }
            }
        }
        for ((kind, owner), _) in sums {
            self.say(format!("{kind} {owner} has files that no sum tells of"));
        }
        Ok(())
    }
}
