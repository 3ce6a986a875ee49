//! `/api/v1/entities/{id}/relations`: who may grant which relation to whom, as tables.

use storage::{RelationType, UserStatus};

use crate::harness::{Org, Person, World, each, json};

/// A person of that relation: the owner, a new person, or a stranger for `""`.
async fn somebody(org: &Org, relation: &str) -> Person {
    match relation {
        "OWNER" => org.owner.clone(),
        "" => org.world.person("Främling").await,
        relation => org.with(relation).await,
    }
}

#[actix_web::test]
async fn granting_relations_follows_roles() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    // Actor, the target's relation, its new relation, the error code ("" for success).
    let cases = [
        ("OWNER", "", "MEMBER", ""),
        ("OWNER", "", "ADMINISTRATOR", ""),
        ("OWNER", "MEMBER", "ADMINISTRATOR", ""),
        ("OWNER", "ADMINISTRATOR", "MEMBER", ""),
        ("OWNER", "FOLLOWER", "TEACHER", ""),
        ("OWNER", "MEMBER", "OWNER", "OWNER_BY_TRANSFER"),
        ("ADMINISTRATOR", "", "MEMBER", ""),
        ("ADMINISTRATOR", "", "PRESIDENT", ""),
        ("ADMINISTRATOR", "", "MODERATOR", ""),
        ("ADMINISTRATOR", "PRESIDENT", "MEMBER", ""),
        ("ADMINISTRATOR", "MEMBER", "CUSTOMER", ""),
        ("ADMINISTRATOR", "", "ADMINISTRATOR", "ONLY_OWNER"),
        ("ADMINISTRATOR", "MEMBER", "ADMINISTRATOR", "ONLY_OWNER"),
        ("ADMINISTRATOR", "ADMINISTRATOR", "MEMBER", "ONLY_OWNER"),
        ("ADMINISTRATOR", "MEMBER", "OWNER", "OWNER_BY_TRANSFER"),
        ("ADMINISTRATOR", "OWNER", "MEMBER", "OWNER_BY_TRANSFER"),
        ("PRESIDENT", "", "MEMBER", "ROLE_TOO_LOW"),
        ("MODERATOR", "FOLLOWER", "MEMBER", "ROLE_TOO_LOW"),
        ("MANAGER", "", "MEMBER", "ROLE_TOO_LOW"),
        ("MEMBER", "MEMBER", "FOLLOWER", "ROLE_TOO_LOW"),
        ("FOLLOWER", "", "FOLLOWER", "ROLE_TOO_LOW"),
        ("CUSTOMER", "", "MEMBER", "ROLE_TOO_LOW"),
        ("", "", "MEMBER", "ROLE_TOO_LOW"),
        ("", "OWNER", "MEMBER", "ROLE_TOO_LOW"),
    ];
    for (actor, current, new, code) in cases {
        let case = format!("{actor:?} makes {current:?} {new}");
        let (actor, target) = (somebody(&org, actor).await, somebody(&org, current).await);
        let before = world.dump().await;
        let path = org.at(&format!("/relations/{}", target.id));
        let answer = actor.put(&path, json!({"txRelationType": new})).await;
        assert_eq!(answer.status, if code.is_empty() { 200 } else { 403 }, "{case}: {}", answer.text());
        if code.is_empty() {
            let relation = answer.is(200);
            assert_eq!(
                (&relation["userId"], &relation["txRelationType"]),
                (&json!(target.id), &json!(new)),
                "{case}"
            );
            if matches!(current, "" | "FOLLOWER") {
                assert_eq!(relation["state"], "INVITED", "{case}: nobody becomes a member unasked");
                let accept = format!("/api/v1/me/invitations/{}/accept", org.id);
                target.call("POST", &accept).send().await.is(200);
            } else {
                assert_eq!(relation["state"], "ACTIVE", "{case}");
            }
            let seen = target.get(&format!("/api/public/entities/{}", org.slug)).await.is(200);
            assert_eq!(seen["txRelationType"], new, "{case}");
        } else {
            answer.refused(403, code);
            World::assert_same(&before, &world.dump().await);
        }
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn nobody_promotes_themselves() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    for (me, new) in [
        ("OWNER", "MEMBER"),
        ("ADMINISTRATOR", "OWNER"),
        ("MODERATOR", "ADMINISTRATOR"),
        ("MEMBER", "MODERATOR"),
        ("FOLLOWER", "MEMBER"),
        ("", "MEMBER"),
    ] {
        let person = somebody(&org, me).await;
        let path = org.at(&format!("/relations/{}", person.id));
        let answer = person.put(&path, json!({"txRelationType": new})).await;
        assert_eq!(answer.status, 403, "{me} becomes {new}: {}", answer.text());
    }
}

#[actix_web::test]
async fn ending_relations_follows_roles() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    // Actor, target ("self": leaves), status, code.
    let cases = [
        ("OWNER", "ADMINISTRATOR", 204, ""),
        ("OWNER", "MEMBER", 204, ""),
        ("OWNER", "self", 409, "OWNER_STAYS"),
        ("ADMINISTRATOR", "MEMBER", 204, ""),
        ("ADMINISTRATOR", "PRESIDENT", 204, ""),
        ("ADMINISTRATOR", "ADMINISTRATOR", 403, "ONLY_OWNER"),
        ("ADMINISTRATOR", "OWNER", 409, "OWNER_STAYS"),
        ("ADMINISTRATOR", "self", 204, ""),
        ("ADMINISTRATOR", "", 404, "NOT_FOUND"),
        ("MODERATOR", "MEMBER", 403, "ROLE_TOO_LOW"),
        ("MEMBER", "OWNER", 403, "ROLE_TOO_LOW"),
        ("MEMBER", "self", 204, ""),
        ("FOLLOWER", "self", 204, ""),
        ("FOLLOWER", "MEMBER", 403, "ROLE_TOO_LOW"),
        ("", "MEMBER", 403, "ROLE_TOO_LOW"),
        ("", "self", 404, "NOT_FOUND"),
    ];
    for (by, whose, status, code) in cases {
        let actor = somebody(&org, by).await;
        let target = if whose == "self" { actor.clone() } else { somebody(&org, whose).await };
        let path = org.at(&format!("/relations/{}", target.id));
        let answer = actor.delete(&path).await;
        assert_eq!(answer.status, status, "{by:?} ends {whose:?}: {}", answer.text());
        if status == 204 {
            let seen = target.get(&format!("/api/public/entities/{}", org.slug)).await.is(200);
            assert_eq!(seen["txRelationType"], json!(null));
            target.get(&format!("/api/v1/chat/channels/{}", org.general)).await.refused(403, "ACCESS_DENIED");
        } else {
            answer.refused(status, code);
        }
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn leaving_ends_membership_in_all_channels() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = org.with("MEMBER").await;
    let private = org.channel("styrelsen", json!({"channelType": "PRIVATE"})).await;
    let member = format!("/api/v1/chat/channels/{private}/members/{}", anna.id);
    org.owner.put(&member, json!({})).await.data();
    let message = org.owner.says(private, "bara för styrelsen").await;
    anna.get(&format!("/api/v1/chat/messages/{message}/thread")).await.data();
    anna.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    anna.get(&format!("/api/v1/chat/channels/{private}")).await.refused(403, "ACCESS_DENIED");
    anna.get(&format!("/api/v1/chat/messages/{message}/thread")).await.refused(404, "NOT_FOUND");
    // Returning to the organisation does not restore membership of the private channel.
    org.relate(&anna, "MEMBER").await;
    anna.get(&format!("/api/v1/chat/channels/{private}")).await.refused(403, "ACCESS_DENIED");
}

#[actix_web::test]
async fn people_are_listed_for_those_who_belong() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let mut people = Vec::new();
    for name in ["Örjan", "Bertil", "Åke", "anders", "Cecilia"] {
        let person = world.person(name).await;
        org.relate(&person, "MEMBER").await;
        people.push(person);
    }
    for relation in ["FOLLOWER", "CUSTOMER", "BOOKER", ""] {
        let person = somebody(&org, relation).await;
        person.get(&org.at("/relations")).await.refused(403, "ACCESS_DENIED");
    }
    let reader = &people[0];
    let all = reader.get(&org.at("/relations?size=100")).await.is(200);
    assert_eq!(all["content"].as_array().unwrap().len(), 1 + 5 + 3);
    assert!(all["content"][0].get("email").is_none(), "addresses are nobody's business");
    let page = reader.get(&org.at("/relations?size=4&page=1")).await.is(200);
    assert_eq!((&page["page"], &page["size"], &page["hasMore"]), (&json!(1), &json!(4), &json!(true)));
    assert_eq!(page["content"].as_array().unwrap()[..], all["content"].as_array().unwrap()[4..8]);
    let last = reader.get(&org.at("/relations?size=4&page=2")).await.is(200);
    assert_eq!((last["content"].as_array().unwrap().len(), &last["hasMore"]), (1, &json!(false)));
    let beyond = reader.get(&org.at("/relations?size=4&page=100000")).await.is(200);
    assert_eq!(beyond["content"], json!([]));
    let found = reader.get(&org.at("/relations?q=%C3%85KE")).await.is(200);
    assert_eq!(each(&found["content"], "userId"), [&json!(people[2].id)]);
    for query in ["?size=0", "?size=101", "?page=-1", "?page=x", "?page=100001"] {
        reader.get(&org.at(&format!("/relations{query}"))).await.refused(422, "INVALID");
    }
}

#[actix_web::test]
async fn every_relation_type_can_be_given_but_owner_and_bot() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = org.with("MEMBER").await;
    let path = org.at(&format!("/relations/{}", anna.id));
    let accept = format!("/api/v1/me/invitations/{}/accept", org.id);
    let given = |relation: &&RelationType| !matches!(**relation, RelationType::Owner | RelationType::Bot);
    for relation in RelationType::ALL.iter().filter(given) {
        let given = org.owner.put(&path, json!({"txRelationType": relation})).await.is(200);
        assert_eq!(given["txRelationType"], relation.as_str());
        // A follower, customer or booker is invited to the next relation.
        if given["state"] == "INVITED" {
            anna.call("POST", &accept).send().await.is(200);
        }
        let seen = anna.get(&format!("/api/public/entities/{}", org.slug)).await.is(200);
        assert_eq!(seen["txRelationType"], relation.as_str());
    }
    org.owner.put(&path, json!({"txRelationType": "BOT"})).await.wrong_field("txRelationType", "BOT");
    org.owner.put(&path, json!({"txRelationType": "KING"})).await.wrong_field("txRelationType", "TYPE");
}

/// Guessing a stranger's id reveals nothing, not even that they exist (contract §2).
#[actix_web::test]
async fn unknown_id_is_answered_like_a_strangers() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let stranger = world.person("Anna").await;
    let nobody = 4_711;
    let mut answers = Vec::new();
    for id in [stranger.id, nobody] {
        let path = org.at(&format!("/relations/{id}"));
        let mut put = org.owner.put(&path, json!({"txRelationType": "MEMBER"})).await.is(200);
        assert_eq!(put["userId"].take(), id);
        put["since"].take();
        let list = org.owner.get(&org.at("/invitations")).await.is(200);
        let mut sent =
            list["content"].as_array().unwrap().iter().find(|one| one["userId"] == id).unwrap().clone();
        for own in ["userId", "created", "expires"] {
            sent[own].take();
        }
        let taken_back = [org.owner.delete(&path).await.status, org.owner.delete(&path).await.status];
        answers.push((put, sent, taken_back));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].2, [204, 404]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn an_imported_person_is_invited_by_mail() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let user = world.user("Importerad", UserStatus::Imported).await;
    let email = user.email.clone().unwrap();
    let (imported, member) = (world.signed_in(user).await, org.with("MEMBER").await);
    let path = org.at(&format!("/relations/{}/invite", imported.id));
    org.owner.call("POST", &path).send().await.refused(404, "NOT_FOUND");
    org.relate(&imported, "MEMBER").await;
    member.call("POST", &path).send().await.refused(403, "ROLE_TOO_LOW");
    world.mails(&email, 0).await;
    org.owner.call("POST", &path).send().await.is(204);
    let token = world.mailed_token(&email, 1).await;
    let body = json!({"token": token, "password": "ett-nytt-paraply-1"});
    world.anyone("POST", "/api/public/auth/reset").json(&body).send().await.is(204);
    org.owner.call("POST", &path).send().await.refused(409, "ALREADY_CLAIMED");
    let relations = org.owner.get(&org.at("/relations?q=importerad")).await.is(200);
    assert_eq!(relations["content"][0]["imported"], false);
}
