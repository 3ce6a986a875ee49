#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use storage::ids::{CommentId, EntityId, PostId};
use storage::time::Moment;
use storage::value::Json;

use super::Standing::{Apart, Author, Contact, Follower, Limited, Member, Stranger};
use super::*;

const EVERY: [Standing; 7] = [Author, Member, Contact, Limited, Follower, Stranger, Apart];

#[test]
fn read_access_by_audience() {
    // Contract §6 and §5: with `feedSetting` PUBLIC a contact sees only public posts.
    let cases: [(Audience, &[Standing]); 4] = [
        (Audience::Public, &[Author, Member, Contact, Limited, Follower, Stranger]),
        (Audience::Followers, &[Author, Member, Contact, Follower]),
        (Audience::Contacts, &[Author, Contact]),
        (Audience::EntityMembers, &[Author, Member]),
    ];
    for (audience, allowed) in cases {
        for standing in EVERY {
            assert_eq!(
                may_read(audience, standing),
                allowed.contains(&standing),
                "{audience} by {standing:?}"
            );
        }
    }
    for standing in EVERY {
        assert_eq!(is_reader(standing), ![Stranger, Apart].contains(&standing), "{standing:?}");
    }
}

#[test]
fn audiences_are_of_people_or_of_organisations() {
    for (of, is_of_entity, right) in [
        (Audience::Public, false, true),
        (Audience::Public, true, true),
        (Audience::Followers, false, true),
        (Audience::Followers, true, true),
        (Audience::Contacts, false, true),
        (Audience::Contacts, true, false),
        (Audience::EntityMembers, false, false),
        (Audience::EntityMembers, true, true),
    ] {
        assert_eq!(audience(of, is_of_entity).is_ok(), right, "{of} {is_of_entity}");
    }
}

fn post(author: i64, entity: Option<i64>, audience: Audience) -> Post {
    Post {
        post_id: PostId(1),
        post_uuid: "p".to_owned(),
        author_id: Some(UserId(author)),
        entity_id: entity.map(EntityId),
        audience,
        content: String::new(),
        mentions: Vec::new(),
        entities: Vec::new(),
        topics: Json(Vec::new()),
        media: Json(Vec::new()),
        original_id: None,
        hidden: None,
        edited: false,
        created: Moment(0),
        updated: Moment(0),
        version: 1,
    }
}

fn reader(user: i64, relation: Option<RelationType>) -> Reader {
    Reader { user_id: Some(UserId(user)), relation, as_entity: None }
}

#[test]
fn what_may_be_done_with_a_post() {
    use PostAbility::{Comment, Delete, Edit, Like, Repost};
    use RelationType::{Administrator, Member, Moderator, Owner, Teacher};
    let public = Audience::Public;
    let of_org = |author| post(author, Some(9), public);
    let cases: [(Post, Reader, &[PostAbility]); 10] = [
        (post(1, None, public), reader(1, None), &[Edit, Delete, Like, Comment, Repost]),
        (post(1, None, public), reader(2, None), &[Like, Comment, Repost]),
        (post(1, None, Audience::Contacts), reader(2, None), &[Like, Comment]),
        (post(1, None, public), Reader { user_id: None, relation: None, as_entity: None }, &[]),
        (of_org(1), reader(1, Some(Member)), &[Edit, Delete, Like, Comment, Repost]),
        (of_org(1), reader(1, Some(Teacher)), &[Like, Comment, Repost]),
        (of_org(1), reader(1, None), &[Like, Comment, Repost]),
        (of_org(1), reader(2, Some(Moderator)), &[Delete, Like, Comment, Repost]),
        (of_org(1), reader(2, Some(Administrator)), &[Edit, Delete, Like, Comment, Repost]),
        (of_org(1), reader(2, Some(Owner)), &[Edit, Delete, Like, Comment, Repost]),
    ];
    for (post, reader, expected) in cases {
        assert_eq!(post_abilities(&post, &reader), expected, "{reader:?} of {:?}", post.entity_id);
    }
}

fn comment(author: Option<i64>, entity: Option<i64>, state: CommentState) -> Comment {
    Comment {
        post_id: PostId(1),
        parent_id: CommentId(0),
        comment_id: CommentId(2),
        state,
        author_id: author.map(UserId),
        entity_id: entity.map(EntityId),
        content: String::new(),
        mentions: Vec::new(),
        entities: Vec::new(),
        replies: 0,
        edited: false,
        created: Moment(0),
        updated: Moment(0),
        version: 1,
    }
}

#[test]
fn what_may_be_done_with_a_comment() {
    use CommentAbility::{Delete, Edit, Like, Reply};
    use RelationType::{Administrator, Member, Moderator};
    let (own, org) = (post(1, None, Audience::Public), post(1, Some(9), Audience::Public));
    let by = |author| comment(Some(author), None, CommentState::Active);
    let voiced = || comment(Some(5), Some(8), CommentState::Active);
    let as_entity = |user, relation| Reader { as_entity: relation, ..reader(user, None) };
    let cases: [(&Post, Comment, Reader, &[CommentAbility]); 10] = [
        (&own, by(5), reader(5, None), &[Edit, Delete, Like, Reply]),
        (&own, by(5), reader(1, None), &[Delete, Like, Reply]),
        (&own, by(5), reader(2, None), &[Like, Reply]),
        (&org, by(5), reader(1, Some(Member)), &[Like, Reply]),
        (&org, by(5), reader(2, Some(Moderator)), &[Delete, Like, Reply]),
        (&own, voiced(), as_entity(5, Some(Member)), &[Edit, Delete, Like, Reply]),
        (&own, voiced(), as_entity(5, None), &[Like, Reply]),
        (&own, voiced(), as_entity(6, Some(Administrator)), &[Edit, Delete, Like, Reply]),
        (&own, comment(None, None, CommentState::Deleted), reader(1, None), &[]),
        (&own, by(5), Reader { user_id: None, relation: None, as_entity: None }, &[]),
    ];
    for (post, comment, reader, expected) in cases {
        assert_eq!(comment_abilities(post, &comment, &reader), expected, "{reader:?}");
    }
}
