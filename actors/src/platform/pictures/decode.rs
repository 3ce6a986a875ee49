//! Decodes pictures within bounds and re-encodes them without metadata. Takes a core and much memory, so it always runs
//! behind a gate.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::platform::error::{Refusal, RefusalKind, Result};

/// Largest side of a stored portrait, in pixels.
pub(super) const SIDE: u32 = 1_024;
/// Largest side of a picture shown in a conversation, in pixels.
pub const SHOWN: u32 = 1_920;
/// Largest side and number of pixels that are decoded at all: what cameras produce.
const DECODED_SIDE: u32 = 12_000;
const PIXELS: u64 = 40_000_000;
/// Largest decoded picture; a decoder may use about as much again while it works.
const DECODED_BYTES: u64 = 160 * 1024 * 1024;

/// The bytes are no picture.
pub fn not_a_picture() -> Refusal {
    Refusal::new(RefusalKind::Unsupported, "NOT_AN_IMAGE", "Filen är inte en JPEG-, PNG- eller WebP-bild.")
}

fn too_many_pixels() -> Refusal {
    Refusal::new(RefusalKind::TooLarge, "TOO_MANY_PIXELS", "Bilden får ha högst 40 miljoner bildpunkter.")
}

/// Decodes within limits; returns the picture unrotated, and its orientation.
fn decode(upload: &[u8], taken: &[ImageFormat]) -> Result<(DynamicImage, Orientation, ImageFormat)> {
    let mut reader =
        ImageReader::new(Cursor::new(upload)).with_guessed_format().map_err(|_| not_a_picture())?;
    let format = reader.format().filter(|format| taken.contains(format)).ok_or_else(not_a_picture)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(DECODED_SIDE);
    limits.max_image_height = Some(DECODED_SIDE);
    limits.max_alloc = Some(2 * DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| match error {
        image::ImageError::Limits(_) => too_many_pixels(),
        _ => not_a_picture(),
    })?;
    // Only the header has been read so far.
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS
        || width.max(height) > DECODED_SIDE
        || decoder.total_bytes() > DECODED_BYTES
    {
        return Err(too_many_pixels());
    }
    let orientation = decoder.orientation().map_err(|_| not_a_picture())?;
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| not_a_picture())?;
    Ok((picture, orientation, format))
}

/// Shrinks a larger picture to `side`: first roughly, which needs little memory, then in good quality.
fn shrunk(picture: DynamicImage, side: u32) -> DynamicImage {
    let rough = if picture.width().max(picture.height()) > 2 * side {
        picture.thumbnail(2 * side, 2 * side)
    } else {
        picture
    };
    if rough.width().max(rough.height()) > side {
        rough.resize(side, side, image::imageops::FilterType::Lanczos3)
    } else {
        rough
    }
}

/// Re-encodes a portrait without metadata; rotated only once it is small.
pub(super) fn recode(upload: &[u8]) -> Result<Vec<u8>> {
    let taken = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
    let (picture, orientation, _) = decode(upload, &taken)?;
    let mut small = shrunk(picture, SIDE);
    small.apply_orientation(orientation);
    encode(&small, 88)
}

/// Width and height of the output of [`recode`], in pixels.
pub(super) fn size(jpeg: &[u8]) -> Result<(u32, u32)> {
    let reader = ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg);
    reader.into_dimensions().map_err(|_| Refusal::internal())
}

/// A picture that is sent as a file.
pub struct Original {
    /// The picture re-encoded without metadata; none: it is stored unchanged (GIF, which may be animated).
    pub bytes: Option<Vec<u8>>,
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
    /// A JPEG of at most [`SHOWN`] pixels a side.
    pub shown: Vec<u8>,
}

/// Checks a picture that is sent as a file, rotates it upright and re-encodes it. WebP becomes JPEG, or PNG if it is
/// transparent. `NOT_AN_IMAGE`: it only looks like one.
pub fn original(upload: &[u8]) -> Result<Original> {
    let taken = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
    let (mut picture, orientation, format) = decode(upload, &taken)?;
    picture.apply_orientation(orientation);
    let (width, height) = (picture.width(), picture.height());
    let (bytes, content_type) = match format {
        ImageFormat::Gif => (None, "image/gif"),
        ImageFormat::WebP if !picture.color().has_alpha() => (Some(jpeg(&picture)?), "image/jpeg"),
        ImageFormat::Jpeg => (Some(jpeg(&picture)?), "image/jpeg"),
        _ => (Some(png(&picture)?), "image/png"),
    };
    let shown = encode(&shrunk(picture, SHOWN), 82)?;
    Ok(Original { bytes, content_type, width, height, shown })
}

pub(super) fn resize(original: &[u8], width: u32, quality: u8) -> Result<Vec<u8>> {
    let picture =
        image::load_from_memory_with_format(original, ImageFormat::Jpeg).map_err(|_| Refusal::internal())?;
    let small = if picture.width() > width {
        picture.resize(width, u32::MAX, image::imageops::FilterType::CatmullRom)
    } else {
        picture
    };
    encode(&small, quality)
}

/// A narrower copy of [`Original::shown`], `width` pixels wide.
pub fn resize_shown(shown: &[u8], width: u32) -> Result<Vec<u8>> {
    resize(shown, width, 78)
}

fn jpeg(picture: &DynamicImage) -> Result<Vec<u8>> {
    // JPEGs and WebPs without transparency nearly always decode to these types; then no copy is made.
    if !matches!(picture, DynamicImage::ImageRgb8(_) | DynamicImage::ImageLuma8(_)) {
        return encode(picture, 90);
    }
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 90);
    picture.write_with_encoder(encoder).map_err(|_| Refusal::internal())?;
    Ok(bytes)
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).map_err(|_| Refusal::internal())?;
    Ok(bytes)
}

/// Encodes as JPEG, with transparent parts on white.
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
