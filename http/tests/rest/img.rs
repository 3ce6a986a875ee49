//! `/img/{kind}/{id}` and the uploads behind it.

use image::{GenericImageView, ImageFormat, load_from_memory};

use crate::harness::{Answer, Person, World, form, jpeg_with_exif, png, written};

async fn upload(person: &Person, path: &str, file: &[u8]) -> Answer {
    let (kind, body) = form("image", file);
    person.call("PUT", path).body(&kind, body).send().await
}

#[actix_web::test]
async fn metadata_is_removed_and_orientation_applied() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let file = jpeg_with_exif(200, 100, "HEMLIG-PLATS");
    assert!(file.windows(12).any(|part| part == b"HEMLIG-PLATS"));
    upload(&anna, "/api/v1/me/image", &file).await.is(200);
    let served = world.anyone("GET", &format!("/img/user/{}", anna.id)).send().await;
    let mut bytes = world.kept_under(&format!("user/{}", anna.id)).await;
    assert_eq!(bytes.len(), 1, "only the re-encoded one is kept");
    bytes.push(served.body.to_vec());
    for picture in bytes {
        for secret in [&b"HEMLIG-PLATS"[..], b"Exif"] {
            assert!(!picture.windows(secret.len()).any(|part| part == secret));
        }
        assert_eq!(load_from_memory(&picture).unwrap().dimensions(), (100, 200), "turned by its EXIF");
    }
}

#[actix_web::test]
async fn files_that_are_no_pictures_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        upload(&anna, "/api/v1/me/image", &written(8, 8, format)).await.is(200);
    }
    let before = world.dump().await;
    let mut broken = png(64, 64);
    broken.truncate(70);
    for file in [&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], b"", b"GIF89a\x01\0\x01\0", &broken] {
        upload(&anna, "/api/v1/me/image", file).await.refused(415, "NOT_AN_IMAGE");
    }
    let (kind, body) = form("picture", &png(8, 8));
    let answer = anna.call("PUT", "/api/v1/me/image").body(&kind, body).send().await;
    answer.wrong_field("image", "REQUIRED");
    let (kind, body) = form("image", &png(8, 8));
    let cut = body[..body.len() / 2].to_vec();
    anna.call("PUT", "/api/v1/me/image").body(&kind, cut).send().await.refused(400, "UNREADABLE");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn uploads_over_ten_mebibytes_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let limit = 10 * 1024 * 1024;
    let mut file = png(8, 8);
    // PNG readers stop at the end chunk; the rest only makes the file long.
    file.resize(limit, 0);
    upload(&anna, "/api/v1/me/image", &file).await.is(200);
    file.resize(limit + 1, 0);
    upload(&anna, "/api/v1/me/image", &file).await.refused(413, "TOO_LARGE");
}

#[actix_web::test]
async fn copies_have_widths_and_are_revalidated() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    upload(&anna, "/api/v1/me/image", &png(1500, 750)).await.is(200);
    let address = format!("/img/user/{}", anna.id);
    for (query, width) in [("", 1024), ("?w=1", 32), ("?w=100", 128), ("?w=128&q=90", 128), ("?w=4000", 1024)]
    {
        let answer = world.anyone("GET", &format!("{address}{query}")).send().await;
        assert_eq!(answer.status, 200, "{query}");
        assert_eq!(load_from_memory(&answer.body).unwrap().width(), width, "{query}");
    }
    let first = world.anyone("GET", &format!("{address}?w=64")).send().await;
    let etag = first.header("etag").to_owned();
    assert!(!etag.is_empty());
    let again =
        |tag: &str| world.anyone("GET", &format!("{address}?w=64")).header("if-none-match", tag).send();
    let same = again(&etag).await;
    assert_eq!((same.status, same.body.len()), (304, 0));
    assert_eq!(again("\"something-else\"").await.status, 200);
    upload(&anna, "/api/v1/me/image", &png(40, 40)).await.is(200);
    assert_eq!(again(&etag).await.status, 200, "a new picture has a new tag");
    for query in ["?w=0", "?w=4097", "?q=0", "?q=101", "?w=x"] {
        world.anyone("GET", &format!("{address}{query}")).send().await.refused(422, "INVALID");
    }
}

#[actix_web::test]
async fn missing_picture_is_not_found() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for path in [format!("/img/user/{}", anna.id), "/img/user/1".to_owned(), "/img/channel/1".to_owned()] {
        world.anyone("GET", &path).send().await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn an_organisations_picture_is_its_managers_to_set() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    for (relation, status) in
        [("ADMINISTRATOR", 200), ("PRESIDENT", 403), ("MODERATOR", 403), ("MEMBER", 403), ("FOLLOWER", 403)]
    {
        let person = org.with(relation).await;
        let answer = upload(&person, &org.at("/image"), &png(20, 20)).await;
        assert_eq!(answer.status, status, "{relation}: {}", answer.text());
    }
    // Refused before the body is read, which would be refused as well.
    let member = org.with("MEMBER").await;
    let (kind, body) = form("image", &png(8, 8));
    let cut = body[..body.len() / 2].to_vec();
    member.call("PUT", &org.at("/image")).body(&kind, cut).send().await.refused(403, "ROLE_TOO_LOW");
    let entity = world.anyone("GET", &format!("/api/public/entities/{}", org.slug)).send().await.is(200);
    let address = entity["image"].as_str().unwrap();
    assert_eq!(world.anyone("GET", address).send().await.status, 200);
}

/// During an upload of the same person the next body is refused unread.
#[actix_web::test]
async fn one_upload_of_a_person_at_a_time() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let turn = world.platform.pictures.admit(storage::UserId(anna.id)).await.unwrap();
    let (kind, body) = form("image", &png(8, 8));
    let cut = body[..body.len() / 2].to_vec();
    anna.call("PUT", "/api/v1/me/image").body(&kind, cut).send().await.refused(429, "RATE_LIMITED");
    upload(&bo, "/api/v1/me/image", &png(8, 8)).await.is(200);
    drop(turn);
    upload(&anna, "/api/v1/me/image", &png(8, 8)).await.is(200);
}
