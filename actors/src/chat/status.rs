//! People's status texts, published to those who share a workspace with them. Contract §3.8.

use std::collections::HashSet;

use garde::Validate;
use serde::Deserialize;
use storage::accounts::Status;
use storage::ids::WorkspaceId;
use utoipa::ToSchema;

use super::event::{StatusChanged, StatusChangedType};
use super::live::workspace::InternalMessage;
use super::{rules, workspaces_present_in};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::Announcement;
use crate::platform::error::Result;
use crate::platform::text::display_name;
use crate::platform::time::{Moment, now, to_come};

/// Longest status, in characters.
const TEXT_MAX: usize = 100;

/// What I say of myself for a while; without text and emoji nothing.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
pub struct StatusInput {
    #[serde(default)]
    #[garde(skip)]
    #[schema(max_length = 100)]
    pub text: Option<String>,
    /// One emoji.
    #[serde(default)]
    #[garde(skip)]
    #[schema(max_length = 64)]
    pub emoji: Option<String>,
    /// When it runs out, within a year; without: it stands until I change it.
    #[serde(default)]
    #[garde(skip)]
    pub until: Option<Moment>,
}

/// Validates a status; an empty one is stored as none.
fn judged(input: StatusInput, now: i64) -> Result<Status> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let text = given(input.text).map(|text| display_name("text", &text, 1, TEXT_MAX)).transpose()?;
    let emoji = given(input.emoji);
    if let Some(emoji) = &emoji {
        rules::emoji(emoji)?;
    }
    let until = input.until.map(|at| to_come("until", at, now)).transpose()?;
    let says_nothing = text.is_none() && emoji.is_none();
    Ok(Status { text, emoji, until: until.filter(|_| !says_nothing) })
}

/// Sets my status and publishes it to everybody who shares a workspace with me.
pub async fn set_status(platform: &Platform, who: &Who, input: StatusInput) -> Result<Status> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let status = judged(input, now())?;
    // Read before the write, so that nothing that can fail stands between it and its announcement.
    let shared: HashSet<WorkspaceId> = workspaces_present_in(platform, who.user_id).await?;
    let kept = Some(&status).filter(|status| **status != Status::default());
    platform.storage.accounts.set_own_status(who.user_id, kept).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    let event = StatusChanged {
        kind: StatusChangedType::StatusChanged,
        user_id: who.user_id,
        text: status.text.clone(),
        emoji: status.emoji.clone(),
    };
    for workspace_id in shared {
        InternalMessage::Status(event.clone()).announce(platform, workspace_id);
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_validated_and_trimmed() {
        let now = 1_790_000_000_000;
        let said = |text: Option<&str>, emoji: Option<&str>, until: Option<i64>| {
            let (text, emoji) = (text.map(str::to_owned), emoji.map(str::to_owned));
            judged(StatusInput { text, emoji, until: until.map(Moment) }, now)
                .map_err(|refusal| (refusal.fields[0].field.to_string(), refusal.fields[0].code))
        };
        let wrong = |field: &str, code| Err((field.to_owned(), code));
        let kept = |text: Option<&str>, emoji: Option<&str>, until: Option<i64>| {
            let (text, emoji) = (text.map(str::to_owned), emoji.map(str::to_owned));
            Ok(Status { text, emoji, until: until.map(Moment) })
        };
        let long = "å".repeat(100);
        let cases = [
            (
                (Some("  På lunch "), Some("🍽️"), Some(now + 1)),
                kept(Some("På lunch"), Some("🍽️"), Some(now + 1)),
            ),
            ((Some(long.as_str()), None, None), kept(Some(&long), None, None)),
            ((None, Some("🤒"), None), kept(None, Some("🤒"), None)),
            ((None, None, Some(now + 1)), kept(None, None, None)),
            ((Some(" "), Some(""), None), kept(None, None, None)),
            ((Some("x\u{202e}y"), None, None), wrong("text", "CHARACTERS")),
            ((None, Some("hej"), None), wrong("emoji", "EMOJI")),
            ((Some("hej"), None, Some(now)), wrong("until", "TIME")),
        ];
        for ((text, emoji, until), expected) in cases {
            assert_eq!(said(text, emoji, until), expected, "{text:?} {emoji:?}");
        }
        assert_eq!(said(Some(&"å".repeat(101)), None, None), wrong("text", "LENGTH"));
    }
}
