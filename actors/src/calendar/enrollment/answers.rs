//! Replies by mail (iTIP's `REPLY`, RFC 5546), if the operator has an inbox (`KALENDER_INBOX_URL`).
//!
//! A mail's sender can be forged, so it is not trusted: each invitation has a reply address of its own with an
//! unguessable token that contains the person and the subject. Nothing of it is stored. A reply is carried out like the
//! person's own request, with their current rights.

use std::time::Duration;

use calcard::icalendar::{
    ICalendar, ICalendarComponentType, ICalendarMethod, ICalendarParameterName, ICalendarParameterValue,
    ICalendarParticipationStatus, ICalendarProperty, ICalendarValue,
};
use data_encoding::BASE32_DNSSEC;
use mail_parser::{Address, Message, MessageParser, MimeHeaders};
use storage::ids::{SessionId, UserId};
use storage::seats::{EnrollmentStatus, Seat, SeatSubject, Subject};
use storage::time::Moment;

use super::{Own, own, settings};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::is_alive;
use crate::platform::error::{RefusalKind, Result};
use crate::platform::mail::inbox::{self, Inbox, Verdict};

/// Interval of looks at the inbox.
const PAUSE: Duration = Duration::from_secs(60);
/// The purpose of the tokens' authentication codes.
const PURPOSE: &str = "an answer by mail 1";
/// Bytes of a code: 80 bits as RFC 2104 recommends at least, because the address must be short.
const MARK: usize = 10;
/// Bytes of the numbers before it: subject, occurrence, person.
const NUMBERS: usize = 20;
/// How far a person's clock may be behind (ms): older replies refer to an earlier status.
const SLACK: i64 = 5 * 60_000;

fn numbers(subject: Subject, user_id: UserId) -> Vec<u8> {
    let [id, at, user] = [subject.id, subject.occurrence.0, user_id.0].map(i64::to_be_bytes);
    [&id[1..], &at[2..], &user[1..]].concat()
}

fn token(platform: &Platform, subject: Subject, user_id: UserId) -> String {
    let mut bytes = numbers(subject, user_id);
    let mark = platform.secrets.mark(PURPOSE, &bytes);
    bytes.extend_from_slice(&mark[..MARK]);
    BASE32_DNSSEC.encode(&bytes)
}

/// The address for a person's reply to an invitation; none: there is no inbox.
pub(super) fn address(platform: &Platform, subject: Subject, user_id: UserId) -> Option<String> {
    Some(platform.settings.inbox.as_ref()?.address(&token(platform, subject, user_id)))
}

/// A signed big-endian number.
fn number(bytes: &[u8]) -> Option<i64> {
    let fill = if bytes.first()? & 0x80 == 0 { 0 } else { 0xff };
    let mut whole = [fill; 8];
    whole.get_mut(8_usize.checked_sub(bytes.len())?..)?.copy_from_slice(bytes);
    Some(i64::from_be_bytes(whole))
}

/// The content of a token; none: it is not ours.
fn opened(platform: &Platform, token: &str) -> Option<(Subject, UserId)> {
    let bytes = BASE32_DNSSEC.decode(token.as_bytes()).ok().filter(|bytes| bytes.len() == NUMBERS + MARK)?;
    let (plain, mark) = bytes.split_at(NUMBERS);
    if !platform.secrets.is_marked(PURPOSE, plain, mark) {
        return None;
    }
    let (id, occurrence, user) = (number(&plain[..7])?, number(&plain[7..13])?, number(&plain[13..])?);
    Some((Subject { kind: SeatSubject::Event, id, occurrence: Moment(occurrence) }, UserId(user)))
}

/// The answer of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accepted,
    Declined,
    /// Tentative or delegated, which is not supported.
    Other,
}

/// A parsed reply.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reply {
    answer: Answer,
    /// When it was given; none: it is not stated.
    at: Option<i64>,
    /// The tokens of its addresses.
    tokens: Vec<String>,
}

/// Parses a mail: pure. None: it is not a reply.
fn read(inbox: &Inbox, mail: &[u8]) -> Option<Reply> {
    let message = MessageParser::default().parse(mail)?;
    let is_calendar = |part: &&mail_parser::MessagePart<'_>| {
        let kind = part.content_type();
        kind.is_some_and(|kind| {
            let kind = (kind.c_type.as_ref(), kind.c_subtype.as_deref());
            matches!(kind, ("text", Some("calendar")) | ("application", Some("ics")))
        })
    };
    let part = message.parts.iter().find(is_calendar)?;
    let text = std::str::from_utf8(part.contents()).ok()?;
    let calendar = ICalendar::parse(text).ok()?;
    let whole = calendar.components.first()?;
    let method = whole.property(&ICalendarProperty::Method)?.values.first()?;
    if !matches!(method, ICalendarValue::Method(ICalendarMethod::Reply)) {
        return None;
    }
    let mut events =
        calendar.components.iter().filter(|one| one.component_type == ICalendarComponentType::VEvent);
    let event = events.next()?;
    // The address decides whose reply it is; with several attendees none counts.
    let mut people = event.properties(&ICalendarProperty::Attendee);
    let answer = match people.next()?.parameter(&ICalendarParameterName::Partstat)? {
        ICalendarParameterValue::Partstat(ICalendarParticipationStatus::Accepted) => Answer::Accepted,
        ICalendarParameterValue::Partstat(ICalendarParticipationStatus::Declined) => Answer::Declined,
        _ => Answer::Other,
    };
    if people.next().is_some() {
        return None;
    }
    let stamp = event.property(&ICalendarProperty::Dtstamp).and_then(|stamp| stamp.values.first());
    let at = stamp.and_then(|value| match value {
        ICalendarValue::PartialDateTime(at) => at.to_timestamp().map(|seconds| seconds * 1_000),
        _ => None,
    });
    let organizer = event.property(&ICalendarProperty::Organizer).and_then(|one| one.values.first());
    let organizer = organizer.and_then(ICalendarValue::as_text).map(without_scheme);
    let all = organizer.map(str::to_owned).into_iter().chain(addressed(&message));
    let mut tokens: Vec<String> = all.filter_map(|address| inbox.token(&address)).collect();
    tokens.dedup();
    tokens.truncate(8);
    Some(Reply { answer, at, tokens })
}

fn without_scheme(uri: &str) -> &str {
    match uri.get(..7) {
        Some(head) if head.eq_ignore_ascii_case("mailto:") => &uri[7..],
        _ => uri,
    }
}

/// The addresses that a mail was sent to.
fn addressed(message: &Message<'_>) -> Vec<String> {
    let lists = [message.to(), message.cc()];
    let named = lists.into_iter().flatten().flat_map(Address::iter);
    let named = named.filter_map(|one| one.address().map(str::to_owned));
    let notes = |name: &str| {
        ["Delivered-To", "X-Original-To", "Envelope-To"].iter().any(|note| note.eq_ignore_ascii_case(name))
    };
    let noted = message.headers_raw().filter(|(name, _)| notes(name));
    let noted = noted.map(|(_, value)| value.trim().trim_matches(['<', '>']).to_owned());
    named.chain(noted).collect()
}

/// The action for a reply, by the person's status: pure. None: nothing.
fn asked(answer: Answer, status: EnrollmentStatus) -> Option<Own> {
    use EnrollmentStatus as S;
    match (answer, status) {
        (Answer::Accepted, S::Offered) => Some(Own::Accept),
        (Answer::Declined, S::Offered) => Some(Own::Decline),
        (Answer::Declined, S::Invited) => Some(Own::DeclineInvitation),
        (Answer::Declined, S::Confirmed | S::Pending | S::Waitlisted) => Some(Own::Cancel),
        _ => None,
    }
}

/// Whether the reply was given before the person's last change of status.
fn is_stale(reply: &Reply, seat: &Seat) -> bool {
    reply.at.is_some_and(|at| at + SLACK < seat.changed.0)
}

/// Carries out a reply.
pub async fn take(platform: &Platform, inbox: &Inbox, mail: &[u8]) -> Verdict {
    let Some(reply) = read(inbox, mail) else { return Verdict::Strange };
    let Some((subject, user_id)) = reply.tokens.iter().find_map(|token| opened(platform, token)) else {
        return Verdict::Strange;
    };
    match act(platform, &reply, subject, user_id).await {
        Err(refusal) if matches!(refusal.kind, RefusalKind::Internal | RefusalKind::Busy) => {
            tracing::warn!(%refusal, "an answer by mail waits for the next look");
            Verdict::Later
        }
        // If it is not allowed, or no longer, the next mail shows the status.
        Ok(()) | Err(_) => Verdict::Done,
    }
}

async fn act(platform: &Platform, reply: &Reply, subject: Subject, user_id: UserId) -> Result<()> {
    let user = platform.people.get(user_id).await?;
    let is_active = user.is_some_and(|user| is_alive(&user));
    let seat = platform.storage.seats.seat(subject, user_id).await?;
    let Some(seat) = seat.filter(|seat| is_active && !is_stale(reply, seat)) else { return Ok(()) };
    let Some(doing) = asked(reply.answer, seat.status) else { return Ok(()) };
    let Some(event) = settings::home(platform, subject).await? else { return Ok(()) };
    let who = Who { user_id, session_id: SessionId(0), expires: 0, scopes: None };
    let one = event.rrule.is_some().then_some(subject.occurrence);
    own(platform, &who, &event.event_uuid, one, doing).await.map(drop)
}

/// Handles the mails in the inbox. Returns their number.
pub async fn poll(platform: &Platform, inbox: &Inbox) -> std::result::Result<usize, inbox::InboxError> {
    inbox::poll(inbox, async |mail: &[u8]| take(platform, inbox, mail).await).await
}

/// Whether this node is the one that reads the inbox: the first of the running ones. Two concurrent readers are
/// harmless, because a repeated reply has no further effect.
async fn is_reader(platform: &Platform) -> Result<bool> {
    let all = platform.storage.nodes.list().await?;
    let first =
        all.iter().filter(|lease| lease.until > crate::platform::time::now()).map(|lease| lease.node).min();
    Ok(first.is_none_or(|first| first == platform.node))
}

/// Reads the inbox while the node runs; returns at once without one.
pub async fn keep_answered(platform: Platform) {
    let Some(inbox) = platform.settings.inbox.clone() else { return };
    loop {
        match is_reader(&platform).await {
            Ok(false) => {}
            Err(refusal) => tracing::warn!(%refusal, "the inbox is not read now"),
            Ok(true) => match poll(&platform, &inbox).await {
                // There may be more.
                Ok(inbox::AT_ONCE) => continue,
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "mails were read from the inbox"),
                Err(error) => tracing::warn!(?inbox, %error, "the inbox cannot be read"),
            },
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests;
