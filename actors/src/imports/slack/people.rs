//! Slack's users → people here.

use std::collections::{HashMap, HashSet};

use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::accounts::{User, UserStatus};
use storage::entities::{Relation, RelationType};
use storage::ids::UserId;
use storage::imports::ImportRef;

use super::posts::Author;
use super::shapes::{self, Profile};
use super::{BEGUN, Import};
use crate::accounts::{Made, NewUser, make_user_as, rules};
use crate::error::Refusal;
use crate::imports::{ImportError, Step};
use crate::text::{display_name, is_unseen};

/// People made in one go.
const BATCH: usize = 256;
/// At once; the store commits them together.
const AT_ONCE: usize = 32;
/// The reference of somebody who is whole: account and relation.
const USER: &str = "user";
/// Longest part of a name, in characters.
const NAME_MAX: usize = 60;
/// Authors that no list of the export names; more than these share one account.
const OTHERS_MAX: usize = 10_000;

/// How somebody came to be known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    New,
    There,
    /// Their address has an account that was not taken for them.
    Apart,
}

/// Somebody to be made.
pub struct Newcomer {
    key: String,
    email: Option<String>,
    first: String,
    last: String,
    display: String,
    status: UserStatus,
    relation: RelationType,
    /// Under which else its messages name it.
    bot_id: String,
    /// Has left, as this export has it.
    has_left: bool,
    /// A name of theirs there is none here.
    is_renamed: bool,
}

/// Everybody of `users.json`.
pub fn of_export(text: &str) -> Result<Vec<Newcomer>, ImportError> {
    let raw: Vec<&serde_json::value::RawValue> = serde_json::from_str(text)
        .map_err(|why| ImportError::Json { entry: "users.json".to_owned(), why: why.to_string() })?;
    let users = raw.into_iter().filter_map(|raw| serde_json::from_str::<shapes::User<'_>>(raw.get()).ok());
    let mut seen = HashSet::new();
    Ok(users
        .filter(|user| !user.id.0.is_empty() && seen.insert(user.id.0.clone()))
        .map(|user| newcomer(&user))
        .collect())
}

fn newcomer(user: &shapes::User<'_>) -> Newcomer {
    let profile: Profile = shapes::nested(user.profile);
    let real = clean([&profile.real_name.0, &user.real_name.0, &profile.display_name.0, &user.name.0]);
    let display = clean([&profile.display_name.0, &real, "", ""]);
    let is_renamed = [&profile.real_name.0, &user.real_name.0, &profile.display_name.0]
        .iter()
        .any(|name| !name.trim().is_empty() && usable(name).is_none());
    let (first, last) =
        match (clean([&profile.first_name.0, "", "", ""]), clean([&profile.last_name.0, "", "", ""])) {
            (first, last) if !first.is_empty() => (first, last),
            _ => real
                .split_once(' ')
                .map_or((real.clone(), String::new()), |(first, last)| (first.into(), last.into())),
        };
    let status = if user.is_bot.0 || user.id.0 == "USLACKBOT" {
        UserStatus::Bot
    } else if user.deleted.0 || user.is_stranger.0 {
        UserStatus::Deactivated
    } else {
        UserStatus::Imported
    };
    // Nobody signs in to the others: their address stays free for its owner.
    let email = (status == UserStatus::Imported).then(|| rules::email(&profile.email.0).ok()).flatten();
    // Guests saw some channels and nothing else: here that is a customer, who has rows in those channels.
    let is_guest = user.is_restricted.0 || user.is_ultra_restricted.0;
    Newcomer {
        key: user.id.0.clone(),
        email,
        first,
        last,
        display: or_nameless(display),
        status,
        relation: if is_guest { RelationType::Customer } else { RelationType::Member },
        bot_id: if user.is_bot.0 { profile.bot_id.0 } else { String::new() },
        has_left: user.deleted.0,
        is_renamed,
    }
}

/// The first that is a name.
fn clean(names: [&str; 4]) -> String {
    names.into_iter().find_map(usable).unwrap_or_default()
}

/// A name as people may give themselves one here, without what is not seen in it. None: it is a link, or nothing is left.
fn usable(name: &str) -> Option<String> {
    let seen: String = name.trim().chars().filter(|c| !is_unseen(*c)).take(NAME_MAX).collect();
    display_name("name", &seen, 1, NAME_MAX).ok()
}

fn or_nameless(name: String) -> String {
    if name.is_empty() { "Okänd".to_owned() } else { name }
}

impl Import<'_> {
    /// Makes those who are not here yet, and gives them their relation; fills in the names.
    pub async fn take_people(&mut self, newcomers: Vec<Newcomer>) -> Result<(), ImportError> {
        let total = newcomers.len() as u64;
        let mut newcomers = newcomers.into_iter().peekable();
        let mut done = 0;
        while newcomers.peek().is_some() {
            let batch: Vec<Newcomer> = newcomers.by_ref().take(BATCH).collect();
            done += batch.len() as u64;
            self.take_batch(batch).await?;
            self.tell(Step::People, done, total);
        }
        Ok(())
    }

    async fn take_batch(&mut self, batch: Vec<Newcomer>) -> Result<(), ImportError> {
        let keys: Vec<String> = batch.iter().map(|newcomer| newcomer.key.clone()).collect();
        let known = self.refs(&keys).await?;
        let whole = known.iter().flatten().filter(|known| known.kind == USER).map(|known| UserId(known.id));
        let there: HashMap<UserId, User> = self.users(whole.collect()).await?;
        let mut missing = Vec::new();
        for (newcomer, known) in batch.into_iter().zip(known) {
            let id = match &known {
                Some(known) => UserId(known.id),
                None => UserId(self.platform.ids.next(self.now)?),
            };
            if newcomer.relation == RelationType::Customer {
                self.guests.insert(newcomer.key.clone());
            }
            match there.get(&id) {
                Some(user) => {
                    if newcomer.has_left {
                        self.leave(user).await?;
                    }
                    self.know_bot(&newcomer, user);
                    self.know(newcomer.key, user);
                }
                None => missing.push((newcomer, id)),
            }
        }
        // Their ids first: a run that ends here makes the same people the next time, and not others.
        let begun = missing.iter().map(|(newcomer, id)| noted(&newcomer.key, BEGUN, *id));
        self.put_refs(begun.collect()).await?;
        let made: Vec<(Newcomer, User, Came)> = stream::iter(missing)
            .map(|(newcomer, id)| self.make(newcomer, id))
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        self.put_refs(made.iter().map(|(who, user, _)| noted(&who.key, USER, user.user_id)).collect())
            .await?;
        for (newcomer, user, came) in made {
            self.report.users += u64::from(came != Came::There);
            self.report.skip(
                "names that are links or nothing (another of theirs is taken, or 'Okänd')",
                u64::from(newcomer.is_renamed),
            );
            self.report.skip(
                "people whose address has an account outside the organisation (not taken for them; see --take-accounts)",
                u64::from(came == Came::Apart),
            );
            self.know_bot(&newcomer, &user);
            self.know(newcomer.key, &user);
        }
        Ok(())
    }

    /// Somebody of an earlier export has left since. An account that its owner uses is theirs and stays.
    async fn leave(&mut self, user: &User) -> Result<(), ImportError> {
        match user.status {
            UserStatus::Imported => {}
            UserStatus::Deactivated | UserStatus::Bot => return Ok(()),
            UserStatus::Active | UserStatus::Pending => {
                self.report.skip("people who left there and use their account here (not changed)", 1);
                return Ok(());
            }
        }
        let storage = &self.platform.storage;
        let entity_id = self.entity.entity_id;
        if let Some(relation) = storage.entities.relation(entity_id, user.user_id).await?
            && matches!(relation.relation_type, RelationType::Member | RelationType::Customer)
        {
            storage
                .entities
                .remove_relation(entity_id, user.user_id, relation.relation_type, Vec::new())
                .await?;
        }
        // Another organisation may have them as well.
        if storage.entities.relations_of(user.user_id).await?.is_empty() {
            storage.accounts.set_status(user.user_id, UserStatus::Deactivated, None).await?;
        }
        self.report.update("people who have left", 1);
        Ok(())
    }

    fn know_bot(&mut self, newcomer: &Newcomer, user: &User) {
        if !newcomer.bot_id.is_empty() {
            self.know(newcomer.bot_id.clone(), user);
        }
    }

    /// The person: a new one, or the one who has the address already, belongs here and is otherwise left alone. Somebody who has
    /// the address and no relation to the organisation has not said yes to being its author: then it is a name without an
    /// account.
    async fn make(&self, newcomer: Newcomer, id: UserId) -> Result<(Newcomer, User, Came), ImportError> {
        if let Some(user) = self.platform.storage.accounts.user(id).await? {
            let user = self.related(user, newcomer.relation).await?;
            return Ok((newcomer, user, Came::There));
        }
        let new = NewUser {
            email: newcomer.email.clone(),
            first_name: newcomer.first.clone(),
            last_name: newcomer.last.clone(),
            display_name: newcomer.display.clone(),
            password_hash: None,
            status: newcomer.status,
            user_name: None,
            created: self.now,
        };
        let taken = match make_user_as(self.platform, id, new.clone()).await? {
            Made::New(user) => {
                let user = self.related(*user, newcomer.relation).await?;
                return Ok((newcomer, user, Came::New));
            }
            Made::EmailTaken(taken) => taken,
        };
        let belongs = self.platform.storage.entities.relation(self.entity.entity_id, taken).await?.is_some();
        if belongs || self.options.take_accounts {
            let user = self.platform.storage.accounts.user(taken).await?.ok_or_else(Refusal::internal)?;
            let user = self.related(user, newcomer.relation).await?;
            return Ok((newcomer, user, Came::There));
        }
        let apart = NewUser { email: None, status: UserStatus::Deactivated, ..new };
        match make_user_as(self.platform, id, apart).await? {
            Made::New(user) => Ok((newcomer, *user, Came::Apart)),
            Made::EmailTaken(_) => Err(Refusal::internal().into()),
        }
    }

    /// Belong those who can come back; a relation that stands is not changed.
    async fn related(&self, user: User, relation_type: RelationType) -> Result<User, ImportError> {
        if !matches!(user.status, UserStatus::Deactivated | UserStatus::Bot) {
            let relation = Relation {
                entity_id: self.entity.entity_id,
                user_id: user.user_id,
                relation_type,
                since: self.now,
            };
            self.platform.storage.entities.put_relation(&relation, None).await?;
        }
        Ok(user)
    }

    /// Makes sure that every author has an account: programs, and people that `users.json` does not hold.
    pub async fn take_authors(&mut self, authors: impl Iterator<Item = &Author>) -> Result<(), ImportError> {
        let mut missing: Vec<Newcomer> = Vec::new();
        for author in authors {
            let is_known = self.names.people.contains_key(self.key_of(author));
            let key = if self.others < OTHERS_MAX { author.key.clone() } else { String::from(NOBODY) };
            if is_known || missing.iter().any(|newcomer| [&author.key, &key].contains(&&newcomer.key)) {
                continue;
            }
            self.others += 1;
            let status = if author.is_bot { UserStatus::Bot } else { UserStatus::Deactivated };
            let display = clean([&author.name, if author.is_bot { "Bot" } else { "" }, "", ""]);
            let is_renamed = !author.name.trim().is_empty() && usable(&author.name).is_none();
            let display = or_nameless(display);
            missing.push(Newcomer {
                key,
                email: None,
                first: display.clone(),
                last: String::new(),
                display,
                status,
                relation: RelationType::Member,
                bot_id: String::new(),
                has_left: false,
                is_renamed,
            });
        }
        if missing.is_empty() { Ok(()) } else { self.take_batch(missing).await }
    }

    /// Under which key an author's account is known.
    pub fn key_of<'a>(&self, author: &'a Author) -> &'a str {
        let is_known = self.names.people.contains_key(&author.key);
        if is_known || self.others < OTHERS_MAX { &author.key } else { NOBODY }
    }

    fn know(&mut self, key: String, user: &User) {
        self.names.people.insert(key, (user.user_id, user.user_name.clone()));
    }

    async fn users(&self, ids: Vec<UserId>) -> Result<HashMap<UserId, User>, ImportError> {
        let users = self.platform.storage.accounts.users(&ids).await?;
        Ok(users.into_iter().map(|user| (user.user_id, user)).collect())
    }
}

/// The account that authors share when there are too many of them.
const NOBODY: &str = "bot:";

fn noted(key: &str, kind: &str, id: UserId) -> ImportRef {
    ImportRef { external_id: key.to_owned(), kind: kind.to_owned(), id: id.0 }
}
