//! Stored records of boards.

use serde::{Deserialize, Serialize};

use super::{BoardId, BoardListId, TaskId, TaskStatus};
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

text_enum! {
    /// What a list of a board is for.
    ListType {
        Active = "active",
        /// What lies in it is done.
        Closed = "closed",
        /// Out of sight, and kept.
        Archive = "archive",
    }
}

text_enum! {
    /// What a list's limit does.
    LimitMode {
        /// A full list takes nothing more.
        Hard = "hard",
        /// It is shown.
        Soft = "soft",
    }
}

text_enum! {
    /// What somebody may do on a board.
    BoardRole {
        /// Everything.
        Owner = "owner",
        /// Lists and cards.
        Editor = "editor",
        /// Reads and comments.
        Commenter = "commenter",
        /// Reads.
        Viewer = "viewer",
    }
}

/// Somebody who was given a role on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMember {
    pub user_id: UserId,
    pub role: BoardRole,
}

record! {
    /// A board. Every change of it, its lists and its cards is decided by the version of its home ([`TaskHome`]), whose
    /// number is the board's.
    pub struct Board;
    pub(crate) static BOARDS: "boards", Ascending;
    partition {
        board_id: BoardId => bigint,
    }
    clustering {}
    columns {
        created_by: UserId => bigint,
        /// Whose; none: its maker's.
        entity_id: Option<EntityId> => bigint,
        /// The role of whoever may act for the organisation; none: of nobody but the members.
        entity_role: Option<BoardRole> => text,
        members: Json<Vec<BoardMember>> => text,
        name: String => text,
        description: String => text,
        created: Moment => timestamp,
        /// Grows when name, description or roles are changed.
        settings_version: i64 => bigint,
        archived: Option<Moment> => timestamp,
        /// Nobody sees it any more, and its cards go.
        deleted: Option<Moment> => timestamp,
    }
}

record! {
    /// A list of a board.
    pub struct BoardList;
    pub(crate) static BOARD_LISTS: "board_lists", Ascending;
    partition {
        board_id: BoardId => bigint,
    }
    clustering {
        list_id: BoardListId => bigint,
    }
    columns {
        /// The board's version that changed it last.
        version: i64 => bigint,
        /// Its place among the lists, compared byte by byte.
        order_key: String => text,
        name: String => text,
        list_type: ListType => text,
        /// The status of what lies in it; none: its cards keep theirs.
        status: Option<TaskStatus> => text,
        /// Most cards; 0: no limit.
        card_limit: i64 => int,
        limit_mode: LimitMode => text,
    }
}

record! {
    /// A change of a board: what of it was changed, to be read as it is now.
    pub struct BoardChange;
    pub(crate) static BOARD_CHANGES: "board_changes", Ascending, ttl;
    partition {
        board_id: BoardId => bigint,
    }
    clustering {
        /// The board's version after it.
        version: i64 => bigint,
    }
    columns {
        /// Name, description or whether it is archived.
        head: bool => boolean,
        tasks: Json<Vec<TaskId>> => text,
        lists: Json<Vec<BoardListId>> => text,
    }
}

record! {
    /// A board of an organisation, or one on which a person has a role.
    pub(crate) struct OwnedBoard;
    pub(crate) static OWNED_BOARDS: "owned_boards", Ascending;
    partition {
        /// The organisation's or the person's id.
        owner_id: i64 => bigint,
    }
    clustering {
        board_id: BoardId => bigint,
    }
    columns {}
}

record! {
    /// Somebody who is notified of what happens on a board.
    pub(crate) struct BoardWatcher;
    pub(crate) static BOARD_WATCHERS: "board_watchers", Ascending;
    partition {
        board_id: BoardId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

record! {
    /// A board that a person watches.
    pub(crate) struct WatchedBoard;
    pub(crate) static WATCHED_BOARDS: "watched_boards", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        board_id: BoardId => bigint,
    }
    columns {}
}
