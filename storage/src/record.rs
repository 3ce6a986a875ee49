//! A record: a struct, the table it lies in, and the way between row and struct, declared in one place.

use crate::engine::{Engine, Guard, Key, Range, Write};
use crate::error::{Error, Result};
use crate::table::Table;
use crate::value::{Row, Value};

/// Attempts at a column that others set as well.
const SWAPS: usize = 16;

/// Something whose fields are columns of the same names.
pub trait Record: Sized {
    /// The fields, in the declared order.
    const FIELDS: &'static [&'static str];

    /// The fields' values, in the same order.
    fn values(&self) -> Vec<Value>;

    /// Takes the fields out of a row of any table; a column that the table does not have counts as null.
    /// [`Error::Corrupt`]: a column is null or of another type where the field is not.
    fn take(row: &mut Row) -> Result<Self>;

    /// As [`Record::take`], of a row of which nothing else is needed.
    fn read(mut row: Row) -> Result<Self> {
        Self::take(&mut row)
    }

    /// A row of a table, with the columns that it shares with the record; others are null until they are named.
    fn row_in(&self, table: &'static Table) -> Row {
        Row::from_fields(table, Self::FIELDS, self.values())
    }

    /// The columns in which `new` differs, as they shall be.
    fn changes_to(&self, new: &Self) -> Vec<(&'static str, Value)> {
        let pairs = self.values().into_iter().zip(new.values());
        let all = Self::FIELDS.iter().copied().zip(pairs);
        all.filter(|(_, (old, new))| old != new).map(|(name, (_, new))| (name, new)).collect()
    }
}

/// A record with a table of its own.
pub trait Stored: Record {
    /// Where it lies.
    const TABLE: &'static Table;

    /// The record as a row of its table.
    fn row(&self) -> Row {
        self.row_in(Self::TABLE)
    }

    /// Writes the record for good.
    fn insert(&self) -> Write {
        self.row().insert()
    }

    /// Writes the record when there is none with its key.
    fn if_absent(&self) -> Guard {
        self.row().if_absent()
    }

    /// Its address.
    fn key(&self) -> Key {
        Key { table: Self::TABLE, values: self.row().key().to_vec() }
    }

    /// Sets what is different in `new`, whatever somebody else has written into the other columns meanwhile; nothing where
    /// there is no such row. None: nothing is different.
    fn change_to(&self, new: &Self) -> Option<Guard> {
        let set = self.changes_to(new);
        (!set.is_empty()).then(|| Guard::UpdateIf { key: self.key(), set, conditions: Vec::new(), ttl: None })
    }

    /// As [`Stored::change_to`], where the whole row still is what it was: for what was judged as a whole.
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

    /// Reads many records in one hop; those that are not there are left out.
    pub async fn find_all<T: Record>(&self, keys: Vec<Key>) -> Result<Vec<T>> {
        self.get_many(keys).await?.into_iter().flatten().map(T::read).collect()
    }

    /// Reads records of one partition that lie next to each other.
    pub async fn list<T: Record>(&self, range: Range) -> Result<Vec<T>> {
        self.range(range).await?.into_iter().map(T::read).collect()
    }

    /// As [`Self::find`], reading no more of the row than the record has: a record of a few columns of a table, declared
    /// without one. [`Error::Corrupt`]: the table does not have them all.
    pub async fn pick<T: Record>(&self, key: Key) -> Result<Option<T>> {
        Ok(self.pick_all(key.columns(T::FIELDS)).await?.into_iter().next())
    }

    /// As [`Self::list`], reading no more of each row than the record has.
    pub async fn pick_all<T: Record>(&self, range: Range) -> Result<Vec<T>> {
        self.list(range.columns(T::FIELDS)).await
    }

    /// Sets one column and answers what it held before: of many who do so at once each gets another's. None: there is no
    /// such row. [`Error::Busy`]: others were faster again and again.
    pub async fn swap(&self, key: Key, column: &'static str, value: Value) -> Result<Option<Value>> {
        for _ in 0..SWAPS {
            let Some(row) = self.get(key.clone()).await? else { return Ok(None) };
            let old = row.peek(column).clone();
            let guard = key.clone().update_if([(column, value.clone())], [(column, old.clone().into())]);
            if self.decide(guard, Vec::new()).await? {
                return Ok(Some(old));
            }
        }
        Err(Error::Busy)
    }

    /// Writes when the guard holds, answers whether it did.
    pub async fn decide(&self, guard: Guard, then: Vec<Write>) -> Result<bool> {
        Ok(self.write_if(vec![guard], then).await?.applied())
    }
}

/// Declares a record.
///
/// With a table of its own the columns are given by place, each with its kind (a function of [`crate::table`]) and, where it
/// came later than the table, what a null means:
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
/// What a partition has once is a record of its own, whose first column is set in each:
///
/// ```text
/// pub(crate) static SEATED: "seated", Ascending has SEATS;    // the rows' table, as above
/// pub(crate) static SEATS: "seats" of SEATED;                 // the other: `partition` as there, `columns`, no `clustering`
/// ```
///
/// That makes the struct, the table, `Notice::at(entity_id, notice_id)` (its key), `Notice::of(entity_id)` (the span of its
/// partition), [`Record`] and [`Stored`]. Without a table (`pub struct Body { … }`, fields as in a struct) it is a record that
/// lies in tables declared by hand.
macro_rules! record {
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident;
        $(#[$table_meta:meta])* $table_vis:vis static $table:ident: $table_name:literal, $order:ident $(, $ttl:ident)?
            $(has $statics:ident)?;
        partition { $($(#[$p_meta:meta])* $p:ident: $p_type:ty => $p_kind:ident),+ $(,)? }
        clustering { $($(#[$k_meta:meta])* $k:ident: $k_type:ty => $k_kind:ident),* $(,)? }
        columns { $($(#[$c_meta:meta])* $c:ident: $c_type:ty => $c_kind:ident $(= $c_null:expr)?),* $(,)? }
    ) => {
        $crate::record::record! {
            $(#[$meta])* $vis struct $name {
                $($(#[$p_meta])* $p: $p_type,)+
                $($(#[$k_meta])* $k: $k_type,)*
                $($(#[$c_meta])* $c: $c_type $(= $c_null)?,)*
            }
        }

        $(#[$table_meta])*
        $table_vis static $table: $crate::table::Table = $crate::table::Table {
            name: $table_name,
            partition: &[$($crate::table::$p_kind(stringify!($p))),+],
            clustering: &[$($crate::table::$k_kind(stringify!($k))),*],
            columns: &[$($crate::table::$c_kind(stringify!($c))),*],
            ttl: $crate::record::record!(@ttl $($ttl)?),
            page_order: $crate::table::Order::$order,
            statics: $crate::record::record!(@statics $($statics)?),
        };

        impl $name {
            /// The address of one.
            pub fn at(
                $($p: <$p_type as $crate::value::Cell>::Key<'_>,)+
                $($k: <$k_type as $crate::value::Cell>::Key<'_>,)*
            ) -> $crate::engine::Key {
                $crate::engine::Key { table: &$table, values: vec![$($p.into(),)+ $($k.into()),*] }
            }

            /// All of one partition.
            pub fn of($($p: <$p_type as $crate::value::Cell>::Key<'_>),+) -> $crate::engine::Span {
                $table.span([$($p.into()),+])
            }
        }

        impl $crate::record::Stored for $name {
            const TABLE: &'static $crate::table::Table = &$table;
        }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident;
        $(#[$table_meta:meta])* $table_vis:vis static $table:ident: $table_name:literal of $home:ident;
        partition { $($(#[$p_meta:meta])* $p:ident: $p_type:ty => $p_kind:ident),+ $(,)? }
        columns { $($(#[$c_meta:meta])* $c:ident: $c_type:ty => $c_kind:ident $(= $c_null:expr)?),+ $(,)? }
    ) => {
        $crate::record::record! {
            $(#[$meta])* $vis struct $name {
                $($(#[$p_meta])* $p: $p_type,)+
                $($(#[$c_meta])* $c: $c_type $(= $c_null)?,)+
            }
        }

        $(#[$table_meta])*
        $table_vis static $table: $crate::table::Table = $crate::table::Table {
            name: $table_name,
            partition: &[$($crate::table::$p_kind(stringify!($p))),+],
            clustering: &[],
            columns: &[$($crate::table::$c_kind(stringify!($c))),+],
            ttl: false,
            page_order: $crate::table::Order::Ascending,
            statics: $crate::table::Statics::Of(&$home),
        };

        impl $name {
            /// The address of a partition's.
            pub fn at($($p: <$p_type as $crate::value::Cell>::Key<'_>),+) -> $crate::engine::Key {
                $crate::engine::Key { table: &$table, values: vec![$($p.into()),+] }
            }
        }

        impl $crate::record::Stored for $name {
            const TABLE: &'static $crate::table::Table = &$table;
        }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident {
            $($(#[$f_meta:meta])* $f:ident: $f_type:ty $(= $f_null:expr)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        $vis struct $name {
            $($(#[$f_meta])* pub $f: $f_type),*
        }

        impl $crate::record::Record for $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($f)),*];

            fn values(&self) -> Vec<$crate::value::Value> {
                vec![$($crate::value::Cell::to_value(&self.$f)),*]
            }

            fn take(row: &mut $crate::value::Row) -> $crate::error::Result<Self> {
                Ok(Self {
                    $($f: $crate::record::field(row, stringify!($f), $crate::record::record!(@null $($f_null)?))?),*
                })
            }
        }
    };
    (@statics) => { $crate::table::Statics::None };
    (@statics $statics:ident) => { $crate::table::Statics::In(&$statics) };
    (@ttl) => { false };
    (@ttl ttl) => { true };
    (@null) => { None };
    (@null $null:expr) => { Some($null) };
}

pub(crate) use record;

/// A field of a record, taken out of its row.
pub(crate) fn field<T: crate::value::Cell>(row: &mut Row, name: &'static str, null: Option<T>) -> Result<T> {
    let value = row.take_value(name);
    if let (Value::Null, Some(null)) = (&value, null) {
        return Ok(null);
    }
    T::from_value(value).ok_or_else(|| Error::Corrupt(format!("{}.{name} cannot be read", row.table().name)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use super::*;
    use crate::ids::{EntityId, UserId};
    use crate::table::Order;

    record! {
        /// As the documentation has it.
        struct Notice;
        static NOTICES: "notices", Descending, ttl;
        partition { entity_id: EntityId => bigint }
        clustering { place: String => text, at: i64 => timestamp }
        columns { content: Option<String> => text, readers: Vec<UserId> => text, pinned: bool => boolean = true }
    }

    record! {
        /// Who has a seat.
        struct Seat;
        static SEATED: "seated", Ascending has SEATS;
        partition { course_id: EntityId => bigint }
        clustering { user_id: UserId => bigint }
        columns { since: i64 => timestamp }
    }

    record! {
        /// What a course has once.
        struct Seats;
        static SEATS: "seats" of SEATED;
        partition { course_id: EntityId => bigint }
        columns { seats_left: i64 => int, name: Option<String> => text }
    }

    #[test]
    fn what_a_partition_has_once_is_a_record_of_it() {
        let seats = Seats { course_id: EntityId(7), seats_left: 3, name: None };
        assert_eq!((seats.key().values, Seats::at(EntityId(7)).values), (vec![7.into()], vec![7.into()]));
        assert_eq!(Seats::read(seats.row()).unwrap(), seats);
        assert!(
            std::ptr::eq(SEATS.home(), &raw const SEATED) && std::ptr::eq(SEATED.home(), &raw const SEATED)
        );
        let seat = Seat { course_id: EntityId(7), user_id: UserId(1), since: 5 };
        assert_eq!(Seat::of(EntityId(7)).partition, seat.row().key()[..1]);
        assert_eq!(Seat::at(EntityId(7), UserId(1)).values, seat.row().key());
    }

    fn notice() -> Notice {
        let (place, content) = ("hall".to_owned(), Some("Städdag".to_owned()));
        Notice {
            entity_id: EntityId(7),
            place,
            at: 12,
            content,
            readers: vec![UserId(1), UserId(2)],
            pinned: false,
        }
    }

    #[test]
    fn the_table_is_what_the_declaration_says() {
        assert_eq!(
            NOTICES.cql_ddl(),
            "CREATE TABLE IF NOT EXISTS notices (entity_id bigint, place text, at timestamp, content text, readers text, \
             pinned boolean, PRIMARY KEY ((entity_id), place, at)) WITH CLUSTERING ORDER BY (place DESC, at DESC)"
        );
        assert_eq!((NOTICES.ttl, NOTICES.page_order), (true, Order::Descending));
    }

    #[test]
    fn what_is_written_is_read() {
        let row = notice().row();
        row.verify().unwrap();
        assert_eq!(row.key(), Notice::at(EntityId(7), "hall", 12).values);
        assert_eq!(Notice::read(row).unwrap(), notice());
        let bare = Notice { content: None, readers: Vec::new(), ..notice() };
        assert_eq!(Notice::read(bare.row()).unwrap(), bare);
    }

    #[test]
    fn a_null_is_what_the_declaration_says_or_refused() {
        let row = NOTICES.row([("entity_id", 7.into()), ("place", "hall".into()), ("at", 12.into())]);
        assert!(Notice::read(row).unwrap().pinned);
        let row = NOTICES.row([("entity_id", 7.into()), ("place", "hall".into())]);
        assert!(matches!(Notice::read(row), Err(Error::Corrupt(_))));
    }

    #[test]
    fn only_what_is_different_is_set() {
        assert!(notice().change_to(&notice()).is_none());
        let new = Notice { content: None, ..notice() };
        let Some(Guard::UpdateIf { key, set, conditions, .. }) = notice().change_to(&new) else {
            panic!("an update");
        };
        assert_eq!(key.values, notice().row().key());
        assert_eq!((set, conditions), (vec![("content", Value::Null)], Vec::new()));
    }

    #[test]
    fn what_was_judged_as_a_whole_is_changed_as_a_whole() {
        let new = Notice { pinned: true, ..notice() };
        let Some(Guard::UpdateIf { set, conditions, .. }) = notice().change_whole_to(&new) else {
            panic!("an update");
        };
        assert_eq!(set, [("pinned", true.into())]);
        let stood = [("content", "Städdag".into()), ("readers", "1 2".into()), ("pinned", false.into())];
        assert_eq!(conditions, stood);
    }

    #[test]
    fn a_partition_is_named_by_its_columns() {
        assert_eq!(Notice::of(EntityId(7)).partition, [Value::Int(7)]);
    }
}
