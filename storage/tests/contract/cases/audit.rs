//! The audit log: an entry is stored with the act or not at all, and found by who acted and of what kind it is.

use storage::audit::{Audit, AuditEntry, AuditId, AuditKind, AuditSubject, AuditSubjectKind, Facet, Facts};
use storage::ids::{EntityId, UserId};
use storage::value::Json;
use storage::{Relation, RelationType};

use crate::World;

const ENTITY: EntityId = EntityId(61);
const ANNA: UserId = UserId(1);
const BO: UserId = UserId(2);

fn entry(id: i64, kind: AuditKind, by: Option<UserId>) -> AuditEntry {
    AuditEntry {
        entity_id: ENTITY,
        facet: String::new(),
        audit_id: AuditId(id),
        kind,
        done_by: by,
        user_id: Some(BO),
        subject: None,
        facts: Json(Facts::new()),
    }
}

async fn found(world: &World, facet: Facet, before: Option<i64>, limit: usize) -> (Vec<i64>, bool) {
    let audit = Audit::of(&world.storage);
    let (entries, has_more) = audit.page(ENTITY, facet, before.map(AuditId), limit).await.unwrap();
    (entries.iter().map(|entry| entry.audit_id.0).collect(), has_more)
}

pub async fn entries_are_found_by_who_acted_and_by_kind(world: &World) {
    let audit = Audit::of(&world.storage);
    let added = AuditEntry {
        subject: Some(AuditSubject {
            kind: AuditSubjectKind::Channel,
            id: 7,
            name: Some("lärarrum".to_owned()),
        }),
        facts: Json(Facts::from([("to".to_owned(), "MEMBER".to_owned())])),
        ..entry(1, AuditKind::MemberAdded, Some(ANNA))
    };
    audit.put(&added).await.unwrap();
    audit.put(&entry(2, AuditKind::RoleChanged, Some(ANNA))).await.unwrap();
    audit.put(&entry(3, AuditKind::RoleChanged, Some(BO))).await.unwrap();
    audit.put(&entry(4, AuditKind::RoleChanged, None)).await.unwrap();
    audit
        .put(&AuditEntry { entity_id: EntityId(62), ..entry(5, AuditKind::RoleChanged, None) })
        .await
        .unwrap();
    let all = Facet::default();
    assert_eq!(found(world, all, None, 10).await, (vec![4, 3, 2, 1], false), "of this organisation");
    assert_eq!(found(world, all, None, 3).await, (vec![4, 3, 2], true));
    assert_eq!(found(world, all, Some(2), 3).await, (vec![1], false));
    let annas = Facet { actor: Some(ANNA), kind: None };
    assert_eq!(found(world, annas, None, 10).await.0, [2, 1]);
    let changed = Some(AuditKind::RoleChanged);
    assert_eq!(found(world, Facet { actor: None, kind: changed }, None, 10).await.0, [4, 3, 2]);
    assert_eq!(found(world, Facet { actor: Some(ANNA), kind: changed }, None, 10).await.0, [2]);
    let (read, _) = audit.page(ENTITY, all, Some(AuditId(2)), 1).await.unwrap();
    let kept = AuditEntry { facet: read[0].facet.clone(), ..added };
    assert_eq!(read, [kept], "as it was written");
}

pub async fn an_entry_is_stored_with_its_act_or_not_at_all(world: &World) {
    let entities = &world.storage.entities;
    let relation = Relation { entity_id: ENTITY, user_id: BO, relation_type: RelationType::Member, since: 1 };
    let with = |id| entry(id, AuditKind::MemberAdded, Some(ANNA)).writes();
    assert!(entities.put_relation_with(&relation, None, with(1)).await.unwrap());
    assert!(!entities.put_relation_with(&relation, None, with(2)).await.unwrap(), "it is there already");
    assert_eq!(found(world, Facet::default(), None, 10).await.0, [1], "only of what was done");
}
