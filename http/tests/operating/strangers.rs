//! Cost of unauthenticated connections for the process (contract §1): half-sent heads and bodies, endless heads,
//! compression bombs, malformed requests, and too many connections of an address. Bounds memory, not time.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use super::running::{Place, Serving, call, until};

const KIB: u64 = 1024;
/// Concurrent connections.
const MANY: usize = 3_000;
/// Connections before the measurement, so that one-time allocations are not counted.
const FEW: usize = 200;
/// Memory that one may cost, in bytes.
const EACH: u64 = 64 * KIB;

/// Resident memory of the server, in bytes.
fn resident(serving: &Serving) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() * KIB
}

/// Bytes received for the server that it has not read, over all its connections.
fn unread(at: SocketAddr) -> u64 {
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let local = format!(":{:04X}", at.port());
    let ours = table.lines().filter_map(|line| {
        let columns: Vec<&str> = line.split_ascii_whitespace().collect();
        let (_, waiting) = columns.get(4)?.split_once(':')?;
        // A listening socket has the length of its accept queue there: those connections are to be served too.
        columns.get(1)?.ends_with(&local).then(|| u64::from_str_radix(waiting, 16).unwrap())
    });
    ours.sum()
}

/// A request whose body stops after so many bytes.
fn half_a_body(framing: &str, bytes: u64) -> Vec<u8> {
    let head = "POST /api/public/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    [head.as_bytes(), framing.as_bytes(), &b"x".repeat(bytes as usize)].concat()
}

/// Fails unless many connections that send only this are cheap.
#[track_caller]
fn assert_cheap(sent: &[u8]) {
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let place = Place::new();
    let serving = place.serve();
    drop(sent_by(FEW, &serving, sent));
    let before = resident(&serving);
    let open = sent_by(MANY, &serving, sent);
    let cost = resident(&serving).saturating_sub(before) / MANY as u64;
    drop(open);
    assert!(cost <= EACH, "{} KiB each", cost / KIB);
}

/// So many connections that have sent this, all of it read or refused by the server.
fn sent_by(many: usize, serving: &Serving, sent: &[u8]) -> Vec<TcpStream> {
    let open = (0..many).map(|_| {
        let mut stream = TcpStream::connect(serving.at).unwrap();
        stream.set_nonblocking(true).unwrap();
        // As much as the socket buffers take; a refused connection is already closed.
        let _ = stream.write(sent);
        stream
    });
    let open = open.collect();
    until("all that was sent to be read", || (unread(serving.at) == 0).then_some(()));
    open
}

fn half_a_head(bytes: u64) -> Vec<u8> {
    [b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", &*b"x".repeat(bytes as usize)].concat()
}

#[test]
fn half_sent_heads_are_cheap() {
    assert_cheap(&half_a_head(31 * KIB));
}

#[test]
fn endless_heads_are_cheap() {
    assert_cheap(&half_a_head(120 * KIB));
}

#[test]
fn half_sent_bodies_are_cheap() {
    assert_cheap(&half_a_body(&format!("Content-Length: {}\r\n\r\n", 16 * KIB), 15 * KIB));
}

#[test]
fn endless_bodies_are_cheap() {
    assert_cheap(&half_a_body("Transfer-Encoding: chunked\r\n\r\n80000\r\n", 250 * KIB));
}

#[test]
fn live_connections_with_partial_frames_are_cheap() {
    let opened = b"GET /ws-notify HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    // A text frame of 16,384 bytes that never ends.
    let frame = b"\x81\xfe\x40\x00aaaa";
    assert_cheap(&[&opened[..], frame, &b"x".repeat(15 * KIB as usize)].concat());
}

/// Sends this and reads to the end; answers the response, if any.
fn answered(at: SocketAddr, sent: &[u8]) -> String {
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // A refused connection may be closed while sending.
    let _ = stream.write_all(sent).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn request_head_is_bounded() {
    let serving = Place::new();
    let serving = serving.serve();
    let head = |bytes: usize| {
        let (begin, end) = ("GET /api/public/version HTTP/1.1\r\nHost: x\r\nX-Long: ", "\r\n\r\n");
        format!("{begin}{}{end}", "x".repeat(bytes - begin.len() - end.len()))
    };
    let longest = 32 * KIB as usize;
    assert!(answered(serving.at, head(longest).as_bytes()).starts_with("HTTP/1.1 200"));
    for bytes in [longest + 1, 2 * longest, 40 * longest] {
        let answer = answered(serving.at, head(bytes).as_bytes());
        assert!(
            answer.starts_with("HTTP/1.1 431") && answer.contains("connection: close"),
            "{bytes}: {answer}"
        );
    }
    let many = "X-A: b\r\n".repeat(3_000);
    let answer = answered(serving.at, format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[test]
fn compression_bomb_is_refused_unread() {
    let place = Place::new();
    let serving = place.serve();
    let mut packed = Vec::new();
    {
        let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, 2, 24);
        let letters = vec![b'x'; 1 << 20];
        for _ in 0..128 {
            writer.write_all(&letters).unwrap();
        }
    }
    call(serving.at, "GET", "/api/public/version", "", "");
    let before = resident(&serving);
    for path in ["/api/public/auth/login", "/api/public/referral", "/hooks/x", "/api/v1/me", "/nowhere"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: br\r\n\
             Content-Length: {}\r\n\r\n",
            packed.len()
        );
        let answer = answered(serving.at, &[head.as_bytes(), &packed].concat());
        assert!(answer.starts_with("HTTP/1.1 415"), "{path}: {answer}");
        assert!(answer.contains("accept-encoding: identity"), "{path}: {answer}");
    }
    let grown = resident(&serving).saturating_sub(before);
    assert!(grown < 32 * KIB * KIB, "{} KiB", grown / KIB);
}

#[test]
fn unreadable_requests_are_counted_not_logged() {
    let place = Place::new();
    let serving = place.serve_with(&[("KALENDER_LOG", "info,kalender=debug")]);
    let count = || {
        let (_, text) = call(serving.admin, "GET", "/metrics", "", "");
        let line = text.lines().find_map(|line| line.strip_prefix("http_malformed_total "));
        line.unwrap().parse::<u64>().unwrap()
    };
    let before = count();
    let cases: [&[u8]; 5] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"rubbish\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    ];
    for (n, sent) in cases.iter().enumerate() {
        let answer = answered(serving.at, sent);
        assert!(answer.starts_with("HTTP/1.1 400"), "{sent:?}: {answer}");
        until("the request to be counted", || (count() > before + n as u64).then_some(()));
    }
    let json = "POST /api/public/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{\"a";
    assert!(answered(serving.at, json.as_bytes()).starts_with("HTTP/1.1 400"));
    // Whoever looks for the reason finds it among the debug lines, and nowhere else.
    let is_reason = |line: &&str| {
        ["a request cannot be read", "a request is not taken in"].iter().any(|why| line.contains(why))
    };
    let log = until("the reasons to be in the log", || {
        let log = std::fs::read_to_string(place.path("server.log")).unwrap();
        (log.lines().filter(is_reason).count() >= cases.len()).then_some(log)
    });
    let loud: Vec<&str> =
        log.lines().filter(is_reason).filter(|line| !line.contains("\"level\":\"DEBUG\"")).collect();
    assert!(loud.is_empty(), "{loud:?}");
    assert!(!log.contains("ERROR"), "{log}");
}

#[test]
fn documents_of_the_api_are_for_everybody() {
    let place = Place::new();
    let serving = place.serve();
    let (status, answer) = serving.call("GET", "/api/openapi.json", "", "");
    let (_, document) = answer.split_once("\r\n\r\n").unwrap();
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    assert!(status == 200 && document["paths"]["/api/v1/me"]["get"].is_object());
    let (status, page) = serving.call("GET", "/api", "", "");
    assert!(status == 200 && page.contains("content-type: text/html"));
    assert!(page.contains("href=\"/api/openapi.json\"") && page.contains("/api/v1/me"));
}

#[test]
fn connections_of_an_address_are_bounded() {
    let place = Place::new();
    let serving =
        place.serve_with(&[("KALENDER_LIMITS", "default"), ("KALENDER_MAX_CONNECTIONS_PER_ADDRESS", "3")]);
    let request = b"GET /api/public/version HTTP/1.1\r\nHost: x\r\n\r\n";
    let opened = || {
        let mut stream = TcpStream::connect(serving.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut answer = [0; 12];
        let served = stream.write_all(request).and_then(|()| stream.read_exact(&mut answer)).is_ok();
        served.then_some(stream)
    };
    let mut open: Vec<TcpStream> = until("three connections to be there", || {
        let open: Vec<_> = (0..3).filter_map(|_| opened()).collect();
        (open.len() == 3).then_some(open)
    });
    assert!(opened().is_none(), "the fourth is refused");
    open.pop();
    until("a place to be free again", opened);
}
