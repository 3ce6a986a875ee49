//! Reports and decisions about them. Contract §3.4, §6.

use futures_util::future::join_all;
use storage::entities::{Relation, RelationType};
use storage::ids::{EntityId, UserId};

use crate::harness::{Answer, Org, Patience, Person, Value, World, each, id, json};
use crate::v1_feed::{at, findable, follows, says, uuid};

/// The platform's own entity.
const PLATFORM: i64 = 1;

/// A person with a role on the platform.
pub async fn operator(world: &World) -> Person {
    let person = world.person("Operatör").await;
    let relation = Relation {
        entity_id: EntityId(PLATFORM),
        user_id: UserId(person.id),
        relation_type: RelationType::Administrator,
        since: actors::platform::time::now(),
    };
    assert!(world.storage.entities.put_relation(&relation, None).await.unwrap());
    person
}

pub async fn reports(person: &Person, kind: &str, target: &Value, reason: &str) -> Answer {
    person.post("/api/v1/report", json!({"targetType": kind, "targetId": target, "reason": reason})).await
}

pub async fn reported(person: &Person, kind: &str, target: &Value) -> i64 {
    id(&reports(person, kind, target, "olämpligt").await.is(201)["idCase"])
}

pub async fn queue(person: &Person, entity: i64, state: &str) -> Vec<Value> {
    let page = person.get(&format!("/api/v1/moderation/{entity}/cases?state={state}")).await.is(200);
    page["content"].as_array().unwrap().clone()
}

pub async fn decides(person: &Person, entity: i64, case: i64, act: &str) -> Answer {
    person
        .post(&format!("/api/v1/moderation/{entity}/cases/{case}/{act}"), json!({"note": "så är det"}))
        .await
}

async fn bell(person: &Person, count: usize) -> Vec<String> {
    let bell = person.bell(count).await;
    each(&bell, "type").iter().map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

/// A moderator who reports, is reported, and decides.
pub async fn leave_traces(org: &Org, person: &Person, other: &Person) {
    let (theirs, own) = (other.says(org.general, "deras").await, person.says(org.general, "mitt").await);
    let case = reported(person, "MESSAGE", &json!(theirs)).await;
    decides(person, org.id, case, "dismiss").await.is(200);
    person.bell_of("REPORT_HANDLED").await;
    reported(&org.owner, "MESSAGE", &json!(own)).await;
}

/// A message, a post, a comment and a person to report, all of one author, and their moderators.
struct Ground {
    org: Org,
    author: Person,
    reporter: Person,
    operator: Person,
}

impl Ground {
    async fn new(world: &World) -> Self {
        let org = world.org("Skolan").await;
        let (author, reporter) = (org.with("MEMBER").await, org.with("MEMBER").await);
        findable(&author).await;
        Self { author, reporter, operator: operator(world).await, org }
    }

    async fn target(&self, kind: &str) -> Value {
        match kind {
            "MESSAGE" => json!(self.author.says(self.org.general, "elakt ord").await),
            "POST" => says(&self.author, json!({"txMessage": "elakt ord"})).await["uuid"].take(),
            "COMMENT" => {
                let post = says(&self.reporter, json!({"txMessage": "ett inlägg"})).await;
                let new = json!({"txMessage": "elakt ord"});
                let comment = self.author.post(&at(&post, "/comments"), new).await.is(201);
                // Notifications are written after the response; a later one must be newer.
                self.reporter.bell_of("FEED_COMMENT").await;
                comment["idFeedComment"].clone()
            }
            _ => json!(self.author.id),
        }
    }

    /// Who decides about a kind of target, and in which entity.
    fn place(&self, kind: &str) -> (&Person, i64) {
        if kind == "MESSAGE" { (&self.org.owner, self.org.id) } else { (&self.operator, PLATFORM) }
    }
}

#[actix_web::test]
async fn reports_of_one_thing_make_one_case() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let message = g.target("MESSAGE").await;
    let first = reports(&g.reporter, "MESSAGE", &message, "  mobbning ").await.is(201);
    let again = reports(&g.reporter, "MESSAGE", &message, "igen").await.is(200);
    assert_eq!(again, first, "the same person's again is the same report");
    let other = g.org.with("MEMBER").await;
    let second = reports(&other, "MESSAGE", &message, "elakt").await.is(201);
    assert_eq!(second["idCase"], first["idCase"]);
    assert_ne!(second["idReport"], first["idReport"]);
    let open = queue(&g.org.owner, g.org.id, "OPEN").await;
    assert_eq!(open.len(), 1);
    let case = &open[0];
    assert_eq!(case["idCase"], first["idCase"]);
    assert_eq!((&case["targetType"], &case["targetId"]), (&json!("MESSAGE"), &message));
    assert_eq!(
        (&case["state"], &case["outcome"], &case["nrReports"]),
        (&json!("OPEN"), &json!(null), &json!(2))
    );
    assert_eq!(each(&case["reports"], "reason"), [&json!("mobbning"), &json!("elakt")]);
    assert_eq!(case["reports"][0]["reporter"]["idUser"], g.reporter.id);
    assert_eq!(case["author"]["idUser"], g.author.id);
    assert_eq!(case["content"], "elakt ord");
    assert_eq!(case["abilities"], json!(["DISMISS", "REMOVE", "WARN", "BAN"]));
    let path = format!("/konversation/{}/{}?message={message}", g.org.workspace, g.org.general);
    assert_eq!(case["path"], path);
    let badge = g.org.owner.get(&format!("/api/v1/moderation/{}/open", g.org.id)).await.is(200);
    assert_eq!(badge, json!({"open": 1}));
}

#[actix_web::test]
async fn only_readable_things_can_be_reported() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let stranger = world.person("Zoe").await;
    let inside = g.target("MESSAGE").await;
    let closed =
        says(&g.author, json!({"txMessage": "för kontakter", "audience": "CONTACTS"})).await["uuid"].take();
    let hidden = world.person("Dold").await;
    for (kind, target) in [
        ("MESSAGE", &inside),
        ("MESSAGE", &json!(1)),
        ("POST", &closed),
        ("POST", &json!("finns-inte")),
        ("POST", &json!(1)),
        ("COMMENT", &json!(1)),
        ("PERSON", &json!(hidden.id)),
        ("PERSON", &json!(1)),
    ] {
        reports(&stranger, kind, target, "fel").await.refused(404, "NOT_FOUND");
    }
    for kind in ["MESSAGE", "POST", "COMMENT", "PERSON"] {
        let target = g.target(kind).await;
        reports(&g.author, kind, &target, "fel").await.wrong_field("targetId", "SELF");
        reports(&g.reporter, kind, &target, &"x".repeat(500)).await.is(201);
    }
    for reason in ["", "   ", &"x".repeat(501)] {
        assert_eq!(reports(&g.reporter, "MESSAGE", &inside, reason).await.status, 422, "{reason}");
    }
    reports(&g.reporter, "MESSAGE", &json!("x"), "fel").await.wrong_field("targetId", "NUMBER");
    let deleted = g.target("MESSAGE").await;
    g.author.delete(&format!("/api/v1/chat/messages/{deleted}")).await.data();
    reports(&g.reporter, "MESSAGE", &deleted, "fel").await.refused(404, "NOT_FOUND");
    // A post's numeric id names the same post.
    let post = says(&g.author, json!({"txMessage": "nytt"})).await;
    let case = reported(&g.reporter, "POST", &post["idFeedPost"]).await;
    assert_eq!(reports(&g.reporter, "POST", &post["uuid"], "fel").await.is(200)["idCase"], case);
}

#[actix_web::test]
async fn case_belongs_to_the_right_organisation() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let talk = json!({"userIds": [g.reporter.id], "idType": 1});
    let talk = id(&g.author.post("/api/v1/messages/conversations", talk).await.is(201)["data"]["id"]);
    let between = json!(g.author.says(talk, "elakt").await);
    let own = |audience: &str| json!({"txMessage": "skolans", "idEntity": g.org.id, "audience": audience});
    let open = says(&g.org.owner, own("PUBLIC")).await;
    let inner = says(&g.org.owner, own("ENTITY_MEMBERS")).await;
    let comment = async |post: &Value| {
        let made = g.author.post(&at(post, "/comments"), json!({"txMessage": "elakt"})).await.is(201);
        made["idFeedComment"].clone()
    };
    let own_post = says(&g.reporter, json!({"txMessage": "ett inlägg"})).await;
    // A school's comment under a person's post is moderated by the school.
    let spoken = json!({"txMessage": "elakt", "idEntity": g.org.id});
    let in_its_name =
        g.org.owner.post(&at(&own_post, "/comments"), spoken).await.is(201)["idFeedComment"].take();
    let cases = [
        ("MESSAGE", g.target("MESSAGE").await, g.org.id),
        ("MESSAGE", between, PLATFORM),
        ("POST", open["uuid"].clone(), g.org.id),
        ("POST", inner["uuid"].clone(), g.org.id),
        ("POST", g.target("POST").await, PLATFORM),
        ("COMMENT", comment(&inner).await, g.org.id),
        ("COMMENT", comment(&open).await, g.org.id),
        ("COMMENT", comment(&own_post).await, PLATFORM),
        ("COMMENT", in_its_name, g.org.id),
        ("PERSON", json!(g.author.id), PLATFORM),
    ];
    for (kind, target, entity) in cases {
        let case = reported(&g.reporter, kind, &target).await;
        let asks = if entity == PLATFORM { &g.operator } else { &g.org.owner };
        let open = queue(asks, entity, "OPEN").await;
        let found =
            open.iter().find(|one| one["idCase"] == case).unwrap_or_else(|| panic!("{kind} {target}"));
        assert_eq!((&found["idEntity"], &found["targetId"]), (&json!(entity), &target), "{kind}");
    }
}

#[actix_web::test]
async fn every_decision_works_on_every_kind() {
    let world = World::new().await;
    // Dismiss, hide, remove, warn, ban. The author is a member of the organisation and has no relation to the platform.
    let table = [
        ("MESSAGE", [true, false, true, true, true]),
        ("POST", [true, true, true, true, false]),
        ("COMMENT", [true, true, true, true, false]),
        ("PERSON", [true, false, false, true, false]),
    ];
    let acts = [
        ("dismiss", "DISMISSED", ""),
        ("hide", "HIDDEN", "MODERATION_HIDDEN"),
        ("remove", "REMOVED", "MODERATION_REMOVED"),
        ("warn", "WARNED", "MODERATION_WARNED"),
        ("ban", "BANNED", "MODERATION_BANNED"),
    ];
    for (kind, fits) in table {
        for ((act, outcome, rings), fits) in acts.iter().zip(fits) {
            let g = Ground::new(&world).await;
            let target = g.target(kind).await;
            let case = reported(&g.reporter, kind, &target).await;
            let (moderator, entity) = g.place(kind);
            let answer = decides(moderator, entity, case, act).await;
            if !fits {
                answer.refused(409, "NOT_HERE");
                assert_eq!(
                    queue(moderator, entity, "OPEN").await.last().unwrap()["idCase"],
                    case,
                    "{kind} {act}"
                );
                decides(moderator, entity, case, "dismiss").await.is(200);
                continue;
            }
            let closed = answer.is(200);
            assert_eq!((&closed["state"], &closed["outcome"]), (&json!("CLOSED"), &json!(outcome)), "{kind}");
            assert_eq!(closed["moderator"]["idUser"], moderator.id);
            assert_eq!(closed["abilities"], json!([]));
            let is_gone = *act == "remove";
            let has_text = kind != "PERSON" && !is_gone;
            assert_eq!(
                closed["content"],
                if has_text { json!("elakt ord") } else { json!(null) },
                "{kind} {act}"
            );
            // What others see of it.
            let is_seen = match kind {
                "MESSAGE" => {
                    let page = g.org.owner.reads(g.org.general).await;
                    page.as_array().unwrap().iter().any(|one| one["content"] == "elakt ord")
                }
                "POST" => {
                    let path = format!("/api/v1/feed/posts/{}", target.as_str().unwrap());
                    let seen = g.reporter.get(&path).await.status == 200;
                    let own = g.author.get(&path).await;
                    assert_eq!(own.status, if is_gone { 404 } else { 200 }, "{act}: who wrote it");
                    if !is_gone {
                        assert_eq!(own.json()["hidden"], *act == "hide");
                    }
                    seen
                }
                "COMMENT" => {
                    let mine = g.reporter.get("/api/v1/feed/mine").await.is(200);
                    let path = at(&mine["content"][0], "/comments");
                    let own = g.author.get(&path).await.is(200);
                    let status = each(&own["content"], "flStatus");
                    let expected = if *act == "hide" { vec![json!(4)] } else { vec![json!(1)] };
                    assert_eq!(status, if is_gone { vec![] } else { expected.iter().collect() }, "{act}");
                    let count =
                        g.reporter.get(&at(&mine["content"][0], "")).await.is(200)["nrComments"].take();
                    let list = g.reporter.get(&path).await.is(200)["content"].take();
                    assert_eq!(count, list.as_array().unwrap().len(), "{act}");
                    count == 1
                }
                _ => true,
            };
            assert_eq!(is_seen, !matches!(*act, "hide" | "remove"), "{kind} {act}");
            let barred = g.author.says_anything(g.org.general).await;
            assert_eq!(barred, *act == "ban", "{kind} {act}");
            // Notifications.
            assert_eq!(bell(&g.reporter, bells_of(kind, act)).await[0], "REPORT_HANDLED", "{kind} {act}");
            let told = bell(&g.author, usize::from(!rings.is_empty())).await;
            assert_eq!(
                told,
                if rings.is_empty() { vec![] } else { vec![(*rings).to_owned()] },
                "{kind} {act}"
            );
            assert!(queue(moderator, entity, "OPEN").await.iter().all(|one| one["idCase"] != case));
            assert_eq!(queue(moderator, entity, "CLOSED").await[0]["idCase"], case);
        }
    }
}

/// How many notifications the reporter has: a comment on their post causes one, which is removed with the comment.
fn bells_of(kind: &str, act: &str) -> usize {
    usize::from(kind == "COMMENT" && act != "remove") + 1
}

impl Person {
    /// Waits for a notification of this type.
    async fn bell_of(&self, kind: &str) {
        let mut patience = Patience::new();
        while patience.lasts().await {
            let bell = self.get("/api/v1/notifications").await.is(200)["content"].take();
            if each(&bell, "type").iter().any(|one| *one == kind) {
                return;
            }
        }
        panic!("{kind} does not ring for {}", self.name);
    }

    /// Whether they are prevented from writing.
    async fn says_anything(&self, channel: i64) -> bool {
        self.sends(channel, json!({"content": "får jag?"})).await.status != 201
    }
}

#[actix_web::test]
async fn concurrent_decisions_apply_once() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let target = g.target("MESSAGE").await;
    let case = reported(&g.reporter, "MESSAGE", &target).await;
    let mut moderators = Vec::new();
    for _ in 0..5 {
        moderators.push(g.org.with("ADMINISTRATOR").await);
    }
    let acts = ["dismiss", "remove", "warn", "dismiss", "remove"];
    let all = join_all(moderators.iter().zip(acts).map(|(who, act)| decides(who, g.org.id, case, act))).await;
    assert_eq!(all.iter().filter(|answer| answer.status == 200).count(), 1);
    let done = all.iter().find(|answer| answer.status == 200).unwrap().json();
    for answer in all.into_iter().filter(|answer| answer.status != 200) {
        let problem = answer.refused(409, "CASE_CLOSED");
        assert_eq!(problem["case"]["idCase"], case);
        assert_eq!(problem["case"]["outcome"], done["outcome"]);
    }
    let log = g.org.owner.get(&format!("/api/v1/moderation/{}/log", g.org.id)).await.is(200);
    assert_eq!(log["content"].as_array().unwrap().len(), 1);
    // A later report opens a new case.
    if done["outcome"] != "REMOVED" {
        assert_ne!(reported(&g.reporter, "MESSAGE", &target).await, case);
    }
}

#[actix_web::test]
async fn deciding_follows_roles() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let elsewhere = world.org("Klubben").await;
    let target = g.target("MESSAGE").await;
    let case = reported(&g.reporter, "MESSAGE", &target).await;
    let inner = json!({"txMessage": "skolans", "idEntity": g.org.id, "audience": "ENTITY_MEMBERS"});
    let post = says(&g.org.owner, inner).await["uuid"].take();
    let of_post = reported(&g.reporter, "POST", &post).await;
    let place = format!("/api/v1/moderation/{}", g.org.id);
    let (moderator, president) = (g.org.with("MODERATOR").await, g.org.with("PRESIDENT").await);
    for nobody in [&g.reporter, &g.author, &elsewhere.owner, &g.operator, &g.org.with("FOLLOWER").await] {
        for path in ["/cases", "/cases?state=CLOSED", "/open", "/log", "/log.csv"] {
            nobody.get(&format!("{place}{path}")).await.refused(403, "ROLE_TOO_LOW");
        }
        for act in ["dismiss", "hide", "remove", "warn", "ban"] {
            decides(nobody, g.org.id, case, act).await.refused(403, "ROLE_TOO_LOW");
        }
    }
    // A case of another organisation and an unknown case answer alike.
    for who in [&elsewhere.owner, &g.operator] {
        let own = if who.id == g.operator.id { PLATFORM } else { elsewhere.id };
        decides(who, own, case, "dismiss").await.refused(404, "NOT_FOUND");
    }
    decides(&g.org.owner, g.org.id, 1, "dismiss").await.refused(404, "NOT_FOUND");
    decides(&g.org.owner, g.org.id, case, "forgive").await.refused(404, "NOT_FOUND");
    g.org.owner.get("/api/v1/moderation/77/cases").await.refused(404, "NOT_FOUND");
    // Moderators of channels decide about messages and nothing else.
    for who in [&moderator, &president] {
        let seen = queue(who, g.org.id, "OPEN").await;
        assert_eq!(seen.iter().map(|one| id(&one["idCase"])).collect::<Vec<_>>(), [case], "{}", who.name);
        assert_eq!(who.get(&format!("{place}/open")).await.is(200)["open"], 1);
        decides(who, g.org.id, of_post, "dismiss").await.refused(404, "NOT_FOUND");
        who.get(&format!("{place}/log")).await.refused(403, "ROLE_TOO_LOW");
        who.get(&format!("{place}/log.csv")).await.refused(403, "ROLE_TOO_LOW");
    }
    assert_eq!(g.org.owner.get(&format!("{place}/open")).await.is(200)["open"], 2);
    decides(&moderator, g.org.id, case, "ban").await.refused(409, "NOT_HERE");
    decides(&moderator, g.org.id, case, "remove").await.is(200);
    // The case is readable by its author only, once it is decided.
    let own = format!("/api/v1/moderation/cases/{case}");
    for who in [&g.reporter, &g.org.owner, &elsewhere.owner] {
        who.get(&own).await.refused(404, "NOT_FOUND");
        who.post(&format!("{own}/objection"), json!({"text": "nej"})).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(g.author.get(&own).await.is(200)["outcome"], "REMOVED");
}

#[actix_web::test]
async fn pending_messages_are_in_the_case_list() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let strict = json!({"requireModeration": true, "autoApproveMembers": false});
    let channel = g.org.channel("granskad", strict).await;
    let first = g.author.says(channel, "får jag?").await;
    let case = reported(&g.reporter, "MESSAGE", &g.target("MESSAGE").await).await;
    let second = g.author.says(channel, "och nu?").await;
    let open = queue(&g.org.owner, g.org.id, "OPEN").await;
    let kinds: Vec<_> = open.iter().map(|one| one["targetType"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["WAITING_MESSAGE", "MESSAGE", "WAITING_MESSAGE"], "oldest first");
    assert_eq!(open.iter().map(|one| id(&one["targetId"])).collect::<Vec<_>>()[0], first);
    assert_eq!((&open[0]["idCase"], &open[0]["content"]), (&json!(null), &json!("får jag?")));
    assert_eq!(open[0]["abilities"], json!(["APPROVE", "REJECT"]));
    assert_eq!(open[1]["idCase"], case);
    let place = format!("/api/v1/moderation/{}", g.org.id);
    assert_eq!(g.org.owner.get(&format!("{place}/open")).await.is(200)["open"], 3);
    // Page by page, without gaps or duplicates.
    let (mut path, mut seen) = (format!("{place}/cases?limit=1"), Vec::new());
    loop {
        let page = g.org.owner.get(&path).await.is(200);
        seen.extend(page["content"].as_array().unwrap().iter().map(|one| one["targetId"].clone()));
        if page["cursor"].is_null() {
            assert_eq!(page["hasMore"], false);
            break;
        }
        path = format!("{place}/cases?limit=1&cursor={}", page["cursor"]);
    }
    assert_eq!(seen, open.iter().map(|one| one["targetId"].clone()).collect::<Vec<_>>());
    let approve = format!("/api/v1/chat/messages/{first}/approve");
    g.org.owner.post(&approve, json!({})).await.data();
    g.org.owner.post(&format!("/api/v1/chat/messages/{second}/reject"), json!({})).await.data();
    assert_eq!(queue(&g.org.owner, g.org.id, "OPEN").await.len(), 1);
}

#[actix_web::test]
async fn author_appeals_once() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    follows(&g.reporter, &g.author).await;
    let post = says(&g.author, json!({"txMessage": "elakt ord"})).await;
    let case = reported(&g.reporter, "POST", &post["uuid"]).await;
    let own = format!("/api/v1/moderation/cases/{case}");
    let objects = async |text: &str| g.author.post(&format!("{own}/objection"), json!({"text": text})).await;
    g.author.get(&own).await.refused(404, "NOT_FOUND");
    objects("innan").await.refused(404, "NOT_FOUND");
    decides(&g.operator, PLATFORM, case, "hide").await.is(200);
    for path in ["/api/v1/feed", "/api/public/feed", &format!("/api/v1/feed/person/{}", g.author.id)] {
        let page = g.reporter.get(path).await.is(200);
        assert!(!each(&page["content"], "uuid").contains(&&post["uuid"]), "{path}");
    }
    world
        .anyone("GET", &format!("/api/public/feed/posts/{}", uuid(&post)))
        .send()
        .await
        .refused(404, "NOT_FOUND");
    g.reporter.call("PUT", &at(&post, "/like")).send().await.refused(404, "NOT_FOUND");
    let mine = g.author.get(&at(&post, "")).await.is(200);
    assert_eq!((&mine["hidden"], &mine["abilities"]), (&json!(true), &json!(["EDIT", "DELETE"])));
    let seen = g.author.get(&own).await.is(200);
    assert_eq!((&seen["outcome"], &seen["canObject"]), (&json!("HIDDEN"), &json!(true)));
    // Newer than the notification of the new follower.
    assert_eq!(g.author.bell(2).await[0]["path"], format!("/moderering/arende/{case}"));
    for text in ["", "  ", &"x".repeat(1001)] {
        assert_eq!(objects(text).await.status, 422);
    }
    let after = objects(" det var ett skämt ").await.is(200);
    assert_eq!(
        (&after["objection"]["text"], &after["canObject"]),
        (&json!("det var ett skämt"), &json!(false))
    );
    objects("igen").await.refused(409, "ALREADY_OBJECTED");
    let open = queue(&g.operator, PLATFORM, "OPEN").await;
    assert_eq!((&open[0]["idCase"], &open[0]["outcome"]), (&json!(case), &json!("HIDDEN")));
    assert_eq!(open[0]["objection"]["text"], "det var ett skämt");
    assert!(queue(&g.operator, PLATFORM, "CLOSED").await.is_empty());
    // After a dismissal it is visible again.
    decides(&g.operator, PLATFORM, case, "dismiss").await.is(200);
    assert_eq!(g.reporter.get(&at(&post, "")).await.is(200)["hidden"], false);
    let page = g.reporter.get("/api/v1/feed").await.is(200);
    assert!(each(&page["content"], "uuid").contains(&&post["uuid"]));
    objects("en gång till").await.refused(409, "ALREADY_OBJECTED");
    assert_eq!(bell(&g.reporter, 2).await, ["REPORT_HANDLED", "REPORT_HANDLED"], "each decision");
}

#[actix_web::test]
async fn every_step_is_in_the_log() {
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let target = g.target("MESSAGE").await;
    let case = reported(&g.reporter, "MESSAGE", &target).await;
    let path = format!("/api/v1/moderation/{}/cases/{case}/warn", g.org.id);
    g.org.owner.post(&path, json!({"note": "=1+1;\"hej\"\nrad"})).await.is(200);
    let objection = format!("/api/v1/moderation/cases/{case}/objection");
    g.author.post(&objection, json!({"text": "nej"})).await.is(200);
    g.org
        .owner
        .post(&format!("/api/v1/moderation/{}/cases/{case}/remove", g.org.id), json!({}))
        .await
        .is(200);
    let place = format!("/api/v1/moderation/{}/log", g.org.id);
    let log = g.org.owner.get(&place).await.is(200);
    assert_eq!(each(&log["content"], "action"), ["REMOVE", "OBJECT", "WARN"]);
    let (remove, object, warn) = (&log["content"][0], &log["content"][1], &log["content"][2]);
    assert_eq!(
        (&remove["moderator"]["idUser"], &object["moderator"]),
        (&json!(g.org.owner.id), &json!(null))
    );
    // Each entry names the target's author.
    for step in [remove, object, warn] {
        assert_eq!(step["author"]["idUser"], g.author.id);
    }
    assert_eq!((&warn["note"], &remove["note"]), (&json!("=1+1;\"hej\"\nrad"), &json!("")));
    assert_eq!(
        (&warn["idCase"], &warn["targetType"], &warn["targetId"]),
        (&json!(case), &json!("MESSAGE"), &target)
    );
    let page = g.org.owner.get(&format!("{place}?limit=2")).await.is(200);
    let rest = g.org.owner.get(&format!("{place}?limit=2&cursor={}", page["cursor"])).await.is(200);
    assert_eq!(each(&rest["content"], "action"), ["WARN"]);
    let table = g.org.owner.get(&format!("{place}.csv")).await;
    assert!(table.header("content-type").starts_with("text/csv"));
    assert!(table.header("content-disposition").starts_with("attachment"));
    let text = table.text();
    let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(rows.len(), 4, "{text}");
    assert!(rows[3].contains("WARN"), "{text}");
    assert!(rows[3].contains(warn["author"]["displayName"].as_str().unwrap()), "{text}");
    assert!(rows[3].contains("'=1+1"), "no program takes it for a formula: {text}");
    // The warning contains the moderator's note.
    let bell = g.author.bell(2).await;
    assert!(
        each(&bell, "preview").iter().any(|text| text.as_str().is_some_and(|it| it.starts_with("=1+1"))),
        "{bell}"
    );
}

#[actix_web::test]
async fn erased_person_is_in_no_case() {
    use actors::accounts::erasure::{PATIENCE, erase_due};
    let world = World::new().await;
    let g = Ground::new(&world).await;
    let case = reported(&g.reporter, "MESSAGE", &g.target("MESSAGE").await).await;
    for person in [&g.reporter, &g.author] {
        person.delete("/api/v1/me").await.is(200);
        let at = actors::platform::time::now() + PATIENCE + 60_000;
        assert!(erase_due(&world.platform, UserId(person.id), at).await.unwrap());
    }
    let open = queue(&g.org.owner, g.org.id, "OPEN").await;
    assert_eq!(open[0]["idCase"], case);
    assert_eq!((&open[0]["reports"], &open[0]["author"]), (&json!([]), &json!(null)));
    assert_eq!(open[0]["abilities"], json!(["DISMISS", "REMOVE"]));
    decides(&g.org.owner, g.org.id, case, "dismiss").await.is(200);
}
