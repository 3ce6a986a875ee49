//! Receiving files.

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use sha2::{Digest, Sha256};
use storage::chat::Channel;
use storage::chat::direct::NOBODYS;
use storage::files::{Begun, FileKind, FileSubject, Kept, NewFile, OwnerKind, StoredFile};
use storage::ids::{AttachmentId, ChannelId, EntityId, UserId};

use super::leaving::{self, Stray};
use super::rights;
use super::view::AttachmentView;
use super::{Admitted, FILE_MAX, copy_path, kinds, path};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::blobs::away;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::job;
use crate::platform::pictures::{self, SHOWN};
use crate::platform::text::file_name;
use crate::platform::time::now;

/// The permit to upload files to a channel, before they are read. 404, 403, 409 archived, 429, 503.
pub async fn may_send(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<(Channel, Admitted)> {
    let channel = (rights(platform)?.may_add)(platform, channel_id, who.user_id).await?;
    Ok((channel, platform.files.admit(who.user_id).await?))
}

pub(super) fn too_large() -> Refusal {
    Refusal::new(RefusalKind::TooLarge, "TOO_LARGE", "Filen får vara högst 25 MB.")
}

pub(super) fn no_room(kind: OwnerKind) -> Refusal {
    Refusal::conflict(
        "QUOTA_REACHED",
        match kind {
            OwnerKind::User => "Du har inte plats för fler filer.",
            OwnerKind::Entity => "Organisationen har inte plats för fler filer.",
        },
    )
}

/// What a file is uploaded for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub subject: Option<FileSubject>,
    /// The channel, or the subject's number.
    pub channel_id: ChannelId,
    pub entity_id: EntityId,
}

impl From<&Channel> for Goal {
    fn from(channel: &Channel) -> Self {
        Self { subject: None, channel_id: channel.channel_id, entity_id: channel.entity_id }
    }
}

/// A received file.
pub(super) struct Come {
    size: usize,
    hash: Sha256,
    head: Vec<u8>,
}

/// Receives a file as a stream; it waits to be sent for a day. An interrupted upload leaves nothing. 409 without space,
/// 413, 422 `INFECTED`, 429, 503 without an answer of the scanner.
pub async fn receive<E: From<Refusal>>(
    platform: &Platform,
    who: &Who,
    channel: &Channel,
    name: &str,
    body: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<AttachmentView, E> {
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let file = begun(platform, who.user_id, channel.into(), name, body).await?;
    Ok(AttachmentView::from(&file.shown()))
}

/// Receives a file whose upload begins now.
pub(super) async fn begun<E: From<Refusal>>(
    platform: &Platform,
    user_id: UserId,
    goal: Goal,
    name: &str,
    body: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<StoredFile, E> {
    let at = now();
    let id = AttachmentId(platform.ids.next(at)?);
    let stray = Stray { id, user_id, entity_id: goal.entity_id };
    let guard = job(platform, leaving::STRAY.name, at + leaving::STRAY_AFTER, &stray)?;
    platform.storage.jobs.put(std::slice::from_ref(&guard)).await.map_err(Refusal::from)?;
    let begun = Begun::Job(guard.clone());
    let kept = bring_in(platform, user_id, goal, id, name, body, begun).await;
    if kept.is_err() {
        // The job stays until this is done.
        let gone = leaving::take_back(platform, &stray).await;
        if gone.is_ok() {
            let _ = platform.storage.jobs.done(&guard).await;
        }
    }
    kept
}

/// Receives the file with this id. The caller cleans up after a failure.
pub(super) async fn bring_in<E: From<Refusal>>(
    platform: &Platform,
    user_id: UserId,
    goal: Goal,
    id: AttachmentId,
    name: &str,
    body: impl Stream<Item = Result<Bytes, E>> + Unpin,
    begun: Begun,
) -> Result<StoredFile, E> {
    let come = take_in(platform, id, body).await?;
    Ok(keep(platform, described(id, goal, user_id, name, come), begun).await?)
}

/// Streams the bytes to their storage, counting and hashing them; the scanner has seen all of them before they are
/// stored. 413, 422, 503.
pub(super) async fn take_in<E: From<Refusal>>(
    platform: &Platform,
    id: AttachmentId,
    mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Come, E> {
    let store = &platform.files.store;
    let mut scan = platform.antivirus.begin("file").await?;
    let mut writer = store.begin(&path(id));
    let mut come = Come { size: 0, hash: Sha256::new(), head: Vec::new() };
    let went = async {
        while let Some(piece) = body.next().await {
            let piece = piece?;
            come.size += piece.len();
            if come.size > FILE_MAX {
                return Err(E::from(too_large()));
            }
            scan.show(&piece).await?;
            come.hash.update(&piece);
            let room = kinds::HEAD - come.head.len();
            come.head.extend_from_slice(&piece[..piece.len().min(room)]);
            writer.put(piece).await.map_err(|error| away(&error))?;
        }
        if come.size == 0 {
            return Err(Refusal::field("file", "EMPTY", "Filen är tom.").into());
        }
        Ok(scan.end().await?)
    };
    if let Err(error) = went.await {
        let _ = writer.abort().await;
        return Err(error);
    }
    store.finish(&path(id), writer).await?;
    Ok(come)
}

fn hex(hash: &[u8]) -> String {
    hash.iter().fold(String::with_capacity(64), |mut text, byte| {
        use std::fmt::Write as _;
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hex of the SHA-256.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A received file that waits to be sent; a subject's is claimed by it at once.
pub(super) fn described(id: AttachmentId, goal: Goal, user_id: UserId, name: &str, come: Come) -> StoredFile {
    let (content_type, kind) = kinds::of(&come.head);
    StoredFile {
        attachment_id: id,
        subject: goal.subject,
        channel_id: goal.channel_id,
        entity_id: goal.entity_id,
        user_id,
        name: file_name(name),
        content_type: content_type.to_owned(),
        kind,
        size: come.size as i64,
        width: None,
        height: None,
        hash: hex(&come.hash.finalize()),
        place: id,
        created: now(),
        claim: goal.subject.map(|subject| format!("{subject}:{}", goal.channel_id)),
    }
}

/// Validates a received file and stores its row. 422 NOT_AN_IMAGE: a subject's is no picture.
async fn keep(platform: &Platform, mut file: StoredFile, begun: Begun) -> Result<StoredFile> {
    let id = file.attachment_id;
    if matches!(&begun, Begun::Upload(upload) if upload.length != file.size) {
        tracing::error!(%id, "the pieces of an upload are not what was said of them");
        return Err(Refusal::internal());
    }
    if file.kind == FileKind::Image {
        redraw(platform, &mut file).await?;
    }
    if file.subject.is_some() && file.kind != FileKind::Image {
        return Err(pictures::not_a_picture());
    }
    match store(platform, &file, begun).await? {
        place if place == id => {}
        _ => leaving::remove_bytes(platform, id).await,
    }
    metrics::counter!("files_received_total").increment(1);
    Ok(file)
}

/// Stores a file's row; answers under which id its bytes lie. 409 QUOTA_REACHED.
pub(super) async fn store(platform: &Platform, file: &StoredFile, begun: Begun) -> Result<AttachmentId> {
    let unsent = job(platform, leaving::UNSENT.name, now() + leaving::UNSENT_AFTER, &file.attachment_id)?;
    let quotas = &platform.settings.quotas;
    let new = NewFile {
        file: file.clone(),
        most_of_user: quotas.of(&super::BYTES_OF_USER),
        // What belongs to no organisation counts for its sender alone.
        most_of_entity: if file.entity_id == NOBODYS { i64::MAX } else { quotas.of(&super::BYTES_OF_ENTITY) },
        begun,
        unsent,
    };
    match platform.storage.files.keep(new).await? {
        Kept::At(place) => Ok(place),
        Kept::NoRoom(kind) => Err(no_room(kind)),
    }
}

/// Re-encodes a picture without metadata, and makes its preview. If it is not a valid picture it becomes a download.
pub(super) async fn redraw(platform: &Platform, file: &mut StoredFile) -> Result<()> {
    let store = &platform.files.store;
    let id = file.attachment_id;
    let turn = platform.pictures.decoding().enter().await?;
    let upload = store.read(&path(id)).await?.ok_or_else(Refusal::internal)?;
    let drawn = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let original = pictures::original(&upload)?;
        let hash = original.bytes.as_deref().map(hash_of);
        Ok::<_, Refusal>((original, hash))
    });
    let (original, hash) = match drawn.await.map_err(|_| Refusal::internal())? {
        Ok(drawn) => drawn,
        // A GIF is stored unchanged, so one that exceeds the limits becomes a download.
        Err(refusal) if refusal.code == "NOT_AN_IMAGE" || file.content_type == "image/gif" => {
            kinds::OCTETS.clone_into(&mut file.content_type);
            file.kind = FileKind::File;
            return Ok(());
        }
        Err(refusal) => return Err(refusal),
    };
    original.content_type.clone_into(&mut file.content_type);
    file.name = kinds::renamed(&file.name, original.content_type);
    (file.width, file.height) = (Some(original.width.into()), Some(original.height.into()));
    if let (Some(bytes), Some(hash)) = (original.bytes, hash) {
        (file.size, file.hash) = (bytes.len() as i64, hash);
        store.put(&path(id), bytes).await?;
    }
    store.put(&copy_path(id, SHOWN), original.shown).await
}
