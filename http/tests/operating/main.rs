//! The binary for operators: command line, data directory, messages.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should say where")]

mod backups;
mod disk;
mod documents;
mod folder;
mod frozen;
mod handbook;
mod mails;
mod metrics;
mod pages;
mod people;
mod running;
mod strangers;
