//! Stores batches of posts as messages.

use std::collections::{BTreeMap, HashMap, HashSet};

use storage::chat::{Message, PINS_MAX, Pin, Reaction};
use storage::ids::{MessageId, UserId};
use storage::imports::{HistoryItem, ImportRef};

use super::channels::Taken;
use super::renewed::{Renewed, print};
use super::tick::Tick;
use super::{Taking, emoji, text};
use crate::chat::rules;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Batch, Carried, Given, Pinned, Post};

/// Kinds of references to messages; a reply is never a parent.
const MESSAGE: &str = "message";
const REPLY: &str = "reply";
/// Stands for an empty text.
const NOTHING: &str = "…";
/// Maximum number of kinds of reaction on one message.
const KINDS_MAX: usize = 40;
/// Attempts at finding a free id.
const TRIES: usize = 4_096;

/// The import's state for one channel.
#[derive(Debug, Default)]
pub struct Place {
    /// The last tick assigned.
    last: Tick,
    /// The newest top-level message.
    pub newest: Option<MessageId>,
    /// The time span of the export's messages, as the export writes the first and the last, and all times in
    /// microseconds.
    pub covered: Option<(String, String)>,
    pub held: HashSet<i64>,
    /// Number of pinned messages.
    pub pins: usize,
}

impl Place {
    fn cover(&mut self, post: &Post) {
        self.held.insert(post.at);
        match &mut self.covered {
            None => self.covered = Some((post.ts.clone(), post.ts.clone())),
            Some((first, last)) => {
                if post.ts < *first {
                    post.ts.clone_into(first);
                }
                if post.ts > *last {
                    post.ts.clone_into(last);
                }
            }
        }
    }
}

/// A message that is about to be stored.
struct Draft {
    external: String,
    /// Hash of the post it was made of, for the next run; see `renewed.rs`.
    print: String,
    /// Index of one of the import's channels.
    channel: usize,
    tick: Tick,
    item: HistoryItem,
    /// Files that are imported with it.
    carried: Vec<Carried>,
}

/// Appends the name of a file that is not imported.
fn name_in(content: &mut String, name: &str) {
    let gap = if content.is_empty() { "" } else { "\n" };
    for part in [gap, "📎 ", &text::escape(name)] {
        content.push_str(part);
    }
}

impl Taking<'_> {
    /// Stores what is new of a batch.
    pub async fn take_messages(
        &mut self,
        taken: &[Option<Taken>],
        places: &mut [Place],
        batch: Batch,
    ) -> Result<(), ImportError> {
        for (kind, many) in batch.skipped {
            self.report.skip(kind, many);
        }
        let of = |post: &Post| taken.get(post.channel).and_then(Option::as_ref);
        let name = |post: &Post, ts: &str| of(post).map(|channel| format!("{}/{ts}", channel.external));
        let mut posts = Vec::with_capacity(batch.posts.len());
        let mut seen = HashSet::new();
        for post in batch.posts {
            let Some(external) = name(&post, &post.ts) else {
                self.report.skip("messages of conversations that are not taken", 1);
                continue;
            };
            if seen.insert(external.clone()) {
                let parent = post.thread.as_ref().and_then(|thread| name(&post, thread));
                posts.push((external, parent, post));
            } else {
                self.report.skip("messages that stand twice", 1);
            }
        }
        let authors = posts.iter().flat_map(|(_, _, post)| [&post.author].into_iter().chain(&post.others));
        self.take_authors(authors).await?;

        let elsewhere: HashSet<&String> = posts
            .iter()
            .filter_map(|(_, parent, _)| parent.as_ref())
            .filter(|parent| !seen.contains(*parent))
            .collect();
        let mut keys: Vec<String> = posts.iter().map(|(external, _, _)| external.clone()).collect();
        keys.extend(elsewhere.into_iter().cloned());
        let known = self.refs(&keys).await?;
        let known: HashMap<String, ImportRef> =
            keys.into_iter().zip(known).filter_map(|(key, known)| Some((key, known?))).collect();
        // Possible parents of this batch's replies: stored messages, and those about to be stored.
        let mut parents: HashMap<String, Option<MessageId>> = known
            .iter()
            .filter(|(_, known)| is_top_level(known))
            .map(|(key, known)| (key.clone(), Some(MessageId(known.id))))
            .collect();
        for (external, _, _) in posts.iter().filter(|(_, parent, _)| parent.is_none()) {
            parents.entry(external.clone()).or_insert(None);
        }

        // The store reports ids that are taken; uniqueness within the batch is ensured here.
        let mut ids = HashSet::new();
        let (mut roots, mut replies, mut renewed) = (Vec::new(), Vec::new(), Vec::new());
        for (external, parent, post) in posts {
            let Some((channel, place)) = of(&post).zip(places.get_mut(post.channel)) else {
                continue;
            };
            place.cover(&post);
            place.pins += usize::from(post.pinned.is_some());
            if let Some(known) = known.get(&external) {
                self.report.already_there += 1;
                let id = MessageId(known.id);
                place.last = Tick::at(id);
                if is_top_level(known) {
                    // An interrupted run has marked nothing as read.
                    place.newest = place.newest.max(Some(id));
                }
                if !known.kind.ends_with(&print(&post)) {
                    renewed.push(Renewed {
                        channel: channel.channel.channel_id,
                        external,
                        known: known.clone(),
                        post,
                    });
                }
                continue;
            }
            let has_parent = parent.as_ref().is_some_and(|parent| parents.contains_key(parent));
            if parent.is_some() && !has_parent {
                self.report.skip("replies whose thread is missing (taken as messages)", 1);
            }
            for draft in self.drafts(channel, place, external, post, &mut ids) {
                if has_parent { replies.push((parent.clone(), draft)) } else { roots.push(draft) }
            }
        }
        // Top-level messages first: a reply needs the id of its parent.
        for (external, channel, id) in self.store(taken, roots, MESSAGE, &mut ids).await? {
            if let Some(place) = places.get_mut(channel) {
                place.newest = place.newest.max(Some(id));
            }
            self.report.messages += 1;
            parents.insert(external, Some(id));
        }
        let replies = replies.into_iter().map(|(parent, mut draft)| {
            draft.item.message.parent_id = parent.and_then(|parent| parents.get(&parent).copied().flatten());
            draft
        });
        self.report.replies += self.store(taken, replies.collect(), REPLY, &mut ids).await?.len() as u64;
        self.renew(renewed).await
    }

    /// A post as one message, or several if its text is too long. Reactions belong to the first.
    fn drafts(
        &mut self,
        taken: &Taken,
        place: &mut Place,
        external: String,
        mut post: Post,
        ids: &mut HashSet<MessageId>,
    ) -> Vec<Draft> {
        let print = print(&post);
        let (carried, left) = self.sorted(std::mem::take(&mut post.files));
        for one in &left {
            name_in(&mut post.text, &one.name);
        }
        let mut texts = self.texts(&post);
        if let [made] = &mut texts[..]
            && !carried.is_empty()
            && made.content == NOTHING
        {
            made.content.clear();
        }
        self.report.skip("messages over 4,000 characters (split)", u64::from(texts.len() > 1));
        let created = post.at / 1_000;
        let user_id =
            self.names.people.get(self.key_of(&post.author)).map_or(self.entity.owner, |(id, _)| *id);
        let edited = post.edited.filter(|_| !post.is_deleted).map(|edited| edited / 1_000);
        let mut given = std::mem::take(&mut post.reactions);
        let (mut carried, mut pinned) = (carried, post.pinned.take());
        if pinned.is_some() && place.pins > PINS_MAX {
            self.report.skip("pins beyond a hundred of a channel", 1);
            pinned = None;
        }
        let mut drafts = Vec::with_capacity(texts.len());
        for (n, made) in texts.into_iter().enumerate() {
            let tick = free(Tick::of(post.at).after(place.last), ids);
            place.last = tick;
            let external = if n == 0 { external.clone() } else { format!("{external}#{}", n + 1) };
            let message = Message {
                message_id: tick.id(),
                channel_id: taken.channel.channel_id,
                user_id,
                parent_id: None,
                content: made.content,
                formatted: made.formatted,
                mentions: made.mentions,
                mention_all: made.mention_all || (n == 0 && post.calls_all),
                client_message_id: Some(format!("{}:{external}", self.source)),
                created,
                updated: edited.unwrap_or(created),
                edited: edited.is_some(),
                deleted: post.is_deleted,
                threaded: false,
                priority: post.priority,
                asked: None,
                poll: None,
                card: None,
                attachments: Vec::new(),
                version: 1,
            };
            let reactions = self.reactions(&message, std::mem::take(&mut given));
            let pin = pinned.take().map(|pinned| self.pin(&message, pinned));
            let item = HistoryItem { message, workspace_id: taken.channel.workspace_id, reactions, pin };
            let carried = std::mem::take(&mut carried);
            drafts.push(Draft { external, print: print.clone(), channel: post.channel, tick, item, carried });
        }
        drafts
    }

    /// A post's text in the stored form; at least one element.
    pub fn texts(&self, post: &Post) -> Vec<text::Rendered> {
        let mut texts = text::render_all(&post.text, &self.names);
        if texts.is_empty() {
            texts.push(text::Rendered::default());
        }
        let is_one = texts.len() == 1;
        for made in &mut texts {
            if post.is_me && is_one && !made.content.contains('\n') {
                made.content = format!("_{}_", made.content);
                made.formatted = made.formatted.take().map(|shown| format!("_{shown}_"));
            }
            if post.is_deleted {
                rules::TOMBSTONE.clone_into(&mut made.content);
            } else if made.content.is_empty() {
                // Only white space and characters that cannot be stored.
                made.content.push_str(NOTHING);
            }
        }
        texts
    }

    /// The pin of a message: by the person whom the source names, else by its author.
    pub fn pin(&self, message: &Message, pinned: Pinned) -> Pin {
        let by = pinned.by.and_then(|key| self.names.people.get(&key)).map(|(id, _)| *id);
        Pin {
            channel_id: message.channel_id,
            message_id: message.message_id,
            pinned_by: by.unwrap_or(message.user_id),
            pinned: pinned.at.unwrap_or(message.created),
        }
    }

    pub fn reactions(&mut self, message: &Message, given: Vec<Given>) -> Vec<Reaction> {
        let mut kinds: HashSet<String> = HashSet::new();
        let mut taken: BTreeMap<(String, UserId), i64> = BTreeMap::new();
        for Given { emoji: name, people } in given {
            let emoji = emoji::named(&name).unwrap_or_else(|| format!(":{name}:"));
            let is_new = !kinds.contains(&emoji);
            if rules::emoji(&emoji).is_err() || (is_new && kinds.len() >= KINDS_MAX) {
                self.report.skip("reactions that nobody can give here", people.len() as u64);
                continue;
            }
            kinds.insert(emoji.clone());
            for (person, at) in people {
                match self.names.people.get(&person) {
                    Some((user_id, _)) => {
                        taken.insert((emoji.clone(), *user_id), at.unwrap_or(message.created));
                    }
                    None => self.report.skip("reactions of people the export does not name", 1),
                }
            }
        }
        let message_id = message.message_id;
        let made = |((emoji, user_id), created)| Reaction { message_id, emoji, user_id, created };
        taken.into_iter().map(made).collect()
    }

    /// Stores drafts and their references. If another message has the id, the next one is tried.
    async fn store(
        &mut self,
        taken: &[Option<Taken>],
        drafts: Vec<Draft>,
        kind: &str,
        ids: &mut HashSet<MessageId>,
    ) -> Result<Vec<(String, usize, MessageId)>, ImportError> {
        let (mut stored, mut refs) = (Vec::with_capacity(drafts.len()), Vec::with_capacity(drafts.len()));
        let mut waiting = drafts;
        for draft in waiting.iter_mut().filter(|draft| !draft.carried.is_empty()) {
            let Some(taken) = taken.get(draft.channel).and_then(Option::as_ref) else { continue };
            let message = &draft.item.message;
            let (by, mark) = (message.user_id, message.client_message_id.clone().unwrap_or_default());
            let (files, refused) = self.bring(&draft.carried, &taken.channel, by, &mark).await?;
            draft.item.message.attachments = files;
            for name in &refused {
                name_in(&mut draft.item.message.content, name);
            }
        }
        for _ in 0..TRIES {
            if waiting.is_empty() {
                break;
            }
            let items: Vec<HistoryItem> = waiting.iter().map(|draft| draft.item.clone()).collect();
            let taken: HashSet<MessageId> =
                self.platform.storage.imports.append_history(&items).await?.into_iter().collect();
            let (again, done): (Vec<Draft>, Vec<Draft>) =
                waiting.into_iter().partition(|draft| taken.contains(&draft.item.message.message_id));
            for draft in done {
                self.report.reactions += draft.item.reactions.len() as u64;
                refs.push(ImportRef {
                    external_id: draft.external.clone(),
                    kind: format!("{kind}{}", draft.print),
                    id: draft.item.message.message_id.0,
                });
                stored.push((draft.external, draft.channel, draft.item.message.message_id));
            }
            waiting = again.into_iter().map(|draft| bumped(draft, ids)).collect();
        }
        self.report.skip("messages for which there was no id", waiting.len() as u64);
        self.put_refs(refs).await?;
        Ok(stored)
    }
}

/// Whether a reference is to a message that can be replied to; the kind may be followed by a hash.
fn is_top_level(known: &ImportRef) -> bool {
    known.kind.split(' ').next() == Some(MESSAGE)
}

/// Whether a reference is to a message or a reply, not to a person or a channel.
pub fn is_of_message(known: &ImportRef) -> bool {
    matches!(known.kind.split(' ').next(), Some(MESSAGE | REPLY))
}

/// The first tick from this one on whose id is free in the batch; reserves it.
fn free(mut tick: Tick, ids: &mut HashSet<MessageId>) -> Tick {
    while !ids.insert(tick.id()) {
        tick = tick.next();
    }
    tick
}

fn bumped(mut draft: Draft, ids: &mut HashSet<MessageId>) -> Draft {
    draft.tick = free(draft.tick.next(), ids);
    let id = draft.tick.id();
    draft.item.message.message_id = id;
    for reaction in &mut draft.item.reactions {
        reaction.message_id = id;
    }
    draft
}
