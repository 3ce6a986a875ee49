//! `/api/v1/contacts`: requests, contacts, following. Contract §5; texts of the specification.

use actors::platform::limits::Rates;
use storage::contacts::{Bond, BondState};
use storage::ids::UserId;

use crate::harness::{Answer, Org, Patience, Person, Value, World, each, id, ids, json};

const REQUESTS: &str = "/api/v1/contacts/requests";
const DAY: i64 = 86_400_000;

async fn ask(person: &Person, other: &Person) -> Answer {
    person.post(REQUESTS, json!({"toUserId": other.id})).await
}

async fn answer(person: &Person, request: i64, what: &str) -> Answer {
    person.call("POST", &format!("{REQUESTS}/{request}/{what}")).send().await
}

pub async fn status(person: &Person, other: &Person) -> Value {
    person.get(&format!("/api/v1/contacts/status/{}", other.id)).await.is(200)
}

/// Makes two people contacts; answers each one's contact id.
pub async fn befriend(one: &Person, other: &Person) -> [i64; 2] {
    let request = id(&ask(one, other).await.is(201)["requestId"]);
    let both = answer(other, request, "accept").await.is(200)["contactIds"].take();
    [id(&both[1]), id(&both[0])]
}

async fn list(person: &Person, rest: &str) -> Value {
    person.get(&format!("/api/v1/contacts{rest}")).await.is(200)["content"].take()
}

async fn count(person: &Person) -> i64 {
    let counted = id(&person.get("/api/v1/contacts/requests/count").await.is(200)["count"]);
    assert_eq!(person.get("/api/v1/me/unread").await.is(200)["contacts"], counted);
    counted
}

pub async fn three(world: &World) -> (Org, Person, Person, Person) {
    let org = world.org("Skolan").await;
    let people = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    (org, people.0, people.1, people.2)
}

#[actix_web::test]
async fn request_is_sent_and_accepted() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    let mine = status(&anna, &anna).await;
    assert_eq!((&mine["status"], &mine["canRequest"]), (&json!("self"), &json!(false)));
    let before = status(&anna, &bo).await;
    assert_eq!((&before["status"], &before["canRequest"]), (&json!("none"), &json!(true)));

    let new = json!({"toUserId": bo.id, "message": "  Hej Bo!  "});
    let asked = anna.post(REQUESTS, new).await.is(201);
    assert_eq!(asked["message"], "Kontaktförfrågan skickad");
    let request = id(&asked["requestId"]);
    let sent = status(&anna, &bo).await;
    assert_eq!(
        (&sent["status"], &sent["canRequest"], &sent["requestId"]),
        (&json!("request_sent"), &json!(false), &json!(request))
    );
    let received = status(&bo, &anna).await;
    assert_eq!((&received["status"], &received["requestId"]), (&json!("request_received"), &json!(request)));
    assert_eq!((count(&anna).await, count(&bo).await), (0, 1));

    let page = bo.get(&format!("{REQUESTS}/incoming")).await.is(200);
    assert_eq!(page["content"], page["requests"]);
    let it = &page["content"][0];
    assert_eq!(
        (&it["id"], &it["requestId"], &it["message"]),
        (&json!(request), &json!(request), &json!("Hej Bo!"))
    );
    assert_eq!(
        (&it["user"]["id"], &it["fromUserId"], &it["toUserId"]),
        (&json!(anna.id), &json!(anna.id), &json!(bo.id))
    );
    assert_eq!((&it["user"]["slug"], &it["user"]["username"]), (&json!(anna.name), &json!(anna.name)));
    let theirs = list(&anna, "/requests/outgoing").await;
    assert_eq!((ids(&theirs), &theirs[0]["user"]["id"]), (vec![request], &json!(bo.id)));
    assert_eq!(list(&bo, "/requests/outgoing").await, json!([]));
    assert_eq!(list(&cia, "/requests/incoming").await, json!([]));

    let bell = bo.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["actorId"]), (&json!("CONTACT_REQUEST"), &json!(anna.id)));
    assert_eq!(
        (&bell[0]["path"], &bell[0]["preview"]),
        (&json!("/kontakter?tab=requests"), &json!("Hej Bo!"))
    );

    let both = answer(&bo, request, "accept").await.is(200);
    assert_eq!(both["message"], "Kontaktförfrågan accepterad");
    let (his, hers) = (id(&both["contactIds"][0]), id(&both["contactIds"][1]));
    for (one, other, contact) in [(&anna, &bo, hers), (&bo, &anna, his)] {
        let now = status(one, other).await;
        assert_eq!((&now["status"], &now["contactId"]), (&json!("contact"), &json!(contact)));
        let page = one.get("/api/v1/contacts").await.is(200);
        assert_eq!(page["content"], page["contacts"]);
        assert_eq!(
            (ids(&page["content"]), &page["content"][0]["user"]["id"]),
            (vec![contact], &json!(other.id))
        );
        // The contract's defaults.
        let privacy = json!({"feedSetting": "ALL", "eventSetting": "FREE_BUSY"});
        assert_eq!(page["content"][0]["privacySettings"], privacy);
    }
    assert_eq!(count(&bo).await, 0);
    let told = anna.bell(1).await;
    assert_eq!(
        (&told[0]["type"], &told[0]["path"]),
        (&json!("CONTACT_ACCEPTED"), &json!(format!("/u/{}", bo.name)))
    );
    // An answered request's notification is removed.
    bo.hushed().await;
    bo.bell(0).await;
    answer(&bo, request, "accept").await.refused(404, "NOT_FOUND");
    ask(&anna, &bo).await.refused(409, "ALREADY_CONTACT");
    ask(&bo, &anna).await.refused(409, "ALREADY_CONTACT");
}

#[actix_web::test]
async fn crossing_requests_accept_each_other() {
    let world = World::new().await;
    let (org, anna, bo, _) = three(&world).await;
    let first = id(&ask(&anna, &bo).await.is(201)["requestId"]);
    ask(&anna, &bo).await.refused(409, "ALREADY_REQUESTED");
    let crossing = ask(&bo, &anna).await.is(200);
    assert_eq!(
        (&crossing["requestId"], &crossing["message"]),
        (&json!(first), &json!("Kontaktförfrågan accepterad"))
    );
    let mine = status(&bo, &anna).await;
    assert_eq!((&mine["status"], &mine["contactId"]), (&json!("contact"), &crossing["contactIds"][0]));
    assert_eq!(status(&anna, &bo).await["contactId"], crossing["contactIds"][1]);
    // Concurrently, several times.
    for _ in 0..6 {
        let (one, other) = (org.with("MEMBER").await, org.with("MEMBER").await);
        let (a, b) = futures_util::future::join(ask(&one, &other), ask(&other, &one)).await;
        let mut statuses = [a.status, b.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 201]);
        for (me, them) in [(&one, &other), (&other, &one)] {
            assert_eq!(status(me, them).await["status"], "contact");
            assert_eq!(list(me, "/requests/incoming").await, json!([]));
            assert_eq!(list(me, "/requests/outgoing").await, json!([]));
            assert_eq!(each(&list(me, "").await, "user")[0]["id"], them.id);
        }
    }
}

#[actix_web::test]
async fn rejected_request_may_be_repeated_after_seven_days() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    let request = id(&ask(&anna, &bo).await.is(201)["requestId"]);
    for stranger in [&anna, &cia] {
        answer(stranger, request, "accept").await.refused(404, "NOT_FOUND");
        answer(stranger, request, "reject").await.refused(404, "NOT_FOUND");
    }
    assert_eq!(answer(&bo, request, "reject").await.is(200)["message"], "Kontaktförfrågan avvisad");
    assert_eq!((count(&bo).await, list(&anna, "/requests/outgoing").await), (0, json!([])));
    let refused = ask(&anna, &bo).await;
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((6 * 86_400..=7 * 86_400 + 1).contains(&wait), "{wait}");
    refused.refused(429, "REJECTED_RECENTLY");
    let told = status(&anna, &bo).await;
    assert_eq!((&told["status"], &told["canRequest"]), (&json!("none"), &json!(false)));
    assert!(told["retryAt"].is_string(), "{told}");
    // The person who rejected may send a request at any time; the other one may not yet.
    assert_eq!(status(&bo, &anna).await["canRequest"], true);
    // Seven days later.
    let (a, b) = (UserId(anna.id), UserId(bo.id));
    let pair = world.storage.contacts.pair(a, b).await.unwrap().bond;
    assert_eq!(pair.state, BondState::Rejected);
    let old = Bond { since: pair.since - 7 * DAY, ..pair.clone() };
    assert!(world.storage.contacts.change(&pair, &old, Vec::new()).await.unwrap());
    assert_eq!(status(&anna, &bo).await["canRequest"], true);
    ask(&anna, &bo).await.is(201);
}

#[actix_web::test]
async fn a_request_is_taken_back_and_a_contact_removed() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    let request = id(&ask(&anna, &bo).await.is(201)["requestId"]);
    bo.bell(1).await;
    let path = format!("{REQUESTS}/{request}");
    for other in [&bo, &cia] {
        other.delete(&path).await.refused(404, "NOT_FOUND");
    }
    anna.delete(&path).await.is(204);
    anna.delete(&path).await.refused(404, "NOT_FOUND");
    answer(&bo, request, "accept").await.refused(404, "NOT_FOUND");
    let mut patience = Patience::new();
    while patience.lasts().await {
        if bo.get("/api/v1/notifications").await.is(200)["content"] == json!([]) {
            break;
        }
    }
    bo.bell(0).await;
    assert_eq!(count(&bo).await, 0);
    // At once again.
    ask(&anna, &bo).await.is(201);
    anna.delete(&format!("{REQUESTS}/{}", status(&anna, &bo).await["requestId"])).await.is(204);

    let [hers, his] = befriend(&anna, &bo).await;
    for (person, contact) in [(&bo, hers), (&cia, hers), (&anna, his)] {
        person.delete(&format!("/api/v1/contacts/{contact}")).await.refused(404, "NOT_FOUND");
        let path = format!("/api/v1/contacts/{contact}/privacy");
        person.put(&path, json!({"feedSetting": "PUBLIC"})).await.refused(404, "NOT_FOUND");
    }
    let privacy = format!("/api/v1/contacts/{hers}/privacy");
    let set = anna.put(&privacy, json!({"eventSetting": "DETAILS"})).await.is(200);
    assert_eq!(set["privacySettings"], json!({"feedSetting": "ALL", "eventSetting": "DETAILS"}));
    let set = anna.put(&privacy, json!({"feedSetting": "PUBLIC"})).await.is(200);
    assert_eq!(set["privacySettings"], json!({"feedSetting": "PUBLIC", "eventSetting": "DETAILS"}));
    assert_eq!(list(&anna, "").await[0]["privacySettings"], set["privacySettings"]);
    let his_view = list(&bo, "").await[0]["privacySettings"].take();
    assert_eq!(his_view, json!({"feedSetting": "ALL", "eventSetting": "FREE_BUSY"}), "each their own");
    anna.put(&privacy, json!({"eventSetting": "EVERYTHING"})).await.refused(422, "INVALID");

    anna.delete(&format!("/api/v1/contacts/{hers}")).await.is(204);
    for (one, other) in [(&anna, &bo), (&bo, &anna)] {
        assert_eq!(list(one, "").await, json!([]));
        assert_eq!(status(one, other).await["status"], "none");
    }
    bo.delete(&format!("/api/v1/contacts/{his}")).await.refused(404, "NOT_FOUND");
    // Earlier settings are not restored with the contact.
    befriend(&bo, &anna).await;
    assert_eq!(list(&anna, "").await[0]["privacySettings"]["feedSetting"], "ALL");
}

#[actix_web::test]
async fn contacts_by_name_in_pages() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let mut by_name = Vec::new();
    for name in ["Östen Ek", "Åsa Berg", "Zara Ek", "Ärla Lind"] {
        let person = org.with("MEMBER").await;
        person.patch("/api/v1/me", json!({"displayName": name})).await.is(200);
        befriend(&person, &anna).await;
        by_name.push(person);
    }
    let names = async |rest: &str| {
        let page = anna.get(&format!("/api/v1/contacts{rest}")).await.is(200);
        let names = each(&page["content"], "user").into_iter().map(|user| user["displayName"].clone());
        (names.collect::<Vec<_>>(), page["hasMore"].clone())
    };
    let all = ["Zara Ek", "Åsa Berg", "Ärla Lind", "Östen Ek"].map(Value::from).to_vec();
    assert_eq!(names("").await, (all.clone(), json!(false)));
    assert_eq!(names("?size=3").await, (all[..3].to_vec(), json!(true)));
    assert_eq!(names("?size=3&page=1").await, (all[3..].to_vec(), json!(false)));
    assert_eq!(names("?page=1000").await, (Vec::new(), json!(false)), "past the end");
    assert_eq!(names("?q=ek").await.0, ["Zara Ek", "Östen Ek"]);
    assert_eq!(names("?q=%C3%A4").await.0, ["Ärla Lind"]);
    anna.get("/api/v1/contacts?size=101").await.wrong_field("size", "RANGE");
    // A new name moves the entry.
    by_name[2].patch("/api/v1/me", json!({"displayName": "Örjan Zetterlund"})).await.is(200);
    let mut patience = Patience::new();
    while patience.lasts().await {
        if names("").await.0[2] == "Örjan Zetterlund" && names("?q=zara").await.0.is_empty() {
            break;
        }
    }
    assert_eq!(names("").await.0, ["Åsa Berg", "Ärla Lind", "Örjan Zetterlund", "Östen Ek"].map(Value::from));
    assert_eq!(names("?q=zett").await.0, ["Örjan Zetterlund"]);
}

#[actix_web::test]
async fn requests_go_only_to_eligible_people() {
    let world = World::new().await;
    let (_, anna, bo, _) = three(&world).await;
    let hidden = world.person("Dold").await;
    anna.post(REQUESTS, json!({"toUserId": anna.id})).await.wrong_field("toUserId", "SELF");
    for unknown in [7, hidden.id] {
        anna.post(REQUESTS, json!({"toUserId": unknown})).await.refused(404, "NOT_FOUND");
        anna.get(&format!("/api/v1/contacts/status/{unknown}")).await.refused(404, "NOT_FOUND");
        anna.post("/api/v1/contacts/follow", json!({"toUserId": unknown})).await.refused(404, "NOT_FOUND");
    }
    let long = "å".repeat(501);
    anna.post(REQUESTS, json!({"toUserId": bo.id, "message": long})).await.wrong_field("message", "LENGTH");
    let within = json!({"toUserId": bo.id, "message": "å".repeat(500)});
    anna.post(REQUESTS, within).await.is(201);
    // A person who is findable by everybody can be sent requests by everybody.
    hidden.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    ask(&anna, &hidden).await.is(201);
    // The recipient of a request may see its sender, though nothing else connects them.
    assert_eq!(status(&hidden, &anna).await["status"], "request_received");
    hidden.get(&format!("/api/public/users/{}", anna.name)).await.is(200);
}

#[actix_web::test]
async fn twenty_requests_an_hour() {
    let world = World::with_rates(Rates::default()).await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let bo = org.with("MEMBER").await;
    for _ in 0..20 {
        let request = id(&ask(&anna, &bo).await.is(201)["requestId"]);
        // Refused requests and answers do not count.
        ask(&anna, &bo).await.refused(409, "ALREADY_REQUESTED");
        anna.delete(&format!("{REQUESTS}/{request}")).await.is(204);
    }
    ask(&anna, &bo).await.refused(429, "RATE_LIMITED");
    // The other one's request can be accepted all the same.
    ask(&bo, &anna).await.is(201);
    ask(&anna, &bo).await.is(200);
}

#[actix_web::test]
async fn following_is_independent_in_both_directions() {
    let world = World::new().await;
    let (_, anna, bo, _) = three(&world).await;
    let follow = async || anna.post("/api/v1/contacts/follow", json!({"toUserId": bo.id})).await.is(200);
    for _ in 0..2 {
        assert_eq!(follow().await["message"], "Du följer nu denna användare");
        let now = status(&anna, &bo).await;
        assert_eq!(
            (&now["status"], &now["isFollowing"], &now["canRequest"]),
            (&json!("follower"), &json!(true), &json!(true))
        );
    }
    assert_eq!(status(&bo, &anna).await["status"], "none");
    let mine = list(&anna, "/following").await;
    assert_eq!(each(&mine, "user")[0]["id"], bo.id);
    assert_eq!(mine.as_array().map(Vec::len), Some(1));
    assert_eq!(list(&bo, "/following").await, json!([]));
    // Contacts and following are independent: removing the contact keeps the following.
    let [hers, _] = befriend(&anna, &bo).await;
    let now = status(&anna, &bo).await;
    assert_eq!((&now["status"], &now["isFollowing"]), (&json!("contact"), &json!(true)));
    anna.delete(&format!("/api/v1/contacts/{hers}")).await.is(204);
    assert_eq!(status(&anna, &bo).await["status"], "follower");
    for _ in 0..2 {
        anna.delete(&format!("/api/v1/contacts/follow/{}", bo.id)).await.is(204);
        assert_eq!(status(&anna, &bo).await["status"], "none");
    }
    assert_eq!(list(&anna, "/following").await, json!([]));
    anna.post("/api/v1/contacts/follow", json!({"toUserId": anna.id})).await.wrong_field("toUserId", "SELF");
    anna.delete("/api/v1/contacts/follow/7").await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn contacts_may_always_write() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    let outside = world.person("Utomstående").await;
    outside.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let write = async |from: &Person, to: &Person| {
        from.post("/api/v1/messages/conversations", json!({"userIds": [to.id], "idType": 1})).await
    };
    let people = async |from: &Person, q: &str| {
        let found = from.get(&format!("/api/v1/messages/people?q={q}")).await.data();
        each(&found, "userId").into_iter().cloned().collect::<Vec<_>>()
    };
    // CONTACTS means contacts only, also within an organisation.
    bo.patch("/api/v1/me", json!({"whoMayMessage": "CONTACTS"})).await.is(200);
    write(&cia, &bo).await.refused(403, "MAY_NOT_MESSAGE");
    assert!(!people(&cia, "").await.contains(&json!(bo.id)));
    befriend(&cia, &bo).await;
    assert!(people(&cia, "").await.contains(&json!(bo.id)));
    write(&cia, &bo).await.is(201);
    // SHARED_ORG includes contacts outside the organisation.
    write(&outside, &anna).await.wrong_field("userIds", "UNKNOWN");
    befriend(&anna, &outside).await;
    assert_eq!(people(&outside, "member").await, [json!(anna.id)]);
    write(&outside, &anna).await.is(201);
}
