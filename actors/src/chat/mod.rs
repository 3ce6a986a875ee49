//! Chat: workspaces, channels, messages, threads, reactions, moderation, unread and recovery. Contract §3.

mod ack_rules;
mod acks;
pub mod bells;
mod brief;
mod calls;
pub mod cards;
mod channels;
pub mod comments;
pub mod direct;
mod drafts;
pub mod event;
pub mod everyday;
mod export;
mod facts;
mod found;
mod lean;
pub mod live;
pub mod live_notification;
mod members;
pub mod mentions;
mod messages;
mod moderation;
pub(crate) mod moderators;
pub mod personal;
mod pins;
pub mod polls;
mod posting;
mod privacy;
mod reading;
mod recovery;
pub mod reported;
pub mod rules;
mod saved;
mod scheduled;
mod search;
mod status;
mod threads;
mod unread;
pub mod view;
mod workspaces;

pub use acks::{ack, receipts, remind};
pub(crate) use bells::address as path_of;
pub(crate) use brief::in_brief;
pub(crate) use channels::blank;
pub use channels::{archive, change, channel, channels, create, role, unarchive};
pub use drafts::{draft, drafts, drop_draft, put_draft, put_sidebar, sidebar};
pub use facts::Facts;
pub(crate) use facts::{Known, view_for_webhooks};
pub(crate) use members::everybody;
pub use members::{LEAVING, leave_all, leaving, members, put_member, remove_member, set_reader};
pub use messages::{delete, edit, page, react, reactors, thread};
pub use moderation::{approve, pending, reject};
pub use pins::{pin, pins};
pub use polls::vote;
pub use posting::{send, send_as};
pub(crate) use reading::last_read;
pub use reading::{has_unread, mark_thread_read, unread_of_all, unread_of_workspace};
pub use recovery::{MARGIN, events};
pub use saved::{save, saved, unsave};
pub use scheduled::{reschedule, schedule, scheduled, unschedule};
pub use search::{Before, Wanted, has, search, words_of};
pub use status::{StatusInput, set_status};
pub use storage::chat::Page;
pub use threads::threads;
pub use unread::{mark, read_all};
pub(crate) use workspaces::{FIRST_WORDS, create_workspace_as};
pub use workspaces::{
    create_first, create_workspace, first, online_to, part_presence, presence, rename_workspace, typing,
    workspaces, workspaces_present_in,
};

use crate::area::{Area, Hooks};
use crate::live::room::Of;
use crate::platform::quotas::QuotaKind;

/// Workspaces of an organisation.
pub const WORKSPACES: QuotaKind =
    QuotaKind::number("workspaces", "max-workspaces-per-entity", "Workspaces of an organisation", 10);
/// Channels of a workspace, archived ones too.
pub const CHANNELS: QuotaKind = QuotaKind::number(
    "channels",
    "max-channels-per-workspace",
    "Channels of a workspace, archived ones too",
    500,
);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[LEAVING, acks::REMIND, calls::TELLING, saved::REMIND, scheduled::SEND],
    rooms: &[&Of::<live::LiveChannel>::KIND, &live::workspace::WorkspaceKind],
    bells: &[bells::BELLS],
    quotas: &[WORKSPACES, CHANNELS],
    own_results: &[&found::CHANNELS, &found::MESSAGES],
    reports: &[reported::REPORTS],
    on: Hooks {
        relation: Some(workspaces::on_relation),
        entity: Some(workspaces::first),
        files: Some(facts::FILES),
        ..Hooks::NONE
    },
    archive: Some(|platform, who, archive| Box::pin(export::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("chat")
};
