//! The feed: lists, counts, timelines. `check` recounts after each case.

use std::collections::{BTreeMap, BTreeSet};

use storage::feed::{
    Audience, Comment, CommentState, Media, PUBLIC_PLACE, Post, Source, TraceKind, topic_place,
};
use storage::ids::{CommentId, MediaId, PostId, UserId};
use storage::time::Moment;
use storage::value::Json;

use crate::World;
use crate::make::{ANNA, BO, CIA, ENTITY, IDS, now};

fn post_at(author: UserId, at: i64) -> Post {
    let id = IDS.at(at, IDS.next(now()) as u64);
    Post {
        post_id: PostId(id),
        post_uuid: format!("inlägg-{id}-{author}"),
        author_id: Some(author),
        entity_id: None,
        audience: Audience::Public,
        content: "Hej \"alla\" @2".to_owned(),
        mentions: vec![BO],
        entities: Vec::new(),
        topics: Json(vec!["vår".to_owned()]),
        media: Json(Vec::new()),
        original_id: None,
        hidden: None,
        edited: false,
        created: Moment(at),
        updated: Moment(at),
        version: 1,
    }
}

fn post(author: UserId) -> Post {
    Post { post_id: PostId(IDS.next(now())), ..post_at(author, now()) }
}

fn own(user: UserId) -> String {
    Source::User(user).to_string()
}

async fn listed(world: &World, place: &str) -> Vec<PostId> {
    let found = world.storage.feed.listed(place, None, 100).await.unwrap();
    found.into_iter().map(|(id, _)| id).collect()
}

fn comment(post: &Post, author: UserId, parent: i64) -> Comment {
    Comment {
        post_id: post.post_id,
        parent_id: CommentId(parent),
        comment_id: CommentId(IDS.next(now())),
        state: CommentState::Active,
        author_id: Some(author),
        entity_id: None,
        content: "Bra".to_owned(),
        mentions: Vec::new(),
        entities: Vec::new(),
        replies: 0,
        edited: false,
        created: Moment(now()),
        updated: Moment(now()),
        version: 1,
    }
}

pub async fn post_is_in_exactly_its_lists(world: &World) {
    let feed = &world.storage.feed;
    let first = post(ANNA);
    assert!(feed.create(&first, Vec::new()).await.unwrap());
    let twin = Post { post_id: PostId(IDS.next(now())), ..first.clone() };
    assert!(!feed.create(&twin, Vec::new()).await.unwrap(), "the address is taken");
    assert_eq!(feed.by_uuid(&first.post_uuid).await.unwrap(), Some(first.clone()));
    let topic = topic_place("vår");
    for place in [PUBLIC_PLACE, &own(ANNA), &topic] {
        assert_eq!(listed(world, place).await, [first.post_id], "{place}");
    }
    let closed = Post { audience: Audience::Contacts, version: 2, ..first.clone() };
    assert!(feed.change(&first, &closed, Vec::new()).await.unwrap());
    assert!(!feed.change(&first, &closed, Vec::new()).await.unwrap(), "a stale copy overwrites nothing");
    for place in [PUBLIC_PLACE, &topic] {
        assert_eq!(listed(world, place).await, [], "{place}");
    }
    assert_eq!(feed.listed(&own(ANNA), None, 9).await.unwrap(), [(first.post_id, Audience::Contacts)]);
    assert!(!feed.remove(&first, Vec::new()).await.unwrap());
    assert!(feed.remove(&closed, Vec::new()).await.unwrap());
    assert_eq!(listed(world, &own(ANNA)).await, []);
    assert_eq!(feed.by_uuid(&first.post_uuid).await.unwrap(), None);
    assert!(feed.traces(ANNA, TraceKind::Post, None, 9).await.unwrap().is_empty());
    assert!(feed.timeline(ANNA, None, 9).await.unwrap().is_empty());
}

pub async fn lists_continue_over_months(world: &World) {
    let feed = &world.storage.feed;
    let month = 31 * 86_400_000;
    let mut ids = Vec::new();
    for n in 0..9 {
        let post = post_at(CIA, now() - (n / 2) * month - (n % 2) * 1_000);
        assert!(feed.create(&post, Vec::new()).await.unwrap());
        ids.push(post.post_id);
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(listed(world, &own(CIA)).await, ids, "newest first");
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = feed.listed(&own(CIA), before, 4).await.unwrap();
        before = page.last().map(|(id, _)| *id);
        let is_over = page.len() < 4;
        seen.extend(page.into_iter().map(|(id, _)| id));
        if is_over {
            break;
        }
    }
    assert_eq!(seen, ids, "each once");
}

pub async fn concurrent_reposts_in_one_name_make_one(world: &World) {
    let feed = &world.storage.feed;
    let first = post(ANNA);
    feed.create(&first, Vec::new()).await.unwrap();
    let again = |author| Post { original_id: Some(first.post_id), ..post(author) };
    let (one, other) = (again(BO), again(BO));
    let (a, b) = tokio::join!(feed.repost(&one, Vec::new()), feed.repost(&other, Vec::new()));
    assert!(a.unwrap() != b.unwrap());
    let theirs = Post { entity_id: Some(ENTITY), ..again(BO) };
    assert!(feed.repost(&theirs, Vec::new()).await.unwrap(), "another name");
    let counts = feed.counts(&[first.post_id]).await.unwrap()[&first.post_id];
    assert_eq!(counts.reposts, 2);
    let stands = feed.reposted_as(first.post_id, Source::User(BO)).await.unwrap().unwrap();
    let kept = feed.post(stands).await.unwrap().unwrap();
    assert!(feed.remove(&kept, Vec::new()).await.unwrap());
    for _ in 0..3 {
        feed.unrepost(first.post_id, Source::User(BO), stands).await.unwrap();
    }
    assert_eq!(feed.counts(&[first.post_id]).await.unwrap()[&first.post_id].reposts, 1, "once");
    assert!(feed.repost(&again(BO), Vec::new()).await.unwrap(), "it may be done anew");
}

pub async fn likes_at_once_are_all_counted(world: &World) {
    let feed = &world.storage.feed;
    let target = IDS.next(now());
    let likes = (1..=12).map(|n| feed.set_liked(target, UserId(n % 8), true, now()));
    for count in futures_util::future::join_all(likes).await {
        assert!((1..=8).contains(&count.unwrap()));
    }
    assert_eq!(feed.like_counts(&[target]).await.unwrap()[&target], 8);
    let unlikes = (0..12).map(|n| feed.set_liked(target, UserId(n % 6), false, now()));
    for count in futures_util::future::join_all(unlikes).await {
        assert!(count.unwrap() >= 0);
    }
    assert_eq!(feed.like_counts(&[target]).await.unwrap()[&target], 2);
    let liked = feed.liked_among(UserId(7), &[target, 5]).await.unwrap();
    assert_eq!(liked.into_iter().collect::<Vec<_>>(), [target]);
    assert_eq!(feed.traces(UserId(7), TraceKind::Like, None, 9).await.unwrap().len(), 1);
    assert!(feed.traces(UserId(1), TraceKind::Like, None, 9).await.unwrap().is_empty());
}

/// xorshift64*: the same seed gives the same history.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

pub async fn counts_match_after_random_histories(world: &World) {
    let feed = &world.storage.feed;
    for seed in 1..4 {
        let mut dice = Dice(seed);
        let subject = post(ANNA);
        feed.create(&subject, Vec::new()).await.unwrap();
        // Active comments by id: their parent (0: none).
        let mut active: BTreeMap<CommentId, i64> = BTreeMap::new();
        let mut likes: BTreeSet<i64> = BTreeSet::new();
        for _ in 0..40 {
            let person = dice.below(5) as i64 + 1;
            let some: Vec<CommentId> = active.keys().copied().collect();
            match dice.below(5) {
                0 => {
                    feed.set_liked(subject.post_id.0, UserId(person), true, now()).await.unwrap();
                    likes.insert(person);
                }
                1 => {
                    feed.set_liked(subject.post_id.0, UserId(person), false, now()).await.unwrap();
                    likes.remove(&person);
                }
                2 if !some.is_empty() => {
                    let old = feed.comment_of(some[dice.below(some.len())]).await.unwrap().unwrap();
                    let new =
                        Comment { state: CommentState::Deleted, version: old.version + 1, ..old.clone() };
                    assert!(feed.change_comment(&old, &new, Vec::new()).await.unwrap());
                    assert!(!feed.change_comment(&old, &new, Vec::new()).await.unwrap(), "once");
                    active.remove(&old.comment_id);
                }
                _ => {
                    let tops: Vec<i64> =
                        active.iter().filter(|(_, parent)| **parent == 0).map(|(id, _)| id.0).collect();
                    let parent = tops.get(dice.below(tops.len() + 1)).copied().unwrap_or(0);
                    let new = comment(&subject, UserId(person), parent);
                    assert!(feed.comment(&new, &[]).await.unwrap());
                    active.insert(new.comment_id, parent);
                }
            }
            let counts = feed.counts(&[subject.post_id]).await.unwrap()[&subject.post_id];
            assert_eq!(
                (counts.likes, counts.comments),
                (likes.len() as i64, active.len() as i64),
                "seed {seed}"
            );
        }
        for (id, parent) in active.iter().filter(|(_, parent)| **parent == 0) {
            let replies = active.values().filter(|of| **of == id.0).count();
            let there = feed.comment_of(*id).await.unwrap().unwrap();
            assert_eq!((there.replies, there.parent_id.0), (replies as i64, *parent));
        }
    }
    let lone = comment(&post(ANNA), BO, 77);
    assert!(!feed.comment(&lone, &[]).await.unwrap(), "an answer to nothing");
}

pub async fn dependent_rows_are_deleted_with_a_post(world: &World) {
    let feed = &world.storage.feed;
    let subject = post(ANNA);
    feed.create(&subject, Vec::new()).await.unwrap();
    let first = comment(&subject, BO, 0);
    assert!(feed.comment(&first, &[]).await.unwrap());
    assert!(feed.comment(&comment(&subject, CIA, first.comment_id.0), &[]).await.unwrap());
    for target in [subject.post_id.0, first.comment_id.0] {
        feed.set_liked(target, BO, true, now()).await.unwrap();
    }
    assert!(feed.remove(&subject, Vec::new()).await.unwrap());
    for _ in 0..2 {
        feed.clear(subject.post_id).await.unwrap();
    }
    assert_eq!(
        feed.counts(&[subject.post_id]).await.unwrap()[&subject.post_id],
        storage::feed::Counts::default()
    );
    assert_eq!(feed.comment_of(first.comment_id).await.unwrap(), None);
    for (person, kind) in [(BO, TraceKind::Comment), (BO, TraceKind::Like), (CIA, TraceKind::Comment)] {
        assert!(feed.traces(person, kind, None, 9).await.unwrap().is_empty(), "{person} {kind}");
    }
}

pub async fn timelines_come_and_go_by_source(world: &World) {
    let feed = &world.storage.feed;
    let (anna, org) = (Source::User(ANNA), Source::Entity(ENTITY));
    let ids: Vec<PostId> = (0..6).map(|_| PostId(IDS.next(now()))).collect();
    for _ in 0..2 {
        feed.put_before(&[BO, CIA], anna, &ids[..4]).await.unwrap();
        feed.put_before(&[BO], org, &ids[4..]).await.unwrap();
    }
    let seen = async |me: UserId, before: Option<PostId>, limit: usize| -> Vec<PostId> {
        let rows = feed.timeline(me, before, limit).await.unwrap();
        rows.into_iter().map(|row| row.post_id).collect()
    };
    let newest: Vec<PostId> = ids.iter().rev().copied().collect();
    assert_eq!(seen(BO, None, 9).await, newest, "each once, however often it is written");
    assert_eq!(seen(BO, Some(ids[3]), 2).await, [ids[2], ids[1]]);
    feed.take_from(&[CIA], anna, ids[0]).await.unwrap();
    assert_eq!(seen(CIA, None, 9).await, [ids[3], ids[2], ids[1]]);
    feed.widen(anna, now()).await.unwrap();
    assert!(feed.is_wide(anna).await.unwrap() && !feed.is_wide(org).await.unwrap());
    feed.read_wide(&[BO], anna, now()).await.unwrap();
    assert_eq!(feed.wide_reads(BO).await.unwrap(), [anna]);
    feed.take_out(BO, anna).await.unwrap();
    assert_eq!(seen(BO, None, 9).await, [ids[5], ids[4]]);
    assert!(feed.wide_reads(BO).await.unwrap().is_empty());
    feed.forget_pointer(BO, ids[5]).await.unwrap();
    assert_eq!(seen(BO, None, 9).await, [ids[4]]);
    feed.forget_timeline(BO).await.unwrap();
    assert!(seen(BO, None, 9).await.is_empty());
    assert_eq!(seen(CIA, None, 9).await.len(), 3, "another's is another");
}

pub async fn a_picture_is_of_one_post(world: &World) {
    let feed = &world.storage.feed;
    let media = Media {
        media_id: MediaId(IDS.next(now())),
        image: "v".to_owned(),
        user_id: Some(ANNA),
        width: 3,
        height: 2,
        post_id: None,
        created: now(),
    };
    feed.keep_media(&media, Vec::new()).await.unwrap();
    let (one, other) = (PostId(1), PostId(2));
    assert!(feed.claim_media(media.media_id, one).await.unwrap());
    assert!(feed.claim_media(media.media_id, one).await.unwrap(), "again the same");
    assert!(!feed.claim_media(media.media_id, other).await.unwrap());
    assert!(!feed.claim_media(MediaId(5), one).await.unwrap(), "one that is not there");
    feed.disown_media(&media).await.unwrap();
    let kept = feed.media(media.media_id).await.unwrap().unwrap();
    assert_eq!((kept.user_id, kept.post_id), (None, Some(one)));
    assert!(feed.traces(ANNA, TraceKind::Media, None, 9).await.unwrap().is_empty());
    feed.forget_media(&kept).await.unwrap();
    assert_eq!(feed.media_of(&[media.media_id]).await.unwrap(), []);
}

pub async fn check_finds_half_written_timeline_entries(world: &World) {
    let (storage, post, source) = (&world.storage, post(CIA), Source::User(CIA));
    assert!(storage.feed.create(&post, Vec::new()).await.unwrap());
    storage.feed.put_before(&[ANNA, BO], source, &[post.post_id]).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
    let table = |name: &str| *storage::areas::tables(&[]).iter().find(|table| table.name == name).unwrap();
    let by_time = table("feed_timelines").at([ANNA.into(), post.post_id.into()]);
    let by_source = table("feed_timeline_sources").at([BO.into(), source.into(), post.post_id.into()]);
    world.engine.write(vec![by_time.delete(), by_source.delete()]).await.unwrap();
    let (id, anna, bo) = (post.post_id, ANNA, BO);
    assert_eq!(
        storage.check().await.unwrap(),
        [
            format!("post {id} is before {bo} and not among those of {source}"),
            format!("post {id} of {source} is noted for {anna} and not before them"),
        ],
    );
    storage.feed.take_out(ANNA, source).await.unwrap();
    storage.feed.take_from(&[BO], source, id).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}
