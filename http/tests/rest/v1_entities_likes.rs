//! `POST|DELETE /api/v1/entities/{id}/like`, `GET /api/v1/entities/{id}/followers`. Contract §11.4.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::ids::UserId;

use crate::harness::{Org, Person, Value, World, each, json};
use crate::v1_me_erasure::export;

async fn likes(person: &Person, org: &Org) -> Value {
    person.call("POST", &org.at("/like")).send().await.is(200)
}

/// What the page of an organisation says: who looks at it likes it, how many do.
fn shown(page: &Value) -> (&Value, &Value) {
    (&page["liked"], &page["nrLikes"])
}

#[actix_web::test]
async fn likes_of_an_organisation_are_counted_once_each() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (anna, bo) = (world.person("Anna").await, org.with("MEMBER").await);
    let open = format!("/api/public/entities/{}", org.slug);
    let liked = |count: i64| json!({"liked": true, "nrLikes": count});
    for _ in 0..2 {
        assert_eq!(likes(&anna, &org).await, liked(1));
    }
    assert_eq!(likes(&bo, &org).await, liked(2));
    let signed_out = world.anyone("GET", &open).send().await.is(200);
    assert_eq!(shown(&signed_out), (&json!(false), &json!(2)));
    assert_eq!(shown(&bo.get(&open).await.is(200)), (&json!(true), &json!(2)));
    for _ in 0..2 {
        let gone = bo.call("DELETE", &org.at("/like")).send().await.is(200);
        assert_eq!(gone, json!({"liked": false, "nrLikes": 1}));
    }
    assert_eq!(export(&anna).await["likes.json"][0]["id"], org.id);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    assert_eq!(shown(&bo.get(&open).await.is(200)), (&json!(false), &json!(0)));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn family_is_liked_by_its_own_and_left_with_the_like_withdrawn() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    let draft = json!({"entityName": "Familjen Ek", "entityType": "family"});
    let made = anna.post("/api/v1/entities", draft).await.is(201);
    let at = |rest: &str| format!("/api/v1/entities/{}{rest}", made["idEntity"]);
    anna.put(&at(&format!("/relations/{}", bo.id)), json!({"txRelationType": "MEMBER"})).await.is(200);
    bo.call("POST", &format!("/api/v1/me/invitations/{}/accept", made["idEntity"])).send().await.is(200);
    bo.call("POST", &at("/like")).send().await.is(200);
    let before = world.dump().await;
    for (method, rest) in [("POST", "/like"), ("DELETE", "/like"), ("GET", "/followers")] {
        cia.call(method, &at(rest)).send().await.refused(404, "NOT_FOUND");
    }
    World::assert_same(&before, &world.dump().await);
    bo.delete(&at(&format!("/relations/{}", bo.id))).await.is(204);
    bo.call("POST", &at("/like")).send().await.refused(404, "NOT_FOUND");
    let gone = bo.call("DELETE", &at("/like")).send().await.is(200);
    assert_eq!(gone, json!({"liked": false, "nrLikes": 0}));
    bo.call("DELETE", &at("/like")).send().await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn followers_are_listed_by_name_for_those_who_belong() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let member = org.with("MEMBER").await;
    let (cia, bo) = (world.person("Cia").await, world.person("Bo").await);
    for person in [&cia, &bo] {
        person.call("POST", &org.at("/follow")).send().await.is(204);
    }
    let path = org.at("/followers");
    let who = |page: &Value| each(&page["content"], "userId").into_iter().cloned().collect::<Vec<_>>();
    let first = member.get(&format!("{path}?size=1")).await.is(200);
    assert_eq!((who(&first), &first["hasMore"]), (vec![json!(bo.id)], &json!(true)));
    assert_eq!(first["content"][0]["txRelationType"], "FOLLOWER");
    let rest = member.get(&format!("{path}?limit=1&cursor={}", first["cursor"])).await.is(200);
    assert_eq!((who(&rest), &rest["hasMore"]), (vec![json!(cia.id)], &json!(false)));
    assert_eq!(who(&member.get(&format!("{path}?q=ci")).await.is(200)), [json!(cia.id)]);
    for stranger in [&cia, &world.person("Dag").await] {
        stranger.get(&path).await.refused(403, "ACCESS_DENIED");
    }
    // A block parts them; who manages the organisation sees whom they may remove.
    bo.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    for person in [&member, &org.owner] {
        person.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    }
    assert_eq!(who(&member.get(&path).await.is(200)), [json!(cia.id)]);
    assert_eq!(who(&org.owner.get(&path).await.is(200)), [json!(bo.id), json!(cia.id)]);
}
