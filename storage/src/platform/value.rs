//! Values and rows: typed content of tables, read without a panic on bad data.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::platform::error::{Error, Result};
use crate::platform::table::{ColumnKind, Table};

/// The value of one column. Ids and times are `Int`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// No value; a condition on it means "the column has none".
    #[default]
    Null,
    /// A whole number, an id or a time in epoch milliseconds.
    Int(i64),
    /// Text in UTF-8.
    Text(String),
    /// Yes or no.
    Bool(bool),
    /// Bytes.
    Blob(Vec<u8>),
}

impl Value {
    /// Whether a column of this kind accepts the value. Null is accepted everywhere but in keys.
    pub fn fits(&self, kind: ColumnKind) -> bool {
        match self {
            Self::Null => true,
            Self::Int(n) => match kind {
                ColumnKind::BigInt | ColumnKind::Timestamp => true,
                ColumnKind::Int => i32::try_from(*n).is_ok(),
                _ => false,
            },
            Self::Text(_) => kind == ColumnKind::Text,
            Self::Bool(_) => kind == ColumnKind::Boolean,
            Self::Blob(_) => kind == ColumnKind::Blob,
        }
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Bool(b)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A Rust type that can be stored in a column.
pub trait Cell: Sized {
    /// Its form in a key.
    type Key<'a>: Into<Value>;

    /// Reads the value. None: it is of another type.
    fn from_value(value: Value) -> Option<Self>;

    /// The value to be stored.
    fn to_value(&self) -> Value;
}

/// An element of lists that are stored as text, separated by spaces.
pub trait Word: Copy + ToString {
    /// Parses the element.
    fn from_word(word: &str) -> Option<Self>;
}

impl Word for i64 {
    fn from_word(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Implements [`Cell`] for types that copy into their value.
macro_rules! copied_cell {
    () => {
        type Key<'a> = Self;

        fn to_value(&self) -> $crate::platform::value::Value {
            (*self).into()
        }
    };
}

pub(crate) use copied_cell;

impl Cell for i64 {
    copied_cell!();

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Int(n) = value { Some(n) } else { None }
    }
}

impl Cell for bool {
    copied_cell!();

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Bool(b) = value { Some(b) } else { None }
    }
}

impl Cell for String {
    type Key<'a> = &'a str;

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text) } else { None }
    }

    fn to_value(&self) -> Value {
        self.as_str().into()
    }
}

impl<T: Cell> Cell for Option<T> {
    type Key<'a> = Option<T::Key<'a>>;

    fn from_value(value: Value) -> Option<Self> {
        if value == Value::Null { Some(None) } else { T::from_value(value).map(Some) }
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Cell::to_value)
    }
}

impl<T: Word> Cell for Vec<T> {
    type Key<'a> = Value;

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::new()),
            Value::Text(text) => text.split_whitespace().map(T::from_word).collect(),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        self.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ").into()
    }
}

/// Stores structured types in a column as JSON.
macro_rules! json_cell {
    ($($name:ident),+ $(,)?) => {$(
        impl $crate::platform::value::Cell for $name {
            type Key<'a> = $crate::platform::value::Value;

            fn from_value(value: $crate::platform::value::Value) -> Option<Self> {
                match value {
                    $crate::platform::value::Value::Text(text) => serde_json::from_str(&text).ok(),
                    _ => None,
                }
            }

            fn to_value(&self) -> $crate::platform::value::Value {
                // Such types have only string keys, so that they always serialize.
                serde_json::to_string(self).map_or($crate::platform::value::Value::Null, $crate::platform::value::Value::Text)
            }
        }
    )+};
}
pub(crate) use json_cell;

/// A column with a structured value as JSON; null: the default value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Json<T>(pub T);

impl<T: Serialize + DeserializeOwned + Default + PartialEq> Cell for Json<T> {
    type Key<'a> = Value;

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::default()),
            Value::Text(text) => serde_json::from_str(&text).ok().map(Self),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        if self.0 == T::default() {
            return Value::Null;
        }
        // Such types have only string keys, so that they always serialize.
        serde_json::to_string(&self.0).map_or(Value::Null, Value::Text)
    }
}

/// A whole row of a table: every column, in the order of the declaration.
#[derive(Debug, Clone)]
pub struct Row {
    table: &'static Table,
    values: Vec<Value>,
    /// Where the search for the next column starts: rows are mostly read in the declared order.
    next: usize,
    /// A column that does not exist or does not accept its value; the engine refuses such a row.
    fault: Option<&'static str>,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.values == other.values
    }
}

impl Row {
    /// A row to be written; unnamed columns are null.
    pub fn of<const N: usize>(table: &'static Table, columns: [(&'static str, Value); N]) -> Self {
        Self { table, values: vec![Value::Null; table.width()], next: 0, fault: None }.with(columns)
    }

    /// Sets further columns of a row to be written.
    #[must_use]
    pub fn with<const N: usize>(mut self, columns: [(&'static str, Value); N]) -> Self {
        for (name, value) in columns {
            match self.find(name) {
                Some(at) if self.table.column_at(at).is_some_and(|c| value.fits(c.kind)) => {
                    self.values[at] = value;
                }
                _ => self.fault = Some(name),
            }
        }
        self
    }

    /// A row with those fields that are columns of the table.
    pub(crate) fn from_fields(table: &'static Table, fields: &[&'static str], values: Vec<Value>) -> Self {
        let mut row = Self { table, values: vec![Value::Null; table.width()], next: 0, fault: None };
        for (name, value) in fields.iter().zip(values) {
            match row.find(name) {
                Some(at) if table.column_at(at).is_some_and(|column| value.fits(column.kind)) => {
                    row.values[at] = value;
                }
                Some(_) => row.fault = Some(name),
                None => {}
            }
        }
        row
    }

    /// A row as an engine read it; `values` in the order of the declaration.
    pub fn read(table: &'static Table, values: Vec<Value>) -> Self {
        Self { table, values, next: 0, fault: None }
    }

    /// The table the row belongs to.
    pub fn table(&self) -> &'static Table {
        self.table
    }

    /// All values in the order of the declaration.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The values of the primary key, partition first.
    pub fn key(&self) -> &[Value] {
        self.values.get(..self.table.key_width()).unwrap_or_default()
    }

    /// Whether the row can be written: known columns, values of their kinds, a complete key.
    pub fn verify(&self) -> Result<()> {
        if let Some(name) = self.fault {
            return Err(Error::Corrupt(format!("{}.{name} does not take this value", self.table.name)));
        }
        if self.values.len() != self.table.width() || self.key().contains(&Value::Null) {
            return Err(Error::Corrupt(format!("a row of {} without its key", self.table.name)));
        }
        Ok(())
    }

    /// A column's value without taking it; null if there is no such column.
    pub fn peek(&self, name: &str) -> &Value {
        self.table.position(name).and_then(|at| self.values.get(at)).unwrap_or(&Value::Null)
    }

    /// Takes a column out of the row as a Rust type. [`Error::Corrupt`] if it is absent or of another type.
    pub fn take<T: Cell>(&mut self, name: &'static str) -> Result<T> {
        let at = self.find(name).ok_or_else(|| self.corrupt(name))?;
        let value = self.values.get_mut(at).map(std::mem::take).unwrap_or_default();
        T::from_value(value).ok_or_else(|| self.corrupt(name))
    }

    /// Takes a column's value out of the row; null if there is no such column.
    pub(crate) fn take_value(&mut self, name: &str) -> Value {
        let at = self.find(name);
        at.and_then(|at| self.values.get_mut(at)).map(std::mem::take).unwrap_or_default()
    }

    /// As [`Row::take`], with a default for null (columns added later, rows created by an update).
    pub fn take_or<T: Cell>(&mut self, name: &'static str, default: T) -> Result<T> {
        Ok(self.take::<Option<T>>(name)?.unwrap_or(default))
    }

    fn corrupt(&self, name: &str) -> Error {
        Error::Corrupt(format!("{}.{name} cannot be read", self.table.name))
    }

    fn find(&mut self, name: &str) -> Option<usize> {
        let at = match self.table.column_at(self.next) {
            Some(column) if column.name == name => self.next,
            _ => self.table.position(name)?,
        };
        self.next = at + 1;
        Some(at)
    }
}
