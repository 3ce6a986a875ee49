//! Every integration test that may share a process, as one program: each program is linked with the whole product. Those that
//! measure their memory are apart (`bombs.rs`, `uploads.rs`).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

#[path = "../demo.rs"]
mod demo;
#[path = "../platform/firm.rs"]
mod firm;
#[path = "../imports/main.rs"]
mod imports;
#[path = "../jobs.rs"]
mod jobs;
#[path = "../layers.rs"]
mod layers;
#[path = "../platform/mod.rs"]
mod platform;
#[path = "../room/main.rs"]
mod room;
#[path = "../slack/main.rs"]
mod slack;
