//! Polls: options, who may vote until when, and results. Contract §3.8.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::chat::{Channel, ChannelRole, Message, Poll, PollTime, Tallied, Vote};
use storage::ids::{MessageId, UserId};
use utoipa::ToSchema;

use super::event::Audience;
use super::facts::{Facts, live_state, people_of, state_after, with_thread};
use super::live_notification::LiveNotification;
use super::messages::{current, in_order};
use super::personal::PersonalEvent;
use super::rules;
use super::view::formatted;
use crate::Platform;
use crate::accounts::Who;
use crate::chat::direct::not_barred;
use crate::live::bus::ToPerson as _;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now, to_come};

const QUESTION_MAX: usize = 300;
const OPTION_MAX: usize = 100;
const OPTIONS: std::ops::RangeInclusive<usize> = 2..=10;
/// Longest duration of a time option (ms).
const TIME_MAX_MS: i64 = 31 * 86_400_000;

/// A poll to be sent; its question is the message's text.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct PollInput {
    #[garde(skip)]
    #[schema(min_length = 1, max_length = 300)]
    pub question: String,
    /// Two to ten, of 1–100 characters each, no two the same.
    #[garde(skip)]
    #[schema(min_items = 2, max_items = 10)]
    pub options: Vec<String>,
    /// More than one may be chosen.
    #[serde(default)]
    #[garde(skip)]
    pub multiple: bool,
    /// Nobody sees who has chosen what, the author neither.
    #[serde(default)]
    #[garde(skip)]
    pub anonymous: bool,
    /// Until when one may vote, within a year; without: for ever.
    #[garde(skip)]
    pub closes: Option<Moment>,
    /// Of a poll about when: when each option is, in the options' order, no two the same. Absent: it asks about something else.
    #[serde(default)]
    #[garde(skip)]
    #[schema(min_items = 2, max_items = 10)]
    pub times: Option<Vec<PollTimeInput>>,
}

/// When an option is: to come, within a year, at most 31 days.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct PollTimeInput {
    pub start: Moment,
    pub end: Moment,
}

/// What I choose.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct VoteInput {
    /// The options' places, from 0; none takes my vote back.
    #[garde(length(max = 10))]
    #[schema(max_items = 10)]
    pub options: Vec<i64>,
}

/// How a poll stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Poll)]
pub struct PollView {
    pub question: String,
    pub options: Vec<PollOption>,
    pub multiple: bool,
    pub anonymous: bool,
    pub closes: Option<Moment>,
    /// Nobody votes any more.
    pub closed: bool,
    /// How many have voted.
    pub voters: i64,
}

/// One of a poll's options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PollOption {
    pub text: String,
    /// When it is, of a poll about when; absent in others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    pub count: i64,
    /// Who has chosen it, of the first 200 who voted; absent where the poll is anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voters: Option<Vec<UserId>>,
    /// I have chosen it; absent in what is told to all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<bool>,
}

/// Whose view of a poll is made.
#[derive(Debug, Clone, Copy)]
pub enum Eyes<'a> {
    /// The same for everybody.
    All,
    /// A person's, with their vote.
    Of(Option<&'a Vote>),
}

/// A message's poll at a moment; none: it is not a poll.
pub(super) fn seen(message: &Message, tallied: Option<&Tallied>, eyes: Eyes, now: i64) -> Option<PollView> {
    let poll = message.poll.as_ref()?;
    let votes = tallied.map_or(&[][..], |tallied| &tallied.votes);
    let options = (0_i64..).zip(&poll.options).map(|(at, text)| PollOption {
        text: text.clone(),
        start: poll.times.get(at as usize).map(|time| Moment(time.start)),
        end: poll.times.get(at as usize).map(|time| Moment(time.end)),
        count: tallied.and_then(|tallied| tallied.counts.get(at as usize).copied()).unwrap_or(0),
        voters: (!poll.anonymous).then(|| {
            votes.iter().filter(|vote| vote.chosen.contains(&at)).map(|vote| vote.user_id).collect()
        }),
        me: match eyes {
            Eyes::All => None,
            Eyes::Of(mine) => Some(mine.is_some_and(|vote| vote.chosen.contains(&at))),
        },
    });
    Some(PollView {
        question: formatted(message).to_owned(),
        options: options.collect(),
        multiple: poll.multiple,
        anonymous: poll.anonymous,
        closes: poll.closes.map(Moment),
        closed: is_closed(poll, now),
        voters: tallied.map_or(0, |tallied| tallied.voters),
    })
}

fn is_closed(poll: &Poll, now: i64) -> bool {
    poll.closes.is_some_and(|closes| closes <= now)
}

/// Validates a new poll; returns the question and the rest of the poll.
pub(super) fn judged(input: PollInput, content: &str, now: i64) -> Result<(String, Poll)> {
    let line = |field: &'static str, text: &str, max: usize| {
        let text = text.trim();
        if !(1..=max).contains(&text.chars().count()) {
            return Err(Refusal::field(field, "LENGTH", format!("Ska vara 1–{max} tecken.")));
        }
        if text.chars().any(char::is_control) {
            return Err(Refusal::field(field, "CHARACTERS", "Innehåller tecken som inte kan användas."));
        }
        Ok(text.to_owned())
    };
    if !content.trim().is_empty() {
        return Err(Refusal::field("content", "ONE_OF", "Frågan är meddelandets text."));
    }
    let question = line("poll.question", &input.question, QUESTION_MAX)?;
    if !OPTIONS.contains(&input.options.len()) {
        return Err(Refusal::field("poll.options", "LENGTH", "Ge 2–10 alternativ."));
    }
    let mut options: Vec<String> = Vec::with_capacity(input.options.len());
    for option in &input.options {
        let option = line("poll.options", option, OPTION_MAX)?;
        if options.contains(&option) {
            return Err(Refusal::field("poll.options", "TWICE", "Två alternativ är likadana."));
        }
        options.push(option);
    }
    let closes = input.closes.map(|at| to_come("poll.closes", at, now)).transpose()?.map(|at| at.0);
    let times = input.times.map(|times| judged_times(&times, options.len(), now)).transpose()?;
    let (multiple, anonymous, times) = (input.multiple, input.anonymous, times.unwrap_or_default());
    Ok((question, Poll { options, multiple, anonymous, closes, times }))
}

fn judged_times(times: &[PollTimeInput], options: usize, now: i64) -> Result<Vec<PollTime>> {
    let wrong = |code, text: &'static str| Err(Refusal::field("poll.times", code, text));
    if times.len() != options {
        return wrong("LENGTH", "Ge en tid för varje alternativ.");
    }
    let mut judged = Vec::with_capacity(times.len());
    for PollTimeInput { start, end } in times {
        let time = PollTime { start: to_come("poll.times", *start, now)?.0, end: end.0 };
        if time.end <= time.start {
            return wrong("END", "Slutet ska komma efter början.");
        }
        if time.end - time.start > TIME_MAX_MS {
            return wrong("TIME", "Högst 31 dagar.");
        }
        if judged.contains(&time) {
            return wrong("TWICE", "Två tider är likadana.");
        }
        judged.push(time);
    }
    Ok(judged)
}

/// May somebody of `role` vote for these options at a moment? Returns them in order.
fn may_vote(
    channel: &Channel,
    role: ChannelRole,
    message: &Message,
    places: &[i64],
    now: i64,
) -> Result<Vec<i64>> {
    rules::post_reaction(channel, role)?;
    rules::not_deleted(message)?;
    let none = || Refusal::field("id", "NOT_A_POLL", "Meddelandet är ingen omröstning.");
    let poll = message.poll.as_ref().ok_or_else(none)?;
    if is_closed(poll, now) {
        return Err(Refusal::conflict("POLL_CLOSED", "Omröstningen är avslutad."));
    }
    let mut chosen = places.to_vec();
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.iter().any(|at| usize::try_from(*at).map_or(true, |at| at >= poll.options.len())) {
        return Err(Refusal::field("options", "UNKNOWN", "Det alternativet finns inte."));
    }
    if !poll.multiple && chosen.len() > 1 {
        return Err(Refusal::field("options", "ONLY_ONE", "Välj ett alternativ."));
    }
    Ok(chosen)
}

/// Replaces my vote; without options it is removed.
pub async fn vote(platform: &Platform, who: &Who, id: MessageId, input: VoteInput) -> Result<PollView> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    may_vote(&facts.channel, facts.role, &located.message, &input.options, now())?;
    not_barred(facts.barred)?;
    if located.pending {
        return Err(Refusal::conflict("PENDING", "Meddelandet väntar på godkännande."));
    }
    let (channel, role, me) = (facts.channel.clone(), facts.role, who.user_id);
    let (view, mine) = in_order(platform, &facts, move |platform, stamp, _| async move {
        let message = current(&platform, id).await?.message;
        // The poll may have closed before this vote's turn.
        let chosen = may_vote(&channel, role, &message, &input.options, stamp.now)?;
        let vote = Vote { message_id: id, user_id: me, chosen, voted: stamp.now };
        let is_new = platform.storage.chat.vote(&message, &vote, stamp.event_id).await?;
        let state = state_after(&platform, &message).await?;
        let eyes = Eyes::Of(Some(&vote));
        let view =
            seen(&state.message, state.poll.as_ref(), eyes, stamp.now).ok_or_else(Refusal::internal)?;
        if !is_new {
            return Ok(((view, None), Vec::new()));
        }
        let people = people_of(&platform, [&message]).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = with_thread(&platform, event, channel.channel_id, message.parent_id).await?;
        let event = LiveNotification::MessageUpdate(event.into());
        Ok(((view, Some(vote.chosen)), vec![(event, Audience::Readers)]))
    })
    .await?;
    if let Some(options) = mine {
        let (workspace_id, channel_id) = (facts.channel.workspace_id, facts.channel.channel_id);
        let event = PersonalEvent::PollVoted { workspace_id, channel_id, message_id: id, options };
        platform.announce(event.to(me));
    }
    Ok(view)
}

#[cfg(test)]
mod tests {
    use super::super::rules::tests::{channel, message};
    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    fn input(question: &str, options: &[&str]) -> PollInput {
        let options = options.iter().map(|one| (*one).to_owned()).collect();
        PollInput {
            question: question.to_owned(),
            options,
            multiple: false,
            anonymous: false,
            closes: None,
            times: None,
        }
    }

    #[test]
    fn what_may_be_asked() {
        let refused = |input: PollInput, content: &str| {
            judged(input, content, NOW).err().map(|it| (it.fields[0].field.to_string(), it.fields[0].code))
        };
        let wrong = |field: &str, code| Some((field.to_owned(), code));
        let (long, longer) = ("å".repeat(100), "å".repeat(101));
        let eleven: Vec<String> = (0..11).map(|n| n.to_string()).collect();
        let eleven: Vec<&str> = eleven.iter().map(String::as_str).collect();
        let closing = |closes| PollInput { closes: Some(Moment(closes)), ..input("När?", &["a", "b"]) };
        let times = |times: &[(i64, i64)]| PollInput {
            times: Some(
                times.iter().map(|at| PollTimeInput { start: Moment(at.0), end: Moment(at.1) }).collect(),
            ),
            ..input("När?", &["a", "b"])
        };
        let (hour, month) = (NOW + 3_600_000, 31 * 86_400_000);
        let cases = [
            (times(&[(hour, hour + 1), (hour, hour + month)]), "", None),
            (times(&[]), "", wrong("poll.times", "LENGTH")),
            (times(&[(hour, hour + 1)]), "", wrong("poll.times", "LENGTH")),
            (times(&[(hour, hour + 1), (NOW, hour)]), "", wrong("poll.times", "TIME")),
            (times(&[(hour, hour + 1), (hour, hour)]), "", wrong("poll.times", "END")),
            (times(&[(hour, hour + 1), (hour, hour + month + 1)]), "", wrong("poll.times", "TIME")),
            (times(&[(hour, hour + 1), (hour, hour + 1)]), "", wrong("poll.times", "TWICE")),
            (input("När?", &["måndag", &long]), "", None),
            (input("När?", &eleven[..10]), " ", None),
            (input("När?", &["a", "b"]), "text", wrong("content", "ONE_OF")),
            (input(" ", &["a", "b"]), "", wrong("poll.question", "LENGTH")),
            (input(&"å".repeat(301), &["a", "b"]), "", wrong("poll.question", "LENGTH")),
            (input("När?", &["a"]), "", wrong("poll.options", "LENGTH")),
            (input("När?", &eleven), "", wrong("poll.options", "LENGTH")),
            (input("När?", &["a", &longer]), "", wrong("poll.options", "LENGTH")),
            (input("När?", &["a", " a "]), "", wrong("poll.options", "TWICE")),
            (input("När?", &["a", "b\u{7}c"]), "", wrong("poll.options", "CHARACTERS")),
            (closing(NOW + 1), "", None),
            (closing(NOW), "", wrong("poll.closes", "TIME")),
        ];
        for (input, content, expected) in cases {
            assert_eq!(refused(input.clone(), content), expected, "{input:?}");
        }
    }

    #[test]
    fn who_may_choose_what_until_when() {
        let poll = |multiple, closes| {
            let options = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
            Message {
                poll: Some(Poll { options, multiple, anonymous: false, closes, times: Vec::new() }),
                ..message(1)
            }
        };
        let (one, many) = (poll(false, None), poll(true, Some(NOW + 1)));
        let (closed, gone) = (poll(false, Some(NOW)), Message { deleted: true, poll: None, ..message(1) });
        let archived = Channel { archived: true, ..channel() };
        let open = channel();
        let (guest, member) = (ChannelRole::Guest, ChannelRole::Member);
        let cases: [(&Channel, ChannelRole, &Message, &[i64], Result<&[i64], &str>); 12] = [
            (&open, member, &one, &[2], Ok(&[2])),
            (&open, ChannelRole::Follower, &one, &[], Ok(&[])),
            (&open, member, &one, &[1, 1], Ok(&[1])),
            (&open, member, &many, &[2, 0], Ok(&[0, 2])),
            (&open, member, &one, &[0, 1], Err("INVALID")),
            (&open, member, &one, &[3], Err("INVALID")),
            (&open, member, &one, &[-1], Err("INVALID")),
            (&open, guest, &one, &[0], Err("READ_ONLY_ROLE")),
            (&archived, member, &one, &[0], Err("ARCHIVED")),
            (&open, member, &closed, &[0], Err("POLL_CLOSED")),
            (&open, member, &gone, &[0], Err("DELETED")),
            (&open, member, &message(1), &[0], Err("INVALID")),
        ];
        for (channel, role, message, places, expected) in cases {
            let found = may_vote(channel, role, message, places, NOW).map_err(|refusal| refusal.code);
            assert_eq!(found, expected.map(<[i64]>::to_vec), "{role} {places:?}");
        }
    }

    #[test]
    fn an_anonymous_poll_names_nobody() {
        let vote = |user, chosen: &[i64]| Vote {
            message_id: MessageId(9),
            user_id: UserId(user),
            chosen: chosen.to_vec(),
            voted: 0,
        };
        let tallied = Tallied { voters: 2, counts: vec![1, 2], votes: vec![vote(7, &[1]), vote(8, &[0, 1])] };
        let shown = |anonymous, eyes| {
            let options = vec!["a".into(), "b".into()];
            let times = vec![PollTime { start: 1, end: 2 }, PollTime { start: 3, end: 4 }];
            let poll = Poll { options, multiple: true, anonymous, closes: Some(NOW), times };
            seen(&Message { poll: Some(poll), ..message(1) }, Some(&tallied), eyes, NOW).unwrap()
        };
        let open = shown(false, Eyes::All);
        assert_eq!(open.options[1].voters, Some(vec![UserId(7), UserId(8)]));
        assert_eq!((open.options[1].me, open.voters, open.closed), (None, 2, true));
        assert_eq!((open.options[1].start, open.options[1].end), (Some(Moment(3)), Some(Moment(4))));
        let mine = vote(7, &[1]);
        let hidden = shown(true, Eyes::Of(Some(&mine)));
        let (voters, me): (Vec<_>, Vec<_>) =
            hidden.options.into_iter().map(|one| (one.voters, one.me)).unzip();
        assert_eq!((voters, me), (vec![None, None], vec![Some(false), Some(true)]));
    }
}
