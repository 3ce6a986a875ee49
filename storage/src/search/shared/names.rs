//! The index of names shared by all nodes.

use serde_json::{Value, json};

use super::Server;
use super::index::{Change, Shared};
use crate::platform::error::Result;
use crate::search::own::query::{AS_TYPED, BEGINS, TYPO_FROM, WHOLE_WORD, WORDS};
use crate::search::own::schema;
use crate::search::{Entry, Found, GROUPS, Search, VERSION};

/// Most results per group.
const MOST: usize = 10_000;
/// Longer words are searched without typos.
const TYPO_TO: usize = 32;

/// The index. Cheap to clone.
#[derive(Clone)]
pub struct Names {
    pub(in crate::search) index: Shared,
}

impl Names {
    /// The index on a server; does not connect yet.
    pub fn on(server: &Server) -> Self {
        let settings =
            json!({"index.max_inner_result_window": MOST, "index.max_regex_length": 8 * TYPO_TO * TYPO_TO});
        let word = json!({"type": "keyword", "doc_values": false});
        let number = json!({"type": "short"});
        let shown = json!({"type": "keyword", "index": false, "doc_values": false});
        let fields = json!({
            "key": shown, "name": {"type": "keyword", "index": false}, "slug": shown, "location": shown, "image": shown,
            "group": number, "rank": number, "length": {"type": "integer"},
            "kind": word, "marks": word, "words": word, "exact": word, "first": word,
        });
        // Shown fields; search fields are only indexed.
        let source =
            json!({"includes": ["key", "group", "kind", "name", "slug", "location", "image", "rank"]});
        Self { index: Shared::new(server, &format!("names-v{VERSION}"), settings, source, fields) }
    }

    /// Adds entries, replacing those with the same keys.
    pub async fn put(&self, entries: &[Entry], generation: u64) -> Result<()> {
        self.index.change(entries.iter().map(|entry| document(entry, generation))).await
    }

    /// Removes entries.
    pub async fn remove(&self, keys: &[String]) -> Result<()> {
        self.index.change(keys.iter().map(|key| Change { id: key.clone(), document: None })).await
    }

    /// Finds names whose words start with the typed ones, if need be with one typo.
    pub async fn find(&self, search: &Search) -> Result<Found> {
        let mut words = schema::words(&search.text);
        words.truncate(WORDS);
        if (words.is_empty() && !search.is_marked()) || search.limit == 0 {
            return Ok(Vec::new());
        }
        let found = self.index.search(asked(search, as_typed(&words))).await?;
        let mut found = read(&found);
        if found.is_empty()
            && let Some(query) = with_a_typo(&words)
        {
            found = read(&self.index.search(asked(search, query)).await?);
        }
        Ok(found)
    }
}

fn document(entry: &Entry, generation: u64) -> Change {
    let words = [&entry.name, &entry.also].into_iter().flat_map(|text| schema::words(text));
    let (exact, folded): (Vec<String>, Vec<String>) = words.unzip();
    let document = json!({
        "key": entry.key,
        "group": entry.group,
        "kind": entry.kind,
        "name": entry.name,
        "slug": entry.slug,
        "location": entry.location,
        "image": entry.image,
        "rank": entry.rank,
        "length": entry.name.chars().count(),
        "generation": generation,
        "words": folded,
        "exact": exact,
        "first": schema::words(&entry.name).first().map(|(_, folded)| folded),
        "marks": entry.marks,
    });
    Change { id: entry.key.clone(), document: Some(document) }
}

fn begins(field: &str, word: &str) -> Value {
    json!({"prefix": {field: word}})
}

fn scored(query: &Value, score: f32) -> Value {
    json!({"constant_score": {"filter": query, "boost": score}})
}

/// Names with the words as prefixes; without words all entries.
fn as_typed(words: &[(String, String)]) -> Value {
    let must: Vec<Value> = words.iter().map(|(_, folded)| begins("words", folded)).collect();
    let first = words.first().map(|(_, folded)| scored(&begins("first", folded), BEGINS));
    let each = words.iter().flat_map(|(lower, folded)| {
        [scored(&begins("exact", lower), AS_TYPED), scored(&json!({"term": {"words": folded}}), WHOLE_WORD)]
    });
    let better: Vec<Value> = first.into_iter().chain(each).collect();
    json!({"bool": {"filter": must, "should": better, "minimum_should_match": 0}})
}

/// Names with the words as prefixes, one of them with a typo; none: no word is long enough.
fn with_a_typo(words: &[(String, String)]) -> Option<Value> {
    let may_be_wrong = |word: &str| (TYPO_FROM..=TYPO_TO).contains(&word.chars().count());
    let wrong = words.iter().enumerate().filter(|(_, (_, folded))| may_be_wrong(folded));
    let attempts: Vec<Value> = wrong
        .map(|(wrong, _)| {
            let each = words.iter().enumerate().map(|(at, (_, folded))| {
                if at == wrong {
                    scored(&json!({"regexp": {"words": {"value": nearly(folded), "flags": "NONE"}}}), 0.0)
                } else {
                    scored(&begins("words", folded), WHOLE_WORD)
                }
            });
            json!({"bool": {"must": each.collect::<Vec<_>>()}})
        })
        .collect();
    (!attempts.is_empty()).then(|| json!({"bool": {"should": attempts, "minimum_should_match": 1}}))
}

/// A pattern for a prefix with one wrong, missing, added or swapped letter.
fn nearly(word: &str) -> String {
    let letters: Vec<String> = word
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter.to_string() } else { format!("\\{letter}") })
        .collect();
    let mut ways = Vec::new();
    for at in 0..letters.len() {
        let (before, after) = letters.split_at(at);
        let before = before.concat();
        if let [letter, rest @ ..] = after {
            ways.push(format!("{before}.?{}", rest.concat()));
            ways.push(format!("{before}.{}", after.concat()));
            if let [next, rest @ ..] = rest {
                ways.push(format!("{before}{next}{letter}{}", rest.concat()));
            }
        }
    }
    format!("({}).*", ways.join("|"))
}

/// The best of each group, in one pass. Among equally good matches the higher rank comes first, then the shorter name.
fn asked(search: &Search, typed: Value) -> Value {
    let mut only = Vec::new();
    for (field, asked) in [("kind", &search.kinds), ("marks", &search.any_of)] {
        if !asked.is_empty() {
            only.push(json!({"terms": {field: asked}}));
        }
    }
    only.extend(search.all_of.iter().map(|mark| json!({"term": {"marks": mark}})));
    if !search.groups.is_empty() {
        only.push(json!({"terms": {"group": search.groups}}));
    }
    let order = json!([{"_score": "desc"}, {"rank": "desc"}, {"length": "asc"}, {"name": "asc"}]);
    let best = json!({"top_hits": {"size": search.limit.min(MOST), "sort": order}});
    json!({
        "size": 0,
        "track_total_hits": false,
        "query": {"bool": {"must": typed, "filter": only}},
        "aggs": {"groups": {"terms": {"field": "group", "size": GROUPS}, "aggs": {"best": best}}},
    })
}

fn read(found: &Value) -> Found {
    let groups = found["aggregations"]["groups"]["buckets"].as_array().into_iter().flatten();
    let mut groups: Found = groups
        .filter_map(|group| {
            let hits = group["best"]["hits"]["hits"].as_array()?;
            Some((
                u8::try_from(group["key"].as_u64()?).ok()?,
                hits.iter().map(|hit| entry(&hit["_source"])).collect(),
            ))
        })
        .collect();
    groups.sort_by_key(|(group, _)| *group);
    groups
}

fn entry(source: &Value) -> Entry {
    let text = |field: &str| source[field].as_str().map(str::to_owned);
    let number =
        |field: &str| source[field].as_u64().and_then(|number| u8::try_from(number).ok()).unwrap_or_default();
    Entry {
        key: text("key").unwrap_or_default(),
        group: number("group"),
        kind: text("kind").unwrap_or_default(),
        name: text("name").unwrap_or_default(),
        also: String::new(),
        slug: text("slug").unwrap_or_default(),
        location: text("location"),
        image: text("image"),
        marks: Vec::new(),
        rank: number("rank"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_may_be_wrong() {
        assert_eq!(nearly("ab"), "(.?b|.ab|ba|a.?|a.b).*");
        // Longer than all alternatives of a word of any length would be.
        assert!(nearly(&"x".repeat(TYPO_TO)).len() < 8 * TYPO_TO * TYPO_TO);
    }
}
