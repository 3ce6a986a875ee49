//! `/api/v1/chat/search`: contract §3.3.

use std::collections::HashSet;

use storage::nodes::IMPORT_NODE;
use storage::search::messages::Said;
use storage::{ChannelId, HistoryItem, Ids, Message, MessageId, UserId, WorkspaceId};

use crate::harness::{Limits, Org, Patience, Person, Value, World, files_form, id, json, png, until};

async fn world() -> World {
    let world = World::new().await;
    world.open_search();
    world
}

/// A world whose index is built: from now on each message is indexed once.
async fn settled_world() -> World {
    let world = world().await;
    let index = world.platform.search.messages().unwrap();
    until(async || index.index().kept().await.unwrap()).await;
    world
}

fn path(query: &str) -> String {
    let encode = |byte: u8| match byte {
        b' ' | 128.. => format!("%{byte:02X}"),
        _ => char::from(byte).to_string(),
    };
    format!("/api/v1/chat/search?{}", query.bytes().map(encode).collect::<String>())
}

async fn found(person: &Person, query: &str) -> Value {
    person.get(&path(query)).await.is(200)["data"].take()
}

/// The ids of the hits.
async fn ids(person: &Person, query: &str) -> Vec<i64> {
    let content = found(person, query).await["content"].take();
    content.as_array().unwrap().iter().map(|one| id(&one["message"]["id"])).collect()
}

/// The index follows within about a second.
async fn wait_for(person: &Person, query: &str, right: &[i64]) {
    let mut seen = Vec::new();
    let mut patience = Patience::new();
    while patience.lasts().await {
        seen = ids(person, query).await;
        if seen == right {
            return;
        }
    }
    panic!("{query} finds {seen:?} and not {right:?}");
}

#[actix_web::test]
async fn swedish_inflections_are_found() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let meetings = anna.says(org.general, "Föräldramötena flyttas till torsdag").await;
    let lunch = org.owner.says(org.general, "Lunchen på torsdagen är soppa").await;
    wait_for(&anna, "q=torsdag", &[lunch, meetings]).await;
    for query in ["q=föräldramöte", "q=foraldramote", "q=FÖRÄLDRAMÖTET", "q=föräldra torsd"] {
        assert_eq!(ids(&anna, query).await, [meetings], "{query}");
    }
    assert_eq!(ids(&anna, "q=torsdag fredag").await, Vec::<i64>::new(), "every word");
    assert_eq!(ids(&anna, &format!("q=torsdag&from={}", org.owner.id)).await, [lunch]);
    assert_eq!(ids(&anna, &format!("q=torsdag&before={lunch}")).await, [meetings]);
    assert_eq!(ids(&anna, "q=torsdag&before=2020-01-01").await, Vec::<i64>::new());
    let first = found(&anna, "q=torsdag&limit=1").await;
    assert_eq!((&first["hasMore"], &first["next"]), (&json!(true), &json!(lunch)));
    let second = found(&anna, &format!("q=torsdag&limit=1&before={}", first["next"])).await;
    assert_eq!((&second["hasMore"], &second["next"]), (&json!(false), &json!(null)));
    let hit = &second["content"][0];
    assert_eq!(hit["message"]["id"], meetings);
    assert_eq!(hit["matches"], json!(["torsdag"]));
    assert_eq!((&hit["channelName"], &hit["workspaceId"]), (&json!("allmänt"), &json!(org.workspace)));
}

#[actix_web::test]
async fn a_name_is_found_as_it_was_typed_and_a_reply_by_its_own_words() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let me = anna.get("/api/v1/me").await.is(200);
    let slug = me["userName"].as_str().unwrap();
    let parent = org.owner.says(org.general, &format!("Fråga @{slug} om nycklarna")).await;
    let send = json!({"content": "Nyckelknippan hänger i skåpet", "parentMessageId": parent});
    let answer = anna.post(&format!("/api/v1/chat/channels/{}/messages", org.general), send).await;
    let reply = id(&answer.data()["id"]);
    wait_for(&anna, "q=nyckelknippa", &[reply]).await;
    wait_for(&anna, &format!("q={slug}"), &[parent]).await;
}

#[actix_web::test]
async fn messages_are_found_by_kind_and_file_names() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let stranger = world.person("Siv").await;
    let with = async |content: &str, name: &str, bytes: Vec<u8>| {
        let (kind, body) = files_form(&[(name, &bytes)]);
        let up = format!("/api/v1/chat/channels/{}/attachments", org.general);
        let file = anna.call("POST", &up).body(&kind, body).send().await.data()[0].take();
        let send = json!({"content": content, "attachmentIds": [file["id"]]});
        id(&anna.sends(org.general, send).await.data()["id"])
    };
    let picture = with("Skolgården i dag", "lekplats.png", png(8, 8)).await;
    let list = with("Skolgårdens regler", "ordningsregler.txt", b"Spring inte.".to_vec()).await;
    let link = org.owner.says(org.general, "Skolgården på nätet: https://skolan.example/lek").await;
    let code = org.owner.says(org.general, "Skolgården `https://skolan.example`").await;
    wait_for(&anna, "q=skolgården", &[code, link, list, picture]).await;
    for (query, right) in [
        ("has=IMAGE", vec![picture]),
        ("has=FILE", vec![list]),
        ("has=LINK", vec![link]),
        ("has=FILE&q=skolgård", vec![list]),
        ("has=FILE&q=lekplats", vec![]),
        ("q=ordningsregler", vec![list]),
        ("q=lekplats", vec![picture]),
    ] {
        assert_eq!(ids(&anna, query).await, right, "{query}");
    }
    assert_eq!(ids(&anna, &format!("has=IMAGE&from={}", org.owner.id)).await, Vec::<i64>::new());
    assert_eq!(ids(&stranger, "has=IMAGE").await, Vec::<i64>::new());
    // After an edit without the link the message is no hit for links.
    org.owner.put(&format!("/api/v1/chat/messages/{link}"), json!({"content": "Skolgården"})).await.is(200);
    wait_for(&anna, "has=LINK", &[]).await;
}

#[actix_web::test]
async fn changed_or_deleted_text_is_not_found() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let sent = org.owner.says(org.general, "Zebran rymde").await;
    wait_for(&org.owner, "q=zebran", &[sent]).await;
    let at = format!("/api/v1/chat/messages/{sent}");
    org.owner.put(&at, json!({"content": "Giraffen rymde"})).await.is(200);
    // At once: hits are checked against the store.
    assert_eq!(ids(&org.owner, "q=zebran").await, Vec::<i64>::new());
    wait_for(&org.owner, "q=giraff", &[sent]).await;
    org.owner.delete(&at).await.is(200);
    assert_eq!(ids(&org.owner, "q=giraff").await, Vec::<i64>::new());
    assert_eq!(ids(&org.owner, "q=tagits bort").await, Vec::<i64>::new());
    // The index does not hold it any longer either.
    let index = world.platform.search.messages().unwrap().index();
    let mut patience = Patience::new();
    while patience.lasts().await {
        if index.is_empty().await.unwrap() {
            return;
        }
    }
    panic!("the index holds {:?} messages", index.len().await);
}

/// After any fault, and while people search.
#[actix_web::test]
async fn rebuild_on_request_matches_the_store() {
    let world = settled_world().await;
    let org = world.org("Skolan").await;
    let kept = org.owner.says(org.general, "Zebran rymde").await;
    let missing = org.owner.says(org.general, "Zebran fångades").await;
    wait_for(&org.owner, "q=zebran", &[missing, kept]).await;
    let index = world.platform.search.messages().unwrap();
    let strange = Said {
        message_id: MessageId(4_711),
        channel_id: ChannelId(org.general),
        user_id: UserId(org.owner.id),
        text: "zebran".to_owned(),
        has: HashSet::new(),
    };
    index.put(&[strange], 1).await.unwrap();
    index.remove(&[MessageId(missing)]).await.unwrap();
    index.index().flush().await.unwrap();
    assert_eq!(ids(&org.owner, "q=zebran").await, [kept]);
    actors::search::rebuild(&world.platform).await.unwrap();
    wait_for(&org.owner, "q=zebran", &[missing, kept]).await;
    let mut patience = Patience::new();
    while index.index().len().await.unwrap() != 2 {
        assert!(patience.lasts().await, "what the store does not have is in the index still");
    }
}

/// A word in a public and a private channel of one organisation and in another organisation, and a searching person.
struct Scene {
    org: Org,
    public: i64,
    private: i64,
    closed: i64,
}

async fn scene(world: &World) -> Scene {
    let org = world.org("Skolan").await;
    let closed = org.channel("sluten", json!({"channelType": "PRIVATE"})).await;
    let public = org.owner.says(org.general, "kvastskaft i det öppna").await;
    let private = org.owner.says(closed, "kvastskaft bakom dörren").await;
    wait_for(&org.owner, "q=kvastskaft", &[private, public]).await;
    Scene { org, public, private, closed }
}

#[actix_web::test]
async fn search_finds_only_what_the_caller_may_read_now() {
    let world = world().await;
    let Scene { org, public, private, closed } = scene(&world).await;
    let none = Vec::<i64>::new();
    let member = org.with("MEMBER").await;
    assert_eq!(ids(&member, "q=kvastskaft").await, [public]);
    let stranger = world.person("Främling").await;
    let other = world.org("Grannskolan").await.owner;
    for person in [&stranger, &other] {
        assert_eq!(ids(person, "q=kvastskaft").await, none);
        person
            .get(&path(&format!("q=kvastskaft&workspaceId={}", org.workspace)))
            .await
            .refused(403, "ACCESS_DENIED");
        person
            .get(&path(&format!("q=kvastskaft&channelId={}", org.general)))
            .await
            .refused(403, "ACCESS_DENIED");
    }
    member.get(&path(&format!("q=kvastskaft&channelId={closed}"))).await.refused(403, "ACCESS_DENIED");
    assert_eq!(ids(&other, &format!("q=kvastskaft&from={}", org.owner.id)).await, none);
    // Changed rights take effect with the next search.
    let row = format!("/api/v1/chat/channels/{closed}/members/{}", member.id);
    org.owner.put(&row, json!({})).await.is(200);
    assert_eq!(ids(&member, "q=kvastskaft").await, [private, public]);
    assert_eq!(ids(&member, &format!("q=kvastskaft&channelId={closed}")).await, [private]);
    org.owner.delete(&row).await.is(200);
    assert_eq!(ids(&member, "q=kvastskaft").await, [public]);
    org.owner.delete(&org.at(&format!("/relations/{}", member.id))).await.is(204);
    assert_eq!(ids(&member, "q=kvastskaft").await, none);
}

#[actix_web::test]
async fn conversation_is_found_only_by_its_participants() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let open = json!({"userIds": [bo.id], "idType": 1});
    let conversation =
        id(&anna.post("/api/v1/messages/conversations", open).await.is(201)["data"]["channelId"]);
    let said = anna.says(conversation, "Hemligheten är kanelbullar").await;
    wait_for(&bo, "q=kanelbulle", &[said]).await;
    assert_eq!(ids(&anna, &format!("q=kanelbulle&channelId={conversation}")).await, [said]);
    let hit = found(&bo, "q=kanelbulle").await["content"][0].take();
    let name = anna.get("/api/v1/me").await.is(200)["displayName"].take();
    assert_eq!((&hit["channelDisplayName"], &hit["workspaceId"]), (&name, &json!(0)));
    for person in [&cia, &org.owner] {
        assert_eq!(ids(person, "q=kanelbulle").await, Vec::<i64>::new());
        let there = path(&format!("q=kanelbulle&channelId={conversation}"));
        person.get(&there).await.refused(403, "ACCESS_DENIED");
    }
    // The filter by workspace excludes them.
    assert_eq!(ids(&bo, &format!("q=kanelbulle&workspaceId={}", org.workspace)).await, Vec::<i64>::new());
}

#[actix_web::test]
async fn pending_message_is_found_after_approval() {
    let world = world().await;
    let org = world.org("Skolan").await;
    let follower = org.with("FOLLOWER").await;
    let settings = json!({"requireModeration": true, "allowFollowers": true});
    let moderated = org.channel("frågor", settings).await;
    let waiting = follower.says(moderated, "Får vi låna vävstolen?").await;
    let seen = org.owner.says(moderated, "En vävstol finns i källaren").await;
    wait_for(&org.owner, "q=vävstol", &[seen]).await;
    org.owner.post(&format!("/api/v1/chat/messages/{waiting}/approve"), json!({})).await.is(200);
    wait_for(&org.owner, "q=vävstol", &[seen, waiting]).await;
}

#[actix_web::test]
async fn missing_index_is_built_from_the_store() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut said = Vec::new();
    for n in 0..7 {
        said.insert(0, org.owner.says(org.general, &format!("loppis nummer {n}")).await);
    }
    let send = json!({"content": "loppis i tråden", "parentMessageId": said[3]});
    let answer = org.owner.post(&format!("/api/v1/chat/channels/{}/messages", org.general), send).await;
    said.insert(0, id(&answer.data()["id"]));
    org.owner.delete(&format!("/api/v1/chat/messages/{}", said.pop().unwrap())).await.is(200);
    assert_eq!(ids(&org.owner, "q=loppis").await, Vec::<i64>::new(), "there is no index yet");
    world.open_search();
    wait_for(&org.owner, "q=loppis", &said).await;
}

/// More messages than one read of the store returns, with a reply in an old thread.
#[actix_web::test]
async fn imported_history_is_indexed_without_reading_the_rest() {
    const MINUTE: i64 = 60_000;
    let world = settled_world().await;
    let org = world.org("Skolan").await;
    let lunch = org.owner.says(org.general, "Lunchen är soppa").await;
    wait_for(&org.owner, "q=lunchen", &[lunch]).await;
    let index = world.platform.search.messages().unwrap();
    index.remove(&[MessageId(lunch)]).await.unwrap();
    index.index().flush().await.unwrap();

    let storage = &world.platform.storage;
    let like = storage.chat.locate(MessageId(lunch)).await.unwrap().unwrap().message;
    let (ids_of_imports, begin) = (Ids::new(IMPORT_NODE), like.created - 2_000 * MINUTE);
    let item = |n: i64, parent_id: Option<MessageId>| {
        let at = begin + n * MINUTE;
        let content = if n % 600 == 0 { format!("Loppis nummer {n}") } else { format!("Annat {n}") };
        let message = Message {
            message_id: MessageId(ids_of_imports.at(at, 7)),
            parent_id,
            content,
            client_message_id: Some(format!("export:{n}")),
            created: at,
            updated: at,
            ..like.clone()
        };
        HistoryItem { message, workspace_id: WorkspaceId(org.workspace), reactions: Vec::new(), pin: None }
    };
    let mut items: Vec<HistoryItem> = (0..=1_200).map(|n| item(n, None)).collect();
    items.push(item(1_800, Some(items[3].message.message_id)));
    let mut right: Vec<i64> =
        [0, 600, 1_200, 1_201].iter().map(|n: &usize| items[*n].message.message_id.0).collect();
    right.reverse();
    assert_eq!(storage.imports.append_history(&items).await.unwrap(), []);
    wait_for(&org.owner, "q=loppis", &right).await;
    let mut patience = Patience::new();
    while index.index().len().await.unwrap() != 1_202 {
        assert!(patience.lasts().await, "all of it, and not what was taken out");
    }
}

#[actix_web::test]
async fn invalid_and_too_many_searches_are_refused() {
    let world = World::with(Limits::Default, None).await;
    let person = world.person("Anna").await;
    person.get(&path("")).await.is(422);
    person.get(&path("")).await.wrong_field("q", "REQUIRED");
    person.get(&path("q=")).await.wrong_field("q", "LENGTH");
    person.get(&path("q=x&has=SOUP")).await.is(422);
    person.get(&path(&format!("q={}", "x".repeat(201)))).await.wrong_field("q", "LENGTH");
    person.get(&path("q=x&limit=51")).await.wrong_field("limit", "RANGE");
    person.get(&path("q=x&before=igår")).await.wrong_field("before", "INVALID");
    person.get(&path("q=x&channelId=4711")).await.is(404);
    person.get(&path("q=x&workspaceId=4711")).await.is(404);
    world.anyone("GET", &path("q=x")).send().await.is(401);
    let mut last = 200;
    for _ in 0..20 {
        last = person.get(&path("q=x")).await.status;
        if last != 200 {
            break;
        }
    }
    assert_eq!(last, 429, "10 a second");
}
