//! Slack's channels and private groups.

use std::collections::HashSet;

use super::shapes::{self, Said, Text};
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{Found, FoundKind, micros};

/// The channels of `channels.json` or `groups.json`.
pub fn of_export(entry: &str, text: &str, is_private: bool) -> Result<Vec<Found>, ImportError> {
    let raw: Vec<&serde_json::value::RawValue> = serde_json::from_str(text)
        .map_err(|why| ImportError::Json { entry: entry.to_owned(), why: why.to_string() })?;
    let channels =
        raw.into_iter().filter_map(|raw| serde_json::from_str::<shapes::Channel<'_>>(raw.get()).ok());
    let mut seen = HashSet::new();
    let channels = channels.filter(|channel| !channel.id.0.is_empty() && seen.insert(channel.id.0.clone()));
    let found = channels.map(|channel| {
        let said = |raw| shapes::nested::<Said>(raw).value.0;
        let members: Vec<Text> = shapes::list(channel.members);
        Found {
            workspace: 0,
            display: channel.name.0.clone(),
            kind: if is_private { FoundKind::Private } else { FoundKind::Public },
            settings: None,
            members: members.into_iter().map(|member| member.0).collect(),
            is_general: channel.is_general.0 && !is_private,
            is_archived: channel.is_archived.0,
            created: micros(&channel.created.0).map(|at| at / 1_000),
            creator: channel.creator.0,
            topic: said(channel.topic),
            purpose: said(channel.purpose),
            name: channel.name.0,
            id: channel.id.0,
        }
    });
    Ok(found.collect())
}
