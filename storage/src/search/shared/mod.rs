//! Indexes shared by all nodes, on the operator's OpenSearch cluster.
//!
//! - Words are computed here (`words.rs`, `own/schema.rs`), and the server only compares them: both engines find the
//!   same, no plugin is needed, and no text is sent. Lucene's own Swedish analysis finds less (`mötet` does not find
//!   `mötena`).
//! - Uses `reqwest`, which the object store brings already and which works on any thread. The `opensearch` crate (2.4)
//!   is the same client below hundreds of calls, of which eight are needed, and its TLS would add a second cryptography
//!   library (aws-lc-rs) beside ring.
//! - One node at a time writes an index, and stale writes are fenced: see [`index`].
//! - A search has three seconds, a write half a minute; every failure is [`Error::Unavailable`], and logs never contain
//!   the address's password.

pub mod index;
pub mod messages;
pub mod names;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, StatusCode, Url};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::platform::error::{Error, Result};

/// Default prefix of the index names.
const PREFIX: &str = "kalender";
/// Connect timeout.
const CONNECTING: Duration = Duration::from_secs(1);
/// Timeout of a search, and of other small requests.
const SEARCHING: Duration = Duration::from_secs(3);
/// Timeout of a write.
const WRITING: Duration = Duration::from_secs(30);
/// Timeout of a ping.
const PINGING: Duration = Duration::from_secs(1);
/// Concurrent searches; more are refused.
const AT_ONCE: usize = 256;
/// Duration of the writer's lease without renewal.
const TURN: Duration = Duration::from_secs(15);

/// The server and this installation's indexes on it. Cheap to clone.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    base: Url,
    prefix: String,
    /// This process among the candidates for the lease: new with every start.
    me: String,
    client: OnceLock<Option<Client>>,
    searches: Semaphore,
    turn: Duration,
    patience: Duration,
}

/// Hides the contents: the address holds a password.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// An answer that is not an error of the server itself.
struct Reply {
    status: StatusCode,
    body: Value,
}

/// The body of a request.
enum Body {
    None,
    Json(Value),
    /// Lines of JSON.
    Lines(String),
}

impl Server {
    /// Parses `http(s)://[user:password@]host[:port][/prefix]`. None: it is invalid. The prefix begins the names of the
    /// installation's indexes: a lower case letter, then lower case letters, digits, `-` and `_`, at most 60.
    pub fn read(text: &str) -> Option<Self> {
        Self::with_patience(text, TURN, SEARCHING)
    }

    /// As [`Server::read`], with the lease time `turn` and the search timeout `patience`.
    pub fn with_patience(text: &str, turn: Duration, patience: Duration) -> Option<Self> {
        let mut base = Url::parse(text.trim()).ok()?;
        let prefix = match base.path().trim_matches('/') {
            "" => PREFIX.to_owned(),
            prefix => prefix.to_owned(),
        };
        let fits = prefix.starts_with(|c: char| c.is_ascii_lowercase())
            && prefix.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
            && prefix.len() <= 60;
        let is_address = matches!(base.scheme(), "http" | "https")
            && base.host_str().is_some_and(|host| !host.is_empty())
            && base.query().is_none()
            && base.fragment().is_none();
        if !fits || !is_address {
            return None;
        }
        base.set_path("/");
        let me = format!("{:016x}", RandomState::new().hash_one(()));
        let searches = Semaphore::new(AT_ONCE);
        let client = OnceLock::new();
        Some(Self(Arc::new(Inner { base, prefix, me, client, searches, turn, patience })))
    }

    /// Whether it does not answer like a working server.
    pub async fn is_away(&self) -> bool {
        self.ask(Method::GET, "", Body::None, PINGING.min(self.0.patience)).await.is_err()
    }

    /// Deletes all indexes of this installation. For tests, to clean up.
    pub async fn clear(&self) -> Result<()> {
        let listed = format!("_cat/indices/{}-*?format=json&h=index", self.0.prefix);
        let found = self.ask(Method::GET, &listed, Body::None, WRITING).await?;
        for index in found.body.as_array().into_iter().flatten().filter_map(|it| it["index"].as_str()) {
            self.ask(Method::DELETE, index, Body::None, WRITING).await?;
        }
        Ok(())
    }

    fn client(&self) -> Result<&Client> {
        let made = self.0.client.get_or_init(|| {
            // A provider may be installed already.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let builder = Client::builder().connect_timeout(CONNECTING).no_proxy();
            builder.redirect(reqwest::redirect::Policy::none()).build().ok()
        });
        made.as_ref().ok_or_else(|| away("no client can be made (TLS)"))
    }

    /// Sends a request; [`Error::Unavailable`] if there is no answer in time, or one about the server instead of the
    /// request (401, 403, 429, 5xx).
    async fn ask(&self, method: Method, path: &str, body: Body, patience: Duration) -> Result<Reply> {
        let url = self.0.base.join(path).map_err(|_| away("no such address"))?;
        let mut request = self.client()?.request(method, url).timeout(patience);
        request = match body {
            Body::None => request,
            Body::Json(body) => request.header(CONTENT_TYPE, "application/json").body(body.to_string()),
            Body::Lines(lines) => request.header(CONTENT_TYPE, "application/x-ndjson").body(lines),
        };
        let answer = request.send().await.map_err(|error| unanswered(&error))?;
        let status = answer.status();
        let bytes = answer.bytes().await.map_err(|error| unanswered(&error))?;
        if status.is_server_error() || matches!(status.as_u16(), 401 | 403 | 429) {
            return Err(away(format!("answered {}", status.as_u16())));
        }
        // HEAD requests and proxies answer without JSON.
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(Reply { status, body })
    }

    /// Searches an index; a missing one is empty. [`Error::Busy`]: too many searches are running.
    async fn search(&self, index: &str, body: Value) -> Result<Value> {
        let _turn = self.0.searches.try_acquire().map_err(|_| Error::Busy)?;
        let path = format!("{index}/_search?ignore_unavailable=true&allow_partial_search_results=false");
        let reply = self.ask(Method::POST, &path, Body::Json(body), self.0.patience).await?;
        if !reply.status.is_success() || reply.body["timed_out"] == true {
            return Err(refused("a search", &reply));
        }
        Ok(reply.body)
    }
}

fn away(why: impl fmt::Display) -> Error {
    Error::Unavailable(format!("the search server: {why}"))
}

/// Without the address, which may hold a password.
fn unanswered(error: &reqwest::Error) -> Error {
    let why = match error {
        error if error.is_timeout() => "no answer in time",
        error if error.is_connect() => "it is not reached",
        _ => "the connection was cut",
    };
    away(why)
}

/// The server's refusal, without the data it was about.
fn refused(what: &str, reply: &Reply) -> Error {
    let kind = reply.body["error"]["type"].as_str().unwrap_or("in an unknown way");
    away(format!("{what} was refused ({}, {kind})", reply.status.as_u16()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_and_index_prefix_are_parsed() {
        for (text, prefix) in [
            ("http://search:9200", "kalender"),
            ("https://search.example/", "kalender"),
            (" http://u:p%40@10.0.0.1:9200/umea-2 ", "umea-2"),
            ("http://[::1]:9200/a/", "a"),
        ] {
            let server = Server::read(text);
            assert_eq!(server.map(|server| server.0.prefix.clone()).as_deref(), Some(prefix), "{text}");
        }
        let long = format!("http://a/{}", "x".repeat(61));
        for text in [
            "",
            "search:9200",
            "ftp://search",
            "http://",
            "http://a/A",
            "http://a/1a",
            "http://a/b/c",
            "http://a/*",
            "http://a/?q=1",
            "http://a/b#c",
            &long,
        ] {
            assert!(Server::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let server = Server::read("http://user:hemligt@search:9200").unwrap();
        assert!(!format!("{server:?}").contains("hemligt"));
    }
}
