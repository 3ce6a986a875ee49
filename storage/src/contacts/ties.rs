//! Lists of people that are derived from pairs ([`super::bonds`]): contacts by name, requests, followers.
//!
//! A row's key contains the id of what it stands for; ids are never reused, so a late deletion cannot delete a newer
//! row. A list shows a row only if its pair still agrees.

use crate::platform::error::{Error, Result};
use crate::platform::ids::{ContactId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;

use super::Contacts;
use super::bonds::{Bond, BondState, Half, Pair};

/// Number of further words of a name by which somebody is found.
const WORDS: usize = 8;
/// Rows of a list read at once.
const SLICE: usize = 200;
/// `place` of the entry by the whole name.
const WHOLE: i64 = 0;
/// `place` of the entries by further words.
const FURTHER: i64 = 1;

text_enum! {
    /// What somebody is to the person in whose list they stand.
    TieKind {
        /// A contact.
        Contact = "CONTACT",
        /// Has asked to become one.
        Incoming = "INCOMING",
        /// Was asked.
        Outgoing = "OUTGOING",
        /// Is followed.
        Following = "FOLLOWING",
        /// Follows.
        Follower = "FOLLOWER",
        /// Has asked to follow.
        FollowAsked = "FOLLOW_ASKED",
        /// Has blocked the person.
        Blocker = "BLOCKER",
        /// Any of these, now or once.
        Met = "MET",
    }
}

record! {
    /// An entry in one of a person's lists.
    pub struct Tie;
    pub(crate) static TIES: "ties", Descending;
    partition {
        /// The list's owner.
        user_id: UserId => bigint,
        /// The list.
        kind: TieKind => text,
    }
    clustering {
        /// The id of the contact, request, following or block; in the list of met people, the other's id.
        tie_id: i64 => bigint,
    }
    columns {
        /// The listed person.
        other_id: UserId => bigint,
    }
}

record! {
    /// An entry by which a contact is found by name.
    pub struct ContactName;
    pub(crate) static CONTACT_NAMES: "contact_names", Ascending;
    partition {
        /// The list's owner.
        user_id: UserId => bigint,
    }
    clustering {
        /// By the whole name (`WHOLE`) or by further words.
        place: i64 => int,
        /// The sort name, or the rest of it from a further word on followed by the whole.
        name: String => text,
        contact_id: ContactId => bigint,
    }
    columns {
        /// The contact.
        other_id: UserId => bigint,
    }
}

/// A name for search and Swedish sorting: without case and accents, å, ä and ö after z.
pub fn sorted_as(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for c in name.to_lowercase().chars() {
        match c {
            'å' => key.push('{'),
            'ä' | 'æ' => key.push('|'),
            'ö' | 'ø' => key.push('}'),
            c => key.push_str(&deunicode::deunicode_char(c).unwrap_or_default().to_lowercase()),
        }
    }
    key.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a letter of [`sorted_as`] is part of a word.
fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '{' | '|' | '}')
}

/// The entries of a name: by the whole, and by the rest from further words on followed by the whole.
fn places(name: &str) -> Vec<(i64, String)> {
    let mut after_letter = true;
    let words = name.char_indices().filter_map(|(at, c)| {
        let begins = !after_letter && in_word(c);
        after_letter = in_word(c);
        begins.then(|| &name[at..])
    });
    let mut further: Vec<&str> = words.take(WORDS).collect();
    further.sort_unstable();
    further.dedup();
    let further = further.into_iter().map(|rest| (FURTHER, format!("{rest}\n{name}")));
    [(WHOLE, name.to_owned())].into_iter().chain(further).collect()
}

/// Whether a search text ([`sorted_as`]) finds a name by this entry and by no earlier one.
fn is_found_at(name: &str, sought: &str, place: i64, there: &str) -> bool {
    let first = places(name).into_iter().find(|(_, name)| name.starts_with(sought));
    first.is_some_and(|(first, name)| first == place && name == there)
}

/// All list entries of a pair, except contacts by name.
pub(crate) fn ties(bond: &Bond) -> Vec<Tie> {
    let mut ties = Vec::new();
    for me in [bond.user_id, bond.other_id] {
        let (mine, other_id) = (bond.half(me), bond.other_than(me));
        let tie = |user_id, kind, tie_id, other_id| Tie { user_id, kind, tie_id, other_id };
        if let Some(id) = mine.contact_id.filter(|_| bond.state == BondState::Contact) {
            ties.push(tie(me, TieKind::Contact, id.0, other_id));
        }
        if let Some(id) = mine.follow_id {
            ties.push(tie(me, TieKind::Following, id.0, other_id));
            ties.push(tie(other_id, TieKind::Follower, id.0, me));
        }
        if let Some(id) = mine.follow_asked {
            ties.push(tie(other_id, TieKind::FollowAsked, id.0, me));
        }
        if let Some(id) = bond.request_id.filter(|_| bond.state == BondState::Asked) {
            let kind = if bond.asked_by == Some(me) { TieKind::Outgoing } else { TieKind::Incoming };
            ties.push(tie(me, kind, id.0, other_id));
        }
    }
    ties
}

/// The entries of a pair in each other's contacts by name.
pub(crate) fn listings(bond: &Bond) -> Vec<ContactName> {
    let mut all = Vec::new();
    for me in [bond.user_id, bond.other_id] {
        let other_id = bond.other_than(me);
        let (mine, theirs) = (bond.half(me), bond.half(other_id));
        if let (BondState::Contact, Some(contact_id), Some(name)) =
            (bond.state, mine.contact_id, theirs.listed)
        {
            let row = |(place, name)| ContactName { user_id: me, place, name, contact_id, other_id };
            all.extend(places(&name).into_iter().map(row));
        }
    }
    all
}

/// The entries for having met.
pub(crate) fn met(bond: &Bond) -> [Tie; 2] {
    let tie =
        |me: UserId, other: UserId| Tie { user_id: me, kind: TieKind::Met, tie_id: other.0, other_id: other };
    [tie(bond.user_id, bond.other_id), tie(bond.other_id, bond.user_id)]
}

impl Pair {
    /// Whether the other is in that list of mine under that id.
    fn holds(&self, kind: TieKind, id: i64) -> bool {
        let tie = Tie { user_id: self.me, kind, tie_id: id, other_id: self.other };
        ties(&self.bond).contains(&tie)
    }
}

impl Contacts {
    /// The person in a list under an id; none: nobody, or not any more.
    pub async fn tied(&self, me: UserId, kind: TieKind, id: i64) -> Result<Option<Pair>> {
        let Some(tie) = self.db.find::<Tie>(Tie::at(me, kind, id)).await? else { return Ok(None) };
        let pair = self.pair(me, tie.other_id).await?;
        Ok(Some(pair).filter(|pair| pair.holds(kind, id)))
    }

    /// A page of a person's list, newest first; answers whether there is more.
    pub async fn ties(
        &self,
        me: UserId,
        kind: TieKind,
        skip: usize,
        limit: usize,
    ) -> Result<(Vec<(i64, Pair)>, bool)> {
        let span = Tie::of(me, kind);
        let rows: Vec<Tie> = self.db.list(span.descending(skip + limit + 1)).await?;
        let has_more = rows.len() > skip + limit;
        let rows: Vec<Tie> = rows.into_iter().skip(skip).take(limit).collect();
        let others: Vec<UserId> = rows.iter().map(|tie| tie.other_id).collect();
        let pairs = self.pairs(me, &others).await?;
        let held = rows.iter().map(|tie| tie.tie_id).zip(pairs).filter(|(id, pair)| pair.holds(kind, *id));
        Ok((held.collect(), has_more))
    }

    /// The length of a list, counted up to `cap`.
    pub async fn count(&self, me: UserId, kind: TieKind, cap: usize) -> Result<usize> {
        Ok(self.db.range(Tie::of(me, kind).descending(cap)).await?.len())
    }

    /// The people in a list, newest first, at most `limit`; unverified against the pairs.
    pub async fn tied_with(&self, me: UserId, kind: TieKind, limit: usize) -> Result<Vec<UserId>> {
        let rows: Vec<Tie> = self.db.list(Tie::of(me, kind).descending(limit)).await?;
        Ok(rows.into_iter().map(|tie| tie.other_id).collect())
    }

    /// The people in a list with their ids, oldest first after one, at most `limit`; unverified against the pairs.
    pub async fn tied_after(
        &self,
        me: UserId,
        kind: TieKind,
        after: Option<i64>,
        limit: usize,
    ) -> Result<Vec<(i64, UserId)>> {
        let rows: Vec<Tie> = self.db.list(Tie::of(me, kind).after_any(after).ascending(limit)).await?;
        Ok(rows.into_iter().map(|tie| (tie.tie_id, tie.other_id)).collect())
    }

    /// The contacts whose name, or a word of it, starts with `sought`, by name; matches of further words come last.
    pub async fn contacts(
        &self,
        me: UserId,
        sought: &str,
        skip: usize,
        limit: usize,
    ) -> Result<(Vec<Pair>, bool)> {
        let sought = sorted_as(sought);
        let wanted = skip + limit + 1;
        let mut rows: Vec<ContactName> = Vec::new();
        for place in [WHOLE, FURTHER] {
            if rows.len() >= wanted || place == FURTHER && sought.is_empty() {
                break;
            }
            let span = ContactName::of(me).prefix([place.into()]).from(sought.as_str());
            // No name sorts after the last character.
            let span = span.before(format!("{sought}{}", char::MAX));
            let found: Vec<ContactName> = self.db.list(span.ascending(wanted - rows.len())).await?;
            rows.extend(found);
        }
        let has_more = rows.len() >= wanted;
        let rows: Vec<ContactName> = rows.into_iter().skip(skip).take(limit).collect();
        let others: Vec<UserId> = rows.iter().map(|row| row.other_id).collect();
        let pairs = self.pairs(me, &others).await?;
        let shown = rows.into_iter().zip(pairs).filter(|(row, pair)| {
            let name = pair.bond.half(pair.other).listed.unwrap_or_default();
            pair.holds(TieKind::Contact, row.contact_id.0)
                && is_found_at(&name, &sought, row.place, &row.name)
        });
        Ok((shown.map(|(_, pair)| pair).collect(), has_more))
    }

    /// As [`Contacts::tied_with`], for many people; in their order.
    pub async fn tied_with_each(
        &self,
        people: &[UserId],
        kind: TieKind,
        limit: usize,
    ) -> Result<Vec<Vec<UserId>>> {
        let ranges = people.iter().map(|me| Tie::of(*me, kind).descending(limit)).collect();
        let lists: Vec<Vec<Tie>> = self.db.list_many(ranges).await?;
        let ids = |list: Vec<Tie>| list.into_iter().map(|tie| tie.other_id).collect();
        Ok(lists.into_iter().map(ids).collect())
    }

    /// Lists a person under a new name in the lists of all their contacts. May be repeated.
    pub async fn relist(&self, user_id: UserId, name: &str) -> Result<()> {
        let listed = Some(sorted_as(name));
        let mut after = None;
        loop {
            let rows: Vec<Tie> =
                self.db.list(Tie::of(user_id, TieKind::Contact).after_any(after).ascending(SLICE)).await?;
            after = rows.last().map(|row| row.tie_id);
            for row in &rows {
                let Pair { bond, .. } = self.pair(user_id, row.other_id).await?;
                let half = bond.half(user_id);
                if bond.version == 0 || half.listed == listed {
                    continue;
                }
                let new = bond.clone().with_half(user_id, Half { listed: listed.clone(), ..half });
                if !self.change(&bond, &new, Vec::new()).await? {
                    return Err(Error::Busy);
                }
            }
            if rows.len() < SLICE {
                return Ok(());
            }
        }
    }

    /// Everyone whom a person has met, each once.
    pub async fn met(&self, user_id: UserId, after: Option<UserId>, limit: usize) -> Result<Vec<UserId>> {
        let span = Tie::of(user_id, TieKind::Met).after_any(after.map(|id| id.0));
        let rows: Vec<Tie> = self.db.list(span.ascending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.other_id).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_in_swedish() {
        let mut names = ["Östen", "Zara", "Åsa", "anna", "Ärla", "Émile", "Erik", "Ægir"];
        names.sort_by_key(|name| sorted_as(name));
        assert_eq!(names, ["anna", "Émile", "Erik", "Zara", "Åsa", "Ægir", "Ärla", "Östen"]);
        assert_eq!(sorted_as("  Åsa   Ek-Öberg "), "{sa ek-}berg");
    }

    #[test]
    fn somebody_is_found_by_each_word_once() {
        let name = sorted_as("Åsa Ek-Öberg Ek");
        for (sought, place) in [
            ("", Some((WHOLE, "{sa ek-}berg ek"))),
            ("å", Some((WHOLE, "{sa ek-}berg ek"))),
            ("ek", Some((FURTHER, "ek\n{sa ek-}berg ek"))),
            ("ek-", Some((FURTHER, "ek-}berg ek\n{sa ek-}berg ek"))),
            ("ö", Some((FURTHER, "}berg ek\n{sa ek-}berg ek"))),
            ("a", None),
        ] {
            let sought = sorted_as(sought);
            let found = places(&name).into_iter().find(|(_, name)| name.starts_with(&sought));
            assert_eq!(found, place.map(|(place, name)| (place, name.to_owned())), "{sought}");
        }
    }
}
