//! Records: a struct, its table, and the conversion between row and struct, declared in one place.

use crate::platform::engine::{Engine, Guard, Key, Range, Span, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Most attempts of a swap under contention.
const SWAPS: usize = 16;

/// A struct whose fields are columns of the same names.
pub trait Record: Sized {
    /// The field names, in the declared order.
    const FIELDS: &'static [&'static str];

    /// The fields' values, in the same order.
    fn values(&self) -> Vec<Value>;

    /// Takes the fields out of a row of any table; a column that the table lacks counts as null. [`Error::Corrupt`]: a
    /// column is null or of another type although the field does not allow it.
    fn take(row: &mut Row) -> Result<Self>;

    /// As [`Record::take`], consuming the row.
    fn read(mut row: Row) -> Result<Self> {
        Self::take(&mut row)
    }

    /// A row of a table with the columns that it shares with the record; the others stay null until set.
    fn row_in(&self, table: &'static Table) -> Row {
        Row::from_fields(table, Self::FIELDS, self.values())
    }

    /// The columns in which `new` differs, with their new values.
    fn changes_to(&self, new: &Self) -> Vec<(&'static str, Value)> {
        let pairs = self.values().into_iter().zip(new.values());
        let all = Self::FIELDS.iter().copied().zip(pairs);
        all.filter(|(_, (old, new))| old != new).map(|(name, (_, new))| (name, new)).collect()
    }
}

/// A record with a table of its own.
pub trait Stored: Record {
    /// Its table.
    const TABLE: &'static Table;

    /// The record as a row of its table.
    fn row(&self) -> Row {
        self.row_in(Self::TABLE)
    }

    /// Writes the record without a time to live.
    fn insert(&self) -> Write {
        self.row().insert()
    }

    /// Writes the record if there is none with its key.
    fn if_absent(&self) -> Guard {
        self.row().if_absent()
    }

    /// Its key.
    fn key(&self) -> Key {
        Key { table: Self::TABLE, values: self.row().key().to_vec() }
    }

    /// Sets the columns that differ in `new`, whatever others wrote into the other columns meanwhile; refused if the
    /// row does not exist. None: nothing differs.
    fn change_to(&self, new: &Self) -> Option<Guard> {
        let set = self.changes_to(new);
        (!set.is_empty()).then(|| Guard::UpdateIf { key: self.key(), set, conditions: Vec::new(), ttl: None })
    }

    /// As [`Stored::change_to`], if the row's column `version` is as it was read; of tables with such a column. `new` has
    /// another version.
    fn change_version_to(&self, new: &Self) -> Guard {
        let version = self.row().peek("version").clone();
        Guard::UpdateIf {
            key: self.key(),
            set: self.changes_to(new),
            conditions: vec![("version", version.into())],
            ttl: None,
        }
    }

    /// As [`Stored::change_to`], if the whole row is unchanged: for decisions that depended on all of it.
    fn change_whole_to(&self, new: &Self) -> Option<Guard> {
        let set = self.changes_to(new);
        let row = self.row();
        let stood =
            Self::TABLE.columns.iter().map(|column| (column.name, row.peek(column.name).clone().into()));
        (!set.is_empty()).then(|| Guard::UpdateIf {
            key: self.key(),
            set,
            conditions: stood.collect(),
            ttl: None,
        })
    }
}

impl dyn Engine {
    /// Reads one record.
    pub async fn find<T: Record>(&self, key: Key) -> Result<Option<T>> {
        self.get(key).await?.map(T::read).transpose()
    }

    /// As [`Self::find`], for a decision ([`Engine::get_settled`]).
    pub async fn find_settled<T: Record>(&self, key: Key) -> Result<Option<T>> {
        self.get_settled(key).await?.map(T::read).transpose()
    }

    /// Reads many records in one round trip; missing ones are left out.
    pub async fn find_all<T: Record>(&self, keys: Vec<Key>) -> Result<Vec<T>> {
        self.get_many(keys).await?.into_iter().flatten().map(T::read).collect()
    }

    /// Reads adjacent records of one partition.
    pub async fn list<T: Record>(&self, range: Range) -> Result<Vec<T>> {
        self.range(range).await?.into_iter().map(T::read).collect()
    }

    /// As [`Self::list`], for many ranges in one round trip; in their order.
    pub async fn list_many<T: Record>(&self, ranges: Vec<Range>) -> Result<Vec<Vec<T>>> {
        let lists = self.range_many(ranges).await?;
        lists.into_iter().map(|rows| rows.into_iter().map(T::read).collect()).collect()
    }

    /// As [`Self::find`], reading only the record's columns: for a record of a few columns of another's table.
    /// [`Error::Corrupt`]: the table lacks one of them.
    pub async fn pick<T: Record>(&self, key: Key) -> Result<Option<T>> {
        Ok(self.pick_all(key.columns(T::FIELDS)).await?.into_iter().next())
    }

    /// As [`Self::list`], reading only the record's columns.
    pub async fn pick_all<T: Record>(&self, range: Range) -> Result<Vec<T>> {
        self.list(range.columns(T::FIELDS)).await
    }

    /// Sets one column, writes `then`, and answers the column's previous value; concurrent callers each get a different
    /// one. None: the row does not exist. [`Error::Busy`]: lost against others too often.
    pub async fn swap(
        &self,
        key: Key,
        column: &'static str,
        value: Value,
        then: Vec<Write>,
    ) -> Result<Option<Value>> {
        for _ in 0..SWAPS {
            let Some(row) = self.get(key.clone()).await? else { return Ok(None) };
            let old = row.peek(column).clone();
            let guard = key.clone().update_if([(column, value.clone())], [(column, old.clone().into())]);
            if self.decide(guard, then.clone()).await? {
                return Ok(Some(old));
            }
        }
        Err(Error::Busy)
    }

    /// Reads a page in descending order; answers whether there is more.
    pub async fn page<T: Record>(&self, span: Span, limit: usize) -> Result<(Vec<T>, bool)> {
        let mut found = self.list(span.descending(limit + 1)).await?;
        let has_more = found.len() > limit;
        found.truncate(limit);
        Ok((found, has_more))
    }

    /// Writes if the guard holds; answers whether it did.
    pub async fn decide(&self, guard: Guard, then: Vec<Write>) -> Result<bool> {
        Ok(self.write_if(vec![guard], then).await?.applied())
    }
}

/// Declares a record.
///
/// With a table of its own, the columns are listed by role, each with its kind (a function of
/// [`crate::platform::table`]) and, if it was added later than the table, what a null means:
///
/// ```text
/// record! {
///     /// What somebody pinned to the board.
///     pub struct Notice;
///     pub(crate) static NOTICES: "notices", Descending;        // or `Descending, ttl`
///     partition { /// Whose board. entity_id: EntityId => bigint }
///     clustering { /// Which. notice_id: NoticeId => bigint }
///     columns { /// Its text. content: String => text, /// Shown first. pinned: bool => boolean = false }
/// }
/// ```
///
/// Static columns are a record of their own, whose first column is always set:
///
/// ```text
/// pub(crate) static SEATED: "seated", Ascending has SEATS;    // the rows' table, as above
/// pub(crate) static SEATS: "seats" of SEATED;                 // the other: `partition` as there, `columns`, no `clustering`
/// ```
///
/// This generates the struct, the table, `Notice::at(entity_id, notice_id)` (its key), `Notice::of(entity_id)` (the
/// span of its partition), [`Record`] and [`Stored`]. Without a table (`pub struct Body { … }`, fields as in a struct)
/// it is a record for tables that are declared by hand.
#[macro_export]
macro_rules! record {
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident;
        $(#[$table_meta:meta])* $table_vis:vis static $table:ident: $table_name:literal, $order:ident $(, $ttl:ident)?
            $(has $statics:ident)?;
        partition { $($(#[$p_meta:meta])* $p:ident: $p_type:ty => $p_kind:ident),+ $(,)? }
        clustering { $($(#[$k_meta:meta])* $k:ident: $k_type:ty => $k_kind:ident),* $(,)? }
        columns { $($(#[$c_meta:meta])* $c:ident: $c_type:ty => $c_kind:ident $(= $c_null:expr)?),* $(,)? }
    ) => {
        $crate::record! {
            $(#[$meta])* $vis struct $name {
                $($(#[$p_meta])* $p: $p_type,)+
                $($(#[$k_meta])* $k: $k_type,)*
                $($(#[$c_meta])* $c: $c_type $(= $c_null)?,)*
            }
        }

        $(#[$table_meta])*
        $table_vis static $table: $crate::platform::table::Table = $crate::platform::table::Table {
            name: $table_name,
            partition: &[$($crate::platform::table::$p_kind(stringify!($p))),+],
            clustering: &[$($crate::platform::table::$k_kind(stringify!($k))),*],
            columns: &[$($crate::platform::table::$c_kind(stringify!($c))),*],
            ttl: $crate::record!(@ttl $($ttl)?),
            page_order: $crate::platform::table::Order::$order,
            statics: $crate::platform::record::record!(@statics $($statics)?),
        };

        #[allow(dead_code, reason = "every record offers both")]
        impl $name {
            /// The key of a row.
            pub fn at(
                $($p: <$p_type as $crate::platform::value::Cell>::Key<'_>,)+
                $($k: <$k_type as $crate::platform::value::Cell>::Key<'_>,)*
            ) -> $crate::platform::engine::Key {
                $crate::platform::engine::Key { table: &$table, values: vec![$($p.into(),)+ $($k.into()),*] }
            }

            /// The span of a partition.
            pub fn of($($p: <$p_type as $crate::platform::value::Cell>::Key<'_>),+) -> $crate::platform::engine::Span {
                $table.span([$($p.into()),+])
            }
        }

        impl $crate::platform::record::Stored for $name {
            const TABLE: &'static $crate::platform::table::Table = &$table;
        }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident;
        $(#[$table_meta:meta])* $table_vis:vis static $table:ident: $table_name:literal of $home:ident;
        partition { $($(#[$p_meta:meta])* $p:ident: $p_type:ty => $p_kind:ident),+ $(,)? }
        columns { $($(#[$c_meta:meta])* $c:ident: $c_type:ty => $c_kind:ident $(= $c_null:expr)?),+ $(,)? }
    ) => {
        $crate::platform::record::record! {
            $(#[$meta])* $vis struct $name {
                $($(#[$p_meta])* $p: $p_type,)+
                $($(#[$c_meta])* $c: $c_type $(= $c_null)?,)+
            }
        }

        $(#[$table_meta])*
        $table_vis static $table: $crate::platform::table::Table = $crate::platform::table::Table {
            name: $table_name,
            partition: &[$($crate::platform::table::$p_kind(stringify!($p))),+],
            clustering: &[],
            columns: &[$($crate::platform::table::$c_kind(stringify!($c))),+],
            ttl: false,
            page_order: $crate::platform::table::Order::Ascending,
            statics: $crate::platform::table::Statics::Of(&$home),
        };

        impl $name {
            /// The key of a partition's static columns.
            pub fn at($($p: <$p_type as $crate::platform::value::Cell>::Key<'_>),+) -> $crate::platform::engine::Key {
                $crate::platform::engine::Key { table: &$table, values: vec![$($p.into()),+] }
            }
        }

        impl $crate::platform::record::Stored for $name {
            const TABLE: &'static $crate::platform::table::Table = &$table;
        }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident {
            $($(#[$f_meta:meta])* $f:ident: $f_type:ty $(= $f_null:expr)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(clippy::struct_field_names, reason = "columns are named as in the store")]
        $vis struct $name {
            $($(#[$f_meta])* pub $f: $f_type),*
        }

        impl $crate::platform::record::Record for $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($f)),*];

            fn values(&self) -> Vec<$crate::platform::value::Value> {
                vec![$($crate::platform::value::Cell::to_value(&self.$f)),*]
            }

            fn take(row: &mut $crate::platform::value::Row) -> $crate::Result<Self> {
                Ok(Self {
                    $($f: $crate::platform::record::field(row, stringify!($f), $crate::record!(@null $($f_null)?))?),*
                })
            }
        }
    };
    (@statics) => { $crate::platform::table::Statics::None };
    (@statics $statics:ident) => { $crate::platform::table::Statics::In(&$statics) };
    (@ttl) => { false };
    (@ttl ttl) => { true };
    (@null) => { None };
    (@null $null:expr) => { Some($null) };
}

pub use record;

/// Takes a field of a record out of a row.
#[doc(hidden)]
pub fn field<T: crate::platform::value::Cell>(
    row: &mut Row,
    name: &'static str,
    null: Option<T>,
) -> Result<T> {
    let value = row.take_value(name);
    if let (Value::Null, Some(null)) = (&value, null) {
        return Ok(null);
    }
    T::from_value(value).ok_or_else(|| Error::Corrupt(format!("{}.{name} cannot be read", row.table().name)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests;
