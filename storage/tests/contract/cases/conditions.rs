//! Conditions of guards.

use storage::Error;
use storage::engine::{Guard, Is, Key, Outcome};
use storage::value::Value;

use super::verbs::THINGS;
use crate::World;

type Asked = Vec<(&'static str, Is)>;

fn key(place: i64) -> Key {
    THINGS.at(["a".into(), place.into(), "x".into()])
}

/// Whether an update of that row applies under the conditions. It leaves their columns unchanged.
async fn holds(world: &World, place: i64, conditions: Asked) -> bool {
    let set = vec![("flag", true.into())];
    let guard = Guard::UpdateIf { key: key(place), set, conditions, ttl: None };
    world.engine.write_if(vec![guard], vec![]).await.unwrap().applied()
}

async fn row(world: &World, place: i64, columns: [(&'static str, Value); 4]) {
    let key = [("shelf", "a".into()), ("place", place.into()), ("label", "x".into())];
    world.engine.write(vec![THINGS.row(key).with(columns).insert()]).await.unwrap();
}

pub async fn comparisons_decide(world: &World) {
    let columns =
        [("content", "m".into()), ("count", (-5).into()), ("small", 7.into()), ("at", 1_000.into())];
    row(world, 1, columns).await;
    let cases: Vec<(Asked, bool)> = vec![
        (vec![("count", Is::below(-4))], true),
        (vec![("count", Is::below(-5))], false),
        (vec![("count", Is::up_to(-5))], true),
        (vec![("count", Is::up_to(-6))], false),
        (vec![("count", Is::above(-6))], true),
        (vec![("count", Is::above(-5))], false),
        (vec![("count", Is::at_least(-5))], true),
        (vec![("count", Is::at_least(-4))], false),
        (vec![("small", Is::above(6)), ("small", Is::below(8))], true),
        (vec![("small", Is::above(6)), ("small", Is::below(7))], false),
        (vec![("at", Is::at_least(1_000)), ("count", (-5).into())], true),
        (vec![("at", Is::at_least(1_000)), ("count", 5.into())], false),
        // By bytes: Z before a, å after z.
        (vec![("content", Is::above("Z"))], true),
        (vec![("content", Is::below("å"))], true),
        (vec![("content", Is::up_to("lång"))], false),
        (vec![("content", Is::one_of(["k", "l", "m"]))], true),
        (vec![("content", Is::one_of(["k"]))], false),
        (vec![("count", Is::one_of([-5])), ("small", Is::one_of([1, 7])), ("raw", Value::Null.into())], true),
        (vec![("count", Is::one_of([5, 6]))], false),
    ];
    for (conditions, expected) in cases {
        assert_eq!(holds(world, 1, conditions.clone()).await, expected, "{conditions:?}");
    }
    // In several guards of one decision, and in a deletion.
    let other = key(2);
    row(world, 2, [("content", "n".into()), ("count", 3.into()), ("small", 1.into()), ("at", 1.into())])
        .await;
    let both = |least: i64| {
        let first = key(1).update_if([("count", 0.into())], [("count", Is::below(0))]);
        vec![first, other.clone().delete_if([("count", Is::at_least(least))])]
    };
    let refused = world.engine.write_if(both(4), vec![]).await.unwrap();
    let Outcome::Refused(rows) = refused else { panic!("{refused:?}") };
    assert_eq!(rows.iter().flatten().count(), 2);
    assert!(world.engine.write_if(both(3), vec![]).await.unwrap().applied());
    assert!(world.engine.get(other).await.unwrap().is_none());
    assert_eq!(*world.engine.get(key(1)).await.unwrap().unwrap().peek("count"), 0.into());
}

/// A null column equals null only; no guard holds for a missing row.
pub async fn null_meets_no_comparison(world: &World) {
    let none = || Value::Null;
    row(world, 1, [("content", "m".into()), ("count", none()), ("small", none()), ("at", none())]).await;
    for place in [1, 2] {
        let no: [Asked; 7] = [
            vec![("count", Is::below(i64::MAX))],
            vec![("count", Is::up_to(0))],
            vec![("count", Is::above(i64::MIN))],
            vec![("count", Is::at_least(0))],
            vec![("count", Is::one_of([0, 1]))],
            vec![("count", Value::Null.into()), ("small", Is::below(9))],
            vec![("content", Is::one_of(["x"])), ("count", Value::Null.into())],
        ];
        for conditions in no {
            assert!(!holds(world, place, conditions.clone()).await, "{place} {conditions:?}");
        }
    }
    assert!(holds(world, 1, vec![("count", none().into()), ("content", Is::at_least("m"))]).await);
    assert!(!holds(world, 2, vec![("count", none().into())]).await);
    assert!(world.engine.get(key(2)).await.unwrap().is_none());
}

pub async fn misfits_of_conditions_are_refused(world: &World) {
    row(world, 1, [("content", "m".into()), ("count", 1.into()), ("small", 1.into()), ("at", 1.into())])
        .await;
    let misfits: [(&'static str, Is); 10] = [
        ("count", Is::below(Value::Null)),
        ("count", Is::above("text")),
        ("small", Is::up_to(1_i64 << 40)),
        ("flag", Is::above(false)),
        ("raw", Is::at_least(Value::Blob(vec![1]))),
        ("count", Is::one_of([Value::Null, Value::Int(1)])),
        ("count", Is::one_of(Vec::<i64>::new())),
        ("count", Is::one_of(0..17)),
        ("place", Is::above(0)),
        ("nothing", Is::above(0)),
    ];
    for misfit in misfits {
        let set = vec![("content", "changed".into())];
        let conditions = vec![misfit.clone()];
        let update = Guard::UpdateIf { key: key(1), set, conditions: conditions.clone(), ttl: None };
        for guard in [update, Guard::DeleteIf { key: key(1), conditions }] {
            let refused = world.engine.write_if(vec![guard], vec![]).await;
            assert!(matches!(refused, Err(Error::Corrupt(_))), "{misfit:?}");
        }
    }
    assert_eq!(*world.engine.get(key(1)).await.unwrap().unwrap().peek("content"), "m".into());
}
