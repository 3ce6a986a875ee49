//! Pictures and upload forms.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A red PNG.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    written(width, height, ImageFormat::Png)
}

/// A red picture.
pub fn written(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_pixel(width, height, Rgb([200, 30, 30]));
    let mut bytes = Vec::new();
    DynamicImage::from(picture).write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// A JPEG whose EXIF data hold orientation 6 (camera held sideways) and `secret`.
pub fn jpeg_with_exif(width: u32, height: u32, secret: &str) -> Vec<u8> {
    let plain = written(width, height, ImageFormat::Jpeg);
    // TIFF, little endian: one entry, tag 0x0112 (orientation), one SHORT of value 6; then the secret.
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(secret.as_bytes());
    let length = u16::try_from(exif.len() + 2).unwrap();
    let mut bytes = plain[..2].to_vec();
    bytes.extend_from_slice(&[0xff, 0xe1]);
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(&exif);
    bytes.extend_from_slice(&plain[2..]);
    bytes
}

/// A multipart form with one file; content type and body.
pub fn form(field: &str, file: &[u8]) -> (String, Vec<u8>) {
    let boundary = "grans-1f0c";
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"bild.png\"\r\n\
         Content-Type: image/png\r\n\r\n"
    );
    let body = [head.as_bytes(), file, format!("\r\n--{boundary}--\r\n").as_bytes()].concat();
    (format!("multipart/form-data; boundary={boundary}"), body)
}

/// A multipart form with files by name, all in the field `file`; content type and body.
pub fn files_form(files: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "grans-2a9d";
    let mut body = Vec::new();
    for (name, bytes) in files {
        let name = name.replace('"', "%22");
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: text/html\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}
