//! `/api/public/users/{userName}`: a public page with what the person allows.

use crate::harness::{World, json};

#[actix_web::test]
async fn public_page_requires_the_persons_consent() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, colleague) = (org.with("TEACHER").await, org.with("MEMBER").await);
    let path = format!("/api/public/users/{}", anna.name);
    let stranger = world.person("Främling").await;
    let anybody = || world.anyone("GET", &path).send();
    anybody().await.refused(404, "NOT_FOUND");
    stranger.get(&path).await.refused(404, "NOT_FOUND");
    for person in [&anna, &colleague] {
        let seen = person.get(&path).await.is(200);
        assert_eq!((&seen["userName"], &seen["municipality"]), (&json!(anna.name), &json!(null)));
    }

    let me = anna.get("/api/v1/me").await.is(200);
    assert_eq!((&me["findable"], &me["showMunicipality"]), (&json!(false), &json!(false)));
    let open = json!({"findable": true, "selectedMunicipalityId": 580});
    assert_eq!(anna.patch("/api/v1/me", open).await.is(200)["findable"], true);
    let page = anybody().await.is(200);
    let fields: Vec<&String> = page.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["displayName", "idUser", "municipality", "profileImage", "userName"]);
    assert_eq!(page["municipality"], json!(null));
    anna.patch("/api/v1/me", json!({"showMunicipality": true})).await.is(200);
    assert_eq!(anybody().await.is(200)["municipality"], "Linköping");
    anna.patch("/api/v1/me", json!({"findable": false})).await.is(200);
    anybody().await.refused(404, "NOT_FOUND");
    world.anyone("GET", "/api/public/users/ingen").send().await.refused(404, "NOT_FOUND");
    let organisation = format!("/api/public/users/{}", org.slug);
    anna.get(&organisation).await.refused(404, "NOT_FOUND");
}
