//! Decompression bombs: small picture files that claim huge dimensions. In a process of its own, because its memory is
//! measured.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use std::io::Write as _;
use std::sync::Arc;

use actors::platform::pictures::{PictureKind, Pictures};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;

/// Limit of this process's peak memory (bytes), whatever is uploaded: a decoded picture of the largest kind, its
/// decoder's working memory, and the process itself.
const PEAK: u64 = 700 * 1024 * 1024;

/// An all-zero PNG with `bits` per channel and `channels`, written row by row.
fn png(width: u32, height: u32, bits: u8, colour: u8, channels: u64) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], data: &[u8]| {
        file.extend_from_slice(&u32::try_from(data.len()).unwrap().to_be_bytes());
        let from = file.len();
        file.extend_from_slice(kind);
        file.extend_from_slice(data);
        let mut crc = flate2::Crc::new();
        crc.update(&file[from..]);
        file.extend_from_slice(&crc.sum().to_be_bytes());
    };
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes()[..], &[bits, colour, 0, 0, 0][..]].concat();
    chunk(b"IHDR", &head);
    let row = 1 + (u64::from(width) * u64::from(bits) * channels).div_ceil(8);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![0; usize::try_from(row).unwrap()];
    for _ in 0..height {
        packed.write_all(&zeros).unwrap();
    }
    chunk(b"IDAT", &packed.finish().unwrap());
    chunk(b"IEND", b"");
    file
}

/// A JPEG; the raw pixels are freed after encoding.
fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let raw: Vec<u8> = (0..width * height * 3).map(|n| (n % 251) as u8).collect();
    let mut bytes = Vec::new();
    let encoder = &mut JpegEncoder::new_with_quality(&mut bytes, 10);
    encoder.encode(&raw, width, height, ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// A small JPEG whose header claims these dimensions.
fn boasting_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = jpeg(16, 16);
    let frame = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

/// Peak memory of this process (bytes).
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap() * 1024
}

#[actix_rt::test]
async fn peak_memory_is_bounded_for_any_picture() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Arc::new(Pictures::open(folder.path()).unwrap());
    let refused = [
        ("grey, one bit, 900 million pixels", png(30_000, 30_000, 1, 0, 1)),
        ("wide", png(400_000, 100, 8, 2, 3)),
        ("just over the pixels", png(8_000, 5_001, 8, 0, 1)),
        ("16 bits and transparent: few pixels, many bytes", png(6_000, 6_000, 16, 6, 4)),
        ("a JPEG of 63 million pixels", boasting_jpeg(9_000, 7_000)),
    ];
    for (what, file) in refused {
        assert!(file.len() < 10 * 1024 * 1024, "{what} is {} bytes", file.len());
        let refusal = pictures.put(PictureKind::User, 1, file).await.unwrap_err();
        assert_eq!(refusal.code, "TOO_MANY_PIXELS", "{what}");
    }
    // Four of the largest pictures allowed, at the same time: they are decoded one after the other.
    let largest = [jpeg(8_000, 5_000), png(8_000, 5_000, 8, 6, 4)];
    let all = (0..4).map(|n| pictures.put(PictureKind::User, n, largest[n as usize % 2].clone()));
    for put in futures_util::future::join_all(all).await {
        put.unwrap();
    }
    assert!(peak() < PEAK, "{} MiB were taken", peak() / 1024 / 1024);
}
