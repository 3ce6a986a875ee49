//! What is kept of notices: an organisation's board is a partition, newest first.

use storage::prelude::*;

storage::ids! {
    /// A notice.
    NoticeId,
}

record! {
    /// A notice on an organisation's board.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Notice;
    pub static NOTICES: "notices", Descending;
    partition {
        /// Whose board.
        #[serde(rename = "idEntity")]
        entity_id: EntityId => bigint,
    }
    clustering {
        /// Which; newer ones are larger.
        #[serde(rename = "id")]
        notice_id: NoticeId => bigint,
    }
    columns {
        /// Who wrote it.
        author_id: UserId => bigint,
        title: String => text,
        text: String => text,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// When everybody is reminded of it.
        remind_at: Option<Moment> => timestamp,
        /// Grows with every change.
        version: i64 => bigint,
    }
}

/// The area as the store sees it.
pub static AREA: Area = Area {
    tables: &[&NOTICES],
    people: &[people("notices", Given::In("notices.json"), Left::Stays("an organisation keeps its board"))],
    ..Area::named("notices")
};
