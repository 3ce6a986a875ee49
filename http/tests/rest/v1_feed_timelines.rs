//! Timelines. Contract §6.

use actors::platform::quotas::Quotas;
use actors::platform::time::now;
use storage::UserId;
use storage::feed::{Post, Source};
use storage::ids::{JobId, PostId};
use storage::record::Stored;

use crate::harness::{Person, Value, World, id, json, until};
use crate::v1_contacts_requests::befriend;
use crate::v1_feed::{at, comes, findable, follows, says};

const HOME: &str = "/api/v1/feed";

#[actix_web::test]
async fn new_follower_gets_new_and_earlier_posts() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    says(&anna, json!({"txMessage": "förr"})).await;
    says(&anna, json!({"txMessage": "förtroligt", "audience": "CONTACTS"})).await;
    says(&bo, json!({"txMessage": "eget"})).await;
    comes(&bo, HOME, &["eget"]).await;
    follows(&bo, &anna).await;
    comes(&bo, HOME, &["eget", "förr"]).await;
    let late = says(&anna, json!({"txMessage": "nytt", "audience": "FOLLOWERS"})).await;
    comes(&bo, HOME, &["nytt", "eget", "förr"]).await;
    befriend(&bo, &anna).await;
    comes(&bo, HOME, &["nytt", "eget", "förtroligt", "förr"]).await;
    comes(&anna, HOME, &["nytt", "eget", "förtroligt", "förr"]).await;
    anna.delete(&at(&late, "")).await.is(204);
    comes(&bo, HOME, &["eget", "förtroligt", "förr"]).await;
    let contact = bo.get("/api/v1/contacts").await.is(200)["content"][0]["id"].take();
    bo.delete(&format!("/api/v1/contacts/{contact}")).await.is(204);
    // They followed before they were contacts, and still do.
    comes(&bo, HOME, &["eget", "förr"]).await;
    comes(&anna, HOME, &["förtroligt", "förr"]).await;
    bo.delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    comes(&bo, HOME, &["eget"]).await;
}

#[actix_web::test]
async fn posts_of_organisations_reach_followers_and_members() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bo = world.person("Bo").await;
    org.owner.patch(&org.at(""), json!({"membershipMode": "OPEN"})).await.is(200);
    says(&org.owner, json!({"txMessage": "öppet", "idEntity": org.id})).await;
    says(&org.owner, json!({"txMessage": "internt", "idEntity": org.id, "audience": "ENTITY_MEMBERS"})).await;
    comes(&org.owner, HOME, &["internt", "öppet"]).await;
    bo.call("POST", &org.at("/follow")).send().await.is(204);
    comes(&bo, HOME, &["öppet"]).await;
    bo.post(&org.at("/applications"), json!({})).await.is(201);
    comes(&bo, HOME, &["internt", "öppet"]).await;
    bo.delete(&org.at(&format!("/relations/{}", bo.id))).await.is(204);
    comes(&bo, HOME, &[]).await;
}

#[actix_web::test]
async fn an_audience_that_changes_is_followed() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    follows(&bo, &anna).await;
    let post = says(&anna, json!({"txMessage": "först trångt", "audience": "CONTACTS"})).await;
    let change = async |audience: &str| anna.put(&at(&post, ""), json!({"audience": audience})).await.is(200);
    change("FOLLOWERS").await;
    comes(&bo, HOME, &["först trångt"]).await;
    change("CONTACTS").await;
    comes(&bo, HOME, &[]).await;
    change("PUBLIC").await;
    comes(&bo, HOME, &["först trångt"]).await;
}

#[actix_web::test]
async fn posts_of_wide_sources_are_merged_at_read_time() {
    let quotas = Quotas::default().with(&actors::feed::TIMELINES, 2);
    let world = World::with_quotas(quotas).await;
    let anna = world.person("Anna").await;
    findable(&anna).await;
    let early = [world.person("B").await, world.person("C").await];
    for person in &early {
        follows(person, &anna).await;
    }
    says(&anna, json!({"txMessage": "ett"})).await;
    for person in &early {
        comes(person, HOME, &["ett"]).await;
    }
    let late = [world.person("D").await, world.person("E").await];
    for person in &late {
        follows(person, &anna).await;
        comes(person, HOME, &["ett"]).await;
    }
    says(&anna, json!({"txMessage": "två"})).await;
    for person in early.iter().chain(&late) {
        comes(person, HOME, &["två", "ett"]).await;
    }
    let own = says(&late[0], json!({"txMessage": "eget"})).await;
    says(&anna, json!({"txMessage": "tre"})).await;
    comes(&late[0], HOME, &["tre", "eget", "två", "ett"]).await;
    late[0].delete(&at(&own, "")).await.is(204);
    let newest = world.person("F").await;
    follows(&newest, &anna).await;
    comes(&newest, HOME, &["tre", "två", "ett"]).await;
    late[0].delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    comes(&late[0], HOME, &[]).await;
}

/// A post of a process that died after the write, with its fan-out job pending.
async fn left_behind(world: &World, anna: &Person, text: &str) -> Post {
    let model = says(anna, json!({"txMessage": "förlaga"})).await;
    let model_id = PostId(id(&model["idFeedPost"]));
    let model_post = world.storage.feed.post(model_id).await.unwrap().unwrap();
    anna.delete(&at(&model, "")).await.is(204);
    let post_id = PostId(world.platform.ids.next(now()).unwrap());
    let (post_uuid, content) = (format!("efterlämnat-{post_id}"), text.to_owned());
    let post = Post { post_id, post_uuid, content, version: 1, ..model_post };
    let job = actors::platform::jobs::job(&world.platform, "feed-deliver", 0, &post_id).unwrap().insert();
    assert!(world.storage.feed.create(&post, vec![job]).await.unwrap());
    post
}

#[actix_web::test]
async fn fan_out_of_a_dead_process_is_completed_once() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    findable(&anna).await;
    let readers = [world.person("B").await, world.person("C").await, world.person("D").await];
    for reader in &readers {
        follows(reader, &anna).await;
    }
    let post = left_behind(&world, &anna, "påbörjat").await;
    // It had reached one of them.
    let (first, source) = (UserId(readers[0].id), Source::User(UserId(anna.id)));
    world.storage.feed.put_before(&[first], source, &[post.post_id]).await.unwrap();
    world.platform.jobs.wake();
    for reader in &readers {
        comes(reader, HOME, &["påbörjat"]).await;
    }
    // A deletion wins over a pending fan-out job.
    let gone = left_behind(&world, &anna, "borttaget").await;
    assert!(world.storage.feed.remove(&gone, Vec::new()).await.unwrap());
    says(&anna, json!({"txMessage": "därefter"})).await;
    for reader in &readers {
        comes(reader, HOME, &["därefter", "påbörjat"]).await;
    }
}

/// What the operator's check reports of timelines, sorted.
async fn told(world: &World) -> Vec<String> {
    let found = actors::feed::recount(&world.storage).await.unwrap();
    assert_eq!(found.wrong, found.named.len());
    let mut named = found.named;
    named.sort_unstable();
    named
}

#[actix_web::test]
async fn check_reports_missing_and_surplus_timeline_entries() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    for person in [&anna, &cia] {
        findable(person).await;
    }
    let post = says(&anna, json!({"txMessage": "för alla"})).await;
    let close = says(&anna, json!({"txMessage": "för kontakter", "audience": "CONTACTS"})).await;
    follows(&bo, &anna).await;
    befriend(&bo, &cia).await;
    let other = says(&cia, json!({"txMessage": "annat", "audience": "CONTACTS"})).await;
    comes(&bo, HOME, &["annat", "för alla"]).await;
    comes(&cia, HOME, &["annat"]).await;
    until(async || told(&world).await.is_empty().then_some(())).await;
    // A delivery that still runs would put back what is taken away below.
    for kind in ["feed-deliver", "feed-redeliver", "feed-reconcile"] {
        world.done(kind).await;
    }

    let feed = &world.storage.feed;
    let id = |of: &Value| PostId(id(&of["idFeedPost"]));
    let [by_anna, by_cia] = [&anna, &cia].map(|person| Source::User(UserId(person.id)));
    let [a, b, c] = [&anna, &bo, &cia].map(|person| UserId(person.id));
    // Bo lacks a post, and Cia one of her own; Cia has one of somebody she does not follow. That Bo has one for
    // contacts is no fault: readers do not see it.
    feed.take_from(&[b], by_anna, id(&post)).await.unwrap();
    feed.take_from(&[c], by_cia, id(&other)).await.unwrap();
    feed.put_before(&[c], by_anna, &[id(&post)]).await.unwrap();
    feed.put_before(&[b], by_anna, &[id(&close)]).await.unwrap();
    let mut expected = vec![
        format!("post {} of user:{a} is not before {b}, who reads it", id(&post)),
        format!("post {} of user:{c} is not before {c}, who reads it", id(&other)),
        format!("post {} of user:{a} is before {c}, who does not read them", id(&post)),
    ];
    expected.sort_unstable();
    assert_eq!(told(&world).await, expected);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());

    // An entry with a source that did not write the post.
    feed.take_from(&[c], by_anna, id(&post)).await.unwrap();
    feed.put_before(&[b], by_cia, &[id(&post)]).await.unwrap();
    feed.put_before(&[c], by_cia, &[id(&other)]).await.unwrap();
    assert_eq!(
        told(&world).await,
        [format!("post {} is before {b} as one of user:{c}, whose it is not", id(&post))],
    );
    feed.take_from(&[b], by_cia, id(&post)).await.unwrap();
    feed.put_before(&[b], by_anna, &[id(&post)]).await.unwrap();
    assert_eq!(told(&world).await, Vec::<String>::new());

    // What a pending job will repair is no fault; without the job it is.
    let tie = format!(r#"{{"user_id":{b},"source":{{"user":{a}}}}}"#);
    let far = now() + 3_600_000;
    let job = storage::jobs::Job::new(JobId(77), far, "feed-reconcile", tie);
    feed.take_from(&[b], by_anna, id(&post)).await.unwrap();
    world.storage.jobs.put(std::slice::from_ref(&job)).await.unwrap();
    assert_eq!(told(&world).await, Vec::<String>::new());
    world.storage.jobs.done(&job).await.unwrap();
    assert_eq!(told(&world).await.len(), 1);

    // An author merged in on read needs a row for each reader.
    feed.put_before(&[b], by_anna, &[id(&post)]).await.unwrap();
    feed.widen(by_anna, now()).await.unwrap();
    // An author's own timeline is written in any case.
    assert_eq!(
        told(&world).await,
        [format!("the posts of user:{a} are not merged in for {b}, who reads them")],
    );
    feed.read_wide(&[b], by_anna, now()).await.unwrap();
    assert_eq!(told(&world).await, Vec::<String>::new());
}
