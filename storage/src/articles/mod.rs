//! Articles: longer texts of people and organisations, drafts and published ones. Contract §7.
//!
//! An article's row, with its text, is decisive: every change is guarded by the version that the author has seen. List
//! entries are written with it, and a list shows an entry only if the article still agrees. Lists read articles without
//! their texts.

mod records;

use records::{
    ARTICLE_ADDRESSES, ARTICLE_YEARS, ARTICLES, ARTICLES_BY_AUTHOR, ARTICLES_BY_SOURCE, ARTICLES_LISTED,
    ArticleAddress, ArticleBySource, ListedArticle, ListedYear,
};
pub use records::{Article, ArticleByAuthor, ArticleHead, ArticleStatus, Cover};

use std::collections::HashMap;
use std::sync::Arc;

use crate::Storage;
use crate::feed::Source;
use crate::platform::area::Area;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::people;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ArticleId, PublicationId, UserId};
use crate::platform::record::{Record, Stored};
use crate::platform::time::Moment;

/// The list of all published articles.
pub const PUBLIC_PLACE: &str = "public";
/// Most years of a list that are read for one page.
const YEARS: usize = 50;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &ARTICLES,
        &ARTICLE_ADDRESSES,
        &ARTICLES_BY_SOURCE,
        &ARTICLES_LISTED,
        &ARTICLE_YEARS,
        &ARTICLES_BY_AUTHOR,
    ],
    people: &[
        people("articles", In("articles.json"), Nothing),
        people("article_traces", Not("points at articles.json"), Nothing),
    ],
    ..Area::named("articles")
};

/// The year of first publication (UTC).
fn year_of(id: PublicationId) -> i64 {
    crate::platform::time::month_of(Moment(id.millis())).div_euclid(12)
}

impl Article {
    /// The author or organisation in whose name it is published; none: its author is erased.
    pub fn source(&self) -> Option<Source> {
        self.entity_id.map(Source::Entity).or_else(|| self.author_id.map(Source::User))
    }

    fn address(&self) -> ArticleAddress {
        ArticleAddress { uuid: self.article_uuid.clone(), article_id: self.article_id }
    }

    fn by_author(&self) -> Option<ArticleByAuthor> {
        self.author_id.map(|user_id| ArticleByAuthor { user_id, article_id: self.article_id })
    }

    fn by_source(&self) -> Option<ArticleBySource> {
        self.source().map(|source| ArticleBySource { source, article_id: self.article_id })
    }

    /// Its list entries.
    fn listings(&self) -> Vec<ListedArticle> {
        let (Some(publication_id), ArticleStatus::Published) = (self.publication_id, self.status) else {
            return Vec::new();
        };
        let places = [Some(PUBLIC_PLACE.to_owned()), self.source().map(|source| source.to_string())];
        let year = year_of(publication_id);
        let listed = |place| ListedArticle { place, year, publication_id, article_id: self.article_id };
        places.into_iter().flatten().map(listed).collect()
    }

    /// Writes its list entries and deletes outdated ones.
    fn relisted(&self, old: Option<&Self>) -> Vec<Write> {
        let now = self.listings();
        let left = old.map(Self::listings).unwrap_or_default();
        let left = left.iter().filter(|row| !now.contains(row)).map(|row| row.key().delete());
        let rows = |row: &ListedArticle| {
            [row.insert(), ListedYear { place: row.place.clone(), year: row.year }.insert()]
        };
        left.chain(now.iter().flat_map(rows)).collect()
    }
}

/// The repository of articles.
#[derive(Clone)]
pub struct Articles {
    db: Db,
}

impl Articles {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// Stores a new article. False: its uuid is taken.
    pub async fn create(&self, article: &Article) -> Result<bool> {
        let mut rows = vec![article.insert()];
        rows.extend(article.by_source().map(|row| row.insert()));
        rows.extend(article.by_author().map(|row| row.insert()));
        rows.extend(article.relisted(None));
        self.db.decide(article.address().if_absent(), rows).await
    }

    /// Changes an article if it still has the version of `old`; answers whether it had. Raises the version.
    pub async fn change(&self, old: &Article, new: &Article) -> Result<bool> {
        self.change_with(old, new, Vec::new()).await
    }

    /// The same, together with more writes.
    pub async fn change_with(&self, old: &Article, new: &Article, more: Vec<Write>) -> Result<bool> {
        let new = Article { version: old.version + 1, ..new.clone() };
        let guard = old.change_version_to(&new);
        let mut then = new.relisted(Some(old));
        then.extend(more);
        if new.author_id != old.author_id {
            then.extend(old.by_author().map(|row| row.key().delete()));
        }
        self.db.decide(guard, then).await
    }

    /// Deletes an article if it still has that version; answers whether it had.
    pub async fn remove(&self, article: &Article, then: Vec<Write>) -> Result<bool> {
        let mut gone: Vec<Write> = article.listings().iter().map(|row| row.key().delete()).collect();
        gone.push(article.address().key().delete());
        gone.extend(article.by_source().map(|row| row.key().delete()));
        gone.extend(article.by_author().map(|row| row.key().delete()));
        let guard = article.key().delete_if([("version", article.version.into())]);
        self.db.decide(guard, [gone, then].concat()).await
    }

    /// An article.
    pub async fn article(&self, id: ArticleId) -> Result<Option<Article>> {
        self.db.find(Article::at(id)).await
    }

    /// The article with a uuid.
    pub async fn by_uuid(&self, uuid: &str) -> Result<Option<Article>> {
        match self.db.find::<ArticleAddress>(ArticleAddress::at(uuid)).await? {
            Some(address) => self.article(address.article_id).await,
            None => Ok(None),
        }
    }

    /// Articles without their texts, in the order given; missing ones are left out.
    pub async fn heads(&self, ids: &[ArticleId]) -> Result<Vec<ArticleHead>> {
        let ranges = ids.iter().map(|id| Article::at(*id).columns(ArticleHead::FIELDS)).collect();
        let rows: Vec<Vec<ArticleHead>> = self.db.list_many(ranges).await?;
        let found: HashMap<_, _> = rows.into_iter().flatten().map(|head| (head.article_id, head)).collect();
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    /// All articles of a person or an organisation, including drafts, newest first before one; at most `limit`.
    pub async fn of_source(
        &self,
        source: Source,
        before: Option<ArticleId>,
        limit: usize,
    ) -> Result<Vec<ArticleId>> {
        let span = ArticleBySource::of(source).before_any(before);
        let rows: Vec<ArticleBySource> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.article_id).collect())
    }

    /// The published articles of a list, newest first before one; at most `limit`.
    pub async fn published(
        &self,
        place: &str,
        before: Option<PublicationId>,
        limit: usize,
    ) -> Result<Vec<(PublicationId, ArticleId)>> {
        let years = ListedYear::of(place);
        let years = match before {
            Some(before) => years.up_to(year_of(before)),
            None => years,
        };
        let years: Vec<ListedYear> = self.db.list(years.descending(YEARS)).await?;
        let mut found = Vec::new();
        for year in years {
            let span = ListedArticle::of(place, year.year).before_any(before);
            let rows: Vec<ListedArticle> = self.db.list(span.descending(limit - found.len())).await?;
            found.extend(rows.into_iter().map(|row| (row.publication_id, row.article_id)));
            if found.len() >= limit {
                break;
            }
        }
        Ok(found)
    }

    /// The articles that somebody wrote in any name, newest first before one; at most `limit`.
    pub async fn written_by(
        &self,
        user_id: UserId,
        before: Option<ArticleId>,
        limit: usize,
    ) -> Result<Vec<ArticleId>> {
        let span = ArticleByAuthor::of(user_id).before_any(before);
        let rows: Vec<ArticleByAuthor> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.article_id).collect())
    }
}
