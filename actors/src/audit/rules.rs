//! Which changes of relations are administrative acts, and which fields of a thing a change concerns.

use serde::Serialize;
use serde_json::{Map, Value};

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

/// The names of the fields in which two things of a kind differ, in order; a field that one of them lacks differs.
pub fn differing<T: Serialize>(old: &T, new: &T) -> Vec<String> {
    let fields = |thing: &T| match serde_json::to_value(thing) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (old, new) = (fields(old), fields(new));
    let mut names: Vec<String> = old.keys().chain(new.keys()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| old.get(name) != new.get(name));
    names
}

/// Names in one line of at most `longest` characters, each whole.
pub fn listed(names: &[String], longest: usize) -> String {
    let mut line = String::new();
    for name in names {
        let gap = if line.is_empty() { "" } else { ", " };
        if line.chars().count() + gap.len() + name.chars().count() > longest {
            break;
        }
        line.push_str(gap);
        line.push_str(name);
    }
    line
}

#[cfg(test)]
mod tests {
    use serde_json::json;
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
    fn a_change_names_its_fields_and_not_what_they_say() {
        let old = json!({"name": "Hallen", "quotas": [], "minLength": 30});
        assert_eq!(differing(&old, &old), [""; 0]);
        let new = json!({"name": "Hallen", "quotas": [{"hours": 2}], "minLength": 60, "cancellation": {"hours": 4}});
        assert_eq!(differing(&old, &new), ["cancellation", "minLength", "quotas"]);
        let names = ["cancellation", "minLength", "quotas"].map(str::to_owned);
        assert_eq!(listed(&names, 100), "cancellation, minLength, quotas");
        assert_eq!(listed(&names, 30), "cancellation, minLength");
    }

    #[test]
    fn bans_and_bots_are_recorded_once() {
        assert_eq!(recorded(Some(Member), None, Way::Ban), None);
        assert_eq!(recorded(None, Some(RelationType::Bot), Way::Bot), None);
    }
}
