//! A channel's history gets longer and longer: what is older is put before what is there.

use std::path::Path;

use storage::Storage;
use storage::chat::{Message, Priority};
use storage::ids::{ChannelId, Ids, UserId, WorkspaceId};
use storage::imports::HistoryItem;

use super::{Curve, read, send};
use crate::http::Http;
use crate::reads::{is_page, page};
use crate::server::Server;
use crate::stage::Stage;
use crate::{Plan, Result, progress, stage};

const FIRST: usize = 1_000;
/// Put into the store together.
const TOGETHER: usize = 20_000;
/// From a message to the next: a channel in which twenty thousand are written in a week.
const APART: i64 = 30_000;
/// How long ago the newest of them was written: before what is measured beside it, whose ids they would meet.
const AGO: i64 = 3_600_000;
/// One of so many messages has the word that is searched for.
const RARE: usize = 1_000;
const WORD: &str = "Föräldramöte";

/// The channel, and what its messages are.
struct Past {
    channel: ChannelId,
    workspace: WorkspaceId,
    people: Vec<UserId>,
    /// When the newest of them was written, in epoch milliseconds.
    newest: i64,
}

impl Past {
    /// The id of the message before which there are so many newer ones.
    fn id(&self, older: usize) -> i64 {
        Ids::new(0).at(self.newest - older as i64 * APART, 0)
    }

    fn item(&self, older: usize) -> HistoryItem {
        let at = self.newest - older as i64 * APART;
        let about = if older.is_multiple_of(RARE) { WORD } else { "Mötet" };
        HistoryItem {
            message: Message {
                message_id: storage::ids::MessageId(self.id(older)),
                channel_id: self.channel,
                parent_id: None,
                user_id: self.people[older % self.people.len()],
                content: format!(
                    "{about} börjar klockan nio i lärarrummet, ta med er kaffe och veckans schema."
                ),
                formatted: None,
                mentions: Vec::new(),
                mention_all: false,
                client_message_id: Some(format!("past-{older}")),
                created: at,
                updated: at,
                edited: false,
                deleted: false,
                threaded: false,
                attachments: Vec::new(),
                version: 1,
                priority: Priority::Normal,
                asked: None,
                poll: None,
                card: None,
            },
            workspace_id: self.workspace,
            reactions: Vec::new(),
            pin: None,
        }
    }

    async fn put(&self, store: &Path, from: usize, to: usize) -> Result<()> {
        let storage = Storage::open_sqlite(store, &[])?;
        for start in (from..to).step_by(TOGETHER) {
            let items: Vec<_> = (start..to.min(start + TOGETHER)).map(|older| self.item(older)).collect();
            if !storage.imports.append_history(&items).await?.is_empty() {
                return Err("an id of the past is taken".into());
            }
        }
        Ok(())
    }
}

pub async fn grow(plan: &Plan, server: &mut Server, stage: &Stage) -> Result<Curve> {
    let channel = stage.channel(server).await?;
    let mut people = Vec::new();
    for token in &stage.members[..8] {
        let me =
            Http::open(server.at, token).await?.ask("GET", "/api/v1/me", &serde_json::Value::Null).await?;
        people.push(UserId(stage::id(&me["idUser"])?));
    }
    let past = Past {
        channel: ChannelId(channel),
        workspace: WorkspaceId(stage.workspace),
        people,
        newest: jiff::Timestamp::now().as_millisecond() - AGO,
    };
    let (mut there, mut steps) = (0, Vec::new());
    let mut count = FIRST;
    while count <= plan.messages {
        progress(&format!("growth: {count} messages are put in"));
        server.restart_after(async |store| past.put(store, there, count).await).await?;
        there = count;
        progress("    the index of words follows");
        server.rests().await?;
        let middle = past.id(count / 2);
        let found = format!("/api/v1/chat/search?q=f%C3%B6r%C3%A4ldram%C3%B6tet&channelId={channel}");
        steps.push((
            count,
            vec![
                send(plan, server, stage, channel).await?,
                read(plan, server, stage, &page(channel, ""), is_page).await?,
                read(plan, server, stage, &page(channel, &format!("&before={middle}")), is_page).await?,
                read(plan, server, stage, &page(channel, &format!("&around={middle}")), |_| true).await?,
                read(
                    plan,
                    server,
                    stage,
                    &format!("/api/v1/chat/workspaces/{}/unread", stage.workspace),
                    |_| true,
                )
                .await?,
                read(plan, server, stage, &found, |body| {
                    memchr::memmem::find(body, WORD.as_bytes()).is_some()
                })
                .await?,
            ],
        ));
        count *= 10;
    }
    let columns = vec![
        "a durable send",
        "the newest page of 50",
        "a page in the middle",
        "a jump to the middle",
        "what is unread, of all",
        "a search in the channel",
    ];
    Ok(Curve { title: "messages of a channel", columns, steps })
}
