//! Attaching files to a message.

use storage::files::{Attachment, StoredFile};
use storage::ids::{AttachmentId, ChannelId, UserId};

use super::FILES_MAX;
use crate::Platform;
use crate::platform::error::{Refusal, Result};

fn wrong() -> Refusal {
    Refusal::field("attachmentIds", "ATTACHMENT", "Någon av filerna finns inte, eller har redan skickats.")
}

/// May these be attached: at most ten, each once, all mine, all of this channel? In the requested order.
fn judge(
    files: Vec<StoredFile>,
    ids: &[AttachmentId],
    channel: ChannelId,
    user: UserId,
) -> Result<Vec<Attachment>> {
    let find = |id: &AttachmentId| {
        let file = files.iter().find(|file| file.attachment_id == *id);
        file.filter(|file| file.channel_id == channel && file.user_id == user).map(StoredFile::shown)
    };
    ids.iter().map(|id| find(id).ok_or_else(wrong)).collect()
}

/// Claims files for a message; `claim` is the message's key, the same when it is repeated. 422 `attachmentIds`.
pub(crate) async fn claim(
    platform: &Platform,
    ids: &[AttachmentId],
    channel: ChannelId,
    user: UserId,
    claim: &str,
) -> Result<Vec<Attachment>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut once = ids.to_vec();
    once.sort_unstable();
    once.dedup();
    if ids.len() > FILES_MAX {
        return Err(Refusal::field("attachmentIds", "LENGTH", "Högst tio filer åt gången."));
    }
    if once.len() != ids.len() {
        return Err(wrong());
    }
    let files = judge(platform.storage.files.files(ids).await?, ids, channel, user)?;
    if !platform.storage.files.claim(ids, claim).await? {
        return Err(wrong());
    }
    Ok(files)
}

/// If a message was refused before anything was written, releases its files. Without an answer they stay claimed.
pub(crate) async fn settled<T>(
    platform: &Platform,
    files: &[AttachmentId],
    claim: &str,
    sent: Result<T>,
) -> Result<T> {
    if let Err(refusal) = &sent
        && refusal.code == "BUSY"
        && !files.is_empty()
    {
        let _ = platform.storage.files.unclaim(files, claim).await;
    }
    sent
}
