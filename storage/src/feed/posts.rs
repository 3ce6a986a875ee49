//! Posts, their list entries, and reposts.

use std::collections::HashMap;

use super::records::{
    Audience, ListedMonth, ListedPost, Post, PostAddress, Repost, RepostCount, Source, TimelinePost,
    TimelineSource, Trace, TraceKind,
};
use super::{Feed, TRIES};
use crate::platform::engine::{Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::PostId;
use crate::platform::record::Stored;
use crate::platform::time::Moment;

/// The list of all public posts.
pub const PUBLIC_PLACE: &str = "public";
/// Most months of a list that are read for one page.
const MONTHS: usize = 24;

/// The list of a topic.
pub fn topic_place(topic: &str) -> String {
    format!("topic:{topic}")
}

/// The month of a post (UTC), counted from year 0.
fn month_of(id: PostId) -> i64 {
    crate::platform::time::month_of(Moment(id.millis()))
}

impl Post {
    /// The lists that it is in; a function of the post alone.
    fn places(&self) -> Vec<String> {
        let own = self.source().map(|source| source.to_string());
        let is_public = self.audience == Audience::Public;
        let public = is_public.then(|| PUBLIC_PLACE.to_owned());
        let topics = self.topics.0.iter().filter(|_| is_public).map(|topic| topic_place(topic));
        own.into_iter().chain(public).chain(topics).collect()
    }

    fn listed(&self, place: String) -> ListedPost {
        ListedPost { place, month: month_of(self.post_id), post_id: self.post_id, audience: self.audience }
    }

    fn listings(&self) -> Vec<Write> {
        let month = month_of(self.post_id);
        let rows = |place: String| {
            let in_month = ListedMonth { place: place.clone(), month }.insert();
            [self.listed(place).insert(), in_month]
        };
        self.places().into_iter().flat_map(rows).collect()
    }

    /// Deletes its entries in lists that `new` is not in.
    fn unlisted(&self, new: Option<&Self>) -> Vec<Write> {
        let stays = new.map(Self::places).unwrap_or_default();
        let gone = self.places().into_iter().filter(|place| !stays.contains(place));
        gone.map(|place| self.listed(place).key().delete()).collect()
    }

    /// The keys of its list entries and its address.
    pub(crate) fn found_by(&self) -> Vec<Key> {
        let listed = self.places().into_iter().map(|place| self.listed(place).key());
        listed.chain([self.address().key()]).collect()
    }

    fn address(&self) -> PostAddress {
        PostAddress { uuid: self.post_uuid.clone(), post_id: self.post_id }
    }

    /// All rows of a new post, including its entry in its author's own timeline.
    fn beginning(&self) -> Vec<Write> {
        let mut writes = vec![self.insert()];
        writes.extend(self.listings());
        if let (Some(user_id), Some(source)) = (self.author_id, self.source()) {
            let (id, created) = (self.post_id.0, self.created.0);
            writes.push(Trace { user_id, kind: TraceKind::Post, id, created }.insert());
            writes.push(TimelinePost { user_id, post_id: self.post_id, source }.insert());
            writes.push(TimelineSource { user_id, source, post_id: self.post_id }.insert());
        }
        writes
    }
}

impl Feed {
    /// Stores a new post. False: its uuid is taken.
    pub async fn create(&self, post: &Post, then: Vec<Write>) -> Result<bool> {
        self.db.decide(post.address().if_absent(), [post.beginning(), then].concat()).await
    }

    /// Stores and counts a repost. False: there is one in the same name.
    pub async fn repost(&self, post: &Post, then: Vec<Write>) -> Result<bool> {
        let corrupt = || Error::Corrupt("a repost of nothing".to_owned());
        let (original_id, actor) =
            (post.original_id.ok_or_else(corrupt)?, post.source().ok_or_else(corrupt)?);
        let repost = Repost { original_id, actor, post_id: post.post_id };
        for _ in 0..TRIES {
            if self.reposted_as(original_id, actor).await?.is_some() {
                return Ok(false);
            }
            let stood = self.db.find::<RepostCount>(RepostCount::at(original_id)).await?;
            let count = |reposts| RepostCount { original_id, reposts };
            let counted = match &stood {
                None => count(1).if_absent(),
                Some(stood) => RepostCount::at(original_id).update_if(
                    [("reposts", (stood.reposts + 1).into())],
                    [("reposts", stood.reposts.into())],
                ),
            };
            let rows = [post.beginning(), vec![post.address().insert()], then.clone()].concat();
            if self.db.write_if(vec![repost.if_absent(), counted], rows).await?.applied() {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Deletes a repost and counts it down, once, however often it is called.
    pub async fn unrepost(&self, original_id: PostId, actor: Source, post_id: PostId) -> Result<()> {
        for _ in 0..TRIES {
            if self.reposted_as(original_id, actor).await? != Some(post_id) {
                return Ok(());
            }
            let Some(stood) = self.db.find::<RepostCount>(RepostCount::at(original_id)).await? else {
                return Ok(());
            };
            let counted = RepostCount::at(original_id).update_if(
                [("reposts", (stood.reposts - 1).max(0).into())],
                [("reposts", stood.reposts.into())],
            );
            let gone = Repost::at(original_id, actor).delete_if([("post_id", post_id.into())]);
            if self.db.write_if(vec![gone, counted], Vec::new()).await?.applied() {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }

    /// The post of a repost in somebody's name.
    pub async fn reposted_as(&self, original_id: PostId, actor: Source) -> Result<Option<PostId>> {
        Ok(self.db.find::<Repost>(Repost::at(original_id, actor)).await?.map(|repost| repost.post_id))
    }

    /// Changes a post if it is unchanged since it was read; answers whether it was.
    pub async fn change(&self, old: &Post, new: &Post, then: Vec<Write>) -> Result<bool> {
        let Some(guard) = old.change_whole_to(new) else { return Ok(true) };
        self.db.decide(guard, [old.unlisted(Some(new)), new.listings(), then].concat()).await
    }

    /// Deletes a post with its list entries if it is unchanged since it was read; answers whether it was. Dependent
    /// data are deleted by [`Feed::clear`].
    pub async fn remove(&self, post: &Post, then: Vec<Write>) -> Result<bool> {
        let mut gone = post.unlisted(None);
        gone.push(post.address().key().delete());
        if let Some(user_id) = post.author_id {
            gone.push(Trace::at(user_id, TraceKind::Post, post.post_id.0).delete());
            gone.push(TimelinePost::at(user_id, post.post_id).delete());
        }
        if let (Some(user_id), Some(source)) = (post.author_id, post.source()) {
            gone.push(TimelineSource::at(user_id, source, post.post_id).delete());
        }
        let guard = post.key().delete_if([("version", post.version.into())]);
        self.db.decide(guard, [gone, then].concat()).await
    }

    /// Deletes the comments, likes and reposts of a deleted post. May be repeated.
    pub async fn clear(&self, post_id: PostId) -> Result<()> {
        self.clear_comments(post_id).await?;
        self.clear_likes(post_id.0).await?;
        let reposts = vec![Repost::of(post_id).delete(), RepostCount::at(post_id).delete()];
        self.db.write(reposts).await
    }

    /// A post.
    pub async fn post(&self, id: PostId) -> Result<Option<Post>> {
        self.db.find(Post::at(id)).await
    }

    /// Reads posts; missing ones are left out.
    pub async fn posts(&self, ids: &[PostId]) -> Result<HashMap<PostId, Post>> {
        let found: Vec<Post> = self.db.find_all(ids.iter().map(|id| Post::at(*id)).collect()).await?;
        Ok(found.into_iter().map(|post| (post.post_id, post)).collect())
    }

    /// The post with a uuid.
    pub async fn by_uuid(&self, uuid: &str) -> Result<Option<Post>> {
        match self.db.find::<PostAddress>(PostAddress::at(uuid)).await? {
            Some(address) => self.post(address.post_id).await,
            None => Ok(None),
        }
    }

    /// The posts of a list, newest first before one; at most `limit`, from its newest months.
    pub async fn listed(
        &self,
        place: &str,
        before: Option<PostId>,
        limit: usize,
    ) -> Result<Vec<(PostId, Audience)>> {
        let months = ListedMonth::of(place);
        let months = match before {
            Some(before) => months.up_to(month_of(before)),
            None => months,
        };
        let months: Vec<ListedMonth> = self.db.list(months.descending(MONTHS)).await?;
        let mut found = Vec::new();
        for month in months {
            let span = ListedPost::of(place, month.month).before_any(before);
            let rows: Vec<ListedPost> = self.db.list(span.descending(limit - found.len())).await?;
            found.extend(rows.into_iter().map(|row| (row.post_id, row.audience)));
            if found.len() >= limit {
                break;
            }
        }
        Ok(found)
    }
}
