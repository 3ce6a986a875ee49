//! Which rows of a partition a statement is about, without their values: a part of what tells two statements apart.

use std::ops::Bound;

use super::Span;
use crate::platform::value::Value;

/// One end of a range, without its values: of how many columns it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Open,
    Included(usize),
    Excluded(usize),
}

impl End {
    /// Columns that it bounds.
    pub fn width(self) -> usize {
        match self {
            Self::Open => 0,
            Self::Included(width) | Self::Excluded(width) => width,
        }
    }

    /// The operator of a lower end, or of an upper one.
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
    /// Clustering columns whose values are given.
    pub prefix: usize,
    /// Ends of the clustering columns after them.
    pub from: End,
    pub to: End,
}

impl Within {
    /// All of a partition.
    pub const ALL: Self = Self { prefix: 0, from: End::Open, to: End::Open };

    /// Whether a bound takes several columns together.
    pub fn has_tuple(&self) -> bool {
        self.from.width().max(self.to.width()) > 1
    }
}

impl From<&Span> for Within {
    fn from(span: &Span) -> Self {
        Self { prefix: span.prefix.len(), from: (&span.from).into(), to: (&span.to).into() }
    }
}
