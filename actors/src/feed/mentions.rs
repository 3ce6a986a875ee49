//! Mentions and topics in texts of the feed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use futures_util::future::try_join_all;
use regex::Regex;
use storage::feed::{Audience, Source};
use storage::ids::{EntityId, UserId};

use super::facts::ReaderFacts;
use super::rules::{self, Standing};
use super::view::{Mention, SpeakerKind};
use crate::Platform;
use crate::accounts::profile;
use crate::chat::mentions::{candidates, resolve, shown};
use crate::entities::rules::is_private;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::prose;

/// Most different names resolved in one text, and most topics it is listed under.
const MOST: usize = 20;

/// A topic begins the text or follows a character that cannot be part of a word or address; it contains a letter.
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static TOPIC: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\p{L}\p{N}_#&/])#([\p{N}_]*\p{L}[\p{L}\p{N}_]{0,49})").unwrap());

/// The normalized form of a topic.
pub fn topic(text: &str) -> String {
    text.trim_start_matches('#').to_lowercase()
}

/// The topics of a text, each once, in order.
pub fn topics(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for one in TOPIC.captures_iter(text).map(|found| topic(&found[1])) {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found.truncate(MOST);
    found
}

/// A mention in a displayed text: a name and possibly trailing punctuation.
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static SHOWN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"@[\p{L}\p{N}_.-]{2,30}").unwrap());

/// The ranges of mentions and topics in a displayed text, in order; `None` for a topic.
pub fn named<'a>(
    text: &str,
    mentions: &'a [Mention],
    topics: &[String],
) -> Vec<(Range<usize>, Option<&'a Mention>)> {
    let mut found: Vec<(Range<usize>, Option<&Mention>)> = Vec::new();
    for typed in SHOWN.find_iter(text) {
        let mut name = typed.as_str();
        let one = loop {
            let said = name.trim_start_matches('@').to_lowercase();
            if let Some(one) = mentions.iter().find(|one| one.user_name.to_lowercase() == said) {
                break Some(one);
            }
            match name.strip_suffix(['.', '-']) {
                Some(shorter) => name = shorter,
                None => break None,
            }
        };
        if let Some(one) = one {
            found.push((typed.start()..typed.start() + name.len(), Some(one)));
        }
    }
    for listed in TOPIC.captures_iter(text).filter_map(|found| found.get(1)) {
        if topics.contains(&topic(listed.as_str())) {
            found.push((listed.start() - 1..listed.end(), None));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// A text as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// With `@{id}` for each mention.
    pub content: String,
    pub people: Vec<UserId>,
    pub entities: Vec<EntityId>,
    pub topics: Vec<String>,
}

/// A text of one to ten thousand characters; empty only if allowed.
pub(super) fn trimmed(field: &'static str, text: &str, may_be_empty: bool) -> Result<String> {
    let text = prose(field, text)?;
    if text.is_empty() && !may_be_empty {
        return Err(Refusal::field(field, "REQUIRED", "Skriv något först."));
    }
    Ok(text)
}

/// Parses a text: resolves names of organisations and of people who may read it and whom its author may know of.
pub(super) async fn read(
    platform: &Platform,
    author: UserId,
    source: Source,
    audience: Audience,
    text: &str,
) -> Result<Words> {
    let mut names = candidates(text);
    names.truncate(MOST);
    let lookups = names.into_iter().map(|name| async move {
        if let Some(user) = platform.storage.accounts.user_by_name(&name).await? {
            let id = user.user_id;
            let may = is_called(platform, author, source, audience, id).await?;
            return Ok(may.then_some((name, Source::User(id))));
        }
        let entity = platform.storage.entities.entity_by_slug(&name).await?;
        let entity = entity.filter(|entity| !is_private(entity.entity_type));
        Ok::<_, Refusal>(entity.map(|entity| (name, Source::Entity(entity.entity_id))))
    });
    let found: Vec<(String, Source)> = try_join_all(lookups).await?.into_iter().flatten().collect();
    // Ids of people and organisations are unique across both.
    let number = |source: &Source| match source {
        Source::User(id) => *id,
        Source::Entity(id) => UserId(id.0),
    };
    let known: HashMap<String, UserId> =
        found.iter().map(|(name, source)| (name.clone(), number(source))).collect();
    let (content, ids) = resolve(text, &known);
    let entities: Vec<EntityId> = found
        .iter()
        .filter_map(|(_, source)| match source {
            Source::Entity(id) if ids.contains(&UserId(id.0)) => Some(*id),
            _ => None,
        })
        .collect();
    let people = ids.into_iter().filter(|id| !entities.contains(&EntityId(id.0))).collect();
    Ok(Words { content, people, entities, topics: topics(text) })
}

/// Whether a person may be mentioned in something for that audience.
async fn is_called(
    platform: &Platform,
    author: UserId,
    source: Source,
    audience: Audience,
    other: UserId,
) -> Result<bool> {
    if author == other {
        return Ok(true);
    }
    let facts = ReaderFacts::load(platform, Some(other), [source, Source::User(author)]).await?;
    let reads = rules::may_read(audience, facts.standing(Some(source)));
    if !reads || facts.standing(Some(Source::User(author))) == Standing::Apart {
        return Ok(false);
    }
    let pair = platform.storage.contacts.pair(author, other).await?;
    profile::may_know(platform, &pair).await
}

/// The current names of those whom texts mention.
#[derive(Default)]
pub(super) struct Names(HashMap<i64, Mention>);

impl Names {
    pub async fn of(platform: &Platform, people: &[UserId], entities: &[EntityId]) -> Result<Self> {
        let (found, organisations) =
            futures_util::try_join!(platform.people.all(people.iter().copied()), async {
                Ok(platform.storage.entities.entities(entities).await?)
            })?;
        let mut names = HashMap::new();
        for user in found.values() {
            let mention = Mention {
                kind: SpeakerKind::Person,
                id_user: Some(user.user_id),
                id_entity: None,
                user_name: user.user_name.clone(),
                display_name: user.display_name.clone(),
            };
            names.insert(user.user_id.0, mention);
        }
        for entity in organisations {
            let mention = Mention {
                kind: SpeakerKind::Entity,
                id_user: None,
                id_entity: Some(entity.entity_id),
                user_name: entity.entity_slug,
                display_name: entity.entity_name,
            };
            names.insert(entity.entity_id.0, mention);
        }
        Ok(Self(names))
    }

    /// A stored text with current names, and its mentions.
    pub fn show(&self, content: &str, people: &[UserId], entities: &[EntityId]) -> (String, Vec<Mention>) {
        let ids = people.iter().map(|id| id.0).chain(entities.iter().map(|id| id.0));
        let mentions: Vec<Mention> = ids.clone().filter_map(|id| self.0.get(&id).cloned()).collect();
        let names: HashMap<UserId, &str> =
            ids.filter_map(|id| Some((UserId(id), self.0.get(&id)?.user_name.as_str()))).collect();
        (shown(content, &names), mentions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_found() {
        let cases: [(&str, &[&str]); 9] = [
            ("#Vårfest och #städdag", &["vårfest", "städdag"]),
            ("(#skola) #SKOLA.", &["skola"]),
            ("#2026 #2026års", &["2026års"]),
            ("läs https://example.se/#del och a#b", &[]),
            ("##rubrik", &[]),
            ("#", &[]),
            ("&#229;", &[]),
            ("#a_b-c", &["a_b"]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(topics(text), expected, "{text}");
        }
    }

    #[test]
    fn blank_text_is_refused() {
        assert_eq!(trimmed("f", "  hej \n", false).unwrap(), "hej");
        assert_eq!(trimmed("f", " \n ", false).unwrap_err().fields[0].code, "REQUIRED");
        assert_eq!(trimmed("f", " \n ", true).unwrap(), "");
        assert_eq!(trimmed("f", "a\0b", false).unwrap_err().fields[0].code, "CHARACTERS");
    }
}
