//! Turns a script into messages with authors and times. Pure: the same script, people and point in time give the same
//! messages.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use storage::ids::UserId;

use super::dice::Dice;
use super::script::{Hours, Line, Scene, Script, Talk, When};

/// How many days back the messages go.
const DAYS: usize = 160;
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// A member who may write in a channel.
#[derive(Debug, Clone)]
pub struct Speaker {
    pub user_id: UserId,
    pub user_name: String,
    pub first: String,
    pub relation: storage::entities::RelationType,
}

/// A message to be written.
#[derive(Debug)]
pub struct Planned {
    /// Epoch milliseconds.
    pub at: i64,
    pub author: UserId,
    /// As typed, with `@user-name`.
    pub text: String,
    /// Index, in the channel's list, of the message that this one replies to.
    pub parent: Option<usize>,
    pub reactions: Vec<(String, UserId)>,
    pub edited: bool,
    pub deleted: bool,
    pub when: When,
}

/// All messages of a channel, by time.
pub fn channel(script: &Script, scene: &Scene, speakers: &[Speaker], now: i64) -> Vec<Planned> {
    let mut dice = Dice::new(&format!("{}/{}", script.slug, scene.name));
    let often: Vec<&Talk> = scene.talks.iter().filter(|talk| talk.when == When::Often).collect();
    let last: Vec<&Talk> = scene.talks.iter().filter(|talk| talk.when != When::Often).collect();
    // The last hours are reserved for the talks marked `now`.
    let quiet = 5 * HOUR;
    let mut starts = starts(&mut dice, script.hours, scene.often, now - quiet, scene.archived);
    starts.sort_unstable();
    let mut planned = Vec::new();
    let mut deck: Vec<&Talk> = Vec::new();
    let mut free = 0;
    for start in starts {
        if deck.is_empty() {
            deck.clone_from(&often);
            dice.shuffle(&mut deck);
        }
        let start = start.max(free);
        let Some(talk) = deck.pop().filter(|_| start < now - quiet - HOUR) else { break };
        // Talks do not overlap, so that replies follow what they reply to.
        let held = Held { script, talk, speakers, start, end: now - quiet };
        free = held.into_messages(&mut dice, &mut planned) + 5 * MINUTE;
    }
    let step = quiet / (last.len() as i64 + 1);
    for (n, talk) in last.into_iter().enumerate() {
        let start = now - quiet + step * (n as i64 + 1) / 2 + dice.between(0, step / 3);
        let held = Held { script, talk, speakers, start, end: now - MINUTE };
        held.into_messages(&mut dice, &mut planned);
    }
    planned
}

/// Points in time at which talks start, given the organisation's hours.
fn starts(dice: &mut Dice, hours: Hours, many: usize, until: i64, is_over: bool) -> Vec<i64> {
    let zone = TimeZone::get(crate::platform::time::ZONE).unwrap_or(TimeZone::UTC);
    let Ok(today) = Timestamp::from_millisecond(until).map(|at| at.to_zoned(zone)) else { return Vec::new() };
    // An archived channel ended two months ago.
    let newest = if is_over { 60 } else { 0 };
    let mut found = Vec::with_capacity(many);
    // Bounded, because candidates on unsuitable days are rejected.
    for _ in 0..many * 20 {
        if found.len() == many {
            break;
        }
        let back = newest + dice.below(DAYS - newest);
        let hour = hour(dice, hours);
        let minute = dice.between(0, 59) as i8;
        let second = dice.between(0, 59) as i8;
        if let Some(at) = moment(&today, back, hour, minute, second)
            && held_on(dice, hours, &at)
            && at.timestamp().as_millisecond() < until
        {
            found.push(at.timestamp().as_millisecond() + dice.between(0, 999));
        }
    }
    found
}

fn moment(today: &Zoned, back: usize, hour: i8, minute: i8, second: i8) -> Option<Zoned> {
    let day = today.date().checked_sub(jiff::Span::new().days(back as i64)).ok()?;
    day.at(hour, minute, second, 0).to_zoned(today.time_zone().clone()).ok()
}

/// A random hour of the day, weighted by how busy it is.
fn hour(dice: &mut Dice, hours: Hours) -> i8 {
    let busy: &[i8] = match hours {
        Hours::School => &[7, 7, 8, 8, 9, 9, 10, 10, 11, 12, 13, 13, 14, 14, 15, 15, 16, 17],
        Hours::Evenings => &[12, 15, 16, 17, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 22],
        Hours::Work => &[6, 6, 7, 7, 7, 8, 9, 9, 10, 11, 12, 13, 13, 14, 15, 15],
    };
    dice.pick(busy).copied().unwrap_or(12)
}

fn held_on(dice: &mut Dice, hours: Hours, at: &Zoned) -> bool {
    let is_weekend = matches!(at.weekday(), jiff::civil::Weekday::Saturday | jiff::civil::Weekday::Sunday);
    match hours {
        Hours::Evenings => true,
        Hours::School | Hours::Work => !is_weekend || dice.chance(4),
    }
}

/// A talk at a point in time.
struct Held<'a> {
    script: &'a Script,
    talk: &'a Talk,
    speakers: &'a [Speaker],
    start: i64,
    end: i64,
}

impl Held<'_> {
    /// Adds the talk's messages; answers the time of the last one.
    fn into_messages(self, dice: &mut Dice, planned: &mut Vec<Planned>) -> i64 {
        let cast = self.cast(dice);
        let mut words: HashMap<String, String> = HashMap::new();
        let (mut at, mut parent) = (self.start, None);
        // Minutes between this talk's messages.
        let pace = dice.between(1, 4) * MINUTE;
        for (n, line) in self.talk.lines.iter().enumerate() {
            if n > 0 {
                at += dice.between(25_000, pace * if line.is_reply { 4 } else { 3 });
            }
            at = at.min(self.end - 1_000 * (self.talk.lines.len() - n) as i64);
            let Some(author) = cast.get(&line.speaker) else { continue };
            let mut text = dice.pick(&line.texts).cloned().unwrap_or_default();
            text = fill(&text, self.script, &cast, &mut words, dice);
            let is_free = self.talk.when == When::Often && line.reactions.is_empty();
            if !line.is_reply {
                parent = Some(planned.len());
            }
            planned.push(Planned {
                at,
                author: author.user_id,
                text,
                parent: if line.is_reply { parent } else { None },
                reactions: self.reactions(line, author.user_id, dice),
                edited: is_free && dice.chance(4),
                deleted: is_free && !has_replies(&self.talk.lines, n) && dice.chance(1),
                when: self.talk.when,
            });
        }
        at
    }

    /// Assigns speakers: those with the required relations if there are any, each person once.
    fn cast(&self, dice: &mut Dice) -> HashMap<char, Speaker> {
        let mut cast: HashMap<char, Speaker> = HashMap::new();
        // Roles with requirements are assigned first.
        let asked = self.talk.cast.iter().map(|(letter, _)| *letter);
        for letter in asked.chain(self.talk.lines.iter().map(|line| line.speaker)) {
            if cast.contains_key(&letter) {
                continue;
            }
            let wanted =
                self.talk.cast.iter().find(|(name, _)| *name == letter).map(|(_, relations)| relations);
            let free = |speaker: &&Speaker| cast.values().all(|taken| taken.user_id != speaker.user_id);
            let fits = |speaker: &&Speaker| wanted.is_none_or(|list| list.contains(&speaker.relation));
            let mut able: Vec<&Speaker> = self.speakers.iter().filter(free).filter(fits).collect();
            if able.is_empty() {
                able = self.speakers.iter().filter(free).collect();
            }
            if able.is_empty() {
                able = self.speakers.iter().collect();
            }
            if let Some(chosen) = dice.pick(&able) {
                cast.insert(letter, (*chosen).clone());
            }
        }
        cast
    }

    fn reactions(&self, line: &Line, author: UserId, dice: &mut Dice) -> Vec<(String, UserId)> {
        let mut given = Vec::new();
        for emoji in &line.reactions {
            let mut readers: Vec<UserId> =
                self.speakers.iter().map(|speaker| speaker.user_id).filter(|id| *id != author).collect();
            dice.shuffle(&mut readers);
            let many = 1 + dice.below(5);
            given.extend(readers.into_iter().take(many).map(|id| (emoji.clone(), id)));
        }
        given
    }
}

fn has_replies(lines: &[Line], n: usize) -> bool {
    lines.get(n + 1).is_some_and(|next| next.is_reply)
}

/// Expands a text's placeholders: `@B`, `{B}`, `{word}`, `{this/that}`, also nested.
fn fill(
    text: &str,
    script: &Script,
    cast: &HashMap<char, Speaker>,
    words: &mut HashMap<String, String>,
    dice: &mut Dice,
) -> String {
    let mut filled = expand(text, script, cast, words, dice);
    for (letter, speaker) in cast {
        filled = mention(&filled, *letter, &speaker.user_name);
    }
    filled
}

fn expand(
    text: &str,
    script: &Script,
    cast: &HashMap<char, Speaker>,
    words: &mut HashMap<String, String>,
    dice: &mut Dice,
) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (ways, tail) = ways(after);
        match ways.as_slice() {
            [name] => filled.push_str(&fill_in(name, script, cast, words, dice)),
            ways => {
                let chosen = dice.pick(ways).copied().unwrap_or_default();
                filled.push_str(&expand(chosen, script, cast, words, dice));
            }
        }
        rest = tail;
    }
    filled.push_str(rest);
    filled
}

/// The alternatives separated by `/`, up to the closing brace, and the rest of the text.
fn ways(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut from, mut ways) = (0, 0, Vec::new());
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '/' | '}' if depth == 0 => {
                ways.push(&text[from..at]);
                from = at + 1;
                if sign == '}' {
                    return (ways, &text[from..]);
                }
            }
            _ => {}
        }
    }
    ways.push(&text[from..]);
    (ways, "")
}

/// The value of a name in braces: a speaker's first name, or a word of a list, the same throughout a talk.
fn fill_in(
    name: &str,
    script: &Script,
    cast: &HashMap<char, Speaker>,
    words: &mut HashMap<String, String>,
    dice: &mut Dice,
) -> String {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && let Some(speaker) = cast.get(&letter)
    {
        return speaker.first.clone();
    }
    if let Some(known) = words.get(name) {
        return known.clone();
    }
    let chosen = script.lists.get(name).and_then(|values| dice.pick(values)).cloned();
    let chosen = chosen.map_or_else(|| name.to_owned(), |value| expand(&value, script, cast, words, dice));
    words.insert(name.to_owned(), chosen.clone());
    chosen
}

/// `@B` becomes `@user-name`; `@Bo` stays.
fn mention(text: &str, letter: char, user_name: &str) -> String {
    let sign = format!("@{letter}");
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&sign) {
        done.push_str(before);
        if after.starts_with(|next: char| next.is_alphanumeric() || next == '-') {
            done.push_str(&sign);
        } else {
            done.push('@');
            done.push_str(user_name);
        }
        rest = after;
    }
    done.push_str(rest);
    done
}

#[cfg(test)]
mod tests {
    use storage::entities::RelationType;

    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    fn speakers(script: &Script) -> Vec<Speaker> {
        let people = script.people.iter().enumerate();
        people
            .map(|(n, person)| Speaker {
                user_id: UserId(n as i64 + 1),
                user_name: crate::accounts::names::slug(&format!("{} {}", person.first, person.last)),
                first: person.first.clone(),
                relation: person.relation,
            })
            .collect()
    }

    #[test]
    fn placeholders_are_filled_and_messages_are_ordered() {
        let mut total = 0;
        for script in super::super::script::all().unwrap() {
            let speakers = speakers(&script);
            for scene in &script.channels {
                let planned = channel(&script, scene, &speakers, NOW);
                total += planned.len();
                for (n, message) in planned.iter().enumerate() {
                    assert!(!message.text.contains(['{', '}', '|']), "{}", message.text);
                    assert!(message.at < NOW && message.at > NOW - 170 * 24 * HOUR, "{}", message.at);
                    assert!(
                        message.parent.is_none_or(|parent| parent < n && planned[parent].at < message.at)
                    );
                }
                let often: Vec<_> = planned.iter().filter(|message| message.when == When::Often).collect();
                assert!(often.is_sorted_by_key(|message| message.at), "{}", scene.name);
                let again = channel(&script, scene, &speakers, NOW);
                assert!(again.iter().map(|m| &m.text).eq(planned.iter().map(|m| &m.text)));
            }
        }
        assert!((3_000..=5_500).contains(&total), "{total} messages");
    }

    #[test]
    fn names_are_put_in() {
        let anna = Speaker {
            user_id: UserId(1),
            user_name: "anna-ek".into(),
            first: "Anna".into(),
            relation: RelationType::Owner,
        };
        let cast = HashMap::from([('A', anna)]);
        let script = super::super::script::all().unwrap().remove(0);
        let mut dice = Dice::new("x");
        let filled = fill("@A, hej {A}! @Allan {hej/h{e}j}", &script, &cast, &mut HashMap::new(), &mut dice);
        assert_eq!(filled, "@anna-ek, hej Anna! @Allan hej");
    }
}
