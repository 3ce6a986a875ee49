//! Why a command or a node cannot start.

use std::io;

/// Why a node cannot start, as one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Plain(String),
    #[error("the store cannot be opened: {0}")]
    Store(#[from] storage::Error),
    #[error("{what}: {error}")]
    Io { what: String, error: io::Error },
}

impl StartError {
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io { what, error }
    }
}
