//! Invitations: an address has one that stands, a link counts each person once, a portion is changed by its version.

use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};
use storage::invitations::{
    BatchRow, InvitationBatch, InvitationBatchId, InvitationId, InvitationState, Invitations, InviteLink,
    InviteLinkId, MailInvitation, SendCode, Tally,
};

use crate::World;

const HOME: EntityId = EntityId(901);
const ANNA: UserId = UserId(902);
const BO: UserId = UserId(903);
const DAY: i64 = 86_400_000;

fn now() -> i64 {
    i64::try_from(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis())
        .unwrap()
}

fn invitation(address: &str, id: i64) -> MailInvitation {
    MailInvitation {
        entity_id: HOME,
        address: address.to_owned(),
        version: 1,
        invitation_id: InvitationId(id),
        relation_type: RelationType::Member,
        state: InvitationState::Pending,
        hash: format!("hash{id}"),
        sealed: "sealed".to_owned(),
        invited_by: ANNA,
        first_name: None,
        message: Some("Hej".to_owned()),
        created: now(),
        expires: now() + 30 * DAY,
        resent: 0,
        trouble: None,
        batch_id: None,
        ended: None,
        accepted_by: None,
    }
}

pub async fn an_address_has_one_invitation(world: &World) {
    let invitations = Invitations::of(&world.storage);
    let (one, other) = (invitation("a@example.se", 11), invitation("a@example.se", 12));
    let both = tokio::join!(
        invitations.invite(None, &one, Vec::new()),
        invitations.invite(None, &other, Vec::new())
    );
    assert!(both.0.unwrap() != both.1.unwrap(), "of two that invite an address one makes the invitation");
    let stands = invitations.invitation(HOME, "a@example.se").await.unwrap().unwrap();
    let accepted = MailInvitation {
        state: InvitationState::Accepted,
        accepted_by: Some(BO),
        ended: Some(now()),
        ..stands.clone()
    };
    let revoked = MailInvitation { state: InvitationState::Revoked, ended: Some(now()), ..stands.clone() };
    let both = tokio::join!(
        invitations.change(&stands, &accepted, Vec::new()),
        invitations.change(&stands, &revoked, Vec::new())
    );
    assert!(both.0.unwrap() != both.1.unwrap(), "an invitation has one end");
    let ended = invitations.invitation(HOME, "a@example.se").await.unwrap().unwrap();
    let place = invitations.place(stands.invitation_id).await.unwrap().unwrap();
    assert_eq!((ended.version, place.ended), (2, Some(ended.state)));

    // Invited anew: one place each, one row in the list.
    let newer = invitation("a@example.se", 13);
    assert!(!invitations.invite(Some(&stands), &newer, Vec::new()).await.unwrap(), "it has changed since");
    assert!(invitations.invite(Some(&ended), &newer, Vec::new()).await.unwrap());
    assert_eq!(invitations.page(HOME, None, 10).await.unwrap(), (vec![newer], false));
    assert_eq!(invitations.place(stands.invitation_id).await.unwrap().unwrap().ended, Some(ended.state));
    assert!(!invitations.change(&ended, &ended, Vec::new()).await.unwrap());
}

pub async fn invitations_are_listed_newest_first(world: &World) {
    let invitations = Invitations::of(&world.storage);
    for id in 21..=25 {
        let one = invitation(&format!("{id}@example.se"), id);
        assert!(invitations.invite(None, &one, Vec::new()).await.unwrap());
    }
    let ids = |page: &[MailInvitation]| page.iter().map(|one| one.invitation_id.0).collect::<Vec<_>>();
    let (first, more) = invitations.page(HOME, None, 2).await.unwrap();
    assert_eq!((ids(&first), more), (vec![25, 24], true));
    let (rest, more) = invitations.page(HOME, Some(InvitationId(24)), 3).await.unwrap();
    assert_eq!((ids(&rest), more), (vec![23, 22, 21], false));
}

pub async fn a_link_counts_each_person_once(world: &World) {
    let invitations = Invitations::of(&world.storage);
    let link = InviteLink {
        link_id: InviteLinkId(31),
        version: 1,
        entity_id: HOME,
        created_by: ANNA,
        relation_type: RelationType::Member,
        hash: "hash".to_owned(),
        sealed: "sealed".to_owned(),
        max_uses: 2,
        used: 0,
        created: now(),
        expires: now() + DAY,
        revoked: false,
    };
    invitations.create_link(&link, Vec::new()).await.unwrap();
    let both = tokio::join!(invitations.use_link(&link, ANNA), invitations.use_link(&link, BO));
    assert!(
        both.0.unwrap() != both.1.unwrap(),
        "of two that come in together one is counted, the other asks again"
    );
    let used = invitations.link(link.link_id).await.unwrap().unwrap();
    assert_eq!((used.used, used.version), (1, 2));
    let first = if invitations.has_used(link.link_id, ANNA).await.unwrap() { ANNA } else { BO };
    assert!(invitations.has_used(link.link_id, first).await.unwrap());
    assert!(invitations.revoke_link(&used, Vec::new()).await.unwrap());
    assert!(!invitations.use_link(&used, ANNA).await.unwrap(), "it is revoked");
    assert_eq!(invitations.links(HOME).await.unwrap().len(), 1);
    invitations.erase(ANNA, None).await.unwrap();
    assert_eq!(invitations.links(HOME).await.unwrap(), [], "it goes with who made it");
    assert_eq!(invitations.link(link.link_id).await.unwrap(), None);
    assert!(!invitations.has_used(link.link_id, first).await.unwrap());
    assert_eq!(invitations.traces(BO, 10).await.unwrap(), []);
}

fn row(n: usize) -> BatchRow {
    BatchRow {
        email: format!("{n}@example.se"),
        first_name: None,
        last_name: None,
        relation_type: Some(RelationType::Member),
        code: SendCode::Waiting,
        tries: 0,
        due: 0,
    }
}

pub async fn a_portion_of_a_batch_is_changed_by_its_version(world: &World) {
    let invitations = Invitations::of(&world.storage);
    let batch = InvitationBatch {
        batch_id: InvitationBatchId(41),
        entity_id: HOME,
        created_by: ANNA,
        message: None,
        total: 120,
        portions: 3,
        begun: false,
        stopped: None,
        created: now(),
        kept_until: now() + DAY,
    };
    invitations.create_batch(&batch, (0..120).map(row).collect(), Vec::new()).await.unwrap();
    let tally = async || {
        let heads = invitations.portion_heads(batch.batch_id).await.unwrap();
        heads.iter().fold(Tally::default(), |sum, head| sum.and(head.tally()))
    };
    assert_eq!(tally().await, Tally { waiting: 120, ..Tally::default() });
    let old = invitations.portion(batch.batch_id, 1).await.unwrap().unwrap();
    assert_eq!((old.rows.0.len(), old.rows.0[0].email.as_str()), (50, "50@example.se"));
    let sent = |code| {
        let mut rows = old.rows.0.clone();
        rows[0].code = code;
        rows
    };
    let (sends, skips) = tokio::join!(
        invitations.change_portion(&batch, &old, sent(SendCode::Sent)),
        invitations.change_portion(&batch, &old, sent(SendCode::Standing))
    );
    assert!(
        sends.as_ref().unwrap().is_some() != skips.as_ref().unwrap().is_some(),
        "one says what became of a row"
    );
    let counted = tally().await;
    assert_eq!((counted.waiting, counted.sent + counted.skipped), (119, 1));
    assert!(invitations.stop_batch(&batch, SendCode::Cancelled, Vec::new()).await.unwrap());
    assert!(!invitations.stop_batch(&batch, SendCode::InviterLostRight, Vec::new()).await.unwrap());
    invitations.begin_batch(&batch).await.unwrap();
    let stands = invitations.batch(batch.batch_id).await.unwrap().unwrap();
    assert_eq!((stands.stopped, stands.begun), (Some(SendCode::Cancelled), true));
    assert_eq!(invitations.batches(HOME, 5).await.unwrap(), [stands]);
    invitations.erase(ANNA, None).await.unwrap();
    assert_eq!(invitations.batch(batch.batch_id).await.unwrap(), None);
    assert_eq!(invitations.portion_heads(batch.batch_id).await.unwrap(), []);
}

pub async fn what_an_owner_of_an_address_says_holds(world: &World) {
    let invitations = Invitations::of(&world.storage);
    assert_eq!(invitations.muted("hash").await.unwrap(), None);
    invitations.mute("hash", SendCode::Resting, Some(3_600)).await.unwrap();
    assert_eq!(invitations.muted("hash").await.unwrap(), Some(SendCode::Resting));
    invitations.mute("hash", SendCode::Unsubscribed, None).await.unwrap();
    invitations.mute("hash", SendCode::Resting, Some(3_600)).await.unwrap();
    assert_eq!(invitations.muted("hash").await.unwrap(), Some(SendCode::Unsubscribed));
}
