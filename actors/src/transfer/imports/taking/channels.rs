//! Creates the source's channels.

use std::collections::{HashMap, HashSet};

use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::chat::{Channel, ChannelRole, ChannelType, Member};
use storage::ids::{ChannelId, UserId, WorkspaceId};

use super::{BEGUN, Taking, noted, text};
use crate::chat::{FIRST_WORDS, blank, rules};
use crate::transfer::imports::form::{ChannelSettings, Found, FoundKind};
use crate::transfer::imports::{ImportError, Step};

/// Kind of a reference to a channel that is complete.
pub(super) const CHANNEL: &str = "channel";
/// Maximum lengths of names, topics and descriptions, in characters.
const NAME_MAX: usize = 80;
const TOPIC_MAX: usize = 250;
const DESCRIPTION_MAX: usize = 500;
/// Members written concurrently; the store commits them together.
const AT_ONCE: usize = 64;

/// A channel of the export and its counterpart here.
#[derive(Debug)]
pub struct Taken {
    pub channel: Channel,
    /// The source's id; together with a message's time it identifies the message.
    pub external: String,
    /// Keys of its members.
    pub members: Vec<String>,
}

/// Converts to a valid channel name: lower-case letters (also å ä ö), digits, `-`, `_`, with the required minimum
/// length.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | 'å' | 'ä' | 'ö' | '-' | '_' => plain.push(c),
            _ => {
                let sounds = deunicode::deunicode_char(c).unwrap_or("-").to_lowercase();
                plain.extend(sounds.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }));
            }
        }
    }
    let plain: String = plain.trim_matches('-').chars().take(NAME_MAX).collect();
    if plain.chars().count() < 2 { format!("kanal-{plain}").trim_end_matches('-').to_owned() } else { plain }
}

/// The `n`th candidate (from 0) for a name.
fn attempt(name: &str, n: usize) -> String {
    if n == 0 {
        return name.to_owned();
    }
    let end = format!("-{}", n + 1);
    let head: String = name.chars().take(NAME_MAX - end.len()).collect();
    format!("{head}{end}")
}

fn with_settings(channel: Channel, settings: ChannelSettings) -> Channel {
    let ChannelSettings {
        read_only,
        allow_followers,
        visible_to_guests,
        require_moderation,
        auto_approve_members,
        relation_types,
    } = settings;
    Channel {
        read_only,
        allow_followers,
        visible_to_guests,
        require_moderation,
        auto_approve_members,
        relation_types,
        ..channel
    }
}

fn cut(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\n').take(max).collect::<String>().trim().to_owned()
}

impl Taking<'_> {
    /// Creates the missing channels; answers all of them, in the order of the export. None: not imported.
    pub async fn take_channels(&mut self, found: Vec<Found>) -> Result<Vec<Option<Taken>>, ImportError> {
        let keys: Vec<String> = found.iter().map(|channel| channel.id.clone()).collect();
        let known = self.refs(&keys).await?;
        let mut there: HashMap<ChannelId, Channel> = HashMap::new();
        for workspace_id in &self.workspaces {
            let some = self.platform.storage.chat.channels_of(*workspace_id).await?;
            there.extend(some.into_iter().map(|channel| (channel.channel_id, channel)));
        }
        let mut names: HashSet<(WorkspaceId, String)> =
            there.values().map(|channel| (channel.workspace_id, channel.name.clone())).collect();
        // All names first: a topic may refer to any channel.
        let mut planned = Vec::with_capacity(found.len());
        for (found, known) in found.into_iter().zip(known) {
            let id = known.as_ref().map(|known| ChannelId(known.id));
            if found.kind == FoundKind::Direct {
                let channel = self.take_conversation(&found, id).await?;
                planned.push((found, channel, true));
                continue;
            }
            let workspace_id = self.workspaces.get(found.workspace).copied().unwrap_or(WorkspaceId(0));
            let general =
                || there.values().find(|channel| channel.general && channel.workspace_id == workspace_id);
            let channel = match id.and_then(|id| there.get(&id)) {
                Some(channel) => channel.clone(),
                None => match general().filter(|_| found.is_general) {
                    Some(general) => general.clone(),
                    None => self.planned(&found, workspace_id, id, &mut names)?,
                },
            };
            self.names.channels.insert(found.id.clone(), channel.name.clone());
            let is_whole = known.is_some_and(|known| known.kind == CHANNEL);
            planned.push((found, Some(channel), is_whole));
        }
        let total = planned.len() as u64;
        let mut taken = Vec::with_capacity(planned.len());
        for (n, (found, channel, is_whole)) in planned.into_iter().enumerate() {
            let channel = match channel {
                Some(channel) if channel.is_direct() => Some(channel),
                Some(channel) if is_whole => {
                    self.renew_members(&found, &channel).await?;
                    Some(channel)
                }
                Some(channel) => Some(self.take_channel(&found, channel, &there).await?),
                None => None,
            };
            taken.push(channel.map(|channel| Taken { channel, external: found.id, members: found.members }));
            self.report_progress(Step::Channels, n as u64 + 1, total);
        }
        Ok(taken)
    }

    fn planned(
        &self,
        found: &Found,
        workspace_id: WorkspaceId,
        id: Option<ChannelId>,
        names: &mut HashSet<(WorkspaceId, String)>,
    ) -> Result<Channel, ImportError> {
        let plain = plain_name(&found.name);
        let mut n = 0;
        while !names.insert((workspace_id, attempt(&plain, n))) {
            n += 1;
        }
        let creator = self.names.people.get(&found.creator).map_or(self.entity.owner, |(id, _)| *id);
        let blank = blank(self.platform, workspace_id, self.entity.entity_id, creator, self.now)?;
        let settings = found.settings.clone();
        let blank = settings.map_or(blank.clone(), |settings| with_settings(blank, settings));
        Ok(Channel {
            channel_id: id.unwrap_or(blank.channel_id),
            name: attempt(&plain, n),
            display_name: Some(cut(&found.display, NAME_MAX))
                .filter(|name| !name.is_empty())
                .unwrap_or(plain),
            channel_type: if found.is_private() { ChannelType::Private } else { ChannelType::Public },
            archived: found.is_archived,
            created: found
                .created
                .filter(|at| (storage::ids::ID_EPOCH_MS..self.now).contains(at))
                .unwrap_or(self.now),
            ..blank
        })
    }

    /// Stores a channel. Its id is stored first, so that an interrupted run creates no second one when it is repeated.
    async fn take_channel(
        &mut self,
        found: &Found,
        planned: Channel,
        there: &HashMap<ChannelId, Channel>,
    ) -> Result<Channel, ImportError> {
        let shown = |text: &str, max| {
            let made = text::render(text, &self.names);
            cut(&made.formatted.unwrap_or(made.content), max)
        };
        let (topic, description) = (shown(&found.topic, TOPIC_MAX), shown(&found.purpose, DESCRIPTION_MAX));
        let said = description.clone();
        let noted = |kind: &str| noted(&found.id, kind, planned.channel_id.0);
        self.put_refs(vec![noted(BEGUN)]).await?;
        let chat = &self.platform.storage.chat;
        let channel = if let Some(old) = there.get(&planned.channel_id) {
            // The general channel keeps a topic and description that were written here.
            let mut new = old.clone();
            if new.topic.is_empty() {
                new.topic = topic;
            }
            if new.description.is_empty() || (new.description == FIRST_WORDS && !description.is_empty()) {
                new.description = description;
            }
            if let Some(settings) = found.settings.clone() {
                new = with_settings(new, settings);
                // In an export of this platform an empty description means that there is none.
                if old.description == FIRST_WORDS {
                    new.description.clone_from(&said);
                }
                new.display_name = Some(cut(&found.display, NAME_MAX))
                    .filter(|name| !name.is_empty())
                    .unwrap_or(new.display_name);
            }
            if new != *old {
                chat.update_channel(old, &new).await?;
            }
            new
        } else {
            let mut channel = Channel { topic, description, ..planned.clone() };
            let creator = Member {
                channel_id: channel.channel_id,
                user_id: channel.created_by,
                role: Some(ChannelRole::Admin),
                added_by: channel.created_by,
                added: channel.created,
            };
            let first = (found.is_private() && found.members.contains(&found.creator)).then_some(&creator);
            let mut n = 1;
            // The name may have been taken concurrently.
            while !chat.create_channel(&channel, first).await? {
                channel.name = attempt(&planned.name, n);
                n += 1;
            }
            self.report.channels += 1;
            channel
        };
        rules::channel_name(&channel.name)?;
        self.take_members(found, &channel).await?;
        self.put_refs(vec![noted(CHANNEL)]).await?;
        Ok(channel)
    }

    /// Member rows: for all members of a private channel, in a public one only for guests, who could see no other
    /// channel.
    fn member_rows(&self, found: &Found, channel: &Channel) -> Vec<Member> {
        // The creator has a row already if they were a member in the source.
        let has_creator = found.members.contains(&found.creator);
        let of_guests = |member: &&String| found.is_private() || self.guests.contains(*member);
        let members: HashSet<UserId> = found
            .members
            .iter()
            .filter(of_guests)
            .filter_map(|member| self.names.people.get(member))
            .map(|(user_id, _)| *user_id)
            .filter(|user_id| !has_creator || *user_id != channel.created_by)
            .collect();
        let role = (!found.is_private()).then_some(ChannelRole::Member);
        let row = |user_id| Member {
            channel_id: channel.channel_id,
            user_id,
            role,
            added_by: channel.created_by,
            added: channel.created,
        };
        members.into_iter().map(row).collect()
    }

    async fn take_members(&self, found: &Found, channel: &Channel) -> Result<(), ImportError> {
        let rows = self.member_rows(found, channel);
        let chat = &self.platform.storage.chat;
        stream::iter(rows)
            .map(|member| async move { chat.put_member(&member).await })
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
        Ok(())
    }

    /// Applies a newer export to a known channel: new members get a row, members who left lose the row that an import
    /// created.
    async fn renew_members(&mut self, found: &Found, channel: &Channel) -> Result<(), ImportError> {
        let chat = &self.platform.storage.chat;
        let there = chat.members(channel.channel_id).await?;
        let wanted = self.member_rows(found, channel);
        let (mut came, mut left) = (0, 0);
        for member in wanted.iter().filter(|wanted| !there.iter().any(|row| row.user_id == wanted.user_id)) {
            chat.put_member(member).await?;
            came += 1;
        }
        let is_listed = |row: &Member| {
            row.user_id == channel.created_by || wanted.iter().any(|wanted| wanted.user_id == row.user_id)
        };
        // An unreadable (empty) list does not show who left.
        let gone = |row: &&Member| {
            !found.members.is_empty()
                && row.added == channel.created
                && row.added_by == channel.created_by
                && !is_listed(row)
        };
        for row in there.iter().filter(gone) {
            chat.remove_member(channel.channel_id, row.user_id).await?;
            left += 1;
        }
        self.report.update("people who came to a channel", came);
        self.report.update("people who left a channel", left);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_the_rule() {
        let cases = [
            ("general", "general"),
            ("Ärenden & Övrigt", "ärenden---övrigt"),
            ("команда", "komanda"),
            ("a", "kanal-a"),
            ("🎉", "tada"),
            ("", "kanal"),
        ];
        for (slack, ours) in cases {
            assert_eq!(plain_name(slack), ours, "{slack}");
        }
        assert_eq!(attempt("a", 1), "a-2");
    }

    proptest::proptest! {
        #[test]
        fn every_name_is_allowed(name in ".{0,120}", n in 0usize..300) {
            proptest::prop_assert!(rules::channel_name(&attempt(&plain_name(&name), n)).is_ok());
        }
    }
}
