//! Files of messages: uploaded, sent, read by those who may, deleted with their messages. Contract §3.3.

use actors::files::{Home, Store, recount};
use image::{GenericImageView, load_from_memory};

use crate::harness::{
    Answer, Org, Patience, Person, Value, World, files_form, id, jpeg_with_exif, json, png,
};

pub const MIB: usize = 1024 * 1024;
pub const LIMIT: usize = 25 * MIB;

async fn bring(person: &Person, channel: i64, files: &[(&str, &[u8])]) -> Answer {
    let (kind, body) = files_form(files);
    person
        .call("POST", &format!("/api/v1/chat/channels/{channel}/attachments"))
        .body(&kind, body)
        .send()
        .await
}

async fn brought(person: &Person, channel: i64, name: &str, bytes: &[u8]) -> Value {
    bring(person, channel, &[(name, bytes)]).await.data()[0].take()
}

/// Sends a message with one file; answers both as the API shows them.
async fn sent(person: &Person, channel: i64, name: &str, bytes: &[u8]) -> (Value, Value) {
    let file = brought(person, channel, name, bytes).await;
    let message = person.sends(channel, json!({"content": "", "attachmentIds": [file["id"]]})).await.data();
    (message, file)
}

pub async fn fetch(person: &Person, file: &Value) -> Answer {
    person.get(file["url"].as_str().unwrap()).await
}

/// The objects in the byte store.
pub async fn stored(world: &World) -> Vec<String> {
    Store::open(&world.platform.settings.files).unwrap().names().await.unwrap()
}

/// Waits until `count` objects are left: bytes are deleted after the response.
pub async fn left(world: &World, count: usize) {
    let mut patience = Patience::new();
    while patience.lasts().await {
        if stored(world).await.len() == count {
            return;
        }
    }
    panic!("left behind: {:?}", stored(world).await);
}

/// The database's records and the byte store agree, once work after responses is done.
pub async fn agrees(world: &World) {
    let store = Store::open(&world.platform.settings.files).unwrap();
    let mut found = Vec::new();
    let mut patience = Patience::new();
    while patience.lasts().await {
        found = recount(&world.storage, &store).await.unwrap();
        if found.is_empty() {
            break;
        }
    }
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn picture_is_deleted_with_its_message() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let reader = org.with("TEACHER").await;
    let secret = jpeg_with_exif(400, 200, "HEMLIG-PLATS");
    let (message, file) = sent(&org.owner, org.general, "klassen.jpg", &secret).await;
    assert_eq!((&file["name"], &file["contentType"]), (&json!("klassen.jpg"), &json!("image/jpeg")));
    assert_eq!((&file["kind"], &file["width"], &file["height"]), (&json!("IMAGE"), &json!(200), &json!(400)));
    assert_eq!(message["attachments"], json!([file]));
    assert_eq!(message["content"], "");
    let seen = reader.reads(org.general).await;
    assert_eq!(seen.as_array().unwrap().last().unwrap()["attachments"], json!([file]));
    let answer = fetch(&reader, &file).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body.len() as i64, id(&file["size"]));
    for hidden in [&b"HEMLIG-PLATS"[..], b"Exif"] {
        assert!(!answer.body.windows(hidden.len()).any(|part| part == hidden), "metadata is dropped");
    }
    assert_eq!(load_from_memory(&answer.body).unwrap().dimensions(), (200, 400), "upright");
    assert_eq!(answer.header("content-type"), "image/jpeg");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("content-security-policy"), "sandbox; default-src 'none'");
    assert!(answer.header("cache-control").starts_with("private"));
    assert!(answer.header("content-disposition").starts_with("inline; filename=\"klassen.jpg\""));
    let small = reader.get(&format!("{}?w=100", file["previewUrl"].as_str().unwrap())).await;
    assert_eq!(load_from_memory(&small.body).unwrap().dimensions(), (200, 400), "never larger than it is");

    let events = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    let told = reader.get(&events).await.data();
    let event = told["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&event["hasAttachments"], &event["attachments"]), (&json!(true), &json!([file])));
    assert_eq!(event["preview"], "Bild: klassen.jpg");
    agrees(&world).await;

    let gone = org.owner.delete(&format!("/api/v1/chat/messages/{}", message["id"])).await.data();
    assert_eq!(gone["attachments"], json!([]));
    fetch(&reader, &file).await.refused(404, "NOT_FOUND");
    fetch(&org.owner, &file).await.refused(404, "NOT_FOUND");
    left(&world, 0).await;
    agrees(&world).await;
    let told = reader.get(&events).await.data();
    let event = told["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&event["hasAttachments"], &event["attachments"]), (&json!(false), &json!([])));
}

#[actix_web::test]
async fn equal_bytes_are_kept_once_and_stay_while_a_message_has_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (first, one) = sent(&org.owner, org.general, "a.txt", b"samma sak").await;
    let (second, two) = sent(&org.owner, org.general, "b.txt", b"samma sak").await;
    assert_ne!(one["id"], two["id"]);
    assert_eq!(stored(&world).await.len(), 1);
    org.owner.delete(&format!("/api/v1/chat/messages/{}", first["id"])).await.data();
    fetch(&org.owner, &one).await.refused(404, "NOT_FOUND");
    assert_eq!(&fetch(&org.owner, &two).await.body[..], b"samma sak");
    org.owner.delete(&format!("/api/v1/chat/messages/{}", second["id"])).await.data();
    left(&world, 0).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn file_type_is_detected_from_bytes() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let octets = "application/octet-stream";
    let mut broken = png(64, 64);
    broken.truncate(70);
    let harmless: &[(&str, &[u8])] = &[
        ("program.png", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff"),
        ("bild.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("sida.png", b"<!DOCTYPE html><html><script>alert(1)</script></html>"),
        ("gif-och-js.gif", b"GIF89a=1;alert(document.domain)//"),
        ("trasig.png", &broken),
        ("telefon.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
        ("paket.zip", b"PK\x03\x04"),
    ];
    for (name, bytes) in harmless {
        let (_, file) = sent(me, org.general, name, bytes).await;
        assert_eq!((&file["contentType"], &file["kind"]), (&json!(octets), &json!("FILE")), "{name}");
        assert!(file.get("previewUrl").is_none(), "{name}");
        let answer = fetch(me, &file).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, octets), "{name}");
        assert!(answer.header("content-disposition").starts_with("attachment; "), "{name}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{name}");
        assert_eq!(&answer.body[..], *bytes, "{name}");
        me.get(&format!("/api/v1/chat/attachments/{}/preview", file["id"])).await.refused(404, "NOT_FOUND");
    }
    let (_, pdf) = sent(me, org.general, "plan.pdf", b"%PDF-1.7\n%%EOF").await;
    let answer = fetch(me, &pdf).await;
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
}

const VOICE_WEBM: &[u8] = include_bytes!("../../../actors/src/files/samples/voice.webm");
const FILM_WEBM: &[u8] = include_bytes!("../../../actors/src/files/samples/film.webm");
const VOICE_MP4: &[u8] = include_bytes!("../../../actors/src/files/samples/voice.mp4");
const FILM_MP4: &[u8] = include_bytes!("../../../actors/src/files/samples/film.mp4");

/// WebM and MP4 hold films as well as voice recordings: their tracks decide the kind, not their names.
#[actix_web::test]
async fn voice_messages_are_audio_and_films_are_video() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let reader = org.with("TEACHER").await;
    let stranger = world.person("Stina").await;
    let cases: &[(&str, &[u8], &str, &str, &str)] = &[
        ("Röstmeddelande 2026-11-26 08.12.webm", VOICE_WEBM, "audio/webm", "AUDIO", "Röstmeddelande"),
        ("tal.mp4", VOICE_MP4, "audio/mp4", "AUDIO", "Ljud: tal.mp4"),
        ("tal.webm", FILM_WEBM, "video/webm", "VIDEO", "Fil: tal.webm"),
        ("Röstmeddelande.mp4", FILM_MP4, "video/mp4", "VIDEO", "Fil: Röstmeddelande.mp4"),
    ];
    let events = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    for (name, bytes, content_type, kind, preview) in cases {
        let (message, file) = sent(&org.owner, org.general, name, bytes).await;
        let told = reader.get(&events).await.data();
        assert_eq!(told["events"].as_array().unwrap().last().unwrap()["preview"], *preview, "{name}");
        assert_eq!((&file["contentType"], &file["kind"]), (&json!(content_type), &json!(kind)), "{name}");
        assert_eq!(message["attachments"], json!([file]), "{name}");
        let heard = fetch(&reader, &file).await;
        assert_eq!((heard.status, heard.header("content-type")), (200, *content_type), "{name}");
        assert!(heard.header("content-disposition").starts_with("inline; "), "{name}");
        assert_eq!(&heard.body[..], *bytes, "{name}");
        fetch(&stranger, &file).await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn file_names_are_sanitized() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    for (given, kept) in [
        ("../../etc/passwd", "passwd"),
        ("bild\u{202e}gpj.exe", "bildgpj.exe"),
        ("Årsmöte 2026.txt", "Årsmöte 2026.txt"),
    ] {
        let file = brought(&org.owner, org.general, given, b"text").await;
        assert_eq!(file["name"], kept);
        let said = fetch(&org.owner, &file).await;
        let said = said.header("content-disposition");
        assert!(said.is_ascii() && !said.contains(['\r', '\n']), "{said}");
    }
    let file = brought(&org.owner, org.general, "Å.txt", b"text").await;
    let answer = fetch(&org.owner, &file).await;
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"_.txt\"; filename*=UTF-8''%C3%85.txt"
    );
}

#[actix_web::test]
async fn file_over_the_size_limit_is_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let whole = vec![7_u8; LIMIT];
    let file = brought(&org.owner, org.general, "stor.bin", &whole).await;
    assert_eq!(file["size"], LIMIT as i64);
    org.owner.delete(&format!("/api/v1/chat/attachments/{}", file["id"])).await.is(204);
    left(&world, 0).await;
    let before = world.dump().await;
    let more = vec![7_u8; LIMIT + 1];
    bring(&org.owner, org.general, &[("liten.txt", b"x"), ("stor.bin", &more)])
        .await
        .refused(413, "TOO_LARGE");
    bring(&org.owner, org.general, &[("tom.txt", b"")]).await.wrong_field("file", "EMPTY");
    bring(&org.owner, org.general, &[]).await.wrong_field("file", "REQUIRED");
    let eleven: Vec<(&str, &[u8])> = (0..11).map(|_| ("a.txt", &b"x"[..])).collect();
    bring(&org.owner, org.general, &eleven).await.wrong_field("file", "LENGTH");
    assert_eq!(stored(&world).await, Vec::<String>::new(), "nothing of a refused upload is left");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn interrupted_upload_leaves_nothing() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let before = world.dump().await;
    let (kind, body) = files_form(&[("ett.bin", &vec![1; 2 * MIB]), ("bild.png", &png(300, 300))]);
    let path = format!("/api/v1/chat/channels/{}/attachments", org.general);
    for tenth in 0..10 {
        let cut = body[..body.len() * tenth / 10].to_vec();
        let answer = org.owner.call("POST", &path).body(&kind, cut).send().await;
        answer.refused(400, "UNREADABLE");
    }
    assert_eq!(stored(&world).await, Vec::<String>::new());
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn decompression_bomb_is_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut bomb = png(16, 16);
    bomb[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let sum = flate2_crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    bring(&org.owner, org.general, &[("bomb.png", &bomb)]).await.refused(413, "TOO_MANY_PIXELS");
    assert_eq!(stored(&world).await, Vec::<String>::new());
}

/// CRC-32 as in PNG.
pub fn flate2_crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 },
        )
    })
}

#[actix_web::test]
async fn files_support_ranges_and_etags() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (_, file) = sent(&org.owner, org.general, "tal.txt", b"0123456789").await;
    let url = file["url"].as_str().unwrap();
    let with = |name: &str, value: &str| org.owner.call("GET", url).header(name, value).send();
    for (range, text, said) in [
        ("bytes=2-4", "234", "bytes 2-4/10"),
        ("bytes=7-", "789", "bytes 7-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"),
        ("bytes=0-99", "0123456789", "bytes 0-9/10"),
    ] {
        let answer = with("range", range).await;
        assert_eq!(
            (answer.status, &*answer.text(), answer.header("content-range")),
            (206, text, said),
            "{range}"
        );
    }
    let answer = with("range", "bytes=10-").await;
    assert_eq!(answer.header("content-range"), "bytes */10");
    answer.refused(416, "RANGE_NOT_SATISFIABLE");
    for range in ["bytes=1-2,4-5", "pages=1-2", "bytes=x"] {
        assert_eq!(with("range", range).await.text(), "0123456789", "{range}");
    }
    let whole = fetch(&org.owner, &file).await;
    assert_eq!(whole.header("accept-ranges"), "bytes");
    let etag = whole.header("etag").to_owned();
    let same = with("if-none-match", &etag).await;
    assert_eq!((same.status, same.body.len()), (304, 0));
    let resumed =
        |tag: &str| org.owner.call("GET", url).header("range", "bytes=8-").header("if-range", tag).send();
    assert_eq!(resumed(&etag).await.text(), "89");
    assert_eq!(resumed("\"another\"").await.text(), "0123456789");
    org.owner.call("PUT", url).send().await.refused(405, "METHOD_NOT_ALLOWED");
    let room = format!("/api/v1/chat/channels/{}/attachments", org.general);
    org.owner.call("GET", &room).send().await.refused(405, "METHOD_NOT_ALLOWED");
}

#[actix_web::test]
async fn only_own_unsent_files_of_the_channel_are_sent_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let other = org.with("TEACHER").await;
    let room = org.channel("annan", json!({})).await;
    let file = brought(&org.owner, org.general, "a.txt", b"a").await;
    let with = |ids: Value| json!({"content": "hej", "attachmentIds": ids});
    let refuse = async |person: &Person, channel: i64, ids: Value| {
        person.sends(channel, with(ids)).await.wrong_field("attachmentIds", "ATTACHMENT");
    };
    refuse(&other, org.general, json!([file["id"]])).await;
    refuse(&org.owner, room, json!([file["id"]])).await;
    refuse(&org.owner, org.general, json!([1])).await;
    refuse(&org.owner, org.general, json!([file["id"], 1])).await;
    let twice = with(json!([file["id"], file["id"]]));
    org.owner.sends(org.general, twice).await.wrong_field("attachmentIds", "ATTACHMENT");
    let many: Vec<i64> = (1..12).collect();
    org.owner.sends(org.general, with(json!(many))).await.wrong_field("attachmentIds", "LENGTH");
    org.owner.sends(org.general, json!({"content": "  "})).await.wrong_field("content", "REQUIRED");
    // Two concurrent messages with one file: one gets it.
    let (one, two) = futures_util::future::join(
        org.owner.sends(org.general, with(json!([file["id"]]))),
        org.owner.sends(org.general, with(json!([file["id"]]))),
    )
    .await;
    let mut answers = [one.status, two.status];
    answers.sort_unstable();
    assert_eq!(answers, [201, 422]);
    refuse(&org.owner, org.general, json!([file["id"]])).await;
    org.owner.delete(&format!("/api/v1/chat/attachments/{}", file["id"])).await.refused(409, "SENT");
    // A repeated request returns the first file.
    let file = brought(&org.owner, org.general, "b.txt", b"b").await;
    let again = json!({"content": "", "attachmentIds": [file["id"]], "clientMessageId": "c1"});
    let first = org.owner.sends(org.general, again.clone()).await.data();
    assert_eq!(org.owner.sends(org.general, again).await.data(), first);
    agrees(&world).await;
}

#[actix_web::test]
async fn files_require_the_right_to_read_the_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (insider, stranger) = (org.with("TEACHER").await, world.person("Främling").await);
    let neighbour = world.org("Grannskolan").await.owner;
    let (follower, member) = (org.with("FOLLOWER").await, org.with("MEMBER").await);
    let room = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    let row = format!("/api/v1/chat/channels/{room}/members/{}", insider.id);
    org.owner.put(&row, json!({})).await.data();
    let (_, file) = sent(&org.owner, room, "bild.png", &png(30, 30)).await;
    let unsent = brought(&org.owner, room, "ej.txt", b"x").await;
    assert_eq!(fetch(&insider, &file).await.status, 200);
    fetch(&insider, &unsent).await.refused(404, "NOT_FOUND");
    assert_eq!(fetch(&org.owner, &unsent).await.status, 200);
    for path in [file["url"].as_str().unwrap(), file["previewUrl"].as_str().unwrap()] {
        world.anyone("GET", path).send().await.refused(401, "UNAUTHENTICATED");
        for person in [&stranger, &neighbour, &follower, &member] {
            person.get(path).await.refused(404, "NOT_FOUND");
        }
    }
    for person in [&stranger, &neighbour, &follower, &member] {
        let answer = bring(person, room, &[("a.txt", b"a")]).await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.text());
    }
    org.owner.delete(&row).await.is(200);
    fetch(&insider, &file).await.refused(404, "NOT_FOUND");
    insider.get(file["previewUrl"].as_str().unwrap()).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn upload_without_write_access_is_refused_unread() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let room = org.channel("anslag", json!({"readOnly": true})).await;
    let member = org.with("MEMBER").await;
    let (kind, body) = files_form(&[("a.txt", b"a")]);
    let cut = body[..body.len() / 2].to_vec();
    let path = format!("/api/v1/chat/channels/{room}/attachments");
    member.call("POST", &path).body(&kind, cut).send().await.refused(403, "READ_ONLY_CHANNEL");
    assert_eq!(stored(&world).await, Vec::<String>::new());
}

#[actix_web::test]
async fn files_of_pending_messages_are_for_author_and_moderators() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let moderated = json!({"requireModeration": true, "autoApproveMembers": false});
    let room = org.channel("granskad", moderated).await;
    let (author, other) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let (message, file) = sent(&author, room, "a.txt", b"ett").await;
    assert_eq!((&message["visible"], &message["attachments"]), (&json!(false), &json!([file])));
    assert_eq!(fetch(&author, &file).await.status, 200);
    assert_eq!(fetch(&org.owner, &file).await.status, 200);
    fetch(&other, &file).await.refused(404, "NOT_FOUND");
    let approve = format!("/api/v1/chat/messages/{}/approve", message["id"]);
    assert_eq!(org.owner.post(&approve, json!({})).await.data()["attachments"], json!([file]));
    assert_eq!(fetch(&other, &file).await.status, 200);
    let (message, turned_down) = sent(&author, room, "b.txt", "två".as_bytes()).await;
    let reject = format!("/api/v1/chat/messages/{}/reject", message["id"]);
    assert_eq!(org.owner.post(&reject, json!({})).await.data()["attachments"], json!([]));
    fetch(&author, &turned_down).await.refused(404, "NOT_FOUND");
    fetch(&org.owner, &turned_down).await.refused(404, "NOT_FOUND");
    // A rejected edit does not attach its file.
    let edit = format!("/api/v1/chat/messages/{}", id(&other_id(&org, room).await));
    author.put(&edit, json!({"content": "ny text"})).await.data();
    org.owner.post(&format!("{edit}/reject"), json!({})).await.data();
    assert_eq!(fetch(&other, &file).await.status, 200);
    left(&world, 1).await;
    agrees(&world).await;
}

/// The newest message of a channel.
async fn other_id(org: &Org, channel: i64) -> Value {
    org.owner.reads(channel).await.as_array().unwrap().last().unwrap()["id"].clone()
}

#[actix_web::test]
async fn an_edit_keeps_files_and_a_reply_has_its_own() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (message, file) = sent(&org.owner, org.general, "a.txt", b"a").await;
    let path = format!("/api/v1/chat/messages/{}", message["id"]);
    for text in ["med text", ""] {
        let edited = org.owner.put(&path, json!({"content": text})).await.data();
        assert_eq!((&edited["content"], &edited["attachments"]), (&json!(text), &json!([file])));
    }
    let own = brought(&org.owner, org.general, "b.txt", b"b").await;
    let reply = json!({"content": "", "parentMessageId": message["id"], "attachmentIds": [own["id"]]});
    let reply = org.owner.sends(org.general, reply).await.data();
    assert_eq!(reply["attachments"], json!([own]));
    let thread = org.owner.get(&format!("{path}/thread")).await.data();
    assert_eq!(thread["parent"]["attachments"], json!([file]));
    assert_eq!(thread["replies"][0]["attachments"], json!([own]));
    let events = org.owner.get(&format!("/api/v1/chat/channels/{}/events?after=0", org.general)).await.data();
    let last = events["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last["parent"]["attachments"], json!([file]));
    org.owner.delete(&format!("/api/v1/chat/messages/{}", reply["id"])).await.data();
    fetch(&org.owner, &own).await.refused(404, "NOT_FOUND");
    assert_eq!(fetch(&org.owner, &file).await.status, 200);
}

#[actix_web::test]
async fn files_have_a_quota() {
    let quotas = actors::platform::quotas::Quotas::default();
    let quotas = quotas.with(&actors::files::BYTES_OF_USER, 100).with(&actors::files::BYTES_OF_ENTITY, 150);
    let world = World::with_quotas(quotas).await;
    let org = world.org("Skolan").await;
    let other = org.with("TEACHER").await;
    let (message, _) = sent(&org.owner, org.general, "a.bin", &[1; 100]).await;
    bring(&org.owner, org.general, &[("b.bin", &[2; 1])]).await.refused(409, "QUOTA_REACHED");
    bring(&other, org.general, &[("c.bin", &[3; 51])]).await.refused(409, "QUOTA_REACHED");
    brought(&other, org.general, "d.bin", &[4; 50]).await;
    assert_eq!(stored(&world).await.len(), 2, "what was refused is not kept");
    org.owner.delete(&format!("/api/v1/chat/messages/{}", message["id"])).await.data();
    // The quota is released last.
    let taken = || world.storage.files.space(storage::files::OwnerKind::User, org.owner.id);
    let mut patience = Patience::new();
    while patience.lasts().await {
        if taken().await.unwrap() == 0 {
            break;
        }
    }
    assert_eq!(taken().await.unwrap(), 0);
    brought(&org.owner, org.general, "e.bin", &[5; 100]).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn messages_work_while_file_storage_is_down() {
    let world = World::new().await;
    let Home::Folder(_) = &world.platform.settings.files else { return };
    let org = world.org("Skolan").await;
    let (_, file) = sent(&org.owner, org.general, "a.txt", b"a").await;
    let (there, away) = (world.folder.path().join("files"), world.folder.path().join("borta"));
    std::fs::rename(&there, &away).unwrap();
    // A file in the folder's place: nothing can be written below it.
    std::fs::write(&there, b"").unwrap();
    let answer = bring(&org.owner, org.general, &[("b.txt", b"b")]).await;
    assert_eq!(answer.header("retry-after"), "5");
    answer.refused(503, "FILES_UNAVAILABLE");
    let answer = fetch(&org.owner, &file).await;
    answer.refused(503, "FILES_UNAVAILABLE");
    org.owner.says(org.general, "vi hörs ändå").await;
    std::fs::remove_file(&there).unwrap();
    std::fs::rename(&away, &there).unwrap();
    assert_eq!(fetch(&org.owner, &file).await.status, 200);
    sent(&org.owner, org.general, "b.txt", b"b").await;
    agrees(&world).await;
}
