//! People of an organisation by name.

use std::sync::Arc;
use std::time::Duration;

use storage::areas;
use storage::value::Row;
use storage::{Db, EntityId, ProfileChange, Relation, RelationType, Storage, User, UserId, migrations};

use super::bounded::table;
use crate::World;
use crate::counting::Counting;
use crate::dying::Dying;
use crate::make::{ANNA, BO, CIA, ENTITY, entity, user};

const ALL: &[RelationType] = RelationType::ALL;
/// Rows written at once.
const BATCH: usize = 200;
/// People on a page.
const PAGE: usize = 20;

async fn person(world: &World, id: UserId, name: &str, display_name: &str) {
    let user = User { display_name: display_name.to_owned(), ..user(id, name, None) };
    world.storage.accounts.create_user(&user).await.unwrap();
}

async fn relate(world: &World, user_id: UserId, relation_type: RelationType, was: Option<RelationType>) {
    let relation = Relation { entity_id: ENTITY, user_id, relation_type, since: 5 };
    assert!(world.storage.entities.put_relation(&relation, was).await.unwrap());
}

async fn found(world: &World, types: &[RelationType], sought: &str) -> Vec<UserId> {
    let entities = &world.storage.entities;
    let mut walk = entities.people(ENTITY, types, sought);
    let mut ids = Vec::new();
    // One at a time, so that every step continues from the last one.
    while let Some((relation, _)) = walk.take(1).await.unwrap().pop() {
        ids.push(relation.user_id);
    }
    let whole = entities.people(ENTITY, types, sought).take(100).await.unwrap();
    assert_eq!(whole.iter().map(|(relation, _)| relation.user_id).collect::<Vec<_>>(), ids, "{sought}");
    ids
}

pub async fn people_are_found_by_name(world: &World) {
    use RelationType::{Administrator, Follower, Member, Owner, Teacher};
    let entities = &world.storage.entities;
    person(world, ANNA, "anna", "Anna Öberg-Ek").await;
    person(world, BO, "bosse", "Bo Annasson").await;
    person(world, CIA, "cia", "Cia Ek Ek").await;
    assert!(entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    relate(world, BO, Member, None).await;
    relate(world, CIA, Follower, None).await;
    for (types, sought, expected) in [
        (ALL, "", vec![ANNA, BO, CIA]),
        (ALL, "ann", vec![ANNA, BO]),
        (ALL, "ANNA ö", vec![ANNA]),
        (ALL, "ek", vec![ANNA, CIA]),
        (ALL, "bosse", vec![BO]),
        (ALL, "nna", vec![]),
        (&[Member, Owner], "", vec![ANNA, BO]),
        (&[Follower], "ek", vec![CIA]),
        (&[], "", vec![]),
    ] {
        assert_eq!(found(world, types, sought).await, expected, "{sought}");
    }
    // The entry follows the relation and the name.
    relate(world, CIA, Teacher, Some(Follower)).await;
    assert_eq!(found(world, &[Follower], "").await, []);
    assert_eq!(found(world, &[Teacher], "").await, [CIA]);
    let accounts = &world.storage.accounts;
    let named = ProfileChange { display_name: Some("Bo Alm".into()), ..ProfileChange::default() };
    assert!(accounts.change_profile(BO, named, None, Vec::new()).await.unwrap());
    assert_eq!(found(world, ALL, "annas").await, [BO], "until it is listed anew");
    for _ in 0..2 {
        entities.relist(ENTITY, BO).await.unwrap();
        assert_eq!((found(world, ALL, "annas").await, found(world, ALL, "alm").await), (vec![], vec![BO]));
    }
    entities.relist(EntityId(5), BO).await.unwrap();
    assert!(entities.transfer(ENTITY, ANNA, CIA, 6).await.unwrap());
    assert_eq!(found(world, &[Owner], "").await, [CIA]);
    assert_eq!(found(world, &[Administrator], "").await, [ANNA]);
    assert_eq!(found(world, &[Teacher], "").await, []);
    assert!(entities.remove_relation(ENTITY, BO, Member, Vec::new()).await.unwrap());
    assert_eq!(found(world, ALL, "").await, [ANNA, CIA]);
}

/// Migrates relations from before the lists, at whichever step the migration was killed.
pub async fn relations_from_before_the_lists_are_listed(world: &World) {
    assert!(world.storage.entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    let mut old = Vec::new();
    for n in 0..20 {
        let id = UserId(100 + n);
        person(world, id, &format!("nils{n}"), &format!("Nils {n:03}")).await;
        let relation = [
            ("entity_id", ENTITY.into()),
            ("user_id", id.into()),
            ("relation_type", RelationType::Member.into()),
            ("since", 5.into()),
        ];
        old.push(table("relations").row(relation.clone()).insert());
        old.push(table("user_relations").row(relation).insert());
    }
    old.push(table("migrations").span([0.into()]).delete());
    world.engine.write(old).await.unwrap();
    assert_eq!(found(world, &[RelationType::Member], "").await, []);
    for calls in 0.. {
        let dying: Db = Dying::after(&world.engine, calls);
        if migrations::run(&dying, &areas::migrations(&[]), Duration::ZERO).await.is_ok() {
            break;
        }
    }
    let expected: Vec<UserId> = (0..20).map(|n| UserId(100 + n)).collect();
    assert_eq!(found(world, &[RelationType::Member], "nils").await, expected);
}

/// Rows of a member of an organisation, as stored.
fn member(n: i64) -> Vec<Row> {
    let id = UserId(1_000 + n);
    let (name, folded, user_name) =
        (format!("Nils Ek {n:06}"), format!("nils ek {n:06}"), format!("nils{n:06}"));
    let listed = format!("{folded}\n{user_name}");
    let member = RelationType::Member;
    let user = User { display_name: name, ..user(id, &user_name, None) };
    let slug = [("slug", user_name.as_str().into()), ("kind", "USER".into()), ("id", id.into())];
    let relation = [
        ("entity_id", ENTITY.into()),
        ("user_id", id.into()),
        ("relation_type", member.into()),
        ("since", 5.into()),
    ];
    let mut rows = vec![
        storage::record::Stored::row(&user),
        table("relations").row(relation.clone()).with([("listed", listed.as_str().into())]),
        table("user_relations").row(relation),
        table("slugs").row(slug).with([("since", 5.into())]),
    ];
    for (place, name) in [
        (0, folded.as_str()),
        (1, &folded["nils ".len()..]),
        (1, &folded["nils ek ".len()..]),
        (1, &user_name),
    ] {
        rows.push(table("relation_names").row([
            ("entity_id", ENTITY.into()),
            ("relation_type", member.into()),
            ("place", place.into()),
            ("name", name.into()),
            ("user_id", id.into()),
            ("listed", listed.as_str().into()),
        ]));
    }
    rows
}

/// The maximum of rows read for a page of people among that many.
async fn most_read(world: &World, people: i64) -> usize {
    assert!(world.storage.entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    let numbers: Vec<i64> = (0..people).collect();
    for some in numbers.chunks(BATCH / 4) {
        let rows = some.iter().flat_map(|n| member(*n)).map(Row::insert);
        world.engine.write(rows.collect()).await.unwrap();
    }
    let counting = Counting::over(&world.engine);
    let entities = Storage::new(Arc::<Counting>::clone(&counting)).entities;
    let mut most = 0;
    for (sought, is_many) in
        [("", true), ("nils", true), ("ek", true), ("nils ek 000003", false), ("000003", false)]
    {
        let page = entities.people(ENTITY, ALL, sought).take(PAGE).await.unwrap();
        let expected = if is_many { PAGE.min(usize::try_from(people).unwrap()) } else { 1 };
        assert_eq!(page.len(), expected, "{sought} beside {people}");
        most = most.max(counting.take().rows);
    }
    most
}

pub async fn a_page_of_people_reads_what_it_shows(world: &World) {
    // Per person on the page: the list entry and the relation.
    assert_eq!(most_read(world, 1_000).await, 2 * PAGE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_ten_and_of_fifty_thousand() {
    for people in [10, 50_000] {
        let world = crate::sqlite();
        let most = most_read(&world, people).await;
        assert!(most <= 2 * PAGE, "{most} rows beside {people} people");
    }
}
