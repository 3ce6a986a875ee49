//! Indexes of this node, in folders (tantivy).

mod collect;
pub mod messages;
pub mod names;
pub mod opened;
pub(super) mod query;
pub(super) mod schema;
mod writer;
