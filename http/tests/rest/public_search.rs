//! `/api/public/search`.

use std::time::Duration;

use crate::harness::{Limits, Person, Value, World, json};

/// A world whose index is open and held to the store.
async fn world() -> World {
    let world = World::new().await;
    open(&world).await;
    world
}

async fn open(world: &World) {
    world.platform.search.open(&world.folder.path().join("search")).unwrap();
    actix_web::rt::spawn(actors::search::keep_true(world.platform.clone()));
    wait_for(world, "q=Juldagen", |groups| groups == &json!(["Helgdagar", "Flaggdagar"])).await;
}

async fn search(world: &World, query: &str) -> Value {
    world.anyone("GET", &format!("/api/public/search?{query}")).send().await.is(200)["groups"].take()
}

fn labels(groups: &Value) -> Value {
    groups.as_array().unwrap().iter().map(|group| group["group"].clone()).collect()
}

/// The names of a group.
fn names(groups: &Value, group: &str) -> Vec<String> {
    let groups = groups.as_array().unwrap();
    let content = groups.iter().find(|found| found["group"] == group).map(|found| &found["content"]);
    let content = content.and_then(Value::as_array).cloned().unwrap_or_default();
    content.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// The index follows within a second or so.
async fn wait_for(world: &World, query: &str, right: impl Fn(&Value) -> bool) {
    let mut seen = Value::Null;
    for _ in 0..200 {
        seen = search(world, query).await;
        if right(&labels(&seen)) {
            return;
        }
        actix_web::rt::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{query} finds {seen}");
}

const NOTHING: fn(&Value) -> bool = |labels| labels == &json!([]);

#[actix_web::test]
async fn days_and_places_by_group() {
    let world = world().await;
    let found = search(&world, "q=mids").await;
    assert_eq!(labels(&found), json!(["Helgdagar", "Aftnar", "Flaggdagar"]));
    assert_eq!(
        found[0]["content"][0],
        json!({"slug": "helgdagar/midsommardagen", "name": "Midsommardagen", "type": "holiday", "location": null,
            "imgUrl": null, "group": "Helgdagar"})
    );
    let place = search(&world, "q=linkoping").await;
    assert_eq!(
        place[0]["content"],
        json!([{"slug": "ortskalendrar/linkoping", "name": "Linköping", "type": "kommun",
            "location": "Östergötlands län", "imgUrl": null, "group": "Platser"},
            {"slug": "ortskalendrar/linkoping", "name": "Linköping", "type": "tatort",
            "location": "Tätort i Linköpings kommun", "imgUrl": null, "group": "Platser"}])
    );
    // å is no a to a Swede, but a finds å after what begins with a.
    let places = names(&search(&world, "q=%C3%A5&types=kommun&limit=20").await, "Platser");
    assert!(places.iter().take(4).all(|name| name.starts_with('Å')), "{places:?}");
    assert_eq!(names(&search(&world, "q=ang&types=kommun").await, "Platser"), ["Ånge", "Ängelholm"]);
    assert_eq!(names(&search(&world, "q=G%C3%B6tebrg&types=kommun").await, "Platser"), ["Göteborg"]);
    let only = search(&world, "q=nord&types=themeday").await;
    assert_eq!(names(&only, "Temadagar"), ["Nordens dag"]);
    assert_eq!(labels(&only), json!(["Temadagar"]));
    assert_eq!(search(&world, "q=anna&types=nameday").await[0]["content"][0]["slug"], "namnsdagar/anna");
    assert_eq!(search(&world, "").await, json!([]));
}

#[actix_web::test]
async fn localities_behind_their_municipalities() {
    let world = world().await;
    let places = async |query: &str| -> Vec<(String, String, String)> {
        let found = search(&world, query).await;
        assert_eq!(labels(&found), json!(["Platser"]), "{query}");
        let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
        let content = found[0]["content"].as_array().unwrap();
        content.iter().map(|one| (text(one, "type"), text(one, "name"), text(one, "location"))).collect()
    };
    let is = |kind: &str, name: &str, location: &str| (kind.to_owned(), name.to_owned(), location.to_owned());
    // Diacritics do not matter, nor does one letter; the address is the municipality's, which has a page.
    let found = search(&world, "q=akersberga&types=tatort").await;
    let akersberga = json!([{"slug": "ortskalendrar/osteraker", "name": "Åkersberga", "type": "tatort",
        "location": "Tätort i Österåkers kommun", "imgUrl": null, "group": "Platser"}]);
    assert_eq!(found[0]["content"], akersberga);
    assert_eq!(search(&world, "q=%C3%85kersbega").await[0]["content"], akersberga);
    // Of one name the municipality comes first, also where only one is shown.
    let mora = [
        is("kommun", "Mora", "Dalarnas län"),
        is("tatort", "Mora", "Tätort i Mora kommun"),
        is("tatort", "Mora", "Tätort i Säters kommun"),
    ];
    assert_eq!(places("q=mora&types=kommun,tatort").await[..3], mora);
    assert_eq!(places("q=mora&types=kommun,tatort&limit=1").await, mora[..1]);
    assert_eq!(places("q=mora&types=tatort").await[..2], mora[1..]);
    // What is a whole name goes before a municipality that only begins so.
    assert_eq!(
        places("q=vi&types=kommun,tatort&limit=1").await[0],
        is("tatort", "Vi", "Tätort i Sundsvalls kommun")
    );
    // However many municipalities begin so, localities alone are found where they alone are asked for.
    for (kind, limit) in [("tatort", 1), ("tatort", 20), ("kommun", 20)] {
        let found = places(&format!("q=s&types={kind}&limit={limit}")).await;
        assert!(found.len() == limit && found.iter().all(|(found, ..)| found == kind), "{found:?}");
    }
}

#[actix_web::test]
async fn a_person_only_while_they_allow_it() {
    let world = World::new().await;
    let anna = world.person("Tristana").await;
    let bo = world.person("Godehard").await;
    bo.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    open(&world).await;
    let people = |labels: &Value| labels == &json!(["Personer"]);
    // What was said before the index was there is found, too.
    wait_for(&world, "q=godehard", people).await;
    assert_eq!(search(&world, "q=tristana").await, json!([]));
    let open = json!({"findable": true, "showMunicipality": true, "selectedMunicipalityId": 580});
    anna.patch("/api/v1/me", open).await.is(200);
    wait_for(&world, "q=tristana", people).await;
    let found = search(&world, "q=tristana").await;
    let me = anna.get("/api/v1/me").await.is(200);
    assert_eq!(
        found[0]["content"][0],
        json!({"slug": anna.name, "name": me["displayName"], "type": "person", "location": "Linköping",
            "imgUrl": null, "group": "Personer"})
    );
    anna.patch("/api/v1/me", json!({"displayName": "Isolde"})).await.is(200);
    wait_for(&world, "q=isolde", people).await;
    anna.patch("/api/v1/me", json!({"findable": false})).await.is(200);
    // At once: the index is asked for pointers, the store for who may be found.
    assert_eq!(search(&world, "q=isolde").await, json!([]));
}

#[actix_web::test]
async fn organisations_are_found_as_they_are_now() {
    let world = World::new().await;
    let before = world.org("Zebrabo SK").await;
    open(&world).await;
    wait_for(&world, "q=zebrabo", |labels| labels == &json!(["Organisationer"])).await;
    assert_eq!(names(&search(&world, "q=zebrabo").await, "Organisationer"), ["Zebrabo SK"]);
    let found = search(&world, "q=sk&types=school,company").await;
    assert_eq!(labels(&found), json!([]), "it is an association or a school: {found}");
    world.org("Kvastfabriken").await;
    wait_for(&world, "q=kvastfa", |labels| labels == &json!(["Organisationer"])).await;
    before.owner.patch(&before.at(""), json!({"entityName": "Borstbindarna"})).await.is(200);
    wait_for(&world, "q=borstb", |labels| labels == &json!(["Organisationer"])).await;
    wait_for(&world, "q=zebrabo", NOTHING).await;
}

/// A node that died after its write, or a command beside the server: nobody is told, and it is found all the same.
#[actix_web::test]
async fn a_change_that_is_not_announced_is_found() {
    let world = world().await;
    let anna = world.person("Fridolfina").await;
    let accounts = &world.platform.storage.accounts;
    assert!(accounts.set_visibility(storage::UserId(anna.id), true, false).await.unwrap());
    wait_for(&world, "q=fridolfina", |labels| labels == &json!(["Personer"])).await;
    accounts.update_profile(storage::UserId(anna.id), "Isa", "Ek", "Isabeau", -1, Vec::new()).await.unwrap();
    wait_for(&world, "q=isabeau", |labels| labels == &json!(["Personer"])).await;
    wait_for(&world, "q=fridolfina", |labels| labels == &json!([])).await;
    // Whoever opens the index next goes on from there.
    let index = world.platform.search.index().unwrap();
    index.flush().await.unwrap();
    let kept = index.kept().unwrap().map(|kept| kept.parse::<storage::changes::Cursor>());
    assert!(kept.is_some_and(|kept| kept.is_ok()));
}

#[actix_web::test]
async fn searches_that_are_none_and_too_many() {
    let world = World::with(Limits::Default, None).await;
    let ask = |query: &str| world.anyone("GET", &format!("/api/public/search?{query}")).send();
    ask(&format!("q={}", "x".repeat(101))).await.wrong_field("q", "LENGTH");
    ask("q=a&types=planet").await.wrong_field("types", "UNKNOWN");
    for limit in ["0", "21"] {
        ask(&format!("q=a&limit={limit}")).await.wrong_field("limit", "RANGE");
    }
    let anna = world.person("Anna").await;
    let answers = futures_util::future::join_all((0..40).map(|_| ask("q=a"))).await;
    let refused: Vec<_> = answers.into_iter().filter(|answer| answer.status != 200).collect();
    // Ten more come free with every second that the asking takes.
    assert!(!refused.is_empty());
    for answer in refused {
        answer.refused(429, "RATE_LIMITED");
    }
    anna.get("/api/public/search?q=a").await.is(200);
}

#[actix_web::test]
async fn nobody_finds_whom_a_block_keeps_from_them() {
    let world = world().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    for person in [&anna, &bo] {
        person.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    }
    for name in ["Anna", "Bo"] {
        wait_for(&world, &format!("q={name}&types=person"), |labels| labels == &json!(["Personer"])).await;
    }
    let finds = async |me: &Person, name: &str| {
        let found = me.get(&format!("/api/public/search?q={name}&types=person")).await.is(200);
        names(&found["groups"], "Personer").len()
    };
    assert_eq!((finds(&anna, "Bo").await, finds(&bo, "Anna").await), (1, 1));
    let block = anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    assert_eq!((finds(&anna, "Bo").await, finds(&bo, "Anna").await), (0, 0));
    assert_eq!((finds(&cia, "Bo").await, finds(&cia, "Anna").await), (1, 1));
    anna.delete(&format!("/api/v1/contacts/block/{}", block["blockId"])).await.is(204);
    assert_eq!((finds(&anna, "Bo").await, finds(&bo, "Anna").await), (1, 1));
}
