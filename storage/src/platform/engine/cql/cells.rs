//! Values on the wire: one format per column kind, encoded and decoded here because the driver's own value type costs
//! more than reading a page of rows.

use scylla::deserialize::row::ColumnIterator;
use scylla::frame::response::result::ColumnType;
use scylla::serialize::SerializationError;
use scylla::serialize::value::SerializeValue;
use scylla::serialize::writers::{CellWriter, WrittenCellProof};

use crate::platform::engine::Chosen;
use crate::platform::error::{Error, Result};
use crate::platform::table::{Column, ColumnKind, Statics, Table};
use crate::platform::value::{Row, Value};

/// A bound value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Written as a tombstone, or compared with as "no value".
    Null,
    /// Leaves the column unchanged.
    Unset,
    /// `bigint`, `timestamp`.
    Long(i64),
    /// `int`.
    Int(i32),
    /// `boolean`.
    Flag(bool),
    /// `text`, `blob`.
    Bytes(Vec<u8>),
    /// Only in notes: microseconds after the time of the noted decision.
    After(i64),
}

impl Cell {
    /// A value as a column of that kind stores it. A value that does not fit was refused before; it becomes null.
    pub fn of(column: &Column, value: &Value) -> Self {
        match (value, column.kind) {
            (Value::Int(n), ColumnKind::Int) => i32::try_from(*n).map_or(Self::Null, Self::Int),
            (Value::Int(n), _) => Self::Long(*n),
            (Value::Text(text), _) => Self::Bytes(text.as_bytes().to_vec()),
            (Value::Bool(flag), _) => Self::Flag(*flag),
            (Value::Blob(bytes), _) => Self::Bytes(bytes.clone()),
            (Value::Null, _) => Self::Null,
        }
    }

    /// The values of several columns, in order.
    pub fn all<'a>(columns: impl Iterator<Item = &'a Column>, values: &[Value]) -> Vec<Self> {
        columns.zip(values).map(|(column, value)| Self::of(column, value)).collect()
    }

    /// Seconds to live; zero: no time to live.
    pub fn ttl(seconds: Option<u32>) -> Self {
        Self::Int(seconds.map_or(0, |seconds| i32::try_from(seconds).unwrap_or(i32::MAX)))
    }

    /// Size of the value in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Null | Self::Unset => 0,
            Self::Flag(_) => 1,
            Self::Int(_) => 4,
            Self::Long(_) | Self::After(_) => 8,
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The column type is not checked: table and value come from the same declaration.
impl SerializeValue for Cell {
    fn serialize<'b>(
        &self,
        _: &ColumnType,
        writer: CellWriter<'b>,
    ) -> Result<WrittenCellProof<'b>, SerializationError> {
        let written = match self {
            Self::Null => return Ok(writer.set_null()),
            Self::Unset => return Ok(writer.set_unset()),
            Self::Long(n) | Self::After(n) => writer.set_value(&n.to_be_bytes()),
            Self::Int(n) => writer.set_value(&n.to_be_bytes()),
            Self::Flag(flag) => writer.set_value(&[u8::from(*flag)]),
            Self::Bytes(bytes) => writer.set_value(bytes),
        };
        written.map_err(SerializationError::new)
    }
}

fn value(table: &Table, column: &Column, bytes: &[u8]) -> Result<Value> {
    let wrong = || Error::Corrupt(format!("{}.{} is not what it was declared", table.name, column.name));
    Ok(match column.kind {
        ColumnKind::BigInt | ColumnKind::Timestamp => {
            Value::Int(i64::from_be_bytes(bytes.try_into().map_err(|_| wrong())?))
        }
        ColumnKind::Int => Value::Int(i32::from_be_bytes(bytes.try_into().map_err(|_| wrong())?).into()),
        ColumnKind::Boolean => Value::Bool(bytes.first().is_some_and(|byte| *byte != 0)),
        ColumnKind::Text => Value::Text(std::str::from_utf8(bytes).map_err(|_| wrong())?.to_owned()),
        ColumnKind::Blob => Value::Blob(bytes.to_vec()),
    })
}

/// A row that was read with these columns, in the declared order.
pub fn row(table: &'static Table, chosen: Chosen, columns: ColumnIterator<'_, '_>) -> Result<Row> {
    let mut values = vec![Value::Null; table.width()];
    for ((at, declared), column) in table.chosen(chosen).zip(columns) {
        let column = column.map_err(|error| Error::Corrupt(error.to_string()))?;
        if let Some(slice) = column.slice {
            values[at] = value(table, declared, slice.as_slice())?;
        }
    }
    Ok(Row::read(table, values))
}

/// The row in a refused guard's answer, whose columns come in any order among others. None: there is no row, or the
/// answer does not hold all of it.
pub fn answered_row(table: &'static Table, columns: ColumnIterator<'_, '_>) -> Result<Option<Row>> {
    let (mut values, mut answered) = (vec![Value::Null; table.width()], 0);
    for column in columns {
        let column = column.map_err(|error| Error::Corrupt(error.to_string()))?;
        let Some(at) = table.position(column.spec.name()) else { continue };
        let Some(declared) = table.column_at(at) else { continue };
        answered += 1;
        if let Some(slice) = column.slice {
            values[at] = value(table, declared, slice.as_slice())?;
        }
    }
    let row = Row::read(table, values);
    Ok((answered == table.width() && !row.key().contains(&Value::Null)).then_some(row))
}

/// Whether the row exists. Cells of an update may outlive an expired row: such a remnant lacks the column that every
/// row has. CQL also reads a partition with only static columns as a row without its key, and one without static
/// columns as if it had them.
pub fn is_whole(row: &Row) -> bool {
    let table = row.table();
    if matches!(table.statics, Statics::In(_)) && row.key().contains(&Value::Null) {
        return false;
    }
    table.existence().is_none_or(|column| *row.peek(column.name) != Value::Null)
}
