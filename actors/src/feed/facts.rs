//! What a reader is to the authors of posts, as of now.

use std::collections::HashMap;

use storage::entities::RelationType;
use storage::feed::{Comment, Post, Source};
use storage::ids::{EntityId, UserId};

use super::rules::{self, Reader, Standing};
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::platform::error::Result;

/// A reader's facts about some authors.
pub(crate) struct ReaderFacts {
    pub me: Option<UserId>,
    people: HashMap<UserId, Standing>,
    relations: HashMap<EntityId, RelationType>,
}

impl ReaderFacts {
    /// Read from the store each time, so that a lost right takes effect at once.
    pub async fn load(
        platform: &Platform,
        me: Option<UserId>,
        sources: impl IntoIterator<Item = Source>,
    ) -> Result<Self> {
        let (mut people, mut entities): (Vec<UserId>, Vec<EntityId>) = (Vec::new(), Vec::new());
        for source in sources {
            match source {
                Source::User(id) => people.push(id),
                Source::Entity(id) => entities.push(id),
            }
        }
        people.sort_unstable();
        people.dedup();
        entities.sort_unstable();
        entities.dedup();
        let (people, relations) =
            futures_util::try_join!(standings(platform, me, &people), relations(platform, me, &entities))?;
        Ok(Self { me, people, relations })
    }

    /// Without facts yet.
    pub fn of_none(me: Option<UserId>) -> Self {
        Self { me, people: HashMap::new(), relations: HashMap::new() }
    }

    /// Adds facts about others that were read for the same reader.
    pub fn extend(&mut self, more: Self) {
        self.people.extend(more.people);
        self.relations.extend(more.relations);
    }

    /// The reader's standing towards an author.
    pub fn standing(&self, source: Option<Source>) -> Standing {
        match source {
            Some(Source::User(id)) => self.people.get(&id).copied().unwrap_or(Standing::Apart),
            Some(Source::Entity(id)) => rules::standing_in(self.relations.get(&id).copied()),
            None => Standing::Apart,
        }
    }

    /// Whether the reader may read a post.
    pub fn reads(&self, post: &Post) -> bool {
        rules::may_read(post.audience, self.standing(post.source()))
            && (post.hidden.is_none() || rules::sees_hidden(post, &self.reader(post, None)))
    }

    /// Whether the reader may read a comment on a post that they may read: not with a block in between.
    pub fn hears(&self, comment: &Comment) -> bool {
        match (comment.entity_id, comment.author_id) {
            (None, Some(author)) => self.standing(Some(Source::User(author))) != Standing::Apart,
            (Some(_), _) => true,
            (None, None) => false,
        }
    }

    /// Whether the reader wrote a comment.
    pub fn wrote(&self, comment: &Comment) -> bool {
        self.me.is_some() && comment.author_id == self.me
    }

    /// The reader's relation to an organisation.
    pub fn relation(&self, entity: Option<EntityId>) -> Option<RelationType> {
        self.relations.get(&entity?).copied()
    }

    pub fn reader(&self, post: &Post, comment: Option<&Comment>) -> Reader {
        let as_entity = self.relation(comment.and_then(|comment| comment.entity_id));
        Reader { user_id: self.me, relation: self.relation(post.entity_id), as_entity }
    }
}

async fn standings(
    platform: &Platform,
    me: Option<UserId>,
    people: &[UserId],
) -> Result<HashMap<UserId, Standing>> {
    let Some(me) = me else {
        let known = platform.people.all(people.iter().copied()).await?;
        let alive = known.values().filter(|user| is_alive(user));
        return Ok(alive.map(|user| (user.user_id, Standing::Stranger)).collect());
    };
    let pairs = platform.storage.contacts.pairs(me, people).await?;
    Ok(pairs.iter().map(|pair| (pair.other, rules::standing(pair))).collect())
}

async fn relations(
    platform: &Platform,
    me: Option<UserId>,
    entities: &[EntityId],
) -> Result<HashMap<EntityId, RelationType>> {
    let Some(me) = me else { return Ok(HashMap::new()) };
    Ok(platform.storage.entities.relations_to(me, entities).await?)
}

/// The author of a comment as a source.
pub(super) fn source_of(comment: &Comment) -> Option<Source> {
    comment.entity_id.map(Source::Entity).or_else(|| comment.author_id.map(Source::User))
}
