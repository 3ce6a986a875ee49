use std::fmt::Write as _;

use bytestring::ByteString;
use proptest::prelude::*;

use super::*;

fn decode(bytes: &[u8]) -> Result<Vec<Frame>, ProtocolError> {
    let mut decoder = Decoder::new();
    decoder.feed(bytes);
    drain(&mut decoder)
}

fn drain(decoder: &mut Decoder) -> Result<Vec<Frame>, ProtocolError> {
    let mut frames = Vec::new();
    while let Some(frame) = decoder.next_frame()? {
        frames.push(frame);
    }
    Ok(frames)
}

fn violation(bytes: &[u8]) -> Option<Violation> {
    decode(bytes).err().map(|error| error.violation)
}

fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn reads_a_frame_with_either_eol() {
    for text in ["SEND\ndestination:/app/typing\n\n{}\0", "SEND\r\ndestination:/app/typing\r\n\r\n{}\0\r\n\n"]
    {
        let frames = decode(text.as_bytes()).unwrap();
        assert_eq!(
            frames,
            [Frame {
                command: Command::Send,
                headers: headers(&[("destination", "/app/typing")]),
                body: Bytes::from_static(b"{}"),
            }]
        );
    }
}

#[test]
fn heart_beats_are_no_frames() {
    assert_eq!(decode(b"\n").unwrap(), []);
    assert_eq!(decode(b"\r\n\n\r\n").unwrap(), []);
    assert_eq!(decode(b"\nDISCONNECT\n\n\0\n\nDISCONNECT\n\n\0\n").unwrap().len(), 2);
}

#[test]
fn of_a_repeated_header_the_first_counts() {
    let frames = decode(b"SEND\nfoo:World\nfoo:Hello\n\n\0").unwrap();
    assert_eq!(frames[0].header("foo"), Some("World"));
    assert_eq!(frames[0].header("bar"), None);
}

#[test]
fn content_length_lets_a_body_hold_nul() {
    let frames = decode(b"SEND\ncontent-length:3\n\na\0b\0").unwrap();
    assert_eq!(&frames[0].body[..], b"a\0b");
    assert_eq!(&decode(b"SEND\n\na\0").unwrap()[0].body[..], b"a");
}

#[test]
fn connect_is_not_escaped() {
    let frames = decode(b"CONNECT\nhost:a\\b:80\ntoken:\\t\n\n\0STOMP\nx:\\\n\n\0").unwrap();
    assert_eq!(frames[0].headers, headers(&[("host", "a\\b:80"), ("token", "\\t")]));
    assert_eq!(frames[1].header("x"), Some("\\"));
}

#[test]
fn escapes_are_undone_and_undefined_ones_refused() {
    let frames = decode(b"SEND\na\\cb:\\n\\r\\c\\\\\n\n\0").unwrap();
    assert_eq!(frames[0].header("a:b"), Some("\n\r:\\"));
    assert_eq!(violation(b"SEND\na:\\t\n\n\0"), Some(Violation::BadEscape));
    assert_eq!(violation(b"SEND\na:x\\\n\n\0"), Some(Violation::BadEscape));
    let mut old = Decoder::new();
    old.set_version(Version::V11);
    old.feed(b"SEND\na:\\n\n\n\0SEND\na:\\r\n\n\0");
    assert_eq!(old.next_frame().unwrap().unwrap().header("a"), Some("\n"));
    assert_eq!(old.next_frame().unwrap_err().violation, Violation::BadEscape);
}

#[test]
fn broken_frames_have_their_codes() {
    let cases: &[(&[u8], &str)] = &[
        (b"HELLO\n\n\0", "UNKNOWN_COMMAND"),
        (b"send\n\n\0", "UNKNOWN_COMMAND"),
        (b"\rSEND\n\n\0", "UNKNOWN_COMMAND"),
        (b"SEND \n\n\0", "UNKNOWN_COMMAND"),
        (b"SEND\nno colon\n\n\0", "BAD_HEADER"),
        (b"SEND\n:empty name\n\n\0", "BAD_HEADER"),
        (b"SEND\na:b\rc\n\n\0", "BAD_HEADER"),
        (b"SEND\na:\xff\n\n\0", "NOT_UTF8"),
        (b"SEND\0", "UNFINISHED_HEADERS"),
        (b"SEND\na:b\n\0\n", "UNFINISHED_HEADERS"),
        (b"SEND\ncontent-length:1\n\nab\0", "BAD_CONTENT_LENGTH"),
        (b"SEND\ncontent-length:-1\n\n\0", "BAD_CONTENT_LENGTH"),
        (b"SEND\ncontent-length:+1\n\na\0", "BAD_CONTENT_LENGTH"),
        (b"SEND\ncontent-length:\n\n\0", "BAD_CONTENT_LENGTH"),
        (b"SEND\ncontent-length:99999999999999999999999\n\n\0", "FRAME_TOO_LARGE"),
        (b"SEND\ncontent-length:65536\n\n", "FRAME_TOO_LARGE"),
        (b"SUBSCRIBE\nid:0\n\nbody\0", "BODY_NOT_ALLOWED"),
    ];
    for (bytes, code) in cases {
        let found = violation(bytes).map(Violation::code);
        assert_eq!(found, Some(*code), "{}", String::from_utf8_lossy(bytes));
    }
    let many = format!("SEND\n{}\n\0", "a:b\n".repeat(MAX_HEADERS + 1));
    assert_eq!(violation(many.as_bytes()), Some(Violation::TooManyHeaders));
    let enough = format!("SEND\n{}\n\0", "a:b\n".repeat(MAX_HEADERS));
    assert_eq!(decode(enough.as_bytes()).unwrap().len(), 1);
}

#[test]
fn a_broken_frame_still_names_its_receipt() {
    let error = decode(b"SEND\nreceipt:r1\ncontent-length:1\n\nab\0").unwrap_err();
    assert_eq!(error.receipt.as_deref(), Some("r1"));
}

#[test]
fn frames_before_the_broken_one_are_delivered_and_none_after() {
    let mut decoder = Decoder::new();
    decoder.feed(b"SEND\n\na\0HELLO\n\n\0SEND\n\nb\0");
    assert!(decoder.next_frame().unwrap().is_some());
    assert!(decoder.next_frame().is_err());
    decoder.feed(b"SEND\n\nc\0");
    assert_eq!(decoder.next_frame().unwrap_err().violation, Violation::UnknownCommand);
    assert!(decoder.buffer.is_empty());
}

#[test]
fn exactly_64_kib_is_accepted_and_one_byte_more_is_not() {
    let frame = |size: usize, with_length: bool| {
        let mut head = "SEND\ndestination:/app/typing\n".to_owned();
        if with_length {
            let body = size - head.len() - "content-length:65536\n\n\0".len();
            writeln!(head, "content-length:{body}").unwrap();
        }
        head.push('\n');
        let body = "x".repeat(size - head.len() - 1);
        format!("{head}{body}\0").into_bytes()
    };
    for with_length in [false, true] {
        let exact = frame(MAX_FRAME, with_length);
        assert_eq!(exact.len(), MAX_FRAME);
        assert_eq!(decode(&exact).unwrap().len(), 1);
        let over = frame(MAX_FRAME + 1, with_length);
        assert_eq!(violation(&over), Some(Violation::FrameTooLarge));
        // EOLs between frames do not count.
        let padded = [b"\n\n", &exact[..], b"\n", &exact[..]].concat();
        assert_eq!(decode(&padded).unwrap().len(), 2);
    }
    // A frame without an end is refused at the bound, not a byte later.
    for begun in ["SEND\na:", "SEND\n\n"] {
        let endless = format!("{begun}{}", "x".repeat(MAX_FRAME - begun.len()));
        assert_eq!(endless.len(), MAX_FRAME);
        assert_eq!(violation(endless.as_bytes()), Some(Violation::FrameTooLarge), "{begun:?}");
        assert_eq!(violation(format!("{endless}xx").as_bytes()), Some(Violation::FrameTooLarge), "{begun:?}");
    }
}

#[test]
fn server_frames_follow_the_protocol() {
    assert_eq!(
        message_frame("sub:1", "/topic/chat/channel/7", "12", "{\"a\":\"å\"}"),
        "MESSAGE\nsubscription:sub\\c1\ndestination:/topic/chat/channel/7\nmessage-id:12\n\
         content-type:application/json\ncontent-length:10\n\n{\"a\":\"å\"}\0"
    );
    assert_eq!(receipt_frame("77"), "RECEIPT\nreceipt-id:77\n\n\0");
    let connected = decode(connected_frame(Version::V11, (4000, 4000), "s").as_bytes()).unwrap();
    assert_eq!(connected[0].header("heart-beat"), Some("4000,4000"));
    assert_eq!(connected[0].header("version"), Some("1.1"));
    let error = decode(error_frame("BAD_HEADER", "why", Some("r")).as_bytes()).unwrap();
    assert_eq!(error[0].header("message"), Some("BAD_HEADER"));
    assert_eq!(error[0].header("receipt-id"), Some("r"));
    assert_eq!(&error[0].body[..], b"why");
}

fn command() -> impl Strategy<Value = Command> {
    proptest::sample::select(Command::ALL)
}

/// Any frame that can be encoded: names are not empty, and unescaped headers need no escapes.
fn frame() -> impl Strategy<Value = (Command, Vec<(String, String)>, String)> {
    command().prop_flat_map(|command| {
        let text = if command.escapes_headers() { "(?s).{0,12}" } else { "[^\\n\\r:\\x00]{0,12}" };
        let header = (text.prop_filter("a name", |name| !name.is_empty() && name != "content-length"), text);
        let body = if command.may_have_body() { "(?s).{0,64}" } else { "" };
        (Just(command), proptest::collection::vec(header, 0..6), body)
    })
}

/// A NUL cannot be escaped in a header.
fn without_nul(text: &str) -> String {
    text.replace('\0', "0")
}

fn write(command: Command, pairs: &[(String, String)], body: &str) -> ByteString {
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    encode(command, &pairs, body)
}

proptest! {
    #[test]
    fn frames_round_trip_however_they_are_split(
        frames in proptest::collection::vec(frame(), 1..4),
        cuts in proptest::collection::vec(1..40_usize, 0..20),
        beats in "(\n|\r\n){0,3}",
    ) {
        let mut bytes = Vec::new();
        let mut wanted = Vec::new();
        for (command, pairs, body) in frames {
            let pairs: Vec<_> =
                pairs.iter().map(|(name, value)| (without_nul(name), without_nul(value))).collect();
            bytes.extend_from_slice(write(command, &pairs, &body).as_bytes());
            bytes.extend_from_slice(beats.as_bytes());
            wanted.push((command, pairs, body));
        }
        let mut decoder = Decoder::new();
        let mut read = Vec::new();
        let mut rest = &bytes[..];
        for cut in cuts {
            let (chunk, later) = rest.split_at(cut.min(rest.len()));
            decoder.feed(chunk);
            read.extend(drain(&mut decoder).unwrap());
            rest = later;
        }
        decoder.feed(rest);
        read.extend(drain(&mut decoder).unwrap());
        prop_assert_eq!(read.len(), wanted.len());
        for (frame, (command, pairs, body)) in read.iter().zip(wanted) {
            prop_assert_eq!(frame.command, command);
            prop_assert_eq!(&frame.headers[..pairs.len()], &pairs[..]);
            prop_assert_eq!(&frame.body[..], body.as_bytes());
        }
    }

    #[test]
    fn any_bytes_decode_alike_however_they_are_split(
        pieces in proptest::collection::vec(
            prop_oneof![
                Just(b"SEND\n".to_vec()), Just(b"CONNECT\r\n".to_vec()), Just(b"a:b\n".to_vec()), Just(b"\n".to_vec()),
                Just(b"\0".to_vec()), Just(b"content-length:3\n".to_vec()), Just(b"\r".to_vec()), Just(b"x:\\n\n".to_vec()),
                proptest::collection::vec(any::<u8>(), 0..20),
            ],
            0..20,
        ),
    ) {
        let bytes = pieces.concat();
        let mut whole = Decoder::new();
        whole.feed(&bytes);
        let mut in_one = Vec::new();
        let first_end = loop {
            match whole.next_frame() {
                Ok(Some(frame)) => in_one.push(frame),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        let mut split = Decoder::new();
        let mut in_many = Vec::new();
        let mut second_end = None;
        for byte in &bytes {
            split.feed(std::slice::from_ref(byte));
            match split.next_frame() {
                Ok(frame) => in_many.extend(frame),
                Err(error) => second_end = Some(error),
            }
            prop_assert!(split.buffer.len() <= MAX_FRAME);
        }
        prop_assert_eq!(in_one, in_many);
        prop_assert_eq!(first_end, second_end);
    }
}
