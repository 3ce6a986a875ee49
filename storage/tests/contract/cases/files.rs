//! Files of messages: quotas, deduplication, claims, and deletion with their message.

use storage::files::{
    Attachment, Begun, FileKind, FileUpload, Kept, NewFile, OwnerKind, Piece, Released, StoredFile,
};
use storage::jobs::Job;
use storage::{AttachmentId, ChannelId, EventId, JobId, Message, UserId};

use crate::World;
use crate::make::{ANNA, BO, ENTITY, IDS, append_of, event_id, message, now, room, send};

const ROOM: i64 = 1_000;

fn file(channel_id: ChannelId, user_id: UserId, hash: &str, size: i64) -> StoredFile {
    let id = AttachmentId(IDS.next(now()));
    StoredFile {
        attachment_id: id,
        subject: None,
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

fn job(kind: &str) -> Job {
    Job::new(JobId(IDS.next(now())), now() + 3_600_000, kind, String::new())
}

fn new(file: &StoredFile, begun: Begun) -> NewFile {
    let unsent = job("files.unsent");
    NewFile { file: file.clone(), most_of_user: ROOM, most_of_entity: ROOM + 500, begun, unsent }
}

async fn keep(world: &World, file: &StoredFile) -> Kept {
    world.storage.files.keep(new(file, Begun::Job(job("files.stray")))).await.unwrap()
}

async fn space(world: &World, kind: OwnerKind, owner: i64) -> i64 {
    world.storage.files.space(kind, owner).await.unwrap()
}

async fn sound(world: &World) {
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn quota_is_charged_and_returned(world: &World) {
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
    // Many concurrent ones: the sum is never wrong.
    let some: Vec<_> = (0..8).map(|n| file(channel, BO, &format!("c{n}"), 100)).collect();
    futures_util::future::join_all(some.iter().map(|one| keep(world, one))).await;
    assert_eq!(space(world, OwnerKind::User, BO.0).await, 800);
    assert_eq!(space(world, OwnerKind::Entity, ENTITY.0).await, 1_400);
    sound(world).await;
}

pub async fn shared_bytes_are_deleted_with_their_last_file(world: &World) {
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
    // An equal file does not join bytes that are being deleted.
    let three = file(channel, ANNA, "same", 10);
    assert_eq!(keep(world, &three).await, Kept::At(three.place));
    // A process died in between: its job repeats it.
    assert_eq!(release(&two).await, Released::Empty(content.clone()));
    files.emptied(&content, two.attachment_id, BO).await.unwrap();
    assert_eq!(release(&two).await, Released::NotKept);
    assert_eq!(files.places().await.unwrap(), [three.place]);
    assert_eq!(space(world, OwnerKind::User, BO.0).await, 0);
    sound(world).await;
}

pub async fn file_is_claimed_by_one_send(world: &World) {
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

pub async fn files_are_deleted_with_their_message(world: &World) {
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
    // At the start of a minute the deletion job and the notification job are in the same minute.
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
    // Rows from before files have none.
    assert_eq!(send(&world.storage, message(channel, BO, "Hej")).await.attachments, []);
}

pub async fn file_is_renamed(world: &World) {
    let (chat, files) = (&world.storage.chat, &world.storage.files);
    let channel = room(&world.storage).await;
    let one = file(channel, ANNA, "a", 1);
    keep(world, &one).await;
    let sent = Message { attachments: vec![one.shown()], ..message(channel, ANNA, "hej") };
    let sent = send(&world.storage, sent).await;
    let other = vec![Attachment { name: "Fil".to_owned(), ..one.shown() }];
    assert!(chat.show_files_as(&sent, &other).await.unwrap());
    assert!(!chat.show_files_as(&sent, &Vec::new()).await.unwrap(), "they are not those that were read");
    assert!(files.rename(&one, "Fil").await.unwrap());
    assert!(!files.rename(&one, "Annan").await.unwrap(), "it is not called as it was read");
    let found = chat.locate(sent.message_id).await.unwrap().unwrap().message;
    assert_eq!((found.attachments, found.content), (other, "hej".to_owned()));
    let kept = files.file(one.attachment_id).await.unwrap().unwrap();
    assert_eq!(kept, StoredFile { name: "Fil".to_owned(), ..kept.clone() });
    sound(world).await;
}

pub async fn pending_message_keeps_its_files(world: &World) {
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

fn upload_of(file: &StoredFile) -> FileUpload {
    FileUpload {
        user_id: file.user_id,
        attachment_id: file.attachment_id,
        channel_id: file.channel_id,
        entity_id: file.entity_id,
        metadata: "filename w4VyLnBkZg==".to_owned(),
        length: file.size,
        come: 0,
        pieces: Vec::new(),
        joining: 0,
        expires: now() + 86_400_000,
    }
}

/// The upload after these pieces were added.
fn with(upload: &FileUpload, sizes: &[i64]) -> FileUpload {
    let more = sizes.iter().map(|size| Piece { id: AttachmentId(IDS.next(now())), size: *size });
    let pieces: Vec<_> = upload.pieces.iter().copied().chain(more).collect();
    FileUpload { come: pieces.iter().map(|piece| piece.size).sum(), pieces, ..upload.clone() }
}

pub async fn concurrent_appends_to_an_upload_apply_once(world: &World) {
    let files = &world.storage.files;
    let channel = room(&world.storage).await;
    let begun = upload_of(&file(channel, ANNA, "a", 300));
    let (user, id) = (begun.user_id, begun.attachment_id);
    let sweep = job("files.upload");
    files.begin(&begun, &sweep).await.unwrap();
    assert_eq!(files.upload(user, id).await.unwrap(), Some(begun.clone()));
    assert_eq!(files.upload(BO, id).await.unwrap(), None, "another's is not found");
    let both = [with(&begun, &[100]), with(&begun, &[120])];
    let went = futures_util::future::join_all(both.iter().map(|next| files.advance(&begun, next))).await;
    let went: Vec<bool> = went.into_iter().map(Result::unwrap).collect();
    assert_eq!(went.iter().filter(|went| **went).count(), 1);
    let won = &both[went.iter().position(|went| *went).unwrap()];
    assert_eq!(files.upload(user, id).await.unwrap().as_ref(), Some(won));
    sound(world).await;
    let on = with(won, &[100]);
    assert!(files.advance(won, &on).await.unwrap());
    assert!(!files.advance(won, &with(won, &[1])).await.unwrap(), "what it was before it no longer is");
    assert_eq!(files.uploads(user, 10).await.unwrap(), std::slice::from_ref(&on));
    assert_eq!(files.pieces().await.unwrap(), [(id, on.pieces[0]), (id, on.pieces[1])]);
    // Only the holder of the lease may release it.
    let held = FileUpload { joining: now() + 60_000, ..on.clone() };
    assert!(files.advance(&on, &held).await.unwrap());
    assert!(!files.forget(&on).await.unwrap());
    assert!(files.forget(&held).await.unwrap());
    assert!(!files.forget(&held).await.unwrap(), "twice is once");
    assert_eq!(files.upload(user, id).await.unwrap(), None);
    assert!(!files.advance(&held, &on).await.unwrap(), "what is gone does not go on");
    assert_eq!(files.upload(user, id).await.unwrap(), None);
    sound(world).await;
}

pub async fn upload_is_completed_with_its_file(world: &World) {
    let files = &world.storage.files;
    let channel = room(&world.storage).await;
    let one = file(channel, ANNA, "a", 300);
    let begun = upload_of(&one);
    files.begin(&begun, &job("files.upload")).await.unwrap();
    let some = with(&begun, &[200]);
    assert!(files.advance(&begun, &some).await.unwrap());
    let held = FileUpload { joining: now() + 60_000, ..some.clone() };
    assert!(files.advance(&some, &held).await.unwrap());
    // Only the holder of the lease may complete it.
    assert!(files.keep(new(&one, Begun::Upload(some.clone()))).await.is_err());
    assert_eq!(files.file(one.attachment_id).await.unwrap(), None);
    let Released::Empty(content) = files.release(one.attachment_id, ANNA, ENTITY).await.unwrap() else {
        panic!("what was begun is taken back")
    };
    files.emptied(&content, one.attachment_id, ANNA).await.unwrap();
    assert_eq!(files.keep(new(&one, Begun::Upload(held.clone()))).await.unwrap(), Kept::At(one.place));
    assert_eq!(files.file(one.attachment_id).await.unwrap(), Some(one.clone()));
    let whole = files.upload(ANNA, one.attachment_id).await.unwrap().unwrap();
    assert!(whole.is_whole());
    assert_eq!((whole.come, whole.joining, whole.pieces.len()), (300, 0, 0));
    assert_eq!(space(world, OwnerKind::User, ANNA.0).await, 300);
    sound(world).await;
    // Quota exceeded: it stays as it was.
    let two = file(channel, ANNA, "b", ROOM);
    let full = FileUpload { joining: now() + 60_000, ..upload_of(&two) };
    files.begin(&full, &job("files.upload")).await.unwrap();
    assert_eq!(
        files.keep(new(&two, Begun::Upload(full.clone()))).await.unwrap(),
        Kept::NoRoom(OwnerKind::User)
    );
    assert_eq!(files.upload(ANNA, two.attachment_id).await.unwrap(), Some(full));
    sound(world).await;
}
