//! The STOMP codec: bytes of WebSocket messages → [`Frame`]s, and back.
//!
//! Decisions:
//! - A frame may span several WebSocket messages (stompjs `splitLargeFrames`) and several frames may share one, so
//!   [`Decoder`] is incremental. It buffers at most one unfinished frame of [`MAX_FRAME`] bytes beside the last chunk.
//! - A frame's size counts from the first byte of its command to the NUL, inclusive. EOLs between frames (heart-beats)
//!   are free.
//! - EOL is LF or CR LF. A CR elsewhere in a header line is refused: no version needs one, and it cannot be sent to a
//!   1.1 client.
//! - A raw `:` in a header's value is accepted, as by every broker; only the first one splits the line.
//! - Header escapes are decoded in every frame except CONNECT, STOMP (handled "in the same manner") and CONNECTED.
//! - After an error the decoder stays broken: a STOMP stream cannot be resynchronized.

use bytes::{Buf, Bytes, BytesMut};
use thiserror::Error;

mod encode;

pub use encode::{connected_frame, encode, error_frame, message_frame, receipt_frame};

/// Largest accepted frame in bytes, command to NUL.
pub const MAX_FRAME: usize = 64 * 1024;
/// Most header lines of one frame, repeated ones included.
pub const MAX_HEADERS: usize = 64;

/// Supported protocol versions, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    V11,
    V12,
}

impl Version {
    /// The text in `accept-version` and `version`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V11 => "1.1",
            Self::V12 => "1.2",
        }
    }
}

macro_rules! commands {
    ($($name:ident = $text:literal),+ $(,)?) => {
        /// Every command of STOMP 1.1 and 1.2, of clients and servers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Command { $($name),+ }

        impl Command {
            /// All commands.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The text on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            fn parse(line: &[u8]) -> Option<Self> {
                Self::ALL.iter().copied().find(|command| command.as_str().as_bytes() == line)
            }
        }
    };
}

commands! {
    Connect = "CONNECT", Stomp = "STOMP", Subscribe = "SUBSCRIBE", Unsubscribe = "UNSUBSCRIBE", Send = "SEND",
    Disconnect = "DISCONNECT", Begin = "BEGIN", Commit = "COMMIT", Abort = "ABORT", Ack = "ACK", Nack = "NACK",
    Connected = "CONNECTED", Message = "MESSAGE", Receipt = "RECEIPT", Error = "ERROR",
}

impl Command {
    const fn escapes_headers(self) -> bool {
        !matches!(self, Self::Connect | Self::Stomp | Self::Connected)
    }

    const fn may_have_body(self) -> bool {
        matches!(self, Self::Send | Self::Message | Self::Error)
    }
}

/// A frame. Headers are unescaped, in order, including repeated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub command: Command,
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
}

impl Frame {
    /// A header's value; of a repeated header the first, as STOMP specifies.
    pub fn header(&self, name: &str) -> Option<&str> {
        first(&self.headers, name)
    }
}

fn first<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// A protocol violation. [`Violation::code`] is stable, the text is for developers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    #[error("a frame is larger than 65536 bytes")]
    FrameTooLarge,
    #[error("a frame has more than 64 headers")]
    TooManyHeaders,
    #[error("the command is not one of STOMP 1.2")]
    UnknownCommand,
    #[error("a header line is not name:value")]
    BadHeader,
    #[error("a header holds an escape that STOMP does not define")]
    BadEscape,
    #[error("a header is not UTF-8")]
    NotUtf8,
    #[error("content-length is not a number, or the frame does not end where it says")]
    BadContentLength,
    #[error("a NUL stands before the empty line that ends the headers")]
    UnfinishedHeaders,
    #[error("only SEND may have a body")]
    BodyNotAllowed,
}

impl Violation {
    /// Stable code for the `message` header of an ERROR frame.
    pub const fn code(self) -> &'static str {
        match self {
            Self::FrameTooLarge => "FRAME_TOO_LARGE",
            Self::TooManyHeaders => "TOO_MANY_HEADERS",
            Self::UnknownCommand => "UNKNOWN_COMMAND",
            Self::BadHeader => "BAD_HEADER",
            Self::BadEscape => "BAD_ESCAPE",
            Self::NotUtf8 => "NOT_UTF8",
            Self::BadContentLength => "BAD_CONTENT_LENGTH",
            Self::UnfinishedHeaders => "UNFINISHED_HEADERS",
            Self::BodyNotAllowed => "BODY_NOT_ALLOWED",
        }
    }
}

/// A broken frame, with the requested receipt if its headers were readable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{violation}")]
pub struct ProtocolError {
    pub violation: Violation,
    pub receipt: Option<String>,
}

impl From<Violation> for ProtocolError {
    fn from(violation: Violation) -> Self {
        Self { violation, receipt: None }
    }
}

/// Incremental decoder with a bounded buffer. One per connection.
#[derive(Debug)]
pub struct Decoder {
    buffer: BytesMut,
    version: Version,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// Command and headers are incomplete; the first `searched` bytes contain neither their end nor a NUL.
    Head {
        searched: usize,
    },
    /// The headers are parsed and removed; they took `head_len` bytes.
    Body {
        frame: Frame,
        head_len: usize,
        length: Option<usize>,
        searched: usize,
    },
    Broken(ProtocolError),
}

impl Default for Decoder {
    fn default() -> Self {
        Self { buffer: BytesMut::new(), version: Version::V12, stage: Stage::Head { searched: 0 } }
    }
}

impl Decoder {
    /// An empty decoder that reads version 1.2 until set otherwise.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the negotiated version: 1.1 has no escape `\r`.
    pub fn set_version(&mut self, version: Version) {
        self.version = version;
    }

    /// Appends a WebSocket message or a part of one. The caller bounds `chunk` (the WebSocket codec does), and takes
    /// all frames with [`Decoder::next_frame`] before it feeds the next.
    pub fn feed(&mut self, chunk: &[u8]) {
        if !matches!(self.stage, Stage::Broken(_)) {
            self.buffer.extend_from_slice(chunk);
        }
    }

    /// The next complete frame; `None` if more bytes are needed. Skips heart-beats. After an error always that error.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, ProtocolError> {
        let result = self.advance();
        if let Err(error) = &result {
            self.buffer = BytesMut::new();
            self.stage = Stage::Broken(error.clone());
        }
        result
    }

    fn advance(&mut self) -> Result<Option<Frame>, ProtocolError> {
        if let Stage::Broken(error) = &self.stage {
            return Err(error.clone());
        }
        if let Stage::Head { searched } = self.stage {
            if searched == 0 {
                self.skip_eols();
                // Possibly half of a CR LF: the next byte decides between heart-beat and command.
                if self.buffer[..] == *b"\r" {
                    return Ok(None);
                }
            }
            let window = &self.buffer[..self.buffer.len().min(MAX_FRAME)];
            match find_head_end(window, searched)? {
                HeadEnd::At(end) => self.stage = self.read_head(end)?,
                HeadEnd::NotYet { searched } if self.buffer.len() < MAX_FRAME => {
                    self.stage = Stage::Head { searched };
                    return Ok(None);
                }
                HeadEnd::NotYet { .. } => return Err(Violation::FrameTooLarge.into()),
            }
        }
        self.finish_body()
    }

    fn skip_eols(&mut self) {
        let mut skip = 0;
        loop {
            skip += match self.buffer.get(skip..).unwrap_or_default() {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => break,
            };
        }
        self.buffer.advance(skip);
    }

    /// Parses the first `end` bytes as command and headers, including the empty line.
    fn read_head(&mut self, end: usize) -> Result<Stage, ProtocolError> {
        let head = self.buffer.split_to(end);
        let mut lines =
            head.as_ref().split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let command = lines.next().and_then(Command::parse).ok_or(Violation::UnknownCommand)?;
        let mut headers = Vec::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            if headers.len() == MAX_HEADERS {
                return Err(Violation::TooManyHeaders.into());
            }
            headers.push(read_header(line, command.escapes_headers().then_some(self.version))?);
        }
        let length = match first(&headers, "content-length").map(parse_length) {
            None => None,
            Some(Ok(length)) => Some(length),
            Some(Err(violation)) => return Err(with_receipt(violation, &headers)),
        };
        let frame = Frame { command, headers, body: Bytes::new() };
        Ok(Stage::Body { frame, head_len: end, length, searched: 0 })
    }

    fn finish_body(&mut self) -> Result<Option<Frame>, ProtocolError> {
        let Stage::Body { frame, head_len, length, searched } = &mut self.stage else { return Ok(None) };
        let room = MAX_FRAME.saturating_sub(*head_len);
        let body_len = match *length {
            Some(length) if length >= room => {
                return Err(with_receipt(Violation::FrameTooLarge, &frame.headers));
            }
            Some(length) => match self.buffer.get(length) {
                None => return Ok(None),
                Some(0) => length,
                Some(_) => return Err(with_receipt(Violation::BadContentLength, &frame.headers)),
            },
            None => {
                let window = &self.buffer[..self.buffer.len().min(room)];
                match window[*searched..].iter().position(|byte| *byte == 0) {
                    Some(at) => *searched + at,
                    None if window.len() == room => {
                        return Err(with_receipt(Violation::FrameTooLarge, &frame.headers));
                    }
                    None => {
                        *searched = window.len();
                        return Ok(None);
                    }
                }
            }
        };
        if body_len > 0 && !frame.command.may_have_body() {
            return Err(with_receipt(Violation::BodyNotAllowed, &frame.headers));
        }
        let body = Bytes::copy_from_slice(&self.buffer[..body_len]);
        self.buffer.advance(body_len + 1);
        if self.buffer.is_empty() {
            // An emptied buffer keeps its capacity, so a connection that once sent much would hold it for ever.
            self.buffer = BytesMut::new();
        }
        match std::mem::replace(&mut self.stage, Stage::Head { searched: 0 }) {
            Stage::Body { frame, .. } => Ok(Some(Frame { body, ..frame })),
            Stage::Head { .. } | Stage::Broken(_) => Ok(None),
        }
    }
}

fn with_receipt(violation: Violation, headers: &[(String, String)]) -> ProtocolError {
    ProtocolError { violation, receipt: first(headers, "receipt").map(str::to_owned) }
}

enum HeadEnd {
    /// Length of the head including its empty line.
    At(usize),
    NotYet {
        searched: usize,
    },
}

/// Searches LF LF or LF CR LF from `searched` on (rereading the last bytes, as the end may be split).
fn find_head_end(window: &[u8], searched: usize) -> Result<HeadEnd, Violation> {
    let from = searched.saturating_sub(2);
    for (at, byte) in window.iter().enumerate().skip(from) {
        match byte {
            0 => return Err(Violation::UnfinishedHeaders),
            b'\n' => match window.get(at + 1..).unwrap_or_default() {
                [b'\n', ..] => return Ok(HeadEnd::At(at + 2)),
                [b'\r', b'\n', ..] => return Ok(HeadEnd::At(at + 3)),
                _ => {}
            },
            _ => {}
        }
    }
    Ok(HeadEnd::NotYet { searched: window.len() })
}

fn parse_length(text: &str) -> Result<usize, Violation> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Violation::BadContentLength);
    }
    // A number with more digits than usize holds is valid, only far too large.
    Ok(text.parse().unwrap_or(usize::MAX))
}

/// Splits one line without its EOL and, if `escapes` names a version, unescapes it.
fn read_header(line: &[u8], escapes: Option<Version>) -> Result<(String, String), Violation> {
    let line = std::str::from_utf8(line).map_err(|_| Violation::NotUtf8)?;
    let (name, value) = line.split_once(':').ok_or(Violation::BadHeader)?;
    if name.is_empty() || line.contains('\r') {
        return Err(Violation::BadHeader);
    }
    match escapes {
        None => Ok((name.to_owned(), value.to_owned())),
        Some(version) => Ok((unescape(name, version)?, unescape(value, version)?)),
    }
}

fn unescape(text: &str, version: Version) -> Result<String, Violation> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        out.push(match char {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('c') => ':',
                Some('\\') => '\\',
                Some('r') if version == Version::V12 => '\r',
                _ => return Err(Violation::BadEscape),
            },
            plain => plain,
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests;
