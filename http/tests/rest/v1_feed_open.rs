//! The public feed: pages without a script (`/inlagg/…`, `/u/…`, `/{slug}`) and Atom feeds. Contract §6.

use atom_syndication::Feed;

use crate::harness::{Answer, Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_feed::{at, findable, says, sends_picture, uuid};
use crate::v1_moderation::{decides, reported};

const NAVIGATION: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

async fn page(world: &World, path: &str) -> Answer {
    world.anyone("GET", path).header(NAVIGATION.0, NAVIGATION.1).send().await
}

async fn shown(world: &World, path: &str) -> String {
    let answer = page(world, path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
    answer.text()
}

fn at_page(post: &Value) -> String {
    format!("/inlagg/{}", uuid(post))
}

fn atom_of(kind: &str, id: i64) -> String {
    format!("/api/public/feed/{kind}/{id}/atom")
}

async fn feed(world: &World, path: &str) -> Feed {
    let answer = world.anyone("GET", path).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/atom+xml; charset=utf-8");
    answer.text().parse().unwrap_or_else(|error| panic!("{path}: {error}: {}", answer.text()))
}

fn titles(feed: &Feed) -> Vec<&str> {
    feed.entries.iter().map(|entry| entry.title.value.as_str()).collect()
}

const NOINDEX: &str = "<meta name=\"robots\" content=\"noindex\">";

#[actix_web::test]
async fn post_is_readable_without_a_script() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    findable(&anna).await;
    let picture = sends_picture(&anna, 32).await;
    let post = says(
        &anna,
        json!({
            "txMessage": "Städdag på lördag!\n\nMer på https://example.se/a?b=1&c=2.",
            "media": [{"id": picture["id"], "alt": "Skolgården i vår"}]
        }),
    )
    .await;
    let text = shown(&world, &at_page(&post)).await;
    let (path, url) = (at_page(&post), picture["url"].as_str().unwrap());
    let name = post["author"]["displayName"].as_str().unwrap();
    for part in [
        format!("<title>Inlägg av {name} – Kalender</title>"),
        "<meta name=\"description\" content=\"Städdag på lördag! Mer på https://example.se/a?b=1&amp;c=2.\">"
            .to_owned(),
        format!("<link rel=\"canonical\" href=\"http://kalender.test{path}\">"),
        "<meta property=\"og:type\" content=\"article\">".to_owned(),
        format!("<meta property=\"og:title\" content=\"Inlägg av {name}\">"),
        format!("<meta property=\"og:url\" content=\"http://kalender.test{path}\">"),
        format!("<meta property=\"og:image\" content=\"http://kalender.test{url}\">"),
        "<meta property=\"og:image:alt\" content=\"Skolgården i vår\">".to_owned(),
        format!("<a href=\"/u/{}\">{name}</a>", anna.name),
        format!("<time datetime=\"{}\">", post["daCreated"].as_str().unwrap()),
        "<p>Städdag på lördag!</p>".to_owned(),
        "<a href=\"https://example.se/a?b=1&amp;c=2\" rel=\"nofollow ugc noopener\">".to_owned(),
        format!(
            "<img src=\"{url}\" width=\"{0}\" height=\"{1}\" alt=\"Skolgården i vår\"",
            picture["width"], picture["height"]
        ),
        format!(
            "type=\"application/atom+xml\" title=\"Inlägg från {name}\" href=\"http://kalender.test{}\"",
            atom_of("person", anna.id)
        ),
    ] {
        assert!(text.contains(&part), "{part} is not in {text}");
    }
    assert!(!text.contains(NOINDEX), "{text}");
    assert_eq!(text.matches("<title>").count(), 1);
    assert_eq!(text.matches("name=\"description\"").count(), 1);
}

/// Contract §3.8.
#[actix_web::test]
async fn marks_and_lists_are_drawn() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    findable(&bo).await;
    let text = format!(
        "*Städdag* med **@{}** och _kaffe_, ~inte te~ #vår_städ_\n\n- kratta\n  - `spade`\n3. sopa\n4. fika\n> Ta med vantar\n\
         ```\nif a < b {{ *kod* }}\n``` [anmäl dig](https://example.se/a_b_c)",
        bo.name
    );
    let post = says(&anna, json!({"txMessage": text})).await;
    let bo_named = post["mentions"][0]["displayName"].as_str().unwrap();
    let drawn = format!(
        "<p><strong>Städdag</strong> med <strong><a href=\"{{home}}/u/{}\">{bo_named}</a></strong> och <em>kaffe</em>, \
         <s>inte te</s> #vår_städ_</p><ul><li>kratta</li><li class=\"in-1\"><code>spade</code></li></ul>\
         <ol start=\"3\"><li>sopa</li><li>fika</li></ol><blockquote><p>Ta med vantar</p></blockquote>\
         <pre tabindex=\"0\"><code>if a &lt; b {{ *kod* }}</code></pre>\
         <p> <a href=\"https://example.se/a_b_c\" rel=\"nofollow ugc noopener\">anmäl dig</a></p>",
        bo.name
    );
    let page = shown(&world, &at_page(&post)).await;
    let here = drawn.replace("{home}", "");
    assert!(page.contains(&here), "{here} is not in {page}");
    let description = format!(
        "<meta name=\"description\" content=\"Städdag med @{} och kaffe, inte te #vår_städ_ kratta, spade sopa, fika \
         Ta med vantar if a &lt; b {{ *kod* }} anmäl dig\">",
        bo.name
    );
    assert!(page.contains(&description), "{description} is not in {page}");
    let feed = feed(&world, &atom_of("person", anna.id)).await;
    let content = feed.entries[0].content.as_ref().unwrap().value.as_deref().unwrap();
    assert_eq!(content, drawn.replace("{home}", "http://kalender.test"));
}

#[actix_web::test]
async fn peoples_texts_are_escaped() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bad = "</title></script><script>alert(1)</script><img src=x onerror=\"alert('2')\">";
    org.owner.patch(&org.at(""), json!({"entityName": "A<b>\"'&</title>"})).await.is(200);
    let text =
        format!("{bad} https://example.se/\"onmouseover=\"x javascript:alert(1)\n\n\u{8}<svg onload=1> ]]>");
    let picture = sends_picture(&org.owner, 32).await;
    let media = json!([{"id": picture["id"], "alt": "\"><script>3</script>"}]);
    let post = says(&org.owner, json!({"txMessage": text, "idEntity": org.id, "media": media})).await;
    for path in [at_page(&post), format!("/{}", org.slug)] {
        let text = shown(&world, &path).await;
        for never in [
            "<script>alert",
            "<script>3",
            "<img src=x",
            "<svg onload",
            "A<b>",
            "href=\"javascript",
            "/\"onmouseover",
        ] {
            assert!(!text.contains(never), "{never} in {path}: {text}");
        }
        assert!(text.contains("&lt;script&gt;alert(1)") && text.contains("A&lt;b&gt;&quot;"), "{text}");
    }
    let path = atom_of("entity", org.id);
    let feed = feed(&world, &path).await;
    let entry = &feed.entries[0];
    assert_eq!(entry.authors[0].name, "A<b>\"'&</title>");
    let content = entry.content.as_ref().unwrap();
    assert_eq!(content.content_type.as_deref(), Some("html"));
    let value = content.value.as_deref().unwrap();
    assert!(!value.contains("<script") && value.contains("&lt;script&gt;"), "{value}");
    assert!(!value.contains('\u{8}'), "{value}");
}

#[actix_web::test]
async fn visitors_see_only_public_posts() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    befriend(&bo, &anna).await;
    let open = says(&anna, json!({"txMessage": "För alla"})).await;
    let hidden = [
        says(&anna, json!({"txMessage": "hemligt-kvastskaft", "audience": "FOLLOWERS"})).await,
        says(&anna, json!({"txMessage": "hemligt-kvastskaft", "audience": "CONTACTS"})).await,
        says(
            &org.owner,
            json!({"txMessage": "hemligt-kvastskaft", "audience": "ENTITY_MEMBERS", "idEntity": org.id}),
        )
        .await,
        says(
            &org.owner,
            json!({"txMessage": "hemligt-kvastskaft", "audience": "FOLLOWERS", "idEntity": org.id}),
        )
        .await,
    ];
    let gone = says(&anna, json!({"txMessage": "hemligt-kvastskaft"})).await;
    anna.delete(&at(&gone, "")).await.is(204);
    let absent = async |path: &str| {
        for cookie in ["", bo.token.as_str()] {
            let call = world.anyone("GET", path).header(NAVIGATION.0, NAVIGATION.1);
            let answer = call.cookie(cookie).send().await;
            let text = answer.text();
            assert_eq!(answer.status, 404, "{path}: {text}");
            assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
            assert!(text.contains(NOINDEX) && text.contains("id=\"root\""), "{path}: {text}");
            assert!(!text.contains("kvastskaft"), "{path}: {text}");
        }
        world.anyone("GET", path).send().await.refused(404, "NOT_FOUND");
    };
    for post in hidden.iter().chain([&gone]) {
        absent(&at_page(post)).await;
    }
    absent("/inlagg/00000000-0000-4000-8000-000000000000").await;
    absent("/inlagg/%22%3E%3Cscript%3E").await;
    // Bo is not findable, and the organisation does not exist.
    absent(&format!("/u/{}", bo.name)).await;
    absent("/u/finns-inte").await;
    absent("/finns-inte").await;
    let lists = [format!("/u/{}", anna.name), format!("/{}", org.slug)];
    for path in &lists {
        assert!(!shown(&world, path).await.contains("kvastskaft"), "{path}");
    }
    assert!(shown(&world, &lists[0]).await.contains("För alla"));
    let feeds = [atom_of("person", anna.id), atom_of("entity", org.id)];
    assert_eq!(titles(&feed(&world, &feeds[0]).await), ["För alla"]);
    assert_eq!(titles(&feed(&world, &feeds[1]).await), Vec::<&str>::new());
    for path in [atom_of("person", bo.id), atom_of("person", 1), atom_of("entity", 1)] {
        world.anyone("GET", &path).send().await.refused(404, "NOT_FOUND");
    }
    // The same lists for the app without a session.
    let list = async |kind: &str, id: i64| {
        world.anyone("GET", &format!("/api/public/feed/{kind}/{id}")).send().await
    };
    assert_eq!(each(&list("person", anna.id).await.is(200)["content"], "txMessage"), ["För alla"]);
    assert_eq!(list("entity", org.id).await.is(200)["content"], json!([]));
    list("person", bo.id).await.refused(404, "NOT_FOUND");
    list("entity", 1).await.refused(404, "NOT_FOUND");
    // A post that stops being public is hidden, and shown again when it is public.
    anna.put(&at(&open, ""), json!({"audience": "CONTACTS"})).await.is(200);
    absent(&at_page(&open)).await;
    assert_eq!(titles(&feed(&world, &feeds[0]).await), Vec::<&str>::new());
    anna.put(&at(&open, ""), json!({"audience": "PUBLIC"})).await.is(200);
    shown(&world, &at_page(&open)).await;
}

#[actix_web::test]
async fn hidden_posts_are_not_public() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, reader) = (org.with("MEMBER").await, world.person("Bo").await);
    let post = says(&member, json!({"txMessage": "Dumt", "idEntity": org.id})).await;
    shown(&world, &at_page(&post)).await;
    let case = reported(&reader, "POST", &json!(uuid(&post))).await;
    decides(&org.owner, org.id, case, "hide").await.is(200);
    assert_eq!(page(&world, &at_page(&post)).await.status, 404);
    assert!(!shown(&world, &format!("/{}", org.slug)).await.contains("Dumt"));
    assert_eq!(titles(&feed(&world, &atom_of("entity", org.id)).await), Vec::<&str>::new());
}

#[actix_web::test]
async fn search_engines_index_only_findable_people() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&bo).await;
    let post = says(&anna, json!({"txMessage": "Annas ord"})).await;
    let text = shown(&world, &at_page(&post)).await;
    assert!(text.contains(NOINDEX) && text.contains("Annas ord"), "{text}");
    assert!(!text.contains("application/atom+xml"), "there is no feed of hers: {text}");
    // Reposts of her post are not indexed either, and lists link to it without her words.
    let body = json!({"comment": "Läs"});
    let repost = bo.post(&at(&post, "/repost"), body.clone()).await.is(201);
    let voiced = json!({"comment": "Läs", "entityId": org.id});
    org.owner.post(&at(&post, "/repost"), voiced).await.is(201);
    assert!(shown(&world, &at_page(&repost)).await.contains(NOINDEX));
    for path in [format!("/u/{}", bo.name), format!("/{}", org.slug)] {
        let text = shown(&world, &path).await;
        assert!(
            text.contains(&at_page(&post)) && !text.contains("Annas ord") && !text.contains(NOINDEX),
            "{text}"
        );
    }
    findable(&anna).await;
    assert!(!shown(&world, &at_page(&post)).await.contains(NOINDEX));
    assert!(!shown(&world, &at_page(&repost)).await.contains(NOINDEX));
    assert!(shown(&world, &format!("/{}", org.slug)).await.contains("Annas ord"));
    // A person who has requested erasure is hidden at once.
    anna.delete("/api/v1/me").await.is(200);
    assert!(shown(&world, &at_page(&post)).await.contains(NOINDEX));
    assert_eq!(page(&world, &format!("/u/{}", anna.name)).await.status, 404);
    world.anyone("GET", &atom_of("person", anna.id)).send().await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn public_pages_are_cacheable_by_etag() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let post = says(&org.owner, json!({"txMessage": "Hej", "idEntity": org.id})).await;
    for path in [at_page(&post), format!("/{}", org.slug), atom_of("entity", org.id)] {
        let ask = |tag: &str, person: Option<&Person>| {
            let call = world.anyone("GET", &path).header(NAVIGATION.0, NAVIGATION.1);
            let call = if tag.is_empty() { call } else { call.header("if-none-match", tag) };
            let call = match person {
                Some(person) => call.header("cookie", &format!("kalender_jwt={}", person.token)),
                None => call,
            };
            call.send()
        };
        let first = ask("", None).await;
        assert_eq!(first.status, 200);
        let own = ask("", Some(&org.owner)).await;
        assert_eq!(own.body, first.body, "{path}");
        // A browser that says somebody is signed in gets the app.
        let signed_in = format!("kalender_jwt={}; kalender_jwt_present=1", org.owner.token);
        let call = world.anyone("GET", &path).header(NAVIGATION.0, NAVIGATION.1);
        let theirs = call.header("cookie", &signed_in).send().await;
        assert_eq!(theirs.body == first.body, path.starts_with("/api"), "{path}");
        assert_eq!(first.header("vary").contains("cookie"), !path.starts_with("/api"), "{path}");
        assert_eq!(first.header("cache-control"), "no-cache");
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\""), "{tag}");
        let again = ask(&tag, None).await;
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()));
        let said = says(&org.owner, json!({"txMessage": "Ett till", "idEntity": org.id})).await;
        org.owner.put(&at(&post, ""), json!({"txMessage": format!("Hej {path}")})).await.is(200);
        assert_eq!(ask(&tag, None).await.status, 200, "{path}");
        org.owner.delete(&at(&said, "")).await.is(204);
    }
}

#[actix_web::test]
async fn an_atom_feed_is_what_readers_expect() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    for n in 1..=22 {
        says(&org.owner, json!({"txMessage": format!("Nummer {n} #skola"), "idEntity": org.id})).await;
    }
    let path = atom_of("entity", org.id);
    let feed = feed(&world, &path).await;
    assert_eq!(feed.entries.len(), 20);
    assert_eq!((titles(&feed)[0], titles(&feed)[19]), ("Nummer 22 #skola", "Nummer 3 #skola"));
    assert_eq!(
        (feed.id.as_str(), feed.lang.as_deref()),
        (format!("http://kalender.test{path}").as_str(), Some("sv"))
    );
    let link = |rel: &str| feed.links.iter().find(|link| link.rel == rel).map(|link| link.href.clone());
    assert_eq!(link("self"), Some(format!("http://kalender.test{path}")));
    assert_eq!(link("alternate"), Some(format!("http://kalender.test/{}", org.slug)));
    let newest =
        org.owner.get(&format!("/api/v1/feed/entity/{}?limit=1", org.id)).await.is(200)["content"][0].take();
    let entry = &feed.entries[0];
    assert_eq!(entry.id, format!("urn:uuid:{}", uuid(&newest)));
    assert_eq!(entry.links[0].href, format!("http://kalender.test{}", at_page(&newest)));
    assert_eq!(entry.categories[0].term, "skola");
    let time = |at: &atom_syndication::FixedDateTime| at.timestamp_millis();
    assert_eq!(time(&entry.published.unwrap()), moment(&newest["daCreated"]));
    assert_eq!(
        (time(&entry.updated), time(&feed.updated)),
        (moment(&newest["daUpdated"]), moment(&newest["daUpdated"]))
    );
}

fn moment(at: &Value) -> i64 {
    at.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond()
}
