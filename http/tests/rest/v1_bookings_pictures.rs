//! Pictures of bookables: who adds, orders and removes them, who sees them, and what becomes of their files. Contract §8.1.

use crate::harness::{Answer, Org, Person, Value, World, each, form, json, png, until};
use crate::v1_bookings::{changes, of, room};

async fn adds(person: &Person, room: &Value, side: u32) -> Answer {
    let (kind, body) = form("image", &png(side, side));
    person.call("POST", &of(room, "/pictures")).body(&kind, body).send().await
}

fn pictures(room: &Value) -> &Vec<Value> {
    room["pictures"].as_array().unwrap()
}

fn url(room: &Value, n: usize) -> String {
    pictures(room)[n]["url"].as_str().unwrap().to_owned()
}

fn path(room: &Value, n: usize) -> String {
    of(room, &format!("/pictures/{}", pictures(room)[n]["id"].as_str().unwrap()))
}

/// How many files are kept of a bookable's pictures.
async fn kept(world: &World, room: &Value) -> usize {
    world.kept_under(&format!("bookable/{}", room["idBookable"])).await.len()
}

async fn hall(org: &Org, who_may_book: Value) -> Value {
    room(org, "Hallen", json!({"whoMayBook": who_may_book})).await
}

#[actix_web::test]
async fn pictures_are_added_ordered_described_and_removed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let manager = org.with("MANAGER").await;
    let made = hall(&org, json!(["MEMBER"])).await;
    assert_eq!(made["pictures"], json!([]));
    let one = adds(&manager, &made, 64).await.is(201);
    let first = &one["pictures"][0];
    assert_eq!((&first["width"], &first["height"], &first["alt"]), (&json!(64), &json!(64), &json!("")));
    assert_eq!(one["version"], 2);
    assert_eq!(adds(&manager, &made, 64).await.is(201), one, "the same picture again changes nothing");
    let two = adds(&org.owner, &made, 32).await.is(201);
    assert_eq!(each(&two["pictures"], "width"), [&json!(64), &json!(32)]);
    // Order and texts are changed with the bookable; what says nothing of them leaves them.
    let (a, b) = (&two["pictures"][0]["id"], &two["pictures"][1]["id"]);
    let wanted = json!([{"id": b, "alt": " En  scen "}, {"id": a}]);
    let ordered = changes(&manager, &two, json!({"pictures": wanted})).await.is(200);
    assert_eq!(each(&ordered["pictures"], "width"), [&json!(32), &json!(64)]);
    assert_eq!(each(&ordered["pictures"], "alt"), ["En scen", ""]);
    let mut silent = ordered.clone();
    silent.as_object_mut().unwrap().remove("pictures");
    let silent = manager.put(&of(&made, ""), silent).await.is(200);
    assert_eq!(silent["pictures"], ordered["pictures"]);
    // A stale form takes nothing away that came meanwhile.
    changes(&manager, &two, json!({"pictures": []})).await.refused(409, "STALE");
    for (wrong, code) in
        [(json!([{"id": "0123abcd"}]), "UNKNOWN"), (json!([{"id": a}, {"id": a}]), "UNKNOWN")]
    {
        changes(&manager, &silent, json!({"pictures": wrong})).await.wrong_field("pictures", code);
    }
    let long = json!([{"id": a, "alt": "å".repeat(301)}]);
    changes(&manager, &silent, json!({"pictures": long})).await.refused(422, "INVALID");
    // Removed by its address, and by being left out.
    assert_eq!(kept(&world, &made).await, 2);
    let left = manager.delete(&path(&silent, 0)).await.is(200);
    assert_eq!(each(&left["pictures"], "width"), [&json!(64)]);
    manager.delete(&path(&silent, 0)).await.refused(404, "NOT_FOUND");
    assert_eq!(kept(&world, &made).await, 1);
    manager.get(&url(&silent, 0)).await.refused(404, "NOT_FOUND");
    let bare = changes(&manager, &left, json!({"pictures": []})).await.is(200);
    assert_eq!((&bare["pictures"], kept(&world, &made).await), (&json!([]), 0));
}

#[actix_web::test]
async fn eight_pictures_are_the_most_and_only_pictures_are_taken() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let made = hall(&org, json!(["MEMBER"])).await;
    for side in 1..=8 {
        adds(&org.owner, &made, side).await.is(201);
    }
    adds(&org.owner, &made, 9).await.refused(409, "QUOTA_REACHED");
    assert_eq!(kept(&world, &made).await, 8, "what is refused is not kept");
    let (kind, body) = form("image", b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    let wrong = org.owner.call("POST", &of(&made, "/pictures")).body(&kind, body).send().await;
    wrong.refused(415, "NOT_AN_IMAGE");
    // A new one has none: there is nothing yet that they could belong to.
    let new = json!({
        "idEntity": org.id, "name": "Ny", "kind": "ROOM", "status": 1, "pictures": [{"id": pictures(&made).len().to_string()}],
    });
    org.owner.post("/api/v1/bookables", new).await.wrong_field("pictures", "UNKNOWN");
}

#[actix_web::test]
async fn pictures_are_for_whoever_sees_the_bookable() {
    let world = World::new().await;
    let (org, elsewhere) = (world.org("Skolan").await, world.org("Klubben").await);
    let (member, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let stranger = world.person("Sten").await;
    let made = hall(&org, json!(["MEMBER"])).await;
    let shown = adds(&org.owner, &made, 64).await.is(201);
    for (person, status, code) in [
        (&member, 403, "ROLE_TOO_LOW"),
        (&follower, 403, "ROLE_TOO_LOW"),
        (&elsewhere.owner, 404, "NOT_FOUND"),
        (&stranger, 404, "NOT_FOUND"),
    ] {
        adds(person, &made, 32).await.refused(status, code);
        person.delete(&path(&shown, 0)).await.refused(status, code);
        changes(person, &shown, json!({"pictures": []})).await.refused(status, code);
    }
    assert_eq!(kept(&world, &made).await, 1);
    let seen = member.get(&url(&shown, 0)).await;
    assert_eq!((seen.status, seen.header("content-type")), (200, "image/jpeg"));
    assert_eq!(seen.header("cache-control"), "private, no-cache");
    let listed = member.get(&format!("/api/v1/entities/{}/bookables", org.id)).await.is(200);
    assert_eq!(listed["content"][0]["pictures"], shown["pictures"]);
    let number = format!("/img/bookable/{}", made["idBookable"]);
    for path in [&url(&shown, 0), &number] {
        for person in [&elsewhere.owner, &stranger] {
            person.get(path).await.refused(404, "NOT_FOUND");
        }
        world.anyone("GET", path).send().await.refused(404, "NOT_FOUND");
    }
    // Hidden, it is for whoever manages it alone.
    let hidden = changes(&org.owner, &shown, json!({"status": 0})).await.is(200);
    member.get(&url(&hidden, 0)).await.refused(404, "NOT_FOUND");
    assert_eq!(org.owner.get(&url(&hidden, 0)).await.status, 200);
}

#[actix_web::test]
async fn guests_page_and_list_show_pictures_with_their_texts() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let made = room(&org, "Hallen", json!({"guests": true})).await;
    let shown = adds(&org.owner, &made, 64).await.is(201);
    let alt = json!([{"id": shown["pictures"][0]["id"], "alt": "En \"hall\" & scen"}]);
    let shown = changes(&org.owner, &shown, json!({"pictures": alt})).await.is(200);
    let slug = made["slug"].as_str().unwrap();
    let open = world.anyone("GET", &format!("/api/public/bookables/{slug}")).send().await.is(200);
    assert_eq!(open["pictures"], shown["pictures"]);
    let seen = world.anyone("GET", &url(&shown, 0)).send().await;
    assert_eq!((seen.status, seen.header("cache-control")), (200, "public, max-age=3600"));
    let list = format!("/{}/boka", org.slug);
    for (path, wide) in [(format!("{list}/{slug}"), 1_024), (list, 128)] {
        let page = world.anyone("GET", &path).header("accept", "text/html").send().await.text();
        let image = format!(
            "<img src=\"{}&amp;w={wide}\" width=\"64\" height=\"64\" alt=\"En &quot;hall&quot; &amp; scen\"",
            url(&shown, 0)
        );
        assert!(page.contains(&image), "{image}: {page}");
    }
}

#[actix_web::test]
async fn removed_bookable_takes_its_pictures_along() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let made = hall(&org, json!(["PUBLIC"])).await;
    adds(&org.owner, &made, 64).await.is(201);
    let shown = adds(&org.owner, &made, 32).await.is(201);
    org.owner.delete(&of(&made, "")).await.is(204);
    org.owner.get(&url(&shown, 0)).await.refused(404, "NOT_FOUND");
    until(async || (kept(&world, &made).await == 0).then_some(())).await;
}
