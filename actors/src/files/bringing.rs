//! Files from an import by the operator, so without the limits for people.

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

/// Stores a file for an imported message, claimed by the message's key. Files left behind by a crash, or refused by the
/// scanner, are deleted after a day. `as_is`: a picture's bytes were written by this program before, and are kept.
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
    let mut file = described(id, channel.into(), user_id, name, come);
    if file.kind == FileKind::Image {
        match redraw(platform, &mut file).await {
            // The picture is valid and its preview is made; its own bytes are restored.
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
            // If the picture cannot be decoded (too large), it becomes a download.
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
