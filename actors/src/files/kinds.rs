//! Detects a file's type by its bytes, never by its name or the sender's claim. Pure.

use storage::files::FileKind;

use super::tracks;

/// The content type of files that are not shown in browsers.
pub const OCTETS: &str = "application/octet-stream";
/// Bytes of a file's beginning that are examined.
pub const HEAD: usize = 8 * 1024;

/// Content types that browsers may show; none that can carry scripts.
const SHOWN: &[(&str, FileKind)] = &[
    ("image/jpeg", FileKind::Image),
    ("image/png", FileKind::Image),
    ("image/webp", FileKind::Image),
    ("image/gif", FileKind::Image),
    ("video/mp4", FileKind::Video),
    ("video/webm", FileKind::Video),
    ("audio/ogg", FileKind::Audio),
    ("audio/mpeg", FileKind::Audio),
    ("audio/mp4", FileKind::Audio),
    ("audio/wav", FileKind::Audio),
    ("audio/webm", FileKind::Audio),
    ("application/pdf", FileKind::File),
];

/// Content type and kind by the first bytes.
pub fn of(head: &[u8]) -> (&'static str, FileKind) {
    let found = infer::get(head).map_or(OCTETS, |found| match found.mime_type() {
        "audio/m4a" | "audio/x-m4a" => "audio/mp4",
        "audio/x-wav" => "audio/wav",
        "video/x-m4v" => "video/mp4",
        // Recordings of browsers use containers that may also contain video.
        "video/webm" if tracks::webm_is_sound(head) => "audio/webm",
        "video/mp4" if tracks::mp4_is_sound(head) => "audio/mp4",
        other => other,
    });
    let known = SHOWN.iter().find(|(content_type, _)| *content_type == found);
    known.copied().unwrap_or((OCTETS, FileKind::File))
}

/// Whether a browser may show it inline.
pub fn is_shown(content_type: &str) -> bool {
    SHOWN.iter().any(|(shown, _)| *shown == content_type)
}

/// The name of a picture that was re-encoded in another format.
pub fn renamed(name: &str, content_type: &str) -> String {
    let (end, fits): (&str, &[&str]) = match content_type {
        "image/jpeg" => ("jpg", &["jpg", "jpeg", "jpe", "jfif"]),
        "image/png" => ("png", &["png"]),
        "image/gif" => ("gif", &["gif"]),
        _ => return name.to_owned(),
    };
    match name.rsplit_once('.') {
        Some((_, old)) if fits.contains(&old.to_ascii_lowercase().as_str()) => name.to_owned(),
        Some((stem, old))
            if !stem.is_empty()
                && ["webp", "png", "gif", "jpg", "jpeg"].contains(&old.to_ascii_lowercase().as_str()) =>
        {
            format!("{stem}.{end}")
        }
        _ => format!("{name}.{end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide() {
        let cases: &[(&[u8], &str, FileKind)] = &[
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg", FileKind::Image),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png", FileKind::Image),
            (b"GIF89a\x01\0\x01\0", "image/gif", FileKind::Image),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp", FileKind::Image),
            (b"\0\0\0\x18ftypisom\0\0\0\0isommp42", "video/mp4", FileKind::Video),
            (include_bytes!("samples/film.webm"), "video/webm", FileKind::Video),
            (include_bytes!("samples/voice.webm"), "audio/webm", FileKind::Audio),
            (include_bytes!("samples/film.mp4"), "video/mp4", FileKind::Video),
            (include_bytes!("samples/voice.mp4"), "audio/mp4", FileKind::Audio),
            (b"\0\0\0\x18ftypM4A \0\0\0\0M4A mp42", "audio/mp4", FileKind::Audio),
            (b"OggS\0\x02", "audio/ogg", FileKind::Audio),
            (b"ID3\x04\0\0", "audio/mpeg", FileKind::Audio),
            (b"RIFF\0\0\0\0WAVEfmt ", "audio/wav", FileKind::Audio),
            (b"%PDF-1.7", "application/pdf", FileKind::File),
            (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", OCTETS, FileKind::File),
            (b"<!DOCTYPE html><html><script>alert(1)</script>", OCTETS, FileKind::File),
            (b"MZ\x90\0", OCTETS, FileKind::File),
            (b"\x7fELF\x02\x01\x01", OCTETS, FileKind::File),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", OCTETS, FileKind::File),
            (b"PK\x03\x04", OCTETS, FileKind::File),
            (b"", OCTETS, FileKind::File),
        ];
        for (head, content_type, kind) in cases {
            assert_eq!(of(head), (*content_type, *kind), "{:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn name_gets_the_extension_of_the_actual_type() {
        for (name, kind, is) in [
            ("bild.webp", "image/jpeg", "bild.jpg"),
            ("bild.JPEG", "image/jpeg", "bild.JPEG"),
            ("bild", "image/png", "bild.png"),
            ("v1.2", "image/png", "v1.2.png"),
            ("film.mp4", "video/mp4", "film.mp4"),
            (".webp", "image/png", ".webp.png"),
        ] {
            assert_eq!(renamed(name, kind), is);
        }
    }
}
