//! The days of all channels, read on a thread of their own and handed over in batches, so that what is read and what is
//! written overlap and no more than a day and a few batches are held at once.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use tokio::sync::mpsc::Sender;

use super::super::ImportError;
use super::export::Export;
use super::shapes::{self, Attachment, File, Message, Moment, Profile};
use super::text;

/// Messages in a batch: of many days and channels, as most days are small and each batch is several commits.
const BATCH: usize = 2_000;
/// Bytes of a batch's texts that end it too.
const BATCH_BYTES: usize = 16 << 20;
/// Bytes of a text that are looked at: more than Slack ever took.
const LOOKED_AT: usize = 256 << 10;
/// 2010-01-01, the zero of every id's time, in microseconds.
const FIRST: i64 = storage::ids::ID_EPOCH_MS * 1_000;
/// A clock may be so far ahead (µs).
const AHEAD: i64 = 86_400_000_000;

/// What kinds of message an export holds that tell what somebody did, not what they said.
const EVENTS: [&str; 40] = [
    "channel_join",
    "channel_leave",
    "channel_topic",
    "channel_purpose",
    "channel_name",
    "channel_archive",
    "channel_unarchive",
    "channel_canvas_updated",
    "channel_convert_to_private",
    "channel_convert_to_public",
    "channel_posting_permissions",
    "group_join",
    "group_leave",
    "group_topic",
    "group_purpose",
    "group_name",
    "group_archive",
    "group_unarchive",
    "pinned_item",
    "unpinned_item",
    "bot_add",
    "bot_remove",
    "bot_enable",
    "bot_disable",
    "reminder_add",
    "reminder_delete",
    "app_conversation_join",
    "app_conversation_leave",
    "sh_room_created",
    "sh_room_shared",
    "huddle_thread",
    "joiner_notification",
    "joiner_notification_for_inviter",
    "tabbed_canvas_updated",
    "assistant_app_thread",
    "ekm_access_denied",
    "message_changed",
    "message_deleted",
    "message_replied",
    "channel_organization",
];

/// Who wrote a post.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Author {
    /// Slack's id, or the name of a program that has none.
    pub key: String,
    /// A program: nobody of `users.json`.
    pub is_bot: bool,
    /// What it calls itself here.
    pub name: String,
}

/// A message as it is taken.
#[derive(Debug)]
pub struct Post {
    /// Which of the import's channels.
    pub channel: usize,
    /// As written in the export; names the message within its channel.
    pub ts: String,
    /// Microseconds since 1970.
    pub at: i64,
    /// The `ts` of the message it answers.
    pub thread: Option<String>,
    pub author: Author,
    /// In mrkdwn; empty where it was deleted.
    pub text: String,
    pub is_me: bool,
    /// Was removed, but has replies.
    pub is_deleted: bool,
    /// Microseconds since 1970.
    pub edited: Option<i64>,
    /// Slack's name of the emoji, and who.
    pub reactions: Vec<(String, Vec<String>)>,
}

/// Some messages, by channel, in the order of their times.
#[derive(Debug, Default)]
pub struct Batch {
    pub posts: Vec<Post>,
    pub skipped: BTreeMap<&'static str, u64>,
    /// Days that end with this batch.
    pub days: u64,
    bytes: usize,
}

/// Nobody takes batches any more.
struct Gone;

/// Reads the days of every channel, given as channel and entry, and sends them on; ends when nobody takes them any more.
/// Blocks.
pub fn read_all(
    mut export: Export,
    days: &[(usize, usize)],
    now: i64,
    out: &Sender<Result<Batch, ImportError>>,
) {
    let mut batch = Batch::default();
    for (channel, index) in days {
        let done = export
            .read(*index)
            .and_then(|(name, text)| day(*channel, &name, &text, now * 1_000, &mut batch, out));
        match done {
            Ok(Ok(())) => batch.days += 1,
            Ok(Err(Gone)) => return,
            Err(error) => {
                // What came before it is taken.
                let _ = out.blocking_send(Ok(batch));
                let _ = out.blocking_send(Err(error));
                return;
            }
        }
    }
    let _ = out.blocking_send(Ok(batch));
}

/// Adds a day to the batch, and sends it as often as it is full.
fn day(
    channel: usize,
    name: &str,
    text: &str,
    now: i64,
    batch: &mut Batch,
    out: &Sender<Result<Batch, ImportError>>,
) -> Result<Result<(), Gone>, ImportError> {
    let broken = |why: serde_json::Error| ImportError::Json { entry: name.to_owned(), why: why.to_string() };
    let raw: Vec<&RawValue> = serde_json::from_str(text).map_err(broken)?;
    let mut order: Vec<(i64, &RawValue)> = raw.into_iter().map(|raw| (time_of(raw), raw)).collect();
    // Mostly in order already; replies of the same day must come after what they answer.
    order.sort_by_key(|(at, _)| *at);
    for (_, raw) in order {
        match post(channel, raw, now, &mut batch.skipped) {
            Ok(post) => {
                batch.bytes += post.text.len();
                batch.posts.push(post);
            }
            Err(kind) => *batch.skipped.entry(kind).or_default() += 1,
        }
        let is_full = batch.posts.len() >= BATCH || batch.bytes >= BATCH_BYTES;
        if is_full && out.blocking_send(Ok(std::mem::take(batch))).is_err() {
            return Ok(Err(Gone));
        }
    }
    Ok(Ok(()))
}

fn time_of(raw: &RawValue) -> i64 {
    serde_json::from_str::<Moment>(raw.get()).ok().and_then(|moment| micros(&moment.ts.0)).unwrap_or_default()
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

/// Within what ids can hold, and no later than now.
fn bounded(at: i64, now: i64) -> i64 {
    if at > now + AHEAD { now } else { at.max(FIRST) }
}

/// A message that is taken, or the kind of thing that is not.
fn post(
    channel: usize,
    raw: &RawValue,
    now: i64,
    skipped: &mut BTreeMap<&'static str, u64>,
) -> Result<Post, &'static str> {
    let mut skip = |kind, many: usize| {
        if many > 0 {
            *skipped.entry(kind).or_default() += many as u64;
        }
    };
    let message: Message<'_> = serde_json::from_str(raw.get()).map_err(|_| "messages that cannot be read")?;
    if !matches!(message.r#type.0.as_str(), "" | "message") {
        return Err("entries that are no messages");
    }
    let subtype = message.subtype.0.as_str();
    if EVENTS.contains(&subtype) {
        return Err("events (joins, topics, names …)");
    }
    let written = micros(&message.ts.0).ok_or("messages without a time")?;
    let at = bounded(written, now);
    let answers = !matches!(message.reply_count.0.as_str(), "" | "0");
    let is_deleted = subtype == "tombstone";
    if is_deleted && !answers {
        return Err("deleted messages");
    }
    let mut files: Vec<File> = shapes::list(message.files);
    if files.is_empty() && message.file.is_some() {
        files.push(shapes::nested(message.file));
    }
    let attachments: Vec<Attachment> = shapes::list(message.attachments);
    let mut text = if is_deleted { String::new() } else { text::said(&message, &files, &attachments) };
    skip("texts beyond all bounds (cut)", usize::from(text.len() > LOOKED_AT));
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    if text.trim().is_empty() && !is_deleted {
        return Err("messages without text");
    }
    skip("files (name and link are taken, the file is not)", files.len());
    skip("previews of links", attachments.iter().filter(|attachment| text::is_preview(attachment)).count());
    skip("pins", usize::from(!shapes::list::<shapes::Text>(message.pinned_to).is_empty()));
    skip("replies shown in the channel too (taken as replies)", usize::from(subtype == "thread_broadcast"));
    if at != written {
        skip("times out of bounds (moved)", 1);
    }
    let edited: Moment = shapes::nested(message.edited);
    let reactions: Vec<shapes::Reaction> = shapes::list(message.reactions);
    let unnamed = reactions.iter().map(|reaction| {
        let many: usize = reaction.count.0.parse().unwrap_or_default();
        many.saturating_sub(reaction.users.len()).min(1_000_000)
    });
    skip("reactions of people the export does not name", unnamed.sum());
    Ok(Post {
        channel,
        thread: Some(&message.thread_ts.0).filter(|ts| !ts.is_empty() && **ts != message.ts.0).cloned(),
        author: author(&message),
        ts: message.ts.0,
        at,
        text,
        is_me: subtype == "me_message",
        is_deleted,
        edited: micros(&edited.ts.0).map(|edited| bounded(edited, now).max(at)),
        reactions: reactions
            .into_iter()
            .map(|reaction| (reaction.name.0, reaction.users.into_iter().map(|user| user.0).collect()))
            .collect(),
    })
}

fn author(message: &Message<'_>) -> Author {
    let profile: Profile = shapes::nested(message.bot_profile.or(message.user_profile));
    let first = |names: [&str; 4]| {
        names.into_iter().map(str::trim).find(|name| !name.is_empty()).unwrap_or_default().to_owned()
    };
    let name = first([&message.username.0, &profile.name.0, &profile.display_name.0, &profile.real_name.0]);
    if !message.user.0.is_empty() {
        return Author { key: message.user.0.clone(), is_bot: message.user.0 == "USLACKBOT", name };
    }
    let key = if message.bot_id.0.is_empty() {
        format!("bot:{}", name.to_lowercase())
    } else {
        message.bot_id.0.clone()
    };
    Author { key, is_bot: true, name }
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
        assert_eq!(bounded(-5, 0), FIRST);
        assert_eq!(bounded(FIRST + AHEAD * 2, FIRST), FIRST);
    }
}
