//! Workspaces.

use super::rows;
use super::tables::{CHANNEL_NAMES, ENTITY_WORKSPACES, MANY, WORKSPACE_CHANNELS, WORKSPACES};
use super::{Channel, Chat, Workspace};
use crate::clock;
use crate::error::Result;
use crate::ids::{EntityId, WorkspaceId};

impl Chat {
    /// Stores a new workspace with its first channel.
    pub async fn create_workspace(&self, workspace: &Workspace, general: &Channel) -> Result<()> {
        let (workspace_id, channel_id) = (workspace.workspace_id, general.channel_id);
        self.db
            .write(vec![
                rows::workspace_row(workspace).insert(),
                ENTITY_WORKSPACES
                    .row([("entity_id", workspace.entity_id.into()), ("workspace_id", workspace_id.into())])
                    .insert(),
                rows::channel_row(general).insert(),
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
            ])
            .await
    }

    /// A workspace.
    pub async fn workspace(&self, workspace_id: WorkspaceId) -> Result<Option<Workspace>> {
        self.db.get(WORKSPACES.at([workspace_id.into()])).await?.map(rows::workspace).transpose()
    }

    /// Workspaces; those that are not there are left out.
    pub async fn workspaces(&self, workspace_ids: &[WorkspaceId]) -> Result<Vec<Workspace>> {
        let keys = workspace_ids.iter().map(|id| WORKSPACES.at([(*id).into()])).collect();
        self.db.get_many(keys).await?.into_iter().flatten().map(rows::workspace).collect()
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
        let guard = WORKSPACES.at([workspace_id.into()]).update_if([("workspace_name", name.into())], []);
        Ok(self.db.write_if(vec![guard], Vec::new()).await?.applied())
    }
}
