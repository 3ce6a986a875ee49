//! Roles in channels by relation and settings: contract §3.2 as tables.

use std::collections::HashMap;

use storage::RelationType;

use crate::harness::{Org, Person, Value, World, json};

/// One person of each relation, and a stranger under `""`.
async fn everybody(org: &Org) -> HashMap<&'static str, Person> {
    let mut people = HashMap::from([("OWNER", org.owner.clone()), ("", org.world.person("Främling").await)]);
    for relation in RelationType::ALL.iter().filter(|r| **r != RelationType::Owner) {
        people.insert(relation.as_str(), org.with(relation.as_str()).await);
    }
    people
}

/// The role that `GET …/role` answers; NONE if it is refused.
async fn role(person: &Person, channel: i64) -> String {
    let answer = person.get(&format!("/api/v1/chat/channels/{channel}/role")).await;
    if answer.status == 403 {
        let problem = answer.refused(403, "ACCESS_DENIED");
        assert_eq!(problem["detail"], "Access denied: not a member");
        return "NONE".to_owned();
    }
    let seen = answer.data();
    let role = seen["role"].as_str().unwrap().to_owned();
    let permissions = match role.as_str() {
        "OWNER" | "ADMIN" => json!(["READ", "POST", "MODERATE", "MANAGE"]),
        "MODERATOR" => json!(["READ", "POST", "MODERATE"]),
        "MEMBER" | "FOLLOWER" => json!(["READ", "POST"]),
        _ => json!(["READ"]),
    };
    assert_eq!(seen["permissions"], permissions, "{role}");
    role
}

/// The role in a public channel according to the contract.
fn in_public(relation: &str, followers: bool, guests: bool) -> &'static str {
    let guest = if guests { "GUEST" } else { "NONE" };
    match relation {
        "OWNER" => "OWNER",
        "ADMINISTRATOR" | "PRESIDENT" => "ADMIN",
        "MODERATOR" => "MODERATOR",
        "FOLLOWER" if followers => "FOLLOWER",
        "FOLLOWER" => "NONE",
        "CUSTOMER" | "BOOKER" | "" => guest,
        _ => "MEMBER",
    }
}

#[actix_web::test]
async fn roles_in_public_channels() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let people = everybody(&org).await;
    for (followers, guests) in [(false, false), (true, false), (false, true), (true, true)] {
        let settings = json!({"allowFollowers": followers, "visibleToGuests": guests});
        let channel = org.channel(&format!("kanal-{followers}-{guests}"), settings).await;
        for (relation, person) in &people {
            // The channel's creator is its ADMIN, and an OWNER ranks higher.
            let expected = in_public(relation, followers, guests);
            assert_eq!(
                role(person, channel).await,
                expected,
                "{relation:?} with followers {followers}, guests {guests}"
            );
        }
    }
}

#[actix_web::test]
async fn roles_in_private_channels() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let people = everybody(&org).await;
    // Created by a plain member, so that the owner has no role in it.
    let maker = org.with("MEMBER").await;
    let all = json!({"channelType": "PRIVATE", "allowFollowers": true, "visibleToGuests": true});
    let closed = org.channel_by(&maker, "hemlig", all.clone()).await;
    let mut staff = all;
    staff["relationTypes"] = json!(["TEACHER", "EMPLOYEE", "PRESIDENT", "FOLLOWER", "CUSTOMER"]);
    let staff = org.channel_by(&maker, "personal", staff).await;
    for (relation, person) in &people {
        assert_eq!(role(person, closed).await, "NONE", "{relation:?}");
        let expected = match *relation {
            "PRESIDENT" => "ADMIN",
            "TEACHER" | "EMPLOYEE" | "FOLLOWER" | "CUSTOMER" => "MEMBER",
            _ => "NONE",
        };
        assert_eq!(role(person, staff).await, expected, "{relation:?} in the staff channel");
    }
    for channel in [closed, staff] {
        assert_eq!(role(&maker, channel).await, "ADMIN");
    }
    // Losing the relation ends access at once.
    let teacher = &people["TEACHER"];
    let path = org.at(&format!("/relations/{}", teacher.id));
    org.owner.put(&path, json!({"txRelationType": "TENANT"})).await.is(200);
    assert_eq!(role(teacher, staff).await, "NONE");
}

#[actix_web::test]
async fn rights_of_each_role() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let settings = json!({"allowFollowers": true, "visibleToGuests": true});
    let open = org.channel("oppen", settings.clone()).await;
    let read_only = org
        .channel("anslag", json!({"allowFollowers": true, "visibleToGuests": true, "readOnly": true}))
        .await;
    // Relation; post, post in a read-only channel, react, delete others' messages, manage.
    let cases = [
        ("OWNER", [201, 201, 200, 200, 200]),
        ("ADMINISTRATOR", [201, 201, 200, 200, 200]),
        ("PRESIDENT", [201, 201, 200, 200, 200]),
        ("MODERATOR", [201, 201, 200, 200, 403]),
        ("MEMBER", [201, 403, 200, 403, 403]),
        ("TEACHER", [201, 403, 200, 403, 403]),
        ("FOLLOWER", [201, 403, 200, 403, 403]),
        ("CUSTOMER", [403, 403, 403, 403, 403]),
        ("BOOKER", [403, 403, 403, 403, 403]),
        ("", [403, 403, 403, 403, 403]),
    ];
    let author = org.with("MEMBER").await;
    for (relation, expected) in cases {
        let person = match relation {
            "OWNER" => org.owner.clone(),
            "" => world.person("Främling").await,
            relation => org.with(relation).await,
        };
        let message = author.says(open, "av en annan").await;
        let at = |rest: &str| format!("/api/v1/chat/messages/{message}{rest}");
        let answers = [
            person.sends(open, json!({"content": "hej"})).await,
            person.sends(read_only, json!({"content": "hej"})).await,
            person.put(&at("/reactions/%F0%9F%91%8D"), json!({})).await,
            person.delete(&at("")).await,
            person.put(&format!("/api/v1/chat/channels/{open}"), json!({"topic": relation})).await,
        ];
        let statuses = answers.each_ref().map(|answer| answer.status);
        assert_eq!(statuses, expected, "{relation:?}");
        // All of them may read.
        person.get(&format!("/api/v1/chat/channels/{open}/messages")).await.data();
    }
}

#[actix_web::test]
async fn read_only_channel_allows_editing_own_messages() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let channel = org.channel("anslag", json!({})).await;
    let (first, second) = (anna.says(channel, "ett").await, anna.says(channel, "två").await);
    let settings = json!({"readOnly": true});
    org.owner.put(&format!("/api/v1/chat/channels/{channel}"), settings).await.data();
    anna.sends(channel, json!({"content": "tre"})).await.refused(403, "READ_ONLY_CHANNEL");
    let reply = json!({"content": "tre", "parentMessageId": first});
    anna.sends(channel, reply).await.refused(403, "READ_ONLY_CHANNEL");
    let edited = anna.put(&format!("/api/v1/chat/messages/{first}"), json!({"content": "ett!"})).await.data();
    assert_eq!(edited["content"], "ett!");
    anna.delete(&format!("/api/v1/chat/messages/{second}")).await.data();
}

#[actix_web::test]
async fn followers_and_guests_see_workspaces_with_open_channels() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (follower, customer) = (org.with("FOLLOWER").await, org.with("CUSTOMER").await);
    let list = async |person: &Person| person.get("/api/v1/chat/workspaces").await.data();
    for person in [&follower, &customer] {
        assert_eq!(list(person).await, json!([]));
        let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
        person.get(&path).await.refused(403, "ACCESS_DENIED");
    }
    org.channel("for-foljare", json!({"allowFollowers": true})).await;
    org.channel("for-alla", json!({"visibleToGuests": true})).await;
    let names = async |person: &Person| -> Vec<Value> {
        let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
        let channels = person.get(&path).await.data();
        channels.as_array().unwrap().iter().map(|channel| channel["name"].clone()).collect()
    };
    assert_eq!(list(&follower).await[0]["role"], "FOLLOWER");
    assert_eq!(list(&customer).await[0]["role"], "GUEST");
    assert_eq!(names(&follower).await, ["for-foljare"], "a follower is no guest: contract §3.2");
    assert_eq!(names(&customer).await, ["for-alla"]);
    let presence = format!("/api/v1/chat/workspaces/{}/presence", org.workspace);
    for person in [&follower, &customer] {
        person.get(&presence).await.refused(403, "ACCESS_DENIED");
    }
    org.owner.get(&presence).await.data();
}
