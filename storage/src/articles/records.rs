//! Stored records of articles.

use serde::{Deserialize, Serialize};

use crate::feed::Source;
use crate::platform::ids::{ArticleId, EntityId, PublicationId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

text_enum! {
    /// Whether an article is for everybody.
    ArticleStatus {
        /// For those who may write it.
        Draft = "DRAFT",
        /// For everybody, signed in or not.
        Published = "PUBLISHED",
    }
}

/// An article's cover picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    /// The picture's version.
    pub image: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

record! {
    /// An article.
    pub struct Article;
    pub(crate) static ARTICLES: "articles", Ascending;
    partition {
        article_id: ArticleId => bigint,
    }
    clustering {}
    columns {
        /// Its id in addresses; cannot be guessed.
        article_uuid: String => text,
        /// Its title in addresses; not unique.
        slug: String => text,
        /// Who wrote it; none: an organisation's article whose author is erased.
        author_id: Option<UserId> => bigint,
        /// The organisation in whose name it is; none: its author's own.
        entity_id: Option<EntityId> => bigint,
        status: ArticleStatus => text,
        title: String => text,
        /// The introduction, shown in lists as well.
        preamble: String => text,
        /// Markdown, as in chat.
        body: String => text,
        cover: Json<Option<Cover>> => text,
        /// Alternative text of the picture.
        cover_alt: String => text,
        /// Since when a moderator has hidden it.
        hidden: Option<Moment> => timestamp,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Its sort key in the lists of published articles: set at first publication, never changed.
        publication_id: Option<PublicationId> => bigint,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

record! {
    /// An article without its text: what lists read.
    pub struct ArticleHead {
        article_id: ArticleId,
        article_uuid: String,
        slug: String,
        author_id: Option<UserId>,
        entity_id: Option<EntityId>,
        status: ArticleStatus,
        title: String,
        preamble: String,
        cover: Json<Option<Cover>>,
        cover_alt: String,
        hidden: Option<Moment>,
        created: Moment,
        updated: Moment,
        publication_id: Option<PublicationId>,
        version: i64,
    }
}

impl ArticleHead {
    /// The author or organisation in whose name it is published; none: its author is erased.
    pub fn source(&self) -> Option<Source> {
        self.entity_id.map(Source::Entity).or_else(|| self.author_id.map(Source::User))
    }

    /// Time of first publication; none: never published.
    pub fn published(&self) -> Option<Moment> {
        self.publication_id.map(|id| Moment(id.millis()))
    }
}

impl From<&Article> for ArticleHead {
    fn from(article: &Article) -> Self {
        let article = article.clone();
        Self {
            article_id: article.article_id,
            article_uuid: article.article_uuid,
            slug: article.slug,
            author_id: article.author_id,
            entity_id: article.entity_id,
            status: article.status,
            title: article.title,
            preamble: article.preamble,
            cover: article.cover,
            cover_alt: article.cover_alt,
            hidden: article.hidden,
            created: article.created,
            updated: article.updated,
            publication_id: article.publication_id,
            version: article.version,
        }
    }
}

record! {
    /// The article with the unguessable part of an address.
    pub struct ArticleAddress;
    pub(crate) static ARTICLE_ADDRESSES: "article_addresses", Ascending;
    partition {
        uuid: String => text,
    }
    clustering {}
    columns {
        article_id: ArticleId => bigint,
    }
}

record! {
    /// An article in the list of its author or organisation, published or not.
    pub struct ArticleBySource;
    pub(crate) static ARTICLES_BY_SOURCE: "article_shelves", Descending;
    partition {
        source: Source => text,
    }
    clustering {
        article_id: ArticleId => bigint,
    }
    columns {}
}

record! {
    /// A published article in a public list: of all, and of its author or organisation.
    pub struct ListedArticle;
    pub(crate) static ARTICLES_LISTED: "articles_listed", Descending;
    partition {
        /// The list.
        place: String => text,
        /// The year of first publication (UTC).
        year: i64 => int,
    }
    clustering {
        publication_id: PublicationId => bigint,
    }
    columns {
        article_id: ArticleId => bigint,
    }
}

record! {
    /// A year in which a list has had articles.
    pub struct ListedYear;
    pub(crate) static ARTICLE_YEARS: "article_years", Descending;
    partition {
        place: String => text,
    }
    clustering {
        year: i64 => int,
    }
    columns {}
}

record! {
    /// An article that somebody wrote in any name, for export and erasure.
    pub struct ArticleByAuthor;
    pub(crate) static ARTICLES_BY_AUTHOR: "article_traces", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        article_id: ArticleId => bigint,
    }
    columns {}
}
