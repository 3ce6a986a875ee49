//! Inviting to a course by mail address: `/api/v1/courses/{id}/invitations`. Contract §10.1, §11.2.

use crate::harness::{Answer, Org, Person, Value, World, each, json, until};
use crate::v1_courses::{at, course, does, lesson, module, published};
use crate::v1_invitations::{accepts, secret};

async fn invites(person: &Person, course: &Value, email: &str) -> Answer {
    person.post(&at(course, "/invitations"), json!({"email": email})).await
}

/// What is stored of somebody who invites an address.
pub async fn leave_traces(org: &Org, person: &Person, course: &Value) {
    invites(person, course, "kurs@example.se").await.is(204);
    // It is stored before the mail.
    org.world.mails("kurs@example.se", 1).await;
}

/// The titles of the courses that somebody takes or is invited to.
async fn courses(person: &Person) -> Vec<Value> {
    let listed = person.get("/api/v1/courses/enrolled").await.is(200);
    each(&listed["content"], "title").into_iter().cloned().collect()
}

/// Waits until somebody is invited to a course.
async fn asked(person: &Person) -> Vec<Value> {
    until(async || Some(courses(person).await).filter(|courses| !courses.is_empty())).await
}

/// The address that the next person of the world will have.
fn next_of(last: &Person) -> String {
    let n: u32 = last.email.trim_start_matches("person").split('@').next().unwrap().parse().unwrap();
    format!("person{}@example.se", n + 1)
}

#[actix_web::test]
async fn an_address_is_invited_whosever_it_is() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (made, ..) = published(&org, "INVITED", 1).await;
    let (gone, ..) = published(&org, "INVITED", 1).await;
    let renamed = json!({"title": "Snart borta", "version": gone["version"]});
    let gone = org.owner.put(&at(&gone, ""), renamed).await.is(200);
    let teacher = org.with("TEACHER").await;
    let anna = org.with("MEMBER").await;
    let new = next_of(&anna);

    // Somebody of the organisation gets what inviting by name does; by a teacher as well.
    let known = invites(&teacher, &made, &anna.email.to_uppercase()).await;
    assert_eq!(asked(&anna).await, ["Ny hos oss"]);
    let rings = anna.get("/api/v1/notifications").await.is(200);
    assert!(each(&rings["content"], "type").contains(&&json!("COURSE_INVITED")), "{rings}");
    // Anybody else the organisation's mail, and the course when it is accepted.
    let unknown = invites(&org.owner, &made, &new).await;
    assert_eq!((known.status, known.text()), (unknown.status, unknown.text()), "an account changes nothing");
    assert_eq!(known.status, 204);
    let mail = world.mails(&new, 1).await.remove(0);
    invites(&org.owner, &gone, &new).await.is(204);
    // A teacher invites nobody to the organisation.
    invites(&teacher, &made, "annan@example.se").await.is(204);
    let bo = world.person("Bo").await;
    assert_eq!(bo.email, new);
    assert_eq!(courses(&bo).await, [""; 0]);
    does(&org.owner, &gone, "/archive").await.is(200);
    accepts(&bo, &secret(&mail)).await.is(200);
    // The other one is no more by then.
    assert_eq!(asked(&bo).await, ["Ny hos oss"]);
    let invited = org.owner.get(&org.at("/invitations")).await.is(200);
    assert_eq!(each(&invited["content"], "email"), [&new]);

    for (email, code) in [("ingen adress", "EMAIL"), (&org.owner.email, "SELF")] {
        invites(&org.owner, &made, email).await.wrong_field("email", code);
    }
    invites(&bo, &made, "c@example.se").await.refused(403, "ROLE_TOO_LOW");
    let stranger = world.person("Cia").await;
    invites(&stranger, &made, "c@example.se").await.refused(404, "NOT_FOUND");
    invites(&org.owner, &gone, "c@example.se").await.refused(409, "NOT_PUBLISHED");
}

/// Whoever writes the course no more by the time that the invitation is accepted invites nobody; of an own course the answer
/// does not tell who is a contact.
#[actix_web::test]
async fn the_right_of_the_inviter_is_judged_again() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (made, ..) = published(&org, "INVITED", 1).await;
    let admin = org.with("ADMINISTRATOR").await;
    let new = next_of(&admin);
    invites(&admin, &made, &new).await.is(204);
    let mail = world.mails(&new, 1).await.remove(0);
    let bo = world.person("Bo").await;
    let place = org.at(&format!("/relations/{}", admin.id));
    org.owner.put(&place, json!({"txRelationType": "MEMBER"})).await.is(200);
    accepts(&bo, &secret(&mail)).await.refused(409, "INVITER_LOST_RIGHT");
    assert_eq!(courses(&bo).await, [""; 0]);

    let own = course(&bo, json!({"title": "Min egen", "access": "INVITED"})).await;
    let part = module(&bo, &own, "Ett").await;
    lesson(&bo, &part, json!({"title": "Ett", "body": "Text"})).await;
    let own = does(&bo, &own, "/publish").await.is(200);
    let cia = world.person("Cia").await;
    let other = world.person("Disa").await;
    crate::v1_feed::findable(&bo).await;
    crate::v1_contacts_requests::befriend(&cia, &bo).await;
    let answers = [
        invites(&bo, &own, &other.email).await,
        invites(&bo, &own, "ingen@example.se").await,
        invites(&bo, &own, &cia.email).await,
    ];
    assert_eq!(answers.map(|answer| (answer.status, answer.text())), [(); 3].map(|()| (204, String::new())));
    assert_eq!(asked(&cia).await, ["Min egen"]);
    assert_eq!(courses(&other).await, [""; 0]);
    assert!(world.outbox("ingen@example.se").is_empty() && world.outbox(&other.email).is_empty());
}
