//! The product with one area more: a notice board for each organisation. It shows what an area consists of; the README.md beside
//! this file walks through it. `cargo run -p kalender --example notices -- --data ./data serve`

mod board;

/// What the binary is built with.
static MORE: kalender::platform::area::More = &[&board::http::AREA];

fn main() -> std::process::ExitCode {
    kalender::server::cli::main(MORE)
}
