//! Access tokens, with which programs act for a person or as a bot. Of their secrets only hashes are stored.

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, TokenId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Row;

/// Tokens that a person has at most.
pub const MOST: usize = 50;
/// Bots that an organisation has at most.
pub const MOST_BOTS: usize = 50;
/// Tokens of a person that are looked at.
const READ: usize = 2 * MOST;

text_enum! {
    /// What a program may do with a token: read or change what belongs to an area. `read` and `write` stand for every area.
    Scope {
        /// Reads everything that tokens may read.
        Read = "read",
        /// Changes everything that tokens may change.
        Write = "write",
        /// Reads the account, its organisations and settings.
        ProfileRead = "profile:read",
        /// Changes the account's profile and settings.
        ProfileWrite = "profile:write",
        /// Reads organisations, their people and applications.
        EntitiesRead = "entities:read",
        /// Changes organisations, relations and applications.
        EntitiesWrite = "entities:write",
        /// Reads channels and conversations, and hears them live.
        ChatRead = "chat:read",
        /// Writes in channels and conversations, and manages channels.
        ChatWrite = "chat:write",
        /// Reads contacts.
        ContactsRead = "contacts:read",
        /// Changes contacts and follows people.
        ContactsWrite = "contacts:write",
        /// Reads calendars, events and lunch menus.
        CalendarRead = "calendar:read",
        /// Changes calendars, events and lunch menus, and enrols.
        CalendarWrite = "calendar:write",
        /// Reads posts, comments and articles.
        FeedRead = "feed:read",
        /// Writes posts, comments and articles.
        FeedWrite = "feed:write",
        /// Reads the bell, and hears it live.
        NotificationsRead = "notifications:read",
        /// Marks the bell as read.
        NotificationsWrite = "notifications:write",
        /// Reads reports and the log of moderation.
        ModerationRead = "moderation:read",
        /// Reports, and decides about reports.
        ModerationWrite = "moderation:write",
    }
}

record! {
    /// A token.
    pub struct AccessToken;
    pub(crate) static ACCESS_TOKENS: "access_tokens", Ascending, ttl;
    partition {
        /// The person or bot that it acts for.
        user_id: UserId => bigint,
    }
    clustering {
        token_id: TokenId => bigint,
    }
    columns {
        /// Hex of its secret's SHA-256.
        token_hash: String => text,
        /// What its person calls it.
        name: String => text,
        /// What it may do.
        scopes: Vec<Scope> => text,
        created: Moment => timestamp,
        /// When it is over; none: a bot's that is good until it is removed.
        expires: Option<Moment> => timestamp,
        /// The last use that was noted.
        last_used: Option<Moment> => timestamp,
    }
}

record! {
    /// A token by its secret.
    pub struct TokenHash;
    pub(crate) static ACCESS_TOKEN_HASHES: "access_token_hashes", Ascending, ttl;
    partition {
        /// Hex of the secret's SHA-256.
        token_hash: String => text,
    }
    clustering {}
    columns {
        user_id: UserId => bigint,
        token_id: TokenId => bigint,
    }
}

record! {
    /// A program with an account of an organisation's own.
    pub struct Bot;
    pub(crate) static BOTS: "bots", Ascending;
    partition {
        /// The organisation that it belongs to.
        entity_id: EntityId => bigint,
    }
    clustering {
        /// Its account.
        bot_id: UserId => bigint,
    }
    columns {
        name: String => text,
        /// Who made it; it goes on without them.
        created_by: UserId => bigint,
        created: Moment => timestamp,
    }
}

/// The area as the store sees it.
pub static AREA: Area = Area {
    tables: &[&ACCESS_TOKENS, &ACCESS_TOKEN_HASHES, &BOTS],
    people: &[
        people("access_tokens", In("tokens.json"), Nothing),
        people("access_token_hashes", Not("the index of tokens.json"), Nothing),
        people(
            "bots",
            Not("an organisation's, whoever made it"),
            Stays("it goes on for the organisation, with the number of who made it"),
        ),
    ],
    ..Area::named("tokens")
};

impl AccessToken {
    fn holds(&self) -> bool {
        self.expires.is_none_or(|at| at.0 > clock::now())
    }

    fn insert_until_it_ends(&self, row: Row) -> Write {
        match self.expires {
            Some(at) => row.insert_for(ttl_until(at.0, clock::now())),
            None => row.insert(),
        }
    }

    /// What stores a token; joins a write.
    pub fn inserts(&self) -> [Write; 2] {
        let by_hash =
            TokenHash { token_hash: self.token_hash.clone(), user_id: self.user_id, token_id: self.token_id };
        [self.insert_until_it_ends(self.row()), self.insert_until_it_ends(by_hash.row())]
    }
}

/// The repository of access tokens.
#[derive(Clone)]
pub struct Tokens {
    db: Db,
}

impl Tokens {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores a token until it expires, with what tells of it.
    pub async fn create(&self, token: &AccessToken, with: Vec<Write>) -> Result<()> {
        let mut writes = with;
        writes.extend(token.inserts());
        self.db.write(writes).await
    }

    /// The tokens of a person or bot that are not over, oldest first.
    pub async fn of(&self, user_id: UserId) -> Result<Vec<AccessToken>> {
        let mut all: Vec<AccessToken> = self.db.list(AccessToken::of(user_id).ascending(READ)).await?;
        all.retain(AccessToken::holds);
        Ok(all)
    }

    /// A token; none when it was revoked or is over.
    pub async fn one(&self, user_id: UserId, token_id: TokenId) -> Result<Option<AccessToken>> {
        let found: Option<AccessToken> = self.db.find(AccessToken::at(user_id, token_id)).await?;
        Ok(found.filter(AccessToken::holds))
    }

    /// The token that a secret opens: of one that is unknown a single row is looked for.
    pub async fn by_hash(&self, token_hash: &str) -> Result<Option<AccessToken>> {
        let by_hash: Option<TokenHash> = self.db.find(TokenHash::at(token_hash)).await?;
        let Some(TokenHash { user_id, token_id, .. }) = by_hash else { return Ok(None) };
        Ok(self.one(user_id, token_id).await?.filter(|token| token.token_hash == token_hash))
    }

    /// Notes that a token was used; nothing happens when it was revoked.
    pub async fn touch(&self, token: &AccessToken, at: i64) -> Result<()> {
        let guard = Guard::UpdateIf {
            key: token.key(),
            set: vec![("last_used", Moment(at).into())],
            conditions: vec![("token_hash", (&token.token_hash).into())],
            ttl: token.expires.map(|end| ttl_until(end.0, at)),
        };
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Ends a token at once. False: there was none.
    pub async fn revoke(&self, user_id: UserId, token_id: TokenId) -> Result<bool> {
        let Some(token) = self.one(user_id, token_id).await? else { return Ok(false) };
        let index = TokenHash::at(&token.token_hash).delete();
        self.db.decide(token.key().delete_if([]), vec![index]).await
    }

    /// An organisation's bots, in the order in which they were made.
    pub async fn bots(&self, entity_id: EntityId) -> Result<Vec<Bot>> {
        self.db.list(Bot::of(entity_id).ascending(2 * MOST_BOTS)).await
    }

    /// A bot of an organisation.
    pub async fn bot(&self, entity_id: EntityId, bot_id: UserId) -> Result<Option<Bot>> {
        self.db.find(Bot::at(entity_id, bot_id)).await
    }

    /// Takes a bot off its organisation's list, with what tells of it. False: it was not there any more.
    pub async fn remove_bot(&self, bot: &Bot, then: Vec<Write>) -> Result<bool> {
        self.db.decide(bot.key().delete_if([]), then).await
    }

    /// Ends all tokens of a person or bot; answers those that were ended.
    pub async fn revoke_all(&self, user_id: UserId) -> Result<Vec<TokenId>> {
        let mut ended = Vec::new();
        for token in self.of(user_id).await? {
            if self.revoke(user_id, token.token_id).await? {
                ended.push(token.token_id);
            }
        }
        Ok(ended)
    }
}
