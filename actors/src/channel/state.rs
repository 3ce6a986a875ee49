//! A channel's live state without actix: subscribers with their rights, who is typing, the highest id seen.

use std::collections::HashMap;

use storage::chat::ChannelFacts;
use storage::entities::RelationType;
use storage::ids::{ChannelId, EventId, UserId};

use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::event::{Audience, RightsChange};
use crate::fanout::{Subscriber, Topic};
use crate::wire::Wire;

/// Typing ends this long after its last sign (ms).
pub const TYPING_ENDS: i64 = 6_000;
/// Repeated signs within this time are not passed on (ms).
pub const TYPING_REPEAT: i64 = 2_000;
/// At most this many people are kept as typing in one channel.
const TYPISTS: usize = 200;

/// What decides a subscriber's rights in this channel.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    pub row: OwnRow,
    pub relation: Option<RelationType>,
}

impl Facts {
    /// Who has no facts is nobody here.
    pub fn of(facts: Option<&ChannelFacts>) -> Self {
        facts.map_or(Self { row: OwnRow::Absent, relation: None }, |facts| Self {
            row: OwnRow::from(facts.member.as_ref()),
            relation: facts.relation,
        })
    }
}

struct Typist {
    name: String,
    last_sign: i64,
    /// When it was last told that this person types. Kept a while after the end, so that signs in turn pass no more often
    /// than signs alone.
    passed_on: i64,
    /// As it was told.
    types: bool,
}

pub struct ChannelState {
    channel_id: ChannelId,
    pub access: ChannelAccess,
    pub topic: Topic<Facts>,
    typing: HashMap<UserId, Typist>,
    /// The largest event id seen: the next one is larger, whatever the clock says.
    pub floor: EventId,
}

/// A change of who is typing, to be announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypingChange {
    pub user_id: UserId,
    pub user_name: String,
    pub is_typing: bool,
}

impl ChannelState {
    pub fn new(channel_id: ChannelId, access: ChannelAccess, floor: EventId) -> Self {
        Self {
            channel_id,
            access,
            topic: Topic::new(format!("/topic/chat/channel/{channel_id}")),
            typing: HashMap::new(),
            floor,
        }
    }

    /// Hands an event's body to those subscribers whom it is for.
    pub fn announce(&mut self, wire: &dyn Wire, message_id: u64, body: &str, audience: Audience) -> usize {
        let access = &self.access;
        self.topic.announce(wire, message_id, body, |s| hears(access, s, audience))
    }

    /// Applies a change of rights; subscriptions without a role end. A row counts in its own channel alone, though every
    /// channel of the workspace is told.
    pub fn rights_changed(&mut self, change: &RightsChange) {
        match change {
            RightsChange::Row { channel_id, .. } if *channel_id != self.channel_id => return,
            RightsChange::Row { user_id, row, .. } => self.topic.update(*user_id, |facts| facts.row = *row),
            RightsChange::Relation { user_id, relation } => {
                self.topic.update(*user_id, |facts| facts.relation = *relation);
            }
        }
        self.end_those_without_role();
    }

    /// The channel's own settings have changed.
    pub fn access_changed(&mut self, access: ChannelAccess) {
        self.access = access;
        self.end_those_without_role();
    }

    /// What was read anew takes the place of what was known: the settings (None: the channel is gone), and the facts of these
    /// people.
    pub fn verified(&mut self, access: Option<ChannelAccess>, facts: &HashMap<UserId, Facts>) {
        self.topic.renew(facts);
        match access {
            Some(access) => self.access_changed(access),
            None => self.topic.retain(|_| false),
        }
    }

    fn end_those_without_role(&mut self) {
        let access = &self.access;
        self.topic.retain(|s| rules::channel_role(access, s.facts.row, s.facts.relation).is_some());
    }

    /// A sign of typing, or its end; answers what is to be announced.
    pub fn typing(&mut self, user_id: UserId, name: &str, is_typing: bool, now: i64) -> Option<TypingChange> {
        if !is_typing {
            let gone = self.typing.get_mut(&user_id).filter(|typist| typist.types)?;
            gone.types = false;
            return Some(TypingChange { user_id, user_name: gone.name.clone(), is_typing: false });
        }
        if self.typing.len() >= TYPISTS && !self.typing.contains_key(&user_id) {
            return None;
        }
        let typist = self.typing.entry(user_id).or_insert_with(|| Typist {
            name: name.to_owned(),
            last_sign: now,
            passed_on: i64::MIN,
            types: false,
        });
        typist.last_sign = now;
        if now.saturating_sub(typist.passed_on) < TYPING_REPEAT {
            return None;
        }
        typist.passed_on = now;
        typist.types = true;
        Some(TypingChange { user_id, user_name: typist.name.clone(), is_typing: true })
    }

    /// Whoever has given no sign for [`TYPING_ENDS`].
    pub fn typing_over(&mut self, now: i64) -> Vec<TypingChange> {
        self.typing
            .extract_if(|_, typist| now - typist.last_sign >= TYPING_ENDS)
            .filter(|(_, typist)| typist.types)
            .map(|(user_id, typist)| TypingChange { user_id, user_name: typist.name, is_typing: false })
            .collect()
    }

    pub fn anybody_typing(&self) -> bool {
        !self.typing.is_empty()
    }
}

fn hears(access: &ChannelAccess, subscriber: &Subscriber<Facts>, audience: Audience) -> bool {
    match audience {
        // Rights are kept true by `rights_changed`: whoever is subscribed may read.
        Audience::Readers => true,
        Audience::Moderators { and } => {
            subscriber.user_id == and
                || rules::channel_role(access, subscriber.facts.row, subscriber.facts.relation)
                    .is_some_and(|role| rules::require_moderator(role).is_ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use storage::chat::ChannelType;

    fn state() -> ChannelState {
        let access = ChannelAccess {
            channel_type: ChannelType::Public,
            allow_followers: false,
            visible_to_guests: false,
            relation_types: vec![],
        };
        ChannelState::new(ChannelId(7), access, EventId(0))
    }

    #[test]
    fn typing_is_passed_on_at_most_every_two_seconds_and_ends_after_six() {
        let mut state = state();
        let anna = UserId(1);
        assert!(state.typing(anna, "Anna", true, 0).is_some());
        assert_eq!(state.typing(anna, "Anna", true, 1_000), None);
        assert!(state.typing(anna, "Anna", true, 3_000).is_some());
        assert_eq!(state.typing_over(8_999), vec![]);
        let over = state.typing_over(9_000);
        assert_eq!(over, vec![TypingChange { user_id: anna, user_name: "Anna".into(), is_typing: false }]);
        assert!(!state.anybody_typing());
    }

    #[test]
    fn beginning_and_ending_in_turn_passes_no_more_often() {
        let mut state = state();
        let anna = UserId(1);
        let told = (0..100).filter_map(|n| state.typing(anna, "Anna", n % 2 == 0, n * 100)).count();
        // Ten seconds: one beginning and one end every two seconds.
        assert_eq!(told, 10);
        assert!(state.typing_over(100_000).is_empty() && !state.anybody_typing());
    }

    #[test]
    fn a_stop_without_a_start_is_nothing() {
        assert_eq!(state().typing(UserId(1), "Anna", false, 0), None);
    }
}
