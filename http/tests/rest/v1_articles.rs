//! Articles: who may write and read them, lists, and stale versions. Contract §7.

use crate::harness::{Answer, Org, Person, Value, World, each, form, json, png, until};
use crate::v1_feed::findable;
use crate::v1_moderation::decides;

const PATH: &str = "/api/v1/articles";

pub fn at(article: &Value, more: &str) -> String {
    format!("{PATH}/{}{more}", article["uuid"].as_str().unwrap())
}

fn open_at(article: &Value) -> String {
    format!("/api/public/articles/{}", article["uuid"].as_str().unwrap())
}

pub async fn writes(person: &Person, new: Value) -> Value {
    person.post(PATH, new).await.is(201)
}

pub async fn publishes(person: &Person, article: &Value) -> Value {
    person.call("POST", &at(article, "/publish")).send().await.is(200)
}

/// Publishes an article of a person.
async fn published(person: &Person, title: &str) -> Value {
    publishes(person, &writes(person, json!({"title": title, "body": "Text."})).await).await
}

/// Publishes an article of an organisation.
async fn of_org(org: &Org, title: &str) -> Value {
    let new = json!({"title": title, "body": "Text.", "idEntity": org.id});
    publishes(&org.owner, &writes(&org.owner, new).await).await
}

async fn changes(person: &Person, article: &Value, change: Value) -> Answer {
    person.put(&at(article, ""), change).await
}

async fn covers(person: &Person, article: &Value) -> Answer {
    let (kind, body) = form("image", &png(64, 32));
    person.call("PUT", &at(article, "/cover")).body(&kind, body).send().await
}

async fn titles(world: &World, path: &str) -> Vec<String> {
    let page = world.anyone("GET", path).send().await.is(200);
    page["content"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn an_article_is_written_published_and_read() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let new =
        json!({"title": "  Om   våren i Åmål ", "preamble": "Den kommer.", "body": "Snart är den *här*.\n"});
    let draft = writes(&anna, new).await;
    assert_eq!(draft["title"], "Om våren i Åmål");
    assert_eq!((&draft["slug"], &draft["status"]), (&json!("om-varen-i-amal"), &json!("DRAFT")));
    assert_eq!((&draft["preamble"], &draft["body"]), (&json!("Den kommer."), &json!("Snart är den *här*.")));
    assert_eq!(
        (&draft["idEntity"], &draft["daPublished"], &draft["coverImage"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!((&draft["author"]["idUser"], &draft["author"]["kind"]), (&json!(anna.id), &json!("person")));
    assert_eq!((&draft["version"], &draft["abilities"]), (&json!(1), &json!(["EDIT", "PUBLISH", "DELETE"])));
    // A draft is visible to its author only.
    bo.get(&at(&draft, "")).await.refused(404, "NOT_FOUND");
    world.anyone("GET", &open_at(&draft)).send().await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&world, "/api/public/articles").await, Vec::<String>::new());

    let out = publishes(&anna, &draft).await;
    assert_eq!((&out["status"], &out["version"]), (&json!("PUBLISHED"), &json!(2)));
    assert!(out["daPublished"].is_string());
    assert_eq!(out["abilities"], json!(["EDIT", "UNPUBLISH", "DELETE"]));
    assert_eq!(publishes(&anna, &draft).await, out, "done again, it stays so");
    let seen = bo.get(&at(&draft, "")).await.is(200);
    assert_eq!((&seen["body"], &seen["abilities"]), (&out["body"], &json!([])));
    assert_eq!(world.anyone("GET", &open_at(&draft)).send().await.is(200)["title"], out["title"]);
    let listed = world.anyone("GET", "/api/public/articles").send().await.is(200);
    assert_eq!(listed["content"][0]["preamble"], "Den kommer.");
    assert!(listed["content"][0].get("body").is_none(), "a list has no texts");

    let back = anna.call("POST", &at(&draft, "/unpublish")).send().await.is(200);
    assert_eq!((&back["status"], &back["daPublished"]), (&json!("DRAFT"), &out["daPublished"]));
    assert_eq!(anna.call("POST", &at(&draft, "/unpublish")).send().await.is(200), back);
    bo.get(&at(&draft, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&world, "/api/public/articles").await, Vec::<String>::new());
    assert_eq!(publishes(&anna, &draft).await["daPublished"], out["daPublished"], "it was published once");
    anna.delete(&at(&draft, "")).await.is(204);
    anna.get(&at(&draft, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&world, "/api/public/articles").await, Vec::<String>::new());
}

#[actix_web::test]
async fn change_of_a_stale_version_is_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let editor = org.with("EDITOR").await;
    let article = writes(&org.owner, json!({"title": "Om skolan", "body": "Ett.", "idEntity": org.id})).await;
    let mine = changes(&org.owner, &article, json!({"body": "Två.", "version": 1})).await.is(200);
    assert_eq!(
        (&mine["body"], &mine["title"], &mine["version"]),
        (&json!("Två."), &json!("Om skolan"), &json!(2))
    );
    let late = changes(&editor, &article, json!({"title": "Sent", "body": "Tre.", "version": 1})).await;
    let problem = late.refused(409, "MOVED_ON");
    assert_eq!(
        problem["errors"],
        json!([{"field": "version", "code": "STALE", "message": "Artikeln har version 2."}])
    );
    assert_eq!(editor.get(&at(&article, "")).await.is(200)["body"], "Två.");
    // What GET returns is accepted by PUT; the slug follows the title.
    let new =
        changes(&editor, &article, json!({"title": "Åter", "body": "Tre.", "version": 2})).await.is(200);
    assert_eq!((&new["slug"], &new["version"]), (&json!("ater"), &json!(3)));
    let same = changes(&editor, &article, json!({"title": "Åter", "version": 3})).await.is(200);
    assert_eq!(same["version"], 3, "nothing was changed");
    // Publishing and changing pictures raise the version as well.
    publishes(&org.owner, &article).await;
    changes(&editor, &article, json!({"body": "Fyra.", "version": 3})).await.refused(409, "MOVED_ON");
    // Of many concurrent writes with the same version one succeeds.
    let tries =
        (0..6).map(|n| changes(&editor, &article, json!({"body": format!("Försök {n}"), "version": 4})));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
}

#[actix_web::test]
async fn writing_for_an_organisation_follows_roles() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let draft = writes(&org.owner, json!({"title": "Utkast", "body": "Text.", "idEntity": org.id})).await;
    let out = of_org(&org, "Ute").await;
    let of = format!("{PATH}?idEntity={}", org.id);
    let mut outsiders = vec![world.person("Främling").await, other.owner.clone()];
    for relation in ["FOLLOWER", "CUSTOMER", "MEMBER", "EMPLOYEE", "TEACHER", "MODERATOR", "PRESIDENT"] {
        outsiders.push(org.with(relation).await);
    }
    for outsider in &outsiders {
        outsider.post(PATH, json!({"title": "T", "idEntity": org.id})).await.refused(403, "ROLE_TOO_LOW");
        outsider.get(&at(&draft, "")).await.refused(404, "NOT_FOUND");
        changes(outsider, &draft, json!({"title": "T", "version": 1})).await.refused(404, "NOT_FOUND");
        let seen = outsider.get(&at(&out, "")).await.is(200);
        assert_eq!((&seen["abilities"], seen.get("writtenBy")), (&json!([]), None));
        changes(outsider, &out, json!({"title": "T", "version": 2})).await.refused(403, "ROLE_TOO_LOW");
        outsider.delete(&at(&out, "")).await.refused(403, "ROLE_TOO_LOW");
        outsider.call("POST", &at(&out, "/unpublish")).send().await.refused(403, "ROLE_TOO_LOW");
        covers(outsider, &out).await.refused(403, "ROLE_TOO_LOW");
        outsider.delete(&at(&out, "/cover")).await.refused(403, "ROLE_TOO_LOW");
        let listed = outsider.get(&of).await.is(200);
        assert_eq!(each(&listed["content"], "title"), [&json!("Ute")], "drafts are theirs who write");
    }
    for relation in ["ADMINISTRATOR", "EDITOR"] {
        let writer = org.with(relation).await;
        let listed = writer.get(&of).await.is(200);
        assert_eq!(each(&listed["content"], "title"), [&json!("Ute"), &json!("Utkast")], "newest first");
        let seen = writer.get(&at(&draft, "")).await.is(200);
        assert_eq!(seen["author"]["displayName"], "Skolan");
        assert_eq!(seen["writtenBy"]["idUser"], json!(org.owner.id));
        // The right is checked on each call.
        let own = writes(&writer, json!({"title": "Min", "body": "Text.", "idEntity": org.id})).await;
        let demoted = json!({"txRelationType": "MEMBER"});
        org.owner.put(&org.at(&format!("/relations/{}", writer.id)), demoted).await.is(200);
        writer.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
        writer.call("POST", &at(&own, "/publish")).send().await.refused(404, "NOT_FOUND");
        org.owner.delete(&at(&own, "")).await.is(204);
    }
    // A person's article is that person's only, whatever their roles elsewhere.
    let own = published(&outsiders[0], "Egen").await;
    changes(&org.owner, &own, json!({"title": "T", "version": 2})).await.refused(403, "NOT_AUTHOR");
    let nowhere = json!({"title": "T", "idEntity": 9_999_999});
    org.owner.post(PATH, nowhere).await.refused(404, "NOT_FOUND");
    org.owner.get(&format!("{PATH}?idEntity=9999999")).await.refused(404, "NOT_FOUND");
    world.anyone("GET", "/api/public/articles?entity=9999999").send().await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn lists_have_pages() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = world.person("Anna").await;
    for n in 0..5 {
        published(&anna, &format!("Annas {n}")).await;
        of_org(&org, &format!("Skolans {n}")).await;
    }
    writes(&anna, json!({"title": "Annas utkast"})).await;
    let (mut cursor, mut all) = (String::new(), Vec::new());
    loop {
        let page = world.anyone("GET", &format!("/api/public/articles?limit=3{cursor}")).send().await.is(200);
        all.extend(page["content"].as_array().unwrap().iter().map(|one| one["title"].clone()));
        assert_eq!(page["hasMore"], json!(page["cursor"].is_i64()));
        if page["cursor"].is_null() {
            break;
        }
        cursor = format!("&cursor={}", page["cursor"]);
        // New articles in between do not shift the pages.
        published(&anna, "Senare").await;
    }
    let expected: Vec<Value> =
        (0..5).rev().flat_map(|n| [json!(format!("Skolans {n}")), json!(format!("Annas {n}"))]).collect();
    assert_eq!(all, expected);
    let of = format!("/api/public/articles?entity={}&limit=2", org.id);
    assert_eq!(titles(&world, &of).await, ["Skolans 4", "Skolans 3"]);
    let mine = anna.get(&format!("{PATH}?limit=50")).await.is(200);
    let mine = each(&mine["content"], "title");
    assert!(mine.contains(&&json!("Annas utkast")) && !mine.contains(&&json!("Skolans 1")), "{mine:?}");
    let first = anna.get(&format!("{PATH}?limit=1")).await.is(200);
    let second = anna.get(&format!("{PATH}?limit=1&cursor={}", first["cursor"])).await.is(200);
    assert_ne!(first["content"][0]["uuid"], second["content"][0]["uuid"]);
    for wrong in ["limit=0", "limit=51", "cursor=-1", "cursor=x"] {
        let answer = world.anyone("GET", &format!("/api/public/articles?{wrong}")).send().await;
        assert!([400, 422].contains(&answer.status), "{wrong}: {}", answer.status);
    }
}

#[actix_web::test]
async fn persons_articles_are_listed_for_viewers_of_the_page() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let stranger = world.person("Sten").await;
    published(&anna, "Ett").await;
    published(&anna, "Två").await;
    writes(&anna, json!({"title": "Utkast"})).await;
    published(&bo, "Bos").await;
    // In an organisation's name it belongs to the organisation.
    of_org(&org, "Skolans").await;
    let of = |id: i64| format!("/api/public/articles?user={id}");
    let listed = async |person: &Person, id: i64| {
        let page = person.get(&of(id)).await.is(200);
        page["content"].as_array().unwrap().iter().map(|one| one["title"].clone()).collect::<Vec<_>>()
    };
    // Not listed for people who share no organisation with her.
    assert_eq!(listed(&bo, anna.id).await, ["Två", "Ett"]);
    assert_eq!(listed(&anna, anna.id).await, ["Två", "Ett"], "no draft, also for herself");
    assert_eq!(listed(&org.owner, org.owner.id).await, Vec::<Value>::new());
    let follower = org.with("FOLLOWER").await;
    for person in [&stranger, &other.owner, &follower] {
        person.get(&of(anna.id)).await.refused(404, "NOT_FOUND");
    }
    world.anyone("GET", &of(anna.id)).send().await.refused(404, "NOT_FOUND");
    world.anyone("GET", &of(404_404)).send().await.refused(404, "NOT_FOUND");
    findable(&anna).await;
    assert_eq!(titles(&world, &of(anna.id)).await, ["Två", "Ett"]);
    assert_eq!(listed(&stranger, anna.id).await, ["Två", "Ett"]);
    assert_eq!(titles(&world, &format!("{}&limit=1", of(anna.id))).await, ["Två"]);
    // A blocked person sees neither her page nor her list.
    findable(&stranger).await;
    anna.post("/api/v1/contacts/block", json!({"userId": stranger.id})).await.is(200);
    stranger.get(&of(anna.id)).await.refused(404, "NOT_FOUND");
    let both = format!("{}&entity={}", of(anna.id), org.id);
    anna.get(&both).await.refused(422, "INVALID");
}

#[actix_web::test]
async fn invalid_articles_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (new, field) in [
        (json!({"title": ""}), "title"),
        (json!({"title": "   "}), "title"),
        (json!({"title": "x".repeat(151)}), "title"),
        (json!({"title": "So\u{202e}ppa"}), "title"),
        (json!({"title": "T", "preamble": "x".repeat(501)}), "preamble"),
        (json!({"title": "T", "body": "x".repeat(50_001)}), "body"),
        (json!({"title": "T", "body": "a\u{0}b"}), "body"),
        (json!({"title": "T", "coverAlt": "x".repeat(301)}), "coverAlt"),
    ] {
        let problem = anna.post(PATH, new).await.refused(422, "INVALID");
        assert_eq!(problem["errors"][0]["field"], field);
    }
    let long = writes(&anna, json!({"title": "å".repeat(150), "body": "ö".repeat(50_000)})).await;
    assert_eq!(long["body"].as_str().unwrap().chars().count(), 50_000);
    // An article without a text cannot be published, and a published one keeps a text.
    let empty = writes(&anna, json!({"title": "!!!"})).await;
    assert_eq!(empty["slug"], "artikel");
    let problem = anna.call("POST", &at(&empty, "/publish")).send().await.refused(422, "INVALID");
    assert_eq!(problem["errors"][0]["field"], "body");
    let out = published(&anna, "Ute").await;
    let problem = changes(&anna, &out, json!({"body": " ", "version": 2})).await.refused(422, "INVALID");
    assert_eq!(problem["errors"][0]["field"], "body");
    anna.put(&at(&out, ""), json!({"title": "Utan version"})).await.refused(422, "INVALID");
    for bad in ["x", "%00", "..%2f..", &"a".repeat(300)] {
        anna.get(&format!("{PATH}/{bad}")).await.refused(404, "NOT_FOUND");
    }
    let (kind, body) = form("image", b"ingen bild");
    let answer = anna.call("PUT", &at(&out, "/cover")).body(&kind, body).send().await;
    answer.refused(415, "NOT_AN_IMAGE");
}

#[actix_web::test]
async fn the_same_key_answers_the_first_article() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let call = || anna.call("POST", PATH).header("idempotency-key", "k1").json(&json!({"title": "En"}));
    let first = call().send().await.is(201);
    assert_eq!(call().send().await.is(201), first);
    assert_eq!(anna.get(PATH).await.is(200)["content"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn cover_is_visible_to_readers_of_the_article() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let draft = writes(&anna, json!({"title": "Bild", "body": "Text.", "coverAlt": "En sjö"})).await;
    let covered = covers(&anna, &draft).await.is(200);
    let cover = &covered["coverImage"];
    assert_eq!(
        (&cover["width"], &cover["height"], &cover["alt"]),
        (&json!(64), &json!(32), &json!("En sjö"))
    );
    assert_eq!(covered["version"], 2);
    let url = cover["url"].as_str().unwrap();
    assert_eq!(anna.get(url).await.header("content-type"), "image/jpeg");
    bo.get(url).await.refused(404, "NOT_FOUND");
    world.anyone("GET", url).send().await.refused(404, "NOT_FOUND");
    assert_eq!(covers(&anna, &draft).await.is(200)["version"], 2, "the same picture again");
    publishes(&anna, &draft).await;
    assert_eq!(bo.get(url).await.status, 200);
    assert_eq!(world.anyone("GET", url).send().await.header("cache-control"), "public, max-age=3600");
    let bare = anna.delete(&at(&draft, "/cover")).await.is(200);
    assert_eq!(bare["coverImage"], Value::Null);
    assert_eq!(anna.delete(&at(&draft, "/cover")).await.is(200), bare, "done again, it stays so");
    anna.get(url).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn page_is_readable_without_a_script() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    findable(&anna).await;
    let body =
        "Snart är den *här*.\n\n- ett\n- två\n\nhttps://example.se/a?b=1&c=2 <script>alert(1)</script>";
    let new =
        json!({"title": "Om \"våren\" <b>", "preamble": "Den kommer.", "body": body, "coverAlt": "En sjö"});
    let draft = writes(&anna, new).await;
    let cover = covers(&anna, &draft).await.is(200)["coverImage"].take();
    let path = format!("/artiklar/{}/{}", draft["uuid"].as_str().unwrap(), draft["slug"].as_str().unwrap());
    let page =
        async |path: &str| world.anyone("GET", path).header("accept", "text/html,*/*;q=0.8").send().await;
    let hidden = page(&path).await;
    assert_eq!(hidden.status, 404);
    assert!(!hidden.text().contains("Den kommer"), "a draft is nobody else's");
    let out = publishes(&anna, &draft).await;
    let shown = page(&path).await;
    assert_eq!(shown.status, 200);
    let text = shown.text();
    for part in [
        "<title>Om &quot;våren&quot; &lt;b&gt; – Kalender</title>".to_owned(),
        "<meta name=\"description\" content=\"Den kommer.\">".to_owned(),
        format!("<link rel=\"canonical\" href=\"http://kalender.test{path}\">"),
        "<meta property=\"og:type\" content=\"article\">".to_owned(),
        "<meta property=\"og:title\" content=\"Om &quot;våren&quot; &lt;b&gt;\">".to_owned(),
        format!(
            "<meta property=\"og:image\" content=\"http://kalender.test{}\">",
            cover["url"].as_str().unwrap()
        ),
        "<meta property=\"og:image:alt\" content=\"En sjö\">".to_owned(),
        format!(
            "<meta property=\"article:published_time\" content=\"{}\">",
            out["daPublished"].as_str().unwrap()
        ),
        "<p class=\"lead\">Den kommer.</p>".to_owned(),
        "<p>Snart är den <strong>här</strong>.</p><ul><li>ett</li><li>två</li></ul>".to_owned(),
        "<a href=\"https://example.se/a?b=1&amp;c=2\" rel=\"nofollow ugc noopener\">".to_owned(),
        "&lt;script&gt;alert(1)&lt;/script&gt;".to_owned(),
        format!("<a href=\"/u/{}\">", anna.name),
    ] {
        assert!(text.contains(&part), "{part} is not in {text}");
    }
    assert!(!text.contains("noindex") && !text.contains("<script>alert"), "{text}");
    let known = world
        .anyone("GET", &path)
        .header("accept", "text/html")
        .header("if-none-match", shown.header("etag"));
    assert_eq!(known.send().await.status, 304);
    let list = page("/artiklar").await;
    assert_eq!(list.status, 200);
    assert!(list.text().contains(&format!("<h2><a href=\"{path}\">Om &quot;våren&quot; &lt;b&gt;</a></h2>")));
    assert!(page("/blogg").await.text().contains("Inga artiklar än."), "the platform has written nothing");
    // An article of a person who is not findable is readable by its address.
    anna.patch("/api/v1/me", json!({"findable": false})).await.is(200);
    assert!(page(&path).await.text().contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[actix_web::test]
async fn reported_article_is_decided() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (editor, bo) = (org.with("EDITOR").await, world.person("Bo").await);
    let new = json!({"title": "Om grannen", "body": "Något elakt.", "idEntity": org.id});
    let out = publishes(&editor, &writes(&editor, new).await).await;
    let report = json!({"targetType": "ARTICLE", "targetId": out["uuid"], "reason": "elakt"});
    let case = bo.post("/api/v1/report", report.clone()).await.is(201)["idCase"].as_i64().unwrap();
    editor.post("/api/v1/report", report).await.refused(422, "INVALID");
    let queue = org.owner.get(&format!("/api/v1/moderation/{}/cases", org.id)).await.is(200);
    let shown = &queue["content"][0];
    assert_eq!((&shown["targetType"], &shown["targetId"]), (&json!("ARTICLE"), &out["uuid"]));
    assert_eq!(shown["content"], "Om grannen\n\nNågot elakt.");
    decides(&org.owner, org.id, case, "hide").await.is(200);
    until(async || (bo.get(&at(&out, "")).await.status == 404).then_some(())).await;
    world.anyone("GET", &open_at(&out)).send().await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&world, "/api/public/articles").await, Vec::<String>::new());
    assert_eq!(editor.get(&at(&out, "")).await.is(200)["hidden"], true, "who may write it sees it");
}

#[actix_web::test]
async fn articles_are_erased_with_their_author() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("EDITOR").await;
    let own = published(&anna, "Mitt").await;
    let theirs = json!({"title": "Skolans", "body": "Text.", "idEntity": org.id});
    let theirs = publishes(&anna, &writes(&anna, theirs).await).await;
    let user = world.storage.accounts.user(storage::UserId(anna.id)).await.unwrap().unwrap();
    (actors::articles::AREA.erase.unwrap())(&world.platform, &user).await.unwrap();
    (actors::articles::AREA.erase.unwrap())(&world.platform, &user).await.unwrap();
    world.anyone("GET", &open_at(&own)).send().await.refused(404, "NOT_FOUND");
    let left = org.owner.get(&at(&theirs, "")).await.is(200);
    assert_eq!(
        (&left["title"], left.get("writtenBy")),
        (&json!("Skolans"), None),
        "the school keeps what is its own"
    );
}

/// For [`crate::persons`].
pub async fn leave_traces(person: &Person) {
    published(person, "Min artikel").await;
}
