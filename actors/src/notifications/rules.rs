//! Whether, how and when a notification reaches somebody beside the bell. Pure; everything is passed in. Contract §11.3.

use storage::accounts::{Choice, Digest, NotificationChannel, NotificationType};

/// The types that are sent as text messages where somebody wants it.
pub const BY_SMS: [NotificationType; 3] =
    [NotificationType::Announcement, NotificationType::Event, NotificationType::Booking];

/// How a kind is mailed to somebody who chose nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mailing {
    /// It is only listed.
    Never,
    /// In the mail about what they missed.
    Missed,
    /// In a mail of its own.
    AtOnce,
}

/// A kind of notification, as its area declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    pub notification_type: NotificationType,
    /// An account's security hangs on it.
    pub is_always: bool,
    pub mailing: Mailing,
}

/// What decides about one person, besides the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Nothing else keeps it on the page: no block, nothing muted, still to be read.
    pub stands: bool,
    /// The end of the person's quiet hours, if it is one (epoch milliseconds).
    pub quiet: Option<i64>,
    /// The choice for the organisation.
    pub entity: Option<Choice>,
    /// The choice for what belongs to no organisation, which holds where none was made for one.
    pub personal: Option<Choice>,
    /// They take mails about what they missed, unless they chose otherwise.
    pub takes_missed: bool,
    /// They have a verified phone.
    pub has_phone: bool,
}

/// What becomes of a notification on one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Nothing: it is listed by the bell.
    Nothing,
    /// It is judged again at this moment (epoch milliseconds).
    Later(i64),
    Now,
    /// In the mail about what was missed, after a quarter of an hour away.
    Missed,
    /// In the mail of the day or the week.
    Digest(Digest),
}

/// In this order: what is always sent; what stands; quiet hours; the organisation's cell; the personal cell; what
/// happens without a choice.
pub fn delivers(kind: Kind, channel: NotificationChannel, facts: Facts) -> Delivery {
    use NotificationChannel::{Email, Push, Sms};
    let by_default = match (channel, kind.mailing) {
        (Push, _) | (Email, Mailing::AtOnce) => Delivery::Now,
        (Email, Mailing::Missed) if facts.takes_missed => Delivery::Missed,
        (Email, Mailing::Missed | Mailing::Never) | (Sms, _) => Delivery::Nothing,
    };
    if kind.is_always {
        return by_default;
    }
    if !facts.stands || !is_offered(kind.notification_type, channel) || (channel == Sms && !facts.has_phone) {
        return Delivery::Nothing;
    }
    if let Some(until) = facts.quiet {
        // A push message of the night is of no use in the morning: the page has it.
        return if channel == Push { Delivery::Nothing } else { Delivery::Later(until) };
    }
    match facts.entity.or(facts.personal) {
        None => by_default,
        Some(Choice::Off) => Delivery::Nothing,
        Some(Choice::On(digest @ (Digest::Daily | Digest::Weekly))) if channel == Email => {
            Delivery::Digest(digest)
        }
        Some(Choice::On(_)) if channel == Email && kind.mailing != Mailing::AtOnce => Delivery::Missed,
        Some(Choice::On(_)) => Delivery::Now,
    }
}

/// Whether there is such a cell.
pub fn is_offered(notification_type: NotificationType, channel: NotificationChannel) -> bool {
    channel != NotificationChannel::Sms || BY_SMS.contains(&notification_type)
}
