//! Pairs of people, and the lists derived from them.

use std::sync::Arc;

use storage::accounts::User;
use storage::contacts::{
    Block, Bond, BondState, ContactLink, ContactToken, Half, LinkKind, Pair, TieKind, sorted_as,
};
use storage::engine::{Key, Write};
use storage::record::Stored;
use storage::value::Row;
use storage::{BlockId, ContactId, FollowId, RequestId, Storage, UserId};

use super::bounded::table;
use crate::World;
use crate::counting::Counting;
use crate::make::{ANNA, BO, CIA, IDS, now, user};

fn fresh() -> i64 {
    IDS.next(now())
}

async fn bond(storage: &Storage, one: UserId, other: UserId) -> Bond {
    storage.contacts.pair(one, other).await.unwrap().bond
}

fn asked(bond: &Bond, by: UserId) -> Bond {
    let request_id = Some(RequestId(fresh()));
    Bond { state: BondState::Asked, asked_by: Some(by), request_id, ..bond.parted(now()) }
}

fn joined(bond: &Bond, names: [&str; 2]) -> Bond {
    let joined = Bond { state: BondState::Contact, ..bond.parted(now()) };
    let people = [bond.user_id, bond.other_id].into_iter().zip(names);
    people.fold(joined, |bond, (person, name)| {
        let half = bond.half(person);
        let (contact_id, listed) = (Some(ContactId(fresh())), Some(sorted_as(name)));
        bond.with_half(person, Half { contact_id, listed, ..half })
    })
}

fn following(bond: &Bond, who: UserId) -> Bond {
    bond.clone().with_half(who, Half { follow_id: Some(FollowId(fresh())), ..bond.half(who) })
}

async fn change(storage: &Storage, old: &Bond, new: &Bond) {
    assert!(storage.contacts.change(old, new, Vec::new()).await.unwrap());
}

/// Makes two people contacts under these names (the first is of the smaller id).
async fn join(storage: &Storage, one: UserId, other: UserId, names: [&str; 2]) {
    let old = bond(storage, one, other).await;
    change(storage, &old, &joined(&old, names)).await;
}

async fn list(storage: &Storage, me: UserId, kind: TieKind) -> Vec<UserId> {
    let (found, more) = storage.contacts.ties(me, kind, 0, 50).await.unwrap();
    assert!(!more);
    found.into_iter().map(|(_, pair)| pair.other).collect()
}

async fn named(storage: &Storage, me: UserId, sought: &str) -> Vec<UserId> {
    let (found, more) = storage.contacts.contacts(me, sought, 0, 50).await.unwrap();
    assert!(!more);
    found.into_iter().map(|pair| pair.other).collect()
}

pub async fn concurrent_changes_of_a_pair_apply_once(world: &World) {
    let stores: Vec<Storage> = (0..4).map(|_| (world.reopen)()).collect();
    let old = bond(&world.storage, ANNA, BO).await;
    assert_eq!((old.version, old.state), (0, BondState::None));
    for round in 0..3 {
        let old = bond(&world.storage, BO, ANNA).await;
        let changing = (0..12).map(|n| {
            let (contacts, by) = (stores[n % 4].contacts.clone(), if n % 2 == 0 { ANNA } else { BO });
            let (old, new) = (old.clone(), asked(&old, by));
            tokio::spawn(async move {
                contacts.change(&old, &new, Vec::new()).await.unwrap().then_some(new.request_id)
            })
        });
        let mut won = Vec::new();
        for one in changing.collect::<Vec<_>>() {
            won.extend(one.await.unwrap());
        }
        let stands = bond(&world.storage, ANNA, BO).await;
        assert_eq!((won.as_slice(), stands.version), ([stands.request_id].as_slice(), round + 1));
        // The losers left nothing in the lists of either.
        for me in [ANNA, BO] {
            let mine = [
                list(&world.storage, me, TieKind::Incoming).await,
                list(&world.storage, me, TieKind::Outgoing).await,
            ];
            assert_eq!(mine.concat().len(), 1);
        }
    }
}

pub async fn lists_follow_their_pair(world: &World) {
    let storage = &world.storage;
    let old = bond(storage, BO, ANNA).await;
    let waits = asked(&old, BO);
    change(storage, &old, &waits).await;
    assert_eq!(list(storage, ANNA, TieKind::Incoming).await, [BO]);
    assert_eq!(list(storage, BO, TieKind::Outgoing).await, [ANNA]);
    assert_eq!(list(storage, BO, TieKind::Incoming).await, []);
    let id = waits.request_id.unwrap().0;
    let met: Pair = storage.contacts.tied(ANNA, TieKind::Incoming, id).await.unwrap().unwrap();
    assert_eq!((met.me, met.other), (ANNA, BO));
    for (who, kind) in [(BO, TieKind::Incoming), (CIA, TieKind::Incoming), (ANNA, TieKind::Outgoing)] {
        assert!(storage.contacts.tied(who, kind, id).await.unwrap().is_none());
    }
    let old = bond(storage, ANNA, BO).await;
    let both = following(&joined(&old, ["Anna", "Bo"]), BO);
    change(storage, &old, &both).await;
    assert_eq!(list(storage, ANNA, TieKind::Incoming).await, []);
    assert!(storage.contacts.tied(ANNA, TieKind::Incoming, id).await.unwrap().is_none());
    for (me, other) in [(ANNA, BO), (BO, ANNA)] {
        assert_eq!(list(storage, me, TieKind::Contact).await, [other]);
        assert_eq!(named(storage, me, "").await, [other]);
    }
    assert_eq!(list(storage, BO, TieKind::Following).await, [ANNA]);
    assert_eq!(list(storage, ANNA, TieKind::Follower).await, [BO]);
    assert_eq!(storage.contacts.count(ANNA, TieKind::Follower, 10).await.unwrap(), 1);
    // A change decided before the block is refused after it.
    assert!(!storage.contacts.change(&old, &old.severed(now()), Vec::new()).await.unwrap());
    let old = bond(storage, ANNA, BO).await;
    change(storage, &old, &old.parted(now())).await;
    assert_eq!(named(storage, ANNA, "").await, []);
    assert_eq!(list(storage, BO, TieKind::Following).await, [ANNA], "following stays");
    let old = bond(storage, ANNA, BO).await;
    change(storage, &old, &old.severed(now())).await;
    for kind in [TieKind::Contact, TieKind::Following, TieKind::Follower, TieKind::Outgoing] {
        assert_eq!((list(storage, ANNA, kind).await, list(storage, BO, kind).await), (vec![], vec![]));
    }
}

pub async fn contacts_are_found_by_name_in_swedish_order(world: &World) {
    let storage = &world.storage;
    let names = ["Östen Ek", "Zara Ek", "Åsa Berg", "anna Öberg", "Ärla Å", "Émile Zorn"];
    let ids: Vec<UserId> = (0..6).map(|n| UserId(40 + n)).collect();
    for (id, name) in ids.iter().zip(names) {
        join(storage, ANNA, *id, ["Anna Ek", name]).await;
    }
    let of = |indexes: &[usize]| indexes.iter().map(|n| ids[*n]).collect::<Vec<_>>();
    assert_eq!(named(storage, ANNA, "").await, of(&[3, 5, 1, 2, 4, 0]));
    for (sought, found) in [
        ("å", &[2, 4][..]),
        ("Ö", &[0, 3]),
        ("e", &[5, 1, 0]),
        ("zar", &[1]),
        ("a", &[3]),
        ("berg", &[2]),
        ("x", &[]),
    ] {
        assert_eq!(named(storage, ANNA, sought).await, of(found), "{sought}");
    }
    for limit in [1, 2, 4] {
        let mut seen = Vec::new();
        loop {
            let (page, more) = storage.contacts.contacts(ANNA, "", seen.len(), limit).await.unwrap();
            seen.extend(page.into_iter().map(|pair| pair.other));
            if !more {
                break;
            }
        }
        assert_eq!(seen, of(&[3, 5, 1, 2, 4, 0]), "pages of {limit}");
    }
    assert_eq!(storage.contacts.contacts(ANNA, "", 50, 10).await.unwrap().0.len(), 0);
    // Zara changes her name.
    for _ in 0..2 {
        storage.contacts.relist(ids[1], "Beata Ås").await.unwrap();
    }
    assert_eq!(named(storage, ANNA, "").await, of(&[3, 1, 5, 2, 4, 0]));
    assert_eq!((named(storage, ANNA, "zar").await, named(storage, ANNA, "ås").await), (vec![], of(&[2, 1])));
    let rows = world.engine.range(table("contact_names").span([ANNA.into()]).ascending(100)).await.unwrap();
    assert_eq!(rows.len(), 12, "nothing is left of the name before");
}

/// A page of ten reads only what it shows, however many contacts there are.
pub async fn a_page_of_contacts_reads_what_it_shows(world: &World) {
    let mut read = Vec::new();
    for (me, many) in [(UserId(5), 30), (UserId(6), 120)] {
        for n in 0..many {
            join(&world.storage, me, UserId(1_000 * me.0 + n), ["Anna", &format!("Person {n:04}")]).await;
        }
        let counting = Counting::over(&world.engine);
        let storage = Storage::new(Arc::<Counting>::clone(&counting));
        assert_eq!(storage.contacts.contacts(me, "pers", 0, 10).await.unwrap().0.len(), 10);
        read.push(counting.take());
    }
    assert_eq!(read[0], read[1]);
    assert!(read[0].hops <= 2 && read[0].rows <= 60, "{:?}", read[0]);
}

pub async fn change_decided_before_a_block_is_refused_after_it(world: &World) {
    let (storage, other) = (&world.storage, (world.reopen)());
    let judged = other.contacts.pair(BO, ANNA).await.unwrap();
    assert!(judged.block.is_none() && !judged.is_blocked);
    let block = storage::contacts::Block {
        user_id: ANNA,
        blocked_id: BO,
        block_id: BlockId(7),
        reason: None,
        created: now(),
    };
    storage.contacts.block(&block).await.unwrap();
    let old = bond(storage, ANNA, BO).await;
    change(storage, &old, &old.severed(now())).await;
    assert!(!other.contacts.change(&judged.bond, &asked(&judged.bond, BO), Vec::new()).await.unwrap());
    let (mine, theirs) =
        (storage.contacts.pair(ANNA, BO).await.unwrap(), other.contacts.pair(BO, ANNA).await.unwrap());
    assert_eq!((mine.block.map(|block| block.block_id), mine.is_blocked), (Some(BlockId(7)), false));
    assert_eq!((theirs.block, theirs.is_blocked, theirs.bond.state), (None, true, BondState::None));
    // It is found from both sides until it is removed.
    let apart = async |me| storage.contacts.apart_from(me).await.unwrap().into_iter().collect::<Vec<_>>();
    assert_eq!((apart(ANNA).await, apart(BO).await, apart(CIA).await), (vec![BO], vec![ANNA], vec![]));
    assert_eq!(other.contacts.unblock(ANNA, BlockId(7)).await.unwrap(), Some(BO));
    assert_eq!((apart(ANNA).await, apart(BO).await), (vec![], vec![]));
}

pub async fn erased_person_is_in_no_list(world: &World) {
    let storage = &world.storage;
    let made: User = user(BO, "bo", Some("bo@example.se"));
    storage.accounts.create_user(&made).await.unwrap();
    assert_eq!(storage.contacts.pair(ANNA, BO).await.unwrap().user, Some(made));
    join(storage, ANNA, BO, ["Anna", "Bo"]).await;
    join(storage, BO, CIA, ["Bo", "Cia"]).await;
    let old = bond(storage, ANNA, CIA).await;
    change(storage, &old, &following(&asked(&old, CIA), CIA)).await;
    assert_eq!(storage.contacts.met(BO, None, 10).await.unwrap(), [ANNA, CIA]);
    let reason = None;
    let block = storage::contacts::Block {
        user_id: BO,
        blocked_id: CIA,
        block_id: BlockId(8),
        reason,
        created: now(),
    };
    storage.contacts.block(&block).await.unwrap();
    for _ in 0..2 {
        storage.contacts.forget(BO).await.unwrap();
    }
    for name in ["bonds", "ties", "contact_names"] {
        let rows = world.engine.scan(table(name), None, 1_000).await.unwrap();
        let naming = rows.iter().filter(|row| row.values().iter().any(|value| *value == BO.into()));
        assert_eq!(naming.count(), 0, "{name}");
    }
    assert_eq!(named(storage, CIA, "").await, []);
    assert_eq!(list(storage, ANNA, TieKind::Incoming).await, [CIA]);
}

/// Blocks of older versions are stored on one side only.
pub async fn blocks_from_before_are_listed_on_both_sides(world: &World) {
    let block = storage::contacts::Block {
        user_id: ANNA,
        blocked_id: BO,
        block_id: BlockId(7),
        reason: None,
        created: now(),
    };
    world.engine.write(vec![block.insert()]).await.unwrap();
    assert_eq!(world.storage.contacts.apart_from(BO).await.unwrap().len(), 0);
    world.engine.write(vec![table("migrations").span([0.into()]).delete()]).await.unwrap();
    world.storage.migrate_data().await.unwrap();
    assert_eq!(world.storage.contacts.apart_from(BO).await.unwrap().into_iter().collect::<Vec<_>>(), [ANNA]);
}

fn invitation(hash: &str, expires: i64) -> ContactToken {
    let message = Some("hej".to_owned());
    ContactToken { hash: hash.to_owned(), kind: LinkKind::Invitation, user_id: ANNA, message, expires }
}

pub async fn an_invitation_is_used_once(world: &World) {
    let contacts = &world.storage.contacts;
    let stands = invitation("a", now() + 60_000);
    contacts.invite(&stands, Vec::new()).await.unwrap();
    assert_eq!(contacts.token("a", now()).await.unwrap(), Some(stands.clone()));
    assert_eq!(contacts.token("a", stands.expires).await.unwrap(), None, "over");
    assert_eq!(contacts.token("b", now()).await.unwrap(), None);
    let taking = (0..8).map(|_| {
        let (contacts, token) = ((world.reopen)().contacts, stands.clone());
        tokio::spawn(async move { contacts.take(&token).await.unwrap() })
    });
    let mut won = 0;
    for taken in taking.collect::<Vec<_>>() {
        won += usize::from(taken.await.unwrap());
    }
    assert_eq!((won, contacts.token("a", now()).await.unwrap()), (1, None));
}

pub async fn invitations_are_exported_and_erased_with_their_sender(world: &World) {
    let contacts = &world.storage.contacts;
    for hash in ["a", "b", "c"] {
        contacts.invite(&invitation(hash, now() + 60_000), Vec::new()).await.unwrap();
    }
    let theirs = ContactToken { user_id: BO, ..invitation("d", now() + 60_000) };
    contacts.invite(&theirs, Vec::new()).await.unwrap();
    assert!(contacts.take(&invitation("b", now() + 60_000)).await.unwrap());
    let sent = contacts.sent(ANNA, 10).await.unwrap();
    let hashes: Vec<&str> = sent.iter().map(|(token, _)| token.hash.as_str()).collect();
    assert_eq!(hashes, ["a", "c"], "not what was used");
    assert!(sent.iter().all(|(_, at)| (now() - at).abs() < 60_000));
    for _ in 0..2 {
        contacts.forget(ANNA).await.unwrap();
    }
    assert_eq!(contacts.sent(ANNA, 10).await.unwrap(), []);
    assert_eq!(contacts.token("a", now()).await.unwrap(), None, "void");
    assert_eq!(contacts.sent(BO, 10).await.unwrap().len(), 1, "others' stand");
}

pub async fn new_link_voids_the_previous_one(world: &World) {
    let contacts = &world.storage.contacts;
    let link = |hash: &str| ContactLink {
        user_id: ANNA,
        hash: hash.to_owned(),
        sealed: format!("{hash} sealed"),
        expires: now() + 60_000,
    };
    let stands = async |hash: &str| contacts.token(hash, now()).await.unwrap().map(|token| token.kind);
    contacts.put_link(&link("a")).await.unwrap();
    assert_eq!(stands("a").await, Some(LinkKind::Link));
    contacts.put_link(&link("b")).await.unwrap();
    assert_eq!((stands("a").await, stands("b").await), (None, Some(LinkKind::Link)));
    let mine = contacts.link(ANNA, now()).await.unwrap().map(|link| link.sealed);
    assert_eq!((mine.as_deref(), contacts.link(BO, now()).await.unwrap()), (Some("b sealed"), None));
    for _ in 0..2 {
        contacts.withdraw_link(ANNA).await.unwrap();
    }
    assert_eq!((stands("b").await, contacts.link(ANNA, now()).await.unwrap()), (None, None));
}

pub async fn dismissed_person_stays_dismissed(world: &World) {
    let contacts = &world.storage.contacts;
    contacts.dismiss(ANNA, BO, now()).await.unwrap();
    let of =
        async |me| contacts.dismissed_among(me, &[BO, CIA]).await.unwrap().into_iter().collect::<Vec<_>>();
    assert_eq!((of(ANNA).await, of(CIA).await), (vec![BO], vec![]));
    assert_eq!(contacts.dismissed(ANNA).await.unwrap().len(), 1);
    contacts.forget(ANNA).await.unwrap();
    assert_eq!(of(ANNA).await, vec![]);
}

pub async fn check_finds_lists_that_differ_from_pairs(world: &World) {
    let storage = &world.storage;
    storage.accounts.create_user(&user(CIA, "cia", Some("cia@example.se"))).await.unwrap();
    join(storage, ANNA, BO, ["Anna Alm", "Bo Ek"]).await;
    let old = bond(storage, ANNA, CIA).await;
    change(storage, &old, &following(&old, CIA)).await;
    let block = Block { user_id: BO, blocked_id: CIA, block_id: BlockId(fresh()), reason: None, created: 1 };
    storage.contacts.block(&block).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());

    let tie = |user: UserId, kind: &str, id: i64, other: UserId| {
        table("ties").row([
            ("user_id", user.into()),
            ("kind", kind.into()),
            ("tie_id", id.into()),
            ("other_id", other.into()),
        ])
    };
    let follow_id = bond(storage, ANNA, CIA).await.half(CIA).follow_id.unwrap().0;
    // Missing: a derived entry, and the reverse entry of a block; surplus: an underived entry, and a name.
    let gone = [tie(ANNA, "FOLLOWER", follow_id, CIA), tie(CIA, "BLOCKER", block.block_id.0, BO)];
    let wrong = [
        tie(BO, "CONTACT", 7, CIA),
        table("contact_names").row([
            ("user_id", BO.into()),
            ("place", 0.into()),
            ("name", "cia".into()),
            ("contact_id", 7.into()),
            ("other_id", CIA.into()),
        ]),
    ];
    let key = |row: &Row| Key { table: row.table(), values: row.key().to_vec() };
    let mut writes: Vec<Write> = gone.iter().map(|row| key(row).delete()).collect();
    writes.extend(wrong.iter().cloned().map(Row::insert));
    world.engine.write(writes).await.unwrap();
    let (anna, bo, cia) = (ANNA, BO, CIA);
    let mut found = storage.check().await.unwrap();
    found.sort();
    let (one, other) = (anna.min(cia), anna.max(cia));
    let mut expected = vec![
        format!("the pair of {one} and {other} is not in the list FOLLOWER of {anna}"),
        format!("the block of {cia} by {bo} is not reverse_edge"),
        format!("{cia} is in the list CONTACT of {bo} and does not belong there"),
        format!("{cia} is found by name by {bo} and is no contact of that name"),
    ];
    expected.sort();
    assert_eq!(found, expected);
    let mut undo: Vec<Write> = wrong.iter().map(|row| key(row).delete()).collect();
    undo.extend(gone.into_iter().map(Row::insert));
    world.engine.write(undo).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}
