use storage::ids::{ArticleId, EntityId};
use storage::time::Moment;
use storage::value::Json;

use super::*;

const AUTHOR: UserId = UserId(1);

fn article(entity: bool, status: ArticleStatus, hidden: bool) -> ArticleHead {
    ArticleHead {
        article_id: ArticleId(9),
        article_uuid: "u".to_owned(),
        slug: "s".to_owned(),
        author_id: Some(AUTHOR),
        entity_id: entity.then_some(EntityId(3)),
        status,
        title: "T".to_owned(),
        preamble: String::new(),
        cover: Json(None),
        cover_alt: String::new(),
        hidden: hidden.then_some(Moment(1)),
        created: Moment(1),
        updated: Moment(1),
        publication_id: None,
        version: 1,
    }
}

fn person(user_id: Option<i64>, standing: Standing) -> Reader {
    Reader { user_id: user_id.map(UserId), standing, relation: None }
}

fn of_entity(user_id: i64, relation: RelationType) -> Reader {
    Reader { user_id: Some(UserId(user_id)), standing: Standing::Member, relation: Some(relation) }
}

#[test]
fn access_to_a_persons_articles() {
    use ArticleStatus::{Draft, Published};
    let author = person(Some(1), Standing::Author);
    // Reader; may read and write: a draft, a published one, a hidden one.
    let cases = [
        ("its author", author, "rw rw rw"),
        ("a contact", person(Some(2), Standing::Contact), "-- r- --"),
        ("a stranger", person(Some(2), Standing::Stranger), "-- r- --"),
        ("nobody", person(None, Standing::Stranger), "-- r- --"),
        ("who is blocked", person(Some(2), Standing::Apart), "-- -- --"),
    ];
    let kinds = [(Draft, false), (Published, false), (Published, true)];
    for (who, reader, expected) in cases {
        let one = |(status, hidden)| {
            let it = article(false, status, hidden);
            format!(
                "{}{}",
                if reads(&it, &reader) { "r" } else { "-" },
                if writes(&it, &reader) { "w" } else { "-" }
            )
        };
        assert_eq!(kinds.map(one).join(" "), expected, "{who}");
    }
}

#[test]
fn access_to_an_organisations_articles() {
    use ArticleStatus::{Draft, Published};
    use RelationType as R;
    let cases = [
        (R::Owner, "rw rw rw"),
        (R::Administrator, "rw rw rw"),
        (R::Editor, "rw rw rw"),
        (R::Moderator, "-- r- r-"),
        (R::President, "-- r- r-"),
        (R::Member, "-- r- --"),
        (R::Employee, "-- r- --"),
        (R::Teacher, "-- r- --"),
        (R::Follower, "-- r- --"),
        (R::Customer, "-- r- --"),
    ];
    for (relation, expected) in cases {
        // The author has no more rights than their relation gives.
        for user in [1, 2] {
            let reader = of_entity(user, relation);
            let one = |(status, hidden)| {
                let it = article(true, status, hidden);
                format!(
                    "{}{}",
                    if reads(&it, &reader) { "r" } else { "-" },
                    if writes(&it, &reader) { "w" } else { "-" }
                )
            };
            let kinds = [(Draft, false), (Published, false), (Published, true)];
            assert_eq!(kinds.map(one).join(" "), expected, "{relation:?}");
            assert_eq!(write_for(Some(relation)).is_ok(), expected.starts_with("rw"), "{relation:?}");
        }
    }
}

#[test]
fn what_may_be_done_follows_its_state() {
    let author = person(Some(1), Standing::Author);
    let of = |status| abilities(&article(false, status, false), &author);
    assert_eq!(of(ArticleStatus::Draft), [Ability::Edit, Ability::Publish, Ability::Delete]);
    assert_eq!(of(ArticleStatus::Published), [Ability::Edit, Ability::Unpublish, Ability::Delete]);
    let other = person(Some(2), Standing::Stranger);
    assert_eq!(abilities(&article(false, ArticleStatus::Published, false), &other), []);
}

#[test]
fn empty_article_is_not_published() {
    assert!(is_whole("Hej").is_ok());
    for empty in ["", " \n\t "] {
        assert_eq!(is_whole(empty).unwrap_err().fields[0].code, "REQUIRED");
    }
}
