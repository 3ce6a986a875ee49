//! Maps driver failures to errors, with what they mean for a retry.

use scylla::errors::{DbError, ExecutionError, PrepareError, RequestAttemptError};

use crate::platform::error::Error;

/// A failed request.
#[derive(Debug)]
pub struct Fault {
    /// The error for the caller.
    pub error: Error,
    /// Whether the store may have applied the request, or may still apply it.
    pub is_in_doubt: bool,
    /// Transient: the same request may succeed in a moment.
    pub is_passing: bool,
}

impl Fault {
    fn refused(error: Error) -> Self {
        Self { error, is_in_doubt: false, is_passing: false }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::refused(error)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        fault.error
    }
}

impl From<ExecutionError> for Fault {
    fn from(error: ExecutionError) -> Self {
        let unavailable = unavailable(&error);
        match &error {
            // Nothing was sent.
            ExecutionError::BadQuery(_) => Self::refused(Error::Corrupt(error.to_string())),
            ExecutionError::EmptyPlan | ExecutionError::ConnectionPoolError(_) => {
                Self { error: unavailable, is_in_doubt: false, is_passing: true }
            }
            ExecutionError::LastAttemptError(attempt) => of_attempt(attempt, unavailable),
            _ => Self { error: unavailable, is_in_doubt: true, is_passing: true },
        }
    }
}

fn of_attempt(attempt: &RequestAttemptError, unavailable: Error) -> Fault {
    match attempt {
        RequestAttemptError::UnableToAllocStreamId => Fault::refused(Error::Busy),
        RequestAttemptError::SerializationError(_) | RequestAttemptError::CqlRequestSerialization(_) => {
            Fault::refused(Error::Corrupt(attempt.to_string()))
        }
        RequestAttemptError::DbError(db, _) => match db {
            DbError::SyntaxError
            | DbError::Invalid
            | DbError::Unauthorized
            | DbError::AlreadyExists { .. } => Fault::refused(unavailable),
            DbError::RateLimitReached { .. } => Fault::refused(Error::Busy),
            // Too few replicas: refused before anything was written, but a guard's answer may be lost at this stage
            // too.
            _ => Fault { error: unavailable, is_in_doubt: true, is_passing: true },
        },
        _ => Fault { error: unavailable, is_in_doubt: true, is_passing: true },
    }
}

/// For requests without an effect that matters when repeated.
pub fn unavailable(error: impl std::fmt::Display) -> Error {
    Error::Unavailable(error.to_string())
}

impl From<PrepareError> for Fault {
    fn from(error: PrepareError) -> Self {
        Self { error: unavailable(error), is_in_doubt: false, is_passing: true }
    }
}
