//! Creates the source's people, or finds their accounts.

use std::collections::HashMap;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::accounts::{User, UserStatus};
use storage::entities::{Relation, RelationType};
use storage::feed::Source;
use storage::ids::UserId;

use super::{BEGUN, Taking, noted};
use crate::accounts::{Made, NewUser, make_user_as};
use crate::platform::error::Refusal;
use crate::platform::text::{display_name, is_unseen};
use crate::transfer::imports::form::{Author, Newcomer};
use crate::transfer::imports::{ImportError, Step};

/// People created per batch.
const BATCH: usize = 256;
/// Written concurrently; the store commits them together.
const AT_ONCE: usize = 32;
/// Kind of a reference to a person who is complete: account and relation.
const USER: &str = "user";
/// Maximum length of a part of a name, in characters.
const NAME_MAX: usize = 60;
/// Maximum length of a display name: both parts and the space.
pub const SHOWN_MAX: usize = 2 * NAME_MAX + 1;
/// Maximum number of accounts for authors who are in no list of the export; further ones share one account.
const OTHERS_MAX: usize = 10_000;

/// How the account was determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    New,
    There,
    /// An account has their address, but was not used for them.
    Apart,
}

/// The first usable name.
pub fn clean(names: [&str; 4]) -> String {
    clean_to(names, NAME_MAX)
}

/// The first usable name, with at most `most` characters.
pub fn clean_to(names: [&str; 4], most: usize) -> String {
    names.into_iter().find_map(|name| usable_to(name, most)).unwrap_or_default()
}

/// A valid name without invisible characters. None: it is a link, or nothing is left.
pub fn usable(name: &str) -> Option<String> {
    usable_to(name, NAME_MAX)
}

fn usable_to(name: &str, most: usize) -> Option<String> {
    let seen: String = name.trim().chars().filter(|c| !is_unseen(*c)).take(most).collect();
    display_name("name", &seen, 1, most).ok()
}

pub fn or_nameless(name: String) -> String {
    if name.is_empty() { "Okänd".to_owned() } else { name }
}

impl Taking<'_> {
    /// Creates the missing people and their relations; fills in the names.
    pub async fn take_people(&mut self, newcomers: Vec<Newcomer>) -> Result<(), ImportError> {
        let total = newcomers.len() as u64;
        let mut newcomers = newcomers.into_iter().peekable();
        let mut done = 0;
        while newcomers.peek().is_some() {
            let batch: Vec<Newcomer> = newcomers.by_ref().take(BATCH).collect();
            done += batch.len() as u64;
            self.take_batch(batch).await?;
            self.report_progress(Step::People, done, total);
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
                    self.know_alias(&newcomer, user);
                    self.know(newcomer.key, user);
                }
                None => missing.push((newcomer, id)),
            }
        }
        // Ids are stored first: a run repeated after an interruption creates the same people.
        let begun = missing.iter().map(|(newcomer, id)| noted(&newcomer.key, BEGUN, id.0));
        self.put_refs(begun.collect()).await?;
        let made: Vec<(Newcomer, User, Came)> = stream::iter(missing)
            .map(|(newcomer, id)| self.make(newcomer, id))
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        self.put_refs(made.iter().map(|(who, user, _)| noted(&who.key, USER, user.user_id.0)).collect())
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
            self.know_alias(&newcomer, &user);
            self.know(newcomer.key, &user);
        }
        Ok(())
    }

    /// Handles a person who left since an earlier export. An account that its owner uses stays.
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
        // They may belong to another organisation as well.
        if storage.entities.relations_of(user.user_id).await?.is_empty() {
            storage.accounts.set_status(user.user_id, UserStatus::Deactivated, None).await?;
        }
        self.report.update("people who have left", 1);
        Ok(())
    }

    fn know_alias(&mut self, newcomer: &Newcomer, user: &User) {
        if !newcomer.alias.is_empty() {
            self.know(newcomer.alias.clone(), user);
        }
    }

    /// The account: a new one, or an existing one with the address and a relation to the organisation, which is left
    /// unchanged. The owner of an account without a relation has not consented to be the author: then the person is a
    /// name without an account.
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
            user_name: newcomer.user_name.clone(),
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

    /// Gives a relation to people who can sign in; an existing relation is not changed.
    async fn related(&self, user: User, relation_type: RelationType) -> Result<User, ImportError> {
        if !matches!(user.status, UserStatus::Deactivated | UserStatus::Bot) {
            let relation = Relation {
                entity_id: self.entity.entity_id,
                user_id: user.user_id,
                relation_type,
                since: self.now,
            };
            let feed = crate::feed::tied(self.platform, user.user_id, Source::Entity(relation.entity_id))?;
            self.platform.storage.entities.put_relation_with(&relation, None, vec![feed]).await?;
        }
        Ok(user)
    }

    /// Ensures that every author has an account: bots, and people who are in no list.
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
                user_name: None,
                status,
                relation: RelationType::Member,
                alias: String::new(),
                has_left: false,
                is_renamed,
            });
        }
        if missing.is_empty() { Ok(()) } else { self.take_batch(missing).await }
    }

    /// The key of an author's account.
    pub fn key_of<'a>(&self, author: &'a Author) -> &'a str {
        let is_known = self.names.people.contains_key(&author.key);
        if is_known || self.others < OTHERS_MAX { &author.key } else { NOBODY }
    }

    fn know(&mut self, key: String, user: &User) {
        if matches!(user.status, UserStatus::Deactivated | UserStatus::Bot) {
            self.absent.insert(user.user_id);
        }
        self.names.people.insert(key, (user.user_id, user.user_name.clone()));
    }

    async fn users(&self, ids: Vec<UserId>) -> Result<HashMap<UserId, User>, ImportError> {
        let users = self.platform.storage.accounts.users(&ids).await?;
        Ok(users.into_iter().map(|user| (user.user_id, user)).collect())
    }
}

/// Key of the account that authors share if there are too many.
const NOBODY: &str = "bot:";
