//! Invitations to organisations, by mail and by link. Contract §11.2.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;
use storage::ids::EntityId;
use storage::invitations::{Invitations, MailInvitation};
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, pieces, until};

const DAY: i64 = 86_400_000;

pub async fn invites(person: &Person, org: &Org, email: &str, relation: &str) -> Answer {
    let new = json!({"email": email, "relationType": relation, "message": "Kom med!", "firstName": "Åsa"});
    person.post(&org.at("/invitations"), new).await
}

/// The secret of the link in a mail.
pub fn secret(mail: &str) -> String {
    let (_, rest) = mail.split_once("/inbjudan/").unwrap_or_else(|| panic!("no link: {mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

/// The secret of the unsubscribe link in a mail.
fn leaving(mail: &str) -> String {
    let (_, rest) = mail.split_once("/inbjudan/avanmal/").unwrap_or_else(|| panic!("no link: {mail}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

pub async fn accepts(person: &Person, token: &str) -> Answer {
    person.call("POST", &format!("/api/v1/invitations/{token}/accept")).send().await
}

async fn declines(person: &Person, token: &str) -> Answer {
    person.call("POST", &format!("/api/v1/invitations/{token}/decline")).send().await
}

async fn looks(world: &World, token: &str) -> Answer {
    world.anyone("GET", &format!("/api/public/invitations/{token}")).send().await
}

async fn links(person: &Person, org: &Org, uses: i64, relation: &str) -> Answer {
    let new = json!({"relationType": relation, "maxUses": uses, "expires": Moment(now() + DAY)});
    person.post(&org.at("/invite-links"), new).await
}

/// The secret of a link.
fn of_link(link: &Value) -> String {
    link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn relation(person: &Person, org: &Org) -> Value {
    person.get(&format!("/api/public/entities/{}", org.slug)).await.is(200)["txRelationType"].take()
}

/// The stored invitation of an address.
async fn stored(world: &World, org: &Org, email: &str) -> MailInvitation {
    Invitations::of(&world.storage).invitation(EntityId(org.id), email).await.unwrap().unwrap()
}

/// Makes its term over.
async fn expire(world: &World, org: &Org, email: &str) {
    let old = stored(world, org, email).await;
    let new = MailInvitation { expires: now() - 1, ..old.clone() };
    assert!(Invitations::of(&world.storage).change(&old, &new, Vec::new()).await.unwrap());
}

/// An invitation, a link and a batch that is over, whose texts hold a secret.
pub async fn in_scene(org: &Org, secret: &str) -> [i64; 3] {
    let new = json!({"email": "hemlig@example.se", "relationType": "MEMBER", "message": secret, "firstName": secret});
    let invitation = org.owner.post(&org.at("/invitations"), new).await.is(201);
    let link = links(&org.owner, org, 3, "MEMBER").await.is(201);
    let batch = crate::v1_invitations_batches::sends(&org.owner, org, "rad@example.se\n").await.is(202);
    crate::v1_invitations_batches::over(&org.owner, &batch).await;
    org.world.mails("hemlig@example.se", 1).await;
    [id(&invitation["idEntityInvitation"]), id(&link["idInviteLink"]), id(&batch["idBatchInvitation"])]
}

/// An administrator leaves a trace of each kind.
pub async fn leave_traces(org: &Org, anna: &Person) {
    invites(anna, org, "ny@example.se", "MEMBER").await.is(201);
    links(anna, org, 3, "MEMBER").await.is(201);
    let batch = crate::v1_invitations_batches::sends(anna, org, "flera@example.se\n").await.is(202);
    crate::v1_invitations_batches::over(anna, &batch).await;
    let elsewhere = org.world.org("Klubben").await;
    let link = links(&elsewhere.owner, &elsewhere, 3, "MEMBER").await.is(201);
    accepts(anna, &of_link(&link)).await.is(200);
}

/// [contract 11.2] [social 3.18]: 201, standing already 200, the same answer whether an address has an account.
#[actix_web::test]
async fn an_invited_address_comes_in_by_its_mail() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Anna").await;
    let known = invites(&org.owner, &org, &anna.email.to_uppercase(), "TEACHER").await.is(201);
    let unknown = invites(&org.owner, &org, "ny@example.se", "TEACHER").await.is(201);
    assert_eq!((&known["email"], &known["state"]), (&json!(anna.email), &json!("PENDING")));
    for name in pieces("social 3.18", "invitation") {
        assert!(known.get(name).is_some(), "{name}: {known}");
    }
    let shape = |view: &Value| view.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(shape(&known), shape(&unknown), "an account changes nothing of the answer");
    let again = invites(&org.owner, &org, &anna.email, "MEMBER").await.is(200);
    assert_eq!(again["idEntityInvitation"], known["idEntityInvitation"]);
    assert_eq!(again["relationType"], "TEACHER", "what stands is not changed");

    let mail = world.mails(&anna.email, 1).await.remove(0);
    for part in ["Orkestern", "Kom med!", "Hej Åsa!", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    let token = secret(&mail);
    let before = world.dump().await;
    let seen = looks(&world, &token).await.is(200);
    assert_eq!((&seen["entityName"], &seen["email"]), (&json!("Orkestern"), &json!(anna.email)));
    assert_eq!((&seen["kind"], &seen["relationType"]), (&json!("MAIL"), &json!("TEACHER")));
    World::assert_same(&before, &world.dump().await);
    assert!(!format!("{before:?}").contains(&token), "secrets are stored as hashes");
    let listed = org.owner.get(&org.at("/invitations")).await.is(200);
    assert_eq!(each(&listed["content"], "email"), [&json!("ny@example.se"), &json!(anna.email)]);

    accepts(&anna, &token).await.is(200);
    assert_eq!(relation(&anna, &org).await, "TEACHER");
    assert_eq!(accepts(&anna, &token).await.is(200)["entitySlug"], org.slug.as_str(), "again");
    assert_eq!(each(&org.owner.bell(1).await, "type"), ["INVITATION_ACCEPTED"]);
    looks(&world, &token).await.refused(410, "USED");
    declines(&anna, &token).await.refused(410, "USED");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 11.2]: 403 EMAIL_MISMATCH; 410 EXPIRED, REVOKED, USED; an invitation has one end.
#[actix_web::test]
async fn an_invitation_ends_once_and_says_how() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let made = invites(&org.owner, &org, &anna.email, "MEMBER").await.is(201);
    let token = secret(&world.mails(&anna.email, 1).await[0]);
    for answer in [accepts(&bo, &token).await, declines(&bo, &token).await] {
        answer.refused(403, "EMAIL_MISMATCH");
    }
    declines(&anna, &token).await.is(204);
    declines(&anna, &token).await.is(204);
    accepts(&anna, &token).await.refused(410, "USED");
    let path = format!("/api/v1/invitations/{}", made["idEntityInvitation"]);
    org.owner.delete(&path).await.refused(410, "USED");
    assert_eq!(relation(&anna, &org).await, Value::Null);

    // Invited anew: the earlier link stays what it was.
    let made = invites(&org.owner, &org, &anna.email, "MEMBER").await.is(201);
    let newer = secret(&world.mails(&anna.email, 2).await[1]);
    looks(&world, &token).await.refused(410, "USED");
    org.owner.delete(&path).await.refused(404, "NOT_FOUND");
    let path = format!("/api/v1/invitations/{}", made["idEntityInvitation"]);
    org.owner.delete(&path).await.is(204);
    org.owner.delete(&path).await.is(204);
    for answer in [looks(&world, &newer).await, accepts(&anna, &newer).await, declines(&anna, &newer).await] {
        answer.refused(410, "REVOKED");
    }

    invites(&org.owner, &org, &anna.email, "MEMBER").await.is(201);
    let last = secret(&world.mails(&anna.email, 3).await[2]);
    expire(&world, &org, &anna.email).await;
    for answer in [looks(&world, &last).await, accepts(&anna, &last).await] {
        answer.refused(410, "EXPIRED");
    }
    let listed = org.owner.get(&org.at("/invitations")).await.is(200);
    assert_eq!(each(&listed["content"], "state"), ["EXPIRED"]);
    for wrong in ["x", "hemlig", "i1-2", "l1-2", "i-", &format!("{last}0"), &last[..last.len() - 1]] {
        looks(&world, wrong).await.refused(404, "NOT_FOUND");
    }
}

/// [contract 11.2]: resend, the same link, longer term, three times.
#[actix_web::test]
async fn an_invitation_is_mailed_again_with_its_link() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let made = invites(&org.owner, &org, "ny@example.se", "MEMBER").await.is(201);
    let path = format!("/api/v1/invitations/{}/resend", made["idEntityInvitation"]);
    let mut mails = world.mails("ny@example.se", 1).await;
    for n in 1..=3 {
        let sent = org.owner.call("POST", &path).send().await.is(200);
        assert_eq!((&sent["resent"], &sent["canResend"]), (&json!(n), &json!(n < 3)));
        assert!(sent["expires"].as_str() > made["expires"].as_str());
        mails = world.mails("ny@example.se", usize::try_from(n).unwrap() + 1).await;
    }
    org.owner.call("POST", &path).send().await.refused(409, "RESENT_ENOUGH");
    let tokens: Vec<String> = mails.iter().map(|mail| secret(mail)).collect();
    assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
    let number = |mail: &str| mail.split_once("Message-ID: ").unwrap().1.lines().next().unwrap().to_owned();
    let numbers: std::collections::BTreeSet<String> = mails.iter().map(|mail| number(mail)).collect();
    assert_eq!(numbers.len(), 4, "{numbers:?}");
}

/// [contract 11.2]: the inviter's right is judged when accepted; 409 ALREADY_MEMBER, BANNED, INVITER_LOST_RIGHT.
#[actix_web::test]
async fn accepting_is_judged_as_people_stand_then() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let admin = org.with("ADMINISTRATOR").await;
    let invited = async |person: &Person, by: &Person, relation: &str| {
        invites(by, &org, &person.email, relation).await.is(201);
        secret(&world.mails(&person.email, 1).await[0])
    };
    let member = org.with("MEMBER").await;
    let token = invited(&member, &org.owner, "TEACHER").await;
    accepts(&member, &token).await.refused(409, "ALREADY_MEMBER");
    assert_eq!(relation(&member, &org).await, "MEMBER");

    let raised = org.with("MEMBER").await;
    let token = invited(&raised, &org.owner, "ADMINISTRATOR").await;
    accepts(&raised, &token).await.is(200);
    assert_eq!(relation(&raised, &org).await, "ADMINISTRATOR");

    let banned = org.with("FOLLOWER").await;
    let token = invited(&banned, &org.owner, "MEMBER").await;
    org.owner.put(&org.at(&format!("/bans/{}", banned.id)), json!({})).await.is(204);
    accepts(&banned, &token).await.refused(409, "BANNED");

    let late = world.person("Cia").await;
    let token = invited(&late, &admin, "MEMBER").await;
    let link = links(&admin, &org, 3, "MEMBER").await.is(201);
    let demoted = json!({"txRelationType": "MEMBER"});
    org.owner.put(&org.at(&format!("/relations/{}", admin.id)), demoted).await.is(200);
    accepts(&late, &token).await.refused(409, "INVITER_LOST_RIGHT");
    accepts(&late, &of_link(&link)).await.refused(409, "INVITER_LOST_RIGHT");
    assert_eq!(relation(&late, &org).await, Value::Null);

    // Nor is anything mailed in the name of who may not invite any more.
    let listed = org.owner.get(&org.at("/invitations")).await.is(200);
    let found = listed["content"].as_array().unwrap().iter().find(|one| one["email"] == late.email.as_str());
    let path = format!("/api/v1/invitations/{}/resend", found.unwrap()["idEntityInvitation"]);
    org.owner.call("POST", &path).send().await.is(200);
    until(|| async { stored(&world, &org, &late.email).await.trouble }).await;
    assert_eq!(stored(&world, &org, &late.email).await.trouble.unwrap().as_str(), "INVITER_LOST_RIGHT");
    assert_eq!(world.outbox(&late.email).len(), 1);
}

/// [contract 11.2]: ROLE_TOO_LOW; [contract 1]: fields.
#[actix_web::test]
async fn only_managers_invite_and_not_above_themselves() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let (admin, president) = (org.with("ADMINISTRATOR").await, org.with("PRESIDENT").await);
    invites(&admin, &org, "a@example.se", "ADMINISTRATOR").await.refused(403, "ROLE_TOO_LOW");
    invites(&org.owner, &org, "a@example.se", "OWNER").await.refused(403, "ROLE_TOO_LOW");
    invites(&president, &org, "a@example.se", "MEMBER").await.refused(403, "ROLE_TOO_LOW");
    invites(&org.owner, &org, "a@example.se", "BOT").await.wrong_field("relationType", "ROLE");
    invites(&org.owner, &org, "ingen", "MEMBER").await.wrong_field("email", "EMAIL");
    invites(&org.owner, &org, &org.owner.email, "MEMBER").await.wrong_field("email", "SELF");
    let made = invites(&org.owner, &org, "a@example.se", "ADMINISTRATOR").await.is(201);
    let resend = format!("/api/v1/invitations/{}/resend", made["idEntityInvitation"]);
    admin.call("POST", &resend).send().await.refused(403, "ROLE_TOO_LOW");
    for relation in ["OWNER", "ADMINISTRATOR", "MODERATOR"] {
        links(&org.owner, &org, 3, relation).await.wrong_field("relationType", "NOT_BY_LINK");
    }
    let new = json!({"relationType": "MEMBER", "maxUses": 3, "expires": Moment(now() - 1)});
    org.owner.post(&org.at("/invite-links"), new).await.wrong_field("expires", "RANGE");
}

/// [contract 11.2]: uses ≤ maxUses; a person counts once.
#[actix_web::test]
async fn a_link_leads_in_as_many_as_it_says() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let link = links(&org.owner, &org, 2, "MEMBER").await.is(201);
    let token = of_link(&link);
    let seen = looks(&world, &token).await.is(200);
    assert_eq!((&seen["kind"], seen.get("email")), (&json!("LINK"), None));
    let people = [world.person("A").await, world.person("B").await, world.person("C").await];
    let [a, b, c] = &people;
    let answers =
        tokio::join!(accepts(a, &token), accepts(b, &token), accepts(c, &token), accepts(a, &token));
    let mut statuses = [&answers.0, &answers.1, &answers.2].map(|answer| answer.status);
    statuses.sort_unstable();
    assert!(statuses[2] == 410 && statuses[0] == 200, "{statuses:?}");
    let used = async || org.owner.get(&org.at("/invite-links")).await.is(200)["content"][0].clone();
    assert_eq!((&used().await["used"], &used().await["open"]), (&json!(2), &json!(false)));
    let mut inside = 0;
    for person in &people {
        if relation(person, &org).await == "MEMBER" {
            inside += 1;
            accepts(person, &token).await.refused(409, "ALREADY_MEMBER");
        } else {
            accepts(person, &token).await.refused(410, "USED");
        }
    }
    assert_eq!(inside, 2);
    looks(&world, &token).await.refused(410, "USED");

    let other = links(&org.owner, &org, 5, "FOLLOWER").await.is(201);
    let path = format!("/api/v1/invite-links/{}", other["idInviteLink"]);
    org.owner.delete(&path).await.is(204);
    org.owner.delete(&path).await.is(204);
    accepts(&world.person("D").await, &of_link(&other)).await.refused(410, "REVOKED");
    assert_eq!(used().await["url"], Value::Null, "what leads nowhere is not shown");
}

/// RFC 8058: a scanner's GET does not unsubscribe; a POST does, for all organisations.
#[actix_web::test]
async fn an_address_that_wants_no_invitations_gets_none() {
    let world = World::new().await;
    let (org, other) = (world.org("Laget").await, world.org("Kören").await);
    invites(&org.owner, &org, "ny@example.se", "MEMBER").await.is(201);
    let mail = world.mails("ny@example.se", 1).await.remove(0);
    let path = format!("/api/public/invitation-mails/{}/unsubscribe", leaving(&mail));
    let header = mail.replace("\r\n ", "");
    assert!(header.contains(&format!("List-Unsubscribe: <http://kalender.test{path}>")), "{header}");
    let looked = world.anyone("GET", &path).send().await;
    assert_eq!((looked.status, looked.header("location").starts_with("/inbjudan/avanmal/")), (303, true));
    let second = invites(&other.owner, &other, "ny@example.se", "MEMBER").await.is(201);
    world.mails("ny@example.se", 2).await;

    for _ in 0..2 {
        world.anyone("POST", &path).send().await.is(204);
    }
    let resend = format!("/api/v1/invitations/{}/resend", second["idEntityInvitation"]);
    other.owner.call("POST", &resend).send().await.is(200);
    until(|| async { stored(&world, &other, "ny@example.se").await.trouble }).await;
    let listed = other.owner.get(&other.at("/invitations")).await.is(200);
    assert_eq!(each(&listed["content"], "trouble"), ["UNSUBSCRIBED"]);
    assert_eq!(world.outbox("ny@example.se").len(), 2);
    for wrong in ["x", "hemlig"] {
        let path = format!("/api/public/invitation-mails/{wrong}/unsubscribe");
        world.anyone("POST", &path).send().await.refused(404, "NOT_FOUND");
        world.anyone("GET", &path).send().await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn pages_of_invitations_hold_each_once() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let anna = world.person("Anna").await;
    org.owner
        .put(&org.at(&format!("/relations/{}", anna.id)), json!({"txRelationType": "MEMBER"}))
        .await
        .is(200);
    for n in 0..5 {
        invites(&org.owner, &org, &format!("a{n}@example.se"), "MEMBER").await.is(201);
    }
    let first = org.owner.get(&org.at("/invitations?limit=2")).await.is(200);
    assert_eq!(first["content"][0]["userId"], anna.id, "people here come first, as ever");
    let mut found = each(&first["content"], "email").into_iter().cloned().collect::<Vec<_>>();
    let mut page = first;
    while page["hasMore"] == true {
        page =
            org.owner.get(&org.at(&format!("/invitations?limit=2&cursor={}", page["cursor"]))).await.is(200);
        found.extend(each(&page["content"], "email").into_iter().cloned());
    }
    found.retain(|email| !email.is_null());
    assert_eq!(
        json!(found),
        json!(["a4@example.se", "a3@example.se", "a2@example.se", "a1@example.se", "a0@example.se"])
    );
}

#[actix_web::test]
async fn nothing_of_an_erased_person_is_left() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let anna = world.person("Anna").await;
    invites(&org.owner, &org, &anna.email, "MEMBER").await.is(201);
    world.mails(&anna.email, 1).await;
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let listed = org.owner.get(&org.at("/invitations")).await.is(200);
    assert_eq!(listed["content"], json!([]), "an address that was invited is the person's");
    let dump = world.dump().await;
    let kept: Vec<_> = dump
        .iter()
        .filter(|(table, rows)| table.contains("invit") && format!("{rows:?}").contains(&anna.email))
        .collect();
    assert!(kept.is_empty(), "{kept:?}");
}
