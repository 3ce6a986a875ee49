//! The binary: reads the command line, then carries the command out.

use std::process::ExitCode;

use kalender::config::{self, Cli, Exit};
use tracing_subscriber::EnvFilter;

/// What a wrong command line or setting ends with.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let Cli { command, settings } = match config::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Exit::Asked(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(Exit::Wrong(line)) => {
            eprintln!("{line}");
            return ExitCode::from(WRONG_USAGE);
        }
    };
    // Whatever this process writes (store, copies, mails, pictures) is nobody else's on this machine.
    kalender::folder::write_for_ourselves();
    log_to_stderr(&settings.log);
    match actix_web::rt::System::new().block_on(kalender::cli::run(command, &settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kalender: {error}");
            ExitCode::FAILURE
        }
    }
}

/// For people on a terminal, else JSON for machines.
fn log_to_stderr(filter: &str) {
    use std::io::IsTerminal as _;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info")))
        // The library would tell of a line that cannot be written, and panic when that cannot be written either: standard error
        // may be a file on a full disk.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().init();
    }
}
