//! Contacts as they are on the wire, out and in.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::contacts::Block;
use storage::ids::{BlockId, UserId};
use utoipa::ToSchema;

use crate::people::avatar;
use crate::time::Moment;

/// Somebody whom I have blocked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Block)]
pub struct BlockView {
    pub block_id: BlockId,
    pub user_id: UserId,
    pub display_name: String,
    pub username: String,
    pub slug: String,
    pub avatar: Option<String>,
    /// My own words.
    pub reason: Option<String>,
    pub created: Moment,
}

impl BlockView {
    pub fn new(block: &Block, user: &User) -> Self {
        Self {
            block_id: block.block_id,
            user_id: user.user_id,
            display_name: user.display_name.clone(),
            username: user.user_name.clone(),
            slug: user.user_name.clone(),
            avatar: avatar(user),
            reason: block.reason.clone(),
            created: Moment(block.created),
        }
    }
}

/// Whom to block.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewBlock {
    #[garde(skip)]
    pub user_id: UserId,
    /// For oneself; nobody else sees it.
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// The block that stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blocked {
    pub block_id: BlockId,
}
