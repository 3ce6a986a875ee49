//! Outgoing calls: to hosts that the operator trusts, and, on behalf of people, to any public one.
//!
//! An address that a person writes must not lead into the operator's own network (SSRF): addresses that are not public
//! are refused (`rules`), a name is resolved once and the connection goes to the resolved address, redirects follow the
//! same rules, and time and bytes are bounded. Hosts that the operator names (`KALENDER_OUTWARD`) may be internal.
//!
//! A host has at most four concurrent calls and a circuit breaker (`gate`, `breaker`): one silent host takes neither
//! turns nor time from calls to others.

mod breaker;
mod gate;
pub mod hosts;
pub mod rules;

use std::cell::OnceCell;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_tls::connect::{Connector as TcpConnector, Resolve, Resolver};
use awc::body::MessageBody;
use awc::error::PayloadError;
use awc::http::StatusCode;
use awc::http::header::{
    ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION,
    USER_AGENT,
};
use awc::{Client, ClientRequest, Connector};
use futures_util::future::LocalBoxFuture;
use rustls::{ClientConfig, RootCertStore};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use self::gate::Gate;
use self::hosts::Hosts;
use self::rules::{Target, is_public, target};

/// Timeouts for connecting, and for the response headers.
const CONNECTING: Duration = Duration::from_secs(5);
const ANSWERING: Duration = Duration::from_secs(10);
/// How long an idle connection is kept. Servers close theirs after 5 s at the earliest (Node, Apache): a call made at
/// that moment would be lost, and retries come after 5 s.
const IDLE: Duration = Duration::from_secs(3);
/// Time limit of a whole response, redirects included.
const WHOLE: Duration = Duration::from_secs(20);
/// Most redirects that are followed.
const REDIRECTS: usize = 3;
/// Most concurrent calls on behalf of people.
const TURNS: usize = 32;
/// The user agent.
const AGENT: &str = concat!("Kalender/", env!("CARGO_PKG_VERSION"));

thread_local! {
    /// Per thread, because a client cannot leave its thread. One for any host, one for public hosts only.
    static CLIENTS: OnceCell<Option<(Client, Client)>> = const { OnceCell::new() };
}

fn clients() -> Option<(Client, Client)> {
    CLIENTS.with(|clients| clients.get_or_init(make).clone())
}

/// TLS with the certificate authorities of this machine. None: it cannot be set up.
pub fn tls() -> Option<ClientConfig> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (known, _) = roots.add_parsable_certificates(found.certs);
    if known == 0 {
        tracing::error!("no certificate authorities are installed: nothing is reached by https");
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions();
    Some(tls.ok()?.with_root_certificates(roots).with_no_client_auth())
}

fn make() -> Option<(Client, Client)> {
    let mut tls = tls()?;
    tls.alpn_protocols = vec![b"http/1.1".to_vec()];
    let plain = Arc::new(tls.clone());
    tls.alpn_protocols.insert(0, b"h2".to_vec());
    let trusting = Connector::new().rustls_0_23(Arc::new(tls)).timeout(CONNECTING).conn_keep_alive(IDLE);
    let resolver = Resolver::custom(PublicOnly);
    let guarded = Connector::new().connector(TcpConnector::new(resolver).service());
    // No HTTP/2 to unknown hosts: h2 0.3 keeps as many empty frames as it is sent (RUSTSEC-2026-0258).
    let guarded = guarded.rustls_0_23(plain).timeout(CONNECTING).conn_keep_alive(IDLE);
    let builder = || Client::builder().disable_redirects().timeout(ANSWERING);
    Some((builder().connector(trusting).finish(), builder().connector(guarded).finish()))
}

/// The client for hosts that the operator names or the product knows. None: TLS cannot be set up.
pub fn trusting() -> Option<Client> {
    clients().map(|(trusting, _)| trusting)
}

/// Resolves names to public addresses only.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn lookup<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> LocalBoxFuture<'a, Result<Vec<SocketAddr>, Box<dyn Error>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, port)).await?;
            Ok(found.filter(|address| is_public(address.ip())).collect())
        })
    }
}

/// Why a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreached {
    /// The address may not be called.
    Forbidden,
    /// The name does not resolve to an allowed address, no connection, or no answer in time.
    Silent,
    /// The response is too large.
    TooLarge,
    /// Too many redirects.
    Redirects,
}

/// Validators of a response fetched before; empty: none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// ETag
    pub etag: String,
    /// Last-Modified
    pub modified: String,
}

/// A response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The final address, after redirects.
    pub url: String,
    pub status: u16,
    /// Content-Type; empty: none.
    pub kind: String,
    /// The validators for the next call.
    pub known: Known,
    pub body: Vec<u8>,
}

/// Calls to addresses that people name.
pub struct Outward {
    own: Hosts,
    turns: Semaphore,
    gate: Gate,
}

impl Outward {
    /// `own`: hosts that the operator allows besides public ones.
    pub fn new(own: Hosts) -> Self {
        Self { own, turns: Semaphore::new(TURNS), gate: Gate::default() }
    }

    /// Parses an address to send to: https, or one of the operator's own. None: it may not be called.
    pub fn sends_to(&self, text: &str) -> Option<Target> {
        target(text, &self.own, true)
    }

    /// The earliest time to call an address (epoch milliseconds): later while its breaker is open or it has reached its
    /// concurrent calls. None: now.
    pub fn not_before(&self, text: &str, now: i64) -> Option<i64> {
        self.gate.not_before(&host(text), now)
    }

    /// Fetches at most `most` bytes from an address. 304 without a body if it is unchanged since `known`.
    pub async fn fetch(
        &self,
        text: &str,
        accept: &str,
        known: &Known,
        most: usize,
    ) -> Result<Fetched, Unreached> {
        let mut call = self.gate.enter(&host(text)).await?;
        let _turn = self.turns.acquire().await;
        let came = timeout(WHOLE, self.follow(text, accept, known, most)).await;
        let came = came.unwrap_or(Err(Unreached::Silent));
        call.ended(!matches!(came, Err(Unreached::Silent)));
        came
    }

    async fn follow(
        &self,
        text: &str,
        accept: &str,
        known: &Known,
        most: usize,
    ) -> Result<Fetched, Unreached> {
        let mut to = target(text, &self.own, false).ok_or(Unreached::Forbidden)?;
        for _ in 0..=REDIRECTS {
            let mut call = request(&to)?.get(to.url.as_str()).insert_header((ACCEPT, accept));
            for (name, value) in [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.modified)] {
                if !value.is_empty() {
                    call = call.insert_header((name, value.as_str()));
                }
            }
            let mut answer = named(call).send().await.map_err(|error| silent(&to, &error))?;
            let Some(next) = redirect(answer.status(), answer.headers()) else {
                let kind = text_of(answer.headers(), CONTENT_TYPE);
                let etag = text_of(answer.headers(), ETAG);
                let known = Known { etag, modified: text_of(answer.headers(), LAST_MODIFIED) };
                let body = answer.body().limit(most).await.map_err(|error| match error {
                    PayloadError::Overflow => Unreached::TooLarge,
                    _ => Unreached::Silent,
                })?;
                let status = answer.status().as_u16();
                return Ok(Fetched { url: to.url.into(), status, kind, known, body: body.to_vec() });
            };
            let next = to.url.join(&next).map_err(|_| Unreached::Forbidden)?;
            to = target(next.as_str(), &self.own, false).ok_or(Unreached::Forbidden)?;
        }
        Err(Unreached::Redirects)
    }

    /// Sends a body to an address and returns the status. Redirects are not followed.
    pub async fn send(
        &self,
        text: &str,
        headers: &[(&'static str, String)],
        body: impl MessageBody + 'static,
    ) -> Result<u16, Unreached> {
        let to = self.sends_to(text).ok_or(Unreached::Forbidden)?;
        let mut turn = self.gate.enter(&host(text)).await?;
        let _turn = self.turns.acquire().await;
        let mut call = request(&to)?.post(to.url.as_str());
        for (name, value) in headers {
            call = call.insert_header((*name, value.as_str()));
        }
        let answer = timeout(WHOLE, named(call).send_body(body)).await.map_err(|_| Unreached::Silent)?;
        turn.ended(answer.is_ok());
        answer.map(|answer| answer.status().as_u16()).map_err(|error| silent(&to, &error))
    }
}

/// The host and port of an address, as calls are counted; empty: invalid.
pub fn host(text: &str) -> String {
    let url = url::Url::parse(text).ok();
    let host = url.as_ref().and_then(|url| Some((url.host_str()?, url.port_or_known_default()?)));
    host.map(|(host, port)| format!("{host}:{port}")).unwrap_or_default()
}

fn request(to: &Target) -> Result<Client, Unreached> {
    let (trusting, guarded) = clients().ok_or(Unreached::Silent)?;
    Ok(if to.is_own { trusting } else { guarded })
}

fn named(call: ClientRequest) -> ClientRequest {
    call.insert_header((USER_AGENT, AGENT)).no_decompress()
}

fn silent(to: &Target, error: &dyn Error) -> Unreached {
    tracing::debug!(%error, host = to.url.host_str(), "a machine outside did not answer");
    Unreached::Silent
}

fn text_of(headers: &HeaderMap, name: awc::http::header::HeaderName) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// The target of a redirect.
fn redirect(status: StatusCode, headers: &HeaderMap) -> Option<String> {
    let leads = [301, 302, 303, 307, 308].contains(&status.as_u16());
    Some(text_of(headers, LOCATION)).filter(|to| leads && !to.is_empty())
}
