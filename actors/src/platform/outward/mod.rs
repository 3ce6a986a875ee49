//! Calls to machines outside: to those whom the operator trusts, and, for people, to any that is public.
//!
//! An address that a person writes is never a way into the operator's own network: what is not public is refused (`rules`), a
//! name is resolved once and the connection goes to what it resolved to, redirects are followed by the same rules, and time and
//! bytes are bounded. What the operator names (`KALENDER_OUTWARD`) may lie inside.
//!
//! A host has at most four calls at once and is left alone while it does not answer (`gate`, `breaker`): one silent machine takes
//! neither turns nor time from calls of others.

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

/// How long it may take to reach a machine, and until it answers.
const CONNECTING: Duration = Duration::from_secs(5);
const ANSWERING: Duration = Duration::from_secs(10);
/// How long a connection is kept for another call. Machines close theirs after 5 s at the earliest (Node, Apache): a call made
/// at that very moment would be lost, and one that is repeated after 5 s is.
const IDLE: Duration = Duration::from_secs(3);
/// How long a whole answer may take, redirects included.
const WHOLE: Duration = Duration::from_secs(20);
/// Redirects that are followed.
const REDIRECTS: usize = 3;
/// Calls for people at once.
const TURNS: usize = 32;
/// Who calls.
const AGENT: &str = concat!("Kalender/", env!("CARGO_PKG_VERSION"));

thread_local! {
    /// Of this thread: a client cannot leave its own. To anybody, and to public machines alone.
    static CLIENTS: OnceCell<Option<(Client, Client)>> = const { OnceCell::new() };
}

fn clients() -> Option<(Client, Client)> {
    CLIENTS.with(|clients| clients.get_or_init(make).clone())
}

/// TLS to machines with a certificate that this machine trusts. None: it cannot be set up here.
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
    // A stranger's machine is not spoken to by HTTP/2: h2 0.3 keeps as many empty frames as it is sent (RUSTSEC-2026-0258).
    let guarded = guarded.rustls_0_23(plain).timeout(CONNECTING).conn_keep_alive(IDLE);
    let builder = || Client::builder().disable_redirects().timeout(ANSWERING);
    Some((builder().connector(trusting).finish(), builder().connector(guarded).finish()))
}

/// For machines that the operator names or the product knows. None: TLS cannot be set up here.
pub fn trusting() -> Option<Client> {
    clients().map(|(trusting, _)| trusting)
}

/// Resolves names to public machines.
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

/// Why nothing came of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreached {
    /// The address is none that is called.
    Forbidden,
    /// No machine of that name that may be called, no connection, no answer in time.
    Silent,
    /// More bytes than are taken.
    TooLarge,
    /// It leads on and on.
    Redirects,
}

/// What is known of an address already, in its machine's own words; empty: nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// ETag
    pub etag: String,
    /// Last-Modified
    pub modified: String,
}

/// What a machine answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where it came from in the end.
    pub url: String,
    pub status: u16,
    /// Content-Type; empty: none.
    pub kind: String,
    /// What the next call may be made with.
    pub known: Known,
    pub body: Vec<u8>,
}

/// Calls to machines that people name.
pub struct Outward {
    own: Hosts,
    turns: Semaphore,
    gate: Gate,
}

impl Outward {
    /// `own`: what the operator lets people call besides what is public.
    pub fn new(own: Hosts) -> Self {
        Self { own, turns: Semaphore::new(TURNS), gate: Gate::default() }
    }

    /// Reads an address to which something is sent: https, but for the operator's own. None: it is not called.
    pub fn sends_to(&self, text: &str) -> Option<Target> {
        target(text, &self.own, true)
    }

    /// When what is at an address is best called (epoch milliseconds): its host is left alone until then, or has as many calls
    /// as it may. None: now.
    pub fn not_before(&self, text: &str, now: i64) -> Option<i64> {
        self.gate.not_before(&host(text), now)
    }

    /// Fetches what is at an address, at most `most` bytes of it. Where what is `known` is all there is: 304 without a body.
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

    /// Sends a body to an address; the status that it is answered with. Redirects are not followed.
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

/// The host and port of an address, as calls are counted; empty: it is none.
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

/// Where an answer leads on to.
fn redirect(status: StatusCode, headers: &HeaderMap) -> Option<String> {
    let leads = [301, 302, 303, 307, 308].contains(&status.as_u16());
    Some(text_of(headers, LOCATION)).filter(|to| leads && !to.is_empty())
}
