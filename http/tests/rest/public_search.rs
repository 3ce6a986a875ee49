//! `/api/public/search`.

use actors::platform::time::{ZONE, now};
use jiff::ToSpan;
use storage::ProfileChange;
use storage::time::Moment;

use crate::harness::{Limits, Org, Patience, Person, Value, World, json};

/// A world with an open index that follows the store.
async fn world() -> World {
    let world = World::new().await;
    open(&world).await;
    world
}

async fn open(world: &World) {
    world.open_search();
    world.search_is_whole().await;
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

/// The index follows within about a second.
async fn wait_for(world: &World, query: &str, right: impl Fn(&Value) -> bool) {
    let mut seen = Value::Null;
    let mut patience = Patience::new();
    while patience.lasts().await {
        seen = search(world, query).await;
        if right(&labels(&seen)) {
            return;
        }
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
    // å is distinct from a, but a finds å after exact matches.
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
    // Diacritics do not matter, nor does one typo; the slug is its own page.
    let found = search(&world, "q=akersberga&types=tatort").await;
    let akersberga = json!([{"slug": "ortskalendrar/akersberga", "name": "Åkersberga", "type": "tatort",
        "location": "Tätort i Österåkers kommun", "imgUrl": null, "group": "Platser"}]);
    assert_eq!(found[0]["content"], akersberga);
    assert_eq!(search(&world, "q=%C3%85kersbega").await[0]["content"], akersberga);
    // Of one name the municipality comes first, even if only one is shown.
    let mora = [
        is("kommun", "Mora", "Dalarnas län"),
        is("tatort", "Mora", "Tätort i Mora kommun"),
        is("tatort", "Mora", "Tätort i Säters kommun"),
    ];
    assert_eq!(places("q=mora&types=kommun,tatort").await[..3], mora);
    assert_eq!(places("q=mora&types=kommun,tatort&limit=1").await, mora[..1]);
    assert_eq!(places("q=mora&types=tatort").await[..2], mora[1..]);
    // A whole name goes before a municipality with that prefix.
    assert_eq!(
        places("q=vi&types=kommun,tatort&limit=1").await[0],
        is("tatort", "Vi", "Tätort i Sundsvalls kommun")
    );
    // Localities are found when requested alone, however many municipalities match.
    for (kind, limit) in [("tatort", 1), ("tatort", 20), ("kommun", 20)] {
        let found = places(&format!("q=s&types={kind}&limit={limit}")).await;
        assert!(found.len() == limit && found.iter().all(|(found, ..)| found == kind), "{found:?}");
    }
}

#[actix_web::test]
async fn people_are_found_only_while_they_allow_it() {
    let world = World::new().await;
    let anna = world.person("Tristana").await;
    let bo = world.person("Godehard").await;
    bo.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    open(&world).await;
    let people = |labels: &Value| labels == &json!(["Personer"]);
    // Changes from before the index are found, too.
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
    // At once: the index answers pointers, the store decides who may be found.
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
    let family = json!({"entityName": "Kvastfamiljen", "entityType": "family"});
    before.owner.post("/api/v1/entities", family).await.is(201);
    world.org("Kvastfabriken").await;
    wait_for(&world, "q=kvastfab", |labels| labels == &json!(["Organisationer"])).await;
    assert_eq!(names(&search(&world, "q=kvastfa").await, "Organisationer"), ["Kvastfabriken"]);
    before.owner.patch(&before.at(""), json!({"entityName": "Borstbindarna"})).await.is(200);
    wait_for(&world, "q=borstb", |labels| labels == &json!(["Organisationer"])).await;
    wait_for(&world, "q=zebrabo", NOTHING).await;
}

/// After a node died following its write, or a command beside the server: found without an event.
#[actix_web::test]
async fn unannounced_change_is_found() {
    let world = world().await;
    let anna = world.person("Fridolfina").await;
    let accounts = &world.platform.storage.accounts;
    let found = ProfileChange { findable: Some(true), ..ProfileChange::default() };
    assert!(accounts.change_profile(storage::UserId(anna.id), found, None, Vec::new()).await.unwrap());
    wait_for(&world, "q=fridolfina", |labels| labels == &json!(["Personer"])).await;
    let [first_name, last_name, display_name] = ["Isa", "Ek", "Isabeau"].map(|name| Some(name.to_owned()));
    let named = ProfileChange { first_name, last_name, display_name, ..ProfileChange::default() };
    accounts.change_profile(storage::UserId(anna.id), named, None, Vec::new()).await.unwrap();
    wait_for(&world, "q=isabeau", |labels| labels == &json!(["Personer"])).await;
    wait_for(&world, "q=fridolfina", |labels| labels == &json!([])).await;
    // The next process that opens the index continues from there.
    let index = world.platform.search.index().unwrap().index();
    index.flush().await.unwrap();
    let kept = index.kept().await.unwrap().map(|kept| kept.parse::<storage::changes::Cursor>());
    assert!(kept.is_some_and(|kept| kept.is_ok()));
}

#[actix_web::test]
async fn invalid_and_too_many_searches_are_refused() {
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
    // Each second that the calls take restores ten more.
    assert!(!refused.is_empty());
    for answer in refused {
        answer.refused(429, "RATE_LIMITED");
    }
    anna.get("/api/public/search?q=a").await.is(200);
}

#[actix_web::test]
async fn blocked_people_do_not_find_each_other() {
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

async fn calendar(person: &Person, org: Option<&Org>, visibility: &str) -> String {
    let new = json!({"name": "Scenen", "idEntity": org.map(|org| org.id), "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

/// An evening in a future year.
async fn evening(person: &Person, calendar: &str, title: &str, more: Value) -> Value {
    let mut body = json!({"calendarUUID": calendar, "title": title, "start": "2090-06-10T17:00:00Z",
        "end": "2090-06-10T19:00:00Z"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/event", body).await.is(201)
}

const EVENTS: fn(&Value) -> bool = |labels| labels == &json!(["Händelser"]);

#[actix_web::test]
async fn events_for_everybody_by_title_place_and_organiser() {
    let world = World::new().await;
    let org = world.org("Dragspelsklubben").await;
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let place = json!({"place": {"name": "Bystugan", "address": "Kvarngränd 3"}});
    let made = evening(&org.owner, &uuid, "Höstkonsert", place).await;
    // Events from before the index are found, too.
    open(&world).await;
    wait_for(&world, "q=h%C3%B6stkonsert", EVENTS).await;
    let slug = format!("event/{}", made["eventUUID"].as_str().unwrap());
    let found = search(&world, "q=h%C3%B6stkonsert").await;
    assert_eq!(
        found[0]["content"],
        json!([{"slug": slug, "name": "Höstkonsert", "type": "event", "location": "Bystugan", "imgUrl": null,
            "start": "2090-06-10T17:00:00.000Z", "group": "Händelser"}])
    );
    for query in ["bystugan", "kvarngr%C3%A4nd", "dragspels", "hostkonsrt"] {
        let found = search(&world, &format!("q={query}&types=event")).await;
        assert_eq!(names(&found, "Händelser"), ["Höstkonsert"], "{query}");
    }
    // The organisation's own name is in its own group.
    assert_eq!(labels(&search(&world, "q=dragspels").await), json!(["Organisationer", "Händelser"]));
    let day = json!({"allDay": true, "startDate": "2090-05-01", "endDate": "2090-05-02", "start": null, "end": null});
    evening(&org.owner, &uuid, "Höstmarknad", day).await;
    wait_for(&world, "q=h%C3%B6stmarknad", EVENTS).await;
    let both = search(&world, "q=h%C3%B6st&types=event").await;
    assert_eq!(names(&both, "Händelser"), ["Höstmarknad", "Höstkonsert"], "soonest first");
    let first = &both[0]["content"][0];
    assert_eq!((&first["startDate"], &first["start"]), (&json!("2090-05-01"), &Value::Null));
    assert_eq!(names(&search(&world, "q=h%C3%B6st&types=event&limit=1").await, "Händelser"), ["Höstmarknad"]);
    // By the organisation's current name.
    org.owner.patch(&org.at(""), json!({"entityName": "Nyckelharporna"})).await.is(200);
    wait_for(&world, "q=nyckelharp&types=event", EVENTS).await;
}

#[actix_web::test]
async fn words_of_time_find_events_of_that_time() {
    let world = world().await;
    let org = world.org("Klubben").await;
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let today = actors::calendar::day(Moment(now()), ZONE).unwrap();
    // At noon in Sweden, after that many days.
    let noon = |days: i64| {
        let day = today.checked_add(days.days()).unwrap();
        Moment(actors::calendar::begins(day, ZONE).unwrap().0 + 12 * 3_600_000)
    };
    let at = |days: i64| json!({"start": noon(days), "end": Moment(noon(days).0 + 3_600_000)});
    evening(&org.owner, &uuid, "Loppis", at(1)).await;
    evening(&org.owner, &uuid, "Loppis sedan", at(2)).await;
    let mut daily = at(-1);
    daily["rrule"] = json!("FREQ=DAILY;COUNT=3");
    evening(&org.owner, &uuid, "Trollstund", daily).await;
    let mut hidden = at(1);
    hidden["visibility"] = json!("PRIVATE");
    evening(&org.owner, &uuid, "Hemligt", hidden).await;
    evening(&org.owner, &uuid, "Sist", at(1)).await;
    wait_for(&world, "q=sist&types=event", EVENTS).await;
    let found = async |query: &str| {
        let mut all = names(&search(&world, &format!("q={query}&types=event")).await, "Händelser");
        all.sort();
        all
    };
    for query in ["imorgon", "i%20morgon"] {
        assert_eq!(found(query).await, ["Loppis", "Sist", "Trollstund"], "{query}");
    }
    assert_eq!(found("loppis%20imorgon").await, ["Loppis"]);
    assert_eq!(found("%C3%B6vermorgon").await, ["Loppis sedan"]);
    let first = search(&world, "q=troll%20imorgon&types=event").await;
    assert_eq!(first[0]["content"][0]["start"], json!(noon(1)), "the one that is meant");
    // Other groups are unchanged, and a time without events finds nothing.
    assert_eq!(labels(&search(&world, "q=imorgon&types=person,school").await), json!([]));
    assert_eq!(found("konsert%20imorgon").await, Vec::<String>::new());
}

#[actix_web::test]
async fn restricted_events_are_not_found() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    for (at, visibility) in ["PUBLIC", "UNLISTED", "RESTRICTED", "PRIVATE"].into_iter().enumerate() {
        let of_org = calendar(&org.owner, Some(&org), visibility).await;
        for event in ["PUBLIC", "UNLISTED", "RESTRICTED", "PRIVATE"] {
            evening(&org.owner, &of_org, &format!("Kvastresa {at} {event}"), json!({"visibility": event}))
                .await;
        }
    }
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    evening(&org.owner, &uuid, "Kvastresa inställd", json!({"eventStatus": "CANCELLED"})).await;
    let over = json!({"start": "2020-06-10T17:00:00Z", "end": "2020-06-10T19:00:00Z"});
    evening(&org.owner, &uuid, "Kvastresa förbi", over).await;
    let until = json!({"start": "2020-06-10T17:00:00Z", "end": "2020-06-10T19:00:00Z",
        "rrule": "FREQ=WEEKLY;COUNT=3"});
    evening(&org.owner, &uuid, "Kvastresa upprepad", until).await;
    evening(&org.owner, &uuid, "Kvastresa sist", json!({})).await;
    let asked = "/api/public/search?q=kvastresa&limit=20";
    wait_for(&world, "q=kvastresa%20sist", EVENTS).await;
    let seen = ["Kvastresa 0 PUBLIC", "Kvastresa sist"];
    assert_eq!(names(&search(&world, "q=kvastresa&limit=20").await, "Händelser"), seen);
    // Whoever asks: restricted events are found only in their calendars.
    for person in [&org.owner, &member] {
        assert_eq!(names(&person.get(asked).await.is(200)["groups"], "Händelser"), seen);
    }
}

#[actix_web::test]
async fn an_event_is_found_as_it_is_now() {
    let world = world().await;
    let org = world.org("Teatern").await;
    let owner = &org.owner;
    let uuid = calendar(owner, Some(&org), "PUBLIC").await;
    let made = evening(owner, &uuid, "Gubbröra", json!({})).await;
    wait_for(&world, "q=gubbr", EVENTS).await;
    let path = format!("/api/v1/event/{}", made["id"]);
    let change = async |more: Value| {
        let mut body = owner.get(&path).await.is(200);
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        owner.put(&path, body).await.is(200);
    };
    change(json!({"title": "Snickarglädje"})).await;
    wait_for(&world, "q=snickargl", EVENTS).await;
    wait_for(&world, "q=gubbr", NOTHING).await;
    // At once: the index answers pointers, the store decides what may be found.
    for (there, gone) in [
        (json!({"visibility": "PUBLIC"}), json!({"visibility": "RESTRICTED"})),
        (json!({"eventStatus": "CONFIRMED"}), json!({"eventStatus": "CANCELLED"})),
    ] {
        change(gone).await;
        assert_eq!(search(&world, "q=snickargl").await, json!([]));
        change(there).await;
        wait_for(&world, "q=snickargl", EVENTS).await;
    }
    let calendar_at = format!("/api/v1/calendars/{uuid}");
    owner.put(&calendar_at, json!({"name": "Scenen", "visibility": "UNLISTED"})).await.is(200);
    assert_eq!(search(&world, "q=snickargl").await, json!([]));
    owner.put(&calendar_at, json!({"name": "Scenen", "visibility": "PUBLIC"})).await.is(200);
    wait_for(&world, "q=snickargl", EVENTS).await;
    owner.delete(&path).await.is(204);
    assert_eq!(search(&world, "q=snickargl").await, json!([]));
    evening(owner, &uuid, "Spelmansstämma", json!({"rrule": "FREQ=YEARLY"})).await;
    wait_for(&world, "q=spelmans", EVENTS).await;
    owner.delete(&calendar_at).await.is(204);
    assert_eq!(search(&world, "q=spelmans").await, json!([]));
}

#[actix_web::test]
async fn events_of_blocked_people_are_not_found() {
    let world = world().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    bo.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let uuid = calendar(&anna, None, "PUBLIC").await;
    evening(&anna, &uuid, "Trädgårdsloppis", json!({})).await;
    wait_for(&world, "q=tr%C3%A4dg%C3%A5rdsl", EVENTS).await;
    let finds = async |me: &Person| {
        let found = me.get("/api/public/search?q=tr%C3%A4dg%C3%A5rdsl").await.is(200);
        names(&found["groups"], "Händelser").len()
    };
    assert_eq!((finds(&anna).await, finds(&bo).await), (1, 1));
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    assert_eq!((finds(&anna).await, finds(&bo).await), (1, 0));
}
