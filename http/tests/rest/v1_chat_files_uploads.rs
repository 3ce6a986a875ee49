//! Resumable uploads by tus 1.0.0: started, interrupted, resumed, completed, cancelled. Contract §3.3.

use actors::files::AREA;
use actors::files::{BYTES_OF_ENTITY, BYTES_OF_USER};
use actors::platform::limits::Rates;
use actors::platform::quotas::Quotas;
use futures_util::future::join;
use storage::files::FileUpload;
use storage::ids::{AttachmentId, JobId, UserId};
use storage::jobs::Job;

use crate::harness::{Answer, Call, Limits, Person, Value, World, id, jpeg_with_exif, json};
use crate::v1_chat_files::{LIMIT, MIB, agrees, fetch, left, stored};

const OCTETS: &str = "application/offset+octet-stream";
/// `År.bin`
const NAME: &str = "filename w4VyLmJpbg==";

fn tus(person: &Person, method: &str, path: &str) -> Call {
    person.call(method, path).header("tus-resumable", "1.0.0")
}

fn room(channel: i64) -> String {
    format!("/api/v1/chat/channels/{channel}/uploads")
}

async fn begin(person: &Person, channel: i64, length: usize) -> Answer {
    let call = tus(person, "POST", &room(channel)).header("upload-length", &length.to_string());
    call.header("upload-metadata", NAME).send().await
}

/// Creates an upload; answers its location.
async fn begun(person: &Person, channel: i64, length: usize) -> String {
    let answer = begin(person, channel, length).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.header("location").to_owned()
}

/// Leaves half of a file uploaded.
pub async fn leave_traces(person: &Person, channel: i64) {
    let place = begun(person, channel, 8).await;
    assert_eq!(more(person, &place, 0, b"half").send().await.status, 204);
}

fn more(person: &Person, place: &str, offset: usize, bytes: &[u8]) -> Call {
    tus(person, "PATCH", place).header("upload-offset", &offset.to_string()).body(OCTETS, bytes)
}

/// The upload's offset.
async fn offset(person: &Person, place: &str) -> usize {
    let answer = tus(person, "HEAD", place).send().await;
    assert_eq!((answer.status, answer.body.len()), (200, 0), "{}", answer.text());
    answer.header("upload-offset").parse().unwrap()
}

async fn attachment(person: &Person, place: &str) -> Value {
    person.get(place).await.data()["attachment"].take()
}

/// Bytes without repetitions.
fn bytes(length: usize, seed: u32) -> Vec<u8> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

async fn row(world: &World, person: &Person, place: &str) -> Option<FileUpload> {
    let number = place.rsplit('/').next().unwrap().parse().unwrap();
    world.storage.files.upload(UserId(person.id), AttachmentId(number)).await.unwrap()
}

/// Runs the expiry of an upload.
async fn over(world: &World, person: &Person, place: &str) {
    let kind = AREA.jobs.iter().find(|kind| kind.name == "files.upload").unwrap();
    let number: i64 = place.rsplit('/').next().unwrap().parse().unwrap();
    let payload = json!({"id": number, "user_id": person.id}).to_string();
    for _ in 0..2 {
        let job = Job::new(JobId(1), 0, kind.name, payload.clone());
        (kind.work)(world.platform.clone(), job).await.unwrap();
    }
}

#[actix_web::test]
async fn interrupted_upload_resumes_where_it_stopped() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let whole = bytes(5 * MIB + 17, 1);
    let place = begun(me, org.general, whole.len()).await;
    let mut sent = 0;
    for tenth in 1..=10 {
        let (from, to) = (offset(me, &place).await, whole.len() * tenth / 10);
        sent += to - from;
        more(me, &place, from, &whole[from..to]).cut().send().await.refused(400, "UNREADABLE");
        assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
        if tenth < 10 {
            assert_eq!(offset(me, &place).await, to, "what has come stays");
            assert_eq!(me.get(&place).await.data()["offset"], json!(to));
            assert!(me.get(&place).await.data().get("attachment").is_none());
        }
    }
    // The last bytes either complete the file or can be sent again.
    let from = offset(me, &place).await;
    assert!(from < whole.len());
    sent += whole.len() - from;
    assert!(sent <= whole.len() + 2 * MIB + MIB / 16, "{sent} bytes were sent");
    agrees(&world).await;
    let answer = more(me, &place, from, &whole[from..]).send().await;
    assert_eq!((answer.status, answer.header("upload-offset")), (204, &*whole.len().to_string()));
    let file = attachment(me, &place).await;
    assert_eq!((&file["name"], &file["size"]), (&json!("År.bin"), &json!(whole.len())));
    assert!(fetch(me, &file).await.body == whole, "the bytes are what they were");
    left(&world, 1).await;
    let message = json!({"content": "", "attachmentIds": [file["id"]]});
    assert_eq!(me.sends(org.general, message).await.data()["attachments"], json!([file]));
    over(&world, me, &place).await;
    assert!(fetch(me, &file).await.body == whole, "an attachment outlives its upload");
    assert!(row(&world, me, &place).await.is_none());
    agrees(&world).await;
}

#[actix_web::test]
async fn many_small_requests_are_stored_in_few_pieces() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let whole = bytes(3 * MIB, 2);
    let place = begun(&org.owner, org.general, whole.len()).await;
    for (n, go) in whole.chunks(100_000).enumerate() {
        let answer = more(&org.owner, &place, n * 100_000, go).send().await;
        assert_eq!(answer.status, 204, "{}", answer.text());
        assert!(stored(&world).await.len() <= 2, "{:?}", stored(&world).await);
        agrees(&world).await;
    }
    let file = attachment(&org.owner, &place).await;
    assert!(fetch(&org.owner, &file).await.body == whole);
    left(&world, 1).await;
}

#[actix_web::test]
async fn protocol_headers_follow_tus() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (me, room) = (&org.owner, room(org.general));
    let offered = me.call("OPTIONS", &room).send().await;
    assert_eq!((offered.status, offered.header("tus-version")), (204, "1.0.0"));
    assert_eq!(offered.header("tus-max-size"), LIMIT.to_string());
    assert_eq!(offered.header("tus-extension"), "creation,creation-with-upload,expiration,termination");

    let post = |length: &str| tus(me, "POST", &room).header("upload-length", length);
    for length in ["", "-1", "+5", "x", "1.5", "99999999999999999999"] {
        post(length).send().await.refused(400, "UNREADABLE");
    }
    tus(me, "POST", &room).header("upload-defer-length", "1").send().await.refused(400, "UNREADABLE");
    post("0").send().await.wrong_field("file", "EMPTY");
    post(&(LIMIT + 1).to_string()).send().await.refused(413, "TOO_LARGE");
    post("5").header("upload-metadata", &"x".repeat(4097)).send().await.refused(400, "UNREADABLE");
    post("5").body("text/plain", "hej").send().await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    assert_eq!(world.storage.files.uploads(UserId(me.id), 9).await.unwrap(), [], "nothing was begun");

    let answer = begin(me, org.general, 10).await;
    assert_eq!((answer.status, answer.header("tus-resumable")), (201, "1.0.0"));
    assert_eq!((answer.header("upload-offset"), answer.header("upload-expires").len()), ("0", 29));
    let place = answer.header("location").to_owned();
    let head = tus(me, "HEAD", &place).send().await;
    assert_eq!((head.header("upload-offset"), head.header("upload-length")), ("0", "10"));
    assert_eq!((head.header("upload-metadata"), head.header("cache-control")), (NAME, "no-store"));

    for version in ["", "0.2.2", "1.0.1"] {
        for (method, path) in [("POST", &room), ("HEAD", &place), ("PATCH", &place), ("DELETE", &place)] {
            let answer = me.call(method, path).header("tus-resumable", version).send().await;
            assert_eq!(answer.header("tus-version"), "1.0.0", "{}", answer.asked);
            answer.refused(412, "TUS_VERSION");
        }
    }
    let patch = || tus(me, "PATCH", &place);
    patch().header("upload-offset", "0").send().await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    patch()
        .header("upload-offset", "0")
        .body("text/plain", "hej")
        .send()
        .await
        .refused(415, "UNSUPPORTED_MEDIA_TYPE");
    patch().body(OCTETS, "hej").send().await.refused(400, "UNREADABLE");
    patch().header("upload-offset", "-0").body(OCTETS, "hej").send().await.refused(400, "UNREADABLE");
    for wrong in [1, 10, 11] {
        more(me, &place, wrong, b"hej").send().await.refused(409, "MOVED_ON");
    }
    more(me, &place, 0, b"elva tecken").send().await.refused(413, "TOO_LARGE");
    // A body whose declared length is too large is rejected before it is read.
    let boasts = more(me, &place, 0, b"hej").header("content-length", "11").cut();
    boasts.send().await.refused(413, "TOO_LARGE");
    assert_eq!(offset(me, &place).await, 0);
    let answer = more(me, &place, 0, b"").send().await;
    assert_eq!((answer.status, answer.header("upload-offset")), (204, "0"));
    let answer = more(me, &place, 0, b"tio t").send().await;
    assert_eq!((answer.status, answer.header("upload-offset")), (204, "5"));
    assert_eq!((answer.header("tus-resumable"), answer.header("upload-expires").len()), ("1.0.0", 29));
    more(me, &place, 0, b"tio t").send().await.refused(409, "MOVED_ON");
    assert_eq!(stored(&world).await.len(), 1);
    agrees(&world).await;

    assert_eq!(tus(me, "DELETE", &place).send().await.status, 204);
    for method in ["HEAD", "DELETE", "GET"] {
        tus(me, method, &place).send().await.refused(404, "NOT_FOUND");
    }
    more(me, &place, 5, b"ecken").send().await.refused(404, "NOT_FOUND");
    assert_eq!(stored(&world).await, Vec::<String>::new());
    over(&world, me, &place).await;
    agrees(&world).await;
    me.call("PUT", &place).send().await.refused(405, "METHOD_NOT_ALLOWED");
}

#[actix_web::test]
async fn concurrent_requests_for_one_offset_apply_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let (one, two) = (bytes(5 * MIB, 3), bytes(5 * MIB, 4));
    let place = begun(me, org.general, one.len()).await;
    let both = |from: usize, to: usize| {
        join(more(me, &place, from, &one[from..to]).send(), more(me, &place, from, &two[from..to]).send())
    };
    let mut winners = Vec::new();
    for (from, to) in [(0, 3 * MIB), (3 * MIB, 5 * MIB)] {
        let (first, second) = both(from, to).await;
        let mut statuses = [first.status, second.status];
        winners.extend_from_slice(if first.status == 204 { &one[from..to] } else { &two[from..to] });
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
    }
    let file = attachment(me, &place).await;
    assert!(fetch(me, &file).await.body == winners, "of each go the bytes of one");
    left(&world, 1).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn lost_final_answer_is_found_and_file_is_stored_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let place = begun(me, org.general, 10).await;
    assert_eq!(more(me, &place, 0, b"tio tecken").send().await.status, 204);
    // A client that missed the answer.
    more(me, &place, 0, b"tio tecken").send().await.refused(409, "MOVED_ON");
    assert_eq!(offset(me, &place).await, 10);
    let file = attachment(me, &place).await;
    assert_eq!(
        (id(&file["id"]), fetch(me, &file).await.text()),
        (row(&world, me, &place).await.unwrap().attachment_id.0, "tio tecken".to_owned())
    );
    assert_eq!(more(me, &place, 10, b"").send().await.status, 204);
    more(me, &place, 10, b"x").send().await.refused(413, "TOO_LARGE");
    assert_eq!(attachment(me, &place).await, file);
    assert_eq!(stored(&world).await.len(), 1);
    assert_eq!(world.storage.files.of(UserId(me.id), None, 9).await.unwrap().0.len(), 1);
    // A terminated upload is gone.
    assert_eq!(tus(me, "DELETE", &place).send().await.status, 204);
    tus(me, "HEAD", &place).send().await.refused(404, "NOT_FOUND");
    me.get(&place).await.refused(404, "NOT_FOUND");
    fetch(me, &file).await.refused(404, "NOT_FOUND");
    left(&world, 0).await;
    // After sending it can only be deleted with its message.
    let place = begun(me, org.general, 2).await;
    more(me, &place, 0, b"ja").send().await;
    let file = attachment(me, &place).await;
    me.sends(org.general, json!({"content": "", "attachmentIds": [file["id"]]})).await.data();
    tus(me, "DELETE", &place).send().await.refused(409, "SENT");
    // When it expires, bytes that are shared with other files stay.
    let message = me.sends(org.general, json!({"content": "två"})).await.data();
    let twin = begun(me, org.general, 2).await;
    more(me, &twin, 0, b"ja").send().await;
    let copy = attachment(me, &twin).await;
    me.sends(
        org.general,
        json!({"content": "", "attachmentIds": [copy["id"]], "parentMessageId": message["id"]}),
    )
    .await
    .data();
    for done in [&place, &twin] {
        over(&world, me, done).await;
    }
    assert_eq!(
        (fetch(me, &file).await.text(), fetch(me, &copy).await.text()),
        ("ja".to_owned(), "ja".to_owned())
    );
    agrees(&world).await;
}

#[actix_web::test]
async fn creation_may_include_first_bytes() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let post = |length: usize, bytes: &'static [u8]| {
        let call = tus(me, "POST", &room(org.general)).header("upload-length", &length.to_string());
        call.header("upload-metadata", NAME).body(OCTETS, bytes)
    };
    let answer = post(3, b"hej").send().await;
    assert_eq!((answer.status, answer.header("upload-offset")), (201, "3"));
    let file = answer.data()["attachment"].take();
    assert_eq!((&file["name"], fetch(me, &file).await.text()), (&json!("År.bin"), "hej".to_owned()));
    let answer = post(6, b"hej").send().await;
    assert_eq!((answer.status, answer.header("upload-offset")), (201, "3"));
    let place = answer.header("location").to_owned();
    assert!(answer.data().get("attachment").is_none());
    more(me, &place, 3, b"san").send().await;
    let file = attachment(me, &place).await;
    assert_eq!(fetch(me, &file).await.text(), "hejsan");
    // A rejected or aborted creation has no location, so nothing of it is stored.
    let open = world.storage.files.uploads(UserId(me.id), 9).await.unwrap().len();
    post(2, b"hej").send().await.refused(413, "TOO_LARGE");
    post(9, b"hej").cut().send().await.refused(400, "UNREADABLE");
    assert_eq!(world.storage.files.uploads(UserId(me.id), 9).await.unwrap().len(), open);
    left(&world, 2).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn completed_upload_equals_a_plain_upload() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let whole = async |bytes: &[u8]| {
        let place = begun(me, org.general, bytes.len()).await;
        let half = bytes.len() / 2;
        assert_eq!(more(me, &place, 0, &bytes[..half]).send().await.status, 204);
        let answer = more(me, &place, half, &bytes[half..]).send().await;
        (place, answer)
    };
    let (place, answer) = whole(&jpeg_with_exif(400, 200, "HEMLIG-PLATS")).await;
    assert_eq!(answer.status, 204);
    let file = attachment(me, &place).await;
    assert_eq!((&file["contentType"], &file["width"]), (&json!("image/jpeg"), &json!(200)));
    let bytes = fetch(me, &file).await.body;
    assert!(!bytes.windows(12).any(|part| part == b"HEMLIG-PLATS"), "metadata is dropped");
    let length = tus(me, "HEAD", &place).send().await;
    assert_eq!(length.header("upload-length"), length.header("upload-offset"), "of what was sent");
    let (place, _) = whole(b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff").await;
    assert_eq!(attachment(me, &place).await["contentType"], "application/octet-stream");
    let mut bomb = crate::harness::png(16, 16);
    bomb[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let sum = crate::v1_chat_files::flate2_crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    let (place, answer) = whole(&bomb).await;
    answer.refused(413, "TOO_MANY_PIXELS");
    tus(me, "HEAD", &place).send().await.refused(404, "NOT_FOUND");
    agrees(&world).await;
}

#[actix_web::test]
async fn upload_over_the_size_limit_is_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let whole = bytes(LIMIT, 5);
    let place = begun(&org.owner, org.general, LIMIT).await;
    assert_eq!(more(&org.owner, &place, 0, &whole).send().await.status, 204);
    let file = attachment(&org.owner, &place).await;
    assert_eq!(file["size"], json!(LIMIT));
    assert!(fetch(&org.owner, &file).await.body == whole);
    left(&world, 1).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn upload_belongs_to_its_owner_with_write_access() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let author = org.with("MEMBER").await;
    let hidden = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    let others = [
        world.person("Främling").await,
        world.org("Grannskolan").await.owner,
        org.with("FOLLOWER").await,
        org.with("TEACHER").await,
        org.with("ADMINISTRATOR").await,
    ];
    let place = begun(&author, org.general, 6).await;
    more(&author, &place, 0, b"hej").send().await;
    for person in &others {
        for method in ["HEAD", "GET", "DELETE"] {
            tus(person, method, &place).send().await.refused(404, "NOT_FOUND");
        }
        more(person, &place, 3, b"san").send().await.refused(404, "NOT_FOUND");
        let answer = begin(person, hidden, 6).await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.text());
        let answer = person.call("OPTIONS", &room(hidden)).send().await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.text());
    }
    world
        .anyone("HEAD", &place)
        .header("tus-resumable", "1.0.0")
        .send()
        .await
        .refused(401, "UNAUTHENTICATED");
    assert_eq!(offset(&author, &place).await, 3);
    let notices = org.channel("anslag", json!({"readOnly": true})).await;
    begin(&author, notices, 6).await.refused(403, "READ_ONLY_CHANNEL");
    // Who may no longer write when the last byte arrives uploads nothing.
    let board = org.channel("tavla", json!({})).await;
    let late = begun(&author, board, 6).await;
    more(&author, &late, 0, b"hej").send().await;
    org.owner.put(&format!("/api/v1/chat/channels/{board}"), json!({"readOnly": true})).await.data();
    more(&author, &late, 3, b"san").send().await.refused(403, "READ_ONLY_CHANNEL");
    tus(&author, "HEAD", &late).send().await.refused(404, "NOT_FOUND");
    more(&author, &place, 3, b"san").send().await;
    let file = attachment(&author, &place).await;
    assert_eq!(fetch(&author, &file).await.text(), "hejsan");
    fetch(&others[3], &file).await.refused(404, "NOT_FOUND");
    left(&world, 1).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn uploads_have_a_quota() {
    let quotas = Quotas::default().with(&BYTES_OF_USER, 100).with(&BYTES_OF_ENTITY, 150);
    let world = World::with_quotas(quotas).await;
    let org = world.org("Skolan").await;
    let (me, other) = (&org.owner, org.with("TEACHER").await);
    begin(me, org.general, 101).await.refused(409, "QUOTA_REACHED");
    let (one, two) = (begun(me, org.general, 60).await, begun(me, org.general, 60).await);
    assert_eq!(more(me, &one, 0, &[1; 60]).send().await.status, 204);
    // Both could start; the first one gets the quota.
    more(me, &two, 0, &[2; 60]).send().await.refused(409, "QUOTA_REACHED");
    tus(me, "HEAD", &two).send().await.refused(404, "NOT_FOUND");
    begin(&other, org.general, 91).await.refused(409, "QUOTA_REACHED");
    left(&world, 1).await;
    agrees(&world).await;
}

#[actix_web::test]
async fn an_upload_counts_once_and_few_are_open() {
    let rates = Rates { files: "2/day".parse().unwrap(), ..Rates::default() };
    let world = World::with_rates(rates).await;
    let org = world.org("Skolan").await;
    let place = begun(&org.owner, org.general, 5).await;
    for (n, byte) in b"abcde".iter().enumerate() {
        assert_eq!(more(&org.owner, &place, n, &[*byte]).send().await.status, 204);
    }
    begun(&org.owner, org.general, 5).await;
    begin(&org.owner, org.general, 5).await.refused(429, "RATE_LIMITED");
    let world = World::with(Limits::Off, None).await;
    let org = world.org("Skolan").await;
    for _ in 0..40 {
        begun(&org.owner, org.general, 5).await;
    }
    begin(&org.owner, org.general, 5).await.refused(409, "QUOTA_REACHED");
}

#[actix_web::test]
async fn expired_upload_is_deleted_with_its_bytes() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let (late, erased) = (begun(me, org.general, 6).await, begun(me, org.general, 6).await);
    for place in [&late, &erased] {
        more(me, place, 0, b"hej").send().await;
    }
    let stands = row(&world, me, &late).await.unwrap();
    assert_eq!(stands.expires - stands.attachment_id.millis(), 24 * 3_600_000);
    let past = FileUpload { expires: 1, ..stands.clone() };
    assert!(world.storage.files.advance(&stands, &past).await.unwrap());
    for method in ["HEAD", "GET", "DELETE"] {
        tus(me, method, &late).send().await.refused(404, "NOT_FOUND");
    }
    more(me, &late, 3, b"san").send().await.refused(404, "NOT_FOUND");
    assert_eq!(stored(&world).await.len(), 2);
    over(&world, me, &late).await;
    assert_eq!(stored(&world).await.len(), 1);
    let user = world.storage.accounts.user(UserId(me.id)).await.unwrap().unwrap();
    (AREA.erase.unwrap())(&world.platform, &user).await.unwrap();
    assert_eq!(stored(&world).await, Vec::<String>::new());
    assert_eq!(world.storage.files.uploads(UserId(me.id), 9).await.unwrap(), []);
    agrees(&world).await;
}

#[actix_web::test]
async fn upload_continues_after_a_process_died_joining() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let me = &org.owner;
    let place = begun(me, org.general, 6).await;
    more(me, &place, 0, b"hej").send().await;
    let stands = row(&world, me, &place).await.unwrap();
    let held = FileUpload { joining: actors::platform::time::now() + 60_000, ..stands.clone() };
    assert!(world.storage.files.advance(&stands, &held).await.unwrap());
    // Meanwhile nobody else may finish, delete or extend it.
    more(me, &place, 3, b"san").send().await.refused(409, "MOVED_ON");
    tus(me, "DELETE", &place).send().await.refused(409, "MOVED_ON");
    assert_eq!(offset(me, &place).await, 3);
    let dead = FileUpload { joining: 1, ..held.clone() };
    assert!(world.storage.files.advance(&held, &dead).await.unwrap());
    assert_eq!(more(me, &place, 3, b"san").send().await.status, 204);
    let file = attachment(me, &place).await;
    assert_eq!(fetch(me, &file).await.text(), "hejsan");
    agrees(&world).await;
}
