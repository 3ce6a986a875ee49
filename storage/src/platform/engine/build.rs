//! Builders for keys, spans, reads, writes and guards.

use std::ops::Bound;

use super::{Guard, Is, Key, Range, Span, Write};
use crate::platform::table::{Order, Table};
use crate::platform::value::{Row, Value};

impl Table {
    /// A row's address.
    pub fn at<const N: usize>(&'static self, values: [Value; N]) -> Key {
        Key { table: self, values: values.into() }
    }

    /// All rows of a partition.
    pub fn span<const N: usize>(&'static self, partition: [Value; N]) -> Span {
        Span {
            table: self,
            partition: partition.into(),
            prefix: Vec::new(),
            from: Bound::Unbounded,
            to: Bound::Unbounded,
        }
    }

    /// A row to be written; see [`Row::of`].
    pub fn row<const N: usize>(&'static self, columns: [(&'static str, Value); N]) -> Row {
        Row::of(self, columns)
    }
}

impl Span {
    /// Restricts to rows with these first clustering values.
    #[must_use]
    pub fn prefix<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.prefix = values.into();
        self
    }

    /// Restricts to rows after the value, in the clustering column after the prefix.
    #[must_use]
    pub fn after(mut self, value: impl Into<Value>) -> Self {
        self.from = Bound::Excluded(vec![value.into()]);
        self
    }

    /// As [`Span::after`] if there is a value: the next page in ascending order.
    #[must_use]
    pub fn after_any(self, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.after(value),
            None => self,
        }
    }

    /// Restricts to rows from the value on, inclusive.
    #[must_use]
    pub fn from(mut self, value: impl Into<Value>) -> Self {
        self.from = Bound::Included(vec![value.into()]);
        self
    }

    /// Restricts to rows before the value, exclusive.
    #[must_use]
    pub fn before(mut self, value: impl Into<Value>) -> Self {
        self.to = Bound::Excluded(vec![value.into()]);
        self
    }

    /// As [`Span::before`] if there is a value: the next page in descending order.
    #[must_use]
    pub fn before_any(self, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.before(value),
            None => self,
        }
    }

    /// Restricts to rows up to the value, inclusive.
    #[must_use]
    pub fn up_to(mut self, value: impl Into<Value>) -> Self {
        self.to = Bound::Included(vec![value.into()]);
        self
    }

    /// Restricts to rows after these values of the clustering columns after the prefix, compared as a tuple: a cursor
    /// of a list by time, `after_all([at, id])`.
    #[must_use]
    pub fn after_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.from = Bound::Excluded(values.into());
        self
    }

    /// As [`Span::after_all`], inclusive.
    #[must_use]
    pub fn from_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.from = Bound::Included(values.into());
        self
    }

    /// Restricts to rows before these values, compared as a tuple.
    #[must_use]
    pub fn before_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.to = Bound::Excluded(values.into());
        self
    }

    /// As [`Span::before_all`], inclusive.
    #[must_use]
    pub fn up_to_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.to = Bound::Included(values.into());
        self
    }

    /// Reads the first `limit` rows in ascending order.
    pub fn ascending(self, limit: usize) -> Range {
        Range { span: self, order: Order::Ascending, limit, columns: None }
    }

    /// Reads the last `limit` rows in descending order.
    pub fn descending(self, limit: usize) -> Range {
        Range { span: self, order: Order::Descending, limit, columns: None }
    }

    /// Removes the rows.
    pub fn delete(self) -> Write {
        Write::DeleteRange { span: self }
    }

    /// Removes the rows for ever; see [`Write::Forget`].
    pub fn forget(self) -> Write {
        Write::Forget { span: self }
    }
}

impl Range {
    /// Reads only these columns and the key; see [`Range::columns`].
    #[must_use]
    pub fn columns(mut self, columns: &'static [&'static str]) -> Self {
        self.columns = Some(columns);
        self
    }
}

impl Row {
    /// Writes the row without a time to live.
    pub fn insert(self) -> Write {
        Write::Insert { row: self, ttl: None }
    }

    /// Writes the row with a time to live, in seconds.
    pub fn insert_for(self, ttl: u32) -> Write {
        Write::Insert { row: self, ttl: Some(ttl) }
    }

    /// Writes the row if there is none with its key.
    pub fn if_absent(self) -> Guard {
        Guard::InsertIfAbsent { row: self, ttl: None }
    }

    /// As [`Row::if_absent`], with a time to live in seconds.
    pub fn if_absent_for(self, ttl: u32) -> Guard {
        Guard::InsertIfAbsent { row: self, ttl: Some(ttl) }
    }
}

impl Key {
    /// Reads only these columns of the row and the key; see [`Range::columns`].
    pub fn columns(self, columns: &'static [&'static str]) -> Range {
        let mut partition = self.values;
        let prefix = partition.split_off(partition.len().min(self.table.partition.len()));
        let (from, to) = (Bound::Unbounded, Bound::Unbounded);
        Span { table: self.table, partition, prefix, from, to }.ascending(1).columns(columns)
    }

    /// Sets columns.
    pub fn update<const N: usize>(self, set: [(&'static str, Value); N]) -> Write {
        Write::Update { key: self, set: set.into() }
    }

    /// Raises columns; see [`Write::Raise`].
    pub fn raise<const N: usize>(self, set: [(&'static str, i64); N]) -> Write {
        Write::Raise { key: self, set: set.into() }
    }

    /// Removes the row.
    pub fn delete(self) -> Write {
        Write::Delete { key: self }
    }

    /// Sets columns if the row exists and the conditions hold.
    pub fn update_if<const N: usize, const M: usize>(
        self,
        set: [(&'static str, Value); N],
        conditions: [(&'static str, Is); M],
    ) -> Guard {
        Guard::UpdateIf { key: self, set: set.into(), conditions: conditions.into(), ttl: None }
    }

    /// Removes the row if it exists and the conditions hold.
    pub fn delete_if<const M: usize>(self, conditions: [(&'static str, Is); M]) -> Guard {
        Guard::DeleteIf { key: self, conditions: conditions.into() }
    }
}
