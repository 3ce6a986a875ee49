//! What pages outside say of themselves, kept for a while: whoever sees a link next need not fetch it.

use crate::platform::area::Area;
use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::record::{Stored, record};

/// Seconds that a page is kept, and that it is remembered that nothing came of one.
const KEPT: u32 = 86_400;
const KEPT_NOTHING: u32 = 3_600;

record! {
    /// A page outside.
    pub struct LinkPreview;
    pub(crate) static LINK_PREVIEWS: "link_previews", Ascending, ttl;
    partition {
        /// Hex of its address's SHA-256.
        url_hash: String => text,
    }
    clustering {}
    columns {
        /// Empty: nothing came of it.
        title: String => text,
        /// Empty: none.
        description: String => text,
        /// Empty: none.
        site: String => text,
    }
}

/// The area as the store sees it.
pub static AREA: Area = Area { tables: &[&LINK_PREVIEWS], ..Area::named("links") };

/// The repository of pages outside.
#[derive(Clone)]
pub struct Links {
    db: Db,
}

impl Links {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// What is known of a page.
    pub async fn find(&self, url_hash: &str) -> Result<Option<LinkPreview>> {
        self.db.find(LinkPreview::at(url_hash)).await
    }

    /// Keeps what a page says, for a day; that it says nothing, for an hour.
    pub async fn keep(&self, preview: &LinkPreview) -> Result<()> {
        let kept = if preview.title.is_empty() { KEPT_NOTHING } else { KEPT };
        self.db.write(vec![preview.row().insert_for(kept)]).await
    }
}
