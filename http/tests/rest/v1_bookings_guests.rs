//! Bookings without an account: pages, the mailed link, and what strangers learn. Contract §8.1–8.2.

use actors::platform::limits::Rates;
use actors::platform::time::now;
use futures_util::future::join_all;
use storage::bookings::{Booking, Bookings, GuestBooking, PersonHold};
use storage::occupancy::{Occupation, OccupationId};
use storage::record::Stored;
use storage::time::Moment;

use crate::harness::{Answer, Org, Patience, Value, World, each, id, json};
use crate::v1_bookings::{at, books, changes, day, does, room, span, with};
use crate::v1_bookings_rules::{row, stored};

const KIM: &str = "kim@example.se";
const DAY_MS: i64 = 86_400_000;

/// A bookable for guests.
async fn open(org: &Org, settings: Value) -> Value {
    room(org, "Hallen", with(json!({"guests": true, "whoMayBook": ["MEMBER"]}), settings)).await
}

/// Asks for a booking by the API; `more` may replace fields.
async fn asks(world: &World, room: &Value, more: Value) -> Answer {
    let body = json!({"idBookable": room["idBookable"], "name": "Kim", "email": KIM});
    world.anyone("POST", "/api/public/booking").json(&with(body, more)).send().await
}

fn by(email: &str) -> Value {
    json!({"email": email})
}

/// Sends a form as a browser does.
async fn posts(world: &World, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let call = world.anyone("POST", path).header("origin", "http://kalender.test");
    call.body("application/x-www-form-urlencoded", body).send().await
}

async fn acts(world: &World, link: &str, action: &str) -> Answer {
    posts(world, link, &[("action", action)]).await
}

async fn page(world: &World, path: &str) -> Answer {
    world.anyone("GET", path).header("accept", "text/html").send().await
}

/// The path of the link in a mail.
fn link_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("/boka/").unwrap_or_else(|| panic!("no link: {mail}"));
    let token = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>();
    format!("/boka/{token}")
}

/// The path of the link in the newest of somebody's mails, once there are that many.
async fn link(world: &World, email: &str, count: usize) -> String {
    link_in(&world.mails(email, count).await.pop().unwrap())
}

/// The path of a link that is not `known`, once there are that many mails: they come in any order.
async fn other_link(world: &World, email: &str, count: usize, known: &str) -> String {
    let links = world.mails(email, count).await.iter().map(|mail| link_in(mail)).collect::<Vec<_>>();
    links.iter().find(|link| *link != known).unwrap_or_else(|| panic!("{links:?}")).clone()
}

/// The id of a booking, by its link.
fn of_link(link: &str) -> OccupationId {
    let (id, _) = link.trim_start_matches("/boka/").split_once('-').unwrap();
    OccupationId(id.parse().unwrap())
}

/// Books as a guest with an address of their own; answers the link.
async fn booked(world: &World, room: &Value, email: &str, time: Value) -> String {
    asks(world, room, with(by(email), time)).await.is(202);
    let link = link(world, email, 1).await;
    assert_eq!(acts(world, &link, "confirm").await.status, 303);
    link
}

async fn bookings(org: &Org) -> Value {
    let path = format!("/api/v1/booking?entity={}&from={}&to={}", org.id, day(0), day(7));
    org.owner.get(&path).await.is(200)["content"].take()
}

/// A problem without the id of its request, to compare.
fn bare(answer: Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}: {}", answer.asked, answer.text());
    with(answer.problem(), json!({"requestId": ""}))
}

/// Makes what is held for a guest run out.
async fn runs_out(world: &World, link: &str) {
    let bookings = Bookings::of(&world.storage);
    let guest = bookings.guest(of_link(link)).await.unwrap().unwrap();
    let hall = bookings.bookable(guest.bookable_id).await.unwrap().unwrap();
    let held = row(world, hall.space_id, guest.hold_id).await;
    let expires = Moment(now() - 1);
    let kept = bookings.holds(held.user_id).await.unwrap();
    let kept = kept.into_iter().find(|one| one.hold_id == guest.hold_id).unwrap();
    let new = Occupation { expires: Some(expires), ..held.clone() };
    stored(world, held, new, vec![PersonHold { expires, ..kept }.kept()]).await;
}

#[actix_web::test]
async fn guest_books_moves_and_cancels_by_mail() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let asked =
        json!([{"id": "q", "text": "Vad <i>gör</i> ni?", "kind": "TEXT", "options": [], "required": true}]);
    let terms = json!({"freeHours": 24, "share": 50});
    let settings = json!({"questions": asked, "cancellation": terms, "description": "<script>x</script>", "place": "Ån"});
    let hall = open(&org, settings).await;
    let path = format!("/{}/boka/{}", org.slug, hall["slug"].as_str().unwrap());
    // The list leads to the page, and the page has a form with labels.
    let list = page(&world, &format!("/{}/boka", org.slug)).await;
    assert!(list.status == 200 && list.text().contains(&format!("href=\"{path}\"")), "{}", list.text());
    let shown = page(&world, &format!("{path}?dag={}", day(0))).await;
    let text = shown.text();
    for part in [
        "lang=\"sv\"",
        "<label for=\"email\">",
        "Vad &lt;i&gt;gör&lt;/i&gt; ni?",
        "&lt;script&gt;x",
        ">10.00</option>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("<script"), "{text}");
    let (start, end) = (at(0, "10:00"), at(0, "11:00"));
    let (start, end) = (start.as_str().unwrap(), end.as_str().unwrap());
    let form = |answer| {
        [
            ("start", start),
            ("end", end),
            ("name", "Kim <b>"),
            ("email", KIM),
            ("participants", ""),
            ("svar_q", answer),
            ("note", "<u>hej"),
        ]
    };
    let again = posts(&world, &path, &form("")).await;
    assert_eq!(again.status, 422);
    assert!(again.text().contains("Svara på frågan.") && again.text().contains("value=\"Kim &lt;b&gt;\""));
    assert_eq!(posts(&world, &path, &form("Tränar")).await.status, 202);
    // Looking changes nothing, however often a mail program does.
    let link1 = link(&world, KIM, 1).await;
    let before = world.dump().await;
    let shown = page(&world, &link1).await;
    page(&world, &format!("{link1}?dag={}", day(1))).await;
    world.anyone("HEAD", &link1).send().await;
    World::assert_same(&before, &world.dump().await);
    assert_eq!(shown.status, 200);
    for part in [
        "Kim &lt;b&gt;",
        "&lt;u&gt;hej",
        "Bekräfta bokningen",
        "Väntar på att du bekräftar",
        "sedan 50 %",
        "noindex",
    ] {
        assert!(shown.text().contains(part), "{part}: {}", shown.text());
    }
    assert_eq!((shown.header("cache-control"), shown.header("x-robots-tag")), ("no-store", "noindex"));
    assert!(shown.header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(bookings(&org).await, json!([]));
    books(&org.owner, &hall, with(span(0, "10:00", "11:00"), json!({"answers": {"q": "a"}})))
        .await
        .refused(409, "OVERLAP");
    // Confirmed twice it is one booking; managers see who it is, nobody else does.
    assert_eq!(acts(&world, &link1, "confirm").await.status, 303);
    assert_eq!(acts(&world, &link1, "confirm").await.status, 303);
    let all = bookings(&org).await;
    assert_eq!(all.as_array().unwrap().len(), 1);
    let one = &all[0];
    assert_eq!((&one["userName"], &one["flStatus"]), (&json!("Gäst: Kim <b>"), &json!(1)));
    assert_eq!(
        (&one["guest"], &one["answers"]),
        (&json!({"name": "Kim <b>", "email": KIM}), &json!({"q": "Tränar"}))
    );
    let schedule = org.at(&format!("/schedule?from={}&to={}", day(0), day(1)));
    let titles = |rows: Value| rows["content"][0]["taken"][0]["title"].clone();
    assert_eq!(titles(org.owner.get(&schedule).await.is(200)), "Gäst: Kim <b>");
    let member = org.with("MEMBER").await;
    assert_eq!(titles(member.get(&schedule).await.is(200)), "Upptaget");
    let told = world.mails(KIM, 2).await.pop().unwrap();
    assert!(told.contains("Din bokning är klar") && told.contains(&link1), "{told}");
    // Moved, but not onto others, and not by an old page.
    books(&member, &hall, with(span(0, "12:00", "13:00"), json!({"answers": {"q": "a"}}))).await.is(201);
    let moves = async |from: &str, to: &str, version: &str| {
        let (start, end) = (at(0, from), at(0, to));
        let fields = [
            ("action", "move"),
            ("start", start.as_str().unwrap()),
            ("end", end.as_str().unwrap()),
            ("version", version),
        ];
        posts(&world, &link1, &fields).await
    };
    let clash = moves("12:30", "13:30", "1").await;
    assert!(clash.status == 409 && clash.text().contains("Tiden är upptagen."), "{}", clash.text());
    assert_eq!(moves("14:00", "15:00", "7").await.status, 409);
    assert_eq!(moves("14:00", "15:00", "1").await.status, 303);
    assert_eq!(bookings(&org).await[1]["start"], at(0, "14:00"));
    assert!(world.mails(KIM, 3).await.pop().unwrap().contains("flyttad"));
    assert_eq!(acts(&world, &link1, "cancel").await.status, 303);
    assert!(page(&world, &link1).await.text().contains("Avbokad"));
    assert!(world.mails(KIM, 4).await.pop().unwrap().contains("avbokad"));
    for action in ["cancel", "confirm"] {
        assert_eq!(acts(&world, &link1, action).await.status, 409, "{action}");
    }
    books(&org.owner, &hall, with(span(0, "14:00", "15:00"), json!({"answers": {"q": "a"}}))).await.is(201);
}

#[actix_web::test]
async fn answers_do_not_tell_who_booked_or_whose_address() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let anna = org.with("MEMBER").await;
    let hall = open(&org, json!({"whoMayBook": ["PUBLIC"]})).await;
    let public =
        format!("/api/public/bookables/{}?from={}&to={}", hall["slug"].as_str().unwrap(), day(0), day(1));
    let look = async || world.anyone("GET", &public).send().await;
    let time = span(0, "10:00", "11:00");
    let clash = async || bare(asks(&world, &hall, with(by("bo@example.se"), time.clone())).await, 409);
    // Held, then booked by a guest; booked by a member; by the organisation.
    asks(&world, &hall, time.clone()).await.is(202);
    let (seen, refused) = (look().await.body, clash().await);
    assert_eq!(
        (refused["code"].clone(), refused["nearest"][0]["start"].clone()),
        (json!("OVERLAP"), at(0, "09:00"))
    );
    // Also to whoever holds it.
    assert_eq!(bare(asks(&world, &hall, time.clone()).await, 409), refused);
    let kim = link(&world, KIM, 1).await;
    acts(&world, &kim, "confirm").await;
    assert_eq!((&look().await.body, &clash().await), (&seen, &refused));
    acts(&world, &kim, "cancel").await;
    for person in [&anna, &org.owner] {
        let booking = books(person, &hall, time.clone()).await.is(201);
        assert_eq!((&look().await.body, &clash().await), (&seen, &refused));
        assert_eq!(person.get(&public).await.body, seen, "the same for all");
        does(person, &booking, "cancel").await.is(200);
    }
    let seen: Value = serde_json::from_slice(&seen).unwrap();
    assert_eq!(seen["taken"], json!([with(time, json!({"title": "Upptaget"}))]));
    assert_eq!(
        (&seen["name"], &seen["guests"], &seen["entitySlug"]),
        (&json!("Hallen"), &json!(true), &json!(org.slug))
    );
    let free = |seen: &Value, start: Value| {
        seen["slots"].as_array().unwrap().iter().find(|slot| slot["start"] == start).unwrap()["free"].clone()
    };
    assert_eq!((free(&seen, at(0, "10:30")), free(&seen, at(0, "11:00"))), (json!(false), json!(true)));
    // A known address, an unknown one, and one that holds two times already.
    let mut answers = Vec::new();
    for (n, email) in
        [anna.email.as_str(), "ny@example.se", "ny@example.se", "ny@example.se"].into_iter().enumerate()
    {
        let n = i32::try_from(n).unwrap();
        answers.push(asks(&world, &hall, with(by(email), span(n, "15:00", "16:00"))).await);
    }
    assert!(answers.iter().all(|one| one.status == 202 && one.body == answers[0].body));
    // Sent side by side, so in any order.
    let mails = world.mails("ny@example.se", 3).await;
    assert_eq!(mails.iter().filter(|mail| mail.contains("hålls inte")).count(), 1);
    books(&anna, &hall, span(3, "15:00", "16:00")).await.is(201);
    // What guests may not book is like what does not exist.
    let asked = json!([{"id": "q", "text": "Vad?", "kind": "TEXT", "options": [], "required": true}]);
    let hidden = open(&org, json!({"status": 0, "questions": asked})).await;
    let members = open(&org, json!({"guests": false})).await;
    let everybody = open(&org, json!({"guests": false, "whoMayBook": ["PUBLIC"]})).await;
    let none = bare(asks(&world, &json!({"idBookable": 1}), span(0, "10:00", "11:00")).await, 404);
    for other in [&hidden, &members, &everybody] {
        assert_eq!(bare(asks(&world, other, span(0, "10:00", "11:00")).await, 404), none);
    }
    let absent = world.anyone("GET", "/api/public/bookables/finns-inte").send().await;
    let absent = (bare(absent, 404), page(&world, &format!("/{}/boka/finns-inte", org.slug)).await.body);
    for other in [&hidden, &members] {
        let slug = other["slug"].as_str().unwrap();
        let answer = world.anyone("GET", &format!("/api/public/bookables/{slug}")).send().await;
        let drawn = page(&world, &format!("/{}/boka/{slug}", org.slug)).await;
        assert_eq!(drawn.status, 404);
        assert_eq!((bare(answer, 404), drawn.body), absent);
    }
    let listed = page(&world, &format!("/{}/boka", org.slug)).await.text();
    assert_eq!(listed.matches("<li>").count(), 2, "{listed}");
    let slug = everybody["slug"].as_str().unwrap();
    let shown = page(&world, &format!("/{}/boka/{slug}", org.slug)).await.text();
    assert!(shown.contains("Logga in för att boka.") && !shown.contains("method=\"post\""), "{shown}");
}

#[actix_web::test]
async fn guests_at_once_get_as_many_times_as_there_are() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    for most in [1, 2] {
        let hall = open(&org, json!({"maxConcurrent": most})).await;
        let emails: Vec<String> = (0..4).map(|n| format!("gast{most}{n}@example.se")).collect();
        let tries =
            emails.iter().map(|email| asks(&world, &hall, with(by(email), span(0, "10:00", "11:00"))));
        let mut given = 0;
        for answer in join_all(tries).await {
            match answer.status {
                202 => given += 1,
                _ => drop(answer.refused(409, "OVERLAP")),
            }
        }
        assert_eq!(given, most);
    }
}

#[actix_web::test]
async fn link_is_secret_and_guests_are_erased() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = open(&org, json!({})).await;
    let kim = booked(&world, &hall, KIM, span(0, "10:00", "11:00")).await;
    let bo = booked(&world, &hall, "bo@example.se", span(0, "12:00", "13:00")).await;
    asks(&world, &hall, with(by("aldrig@example.se"), span(0, "14:00", "15:00"))).await.is(202);
    let never = link(&world, "aldrig@example.se", 1).await;
    let secret = bo.split_once('-').unwrap().1;
    assert!(!format!("{:?}", world.dump().await).contains(secret), "the secret is not stored");
    let guessed = format!("{}-{}", kim.split_once('-').unwrap().0, secret);
    let altered = format!("{}0", &kim[..kim.len() - 1]);
    let altered = if altered == kim { format!("{}1", &kim[..kim.len() - 1]) } else { altered };
    let nothing = page(&world, "/boka/1-00").await;
    assert_eq!((nothing.status, nothing.header("content-type")), (404, "text/html; charset=utf-8"));
    let before = world.dump().await;
    for link in [&guessed, &altered, &"/boka/x".to_owned(), &format!("{kim}0"), &"/boka/-1-".to_owned()] {
        let shown = page(&world, link).await;
        assert_eq!((shown.status, &shown.body), (404, &nothing.body), "{link}");
        for action in ["confirm", "cancel", "move", ""] {
            let answer = acts(&world, link, action).await;
            assert_eq!((answer.status, &answer.body), (404, &nothing.body), "{link} {action}");
        }
    }
    World::assert_same(&before, &world.dump().await);
    // Thirty days after the end, and a day after asking without confirming.
    let bookings = Bookings::of(&world.storage);
    let ended = async |link: &str, ago: i64| {
        let booking = bookings.booking(of_link(link)).await.unwrap().unwrap();
        let new = Booking { ends: Moment(now() - ago), note: "hemligt".into(), ..booking };
        world.engine.write(vec![new.insert()]).await.unwrap();
    };
    ended(&kim, 30 * DAY_MS + 1).await;
    ended(&bo, 30 * DAY_MS - 60_000).await;
    let guest = bookings.guest(of_link(&never)).await.unwrap().unwrap();
    let old = GuestBooking { created: Moment(now() - DAY_MS - 1), ..guest };
    world.engine.write(vec![old.insert()]).await.unwrap();
    for (link, status) in [(&kim, 404), (&bo, 200), (&never, 404)] {
        assert_eq!(page(&world, link).await.status, status, "{link}");
        assert_eq!(acts(&world, link, "confirm").await.status == 404, status == 404, "{link}");
    }
    world.come("booking-guest-erasure").await;
    let kept = format!("{:?}", world.dump().await);
    assert!(!kept.contains(KIM) && !kept.contains("aldrig@example.se") && kept.contains("bo@example.se"));
    let its = |link: &str| format!("/api/v1/booking/{}", of_link(link).0);
    let erased = org.owner.get(&its(&kim)).await.is(200);
    assert_eq!(
        (&erased["userName"], &erased["note"], erased.get("guest")),
        (&json!("Gäst"), &json!(""), None)
    );
    assert_eq!(org.owner.get(&its(&bo)).await.is(200)["userName"], "Gäst: Kim");
}

#[actix_web::test]
async fn hold_of_a_guest_that_ran_out_books_what_is_free() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = open(&org, json!({"whoMayBook": ["PUBLIC"]})).await;
    let mut links = Vec::new();
    for (email, n) in [(KIM, 0), ("bo@example.se", 1), ("eva@example.se", 2)] {
        asks(&world, &hall, with(by(email), span(n, "10:00", "11:00"))).await.is(202);
        links.push(link(&world, email, 1).await);
        let shown = page(&world, &links[usize::try_from(n).unwrap()]).await.text();
        assert!(shown.contains("Tiden hålls till"), "{shown}");
    }
    for link in &links {
        runs_out(&world, link).await;
    }
    for n in [1, 2] {
        books(&org.owner, &hall, span(n, "10:00", "11:00")).await.is(201);
    }
    assert!(page(&world, &links[0]).await.text().contains("Bekräfta bokningen"));
    assert_eq!(acts(&world, &links[0], "confirm").await.status, 303);
    // The two nearest others; one of them is taken instead.
    for text in [page(&world, &links[1]).await.text(), {
        let answer = acts(&world, &links[1], "confirm").await;
        assert_eq!(answer.status, 409);
        answer.text()
    }] {
        assert!(
            text.contains("har blivit bokad av någon annan") && !text.contains("Bekräfta bokningen"),
            "{text}"
        );
        for near in ["kl. 09.00–10.00 i stället", "kl. 11.00–12.00 i stället"] {
            assert!(text.contains(near), "{near}: {text}");
        }
    }
    let (start, end) = (at(1, "11:00"), at(1, "12:00"));
    let other = [("action", "move"), ("start", start.as_str().unwrap()), ("end", end.as_str().unwrap())];
    assert_eq!(posts(&world, &links[1], &other).await.status, 303);
    // What is removed before it is confirmed is forgotten.
    assert_eq!(acts(&world, &links[2], "cancel").await.status, 200);
    assert_eq!(page(&world, &links[2]).await.status, 404);
    assert!(!format!("{:?}", world.dump().await).contains("eva@example.se"));
    let all = bookings(&org).await;
    let guests: Vec<_> = all.as_array().unwrap().iter().filter(|one| one["idUser"] == 0).cloned().collect();
    assert_eq!(each(&json!(guests), "start"), [&at(0, "10:00"), &at(1, "11:00")]);
}

#[actix_web::test]
async fn answers_of_the_organisation_are_mailed_to_guests() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = open(&org, json!({"requiresApproval": true})).await;
    for (n, (act, said)) in
        [("confirm", "Din bokning är klar"), ("decline", "kunde inte godkännas")].into_iter().enumerate()
    {
        let email = format!("gast{n}@example.se");
        let link = booked(&world, &hall, &email, span(i32::try_from(n).unwrap(), "10:00", "11:00")).await;
        assert!(world.mails(&email, 2).await.pop().unwrap().contains("väntar på svar"));
        let rings = org.owner.bell(n + 1).await;
        assert!(rings[0].to_string().contains("Gäst: Kim vill boka Hallen"), "{}", rings[0]);
        let booking = bookings(&org).await[n].clone();
        assert_eq!(booking["flStatus"], 3);
        does(&org.owner, &booking, act).await.is(200);
        assert!(world.mails(&email, 3).await.pop().unwrap().contains(said));
        let label = if act == "confirm" { "Bokad" } else { "Avböjd" };
        assert!(page(&world, &link).await.text().contains(&format!("<dd>{label}</dd>")));
    }
    world.come("booking-reminder").await;
    let reminded = world.mails("gast0@example.se", 4).await.pop().unwrap();
    assert!(reminded.contains("Din bokning börjar snart.") && reminded.contains("Hallen"), "{reminded}");
    world.mails("gast1@example.se", 3).await;
}

#[actix_web::test]
async fn guests_are_limited_by_address_and_mail_address() {
    let rates = Rates {
        guest_bookings: "3/day".parse().unwrap(),
        guest_bookings_email: "2/day".parse().unwrap(),
        ..Rates::default()
    };
    let world = World::with_rates(rates).await;
    let org = world.org("Klubben").await;
    let hall = open(&org, json!({})).await;
    let asks = async |peer, email: &str, n: i32| {
        let body = json!({"idBookable": hall["idBookable"], "name": "Kim", "email": email});
        let call = world.anyone("POST", "/api/public/booking").from(peer);
        call.json(&with(body, span(n, "10:00", "11:00"))).send().await
    };
    asks("203.0.113.1:1", KIM, 0).await.is(202);
    asks("203.0.113.1:1", KIM, 1).await.is(202);
    asks("203.0.113.1:1", " KIM@example.SE", 2).await.refused(429, "RATE_LIMITED");
    asks("203.0.113.1:2", "bo@example.se", 2).await.refused(429, "RATE_LIMITED");
    asks("203.0.113.2:1", KIM, 2).await.refused(429, "RATE_LIMITED");
    asks("203.0.113.2:1", "bo@example.se", 2).await.is(202);
    asks("203.0.113.2:1", "ingen adress", 3).await.wrong_field("email", "EMAIL");
    let path = format!("/{}/boka/{}", org.slug, hall["slug"].as_str().unwrap());
    let (start, end) = (at(4, "10:00"), at(4, "11:00"));
    let fields =
        [("start", start.as_str().unwrap()), ("end", end.as_str().unwrap()), ("name", "Kim"), ("email", KIM)];
    let answer = posts(&world, &path, &fields).await;
    assert_eq!((answer.status, answer.header("content-type")), (429, "text/html; charset=utf-8"));
    assert!(answer.header("retry-after").parse::<u32>().is_ok());
    assert_eq!(id(&hall["version"]), 1);
}

#[actix_web::test]
async fn what_is_beyond_a_quota_is_not_for_guests() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let quota =
        json!({"holder": "PERSON", "scope": "BOOKABLE", "unit": "RESERVATIONS", "per": "WEEK", "limit": 1});
    let hall = open(&org, json!({"quotas": [quota], "minNotice": 60, "slotStep": 60})).await;
    asks(&world, &hall, span(0, "10:30", "11:30")).await.wrong_field("start", "NOT_ALIGNED");
    asks(&world, &hall, span(-30, "10:00", "11:00")).await.wrong_field("start", "PAST");
    let first = booked(&world, &hall, KIM, span(0, "10:00", "11:00")).await;
    // On the same day, so that it is the same week whenever the test runs.
    asks(&world, &hall, span(0, "13:00", "14:00")).await.is(202);
    let second = other_link(&world, KIM, 3, &first).await;
    let beyond = acts(&world, &second, "confirm").await;
    assert!(beyond.status == 409 && beyond.text().contains("role=\"alert\""), "{}", beyond.text());
    booked(&world, &hall, "bo@example.se", span(2, "10:00", "11:00")).await;
    assert_eq!(bookings(&org).await.as_array().unwrap().len(), 2);
}

/// What an hour costs, in öre.
fn rate(base: i64) -> Value {
    json!({"priceClasses": [{"name": "Taxa", "base": base, "vatRate": 25}]})
}

/// The bills of an organisation, the newest first, once their customers, amounts and states are so.
async fn bills(org: &Org, expected: Value) -> Value {
    let mut patience = Patience::new();
    loop {
        let all = org.owner.get(&format!("/api/v1/ledger?entity={}", org.id)).await.is(200)["content"].take();
        let shown = |one: &Value| json!([one["customerName"], one["amount"], one["flStatus"]]);
        let seen: Vec<Value> = all.as_array().unwrap().iter().map(shown).collect();
        if json!(seen) == expected {
            return all;
        }
        assert!(patience.lasts().await, "{seen:?} instead of {expected}");
    }
}

#[actix_web::test]
async fn guests_pay_the_price_that_they_confirmed() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let settings = json!({"version": 0, "swish": "1231181189", "paymentTerms": 10});
    org.owner.put(&format!("/api/v1/entities/{}/ledger-settings", org.id), settings).await.is(200);
    let hall = open(&org, rate(10_000)).await;
    let form = format!("/{}/boka/{}?dag={}", org.slug, hall["slug"].as_str().unwrap(), day(0));
    let shown = page(&world, &form).await.text();
    assert!(shown.contains("Kostar från 50,00") && shown.contains("method=\"post\""), "{shown}");
    asks(&world, &hall, span(0, "10:00", "12:00")).await.is(202);
    let kim = link(&world, KIM, 1).await;
    // What is held keeps its price; nobody pays one that they were not shown.
    changes(&org.owner, &hall, rate(15_000)).await.is(200);
    let shown = page(&world, &kim).await.text();
    assert!(shown.contains("200,00") && shown.contains("name=\"price\" value=\"20000\""), "{shown}");
    let unseen = posts(&world, &kim, &[("action", "confirm")]).await;
    assert_eq!(unseen.status, 409);
    assert!(unseen.text().contains("Boka för 200,00"), "{}", unseen.text());
    bills(&org, json!([])).await;
    let confirmed = posts(&world, &kim, &[("action", "confirm"), ("price", "20000")]).await;
    assert_eq!(confirmed.status, 303);
    let billed = bills(&org, json!([["Kim", 20_000, 1]])).await;
    let reference = billed[0]["reference"].as_str().unwrap();
    let shown = page(&world, &kim).await.text();
    let swish = format!("sw=1231181189&amp;amt=200.00&amp;msg={reference}");
    assert!(shown.contains("Betala med Swish") && shown.contains(&swish), "{shown}");
    let paper = page(&world, &format!("{kim}/underlag/{reference}")).await;
    assert_eq!((paper.status, paper.header("content-type")), (200, "application/pdf"));
    assert!(paper.body.starts_with(b"%PDF"));
    // A bill is shown by the link of its booking alone.
    asks(&world, &hall, with(by("eva@example.se"), span(1, "10:00", "11:00"))).await.is(202);
    let eva = link(&world, "eva@example.se", 1).await;
    for path in [format!("{eva}/underlag/{reference}"), format!("{kim}/underlag/0-0")] {
        assert_eq!(page(&world, &path).await.status, 404);
    }
    // To another time at the price that holds now, which is to be confirmed as well.
    let (start, end) = (at(2, "10:00"), at(2, "12:00"));
    let to = [
        ("action", "move"),
        ("start", start.as_str().unwrap()),
        ("end", end.as_str().unwrap()),
        ("version", "1"),
    ];
    let dearer = posts(&world, &kim, &[to.as_slice(), &[("price", "20000")]].concat()).await;
    assert!(dearer.status == 409 && dearer.text().contains("Boka för 300,00"), "{}", dearer.text());
    let moved = posts(&world, &kim, &[to.as_slice(), &[("price", "30000")]].concat()).await;
    assert_eq!(moved.status, 303);
    bills(&org, json!([["Kim", 30_000, 1], ["Kim", 20_000, 2]])).await;
    assert_eq!(acts(&world, &kim, "cancel").await.status, 303);
    bills(&org, json!([["Kim", 30_000, 2], ["Kim", 20_000, 2]])).await;
}

#[actix_web::test]
async fn only_the_widget_of_bookings_may_be_framed() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = open(&org, json!({"slotStep": 60})).await;
    let slug = hall["slug"].as_str().unwrap();
    let path = format!("/{}/boka/{slug}", org.slug);
    let shown = page(&world, &format!("/widgets/boka/{slug}?limit=2&theme=dark")).await;
    let text = shown.text();
    assert!(shown.headers.get("x-frame-options").is_none() && text.contains("color-scheme:dark"), "{text}");
    assert!(shown.header("content-security-policy").contains("frame-ancestors *"));
    assert!(text.matches("<li>").count() == 2 && text.contains(&path), "{text}");
    assert!(!text.contains("<form") && !text.contains("<script"), "{text}");
    assert_eq!(page(&world, "/widgets/boka/finns-inte").await.status, 404);
    let list = format!("/{}/boka", org.slug);
    for other in [path.as_str(), list.as_str(), "/boka/1-00"] {
        let answer = page(&world, other).await;
        assert_eq!(answer.header("x-frame-options"), "DENY", "{other}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("script-src"), "{policy}");
    }
    // Whoever is signed in gets the app there.
    let app =
        world.anyone("GET", &path).header("accept", "text/html").header("cookie", "kalender_jwt_present=1");
    assert!(!app.send().await.text().contains("method=\"post\""));
}
