//! Messages of channels: first the top-level messages of all of a channel's files, then their replies.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::value::RawValue;
use storage::chat::Priority;

use super::html::{self, Converted};
use super::shapes::{self, Attachment, Body, From, Identity, Mention, Message, Quoted, Reaction};
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Author, Batch, Carried, Given, Gone, Out, Post, bounded, stamp};
use crate::transfer::imports::pack::Pack;
use crate::transfer::imports::taking::text::escape;

/// Names of the reactions that existed before any emoji could be one.
const SIGNS: [(&str, &str); 6] =
    [("like", "👍"), ("heart", "❤️"), ("laugh", "😆"), ("surprised", "😮"), ("sad", "😢"), ("angry", "😡")];

fn moment(text: &str) -> Option<i64> {
    Some(text.parse::<Timestamp>().ok()?.as_microsecond())
}

/// Epoch milliseconds.
pub fn millis_of(text: &str) -> Option<i64> {
    moment(text).map(|at| at / 1_000)
}

/// State kept while messages are read.
pub struct Reader {
    /// Index of the channel and of the entry in the pack, for each file of messages.
    parts: Vec<(usize, usize)>,
    /// Channel and file name → index in the pack.
    files: HashMap<(usize, String), String>,
    /// Channel and message id → the message's `ts`.
    roots: HashMap<(usize, String), String>,
}

/// Which messages to read in a pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Roots,
    Replies,
}

impl Reader {
    pub fn of(parts: Vec<(usize, usize)>, files: HashMap<(usize, String), String>) -> Self {
        Self { parts, files, roots: HashMap::new() }
    }

    /// Sends the messages in batches. Blocks.
    pub fn run(mut self, mut pack: Pack, now: i64, out: &Out) {
        let mut batch = Batch::default();
        let parts = std::mem::take(&mut self.parts);
        for of_channel in parts.chunk_by(|one, other| one.0 == other.0) {
            for wanted in [Wanted::Roots, Wanted::Replies] {
                for (channel, index) in of_channel {
                    let read = pack.text(*index).and_then(|(name, text)| {
                        Ok(self.file(
                            *channel,
                            &super::listed(&name, &text)?,
                            wanted,
                            now * 1_000,
                            &mut batch,
                            out,
                        ))
                    });
                    match read {
                        Ok(Ok(())) => batch.done += u64::from(wanted == Wanted::Replies),
                        Ok(Err(Gone)) => return,
                        Err(error) => {
                            // What was read before the error is stored.
                            let _ = out.blocking_send(Ok(batch));
                            let _ = out.blocking_send(Err::<Batch, ImportError>(error));
                            return;
                        }
                    }
                }
            }
        }
        let _ = out.blocking_send(Ok(batch));
    }

    fn file(
        &mut self,
        channel: usize,
        raw: &[&RawValue],
        wanted: Wanted,
        now: i64,
        batch: &mut Batch,
        out: &Out,
    ) -> Result<(), Gone> {
        // Graph lists the newest first.
        for raw in raw.iter().rev() {
            let Ok(message) = serde_json::from_str::<Message<'_>>(raw.get()) else {
                batch.skip("messages that cannot be read", usize::from(wanted == Wanted::Roots));
                continue;
            };
            let replies: Vec<&RawValue> =
                message.replies.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
            let is_root = message.reply_to_id.0.is_empty();
            if is_root == (wanted == Wanted::Roots) {
                self.one(channel, &message, !replies.is_empty(), now, batch);
                batch.send_if_full(out)?;
            }
            if wanted == Wanted::Roots {
                continue;
            }
            for reply in replies.iter().rev() {
                match serde_json::from_str::<Message<'_>>(reply.get()) {
                    Ok(mut reply) => {
                        // A nested reply may lack the id of its message.
                        reply.reply_to_id = message.id.clone();
                        self.one(channel, &reply, false, now, batch);
                    }
                    Err(_) => batch.skip("messages that cannot be read", 1),
                }
                batch.send_if_full(out)?;
            }
        }
        Ok(())
    }

    fn one(&mut self, channel: usize, message: &Message<'_>, answered: bool, now: i64, batch: &mut Batch) {
        match self.post(channel, message, answered, now, batch) {
            Ok(post) => {
                if message.reply_to_id.0.is_empty() {
                    self.roots.insert((channel, message.id.0.clone()), post.ts.clone());
                }
                batch.push(post);
            }
            Err(kind) => batch.skip(kind, 1),
        }
    }

    fn post(
        &self,
        channel: usize,
        message: &Message<'_>,
        answered: bool,
        now: i64,
        batch: &mut Batch,
    ) -> Result<Post, &'static str> {
        let id = message.id.0.trim();
        let written = moment(&message.created_date_time.0).ok_or("messages without a time")?;
        if id.is_empty() {
            return Err("messages without an id");
        }
        if !matches!(message.kind.0.as_str(), "" | "message") {
            return Err("events (joins, calls …)");
        }
        let is_deleted = !message.deleted_date_time.0.is_empty();
        if is_deleted && !answered {
            return Err("deleted messages");
        }
        let from: From = shapes::nested(message.from);
        let author = author_of(&from);
        let mentions: Vec<Mention> = shapes::list(message.mentions);
        let (said, files) = self.content(channel, message, &mentions, batch);
        if said.is_empty() && files.is_empty() && !is_deleted {
            return Err("messages without text");
        }
        let reactions: Vec<Reaction> = shapes::list(message.reactions);
        let at = bounded(written, now);
        batch.skip("times out of bounds (moved)", usize::from(at != written));
        let root = &message.reply_to_id.0;
        // If the parent is missing, a `ts` that no message has: the reply is counted and becomes a top-level message.
        let thread = (!root.is_empty()).then(|| {
            let known = self.roots.get(&(channel, root.clone())).cloned();
            known.unwrap_or_else(|| format!("{}:{root}", stamp(0)))
        });
        let people = mentions.iter().filter_map(|it| it.mentioned.as_ref()?.user.as_ref());
        let people = people.chain(reactions.iter().filter_map(|it| it.user.as_ref()?.user.as_ref()));
        let others = people.filter(|user| !user.id.0.is_empty()).map(person).collect();
        Ok(Post {
            channel,
            ts: format!("{}:{id}", stamp(written)),
            at,
            thread,
            author,
            others,
            text: if is_deleted { String::new() } else { said },
            is_me: false,
            is_deleted,
            calls_all: false,
            priority: match message.importance.0.as_str() {
                "high" | "urgent" => Priority::Important,
                _ => Priority::Normal,
            },
            edited: moment(&message.last_edited_date_time.0).map(|edited| bounded(edited, now).max(at)),
            reactions: given(&reactions),
            files: if is_deleted { Vec::new() } else { files },
            pinned: None,
        })
    }

    /// A message's text and files.
    fn content(
        &self,
        channel: usize,
        message: &Message<'_>,
        mentions: &[Mention],
        batch: &mut Batch,
    ) -> (String, Vec<Carried>) {
        let body: Body = shapes::nested(message.body);
        let converted = match body.content_type.0.as_str() {
            "html" => html::convert(&body.content.0, mentions),
            _ => Converted { text: escape(body.content.0.trim()), pictures: 0 },
        };
        batch.skip("pictures within texts", converted.pictures);
        let (mut parts, mut files) = (Vec::new(), Vec::new());
        let subject = message.subject.0.trim();
        if !subject.is_empty() {
            parts.push(format!("**{}**", escape(subject)));
        }
        for attachment in shapes::list::<Attachment>(message.attachments) {
            match attachment.content_type.0.as_str() {
                "reference" => {
                    let name = attachment.name.0;
                    let path = self.files.get(&(channel, name.clone())).cloned().unwrap_or_default();
                    files.push(Carried { name, path });
                }
                "messageReference" => {
                    let quoted: Quoted = serde_json::from_str(&attachment.content.0).unwrap_or_default();
                    let lines = quoted.message_preview.0.lines().map(|line| format!("&gt; {}", escape(line)));
                    parts.push(lines.collect::<Vec<_>>().join("\n"));
                }
                _ => batch.skip("cards", 1),
            }
        }
        parts.push(converted.text);
        parts.retain(|part| !part.is_empty());
        (parts.join("\n"), files)
    }
}

fn person(user: &Identity) -> Author {
    let name = user.display_name.0.trim();
    Author { key: user.id.0.clone(), is_bot: false, name: name.to_owned() }
}

fn author_of(from: &From) -> Author {
    if let Some(user) = from.user.as_ref().filter(|user| !user.id.0.is_empty()) {
        return person(user);
    }
    let program = from.application.clone().unwrap_or_default();
    let (id, name) = (program.id.0.trim(), program.display_name.0.trim());
    let key = if id.is_empty() { name } else { id };
    Author { key: format!("app:{key}"), is_bot: true, name: name.to_owned() }
}

/// Reactions grouped by kind, in the order of the first of each.
fn given(reactions: &[Reaction]) -> Vec<Given> {
    let mut all: Vec<Given> = Vec::new();
    for reaction in reactions {
        let Some(user) = reaction.user.as_ref().and_then(|it| it.user.as_ref()) else { continue };
        let kind = reaction.kind.0.as_str();
        let emoji = SIGNS.iter().find(|(name, _)| *name == kind).map_or(kind, |(_, emoji)| emoji);
        if emoji.is_empty() || user.id.0.is_empty() {
            continue;
        }
        let one = (user.id.0.clone(), millis_of(&reaction.created_date_time.0));
        match all.iter_mut().find(|given| given.emoji == emoji) {
            Some(given) => given.people.push(one),
            None => all.push(Given { emoji: emoji.to_owned(), people: vec![one] }),
        }
    }
    all
}
