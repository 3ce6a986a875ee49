//! `/api/v1/messages`: conversations between people. Contract §3.5.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;

use crate::harness::{Answer, Org, Patience, Person, Value, World, each, id, ids, json};

const CONVERSATIONS: &str = "/api/v1/messages/conversations";

async fn ask(person: &Person, people: &[&Person]) -> Answer {
    let people: Vec<i64> = people.iter().map(|one| one.id).collect();
    person.post(CONVERSATIONS, json!({"userIds": people, "idType": 1})).await
}

/// Opens the conversation of some people; answers its id.
async fn between(person: &Person, people: &[&Person]) -> i64 {
    id(&ask(person, people).await.data()["id"])
}

async fn list(person: &Person) -> Value {
    person.get(CONVERSATIONS).await.data()["content"].take()
}

async fn conversation(person: &Person, id: i64) -> Value {
    person.get(&format!("{CONVERSATIONS}/{id}")).await.data()
}

async fn unread(person: &Person) -> i64 {
    let counted = id(&person.get("/api/v1/messages/unread").await.data());
    let all = person.get("/api/v1/me/unread").await.is(200);
    assert_eq!(all["messages"], counted);
    counted
}

/// An organisation and members of it.
async fn members<const N: usize>(world: &World) -> (Org, [Person; N]) {
    let org = world.org("Skolan").await;
    let mut people = Vec::new();
    for _ in 0..N {
        people.push(org.with("MEMBER").await);
    }
    let people = people.try_into().unwrap_or_else(|_| unreachable!());
    (org, people)
}

#[actix_web::test]
async fn two_people_write_to_each_other() {
    let world = World::new().await;
    let (_, [anna, bo, cia]) = members(&world).await;
    let opened = ask(&anna, &[&bo]).await.is(201)["data"].take();
    let it = id(&opened["id"]);
    assert_eq!((&opened["channelId"], &opened["idType"]), (&json!(it), &json!(1)));
    assert_eq!(anna.get(&format!("/api/v1/chat/channels/{it}")).await.data()["idType"], 1);
    assert_eq!(each(&opened["people"], "userId"), [&json!(bo.id)]);
    assert_eq!(opened["people"][0]["username"], bo.name.as_str());
    assert_eq!(
        (&opened["lastMessage"], &opened["hasUnread"], &opened["canPost"]),
        (&Value::Null, &json!(false), &json!(true))
    );
    // An empty conversation is listed only for those who opened it.
    assert_eq!(ids(&list(&anna).await), [it]);
    assert!(ids(&list(&bo).await).is_empty());
    assert_eq!(unread(&anna).await, 0);

    let first = anna.says(it, "hej Bo").await;
    let theirs = list(&bo).await;
    assert_eq!(ids(&theirs), [it]);
    assert_eq!(each(&theirs[0]["people"], "userId"), [&json!(anna.id)]);
    assert_eq!(theirs[0]["lastMessage"]["messageId"], first);
    assert_eq!(theirs[0]["lastMessage"]["preview"], "hej Bo");
    assert_eq!(theirs[0]["lastMessage"]["created"], theirs[0]["lastActivity"]);
    assert_eq!(theirs[0]["hasUnread"], true);
    assert_eq!((unread(&bo).await, unread(&anna).await), (1, 0));
    assert_eq!(each(&bo.reads(it).await, "content"), [&json!("hej Bo")]);

    let read = bo.post(&format!("{CONVERSATIONS}/{it}/read"), json!({})).await.data();
    assert_eq!(read["lastReadMessageId"], first);
    assert_eq!((unread(&bo).await, conversation(&bo, it).await["hasUnread"].clone()), (0, json!(false)));
    // Anna sees up to where Bo has read.
    assert_eq!(conversation(&anna, it).await["people"][0]["lastReadMessageId"], first);
    bo.patch("/api/v1/me", json!({"showReadMarks": false})).await.is(200);
    assert_eq!(conversation(&anna, it).await["people"][0]["lastReadMessageId"], Value::Null);
    assert_eq!(conversation(&bo, it).await["people"][0]["lastReadMessageId"], Value::Null, "neither does Bo");

    // Nobody else may read the conversation or its content.
    for path in ["", "/messages", "/events?after=0", "/role", "/members", "/unread"] {
        cia.get(&format!("/api/v1/chat/channels/{it}{path}")).await.refused(403, "ACCESS_DENIED");
    }
    cia.get(&format!("{CONVERSATIONS}/{it}")).await.refused(403, "ACCESS_DENIED");
    cia.post(&format!("{CONVERSATIONS}/{it}/read"), json!({})).await.refused(403, "ACCESS_DENIED");
    cia.sends(it, json!({"content": "hej"})).await.refused(403, "ACCESS_DENIED");
    cia.get(&format!("/api/v1/chat/messages/{first}/thread")).await.refused(404, "NOT_FOUND");
    assert!(ids(&list(&cia).await).is_empty());
    // Neither a channel nor an unknown id is a conversation.
    let general = world.org("Grannskolan").await;
    general.owner.get(&format!("{CONVERSATIONS}/{}", general.general)).await.refused(404, "NOT_FOUND");
    anna.get(&format!("{CONVERSATIONS}/1")).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn the_same_people_have_the_same_conversation() {
    let world = World::new().await;
    let (_, [anna, bo, cia]) = members(&world).await;
    let two = between(&anna, &[&bo]).await;
    let three = between(&anna, &[&bo, &cia]).await;
    assert_ne!(two, three);
    for answer in [ask(&anna, &[&bo, &anna]).await, ask(&bo, &[&anna]).await, ask(&bo, &[&anna, &anna]).await]
    {
        assert_eq!(answer.is(200)["data"]["id"], two);
    }
    assert_eq!(ask(&cia, &[&bo, &anna]).await.is(200)["data"]["id"], three);
    // Another person who opens an empty one has it in the list as well.
    assert_eq!(ids(&list(&bo).await), [two]);
    assert_eq!(ids(&list(&anna).await), [three, two]);
    // Opened concurrently.
    let (_, [dan, eva]) = members(&world).await;
    let asked = futures_util::future::join_all(
        (0..8)
            .map(|n| if n % 2 == 0 { (&dan, &eva) } else { (&eva, &dan) })
            .map(async |(one, other)| id(&ask(one, &[other]).await.data()["id"])),
    );
    let asked = asked.await;
    assert!(asked.iter().all(|id| *id == asked[0]), "{asked:?}");
}

#[actix_web::test]
async fn conversations_have_two_to_eight_eligible_people() {
    let world = World::new().await;
    let (org, [anna, bo]) = members(&world).await;
    let hidden = world.person("Dold").await;
    let wrong = async |body: Value, field: &str, code: &str| {
        anna.post(CONVERSATIONS, body).await.wrong_field(field, code);
    };
    for kind in [114, 0, 2, -1] {
        wrong(json!({"userIds": [bo.id], "idType": kind}), "idType", "ID_TYPE").await;
    }
    wrong(json!({"userIds": [anna.id], "idType": 1}), "userIds", "PEOPLE").await;
    // An unknown person and one that the caller may not know of look alike.
    wrong(json!({"userIds": [77], "idType": 1}), "userIds", "UNKNOWN").await;
    wrong(json!({"userIds": [hidden.id], "idType": 1}), "userIds", "UNKNOWN").await;
    wrong(json!({"userIds": [bo.id, hidden.id], "idType": 1}), "userIds", "UNKNOWN").await;
    let mut people = vec![bo.id];
    while people.len() < 8 {
        people.push(org.with("MEMBER").await.id);
    }
    wrong(json!({"userIds": people, "idType": 1}), "userIds", "PEOPLE").await;
    people.pop();
    let eight = anna.post(CONVERSATIONS, json!({"userIds": people, "idType": 1})).await.is(201);
    assert_eq!(eight["data"]["people"].as_array().map(Vec::len), Some(7));
}

#[actix_web::test]
async fn who_may_message_is_respected() {
    let world = World::new().await;
    let (_, [anna, bo]) = members(&world).await;
    let stranger = world.person("Cia").await;
    let choose = async |person: &Person, what: Value| person.patch("/api/v1/me", what).await.is(200);
    assert_eq!(anna.get("/api/v1/me").await.is(200)["whoMayMessage"], "SHARED_ORG");
    assert_eq!(anna.get("/api/v1/me").await.is(200)["showReadMarks"], true);
    // Findable, but accepts messages from their organisations only.
    choose(&anna, json!({"findable": true})).await;
    ask(&stranger, &[&anna]).await.refused(403, "MAY_NOT_MESSAGE");
    assert_eq!(choose(&anna, json!({"whoMayMessage": "EVERYONE"})).await["whoMayMessage"], "EVERYONE");
    ask(&stranger, &[&anna]).await.is(201);
    choose(&anna, json!({"whoMayMessage": "CONTACTS"})).await;
    ask(&bo, &[&anna]).await.refused(403, "MAY_NOT_MESSAGE");
    // An existing conversation stays open.
    let it = id(&ask(&stranger, &[&anna]).await.is(200)["data"]["id"]);
    stranger.says(it, "hej").await;
    anna.says(it, "hej").await;
    anna.patch("/api/v1/me", json!({"whoMayMessage": "NOBODY"})).await.refused(422, "INVALID");
}

#[actix_web::test]
async fn conversation_has_fixed_people_and_no_settings() {
    let world = World::new().await;
    let (org, [anna, bo, cia]) = members(&world).await;
    let it = between(&anna, &[&bo]).await;
    let at = |rest: &str| format!("/api/v1/chat/channels/{it}{rest}");
    let seen = anna.get(&at("")).await.data();
    assert_eq!((&seen["channelType"], &seen["workspaceId"]), (&json!("DIRECT"), &json!(0)));
    let role = anna.get(&at("/role")).await.data();
    assert_eq!((&role["role"], &role["permissions"]), (&json!("MEMBER"), &json!(["READ", "POST"])));
    anna.put(&at(""), json!({"displayName": "Vi"})).await.refused(409, "DIRECT");
    anna.post(&at("/archive"), json!({})).await.refused(409, "DIRECT");
    anna.post(&at("/unarchive"), json!({})).await.refused(409, "DIRECT");
    anna.put(&at(&format!("/members/{}", cia.id)), json!({})).await.refused(409, "DIRECT");
    anna.put(&at(&format!("/members/{}", bo.id)), json!({"role": "ADMIN"})).await.refused(409, "DIRECT");
    anna.delete(&at(&format!("/members/{}", bo.id))).await.refused(409, "DIRECT");
    anna.delete(&at(&format!("/members/{}", anna.id))).await.refused(409, "DIRECT");
    anna.get(&at("/pending")).await.refused(403, "ROLE_TOO_LOW");
    for stranger in [&cia, &org.owner] {
        stranger
            .put(&at(&format!("/members/{}", stranger.id)), json!({}))
            .await
            .refused(403, "ACCESS_DENIED");
        stranger.delete(&at(&format!("/members/{}", stranger.id))).await.refused(403, "ACCESS_DENIED");
        stranger.put(&at(""), json!({})).await.refused(403, "ACCESS_DENIED");
    }
    assert_eq!(each(&anna.get(&at("/members")).await.data(), "role"), [&json!("MEMBER"); 2]);
    // Roles are equal: everybody may change their own messages only.
    let hers = anna.says(it, "mitt @channel").await;
    assert_eq!(anna.reads(it).await[0]["content"], "mitt @channel");
    bo.put(&format!("/api/v1/chat/messages/{hers}"), json!({"content": "ditt"}))
        .await
        .refused(403, "NOT_AUTHOR");
    bo.delete(&format!("/api/v1/chat/messages/{hers}")).await.refused(403, "NOT_AUTHOR");
    anna.put(&format!("/api/v1/chat/messages/{hers}"), json!({"content": "vårt"})).await.data();
    assert_eq!(conversation(&bo, it).await["lastMessage"]["preview"], "vårt");
    let reply = bo.replies(it, hers, "svar").await;
    assert_eq!(
        anna.get(&format!("/api/v1/chat/messages/{hers}/thread")).await.data()["replies"][0]["id"],
        reply
    );
    anna.put(&format!("/api/v1/chat/messages/{hers}/reactions/%F0%9F%91%8D"), json!({})).await.data();
    anna.delete(&format!("/api/v1/chat/messages/{hers}")).await.data();
    assert_eq!(conversation(&bo, it).await["lastMessage"]["preview"], "Meddelandet har tagits bort.");
    // It belongs to no workspace.
    anna.get("/api/v1/chat/workspaces/0/channels").await.refused(404, "NOT_FOUND");
    let listed = anna.get(&format!("/api/v1/chat/workspaces/{}/channels", org.workspace)).await.data();
    assert!(!ids(&listed).contains(&it));
}

#[actix_web::test]
async fn inbox_has_pages_and_unread_counts() {
    let world = World::new().await;
    let (_, people) = members::<6>(&world).await;
    let [me, others @ ..] = &people;
    let mut all = Vec::new();
    for other in others {
        let it = between(other, &[me]).await;
        other.says(it, "hej").await;
        all.insert(0, it);
    }
    assert_eq!(ids(&list(me).await), all);
    assert_eq!(unread(me).await, 5);
    // In pages of two: the same order, without duplicates.
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let page = me.get(&format!("{CONVERSATIONS}?limit=2{next}")).await.data();
        seen.extend(ids(&page["content"]));
        assert_eq!(page["hasMore"], page["next"].is_string());
        let Some(at) = page["next"].as_str() else { break };
        next = format!("&before={at}");
    }
    assert_eq!(seen, all);
    me.get(&format!("{CONVERSATIONS}?before=x")).await.wrong_field("before", "CURSOR");
    // A new message moves the oldest to the top; a muted one is not counted.
    let oldest = all.pop().unwrap();
    others[0].says(oldest, &format!("hej @{}", me.name)).await;
    all.insert(0, oldest);
    let now = list(me).await;
    assert_eq!(ids(&now), all);
    assert_eq!(now[0]["mentionCount"], 1);
    me.put(&format!("/api/v1/chat/channels/{oldest}/settings"), json!({"muted": true})).await.data();
    assert_eq!(unread(me).await, 4);
    assert_eq!((&list(me).await[0]["muted"], &list(me).await[0]["hasUnread"]), (&json!(true), &json!(true)));
    // If its last message is deleted before it was read, it is not unread.
    let it = all[1];
    let message = conversation(me, it).await["lastMessage"]["messageId"].clone();
    others[4].delete(&format!("/api/v1/chat/messages/{message}")).await.data();
    assert_eq!(conversation(me, it).await["hasUnread"], false);
    assert_eq!(unread(me).await, 3);
}

#[actix_web::test]
async fn every_message_notifies_with_a_link() {
    let world = World::new().await;
    let (_, [anna, bo, cia]) = members(&world).await;
    let two = between(&anna, &[&bo]).await;
    let message = anna.says(two, "hej").await;
    let bell = bo.bell(1).await;
    assert_eq!(bell[0]["type"], "MESSAGE");
    assert_eq!(bell[0]["title"], format!("{} skrev till dig", anna_name(&anna).await));
    assert_eq!(bell[0]["path"], format!("/messages/{two}?message={message}"));
    bo.post(&format!("{CONVERSATIONS}/{two}/read"), json!({})).await.data();
    assert_eq!(bo.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);
    // Notification levels apply.
    bo.put(&format!("/api/v1/chat/channels/{two}/settings"), json!({"notifyLevel": "mention"})).await.data();
    anna.says(two, "hallå").await;
    let three = between(&anna, &[&bo, &cia]).await;
    anna.says(three, "hej ni").await;
    let bell = bo.bell(2).await;
    assert_eq!(bell[0]["title"], format!("{} skrev till er", anna_name(&anna).await));
}

async fn anna_name(person: &Person) -> String {
    let me = person.get("/api/v1/me").await.is(200);
    me["displayName"].as_str().unwrap_or_default().to_owned()
}

#[actix_web::test]
async fn erased_people_cannot_be_written_to() {
    let world = World::new().await;
    let (_, [anna, bo, cia]) = members(&world).await;
    let two = between(&anna, &[&bo]).await;
    let three = between(&anna, &[&bo, &cia]).await;
    bo.says(two, "hej då").await;
    bo.says(three, "hej då alla").await;
    bo.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(bo.id), now() + PATIENCE + 60_000).await.unwrap());
    let seen = conversation(&anna, two).await;
    assert_eq!((&seen["canPost"], &seen["people"][0]["userId"]), (&json!(false), &json!(bo.id)));
    assert_eq!(each(&anna.reads(two).await, "content"), [&json!("hej då")]);
    anna.sends(two, json!({"content": "var är du?"})).await.refused(403, "MAY_NOT_MESSAGE");
    // The group conversation continues.
    anna.says(three, "han har slutat").await;
    assert_eq!(conversation(&cia, three).await["lastMessage"]["preview"], "han har slutat");
    assert_eq!(conversation(&cia, three).await["canPost"], true);
    let dump = world.dump().await;
    let own = format!("[Int({})", bo.id);
    assert!(dump["inbox"].iter().all(|row| !row.starts_with(&own)), "{:?}", dump["inbox"]);
    // Sending marks as read, in the bell as well, after the response.
    let mut patience = Patience::new();
    while patience.lasts().await {
        if world.storage.check().await.unwrap().is_empty() {
            break;
        }
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn people_to_write_to_are_found_by_name() {
    let world = World::new().await;
    world.open_search();
    let org = world.org("Skolan").await;
    let me = org.with("MEMBER").await;
    let named = async |name: &str, relation: &str| {
        let person = world.person(name).await;
        org.relate(&person, relation).await;
        person
    };
    let (asa, asmund) = (named("Åsa", "MEMBER").await, named("Åsmund", "TEACHER").await);
    let (closed, blocked) = (named("Åskar", "MEMBER").await, named("Åslög", "MEMBER").await);
    let follower = named("Åsbjörn", "FOLLOWER").await;
    closed.patch("/api/v1/me", json!({"whoMayMessage": "CONTACTS"})).await.is(200);
    blocked.post("/api/v1/contacts/block", json!({"userId": me.id})).await.is(200);
    let open = world.person("Åstrid").await;
    open.patch("/api/v1/me", json!({"whoMayMessage": "EVERYONE", "findable": true})).await.is(200);
    let shy = world.person("Åsulf").await;
    shy.patch("/api/v1/me", json!({"whoMayMessage": "EVERYONE"})).await.is(200);
    let shown = world.person("Åsvald").await;
    shown.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let find = async |query: &str| me.get(&format!("/api/v1/messages/people{query}")).await.data();
    // First members of my organisations, by name; then findable people who accept messages from everybody. The index
    // follows within moments.
    let mut found = Value::Null;
    let mut patience = Patience::new();
    while patience.lasts().await {
        found = find("?q=as").await;
        if found.as_array().map(Vec::len) >= Some(3) {
            break;
        }
    }
    assert_eq!(each(&found, "userId"), [&json!(asa.id), &json!(asmund.id), &json!(open.id)]);
    assert_eq!(found[0]["displayName"], "Åsa Nummer3");
    for person in [&closed, &blocked, &follower, &shy, &shown] {
        let code = ask(&me, &[person]).await;
        assert!([403, 422].contains(&code.status), "{}", person.name);
    }
    assert_eq!(each(&find("?q=as&limit=1").await, "userId"), [&json!(asa.id)]);
    // Without a query: members of my organisations, without myself.
    let all = find("").await;
    assert!(!each(&all, "userId").contains(&&json!(me.id)), "{all}");
    assert_eq!(all.as_array().map(Vec::len), Some(3), "the owner and two: {all}");
}
