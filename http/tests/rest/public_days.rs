//! `/api/public/days`, `/api/public/municipalities`.

use crate::harness::{World, each, json};

#[actix_web::test]
async fn days_by_date_and_kind() {
    let world = World::new().await;
    let ask = |query: &str| world.anyone("GET", &format!("/api/public/days?{query}")).send();
    let june = ask("from=2026-06-19&to=2026-06-20&types=holiday,eves,flagdays").await.is(200);
    assert_eq!(each(&june["content"], "name"), ["Midsommarafton", "Midsommardagen", "Midsommardagen"]);
    let day = &june["content"][1];
    for (field, value) in [
        ("date", json!("2026-06-20")),
        ("type", json!("holiday")),
        ("group", json!(1)),
        ("slug", json!("helgdagar/midsommardagen")),
        ("source", json!("Lag (1989:253) om allmänna helgdagar")),
    ] {
        assert_eq!(day[field], value, "{field}");
    }
    let types = ["holiday", "eves", "themeday", "flagdays", "unday", "nameday"];
    for (group, name) in (1..).zip(types) {
        let found = ask(&format!("from=2026-01-01&to=2026-12-31&group={group}")).await.is(200);
        let found = found["content"].as_array().unwrap();
        assert!(!found.is_empty() && found.iter().all(|day| day["type"] == name && day["group"] == group));
    }
    // What clients load beforehand.
    let years = ask("from=2020-01-01&to=2030-12-31&types=holiday,flagdays").await.is(200);
    let years = years["content"].as_array().unwrap();
    for ends in [("2020-01-01", "Nyårsdagen"), ("2030-12-26", "Annandag jul")] {
        assert!(
            years
                .iter()
                .any(|day| (day["date"].as_str(), day["name"].as_str()) == (Some(ends.0), Some(ends.1)))
        );
    }
    let all = ask("from=2028-01-01&to=2028-12-31").await.is(200);
    assert!(all["content"].as_array().unwrap().len() > 700, "a leap year fits");
}

#[actix_web::test]
async fn invalid_spans_and_words_are_refused() {
    let world = World::new().await;
    for (query, field, code) in [
        ("to=2026-06-20", "from", "REQUIRED"),
        ("from=2026-06-20", "to", "REQUIRED"),
        ("from=idag&to=2026-06-20", "from", "TYPE"),
        ("from=2026-02-30&to=2026-06-20", "from", "TYPE"),
        ("from=2026-01-01&to=2027-01-02", "to", "RANGE"),
        ("from=2020-01-01&to=2030-12-31&types=holiday,eves", "to", "RANGE"),
        ("from=2020-01-01&to=2031-12-31&types=holiday", "to", "RANGE"),
        ("from=2026-01-02&to=2026-01-01", "to", "RANGE"),
        ("from=1999-01-01&to=1999-01-02", "from", "RANGE"),
        ("from=9999-12-31&to=9999-12-31", "from", "RANGE"),
        ("from=2026-01-01&to=2026-01-02&types=fest", "types", "UNKNOWN"),
        ("from=2026-01-01&to=2026-01-02&group=7", "group", "RANGE"),
    ] {
        world.anyone("GET", &format!("/api/public/days?{query}")).send().await.wrong_field(field, code);
    }
}

#[actix_web::test]
async fn municipalities_have_their_official_codes() {
    let world = World::new().await;
    let all = world.anyone("GET", "/api/public/municipalities").send().await.is(200);
    let all = all["content"].as_array().unwrap();
    assert_eq!(all.len(), 290);
    let gotland = all.iter().find(|one| one["name"] == "Gotland").unwrap();
    for (field, value) in [
        ("idMunicipality", json!(980)),
        ("code", json!("0980")),
        ("countyCode", json!("09")),
        ("countyName", json!("Gotlands län")),
        ("slug", json!("ortskalendrar/gotland")),
    ] {
        assert_eq!(gotland[field], value, "{field}");
    }
    let anna = world.person("Anna").await;
    anna.patch("/api/v1/me", json!({"selectedMunicipalityId": 181})).await.is(200);
    anna.patch("/api/v1/me", json!({"selectedMunicipalityId": -1})).await.is(200);
    let none = json!({"selectedMunicipalityId": 179});
    anna.patch("/api/v1/me", none).await.wrong_field("selectedMunicipalityId", "UNKNOWN");
}

#[actix_web::test]
async fn locality_is_found_by_its_slug_with_its_municipality() {
    let world = World::new().await;
    let path = "/api/public/tatort/slug";
    let found = world.anyone("GET", &format!("{path}/gammelstad")).send().await.is(200);
    assert_eq!(
        (&found["slug"], &found["name"], &found["municipality"]["fullName"]),
        (&json!("gammelstad"), &json!("Gammelstad"), &json!("Luleå kommun"))
    );
    assert_eq!(found["page"], "ortskalendrar/gammelstad");
    world.anyone("GET", &format!("{path}/finns-inte")).send().await.refused(404, "NOT_FOUND");
}
