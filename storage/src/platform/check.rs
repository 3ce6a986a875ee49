//! The store's invariants, gone through by an operator (`kalender check`).

mod bells;
mod contacts;
mod conversations;
mod feed;
mod files;
mod names;
mod seats;
mod signs;
mod threads;

use crate::accounts::records::USERS;
use crate::accounts::tables::USER_EMAILS;
use crate::chat::tables::{
    CHANNEL_HEADS, CHANNEL_MENTIONS, MENTIONS, MESSAGE_BUCKETS, MESSAGE_LOCATIONS, MESSAGES,
    PENDING_MESSAGES, THREAD_MESSAGES,
};
use crate::chat::{Message, rows};
use crate::entities::Entity;
use crate::entities::Relation;
use crate::entities::RelationType;
use crate::entities::records::{ENTITIES, RELATIONS};
use crate::entities::tables::USER_RELATIONS;
use crate::platform::engine::{Db, Key};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::record::Record;
use crate::platform::slugs::{self, Owner, SLUGS};
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Rows looked at in one go.
const SLICE: usize = 1_000;
/// Lines after which looking further helps nobody.
const MOST: usize = 1_000;

/// One line for each thing that does not hold, a thousand at most.
pub(crate) async fn run(db: &Db) -> Result<Vec<String>> {
    let mut check = Check { db, found: Vec::new() };
    check.slugs().await?;
    check.people().await?;
    check.entities().await?;
    check.relations(&RELATIONS, &USER_RELATIONS).await?;
    check.relations(&USER_RELATIONS, &RELATIONS).await?;
    check.names().await?;
    check.locations().await?;
    check.messages(&MESSAGES).await?;
    check.messages(&THREAD_MESSAGES).await?;
    check.threads().await?;
    check.calls(&MENTIONS).await?;
    check.calls(&CHANNEL_MENTIONS).await?;
    check.heads().await?;
    check.listeners().await?;
    check.bells().await?;
    check.conversations().await?;
    check.inboxes().await?;
    check.files().await?;
    check.seats().await?;
    check.signs().await?;
    check.feed().await?;
    check.pointers().await?;
    check.pairs().await?;
    check.lists_of_people().await?;
    check.found.truncate(MOST);
    Ok(check.found)
}

struct Check<'a> {
    db: &'a Db,
    found: Vec<String>,
}

/// Walks over a whole table.
pub(crate) struct Walk {
    table: &'static Table,
    after: Option<Vec<Value>>,
    is_over: bool,
}

impl Walk {
    pub(crate) fn over(table: &'static Table) -> Self {
        Self { table, after: None, is_over: false }
    }

    /// The rows that come next, at most a thousand; none: that was all.
    pub(crate) async fn next(&mut self, db: &Db) -> Result<Option<Vec<Row>>> {
        if self.is_over {
            return Ok(None);
        }
        let rows = db.scan(self.table, self.after.take(), SLICE).await?;
        self.is_over = rows.len() < SLICE;
        self.after = rows.last().map(|row| row.key().to_vec());
        Ok(Some(rows))
    }
}

impl Check<'_> {
    fn say(&mut self, line: String) {
        if self.found.len() < MOST {
            self.found.push(line);
        }
    }

    async fn slugs(&mut self) -> Result<()> {
        let mut walk = Walk::over(&SLUGS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let slug: String = row.clone().take("slug")?;
                if !slugs::stands(self.db, &slug, row).await? {
                    self.say(format!("slug {slug} points at nobody who bears it"));
                }
            }
        }
        Ok(())
    }

    async fn people(&mut self) -> Result<()> {
        let mut walk = Walk::over(&USERS);
        while let Some(rows) = walk.next(self.db).await? {
            for mut row in rows {
                let (id, name): (UserId, String) = (row.take("user_id")?, row.take("user_name")?);
                if slugs::find(self.db, &name).await? != Some(Owner::User(id)) {
                    self.say(format!("person {id} has no claim on the name {name}"));
                }
                let Some(email) = row.take::<Option<String>>("email")? else { continue };
                let claim = self.db.get(USER_EMAILS.at([email.into()])).await?;
                if claim.is_none_or(|claim| *claim.peek("user_id") != id.into()) {
                    self.say(format!("person {id} has no claim on the address"));
                }
            }
        }
        Ok(())
    }

    async fn entities(&mut self) -> Result<()> {
        let mut walk = Walk::over(&ENTITIES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let entity = Entity::read(row)?;
                let (id, owner) = (entity.entity_id, entity.owner);
                if slugs::find(self.db, &entity.entity_slug).await? != Some(Owner::Entity(id)) {
                    self.say(format!("organisation {id} has no claim on the slug {}", entity.entity_slug));
                }
                let relation = self.db.get(Relation::at(id, owner)).await?;
                let relation = relation.map(Relation::read).transpose()?;
                if relation.is_none_or(|relation| relation.relation_type != RelationType::Owner) {
                    self.say(format!("organisation {id}: its owner {owner} has no relation OWNER"));
                }
            }
        }
        Ok(())
    }

    /// Every row of one table is in the other one.
    async fn relations(&mut self, table: &'static Table, other: &'static Table) -> Result<()> {
        let mut walk = Walk::over(table);
        while let Some(rows) = walk.next(self.db).await? {
            let relations = rows.into_iter().map(Relation::read).collect::<Result<Vec<_>>>()?;
            let keys = relations.iter().flat_map(|relation| {
                let (entity, user) = (relation.entity_id, relation.user_id);
                let by_entity = [Value::from(entity), user.into()];
                let by_user = [Value::from(user), entity.into()];
                let is_by_entity = std::ptr::eq(other, &raw const RELATIONS);
                [other.at(if is_by_entity { by_entity } else { by_user }), Entity::at(entity)]
            });
            let found = self.db.get_many(keys.collect()).await?;
            for (relation, pair) in relations.iter().zip(found.chunks(2)) {
                let (entity, user, what) = (relation.entity_id, relation.user_id, relation.relation_type);
                let mirrored = pair.first().and_then(Option::as_ref);
                if mirrored.is_none_or(|row| *row.peek("relation_type") != what.into()) {
                    self.say(format!(
                        "{}: {what} of {user} to {entity} is not in {}",
                        table.name, other.name
                    ));
                }
                let owner = pair.last().and_then(Option::as_ref).map(|row| row.peek("owner"));
                if what == RelationType::Owner && owner != Some(&user.into()) {
                    self.say(format!("{}: {user} is OWNER of {entity}, which has another owner", table.name));
                }
            }
        }
        Ok(())
    }

    /// Every location points at a message.
    async fn locations(&mut self) -> Result<()> {
        let mut walk = Walk::over(&MESSAGE_LOCATIONS);
        while let Some(rows) = walk.next(self.db).await? {
            let mut ids = Vec::with_capacity(rows.len());
            let mut keys: Vec<Key> = Vec::with_capacity(rows.len() * 2);
            for mut row in rows {
                let (id, channel): (MessageId, ChannelId) =
                    (row.take("message_id")?, row.take("channel_id")?);
                ids.push(id);
                keys.push(rows::message_key(channel, row.take("parent_id")?, id));
                keys.push(PENDING_MESSAGES.at([channel.into(), id.into()]));
            }
            let found = self.db.get_many(keys).await?;
            for (id, pair) in ids.iter().zip(found.chunks(2)) {
                if pair.iter().all(Option::is_none) {
                    self.say(format!("message {id} is not where its location says"));
                }
            }
        }
        Ok(())
    }

    /// Whatever counts as a mention is one: its message is there, not deleted, and calls the person (or everybody).
    async fn calls(&mut self, table: &'static Table) -> Result<()> {
        let is_everybody = std::ptr::eq(table, &raw const CHANNEL_MENTIONS);
        let mut walk = Walk::over(table);
        while let Some(found) = walk.next(self.db).await? {
            let mut keys = Vec::with_capacity(found.len());
            for row in &found {
                let mut row = row.clone();
                let (channel, id): (ChannelId, MessageId) =
                    (row.take("channel_id")?, row.take("message_id")?);
                keys.push(rows::message_key(channel, row.take("parent_id")?, id));
            }
            for (mut row, message) in found.into_iter().zip(self.db.get_many(keys).await?) {
                let id: MessageId = row.take("message_id")?;
                let Some(mut message) = message else {
                    // Stored before threads were named in it.
                    if row.take::<Option<i64>>("since")?.is_some() {
                        self.say(format!("a mention is kept of message {id}, which is not there"));
                    }
                    continue;
                };
                let message = Message::take(&mut message)?;
                let calls = if is_everybody {
                    message.mention_all
                } else {
                    message.mentions.contains(&row.take("user_id")?)
                };
                if message.deleted || !calls {
                    self.say(format!("a mention is kept of message {id}, which calls nobody so"));
                }
            }
        }
        Ok(())
    }

    /// A channel's head is a message of it.
    async fn heads(&mut self) -> Result<()> {
        let mut walk = Walk::over(&CHANNEL_HEADS);
        while let Some(found) = walk.next(self.db).await? {
            let mut heads = Vec::with_capacity(found.len());
            for mut row in found {
                heads.push((row.take::<ChannelId>("channel_id")?, row.take::<MessageId>("message_id")?));
            }
            let keys = heads.iter().map(|(channel, id)| rows::message_key(*channel, None, *id)).collect();
            for ((channel, id), message) in heads.iter().zip(self.db.get_many(keys).await?) {
                if message.is_none() {
                    self.say(format!("channel {channel} has the head {id}, which is not there"));
                }
            }
        }
        Ok(())
    }

    /// Every message has a location that says where it is, and its week is listed.
    async fn messages(&mut self, table: &'static Table) -> Result<()> {
        let mut walk = Walk::over(table);
        while let Some(found) = walk.next(self.db).await? {
            let (mut messages, mut keys) = (Vec::with_capacity(found.len()), Vec::new());
            for mut row in found {
                let week = row.peek("bucket").clone();
                let message = Message::take(&mut row)?;
                keys.push(MESSAGE_LOCATIONS.at([message.message_id.into()]));
                if message.parent_id.is_none() {
                    keys.push(MESSAGE_BUCKETS.at([message.channel_id.into(), week]));
                }
                messages.push(message);
            }
            let mut found = self.db.get_many(keys).await?.into_iter();
            for message in messages {
                let location = found.next().flatten();
                let is_right = location.is_some_and(|location| {
                    *location.peek("channel_id") == message.channel_id.into()
                        && *location.peek("parent_id") == message.parent_id.into()
                });
                if !is_right {
                    self.say(format!("message {} has no location of its own", message.message_id));
                }
                if message.parent_id.is_none() && found.next().flatten().is_none() {
                    self.say(format!("message {} lies in a week that is not listed", message.message_id));
                }
            }
        }
        Ok(())
    }
}
