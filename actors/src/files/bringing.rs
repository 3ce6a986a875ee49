//! A file comes in with an import: the operator's doing, so without the limits of people.

use bytes::Bytes;
use futures_util::stream;
use storage::chat::Channel;
use storage::files::{Attachment, Begun, FileKind, Kept, NewFile};
use storage::ids::{AttachmentId, UserId};

use super::leaving::{self, Stray};
use super::receiving::{described, redraw, take_in};
use super::{kinds, path};
use crate::Platform;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::job;
use crate::platform::time::now;

/// Keeps a file for a message that is about to be written, under the mark by which the message is known. What a process that dies
/// here leaves goes in a day, as what the scanner refuses. `as_is`: the bytes of a picture are what was written here once, and stay.
pub(crate) async fn bring(
    platform: &Platform,
    channel: &Channel,
    user_id: UserId,
    name: &str,
    bytes: Vec<u8>,
    as_is: bool,
    mark: &str,
) -> Result<Attachment> {
    let at = now();
    let id = AttachmentId(platform.ids.next(at)?);
    let stray = Stray { id, user_id, entity_id: channel.entity_id };
    let guard = job(platform, leaving::STRAY.name, at + leaving::STRAY_AFTER, &stray)?;
    platform.storage.jobs.put(std::slice::from_ref(&guard)).await?;
    let body = stream::iter([Ok::<_, Refusal>(Bytes::from(bytes.clone()))]);
    let come = take_in(platform, id, body).await?;
    let mut file = described(id, channel, user_id, name, come);
    if file.kind == FileKind::Image {
        match redraw(platform, &mut file).await {
            // The picture is sound and has its smaller copy; its own bytes come back.
            Ok(()) if as_is && file.kind == FileKind::Image => {
                let came = kinds::of(&bytes[..bytes.len().min(kinds::HEAD)]).0;
                if came == file.content_type {
                    (file.size, file.hash) = (bytes.len() as i64, super::receiving::hash_of(&bytes));
                    platform.files.store.put(&path(id), bytes).await?;
                }
            }
            Ok(()) => {}
            Err(refusal) if matches!(refusal.kind, RefusalKind::Busy | RefusalKind::Internal) => {
                return Err(refusal);
            }
            // Too large to be drawn, say: then it is a download.
            Err(_) => {
                kinds::OCTETS.clone_into(&mut file.content_type);
                file.kind = FileKind::File;
            }
        }
    }
    file.claim = Some(mark.to_owned());
    let unsent = job(platform, leaving::UNSENT.name, now() + leaving::UNSENT_AFTER, &id)?;
    let new = NewFile {
        file: file.clone(),
        most_of_user: i64::MAX,
        most_of_entity: i64::MAX,
        begun: Begun::Job(guard),
        unsent,
    };
    match platform.storage.files.keep(new).await? {
        Kept::At(place) if place == id => {}
        Kept::At(_) => leaving::remove_bytes(platform, id).await,
        Kept::NoRoom(_) => return Err(Refusal::internal()),
    }
    Ok(file.shown())
}
