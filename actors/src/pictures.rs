//! Pictures of people and organisations: decoded, re-encoded without metadata, resized on request.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, PutPayload};
use tokio::sync::Semaphore;

use crate::error::{Refusal, RefusalKind, Result};

/// Largest upload, in bytes.
pub const UPLOAD_MAX: usize = 10 * 1024 * 1024;
/// Largest side kept, in pixels.
const SIDE: u32 = 1_024;
/// Largest side and memory that are decoded at all.
const DECODED_SIDE: u32 = 12_000;
const DECODED_BYTES: u64 = 512 * 1024 * 1024;
/// Widths that resized copies come in; a wish is rounded up to the next.
const WIDTHS: [u32; 6] = [32, 64, 128, 256, 512, SIDE];

/// What has a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    User,
    Entity,
}

impl PictureKind {
    /// The first part of its address: `/img/{kind}/{id}`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "user" => Some(Self::User),
            "entity" => Some(Self::Entity),
            _ => None,
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Entity => "entity",
        }
    }
}

/// A picture to send out.
pub struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
}

pub struct Pictures {
    store: Arc<dyn ObjectStore>,
    /// Decoding takes a core and memory each.
    work: Arc<Semaphore>,
}

fn not_a_picture() -> Refusal {
    Refusal::new(RefusalKind::Unsupported, "NOT_AN_IMAGE", "Filen är inte en JPEG-, PNG- eller WebP-bild.")
}

fn store_failed(error: &object_store::Error) -> Refusal {
    tracing::error!(%error, "the file store does not answer");
    Refusal::busy()
}

impl Pictures {
    /// Keeps pictures below `folder`.
    pub fn open(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(std::io::Error::other)?;
        Ok(Self { store: Arc::new(store), work: Arc::new(Semaphore::new(2)) })
    }

    fn path(kind: PictureKind, id: i64, name: &str) -> ObjectPath {
        ObjectPath::from(format!("{}/{id}/{name}", kind.folder()))
    }

    /// Takes an upload; answers its version, a short text that changes with the picture.
    pub async fn put(&self, kind: PictureKind, id: i64, upload: Vec<u8>) -> Result<String> {
        if upload.len() > UPLOAD_MAX {
            return Err(Refusal::new(RefusalKind::TooLarge, "TOO_LARGE", "Bilden får vara högst 10 MB."));
        }
        let bytes = self.on_worker(move || recode(&upload)).await??;
        let version = crate::accounts::secrets::short_hash(&bytes);
        let path = Self::path(kind, id, &format!("{version}.jpg"));
        self.store.put(&path, PutPayload::from(bytes)).await.map_err(|e| store_failed(&e))?;
        Ok(version)
    }

    /// Removes every version of a picture; no matter whether there is any.
    pub async fn remove(&self, kind: PictureKind, id: i64) -> Result<()> {
        let folder = ObjectPath::from(format!("{}/{id}", kind.folder()));
        let found: Vec<_> = self.store.list(Some(&folder)).collect().await;
        for one in found {
            let path = one.map_err(|e| store_failed(&e))?.location;
            match self.store.delete(&path).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(store_failed(&error)),
            }
        }
        Ok(())
    }

    /// The picture of that version in about that width and quality (1–100).
    pub async fn get(
        &self,
        kind: PictureKind,
        id: i64,
        version: &str,
        width: u32,
        quality: u8,
    ) -> Result<Picture> {
        let absent = || Refusal::not_found("Bilden finns inte.");
        if !version.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(absent());
        }
        let path = Self::path(kind, id, &format!("{version}.jpg"));
        let found = match self.store.get(&path).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Err(absent()),
            Err(error) => return Err(store_failed(&error)),
        };
        let original = found.bytes().await.map_err(|e| store_failed(&e))?;
        let width = rounded(width);
        let quality = quality.clamp(10, 95);
        let bytes = self.on_worker(move || resize(&original, width, quality)).await??;
        Ok(Picture { bytes, content_type: "image/jpeg" })
    }

    async fn on_worker<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _turn = Arc::clone(&self.work).acquire_owned().await.map_err(|_| Refusal::busy())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::internal())
    }
}

/// The width a wish is answered with.
pub fn rounded(width: u32) -> u32 {
    WIDTHS.into_iter().find(|w| *w >= width).unwrap_or(SIDE)
}

/// Decodes within limits, turns it the way the camera was held, shrinks it and writes it anew without metadata.
fn recode(upload: &[u8]) -> Result<Vec<u8>> {
    let mut reader =
        ImageReader::new(Cursor::new(upload)).with_guessed_format().map_err(|_| not_a_picture())?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) {
        return Err(not_a_picture());
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(DECODED_SIDE);
    limits.max_image_height = Some(DECODED_SIDE);
    limits.max_alloc = Some(DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| not_a_picture())?;
    let orientation = decoder.orientation().map_err(|_| not_a_picture())?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| not_a_picture())?;
    picture.apply_orientation(orientation);
    let small = if picture.width().max(picture.height()) > SIDE {
        picture.resize(SIDE, SIDE, image::imageops::FilterType::Lanczos3)
    } else {
        picture
    };
    encode(&small, 88)
}

fn resize(original: &[u8], width: u32, quality: u8) -> Result<Vec<u8>> {
    let picture =
        image::load_from_memory_with_format(original, ImageFormat::Jpeg).map_err(|_| Refusal::internal())?;
    let small = if picture.width() > width {
        picture.resize(width, u32::MAX, image::imageops::FilterType::CatmullRom)
    } else {
        picture
    };
    encode(&small, quality)
}

/// JPEG, transparent parts on white.
fn encode(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>> {
    let rgba = picture.to_rgba8();
    let mut flat = image::RgbImage::new(rgba.width(), rgba.height());
    for (from, to) in rgba.pixels().zip(flat.pixels_mut()) {
        let alpha = u16::from(from[3]);
        for channel in 0..3 {
            to[channel] = ((u16::from(from[channel]) * alpha + 255 * (255 - alpha)) / 255) as u8;
        }
    }
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
    flat.write_with_encoder(encoder).map_err(|_| Refusal::internal())?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(side: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        DynamicImage::new_rgba8(side, side).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    #[actix::test]
    async fn a_picture_comes_back_as_jpeg_in_the_next_width() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = Pictures::open(folder.path()).unwrap();
        let version = pictures.put(PictureKind::User, 7, png(300)).await.unwrap();
        let picture = pictures.get(PictureKind::User, 7, &version, 100, 50).await.unwrap();
        let decoded = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!((picture.content_type, decoded.width()), ("image/jpeg", 128));
    }

    #[actix::test]
    async fn what_is_no_picture_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = Pictures::open(folder.path()).unwrap();
        let mut broken = png(64);
        broken.truncate(60);
        for upload in [b"<svg/>".to_vec(), Vec::new(), b"GIF89a".to_vec(), broken] {
            let refusal = pictures.put(PictureKind::User, 7, upload).await.unwrap_err();
            assert_eq!(refusal.code, "NOT_AN_IMAGE");
        }
    }
}
