//! Uploads are scanned for viruses before they are stored: by clamd, if configured (`KALENDER_ANTIVIRUS`).
//!
//! Decisions: bytes are streamed to the scanner while they arrive and stored only after it has reported them clean; at
//! most one piece of a file is in memory for it. Without an answer nothing is stored, because an operator with a
//! scanner wants no file to bypass it. The protocol is implemented here and not by `clamav-client`, which loses an
//! answer that clamd gives early (file too large) and reads the answer without a bound.

mod answer;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use self::answer::{ScanAnswer, parse_answer};
use crate::platform::error::{FieldRefusal, Refusal, RefusalKind, Result};
use crate::platform::gate::{Gate, Turn};

/// Concurrent connections to the scanner, one for each upload that is being read; and how many more may wait.
const AT_ONCE: usize = 24;
const WAITING: usize = 64;
/// Largest piece sent at once (bytes).
const PIECE: usize = 64 * 1024;
/// Longest answer that is read (bytes): the name of a signature and a few words.
const ANSWER_MAX: u64 = 1024;
/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(3);
/// Timeout of the scanner for each piece and for its answer; a person waits meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);
/// Timeout of the health check.
const PING: Duration = Duration::from_secs(1);
/// Seconds until another try makes sense.
const AGAIN: u32 = 5;

/// The address of a scanner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// `host:port`
    Host(String),
    /// A Unix domain socket.
    Socket(PathBuf),
}

impl Place {
    /// Parses the setting: `host:port`, `[address]:port` or the absolute path of a socket. None: it is none of these.
    pub fn read(text: &str) -> Option<Self> {
        if text.starts_with('/') {
            return Some(Self::Socket(text.into()));
        }
        let (host, port) = text.rsplit_once(':')?;
        let name = |host: &str| {
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c))
        };
        let address = |host: &str| {
            let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
        };
        let fits = (name(host) || address(host)) && port.parse::<u16>().is_ok_and(|port| port > 0);
        fits.then(|| Self::Host(text.to_owned()))
    }

    async fn open(&self) -> io::Result<Box<dyn Line>> {
        Ok(match self {
            Self::Host(address) => Box::new(TcpStream::connect(address.as_str()).await?),
            Self::Socket(path) => Box::new(UnixStream::connect(path).await?),
        })
    }
}

/// The operator's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// None: nothing is scanned.
    pub place: Option<Place>,
    /// Timeout of the scanner for each piece and for its answer.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { place: None, patience: PATIENCE }
    }
}

impl From<Option<Place>> for Options {
    fn from(place: Option<Place>) -> Self {
        Self { place, ..Self::default() }
    }
}

trait Line: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

/// The scanner, if there is one.
pub struct Antivirus {
    options: Options,
    gate: Gate,
}

/// A scan in progress.
pub struct Scan(Option<Open>);

struct Open {
    line: Box<dyn Line>,
    patience: Duration,
    /// The form's field that the upload came in.
    field: &'static str,
    _turn: Turn,
}

fn away(why: impl std::fmt::Display) -> Refusal {
    tracing::error!(%why, "the virus scanner does not answer");
    metrics::counter!("antivirus_unanswered_total").increment(1);
    let text = "Filer kan inte tas emot just nu. Försök igen om en stund.";
    Refusal { retry_after: Some(AGAIN), ..Refusal::new(RefusalKind::Busy, "ANTIVIRUS_UNAVAILABLE", text) }
}

fn infected(field: &'static str, signature: &str) -> Refusal {
    tracing::warn!(signature, "malicious code was refused");
    metrics::counter!("antivirus_found_total").increment(1);
    let text = "Filen innehåller skadlig kod och togs inte emot.";
    let mut refusal = Refusal::new(RefusalKind::Invalid, Refusal::INFECTED, text);
    refusal.fields.push(FieldRefusal { field: field.into(), code: Refusal::INFECTED, message: text.into() });
    refusal
}

fn too_large() -> Refusal {
    tracing::error!("the virus scanner takes no files of this size: its StreamMaxLength is too low");
    let text = "Filen är för stor för virusskyddet och togs inte emot.";
    Refusal::new(RefusalKind::TooLarge, "TOO_LARGE_TO_SCAN", text)
}

impl Antivirus {
    pub fn new(options: Options) -> Arc<Self> {
        Arc::new(Self { options, gate: Gate::new("antivirus", AT_ONCE, WAITING) })
    }

    /// Begins a scan of what came in a form's `field`; a no-op without a scanner. 503.
    pub async fn begin(&self, field: &'static str) -> Result<Scan> {
        let Some(place) = &self.options.place else { return Ok(Scan(None)) };
        let turn = self.gate.enter().await?;
        let line = timeout(CONNECT.min(self.options.patience), place.open()).await;
        let line = line.map_err(|_| away("no connection in time"))?.map_err(away)?;
        let mut open = Open { line, patience: self.options.patience, field, _turn: turn };
        open.write(&[b"zINSTREAM\0"]).await?;
        Ok(Scan(Some(open)))
    }

    /// Scans bytes in memory. 422 `INFECTED`, 413 `TOO_LARGE_TO_SCAN`, 503.
    pub async fn scan_bytes(&self, field: &'static str, bytes: &[u8]) -> Result<()> {
        let mut scan = self.begin(field).await?;
        scan.show(bytes).await?;
        scan.end().await
    }

    /// Whether a scanner is configured and does not answer.
    pub async fn is_away(&self) -> bool {
        let Some(place) = &self.options.place else { return false };
        let asked = timeout(PING, async {
            let mut line = place.open().await?;
            line.write_all(b"zPING\0").await?;
            read(&mut line).await
        });
        !matches!(asked.await, Ok(Ok(answer)) if answer == b"PONG\0")
    }
}

/// The answer, up to its end or that of the connection.
async fn read(line: &mut Box<dyn Line>) -> io::Result<Vec<u8>> {
    let mut answer = Vec::new();
    let mut line = line.take(ANSWER_MAX);
    while !answer.ends_with(b"\0") && line.read_buf(&mut answer).await? > 0 {}
    Ok(answer)
}

impl Scan {
    /// Sends more bytes. Refused as [`Scan::end`] if the scanner already rejects the file.
    pub async fn show(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(open) = &mut self.0 else { return Ok(()) };
        for piece in bytes.chunks(PIECE) {
            open.write(&[&(piece.len() as u32).to_be_bytes(), piece]).await?;
        }
        Ok(())
    }

    /// Ends the upload and returns the scanner's result. 422 `INFECTED`, 413 `TOO_LARGE_TO_SCAN`, 503.
    pub async fn end(self) -> Result<()> {
        let Some(mut open) = self.0 else { return Ok(()) };
        open.write(&[&[0; 4]]).await?;
        open.judge(true).await
    }
}

impl Open {
    async fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
        let line = &mut self.line;
        let wrote = timeout(self.patience, async {
            for part in parts {
                line.write_all(part).await?;
            }
            line.flush().await
        });
        match wrote.await {
            Ok(Ok(())) => Ok(()),
            // It sends the reason before it closes the connection on a file that is too large.
            Ok(Err(_)) => self.judge(false).await,
            Err(_) => Err(away("a piece is not taken in time")),
        }
    }

    /// Evaluates the answer; a file that was not sent whole is never clean.
    async fn judge(&mut self, whole: bool) -> Result<()> {
        let answer = timeout(self.patience, read(&mut self.line)).await;
        let answer = answer.map_err(|_| away("no answer in time"))?.map_err(away)?;
        match parse_answer(&answer) {
            ScanAnswer::Clean if whole => {
                metrics::counter!("antivirus_clean_total").increment(1);
                Ok(())
            }
            ScanAnswer::Found(signature) => Err(infected(self.field, &signature)),
            ScanAnswer::TooLarge => Err(too_large()),
            ScanAnswer::Clean | ScanAnswer::Nothing => Err(away("its answer is none")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_or_a_socket() {
        for host in ["clamav:3310", "127.0.0.1:3310", "[::1]:3310", "av.example.se:1"] {
            assert_eq!(Place::read(host), Some(Place::Host(host.to_owned())));
        }
        let socket = "/run/clamav/clamd.ctl";
        assert_eq!(Place::read(socket), Some(Place::Socket(socket.into())));
        for wrong in
            ["", "clamav", "clamav:", ":3310", "clamav:0", "clamav:99999", "tcp://a:1", "::1:3310", "a b:1"]
        {
            assert_eq!(Place::read(wrong), None, "{wrong}");
        }
    }
}
