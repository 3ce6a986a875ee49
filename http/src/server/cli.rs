//! The binary's entry point, and the commands beside `serve`. Each prints a line or two on standard output and fails
//! with one line.

use std::io::Write as _;
use std::process::ExitCode;

use actors::Platform;
use actors::accounts::{self, rules};
use actors::platform::error::Refusal;
use storage::accounts::{User, UserStatus};
use tracing_subscriber::EnvFilter;

use crate::platform::area::More;
use crate::platform::config::{self, Cli, Command, Exit, SearchCommand, SessionCommand, Settings};
use crate::platform::folder;
use crate::platform::start_error::StartError;
use crate::server::node;

mod audit;
mod copies;
mod entities;
mod imports;
mod jobs;
mod users;

/// Exit code for a wrong command line or setting.
const WRONG_USAGE: u8 = 2;

/// Parses the command line and runs the command. `more`: areas beside the product's own.
pub fn main(more: More) -> ExitCode {
    let Cli { command, mut settings } = match config::parse(std::env::args_os()) {
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
    settings.more = more;
    // Everything that this process writes (store, copies, mails, pictures) is private to its user.
    folder::write_for_ourselves();
    log_to_stderr(&settings.log);
    warn_of_unknown_variables();
    match actix_web::rt::System::new().block_on(run(command, &settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kalender: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Silences the library's connection errors: bad input from clients is none, and real ones are logged by
/// [`crate::server::listen`].
const OF_CONNECTIONS: &str = "actix_http::h1::dispatcher=off";
/// Warns about unknown variables: a misspelt setting would silently keep its default. Values may be secrets and are not
/// shown.
fn warn_of_unknown_variables() {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let unknown = config::unknown_variables(names);
    if !unknown.is_empty() {
        tracing::warn!("these environment variables are no settings and do nothing: {}", unknown.join(", "));
    }
}

/// Human-readable on a terminal, else JSON.
fn log_to_stderr(filter: &str) {
    use std::io::IsTerminal as _;
    let filter = format!("{OF_CONNECTIONS},{filter}");
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info")))
        // The library would report a line that cannot be written, and panic if that fails too: standard error may be a
        // file on a full disk.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().init();
    }
}

/// The password of the demo's people; printed by `kalender demo`.
const DEMO_PASSWORD: &str = "demo-kalender-2026";

fn plain(text: impl Into<String>) -> StartError {
    StartError::Plain(text.into())
}

fn refused(refusal: Refusal) -> StartError {
    let field = refusal.fields.first().map(|f| format!("{}: ", f.field)).unwrap_or_default();
    plain(format!("{field}{}", refusal.message))
}

fn say(text: &str) {
    // A closed pipe is no failure of the command.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn say_json(document: &serde_json::Value) -> Result<(), StartError> {
    say(&serde_json::to_string_pretty(document).map_err(|e| plain(e.to_string()))?);
    Ok(())
}

/// Runs a command.
pub async fn run(command: Command, settings: &Settings) -> Result<(), StartError> {
    let (use_, name) = command.uses();
    let _held = folder::enter(settings, use_, name)?;
    match command {
        Command::Serve => crate::server::serve::run(settings).await,
        Command::Openapi => {
            let document = crate::server::openapi::written(
                &crate::server::routes::document(settings.more),
                settings.more,
            );
            say_json(&document)
        }
        Command::Asyncapi => say_json(&crate::server::asyncapi::document(
            &crate::server::routes::document(settings.more),
            settings.more,
        )),
        Command::Migrate => {
            let storage = node::open_store(settings).await?;
            for migration in storage.migrations().await? {
                let (version, name) = (migration.version, migration.name);
                say(&format!("{version}. {name}: {} seen, {} written", migration.seen, migration.written));
            }
            say("The store is up to date.");
            Ok(())
        }
        Command::Backup { file } => copies::backup(settings, &file).await,
        Command::Restore { file } => copies::restore(settings, &file).await,
        Command::Check => copies::check(settings).await,
        Command::Demo => with_platform(settings, async |platform| demo(platform).await).await,
        Command::User(command) => {
            let touched = with_platform(settings, async |platform| users::run(platform, command).await).await;
            folder::signal_server(settings);
            touched
        }
        Command::Entity(command) => {
            with_platform(settings, async |platform| entities::run(platform, command).await).await
        }
        Command::Jobs(command) => {
            with_platform(settings, async |platform| jobs::run(platform, command).await).await
        }
        Command::Audit { slug, limit } => {
            with_platform(settings, async |platform| audit::run(platform, &slug, limit).await).await
        }
        Command::Session(SessionCommand::Add { emails }) => {
            with_platform(settings, async |platform| add_sessions(platform, &emails).await).await
        }
        Command::Search(SearchCommand::Rebuild) => {
            with_platform(settings, async |platform| {
                actors::search::rebuild(platform).await.map_err(refused)?;
                say("The nodes that serve make their search indexes anew.");
                Ok(())
            })
            .await
        }
        Command::Import(command) => {
            with_platform(settings, async |platform| imports::run(platform, command).await).await
        }
        Command::Export { file, entity } => {
            with_platform(settings, async |platform| imports::export(platform, &file, &entity).await).await
        }
    }
}

async fn with_platform(
    settings: &Settings,
    work: impl AsyncFnOnce(&Platform) -> Result<(), StartError>,
) -> Result<(), StartError> {
    let (platform, lease) = node::start(settings).await?;
    let result = tokio::select! {
        result = work(&platform) => result,
        () = lease.keep(&platform.term) => Err(plain(node::NUMBER_LOST)),
    };
    lease.release(&platform).await;
    result
}

async fn demo(platform: &Platform) -> Result<(), StartError> {
    let summary = actors::transfer::demo::demo(platform, DEMO_PASSWORD).await.map_err(refused)?;
    say(&summary.to_string());
    say(&format!("Password: {DEMO_PASSWORD}"));
    Ok(())
}

async fn add_sessions(platform: &Platform, emails: &[String]) -> Result<(), StartError> {
    for email in emails {
        let user = Some(person(platform, email).await?).filter(|user| user.status == UserStatus::Active);
        let user = user.ok_or_else(|| plain(format!("nobody signs in with {email}")))?;
        let signed = accounts::open_session(platform, user, "kalender session add", "").await;
        say(&signed.map_err(refused)?.token);
    }
    Ok(())
}

/// The person with that address.
async fn person(platform: &Platform, email: &str) -> Result<User, StartError> {
    let email = rules::email(email).map_err(refused)?;
    let user = platform.storage.accounts.user_by_email(&email).await?;
    user.ok_or_else(|| plain(format!("nobody has the address {email}")))
}
