//! Tests of storing and serving pictures, and of the gates.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

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
async fn a_copy_is_made_once_and_goes_with_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Pictures::open(folder.path()).unwrap();
    let count = || {
        let copies = folder.path().join("copies/user/7");
        std::fs::read_dir(copies).map_or(0, std::iter::Iterator::count)
    };
    let old = pictures.put(PictureKind::User, 7, png(300)).await.unwrap();
    for (width, quality) in [(100, 50), (128, 1), (65, 40), (128, 50)] {
        pictures.get(PictureKind::User, 7, &old, width, quality).await.unwrap();
    }
    assert_eq!(count(), 1, "all of these are one");
    for width in 1..=1_100 {
        for quality in [1, 51, 100] {
            // Most are served from existing copies.
            pictures.get(PictureKind::User, 7, &old, width, quality).await.unwrap();
        }
    }
    assert_eq!(count(), 6 * 3, "whatever is asked for");
    let new = pictures.put(PictureKind::User, 7, png(400)).await.unwrap();
    pictures.get(PictureKind::User, 7, &new, 100, 50).await.unwrap();
    pictures.replaced(PictureKind::User, 7, Some(old.clone()), &new).await;
    assert_eq!(count(), 1);
    assert!(pictures.get(PictureKind::User, 7, &old, 100, 50).await.is_err());
    pictures.get(PictureKind::User, 7, &new, 900, 50).await.unwrap();
    pictures.remove(PictureKind::User, 7).await.unwrap();
    assert!(pictures.get(PictureKind::User, 7, &new, 100, 50).await.is_err());
}

#[actix::test]
async fn one_upload_of_a_person_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Pictures::open(folder.path()).unwrap();
    let first = pictures.admit(UserId(1)).await.unwrap();
    assert_eq!(pictures.admit(UserId(1)).await.err().unwrap().code, "RATE_LIMITED");
    let _other = pictures.admit(UserId(2)).await.unwrap();
    drop(first);
    let _again = pictures.admit(UserId(1)).await.unwrap();
}

#[actix::test]
async fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Pictures::open(folder.path()).unwrap();
    let mut broken = png(64);
    broken.truncate(60);
    for upload in [b"<svg/>".to_vec(), Vec::new(), b"GIF89a".to_vec(), broken] {
        let refusal = pictures.put(PictureKind::User, 7, upload).await.unwrap_err();
        assert_eq!(refusal.code, "NOT_AN_IMAGE");
    }
}

#[actix::test]
async fn full_gate_refuses_new_copies_and_serves_stored_ones() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Pictures::open(folder.path()).unwrap();
    let version = pictures.put(PictureKind::User, 7, png(300)).await.unwrap();
    let small = pictures.get(PictureKind::User, 7, &version, 32, 50).await.unwrap();
    let full = pictures.copying.fill().unwrap();
    let refused = pictures.get(PictureKind::User, 7, &version, 64, 50).await.err().unwrap();
    assert_eq!(refused.code, "BUSY");
    let kept = pictures.get(PictureKind::User, 7, &version, 32, 50).await.unwrap();
    assert_eq!(kept.bytes, small.bytes);
    drop(full);
    pictures.get(PictureKind::User, 7, &version, 64, 50).await.unwrap();
}

#[actix::test]
async fn full_gates_refuse_uploads_and_decoding() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = Pictures::open(folder.path()).unwrap();
    let full = pictures.reading.fill().unwrap();
    assert_eq!(pictures.admit(UserId(1)).await.err().unwrap().code, "BUSY");
    drop(full);
    // An upload that was refused leaves no entry in the list.
    pictures.admit(UserId(1)).await.unwrap();
    let _full = pictures.decoding.fill().unwrap();
    let refused = pictures.put(PictureKind::User, 1, png(8)).await.unwrap_err();
    assert_eq!(refused.code, "BUSY");
}
