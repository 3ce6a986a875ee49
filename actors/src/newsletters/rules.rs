//! Who sends newsletters, and who gets them. Pure.

use storage::entities::EntityType;
use storage::newsletters::NewsletterAudience;

use crate::entities::rules::{belongs, manages, publish_as, require_manager};
use crate::prelude::*;

/// Newsletters of an organisation a day.
pub const A_DAY: usize = 3;
/// Longest subject and text, in characters.
pub const SUBJECT: usize = 120;
pub const BODY: usize = 10_000;

/// Refuses people who do not manage the organisation, and private organisations. 403.
pub fn write(kind: EntityType, relation: Option<RelationType>) -> Result<()> {
    require_manager(relation)?;
    publish_as(kind)
}

/// Whether whoever wrote a newsletter may still send it.
pub fn may_send(relation: Option<RelationType>) -> bool {
    manages(relation)
}

/// Whether a newsletter for this audience is for somebody with this relation. Customers and programs get none.
pub fn is_for(audience: NewsletterAudience, relation: Option<RelationType>) -> bool {
    let follows = relation == Some(RelationType::Follower);
    let is_member = belongs(relation) && relation != Some(RelationType::Bot);
    match audience {
        NewsletterAudience::Followers => follows,
        NewsletterAudience::Members => is_member,
        NewsletterAudience::Everybody => follows || is_member,
    }
}

/// Whether somebody reads a newsletter: whom it is for, and who manages the organisation.
pub fn reads(audience: NewsletterAudience, relation: Option<RelationType>) -> bool {
    manages(relation) || is_for(audience, relation)
}

/// A text without blank ends, of at most `most` characters. 422 LENGTH.
pub fn written(field: &'static str, text: &str, most: usize) -> Result<String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > most {
        return Err(Refusal::field(field, "LENGTH", format!("Skriv något, högst {most} tecken.")));
    }
    Ok(text.to_owned())
}

/// The version of a draft, without which it is not sent. 422 REQUIRED.
pub fn version(version: Option<i64>) -> Result<i64> {
    version.ok_or_else(|| Refusal::field("version", "REQUIRED", "Ange utkastets version."))
}

/// Refuses one newsletter too many: when there may be another, in seconds. `newest`: moments of the newest [`A_DAY`].
pub fn not_too_many(newest: &[i64], now: i64) -> Result<()> {
    const DAY: i64 = 86_400_000;
    match newest.get(A_DAY - 1) {
        Some(oldest) if *oldest > now - DAY => {
            let seconds = (oldest + DAY - now).div_euclid(1_000) + 1;
            Err(Refusal::limited(u32::try_from(seconds).unwrap_or(1)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audience_decides_who_gets_it() {
        use NewsletterAudience::{Everybody, Followers, Members};
        let cases = [
            (Some(RelationType::Follower), [true, false, true], false),
            (Some(RelationType::Pupil), [false, true, true], false),
            (Some(RelationType::Owner), [false, true, true], true),
            (Some(RelationType::Customer), [false; 3], false),
            (Some(RelationType::Bot), [false; 3], false),
            (None, [false; 3], false),
        ];
        for (relation, expected, is_manager) in cases {
            let got = [Followers, Members, Everybody];
            assert_eq!(got.map(|audience| is_for(audience, relation)), expected, "{relation:?}");
            let read = got.map(|audience| reads(audience, relation));
            assert_eq!(read, expected.map(|is_for| is_for || is_manager), "{relation:?}");
        }
    }

    #[test]
    fn fourth_within_a_day_waits_for_the_first() {
        let hour = 3_600_000;
        let now = 100 * hour;
        assert!(not_too_many(&[now, now], now).is_ok());
        assert!(not_too_many(&[now, now, now - 24 * hour], now).is_ok());
        let refused = not_too_many(&[now, now, now - 23 * hour], now).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), ("RATE_LIMITED", Some(3_601)));
    }
}
