//! Which rows of a partition a statement is about, without their values: a part of what tells two statements apart.

use std::ops::Bound;

use super::Span;
use crate::value::Value;

/// One end of a range, without its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Open,
    Included,
    Excluded,
}

impl From<&Bound<Value>> for End {
    fn from(bound: &Bound<Value>) -> Self {
        match bound {
            Bound::Unbounded => Self::Open,
            Bound::Included(_) => Self::Included,
            Bound::Excluded(_) => Self::Excluded,
        }
    }
}

/// Which rows of a partition, without the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Within {
    /// Clustering columns whose values are given.
    pub prefix: usize,
    /// Ends of the clustering column after them.
    pub from: End,
    pub to: End,
}

impl Within {
    /// All of a partition.
    pub const ALL: Self = Self { prefix: 0, from: End::Open, to: End::Open };
}

impl From<&Span> for Within {
    fn from(span: &Span) -> Self {
        Self { prefix: span.prefix.len(), from: (&span.from).into(), to: (&span.to).into() }
    }
}
