//! Lunch menus: who may write them, refusals, public reading. Contract §7.

use actors::platform::time::now;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use crate::harness::{Answer, Org, Person, Value, World, each, json, until};

/// A school with its own owner.
async fn school(world: &World, name: &str) -> Org {
    let org = world.org(name).await;
    org.owner.patch(&org.at(""), json!({"entityType": "school"})).await.is(200);
    org
}

/// Monday of this week.
fn monday() -> Date {
    let zone = TimeZone::get("Europe/Stockholm").unwrap();
    let today = jiff::Timestamp::from_millisecond(now()).unwrap().to_zoned(zone).date();
    let back = today.weekday().since(Weekday::Monday);
    today.checked_sub(back.days()).unwrap()
}

fn day(n: i32) -> String {
    monday().checked_add(n.days()).unwrap().to_string()
}

fn dish(name: &str) -> Value {
    json!({"name": name, "description": "med ris", "diet": ["VEGAN"], "allergens": ["CELERY", "SOYBEANS"]})
}

async fn saves(person: &Person, org: &Org, days: Value) -> Answer {
    person.post(&org.at("/lunch-menu"), json!({"days": days})).await
}

fn week(org: &Org) -> String {
    org.at(&format!("/lunch-menu?from={}&to={}", day(0), day(6)))
}

fn open_week(org: &Org) -> String {
    format!("/api/public/lunch-menu/{}?from={}&to={}", org.id, day(0), day(6))
}

async fn sheet(person: &Person, org: &Org, text: &str, more: &str) -> Answer {
    person.call("POST", &org.at(&format!("/lunch-menu/csv{more}"))).body("text/csv", text).send().await
}

#[actix_web::test]
async fn a_menu_is_written_read_changed_and_emptied() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let writer = org.with("MENU_WRITER").await;
    let empty = writer.get(&week(&org)).await.is(200);
    assert_eq!((&empty["days"], &empty["abilities"]), (&json!([]), &json!(["WRITE"])));
    let days = json!([
        {"date": day(1), "dishes": [dish("Linsgryta"), {"name": "Fisk"}]},
        {"date": day(0), "dishes": [dish("Soppa")], "note": "Utelunch"},
        {"date": day(2), "dishes": [], "note": "Studiedag, ingen lunch"},
    ]);
    let saved = saves(&writer, &org, days).await.is(200);
    assert_eq!(each(&saved["days"], "version"), [&json!(1), &json!(1), &json!(1)]);
    let seen = writer.get(&week(&org)).await.is(200);
    assert_eq!(each(&seen["days"], "date"), [&json!(day(0)), &json!(day(1)), &json!(day(2))], "by date");
    let first = &seen["days"][0];
    assert_eq!(first["week"], json!(monday().iso_week_date().week()));
    assert_eq!((&first["dishes"], &first["note"]), (&json!([dish("Soppa")]), &json!("Utelunch")));
    let plain = json!({"name": "Fisk", "description": null, "diet": [], "allergens": []});
    assert_eq!(seen["days"][1]["dishes"][1], plain);

    // One day changed, one unchanged, one emptied.
    let next = json!([
        {"date": day(0), "dishes": [dish("Gröt")], "version": 1},
        {"date": day(1), "dishes": [dish("Linsgryta"), {"name": "Fisk"}], "version": 1},
        {"date": day(2), "version": 1},
    ]);
    let saved = saves(&writer, &org, next).await.is(200);
    assert_eq!(each(&saved["days"], "version"), [&json!(2), &json!(1), &json!(2)]);
    let seen = writer.get(&week(&org)).await.is(200);
    assert_eq!(each(&seen["days"], "date"), [&json!(day(0)), &json!(day(1))]);
    assert_eq!(seen["days"][0]["note"], json!(null));
    // The emptied day is not shown; a write with its old version conflicts.
    saves(&writer, &org, json!([{"date": day(2), "note": "Korv", "version": 1}]))
        .await
        .refused(409, "MOVED_ON");
    saves(&writer, &org, json!([{"date": day(2), "note": "Korv"}])).await.is(200);
}

#[actix_web::test]
async fn change_of_a_stale_version_is_refused() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let cook = org.with("SCHOOL_FOOD_ADMIN").await;
    saves(&org.owner, &org, json!([{"date": day(0), "dishes": [dish("Soppa")]}])).await.is(200);
    saves(&cook, &org, json!([{"date": day(0), "dishes": [dish("Korv")], "version": 1}])).await.is(200);
    let stale = json!([
        {"date": day(1), "dishes": [dish("Fisk")]},
        {"date": day(0), "dishes": [dish("Gröt")], "version": 1},
    ]);
    let problem = saves(&org.owner, &org, stale).await.refused(409, "MOVED_ON");
    assert_eq!(problem["errors"][0]["field"], "days[1].version");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 1);
    let seen = cook.get(&week(&org)).await.is(200);
    assert_eq!(each(&seen["days"], "date"), [&json!(day(0))], "nothing of it is written");
    assert_eq!(seen["days"][0]["dishes"][0]["name"], "Korv");
    // Of concurrent writes without a version one succeeds.
    let tries =
        (0..6).map(|n| saves(&cook, &org, json!([{"date": day(3), "dishes": [dish(&format!("Rätt {n}"))]}])));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
}

#[actix_web::test]
async fn the_same_key_answers_the_first_result() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let body = json!({"days": [{"date": day(0), "dishes": [dish("Soppa")]}]});
    let call = || org.owner.call("POST", &org.at("/lunch-menu")).header("idempotency-key", "k1").json(&body);
    let first = call().send().await.is(200);
    assert_eq!(call().send().await.is(200), first);
}

#[actix_web::test]
async fn writing_menus_follows_roles_and_reading_is_public() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let other = school(&world, "Grannskolan").await;
    let days = || json!([{"date": day(0), "dishes": [dish("Soppa")]}]);
    saves(&org.owner, &org, days()).await.is(200);
    let mut outsiders = vec![world.person("Främling").await, other.owner.clone()];
    for relation in ["FOLLOWER", "CUSTOMER", "PUPIL", "MEMBER", "TEACHER", "MODERATOR", "PRESIDENT"] {
        outsiders.push(org.with(relation).await);
    }
    for outsider in outsiders {
        saves(&outsider, &org, json!([{"date": day(0), "version": 1}])).await.refused(403, "ROLE_TOO_LOW");
        sheet(&outsider, &org, "Datum;Rätt\n24/11;Korv\n", "").await.refused(403, "ROLE_TOO_LOW");
        sheet(&outsider, &org, "rubbish", "?dryRun=true").await.refused(403, "ROLE_TOO_LOW");
        let seen = outsider.get(&week(&org)).await.is(200);
        assert_eq!((&seen["abilities"], seen["days"].as_array().unwrap().len()), (&json!([]), 1));
    }
    for relation in ["ADMINISTRATOR", "SCHOOL_FOOD_ADMIN", "MENU_WRITER"] {
        let writer = org.with(relation).await;
        let version = writer.get(&week(&org)).await.is(200)["days"][0]["version"].take();
        let changed = json!([{"date": day(0), "dishes": [dish(relation)], "version": version}]);
        saves(&writer, &org, changed).await.is(200);
    }
    let nobody = world.anyone("GET", &open_week(&org)).send().await.is(200);
    assert_eq!((&nobody["abilities"], &nobody["school"]["entityName"]), (&json!([]), &json!("Björkskolan")));
    assert_eq!(nobody["days"][0]["dishes"][0]["name"], "MENU_WRITER");
    world.anyone("GET", &week(&org)).send().await.refused(401, "UNAUTHENTICATED");
    let post = world.anyone("POST", &org.at("/lunch-menu")).json(&json!({"days": days()}));
    post.send().await.refused(401, "UNAUTHENTICATED");
    let file = world.anyone("POST", &org.at("/lunch-menu/csv")).body("text/csv", "Datum;Rätt\n");
    file.send().await.refused(401, "UNAUTHENTICATED");
}

#[actix_web::test]
async fn only_schools_have_menus() {
    let world = World::new().await;
    let club = world.org("Klubben").await;
    let days = || json!([{"date": day(0), "dishes": [dish("Soppa")]}]);
    saves(&club.owner, &club, days()).await.refused(409, "NOT_A_SCHOOL");
    sheet(&club.owner, &club, "Datum;Rätt\n24/11;Korv\n", "").await.refused(409, "NOT_A_SCHOOL");
    club.owner.get(&week(&club)).await.refused(404, "NOT_FOUND");
    world.anyone("GET", &open_week(&club)).send().await.refused(404, "NOT_FOUND");
    for kind in ["preschool", "high-school"] {
        club.owner.patch(&club.at(""), json!({"entityType": kind})).await.is(200);
        world.anyone("GET", &open_week(&club)).send().await.is(200);
    }
    saves(&club.owner, &club, days()).await.is(200);
    let listed =
        async || world.anyone("GET", "/api/public/lunch-menu").send().await.is(200)["content"].take();
    assert_eq!(each(&listed().await, "entityName"), ["Klubben"]);
    // An organisation that is not a school any more shows no menu.
    club.owner.patch(&club.at(""), json!({"entityType": "company"})).await.is(200);
    assert_eq!(listed().await, json!([]));
    let absent = club.owner.post("/api/v1/entities/7/lunch-menu", json!({"days": days()})).await;
    absent.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn invalid_input_is_refused_by_field() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let before = world.dump().await;
    let owner = &org.owner;
    saves(owner, &org, json!([])).await.wrong_field("days", "LENGTH");
    saves(owner, &org, json!([{"date": "24/11"}])).await.wrong_field("days[0].date", "TYPE");
    saves(owner, &org, json!([{"date": "2019-01-01"}])).await.wrong_field("days[0].date", "RANGE");
    let twice = json!([{"date": day(0), "note": "a"}, {"date": day(0), "note": "b"}]);
    saves(owner, &org, twice).await.wrong_field("days[1].date", "TWICE");
    let with = |dish: Value| json!([{"date": day(0), "dishes": [dish]}]);
    saves(owner, &org, with(json!({"name": ""}))).await.wrong_field("days[0].dishes[0].name", "LENGTH");
    saves(owner, &org, with(json!({"name": " "}))).await.wrong_field("days[0].dishes[0].name", "REQUIRED");
    let long = json!({"name": "a".repeat(121)});
    saves(owner, &org, with(long)).await.wrong_field("days[0].dishes[0].name", "LENGTH");
    let meat = json!({"name": "Korv", "diet": ["MEAT"]});
    assert_eq!(saves(owner, &org, with(meat)).await.status, 422);
    let unseen = json!({"name": "Ko\u{202e}rv"});
    saves(owner, &org, with(unseen)).await.wrong_field("days[0].dishes[0].name", "CHARACTERS");
    let many = json!([{"date": day(0), "dishes": vec![dish("Korv"); 9]}]);
    saves(owner, &org, many).await.wrong_field("days[0].dishes", "LENGTH");
    let from = |from: &str, to: &str| org.at(&format!("/lunch-menu?from={from}&to={to}"));
    owner.get(&from("2026-01-02", "2026-01-01")).await.wrong_field("to", "RANGE");
    owner.get(&from("2026-01-01", "2027-02-05")).await.wrong_field("to", "RANGE");
    owner.get(&from("2026-01-01", "2027-02-04")).await.is(200);
    owner.get(&org.at("/lunch-menu?to=2026-01-01")).await.wrong_field("from", "REQUIRED");
    let list = |query: &str| world.anyone("GET", &format!("/api/public/lunch-menu?{query}")).send();
    list("limit=51").await.wrong_field("limit", "RANGE");
    list("after=x").await.wrong_field("after", "UNKNOWN");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn menu_list_is_previewed_and_imported() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let cook = org.with("SCHOOL_FOOD_ADMIN").await;
    saves(&cook, &org, json!([{"date": day(0), "dishes": [dish("Soppa")]}])).await.is(200);
    let file = format!(
        "\u{feff}Datum;Rätt;Kost;Allergener;Anteckning\r\n{};Fiskgratäng;;fisk, mjölk;\r\n;Linsgryta;vegansk;selleri;\r\n\
         {};;;;Studiedag, ingen lunch\r\n",
        day(0),
        day(1)
    );
    let before = world.dump().await;
    let shown = sheet(&cook, &org, &file, "?dryRun=true").await.is(200);
    World::assert_same(&before, &world.dump().await);
    assert_eq!((&shown["isSaved"], &shown["replaced"]), (&json!(false), &json!([day(0)])));
    assert_eq!(each(&shown["days"], "version"), [&json!(1), &json!(0)]);
    assert_eq!(each(&shown["days"][0]["dishes"], "name"), ["Fiskgratäng", "Linsgryta"]);
    assert_eq!(shown["days"][0]["dishes"][0]["allergens"], json!(["FISH", "MILK"]));
    assert_eq!(shown["days"][1]["note"], "Studiedag, ingen lunch");

    let taken = sheet(&cook, &org, &file, "").await.is(200);
    assert_eq!(
        (&taken["isSaved"], each(&taken["days"], "version")),
        (&json!(true), vec![&json!(2), &json!(1)])
    );
    let seen = world.anyone("GET", &open_week(&org)).send().await.is(200);
    assert_eq!(seen["days"], taken["days"]);
    // Imported again: no day is replaced.
    let again = sheet(&cook, &org, &file, "").await.is(200);
    assert_eq!((&again["replaced"], &again["days"]), (&json!([]), &taken["days"]));
}

#[actix_web::test]
async fn a_list_with_mistakes_changes_nothing() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let before = world.dump().await;
    let file = format!("Datum;Rätt;Allergener\n{};Soppa;\nigår;Korv;\n{};Gröt;grus\n", day(0), day(1));
    for more in ["", "?dryRun=true"] {
        let answer = sheet(&org.owner, &org, &file, more).await;
        let problem = answer.refused(422, "INVALID");
        assert_eq!(each(&problem["errors"], "field"), ["lines[3].date", "lines[4].allergens"]);
        assert_eq!(each(&problem["errors"], "code"), ["DATE", "UNKNOWN"]);
        assert!(problem["errors"][0]["message"].as_str().unwrap().starts_with("Rad 3: "));
    }
    for (file, code) in [("a;b\n1;2\n", "COLUMNS"), ("Datum;Rätt\n", "EMPTY"), ("", "COLUMNS")] {
        sheet(&org.owner, &org, file, "").await.wrong_field("file", code);
    }
    let path = org.at("/lunch-menu/csv");
    let pdf = org.owner.call("POST", &path).body("application/pdf", "x").send().await;
    pdf.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    let large = org.owner.call("POST", &path).body("text/csv", vec![b'a'; (1 << 20) + 1]).send().await;
    assert_eq!(large.status, 413);
    World::assert_same(&before, &world.dump().await);
    let (kind, form) = crate::harness::form("file", format!("Datum;Rätt\n{};Soppa\n", day(0)).as_bytes());
    let answer = org.owner.call("POST", &path).body(&kind, form).send().await;
    assert_eq!(answer.is(200)["isSaved"], true);
}

#[actix_web::test]
async fn schools_are_found_by_name_in_pages() {
    let world = World::new().await;
    let mut orgs = Vec::new();
    for name in ["Ängsskolan", "Björkskolan", "Norra Ängsskolan"] {
        let org = school(&world, name).await;
        saves(&org.owner, &org, json!([{"date": day(0), "dishes": [dish("Soppa")]}])).await.is(200);
        orgs.push(org);
    }
    // Schools without a menu are not listed.
    school(&world, "Ängsdals skola").await;
    let list = async |query: &str| {
        world.anyone("GET", &format!("/api/public/lunch-menu?{query}")).send().await.is(200)
    };
    let names = |page: &Value| -> Vec<String> {
        each(&page["content"], "entityName")
            .into_iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&list("q=%C3%A4ngs").await), ["Ängsskolan", "Norra Ängsskolan"]);
    let short = list("q=%C3%A4ngs&limit=1").await;
    assert_eq!((names(&short), &short["hasMore"]), (vec!["Ängsskolan".to_owned()], &json!(true)));
    let first = list("limit=2").await;
    assert_eq!(
        (names(&first), &first["hasMore"]),
        (vec!["Ängsskolan".to_owned(), "Björkskolan".to_owned()], &json!(true))
    );
    let next: String = form_urlencoded::byte_serialize(first["next"].as_str().unwrap().as_bytes()).collect();
    let rest = list(&format!("limit=2&after={next}")).await;
    assert_eq!(
        (names(&rest), &rest["next"], &rest["hasMore"]),
        (vec!["Norra Ängsskolan".to_owned()], &json!(null), &json!(false))
    );
    // A renamed school is found by its new name.
    orgs[1].owner.patch(&orgs[1].at(""), json!({"entityName": "Ekskolan"})).await.is(200);
    let found = until(|| async { Some(names(&list("q=ek").await)).filter(|found| !found.is_empty()) }).await;
    assert_eq!(found, ["Ekskolan"]);
    assert_eq!(names(&list("q=bj").await), Vec::<String>::new());
}
