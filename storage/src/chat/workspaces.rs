//! Workspaces.

use super::tables::{CHANNEL_NAMES, ENTITY_WORKSPACES, MANY, WORKSPACE_CHANNELS};
use super::{Channel, Chat, Workspace};
use crate::platform::clock;
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, WorkspaceId};
use crate::platform::record::Stored;

impl Chat {
    /// Stores a new workspace with its first channel.
    pub async fn create_workspace(&self, workspace: &Workspace, general: &Channel) -> Result<()> {
        self.create_workspace_with(workspace, general, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn create_workspace_with(
        &self,
        workspace: &Workspace,
        general: &Channel,
        then: Vec<Write>,
    ) -> Result<()> {
        self.db.write([Self::first_workspace(workspace, general), then].concat()).await
    }

    /// The same as writes, to be part of another write.
    pub fn first_workspace(workspace: &Workspace, general: &Channel) -> Vec<Write> {
        let (workspace_id, channel_id) = (workspace.workspace_id, general.channel_id);
        vec![
            workspace.insert(),
            ENTITY_WORKSPACES
                .row([("entity_id", workspace.entity_id.into()), ("workspace_id", workspace_id.into())])
                .insert(),
            general.insert(),
            WORKSPACE_CHANNELS
                .row([("workspace_id", workspace_id.into()), ("channel_id", channel_id.into())])
                .insert(),
            CHANNEL_NAMES
                .row([
                    ("workspace_id", workspace_id.into()),
                    ("name", (&general.name).into()),
                    ("channel_id", channel_id.into()),
                    ("since", clock::now().into()),
                ])
                .insert(),
        ]
    }

    /// A workspace.
    pub async fn workspace(&self, workspace_id: WorkspaceId) -> Result<Option<Workspace>> {
        self.db.find(Workspace::at(workspace_id)).await
    }

    /// Reads workspaces; missing ones are left out.
    pub async fn workspaces(&self, workspace_ids: &[WorkspaceId]) -> Result<Vec<Workspace>> {
        let keys = workspace_ids.iter().map(|id| Workspace::at(*id)).collect();
        self.db.find_all(keys).await
    }

    /// An organisation's workspaces, oldest first.
    pub async fn workspaces_of(&self, entity_id: EntityId) -> Result<Vec<Workspace>> {
        let found = self.db.range(ENTITY_WORKSPACES.span([entity_id.into()]).ascending(MANY)).await?;
        let ids: Vec<WorkspaceId> =
            found.into_iter().map(|mut row| row.take("workspace_id")).collect::<Result<_>>()?;
        self.workspaces(&ids).await
    }

    /// Renames a workspace. False: no such workspace.
    pub async fn rename_workspace(&self, workspace_id: WorkspaceId, name: &str) -> Result<bool> {
        self.rename_workspace_with(workspace_id, name, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn rename_workspace_with(
        &self,
        workspace_id: WorkspaceId,
        name: &str,
        then: Vec<Write>,
    ) -> Result<bool> {
        let guard = Workspace::at(workspace_id).update_if([("workspace_name", name.into())], []);
        self.db.decide(guard, then).await
    }
}
