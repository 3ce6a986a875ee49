//! What benches share: a platform over a store without a server, which measures the cost of commands alone; people,
//! organisations, a mail server; the stores.
#![allow(dead_code, reason = "each bench takes what it needs")]

pub mod mail_server;
pub mod organisations;
pub mod people;
pub mod stores;

use actors::area::Area;
use actors::live::bus::Local;
use actors::live::wire::Wire;
use actors::platform::mail::Mail;
use actors::platform::outward::hosts::Hosts;
use actors::{Platform, Settings};
use bytes::{Bytes, BytesMut};
use storage::Storage;

/// An error to print.
pub type Failure = Box<dyn std::error::Error>;

struct Silent;

impl Wire for Silent {
    fn message(&self, _: &mut BytesMut, _: &str, _: &str, _: u64, _: &str) {}
    fn receipt(&self, _: &str) -> Bytes {
        Bytes::new()
    }
    fn error(&self, _: &str, _: &str, _: Option<&str>) -> Bytes {
        Bytes::new()
    }
    fn heartbeat(&self) -> Bytes {
        Bytes::new()
    }
    fn farewell(&self) -> Bytes {
        Bytes::new()
    }
}

/// The external services that are called.
pub struct Outside {
    pub mail: Mail,
    /// Hosts that may be called although they are not public.
    pub own: Hosts,
}

/// `more`: areas in addition to the product's.
pub fn platform(
    storage: Storage,
    folder: &std::path::Path,
    more: Vec<&'static Area>,
) -> Result<Platform, Failure> {
    let mail = Mail::outbox(folder.join("outbox"), "kalender@example.com")?;
    platform_with(storage, folder, more, Outside { mail, own: Hosts::default() })
}

/// The same with external services.
pub fn platform_with(
    storage: Storage,
    folder: &std::path::Path,
    more: Vec<&'static Area>,
    outside: Outside,
) -> Result<Platform, Failure> {
    let settings = Settings {
        public_url: "http://localhost".to_owned(),
        max_connections_per_user: 20,
        hidden_after: std::time::Duration::from_secs(60),
        limits: None,
        quotas: actors::platform::quotas::Quotas::default(),
        trusted_proxies: Vec::new(),
        secret: vec![7; 32],
        files: folder.join("files").into(),
        antivirus: actors::platform::antivirus::Options::default(),
        push: actors::push::Options::default(),
        outward: outside.own,
        link_previews: true,
        sms: actors::platform::sms::Way::Outbox(folder.join("outbox")),
        inbox: None,
    };
    Ok(Platform::new(storage, 0, settings, outside.mail, Box::new(Local), Box::new(Silent), more)?)
}
