//! Infopoints: making and changing them, the map, connections, notifications. Contract §11.1.

use crate::harness::{Org, Person, Value, World, each, form, id, json, png, until};
use crate::v1_bookings::{books, changes, day, of, room, span};
use crate::v1_moderation::decides;

const PATH: &str = "/api/v1/infopoints";

fn at(place: &Value, more: &str) -> String {
    format!("{PATH}/{}{more}", id(&place["idInfopoint"]))
}

/// Makes a playground at longitude and latitude.
pub async fn makes(person: &Person, name: &str, at: (f64, f64)) -> Value {
    let new = json!({"name": name, "longitude": at.0, "latitude": at.1, "idType": "PLAYGROUND"});
    person.post(PATH, new).await.is(201)
}

/// A place of an organisation, for the table of routes.
pub async fn in_scene(org: &Org) -> i64 {
    let new = json!({"name": "Skolan", "longitude": 15.6, "latitude": 58.4, "idType": "SCHOOL", "idEntity": org.id});
    id(&org.owner.post(PATH, new).await.is(201)["idInfopoint"])
}

async fn map(world: &World, query: &str) -> Value {
    world.anyone("GET", &format!("/api/public/infopoints?{query}")).send().await.is(200)
}

fn names(answer: &Value) -> Vec<String> {
    let mut names: Vec<String> =
        each(&answer["content"], "name").iter().map(|name| name.as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

#[actix_web::test]
async fn a_place_is_made_changed_and_removed() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let new = json!({
        "name": "  Trädgårdens   lekplats ", "longitude": 15.620_123_456_7, "latitude": "58.4069", "idType": "PLAYGROUND",
        "description": "Gungor och *klätternät*.\n", "address": "Parkgatan 1", "link": "https://example.se/lek", "hours": "Dygnet runt",
    });
    let place = anna.post(PATH, new).await.is(201);
    assert_eq!(
        (&place["name"], &place["longitude"], &place["latitude"]),
        (&json!("Trädgårdens lekplats"), &json!(15.620_123), &json!(58.4069))
    );
    assert_eq!((&place["idMunicipality"], &place["municipality"]), (&json!(580), &json!("Linköping")));
    assert_eq!(
        (&place["warnings"], &place["swapped"], &place["similar"]),
        (&json!([]), &Value::Null, &json!([]))
    );
    assert_eq!((&place["version"], &place["abilities"]), (&json!(1), &json!(["EDIT", "DELETE"])));
    assert_eq!((&place["author"]["idUser"], &place["connection"]), (&json!(anna.id), &Value::Null));
    let open = format!("/api/public/infopoints/{}", id(&place["idInfopoint"]));
    let seen = world.anyone("GET", &open).send().await.is(200);
    assert_eq!((&seen["hours"], &seen["abilities"]), (&json!("Dygnet runt"), &json!([])));
    assert_eq!(bo.get(&at(&place, "")).await.is(200)["description"], "Gungor och *klätternät*.");

    // It moves: where it was it is no more.
    let moved = json!({"longitude": 18.07, "latitude": 59.33, "hours": "", "version": 1});
    bo.put(&at(&place, ""), moved.clone()).await.refused(403, "NOT_AUTHOR");
    let moved = anna.put(&at(&place, ""), moved).await.is(200);
    assert_eq!((&moved["municipality"], &moved["version"]), (&json!("Stockholm"), &json!(2)));
    assert_eq!((&moved["hours"], &moved["address"]), (&Value::Null, &json!("Parkgatan 1")));
    assert_eq!(names(&map(&world, "bbox=15.5,58.3,15.8,58.5").await), Vec::<String>::new());
    assert_eq!(names(&map(&world, "bbox=18.0,59.3,18.1,59.4").await), ["Trädgårdens lekplats"]);
    // A stale copy overwrites nothing and shows what stands.
    let stale = anna.put(&at(&place, ""), json!({"name": "Sent", "version": 1})).await.refused(409, "STALE");
    assert_eq!(
        (&stale["current"]["version"], &stale["current"]["municipality"]),
        (&json!(2), &json!("Stockholm"))
    );
    let same = anna.put(&at(&place, ""), json!({"address": "Parkgatan 1", "version": 2})).await.is(200);
    assert_eq!(same["version"], 2, "nothing was changed");
    anna.put(&at(&place, ""), json!({"longitude": 18.0, "version": 2}))
        .await
        .wrong_field("latitude", "REQUIRED");

    assert_eq!(names(&anna.get(PATH).await.is(200)), ["Trädgårdens lekplats"]);
    bo.delete(&at(&place, "")).await.refused(403, "NOT_AUTHOR");
    anna.delete(&at(&place, "")).await.is(204);
    anna.get(&at(&place, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(names(&map(&world, "bbox=18.0,59.3,18.1,59.4").await), Vec::<String>::new());
    until(async || world.storage.check().await.unwrap().is_empty().then_some(())).await;
}

#[actix_web::test]
async fn places_of_an_organisation_are_made_by_those_who_write_for_it() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let new = json!({"name": "Skolan", "longitude": 15.6, "latitude": 58.4, "idType": "SCHOOL", "idEntity": org.id});
    for (relation, status) in [("ADMINISTRATOR", 201), ("EDITOR", 201), ("MEMBER", 403), ("CUSTOMER", 403)] {
        let person = org.with(relation).await;
        assert_eq!(person.post(PATH, new.clone()).await.status, status, "{relation}");
    }
    let stranger = world.person("Sven").await;
    stranger.post(PATH, new.clone()).await.refused(403, "ROLE_TOO_LOW");
    let place = org.owner.post(PATH, new).await.is(201);
    // Two were there already, of the same name at the same place.
    assert_eq!(place["similar"].as_array().unwrap().len(), 2);
    assert_eq!((&place["similar"][0]["distance"], &place["author"]["idEntity"]), (&json!(0), &json!(org.id)));
    let change = json!({"name": "Annan", "version": 1});
    stranger.put(&at(&place, ""), change.clone()).await.refused(403, "ROLE_TOO_LOW");
    org.with("EDITOR").await.put(&at(&place, ""), change).await.is(200);
    let listed = stranger.get(&format!("{PATH}?idEntity={}", org.id)).await.is(200);
    assert_eq!(names(&listed), ["Annan", "Skolan", "Skolan"]);
    // On the organisation's page they are for everybody, newest first, page by page; a person's own are not among them.
    makes(&org.owner, "Min gård", (15.6, 58.4)).await;
    let open = format!("/api/public/entities/{}/infopoints?limit=2", org.id);
    let first = world.anyone("GET", &open).send().await.is(200);
    assert_eq!(first["content"][0]["idInfopoint"], place["idInfopoint"], "the newest");
    assert_eq!((each(&first["content"], "name").len(), &first["hasMore"]), (2, &json!(true)));
    let rest = world.anyone("GET", &format!("{open}&cursor={}", first["cursor"])).send().await.is(200);
    assert_eq!((names(&rest), &rest["cursor"]), (vec!["Skolan".to_owned()], &Value::Null));
    world.anyone("GET", "/api/public/entities/999/infopoints").send().await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn an_event_names_a_place_of_the_guide() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let place = makes(&anna, "Eklekplatsen", (15.62, 58.41)).await;
    let calendar =
        anna.post("/api/v1/calendars", json!({"name": "Mitt", "visibility": "PUBLIC"})).await.is(201);
    let event = |id: &Value, version: &Value| {
        json!({
            "calendarUUID": calendar["calendarUUID"], "title": "Fika", "start": "2026-06-01T10:00:00Z", "end": "2026-06-01T11:00:00Z",
            "version": version, "place": {"name": "Vid gungorna", "idInfopoint": id},
        })
    };
    anna.post("/api/v1/event", event(&json!(999), &Value::Null))
        .await
        .wrong_field("place.idInfopoint", "UNKNOWN");
    let made = anna.post("/api/v1/event", event(&place["idInfopoint"], &Value::Null)).await.is(201);
    let said = json!({"name": "Vid gungorna", "idInfopoint": place["idInfopoint"]});
    let open = format!("/api/public/event/{}", made["eventUUID"].as_str().unwrap());
    assert_eq!(world.anyone("GET", &open).send().await.is(200)["place"], said);
    // Removed, it stays with the event that names it, and no other one may.
    anna.delete(&at(&place, "")).await.is(204);
    let path = format!("/api/v1/event/{}", made["id"]);
    let kept = anna.put(&path, event(&place["idInfopoint"], &made["version"])).await.is(200);
    assert_eq!(kept["place"], said);
    anna.post("/api/v1/event", event(&place["idInfopoint"], &Value::Null))
        .await
        .wrong_field("place.idInfopoint", "UNKNOWN");
}

#[actix_web::test]
async fn what_is_booked_leads_to_its_place_while_that_is_there() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let place = makes(&org.owner, "Almgården", (15.62, 58.41)).await;
    let (id, none) = (&place["idInfopoint"], &Value::Null);
    let unknown =
        json!({"idEntity": org.id, "name": "Salen", "kind": "ROOM", "status": 1, "idInfopoint": 999});
    org.owner.post("/api/v1/bookables", unknown).await.wrong_field("idInfopoint", "UNKNOWN");
    let there = json!({"place": "Almgården, källaren", "idInfopoint": id, "guests": true});
    let hall = room(&org, "Salen", there).await;
    assert_eq!(&hall["idInfopoint"], id);
    let anna = world.person("Anna").await;
    let booking = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    let slug = hall["slug"].as_str().unwrap();
    let open = format!("/api/public/bookables/{slug}?from={}&to={}", day(0), day(1));
    let (page, said) = (format!("/{}/boka/{slug}", org.slug), "Almgården, källaren");
    let link = format!("<a href=\"/infopoint/{id}\">{said}</a>");
    let seen = async || {
        [
            anna.get(&of(&hall, "")).await.is(200),
            anna.get(&org.at("/bookables")).await.is(200)["content"][0].clone(),
            anna.get(&format!("/api/v1/booking/{}", booking["idReservationExclusive"])).await.is(200),
            world.anyone("GET", &open).send().await.is(200),
        ]
    };
    let drawn = async || world.anyone("GET", &page).header("accept", "text/html").send().await.text();
    for one in seen().await.iter().chain([&booking]) {
        assert_eq!((&one["place"], &one["idInfopoint"]), (&json!(said), id), "{one}");
    }
    assert!(drawn().await.contains(&link));
    // Removed, it leaves the text, and may be saved again by whoever has the page open.
    org.owner.delete(&at(&place, "")).await.is(204);
    for one in seen().await {
        assert_eq!((&one["place"], &one["idInfopoint"]), (&json!(said), none), "{one}");
    }
    let text = drawn().await;
    assert!(text.contains(said) && !text.contains("/infopoint/"), "{text}");
    changes(&org.owner, &hall, json!({"description": "Ta med skor."})).await.is(200);
    changes(&org.owner, &hall, json!({"version": 2, "idInfopoint": none})).await.is(200);
    changes(&org.owner, &hall, json!({"version": 3})).await.wrong_field("idInfopoint", "UNKNOWN");
}

#[actix_web::test]
async fn coordinates_that_may_be_wrong_are_pointed_out() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let new = |longitude: Value, latitude: Value| json!({"name": "N", "longitude": longitude, "latitude": latitude, "idType": "OTHER"});
    let swapped = anna.post(PATH, new(json!(57.7089), json!(11.9746))).await.is(201);
    assert_eq!(swapped["warnings"], json!(["OUTSIDE_SWEDEN"]));
    assert_eq!(swapped["swapped"], json!({"longitude": 11.9746, "latitude": 57.7089}));
    let abroad = anna.post(PATH, new(json!(2.3522), json!(48.8566))).await.is(201);
    assert_eq!((&abroad["warnings"], &abroad["swapped"]), (&json!(["OUTSIDE_SWEDEN"]), &Value::Null));
    assert_eq!(abroad["idMunicipality"], Value::Null);
    for (longitude, latitude, field, code) in [
        (json!("15,6"), json!(58.4), "longitude", "DECIMAL_COMMA"),
        (json!(15.6), json!("58,4"), "latitude", "DECIMAL_COMMA"),
        (json!(180.1), json!(58.4), "longitude", "RANGE"),
        (json!(15.6), json!(-90.1), "latitude", "RANGE"),
        (json!(15.6), json!("NaN"), "latitude", "RANGE"),
    ] {
        anna.post(PATH, new(longitude, latitude)).await.wrong_field(field, code);
    }
    let draft = async |body: Value| anna.post("/api/v1/infopoints/draft", body).await;
    assert_eq!(draft(json!({})).await.is(200)["step"], 0);
    assert_eq!(draft(json!({"name": "N", "longitude": 15.6})).await.is(200)["step"], 0);
    let whole = draft(json!({"name": "n", "longitude": 2.3522, "latitude": 48.8566})).await.is(200);
    assert_eq!((&whole["step"], &whole["warnings"]), (&json!(1), &json!(["OUTSIDE_SWEDEN"])));
    assert_eq!(
        whole["similar"][0]["idInfopoint"], abroad["idInfopoint"],
        "of the same name, whatever its case"
    );
    draft(json!({"name": "N", "longitude": 15.6, "latitude": "58,4"}))
        .await
        .wrong_field("latitude", "DECIMAL_COMMA");
    assert_eq!(anna.get(PATH).await.is(200)["content"].as_array().unwrap().len(), 2, "drafts are not stored");
}

#[actix_web::test]
async fn the_map_answers_places_or_clusters() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (name, at) in [
        ("A", (15.62, 58.41)),
        ("B", (15.621, 58.41)),
        ("C", (15.7, 58.41)),
        ("D", (179.9995, 0.0)),
        ("E", (-179.9995, 0.0)),
    ] {
        makes(&anna, name, at).await;
    }
    let cafe = json!({"name": "F", "longitude": 15.62, "latitude": 58.4101, "idType": "CAFE"});
    anna.post(PATH, cafe).await.is(201);
    assert_eq!(names(&map(&world, "bbox=15.6,58.4,15.65,58.42").await), ["A", "B", "F"]);
    assert_eq!(names(&map(&world, "bbox=15.6,58.4,15.65,58.42&type=CAFE").await), ["F"]);
    assert_eq!(names(&map(&world, "bbox=179.99,-0.01,-179.99,0.01").await), ["D", "E"], "across 180 degrees");
    let few = map(&world, "bbox=15.6,58.4,15.65,58.42&limit=2").await;
    assert_eq!((few["content"].as_array().unwrap().len(), &few["truncated"]), (2, &json!(true)));
    // Near: with distances, the nearest first.
    let near = map(&world, "near=15.62,58.41&radius=1000").await;
    let found: Vec<(&str, i64)> = near["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["distance"].as_i64().unwrap()))
        .collect();
    // A thousandth of a degree: 58 m to the east at 58.41° north, and a ten-thousandth is 11 m to the north.
    assert_eq!(found, [("A", 0), ("F", 11), ("B", 58)]);
    let far = map(&world, "near=180,0&radius=10000").await;
    assert_eq!(names(&far), ["D", "E"]);
    // A country: few places are shown by themselves, more than asked for as clusters, once they are counted.
    let counted = until(async || {
        let country = map(&world, "bbox=10,55,25,70&limit=3").await;
        country["clusters"].is_array().then_some(country)
    });
    let counted = counted.await;
    let sum: i64 = each(&counted["clusters"], "count").iter().map(|count| count.as_i64().unwrap()).sum();
    assert_eq!((sum, counted.get("content")), (4, None));
    assert_eq!(names(&map(&world, "bbox=10,55,25,70&limit=4").await), ["A", "B", "C", "F"]);
    for (query, field, code) in [
        ("", "bbox", "ONE_OF"),
        ("bbox=1,2,3,4&q=a", "bbox", "ONE_OF"),
        ("bbox=15,5,58,3,15,8,58,5", "bbox", "DECIMAL_COMMA"),
        ("bbox=15,59,16,58", "bbox", "ORDER"),
        ("bbox=15,58,16", "bbox", "BBOX"),
        ("near=15", "near", "NEAR"),
        ("bbox=15,58,16,59&type=PLANET", "type", "UNKNOWN"),
    ] {
        let path = format!("/api/public/infopoints?{query}");
        world.anyone("GET", &path).send().await.wrong_field(field, code);
    }
}

#[actix_web::test]
async fn places_are_found_by_name() {
    let world = World::new().await;
    world.open_search();
    world.search_is_whole().await;
    let anna = world.person("Anna").await;
    let place = makes(&anna, "Hornsjöns badplats", (15.63, 58.41)).await;
    makes(&anna, "Äppellunden", (15.61, 58.41)).await;
    until(async || (names(&map(&world, "q=hornsj").await) == ["Hornsjöns badplats"]).then_some(())).await;
    let found = until(async || {
        let found = world.anyone("GET", "/api/public/search?q=hornsj&types=infopoint").send().await.is(200);
        (found["groups"] != json!([])).then_some(found)
    });
    let found = &found.await["groups"][0];
    assert_eq!((&found["group"], &found["content"][0]["location"]), (&json!("Platser"), &json!("Linköping")));
    assert_eq!(found["content"][0]["slug"], json!(format!("infopoint/{}", id(&place["idInfopoint"]))));
    anna.delete(&at(&place, "")).await.is(204);
    // At once: what is found is compared with the store.
    assert_eq!(map(&world, "q=hornsj").await["content"], json!([]));
    let gone = world.anyone("GET", "/api/public/search?q=hornsj&types=infopoint").send().await.is(200);
    assert_eq!(gone["groups"], json!([]));
}

#[actix_web::test]
async fn favourites_are_kept_and_followers_notified() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    let place = makes(&anna, "Badet", (15.62, 58.41)).await;
    let connection = at(&place, "/connection");
    let first = bo.put(&connection, json!({"flFavorite": true})).await.is(200);
    assert_eq!((&first["flFavorite"], &first["flNotification"]), (&json!(true), &json!(false)));
    let both = bo.put(&connection, json!({"flNotification": true})).await.is(200);
    assert_eq!(both["idInfopointConnection"], first["idInfopointConnection"]);
    assert_eq!((&both["flFavorite"], &both["flNotification"]), (&json!(true), &json!(true)));
    cia.put(&connection, json!({"flFavorite": true})).await.is(200);
    let mine = bo.get("/api/v1/me/infopoints").await.is(200);
    assert_eq!((names(&mine), &mine["content"][0]["connection"]), (vec!["Badet".to_owned()], &both));
    assert_eq!(bo.get(&at(&place, "")).await.is(200)["connection"], both);

    world.done("infopoint-news").await;
    // Bo watches the municipality as well, and is notified of a change and of a new place.
    let watched = "/api/v1/me/infopoints/municipalities";
    bo.call("PUT", &format!("{watched}/580")).send().await.is(204);
    bo.call("PUT", &format!("{watched}/580")).send().await.is(204);
    bo.call("PUT", &format!("{watched}/1")).send().await.refused(404, "NOT_FOUND");
    assert_eq!(
        bo.get("/api/v1/me/infopoints").await.is(200)["municipalities"],
        json!([{"idMunicipality": 580, "name": "Linköping"}])
    );
    anna.put(&at(&place, ""), json!({"hours": "10–18", "version": 1})).await.is(200);
    let bell = bo.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["title"]), (&json!("PLACE_CHANGED"), &json!("Badet har ändrats")));
    makes(&anna, "Skogen", (15.6, 58.42)).await;
    let bell = bo.bell(2).await;
    assert_eq!(
        (&bell[0]["type"], &bell[0]["title"]),
        (&json!("PLACE_NEW"), &json!("Ny plats i Linköping: Skogen"))
    );
    // Not who has it as a favourite alone, nor who did it.
    world.done("infopoint-change").await;
    assert_eq!(cia.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);
    assert_eq!(anna.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);

    // A place that goes takes connections with it; what was said of it says that it is gone.
    bo.delete(&connection).await.is(204);
    bo.delete(&connection).await.is(204);
    bo.put(&connection, json!({"flNotification": true})).await.is(200);
    anna.delete(&at(&place, "")).await.is(204);
    until(async || {
        let mine = bo.get("/api/v1/me/infopoints").await.is(200);
        (mine["content"] == json!([])).then_some(())
    })
    .await;
    assert_eq!(bo.bell(2).await[1]["title"], "En plats som inte finns längre");
    world.done("infopoint-clear").await;
    bo.delete(&connection).await.refused(404, "NOT_FOUND");
    bo.delete(&format!("{watched}/580")).await.is(204);
    until(async || world.storage.check().await.unwrap().is_empty().then_some(())).await;
}

#[actix_web::test]
async fn a_place_has_pictures() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let place = makes(&anna, "Badet", (15.62, 58.41)).await;
    let sends = async |person: &Person, size: u32| {
        let (kind, body) = form("image", &png(size, 16));
        person.call("POST", &at(&place, "/pictures")).body(&kind, body).send().await
    };
    sends(&bo, 16).await.refused(403, "NOT_AUTHOR");
    let one = sends(&anna, 16).await.is(201);
    let two = sends(&anna, 32).await.is(201);
    let pictures = &two["pictures"];
    assert_eq!((pictures.as_array().unwrap().len(), &pictures[1]["width"]), (2, &json!(32)));
    assert_eq!(sends(&anna, 16).await.is(201)["version"], two["version"], "it is there already");
    let url = one["pictures"][0]["url"].as_str().unwrap();
    assert_eq!(world.anyone("GET", url).send().await.status, 200);
    let order = json!([{"image": pictures[1]["image"], "alt": "Bryggan"}]);
    let kept = anna.put(&at(&place, ""), json!({"pictures": order, "version": two["version"]})).await.is(200);
    assert_eq!(
        (kept["pictures"].as_array().unwrap().len(), &kept["pictures"][0]["alt"]),
        (1, &json!("Bryggan"))
    );
    let path = format!("/pictures/{}", pictures[1]["image"].as_str().unwrap());
    bo.delete(&at(&place, &path)).await.refused(403, "NOT_AUTHOR");
    assert_eq!(anna.delete(&at(&place, &path)).await.is(200)["pictures"], json!([]));
    anna.delete(&at(&place, &path)).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn a_reported_place_is_hidden() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (reporter, editor) = (world.person("Rut").await, org.with("EDITOR").await);
    let new = json!({"name": "Skolan", "longitude": 15.6, "latitude": 58.4, "idType": "SCHOOL", "idEntity": org.id});
    let infopoint = id(&editor.post(PATH, new).await.is(201)["idInfopoint"]);
    let report = json!({"targetType": "INFOPOINT", "targetId": infopoint, "reason": "den finns inte"});
    let case = id(&reporter.post("/api/v1/report", report).await.is(201)["idCase"]);
    decides(&org.owner, org.id, case, "hide").await.is(200);
    let path = format!("{PATH}/{infopoint}");
    until(async || (reporter.get(&path).await.status == 404).then_some(())).await;
    assert_eq!(org.owner.get(&path).await.is(200)["hidden"], true);
    assert_eq!(names(&map(&world, "near=15.6,58.4").await), Vec::<String>::new());
    until(async || world.storage.check().await.unwrap().is_empty().then_some(())).await;
}

#[actix_web::test]
async fn places_are_erased_with_who_made_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("EDITOR").await;
    let own = makes(&anna, "Mitt ställe", (15.62, 58.41)).await;
    let new = json!({"name": "Skolan", "longitude": 15.6, "latitude": 58.4, "idType": "SCHOOL", "idEntity": org.id});
    let theirs = anna.post(PATH, new).await.is(201);
    anna.put(&at(&theirs, "/connection"), json!({"flFavorite": true})).await.is(200);
    anna.call("PUT", "/api/v1/me/infopoints/municipalities/580").send().await.is(204);
    let user = world.storage.accounts.user(storage::UserId(anna.id)).await.unwrap().unwrap();
    (actors::infopoints::AREA.erase.unwrap())(&world.platform, &user).await.unwrap();
    (actors::infopoints::AREA.erase.unwrap())(&world.platform, &user).await.unwrap();
    org.owner.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
    let left = org.owner.get(&at(&theirs, "")).await.is(200);
    assert_eq!((&left["name"], &left["author"]["idEntity"]), (&json!("Skolan"), &json!(org.id)));
    assert_eq!(names(&map(&world, "bbox=15.5,58.3,15.8,58.5").await), ["Skolan"]);
    until(async || world.storage.check().await.unwrap().is_empty().then_some(())).await;
}

/// For [`crate::persons`].
pub async fn leave_traces(person: &Person) {
    let place = makes(person, "Min plats", (15.62, 58.41)).await;
    person.put(&at(&place, "/connection"), json!({"flNotification": true})).await.is(200);
    person.call("PUT", "/api/v1/me/infopoints/municipalities/580").send().await.is(204);
}
