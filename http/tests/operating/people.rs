//! Accounts and organisations on the command line.

use super::running::{PASSWORD, Place, until};

#[test]
fn passwords_are_read_from_standard_input() {
    let place = Place::new();
    let line = format!("{PASSWORD}\n");
    place.run_with(&["user", "add", "--email", "anna@example.se", "--password", "-"], &[], &line).success();
    let serving = place.serve();
    serving.sign_in("anna@example.se", PASSWORD).unwrap();
    let line = "ett-helt-nytt-lösen-55\n";
    place
        .run_with(&["user", "reset-password", "--email", "anna@example.se", "--password", "-"], &[], line)
        .success();
    assert_eq!(serving.sign_in("anna@example.se", PASSWORD), Err(401));
    serving.sign_in("anna@example.se", line.trim()).unwrap();
    let made = place.run(&["user", "reset-password", "--email", "ANNA@example.se"]);
    let made = made.success().split("Password: ").nth(1).unwrap().trim();
    serving.sign_in("anna@example.se", made).unwrap();
    assert!(
        place.run(&["user", "reset-password", "--email", "ingen@example.se"]).failure().contains("nobody")
    );
}

#[test]
fn closed_account_is_signed_out_and_listed() {
    let place = Place::with_anna();
    let serving = place.serve();
    let cookie = serving.sign_in("anna@example.se", PASSWORD).unwrap();
    assert_eq!(serving.call("GET", "/api/v1/me", &cookie, "").0, 200);
    place.run(&["user", "deactivate", "--email", "anna@example.se"]).success();
    assert_eq!(serving.call("GET", "/api/v1/me", &cookie, "").0, 401);
    assert_eq!(serving.sign_in("anna@example.se", PASSWORD), Err(401));
    let list = place.run(&["user", "list"]);
    assert!(
        list.success().lines().any(|line| line.starts_with("anna@example.se\tanna\tDEACTIVATED\t")),
        "{list:?}"
    );
    // Live connections are verified against the store.
    let (_, metrics) = until("the server to look again", || {
        let (status, text) = super::running::call(serving.admin, "GET", "/metrics", "", "");
        Some((status, text)).filter(|(_, text)| !text.contains("live_verifications_total 0"))
    });
    assert!(metrics.contains("live_verifications_total"));
}

#[test]
fn missing_platform_administrators_are_reported() {
    let place = Place::with_anna();
    let note = "nobody administers the platform";
    assert!(place.run(&["check"]).success().contains(note));
    let serving = place.serve();
    let (status, ready) = serving.ready();
    assert_eq!(status, 200);
    assert!(ready.contains("\nnote: nobody administers the platform"), "{ready}");
    let named = |verb: &str| place.run(&["user", verb, "--email", "anna@example.se"]);
    assert!(named("revoke-platform").failure().contains("administrerar inte"));
    assert!(named("grant-platform").success().contains("now administers"));
    assert!(named("grant-platform").success().contains("anna administers"));
    assert!(!place.run(&["check"]).success().contains(note));
    assert!(!serving.ready().1.contains("note:"));
    // Administrators may read the platform's moderation queue.
    let cookie = serving.sign_in("anna@example.se", PASSWORD).unwrap();
    assert_eq!(serving.call("GET", "/api/v1/moderation/1/cases", &cookie, "").0, 200);
    assert!(named("revoke-platform").success().contains(note));
    assert!(place.run(&["check"]).success().contains(note));
    assert!(
        place.run(&["user", "grant-platform", "--email", "ingen@example.se"]).failure().contains("nobody")
    );
}

/// Names are shown in lists and mails: the command line has the same rules for them as forms.
#[test]
fn misleading_names_are_refused() {
    let place = Place::new();
    let add = |first: &str, last: &str| {
        place.run(&[
            "user",
            "add",
            "--email",
            "bo@example.se",
            "--password",
            PASSWORD,
            "--first-name",
            first,
            "--last-name",
            last,
        ])
    };
    assert!(add("Bo\u{202e}", "Ek").failure().contains("first_name"));
    assert!(add("Bo", "https://falsk.example").failure().contains("last_name"));
    add("Bo", "Ek").success();
    let file = place.path("people.csv");
    std::fs::write(&file, format!("email,password,first_name\ncia@example.se,{PASSWORD},www.falsk.se\n"))
        .unwrap();
    assert!(place.run(&["user", "add", "--from", file.to_str().unwrap()]).failure().contains("line 2"));
    assert_eq!(place.run(&["user", "list"]).success().lines().count(), 1);
}

#[test]
fn replaced_owner_is_reported() {
    let place = Place::with_anna();
    let add = |kind: &str| {
        place.run(&[
            "entity",
            "add",
            "--name",
            "Björkskolan",
            "--type",
            kind,
            "--owner",
            "anna@example.se",
            "--slug",
            "bjork",
        ])
    };
    assert!(add("skola").failure().contains("school"));
    add("school").success();
    assert!(place.run(&["entity", "list"]).success().contains("bjork\tschool\tanna@example.se\tBjörkskolan"));
    let said = place.run(&[
        "user",
        "add",
        "--email",
        "bo@example.se",
        "--password",
        PASSWORD,
        "--relation",
        "bjork:OWNER",
    ]);
    let said = said.success();
    assert!(
        said.contains("anna@example.se") && said.contains("ADMINISTRATOR") && said.contains("bjork"),
        "{said}"
    );
    assert!(place.run(&["entity", "list"]).success().contains("bo@example.se"));
}

#[test]
fn people_added_beside_a_server_get_their_posts() {
    let place = Place::with_anna();
    let entity = ["entity", "add", "--name", "Skolan", "--type", "school", "--slug", "skolan"];
    place.run(&[&entity[..], &["--owner", "anna@example.se"]].concat()).success();
    let serving = place.serve();
    let anna = serving.sign_in("anna@example.se", PASSWORD).unwrap();
    let (_, found) = serving.call("GET", "/api/public/entities/skolan", "", "");
    let id: String =
        found.split("\"idEntity\":").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
    let post =
        format!(r#"{{"txMessage":"Välkomna till terminen","idEntity":{id},"audience":"ENTITY_MEMBERS"}}"#);
    assert_eq!(serving.call("POST", "/api/v1/feed/posts", &anna, &post).0, 201);
    for (email, relation) in [("bo@example.se", "skolan:TEACHER"), ("cia@example.se", "skolan:OWNER")] {
        let add = ["user", "add", "--email", email, "--password", PASSWORD, "--relation", relation];
        place.run(&add).success();
        let cookie = serving.sign_in(email, PASSWORD).unwrap();
        until("the organisation's post in their feed", || {
            let (_, feed) = serving.call("GET", "/api/v1/feed", &cookie, "");
            feed.contains("Välkomna till terminen").then_some(())
        });
    }
    drop(serving);
    place.run(&["check"]).success();
}

#[test]
fn file_with_invalid_rows_adds_nobody_and_can_be_repeated() {
    let place = Place::with_anna();
    place
        .run(&[
            "entity",
            "add",
            "--name",
            "Skolan",
            "--type",
            "school",
            "--owner",
            "anna@example.se",
            "--slug",
            "skolan",
        ])
        .success();
    let file = place.path("people.csv");
    let name = file.to_str().unwrap();
    let head = "email,password,first_name,relations\n";
    let good = |who: &str| format!("{who}@example.se,{PASSWORD},{who},skolan:TEACHER\n");
    let rows =
        format!("{head}{}ingen adress,{PASSWORD},x,\n{}bo2@example.se,kort,y,\n", good("bo"), good("cia"));
    std::fs::write(&file, rows).unwrap();
    let wrong = place.run(&["user", "add", "--from", name]);
    assert!(wrong.failure().contains("2 of 4 rows") && wrong.failure().contains("line 3"), "{wrong:?}");
    assert!(wrong.out.contains("line 3") && wrong.out.contains("line 5"), "{wrong:?}");
    assert!(!place.run(&["user", "list"]).success().contains("bo@example.se"));

    std::fs::write(&file, format!("{head}{}{}", good("bo"), good("cia"))).unwrap();
    assert!(place.run(&["user", "add", "--from", name]).success().contains("Added 2 people."));
    // Run again with one more row: existing people are unchanged.
    std::fs::write(&file, format!("{head}{}{}{}", good("bo"), good("cia"), good("dan"))).unwrap();
    let again = place.run(&["user", "add", "--from", name]);
    assert!(again.success().contains("Added 1 people. 2 had an account already."), "{again:?}");
    let list = place.run(&["user", "list"]);
    assert_eq!(list.success().lines().filter(|line| line.contains("@example.se")).count(), 4);
}

#[test]
fn a_wrong_setting_is_one_line() {
    let place = Place::new();
    for filter in ["infoo", "actors=loud"] {
        let ended = place.run(&["serve", "--log", filter]);
        assert_eq!(ended.code, 2);
        assert!(ended.failure().contains("KALENDER_LOG") && ended.err.lines().count() == 1, "{ended:?}");
    }
}
