//! The base of all repositories, independent of areas: engines, tables and records, ids, time, jobs, leases, the change
//! feed, migrations.

pub mod activity;
pub mod area;
pub mod changes;
pub mod check;
pub(crate) mod claims;
pub(crate) mod clock;
pub mod engine;
pub(crate) mod error;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub(crate) mod local_lock;
pub mod migrations;
pub mod nodes;
pub mod outages;
pub mod record;
pub(crate) mod slugs;
pub mod table;
pub(crate) mod text_enum;
pub mod time;
pub mod value;
pub mod walk;
