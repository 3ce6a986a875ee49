//! A test's own kind of room: subscribing, publishing, losing the right and missing events, on two nodes over one
//! store.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod channels;
mod ground;
mod viewers;

use std::collections::HashSet;

use actors::area::Area;
use actors::areas::rooms;
use actors::live::bus::Topic;
use actors::live::repair::Scope;
use actors::live::room::{Change, Of, Pace, Room, RoomEvent, RoomKind, running};
use actors::platform::error::Result;
use actors::{Platform, entities};
use serde::Serialize;
use serde_json::json;
use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};

use ground::{ANNA, BO, Ground, ORGANISATION, Peer};

/// An organisation's notice board: everybody with a relation to it may subscribe.
#[derive(Clone, Default)]
struct NoticeBoard;

impl Room for NoticeBoard {
    const NAME: &'static str = "notice-board";
    const PLACE: &'static str = "/topic/organisation/{id}/notice-board";
    type Facts = RelationType;
    type Audience = Option<UserId>;
    type Live = ();

    async fn load(_: &Platform, _: i64) -> Result<Option<Self>> {
        Ok(Some(Self))
    }

    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<RelationType>> {
        Ok(platform.storage.entities.relation(EntityId(id), user_id).await?.map(|it| it.relation_type))
    }

    fn may_listen(&self, relation: &RelationType) -> bool {
        *relation != RelationType::Follower
    }

    fn topic(&self, id: i64) -> Topic {
        entities::topic(EntityId(id))
    }

    fn hears(&self, user_id: UserId, _: &RelationType, to: &Option<UserId>) -> bool {
        to.is_none_or(|to| to == user_id)
    }
}

/// An event of a notice board, ordered by a cursor.
#[derive(Serialize)]
struct Noted {
    cursor: i64,
}

impl RoomEvent for Noted {
    fn cursor(&self) -> Option<i64> {
        Some(self.cursor)
    }

    fn at(&self) -> i64 {
        0
    }
}

static AREA: Area = Area { rooms: &[&Of::<NoticeBoard>::KIND], ..Area::named("notice-board") };

/// Anna is connected to the first node, Bo to the second.
async fn both() -> (Ground, Peer, Peer) {
    let ground = Ground::new(&AREA).await;
    let (mut anna, mut bo) = (ground.connect(0, ANNA).await, ground.connect(1, BO).await);
    for peer in [&mut anna, &mut bo] {
        peer.subscribe("s", "/topic/organisation/7/notice-board").await;
    }
    (ground, anna, bo)
}

#[actix::test]
async fn events_reach_subscribers_on_every_node() {
    let (ground, mut anna, mut bo) = both().await;
    ground.nodes[0].publish::<NoticeBoard>(ORGANISATION.0, &json!({ "type": "NOTED", "n": 1 }));
    for peer in [&mut anna, &mut bo] {
        assert_eq!(
            peer.next().await,
            (
                "s".to_owned(),
                "/topic/organisation/7/notice-board".to_owned(),
                json!({ "type": "NOTED", "n": 1 })
            )
        );
    }
    // Recipients are filtered on the subscriber's node; the next event shows that nothing came between.
    ground.nodes[1].publish_in(ORGANISATION.0, &NoticeBoard, &Noted { cursor: 2 }, &Some(ANNA));
    ground.nodes[1].publish_in(ORGANISATION.0, &NoticeBoard, &Noted { cursor: 3 }, &None);
    assert_eq!(anna.body().await, json!({ "cursor": 2 }));
    assert_eq!(anna.body().await, json!({ "cursor": 3 }));
    assert_eq!(bo.body().await, json!({ "cursor": 3 }));
}

/// A hundred and fifty events of one change: each subscriber receives those addressed to them, in order, in as few
/// writes as there are announcements (64 events each).
#[actix::test]
async fn events_of_one_change_arrive_together() {
    let (ground, mut anna, mut bo) = both().await;
    let to = |n| [None, Some(ANNA), Some(BO)][n as usize % 3];
    let (change, answer) = Change::<NoticeBoard>::new(Pace::Alone, move |_| async move {
        Ok(((), (0..150).map(|cursor| (Noted { cursor }, to(cursor))).collect()))
    });
    let before = [anna.pieces(), bo.pieces()];
    running::<NoticeBoard>(&ground.nodes[0], ORGANISATION.0).unwrap().do_send(change);
    answer.await.unwrap().unwrap();
    for (peer, who) in [(&mut anna, ANNA), (&mut bo, BO)] {
        for n in (0..150).filter(|n| to(*n).is_none_or(|to| to == who)) {
            assert_eq!(peer.body().await, json!({ "cursor": n }));
        }
        assert!(peer.heard_nothing());
    }
    // Also across nodes: events announced together are delivered together.
    assert_eq!([anna.pieces() - before[0], bo.pieces() - before[1]], [3, 3]);
}

#[actix::test]
async fn subscription_needs_a_right_and_ends_with_it() {
    let (ground, mut anna, mut bo) = both().await;
    let mut stranger = ground.connect(0, UserId(99)).await;
    stranger.ask("s", "/topic/organisation/7/notice-board");
    assert_eq!(stranger.body().await["type"], "ACCESS_DENIED");

    ground.relate(BO, RelationType::Follower, Some(RelationType::Member)).await;
    let mut follows = ground.follows(BO, Some(RelationType::Follower)).await;
    follows.announce(&ground.nodes[0], None);
    assert_eq!(bo.body().await["type"], "ACCESS_DENIED");
    ground.nodes[0].publish::<NoticeBoard>(ORGANISATION.0, &json!({ "type": "NOTED" }));
    assert_eq!(anna.body().await["type"], "NOTED");
    bo.subscribe("reply", "/user/queue/reply").await;
    assert!(bo.heard_nothing());

    // As an area does whose rights depend on its own data.
    ground.relate(ANNA, RelationType::Follower, Some(RelationType::Member)).await;
    ground.nodes[1].rights_moved::<NoticeBoard>(ORGANISATION.0, ANNA);
    assert_eq!(anna.body().await["type"], "ACCESS_DENIED");
}

#[actix::test]
async fn resync_follows_a_fresh_check_of_rights() {
    let (ground, mut anna, mut bo) = both().await;
    ground.relate(BO, RelationType::Follower, Some(RelationType::Member)).await;
    for node in &ground.nodes {
        let topic: Topic = "o:7".parse().unwrap();
        assert!(node.needs(topic));
        node.missed(Scope::Topic(topic), 1_000);
    }
    assert_eq!(anna.body().await["type"], "RESYNC");
    // Nothing is published to a subscriber who has lost the right.
    assert_eq!(bo.body().await["type"], "ACCESS_DENIED");
}

#[actix::test]
async fn unreadable_announcement_is_an_error() {
    let ground = Ground::new(&AREA).await;
    for text in [
        r#"{"Word":{"topic":"o:7","kind":"opera","id":7,"word":1}}"#,
        r#"{"Word":{"topic":"o:7","kind":"notice-board","id":7,"word":{"sing":1}}}"#,
        r#"{"Event":{"topic":"w:7","kind":"channel","id":7,"body":{},"to":7,"cursor":null,"at":1}}"#,
    ] {
        let announcement = serde_json::from_str(text).unwrap();
        assert!(ground.nodes[0].apply(&announcement).is_err(), "{text}");
    }
    // Applied, although nobody subscribes here.
    let text =
        r#"{"Event":{"topic":"o:7","kind":"notice-board","id":7,"body":{},"to":null,"cursor":null,"at":1}}"#;
    assert!(ground.nodes[0].apply(&serde_json::from_str(text).unwrap()).is_ok());
}

#[test]
fn every_kind_has_a_name_and_places_of_its_own() {
    let rooms = rooms(&[&AREA]);
    let names: Vec<&str> = rooms.kinds().map(RoomKind::name).collect();
    let places: Vec<&str> = rooms.places().chain(rooms.to_send()).collect();
    for list in [&names, &places] {
        assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "{list:?}");
    }
    let is_one = |place: &str| place.contains("{id}") != place.contains("{uuid}");
    assert!(rooms.places().all(|place| place.starts_with("/topic/") && is_one(place)));
    assert!(rooms.to_send().all(|place| place.starts_with("/app/")));
}
