//! The bytes of an upload: collected in pieces while they arrive, and joined into a file at the end.

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

/// Bytes collected before they are stored, and the most lost by a broken connection. A smaller last piece is stored
/// again together with what follows, so the number of pieces depends only on the upload's length.
const PIECE: usize = 2 * 1024 * 1024;

/// An upload that is receiving bytes.
pub(super) struct Coming<'a> {
    platform: &'a Platform,
    row: FileUpload,
    /// The last piece, if it is small and collected again.
    open: Option<Piece>,
    /// The bytes after the other pieces.
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

    /// The pieces that stay as they are.
    fn closed(&self) -> &[Piece] {
        let count = self.row.pieces.len() - usize::from(self.open.is_some());
        &self.row.pieces[..count]
    }

    /// Received bytes, stored or not.
    fn here(&self) -> i64 {
        self.closed().iter().map(|piece| piece.size).sum::<i64>() + self.gathered.len() as i64
    }

    /// 413: more than announced.
    pub async fn take(&mut self, bytes: Bytes) -> Result<()> {
        if self.here() + bytes.len() as i64 > self.row.length {
            return Err(too_large());
        }
        if self.gathered.capacity() < self.gathered.len() + bytes.len() {
            // Reserved once, and no more than needed, because many people upload at once.
            let rest = (self.row.length - self.here()) as usize;
            self.gathered.reserve_exact(rest.min(PIECE + bytes.len()));
        }
        self.gathered.extend_from_slice(&bytes);
        // The last bytes are not stored: they become a file with the others, or are sent again.
        if self.gathered.len() >= PIECE && self.here() < self.row.length {
            self.put_away().await?;
        }
        Ok(())
    }

    /// Stores what was received. 409: a concurrent request was faster.
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
            // Left-over bytes are deleted with the upload.
            let _ = store.remove(&path).await;
            return Err(Refusal::moved_on());
        }
        self.row = next;
        if let Some(old) = self.open.take() {
            let _ = store.remove(&piece_path(self.row.attachment_id, old)).await;
        }
        Ok(())
    }

    /// The request ends: the whole becomes a file, or what there is waits for the rest.
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
        // If the client disconnects, the file is completed all the same and found by its id.
        actix_rt::spawn(join.run()).await.map_err(|_| Refusal::internal())?
    }
}

/// Everything needed to join an upload's bytes into a file.
struct Join {
    platform: Platform,
    who: Who,
    held: FileUpload,
    /// An earlier process held the upload and died.
    died: bool,
    pieces: Vec<Piece>,
    last: Bytes,
}

impl Join {
    async fn run(self) -> Result<Upload> {
        let joined = tokio::time::timeout(JOINED_WITHIN, self.joined()).await;
        match joined.unwrap_or_else(|_| Err(Refusal::busy())) {
            Ok(file) => {
                // Left-over pieces are deleted with the upload's row.
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
        let goal = (&channel).into();
        let id = held.attachment_id;
        let file = bring_in(platform, held.user_id, goal, id, &name, self.bytes(), begun).await?;
        Ok(AttachmentView::from(&file.shown()))
    }

    /// All bytes in order, a few at a time.
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

    /// Joining failed. A temporary failure restores the upload as before its last bytes; any other ends it.
    async fn undo(&self, refusal: &Refusal) -> Result<()> {
        if refusal.code == Refusal::UNANSWERED {
            // Only the store knows whether it succeeded; the next attempt finds out after the hold has expired.
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

/// The file's name from tus's metadata (`filename`: keys, and base64 values).
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
    fn file_name_is_read_from_upload_metadata() {
        assert_eq!(named("filename w4VyLnBkZg=="), "År.pdf");
        assert_eq!(named("filetype dGV4dC9wbGFpbg==, filename YS50eHQ=,relativePath bnVsbA=="), "a.txt");
        for nameless in ["", "filename", "filename ", "filename !", "other YS50eHQ=", "myfilename YS50eHQ="] {
            assert_eq!(named(nameless), "", "{nameless}");
        }
    }
}
