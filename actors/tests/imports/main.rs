//! Imports of Mattermost and DiscordChatExporter, repeated and interrupted; round trips of exports.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod discord;
mod exports;
mod mattermost;
mod teams;

use crate::{firm, platform};

use std::collections::HashMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::task::Poll;

use actors::accounts::{Made, NewUser, make_user};
use actors::transfer::imports::{ImportError, Options, Progress, Report};
use firm::{CREATED, packed, person, texts};
use platform::Test;
use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, ChannelType, Message};
use storage::entities::{Entity, RelationType};
use storage::ids::EntityId;
use zip::ZipArchive;

/// An organisation with a workspace, owned by Ola, who has an account.
async fn organisation() -> (Test, User) {
    let test = platform::platform();
    let ola = firm::organisation(&test).await;
    (test, ola)
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports/files").join(name)).unwrap()
}

/// A zip file → the content of each of its files.
fn unpacked(path: &Path) -> HashMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut files = HashMap::new();
    for n in 0..zip.len() {
        let mut entry = zip.by_index(n).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(entry.name().to_owned(), bytes);
    }
    files
}

/// All content of an organisation's workspaces, as an export.
async fn told(test: &Test, name: &str) -> HashMap<String, Vec<u8>> {
    let path = test.folder.path().join(name);
    actors::transfer::exports::export(&test.platform, &path, "firman", &|_| {}).await.unwrap();
    unpacked(&path)
}

/// The lines of an export ([`told`]), readable in a failed assertion.
fn lines(told: &HashMap<String, Vec<u8>>) -> Vec<String> {
    String::from_utf8(told["import.jsonl"].clone()).unwrap().lines().map(str::to_owned).collect()
}

/// Polls a future at most `steps` times and then drops it, as when a process is killed. None: it was dropped.
async fn killed_after<T>(steps: usize, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut left = steps;
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}

/// Kills the work after more and more steps, three times after each number, until it completes; asserts that it was killed
/// often. How many steps there are depends on how fast the store answers: what is there already is no step.
async fn killed_until_done<T>(work: impl AsyncFn() -> T) {
    let (mut steps, mut kills) = (1, 0);
    while killed_after(steps, work()).await.is_none() {
        kills += 1;
        steps += if kills % 3 == 0 { 1 + steps / 8 } else { 0 };
    }
    assert!(kills > 5, "killed {kills} times");
}

/// The channels of all workspaces, by workspace and name.
async fn channels(test: &Test) -> HashMap<(String, String), Channel> {
    let chat = &test.platform.storage.chat;
    let mut found = HashMap::new();
    for workspace in chat.workspaces_of(EntityId(1_000)).await.unwrap() {
        for channel in chat.channels_of(workspace.workspace_id).await.unwrap() {
            found.insert((workspace.workspace_name.clone(), channel.name.clone()), channel);
        }
    }
    found
}

async fn user(test: &Test, name: &str) -> User {
    test.platform.storage.accounts.user_by_name(name).await.unwrap().unwrap()
}

async fn emoji(test: &Test, message: &Message) -> Vec<(String, i64)> {
    let chat = &test.platform.storage.chat;
    let mut given = chat.reactions(message.channel_id, &[message.message_id]).await.unwrap();
    let given = given.remove(&message.message_id).unwrap_or_default();
    let mut given: Vec<(String, i64)> = given.into_iter().map(|one| (one.emoji, one.created)).collect();
    given.sort();
    given
}

fn at(channels: &HashMap<(String, String), Channel>, workspace: &str, name: &str) -> Channel {
    let key = (workspace.to_owned(), name.to_owned());
    channels.get(&key).cloned().unwrap_or_else(|| panic!("{key:?} in {:?}", channels.keys()))
}

fn counted(report: &Report, kinds: &[(&str, u64)]) {
    for (kind, many) in kinds {
        assert_eq!(report.skipped.get(kind), Some(many), "{kind}: {report:#?}");
    }
    assert_eq!(report.skipped.len(), kinds.len(), "something else was passed over: {report:#?}");
}
