//! What a person chose about notifications: one cell per organisation, type and channel. Part of the person's row,
//! which is cached wherever people are, so that judging a notification reads nothing more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::platform::ids::EntityId;
use crate::platform::text_enum::text_enum;
use crate::platform::value::json_cell;

text_enum! {
    /// What a notification is about: each kind belongs to exactly one. New ones are appended, because stored choices
    /// are in this order.
    NotificationType {
        /// Somebody is mentioned.
        Mention = "MENTION",
        /// An answer in a thread.
        Reply = "REPLY",
        /// A message in a conversation, or in a channel of which one wants every message.
        Message = "MESSAGE",
        /// A message that asks for a confirmation.
        Announcement = "ANNOUNCEMENT",
        /// Reminders, moves and cancellations of events, and invitations to them.
        Event = "EVENT",
        /// A place at an event: given, offered, refused.
        Enrollment = "ENROLLMENT",
        /// Bookings, and vacation of the staff.
        Booking = "BOOKING",
        /// Tasks and boards.
        Task = "TASK",
        /// Courses.
        Course = "COURSE",
        /// Belonging to an organisation, contacts and followers.
        Membership = "MEMBERSHIP",
        /// Posts and comments.
        Feed = "FEED",
        /// Decisions of moderators, and programs that stopped.
        Moderation = "MODERATION",
        /// Places on the map.
        Place = "PLACE",
        /// Newsletters of organisations.
        Newsletter = "NEWSLETTER",
    }
}

text_enum! {
    /// How a notification reaches a person beside the bell, which holds everything.
    NotificationChannel {
        /// A mail.
        Email = "email",
        /// A push message to the person's browsers.
        Push = "push",
        /// A text message to the person's verified phone.
        Sms = "sms",
    }
}

text_enum! {
    /// When a mail goes.
    Digest {
        /// At once; what is only missed: after a quarter of an hour away.
        Immediate = "IMMEDIATE",
        /// With others, 07:30 in Sweden.
        Daily = "DAILY",
        /// With others, 07:30 in Sweden on Mondays.
        Weekly = "WEEKLY",
    }
}

/// A choice of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Off,
    /// The digest is the mail's; other channels are always immediate.
    On(Digest),
}

/// A cell: the organisation (none: what belongs to no organisation), the type and the channel.
pub type NotificationCell = (Option<EntityId>, NotificationType, NotificationChannel);

/// Everything that a person chose. Of each organisation one letter per type and channel, in their declared order: `-`
/// not chosen, `0` off, `1` on, `d` and `w` on in a digest; the end without a choice is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NotificationSettings(BTreeMap<i64, String>);

json_cell!(NotificationSettings);

const NOT_CHOSEN: u8 = b'-';

impl NotificationSettings {
    /// The person's choice of a cell; none: not chosen.
    pub fn get(&self, cell: NotificationCell) -> Option<Choice> {
        match self.0.get(&row_of(cell))?.as_bytes().get(place_of(cell))? {
            b'0' => Some(Choice::Off),
            b'1' => Some(Choice::On(Digest::Immediate)),
            b'd' => Some(Choice::On(Digest::Daily)),
            b'w' => Some(Choice::On(Digest::Weekly)),
            _ => None,
        }
    }

    /// Sets a cell; none: takes the choice back.
    pub fn set(&mut self, cell: NotificationCell, choice: Option<Choice>) {
        let letter = match choice {
            None => NOT_CHOSEN,
            Some(Choice::Off) => b'0',
            Some(Choice::On(Digest::Immediate)) => b'1',
            Some(Choice::On(Digest::Daily)) => b'd',
            Some(Choice::On(Digest::Weekly)) => b'w',
        };
        let row = self.0.entry(row_of(cell)).or_default();
        let mut letters = std::mem::take(row).into_bytes();
        let place = place_of(cell);
        letters.resize(letters.len().max(place + 1), NOT_CHOSEN);
        letters[place] = letter;
        let end = letters.iter().rposition(|letter| *letter != NOT_CHOSEN).map_or(0, |last| last + 1);
        *row = letters[..end].iter().map(|letter| char::from(*letter)).collect();
        if end == 0 {
            self.0.remove(&row_of(cell));
        }
    }

    /// Makes what was chosen for an organisation the personal choice, and removes the choices of all organisations, so
    /// that the personal ones hold everywhere. None: only the latter.
    pub fn apply_to_all(&mut self, of: Option<EntityId>) {
        let chosen: Vec<_> = of.into_iter().flat_map(|id| self.of(Some(id))).collect();
        self.0.retain(|row, _| *row == PERSONAL);
        for ((_, notification_type, channel), choice) in chosen {
            self.set((None, notification_type, channel), Some(choice));
        }
    }

    /// The organisations with choices of their own.
    pub fn entities(&self) -> impl Iterator<Item = EntityId> {
        self.0.keys().filter(|row| **row != PERSONAL).map(|row| EntityId(*row))
    }

    /// The choices of one organisation, or the personal ones.
    pub fn of(&self, entity_id: Option<EntityId>) -> impl Iterator<Item = (NotificationCell, Choice)> {
        NotificationType::ALL.iter().flat_map(move |one| {
            NotificationChannel::ALL.iter().filter_map(move |channel| {
                let cell = (entity_id, *one, *channel);
                self.get(cell).map(|choice| (cell, choice))
            })
        })
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The row of what belongs to no organisation; no organisation has this id.
const PERSONAL: i64 = 0;

fn row_of((entity_id, ..): NotificationCell) -> i64 {
    entity_id.map_or(PERSONAL, |id| id.0)
}

fn place_of((_, notification_type, channel): NotificationCell) -> usize {
    notification_type as usize * NotificationChannel::ALL.len() + channel as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored choices are read by their place: types and channels only ever grow at the end.
    #[test]
    fn the_order_of_what_is_stored() {
        let types = NotificationType::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!(
            types,
            "MENTION REPLY MESSAGE ANNOUNCEMENT EVENT ENROLLMENT BOOKING TASK COURSE MEMBERSHIP FEED MODERATION PLACE NEWSLETTER"
        );
        let channels: Vec<_> = NotificationChannel::ALL.iter().map(|one| one.as_str()).collect();
        assert_eq!(channels, ["email", "push", "sms"]);
    }

    #[test]
    fn cells_keep_what_was_chosen() {
        use NotificationChannel::{Email, Push, Sms};
        use NotificationType::{Announcement, Mention, Reply};
        let mut chosen = NotificationSettings::default();
        let (school, club) = (Some(EntityId(7)), Some(EntityId(8)));
        chosen.set((school, Reply, Push), Some(Choice::Off));
        chosen.set((school, Announcement, Sms), Some(Choice::On(Digest::Immediate)));
        chosen.set((None, Mention, Email), Some(Choice::On(Digest::Weekly)));
        chosen.set((club, Mention, Email), Some(Choice::On(Digest::Daily)));
        let text = serde_json::to_string(&chosen).unwrap();
        assert_eq!(text, r#"{"0":"w","7":"----0------1","8":"d"}"#);
        assert_eq!(serde_json::from_str::<NotificationSettings>(&text).unwrap(), chosen);
        assert_eq!(chosen.get((school, Reply, Push)), Some(Choice::Off));
        assert_eq!(chosen.get((school, Reply, Email)), None);
        assert_eq!(chosen.entities().collect::<Vec<_>>(), [EntityId(7), EntityId(8)]);
        // Taken back it leaves nothing behind.
        chosen.set((club, Mention, Email), None);
        assert_eq!(serde_json::to_string(&chosen).unwrap(), r#"{"0":"w","7":"----0------1"}"#);
        chosen.apply_to_all(school);
        assert_eq!(serde_json::to_string(&chosen).unwrap(), r#"{"0":"w---0------1"}"#);
        chosen.set((club, Mention, Email), Some(Choice::Off));
        chosen.apply_to_all(None);
        assert_eq!(serde_json::to_string(&chosen).unwrap(), r#"{"0":"w---0------1"}"#);
        // Another version's letters are no choice of this one.
        let newer: NotificationSettings = serde_json::from_str(r#"{"0":"?1"}"#).unwrap();
        assert_eq!(newer.get((None, Mention, Email)), None);
        assert_eq!(newer.get((None, Mention, Push)), Some(Choice::On(Digest::Immediate)));
    }
}
