//! Previews of linked pages, cached so that the next reader of a link need not fetch it.

use crate::platform::area::Area;
use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::record::{Stored, record};

/// Seconds for which a preview is cached, and for which a failure is.
const KEPT: u32 = 86_400;
const KEPT_NOTHING: u32 = 3_600;

record! {
    /// The preview of a page.
    pub struct LinkPreview;
    pub(crate) static LINK_PREVIEWS: "link_previews", Ascending, ttl;
    partition {
        /// Hex of its address's SHA-256.
        url_hash: String => text,
    }
    clustering {}
    columns {
        /// Title; empty: the page gave no preview.
        title: String => text,
        /// Empty: none.
        description: String => text,
        /// Empty: none.
        site: String => text,
    }
}

/// Declares the area to the store.
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

    /// The cached preview of a page.
    pub async fn find(&self, url_hash: &str) -> Result<Option<LinkPreview>> {
        self.db.find(LinkPreview::at(url_hash)).await
    }

    /// Caches a preview for a day, or its absence for an hour.
    pub async fn keep(&self, preview: &LinkPreview) -> Result<()> {
        let kept = if preview.title.is_empty() { KEPT_NOTHING } else { KEPT };
        self.db.write(vec![preview.row().insert_for(kept)]).await
    }
}
