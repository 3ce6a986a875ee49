//! Bytes of an upload: gathered to pieces while they come, and joined to a file at the end.

use bytes::Bytes;
use futures_util::stream::LocalBoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use storage::files::{Begun, FileUpload, Piece};
use storage::ids::AttachmentId;

use super::super::leaving;
use super::super::receiving::{bring_in, too_large};
use super::super::view::AttachmentView;
use super::super::{piece_path, pieces_path};
use super::{HELD_FOR, JOINED_WITHIN, Upload, drop_held, may_begin, stray_of};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::blobs::away;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::time::now;

/// Bytes that are gathered before they are put away, and what a cut loses at most. A last piece that is smaller is put away anew
/// with what comes after it, so an upload has no more pieces than its length asks for, however small its goes are.
const PIECE: usize = 2 * 1024 * 1024;

/// An upload while more of it comes.
pub(super) struct Coming<'a> {
    platform: &'a Platform,
    row: FileUpload,
    /// A piece that stands at the end and whose bytes are gathered again.
    open: Option<Piece>,
    /// What comes after the other pieces.
    gathered: Vec<u8>,
}

impl<'a> Coming<'a> {
    pub async fn of(platform: &'a Platform, row: FileUpload) -> Result<Self> {
        let open = row.pieces.last().copied().filter(|last| last.size < PIECE as i64);
        let gathered = match open {
            None => Vec::new(),
            Some(piece) => {
                let path = piece_path(row.attachment_id, piece);
                platform.files.store.read(&path).await?.ok_or_else(Refusal::internal)?
            }
        };
        Ok(Self { platform, row, open, gathered })
    }

    /// The pieces that stand as they are.
    fn closed(&self) -> &[Piece] {
        let count = self.row.pieces.len() - usize::from(self.open.is_some());
        &self.row.pieces[..count]
    }

    /// Bytes that are here, put away or not.
    fn here(&self) -> i64 {
        self.closed().iter().map(|piece| piece.size).sum::<i64>() + self.gathered.len() as i64
    }

    /// 413: more than the upload was to be.
    pub async fn take(&mut self, bytes: Bytes) -> Result<()> {
        if self.here() + bytes.len() as i64 > self.row.length {
            return Err(too_large());
        }
        if self.gathered.capacity() < self.gathered.len() + bytes.len() {
            // Once, and no more than is needed: many people bring files at once.
            let rest = (self.row.length - self.here()) as usize;
            self.gathered.reserve_exact(rest.min(PIECE + bytes.len()));
        }
        self.gathered.extend_from_slice(&bytes);
        // The last bytes are not put away: they become a file with the others, or come again.
        if self.gathered.len() >= PIECE && self.here() < self.row.length {
            self.put_away().await?;
        }
        Ok(())
    }

    /// Puts away what has come. 409: somebody else brought the same.
    pub async fn settle(&mut self) -> Result<()> {
        let has_more = self.here() > self.row.come;
        if has_more && self.here() < self.row.length { self.put_away().await } else { Ok(()) }
    }

    async fn put_away(&mut self) -> Result<()> {
        let store = &self.platform.files.store;
        let id = AttachmentId(self.platform.ids.next(now())?);
        let piece = Piece { id, size: self.gathered.len() as i64 };
        let path = piece_path(self.row.attachment_id, piece);
        store.put(&path, std::mem::take(&mut self.gathered)).await?;
        let come = self.row.come + piece.size - self.open.map_or(0, |open| open.size);
        let pieces = self.closed().iter().copied().chain([piece]).collect();
        let next = FileUpload { come, pieces, ..self.row.clone() };
        if !self.platform.storage.files.advance(&self.row, &next).await? {
            // What stays here goes with the upload.
            let _ = store.remove(&path).await;
            return Err(Refusal::moved_on());
        }
        self.row = next;
        if let Some(old) = self.open.take() {
            let _ = store.remove(&piece_path(self.row.attachment_id, old)).await;
        }
        Ok(())
    }

    /// No more comes now: all of it becomes a file, or what there is waits for the rest.
    pub async fn end(mut self, who: &Who) -> Result<Upload> {
        if self.here() < self.row.length {
            self.settle().await?;
            return Ok(Upload::of(&self.row, None));
        }
        let held = FileUpload { joining: now() + HELD_FOR, ..self.row.clone() };
        if !self.platform.storage.files.advance(&self.row, &held).await? {
            return Err(Refusal::moved_on());
        }
        let join = Join {
            platform: self.platform.clone(),
            who: who.clone(),
            died: self.row.joining > 0,
            pieces: self.closed().to_vec(),
            last: self.gathered.into(),
            held,
        };
        // Whoever waits for it may hang up: it is done all the same, and found by its number.
        actix_rt::spawn(join.run()).await.map_err(|_| Refusal::internal())?
    }
}

/// All that an upload's bytes need to become a file.
struct Join {
    platform: Platform,
    who: Who,
    held: FileUpload,
    /// Somebody held the upload before and did not live to let it go.
    died: bool,
    pieces: Vec<Piece>,
    last: Bytes,
}

impl Join {
    async fn run(self) -> Result<Upload> {
        let joined = tokio::time::timeout(JOINED_WITHIN, self.joined()).await;
        match joined.unwrap_or_else(|_| Err(Refusal::busy())) {
            Ok(file) => {
                // What stays here goes with the upload's row.
                let pieces = pieces_path(self.held.attachment_id);
                let _ = self.platform.files.store.remove_below(&pieces).await;
                let whole = FileUpload { come: self.held.length, ..self.held.clone() };
                Ok(Upload::of(&whole, Some(file)))
            }
            Err(refusal) => {
                if let Err(error) = self.undo(&refusal).await {
                    tracing::warn!(%error, "an upload that did not become a file is cleared away later");
                }
                Err(refusal)
            }
        }
    }

    async fn joined(&self) -> Result<AttachmentView> {
        let (platform, held) = (&self.platform, &self.held);
        if self.died {
            leaving::take_back(platform, &stray_of(held)).await?;
        }
        let channel = may_begin(platform, &self.who, held.channel_id).await?;
        let name = named(&held.metadata);
        let begun = Begun::Upload(held.clone());
        bring_in(platform, held.user_id, &channel, held.attachment_id, &name, self.bytes(), begun).await
    }

    /// All bytes in their order, a few at a time.
    fn bytes(&self) -> LocalBoxStream<'_, Result<Bytes>> {
        let open = async |piece: &Piece| {
            let path = piece_path(self.held.attachment_id, *piece);
            let found = self.platform.files.store.stream(&path, None).await?;
            Ok::<_, Refusal>(found.ok_or_else(Refusal::internal)?.map_err(|error| away(&error)))
        };
        let last = self.last.clone();
        let pieces = stream::iter(&self.pieces).then(open).try_flatten();
        pieces.chain(stream::once(async move { Ok(last) })).boxed_local()
    }

    /// It became no file. What may pass leaves the upload as it was before its last bytes; anything else is its end.
    async fn undo(&self, refusal: &Refusal) -> Result<()> {
        if refusal.code == Refusal::UNANSWERED {
            // Whether it became one the store alone knows; who comes after this one's time looks.
            return Ok(());
        }
        if !matches!(refusal.kind, RefusalKind::Busy | RefusalKind::Internal) {
            return drop_held(&self.platform, &self.held, true).await;
        }
        leaving::take_back(&self.platform, &stray_of(&self.held)).await?;
        let free = FileUpload { joining: 0, ..self.held.clone() };
        self.platform.storage.files.advance(&self.held, &free).await?;
        Ok(())
    }
}

/// The file's name as its sender said it (`filename` of tus's metadata: keys, and base64 of what they are).
fn named(metadata: &str) -> String {
    use base64::Engine as _;
    let of_file = metadata.split(',').find_map(|pair| pair.trim().strip_prefix("filename "));
    let bytes = of_file.and_then(|text| base64::engine::general_purpose::STANDARD.decode(text.trim()).ok());
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_from_what_was_said() {
        assert_eq!(named("filename w4VyLnBkZg=="), "År.pdf");
        assert_eq!(named("filetype dGV4dC9wbGFpbg==, filename YS50eHQ=,relativePath bnVsbA=="), "a.txt");
        for nameless in ["", "filename", "filename ", "filename !", "other YS50eHQ=", "myfilename YS50eHQ="] {
            assert_eq!(named(nameless), "", "{nameless}");
        }
    }
}
