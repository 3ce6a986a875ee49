//! The binary: the product as it is.

use std::process::ExitCode;

/// Gives back what is let go, and lets threads allocate beside each other: see `http/README.md`.
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    kalender::server::cli::main(&[])
}
