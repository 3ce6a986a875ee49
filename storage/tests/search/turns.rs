//! Many nodes and one shared index: one node writes, another takes over, and a stale one overwrites nothing newer.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use storage::Error;
use storage::ids::{ChannelId, MessageId, UserId};
use storage::search::Index;
use storage::search::messages::{MessageIndex, Question, Said};

use super::{PATIENCE, Part};

/// A short lease time, and one that is held however busy the machine is.
const SHORT: Duration = Duration::from_millis(500);
const HELD: Duration = Duration::from_millis(1_500);

fn said(id: i64, text: &str) -> [Said; 1] {
    let (message_id, channel_id, user_id) = (MessageId(id), ChannelId(1), UserId(1));
    [Said { message_id, channel_id, user_id, text: text.to_owned(), has: HashSet::new() }]
}

/// The results for a word.
async fn found(index: &MessageIndex, text: &str) -> Vec<i64> {
    index.index().flush().await.unwrap();
    let channels = vec![ChannelId(1)];
    let question = Question { text: text.to_owned(), channels, limit: 10, ..Question::default() };
    index.find(question).await.unwrap().into_iter().map(|id| id.0).collect()
}

#[tokio::test]
#[ignore = "needs an OpenSearch: http/tests/opensearch/with.sh"]
async fn a_stale_node_writes_nothing_over_newer_words() {
    let part = Part::new().unwrap();
    // The first believes that it holds the lease for a minute; the second considers it expired sooner.
    let (stale, next) = (MessageIndex::on(&part.node(PATIENCE)), MessageIndex::on(&part.node(SHORT)));
    assert!(matches!(stale.put(&said(1, "äldst"), 1).await, Err(Error::Unavailable(_))), "nobody's turn yet");
    stale.index().take_turn().await.unwrap();
    stale.put(&said(1, "gammal"), 1).await.unwrap();
    stale.put(&said(3, "borttagen"), 1).await.unwrap();
    stale.index().keep("här".to_owned()).await.unwrap();

    next.index().take_turn().await.unwrap();
    assert_eq!(next.index().kept().await.unwrap().as_deref(), Some("här"), "it goes on from there");
    next.put(&said(1, "ny"), 2).await.unwrap();
    next.remove(&[MessageId(3)]).await.unwrap();

    for late in [said(1, "gammal"), said(3, "borttagen")] {
        assert!(stale.put(&late, 1).await.is_err());
        // And from then on it knows.
        assert!(stale.put(&said(2, "annan"), 1).await.is_err());
        assert!(stale.index().keep("längre bort".to_owned()).await.is_err());
    }
    assert!(stale.remove(&[MessageId(1)]).await.is_err());
    assert_eq!(next.index().kept().await.unwrap().as_deref(), Some("här"));
    for (text, right) in [("ny", vec![1]), ("gammal", vec![]), ("annan", vec![]), ("borttagen", vec![])] {
        assert_eq!(found(&next, text).await, right, "{text}");
    }
}

#[tokio::test]
#[ignore = "needs an OpenSearch: http/tests/opensearch/with.sh"]
async fn lease_is_exclusive_until_released_or_expired() {
    let part = Part::new().unwrap();
    let of = |turn| MessageIndex::on(&part.node(turn)).index();
    let (first, second, third) = (of(HELD), of(HELD), of(SHORT));
    first.take_turn().await.unwrap();
    // The holder keeps the lease over several lease times.
    tokio::select! {
        lost = first.hold_turn() => panic!("{lost}"),
        taken = second.take_turn() => panic!("{taken:?}"),
        () = tokio::time::sleep(HELD * 2) => {}
    }
    // A released lease is free at once, long before it would expire.
    let patient = of(PATIENCE);
    first.end_turn().await;
    tokio::time::timeout(PATIENCE / 2, patient.take_turn()).await.unwrap().unwrap();
    // A silent holder's lease is taken over, and the holder is told.
    third.take_turn().await.unwrap();
    assert!(matches!(patient.keep("x".to_owned()).await, Err(Error::Unavailable(_))));
}

#[tokio::test]
#[ignore = "needs an OpenSearch: http/tests/opensearch/with.sh"]
async fn one_of_many_concurrent_starters_gets_the_lease() {
    let part = Part::new().unwrap();
    let nodes: Vec<_> = (0..6).map(|_| MessageIndex::on(&part.node(PATIENCE)).index()).collect();
    let mut begun: FuturesUnordered<_> = nodes.iter().map(Index::take_turn).collect();
    begun.next().await.unwrap().unwrap();
    // Meanwhile nobody else gets it.
    let other = tokio::time::timeout(SHORT, begun.next()).await;
    assert!(other.is_err(), "{other:?}");
}

/// After an operator deleted the index, the lease is lost, and the index is recreated with its mappings.
#[tokio::test]
#[ignore = "needs an OpenSearch: http/tests/opensearch/with.sh"]
async fn deleted_index_is_created_again() {
    let part = Part::new().unwrap();
    let server = part.node(PATIENCE);
    let index = MessageIndex::on(&server);
    index.index().take_turn().await.unwrap();
    index.put(&said(1, "zebra"), 1).await.unwrap();
    index.index().keep("här".to_owned()).await.unwrap();
    server.clear().await.unwrap();
    assert_eq!(found(&index, "zebra").await, Vec::<i64>::new(), "a search finds nothing, and does not fail");
    assert!(index.put(&said(1, "zebra"), 1).await.is_err());
    index.index().take_turn().await.unwrap();
    assert_eq!(index.index().kept().await.unwrap(), None, "its owner begins from the store");
    index.put(&said(1, "zebra"), 2).await.unwrap();
    assert_eq!(found(&index, "zebra").await, [1]);
}
