//! Slugs: one namespace of people and organisations.

use crate::platform::claims;
use crate::platform::clock;
use crate::platform::engine::{Db, Guard, Key, Write};
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

/// The owner of a slug.
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

/// The owner in a row of the table.
pub(crate) fn owner_of(mut row: Row) -> Result<Option<Owner>> {
    let (kind, id): (String, i64) = (row.take("kind")?, row.take("id")?);
    Ok(match kind.as_str() {
        USER => Some(Owner::User(UserId(id))),
        ENTITY => Some(Owner::Entity(EntityId(id))),
        _ => None,
    })
}

/// A kind of slug owner, and where its rows are.
pub(crate) struct Bearer {
    /// The key of the owner's row; none if it is of another kind.
    pub(crate) key: fn(Owner) -> Option<Key>,
    /// The column of that row with the slug.
    pub(crate) column: &'static str,
}

/// The repository of slugs.
#[derive(Clone)]
pub(crate) struct Slugs {
    db: Db,
    bearers: &'static [Bearer],
}

impl Slugs {
    pub(crate) fn new(db: Db, bearers: &'static [Bearer]) -> Self {
        Self { db, bearers }
    }

    /// The owner of a slug.
    pub(crate) async fn find(&self, slug: &str) -> Result<Option<Owner>> {
        match self.db.get(SLUGS.at([slug.into()])).await? {
            Some(row) => owner_of(row),
            None => Ok(None),
        }
    }

    /// Claims the slug and writes `then`; false if it is taken.
    pub(crate) async fn claim(&self, slug: &str, owner: Owner, then: Vec<Write>) -> Result<bool> {
        let (kind, id) = owner.columns();
        let row =
            SLUGS.row([("slug", slug.into()), ("kind", kind), ("id", id), ("since", clock::now().into())]);
        let taken = claims::claim(&self.db, row, then, |row| self.stands(slug, row)).await?;
        Ok(taken.is_none())
    }

    /// Releases the slug if it is the owner's.
    pub(crate) async fn release(&self, slug: &str, owner: Owner) -> Result<()> {
        let (kind, id) = owner.columns();
        let guard: Guard = SLUGS.at([slug.into()]).delete_if([("kind", kind.into()), ("id", id.into())]);
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Whether the slug's owner exists and uses it.
    pub(super) async fn stands(&self, slug: &str, row: Row) -> Result<bool> {
        let Some(owner) = owner_of(row)? else { return Ok(false) };
        let mut bearers = self.bearers.iter();
        let Some((key, column)) = bearers.find_map(|bearer| Some(((bearer.key)(owner)?, bearer.column)))
        else {
            return Ok(false);
        };
        Ok(self.db.get(key).await?.is_some_and(|row| *row.peek(column) == Value::from(slug)))
    }
}
