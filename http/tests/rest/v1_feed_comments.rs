//! Comments and replies, and their notifications. Contract §6.

use crate::harness::{Patience, Person, Value, World, each, id, json};
use crate::v1_feed::{at, findable, says};

async fn comments(person: &Person, post: &Value, text: &str, parent: Option<i64>) -> Value {
    let body = json!({"txMessage": text, "idParent": parent});
    person.post(&at(post, "/comments"), body).await.is(201)
}

async fn listed(person: &Person, post: &Value, query: &str) -> Value {
    person.get(&at(post, &format!("/comments{query}"))).await.is(200)
}

fn of(comment: &Value, rest: &str) -> String {
    format!("/api/v1/feed/comments/{}{rest}", comment["idFeedComment"])
}

#[actix_web::test]
async fn comments_and_replies_are_counted() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let post = says(&anna, json!({"txMessage": "Vad säger ni?"})).await;
    let first = comments(&bo, &post, "  Bra!  ", None).await;
    assert_eq!(
        (&first["txMessage"], &first["flStatus"], &first["idAuthUser"]),
        (&json!("Bra!"), &json!(1), &json!(bo.id))
    );
    assert_eq!((&first["txSenderUsername"], &first["idFeedPost"]), (&json!(bo.name), &post["idFeedPost"]));
    assert_eq!((&first["idParent"], &first["idEntity"]), (&Value::Null, &Value::Null));
    assert_eq!(first["abilities"], json!(["EDIT", "DELETE", "LIKE", "REPLY"]));
    let reply = comments(&anna, &post, "Tack", Some(id(&first["idFeedComment"]))).await;
    let deeper = comments(&bo, &post, "Varsågod", Some(id(&reply["idFeedComment"]))).await;
    assert_eq!(deeper["idParent"], first["idFeedComment"], "a reply to a reply joins the first");
    comments(&anna, &post, "Fler?", None).await;
    let top = listed(&bo, &post, "").await;
    assert_eq!(each(&top["content"], "txMessage"), ["Bra!", "Fler?"], "oldest first");
    assert_eq!(each(&top["content"], "nrReplies"), [2, 0]);
    let replies = listed(&bo, &post, &format!("?idParent={}", first["idFeedComment"])).await;
    assert_eq!(each(&replies["content"], "txMessage"), ["Tack", "Varsågod"]);
    assert_eq!(anna.get(&at(&post, "")).await.is(200)["nrComments"], 4);
    let page = listed(&bo, &post, "?limit=1").await;
    assert_eq!((each(&page["content"], "txMessage"), &page["hasMore"]), (vec![&json!("Bra!")], &json!(true)));
    let page = listed(&bo, &post, &format!("?limit=1&cursor={}", page["cursor"])).await;
    assert_eq!(
        (each(&page["content"], "txMessage"), &page["hasMore"]),
        (vec![&json!("Fler?")], &json!(false))
    );
    // A deleted comment with replies stays as an empty one.
    bo.delete(&of(&first, "")).await.is(204);
    let top = listed(&anna, &post, "").await;
    assert_eq!(each(&top["content"], "flStatus"), [2, 1]);
    assert_eq!(each(&top["content"], "txMessage"), ["", "Fler?"]);
    assert_eq!(anna.get(&at(&post, "")).await.is(200)["nrComments"], 3);
    anna.post(&at(&post, "/comments"), json!({"txMessage": "sent", "idParent": first["idFeedComment"]}))
        .await
        .wrong_field("idParent", "PARENT");
    anna.delete(&of(&reply, "")).await.is(204);
    // The post's author may delete the comments.
    anna.delete(&of(&deeper, "")).await.is(204);
    assert_eq!(each(&listed(&anna, &post, "").await["content"], "txMessage"), ["Fler?"]);
    assert_eq!(anna.get(&at(&post, "")).await.is(200)["nrComments"], 1);
}

#[actix_web::test]
async fn changing_a_comment_follows_roles() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (world.person("Anna").await, org.with("MEMBER").await, world.person("Cia").await);
    let post = says(&anna, json!({"txMessage": "Vad säger ni?"})).await;
    let comment = comments(&bo, &post, "Ett", None).await;
    for other in [&anna, &cia] {
        other.put(&of(&comment, ""), json!({"txMessage": "x"})).await.refused(403, "NOT_AUTHOR");
    }
    cia.delete(&of(&comment, "")).await.refused(403, "NOT_AUTHOR");
    let new = bo.put(&of(&comment, ""), json!({"txMessage": "Två", "version": 1})).await.is(200);
    assert_eq!(
        (&new["txMessage"], &new["edited"], &new["version"]),
        (&json!("Två"), &json!(true), &json!(2))
    );
    bo.put(&of(&comment, ""), json!({"txMessage": "Tre", "version": 1})).await.refused(409, "MOVED_ON");
    bo.put(&of(&comment, ""), json!({"txMessage": "  "})).await.wrong_field("txMessage", "REQUIRED");
    // In an organisation's name: only its staff see who wrote it.
    let body = json!({"txMessage": "Vi tycker", "idEntity": org.id});
    cia.post(&at(&post, "/comments"), body.clone()).await.refused(403, "ROLE_TOO_LOW");
    let theirs = bo.post(&at(&post, "/comments"), body).await.is(201);
    assert_eq!((&theirs["idEntity"], &theirs["idAuthUser"]), (&json!(org.id), &Value::Null));
    assert_eq!(theirs["txSenderUsername"], org.slug.as_str());
    let seen = listed(&org.owner, &post, "").await;
    assert_eq!(seen["content"][1]["idAuthUser"], bo.id);
    org.owner.put(&of(&theirs, ""), json!({"txMessage": "Vi anser"})).await.is(200);
    // Likes of comments.
    assert_eq!(
        cia.call("PUT", &of(&theirs, "/like")).send().await.is(200),
        json!({"liked": true, "nrLikes": 1})
    );
    assert_eq!(cia.call("PUT", &of(&theirs, "/like")).send().await.is(200)["nrLikes"], 1);
    assert_eq!(listed(&cia, &post, "").await["content"][1]["liked"], true);
    assert_eq!(cia.delete(&of(&theirs, "/like")).await.is(200), json!({"liked": false, "nrLikes": 0}));
    org.owner.delete(&of(&theirs, "")).await.is(204);
    cia.call("PUT", &of(&theirs, "/like")).send().await.refused(404, "NOT_FOUND");
    cia.delete("/api/v1/feed/comments/1").await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn comments_at_once_are_all_counted() {
    let world = World::new().await;
    let people = [world.person("A").await, world.person("B").await, world.person("C").await];
    let post = says(&people[0], json!({"txMessage": "Nu"})).await;
    let first = comments(&people[0], &post, "först", None).await;
    let parent = id(&first["idFeedComment"]);
    futures_util::future::join_all(people.iter().map(|one| comments(one, &post, "svar", Some(parent)))).await;
    assert_eq!(people[0].get(&at(&post, "")).await.is(200)["nrComments"], 4);
    assert_eq!(listed(&people[1], &post, "").await["content"][0]["nrReplies"], 3);
}

/// Waits until a bell's newest entry is this one, and answers it. Notifications are written after the response.
async fn rings(person: &Person, kind: &str, title: &str) -> Value {
    let mut bell = Value::Null;
    let mut patience = Patience::new();
    while patience.lasts().await {
        bell = person.get("/api/v1/notifications").await.is(200)["content"].take();
        if bell[0]["type"] == kind && bell[0]["title"] == title {
            return bell[0].take();
        }
    }
    panic!("{}: no {title} in {bell}", person.name);
}

#[actix_web::test]
async fn comments_and_likes_notify_their_recipients() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    for person in [&anna, &bo, &cia] {
        findable(person).await;
    }
    let post = says(&anna, json!({"txMessage": format!("Hej @{} och @{}.", bo.name, anna.name)})).await;
    assert_eq!(post["txMessage"], format!("Hej @{} och @{}.", bo.name, anna.name));
    assert_eq!(each(&post["mentions"], "idUser"), [bo.id, anna.id]);
    let entry = rings(&bo, "FEED_MENTION", "Anna Nummer1 har nämnt dig i ett inlägg").await;
    assert_eq!(entry["path"], format!("/inlagg/{}", post["uuid"].as_str().unwrap()));
    // Opening the post marks it as read.
    bo.get(&at(&post, "")).await.is(200);
    let mut patience = Patience::new();
    while patience.lasts().await {
        if bo.get("/api/v1/notifications/unread-count").await.is(200)["data"] == 0 {
            break;
        }
    }
    assert_eq!(bo.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);
    let first = comments(&cia, &post, "Ett", None).await;
    rings(&anna, "FEED_COMMENT", "Cia Nummer3 har kommenterat ditt inlägg").await;
    comments(&bo, &post, "Noll", None).await;
    rings(&anna, "FEED_COMMENT", "Bo Nummer2 har kommenterat ditt inlägg (2 kommentarer)").await;
    anna.bell(1).await;
    // The next one replaces it; nobody has two notifications of one subject.
    comments(&bo, &post, &format!("Två @{}", anna.name), Some(id(&first["idFeedComment"]))).await;
    rings(&cia, "FEED_REPLY", "Bo Nummer2 har svarat på din kommentar").await;
    rings(&anna, "FEED_MENTION", "Bo Nummer2 har nämnt dig i en kommentar").await;
    bo.post(&at(&post, "/repost"), json!({})).await.is(201);
    rings(&anna, "FEED_REPOST", "Bo Nummer2 har ompublicerat ditt inlägg").await;
    anna.bell(3).await;
    cia.delete(&of(&first, "")).await.is(204);
    anna.delete(&at(&post, "")).await.is(204);
    let mut patience = Patience::new();
    while patience.lasts().await {
        if bo.get("/api/v1/notifications").await.is(200)["content"] == json!([]) {
            return;
        }
    }
    panic!("a post that is gone still rings");
}

#[actix_web::test]
async fn mentions_require_the_right_to_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, hidden, apart) =
        (org.with("MEMBER").await, world.person("Dold").await, world.person("Spärrad").await);
    findable(&apart).await;
    apart.post("/api/v1/contacts/block", json!({"userId": org.owner.id})).await.is(404);
    findable(&org.owner).await;
    apart.post("/api/v1/contacts/block", json!({"userId": org.owner.id})).await.is(200);
    let text = format!("@{} @{} @{} @{} @okänd", member.name, hidden.name, apart.name, org.slug);
    let body = json!({"txMessage": text, "idEntity": org.id, "audience": "ENTITY_MEMBERS"});
    let post = says(&org.owner, body).await;
    assert_eq!(post["txMessage"], text.as_str(), "as it was typed");
    assert_eq!(each(&post["mentions"], "userName"), [&member.name, &org.slug]);
    let entry = rings(&member, "FEED_MENTION", "Skolan har nämnt dig i ett inlägg").await;
    assert_eq!(entry["actorId"], Value::Null, "who wrote for the organisation is not told");
    for other in [&hidden, &apart] {
        assert_eq!(other.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);
    }
}

/// A post has one notification of its comments: the last one's text, its author and how many there are; deleted ones
/// are left out.
#[actix_web::test]
async fn notification_shows_last_comment_and_count() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let post = says(&anna, json!({"txMessage": "Vem kommer?"})).await;
    let comment = async |person: &Person, body: Value| {
        id(&person.post(&at(&post, "/comments"), body).await.is(201)["idFeedComment"])
    };
    let rings = async |title: String, preview: &str| {
        let mut patience = Patience::new();
        let mut seen = Value::Null;
        while patience.lasts().await {
            seen = anna.get("/api/v1/notifications").await.is(200)["content"].take();
            if seen[0]["title"] == title && seen[0]["preview"] == preview {
                break;
            }
        }
        assert_eq!((&seen[0]["title"], &seen[0]["preview"]), (&json!(title), &json!(preview)));
        assert_eq!(seen.as_array().unwrap().len(), 1);
        seen[0].take()
    };
    let (bo_is, cia_is) = (bo.called().await, cia.called().await);
    comment(&bo, json!({"txMessage": "Jag!"})).await;
    rings(format!("{bo_is} har kommenterat ditt inlägg"), "Jag!").await;
    let hers = comment(&cia, json!({"txMessage": "Jag med"})).await;
    rings(format!("{cia_is} har kommenterat ditt inlägg (2 kommentarer)"), "Jag med").await;
    // A comment by an organisation does not reveal who wrote it.
    let ours = comment(&org.owner, json!({"txMessage": "Vi med", "idEntity": org.id})).await;
    let said = rings("Laget har kommenterat ditt inlägg (3 kommentarer)".to_owned(), "Vi med").await;
    assert_eq!((&said["actorId"], &said["entityId"]), (&Value::Null, &json!(org.id)));

    org.owner.delete(&format!("/api/v1/feed/comments/{ours}")).await.is(204);
    rings(format!("{cia_is} har kommenterat ditt inlägg (2 kommentarer)"), "Jag med").await;
    cia.delete(&format!("/api/v1/feed/comments/{hers}")).await.is(204);
    rings(format!("{bo_is} har kommenterat ditt inlägg"), "Jag!").await;
    for one in anna.get(&at(&post, "/comments")).await.is(200)["content"].as_array().unwrap() {
        anna.delete(&format!("/api/v1/feed/comments/{}", one["idFeedComment"])).await.is(204);
    }
    anna.bell(0).await;
}
