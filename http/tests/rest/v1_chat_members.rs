//! `/api/v1/chat/channels/{id}/members`

use crate::harness::{Person, World, each, json};

fn at(channel: i64, person: &Person) -> String {
    format!("/api/v1/chat/channels/{channel}/members/{}", person.id)
}

#[actix_web::test]
async fn members_are_added_promoted_and_removed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (maker, anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let channel = org.channel_by(&maker, "hemlig", json!({"channelType": "PRIVATE"})).await;
    let role = async |person: &Person| {
        person.get(&format!("/api/v1/chat/channels/{channel}/role")).await.data()["role"].take()
    };
    let added = maker.put(&at(channel, &anna), json!({})).await.data();
    assert_eq!(
        (&added["userId"], &added["role"], &added["explicit"]),
        (&json!(anna.id), &json!("MEMBER"), &json!(true))
    );
    assert_eq!(role(&anna).await, "MEMBER");
    anna.put(&at(channel, &bo), json!({})).await.refused(403, "ROLE_TOO_LOW");
    anna.put(&at(channel, &anna), json!({"role": "MODERATOR"})).await.refused(403, "ROLE_TOO_LOW");
    maker.put(&at(channel, &anna), json!({"role": "MODERATOR"})).await.data();
    assert_eq!(role(&anna).await, "MODERATOR");
    anna.put(&at(channel, &anna), json!({"role": "ADMIN"})).await.refused(403, "ROLE_TOO_LOW");
    maker.put(&at(channel, &anna), json!({"role": "OWNER"})).await.refused(403, "ROLE_TOO_LOW");
    maker.put(&at(channel, &anna), json!({"role": "KING"})).await.wrong_field("role", "TYPE");
    anna.delete(&at(channel, &maker)).await.refused(403, "ROLE_TOO_LOW");
    maker.delete(&at(channel, &anna)).await.is(200);
    anna.get(&format!("/api/v1/chat/channels/{channel}/role")).await.refused(403, "ACCESS_DENIED");
    maker.delete(&at(channel, &anna)).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn only_people_of_the_organisation_can_be_added() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let channel = org.channel("hemlig", json!({"channelType": "PRIVATE"})).await;
    let stranger = world.person("Främling").await;
    org.owner.put(&at(channel, &stranger), json!({})).await.wrong_field("userId", "NOT_IN_ORGANISATION");
    org.owner
        .put(&format!("/api/v1/chat/channels/{channel}/members/1"), json!({}))
        .await
        .refused(404, "NOT_FOUND");
    stranger.get(&format!("/api/v1/chat/channels/{channel}")).await.refused(403, "ACCESS_DENIED");
    // A follower or customer who is admitted becomes a member.
    for relation in ["FOLLOWER", "CUSTOMER"] {
        let person = org.with(relation).await;
        org.owner.put(&at(channel, &person), json!({})).await.data();
        person.says(channel, "tack").await;
    }
}

#[actix_web::test]
async fn joining_a_private_channel_requires_a_role() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (maker, reader) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let channel = org.channel_by(&maker, "hemlig", json!({"channelType": "PRIVATE"})).await;
    maker.put(&at(channel, &reader), json!({})).await.data();
    for relation in ["PRESIDENT", "MODERATOR", "MEMBER", "FOLLOWER", "CUSTOMER"] {
        let person = org.with(relation).await;
        person.put(&at(channel, &person), json!({})).await.refused(403, "ACCESS_DENIED");
    }
    let admin = org.with("ADMINISTRATOR").await;
    for person in [&org.owner, &admin] {
        person.get(&format!("/api/v1/chat/channels/{channel}")).await.refused(403, "ACCESS_DENIED");
        // Others cannot join this way, and nobody chooses their role.
        let other = org.with("MEMBER").await;
        person.put(&at(channel, &other), json!({})).await.refused(403, "ACCESS_DENIED");
        person.put(&at(channel, person), json!({"role": "OWNER"})).await.refused(403, "ACCESS_DENIED");
        let added = person.put(&at(channel, person), json!({})).await.data();
        assert_eq!((&added["userId"], &added["explicit"]), (&json!(person.id), &json!(true)));
        person.says(channel, "jag tittar in").await;
    }
    let members = maker.get(&format!("/api/v1/chat/channels/{channel}/members")).await.data();
    let seen = each(&members, "userId");
    assert!(
        seen.contains(&&json!(admin.id)) && seen.contains(&&json!(org.owner.id)),
        "the channel sees them"
    );
}

#[actix_web::test]
async fn leaving_is_free() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (maker, anna) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let channel = org.channel_by(&maker, "hemlig", json!({"channelType": "PRIVATE"})).await;
    maker.put(&at(channel, &anna), json!({})).await.data();
    anna.delete(&at(channel, &anna)).await.is(200);
    anna.delete(&at(channel, &anna)).await.refused(403, "ACCESS_DENIED");
    maker.delete(&at(channel, &maker)).await.is(200);
    maker.get(&format!("/api/v1/chat/channels/{channel}")).await.refused(403, "ACCESS_DENIED");
}

#[actix_web::test]
async fn a_raised_role_in_a_public_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let channel = org.channel("prat", json!({})).await;
    let message = bo.says(channel, "hej").await;
    let delete = format!("/api/v1/chat/messages/{message}");
    anna.delete(&delete).await.refused(403, "NOT_AUTHOR");
    org.owner.put(&at(channel, &anna), json!({"role": "MODERATOR"})).await.data();
    let other = bo.says(org.general, "hej").await;
    anna.delete(&format!("/api/v1/chat/messages/{other}")).await.refused(403, "NOT_AUTHOR");
    anna.delete(&delete).await.data();
    // A membership row never lowers the role that the relation gives.
    let admin = org.with("ADMINISTRATOR").await;
    let lowered = org.owner.put(&at(channel, &admin), json!({"role": "GUEST"})).await.data();
    assert_eq!(lowered["role"], "ADMIN");
}

#[actix_web::test]
async fn found_by_the_beginning_of_a_name() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut people = Vec::new();
    for name in ["Åsa-Karin", "Asta", "Björn", "Örjan"] {
        let person = world.person(name).await;
        org.relate(&person, "MEMBER").await;
        people.push(person);
    }
    let path = format!("/api/v1/chat/channels/{}/members", org.general);
    let all = people[0].get(&path).await.data();
    assert_eq!(all.as_array().unwrap().len(), 5);
    let asta = all.as_array().unwrap().iter().find(|m| m["userId"] == people[1].id).unwrap();
    assert_eq!((&asta["username"], &asta["role"]), (&json!(people[1].name), &json!("MEMBER")));
    assert_eq!((&asta["online"], &asta["explicit"]), (&json!(false), &json!(false)));
    assert!(asta.get("email").is_none());
    let found = async |q: &str| -> Vec<i64> {
        let list = people[0].get(&format!("{path}?q={q}")).await.data();
        each(&list, "userId").into_iter().map(crate::harness::id).collect()
    };
    assert_eq!(found("as").await, [people[0].id, people[1].id]);
    assert_eq!(found("BJ%C3%96").await, [people[2].id]);
    assert_eq!(found("nummer").await.len(), 5, "the beginning of any word");
    assert_eq!(found("rjan").await, Vec::<i64>::new());
    assert_eq!(people[0].get(&format!("{path}?limit=2")).await.data().as_array().unwrap().len(), 2);
    for query in ["?limit=0", "?limit=1001", "?limit=x"] {
        people[0].get(&format!("{path}{query}")).await.refused(422, "INVALID");
    }
}
