//! Uploads and downloads below the API: their use of memory, and the deletion of unused files. In a process of its own,
//! because its memory is measured.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

#[allow(dead_code, reason = "shared with other tests, which use more of it")]
mod platform;

use actors::Platform;
use actors::accounts::Who;
use actors::files::view::AttachmentView;
use actors::files::{self, FILE_MAX, Store, recount};
use actors::platform::error::Refusal;
use actors::platform::time::now;
use bytes::Bytes;
use futures_util::stream;
use storage::chat::{Append, Channel, ChannelType, Message};
use storage::files::Attachment;
use storage::ids::{ChannelId, EntityId, EventId, JobId, MessageId, SessionId, UserId, WorkspaceId};
use storage::jobs::Job;

/// Limit of additional memory (bytes) while [`AT_ONCE`] of the largest files are uploaded.
const MORE: u64 = 64 * 1024 * 1024;
const AT_ONCE: i64 = 12;
const PIECE: usize = 64 * 1024;

fn channel() -> Channel {
    Channel {
        channel_id: ChannelId(5),
        workspace_id: WorkspaceId(6),
        entity_id: EntityId(7),
        name: "allmänt".to_owned(),
        display_name: String::new(),
        description: String::new(),
        topic: String::new(),
        channel_type: ChannelType::Public,
        archived: false,
        general: true,
        read_only: false,
        allow_followers: false,
        visible_to_guests: false,
        require_moderation: false,
        auto_approve_members: true,
        relation_types: Vec::new(),
        created_by: UserId(1),
        created: now(),
    }
}

fn who(id: i64) -> Who {
    Who { user_id: UserId(id), session_id: SessionId(1), expires: i64::MAX, scopes: None }
}

async fn bring(platform: &Platform, user: i64, size: usize) -> AttachmentView {
    let pieces = (0..size.div_ceil(PIECE)).map(move |n| {
        let mut piece = vec![(n % 251) as u8; PIECE.min(size - n * PIECE)];
        piece[0] = user as u8;
        Ok::<_, Refusal>(Bytes::from(piece))
    });
    let body = stream::iter(pieces);
    files::receive(platform, &who(user), &channel(), "stor.bin", body).await.unwrap()
}

/// A field of `/proc/self/status` in bytes: `VmHWM` is the peak, `VmRSS` the current memory.
fn memory(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.trim_matches([':', ' ', '\t']).trim_end_matches("kB").trim().parse::<u64>().unwrap() * 1024
}

async fn unsent(platform: &Platform, file: &AttachmentView) {
    let kind = files::AREA.jobs.iter().find(|kind| kind.name == "files.unsent").unwrap();
    let job = Job::new(JobId(1), now(), kind.name, file.id.to_string());
    (kind.work)(platform.clone(), job.clone()).await.unwrap();
    // Jobs may run more than once: the second time there is nothing to do.
    (kind.work)(platform.clone(), job).await.unwrap();
}

#[actix_rt::test]
async fn the_largest_files_at_once_take_little_memory() {
    let test = platform::platform();
    // Warm-up: creates everything that is created once.
    bring(&test.platform, 99, 1_000).await;
    let before = memory("VmRSS");
    let all = (0..AT_ONCE).map(|n| bring(&test.platform, n, FILE_MAX));
    let brought = futures_util::future::join_all(all).await;
    let more = memory("VmHWM").saturating_sub(before);
    assert!(more < MORE, "{} MiB for {AT_ONCE} files of 25 MiB", more / 1024 / 1024);
    let store = Store::open(&test.platform.settings.files).unwrap();
    assert_eq!(recount(&test.platform.storage, &store).await.unwrap(), Vec::<String>::new());
    assert_eq!(brought.iter().map(|file| file.size).collect::<Vec<_>>(), vec![FILE_MAX as i64; 12]);
}

#[actix_rt::test]
async fn unsent_upload_is_deleted_after_a_day() {
    let test = platform::platform();
    let storage = &test.platform.storage;
    let (idle, sent) = (bring(&test.platform, 1, 10).await, bring(&test.platform, 1, 11).await);
    let file = storage.files.file(sent.id).await.unwrap().unwrap();
    let id = test.platform.ids.next(now()).unwrap();
    let message = Message {
        message_id: MessageId(id),
        channel_id: ChannelId(5),
        user_id: UserId(1),
        parent_id: None,
        content: String::new(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: None,
        created: now(),
        updated: now(),
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: vec![Attachment { ..file.shown() }],
        version: 1,
    };
    let append = Append {
        message,
        workspace_id: WorkspaceId(6),
        inboxes: Vec::new(),
        event_id: EventId(id),
        notifications: Vec::new(),
        tells: false,
        pushes: None,
    };
    storage.chat.append(&append).await.unwrap();
    for file in [&idle, &sent] {
        unsent(&test.platform, file).await;
    }
    assert_eq!(storage.files.file(idle.id).await.unwrap(), None);
    assert!(storage.files.file(sent.id).await.unwrap().is_some());
    let store = Store::open(&test.platform.settings.files).unwrap();
    assert_eq!(store.names().await.unwrap().len(), 1);
    assert_eq!(recount(storage, &store).await.unwrap(), Vec::<String>::new());
}

#[actix_rt::test]
async fn stray_file_of_a_dead_process_is_deleted_by_its_job() {
    let test = platform::platform();
    let storage = &test.platform.storage;
    // Killed between writing the bytes and the row: the row is missing.
    let store = Store::open(&test.platform.settings.files).unwrap();
    let left = bring(&test.platform, 3, 10).await;
    let engine = storage.engine();
    let row = storage::files::StoredFile::at(left.id);
    engine.write(vec![row.delete()]).await.unwrap();
    let stray = files::AREA.jobs.iter().find(|kind| kind.name == "files.stray").unwrap();
    let payload = format!(r#"{{"id":{},"user_id":3,"entity_id":7}}"#, left.id);
    let job = Job::new(JobId(2), now(), stray.name, payload);
    (stray.work)(test.platform.clone(), job.clone()).await.unwrap();
    (stray.work)(test.platform.clone(), job).await.unwrap();
    assert_eq!(store.names().await.unwrap(), Vec::<String>::new());
    assert_eq!(storage.files.places().await.unwrap(), []);
    assert_eq!(storage.files.space(storage::files::OwnerKind::Entity, 7).await.unwrap(), 0);
}
