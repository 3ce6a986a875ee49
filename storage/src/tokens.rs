//! Access tokens, with which programs act for a person or as a bot. Only hashes of their secrets are stored.

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

/// Most tokens of a person.
pub const MOST: usize = 50;
/// Most bots of an organisation.
pub const MOST_BOTS: usize = 50;
/// Most tokens read of a person.
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
        /// The person or bot for which it acts.
        user_id: UserId => bigint,
    }
    clustering {
        token_id: TokenId => bigint,
    }
    columns {
        /// Hex of its secret's SHA-256.
        token_hash: String => text,
        /// The person's name for it.
        name: String => text,
        /// Its scopes.
        scopes: Vec<Scope> => text,
        created: Moment => timestamp,
        /// Expiry; none: a bot's token that is valid until removed.
        expires: Option<Moment> => timestamp,
        /// The last recorded use.
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
    /// A bot: an account of an organisation under which a program acts.
    pub struct Bot;
    pub(crate) static BOTS: "bots", Ascending;
    partition {
        /// The organisation.
        entity_id: EntityId => bigint,
    }
    clustering {
        /// The bot's account.
        bot_id: UserId => bigint,
    }
    columns {
        name: String => text,
        /// Who created it; it continues without them.
        created_by: UserId => bigint,
        created: Moment => timestamp,
    }
}

/// Declares the area to the store.
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

    /// The writes that store a token; part of another write.
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

    /// Stores a token until it expires, together with other writes.
    pub async fn create(&self, token: &AccessToken, with: Vec<Write>) -> Result<()> {
        let mut writes = with;
        writes.extend(token.inserts());
        self.db.write(writes).await
    }

    /// The valid tokens of a person or bot, oldest first.
    pub async fn of(&self, user_id: UserId) -> Result<Vec<AccessToken>> {
        let mut all: Vec<AccessToken> = self.db.list(AccessToken::of(user_id).ascending(READ)).await?;
        all.retain(AccessToken::holds);
        Ok(all)
    }

    /// A token; none if it was revoked or has expired.
    pub async fn one(&self, user_id: UserId, token_id: TokenId) -> Result<Option<AccessToken>> {
        let found: Option<AccessToken> = self.db.find(AccessToken::at(user_id, token_id)).await?;
        Ok(found.filter(AccessToken::holds))
    }

    /// The token with a secret's hash; an unknown one costs a single read.
    pub async fn by_hash(&self, token_hash: &str) -> Result<Option<AccessToken>> {
        let by_hash: Option<TokenHash> = self.db.find(TokenHash::at(token_hash)).await?;
        let Some(TokenHash { user_id, token_id, .. }) = by_hash else { return Ok(None) };
        Ok(self.one(user_id, token_id).await?.filter(|token| token.token_hash == token_hash))
    }

    /// Records the use of a token; no effect if it was revoked.
    pub async fn touch(&self, token: &AccessToken, at: i64) -> Result<()> {
        let guard = Guard::UpdateIf {
            key: token.key(),
            set: vec![("last_used", Moment(at).into())],
            conditions: vec![("token_hash", (&token.token_hash).into())],
            ttl: token.expires.map(|end| ttl_until(end.0, at)),
        };
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Revokes a token. False: there was none.
    pub async fn revoke(&self, user_id: UserId, token_id: TokenId) -> Result<bool> {
        self.revoke_with(user_id, token_id, Vec::new()).await
    }

    /// As [`Self::revoke`], together with the writes `then`.
    pub async fn revoke_with(
        &self,
        user_id: UserId,
        token_id: TokenId,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        let Some(token) = self.one(user_id, token_id).await? else { return Ok(false) };
        then.push(TokenHash::at(&token.token_hash).delete());
        self.db.decide(token.key().delete_if([]), then).await
    }

    /// An organisation's bots, in order of creation.
    pub async fn bots(&self, entity_id: EntityId) -> Result<Vec<Bot>> {
        self.db.list(Bot::of(entity_id).ascending(2 * MOST_BOTS)).await
    }

    /// A bot of an organisation.
    pub async fn bot(&self, entity_id: EntityId, bot_id: UserId) -> Result<Option<Bot>> {
        self.db.find(Bot::at(entity_id, bot_id)).await
    }

    /// Removes a bot from its organisation, together with the writes `then`. False: it was removed before.
    pub async fn remove_bot(&self, bot: &Bot, then: Vec<Write>) -> Result<bool> {
        self.db.decide(bot.key().delete_if([]), then).await
    }

    /// Revokes all tokens of a person or bot; answers those.
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
