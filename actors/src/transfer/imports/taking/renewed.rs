//! Applies a newer export to messages that exist already: edits, deletions and reactions, unless the message was
//! changed here since. Published as events, like any change.

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};
use storage::chat::{Message, PINS_MAX, Reaction};
use storage::ids::{ChannelId, EventId, MessageId, UserId};
use storage::imports::ImportRef;

use super::channels::Taken;
use super::messages::{Place, is_of_message};
use super::{REFS, Taking};
use crate::chat::rules;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Post, micros};

/// An existing message and its counterpart in a newer export.
pub struct Renewed {
    pub channel: ChannelId,
    pub external: String,
    pub known: ImportRef,
    pub post: Post,
}

/// A hash of a post's content, to detect changes. Stored after the kind of the reference.
pub fn print(post: &Post) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    add(&post.text);
    add(if post.is_deleted { "deleted" } else { "" });
    for given in &post.reactions {
        add(&given.emoji);
        for (person, _) in &given.people {
            add(person);
        }
        add("");
    }
    if post.pinned.is_some() {
        add("pinned");
    }
    let bytes = hash.finalize();
    let start: [u8; 8] = std::array::from_fn(|n| bytes[n]);
    format!(" {:016x}", u64::from_be_bytes(start))
}

impl Taking<'_> {
    /// Reports messages of an earlier export that this one lacks, though it has messages from before and after them.
    /// They stay: absence from an export does not prove a deletion.
    pub async fn find_missing(
        &mut self,
        taken: &[Option<Taken>],
        places: &[Place],
    ) -> Result<(), ImportError> {
        let imports = &self.platform.storage.imports;
        for (channel, place) in taken.iter().zip(places) {
            let Some((channel, (first, last))) = channel.as_ref().zip(place.covered.as_ref()) else {
                continue;
            };
            let name = |ts: &str| format!("{}/{ts}", channel.external);
            let (first, last) = (name(first), name(last));
            let mut after: Option<String> = None;
            loop {
                let part = (first.as_str(), last.as_str());
                let refs = imports
                    .refs_between(self.entity.entity_id, self.source, part, after.as_deref(), REFS)
                    .await?;
                let is_missing = |known: &&ImportRef| {
                    let ts = known.external_id.rsplit('/').next();
                    // A suffix distinguishes messages of the same time; the parts of a split message are reported with
                    // the first.
                    let whole = ts.filter(|ts| !ts.contains('#'));
                    let ts = whole.and_then(|ts| micros(ts.split(':').next().unwrap_or_default()));
                    is_of_message(known) && ts.is_some_and(|at| !place.held.contains(&at))
                };
                let missing = refs.iter().filter(is_missing).count();
                self.report
                    .skip("messages of an earlier export that this one does not hold (kept)", missing as u64);
                after = refs.last().map(|known| known.external_id.clone());
                if refs.len() < REFS {
                    break;
                }
            }
        }
        Ok(())
    }

    pub async fn renew(&mut self, renewed: Vec<Renewed>) -> Result<(), ImportError> {
        let mut refs = Vec::with_capacity(renewed.len());
        for Renewed { channel, external, known, post } in renewed {
            let print = print(&post);
            let kind = known.kind.split(' ').next().unwrap_or_default();
            refs.push(ImportRef { external_id: external, kind: format!("{kind}{print}"), id: known.id });
            self.renew_one(channel, MessageId(known.id), post).await?;
        }
        self.put_refs(refs).await
    }

    async fn renew_one(&mut self, channel: ChannelId, id: MessageId, post: Post) -> Result<(), ImportError> {
        let chat = &self.platform.storage.chat;
        let found = chat.locate(id).await?.map(|located| located.message);
        let Some(message) = found.filter(|message| !message.deleted) else {
            // Deleted here: stays deleted.
            return Ok(());
        };
        if post.is_deleted {
            let event = self.event()?;
            if chat.remove(&message, message.user_id, event, rules::TOMBSTONE).await?.is_some() {
                self.report.update("messages deleted", 1);
            }
            return Ok(());
        }
        self.renew_text(&message, &post).await?;
        self.renew_pin(&message, &post).await?;
        self.renew_reactions(channel, &message, post).await
    }

    async fn renew_text(&mut self, message: &Message, post: &Post) -> Result<(), ImportError> {
        let mut texts = self.texts(post);
        let is_split = texts.len() > 1;
        let made = texts.swap_remove(0);
        if made.content == message.content {
            return Ok(());
        }
        let edited = post.edited.unwrap_or(post.at) / 1_000;
        // An edit made here has a time that no export contains.
        if message.edited && message.updated > edited {
            self.report.skip("messages edited both there and here (ours are kept)", 1);
            return Ok(());
        }
        let new = Message {
            content: made.content,
            formatted: made.formatted,
            mentions: made.mentions,
            mention_all: made.mention_all,
            edited: true,
            updated: edited,
            ..message.clone()
        };
        let event = self.event()?;
        if self.platform.storage.chat.edit(&new, event).await?.is_some() {
            self.report.update("messages edited", 1);
            self.report.skip(
                "edited messages over 4,000 characters (the first part is up to date)",
                u64::from(is_split),
            );
        }
        Ok(())
    }

    /// Adds a new pin; one that was removed in the source stays, because it may have been set here.
    async fn renew_pin(&mut self, message: &Message, post: &Post) -> Result<(), ImportError> {
        let Some(pinned) = post.pinned.clone() else { return Ok(()) };
        let chat = &self.platform.storage.chat;
        if chat.pins(message.channel_id).await?.len() >= PINS_MAX {
            return Ok(());
        }
        let pin = self.pin(message, pinned);
        let is_new = chat.pin(message, &pin, true, self.event()?).await?;
        self.report.update("messages pinned", u64::from(is_new));
        Ok(())
    }

    async fn renew_reactions(
        &mut self,
        channel: ChannelId,
        message: &Message,
        post: Post,
    ) -> Result<(), ImportError> {
        let wanted = self.reactions(message, post.reactions);
        let chat = &self.platform.storage.chat;
        let there = chat.reactions(channel, &[message.message_id]).await?.remove(&message.message_id);
        let there = there.unwrap_or_default();
        let of = |reaction: &Reaction| (reaction.emoji.clone(), reaction.user_id);
        let (has, wants): (HashSet<(String, UserId)>, HashSet<(String, UserId)>) =
            (there.iter().map(of).collect(), wanted.iter().map(of).collect());
        let mut changed = 0;
        for reaction in wanted.iter().filter(|reaction| !has.contains(&of(reaction))) {
            changed += u64::from(chat.react(reaction, true, self.event()?).await?);
        }
        // An imported reaction has the message's time or is older than the first import; one that was given here stays.
        let is_theirs =
            |reaction: &Reaction| reaction.created == message.created || reaction.created < self.first;
        let taken_back = |reaction: &&Reaction| is_theirs(reaction) && !wants.contains(&of(reaction));
        for reaction in there.iter().filter(taken_back) {
            changed += u64::from(chat.react(reaction, false, self.event()?).await?);
        }
        self.report.update("reactions given or taken back", changed);
        Ok(())
    }

    fn event(&self) -> Result<EventId, ImportError> {
        Ok(EventId(self.platform.ids.next(self.now)?))
    }
}
