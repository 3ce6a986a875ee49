//! Who follows a place, and who watches a municipality.

use std::collections::HashMap;

use super::{
    InfopointConnection, InfopointFollower, InfopointId, InfopointWatch, InfopointWatcher, Infopoints,
};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::Stored;

/// Most municipalities of a person that are read.
const WATCHES: usize = 500;

impl InfopointConnection {
    fn follower(&self) -> InfopointFollower {
        let (infopoint_id, user_id, notify) = (self.infopoint_id, self.user_id, self.notify);
        InfopointFollower { infopoint_id, user_id, notify }
    }
}

impl Infopoints {
    /// A person's connection to a place.
    pub async fn connection(&self, user_id: UserId, id: InfopointId) -> Result<Option<InfopointConnection>> {
        self.db.find(InfopointConnection::at(user_id, id)).await
    }

    /// A person's connections to places; those without are left out.
    pub async fn connections_to(
        &self,
        user_id: UserId,
        ids: &[InfopointId],
    ) -> Result<HashMap<InfopointId, InfopointConnection>> {
        let keys = ids.iter().map(|id| InfopointConnection::at(user_id, *id)).collect();
        let rows: Vec<InfopointConnection> = self.db.find_all(keys).await?;
        Ok(rows.into_iter().map(|row| (row.infopoint_id, row)).collect())
    }

    /// A person's connections, newest place first before one; at most `limit`.
    pub async fn connections(
        &self,
        user_id: UserId,
        before: Option<InfopointId>,
        limit: usize,
    ) -> Result<Vec<InfopointConnection>> {
        self.db.list(InfopointConnection::of(user_id).before_any(before).descending(limit)).await
    }

    /// Makes or changes a connection if it is still as it was read; answers whether it was.
    pub async fn connect(
        &self,
        old: Option<&InfopointConnection>,
        new: &InfopointConnection,
    ) -> Result<bool> {
        let guard = match old {
            None => new.if_absent(),
            Some(old) => match old.change_whole_to(new) {
                Some(guard) => guard,
                None => return Ok(true),
            },
        };
        self.db.decide(guard, vec![new.follower().insert()]).await
    }

    /// Ends a connection if it is still that one; answers whether it was.
    pub async fn disconnect(&self, old: &InfopointConnection) -> Result<bool> {
        let guard = old.key().delete_if([("connection_id", old.connection_id.into())]);
        self.db.decide(guard, vec![old.follower().key().delete()]).await
    }

    /// Removes a list entry whose connection has ended.
    pub async fn forget_follower(&self, follower: &InfopointFollower) -> Result<()> {
        self.db.write(vec![follower.key().delete()]).await
    }

    /// The people with a connection to a place after one, at most `limit`.
    pub async fn followers(
        &self,
        id: InfopointId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<InfopointFollower>> {
        self.db.list(InfopointFollower::of(id).after_any(after).ascending(limit)).await
    }

    /// The municipalities that a person watches.
    pub async fn watches(&self, user_id: UserId) -> Result<Vec<i64>> {
        let rows: Vec<InfopointWatch> = self.db.list(InfopointWatch::of(user_id).ascending(WATCHES)).await?;
        Ok(rows.into_iter().map(|row| row.municipality).collect())
    }

    /// Watches a municipality, or does not any more.
    pub async fn watch(&self, user_id: UserId, municipality: i64, is_on: bool) -> Result<()> {
        let own = InfopointWatch { user_id, municipality };
        let listed = InfopointWatcher { municipality, user_id };
        let writes = if is_on {
            vec![own.insert(), listed.insert()]
        } else {
            vec![own.key().delete(), listed.key().delete()]
        };
        self.db.write(writes).await
    }

    /// The people who watch a municipality after one, at most `limit`.
    pub async fn watchers(
        &self,
        municipality: i64,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let span = InfopointWatcher::of(municipality).after_any(after);
        let rows: Vec<InfopointWatcher> = self.db.list(span.ascending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.user_id).collect())
    }
}
