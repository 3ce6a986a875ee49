//! The common form that every reader converts its source into: people, channels, posts. Everything after the reader
//! works on this form only.
//!
//! Texts are **marked**: `<@key>` is a person, `<#key|name>` a channel, `<!channel>` everybody, `<url|label>` a link;
//! any other `<`, `>` and `&` is written `&lt;`, `&gt;`, `&amp;`. Emoji may be written `:name:`.

use std::collections::BTreeMap;

use storage::accounts::UserStatus;
use storage::chat::Priority;
use storage::entities::RelationType;

use super::ImportError;

/// Messages in a batch. A batch spans files and channels, because most are small and each batch costs several commits.
pub const BATCH: usize = 2_000;
/// Total text size in bytes that ends a batch as well.
pub const BATCH_BYTES: usize = 16 << 20;
/// Longest text in bytes that is processed; more than any source allows.
const LOOKED_AT: usize = 256 << 10;
/// 2010-01-01, the zero of every id's time, in microseconds.
const FIRST: i64 = storage::ids::ID_EPOCH_MS * 1_000;
/// How far in the future a time may be (µs), because of clock differences.
const AHEAD: i64 = 86_400_000_000;

/// A person of the source.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// The source's id, the same in every export.
    pub key: String,
    /// Only for people who may take over the account.
    pub email: Option<String>,
    pub first: String,
    pub last: String,
    pub display: String,
    /// The user name in the source, if it has user names.
    pub user_name: Option<String>,
    /// `Imported`: an account that its owner can take over; `Deactivated`: a name without an account; `Bot`.
    pub status: UserStatus,
    /// Relation to the organisation; for `Imported` only.
    pub relation: RelationType,
    /// Another key under which messages refer to them.
    pub alias: String,
    /// Left the source's team before this export.
    pub has_left: bool,
    /// Has a made-up name, because the source's name cannot be used.
    pub is_renamed: bool,
}

/// Who may read the channel in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    Public,
    Private,
    /// A direct conversation; belongs to no workspace.
    Direct,
}

/// Settings that only exports of this platform contain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChannelSettings {
    pub read_only: bool,
    pub allow_followers: bool,
    pub visible_to_guests: bool,
    pub require_moderation: bool,
    pub auto_approve_members: bool,
    pub relation_types: Vec<RelationType>,
}

/// A channel of the source.
#[derive(Debug)]
pub struct Found {
    /// The source's id, the same in every export.
    pub id: String,
    /// Index of one of the import's workspaces.
    pub workspace: usize,
    pub name: String,
    /// The display name.
    pub display: String,
    pub kind: FoundKind,
    /// Keys of people.
    pub members: Vec<String>,
    pub is_general: bool,
    pub is_archived: bool,
    /// Epoch milliseconds.
    pub created: Option<i64>,
    /// The key of a person.
    pub creator: String,
    /// Marked.
    pub topic: String,
    /// Marked.
    pub purpose: String,
    pub settings: Option<ChannelSettings>,
}

impl Found {
    pub fn is_private(&self) -> bool {
        self.kind == FoundKind::Private
    }
}

/// The author of a post.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Author {
    /// The source's id, or the name of a bot that has none.
    pub key: String,
    /// A bot that is in no list of people.
    pub is_bot: bool,
    /// The name shown with this post.
    pub name: String,
}

/// A reaction of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The emoji, or its name in the source.
    pub emoji: String,
    /// Keys of people, and when they reacted (epoch milliseconds) if the source says so.
    pub people: Vec<(String, Option<i64>)>,
}

/// An attached file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    pub name: String,
    /// Path within the pack.
    pub path: String,
}

/// Who pinned a post (a key) and when (epoch milliseconds), if the source says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pinned {
    pub by: Option<String>,
    pub at: Option<i64>,
}

/// A message in the common form.
#[derive(Debug)]
pub struct Post {
    /// Index of one of the import's channels.
    pub channel: usize,
    /// Identifies the message within its channel, the same in every export: the seconds and the fraction of [`stamp`],
    /// followed, where two messages may have the same time, by `:` and a distinguishing suffix.
    pub ts: String,
    /// Microseconds since 1970.
    pub at: i64,
    /// The `ts` of the thread's first message.
    pub thread: Option<String>,
    pub author: Author,
    /// Other people and bots named in the post who may be in no list.
    pub others: Vec<Author>,
    /// Marked; empty if the message was deleted.
    pub text: String,
    pub is_me: bool,
    /// Was deleted, but has replies.
    pub is_deleted: bool,
    /// Mentions everybody, whatever the text contains.
    pub calls_all: bool,
    pub priority: Priority,
    /// Microseconds since 1970.
    pub edited: Option<i64>,
    pub reactions: Vec<Given>,
    pub files: Vec<Carried>,
    pub pinned: Option<Pinned>,
}

/// Messages, each after the one that it replies to.
#[derive(Debug, Default)]
pub struct Batch {
    pub posts: Vec<Post>,
    pub skipped: BTreeMap<&'static str, u64>,
    /// Parts of the source (days, lines, files) that end with this batch.
    pub done: u64,
    bytes: usize,
}

/// Channel from a reader to the task that stores batches.
pub type Out = tokio::sync::mpsc::Sender<Result<Batch, ImportError>>;

/// The receiver of batches was dropped.
#[derive(Debug)]
pub struct Gone;

impl Batch {
    pub fn skip(&mut self, kind: &'static str, many: usize) {
        if many > 0 {
            *self.skipped.entry(kind).or_default() += many as u64;
        }
    }

    pub fn push(&mut self, mut post: Post) {
        self.skip("texts beyond all bounds (cut)", usize::from(post.text.len() > LOOKED_AT));
        let mut end = post.text.len().min(LOOKED_AT);
        while !post.text.is_char_boundary(end) {
            end -= 1;
        }
        post.text.truncate(end);
        self.bytes += post.text.len();
        self.posts.push(post);
    }

    /// Sends the batch if it is full. Blocks.
    pub fn send_if_full(&mut self, out: &Out) -> Result<(), Gone> {
        let is_full = self.posts.len() >= BATCH || self.bytes >= BATCH_BYTES;
        if is_full { out.blocking_send(Ok(std::mem::take(self))).map_err(|_| Gone) } else { Ok(()) }
    }
}

/// `1483437617.000002` → microseconds since 1970; none: not a time.
pub fn micros(ts: &str) -> Option<i64> {
    let (seconds, fraction) = ts.split_once('.').unwrap_or((ts, ""));
    let seconds: i64 = seconds.parse().ok()?;
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000000".chars()).take(6).collect();
    seconds.checked_mul(1_000_000)?.checked_add(digits.parse().ok()?)
}

/// Inverse of [`micros`].
pub fn stamp(at: i64) -> String {
    format!("{}.{:06}", at.div_euclid(1_000_000), at.rem_euclid(1_000_000))
}

/// Clamps to the range of ids and to now (both in microseconds).
pub fn bounded(at: i64, now: i64) -> i64 {
    if at > now + AHEAD { now } else { at.max(FIRST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let cases = [
            ("1483437617.000002", Some(1_483_437_617_000_002)),
            ("1483437617", Some(1_483_437_617_000_000)),
            ("1483437617.1", Some(1_483_437_617_100_000)),
            ("-5.0", Some(-5_000_000)),
            ("NaN", None),
            ("1e9", None),
            ("1.-5", None),
            ("99999999999999999999", None),
            ("", None),
        ];
        for (ts, expected) in cases {
            assert_eq!(micros(ts), expected, "{ts}");
        }
        assert_eq!(stamp(1_483_437_617_000_002), "1483437617.000002");
        assert_eq!(bounded(-5, 0), FIRST);
        assert_eq!(bounded(FIRST + AHEAD * 2, FIRST), FIRST);
    }
}
