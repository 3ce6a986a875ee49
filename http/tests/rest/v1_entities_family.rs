//! A family: an organisation of its own kind, which nobody else knows of. Contract §11.4.

use crate::harness::{Person, Value, World, json};

async fn family(person: &Person) -> Value {
    let draft = json!({"entityName": "Familjen Ek", "entityType": "family", "membershipMode": "OPEN"});
    person.post("/api/v1/entities", draft).await.is(201)
}

fn its(family: &Value, rest: &str) -> String {
    format!("/api/v1/entities/{}{rest}", family["idEntity"])
}

fn open(family: &Value) -> String {
    format!("/api/public/entities/{}", family["entitySlug"].as_str().unwrap())
}

fn contexts(family: &Value) -> [String; 2] {
    let slug = family["entitySlug"].as_str().unwrap();
    [format!("/api/v1/context/slug/{slug}"), format!("/api/v1/context/organization/{}", family["idEntity"])]
}

#[actix_web::test]
async fn family_is_unknown_to_everybody_else() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let made = family(&anna).await;
    assert_eq!(made["membershipMode"], "INVITE_ONLY");
    world.anyone("GET", &open(&made)).send().await.refused(404, "NOT_FOUND");
    bo.get(&open(&made)).await.refused(404, "NOT_FOUND");
    for path in contexts(&made) {
        anna.get(&path).await.is(200);
        bo.get(&path).await.refused(404, "NOT_FOUND");
    }
    let before = world.dump().await;
    bo.call("POST", &its(&made, "/follow")).send().await.refused(404, "NOT_FOUND");
    bo.post(&its(&made, "/applications"), json!({})).await.refused(404, "NOT_FOUND");
    bo.get(&its(&made, "/relations")).await.refused(404, "NOT_FOUND");
    bo.patch(&its(&made, ""), json!({"entityName": "Min"})).await.refused(404, "NOT_FOUND");
    let mention = json!({"txMessage": format!("Hej @{}", made["entitySlug"].as_str().unwrap())});
    World::assert_same(&before, &world.dump().await);
    let post = bo.post("/api/v1/feed/posts", mention).await.is(201);
    assert!(!post.to_string().contains("Familjen Ek"), "{post}");
}

#[actix_web::test]
async fn family_is_known_to_whoever_is_invited_and_belongs() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let made = family(&anna).await;
    let member = its(&made, &format!("/relations/{}", bo.id));
    assert_eq!(anna.put(&member, json!({"txRelationType": "MEMBER"})).await.is(200)["state"], "INVITED");
    assert_eq!(bo.get(&open(&made)).await.is(200)["entityName"], "Familjen Ek");
    bo.call("POST", &format!("/api/v1/me/invitations/{}/accept", made["idEntity"])).send().await.is(200);
    assert_eq!(bo.get(&open(&made)).await.is(200)["txRelationType"], "MEMBER");
    bo.get(&contexts(&made)[0]).await.is(200);
    bo.delete(&member).await.is(204);
    bo.get(&open(&made)).await.refused(404, "NOT_FOUND");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn family_publishes_nothing_and_stays_a_family() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = family(&anna).await;
    let other = world.org("Kören").await;
    let id = &made["idEntity"];
    let before = world.dump().await;
    let post = json!({"txMessage": "Vi har semester", "idEntity": id});
    anna.post("/api/v1/feed/posts", post).await.refused(403, "ROLE_TOO_LOW");
    let article = json!({"title": "Vår sommar", "idEntity": id});
    anna.post("/api/v1/articles", article).await.refused(403, "ROLE_TOO_LOW");
    anna.patch(&its(&made, ""), json!({"entityType": "company"})).await.wrong_field("entityType", "FAMILY");
    let family = json!({"entityType": "family"});
    other.owner.patch(&other.at(""), family).await.wrong_field("entityType", "FAMILY");
    World::assert_same(&before, &world.dump().await);
    let open = anna.patch(&its(&made, ""), json!({"membershipMode": "OPEN"})).await.is(200);
    assert_eq!(open["membershipMode"], "INVITE_ONLY");
}
