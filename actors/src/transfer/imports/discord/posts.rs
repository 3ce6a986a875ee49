//! Messages of channels and threads.

use std::collections::{HashMap, HashSet};

use serde_json::value::RawValue;

use super::Part;
use super::file::{self, Ended, Header, Takes};
use super::shapes::{self, Attachment, Embed, Forwarded, Message, Reaction, Reference, Sticker, User};
use super::text;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Author, Batch, Carried, Given, Out, Pinned, Post, bounded, stamp};
use crate::transfer::imports::pack::{Pack, safe};
use crate::transfer::imports::taking::text::escape;

/// 2015-01-01, Discord's epoch (epoch milliseconds).
const EPOCH: i64 = 1_420_070_400_000;
/// Kinds of message written by a person or bot; 20 and 23 are responses to commands.
const SAID: [&str; 4] = ["Default", "Reply", "20", "23"];

/// The time encoded in an id, epoch milliseconds.
pub fn millis_of(id: &str) -> Option<i64> {
    let id: u64 = id.parse().ok()?;
    Some((id >> 22) as i64 + EPOCH)
}

/// The `ts` that identifies a message within its channel.
fn ts_of(id: &str) -> Option<String> {
    Some(format!("{}:{id}", stamp(millis_of(id)?.checked_mul(1_000)?)))
}

/// State kept across files while messages are read.
pub struct Reader {
    parts: Vec<Part>,
    by_id: HashMap<String, usize>,
    files: HashSet<String>,
    /// Thread id → its name.
    threads: HashMap<String, String>,
    /// Thread id → the message that it starts with.
    begun: HashMap<String, String>,
    /// Id of a reply → the first message of its thread.
    roots: HashMap<u64, u64>,
}

/// A file being read.
struct Reading<'a> {
    known: &'a mut Reader,
    part: Part,
    channel: usize,
    /// In a thread: the message that its messages reply to.
    root: Option<String>,
    batch: &'a mut Batch,
    out: &'a Out,
    /// Microseconds since 1970.
    now: i64,
}

impl Reader {
    pub fn of(parts: Vec<Part>, by_id: HashMap<String, usize>, pack: &Pack) -> Self {
        let threads = parts.iter().filter(|part| part.is_thread()).map(|part| &part.header.channel);
        Self {
            threads: threads.map(|channel| (channel.id.0.clone(), channel.name.0.clone())).collect(),
            by_id,
            files: pack.names().iter().map(|(name, _)| name.clone()).collect(),
            begun: HashMap::new(),
            roots: HashMap::new(),
            parts,
        }
    }

    /// Sends the files' messages in batches. Blocks.
    pub fn run(mut self, mut pack: Pack, now: i64, out: &Out) {
        let mut batch = Batch::default();
        for part in std::mem::take(&mut self.parts) {
            let Some(channel) = self.by_id.get(part.channel().0).copied() else { continue };
            let root = self.begun.get(&part.header.channel.id.0).cloned();
            let (index, name) = (part.index, part.name.clone());
            let now = now * 1_000;
            let mut reading = Reading { known: &mut self, part, channel, root, batch: &mut batch, out, now };
            let read = pack.with(index, u64::MAX, |_, reader| Ok(file::read(reader, &mut reading)));
            let error = match read {
                Ok(Ok(()) | Err(Ended::NoChannel)) => {
                    batch.done += 1;
                    continue;
                }
                Ok(Err(Ended::Wanted)) => return,
                Ok(Err(Ended::Broken(why))) => ImportError::Json { entry: name, why: why.to_string() },
                Err(error) => error,
            };
            // What was read before the error is stored.
            let _ = out.blocking_send(Ok(batch));
            let _ = out.blocking_send(Err(error));
            return;
        }
        let _ = out.blocking_send(Ok(batch));
    }
}

impl Takes for Reading<'_> {
    fn header(&mut self, _: &Header) -> bool {
        true
    }

    fn message(&mut self, raw: &RawValue) -> bool {
        match serde_json::from_str::<Message<'_>>(raw.get()) {
            Ok(message) => match self.post(&message) {
                Ok(post) => self.batch.push(post),
                Err(kind) => self.batch.skip(kind, 1),
            },
            Err(_) => self.batch.skip("messages that cannot be read", 1),
        }
        self.batch.send_if_full(self.out).is_ok()
    }
}

impl Reading<'_> {
    fn post(&mut self, message: &Message<'_>) -> Result<Post, &'static str> {
        let id = message.id.0.as_str();
        let (ts, written) = ts_of(id).zip(millis_of(id)).ok_or("messages without an id")?;
        let reference: Reference = shapes::nested(message.reference);
        let begins = message.r#type.0 == "ThreadCreated";
        let title = self.known.threads.get(&reference.channel_id.0).filter(|_| begins).cloned();
        if !SAID.contains(&message.r#type.0.as_str()) && title.is_none() {
            return Err("events (joins, pins, calls …)");
        }
        // A thread starts with the message that has its id, or with the notice of its creation.
        if self.known.threads.contains_key(id) && !self.part.is_thread() {
            self.known.begun.insert(id.to_owned(), id.to_owned());
        }
        if title.is_some() {
            self.known.begun.insert(reference.channel_id.0.clone(), id.to_owned());
        }
        let mentioned: Vec<User> = shapes::list(message.mentions);
        let (said, files) = self.content(message, &mentioned);
        let said = title.map_or(said, |title| text::marked(&format!("🧵 {title}")));
        if said.trim().is_empty() && files.is_empty() {
            return Err("messages without text");
        }
        let thread = self.thread_of(message, id, &reference);
        let reactions: Vec<Reaction> = shapes::list(message.reactions);
        let unnamed = reactions.iter().map(|reaction| {
            let many: usize = reaction.count.0.parse().unwrap_or_default();
            many.saturating_sub(reaction.users.len()).min(1_000_000)
        });
        self.batch.skip("reactions of people the export does not name", unnamed.sum());
        let at = bounded(written.saturating_mul(1_000), self.now);
        self.batch.skip("times out of bounds (moved)", usize::from(at != written.saturating_mul(1_000)));
        let in_thread = message.is_pinned.0 && thread.is_some();
        self.batch.skip("pins of answers", usize::from(in_thread));
        let others = mentioned.iter().chain(reactions.iter().flat_map(|reaction| &reaction.users));
        let edited = message.timestamp_edited.0.parse::<jiff::Timestamp>().ok();
        Ok(Post {
            channel: self.channel,
            thread: thread.as_deref().and_then(ts_of),
            ts,
            at,
            author: author(&message.author),
            others: others.filter(|user| !user.id.0.is_empty()).map(author).collect(),
            text: said,
            is_me: false,
            is_deleted: false,
            calls_all: false,
            priority: storage::chat::Priority::Normal,
            edited: edited.map(|edited| bounded(edited.as_microsecond(), self.now).max(at)),
            reactions: reactions
                .into_iter()
                .map(|reaction| Given {
                    emoji: reaction.emoji.name.0,
                    people: reaction.users.iter().map(|user| (author(user).key, None)).collect(),
                })
                .collect(),
            files,
            pinned: (message.is_pinned.0 && !in_thread).then(Pinned::default),
        })
    }

    /// The first message of the thread that this message belongs to.
    fn thread_of(&mut self, message: &Message<'_>, id: &str, reference: &Reference) -> Option<String> {
        if self.part.is_thread() {
            // Without a known start, the thread's first message becomes the parent of the others.
            let root = self.root.get_or_insert_with(|| id.to_owned());
            return Some(root.clone()).filter(|root| root != id);
        }
        let is_here =
            reference.channel_id.0.is_empty() || reference.channel_id.0 == self.part.header.channel.id.0;
        if message.r#type.0 != "Reply" || !is_here {
            return None;
        }
        let answered: u64 = reference.message_id.0.parse().ok()?;
        let root = self.known.roots.get(&answered).copied().unwrap_or(answered);
        self.known.roots.insert(id.parse().ok()?, root);
        Some(root.to_string())
    }

    /// A message's text and files.
    fn content(&mut self, message: &Message<'_>, mentioned: &[User]) -> (String, Vec<Carried>) {
        let channel = |id: &str| self.known.by_id.contains_key(id);
        let content = message.content.0.as_str();
        let mut parts = vec![text::of_message(content, mentioned, channel)];
        let mut attachments: Vec<Attachment> = shapes::list(message.attachments);
        let mut embeds: Vec<Embed> = shapes::list(message.embeds);
        if let Some(raw) = message.forwarded {
            let forwarded: Forwarded<'_> = serde_json::from_str(raw.get()).unwrap_or_default();
            let said = text::of_message(&forwarded.content.0, &[], channel);
            let quoted = said.lines().map(|line| format!("&gt; {line}"));
            parts.push(quoted.collect::<Vec<_>>().join("\n"));
            attachments.extend(shapes::list::<Attachment>(forwarded.attachments));
            embeds.extend(shapes::list::<Embed>(forwarded.embeds));
        }
        let said: Vec<Option<String>> = embeds.iter().map(|embed| text::of_embed(embed, content)).collect();
        self.batch.skip("previews of links", said.iter().filter(|said| said.is_none()).count());
        parts.extend(said.into_iter().flatten());
        let stickers: Vec<Sticker> = shapes::list(message.stickers);
        self.batch.skip("stickers (their names are taken)", stickers.len());
        parts.extend(stickers.iter().map(|sticker| format!("[{}]", escape(sticker.name.0.trim()))));
        parts.retain(|part| !part.trim().is_empty());
        (parts.join("\n"), attachments.into_iter().map(|one| self.carried(one)).collect())
    }

    /// Media are beside their file, at the relative path given as the URL.
    fn carried(&self, attachment: Attachment) -> Carried {
        let folder = self.part.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = |path: &str| {
            let path = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
            safe(&path).filter(|path| self.known.files.contains(path))
        };
        let url = attachment.url.0.as_str();
        let plain = percent_encoding::percent_decode_str(url).decode_utf8_lossy();
        let path = beside(url).or_else(|| beside(&plain)).unwrap_or_default();
        let last = url.split('?').next().and_then(|url| url.rsplit('/').next()).unwrap_or_default();
        let name = if attachment.file_name.0.is_empty() { last.to_owned() } else { attachment.file_name.0 };
        Carried { name, path }
    }
}

/// A webhook has one id but may use a different name for each message.
fn author(user: &User) -> Author {
    let name = text::name_of(user).to_owned();
    let is_webhook = user.is_bot.0 && user.discriminator.0 == "0000";
    let key = if is_webhook { format!("bot:{}:{name}", user.id.0) } else { user.id.0.clone() };
    Author { key, is_bot: user.is_bot.0, name }
}
