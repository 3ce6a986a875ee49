//! The message index shared by all nodes: each message's distinct words, without order and number; the source is not
//! stored (`_source` is off).

use serde_json::{Value, json};

use super::Server;
use super::index::{Change, Shared, ids};
use crate::platform::error::Result;
use crate::platform::ids::MessageId;
use crate::search::messages::{Question, Said, VERSION};
use crate::search::words::{self, Asked, AskedWord};

/// Most channels in one condition; the server accepts 65,536, and a person may read more.
const CHANNELS: usize = 50_000;

/// The index. Cheap to clone.
#[derive(Clone)]
pub struct Messages {
    pub(in crate::search) index: Shared,
}

impl Messages {
    /// The index on a server; does not connect yet.
    pub fn on(server: &Server) -> Self {
        let word = json!({"type": "keyword", "doc_values": false});
        // In result order, newest first, so that a search ends early.
        let settings = json!({"index.sort.field": "message", "index.sort.order": "desc"});
        let fields = json!({
            "message": {"type": "long"},
            "channel": word, "author": word, "has": word, "stemmed": word, "folded": word,
        });
        let source = json!({"enabled": false});
        Self { index: Shared::new(server, &format!("messages-v{VERSION}"), settings, source, fields) }
    }

    /// Adds messages, replacing those with the same ids.
    pub async fn put(&self, said: &[Said], generation: u64) -> Result<()> {
        self.index.change(said.iter().map(|said| document(said, generation))).await
    }

    /// Removes messages from the index.
    pub async fn remove(&self, messages: &[MessageId]) -> Result<()> {
        self.index.change(messages.iter().map(|id| Change { id: id.to_string(), document: None })).await
    }

    /// Messages that match, newest first.
    pub async fn find(&self, question: &Question) -> Result<Vec<MessageId>> {
        let asked = Asked::of(&question.text);
        let is_nothing = asked.is_none() && question.has.is_none();
        if is_nothing || question.channels.is_empty() || question.limit == 0 {
            return Ok(Vec::new());
        }
        let found = self.index.search(query(question, asked.as_ref())).await?;
        Ok(ids(&found).filter_map(|id| id.parse().ok().map(MessageId)).collect())
    }
}

fn document(said: &Said, generation: u64) -> Change {
    let (stemmed, folded) = words::of_text(&said.text);
    let has: Vec<&str> = said.has.iter().map(|has| has.as_str()).collect();
    let document = json!({
        "message": said.message_id.0,
        "channel": said.channel_id.0.to_string(),
        "author": said.user_id.0.to_string(),
        "generation": generation,
        "has": has,
        "stemmed": stemmed,
        "folded": folded,
    });
    Change { id: said.message_id.to_string(), document: Some(document) }
}

fn any(ways: Vec<Value>) -> Value {
    json!({"bool": {"should": ways, "minimum_should_match": 1}})
}

fn query(question: &Question, asked: Option<&Asked>) -> Value {
    let mut all: Vec<Value> = Vec::new();
    for AskedWord { stem, folded, begins } in asked.into_iter().flat_map(Asked::words) {
        let mut ways = vec![json!({"term": {"stemmed": stem}}), json!({"term": {"folded": folded}})];
        if begins {
            ways.push(json!({"prefix": {"folded": folded}}));
        }
        all.push(any(ways));
    }
    if let Some(has) = question.has {
        all.push(json!({"term": {"has": has.as_str()}}));
    }
    let channels = question.channels.chunks(CHANNELS).map(|some| {
        let some: Vec<String> = some.iter().map(|id| id.0.to_string()).collect();
        json!({"terms": {"channel": some}})
    });
    all.push(any(channels.collect()));
    if let Some(from) = question.from {
        all.push(json!({"term": {"author": from.0.to_string()}}));
    }
    if let Some(before) = question.before {
        all.push(json!({"range": {"message": {"lt": before.0}}}));
    }
    json!({
        "size": question.limit.min(10_000),
        "_source": false,
        "track_total_hits": false,
        "sort": [{"message": "desc"}],
        "query": {"bool": {"filter": all}},
    })
}
