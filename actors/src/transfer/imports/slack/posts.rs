//! The days of all channels, read on a thread of their own and sent in batches, so that reading and writing overlap and
//! only one day and a few batches are in memory.

use serde_json::value::RawValue;

use super::content;
use super::export::Export;
use super::shapes::{self, Attachment, File, Message, Moment, Profile};
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Author, Batch, Given, Gone, Out, Pinned, Post, bounded, micros};

/// Subtypes of system messages (joins, renamed channels and the like), which are not imported.
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

/// Reads every day, given as index of the channel and of the entry, and sends its messages; stops when the receiver is
/// dropped. Blocks.
pub fn read_all(mut export: Export, days: &[(usize, usize)], now: i64, out: &Out) {
    let mut batch = Batch::default();
    for (channel, index) in days {
        let done = export
            .read(*index)
            .and_then(|(name, text)| day(*channel, &name, &text, now * 1_000, &mut batch, out));
        match done {
            Ok(Ok(())) => batch.done += 1,
            Ok(Err(Gone)) => return,
            Err(error) => {
                // What was read before the error is stored.
                let _ = out.blocking_send(Ok(batch));
                let _ = out.blocking_send(Err(error));
                return;
            }
        }
    }
    let _ = out.blocking_send(Ok(batch));
}

/// Adds a day to the batch, and sends the batch whenever it is full.
fn day(
    channel: usize,
    name: &str,
    text: &str,
    now: i64,
    batch: &mut Batch,
    out: &Out,
) -> Result<Result<(), Gone>, ImportError> {
    let broken = |why: serde_json::Error| ImportError::Json { entry: name.to_owned(), why: why.to_string() };
    let raw: Vec<&RawValue> = serde_json::from_str(text).map_err(broken)?;
    let mut order: Vec<(i64, &RawValue)> = raw.into_iter().map(|raw| (time_of(raw), raw)).collect();
    // Mostly in order already; a reply must come after its parent of the same day.
    order.sort_by_key(|(at, _)| *at);
    for (_, raw) in order {
        match post(channel, raw, now, batch) {
            Ok(post) => batch.push(post),
            Err(kind) => batch.skip(kind, 1),
        }
        if let Err(gone) = batch.send_if_full(out) {
            return Ok(Err(gone));
        }
    }
    Ok(Ok(()))
}

fn time_of(raw: &RawValue) -> i64 {
    serde_json::from_str::<Moment>(raw.get()).ok().and_then(|moment| micros(&moment.ts.0)).unwrap_or_default()
}

/// The message, or the kind under which it is counted as not imported.
fn post(channel: usize, raw: &RawValue, now: i64, batch: &mut Batch) -> Result<Post, &'static str> {
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
    let text = if is_deleted { String::new() } else { content::content(&message, &files, &attachments) };
    if text.trim().is_empty() && !is_deleted {
        return Err("messages without text");
    }
    batch.skip("files (name and link are taken, the file is not)", files.len());
    batch.skip(
        "previews of links",
        attachments.iter().filter(|attachment| content::is_preview(attachment)).count(),
    );
    let is_pinned = !shapes::list::<shapes::Text>(message.pinned_to).is_empty();
    batch.skip(
        "replies shown in the channel too (taken as replies)",
        usize::from(subtype == "thread_broadcast"),
    );
    if at != written {
        batch.skip("times out of bounds (moved)", 1);
    }
    let edited: Moment = shapes::nested(message.edited);
    let reactions: Vec<shapes::Reaction> = shapes::list(message.reactions);
    let unnamed = reactions.iter().map(|reaction| {
        let many: usize = reaction.count.0.parse().unwrap_or_default();
        many.saturating_sub(reaction.users.len()).min(1_000_000)
    });
    batch.skip("reactions of people the export does not name", unnamed.sum());
    Ok(Post {
        channel,
        thread: Some(&message.thread_ts.0).filter(|ts| !ts.is_empty() && **ts != message.ts.0).cloned(),
        author: author(&message),
        others: Vec::new(),
        ts: message.ts.0,
        at,
        text,
        is_me: subtype == "me_message",
        is_deleted,
        calls_all: false,
        priority: storage::chat::Priority::Normal,
        edited: micros(&edited.ts.0).map(|edited| bounded(edited, now).max(at)),
        reactions: reactions
            .into_iter()
            .map(|reaction| Given {
                emoji: reaction.name.0,
                people: reaction.users.into_iter().map(|user| (user.0, None)).collect(),
            })
            .collect(),
        files: Vec::new(),
        pinned: is_pinned.then(Pinned::default),
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
