use super::*;

const NOW: i64 = 1_790_000_000_000;
const DAY: i64 = 86_400_000;

/// Contract §5, as a table: the state (as I see it), my act, its effect.
#[test]
fn effect_of_each_act_in_each_state() {
    use Act::{Accept, Approve, Ask, Block, Cancel, Follow, Invite, Meet, Reject, Remove, Unfollow, Unlead};
    use Between::{Barred, Blocked, Contacts, Gone, Nothing, Received, Rejected, Sent};
    let (fresh, old) = (Rejected(NOW - 7 * DAY + 1), Rejected(NOW - 7 * DAY));
    let none = "NOT_FOUND";
    #[rustfmt::skip]
    let table = [
        (Ask, [(Nothing, Ok(Next::Ask)), (Sent, Err("ALREADY_REQUESTED")), (Received, Ok(Next::Join)), (Contacts, Err("ALREADY_CONTACT")),
            (fresh, Err("REJECTED_RECENTLY")), (old, Ok(Next::Ask)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Meet, [(Nothing, Ok(Next::Join)), (Sent, Ok(Next::Join)), (Received, Ok(Next::Join)), (Contacts, Err("ALREADY_CONTACT")),
            (fresh, Ok(Next::Join)), (old, Ok(Next::Join)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Invite, [(Nothing, Ok(Next::Ask)), (Sent, Err("ALREADY_REQUESTED")), (Received, Ok(Next::Join)), (Contacts, Err("ALREADY_CONTACT")),
            (fresh, Ok(Next::Ask)), (old, Ok(Next::Ask)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Accept, [(Nothing, Err(none)), (Sent, Err(none)), (Received, Ok(Next::Join)), (Contacts, Err(none)),
            (fresh, Err(none)), (old, Err(none)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Reject, [(Nothing, Err(none)), (Sent, Err(none)), (Received, Ok(Next::Reject)), (Contacts, Err(none)),
            (fresh, Err(none)), (old, Err(none)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Cancel, [(Nothing, Err(none)), (Sent, Ok(Next::Part)), (Received, Err(none)), (Contacts, Err(none)),
            (fresh, Err(none)), (old, Err(none)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Remove, [(Nothing, Err(none)), (Sent, Err(none)), (Received, Err(none)), (Contacts, Ok(Next::Part)),
            (fresh, Err(none)), (old, Err(none)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Follow { asks: false }, [(Nothing, Ok(Next::Follow)), (Sent, Ok(Next::Follow)), (Received, Ok(Next::Follow)), (Contacts, Ok(Next::Follow)),
            (fresh, Ok(Next::Follow)), (old, Ok(Next::Follow)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Follow { asks: true }, [(Nothing, Ok(Next::AskToFollow)), (Sent, Ok(Next::AskToFollow)), (Received, Ok(Next::AskToFollow)),
            (Contacts, Ok(Next::AskToFollow)), (fresh, Ok(Next::AskToFollow)), (old, Ok(Next::AskToFollow)), (Blocked, Err(none)),
            (Barred, Err(none)), (Gone, Err(none))]),
        (Approve, [(Nothing, Ok(Next::Approve)), (Sent, Ok(Next::Approve)), (Received, Ok(Next::Approve)), (Contacts, Ok(Next::Approve)),
            (fresh, Ok(Next::Approve)), (old, Ok(Next::Approve)), (Blocked, Err(none)), (Barred, Err(none)), (Gone, Err(none))]),
        (Unlead, [(Nothing, Ok(Next::Unlead)), (Sent, Ok(Next::Unlead)), (Received, Ok(Next::Unlead)), (Contacts, Ok(Next::Unlead)),
            (fresh, Ok(Next::Unlead)), (old, Ok(Next::Unlead)), (Blocked, Ok(Next::Unlead)), (Barred, Ok(Next::Unlead)), (Gone, Ok(Next::Unlead))]),
        (Unfollow, [(Nothing, Ok(Next::Unfollow)), (Sent, Ok(Next::Unfollow)), (Received, Ok(Next::Unfollow)), (Contacts, Ok(Next::Unfollow)),
            (fresh, Ok(Next::Unfollow)), (old, Ok(Next::Unfollow)), (Blocked, Ok(Next::Unfollow)), (Barred, Ok(Next::Unfollow)), (Gone, Ok(Next::Unfollow))]),
        (Block, [(Nothing, Ok(Next::Sever)), (Sent, Ok(Next::Sever)), (Received, Ok(Next::Sever)), (Contacts, Ok(Next::Sever)),
            (fresh, Ok(Next::Sever)), (old, Ok(Next::Sever)), (Blocked, Ok(Next::Sever)), (Barred, Ok(Next::Sever)), (Gone, Ok(Next::Sever))]),
    ];
    for (act, cases) in table {
        for (between, expected) in cases {
            let next = next(between, act, NOW).map_err(|refusal| refusal.code);
            assert_eq!(next, expected, "{act:?} where {between:?}");
        }
    }
}

#[test]
fn rejected_request_has_a_retry_after() {
    for (since, seconds) in [(0, 7 * 86_400 + 1), (3 * DAY, 4 * 86_400 + 1), (7 * DAY - 1, 1)] {
        let refusal = next(Between::Rejected(NOW - since), Act::Ask, NOW).unwrap_err();
        assert_eq!(refusal.retry_after, Some(seconds));
    }
}

const ANNA: UserId = UserId(1);
const BO: UserId = UserId(2);

fn fresh() -> Fresh {
    Fresh {
        request_id: RequestId(10),
        contact_ids: [ContactId(11), ContactId(12)],
        follow_id: FollowId(13),
        message: Some("hej".to_owned()),
        names: ["Bo Åberg".to_owned(), "Anna Ek".to_owned()],
    }
}

/// Bo (the larger id) acts: each half belongs to its own person.
#[test]
fn each_half_of_a_bond_belongs_to_its_person() {
    let joined = after(&Bond::between(ANNA, BO), BO, Next::Join, &fresh(), NOW);
    assert_eq!(joined.state, BondState::Contact);
    let (anna, bo) = (joined.half(ANNA), joined.half(BO));
    assert_eq!((bo.contact_id, anna.contact_id), (Some(ContactId(11)), Some(ContactId(12))));
    assert_eq!((bo.listed.as_deref(), anna.listed.as_deref()), (Some("bo {berg"), Some("anna ek")));
}

#[test]
fn following_ends_only_by_unfollow_or_block() {
    let followed = after(&Bond::between(ANNA, BO), BO, Next::Follow, &fresh(), NOW);
    let again = after(&followed, BO, Next::Follow, &Fresh { follow_id: FollowId(99), ..fresh() }, NOW);
    assert_eq!(again.half(BO).follow_id, Some(FollowId(13)), "the first stands");
    let asked = after(&followed, BO, Next::Ask, &fresh(), NOW);
    assert_eq!((asked.asked_by, asked.message.as_deref()), (Some(BO), Some("hej")));
    for (next, follows) in [
        (Next::Ask, true),
        (Next::Join, true),
        (Next::Reject, true),
        (Next::Part, true),
        (Next::Unfollow, false),
        (Next::Sever, false),
    ] {
        let bond = after(&asked, ANNA, next, &fresh(), NOW);
        let expected = follows.then_some(FollowId(13));
        let bo = if next == Next::Unfollow { after(&asked, BO, next, &fresh(), NOW) } else { bond.clone() };
        assert_eq!(bo.half(BO).follow_id, expected, "{next:?}");
        if next == Next::Reject {
            assert_eq!((bond.state, bond.asked_by, bond.message), (BondState::Rejected, Some(BO), None));
        }
    }
}

/// Anna approves her followers; Bo asks, is approved, and is removed.
#[test]
fn follow_request_takes_effect_once_approved() {
    let nothing = Bond::between(ANNA, BO);
    let asked = after(&nothing, BO, Next::AskToFollow, &fresh(), NOW);
    assert_eq!((asked.half(BO).follow_asked, asked.half(BO).follow_id), (Some(FollowId(13)), None));
    assert_eq!(asked.half(ANNA), nothing.half(ANNA));
    let let_in = after(&asked, ANNA, Next::Approve, &fresh(), NOW);
    assert_eq!((let_in.half(BO).follow_asked, let_in.half(BO).follow_id), (None, Some(FollowId(13))));
    // A follower need not ask, and approving without a request has no effect.
    assert_eq!(after(&let_in, BO, Next::AskToFollow, &fresh(), NOW), let_in);
    assert_eq!(after(&nothing, ANNA, Next::Approve, &fresh(), NOW), nothing);
    for (from, who, what) in
        [(&let_in, ANNA, Next::Unlead), (&asked, ANNA, Next::Unlead), (&asked, BO, Next::Unfollow)]
    {
        assert_eq!(after(from, who, what, &fresh(), NOW), nothing, "{what:?}");
    }
    // Followings and their requests remain when contacts part.
    assert_eq!(after(&asked, ANNA, Next::Part, &fresh(), NOW).half(BO).follow_asked, Some(FollowId(13)));
    assert_eq!(after(&asked, ANNA, Next::Sever, &fresh(), NOW).half(BO).follow_asked, None);
}
