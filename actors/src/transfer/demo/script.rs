//! The demo's organisations as plain text (`scripts/`): people, channels and talks.
//!
//! ```text
//! organisation Name | slug | entity-type | hours      hours: school, evenings or work
//! person First Last | RELATION | address              the address is made from the name where it is left out
//! list word: one | other                              values of `{word}`; the same within a talk
//! channel name | Display name | how often | flags     flags: private moderated readonly followers guests archived
//! about / topic / relations / members …               of the channel above
//!
//! [A=TEACHER,OWNER B=PUPIL]                           a talk begins; required relations of speakers
//! A: text | alternative text                          a message; `@B`, `{B}` (first name), `{word}`, `{this/that}`
//! > B: text                                           a reply to the last top-level message
//! + 👍 ❤️                                              reactions to the last message
//! ```
//! An empty line ends a talk. A talk marked `now` takes place once, in the last hours; one marked `pending` awaits
//! moderation.

use std::collections::HashMap;

use storage::entities::{EntityType, RelationType};

/// An organisation of the demo.
#[derive(Debug)]
pub struct Script {
    pub name: String,
    pub slug: String,
    pub entity_type: EntityType,
    pub hours: Hours,
    pub people: Vec<Person>,
    pub lists: HashMap<String, Vec<String>>,
    pub channels: Vec<Scene>,
}

/// The hours in which people write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hours {
    /// Mondays to Fridays, 7–17.
    School,
    /// Evenings and weekends.
    Evenings,
    /// Mondays to Fridays, 6–16.
    Work,
}

/// A person of an organisation.
#[derive(Debug)]
pub struct Person {
    pub first: String,
    pub last: String,
    pub relation: RelationType,
    /// The local part of the mail address.
    pub address: String,
}

/// A channel and its talks.
#[derive(Debug, Default)]
pub struct Scene {
    pub name: String,
    pub display: String,
    pub about: String,
    pub topic: String,
    /// How many talks take place.
    pub often: usize,
    pub private: bool,
    pub moderated: bool,
    pub read_only: bool,
    pub followers: bool,
    pub guests: bool,
    pub archived: bool,
    pub relations: Vec<RelationType>,
    /// Addresses of members who are added by name.
    pub members: Vec<String>,
    pub talks: Vec<Talk>,
}

/// When a talk takes place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum When {
    /// Any time, repeatedly.
    #[default]
    Often,
    /// Once, in the last hours.
    Now,
    /// Once, and awaits moderation.
    Pending,
}

/// A talk between a few people.
#[derive(Debug, Default)]
pub struct Talk {
    pub when: When,
    /// Speakers and the relation types they may have.
    pub cast: Vec<(char, Vec<RelationType>)>,
    pub lines: Vec<Line>,
}

/// One message of a talk.
#[derive(Debug)]
pub struct Line {
    pub speaker: char,
    pub is_reply: bool,
    /// Alternative texts.
    pub texts: Vec<String>,
    pub reactions: Vec<String>,
}

/// The demo's scripts. Err: the line that cannot be parsed (tests read all scripts).
pub fn all() -> Result<Vec<Script>, String> {
    [
        include_str!("scripts/bjorkangsskolan.txt"),
        include_str!("scripts/hornebo-sk.txt"),
        include_str!("scripts/lindqvist.txt"),
        include_str!("scripts/hornebo-kommun.txt"),
    ]
    .into_iter()
    .map(parse)
    .collect()
}

fn parts(text: &str) -> Vec<String> {
    text.split('|').map(|part| part.trim().to_owned()).collect()
}

fn relations(text: &str) -> Option<Vec<RelationType>> {
    text.split([',', ' ']).filter(|word| !word.is_empty()).map(RelationType::parse).collect()
}

/// The local part of the address made from a name.
fn address(first: &str, last: &str) -> String {
    format!("{}.{}", crate::accounts::names::slug(first), crate::accounts::names::slug(last))
}

fn parse(text: &str) -> Result<Script, String> {
    let mut script: Option<Script> = None;
    let mut talk = Talk::default();
    for line in text.lines().chain([""]).map(str::trim) {
        let wrong = || format!("not understood: {line}");
        if line.starts_with('#') {
            continue;
        }
        let Some(script) = &mut script else {
            script = Some(organisation(line).ok_or_else(wrong)?);
            continue;
        };
        if line.is_empty() {
            let done = std::mem::take(&mut talk);
            if !done.lines.is_empty() {
                script.channels.last_mut().ok_or_else(wrong)?.talks.push(done);
            }
        } else if !parse_line(&mut talk, line) && !set(script, line) {
            return Err(wrong());
        }
    }
    script.ok_or_else(|| "an empty script".to_owned())
}

fn organisation(line: &str) -> Option<Script> {
    let parts = parts(line.strip_prefix("organisation ")?);
    let [name, slug, entity_type, hours] = parts.as_slice() else { return None };
    let hours = match hours.as_str() {
        "school" => Hours::School,
        "evenings" => Hours::Evenings,
        "work" => Hours::Work,
        _ => return None,
    };
    Some(Script {
        name: name.clone(),
        slug: slug.clone(),
        entity_type: EntityType::parse(entity_type)?,
        hours,
        people: Vec::new(),
        lists: HashMap::new(),
        channels: Vec::new(),
    })
}

/// Parses a line of a talk; false: it is not one.
fn parse_line(talk: &mut Talk, line: &str) -> bool {
    match line {
        "now" => talk.when = When::Now,
        "pending" => talk.when = When::Pending,
        _ => {
            if let Some(cast) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                let roles: Option<Vec<_>> = cast.split_whitespace().map(role).collect();
                let Some(roles) = roles else { return false };
                talk.cast = roles;
                return true;
            }
            if let (Some(emoji), Some(last)) = (line.strip_prefix("+ "), talk.lines.last_mut()) {
                last.reactions.extend(emoji.split_whitespace().map(str::to_owned));
                return true;
            }
            let (rest, is_reply) = line.strip_prefix("> ").map_or((line, false), |rest| (rest, true));
            let Some((speaker, text)) = rest.split_once(": ") else { return false };
            let mut letters = speaker.chars();
            let (Some(speaker @ 'A'..='Z'), None) = (letters.next(), letters.next()) else { return false };
            talk.lines.push(Line { speaker, is_reply, texts: parts(text), reactions: Vec::new() });
        }
    }
    true
}

fn role(text: &str) -> Option<(char, Vec<RelationType>)> {
    let (speaker, list) = text.split_once('=')?;
    Some((speaker.chars().next()?, relations(list)?))
}

/// Parses a line about the organisation or its newest channel; false: it is not one.
fn set(script: &mut Script, line: &str) -> bool {
    let Some((word, rest)) = line.split_once(' ') else { return false };
    match word {
        "person" => person(script, rest),
        "list" => rest.split_once(':').is_some_and(|(name, values)| {
            script.lists.insert(name.trim().to_owned(), parts(values));
            true
        }),
        "channel" => channel(script, rest),
        _ => script.channels.last_mut().is_some_and(|channel| about(channel, word, rest)),
    }
}

fn person(script: &mut Script, rest: &str) -> bool {
    let parts = parts(rest);
    let Some((first, last)) = parts[0].split_once(' ') else { return false };
    let Some(relation) = parts.get(1).and_then(|text| RelationType::parse(text)) else { return false };
    let address = parts.get(2).cloned().unwrap_or_else(|| address(first, last));
    script.people.push(Person { first: first.to_owned(), last: last.to_owned(), relation, address });
    true
}

fn channel(script: &mut Script, rest: &str) -> bool {
    let parts = parts(rest);
    let [name, display, often, flags @ ..] = parts.as_slice() else { return false };
    let Ok(often) = often.parse() else { return false };
    let mut channel = Scene { name: name.clone(), display: display.clone(), often, ..Scene::default() };
    for flag in flags.iter().flat_map(|flags| flags.split_whitespace()) {
        match flag {
            "private" => channel.private = true,
            "moderated" => channel.moderated = true,
            "readonly" => channel.read_only = true,
            "followers" => channel.followers = true,
            "guests" => channel.guests = true,
            "archived" => channel.archived = true,
            _ => return false,
        }
    }
    script.channels.push(channel);
    true
}

fn about(channel: &mut Scene, word: &str, rest: &str) -> bool {
    match word {
        "about" => rest.clone_into(&mut channel.about),
        "topic" => rest.clone_into(&mut channel.topic),
        "relations" => match relations(rest) {
            Some(list) => channel.relations = list,
            None => return false,
        },
        "members" => channel.members = rest.split_whitespace().map(str::to_owned).collect(),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_understood() {
        for script in all().unwrap() {
            assert!(script.people.iter().any(|person| person.relation == RelationType::Owner));
            assert!(script.channels.iter().any(|channel| channel.name == crate::chat::rules::GENERAL));
            for channel in &script.channels {
                crate::chat::rules::channel_name(&channel.name).unwrap();
                assert!(!channel.talks.is_empty(), "{}: nobody says anything", channel.name);
                for member in &channel.members {
                    assert!(script.people.iter().any(|person| person.address == *member), "{member}");
                }
                for line in channel.talks.iter().flat_map(|talk| &talk.lines) {
                    assert!(line.texts.iter().all(|text| !text.is_empty()), "{line:?}");
                }
            }
        }
    }

    #[test]
    fn invalid_line_is_reported() {
        assert_eq!(
            parse("organisation A | a | school | never").unwrap_err(),
            "not understood: organisation A | a | school | never"
        );
        let line = "organisation A | a | school | work\nchannel x | X | many";
        assert_eq!(parse(line).unwrap_err(), "not understood: channel x | X | many");
    }
}
