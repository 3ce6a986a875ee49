//! A platform for one test, in a temporary folder that is deleted with it.

use std::path::Path;

use actors::area::Area;
use actors::live::bus::{Bus, Local};
use actors::live::wire::Wire;
use actors::platform::mail::Mail;
use actors::{Platform, Settings};
use bytes::{Bytes, BytesMut};
use storage::Storage;
use tempfile::TempDir;

/// Discards everything published.
pub struct Silent;

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

pub struct Test {
    pub platform: Platform,
    pub folder: TempDir,
}

pub fn platform() -> Test {
    with(Vec::new())
}

/// With additional areas.
pub fn with(more: Vec<&'static Area>) -> Test {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open_sqlite(&folder.path().join("store.db"), &[]).unwrap();
    let platform = node(storage, folder.path(), 0, Box::new(Local), Box::new(Silent), more);
    Test { platform, folder }
}

/// One node over a store, with additional areas.
pub fn node(
    storage: Storage,
    folder: &Path,
    number: u8,
    bus: Box<dyn Bus>,
    wire: Box<dyn Wire>,
    more: Vec<&'static Area>,
) -> Platform {
    let mail = Mail::outbox(folder.join("outbox"), "kalender@example.com").unwrap();
    Platform::new(storage, number, settings(folder), mail, bus, wire, more).unwrap()
}

pub fn settings(folder: &Path) -> Settings {
    Settings {
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
        inbox: None,
        outward: actors::platform::outward::hosts::Hosts::default(),
        link_previews: true,
        sms: actors::platform::sms::Way::Outbox(folder.join("outbox")),
    }
}
