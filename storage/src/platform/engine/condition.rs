//! What a guard asks of a column.

use super::Guard;
use crate::platform::table::ColumnKind;
use crate::platform::value::{Row, Value};

/// Values that one [`Is::OneOf`] names at most.
const MOST: usize = 16;

/// What a column is to be. A value stands for being equal to it: `("owner", "anna".into())`; others are named:
/// `("seats_left", Is::above(0))`. A column without a value is equal to [`Value::Null`] alone, and neither below nor above
/// anything nor one of any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Is {
    /// The value itself; null: the column has none.
    Equal(Value),
    /// `<`; whole numbers and times by size, texts by their bytes. So are the next three.
    Below(Value),
    /// `<=`
    UpTo(Value),
    /// `>`
    Above(Value),
    /// `>=`
    AtLeast(Value),
    /// One of these, from one to sixteen.
    OneOf(Vec<Value>),
}

impl<T: Into<Value>> From<T> for Is {
    fn from(value: T) -> Self {
        Self::Equal(value.into())
    }
}

impl Is {
    /// Smaller.
    pub fn below(value: impl Into<Value>) -> Self {
        Self::Below(value.into())
    }

    /// Smaller or equal.
    pub fn up_to(value: impl Into<Value>) -> Self {
        Self::UpTo(value.into())
    }

    /// Larger.
    pub fn above(value: impl Into<Value>) -> Self {
        Self::Above(value.into())
    }

    /// Larger or equal.
    pub fn at_least(value: impl Into<Value>) -> Self {
        Self::AtLeast(value.into())
    }

    /// Equal to one of them.
    pub fn one_of<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::OneOf(values.into_iter().map(Into::into).collect())
    }

    /// The values it names.
    pub fn values(&self) -> &[Value] {
        match self {
            Self::Equal(value)
            | Self::Below(value)
            | Self::UpTo(value)
            | Self::Above(value)
            | Self::AtLeast(value) => std::slice::from_ref(value),
            Self::OneOf(values) => values,
        }
    }

    /// Whether it may be asked of a column of that kind.
    pub(super) fn fits(&self, kind: ColumnKind) -> bool {
        let has_order =
            matches!(kind, ColumnKind::BigInt | ColumnKind::Int | ColumnKind::Timestamp | ColumnKind::Text);
        let may = match self {
            Self::Equal(_) => return self.values().iter().all(|value| value.fits(kind)),
            Self::OneOf(values) => (1..=MOST).contains(&values.len()),
            _ => has_order,
        };
        may && self.values().iter().all(|value| *value != Value::Null && value.fits(kind))
    }

    /// Whether the value of a row that is there is so.
    fn holds(&self, of: &Value) -> bool {
        let ordered = |wanted: &Value| match (of, wanted) {
            (Value::Int(of), Value::Int(wanted)) => Some(of.cmp(wanted)),
            (Value::Text(of), Value::Text(wanted)) => Some(of.as_bytes().cmp(wanted.as_bytes())),
            _ => None,
        };
        match self {
            Self::Equal(value) => of == value,
            Self::Below(value) => ordered(value).is_some_and(std::cmp::Ordering::is_lt),
            Self::UpTo(value) => ordered(value).is_some_and(std::cmp::Ordering::is_le),
            Self::Above(value) => ordered(value).is_some_and(std::cmp::Ordering::is_gt),
            Self::AtLeast(value) => ordered(value).is_some_and(std::cmp::Ordering::is_ge),
            Self::OneOf(values) => values.contains(of),
        }
    }
}

impl Guard {
    /// Whether it holds of its row as it stands; none: there is no row.
    pub(super) fn holds(&self, row: Option<&Row>) -> bool {
        match self {
            Self::InsertIfAbsent { .. } => row.is_none(),
            Self::UpdateIf { conditions, .. } | Self::DeleteIf { conditions, .. } => {
                row.is_some_and(|row| conditions.iter().all(|(name, is)| is.holds(row.peek(name))))
            }
        }
    }
}
