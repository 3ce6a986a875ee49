//! Who has a board open: seen on every node, until the subscription, the connection or the node ends.

use actors::contacts;
use actors::tasks::boards::create;
use serde_json::{Value, json};
use storage::entities::{Entity, EntityType, MembershipMode, RelationType};
use storage::ids::UserId;

use super::channels::user;
use super::ground::{ANNA, BO, Ground, ORGANISATION, Peer, who};

async fn board() -> (Ground, String) {
    let ground = Ground::new(&super::AREA).await;
    for (id, name) in [(ANNA, "Anna"), (BO, "Bo")] {
        ground.nodes[0].storage.accounts.create_user(&user(id, name)).await.unwrap();
    }
    let club = Entity {
        entity_id: ORGANISATION,
        entity_name: "Klubben".to_owned(),
        entity_slug: "klubben".to_owned(),
        entity_type: EntityType::Association,
        membership_mode: MembershipMode::Open,
        image: None,
        owner: UserId(3),
        created: 0,
    };
    assert!(ground.nodes[0].storage.entities.create_entity(&club, Vec::new()).await.unwrap());
    let draft = serde_json::from_value(json!({ "name": "Cup", "idEntity": ORGANISATION })).unwrap();
    let board = create(&ground.nodes[0], &who(ANNA), draft).await.unwrap();
    (ground, format!("/topic/board/{}", board.id_board))
}

/// The names of the viewers, once they are `wanted`: what is told before may say less.
async fn viewers(peer: &mut Peer, wanted: &[&str]) -> Value {
    loop {
        let body = peer.body().await;
        assert_eq!(body["type"], "BOARD_VIEWERS");
        let names: Vec<&str> = body["viewers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["displayName"].as_str().unwrap())
            .collect();
        assert_eq!(body["count"], names.len());
        if names == wanted {
            return body;
        }
    }
}

#[actix::test]
async fn viewers_are_seen_on_every_node_until_they_leave() {
    let (ground, place) = board().await;
    let mut anna = ground.connect(0, ANNA).await;
    anna.subscribe("s", &place).await;
    viewers(&mut anna, &["Anna"]).await;
    let mut bo = ground.connect(1, BO).await;
    bo.subscribe("s", &place).await;
    let told = viewers(&mut bo, &["Anna", "Bo"]).await;
    assert_eq!(told["viewers"][0]["id"], ANNA.0);
    assert_eq!(told["viewers"][0].get("email"), None);
    viewers(&mut anna, &["Anna", "Bo"]).await;
    bo.unsubscribe("s");
    viewers(&mut anna, &["Anna"]).await;
    bo.subscribe("t", &place).await;
    viewers(&mut anna, &["Anna", "Bo"]).await;
    bo.close();
    viewers(&mut anna, &["Anna"]).await;
}

/// Anna on the first node and Bo on the second, each seeing both.
async fn both() -> (Ground, Peer, Peer) {
    let (ground, place) = board().await;
    let (mut anna, mut bo) = (ground.connect(0, ANNA).await, ground.connect(1, BO).await);
    for peer in [&mut anna, &mut bo] {
        peer.subscribe("s", &place).await;
    }
    for peer in [&mut anna, &mut bo] {
        viewers(peer, &["Anna", "Bo"]).await;
    }
    (ground, anna, bo)
}

#[actix::test]
async fn viewers_of_a_node_that_is_gone_are_gone() {
    let (ground, mut anna, _bo) = both().await;
    ground.nodes[0].node_gone(ground.nodes[1].node);
    viewers(&mut anna, &["Anna"]).await;
}

#[actix::test]
async fn whom_a_block_parts_do_not_see_each_other() {
    let (ground, mut anna, mut bo) = both().await;
    let wish = serde_json::from_value(json!({ "userId": ANNA })).unwrap();
    contacts::block(&ground.nodes[1], &who(BO), wish).await.unwrap();
    viewers(&mut anna, &["Anna"]).await;
    viewers(&mut bo, &["Bo"]).await;
}

#[actix::test]
async fn whoever_loses_the_board_looks_at_it_no_more() {
    let (ground, mut anna, _bo) = both().await;
    let mut follows = ground.follows(BO, None).await;
    ground.part(BO, RelationType::Member).await;
    follows.announce(&ground.nodes[0], None);
    viewers(&mut anna, &["Anna"]).await;
}
