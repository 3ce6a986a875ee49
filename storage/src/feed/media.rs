//! Pictures uploaded for posts.

use super::Feed;
use super::records::{Media, Trace, TraceKind};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{MediaId, PostId, UserId};
use crate::platform::record::Stored;

impl Feed {
    /// Stores the record of an uploaded picture.
    pub async fn keep_media(&self, media: &Media, then: Vec<Write>) -> Result<()> {
        let (id, created) = (media.media_id.0, media.created);
        let trace =
            media.user_id.map(|user_id| Trace { user_id, kind: TraceKind::Media, id, created }.insert());
        self.db.write([vec![media.insert()], trace.into_iter().collect(), then].concat()).await
    }

    /// A picture.
    pub async fn media(&self, id: MediaId) -> Result<Option<Media>> {
        self.db.find(Media::at(id)).await
    }

    /// Reads pictures; missing ones are left out.
    pub async fn media_of(&self, ids: &[MediaId]) -> Result<Vec<Media>> {
        self.db.find_all(ids.iter().map(|id| Media::at(*id)).collect()).await
    }

    /// Assigns a picture to a post if it has none yet, or this one; answers whether it is assigned.
    pub async fn claim_media(&self, id: MediaId, post_id: PostId) -> Result<bool> {
        let none: Option<PostId> = None;
        let free = Media::at(id).update_if([("post_id", post_id.into())], [("post_id", none.into())]);
        if self.db.decide(free, Vec::new()).await? {
            return Ok(true);
        }
        Ok(self.media(id).await?.is_some_and(|media| media.post_id == Some(post_id)))
    }

    /// Deletes the record of a picture.
    pub async fn forget_media(&self, media: &Media) -> Result<()> {
        let trace = |user_id| Trace::at(user_id, TraceKind::Media, media.media_id.0).delete();
        self.db
            .write([vec![media.key().delete()], media.user_id.map(trace).into_iter().collect()].concat())
            .await
    }

    /// Removes the uploader from a picture's record.
    pub async fn disown_media(&self, media: &Media) -> Result<()> {
        let none: Option<UserId> = None;
        let trace = |user_id| Trace::at(user_id, TraceKind::Media, media.media_id.0).delete();
        let nobody = media.key().update([("user_id", none.into())]);
        self.db.write([vec![nobody], media.user_id.map(trace).into_iter().collect()].concat()).await
    }
}
