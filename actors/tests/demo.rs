//! The demo: complete, plausible, and safe to run twice.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use crate::platform;

use actors::accounts::Who;
use actors::calendar;
use actors::chat::{self, Page};
use actors::contacts;
use actors::courses;
use actors::entities::PLATFORM;
use actors::feed::{self, Asked};
use actors::lunch;
use actors::messages;
use actors::moderation;
use actors::platform::time::{Moment, now};
use actors::transfer::demo::{DOMAIN, KLYFTIG, demo};
use storage::chat::ChannelType;
use storage::contacts::TieKind;
use storage::entities::{Entity, EntityType, MembershipMode};
use storage::ids::{EntityId, SessionId, UserId};

const PASSWORD: &str = "korrekt häst batteri";

#[actix::test]
async fn demo_is_complete_and_a_second_run_changes_nothing() {
    let test = platform::platform();
    let platform = &test.platform;
    let first = demo(platform, PASSWORD).await.unwrap();
    assert!(first.is_new);
    let total: usize = first.organisations.iter().map(|organisation| organisation.messages).sum();
    assert!((3_000..=5_500).contains(&total), "{total} messages");
    assert_eq!(platform.storage.check().await.unwrap(), Vec::<String>::new());
    // Contract §10.2.
    assert_eq!((PLATFORM, KLYFTIG), (EntityId(1), EntityId(112)));
    for id in [PLATFORM, KLYFTIG] {
        assert!(platform.storage.entities.entity(id).await.unwrap().is_some());
    }
    let asked = courses::Asked { offset: 0, size: 10 };
    assert!(!courses::list(platform, None, Some(KLYFTIG), asked).await.unwrap().0.is_empty());

    let email = format!("anna@{DOMAIN}");
    let anna = platform.storage.accounts.user_by_email(&email).await.unwrap().unwrap();
    let hash = anna.password_hash.clone();
    assert!(platform.secrets.verify_password(PASSWORD, hash).await.unwrap());
    assert_eq!(first.people[0].email, email);
    assert_eq!(first.people[0].is, "OWNER of Björkängsskolan, MEMBER of Hörnebo SK");

    let who = Who { user_id: anna.user_id, session_id: SessionId(1), expires: i64::MAX, scopes: None };
    let workspaces = chat::workspaces(platform, &who).await.unwrap();
    assert_eq!(workspaces.len(), 3, "the school, the club and the family: {workspaces:?}");
    let school = &workspaces.iter().find(|w| w.entity_slug == "bjorkangsskolan").unwrap();
    let channels = chat::channels(platform, &who, school.workspace_id, false).await.unwrap();
    assert!(channels.iter().any(|c| c.settings.channel_type == ChannelType::Private));
    let archived = chat::channels(platform, &who, school.workspace_id, true).await.unwrap();
    assert_eq!(archived.len(), 1);
    let unread = chat::unread_of_workspace(platform, &who, school.workspace_id).await.unwrap();
    assert!(unread.channels.iter().any(|c| c.has_unread && c.mention_count > 0), "{unread:?}");
    assert!(unread.channels.iter().any(|c| !c.has_unread), "{unread:?}");
    let moderated = channels.iter().find(|c| c.settings.require_moderation).unwrap();
    assert_eq!(chat::pending(platform, &who, moderated.settings.id).await.unwrap().len(), 3);

    let (conversations, _) = messages::conversations(platform, &who, None, 10).await.unwrap();
    assert_eq!(conversations.len(), 2);
    assert_eq!(messages::unread(platform, anna.user_id).await.unwrap(), 2);
    let people = async || {
        let (known, more) = contacts::contacts(platform, &who, "", 0, 50).await.unwrap();
        assert!(!more);
        known
    };
    let known = people().await;
    let names: Vec<_> = known.iter().map(|contact| contact.user.display_name.as_str()).collect();
    assert_eq!(names, ["Ingrid Sjöberg", "Johan Bergqvist", "Karin Öberg", "Lena Karlsson", "Peter Sundin"]);
    assert_eq!(contacts::waiting(platform, anna.user_id).await.unwrap(), 3);
    assert_eq!(contacts::follows(platform, &who, TieKind::Following, 0, 50).await.unwrap().0.len(), 2);
    assert!(!contacts::suggestions(platform, &who, 10).await.unwrap().is_empty());

    let entity_id = Some(school.entity_id);
    let calendars = calendar::calendars(platform, &who, entity_id).await.unwrap();
    let names: Vec<_> = calendars.iter().map(|calendar| calendar.name.as_str()).collect();
    assert_eq!(names, ["Läsåret", "Personal", "Klass 7B"]);
    let parents = channels.iter().find(|channel| channel.settings.name == "föräldrar").unwrap();
    let told = chat::page(platform, &who, parents.settings.id, Page::Newest { offset: 0 }, 20).await.unwrap();
    let card = told.messages.iter().find_map(|message| message.card.clone()).unwrap();
    let evening = async || calendar::event(platform, Some(&who), &card.id, None).await.unwrap();
    let places = evening().await.enrollment.unwrap();
    assert_eq!((places.settings.capacity, places.taken), (Some(6), 6));
    assert!(places.waiting > 0 && !places.settings.questions.is_empty());
    let month = async || {
        let (from, to) = (Moment(now()), Moment(now() + 30 * 86_400_000));
        calendar::between(platform, Some(&who), &[], from, to).await.unwrap().len()
    };
    let on = month().await;
    assert!(on >= 9, "{on}");

    let served = async || {
        let day = |days: i64| {
            let at = jiff::Timestamp::from_millisecond(now() + days * 86_400_000).unwrap();
            storage::time::Day(at.to_zoned(jiff::tz::TimeZone::UTC).date())
        };
        lunch::menu(platform, Some(&who), school.entity_id, day(-7), day(7)).await.unwrap().days
    };
    let menu = served().await;
    assert!(menu.len() >= 10 && menu.iter().all(|day| !day.dishes.is_empty()), "{menu:?}");

    let posted = async || {
        let asked = Asked { limit: 50, offset: 0, cursor: None };
        feed::public(platform, Some(&who), asked).await.unwrap().posts
    };
    let posts = posted().await;
    assert!(posts.len() >= 8, "{posts:?}");
    assert!(posts.is_sorted_by_key(|post| std::cmp::Reverse(post.da_created)));
    assert!(posts.iter().all(|post| post.da_created < Moment(now())));
    for found in [
        posts.iter().any(|post| post.nr_comments > 1 && post.nr_likes > 2),
        posts.iter().any(|post| post.original.is_some()),
        posts.iter().any(|post| post.id_entity.is_none()),
    ] {
        assert!(found, "{posts:?}");
    }
    let reported = async || moderation::open(platform, &who, school.entity_id).await.unwrap();
    let waits = reported().await;
    assert_eq!(waits, 1 + 3, "a report, and the messages that wait");

    let second = demo(platform, PASSWORD).await.unwrap();
    assert_eq!(posted().await, posts);
    assert_eq!(served().await, menu);
    assert_eq!(reported().await, waits);
    assert_eq!((month().await, evening().await.enrollment.unwrap().waiting), (on, places.waiting));
    assert_eq!(messages::conversations(platform, &who, None, 10).await.unwrap().0, conversations);
    assert_eq!(people().await, known);
    assert!(!second.is_new);
    assert!(second.organisations.iter().all(|organisation| organisation.messages == 0));
    assert_eq!(second.people, first.people);
    let general = channels.iter().find(|c| c.settings.general).unwrap();
    let page = chat::page(platform, &who, general.settings.id, Page::Newest { offset: 0 }, 50).await.unwrap();
    assert_eq!(page.messages.len(), 50);
    assert!(first.to_string().contains(&email) && second.to_string().contains("nothing is changed"));
}

#[actix::test]
async fn a_real_organisation_keeps_its_slug() {
    let test = platform::platform();
    let platform = &test.platform;
    let owner = Entity {
        entity_id: EntityId(5),
        entity_name: "Hörnebo SK".to_owned(),
        entity_slug: "hornebo-sk".to_owned(),
        entity_type: EntityType::SportsClub,
        membership_mode: MembershipMode::Open,
        image: None,
        owner: UserId(7),
        created: 1_790_000_000_000,
    };
    assert!(platform.storage.entities.create_entity(&owner, Vec::new()).await.unwrap());
    assert_eq!(demo(platform, PASSWORD).await.unwrap_err().code, "SLUG_TAKEN");
    assert!(platform.storage.chat.workspaces_of(EntityId(5)).await.unwrap().is_empty());
}

#[actix::test]
async fn a_common_password_is_refused() {
    let test = platform::platform();
    let refusal = demo(&test.platform, "1234567890").await.unwrap_err();
    assert_eq!(refusal.fields[0].code, "PASSWORD_TOO_COMMON");
    assert!(test.folder.path().exists());
}
