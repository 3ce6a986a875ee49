//! Round trips: an export imported into an empty installation and exported again is the same.

use std::io::Cursor;
use std::os::unix::fs::PermissionsExt as _;

use actors::transfer::exports::{ExportError, export};
use actors::transfer::imports::mattermost::mattermost;
use storage::chat::{Channel, Pin, Priority, Reaction};
use storage::ids::{Ids, MessageId, UserId};
use storage::imports::HistoryItem;

use super::*;

/// The organisations of the demo.
const SLUGS: [&str; 3] = ["hornebo-sk", "lindqvist-soner-bygg", "bjorkangsskolan"];

/// An installation that contains only an organisation with that slug and its owner.
async fn empty_like(test: &Test, slug: &str) -> Test {
    let entity = test.platform.storage.entities.entity_by_slug(slug).await.unwrap().unwrap();
    let owner = test.platform.storage.accounts.user(entity.owner).await.unwrap().unwrap();
    let empty = platform::platform();
    let new = NewUser {
        email: owner.email,
        first_name: owner.first_name,
        last_name: owner.last_name,
        display_name: owner.display_name,
        password_hash: Some("x".to_owned()),
        status: UserStatus::Active,
        user_name: Some(owner.user_name),
        created: CREATED,
    };
    let Made::New(owner) = make_user(&empty.platform, new).await.unwrap() else { panic!("taken") };
    let entity = Entity { owner: owner.user_id, ..entity };
    assert!(empty.platform.storage.entities.create_entity(&entity, Vec::new()).await.unwrap());
    actors::chat::create_first(&empty.platform, &entity).await.unwrap();
    empty
}

async fn out(test: &Test, slug: &str, name: &str) -> PathBuf {
    let path = test.folder.path().join(name);
    export(&test.platform, &path, slug, &|_| {}).await.unwrap();
    path
}

/// Exports, imports, exports again and compares. Returns the installation that imported.
async fn goes_round(test: &Test, slug: &str) -> Test {
    let first = out(test, slug, &format!("{slug}.zip")).await;
    let empty = empty_like(test, slug).await;
    let report = mattermost(&empty.platform, &first, slug, Vec::new(), Options::default(), &|_: Progress| {})
        .await
        .unwrap();
    assert_eq!(report.skipped.len(), 0, "{report:#?}");
    let second = out(&empty, slug, "second.zip").await;
    let (one, other) = (unpacked(&first), unpacked(&second));
    for (one, other) in lines(&one).iter().zip(lines(&other).iter()) {
        assert_eq!(one, other);
    }
    assert_eq!(one, other);
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap(), "to the last byte");
    assert_eq!(empty.platform.storage.check().await.unwrap(), Vec::<String>::new());
    empty
}

#[actix::test]
async fn demo_organisations_survive_a_round_trip() {
    let test = platform::platform();
    actors::transfer::demo::demo(&test.platform, "ett långt lösenord 2026").await.unwrap();
    for slug in SLUGS {
        goes_round(&test, slug).await;
    }
}

/// A noisy picture as from a camera, whose bytes change each time it is re-encoded.
fn picture() -> Vec<u8> {
    let noise = image::RgbImage::from_fn(64, 48, |x, y| {
        image::Rgb([(x * 37 + y * 91) as u8, (x * y) as u8, (y * 53) as u8])
    });
    let mut bytes = Cursor::new(Vec::new());
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 60).encode_image(&noise).unwrap();
    bytes.into_inner()
}

/// The imported organisation, with a picture in its export.
async fn firm() -> (Test, User) {
    let (test, ola) = organisation().await;
    let mut posts = String::from_utf8(fixture("mattermost.jsonl")).unwrap();
    posts = posts.replace("20200913/teams/lag/y/borta.pdf", "bild.jpg");
    let files = [
        ("import.jsonl".to_owned(), posts.into_bytes()),
        ("data/20200913/teams/lag/x/anteckning.txt".to_owned(), b"Minns".to_vec()),
        ("data/bild.jpg".to_owned(), picture()),
    ];
    let path = packed(&test, &files);
    mattermost(&test.platform, &path, "firman", Vec::new(), Options::default(), &|_: Progress| {})
        .await
        .unwrap();
    (test, ola)
}

fn item(channel: &Channel, by: UserId, at: i64, text: &str) -> HistoryItem {
    let message = Message {
        message_id: MessageId(Ids::first_at(at)),
        channel_id: channel.channel_id,
        user_id: by,
        parent_id: None,
        content: text.to_owned(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: None,
        created: at,
        updated: at,
        edited: false,
        deleted: false,
        threaded: false,
        priority: Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: Vec::new(),
        version: 1,
    };
    HistoryItem { message, workspace_id: channel.workspace_id, reactions: Vec::new(), pin: None }
}

#[actix::test]
async fn all_kinds_of_messages_survive_a_round_trip() {
    let (test, ola) = firm().await;
    let all = channels(&test).await;
    let (general, alarms) = (at(&all, "Firman", "allmänt"), at(&all, "Firman", "drift"));
    let (anna, me) = (user(&test, "anna").await.user_id, ola.user_id);
    let chat = &test.platform.storage.chat;
    let closed = Channel {
        read_only: true,
        require_moderation: true,
        display_name: "Allas".to_owned(),
        ..general.clone()
    };
    chat.update_channel(&general, &closed).await.unwrap();
    let start = 1_700_000_000_000;
    let mut items = vec![
        item(&general, me, start, "*fet* :tada: @123 <b> & `@anna`"),
        item(&general, me, start + 1_000, &format!("@{anna} och @anna, läs! @channel")),
        item(&general, me, start + 2_000, "Meddelandet har tagits bort."),
        item(&general, me, start + 3_000, "Viktigt"),
        item(&general, me, start + 4_000, "Lång tråd"),
        item(&alarms, anna, start + 500, "annorstädes"),
    ];
    items[1].message.mentions = vec![anna];
    items[1].message.mention_all = true;
    items[2].message.deleted = true;
    items[3].message.priority = Priority::Important;
    let important = items[3].message.message_id;
    items[3].pin = Some(Pin {
        channel_id: general.channel_id,
        message_id: important,
        pinned_by: anna,
        pinned: start + 9_000,
    });
    items[3].reactions = vec![
        Reaction {
            message_id: important, emoji: "👋🏾".to_owned(), user_id: anna, created: start + 3_500
        },
        Reaction { message_id: important, emoji: ":egen:".to_owned(), user_id: me, created: start + 3_600 },
    ];
    for (root, many) in [(2, 1), (4, 1_203)] {
        for n in 0..many {
            let mut reply = item(
                &general,
                me,
                start + 10_000 + root as i64 * 5_000_000 + n * 1_000,
                &format!("svar {n}"),
            );
            reply.message.parent_id = Some(items[root].message.message_id);
            items.push(reply);
        }
    }
    // Two of the same time and author, and one that was edited.
    let mut twin = item(&general, me, start, "tvilling");
    twin.message.message_id = MessageId(twin.message.message_id.0 + 1);
    (twin.message.edited, twin.message.updated) = (true, start + 60_000);
    items.push(twin);
    assert_eq!(test.platform.storage.imports.append_history(&items).await.unwrap(), []);

    let there = goes_round(&test, "firman").await;
    let all = channels(&there).await;
    let general = at(&all, "Firman", "allmänt");
    assert!(general.read_only && general.require_moderation && general.display_name == "Allas");
    let said = texts(&there, &general).await;
    let anna = user(&there, "anna").await.user_id;
    // `*fet*` is bold in this platform's Markdown and stays so; text that only looks like a user id stays unchanged.
    assert!(said.contains_key("*fet* :tada: @123 <b> & `@anna`"), "{:?}", said.keys());
    let calling = said.values().find(|message| message.content.ends_with("läs! @channel")).unwrap();
    assert_eq!((&calling.mentions[..], calling.mention_all), (&[anna][..], true));
    let important = &said["Viktigt"];
    assert_eq!(important.priority, Priority::Important);
    let pins = there.platform.storage.chat.pins(general.channel_id).await.unwrap();
    let pin = pins.iter().find(|pin| pin.message_id == important.message_id).unwrap();
    assert_eq!((pin.pinned_by, pin.pinned), (anna, start + 9_000));
    let gone = said.values().find(|message| message.deleted).unwrap();
    let (replies, _) = there.platform.storage.chat.thread(gone.message_id, None, 10).await.unwrap();
    assert_eq!(replies.len(), 1);
    let root = said["Lång tråd"].message_id;
    let (replies, _) = there.platform.storage.chat.thread(root, None, 2_000).await.unwrap();
    assert_eq!(replies.len(), 1_203);
    assert!(said["tvilling"].edited && said["tvilling"].updated == start + 60_000);
    let drift = texts(&there, &at(&all, "Firman", "drift")).await;
    let kinds: Vec<_> =
        drift["Se filerna"].attachments.iter().map(|one| (one.name.as_str(), one.width)).collect();
    assert_eq!(kinds, [("anteckning.txt", None), ("bild.jpg", Some(64))]);
    assert_eq!(
        actors::files::recount_at(&there.platform.storage, &there.folder.path().join("files").into())
            .await
            .unwrap(),
        Vec::<String>::new()
    );
}

#[actix::test]
async fn direct_messages_and_foreign_addresses_are_not_exported() {
    let (test, _) = firm().await;
    let text = lines(&told(&test, "out.zip").await).join("\n");
    for secret in ["Bara vi", "Vi tre", "utan@example.se", "gammal@example.se", "direct_post"] {
        assert!(!text.contains(secret), "{secret}");
    }
    assert!(text.contains("anna@example.se") && text.contains("Hemligt"));
}

#[actix::test]
async fn file_is_private_and_appears_only_when_complete() {
    let (test, _) = firm().await;
    let path = out(&test, "firman", "ut.zip").await;
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let before = std::fs::read(&path).unwrap();
    let again = export(&test.platform, &path, "firman", &|_| {}).await.unwrap_err();
    assert!(matches!(again, ExportError::File { .. }), "{again}");
    assert_eq!(std::fs::read(&path).unwrap(), before, "what is there is never written over");
    let none = export(&test.platform, &test.folder.path().join("x.zip"), "ingen", &|_| {}).await.unwrap_err();
    assert_eq!(none.to_string(), "there is no organisation with the slug ingen");
    // Dropped halfway, as when a process shuts down in order.
    let half = test.folder.path().join("half.zip");
    assert!(killed_after(5, export(&test.platform, &half, "firman", &|_| {})).await.is_none());
    let left: Vec<String> = std::fs::read_dir(test.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("half") || name.contains("part"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}
