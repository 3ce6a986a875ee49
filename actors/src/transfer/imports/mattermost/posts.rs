//! Posts and their replies.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use storage::chat::Priority;

use super::head::{Head, key_between, key_of, words};
use super::lines;
use super::shapes::{self, OurPost, Props, number};
use super::text;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{
    Author, Batch, Carried, Given, Gone, Out, Pinned, Post, bounded, stamp,
};
use crate::transfer::imports::pack::{Pack, safe};
use crate::transfer::imports::taking::text::escape;

/// State kept while posts are read.
pub struct Reader {
    is_ours: bool,
    by_key: std::collections::HashMap<String, usize>,
    names: std::collections::HashMap<String, (String, bool)>,
    listed: HashSet<String>,
    files: HashSet<String>,
    /// Hashes of posts read so far: among several of the same time and author, the order distinguishes them.
    met: HashSet<u64>,
    /// The post of the previous line.
    last: Option<(usize, String)>,
    /// Microseconds since 1970.
    now: i64,
}

impl Reader {
    pub fn of(head: &Head, pack: &Pack) -> Self {
        Self {
            is_ours: head.is_ours,
            by_key: head.by_key.clone(),
            names: head.names.clone(),
            listed: head.people.iter().map(|one| one.key.clone()).collect(),
            files: pack.names().iter().map(|(name, _)| name.clone()).collect(),
            met: HashSet::new(),
            last: None,
            now: 0,
        }
    }

    /// Sends the posts in batches. Blocks.
    pub fn run(mut self, mut pack: Pack, index: usize, now: i64, out: &Out) {
        self.now = now * 1_000;
        let mut batch = Batch::default();
        let read = lines::read(&mut pack, index, |line| {
            let raw = match line.r#type.0.as_str() {
                "post" => line.post,
                "direct_post" => line.direct_post,
                _ => return Ok(true),
            };
            batch.done += 1;
            let post: Option<shapes::Post<'_>> = raw.and_then(|raw| serde_json::from_str(raw.get()).ok());
            let Some(post) = post else {
                batch.skip("messages that cannot be read", 1);
                return Ok(true);
            };
            Ok(self.line(&post, &mut batch, out).is_ok())
        });
        // What was read before a broken line is stored.
        let _ = out.blocking_send(Ok(batch));
        if let Err(error) = read {
            let _ = out.blocking_send(Err::<Batch, ImportError>(error));
        }
    }

    fn line(&mut self, post: &shapes::Post<'_>, batch: &mut Batch, out: &Out) -> Result<(), Gone> {
        let members = words(shapes::list(post.channel_members));
        let key =
            if members.is_empty() { key_of(&post.team.0, &post.channel.0) } else { key_between(&members) };
        let replies: Vec<&serde_json::value::RawValue> =
            post.replies.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let Some(channel) = self.by_key.get(&key).copied() else {
            batch.skip("messages of channels and teams that are not taken", 1 + replies.len());
            return Ok(());
        };
        let ours: OurPost = shapes::nested::<PropsOwned>(post.props).kalender;
        let root = match self.last.take().filter(|_| self.is_ours && ours.continued.0) {
            Some((same, ts)) if same == channel => Some(ts),
            _ => match self.post(channel, post, &post.team.0, None, batch) {
                Ok(made) => {
                    let ts = made.ts.clone();
                    batch.push(made);
                    batch.send_if_full(out)?;
                    Some(ts)
                }
                Err(kind) => {
                    batch.skip(kind, 1);
                    None
                }
            },
        };
        for raw in replies {
            let reply: Result<shapes::Post<'_>, _> = serde_json::from_str(raw.get());
            let made = reply
                .map_err(|_| "messages that cannot be read")
                .and_then(|reply| self.post(channel, &reply, &post.team.0, root.clone(), batch));
            match made {
                Ok(made) => batch.push(made),
                Err(kind) => batch.skip(kind, 1),
            }
            batch.send_if_full(out)?;
        }
        self.last = root.map(|ts| (channel, ts));
        Ok(())
    }

    /// A unique `ts` for a post by an author at a time (epoch milliseconds) in a channel.
    fn name(&mut self, channel: usize, at: i64, user: &str) -> String {
        let mut n = 1;
        loop {
            let mut hash = DefaultHasher::new();
            (channel, at, user, n).hash(&mut hash);
            if self.met.insert(hash.finish()) {
                let more = if n == 1 { String::new() } else { format!(":{n}") };
                return format!("{}:{user}{more}", stamp(at.saturating_mul(1_000)));
            }
            n += 1;
        }
    }

    fn author(&self, user: &str, props: &Props<'_>) -> Author {
        let shown = props.override_username.0.trim();
        if props.from_webhook.0 == "true" && !shown.is_empty() {
            return Author {
                key: format!("bot:{}", shown.to_lowercase()),
                is_bot: true,
                name: shown.to_owned(),
            };
        }
        let (name, is_bot) = self.names.get(user).cloned().unwrap_or_else(|| (user.to_owned(), false));
        Author { key: user.to_owned(), is_bot, name }
    }

    fn post(
        &mut self,
        channel: usize,
        post: &shapes::Post<'_>,
        team: &str,
        thread: Option<String>,
        batch: &mut Batch,
    ) -> Result<Post, &'static str> {
        if post.r#type.0.starts_with("system_") {
            return Err("events (joins, topics, names …)");
        }
        let user = post.user.0.trim().to_lowercase();
        let written = number(&post.create_at);
        if written == 0 || user.is_empty() {
            return Err("messages without a time or an author");
        }
        let props: Props<'_> =
            post.props.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let ours = &props.kalender;
        let is_deleted = self.is_ours && ours.deleted.0;
        let files = self.carried(shapes::list(post.attachments));
        let text = if is_deleted { String::new() } else { self.text(post, &props, team) };
        if text.trim().is_empty() && files.is_empty() && !is_deleted {
            return Err("messages without text");
        }
        let at = bounded(written.saturating_mul(1_000), self.now);
        batch.skip("times out of bounds (moved)", usize::from(at != written.saturating_mul(1_000)));
        batch.skip("saved messages (flags)", shapes::list::<shapes::Text>(post.flagged_by).len());
        let reactions = given(shapes::list(post.reactions));
        let people = reactions.iter().flat_map(|given| given.people.iter().map(|(key, _)| key.clone()));
        let unlisted = people.filter(|key| !self.listed.contains(key) && self.names.contains_key(key));
        let none = Props::default();
        let others = unlisted.map(|key| self.author(&key, &none)).collect();
        let edited = number(&post.edit_at);
        let pinned = (post.is_pinned.0).then(|| Pinned {
            by: Some(ours.pinned.by.0.clone()).filter(|by| !by.is_empty()),
            at: Some(number(&ours.pinned.at)).filter(|at| *at > 0),
        });
        Ok(Post {
            channel,
            ts: self.name(channel, written, &user),
            at,
            thread,
            author: self.author(&user, &props),
            others,
            text,
            is_me: post.r#type.0 == "me",
            is_deleted,
            calls_all: self.is_ours && ours.mention_all.0,
            priority: if ours.important.0 { Priority::Important } else { Priority::Normal },
            edited: (edited > 0).then(|| bounded(edited.saturating_mul(1_000), self.now).max(at)),
            reactions,
            files,
            pinned,
        })
    }

    fn text(&self, post: &shapes::Post<'_>, props: &Props<'_>, team: &str) -> String {
        let named: Vec<String> = words(props.kalender.mentions.clone());
        let person = |name: &str| {
            if self.is_ours { named.iter().any(|one| one == name) } else { self.listed.contains(name) }
        };
        let channel = |name: &str| Some(key_of(team, name)).filter(|key| self.by_key.contains_key(key));
        let mut parts = vec![text::of_post(&post.message.0, self.is_ours, person, channel)];
        for said in shapes::list::<shapes::Said>(props.attachments) {
            let title = match said.title.0.trim() {
                title if said.title_link.0.starts_with("http") && !title.is_empty() => {
                    format!("<{}|{}>", escape(&said.title_link.0), escape(title).replace('|', " "))
                }
                title => escape(title),
            };
            let body =
                [text::marked(said.pretext.0.trim(), false), title, text::marked(said.text.0.trim(), false)];
            let lines: Vec<String> = body.into_iter().filter(|line| !line.is_empty()).collect();
            parts.push(if lines.is_empty() { escape(said.fallback.0.trim()) } else { lines.join("\n") });
        }
        parts.retain(|part| !part.trim().is_empty());
        parts.join("\n")
    }

    /// Files are under `data` in the zip file; some tools write that folder into the path.
    fn carried(&self, attachments: Vec<shapes::Attachment>) -> Vec<Carried> {
        let of = |one: shapes::Attachment| {
            let path = safe(&one.path.0)?;
            let places = [format!("data/{path}"), path.clone()];
            let found = places.into_iter().find(|place| self.files.contains(place));
            let last = path.rsplit('/').next().unwrap_or_default().to_owned();
            let name = if one.name.0.is_empty() { last } else { one.name.0 };
            Some(Carried { name, path: found.unwrap_or(path) })
        };
        attachments.into_iter().filter_map(of).collect()
    }
}

/// This platform's part of a post's properties.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct PropsOwned {
    kalender: OurPost,
}

/// Reactions by kind, in the order of the first of each.
fn given(reactions: Vec<shapes::Reaction>) -> Vec<Given> {
    let mut kinds: Vec<Given> = Vec::new();
    for reaction in reactions {
        let one =
            (reaction.user.0.trim().to_lowercase(), Some(number(&reaction.create_at)).filter(|at| *at > 0));
        match kinds.iter_mut().find(|given| given.emoji == reaction.emoji_name.0) {
            Some(given) => given.people.push(one),
            None => kinds.push(Given { emoji: reaction.emoji_name.0, people: vec![one] }),
        }
    }
    kinds
}
