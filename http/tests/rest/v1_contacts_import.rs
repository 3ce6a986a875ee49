//! `/api/v1/contacts/import`: finds people of an address list; nothing of the list is stored.

use storage::UserStatus;

use crate::harness::{Answer, Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;

async fn import(person: &Person, kind: &str, file: impl Into<Vec<u8>>) -> Answer {
    person.call("POST", "/api/v1/contacts/import").body(kind, file).send().await
}

fn card(name: &str, email: &str) -> String {
    format!(
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{name}\r\nEMAIL;TYPE=INTERNET:{email}\r\nTEL:070-1\r\nEND:VCARD\r\n"
    )
}

/// Matches, in the order of the file.
fn found(answer: &Value) -> Vec<Value> {
    each(&answer["people"], "user").into_iter().map(|user| user["id"].clone()).collect()
}

#[actix_web::test]
async fn import_finds_findable_people_of_a_list() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let (public, stranger) = (world.person("Offentlig").await, world.person("Främling").await);
    public.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let waits = world.user("Väntar", UserStatus::Pending).await;
    befriend(&anna, &cia).await;
    cia.hushed().await;
    let people = [&bo, &cia, &public, &stranger];
    let mut file: String = people.iter().map(|person| card("Namn", &person.email.to_uppercase())).collect();
    file += &card("Väntar", waits.email.as_deref().unwrap());
    file += &card("Ingen Alls", "ingen@example.se");
    let before = world.dump().await;
    let answer = import(&anna, "text/vcard", file.clone()).await.is(200);
    World::assert_same(&before, &world.dump().await);
    assert_eq!(
        found(&answer),
        [json!(bo.id), json!(cia.id), json!(public.id), Value::Null, Value::Null, Value::Null]
    );
    assert_eq!(
        each(&answer["people"], "status"),
        [&json!("none"), &json!("contact"), &json!("none"), &Value::Null, &Value::Null, &Value::Null]
    );
    let last = json!({"name": "Ingen Alls", "email": "ingen@example.se", "phone": "070-1", "user": null, "status": null});
    assert_eq!(answer["people"][5], last);
    // An account that the caller may not know of looks like none.
    let mut unknown = answer["people"][3].clone();
    unknown["email"] = json!("ingen@example.se");
    unknown["name"] = json!("Ingen Alls");
    assert_eq!(unknown, last);
    // Only people who allow it, and nobody behind a block.
    bo.patch("/api/v1/me", json!({"discoverable": false})).await.is(200);
    cia.post("/api/v1/contacts/block", json!({"userId": anna.id})).await.is(200);
    let answer = import(&anna, "text/vcard; charset=utf-8", file).await.is(200);
    assert_eq!(found(&answer)[..3], [Value::Null, Value::Null, json!(public.id)]);
}

#[actix_web::test]
async fn lists_of_other_programs_are_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let csv = format!("Namn;E-post;Telefon\nBo;{};070-2\n", bo.email);
    assert_eq!(found(&import(&anna, "text/csv", csv).await.is(200)), [json!(bo.id)]);
    for kind in
        ["application/json", "text/plain", "application/octet-stream", "multipart/form-data; boundary=x"]
    {
        import(&anna, kind, "{}").await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    import(&anna, "text/csv", vec![b'x'; (1 << 20) + 1]).await.refused(413, "TOO_LARGE");
    import(&anna, "text/csv", "a,b\n1,2\n").await.wrong_field("file", "COLUMNS");
    for nothing in ["", "hej", "BEGIN:VCARD\nBEGIN:VCARD\nBEGIN:VCARD"] {
        import(&anna, "text/vcard", nothing).await.wrong_field("file", "UNREADABLE");
    }
    let many: String = (0..1_001).map(|n| card(&format!("P{n}"), &format!("p{n}@example.se"))).collect();
    import(&anna, "text/vcard", many).await.wrong_field("file", "TOO_MANY");
    // Bytes that are not text.
    let rubbish: Vec<u8> = (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for kind in ["text/vcard", "text/csv"] {
        assert_eq!(import(&anna, kind, rubbish.clone()).await.status, 422, "{kind}");
    }
}
