//! Chat: `/api/v1/chat`. Every answer is `{"success":true,"data":…}`.

pub mod channels;
pub mod everyday;
pub mod messages;
pub mod search;
pub mod workspaces;
