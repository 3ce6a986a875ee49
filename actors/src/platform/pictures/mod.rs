//! Pictures of people and organisations: decoded, re-encoded without metadata, resized on request.
//!
//! Decisions: the decoded size is checked before decoding, one upload is decoded at a time, and a turn is taken before
//! the body is read, one per person. So uploads cost a bounded amount of memory (`decode`), however many arrive.
//! Resized copies have a fixed set of sizes, are made once, behind a gate of their own, and are kept until the picture
//! changes.

mod decode;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use storage::ids::UserId;

pub use self::decode::{Original, SHOWN, not_a_picture, original, resize_shown};
use self::decode::{SIDE, recode, resize};
use crate::platform::antivirus::{Antivirus, Options};
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::gate::{Gate, Turn};

/// A stream of bytes to send.
pub type Content = BoxStream<'static, object_store::Result<Bytes>>;

/// Largest upload, in bytes.
pub const UPLOAD_MAX: usize = 10 * 1024 * 1024;
/// Widths of resized copies; a requested width is rounded up to the next.
const WIDTHS: [u32; 6] = [32, 64, 128, 256, 512, SIDE];
/// Qualities, likewise.
const QUALITIES: [u8; 3] = [50, 75, 90];

/// Bodies that are read concurrently, and how many more may wait.
const READ: usize = 8;
const READ_WAITING: usize = 32;
/// Uploads that may wait to be decoded: those that were read.
const DECODE_WAITING: usize = READ;
/// Copies that are made concurrently, and how many more may wait.
const COPIES: usize = 1;
const COPIES_WAITING: usize = 64;

/// What the picture belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    User,
    Entity,
    /// A post of the feed.
    Post,
    /// An article.
    Article,
    /// An event.
    Event,
    /// A bookable; it may have several.
    Bookable,
    /// A place of the guide; it may have several.
    Infopoint,
}

impl PictureKind {
    pub const ALL: [Self; 7] =
        [Self::User, Self::Entity, Self::Post, Self::Article, Self::Event, Self::Bookable, Self::Infopoint];

    /// Parses the first part of its address: `/img/{kind}/{id}`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.folder() == text)
    }

    /// The folder of its pictures, also part of their address.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Entity => "entity",
            Self::Post => "post",
            Self::Article => "article",
            Self::Event => "event",
            Self::Bookable => "bookable",
            Self::Infopoint => "infopoint",
        }
    }
}

/// A picture to send.
pub struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
}

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Changes with the picture.
    pub version: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

pub struct Pictures {
    store: Arc<dyn ObjectStore>,
    antivirus: Arc<Antivirus>,
    reading: Gate,
    decoding: Gate,
    copying: Gate,
    /// People with an upload in progress; one at a time each.
    uploading: Arc<Mutex<HashSet<UserId>>>,
}

/// A permit to upload one picture; returned when dropped.
pub struct Admitted {
    _turn: Turn,
    user: UserId,
    uploading: Arc<Mutex<HashSet<UserId>>>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.uploading.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}

fn store_failed(error: &object_store::Error) -> Refusal {
    tracing::error!(%error, "the file store does not answer");
    Refusal::busy()
}

impl Pictures {
    /// Stores pictures below `folder`, without a virus scan.
    pub fn open(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(std::io::Error::other)?;
        Ok(Self::over(Arc::new(store), Antivirus::new(Options::default())))
    }

    /// Stores pictures in an object store, after a virus scan.
    pub fn over(store: Arc<dyn ObjectStore>, antivirus: Arc<Antivirus>) -> Self {
        Self {
            store,
            antivirus,
            reading: Gate::new("upload", READ, READ_WAITING),
            decoding: Gate::new("picture", 1, DECODE_WAITING),
            copying: Gate::new("copy", COPIES, COPIES_WAITING),
            uploading: Arc::default(),
        }
    }

    /// The gate before decoding, for all pictures of strangers, so that one is decoded at a time.
    pub fn decoding(&self) -> &Gate {
        &self.decoding
    }

    /// The gate before making copies.
    pub fn copying(&self) -> &Gate {
        &self.copying
    }

    /// Takes a turn to upload, before the body is read. 429 while another upload of the person is in progress, 503 if
    /// too many wait.
    pub async fn admit(&self, user: UserId) -> Result<Admitted> {
        if !self.uploading.lock().unwrap_or_else(PoisonError::into_inner).insert(user) {
            return Err(Refusal::limited(5));
        }
        // Created at once, so that the person is removed from the list however this ends.
        struct Listed<'a>(&'a Pictures, Option<UserId>);
        impl Drop for Listed<'_> {
            fn drop(&mut self) {
                if let Some(user) = self.1 {
                    self.0.uploading.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
                }
            }
        }
        let mut listed = Listed(self, Some(user));
        let turn = self.reading.enter().await?;
        listed.1 = None;
        Ok(Admitted { _turn: turn, user, uploading: Arc::clone(&self.uploading) })
    }

    fn copies(kind: PictureKind, id: i64) -> ObjectPath {
        ObjectPath::from(format!("copies/{}/{id}", kind.folder()))
    }

    fn path(kind: PictureKind, id: i64, name: &str) -> ObjectPath {
        ObjectPath::from(format!("{}/{id}/{name}", kind.folder()))
    }

    /// Stores an upload; returns its version, a short text that changes with the picture.
    pub async fn put(&self, kind: PictureKind, id: i64, upload: Vec<u8>) -> Result<String> {
        Ok(self.put_measured(kind, id, upload).await?.version)
    }

    /// The same, with its size.
    pub async fn put_measured(&self, kind: PictureKind, id: i64, upload: Vec<u8>) -> Result<Kept> {
        if upload.len() > UPLOAD_MAX {
            return Err(Refusal::new(RefusalKind::TooLarge, "TOO_LARGE", "Bilden får vara högst 10 MB."));
        }
        // Scans the original, because re-encoding would hide its content.
        self.antivirus.scan_bytes("image", &upload).await?;
        let bytes = self.decoding.run(move || recode(&upload)).await??;
        let version = crate::platform::hash::short_hash(&bytes);
        let (width, height) = decode::size(&bytes)?;
        let path = Self::path(kind, id, &format!("{version}.jpg"));
        self.store.put(&path, PutPayload::from(bytes)).await.map_err(|e| store_failed(&e))?;
        Ok(Kept { version, width, height })
    }

    /// Removes every version of a picture, if there are any.
    pub async fn remove(&self, kind: PictureKind, id: i64) -> Result<()> {
        self.sweep(kind, id, |_| true).await
    }

    /// Removes the replaced version and its copies, once no new response names it. A failure leaves files behind and is
    /// only logged.
    pub async fn replaced(&self, kind: PictureKind, id: i64, old: Option<String>, new: &str) {
        let Some(old) = old.filter(|old| old != new) else { return };
        if let Err(error) = self.sweep(kind, id, |version| version == old).await {
            tracing::warn!(%error, id, "a picture that was replaced stays");
        }
    }

    /// Removes the versions for which `goes` is true, and their copies.
    async fn sweep(&self, kind: PictureKind, id: i64, goes: impl Fn(&str) -> bool) -> Result<()> {
        for folder in [ObjectPath::from(format!("{}/{id}", kind.folder())), Self::copies(kind, id)] {
            let found: Vec<_> = self.store.list(Some(&folder)).collect().await;
            for one in found {
                let path = one.map_err(|e| store_failed(&e))?.location;
                let name = path.filename().unwrap_or_default();
                if !name.split(['.', '-']).next().is_some_and(&goes) {
                    continue;
                }
                match self.store.delete(&path).await {
                    Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                    Err(error) => return Err(store_failed(&error)),
                }
            }
        }
        Ok(())
    }

    /// The picture in that version and about that width and quality (1–100): an existing copy, or a new one.
    pub async fn get(
        &self,
        kind: PictureKind,
        id: i64,
        version: &str,
        width: u32,
        quality: u8,
    ) -> Result<Picture> {
        if !version.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(Refusal::not_found("Bilden finns inte."));
        }
        let (width, quality) = (rounded(width), rounded_quality(quality));
        let copy = Self::copies(kind, id).join(format!("{version}-{width}-{quality}.jpg"));
        let bytes = match self.read(&copy).await? {
            Some(bytes) => bytes,
            None => self.make_copy(kind, id, version, width, quality, &copy).await?,
        };
        Ok(Picture { bytes, content_type: "image/jpeg" })
    }

    async fn make_copy(
        &self,
        kind: PictureKind,
        id: i64,
        version: &str,
        width: u32,
        quality: u8,
        copy: &ObjectPath,
    ) -> Result<Vec<u8>> {
        let turn = self.copying.enter().await?;
        // The previous holder of the turn may have made it.
        if let Some(bytes) = self.read(copy).await? {
            return Ok(bytes);
        }
        let path = Self::path(kind, id, &format!("{version}.jpg"));
        let original = self.read(&path).await?.ok_or_else(|| Refusal::not_found("Bilden finns inte."))?;
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            resize(&original, width, quality)
        });
        let bytes = made.await.map_err(|_| Refusal::internal())??;
        self.store.put(copy, PutPayload::from(bytes.clone())).await.map_err(|e| store_failed(&e))?;
        metrics::counter!("picture_copies_made_total").increment(1);
        Ok(bytes)
    }

    /// The original picture, piece by piece; none: it does not exist.
    pub async fn whole(&self, kind: PictureKind, id: i64, version: &str) -> Result<Option<Content>> {
        match self.store.get(&Self::path(kind, id, &format!("{version}.jpg"))).await {
            Ok(found) => Ok(Some(found.into_stream().boxed())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(store_failed(&error)),
        }
    }

    /// A file; none if it does not exist.
    async fn read(&self, path: &ObjectPath) -> Result<Option<Vec<u8>>> {
        let found = match self.store.get(path).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(store_failed(&error)),
        };
        let bytes = found.bytes().await.map_err(|e| store_failed(&e))?;
        Ok(Some(bytes.to_vec()))
    }
}

/// The width that a request is rounded to.
pub fn rounded(width: u32) -> u32 {
    WIDTHS.into_iter().find(|w| *w >= width).unwrap_or(SIDE)
}

/// The quality that a request is rounded to.
pub fn rounded_quality(quality: u8) -> u8 {
    let best = QUALITIES[QUALITIES.len() - 1];
    QUALITIES.into_iter().find(|q| *q >= quality).unwrap_or(best)
}

#[cfg(test)]
mod tests;
