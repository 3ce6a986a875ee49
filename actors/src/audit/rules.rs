//! Which changes of relations are administrative acts.

use storage::audit::AuditKind;
use storage::entities::RelationType;

use crate::area::Way;

/// What the log says of a changed relation; none: nothing. Following an organisation is nobody's administration; a ban
/// and a bot are recorded by themselves.
pub fn recorded(was: Option<RelationType>, new: Option<RelationType>, way: Way) -> Option<AuditKind> {
    let belonged = was.is_some_and(RelationType::belongs);
    let belongs = new.is_some_and(RelationType::belongs);
    match (belonged, belongs) {
        _ if matches!(way, Way::Ban | Way::Bot) => None,
        (false, true) => Some(AuditKind::MemberAdded),
        (true, false) => Some(AuditKind::MemberRemoved),
        (true, true) if was != new => Some(AuditKind::RoleChanged),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use storage::entities::RelationType::{Administrator, Customer, Follower, Member};

    use super::*;

    #[test]
    fn membership_is_recorded_and_following_is_not() {
        let of = |was, new| recorded(was, new, Way::Role);
        assert_eq!(of(None, Some(Member)), Some(AuditKind::MemberAdded));
        assert_eq!(of(Some(Follower), Some(Member)), Some(AuditKind::MemberAdded));
        assert_eq!(of(Some(Member), Some(Administrator)), Some(AuditKind::RoleChanged));
        assert_eq!(of(Some(Member), None), Some(AuditKind::MemberRemoved));
        assert_eq!(of(Some(Member), Some(Follower)), Some(AuditKind::MemberRemoved));
        for (was, new) in [
            (None, Some(Follower)),
            (Some(Follower), None),
            (Some(Follower), Some(Customer)),
            (Some(Member), Some(Member)),
        ] {
            assert_eq!(of(was, new), None, "{was:?} to {new:?}");
        }
    }

    #[test]
    fn bans_and_bots_are_recorded_once() {
        assert_eq!(recorded(Some(Member), None, Way::Ban), None);
        assert_eq!(recorded(None, Some(RelationType::Bot), Way::Bot), None);
    }
}
