//! Reads responses of Microsoft Graph about a team (`kalender import teams FILE.zip --entity SLUG`): the JSON of
//! `team`, `channel`, `conversationMember` and `chatMessage`, each response unchanged or only its `value`.
//!
//! - `team.json`: `GET /teams/{id}`. `members.json`: `GET /teams/{id}/members`. `channels.json`: `GET
//!   /teams/{id}/channels`.
//! - `channels/{channel}/messages….json`: `GET /teams/{id}/channels/{channel}/messages`, also with `$expand=replies`;
//!   one file per page. `{channel}` is the channel's id; characters not allowed in folder names may be replaced or
//!   written as `%3A`.
//! - `channels/{channel}/members.json`: of private and shared channels. `channels/{channel}/files/{name}`: attached
//!   files.
//!
//! Imported: people, channels, messages with replies, subjects, mentions, reactions, edits, importance, files that the
//! zip contains. Not imported, but counted: system messages (joins, calls), deleted messages without replies, cards,
//! inline pictures, chats outside channels.
//!
//! A team's owners become ordinary members: the organisation decides itself who administers it here. Guests become
//! customers.

mod html;
mod posts;
mod shapes;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::value::RawValue;
use storage::accounts::UserStatus;
use storage::entities::RelationType;

use self::shapes::{Channel, Member, Team};
use super::form::{Found, FoundKind, Newcomer};
use super::pack::{Pack, is_kind};
use super::taking::people::{SHOWN_MAX, clean, clean_to, or_nameless, usable};
use super::taking::text::escape;
use super::taking::{self, Options, Source};
use super::{ImportError, Progress, Report};
use crate::Platform;
use crate::accounts::rules;
use crate::platform::error::Refusal;

/// Imports a team into the organisation's first workspace.
pub async fn teams(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let entity = taking::organisation(platform, entity_slug).await?;
    let path = file.to_owned();
    let source = tokio::task::spawn_blocking(move || source(&path)).await;
    taking::take(platform, entity, source.map_err(|_| Refusal::internal())??, options, progress).await
}

/// The list in a response: its `value`, or the whole if it is a list.
fn listed<'a>(name: &str, text: &'a str) -> Result<Vec<&'a RawValue>, ImportError> {
    let broken = |why: serde_json::Error| ImportError::Json { entry: name.to_owned(), why: why.to_string() };
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(broken);
    }
    Ok(serde_json::from_str::<shapes::Answer<'a>>(text).map_err(broken)?.value)
}

/// The files of a zip by path: all are in or below the folder of `channels.json`.
struct Files {
    root: String,
    /// By path relative to that folder.
    by_name: HashMap<String, usize>,
}

impl Files {
    fn of(pack: &Pack) -> Result<Self, ImportError> {
        let ends = |name: &str| name == "channels.json" || name.ends_with("/channels.json");
        let root = pack.names().iter().map(|(name, _)| name.as_str()).filter(|name| ends(name));
        let root = root.min_by_key(|name| name.len());
        let root = root.ok_or(ImportError::Missing("an export of a team", "channels.json"))?;
        let root = root.trim_end_matches("channels.json");
        let below = |(name, index): &(String, usize)| Some((name.strip_prefix(root)?.to_owned(), *index));
        Ok(Self { root: root.to_owned(), by_name: pack.names().iter().filter_map(below).collect() })
    }

    fn text(&self, pack: &mut Pack, name: &str) -> Result<Option<(String, String)>, ImportError> {
        self.by_name.get(name).map(|index| pack.text(*index)).transpose()
    }

    fn people(&self, pack: &mut Pack, name: &str) -> Result<Vec<Member>, ImportError> {
        let Some((name, text)) = self.text(pack, name)? else { return Ok(Vec::new()) };
        Ok(listed(&name, &text)?.into_iter().filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect())
    }
}

/// A channel's id reduced to the characters that a folder name keeps.
fn plain_id(name: &str) -> String {
    let name = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

fn source(path: &Path) -> Result<Source, ImportError> {
    let mut pack = Pack::open(path, false)?;
    let files = Files::of(&pack)?;
    let team: Team = match files.text(&mut pack, "team.json")? {
        Some((entry, text)) => {
            serde_json::from_str(&text).map_err(|why| ImportError::Json { entry, why: why.to_string() })?
        }
        None => Team::default(),
    };
    let members = files.people(&mut pack, "members.json")?;
    let mut seen = HashSet::new();
    let mut people: Vec<Newcomer> = Vec::new();
    let mut take = |member: &Member, is_of_team: bool| {
        if !member.user_id.0.is_empty() && seen.insert(member.user_id.0.clone()) {
            people.push(newcomer(member, is_of_team));
        }
    };
    for member in &members {
        take(member, true);
    }
    let Some((name, text)) = files.text(&mut pack, "channels.json")? else {
        return Err(ImportError::Missing("an export of a team", "channels.json"));
    };
    let all: Vec<Channel> =
        listed(&name, &text)?.into_iter().filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect();
    let mut folders: HashMap<String, Vec<&str>> = HashMap::new();
    for name in files.by_name.keys() {
        let folder = name.strip_prefix("channels/").and_then(|rest| rest.split('/').next());
        if let Some(folder) = folder.filter(|folder| name.len() > folder.len() + 9) {
            folders.entry(plain_id(folder)).or_default().push(name);
        }
    }
    let (mut channels, mut parts, mut carried) = (Vec::new(), Vec::new(), Vec::new());
    for channel in all.iter().filter(|channel| !channel.id.0.is_empty()) {
        let index = channels.len();
        let mut names = folders.remove(&plain_id(&channel.id.0)).unwrap_or_default();
        names.sort_unstable();
        let mut own = Vec::new();
        for name in names {
            let Some(rest) = name.splitn(3, '/').nth(2) else { continue };
            if rest == "members.json" {
                own = files.people(&mut pack, name)?;
            } else if let Some(file) = rest.strip_prefix("files/") {
                carried.push(((index, file.to_owned()), format!("{}{name}", files.root)));
            } else if !rest.contains('/') && is_kind(rest, "json") {
                parts.extend(files.by_name.get(name).map(|at| (index, *at)));
            }
        }
        for member in &own {
            take(member, false);
        }
        channels.push(found(&team, channel, &own));
    }
    let strange: usize = folders.values().map(Vec::len).sum();
    let skipped = vec![
        ("files of channels that are not listed", strange as u64),
        ("files whose names lead out of the zip (refused)", pack.unsafe_names),
    ];
    let total = parts.len() as u64;
    let reader = posts::Reader::of(parts, carried.into_iter().collect());
    Ok(Source {
        name: "teams",
        is_ours: false,
        workspaces: vec![(String::new(), String::new())],
        people,
        channels,
        skipped,
        total,
        files: Some(Pack::open(path, false)?),
        read: Box::new(move |now, out| reader.run(pack, now, out)),
    })
}

/// A member of the team gets an account to take over; a member of a shared channel from outside the team becomes a name
/// only.
fn newcomer(member: &Member, is_of_team: bool) -> Newcomer {
    let display = clean_to([&member.display_name.0, "", "", ""], SHOWN_MAX);
    let name = clean([&member.display_name.0, "", "", ""]);
    let (first, last) = name
        .split_once(' ')
        .map_or((name.clone(), String::new()), |(first, last)| (first.to_owned(), last.to_owned()));
    // The others cannot sign in: their address stays free for its owner.
    let email = is_of_team.then(|| rules::email(&member.email.0).ok()).flatten();
    let is_guest = member.roles.iter().flatten().any(|role| role.0.eq_ignore_ascii_case("guest"));
    Newcomer {
        key: member.user_id.0.clone(),
        email,
        first: or_nameless(first),
        last,
        display: or_nameless(display),
        user_name: None,
        status: if is_of_team { UserStatus::Imported } else { UserStatus::Deactivated },
        relation: if is_guest { RelationType::Customer } else { RelationType::Member },
        alias: String::new(),
        has_left: false,
        is_renamed: !member.display_name.0.trim().is_empty() && usable(&member.display_name.0).is_none(),
    }
}

fn found(team: &Team, channel: &Channel, members: &[Member]) -> Found {
    let is_closed = !matches!(channel.membership_type.0.as_str(), "" | "standard");
    Found {
        id: channel.id.0.clone(),
        workspace: 0,
        name: channel.display_name.0.clone(),
        display: channel.display_name.0.clone(),
        kind: if is_closed { FoundKind::Private } else { FoundKind::Public },
        members: members.iter().map(|member| member.user_id.0.clone()).filter(|id| !id.is_empty()).collect(),
        is_general: !team.internal_id.0.is_empty() && team.internal_id.0 == channel.id.0,
        is_archived: channel.is_archived.0 || team.is_archived.0,
        created: posts::millis_of(&channel.created.0),
        creator: String::new(),
        topic: String::new(),
        purpose: escape(channel.description.0.trim()),
        settings: None,
    }
}
