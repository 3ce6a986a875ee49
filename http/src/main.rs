//! The binary: the product as it is.

use std::process::ExitCode;

/// Gives back what is let go, and lets threads allocate beside each other: see the README's figures.
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    kalender::cli::main(&[])
}
