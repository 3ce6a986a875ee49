//! Which rows of a partition a statement covers, without the values: a part of a statement's shape.

use std::ops::Bound;

use super::Span;
use crate::platform::value::Value;

/// One end of a range without its values: the number of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Open,
    Included(usize),
    Excluded(usize),
}

impl End {
    /// Number of bounded columns.
    pub fn width(self) -> usize {
        match self {
            Self::Open => 0,
            Self::Included(width) | Self::Excluded(width) => width,
        }
    }

    /// The comparison operator of a lower or an upper end.
    pub fn operator(self, is_lower: bool) -> &'static str {
        match (self, is_lower) {
            (Self::Excluded(_), true) => ">",
            (_, true) => ">=",
            (Self::Excluded(_), false) => "<",
            (_, false) => "<=",
        }
    }
}

impl From<&Bound<Vec<Value>>> for End {
    fn from(bound: &Bound<Vec<Value>>) -> Self {
        match bound {
            Bound::Unbounded => Self::Open,
            Bound::Included(values) => Self::Included(values.len()),
            Bound::Excluded(values) => Self::Excluded(values.len()),
        }
    }
}

/// Which rows of a partition, without the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Within {
    /// Number of leading clustering columns with a given value.
    pub prefix: usize,
    /// Ends of the clustering columns after the prefix.
    pub from: End,
    pub to: End,
}

impl Within {
    /// The whole partition.
    pub const ALL: Self = Self { prefix: 0, from: End::Open, to: End::Open };

    /// Whether a bound compares several columns as a tuple.
    pub fn has_tuple(&self) -> bool {
        self.from.width().max(self.to.width()) > 1
    }
}

impl From<&Span> for Within {
    fn from(span: &Span) -> Self {
        Self { prefix: span.prefix.len(), from: (&span.from).into(), to: (&span.to).into() }
    }
}
