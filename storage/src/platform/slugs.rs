//! Slugs: one namespace of people and organisations.

use crate::accounts::User;
use crate::entities::Entity;
use crate::platform::claims;
use crate::platform::clock;
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::table::{Order, Statics, Table, bigint, text, timestamp};
use crate::platform::value::{Row, Value};

/// Slug → owner.
pub(crate) static SLUGS: Table = Table {
    name: "slugs",
    partition: &[text("slug")],
    clustering: &[],
    columns: &[text("kind"), bigint("id"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

const USER: &str = "USER";
const ENTITY: &str = "ENTITY";

/// Whose slug it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    User(UserId),
    Entity(EntityId),
}

impl Owner {
    fn columns(self) -> (Value, Value) {
        match self {
            Self::User(id) => (USER.into(), id.into()),
            Self::Entity(id) => (ENTITY.into(), id.into()),
        }
    }
}

/// The owner a row of the table names.
pub(crate) fn owner_of(mut row: Row) -> Result<Option<Owner>> {
    let (kind, id): (String, i64) = (row.take("kind")?, row.take("id")?);
    Ok(match kind.as_str() {
        USER => Some(Owner::User(UserId(id))),
        ENTITY => Some(Owner::Entity(EntityId(id))),
        _ => None,
    })
}

/// Who has the slug.
pub(crate) async fn find(db: &Db, slug: &str) -> Result<Option<Owner>> {
    match db.get(SLUGS.at([slug.into()])).await? {
        Some(row) => owner_of(row),
        None => Ok(None),
    }
}

/// Claims the slug and writes `then`; false when it is another's.
pub(crate) async fn claim(db: &Db, slug: &str, owner: Owner, then: Vec<Write>) -> Result<bool> {
    let (kind, id) = owner.columns();
    let row = SLUGS.row([("slug", slug.into()), ("kind", kind), ("id", id), ("since", clock::now().into())]);
    let taken = claims::claim(db, row, then, |row| stands(db, slug, row)).await?;
    Ok(taken.is_none())
}

/// Gives the slug back when it is the owner's.
pub(crate) async fn release(db: &Db, slug: &str, owner: Owner) -> Result<()> {
    let (kind, id) = owner.columns();
    let guard: Guard = SLUGS.at([slug.into()]).delete_if([("kind", kind.into()), ("id", id.into())]);
    db.write_if(vec![guard], Vec::new()).await.map(drop)
}

/// Whether the slug's owner is there and bears it.
pub(crate) async fn stands(db: &Db, slug: &str, row: Row) -> Result<bool> {
    let (key, column) = match owner_of(row)? {
        Some(Owner::User(id)) => (User::at(id), "user_name"),
        Some(Owner::Entity(id)) => (Entity::at(id), "entity_slug"),
        None => return Ok(false),
    };
    Ok(db.get(key).await?.is_some_and(|row| *row.peek(column) == Value::from(slug)))
}
