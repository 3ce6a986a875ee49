//! Machinery that every area uses: jobs, limits, gates, mail, outgoing calls, virus scanning, ids, text, time.

pub mod antivirus;
pub mod archive;
pub(crate) mod blobs;
pub mod coalesce;
pub mod error;
pub mod gate;
pub(crate) mod hash;
pub mod hours;
pub mod ids;
pub(crate) mod index_engine;
pub mod jobs;
pub(crate) mod jwt;
pub mod limits;
pub mod mail;
pub mod markdown;
pub mod money;
pub mod outward;
pub mod people;
pub mod pictures;
pub mod quotas;
pub mod recurrence;
pub mod response_cache;
pub mod scopes;
pub mod sms;
pub mod text;
pub mod time;
