//! People, sessions, tokens.

use storage::accounts::{Quiet, Status, WhoMayMessage};
use storage::time::Moment;
use storage::{CreateUser, ProfileChange, Session, SessionId, Token, TokenPurpose, UserId, UserStatus};

use crate::World;
use crate::make::{ANNA, BO, CIA, ENTITY, entity, now, user};

pub async fn claims_of_addresses_and_names(world: &World) {
    let accounts = &world.storage.accounts;
    let anna = user(ANNA, "asa.oberg", Some("asa@example.se"));
    assert_eq!(accounts.create_user(&anna).await.unwrap(), CreateUser::Created);
    assert_eq!(accounts.create_user(&anna).await.unwrap(), CreateUser::Created);
    assert_eq!(accounts.user(ANNA).await.unwrap(), Some(anna.clone()));
    assert_eq!(accounts.user_by_email("asa@example.se").await.unwrap(), Some(anna.clone()));
    assert_eq!(accounts.user_by_name("asa.oberg").await.unwrap(), Some(anna.clone()));
    assert_eq!(accounts.user_by_email("other@example.se").await.unwrap(), None);
    let same_email = user(BO, "bo", Some("asa@example.se"));
    assert_eq!(accounts.create_user(&same_email).await.unwrap(), CreateUser::EmailTaken(ANNA));
    // The unused name is free for others.
    assert_eq!(accounts.create_user(&user(CIA, "bo", None)).await.unwrap(), CreateUser::Created);
    let same_name = user(BO, "asa.oberg", Some("bo@example.se"));
    assert_eq!(accounts.create_user(&same_name).await.unwrap(), CreateUser::NameTaken);
    assert_eq!(accounts.user_by_email("bo@example.se").await.unwrap(), None);
    assert_eq!(accounts.users(&[CIA, BO, ANNA]).await.unwrap().len(), 2);
    // One namespace with organisations.
    assert!(!world.storage.entities.create_entity(&entity(ENTITY, "bo", ANNA), Vec::new()).await.unwrap());
    assert!(world.storage.entities.slug_taken("bo").await.unwrap());
}

pub async fn races_for_one_address(world: &World) {
    let tasks: Vec<_> = (10..40)
        .map(|id| {
            let accounts = world.storage.accounts.clone();
            tokio::spawn(async move {
                let name = format!("name-{}", id % 3);
                accounts.create_user(&user(UserId(id), &name, Some("same@example.se"))).await.unwrap()
            })
        })
        .collect();
    let mut created = 0;
    for task in tasks {
        created += usize::from(task.await.unwrap() == CreateUser::Created);
    }
    assert_eq!(created, 1);
}

pub async fn profile_and_renaming(world: &World) {
    let accounts = &world.storage.accounts;
    accounts.create_user(&user(ANNA, "anna", Some("a@x.se"))).await.unwrap();
    accounts.create_user(&user(BO, "bo", Some("b@x.se"))).await.unwrap();
    // Concurrent changes of different columns all stay.
    let none = ProfileChange::default;
    for change in [
        ProfileChange {
            first_name: Some("Anna".into()),
            last_name: Some("Ek".into()),
            display_name: Some("Anna Ek".into()),
            ..none()
        },
        ProfileChange { municipality: Some(180), ..none() },
        ProfileChange { show_read_marks: Some(false), ..none() },
        ProfileChange { mail_missed: Some(false), ..none() },
        ProfileChange { who_may_message: Some(WhoMayMessage::Everyone), ..none() },
    ] {
        assert!(accounts.change_profile(ANNA, change, None, Vec::new()).await.unwrap());
    }
    let anna = accounts.user(ANNA).await.unwrap().unwrap();
    assert_eq!(
        (anna.who_may_message, anna.show_read_marks, anna.mail_missed),
        (WhoMayMessage::Everyone, false, false)
    );
    // With the names that were read, only if they are unchanged.
    let display = |name: &str| ProfileChange { display_name: Some(name.into()), ..none() };
    assert!(
        accounts.change_profile(ANNA, display("Anna på kansliet"), Some(&anna), Vec::new()).await.unwrap()
    );
    assert!(!accounts.change_profile(ANNA, display("Anna Alm"), Some(&anna), Vec::new()).await.unwrap());
    let called = accounts.user(ANNA).await.unwrap().unwrap().display_name;
    assert_eq!(called, "Anna på kansliet");
    assert!(accounts.change_profile(ANNA, display("Anna Ek"), None, Vec::new()).await.unwrap());
    assert_eq!(accounts.set_image(ANNA, "9f2b").await.unwrap(), None);
    assert_eq!(accounts.set_image(ANNA, "9f2c").await.unwrap().as_deref(), Some("9f2b"));
    assert!(accounts.set_password(ANNA, "$argon2id$").await.unwrap());
    assert!(accounts.set_status(ANNA, UserStatus::Active, Some(5)).await.unwrap());
    assert!(accounts.set_status(ANNA, UserStatus::Active, None).await.unwrap());
    let status = Status { text: Some("På lunch".into()), emoji: None, until: Some(Moment(7)) };
    let quiet = Quiet { days: vec![1, 7], from: "20:00".into(), to: "07:00".into(), until: None };
    assert!(accounts.set_own_status(ANNA, Some(&status)).await.unwrap());
    assert!(accounts.set_quiet(ANNA, &quiet).await.unwrap());
    let anna = accounts.user(ANNA).await.unwrap().unwrap();
    assert_eq!((anna.own_status, anna.quiet), (Some(status), Some(quiet)));
    assert!(accounts.set_own_status(ANNA, None).await.unwrap());
    assert_eq!(accounts.user(ANNA).await.unwrap().unwrap().own_status, None);
    assert!(!accounts.set_own_status(CIA, None).await.unwrap());
    assert_eq!(accounts.set_image(CIA, "9f2c").await.unwrap(), None);
    assert!(accounts.user(CIA).await.unwrap().is_none());

    assert!(!accounts.rename_user(ANNA, "anna", "bo", Vec::new()).await.unwrap());
    assert!(accounts.rename_user(ANNA, "anna", "anna.ek", Vec::new()).await.unwrap());
    assert!(!accounts.rename_user(ANNA, "anna", "third", Vec::new()).await.unwrap());
    assert!(accounts.user_by_name("anna").await.unwrap().is_none());
    assert!(!world.storage.entities.slug_taken("third").await.unwrap());
    assert!(accounts.rename_user(BO, "bo", "anna", Vec::new()).await.unwrap());

    assert!(!accounts.set_email(ANNA, "b@x.se").await.unwrap());
    assert!(accounts.set_email(ANNA, "new@x.se").await.unwrap());
    assert!(accounts.user_by_email("a@x.se").await.unwrap().is_none());
    let anna = accounts.user_by_email("new@x.se").await.unwrap().unwrap();
    assert_eq!((anna.user_name.as_str(), anna.municipality, anna.verified), ("anna.ek", 180, Some(5)));
    assert_eq!((anna.image.as_deref(), anna.display_name.as_str()), (Some("9f2c"), "Anna Ek"));
}

pub async fn sessions(world: &World) {
    let accounts = &world.storage.accounts;
    let session = |id: i64, expires: i64| Session {
        session_id: SessionId(id),
        user_id: ANNA,
        created: now(),
        last_seen: now(),
        expires,
        user_agent: "Firefox".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    let month = now() + 30 * 86_400_000;
    for id in 1..=3 {
        accounts.add_session(&session(id, month)).await.unwrap();
    }
    accounts.add_session(&session(4, now() - 1)).await.unwrap();
    assert_eq!(accounts.sessions(ANNA).await.unwrap().len(), 3);
    assert!(accounts.session(ANNA, SessionId(4)).await.unwrap().is_none());
    assert!(accounts.session(BO, SessionId(1)).await.unwrap().is_none());
    accounts.touch_session(ANNA, SessionId(1), month - 5).await.unwrap();
    assert_eq!(accounts.session(ANNA, SessionId(1)).await.unwrap().unwrap().last_seen, month - 5);
    assert!(accounts.end_session(ANNA, SessionId(1)).await.unwrap());
    assert!(!accounts.end_session(ANNA, SessionId(1)).await.unwrap());
    // Using an ended session does not revive it.
    accounts.touch_session(ANNA, SessionId(1), now()).await.unwrap();
    assert!(accounts.session(ANNA, SessionId(1)).await.unwrap().is_none());
    let ended = accounts.end_sessions_but(ANNA, Some(SessionId(3))).await.unwrap();
    assert_eq!(ended, [SessionId(2)]);
    assert_eq!(accounts.sessions(ANNA).await.unwrap()[0].session_id, SessionId(3));
}

pub async fn tokens_are_used_once(world: &World) {
    let accounts = &world.storage.accounts;
    let token = Token {
        hash: "ab12".to_owned(),
        purpose: TokenPurpose::Reset,
        user_id: ANNA,
        session_id: None,
        password_hash: None,
        first_name: None,
        last_name: None,
        expires: now() + 3_600_000,
    };
    accounts.put_token(&token, Vec::new()).await.unwrap();
    let take = |purpose, at| accounts.take_token("ab12", purpose, at);
    assert_eq!(take(TokenPurpose::Verify, now()).await.unwrap(), None);
    assert_eq!(take(TokenPurpose::Reset, token.expires).await.unwrap(), None);
    assert_eq!(accounts.peek_token("ab12", TokenPurpose::Reset, now()).await.unwrap(), Some(token));
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let accounts = accounts.clone();
            tokio::spawn(
                async move { accounts.take_token("ab12", TokenPurpose::Reset, now()).await.unwrap() },
            )
        })
        .collect();
    let mut taken = 0;
    for task in tasks {
        taken += usize::from(task.await.unwrap().is_some());
    }
    assert_eq!(taken, 1);
}

pub async fn a_claim_without_owner_is_taken_over(world: &World) {
    let table = |name: &str| *storage::areas::tables(&[]).iter().find(|table| table.name == name).unwrap();
    let claim = |since: i64| {
        vec![
            table("slugs")
                .row([
                    ("slug", "bo".into()),
                    ("kind", "USER".into()),
                    ("id", 99.into()),
                    ("since", since.into()),
                ])
                .insert(),
            table("user_emails")
                .row([("email", "bo@x.se".into()), ("user_id", 99.into()), ("since", since.into())])
                .insert(),
        ]
    };
    let bo = user(BO, "bo", Some("bo@x.se"));
    // A recent claim: a sign-up may be in progress.
    world.engine.write(claim(now())).await.unwrap();
    assert_eq!(world.storage.accounts.create_user(&bo).await.unwrap(), CreateUser::NameTaken);
    // An old claim whose owner does not exist.
    world.engine.write(claim(now() - 120_000)).await.unwrap();
    assert_eq!(world.storage.accounts.create_user(&bo).await.unwrap(), CreateUser::Created);
    assert_eq!(world.storage.accounts.user_by_email("bo@x.se").await.unwrap(), Some(bo));
}

pub async fn erasure_is_asked_for_taken_back_and_done(world: &World) {
    let accounts = &world.storage.accounts;
    let anna = user(ANNA, "anna", Some("anna@example.se"));
    accounts.create_user(&anna).await.unwrap();
    let at = now() + 14 * 86_400_000;
    assert!(accounts.ask_for_erasure(ANNA, at, Vec::new()).await.unwrap());
    assert!(!accounts.ask_for_erasure(ANNA, at + 1, Vec::new()).await.unwrap(), "the first moment stands");
    let asked = accounts.user(ANNA).await.unwrap().unwrap();
    assert_eq!(asked.erase_at, Some(at));
    assert!(accounts.cancel_erasure(&asked).await.unwrap());
    assert!(!accounts.cancel_erasure(&asked).await.unwrap());
    assert!(!accounts.ask_for_erasure(BO, at, Vec::new()).await.unwrap(), "nobody");

    assert!(accounts.ask_for_erasure(ANNA, at, Vec::new()).await.unwrap());
    let asked = accounts.user(ANNA).await.unwrap().unwrap();
    for _ in 0..2 {
        accounts.erase(&asked).await.unwrap();
    }
    let left = accounts.user(ANNA).await.unwrap().unwrap();
    assert_eq!((left.email.clone(), left.status, left.erase_at), (None, UserStatus::Deactivated, None));
    assert!(accounts.user_by_email("anna@example.se").await.unwrap().is_none());
    // Address and name are free again.
    let other = user(CIA, "anna", Some("anna@example.se"));
    assert_eq!(accounts.create_user(&other).await.unwrap(), CreateUser::Created);
    assert_eq!(accounts.scan(None, 10).await.unwrap().len(), 2);
}
