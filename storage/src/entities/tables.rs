//! The tables of organisations, and rows to records and back.

use super::{Application, Entity, Invitation, Relation};
use crate::error::Result;
use crate::table::{Order, Table, bigint, text, timestamp};
use crate::value::Row;

pub(crate) static ENTITIES: Table = Table {
    name: "entities",
    partition: &[bigint("entity_id")],
    clustering: &[],
    columns: &[
        text("entity_name"),
        text("entity_slug"),
        text("entity_type"),
        text("membership_mode"),
        text("image"),
        bigint("owner"),
        timestamp("created"),
    ],
    ttl: false,
    page_order: Order::Ascending,
};

pub(crate) static RELATIONS: Table = Table {
    name: "relations",
    partition: &[bigint("entity_id")],
    clustering: &[bigint("user_id")],
    columns: &[text("relation_type"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
};

/// The same, by person.
pub(crate) static USER_RELATIONS: Table = Table {
    name: "user_relations",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[text("relation_type"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
};

pub(crate) static APPLICATIONS: Table = Table {
    name: "applications",
    partition: &[bigint("entity_id")],
    clustering: &[bigint("user_id")],
    columns: &[
        text("state"),
        text("message"),
        timestamp("created"),
        timestamp("decided"),
        bigint("decided_by"),
    ],
    ttl: false,
    page_order: Order::Ascending,
};

/// Where a person has applied.
pub(crate) static USER_APPLICATIONS: Table = Table {
    name: "user_applications",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
};

/// Who is asked to become something, and has not answered yet.
pub(crate) static INVITATIONS: Table = Table {
    name: "invitations",
    partition: &[bigint("entity_id")],
    clustering: &[bigint("user_id")],
    columns: &[text("relation_type"), bigint("invited_by"), timestamp("created"), timestamp("expires")],
    ttl: true,
    page_order: Order::Ascending,
};

/// The organisations that have invited a person.
pub(crate) static USER_INVITATIONS: Table = Table {
    name: "user_invitations",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[timestamp("since")],
    ttl: true,
    page_order: Order::Ascending,
};

pub(crate) static TABLES: &[&Table] = &[
    &ENTITIES,
    &RELATIONS,
    &USER_RELATIONS,
    &APPLICATIONS,
    &USER_APPLICATIONS,
    &INVITATIONS,
    &USER_INVITATIONS,
];

pub(super) fn entity_row(entity: &Entity) -> Row {
    ENTITIES.row([
        ("entity_id", entity.entity_id.into()),
        ("entity_name", (&entity.entity_name).into()),
        ("entity_slug", (&entity.entity_slug).into()),
        ("entity_type", entity.entity_type.into()),
        ("membership_mode", entity.membership_mode.into()),
        ("image", entity.image.as_ref().into()),
        ("owner", entity.owner.into()),
        ("created", entity.created.into()),
    ])
}

pub(crate) fn entity(mut row: Row) -> Result<Entity> {
    Ok(Entity {
        entity_id: row.take("entity_id")?,
        entity_name: row.take("entity_name")?,
        entity_slug: row.take("entity_slug")?,
        entity_type: row.take("entity_type")?,
        membership_mode: row.take("membership_mode")?,
        image: row.take("image")?,
        owner: row.take("owner")?,
        created: row.take("created")?,
    })
}

fn relation_row_in(table: &'static Table, relation: &Relation) -> Row {
    table.row([
        ("entity_id", relation.entity_id.into()),
        ("user_id", relation.user_id.into()),
        ("relation_type", relation.relation_type.into()),
        ("since", relation.since.into()),
    ])
}

pub(super) fn relation_row(relation: &Relation) -> Row {
    relation_row_in(&RELATIONS, relation)
}

pub(super) fn user_relation_row(relation: &Relation) -> Row {
    relation_row_in(&USER_RELATIONS, relation)
}

/// Of either table.
pub(crate) fn relation(mut row: Row) -> Result<Relation> {
    Ok(Relation {
        entity_id: row.take("entity_id")?,
        user_id: row.take("user_id")?,
        relation_type: row.take("relation_type")?,
        since: row.take("since")?,
    })
}

pub(super) fn application_row(application: &Application) -> Row {
    APPLICATIONS.row([
        ("entity_id", application.entity_id.into()),
        ("user_id", application.user_id.into()),
        ("state", application.state.into()),
        ("message", application.message.as_ref().into()),
        ("created", application.created.into()),
        ("decided", application.decided.into()),
        ("decided_by", application.decided_by.into()),
    ])
}

pub(super) fn application(mut row: Row) -> Result<Application> {
    Ok(Application {
        entity_id: row.take("entity_id")?,
        user_id: row.take("user_id")?,
        state: row.take("state")?,
        message: row.take("message")?,
        created: row.take("created")?,
        decided: row.take("decided")?,
        decided_by: row.take("decided_by")?,
    })
}

pub(super) fn invitation_row(invitation: &Invitation) -> Row {
    INVITATIONS.row([
        ("entity_id", invitation.entity_id.into()),
        ("user_id", invitation.user_id.into()),
        ("relation_type", invitation.relation_type.into()),
        ("invited_by", invitation.invited_by.into()),
        ("created", invitation.created.into()),
        ("expires", invitation.expires.into()),
    ])
}

pub(super) fn invitation(mut row: Row) -> Result<Invitation> {
    Ok(Invitation {
        entity_id: row.take("entity_id")?,
        user_id: row.take("user_id")?,
        relation_type: row.take("relation_type")?,
        invited_by: row.take("invited_by")?,
        created: row.take("created")?,
        expires: row.take("expires")?,
    })
}
