//! Files of messages: rooms, equal bytes, claims, and what goes with a message.

use storage::files::{Attachment, FileKind, Kept, NewFile, OwnerKind, Released, StoredFile};
use storage::jobs::Job;
use storage::{AttachmentId, ChannelId, EventId, JobId, Message, UserId};

use crate::World;
use crate::make::{ANNA, BO, ENTITY, IDS, append_of, event_id, message, now, room, send};

const ROOM: i64 = 1_000;

fn file(channel_id: ChannelId, user_id: UserId, hash: &str, size: i64) -> StoredFile {
    let id = AttachmentId(IDS.next(now()));
    StoredFile {
        attachment_id: id,
        channel_id,
        entity_id: ENTITY,
        user_id,
        name: "Årsmöte \"1\".pdf".to_owned(),
        content_type: "application/pdf".to_owned(),
        kind: FileKind::File,
        size,
        width: None,
        height: Some(2),
        hash: hash.to_owned(),
        place: id,
        created: now(),
        claim: None,
    }
}

async fn keep(world: &World, file: &StoredFile) -> Kept {
    let job = |kind| Job::new(JobId(IDS.next(now())), now() + 3_600_000, kind, String::new());
    let new = NewFile {
        file: file.clone(),
        most_of_user: ROOM,
        most_of_entity: ROOM + 500,
        stray: job("files.stray"),
        unsent: job("files.unsent"),
    };
    world.storage.files.keep(new).await.unwrap()
}

async fn space(world: &World, kind: OwnerKind, owner: i64) -> i64 {
    world.storage.files.space(kind, owner).await.unwrap()
}

async fn sound(world: &World) {
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn room_is_taken_and_given_back(world: &World) {
    let channel = room(&world.storage).await;
    let (one, two) = (file(channel, ANNA, "a", 600), file(channel, ANNA, "b", 401));
    assert_eq!(keep(world, &one).await, Kept::At(one.place));
    assert_eq!(keep(world, &one).await, Kept::At(one.place), "once is as good as twice");
    assert_eq!(keep(world, &two).await, Kept::NoRoom(OwnerKind::User));
    let two = StoredFile { user_id: BO, size: 901, ..two };
    assert_eq!(keep(world, &two).await, Kept::NoRoom(OwnerKind::Entity));
    assert_eq!(world.storage.files.file(two.attachment_id).await.unwrap(), None);
    assert_eq!(space(world, OwnerKind::User, ANNA.0).await, 600);
    assert_eq!(space(world, OwnerKind::User, BO.0).await, 0);
    assert_eq!(space(world, OwnerKind::Entity, ENTITY.0).await, 600);
    // Many at once: the sum is never wrong.
    let some: Vec<_> = (0..8).map(|n| file(channel, BO, &format!("c{n}"), 100)).collect();
    futures_util::future::join_all(some.iter().map(|one| keep(world, one))).await;
    assert_eq!(space(world, OwnerKind::User, BO.0).await, 800);
    assert_eq!(space(world, OwnerKind::Entity, ENTITY.0).await, 1_400);
    sound(world).await;
}

pub async fn equal_bytes_go_with_their_last_file(world: &World) {
    let files = &world.storage.files;
    let channel = room(&world.storage).await;
    let (one, two) = (file(channel, ANNA, "same", 10), file(channel, BO, "same", 10));
    assert_eq!(keep(world, &one).await, Kept::At(one.place));
    assert_eq!(keep(world, &two).await, Kept::At(one.place), "they lie where the first ones lie");
    assert_eq!(files.places().await.unwrap(), [one.place]);
    let release =
        async |file: &StoredFile| files.release(file.attachment_id, file.user_id, ENTITY).await.unwrap();
    assert_eq!(release(&one).await, Released::Done);
    assert_eq!(release(&one).await, Released::NotKept);
    sound(world).await;
    let Released::Empty(content) = release(&two).await else { panic!("nobody holds them any more") };
    assert_eq!(content.place, one.place);
    // Whoever brings the same now does not join what is on its way out.
    let three = file(channel, ANNA, "same", 10);
    assert_eq!(keep(world, &three).await, Kept::At(three.place));
    // A process that died in between: its job does it again.
    assert_eq!(release(&two).await, Released::Empty(content.clone()));
    files.emptied(&content, two.attachment_id, BO).await.unwrap();
    assert_eq!(release(&two).await, Released::NotKept);
    assert_eq!(files.places().await.unwrap(), [three.place]);
    assert_eq!(space(world, OwnerKind::User, BO.0).await, 0);
    sound(world).await;
}

pub async fn one_sending_takes_a_file(world: &World) {
    let files = &world.storage.files;
    let channel = room(&world.storage).await;
    let (one, two) = (file(channel, ANNA, "a", 1), file(channel, ANNA, "b", 1));
    keep(world, &one).await;
    keep(world, &two).await;
    let (a, b) = (one.attachment_id, two.attachment_id);
    assert!(files.claim(&[b], "first").await.unwrap());
    assert!(!files.claim(&[b, a], "second").await.unwrap());
    assert!(files.claim(&[a, b], "first").await.unwrap(), "a repeat, and what the second gave back");
    files.unclaim(&[a, b], "second").await.unwrap();
    assert!(!files.claim(&[a], "third").await.unwrap());
    files.unclaim(&[a, b], "first").await.unwrap();
    let claims = (0..6).map(|n| {
        let ids = if n % 2 == 0 { [a, b] } else { [b, a] };
        async move { files.claim(&ids, &format!("of {n}")).await.unwrap() }
    });
    let won = futures_util::future::join_all(claims).await;
    assert_eq!(won.iter().filter(|won| **won).count(), 1);
    assert!(!files.claim(&[AttachmentId(1)], "none").await.unwrap(), "what is not there");
    assert!(!files.withdraw(a).await.unwrap());
}

pub async fn a_message_carries_its_files_and_takes_them_along(world: &World) {
    let (chat, files) = (&world.storage.chat, &world.storage.files);
    let channel = room(&world.storage).await;
    let (one, two) = (file(channel, ANNA, "a", 1), file(channel, ANNA, "b", 1));
    keep(world, &one).await;
    keep(world, &two).await;
    let shown: Vec<Attachment> = vec![two.shown(), one.shown()];
    let sent = Message { attachments: shown.clone(), ..message(channel, ANNA, "") };
    let sent = send(&world.storage, sent).await;
    let found = chat.locate(sent.message_id).await.unwrap().unwrap().message;
    assert_eq!(found.attachments, shown, "in the order they were named");
    let used = files.with_use(one.attachment_id).await.unwrap().unwrap().1;
    assert_eq!(used.map(|used| used.message_id), Some(sent.message_id));
    let edited = Message { content: "ny".to_owned(), attachments: Vec::new(), ..sent.clone() };
    let edited = chat.edit(&edited, event_id()).await.unwrap().unwrap();
    assert_eq!(edited.attachments, shown, "an edit is of the text");
    sound(world).await;
    // At the beginning of a minute the job that takes the files away and the one that tells of the change lie in the same.
    let minute = storage::jobs::minute_of(now()) + 1;
    let at = EventId(IDS.at(minute * 60_000, 0));
    let gone = chat.remove(&edited, ANNA, at, "borta").await.unwrap().unwrap();
    assert_eq!(gone.attachments, []);
    assert_eq!(files.with_use(one.attachment_id).await.unwrap().unwrap().1, None);
    let mut jobs = Vec::new();
    for shard in 0..storage::jobs::SHARDS {
        jobs.extend(world.storage.jobs.due(shard, minute, None, (minute + 1) * 60_000, 100).await.unwrap());
    }
    let of = |kind: &str| jobs.iter().filter(|job| job.kind == kind).map(|job| job.payload.clone()).collect();
    let (files_go, told): (Vec<String>, Vec<String>) =
        (of(storage::files::GONE), of(storage::chat::TELL_JOB));
    assert_eq!(files_go, [format!("[{},{}]", two.attachment_id, one.attachment_id)]);
    let told: Vec<_> = told.iter().filter(|words| words.starts_with(&sent.message_id.to_string())).collect();
    assert_eq!(told.len(), 1);
    // What was stored before there were files carries none.
    assert_eq!(send(&world.storage, message(channel, BO, "Hej")).await.attachments, []);
}

pub async fn what_waits_carries_its_files(world: &World) {
    use storage::Decision::{Approve, Reject};
    let (chat, files) = (&world.storage.chat, &world.storage.files);
    let channel = room(&world.storage).await;
    for decision in [Approve, Reject] {
        let one = file(channel, BO, decision.as_str(), 1);
        keep(world, &one).await;
        let waits = Message { attachments: vec![one.shown()], ..message(channel, BO, "") };
        chat.append_pending(&append_of(waits.clone())).await.unwrap();
        assert!(files.with_use(one.attachment_id).await.unwrap().unwrap().1.is_some());
        let workspace = crate::make::WORKSPACE;
        let done =
            chat.decide_pending(&waits, decision, ANNA, None, event_id(), workspace, &[], &[]).await.unwrap();
        assert!(done.is_some());
        let carried = chat.locate(waits.message_id).await.unwrap().unwrap().message.attachments;
        let used = files.with_use(one.attachment_id).await.unwrap().unwrap().1;
        assert_eq!((carried.len(), used.is_some()), if decision == Approve { (1, true) } else { (0, false) });
    }
    sound(world).await;
}
