//! The binary: the product as it is.

use std::process::ExitCode;

fn main() -> ExitCode {
    kalender::cli::main(&[])
}
