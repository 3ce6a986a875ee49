//! The binary with the product's own areas.

use std::process::ExitCode;

/// Returns freed memory to the system and scales over threads: see `http/README.md`.
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    kalender::server::cli::main(&[])
}
