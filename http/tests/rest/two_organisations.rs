//! Every route with the ids of one organisation, called by people without rights there: strangers, the owner of another
//! organisation, and people of the same one with too low a role. Nothing is disclosed and nothing changes.

use crate::harness::{Answer, Org, Person, World};
use crate::routes::{Access, Ids, ROUTES, Route, SECRET, Scene};

/// The callers, by their letter in the table.
async fn callers(world: &World, org: &Org) -> Vec<(char, Person)> {
    vec![
        ('S', world.person("Främling").await),
        ('O', world.org("Grannskolan").await.owner),
        ('F', org.with("FOLLOWER").await),
        ('C', org.with("CUSTOMER").await),
        ('M', org.with("MEMBER").await),
    ]
}

fn is_of_a_channel(route: &Route) -> bool {
    route.path.contains("/chat/channels/")
        || route.path.contains("/chat/messages/")
        || route.path.contains("/chat/attachments/")
}

async fn calls(world: &World, route: &Route, person: &Person, ids: &Ids) -> Answer {
    let call = world.anyone(route.method, &route.filled(ids)).cookie(&person.token);
    route.with_body(call, ids).send().await
}

#[track_caller]
fn assert_discloses_nothing(route: &Route, caller: char, answer: &Answer) {
    let text = answer.text();
    for secret in [SECRET, "dold-kvastskaft"] {
        assert!(!text.contains(secret), "{} tells {caller}: {text}", route.name());
    }
}

/// Everything that a test of `route` must check, with these ids; `allowed` are the letters of those who may.
async fn check(world: &World, route: &Route, people: &[(char, Person)], ids: &Ids, allowed: &str) {
    for (letter, person) in people {
        let may = allowed.contains(*letter);
        if may && route.method != "GET" {
            // Allowed calls change something; they are tested elsewhere.
            continue;
        }
        let answer = calls(world, route, person, ids).await;
        assert_discloses_nothing(route, *letter, &answer);
        if may {
            assert_eq!(answer.status, 200, "{} by {letter}: {}", route.name(), answer.text());
        } else {
            let refused = matches!(answer.status, 403 | 404);
            assert!(refused, "{} by {letter}: {} {}", route.name(), answer.status, answer.text());
            answer.problem();
        }
    }
}

#[actix_web::test]
async fn private_channel_is_closed_to_others() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let people = callers(&world, &scene.org).await;
    let before = world.dump().await;
    for route in ROUTES {
        let Access::Only(allowed) = route.access else { continue };
        let allowed = if is_of_a_channel(route) { "" } else { allowed };
        check(&world, route, &people, &scene.private, allowed).await;
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn public_channel_is_for_members_only() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let people = callers(&world, &scene.org).await;
    let before = world.dump().await;
    for route in ROUTES.iter().filter(|route| is_of_a_channel(route)) {
        let Access::Only(allowed) = route.access else { panic!("{} is about others", route.name()) };
        check(&world, route, &people, &scene.public, allowed).await;
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn an_administrator_outside_a_private_channel_is_outside() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let people = vec![('A', scene.org.with("ADMINISTRATOR").await), ('P', scene.org.with("PRESIDENT").await)];
    let before = world.dump().await;
    for route in ROUTES.iter().filter(|route| is_of_a_channel(route)) {
        check(&world, route, &people, &scene.private, "").await;
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn pending_message_is_hidden_from_others() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let people = callers(&world, &scene.org).await;
    let before = world.dump().await;
    for ids in [&scene.public, &scene.private] {
        let waiting = Ids { message: ids.waiting, ..ids.clone() };
        for route in ROUTES.iter().filter(|route| route.path.contains("/chat/messages/")) {
            check(&world, route, &people, &waiting, "").await;
        }
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn personal_routes_disclose_nothing_of_others() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let people = callers(&world, &scene.org).await;
    for route in ROUTES.iter().filter(|route| !matches!(route.access, Access::Only(_))) {
        // Signing out would make the rest 401.
        if route.path.ends_with("/logout") {
            continue;
        }
        for (letter, person) in &people {
            let answer = calls(&world, route, person, &scene.private).await;
            assert_discloses_nothing(route, *letter, &answer);
            assert!(
                route.access != Access::Own || answer.status != 401,
                "{} by {letter}: {}",
                route.name(),
                answer.text()
            );
            assert!(answer.status < 500, "{} by {letter}: {}", route.name(), answer.text());
        }
    }
    let bell = scene.insider.bell(2).await;
    assert_eq!(bell[0]["read"], false, "another's bell was read");
    let seen = scene.org.owner.reads(scene.private.channel).await;
    assert!(seen.to_string().contains(SECRET), "the secrets are where they were");
}

#[actix_web::test]
async fn ids_of_two_organisations_do_not_mix() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let other = world.org("Grannskolan").await;
    let before = world.dump().await;
    let owner = &other.owner;
    let user = scene.private.user;
    let reply = serde_json::json!({"content": "hej", "parentMessageId": scene.public.message});
    owner.sends(other.general, reply).await.wrong_field("parentMessageId", "PARENT");
    let member = format!("/api/v1/chat/channels/{}/members/{user}", other.general);
    let answer = owner.put(&member, serde_json::json!({})).await;
    assert!(matches!(answer.status, 404 | 422), "{}", answer.text());
    owner
        .post(&other.at("/transfer"), serde_json::json!({"userId": user}))
        .await
        .wrong_field("userId", "NOT_A_MEMBER");
    owner.delete(&other.at(&format!("/relations/{user}"))).await.refused(404, "NOT_FOUND");
    owner
        .call("POST", &other.at(&format!("/relations/{user}/invite")))
        .send()
        .await
        .refused(404, "NOT_FOUND");
    let applicant = scene.private.applicant;
    for what in ["approve", "deny"] {
        let path = other.at(&format!("/applications/{applicant}/{what}"));
        owner.call("POST", &path).send().await.refused(404, "NOT_FOUND");
    }
    World::assert_same(&before, &world.dump().await);
    // A name of the other organisation is no mention here.
    let text = format!("hej @{}", scene.insider.name);
    let sent = owner.sends(other.general, serde_json::json!({"content": text})).await.data();
    assert_eq!((&sent["content"], &sent["mentions"]), (&serde_json::json!(text), &serde_json::json!([])));
}
