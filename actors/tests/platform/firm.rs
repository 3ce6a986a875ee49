//! An organisation to import into.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;

use actors::accounts::{Made, NewUser, make_user};
use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, Message, Page};
use storage::entities::{Entity, EntityType, MembershipMode};
use storage::ids::EntityId;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::platform::Test;

pub const CREATED: i64 = 1_480_000_000_000;

/// An organisation with its workspace, owned by Ola.
pub async fn organisation(test: &Test) -> User {
    let ola = person(test, "ola@example.se", "Ola Ek").await;
    let entity = Entity {
        entity_id: EntityId(1_000),
        entity_name: "Firman".to_owned(),
        entity_slug: "firman".to_owned(),
        entity_type: EntityType::Company,
        membership_mode: MembershipMode::Open,
        image: None,
        owner: ola.user_id,
        created: CREATED,
    };
    assert!(test.platform.storage.entities.create_entity(&entity, Vec::new()).await.unwrap());
    actors::chat::create_first(&test.platform, &entity).await.unwrap();
    ola
}

pub async fn person(test: &Test, email: &str, name: &str) -> User {
    let new = NewUser {
        email: Some(email.to_owned()),
        first_name: name.to_owned(),
        last_name: String::new(),
        display_name: name.to_owned(),
        password_hash: Some("x".to_owned()),
        status: UserStatus::Active,
        user_name: None,
        created: CREATED,
    };
    let Made::New(user) = make_user(&test.platform, new).await.unwrap() else {
        panic!("the address is taken")
    };
    *user
}

/// Files → a zip file in the test's folder.
pub fn packed(test: &Test, files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> PathBuf {
    let path = test.folder.path().join("export.zip");
    let mut zip = ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, content) in files {
        zip.start_file(name.as_ref(), SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_ref()).unwrap();
    }
    zip.finish().unwrap();
    path
}

/// All messages of a channel by text: top-level ones, then replies.
pub async fn texts(test: &Test, channel: &Channel) -> HashMap<String, Message> {
    let chat = &test.platform.storage.chat;
    let page = chat.page(channel.channel_id, Page::Newest { offset: 0 }, 100).await.unwrap();
    let mut found = HashMap::new();
    for message in page.messages {
        let (replies, _) = chat.thread(message.message_id, None, 100).await.unwrap();
        found.extend(replies.into_iter().map(|reply| (reply.content.clone(), reply)));
        found.insert(message.content.clone(), message);
    }
    found
}
