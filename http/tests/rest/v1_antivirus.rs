//! Virus scanning of uploads. `KALENDER_ANTIVIRUS`.
//!
//! With a real clamd if there is one (`http/tests/clamd/with.sh`); failures that a clamd cannot be made to show
//! (hanging, invalid answers) are simulated by a small server.

use std::time::Duration;

use actix_web::rt::{spawn, task::JoinHandle};
use actors::files::{Store, recount};
use actors::platform::antivirus::{Options, Place};
use storage::files::OwnerKind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Answer, Org, Person, World, files_form, form, json, png};

const MIB: usize = 1024 * 1024;
/// Time limit within which a working scanner answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// The EICAR test file, in two parts, so that scanners do not flag this source file.
fn eicar() -> Vec<u8> {
    [&br"X5O!P%@AP[4\PZX54(P^)7CC)7}$"[..], b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].concat()
}

fn options(place: &str, patience: Duration) -> Options {
    Options { place: Some(Place::read(place).unwrap()), patience }
}

/// Connection options of the real clamd.
fn clamd() -> Vec<Options> {
    let ways = ["KALENDER_TEST_CLAMD", "KALENDER_TEST_CLAMD_SOCKET"].map(|name| std::env::var(name).unwrap());
    ways.into_iter().map(|place| options(&place, PATIENCE)).collect()
}

async fn bring(person: &Person, channel: i64, files: &[(&str, &[u8])]) -> Answer {
    let (kind, body) = files_form(files);
    let path = format!("/api/v1/chat/channels/{channel}/attachments");
    person.call("POST", &path).body(&kind, body).send().await
}

/// Nothing of a rejected upload is stored: no bytes, no row, no quota used.
async fn nothing_is_kept(world: &World, org: &Org) {
    let store = Store::open(&world.platform.settings.files).unwrap();
    assert_eq!(store.names().await.unwrap(), Vec::<String>::new());
    assert_eq!(recount(&world.storage, &store).await.unwrap(), Vec::<String>::new());
    assert_eq!(world.storage.files.space(OwnerKind::User, org.owner.id).await.unwrap(), 0);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[ignore = "needs a clamd: http/tests/clamd/with.sh"]
#[actix_web::test]
async fn clean_uploads_pass_and_infected_ones_do_not() {
    for options in clamd() {
        let world = World::scanned(options).await;
        let org = world.org("Skolan").await;
        // Beyond the first chunk that is scanned, and at the very end.
        let late = [vec![b'x'; MIB], eicar()].concat();
        for bytes in [eicar(), late] {
            let answer = bring(&org.owner, org.general, &[("läxa.txt", &bytes)]).await;
            assert_eq!(answer.json()["message"], "Filen innehåller skadlig kod och togs inte emot.");
            assert_eq!(answer.json()["errors"][0]["field"], "file");
            answer.refused(422, "INFECTED");
            nothing_is_kept(&world, &org).await;
        }
        // If one of several files is rejected, none is stored.
        let answer = bring(&org.owner, org.general, &[("a.txt", b"a"), ("b.txt", &eicar())]).await;
        answer.refused(422, "INFECTED");
        nothing_is_kept(&world, &org).await;
        let file = bring(&org.owner, org.general, &[("a.txt", &vec![b'x'; 2 * MIB])]).await.data()[0].take();
        let message = json!({"content": "", "attachmentIds": [file["id"]]});
        org.owner.sends(org.general, message).await.data();
        assert_eq!(org.owner.get(file["url"].as_str().unwrap()).await.body.len(), 2 * MIB);
        assert!(!world.platform.antivirus.is_away().await);
    }
}

#[ignore = "needs a clamd: http/tests/clamd/with.sh"]
#[actix_web::test]
async fn pictures_are_scanned_before_conversion() {
    for options in clamd() {
        let world = World::scanned(options).await;
        let org = world.org("Skolan").await;
        let owner = &org.owner;
        // A sound picture: re-encoding alone would drop what comes after its end.
        let bad = [png(64, 64), eicar()].concat();
        let ways = [
            ("PUT", "/api/v1/me/image".to_owned()),
            ("PUT", format!("/api/v1/entities/{}/image", org.id)),
            ("POST", "/api/v1/feed/media".to_owned()),
        ];
        for (method, path) in &ways {
            let (kind, body) = form("image", &bad);
            let answer = owner.call(method, path).body(&kind, body).send().await;
            assert_eq!(answer.json()["errors"][0]["field"], "image");
            answer.refused(422, "INFECTED");
        }
        bring(owner, org.general, &[("bild.png", &bad)]).await.refused(422, "INFECTED");
        assert!(world.kept_under("").await.is_empty());
        for (method, path) in &ways {
            let (kind, body) = form("image", &png(64, 64));
            let answer = owner.call(method, path).body(&kind, body).send().await;
            assert!(answer.status < 300, "{path}: {}", answer.status);
        }
        assert_eq!(world.kept_under("").await.len(), ways.len());
    }
}

#[ignore = "needs a clamd: http/tests/clamd/with.sh"]
#[actix_web::test]
async fn file_too_large_for_the_scanner_is_refused() {
    for options in clamd() {
        let world = World::scanned(options).await;
        let org = world.org("Skolan").await;
        for size in [3 * MIB + 1, 20 * MIB] {
            let answer = bring(&org.owner, org.general, &[("film.bin", &vec![0; size])]).await;
            answer.refused(413, "TOO_LARGE_TO_SCAN");
            nothing_is_kept(&world, &org).await;
        }
        bring(&org.owner, org.general, &[("film.bin", &vec![0; 3 * MIB])]).await.data();
    }
}

/// A fake scanner's behaviour.
#[derive(Clone, Copy)]
enum Odd {
    /// Reads everything and answers this.
    Says(&'static [u8]),
    /// Answers this after the first bytes and closes the connection.
    SaysAtOnce(&'static [u8]),
    /// Reads everything and does not answer.
    IsSilent,
    /// Reads nothing.
    Sleeps,
}

async fn odd(mut line: TcpStream, odd: Odd) -> std::io::Result<()> {
    let mut command = [0; 10];
    line.read_exact(&mut command).await?;
    assert_eq!(&command, b"zINSTREAM\0");
    match odd {
        Odd::SaysAtOnce(answer) => return line.write_all(answer).await,
        Odd::Sleeps => return std::future::pending().await,
        Odd::Says(_) | Odd::IsSilent => {}
    }
    loop {
        let size = line.read_u32().await? as usize;
        if size == 0 {
            break;
        }
        line.read_exact(&mut vec![0; size]).await?;
    }
    match odd {
        Odd::Says(answer) => line.write_all(answer).await,
        _ => std::future::pending().await,
    }
}

/// A fake scanner that listens until this is dropped.
struct Standing(JoinHandle<()>);

impl Drop for Standing {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn stand(listener: TcpListener, what: Odd) -> Standing {
    Standing(spawn(async move {
        while let Ok((line, _)) = listener.accept().await {
            spawn(odd(line, what));
        }
    }))
}

#[actix_web::test]
async fn uploads_are_refused_without_a_scanners_answer() {
    let hasty = Duration::from_millis(300);
    let cases = [
        (Odd::Says(b""), PATIENCE),
        (Odd::Says(b"\0"), PATIENCE),
        (Odd::Says(b"stream: OK"), PATIENCE),
        (Odd::Says(b"HTTP/1.1 200 OK\r\n\r\n"), PATIENCE),
        (Odd::Says(b"stream: Can't allocate memory ERROR\0"), PATIENCE),
        (Odd::Says(&[b'x'; 10_000]), PATIENCE),
        (Odd::SaysAtOnce(b""), PATIENCE),
        (Odd::SaysAtOnce(b"UNKNOWN COMMAND\0"), PATIENCE),
        (Odd::IsSilent, hasty),
        (Odd::Sleeps, hasty),
    ];
    for (what, patience) in cases {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let world = World::scanned(options(&listener.local_addr().unwrap().to_string(), patience)).await;
        let _standing = stand(listener, what);
        let org = world.org("Skolan").await;
        // More than the connection buffers by itself.
        let answer = bring(&org.owner, org.general, &[("film.bin", &vec![0; 24 * MIB])]).await;
        assert_eq!(answer.header("retry-after"), "5");
        answer.refused(503, "ANTIVIRUS_UNAVAILABLE");
        let (kind, body) = form("image", &png(64, 64));
        let answer = org.owner.call("PUT", "/api/v1/me/image").body(&kind, body).send().await;
        answer.refused(503, "ANTIVIRUS_UNAVAILABLE");
        nothing_is_kept(&world, &org).await;
        assert!(world.kept_under("").await.is_empty());
    }
}

#[actix_web::test]
async fn messages_work_without_scanner_and_files_after_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let world = World::scanned(options(&address.to_string(), PATIENCE)).await;
    let org = world.org("Skolan").await;
    let answer = bring(&org.owner, org.general, &[("a.txt", b"a")]).await;
    assert_eq!(answer.header("retry-after"), "5");
    answer.refused(503, "ANTIVIRUS_UNAVAILABLE");
    assert!(world.platform.antivirus.is_away().await);
    nothing_is_kept(&world, &org).await;
    org.owner.says(org.general, "vi hörs ändå").await;
    let _standing = stand(TcpListener::bind(address).await.unwrap(), Odd::Says(b"stream: OK\0"));
    bring(&org.owner, org.general, &[("a.txt", b"a")]).await.data();
}

/// Uploads by tus are scanned as a whole with the last byte; if the scanner does not answer, that byte can be sent
/// again.
#[actix_web::test]
async fn resumable_upload_is_scanned_as_a_whole() {
    for (says, status) in [(&b"stream: OK\0"[..], 204), (b"stream: Test.Word FOUND\0", 422)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let world = World::scanned(options(&address.to_string(), PATIENCE)).await;
        let org = world.org("Skolan").await;
        let tus = |method: &str, path: &str| org.owner.call(method, path).header("tus-resumable", "1.0.0");
        let room = format!("/api/v1/chat/channels/{}/uploads", org.general);
        let begun = tus("POST", &room).header("upload-length", "2").send().await;
        let place = begun.header("location").to_owned();
        let more = |offset: &str, byte: &'static [u8]| {
            let call = tus("PATCH", &place).header("upload-offset", offset);
            call.body("application/offset+octet-stream", byte).send()
        };
        assert_eq!(more("0", b"a").await.status, 204, "nothing is shown before the end");
        let answer = more("1", b"b").await;
        assert_eq!(answer.header("retry-after"), "5");
        answer.refused(503, "ANTIVIRUS_UNAVAILABLE");
        assert_eq!(tus("HEAD", &place).send().await.header("upload-offset"), "1");
        let _standing = stand(TcpListener::bind(address).await.unwrap(), Odd::Says(says));
        let answer = more("1", b"b").await;
        if status == 204 {
            assert_eq!((answer.status, answer.header("upload-offset")), (204, "2"));
            let file = org.owner.get(&place).await.data()["attachment"].take();
            assert_eq!(org.owner.get(file["url"].as_str().unwrap()).await.text(), "ab");
        } else {
            answer.refused(422, "INFECTED");
            tus("HEAD", &place).send().await.refused(404, "NOT_FOUND");
            nothing_is_kept(&world, &org).await;
        }
    }
}
