//! Applications for membership.

use super::tables::USER_APPLICATIONS;
use super::{Application, ApplicationState, Entities};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, Stored};

/// Most applications read of one organisation.
const APPLICATIONS_READ: usize = 10_000;

impl Entities {
    /// A person's application.
    pub async fn application(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Application>> {
        self.db.find(Application::at(entity_id, user_id)).await
    }

    /// An organisation's applications, including decided ones.
    pub async fn applications(&self, entity_id: EntityId) -> Result<Vec<Application>> {
        self.db.list(Application::of(entity_id).ascending(APPLICATIONS_READ)).await
    }

    /// Stores an application if there is none, or a denied or withdrawn one. False: another one is pending.
    pub async fn apply(&self, application: &Application) -> Result<bool> {
        let first = application.if_absent();
        let listed = USER_APPLICATIONS.row([
            ("user_id", application.user_id.into()),
            ("entity_id", application.entity_id.into()),
            ("since", application.created.into()),
        ]);
        // The person's own list first: an orphaned entry is harmless, a missing one is not.
        self.db.write(vec![listed.insert()]).await?;
        let Some(current) = self.db.write_if(vec![first], Vec::new()).await?.refused_by() else {
            return Ok(true);
        };
        let Some(current) = current.map(Application::read).transpose()? else { return Ok(false) };
        if !matches!(current.state, ApplicationState::Denied | ApplicationState::Left) {
            return Ok(false);
        }
        let again = Application::at(application.entity_id, application.user_id).update_if(
            [
                ("state", application.state.into()),
                ("message", application.message.as_ref().into()),
                ("created", application.created.into()),
                ("decided", application.decided.into()),
                ("decided_by", application.decided_by.into()),
            ],
            [("state", current.state.into())],
        );
        self.db.decide(again, Vec::new()).await
    }

    /// Bans a person, whether they have applied or not.
    pub async fn ban(&self, entity_id: EntityId, user_id: UserId, by: UserId, now: i64) -> Result<()> {
        self.ban_with(entity_id, user_id, by, now, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn ban_with(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        by: UserId,
        now: i64,
        then: Vec<Write>,
    ) -> Result<()> {
        let banned = Application {
            entity_id,
            user_id,
            state: ApplicationState::Banned,
            message: None,
            created: now,
            decided: Some(now),
            decided_by: Some(by),
        };
        let listed = USER_APPLICATIONS.row([
            ("user_id", user_id.into()),
            ("entity_id", entity_id.into()),
            ("since", now.into()),
        ]);
        self.db.write(vec![listed.insert()]).await?;
        let first = banned.if_absent();
        if self.db.decide(first, then.clone()).await? {
            return Ok(());
        }
        let guard = Application::at(entity_id, user_id).update_if(
            [("state", banned.state.into()), ("decided", now.into()), ("decided_by", by.into())],
            [],
        );
        self.db.write_if(vec![guard], then).await.map(drop)
    }

    /// The organisations that a person has applied to.
    pub async fn applied_to(&self, user_id: UserId) -> Result<Vec<EntityId>> {
        let span = USER_APPLICATIONS.span([user_id.into()]);
        let rows = self.db.range(span.ascending(APPLICATIONS_READ)).await?;
        rows.into_iter().map(|mut row| row.take("entity_id")).collect()
    }

    /// Deletes all of a person's applications.
    pub async fn forget_applications(&self, user_id: UserId) -> Result<()> {
        for entity_id in self.applied_to(user_id).await? {
            self.db.write(vec![Application::at(entity_id, user_id).delete()]).await?;
        }
        self.db.write(vec![USER_APPLICATIONS.span([user_id.into()]).delete()]).await
    }

    /// Moves an application from one state to another. False: it is not in `from`. The caller writes the relation of an
    /// approved one afterwards.
    pub async fn decide(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        from: ApplicationState,
        to: ApplicationState,
        by: UserId,
        now: i64,
    ) -> Result<bool> {
        self.decide_with(entity_id, user_id, (from, to), by, now, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn decide_with(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        (from, to): (ApplicationState, ApplicationState),
        by: UserId,
        now: i64,
        then: Vec<Write>,
    ) -> Result<bool> {
        let guard = Application::at(entity_id, user_id).update_if(
            [("state", to.into()), ("decided", now.into()), ("decided_by", by.into())],
            [("state", from.into())],
        );
        self.db.decide(guard, then).await
    }
}
