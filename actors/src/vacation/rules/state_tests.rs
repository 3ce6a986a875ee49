use ReservationStatus::{Applied, Approved, Cancelled, Draft, Rejected};

use super::*;

const ACTS: [Act; 4] = [Act::Apply, Act::Approve, Act::Reject, Act::Cancel];

#[test]
fn every_status_allows_its_acts_alone() {
    let table = [
        (Draft, [Some(Applied), None, None, Some(Cancelled)]),
        (Applied, [None, Some(Approved), Some(Rejected), Some(Cancelled)]),
        (Approved, [None, None, None, Some(Cancelled)]),
        (Rejected, [None; 4]),
        (Cancelled, [None; 4]),
    ];
    assert_eq!(table.len(), ReservationStatus::ALL.len());
    for (status, expected) in table {
        for (one, expected) in ACTS.into_iter().zip(expected) {
            let found = act(status, one).map_err(|refusal| refusal.code);
            assert_eq!(found, expected.ok_or("NOT_ACTIVE"), "{status} {one:?}");
        }
        assert_eq!(editable(status).is_ok(), matches!(status, Draft | Applied), "{status}");
    }
}

#[test]
fn nobody_decides_about_their_own() {
    let who = |is_own, manages| Actor { is_own, manages };
    for (actor, expected) in [
        (who(true, false), [Ok(()), Err("OWN"), Err("OWN"), Ok(())]),
        (who(true, true), [Ok(()), Err("OWN"), Err("OWN"), Ok(())]),
        (who(false, true), [Ok(()); 4]),
        (who(false, false), [Err("ROLE_TOO_LOW"); 4]),
    ] {
        for (one, expected) in ACTS.into_iter().zip(expected) {
            assert_eq!(permit(actor, one).map_err(|refusal| refusal.code), expected, "{actor:?} {one:?}");
        }
    }
}

#[test]
fn abilities_are_what_status_and_person_allow() {
    let may = |status, is_own, manages| {
        let may = abilities(status, Actor { is_own, manages });
        [may.apply, may.edit, may.approve, may.reject, may.cancel]
    };
    let (yes, no) = (true, false);
    assert_eq!(may(Draft, true, false), [yes, yes, no, no, yes]);
    assert_eq!(may(Applied, true, true), [no, yes, no, no, yes]);
    assert_eq!(may(Applied, false, true), [no, no, yes, yes, yes]);
    assert_eq!(may(Approved, true, false), [no, no, no, no, yes]);
    assert_eq!(may(Rejected, true, true), [no; 5]);
    assert_eq!(may(Applied, false, false), [no; 5]);
}
