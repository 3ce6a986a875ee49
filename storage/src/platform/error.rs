//! Errors between a repository and its store.

/// Why the store gave no answer. The text is for the operator's log: no SQL, CQL or path is shown to users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The queue to the store is full: nothing was written, the caller may retry in a moment.
    #[error("the store is busy")]
    Busy,
    /// The store refused or could not be reached. A write may or may not have happened.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// A stored row, or a request to the store, does not fit its table's declaration.
    #[error("the store's data does not fit its declaration: {0}")]
    Corrupt(String),
    /// The store's file is damaged: a malformed page, or one with garbage.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// A newer version of the program has migrated the store; an older one must not touch it. Holds the migration's
    /// name.
    #[error(
        "the store belongs to a newer version of this program, which has changed it ({0}): start that version, or restore a copy that this version made"
    )]
    Newer(String),
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
