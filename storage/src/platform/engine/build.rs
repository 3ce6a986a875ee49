//! Short ways to say which rows are meant and what becomes of them.

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
    /// Only rows with these first clustering values.
    #[must_use]
    pub fn prefix<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.prefix = values.into();
        self
    }

    /// Only rows after the value in the clustering column after the prefix.
    #[must_use]
    pub fn after(mut self, value: impl Into<Value>) -> Self {
        self.from = Bound::Excluded(vec![value.into()]);
        self
    }

    /// Only rows after the value, where there is one: the next page of what is read smallest first.
    #[must_use]
    pub fn after_any(self, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.after(value),
            None => self,
        }
    }

    /// Only rows from the value on.
    #[must_use]
    pub fn from(mut self, value: impl Into<Value>) -> Self {
        self.from = Bound::Included(vec![value.into()]);
        self
    }

    /// Only rows before the value.
    #[must_use]
    pub fn before(mut self, value: impl Into<Value>) -> Self {
        self.to = Bound::Excluded(vec![value.into()]);
        self
    }

    /// Only rows before the value, where there is one: the next page of what is read newest first.
    #[must_use]
    pub fn before_any(self, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.before(value),
            None => self,
        }
    }

    /// Only rows up to and with the value.
    #[must_use]
    pub fn up_to(mut self, value: impl Into<Value>) -> Self {
        self.to = Bound::Included(vec![value.into()]);
        self
    }

    /// Only rows after these values of the clustering columns after the prefix, taken together: where the last page of a list
    /// by time ended, `after_all([at, id])`.
    #[must_use]
    pub fn after_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.from = Bound::Excluded(values.into());
        self
    }

    /// As [`Span::after_all`], with the row of these values.
    #[must_use]
    pub fn from_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.from = Bound::Included(values.into());
        self
    }

    /// Only rows before these values, taken together.
    #[must_use]
    pub fn before_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.to = Bound::Excluded(values.into());
        self
    }

    /// As [`Span::before_all`], with the row of these values.
    #[must_use]
    pub fn up_to_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.to = Bound::Included(values.into());
        self
    }

    /// Reads the first `limit` rows, smallest first.
    pub fn ascending(self, limit: usize) -> Range {
        Range { span: self, order: Order::Ascending, limit, columns: None }
    }

    /// Reads the last `limit` rows, largest first.
    pub fn descending(self, limit: usize) -> Range {
        Range { span: self, order: Order::Descending, limit, columns: None }
    }

    /// Removes the rows.
    pub fn delete(self) -> Write {
        Write::DeleteRange { span: self }
    }

    /// Removes the rows for good; see [`Write::Forget`].
    pub fn forget(self) -> Write {
        Write::Forget { span: self }
    }
}

impl Range {
    /// Reads these columns and the key alone; see [`Range::columns`].
    #[must_use]
    pub fn columns(mut self, columns: &'static [&'static str]) -> Self {
        self.columns = Some(columns);
        self
    }
}

impl Row {
    /// Writes the row for good.
    pub fn insert(self) -> Write {
        Write::Insert { row: self, ttl: None }
    }

    /// Writes the row for some seconds.
    pub fn insert_for(self, ttl: u32) -> Write {
        Write::Insert { row: self, ttl: Some(ttl) }
    }

    /// Writes the row when there is none with its key.
    pub fn if_absent(self) -> Guard {
        Guard::InsertIfAbsent { row: self, ttl: None }
    }

    /// Writes the row for some seconds when there is none with its key.
    pub fn if_absent_for(self, ttl: u32) -> Guard {
        Guard::InsertIfAbsent { row: self, ttl: Some(ttl) }
    }
}

impl Key {
    /// Reads these columns of the row and the key alone; see [`Range::columns`].
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

    /// Sets registers that only grow.
    pub fn raise<const N: usize>(self, set: [(&'static str, i64); N]) -> Write {
        Write::Raise { key: self, set: set.into() }
    }

    /// Removes the row.
    pub fn delete(self) -> Write {
        Write::Delete { key: self }
    }

    /// Sets columns when the row is there and the conditions hold.
    pub fn update_if<const N: usize, const M: usize>(
        self,
        set: [(&'static str, Value); N],
        conditions: [(&'static str, Is); M],
    ) -> Guard {
        Guard::UpdateIf { key: self, set: set.into(), conditions: conditions.into(), ttl: None }
    }

    /// Removes the row when it is there and the conditions hold.
    pub fn delete_if<const M: usize>(self, conditions: [(&'static str, Is); M]) -> Guard {
        Guard::DeleteIf { key: self, conditions: conditions.into() }
    }
}
