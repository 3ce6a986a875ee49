//! The commands beside `serve`. Each answers a line or two on standard output and fails with one line.

use std::io::Write as _;
use std::path::Path;

use actors::Platform;
use actors::accounts::{self, Made, NewUser, names, rules};
use actors::error::Refusal;
use actors::imports::Step;
use actors::time::now;
use indicatif::{ProgressBar, ProgressStyle};
use storage::accounts::UserStatus;
use storage::entities::{Relation, RelationType};

use crate::config::{
    Command, ImportCommand, RelationArg, SessionCommand, Settings, StoreKind, UserAdd, UserCommand,
};
use crate::node::{self, StartError};

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

/// Carries out any command but `serve`.
pub async fn run(command: Command, settings: &Settings) -> Result<(), StartError> {
    match command {
        Command::Serve => crate::serve::run(settings).await,
        Command::Openapi => {
            let document = crate::openapi::written(&crate::routes::document());
            say_json(&document)
        }
        Command::Asyncapi => say_json(&crate::asyncapi::document(&crate::routes::document())),
        Command::Migrate => {
            node::open_store(settings).await?;
            say("The store is up to date.");
            Ok(())
        }
        Command::Backup { file } => {
            node::open_store(settings).await?.backup(&file).await?;
            say(&format!("Copied to {}.", file.display()));
            Ok(())
        }
        Command::Restore { file } => restore(settings, &file),
        Command::Check => check(settings).await,
        Command::Demo => with_platform(settings, async |platform| demo(platform).await).await,
        Command::User(UserCommand::Add(add)) => {
            with_platform(settings, async |platform| add_users(platform, add).await).await
        }
        Command::Session(SessionCommand::Add { email }) => {
            with_platform(settings, async |platform| add_session(platform, &email).await).await
        }
        Command::Import(ImportCommand::Slack { file, entity }) => {
            with_platform(settings, async |platform| import_slack(platform, &file, &entity).await).await
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
    let summary = actors::demo::demo(platform, DEMO_PASSWORD).await.map_err(refused)?;
    say(&summary.to_string());
    say(&format!("Password: {DEMO_PASSWORD}"));
    Ok(())
}

/// Replaces the store's file; the old one is kept beside it.
fn restore(settings: &Settings, file: &Path) -> Result<(), StartError> {
    if settings.store == StoreKind::Cql {
        return Err(plain("a CQL store is restored with its own tools (snapshots)"));
    }
    let io = |what: &str| {
        let what = what.to_owned();
        move |error| StartError::Io { what, error }
    };
    let target = settings.data.join("kalender.db");
    std::fs::metadata(file).map_err(io("the copy cannot be read"))?;
    std::fs::create_dir_all(&settings.data).map_err(io("the data directory cannot be made"))?;
    let new = settings.data.join("kalender.db.new");
    std::fs::copy(file, &new).map_err(io("the copy cannot be brought in"))?;
    let problems = storage::Storage::open_sqlite(&new).map(drop);
    if let Err(error) = problems {
        let _ = std::fs::remove_file(&new);
        return Err(plain(format!("the copy is not a store: {error}")));
    }
    let old = settings.data.join("kalender.db.old");
    for end in ["", "-wal", "-shm"] {
        let name = |base: &Path| std::path::PathBuf::from(format!("{}{end}", base.display()));
        if name(&target).exists() {
            std::fs::rename(name(&target), name(&old)).map_err(io("the old store cannot be put aside"))?;
        }
        if name(&new).exists() {
            std::fs::rename(name(&new), name(&target)).map_err(io("the copy cannot take its place"))?;
        }
    }
    say(&format!("Restored from {}; the old store is kept as {}.", file.display(), old.display()));
    Ok(())
}

async fn check(settings: &Settings) -> Result<(), StartError> {
    let problems = node::open_store(settings).await?.check().await?;
    for problem in &problems {
        say(problem);
    }
    if problems.is_empty() {
        say("The store holds what it should.");
        Ok(())
    } else {
        Err(plain(format!("{} problems found", problems.len())))
    }
}

async fn add_session(platform: &Platform, email: &str) -> Result<(), StartError> {
    let email = rules::email(email).map_err(refused)?;
    let user = platform.storage.accounts.user_by_email(&email).await?;
    let user = user.filter(|user| user.status == UserStatus::Active);
    let user = user.ok_or_else(|| plain(format!("nobody signs in with {email}")))?;
    let signed = accounts::open_session(platform, user, "kalender session add", "").await.map_err(refused)?;
    say(&signed.token);
    Ok(())
}

async fn add_users(platform: &Platform, add: UserAdd) -> Result<(), StartError> {
    let Some(file) = &add.from else {
        let name = add_user(platform, &Person::from(add)).await?;
        say(&format!("Added {name}."));
        return Ok(());
    };
    let mut rows = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_path(file)
        .map_err(|error| plain(format!("{} cannot be read: {error}", file.display())))?;
    let mut added = 0;
    for (number, row) in rows.deserialize::<Person>().enumerate() {
        // The head is line 1.
        let at =
            |why: String| plain(format!("line {}: {why} ({added} people were added before)", number + 2));
        let person = row.map_err(|error| at(error.to_string()))?;
        add_user(platform, &person).await.map_err(|error| at(error.to_string()))?;
        added += 1;
    }
    say(&format!("Added {added} people."));
    Ok(())
}

/// A person as the command line or a row of the file gives them.
#[derive(Debug, serde::Deserialize)]
struct Person {
    email: String,
    password: String,
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    #[serde(default)]
    user_name: Option<String>,
    /// `SLUG:TYPE`, several with spaces or semicolons between.
    #[serde(default)]
    relations: Option<String>,
}

impl From<UserAdd> for Person {
    fn from(add: UserAdd) -> Self {
        let relations = add.relations.iter().map(|r| format!("{}:{}", r.slug, r.relation_type));
        Self {
            email: add.email.unwrap_or_default(),
            password: add.password.map(|secret| secret.0).unwrap_or_default(),
            first_name: add.first_name,
            last_name: add.last_name,
            user_name: add.user_name,
            relations: Some(relations.collect::<Vec<_>>().join(" ")),
        }
    }
}

/// Everything is checked before anything is written.
async fn add_user(platform: &Platform, person: &Person) -> Result<String, StartError> {
    let email = rules::email(&person.email).map_err(refused)?;
    rules::password(&person.password, &[]).map_err(refused)?;
    let local = email.split('@').next().unwrap_or_default();
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let first = given(&person.first_name).unwrap_or_else(|| local.to_owned());
    let last = given(&person.last_name).unwrap_or_default();
    let display = format!("{first} {last}").trim().to_owned();
    let user_name = given(&person.user_name);
    if let Some(name) = &user_name
        && !names::is_free_slug(name)
    {
        return Err(plain(format!("{name} is no user name: 2-50 of a-z, 0-9 and -, and not reserved")));
    }
    let mut relations = Vec::new();
    let texts = person.relations.as_deref().unwrap_or_default();
    for text in texts.split([' ', ';']).filter(|text| !text.is_empty()) {
        let RelationArg { slug, relation_type } = text.parse().map_err(plain)?;
        let kind = RelationType::parse(&relation_type);
        let kind = kind.ok_or_else(|| plain(format!("{relation_type} is no relation type")))?;
        let entity = platform.storage.entities.entity_by_slug(&slug).await?;
        relations.push((entity.ok_or_else(|| plain(format!("there is no organisation {slug}")))?, kind));
    }
    let hash = platform.secrets.hash_password(&person.password).await.map_err(refused)?;
    let new = NewUser {
        email: Some(email.clone()),
        first_name: first,
        last_name: last,
        display_name: display,
        password_hash: Some(hash),
        status: UserStatus::Active,
        user_name,
        created: now(),
    };
    let Made::New(user) = accounts::make_user(platform, new).await.map_err(refused)? else {
        return Err(plain(format!("{email} has an account already")));
    };
    for (entity, kind) in relations {
        if kind == RelationType::Owner {
            let from = entity.owner;
            platform.storage.entities.transfer(entity.entity_id, from, user.user_id, now()).await?;
            continue;
        }
        let relation = Relation {
            entity_id: entity.entity_id,
            user_id: user.user_id,
            relation_type: kind,
            since: now(),
        };
        platform.storage.entities.put_relation(&relation, None).await?;
    }
    Ok(user.user_name)
}

async fn import_slack(platform: &Platform, file: &Path, entity: &str) -> Result<(), StartError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    let shown = bar.clone();
    let progress = move |progress: actors::imports::Progress| {
        shown.set_length(progress.total);
        shown.set_position(progress.done);
        shown.set_message(match progress.step {
            Step::People => "people".to_owned(),
            Step::Channels => "channels".to_owned(),
            Step::Messages => format!("days ({} messages)", progress.messages),
            Step::Marks => "read marks".to_owned(),
        });
    };
    let report = actors::imports::slack::slack(platform, file, entity, &progress).await;
    bar.finish_and_clear();
    say(&report.map_err(|error| plain(error.to_string()))?.to_string());
    Ok(())
}
