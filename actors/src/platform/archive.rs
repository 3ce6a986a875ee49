//! The zip file of a person's data export, streamed while it is written: neither it nor any file in it is ever whole in
//! memory.
//!
//! Compression runs on a blocking thread, one piece at a time. A slow reader exerts backpressure ([`QUEUE`]), and when
//! the reader is gone the writing ends.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::platform::blobs::Content;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;

/// Bytes gathered before they are compressed.
const PIECE: usize = 256 * 1024;
/// Most pieces that wait to be read.
const QUEUE: usize = 4;
/// Compression levels: for text, and for data that is mostly compressed already.
const TEXT: i64 = 6;
const BYTES: i64 = 1;

/// The output buffer of the zip writer, emptied after each piece.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Zip = ZipWriter<StreamWriter<Pipe>>;

/// A zip file being written.
pub struct Archive {
    /// None while a piece is being compressed, and after a failure.
    zip: Option<Zip>,
    pipe: Pipe,
    out: mpsc::Sender<io::Result<Bytes>>,
    /// Uncompressed bytes of the open file.
    gathered: Vec<u8>,
    /// The open file.
    open: Option<Open>,
    /// The manifest's lines, as JSON separated by commas.
    listed: Vec<u8>,
    missing: Vec<u8>,
}

struct Open {
    name: String,
    size: u64,
    hash: Sha256,
    /// For a list: whether it has an item.
    begun: bool,
}

impl Archive {
    /// A new archive, and the stream of its pieces.
    pub fn begin() -> (Self, impl Stream<Item = io::Result<Bytes>> + 'static) {
        let (out, pieces) = mpsc::channel(QUEUE);
        let pipe = Pipe::default();
        let zip = Some(ZipWriter::new_stream(pipe.clone()));
        let (gathered, listed, missing) = Default::default();
        let archive = Self { zip, pipe, out, gathered, open: None, listed, missing };
        let pieces = stream::unfold(pieces, async |mut pieces: mpsc::Receiver<_>| {
            pieces.recv().await.map(|piece| (piece, pieces))
        });
        (archive, pieces)
    }

    /// Runs `work` on the writer on a blocking thread, and passes on its output.
    async fn work(&mut self, work: impl FnOnce(&mut Zip) -> io::Result<()> + Send + 'static) -> Result<()> {
        let mut zip = self.zip.take().ok_or_else(Refusal::internal)?;
        let done = tokio::task::spawn_blocking(move || work(&mut zip).map(|()| zip));
        self.zip = Some(done.await.ok().and_then(Result::ok).ok_or_else(Refusal::internal)?);
        self.hand_on().await
    }

    async fn hand_on(&mut self) -> Result<()> {
        let bytes = self.pipe.take();
        if bytes.is_empty() {
            return Ok(());
        }
        self.out.send(Ok(bytes.into())).await.map_err(|_| Refusal::internal())
    }

    async fn start(&mut self, name: &str, level: i64) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(level));
        let entry = name.to_owned();
        self.work(move |zip| zip.start_file(entry, options).map_err(io::Error::from)).await?;
        self.open = Some(Open { name: name.to_owned(), size: 0, hash: Sha256::new(), begun: false });
        Ok(())
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if let Some(open) = &mut self.open {
            open.size += bytes.len() as u64;
            open.hash.update(bytes);
        }
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() < PIECE { Ok(()) } else { self.compress().await }
    }

    async fn compress(&mut self) -> Result<()> {
        let piece = mem::take(&mut self.gathered);
        self.work(move |zip| zip.write_all(&piece)).await
    }

    async fn end(&mut self) -> Result<()> {
        self.compress().await?;
        let Some(open) = self.open.take() else { return Ok(()) };
        let line = json!({ "name": open.name, "bytes": open.size, "sha256": hex(&open.hash.finalize()) });
        add(&mut self.listed, &line)
    }

    /// Adds a JSON file.
    pub async fn json(&mut self, name: &str, content: &impl Serialize) -> Result<()> {
        self.start(name, TEXT).await?;
        let text = serde_json::to_vec_pretty(content).map_err(|_| Refusal::internal())?;
        self.write(&text).await?;
        self.end().await
    }

    /// Begins a file that is a JSON list; then [`Archive::item`] and [`Archive::end_list`].
    pub async fn list(&mut self, name: &str) -> Result<()> {
        self.start(name, TEXT).await?;
        self.write(b"[").await
    }

    /// Adds an item to the open list.
    pub async fn item(&mut self, item: &Value) -> Result<()> {
        let first = self.open.as_mut().is_some_and(|open| !mem::replace(&mut open.begun, true));
        let mut text = if first { b"\n".to_vec() } else { b",\n".to_vec() };
        serde_json::to_writer(&mut text, item).map_err(|_| Refusal::internal())?;
        self.write(&text).await
    }

    /// Ends the list.
    pub async fn end_list(&mut self) -> Result<()> {
        self.write(b"\n]\n").await?;
        self.end().await
    }

    /// Adds a list that was collected elsewhere.
    pub async fn gathered(&mut self, name: &str, items: &Gathered) -> Result<()> {
        self.start(name, TEXT).await?;
        self.write(b"[\n").await?;
        for piece in items.0.chunks(PIECE) {
            self.write(piece).await?;
        }
        self.end_list().await
    }

    /// Adds a binary file from a stream. None: it does not exist, which the manifest records.
    pub async fn bytes(&mut self, name: &str, content: Option<Content>) -> Result<()> {
        let Some(mut content) = content else {
            return add(&mut self.missing, &Value::from(name));
        };
        self.start(name, BYTES).await?;
        while let Some(piece) = content.next().await {
            let piece = piece.map_err(|error| {
                tracing::warn!(%error, "a file of a copy could not be read to its end");
                Refusal::internal()
            })?;
            self.write(&piece).await?;
        }
        self.end().await
    }

    /// Writes the manifest and ends the archive.
    pub async fn finish(mut self, about: &Value) -> Result<()> {
        let (listed, missing) = (mem::take(&mut self.listed), mem::take(&mut self.missing));
        let about = serde_json::to_vec_pretty(about).map_err(|_| Refusal::internal())?;
        self.start("manifest.json", TEXT).await?;
        self.write(b"{\n\"about\": ").await?;
        self.write(&about).await?;
        self.write(b",\n\"files\": [\n").await?;
        self.write(&listed).await?;
        self.write(b"\n],\n\"missing\": [").await?;
        self.write(&missing).await?;
        self.write(b"]\n}\n").await?;
        self.end().await?;
        let zip = self.zip.take().ok_or_else(Refusal::internal)?;
        let done = tokio::task::spawn_blocking(move || zip.finish().map(drop)).await;
        done.ok().and_then(Result::ok).ok_or_else(Refusal::internal)?;
        self.hand_on().await
    }

    /// A handle that can abort the archive.
    pub fn cutter(&self) -> Cutter {
        Cutter(self.out.clone())
    }
}

/// Aborts the archive for its reader.
pub struct Cutter(mpsc::Sender<io::Result<Bytes>>);

impl Cutter {
    /// Ends the stream with an error, because the archive is incomplete.
    pub async fn cut(self) {
        let error = io::Error::new(io::ErrorKind::UnexpectedEof, "the copy could not be finished");
        // The reader may be gone.
        let _ = self.0.send(Err(error)).await;
    }
}

/// JSON items collected as text while another file is being written.
#[derive(Debug, Default)]
pub struct Gathered(Vec<u8>);

impl Gathered {
    /// Adds an item.
    pub fn add(&mut self, item: &Value) -> Result<()> {
        add(&mut self.0, item)
    }
}

fn add(list: &mut Vec<u8>, item: &Value) -> Result<()> {
    if !list.is_empty() {
        list.extend_from_slice(b",\n");
    }
    serde_json::to_writer(list, item).map_err(|_| Refusal::internal())
}
