//! The message index: which messages contain given words.

use std::collections::HashSet;

use storage::ids::{ChannelId, MessageId, UserId};
use storage::search::messages::{Has, MessageIndex, Question, Said};

use super::engines;

const NONE: [i64; 0] = [];

fn said(id: i64, channel: i64, text: &str) -> Said {
    let (message_id, channel_id, user_id) = (MessageId(id), ChannelId(channel), UserId(channel * 100));
    Said { message_id, channel_id, user_id, text: text.to_owned(), has: HashSet::new() }
}

async fn put(index: &MessageIndex, said: &[Said], generation: u64) {
    index.put(said, generation).await.unwrap();
    index.index().flush().await.unwrap();
}

fn question(text: &str) -> Question {
    let channels = vec![ChannelId(1), ChannelId(2)];
    Question { text: text.to_owned(), channels, limit: 10, ..Question::default() }
}

async fn found(index: &MessageIndex, question: Question) -> Vec<i64> {
    index.find(question).await.unwrap().into_iter().map(|id| id.0).collect()
}

#[tokio::test]
async fn swedish_inflections_and_prefixes_of_three_are_found() {
    for engine in engines() {
        let index = engine.messages().await;
        let all = [
            said(1, 1, "Föräldramötena flyttas: torsdag 14/5, inte tisdag"),
            said(2, 1, "Mötet är på torsdagen"),
            said(3, 2, "Lärarnas lista, skriven av O'Brien på Ærø"),
            said(4, 2, "9A vann mot 9B 🙂"),
        ];
        put(&index, &all, 1).await;
        let cases: [(&str, &[i64]); 20] = [
            ("torsdag", &[2, 1]),
            ("TORSDAGEN", &[2, 1]),
            ("föräldramöte", &[1]),
            ("foraldramotet", &[1]),
            ("FÖRÄLDRAMÖTET", &[1]),
            ("möten", &[4, 2]),
            ("mote", &[4, 2]),
            ("föräldra torsd", &[1]),
            ("tor", &[2, 1]),
            ("to", &[]),
            ("lärare", &[3]),
            ("listorna", &[3]),
            ("o'brien", &[3]),
            ("aero", &[3]),
            ("9a", &[4]),
            ("9", &[]),
            ("14 5", &[1]),
            ("torsdag fredag", &[]),
            ("🙂", &[]),
            ("", &[]),
        ];
        for (text, right) in cases {
            assert_eq!(found(&index, question(text)).await, right, "{text:?}");
        }
        // Query syntax of the server is treated as text.
        for text in
            ["*", "stemmed:a", "a AND NOT b", "\"", "\0", "a*", &"x ".repeat(3_000), &"x".repeat(9_000)]
        {
            found(&index, question(text)).await;
        }
    }
}

#[tokio::test]
async fn search_filters_by_channel_author_age_and_kind() {
    for engine in engines() {
        let index = engine.messages().await;
        let mut all: Vec<Said> = (1..=30).map(|id| said(id, id % 3, "loppis")).collect();
        all[3].has = HashSet::from([Has::Image, Has::Link]);
        all[6].has = HashSet::from([Has::Image]);
        put(&index, &all, 1).await;
        let of = |change: &dyn Fn(&mut Question)| {
            let mut question = question("loppis");
            change(&mut question);
            question
        };
        assert_eq!(found(&index, of(&|it| it.limit = 4)).await, [29, 28, 26, 25]);
        assert_eq!(found(&index, of(&|it| it.limit = 0)).await, NONE);
        assert_eq!(found(&index, of(&|it| it.channels.clear())).await, NONE);
        assert_eq!(found(&index, of(&|it| it.channels = vec![ChannelId(0)])).await.len(), 10);
        assert_eq!(found(&index, of(&|it| it.before = Some(MessageId(5)))).await, [4, 2, 1]);
        let of_one = of(&|it| (it.from, it.before) = (Some(UserId(100)), Some(MessageId(8))));
        assert_eq!(found(&index, of_one).await, [7, 4, 1]);
        assert_eq!(found(&index, of(&|it| it.has = Some(Has::Image))).await, [7, 4]);
        assert_eq!(found(&index, of(&|it| it.has = Some(Has::File))).await, NONE);
        let link = Question { has: Some(Has::Link), ..question("") };
        assert_eq!(found(&index, link).await, [4], "without a word");
    }
}

/// More than a server accepts in one condition (65,536).
#[tokio::test]
async fn search_covers_any_number_of_channels() {
    for engine in engines() {
        let index = engine.messages().await;
        put(&index, &[said(1, 7, "loppis"), said(2, 69_999, "loppis"), said(3, 70_001, "loppis")], 1).await;
        let channels = (1..=70_000).map(ChannelId).collect();
        assert_eq!(found(&index, Question { channels, ..question("loppis") }).await, [2, 1]);
    }
}

#[tokio::test]
async fn rebuild_deletes_messages_that_were_not_put_again() {
    for engine in engines() {
        let index = engine.messages().await;
        put(&index, &[said(1, 1, "zebra"), said(2, 1, "zebra"), said(3, 1, "zebra")], 1).await;
        put(&index, &[said(1, 1, "giraff")], 2).await;
        index.remove(&[MessageId(2), MessageId(99)]).await.unwrap();
        index.index().flush().await.unwrap();
        assert_eq!(found(&index, question("zebra")).await, [3]);
        assert_eq!(found(&index, question("giraff")).await, [1]);
        index.index().forget_before(2).await.unwrap();
        index.index().flush().await.unwrap();
        assert_eq!(found(&index, question("zebra")).await, NONE);
        assert_eq!(index.index().len().await.unwrap(), 1);
        // Deleted messages can be added again.
        put(&index, &[said(2, 1, "zebra"), said(3, 1, "zebra")], 3).await;
        assert_eq!(found(&index, question("zebra")).await, [3, 2]);
    }
}

/// More than one bulk write holds, and more than one deletion round.
#[tokio::test]
async fn bulk_writes_and_deletions_are_split() {
    for engine in engines() {
        let index = engine.messages().await;
        let all: Vec<Said> = (1..=2_300).map(|id| said(id, 1, "loppis")).collect();
        put(&index, &all, 1).await;
        assert_eq!(index.index().len().await.unwrap(), 2_300);
        assert_eq!(found(&index, question("loppis")).await[..2], [2_300, 2_299]);
        put(&index, &all[..1], 2).await;
        index.index().forget_before(2).await.unwrap();
        index.index().flush().await.unwrap();
        assert_eq!(index.index().len().await.unwrap(), 1);
    }
}
