//! Conditions of a guard.

use super::Guard;
use crate::platform::table::ColumnKind;
use crate::platform::value::{Row, Value};

/// Most values in one [`Is::OneOf`].
const MOST: usize = 16;

/// A condition on a column. A plain value means equality: `("owner", "anna".into())`; others are named: `("seats_left",
/// Is::above(0))`. A null column equals [`Value::Null`] and meets no other condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Is {
    /// Equal; null: the column has no value.
    Equal(Value),
    /// `<`; integers and times by size, texts by their bytes. So are the next three.
    Below(Value),
    /// `<=`
    UpTo(Value),
    /// `>`
    Above(Value),
    /// `>=`
    AtLeast(Value),
    /// One of one to sixteen values.
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

    /// Equal to one of the values.
    pub fn one_of<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::OneOf(values.into_iter().map(Into::into).collect())
    }

    /// The values that it compares with.
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

    /// Whether a column of that kind can be tested so.
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

    /// Whether an existing row's value meets it.
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
    /// Whether it holds for its row as stored; none: there is no row.
    pub(super) fn holds(&self, row: Option<&Row>) -> bool {
        match self {
            Self::InsertIfAbsent { .. } => row.is_none(),
            Self::UpdateIf { conditions, .. } | Self::DeleteIf { conditions, .. } => {
                row.is_some_and(|row| conditions.iter().all(|(name, is)| is.holds(row.peek(name))))
            }
        }
    }
}
