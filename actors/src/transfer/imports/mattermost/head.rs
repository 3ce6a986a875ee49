//! Everything but the posts: teams, channels, people. A separate pass over the whole file, because direct channels come
//! after the posts of channels.

use std::collections::{HashMap, HashSet};

use storage::accounts::UserStatus;
use storage::entities::RelationType;

use super::lines;
use super::shapes::{self, Text, number};
use crate::accounts::rules;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::{ChannelSettings, Found, FoundKind, Newcomer};
use crate::transfer::imports::pack::Pack;
use crate::transfer::imports::taking::people::{SHOWN_MAX, clean, clean_to, or_nameless, usable};

/// The default channel of a team in Mattermost.
const TOWN_SQUARE: &str = "town-square";
/// Domain ending of placeholder addresses.
const NOWHERE: &str = ".invalid";

/// What is known before posts are read.
#[derive(Default)]
pub struct Head {
    pub is_ours: bool,
    /// Key and name.
    pub teams: Vec<(String, String)>,
    pub people: Vec<Newcomer>,
    pub channels: Vec<Found>,
    /// A channel's or conversation's key → index in `channels`.
    pub by_key: HashMap<String, usize>,
    /// Display names, also of other teams' people, and whether each is a bot.
    pub names: HashMap<String, (String, bool)>,
    pub posts: u64,
    pub skipped: Vec<(&'static str, u64)>,
}

/// A channel's key.
pub fn key_of(team: &str, channel: &str) -> String {
    format!("{team}/{channel}")
}

/// A conversation's key, independent of the order of its members.
pub fn key_between(members: &[String]) -> String {
    let mut members = members.to_vec();
    members.sort_unstable();
    members.dedup();
    format!("direct/{}", members.join(","))
}

pub fn words(texts: Vec<Text>) -> Vec<String> {
    texts.into_iter().map(|text| text.0.trim().to_lowercase()).filter(|text| !text.is_empty()).collect()
}

impl Head {
    pub fn read(pack: &mut Pack, index: usize, teams: &[String]) -> Result<Self, ImportError> {
        let mut head = Self::default();
        let mut seen = HashSet::new();
        let mut count: HashMap<&'static str, u64> = HashMap::new();
        let mut first = true;
        lines::read(pack, index, |line| {
            let kind = line.r#type.0.as_str();
            if std::mem::take(&mut first) {
                if kind != "version" {
                    return Err(ImportError::Missing("a Mattermost export", "version in its first line"));
                }
                if number(&line.version) != 1 {
                    return Err(ImportError::Version("the file".to_owned(), number(&line.version)));
                }
                head.is_ours = shapes::nested::<shapes::Info>(line.info).generator.0 == "kalender";
            }
            let mut skip = |kind, many: usize| *count.entry(kind).or_default() += many as u64;
            match kind {
                "version" => {}
                "team" => head.team(&shapes::nested(line.team), teams, &mut skip),
                "channel" => head.channel(shapes::nested(line.channel), &mut seen, &mut skip),
                "user" => {
                    if let Some(raw) = line.user {
                        head.user(&serde_json::from_str(raw.get()).unwrap_or_default(), &mut seen, &mut skip);
                    }
                }
                "bot" => head.bot(&shapes::nested(line.bot), &mut seen),
                "direct_channel" => {
                    let raw = line.direct_channel.map_or("{}", |raw| raw.get());
                    head.direct_channel(&serde_json::from_str(raw).unwrap_or_default(), &mut skip);
                }
                "post" => {
                    head.posts += 1;
                    head.aged(line.post.map_or("{}", |raw| raw.get()));
                }
                "direct_post" => {
                    head.posts += 1;
                    let raw = line.direct_post.map_or("{}", |raw| raw.get());
                    let placed: shapes::Placed<'_> = serde_json::from_str(raw).unwrap_or_default();
                    let members = words(shapes::list(placed.channel_members));
                    head.conversation(members, Some(number(&placed.create_at)));
                }
                "emoji" => skip("emoji of its own", 1),
                "scheme" | "role" => skip("roles and schemes of permissions", 1),
                _ => skip("lines of other kinds", 1),
            }
            Ok(true)
        })?;
        if first {
            return Err(ImportError::Missing("a Mattermost export", "version in its first line"));
        }
        if let Some(absent) = teams.iter().find(|team| !head.teams.iter().any(|(key, _)| key == *team)) {
            return Err(ImportError::NoTeam(absent.clone()));
        }
        if head.teams.is_empty() {
            head.teams.push((String::new(), String::new()));
        }
        head.strangers_of_conversations(&seen);
        let mut skipped: Vec<(&'static str, u64)> = count.into_iter().collect();
        skipped.sort_unstable();
        head.skipped = skipped;
        Ok(head)
    }

    fn team(&mut self, team: &shapes::Team, only: &[String], skip: &mut impl FnMut(&'static str, usize)) {
        let name = team.name.0.clone();
        if !only.is_empty() && !only.contains(&name) {
            skip("teams that were not asked for", 1);
        } else if !name.is_empty() && !self.teams.iter().any(|(key, _)| *key == name) {
            let shown = if team.display_name.0.is_empty() { &name } else { &team.display_name.0 };
            self.teams.push((name.clone(), shown.clone()));
        }
    }

    fn channel(
        &mut self,
        channel: shapes::Channel,
        seen: &mut HashSet<String>,
        skip: &mut impl FnMut(&'static str, usize),
    ) {
        let Some(workspace) = self.teams.iter().position(|(team, _)| *team == channel.team.0) else {
            skip("channels of teams that are not taken", 1);
            return;
        };
        let key = key_of(&channel.team.0, &channel.name.0);
        if channel.name.0.is_empty() || !seen.insert(format!("channel {key}")) {
            return;
        }
        let ours = channel.kalender;
        let settings = self.is_ours.then(|| ChannelSettings {
            read_only: ours.read_only.0,
            allow_followers: ours.allow_followers.0,
            visible_to_guests: ours.visible_to_guests.0,
            require_moderation: ours.require_moderation.0,
            auto_approve_members: ours.auto_approve_members.0,
            relation_types: ours
                .relation_types
                .iter()
                .filter_map(|word| RelationType::parse(&word.0))
                .collect(),
        });
        let name = if self.is_ours && !ours.name.0.is_empty() { ours.name.0 } else { channel.name.0.clone() };
        self.by_key.insert(key.clone(), self.channels.len());
        self.channels.push(Found {
            id: key,
            workspace,
            display: if channel.display_name.0.is_empty() { name.clone() } else { channel.display_name.0 },
            kind: if channel.r#type.0 == "O" { FoundKind::Public } else { FoundKind::Private },
            members: Vec::new(),
            is_general: if self.is_ours { ours.general.0 } else { channel.name.0 == TOWN_SQUARE },
            is_archived: ours.archived.0 || number(&channel.deleted_at) > 0,
            created: Some(number(&ours.created)).filter(|at| *at > 0),
            creator: ours.creator.0,
            topic: super::text::marked(&channel.header.0, self.is_ours),
            purpose: super::text::marked(&channel.purpose.0, self.is_ours),
            settings,
            name,
        });
    }

    fn user(
        &mut self,
        user: &shapes::User<'_>,
        seen: &mut HashSet<String>,
        skip: &mut impl FnMut(&'static str, usize),
    ) {
        let key = user.username.0.trim().to_lowercase();
        if key.is_empty() || !seen.insert(format!("user {key}")) {
            return;
        }
        let teams: Vec<&serde_json::value::RawValue> =
            user.teams.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let teams: Vec<shapes::Membership<'_>> =
            teams.into_iter().filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect();
        let taken: Vec<&shapes::Membership<'_>> =
            teams.iter().filter(|team| self.teams.iter().any(|(name, _)| *name == team.name.0)).collect();
        for team in &taken {
            for channel in shapes::list::<shapes::InChannel>(team.channels) {
                let at = self.by_key.get(&key_of(&team.name.0, &channel.name.0));
                if let Some(found) = at.and_then(|at| self.channels.get_mut(*at)) {
                    found.members.push(key.clone());
                }
            }
        }
        let has_left = number(&user.delete_at) > 0;
        let is_guest = |roles: &Text| roles.0.split_whitespace().any(|role| role.ends_with("_guest"));
        let is_admin = |roles: &Text| roles.0.split_whitespace().any(|role| role.ends_with("_admin"));
        skip(
            "administrators (they come as members)",
            usize::from(is_admin(&user.roles) || taken.iter().any(|team| is_admin(&team.roles))),
        );
        skip("pictures of people", usize::from(user.profile_image.is_some()));
        let newcomer = newcomer(
            &key,
            user,
            !taken.is_empty() && !has_left,
            has_left,
            is_guest(&user.roles) || taken.iter().any(|team| is_guest(&team.roles)),
        );
        self.names.insert(key, (newcomer.display.clone(), false));
        if !taken.is_empty() || (has_left && teams.is_empty()) {
            self.people.push(newcomer);
        } else {
            skip("people of no team that is taken (names where they wrote)", 1);
        }
    }

    fn bot(&mut self, bot: &shapes::Bot, seen: &mut HashSet<String>) {
        let key = bot.username.0.trim().to_lowercase();
        if key.is_empty() || !seen.insert(format!("user {key}")) {
            return;
        }
        let display = or_nameless(clean_to([&bot.display_name.0, &key, "", ""], SHOWN_MAX));
        self.names.insert(key.clone(), (display.clone(), true));
        self.people.push(Newcomer {
            email: None,
            first: display.clone(),
            last: String::new(),
            display,
            user_name: Some(key.clone()),
            key,
            status: UserStatus::Bot,
            relation: RelationType::Member,
            alias: String::new(),
            has_left: false,
            is_renamed: false,
        });
    }

    fn direct_channel(
        &mut self,
        channel: &shapes::DirectChannel<'_>,
        skip: &mut impl FnMut(&'static str, usize),
    ) {
        let mut members = words(shapes::list(channel.members));
        let named = shapes::list::<shapes::Participant>(channel.participants);
        members.extend(words(named.into_iter().map(|one| one.username).collect()));
        skip("headers of conversations", usize::from(!channel.header.0.is_empty()));
        let is_taken = self.conversation(members, None);
        skip("conversations of people who are not taken", usize::from(!is_taken));
    }

    /// A channel without a creation time gets that of its first post.
    fn aged(&mut self, post: &str) {
        if self.is_ours {
            return;
        }
        let placed: shapes::Placed<'_> = serde_json::from_str(post).unwrap_or_default();
        let at = Some(number(&placed.create_at)).filter(|at| *at > 0);
        let index = self.by_key.get(&key_of(&placed.team.0, &placed.channel.0));
        if let Some(found) = index.and_then(|index| self.channels.get_mut(*index)) {
            found.created = found.created.into_iter().chain(at).min();
        }
    }

    /// Adds a conversation, dated by its first post. False: none of its members is in an imported team.
    fn conversation(&mut self, mut members: Vec<String>, at: Option<i64>) -> bool {
        let key = key_between(&members);
        members.sort_unstable();
        members.dedup();
        let is_ours = |name: &String| self.people.iter().any(|one| one.key == *name);
        let index = match self.by_key.get(&key) {
            Some(index) => *index,
            // A conversation without members of an imported team is left out.
            None if !members.iter().any(is_ours) => return false,
            None => {
                self.by_key.insert(key.clone(), self.channels.len());
                self.channels.push(Found {
                    id: key,
                    workspace: 0,
                    name: String::new(),
                    display: String::new(),
                    kind: FoundKind::Direct,
                    members,
                    is_general: false,
                    is_archived: false,
                    created: None,
                    creator: String::new(),
                    topic: String::new(),
                    purpose: String::new(),
                    settings: None,
                });
                self.channels.len() - 1
            }
        };
        if let Some(found) = self.channels.get_mut(index) {
            found.created = found.created.into_iter().chain(at).min();
        }
        true
    }

    /// Participants of conversations who are in no team become names without an account.
    fn strangers_of_conversations(&mut self, seen: &HashSet<String>) {
        let mut known: HashSet<&str> = self.people.iter().map(|one| one.key.as_str()).collect();
        let mut strangers = Vec::new();
        for found in self.channels.iter().filter(|found| found.kind == FoundKind::Direct) {
            for key in found.members.iter().filter(|key| seen.contains(&format!("user {key}"))) {
                if known.insert(key) {
                    strangers.push(key.clone());
                }
            }
        }
        for key in strangers {
            let display = self.names.get(&key).map_or_else(|| key.clone(), |(name, _)| name.clone());
            let user = shapes::User { nickname: Text(display), ..shapes::User::default() };
            self.people.push(newcomer(&key, &user, false, false, false));
        }
    }
}

fn newcomer(key: &str, user: &shapes::User<'_>, belongs: bool, has_left: bool, is_guest: bool) -> Newcomer {
    let whole = format!("{} {}", user.first_name.0, user.last_name.0);
    let display = clean_to([&user.nickname.0, &whole, key, ""], SHOWN_MAX);
    let first = clean([&user.first_name.0, &display, "", ""]);
    let is_renamed =
        [&user.nickname.0, &whole].iter().any(|name| !name.trim().is_empty() && usable(name).is_none());
    // The others cannot sign in: their address stays free for its owner.
    let address = belongs.then(|| rules::email(&user.email.0).ok()).flatten();
    Newcomer {
        key: key.to_owned(),
        email: address.filter(|address| !address.ends_with(NOWHERE)),
        first,
        last: clean([&user.last_name.0, "", "", ""]),
        display: or_nameless(display),
        user_name: Some(key.to_owned()),
        status: if belongs { UserStatus::Imported } else { UserStatus::Deactivated },
        relation: if is_guest { RelationType::Customer } else { RelationType::Member },
        alias: String::new(),
        has_left,
        is_renamed,
    }
}
