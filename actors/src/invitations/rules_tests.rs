use storage::ids::EntityId;
use storage::invitations::{InvitationId, InviteLinkId};

use super::*;
use RelationType::{
    Administrator, Bot, Customer, Follower, Manager, Member, Moderator, Owner, President, Teacher,
};

const NOW: i64 = 1_800_000_000_000;
const ME: UserId = UserId(1);
const OTHER: UserId = UserId(2);

fn invitation(state: InvitationState, expires: i64, resent: i64) -> MailInvitation {
    MailInvitation {
        entity_id: EntityId(3),
        address: "ny@example.se".to_owned(),
        version: 1,
        invitation_id: InvitationId(4),
        relation_type: Member,
        state,
        hash: String::new(),
        sealed: String::new(),
        invited_by: ME,
        first_name: None,
        message: None,
        created: NOW,
        expires,
        resent,
        trouble: None,
        batch_id: None,
        ended: None,
        accepted_by: None,
    }
}

fn code<T>(result: Result<T>) -> Option<&'static str> {
    result.err().map(|refusal| refusal.fields.first().map_or(refusal.code, |field| field.code))
}

/// [contract 11.2]: ROLE_TOO_LOW.
#[test]
fn nobody_invites_above_their_own_level() {
    let low = Some("ROLE_TOO_LOW");
    let cases = [
        (Some(Owner), Administrator, None),
        (Some(Owner), Owner, low),
        (Some(Owner), Bot, Some("ROLE")),
        (Some(Administrator), Member, None),
        (Some(Administrator), President, None),
        (Some(Administrator), Administrator, low),
        (Some(President), Member, low),
        (Some(Moderator), Member, low),
        (Some(Manager), Member, low),
        (Some(Member), Follower, low),
        (None, Member, low),
    ];
    for (mine, new, refused) in cases {
        assert_eq!(code(may_invite(ME, mine, new)), refused, "{mine:?} invites to {new:?}");
    }
}

/// [contract 11.2]: never OWNER, ADMINISTRATOR or MODERATOR.
#[test]
fn links_lead_to_no_relation_that_manages() {
    let refused: Vec<&str> =
        RelationType::ALL.iter().filter(|one| by_link(**one).is_err()).map(|one| one.as_str()).collect();
    assert_eq!(refused, ["OWNER", "ADMINISTRATOR", "MODERATOR", "BOT"]);
}

/// [contract 11.2]: PENDING→ACCEPTED|DECLINED|REVOKED|EXPIRED (30 days); 410 EXPIRED, REVOKED, USED.
#[test]
fn an_ended_invitation_says_how_it_ended() {
    use InvitationState::{Accepted, Declined, Pending, Revoked};
    assert_eq!(TERM, 30 * 86_400_000);
    let cases = [
        (Pending, NOW + 1, None),
        (Pending, NOW, Some("EXPIRED")),
        (Accepted, NOW + 1, Some("USED")),
        (Accepted, NOW - 1, Some("USED")),
        (Declined, NOW + 1, Some("USED")),
        (Revoked, NOW + 1, Some("REVOKED")),
    ];
    for (stored, expires, refused) in cases {
        let result = open(state(&invitation(stored, expires, 0), NOW));
        assert!(result.as_ref().err().is_none_or(|refusal| refusal.kind == RefusalKind::Gone));
        assert_eq!(code(result), refused, "{stored:?}");
    }
}

/// [contract 11.2]: resend, three times.
#[test]
fn an_invitation_is_sent_again_three_times() {
    let pending = |resent| invitation(InvitationState::Pending, NOW + 1, resent);
    assert_eq!(
        [0, 1, 2, 3].map(|resent| code(resend(&pending(resent), NOW))),
        [None, None, None, Some("RESENT_ENOUGH")]
    );
    let over = invitation(InvitationState::Revoked, NOW + 1, 0);
    assert_eq!(code(resend(&over, NOW)), Some("REVOKED"));
}

/// [contract 11.2]: uses ≤ maxUses; a person counts once.
#[test]
fn a_full_link_leads_in_only_who_was_counted() {
    let link = |used, expires, revoked| InviteLink {
        link_id: InviteLinkId(5),
        version: 1,
        entity_id: EntityId(3),
        created_by: ME,
        relation_type: Member,
        hash: String::new(),
        sealed: String::new(),
        max_uses: 2,
        used,
        created: NOW,
        expires,
        revoked,
    };
    let cases = [
        (link(1, NOW + 1, false), false, None),
        (link(2, NOW + 1, false), false, Some("USED")),
        (link(2, NOW + 1, false), true, None),
        (link(0, NOW, false), true, Some("EXPIRED")),
        (link(0, NOW + 1, true), true, Some("REVOKED")),
    ];
    for (link, has_used, refused) in cases {
        assert_eq!(code(open_link(&link, has_used, NOW)), refused, "{link:?} {has_used}");
    }
}

/// [contract 11.2]: 409 ALREADY_MEMBER, BANNED, INVITER_LOST_RIGHT; a relation is never lowered.
#[test]
fn accepting_never_lowers_a_relation() {
    use ApplicationState::{Banned, Left, Pending};
    let cases = [
        (Some(Owner), None, None, Member, None),
        (Some(Owner), None, Some(Pending), Member, None),
        (Some(Owner), None, Some(Left), Member, None),
        (Some(Owner), Some(Follower), None, Teacher, None),
        (Some(Owner), Some(Member), None, Administrator, None),
        (Some(Owner), Some(Member), None, Teacher, Some("ALREADY_MEMBER")),
        (Some(Owner), Some(Administrator), None, Member, Some("ALREADY_MEMBER")),
        (Some(Owner), Some(Member), None, Customer, Some("ALREADY_MEMBER")),
        (Some(Owner), None, Some(Banned), Member, Some("BANNED")),
        (Some(Member), None, None, Member, Some("INVITER_LOST_RIGHT")),
        (None, None, None, Member, Some("INVITER_LOST_RIGHT")),
        (Some(Administrator), None, None, Administrator, Some("INVITER_LOST_RIGHT")),
    ];
    for (inviter_relation, relation, application, new, refused) in cases {
        let facts = Accepting { inviter: ME, inviter_relation, user: OTHER, relation, application, new };
        assert_eq!(code(accept(facts)), refused, "{facts:?}");
    }
}

/// [contract 11.2]: EMAIL_MISMATCH.
#[test]
fn an_invitation_is_for_its_own_address() {
    assert_eq!(code(addressed("ny@example.se", Some("ny@example.se"))), None);
    for other in [None, Some("annan@example.se"), Some("")] {
        assert_eq!(code(addressed("ny@example.se", other)), Some("EMAIL_MISMATCH"), "{other:?}");
    }
}

#[test]
fn a_mail_put_off_waits_longer_each_time() {
    let pauses: Vec<i64> = (0..10).map_while(pause).collect();
    assert!(pauses.is_sorted() && pauses.len() == 6, "{pauses:?}");
    assert_eq!((pause(6), pause(-1)), (None, None));
}
