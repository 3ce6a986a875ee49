//! Articles: no text overwrites an unseen one, lists follow publication, and lists read no texts.

use storage::articles::{Article, ArticleStatus, Articles, PUBLIC_PLACE};
use storage::feed::Source;
use storage::ids::{ArticleId, EntityId, Ids, PublicationId, UserId};
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const ANNA: UserId = UserId(71);
const SCHOOL: EntityId = EntityId(72);

fn at(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// A draft of Anna's.
fn draft(n: i64) -> Article {
    Article {
        article_id: ArticleId(7_000 + n),
        article_uuid: format!("uuid-{n}"),
        slug: "om-varen".to_owned(),
        author_id: Some(ANNA),
        entity_id: None,
        status: ArticleStatus::Draft,
        title: format!("Om våren {n}"),
        preamble: "Den kommer.".to_owned(),
        body: "Snart.".to_owned(),
        cover: Json(None),
        cover_alt: String::new(),
        hidden: None,
        created: Moment(1),
        updated: Moment(1),
        publication_id: None,
        version: 1,
    }
}

fn published(article: &Article, when: &str, salt: i64) -> Article {
    let publication_id = Some(PublicationId(Ids::first_at(at(when)) + salt));
    Article { status: ArticleStatus::Published, publication_id, ..article.clone() }
}

async fn listed(world: &World, place: &str) -> Vec<i64> {
    let rows = Articles::of(&world.storage).published(place, None, 50).await.unwrap();
    rows.into_iter().map(|(_, id)| id.0).collect()
}

pub async fn a_stale_copy_of_an_article_overwrites_nothing(world: &World) {
    let articles = &Articles::of(&world.storage);
    let first = draft(1);
    assert!(articles.create(&first).await.unwrap());
    let again = Article { article_id: ArticleId(1), ..first.clone() };
    assert!(!articles.create(&again).await.unwrap(), "the address is taken");
    let mine = Article { body: "Mitt".to_owned(), ..first.clone() };
    assert!(articles.change(&first, &mine).await.unwrap());
    let late = Article { title: "Sent".to_owned(), body: "Sent".to_owned(), ..first.clone() };
    assert!(!articles.change(&first, &late).await.unwrap());
    assert!(!articles.remove(&first, Vec::new()).await.unwrap(), "nor is it taken away unseen");
    let stored = articles.by_uuid("uuid-1").await.unwrap().unwrap();
    assert_eq!(stored, Article { version: 2, ..mine });
    let tries = (0..8).map(|n| {
        let (stored, new) = (stored.clone(), Article { body: format!("Försök {n}"), ..stored.clone() });
        async move { articles.change(&stored, &new).await.unwrap() }
    });
    let done = futures_util::future::join_all(tries).await;
    assert_eq!(done.into_iter().filter(|done| *done).count(), 1, "of many at once one is written");
}

pub async fn article_lists_follow_publication(world: &World) {
    let articles = &Articles::of(&world.storage);
    let (own, schools) = (draft(1), Article { entity_id: Some(SCHOOL), ..draft(2) });
    for article in [&own, &schools] {
        assert!(articles.create(article).await.unwrap());
    }
    assert_eq!(listed(world, PUBLIC_PLACE).await, Vec::<i64>::new(), "drafts are on nobody's list");
    // Over New Year, one of them much later.
    let own_out = published(&own, "2024-12-31T23:59:59Z", 1);
    let schools_out = published(&schools, "2026-01-01T00:00:00Z", 1);
    assert!(articles.change(&own, &own_out).await.unwrap());
    assert!(articles.change(&schools, &schools_out).await.unwrap());
    assert_eq!(listed(world, PUBLIC_PLACE).await, [7_002, 7_001], "newest first, over years without any");
    assert_eq!(listed(world, &Source::Entity(SCHOOL).to_string()).await, [7_002]);
    assert_eq!(
        listed(world, &Source::User(ANNA).to_string()).await,
        [7_001],
        "what is the school's is not hers"
    );
    let own_out = Article { version: 2, ..own_out };
    let back = Article { status: ArticleStatus::Draft, ..own_out.clone() };
    assert!(articles.change(&own_out, &back).await.unwrap());
    assert_eq!(listed(world, PUBLIC_PLACE).await, [7_002]);
    // Published again, it keeps its position.
    let back = Article { version: 3, ..back };
    let again = Article { status: ArticleStatus::Published, ..back.clone() };
    assert!(articles.change(&back, &again).await.unwrap());
    assert_eq!(listed(world, PUBLIC_PLACE).await, [7_002, 7_001]);
    let again = Article { version: 4, ..again };
    assert!(articles.remove(&again, Vec::new()).await.unwrap());
    assert_eq!(listed(world, PUBLIC_PLACE).await, [7_002]);
    assert_eq!(articles.by_uuid("uuid-1").await.unwrap(), None);
    assert_eq!(articles.of_source(Source::User(ANNA), None, 9).await.unwrap(), []);
    // The school's article stays, without its author.
    assert_eq!(articles.written_by(ANNA, None, 9).await.unwrap(), [ArticleId(7_002)]);
    let schools_out = Article { version: 2, ..schools_out };
    let nobodys = Article { author_id: None, ..schools_out.clone() };
    assert!(articles.change(&schools_out, &nobodys).await.unwrap());
    assert_eq!(articles.written_by(ANNA, None, 9).await.unwrap(), []);
    assert_eq!(articles.of_source(Source::Entity(SCHOOL), None, 9).await.unwrap(), [ArticleId(7_002)]);
}

pub async fn pages_of_articles_read_what_they_show(world: &World) {
    let articles = &Articles::of(&world.storage);
    for n in 1..=9 {
        let one = Article { body: "Lång text. ".repeat(1_000), ..draft(n) };
        assert!(articles.create(&one).await.unwrap());
        let out = published(&one, &format!("202{}-06-01T12:00:00Z", n % 3), n);
        assert!(articles.change(&one, &out).await.unwrap());
    }
    let (mut before, mut all) = (None, Vec::new());
    loop {
        let page = articles.published(PUBLIC_PLACE, before, 4).await.unwrap();
        let ids: Vec<ArticleId> = page.iter().map(|(_, id)| *id).collect();
        let heads = articles.heads(&ids).await.unwrap();
        assert_eq!(heads.iter().map(|head| head.article_id).collect::<Vec<_>>(), ids, "in their order");
        all.extend(ids.iter().map(|id| id.0 - 7_000));
        before = page.last().map(|(id, _)| *id);
        if page.len() < 4 {
            break;
        }
    }
    assert_eq!(all, [8, 5, 2, 7, 4, 1, 9, 6, 3], "each once, newest first");
    let mut drafts = articles.of_source(Source::User(ANNA), None, 5).await.unwrap();
    drafts.extend(articles.of_source(Source::User(ANNA), drafts.last().copied(), 5).await.unwrap());
    assert_eq!(drafts.iter().map(|id| id.0 - 7_000).collect::<Vec<_>>(), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let none = articles.heads(&[ArticleId(1), ArticleId(7_001)]).await.unwrap();
    assert_eq!(none.len(), 1, "what is not there is left out");
    assert_eq!(none[0].published(), Some(Moment(at("2021-06-01T12:00:00Z"))));
}
