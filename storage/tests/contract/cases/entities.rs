//! Organisations, relations, applications.

use std::collections::BTreeSet;

use storage::{
    Application, ApplicationState, Entity, EntityId, EntityType, Invitation, MembershipMode, Relation,
    RelationType, UserId,
};

use crate::World;
use crate::make::{ANNA, BO, CIA, ENTITY, entity, now};

fn relation(user_id: UserId, relation_type: RelationType) -> Relation {
    Relation { entity_id: ENTITY, user_id, relation_type, since: 5 }
}

pub async fn one_slug_one_owner(world: &World) {
    let entities = &world.storage.entities;
    let tasks: Vec<_> = (0..20)
        .map(|n| {
            let entities = entities.clone();
            tokio::spawn(async move {
                entities.create_entity(&entity(EntityId(900 + n), "skolan", ANNA), Vec::new()).await.unwrap()
            })
        })
        .collect();
    let mut created = 0;
    for task in tasks {
        created += usize::from(task.await.unwrap());
    }
    assert_eq!(created, 1);
    let school = entities.entity_by_slug("skolan").await.unwrap().unwrap();
    assert_eq!(entities.relations_of(ANNA).await.unwrap().len(), 1);
    let changed = Entity {
        entity_name: "Nya skolan".to_owned(),
        entity_type: EntityType::Preschool,
        membership_mode: MembershipMode::InviteOnly,
        ..school.clone()
    };
    assert!(entities.update_entity(&school, &changed).await.unwrap());
    assert_eq!(entities.entity(school.entity_id).await.unwrap(), Some(changed.clone()));
    let absent = entity(EntityId(5), "x", ANNA);
    assert!(
        !entities
            .update_entity(&absent, &Entity { entity_name: "y".to_owned(), ..absent.clone() })
            .await
            .unwrap()
    );
    // A change based on an earlier read keeps concurrent changes of other columns.
    assert_eq!(entities.set_image(school.entity_id, "v1").await.unwrap(), None);
    let renamed = Entity { entity_name: "Gamla skolan".to_owned(), ..school.clone() };
    assert!(entities.update_entity(&school, &renamed).await.unwrap());
    let both = Entity { entity_name: "Gamla skolan".to_owned(), image: Some("v1".to_owned()), ..changed };
    assert_eq!(entities.entity(school.entity_id).await.unwrap(), Some(both));
    // Of many pictures each replaces a different one.
    let id = school.entity_id;
    let tasks: Vec<_> = (2..8)
        .map(|n| {
            let entities = entities.clone();
            tokio::spawn(async move { entities.set_image(id, &format!("v{n}")).await.unwrap() })
        })
        .collect();
    let mut replaced = BTreeSet::new();
    for task in tasks {
        replaced.insert(task.await.unwrap().unwrap());
    }
    let last = entities.entity(school.entity_id).await.unwrap().unwrap().image.unwrap();
    replaced.insert(last);
    assert_eq!(replaced.into_iter().collect::<Vec<_>>(), ["v1", "v2", "v3", "v4", "v5", "v6", "v7"]);
    assert_eq!(entities.entities(&[school.entity_id, EntityId(5)]).await.unwrap().len(), 1);
}

pub async fn relations_are_compared_and_set(world: &World) {
    let entities = &world.storage.entities;
    assert!(entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    let member = relation(BO, RelationType::Member);
    assert!(!entities.put_relation(&member, Some(RelationType::Follower)).await.unwrap());
    assert!(entities.put_relation(&member, None).await.unwrap());
    assert!(!entities.put_relation(&relation(BO, RelationType::Editor), None).await.unwrap());
    let teacher = relation(BO, RelationType::Teacher);
    assert!(entities.put_relation(&teacher, Some(RelationType::Member)).await.unwrap());
    assert_eq!(entities.relation(ENTITY, BO).await.unwrap(), Some(teacher.clone()));
    assert_eq!(entities.relations_of(BO).await.unwrap(), std::slice::from_ref(&teacher));
    let all = entities.relations(ENTITY, None, 10).await.unwrap();
    assert_eq!(all.iter().map(|relation| relation.user_id).collect::<Vec<_>>(), [ANNA, BO]);
    assert_eq!(entities.relations(ENTITY, Some(ANNA), 10).await.unwrap(), [teacher]);
    assert_eq!(entities.relations(ENTITY, None, 1).await.unwrap().len(), 1);
    assert!(!entities.remove_relation(ENTITY, BO, RelationType::Member, Vec::new()).await.unwrap());
    assert!(entities.remove_relation(ENTITY, BO, RelationType::Teacher, Vec::new()).await.unwrap());
    assert!(!entities.remove_relation(ENTITY, BO, RelationType::Teacher, Vec::new()).await.unwrap());
    assert!(entities.relations_of(BO).await.unwrap().is_empty());
}

pub async fn transfer_keeps_one_owner(world: &World) {
    let entities = &world.storage.entities;
    assert!(entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    for user_id in [BO, CIA] {
        assert!(entities.put_relation(&relation(user_id, RelationType::Member), None).await.unwrap());
    }
    assert!(!entities.transfer(ENTITY, BO, CIA, now()).await.unwrap());
    let (first, second) =
        tokio::join!(entities.transfer(ENTITY, ANNA, BO, now()), entities.transfer(ENTITY, ANNA, CIA, now()));
    assert!(first.unwrap() ^ second.unwrap());
    let owner = entities.entity(ENTITY).await.unwrap().unwrap().owner;
    let owners: Vec<UserId> = entities
        .relations(ENTITY, None, 10)
        .await
        .unwrap()
        .into_iter()
        .filter(|relation| relation.relation_type == RelationType::Owner)
        .map(|relation| relation.user_id)
        .collect();
    assert_eq!(owners, [owner]);
    let old = entities.relation(ENTITY, ANNA).await.unwrap().unwrap();
    assert_eq!(old.relation_type, RelationType::Administrator);
}

pub async fn applications(world: &World) {
    let entities = &world.storage.entities;
    let application = |state| Application {
        entity_id: ENTITY,
        user_id: BO,
        state,
        message: Some("Hej!".to_owned()),
        created: now(),
        decided: None,
        decided_by: None,
    };
    use ApplicationState::{Active, Banned, Denied, Pending};
    assert!(entities.apply(&application(Pending)).await.unwrap());
    assert!(!entities.apply(&application(Pending)).await.unwrap());
    assert!(entities.decide(ENTITY, BO, Pending, Denied, ANNA, 7).await.unwrap());
    assert!(!entities.decide(ENTITY, BO, Pending, Active, ANNA, 8).await.unwrap());
    let denied = entities.application(ENTITY, BO).await.unwrap().unwrap();
    assert_eq!((denied.state, denied.decided, denied.decided_by), (Denied, Some(7), Some(ANNA)));
    let again = application(Pending);
    assert!(entities.apply(&again).await.unwrap());
    assert_eq!(entities.applications(ENTITY).await.unwrap(), [again]);
    assert!(entities.decide(ENTITY, BO, Pending, Banned, ANNA, 9).await.unwrap());
    assert!(!entities.apply(&application(Pending)).await.unwrap());
    assert!(!entities.decide(ENTITY, CIA, Pending, Active, ANNA, 9).await.unwrap());
}

pub async fn invitations(world: &World) {
    let entities = &world.storage.entities;
    let invitation = |user_id, relation_type, created| Invitation {
        entity_id: ENTITY,
        user_id,
        relation_type,
        invited_by: ANNA,
        created,
        expires: now() + 3_600_000,
    };
    let first = invitation(BO, RelationType::Member, 1);
    assert!(entities.invite(&first).await.unwrap(), "none stood before");
    let second = invitation(BO, RelationType::Teacher, 2);
    assert!(!entities.invite(&second).await.unwrap());
    let other = invitation(CIA, RelationType::Owner, 3);
    assert!(entities.invite(&other).await.unwrap());
    assert_eq!(entities.invitation(ENTITY, BO).await.unwrap(), Some(second.clone()), "the last one stands");
    assert_eq!(entities.invitations(ENTITY).await.unwrap(), [second.clone(), other.clone()]);
    assert_eq!(entities.invitations_to(BO).await.unwrap(), std::slice::from_ref(&second));

    assert!(!entities.take_invitation(&first).await.unwrap(), "that one stands no more");
    let (a, b) = tokio::join!(entities.take_invitation(&second), entities.take_invitation(&second));
    assert!(a.unwrap() ^ b.unwrap(), "answered once");
    assert_eq!(entities.invitation(ENTITY, BO).await.unwrap(), None);
    assert!(entities.invitations_to(BO).await.unwrap().is_empty());
    // Invited again after an answer, and expired by its own time.
    assert!(entities.invite(&invitation(BO, RelationType::Member, 4)).await.unwrap());
    let over = Invitation { expires: now() - 1, ..invitation(CIA, RelationType::Member, 5) };
    entities.invite(&over).await.unwrap();
    assert_eq!(entities.invitation(ENTITY, CIA).await.unwrap(), None);
    assert_eq!(entities.invitations(ENTITY).await.unwrap().len(), 1);
    assert!(entities.invite(&invitation(CIA, RelationType::Member, 6)).await.unwrap(), "told again");
    entities.forget_invitations(BO).await.unwrap();
    assert!(entities.invitations_to(BO).await.unwrap().is_empty());
    assert_eq!(entities.invitation(ENTITY, BO).await.unwrap(), None);
}

pub async fn bans(world: &World) {
    let entities = &world.storage.entities;
    use ApplicationState::{Banned, Left, Pending};
    let state = async |user_id| entities.application(ENTITY, user_id).await.unwrap().map(|a| a.state);
    let application = Application {
        entity_id: ENTITY,
        user_id: BO,
        state: Pending,
        message: None,
        created: now(),
        decided: None,
        decided_by: None,
    };
    assert!(entities.apply(&application).await.unwrap());
    for user_id in [BO, CIA] {
        entities.ban(ENTITY, user_id, ANNA, 7).await.unwrap();
        entities.ban(ENTITY, user_id, ANNA, 8).await.unwrap();
        assert_eq!(state(user_id).await, Some(Banned));
        assert_eq!(entities.applied_to(user_id).await.unwrap(), [ENTITY], "found when the person is erased");
        let again = Application { user_id, ..application.clone() };
        assert!(!entities.apply(&again).await.unwrap());
        assert!(entities.decide(ENTITY, user_id, Banned, Left, ANNA, 9).await.unwrap());
        assert!(entities.apply(&again).await.unwrap(), "lifted");
    }
}
