use storage::courses::CourseId;
use storage::ids::EntityId;
use storage::time::Moment;

use super::*;

const AUTHOR: UserId = UserId(1);

fn course(of_entity: bool, status: CourseStatus, access: CourseAccess) -> CourseHead {
    CourseHead {
        course_id: CourseId(9),
        status,
        settings_version: 1,
        author_id: Some(AUTHOR),
        entity_id: of_entity.then_some(EntityId(3)),
        access,
        sequential: false,
        certificate: false,
        title: "T".to_owned(),
        summary: String::new(),
        created: Moment(1),
        updated: Moment(1),
        published: None,
        lesson_count: 1,
    }
}

fn related(relation: RelationType) -> Reader {
    Reader { user_id: Some(UserId(2)), relation: Some(relation), ..Reader::default() }
}

fn enrolled(state: EnrolmentState) -> Reader {
    Reader { user_id: Some(UserId(2)), enrolment: Some(state), ..Reader::default() }
}

/// Sees, writes, may begin, takes.
fn rights(course: &CourseHead, reader: &Reader) -> String {
    let flags = [
        ('s', sees(course, reader)),
        ('w', writes(course, reader)),
        ('e', enrol(course, reader).is_ok()),
        ('t', takes(course, reader)),
    ];
    flags.iter().map(|(letter, so)| if *so { *letter } else { '-' }).collect()
}

/// [contract 10.1]
#[test]
fn access_by_status_and_relation() {
    use CourseAccess::{Invited, Members, Public};
    use CourseStatus::{Archived, Draft, Published};
    let nobody = Reader::default();
    let member = related(RelationType::Member);
    let learner = enrolled(EnrolmentState::Active);
    let member_learner = Reader { enrolment: Some(EnrolmentState::Active), ..member };
    let cases = [
        (
            "signed out",
            nobody,
            [(Draft, Public, "----"), (Published, Public, "s-e-"), (Published, Members, "----")],
        ),
        (
            "follower",
            related(RelationType::Follower),
            [(Published, Members, "----"), (Published, Public, "s-e-"), (Archived, Public, "----")],
        ),
        (
            "member",
            member,
            [(Draft, Members, "----"), (Published, Members, "s-e-"), (Published, Invited, "----")],
        ),
        (
            "teacher",
            related(RelationType::Teacher),
            [(Draft, Members, "sw--"), (Published, Invited, "swe-"), (Archived, Public, "sw--")],
        ),
        (
            "invited member",
            Reader { enrolment: Some(EnrolmentState::Invited), ..member },
            [(Draft, Invited, "----"), (Published, Invited, "s-e-"), (Archived, Invited, "----")],
        ),
        (
            "learner",
            learner,
            [(Draft, Public, "----"), (Published, Public, "s-et"), (Archived, Public, "s--t")],
        ),
        (
            "member who learns",
            member_learner,
            [(Published, Members, "s-et"), (Archived, Members, "s--t"), (Archived, Invited, "s--t")],
        ),
        // Who has left the organisation has lost its course.
        (
            "learner who is no member",
            learner,
            [(Published, Members, "----"), (Archived, Members, "----"), (Published, Invited, "----")],
        ),
        (
            "who ended it",
            enrolled(EnrolmentState::Left),
            [(Published, Public, "s-e-"), (Published, Invited, "----"), (Archived, Public, "----")],
        ),
    ];
    for (who, reader, rows) in cases {
        for (status, access, expected) in rows {
            assert_eq!(rights(&course(true, status, access), &reader), expected, "{who}: {status} {access}");
        }
    }
}

#[test]
fn roles_that_write_an_organisations_courses() {
    let writing: Vec<&str> =
        RelationType::ALL.iter().filter(|one| writes_for(Some(**one))).map(|one| one.as_str()).collect();
    assert_eq!(writing, ["OWNER", "ADMINISTRATOR", "EDITOR", "TEACHER", "LEADER"]);
    assert!(!writes_for(None));
}

#[test]
fn own_courses_are_written_by_their_author_alone() {
    let own = course(false, CourseStatus::Published, CourseAccess::Public);
    let author = Reader { user_id: Some(AUTHOR), ..Reader::default() };
    assert_eq!(rights(&own, &author), "swe-");
    let invited = course(false, CourseStatus::Published, CourseAccess::Invited);
    assert_eq!(rights(&invited, &enrolled(EnrolmentState::Invited)), "s-e-");
    let other = Reader { relation: Some(RelationType::Owner), ..enrolled(EnrolmentState::Active) };
    assert_eq!(rights(&own, &other), "s-et");
    assert_eq!(write(&own, &other).unwrap_err().code, "NOT_AUTHOR");
    let blocked = Reader { apart: true, ..other };
    assert_eq!(rights(&own, &blocked), "----", "a block stands between them");
    let erased = CourseHead { author_id: None, ..own };
    assert!(!writes(&erased, &Reader::default()), "nobody is not an erased author");
}

/// [contract 10.1] DRAFT→PUBLISHED (422 NO_LESSON)→ARCHIVED→PUBLISHED; back to DRAFT with learners 409 HAS_LEARNERS.
#[test]
fn turns_of_a_course() {
    use CourseStatus::{Archived, Draft, Published};
    use Turn::{Archive, Publish, Unpublish};
    let cases = [
        (Draft, Publish, 0, false, Err("NO_LESSON")),
        (Draft, Publish, 1, false, Ok(Published)),
        (Published, Publish, 1, true, Ok(Published)),
        (Published, Archive, 1, true, Ok(Archived)),
        (Archived, Archive, 1, true, Ok(Archived)),
        (Archived, Publish, 1, true, Ok(Published)),
        (Archived, Publish, 0, true, Err("NO_LESSON")),
        (Draft, Archive, 1, false, Err("NOT_PUBLISHED")),
        (Published, Unpublish, 1, true, Err("HAS_LEARNERS")),
        (Archived, Unpublish, 1, true, Err("HAS_LEARNERS")),
        (Published, Unpublish, 1, false, Ok(Draft)),
        (Draft, Unpublish, 0, false, Ok(Draft)),
    ];
    for (from, turn, lessons, learners, expected) in cases {
        let found = turned(from, turn, lessons, learners).map_err(|refusal| refusal.code);
        assert_eq!(found, expected, "{from} {turn:?}");
    }
}

#[test]
fn media_are_https_addresses() {
    for (text, expected) in [
        ("https://example.se/film", Ok(Some("https://example.se/film".to_owned()))),
        ("  ", Ok(None)),
        ("http://example.se/film", Err(())),
        ("javascript:alert(1)", Err(())),
        ("https://anna:hemligt@example.se/", Err(())),
        ("film.mp4", Err(())),
    ] {
        assert_eq!(media(text).map_err(drop), expected, "{text}");
    }
    assert!(media(&format!("https://example.se/{}", "a".repeat(MEDIA))).is_err());
}

#[test]
fn members_courses_need_an_organisation() {
    assert!(access(CourseAccess::Members, false).is_err());
    assert!(access(CourseAccess::Members, true).is_ok() && access(CourseAccess::Public, false).is_ok());
    assert_eq!(kind(LessonKind::Text, LessonKind::File).unwrap(), LessonKind::File);
    for (old, new) in [(LessonKind::Quiz, LessonKind::Text), (LessonKind::Text, LessonKind::Quiz)] {
        assert_eq!(kind(old, new).unwrap_err().fields[0].code, "NOT_CHANGEABLE");
    }
    assert_eq!(by_button(LessonKind::Quiz).unwrap_err().code, "BY_QUIZ");
}
