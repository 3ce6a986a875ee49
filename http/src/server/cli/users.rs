//! `kalender user …`

use std::io::BufRead as _;
use std::path::Path;

use actors::Platform;
use actors::accounts::{self, Made, NewUser, erasure, names, operator, rules};
use actors::area::Way;
use actors::entities;
use actors::moderation::platform as administration;
use actors::platform::time::now;
use rand::Rng as _;
use storage::accounts::{User, UserStatus};
use storage::entities::{Entity, RelationType};

use super::{person, plain, refused, say};
use crate::platform::config::{RelationArg, Secret, UserAdd, UserCommand};
use crate::platform::start_error::StartError;

/// People read at once.
const SLICE: usize = 500;
/// Most wrong rows of a file that are reported.
const TOLD: usize = 20;
/// Length of a generated password; letters and digits that are not easily confused.
const MADE: usize = 16;
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

pub async fn run(platform: &Platform, command: UserCommand) -> Result<(), StartError> {
    match command {
        UserCommand::Add(UserAdd { from: Some(file), .. }) => add_file(platform, &file).await,
        UserCommand::Add(add) => {
            let row = Row::try_from(add)?;
            let checked = check(platform, &row).await?;
            if platform.storage.accounts.user_by_email(&checked.email).await?.is_some() {
                return Err(plain(format!("{} has an account already", checked.email)));
            }
            let user = make(platform, &checked).await?;
            grant(platform, &user, &checked.relations).await?;
            say(&format!("Added {}.", user.user_name));
            Ok(())
        }
        UserCommand::List => list(platform).await,
        UserCommand::Deactivate { email } => {
            let user = person(platform, &email).await?;
            operator::deactivate(platform, &user).await.map_err(refused)?;
            say(&format!("Deactivated {}; what was signed in has ended.", user.user_name));
            Ok(())
        }
        UserCommand::Erase { email } => {
            let user = person(platform, &email).await?;
            erasure::hasten(platform, &user).await.map_err(refused)?;
            say(&format!("{} is erased by a node that serves, now or when one starts.", user.user_name));
            Ok(())
        }
        UserCommand::ReplayErasures => {
            let many = erasure::replay(platform).await.map_err(refused)?;
            say(&format!("{many} accounts erased again."));
            Ok(())
        }
        UserCommand::GrantPlatform { email } => {
            let user = person(platform, &email).await?;
            if user.status != UserStatus::Active {
                return Err(plain("that account is not in use"));
            }
            actors::transfer::demo::own_organisations(platform).await.map_err(refused)?;
            let is_new = administration::grant(platform, user.user_id).await.map_err(refused)?;
            let since = if is_new { "now administers" } else { "administers" };
            say(&format!(
                "{} {since} the platform and reads what is reported outside organisations.",
                user.user_name
            ));
            Ok(())
        }
        UserCommand::RevokePlatform { email } => {
            let user = person(platform, &email).await?;
            administration::revoke(platform, user.user_id).await.map_err(refused)?;
            say(&format!("{} administers the platform no more.", user.user_name));
            if administration::administrators(&platform.storage).await.map_err(refused)?.is_empty() {
                say(&format!("Note: {}.", administration::NOBODY));
            }
            Ok(())
        }
        UserCommand::ResetPassword { email, password } => {
            let user = person(platform, &email).await?;
            let (password, is_made) = match password {
                Some(given) => (read(given)?, false),
                None => (made(), true),
            };
            operator::set_password(platform, &user, &password).await.map_err(refused)?;
            say(&format!("{} has a new password; what was signed in has ended.", user.user_name));
            if is_made {
                say(&format!("Password: {password}"));
            }
            Ok(())
        }
    }
}

fn made() -> String {
    let mut dice = rand::rng();
    (0..MADE).map(|_| char::from(LETTERS[dice.random_range(0..LETTERS.len())])).collect()
}

/// The password as given, or the first line of standard input for `-`.
fn read(given: Secret) -> Result<String, StartError> {
    if given.0 != "-" {
        return Ok(given.0);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(StartError::io("standard input cannot be read"))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

async fn list(platform: &Platform) -> Result<(), StartError> {
    let mut after = None;
    loop {
        let some = platform.storage.accounts.scan(after, SLICE).await?;
        for user in &some {
            let email = user.email.as_deref().unwrap_or_default();
            say(&format!("{email}\t{}\t{}\t{}", user.user_name, user.status, user.display_name));
        }
        after = some.last().map(|user| user.user_id);
        if some.len() < SLICE {
            return Ok(());
        }
    }
}

/// A person as given on the command line or in a row of the file.
#[derive(Debug, serde::Deserialize)]
struct Row {
    email: String,
    password: String,
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    #[serde(default)]
    user_name: Option<String>,
    /// `SLUG:TYPE`, several separated by spaces or semicolons.
    #[serde(default)]
    relations: Option<String>,
}

impl TryFrom<UserAdd> for Row {
    type Error = StartError;

    fn try_from(add: UserAdd) -> Result<Self, StartError> {
        let relations = add.relations.iter().map(|r| format!("{}:{}", r.slug, r.relation_type));
        Ok(Self {
            email: add.email.unwrap_or_default(),
            password: add.password.map(read).transpose()?.unwrap_or_default(),
            first_name: add.first_name,
            last_name: add.last_name,
            user_name: add.user_name,
            relations: Some(relations.collect::<Vec<_>>().join(" ")),
        })
    }
}

/// A valid row.
struct Checked {
    email: String,
    password: String,
    first: String,
    last: String,
    user_name: Option<String>,
    relations: Vec<(Entity, RelationType)>,
}

async fn check(platform: &Platform, row: &Row) -> Result<Checked, StartError> {
    let email = rules::email(&row.email).map_err(refused)?;
    rules::password(&row.password, &[]).map_err(refused)?;
    let local = email.split('@').next().unwrap_or_default();
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let first = given(&row.first_name).unwrap_or_else(|| local.to_owned());
    let first = rules::name("first_name", &first).map_err(refused)?;
    let last = given(&row.last_name).map(|last| rules::name("last_name", &last)).transpose();
    let last = last.map_err(refused)?.unwrap_or_default();
    let user_name = given(&row.user_name);
    if let Some(name) = &user_name
        && !names::is_free_slug(name)
    {
        return Err(plain(format!("{name} is no user name: 2-50 of a-z, 0-9 and -, and not reserved")));
    }
    let mut relations = Vec::new();
    let texts = row.relations.as_deref().unwrap_or_default();
    for text in texts.split([' ', ';']).filter(|text| !text.is_empty()) {
        let RelationArg { slug, relation_type } = text.parse().map_err(plain)?;
        let kind = RelationType::parse(&relation_type);
        let kind = kind.ok_or_else(|| plain(format!("{relation_type} is no relation type")))?;
        let entity = platform.storage.entities.entity_by_slug(&slug).await?;
        relations.push((entity.ok_or_else(|| plain(format!("there is no organisation {slug}")))?, kind));
    }
    Ok(Checked { email, password: row.password.clone(), first, last, user_name, relations })
}

async fn make(platform: &Platform, row: &Checked) -> Result<User, StartError> {
    let new = NewUser {
        email: Some(row.email.clone()),
        first_name: row.first.clone(),
        last_name: row.last.clone(),
        display_name: format!("{} {}", row.first, row.last).trim().to_owned(),
        password_hash: Some(platform.secrets.hash_password(&row.password).await.map_err(refused)?),
        status: UserStatus::Active,
        user_name: row.user_name.clone(),
        created: now(),
    };
    match accounts::make_user(platform, new).await.map_err(refused)? {
        Made::New(user) => Ok(*user),
        Made::EmailTaken(_) => Err(plain(format!("{} has an account already", row.email))),
    }
}

/// Grants the relations; an existing one stays. An organisation has one owner: the previous one becomes administrator,
/// which is reported.
async fn grant(
    platform: &Platform,
    user: &User,
    relations: &[(Entity, RelationType)],
) -> Result<(), StartError> {
    let (storage, operator) = (&platform.storage, (None, Way::Operator));
    for (entity, kind) in relations {
        if *kind != RelationType::Owner {
            entities::admit(platform, entity.entity_id, user.user_id, *kind, operator)
                .await
                .map_err(refused)?;
            continue;
        }
        // Read again: an earlier row may have changed the owner.
        let from =
            storage.entities.entity(entity.entity_id).await?.map_or(entity.owner, |entity| entity.owner);
        if from == user.user_id {
            continue;
        }
        // First as a member, which brings what members have, such as the organisation's posts.
        entities::admit(platform, entity.entity_id, user.user_id, RelationType::Administrator, operator)
            .await
            .map_err(refused)?;
        let slug = &entity.entity_slug;
        if !storage.entities.transfer(entity.entity_id, from, user.user_id, now()).await? {
            return Err(plain(format!("{slug} got another owner meanwhile; try again")));
        }
        let before = storage.accounts.user(from).await?;
        let before = before.map_or_else(|| from.to_string(), |user| user.email.unwrap_or(user.user_name));
        say(&format!(
            "{slug}: {} is the owner now; {before}, the owner until now, is ADMINISTRATOR.",
            user.user_name
        ));
    }
    Ok(())
}

/// All rows are checked before anybody is added, and an interrupted run can be repeated: existing people stay as they
/// are and only get missing relations.
async fn add_file(platform: &Platform, file: &Path) -> Result<(), StartError> {
    let rows = read_file(platform, file).await?;
    let (mut added, mut there) = (0, 0);
    let mut last = 0;
    for (line, row) in &rows {
        let stopped = |why: StartError| {
            let until = if last == 0 { "nobody".to_owned() } else { format!("the rows up to line {last}") };
            plain(format!("line {line}: {why}; {until} are in ({added} added): run the same file again"))
        };
        let done = async {
            let (user, is_new) = match platform.storage.accounts.user_by_email(&row.email).await? {
                Some(user) => (user, false),
                None => (make(platform, row).await?, true),
            };
            grant(platform, &user, &row.relations).await?;
            Ok(is_new)
        };
        if done.await.map_err(stopped)? {
            added += 1;
        } else {
            there += 1;
        }
        last = *line;
    }
    let there = if there > 0 { format!(" {there} had an account already.") } else { String::new() };
    say(&format!("Added {added} people.{there}"));
    Ok(())
}

/// The rows of a file with their line numbers, if all are valid.
async fn read_file(platform: &Platform, file: &Path) -> Result<Vec<(u64, Checked)>, StartError> {
    let unreadable = |error: csv::Error| plain(format!("{} cannot be read: {error}", file.display()));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(file).map_err(unreadable)?;
    let head = reader.headers().map_err(unreadable)?.clone();
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    let mut record = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        let why = match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => match record.deserialize::<Row>(Some(&head)) {
                Ok(row) => match check(platform, &row).await {
                    Ok(row) => {
                        rows.push((line, row));
                        continue;
                    }
                    Err(error @ StartError::Store(_)) => return Err(error),
                    Err(error) => error.to_string(),
                },
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        wrong.push(format!("line {line}: {}", why.replace('\n', " ")));
    }
    if wrong.is_empty() {
        return Ok(rows);
    }
    wrong.iter().take(TOLD).for_each(|line| say(line));
    let first = wrong.first().cloned().unwrap_or_default();
    let all = rows.len() + wrong.len();
    Err(plain(format!("{} of {all} rows are wrong and nobody was added: {first}", wrong.len())))
}
