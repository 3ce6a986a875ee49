//! What every reader makes of its source, and all that is taken of it: people, channels, posts. Whatever a source is like, from
//! here on it is this.
//!
//! Texts are **marked**: `<@key>` is a person, `<#key|name>` a channel, `<!channel>` everybody, `<url|label>` a link; any other
//! `<`, `>` and `&` is written `&lt;`, `&gt;`, `&amp;`. Emoji may stand as `:name:`.

use std::collections::BTreeMap;

use storage::accounts::UserStatus;
use storage::chat::Priority;
use storage::entities::RelationType;

use super::ImportError;

/// Messages in a batch: of many files and channels, as most are small and each batch is several commits.
pub const BATCH: usize = 2_000;
/// Bytes of a batch's texts that end it too.
pub const BATCH_BYTES: usize = 16 << 20;
/// Bytes of a text that are looked at: more than any source ever took.
const LOOKED_AT: usize = 256 << 10;
/// 2010-01-01, the zero of every id's time, in microseconds.
const FIRST: i64 = storage::ids::ID_EPOCH_MS * 1_000;
/// A clock may be so far ahead (µs).
const AHEAD: i64 = 86_400_000_000;

/// Somebody of the source.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// The source's own, the same in every export.
    pub key: String,
    /// Only of who may take the account over.
    pub email: Option<String>,
    pub first: String,
    pub last: String,
    pub display: String,
    /// The name in addresses there, if people have one.
    pub user_name: Option<String>,
    /// `Imported`: theirs to take over; `Deactivated`: a name without an account; `Bot`.
    pub status: UserStatus,
    /// What they are to the organisation; for `Imported` alone.
    pub relation: RelationType,
    /// Under which else their messages name them.
    pub alias: String,
    /// Has left, as this export has it.
    pub has_left: bool,
    /// A name of theirs there is none here.
    pub is_renamed: bool,
}

/// Who may read a channel there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    Public,
    Private,
    /// Between its members, in no workspace.
    Direct,
}

/// What only exports of ours say of a channel.
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
    /// The source's own, the same in every export.
    pub id: String,
    /// Which of the import's workspaces.
    pub workspace: usize,
    pub name: String,
    /// As it is shown.
    pub display: String,
    pub kind: FoundKind,
    /// Keys.
    pub members: Vec<String>,
    pub is_general: bool,
    pub is_archived: bool,
    /// Epoch milliseconds.
    pub created: Option<i64>,
    /// A key.
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

/// Who wrote a post.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Author {
    /// The source's own, or the name of a program that has none.
    pub key: String,
    /// A program: nobody whom a list names.
    pub is_bot: bool,
    /// What it calls itself here.
    pub name: String,
}

/// A reaction of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The source's name of the emoji, or the emoji.
    pub emoji: String,
    /// Keys, and when (epoch milliseconds) where the source says.
    pub people: Vec<(String, Option<i64>)>,
}

/// A file that a post carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    pub name: String,
    /// In the pack.
    pub path: String,
}

/// That a post is pinned: who did (a key) and when (epoch milliseconds), where the source says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pinned {
    pub by: Option<String>,
    pub at: Option<i64>,
}

/// A message as it is taken.
#[derive(Debug)]
pub struct Post {
    /// Which of the import's channels.
    pub channel: usize,
    /// Its name within its channel, the same in every export: the seconds and the fraction of [`stamp`], and, where two may have
    /// the same moment, `:` and something of its own.
    pub ts: String,
    /// Microseconds since 1970.
    pub at: i64,
    /// The `ts` of the message it answers.
    pub thread: Option<String>,
    pub author: Author,
    /// Whoever else it names who may stand in no list.
    pub others: Vec<Author>,
    /// Marked; empty where it was deleted.
    pub text: String,
    pub is_me: bool,
    /// Was removed, but has replies.
    pub is_deleted: bool,
    /// Calls everybody, whatever its text says.
    pub calls_all: bool,
    pub priority: Priority,
    /// Microseconds since 1970.
    pub edited: Option<i64>,
    pub reactions: Vec<Given>,
    pub files: Vec<Carried>,
    pub pinned: Option<Pinned>,
}

/// Some messages, each after what it answers.
#[derive(Debug, Default)]
pub struct Batch {
    pub posts: Vec<Post>,
    pub skipped: BTreeMap<&'static str, u64>,
    /// Parts of the source (days, lines, files) that end with this batch.
    pub done: u64,
    bytes: usize,
}

/// Batches on their way to who takes them.
pub type Out = tokio::sync::mpsc::Sender<Result<Batch, ImportError>>;

/// Nobody takes batches any more.
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

    /// Sends it on when it is full. Blocks.
    pub fn send_if_full(&mut self, out: &Out) -> Result<(), Gone> {
        let is_full = self.posts.len() >= BATCH || self.bytes >= BATCH_BYTES;
        if is_full { out.blocking_send(Ok(std::mem::take(self))).map_err(|_| Gone) } else { Ok(()) }
    }
}

/// `1483437617.000002` → microseconds since 1970; none: no time.
pub fn micros(ts: &str) -> Option<i64> {
    let (seconds, fraction) = ts.split_once('.').unwrap_or((ts, ""));
    let seconds: i64 = seconds.parse().ok()?;
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000000".chars()).take(6).collect();
    seconds.checked_mul(1_000_000)?.checked_add(digits.parse().ok()?)
}

/// The other way round, of microseconds since 1970.
pub fn stamp(at: i64) -> String {
    format!("{}.{:06}", at.div_euclid(1_000_000), at.rem_euclid(1_000_000))
}

/// Within what ids can hold, and no later than now (both in microseconds).
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
