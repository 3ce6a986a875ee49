//! The binary `kalender`.

use std::process::ExitCode;

use kalender::config::{self, Exit};

fn main() -> ExitCode {
    match config::parse(std::env::args_os()) {
        Ok(_cli) => ExitCode::SUCCESS,
        Err(Exit::Asked(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(Exit::Wrong(line)) => {
            eprintln!("{line}");
            ExitCode::from(config::WRONG_USAGE)
        }
    }
}
