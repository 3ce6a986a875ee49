//! Frame encoder. Each frame is encoded once and then shared.

use std::fmt::Write as _;

use bytestring::ByteString;

use super::{Command, Version};

fn push_escaped(out: &mut String, text: &str) {
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            ':' => out.push_str("\\c"),
            plain => out.push(plain),
        }
    }
}

/// Encodes a frame. Headers are escaped unless the command forbids it; a non-empty body gets a `content-length`.
pub fn encode(command: Command, headers: &[(&str, &str)], body: &str) -> ByteString {
    let room: usize = headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
    let mut out = String::with_capacity(command.as_str().len() + room + body.len() + 32);
    out.push_str(command.as_str());
    out.push('\n');
    for (name, value) in headers {
        if command.escapes_headers() {
            push_escaped(&mut out, name);
            out.push(':');
            push_escaped(&mut out, value);
        } else {
            out.push_str(name);
            out.push(':');
            out.push_str(value);
        }
        out.push('\n');
    }
    if !body.is_empty() {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "content-length:{}", body.len());
    }
    out.push('\n');
    out.push_str(body);
    out.push('\0');
    out.into()
}

/// A MESSAGE frame. Encoded once per distinct subscription id and shared: cloning a [`ByteString`] copies no bytes.
/// `body` is JSON.
pub fn message_frame(subscription: &str, destination: &str, message_id: &str, body: &str) -> ByteString {
    let headers = [
        ("subscription", subscription),
        ("destination", destination),
        ("message-id", message_id),
        ("content-type", "application/json"),
    ];
    encode(Command::Message, &headers, body)
}

/// A RECEIPT frame.
pub fn receipt_frame(receipt: &str) -> ByteString {
    encode(Command::Receipt, &[("receipt-id", receipt)], "")
}

/// The answer to CONNECT. `heart_beat` is the server's offer in milliseconds, `session` an opaque id.
pub fn connected_frame(version: Version, heart_beat: (u32, u32), session: &str) -> ByteString {
    let heart_beat = format!("{},{}", heart_beat.0, heart_beat.1);
    let headers = [
        ("version", version.as_str()),
        ("heart-beat", &heart_beat),
        ("session", session),
        ("server", concat!("kalender/", env!("CARGO_PKG_VERSION"))),
    ];
    encode(Command::Connected, &headers, "")
}

/// The final ERROR frame after a violation: a stable `code`, a `why` for developers, `receipt-id` if requested.
pub fn error_frame(code: &str, why: &str, receipt: Option<&str>) -> ByteString {
    let mut headers = vec![("message", code), ("content-type", "text/plain"), ("version", "1.1,1.2")];
    headers.extend(receipt.map(|receipt| ("receipt-id", receipt)));
    encode(Command::Error, &headers, why)
}
