use super::*;
use ChannelRole as Role;
use RelationType as R;

fn access(channel_type: ChannelType) -> ChannelAccess {
    ChannelAccess { channel_type, allow_followers: false, visible_to_guests: false, relation_types: vec![] }
}

#[test]
fn roles_in_public_channels() {
    // relation, allowFollowers, visibleToGuests → role
    let cases: &[(Option<R>, bool, bool, Option<Role>)] = &[
        (Some(R::Owner), false, false, Some(Role::Owner)),
        (Some(R::Administrator), false, false, Some(Role::Admin)),
        (Some(R::President), false, false, Some(Role::Admin)),
        (Some(R::Moderator), false, false, Some(Role::Moderator)),
        (Some(R::Member), false, false, Some(Role::Member)),
        (Some(R::Pupil), false, false, Some(Role::Member)),
        (Some(R::Teacher), false, false, Some(Role::Member)),
        (Some(R::Follower), false, false, None),
        (Some(R::Follower), true, false, Some(Role::Follower)),
        (Some(R::Follower), false, true, None),
        (Some(R::Follower), true, true, Some(Role::Follower)),
        (Some(R::Customer), true, false, None),
        (Some(R::Customer), false, true, Some(Role::Guest)),
        (Some(R::Booker), false, true, Some(Role::Guest)),
        (None, true, false, None),
        (None, false, true, Some(Role::Guest)),
    ];
    for (relation, followers, guests, role) in cases {
        let access = ChannelAccess {
            allow_followers: *followers,
            visible_to_guests: *guests,
            ..access(ChannelType::Public)
        };
        assert_eq!(
            channel_role(&access, OwnRow::Absent, *relation),
            *role,
            "{relation:?} {followers} {guests}"
        );
    }
}

#[test]
fn roles_in_private_channels() {
    let staff =
        ChannelAccess { relation_types: vec![R::Employee, R::Teacher], ..access(ChannelType::Private) };
    let cases: &[(Option<R>, OwnRow, Option<Role>)] = &[
        (Some(R::Teacher), OwnRow::Absent, Some(Role::Member)),
        (Some(R::Owner), OwnRow::Absent, None),
        (Some(R::Administrator), OwnRow::Absent, None),
        (Some(R::Owner), OwnRow::Member, Some(Role::Owner)),
        (Some(R::Pupil), OwnRow::Absent, None),
        (Some(R::Pupil), OwnRow::Member, Some(Role::Member)),
        (Some(R::Pupil), OwnRow::Raised(Role::Admin), Some(Role::Admin)),
        (Some(R::Follower), OwnRow::Member, Some(Role::Member)),
        // A person who has left the organisation has no role, whatever row is left.
        (None, OwnRow::Raised(Role::Admin), None),
        (None, OwnRow::Absent, None),
    ];
    for (relation, row, role) in cases {
        assert_eq!(channel_role(&staff, *row, *relation), *role, "{relation:?} {row:?}");
    }
}

#[test]
fn direct_channels_know_only_their_people() {
    let direct = access(ChannelType::Direct);
    assert_eq!(channel_role(&direct, OwnRow::Member, None), Some(Role::Member));
    assert_eq!(channel_role(&direct, OwnRow::Absent, Some(R::Owner)), None);
}

#[test]
fn a_row_raises_but_never_lowers() {
    let public = access(ChannelType::Public);
    assert_eq!(
        channel_role(&public, OwnRow::Raised(Role::Moderator), Some(R::Member)),
        Some(Role::Moderator)
    );
    assert_eq!(channel_role(&public, OwnRow::Raised(Role::Guest), Some(R::Owner)), Some(Role::Owner));
}

#[test]
fn workspace_roles() {
    let public = access(ChannelType::Public);
    let open = ChannelAccess { visible_to_guests: true, ..public.clone() };
    let private = access(ChannelType::Private);
    let role = |channels: &[(&ChannelAccess, OwnRow)], relation| {
        workspace_role(channels.iter().map(|(a, r)| (*a, *r)), relation)
    };
    assert_eq!(role(&[(&public, OwnRow::Absent)], Some(R::Owner)), Some(Role::Owner));
    assert_eq!(role(&[(&public, OwnRow::Absent)], Some(R::Follower)), None);
    assert_eq!(role(&[(&open, OwnRow::Absent)], None), Some(Role::Guest));
    assert_eq!(role(&[(&public, OwnRow::Absent)], None), None);
    // A row in a private channel gives access to the workspace, but never as its administrator.
    assert_eq!(role(&[(&private, OwnRow::Raised(Role::Admin))], Some(R::Follower)), Some(Role::Member));
}

pub(in crate::chat) fn channel() -> Channel {
    Channel {
        channel_id: storage::ids::ChannelId(1),
        workspace_id: storage::ids::WorkspaceId(2),
        entity_id: storage::ids::EntityId(3),
        name: "allmänt".into(),
        display_name: "Allmänt".into(),
        description: String::new(),
        topic: String::new(),
        channel_type: ChannelType::Public,
        archived: false,
        general: false,
        read_only: false,
        allow_followers: false,
        visible_to_guests: false,
        require_moderation: false,
        auto_approve_members: true,
        relation_types: vec![],
        created_by: UserId(4),
        created: 0,
    }
}

#[test]
fn posting_and_moderation() {
    use Visibility::{Pending, Visible};
    // requireModeration, autoApproveMembers, readOnly, role → visible at once?
    let cases = [
        (false, true, false, Role::Follower, Ok(Visible)),
        (false, true, false, Role::Guest, Err("READ_ONLY_ROLE")),
        (true, true, false, Role::Member, Ok(Visible)),
        (true, true, false, Role::Follower, Ok(Pending)),
        (true, false, false, Role::Member, Ok(Pending)),
        (true, false, false, Role::Moderator, Ok(Visible)),
        (false, true, true, Role::Member, Err("READ_ONLY_CHANNEL")),
        (false, true, true, Role::Moderator, Ok(Visible)),
    ];
    for (moderated, auto, read_only, role, expected) in cases {
        let channel =
            Channel { require_moderation: moderated, auto_approve_members: auto, read_only, ..channel() };
        assert_eq!(
            post(&channel, role).map_err(|r| r.code),
            expected,
            "{moderated} {auto} {read_only} {role:?}"
        );
    }
    let archived = Channel { archived: true, ..channel() };
    assert_eq!(post(&archived, Role::Owner).unwrap_err().code, "ARCHIVED");
    assert_eq!(edit(&archived, &message(1), UserId(1)).unwrap_err().code, "ARCHIVED");
    assert_eq!(post_reaction(&archived, Role::Owner).unwrap_err().code, "ARCHIVED");
    assert!(delete(&archived, &message(1), UserId(1), Role::Member).is_ok());
}

#[test]
fn permissions_say_what_the_rules_allow() {
    use Permission::{Manage, Moderate, Post, Read};
    let read_only = Channel { read_only: true, ..channel() };
    let archived = Channel { archived: true, ..channel() };
    let cases: [(&Channel, Role, &[Permission]); 8] = [
        (&channel(), Role::Guest, &[Read]),
        (&channel(), Role::Follower, &[Read, Post]),
        (&channel(), Role::Member, &[Read, Post]),
        (&channel(), Role::Moderator, &[Read, Post, Moderate]),
        (&channel(), Role::Owner, &[Read, Post, Moderate, Manage]),
        (&read_only, Role::Member, &[Read]),
        (&read_only, Role::Moderator, &[Read, Post, Moderate]),
        (&archived, Role::Admin, &[Read, Moderate, Manage]),
    ];
    for (channel, role, allowed) in cases {
        assert_eq!(permissions(channel, role), allowed, "{role:?}");
        // Reacting is not posting: it is allowed in a read-only channel.
        assert_eq!(post_reaction(channel, role).is_ok(), !channel.archived && role > Role::Guest, "{role:?}");
    }
}

#[test]
fn opening_a_private_channel_needs_rights_and_confirmation() {
    let private = Channel { channel_type: ChannelType::Private, ..channel() };
    // role in the workspace, has messages, showHistory → refusal
    let cases = [
        (Some(Role::Member), false, true, Some("ROLE_TOO_LOW")),
        (Some(Role::Member), true, true, Some("ROLE_TOO_LOW")),
        (None, false, true, Some("ACCESS_DENIED")),
        (Some(Role::Admin), false, false, None),
        (Some(Role::Admin), true, false, Some("HISTORY_WOULD_SHOW")),
        (Some(Role::Owner), true, true, None),
    ];
    for (role, has_history, show, refusal) in cases {
        let changed = change_type(&private, &channel(), role, has_history, show);
        assert_eq!(changed.err().map(|r| r.code), refusal, "{role:?} {has_history} {show}");
    }
    // In the other direction, and without a change, no history is exposed.
    assert!(change_type(&channel(), &private, None, true, false).is_ok());
    assert!(change_type(&private, &private, None, true, false).is_ok());
}

#[test]
fn guests_do_not_see_the_member_list() {
    assert_eq!(list_members(Role::Guest).unwrap_err().code, "ROLE_TOO_LOW");
    assert!(list_members(Role::Follower).is_ok());
    assert!(!sees_presence(Role::Guest) && !sees_presence(Role::Follower) && sees_presence(Role::Member));
}

pub(in crate::chat) fn message(author: i64) -> Message {
    Message {
        message_id: storage::ids::MessageId(9),
        channel_id: storage::ids::ChannelId(1),
        user_id: UserId(author),
        parent_id: None,
        content: "hej".into(),
        formatted: None,
        mentions: vec![],
        mention_all: false,
        client_message_id: None,
        created: 0,
        updated: 0,
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: Vec::new(),
        version: 1,
    }
}

#[test]
fn editing_and_deleting() {
    assert!(edit(&channel(), &message(1), UserId(1)).is_ok());
    assert_eq!(edit(&channel(), &message(1), UserId(2)).unwrap_err().code, "NOT_AUTHOR");
    assert!(delete(&channel(), &message(1), UserId(1), Role::Follower).is_ok());
    assert_eq!(delete(&channel(), &message(1), UserId(2), Role::Member).unwrap_err().code, "NOT_AUTHOR");
    assert!(delete(&channel(), &message(1), UserId(2), Role::Moderator).is_ok());
    let gone = Message { deleted: true, ..message(1) };
    assert_eq!(edit(&channel(), &gone, UserId(1)).unwrap_err().code, "DELETED");
    let options = vec!["a".into(), "b".into()];
    let poll =
        storage::chat::Poll { options, multiple: false, anonymous: false, closes: None, times: Vec::new() };
    let asking = Message { poll: Some(poll), ..message(1) };
    assert_eq!(edit(&channel(), &asking, UserId(1)).unwrap_err().code, "POLL_STANDS");
    assert_eq!(delete(&channel(), &gone, UserId(1), Role::Owner).unwrap_err().code, "NOT_FOUND");
    // The first message of comments cannot be changed by anybody.
    for (channel_type, code) in [
        (ChannelType::Event, "EVENT_STANDS"),
        (ChannelType::Task, "TASK_STANDS"),
        (ChannelType::Lesson, "LESSON_STANDS"),
    ] {
        let comments = Channel { channel_id: storage::ids::ChannelId(7), channel_type, ..channel() };
        let first = Message { message_id: MessageId(7), ..message(1) };
        assert_eq!(edit(&comments, &first, UserId(1)).unwrap_err().code, code);
        assert_eq!(delete(&comments, &first, UserId(1), Role::Owner).unwrap_err().code, code);
        assert!(delete(&comments, &message(1), UserId(1), Role::Member).is_ok());
    }
}

#[test]
fn texts_and_names() {
    assert_eq!(content("  hej \n", false).unwrap(), "hej");
    assert_eq!(content(" \n\t ", false).unwrap_err().fields[0].code, "REQUIRED");
    assert!(content(&"å".repeat(4000), false).is_ok());
    assert_eq!(content(&"å".repeat(4001), false).unwrap_err().fields[0].code, "LENGTH");
    for good in ["allmänt", "lag-2012", "a_b", "åä"] {
        assert!(channel_name(good).is_ok(), "{good}");
    }
    for bad in ["", "a", "Allmänt", "två ord", "émile", &"x".repeat(81)] {
        assert!(channel_name(bad).is_err(), "{bad}");
    }
    for good in ["👍", "❤️", "🇸🇪", "👩‍👩‍👧", ":parrot:", "1️⃣", "✅"] {
        assert!(emoji(good).is_ok(), "{good}");
    }
    for bad in ["", "hej", "👍👍 bra", "a👍", "::", ":två ord:", "\u{0}", "👍 👍", "👍\u{7}"] {
        assert!(emoji(bad).is_err(), "{bad}");
    }
}

#[test]
fn granting_in_channels() {
    assert!(grant(Role::Admin, Some(Role::Moderator)).is_ok());
    assert!(grant(Role::Admin, Some(Role::Admin)).is_ok());
    assert_eq!(grant(Role::Admin, Some(Role::Owner)).unwrap_err().code, "ROLE_TOO_LOW");
    assert_eq!(grant(Role::Member, None).unwrap_err().code, "ROLE_TOO_LOW");
    let (me, other) = (UserId(1), UserId(2));
    assert!(change_row(me, Role::Guest, me, OwnRow::Member).is_ok());
    assert!(change_row(me, Role::Admin, other, OwnRow::Raised(Role::Admin)).is_ok());
    assert!(change_row(me, Role::Admin, other, OwnRow::Raised(Role::Owner)).is_err());
    assert!(create_channel(Role::Member, ChannelType::Private).is_ok());
    assert!(create_channel(Role::Member, ChannelType::Public).is_err());
    assert!(create_channel(Role::Guest, ChannelType::Private).is_err());
}

#[test]
fn own_row_reflects_the_stored_row() {
    let row = |role| storage::chat::Member {
        channel_id: storage::ids::ChannelId(1),
        user_id: UserId(1),
        added_by: UserId(4),
        added: 0,
        role,
    };
    assert_eq!(OwnRow::from(None), OwnRow::Absent);
    assert_eq!(OwnRow::from(Some(&row(None))), OwnRow::Member);
    assert_eq!(OwnRow::from(Some(&row(Some(Role::Moderator)))), OwnRow::Raised(Role::Moderator));
}

#[test]
fn what_each_level_opens() {
    assert_eq!(require_moderator(Role::Member).unwrap_err().code, "ROLE_TOO_LOW");
    assert!(require_moderator(Role::Moderator).is_ok());
    assert_eq!(require_manager(Role::Moderator).unwrap_err().code, "ROLE_TOO_LOW");
    assert!(require_manager(Role::Admin).is_ok());
    // Into a private channel they are not in: the organisation's owner and administrators, and nobody else.
    for (relation, may) in [
        (Some(R::Owner), true),
        (Some(R::Administrator), true),
        (Some(R::President), false),
        (Some(R::Member), false),
        (None, false),
    ] {
        assert_eq!(may_add_self(relation), may, "{relation:?}");
    }
}

#[test]
fn what_a_channel_may_be() {
    let of = |channel_type, relation_types: &[R]| Channel {
        channel_type,
        relation_types: relation_types.to_vec(),
        ..channel()
    };
    let refused = |channel: &Channel| {
        channel_shape(channel)
            .err()
            .map(|r| (r.fields[0].field.clone(), r.fields[0].code, r.fields[0].message.clone()))
    };
    for (channel_type, named, code) in [
        (ChannelType::Public, vec![], None),
        (ChannelType::Public, vec![R::Teacher], Some(("relationTypes", "ONLY_PRIVATE"))),
        (ChannelType::Private, vec![], None),
        (ChannelType::Private, vec![R::Teacher], None),
        (ChannelType::Direct, vec![], Some(("channelType", "CHANNEL_TYPE"))),
        (ChannelType::Event, vec![], Some(("channelType", "CHANNEL_TYPE"))),
        (ChannelType::Task, vec![], Some(("channelType", "CHANNEL_TYPE"))),
        (ChannelType::Lesson, vec![], Some(("channelType", "CHANNEL_TYPE"))),
    ] {
        let found = refused(&of(channel_type, &named));
        assert_eq!(
            found.as_ref().map(|(field, code, _)| (field.as_ref(), *code)),
            code,
            "{channel_type:?} {named:?}"
        );
    }
    let said = |channel_type| refused(&of(channel_type, &[])).unwrap().2;
    assert!(said(ChannelType::Event).contains("Kommentarer"));
    assert!(said(ChannelType::Task).contains("Kommentarer"));
    assert!(said(ChannelType::Direct).contains("Direktmeddelanden"));

    // The general channel is always open to everybody.
    let general = |channel_type| Channel { general: true, ..of(channel_type, &[]) };
    assert_eq!(archive(&general(ChannelType::Public)).unwrap_err().code, "GENERAL_CHANNEL");
    assert!(archive(&channel()).is_ok());
    assert!(general_stays_open(&general(ChannelType::Public)).is_ok());
    assert_eq!(general_stays_open(&general(ChannelType::Private)).unwrap_err().code, "GENERAL_CHANNEL");
    assert!(general_stays_open(&of(ChannelType::Private, &[])).is_ok());
    assert!(general_stays_open(&channel()).is_ok());

    assert_eq!(workspace_name("  Skolan ").unwrap(), "Skolan");
    for bad in ["", "  ", &"x".repeat(81), "Sko\u{202e}lan"] {
        assert_eq!(workspace_name(bad).unwrap_err().fields[0].field, "workspaceName", "{bad:?}");
    }
}
