//! Imports of Slack: everything that an export can contain, repeated, and malicious files.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod kept;
mod newer;
mod runs;

use crate::{firm, platform};

use std::collections::HashMap;

use actors::transfer::imports::Options;
use actors::transfer::imports::slack::slack;
use actors::transfer::imports::{ImportError, Progress, Report};
use firm::{organisation, packed, person, texts};
use platform::Test;
use serde_json::{Value, json};
use storage::accounts::UserStatus;
use storage::chat::{Channel, ChannelRole, ChannelType, Message};
use storage::entities::RelationType;
use storage::ids::EntityId;

fn json_files(files: &[(&str, Value)]) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(name, value)| ((*name).to_owned(), value.to_string().into_bytes())).collect()
}

async fn import(test: &Test, files: &[(String, Vec<u8>)]) -> Result<Report, ImportError> {
    let path = packed(test, files);
    slack(&test.platform, &path, "firman", Options::default(), &|_: Progress| {}).await
}

/// Every feature of the format.
fn export() -> Vec<(String, Vec<u8>)> {
    let users = json!([
        {"id": "U1", "name": "anna", "is_admin": true, "profile": {"real_name": "Anna Berg", "display_name": "Anna B", "email": "Anna@Example.se"}},
        {"id": "U2", "name": "ola", "profile": {"real_name": "Ola i Slack", "email": "ola@example.se"}},
        {"id": "U3", "name": "gammal", "deleted": true, "profile": {"real_name": "Gammal Kollega", "email": "gammal@example.se"}},
        {"id": "U4", "name": "roboten", "is_bot": true, "profile": {"real_name": "Roboten"}},
        {"id": "U5", "name": "utan", "profile": {"real_name": "Utan Adress", "email": 17}},
        {"id": "U6", "name": "eva", "profile": {"real_name": "Eva Sten", "email": "eva@example.se"}},
        {"name": "ingen"}, "skräp", 7, null
    ]);
    let channels = json!([
        {"id": "C1", "name": "general", "created": 1_480_000_000, "creator": "U1", "is_general": true, "members": ["U1", "U2"],
         "topic": {"value": "Hej <@U1> :tada:"}, "purpose": {"value": "Allt"}},
        {"id": "C2", "name": "Ärenden!", "created": 1_480_000_100, "creator": "U2", "is_archived": true, "members": ["U1"],
         "topic": {"value": "Frågor"}, "purpose": {"value": "Om ärenden"}},
        {"id": "C3", "name": "allmänt", "creator": "U1", "members": "fel"},
        {"id": "C4", "name": "tom"}
    ]);
    let groups =
        json!([{"id": "G1", "name": "styrelsen", "creator": "U1", "members": ["U1", "U2", "U3", "U999"]}]);
    let general = json!([
        {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1483437600.000001", "text": "<@U1> has joined"},
        {"type": "message", "user": "U1", "ts": "1483437617.000100", "text": "Hej <@U2>, titta på <https://a.se/?a=1&amp;b=2|sidan> :tada: &lt;3",
         "reply_count": 2, "thread_ts": "1483437617.000100",
         "reactions": [{"name": "thumbsup", "users": ["U1", "U2"], "count": 2}, {"name": "partyparrot", "users": ["U6"], "count": 3},
                       {"name": "+1::skin-tone-3", "users": ["U6", "U999"], "count": 2}]},
        {"type": "message", "user": "U2", "ts": "1483437700.000200", "text": "Svar", "thread_ts": "1483437617.000100", "parent_user_id": "U1"},
        {"type": "message", "subtype": "thread_broadcast", "user": "U6", "ts": "1483437800.000200", "text": "Svar till alla", "thread_ts": "1483437617.000100"},
        {"type": "message", "user": "U6", "ts": "1483437900.000000", "text": "Rättat", "edited": {"user": "U6", "ts": "1483438000.000000"}},
        {"type": "message", "subtype": "bot_message", "bot_id": "B1", "username": "Bygget", "text": "", "ts": "1483437901.000000",
         "attachments": [{"title": "Klart", "text": "på 3 min"}]},
        {"type": "message", "subtype": "bot_message", "username": "Vädret", "text": "Sol", "ts": "1483437902.000000"},
        {"type": "message", "subtype": "me_message", "user": "U1", "text": "går hem", "ts": "1483437903.000000"},
        {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "ts": "1483437904.000000"},
        {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "ts": "1483437905.000000", "reply_count": 1},
        {"type": "message", "user": "U6", "text": "kvar", "ts": "1483437906.000000", "thread_ts": "1483437905.000000"},
        {"type": "message", "user": "U1", "text": "", "ts": "1483437907.000000", "files": [{"name": "ritning.pdf"}], "subtype": "file_share"},
        {"type": "message", "user": "U1", "text": "Se bild", "ts": "1483437908.000000", "files": [{"name": "bild.png"}], "attachments": [{"text": "x"}]},
        {"type": "message", "user": "U1", "text": "<!channel> möte i <#C2|gammalt>", "ts": "1483437909.000000"},
        {"type": "message", "user": "U6", "text": "utan tråd", "ts": "1483437910.000000", "thread_ts": "1400000000.000000"},
        {"type": "message", "user": "U404", "text": "från en gäst", "ts": "1483437911.000000", "user_profile": {"real_name": "Gäst Gästsson"}},
        {"type": "message", "user": "U1", "text": "samma", "ts": "1483437912.000100"},
        {"type": "message", "user": "U1", "text": "samma", "ts": "1483437912.000100"},
        {"type": "message", "user": "U1", "text": "nästan samma", "ts": "1483437912.000101"},
        {"type": "presence", "ts": "1483437913.000000"}, 7, {"user": "U1"}, {"type": "message", "user": ["U1"], "text": {"a": 1}, "ts": "1483437914.0"}
    ]);
    let late = json!([
        {"type": "message", "user": "U2", "ts": "1483524000.000000", "text": "dagen efter", "thread_ts": "1483437617.000100"},
        {"type": "message", "user": "U1", "ts": "-5.0", "text": "före tiden"},
        {"type": "message", "user": "U1", "ts": "99999999999.0", "text": "efter tiden"},
        {"type": "message", "user": "U1", "ts": "NaN", "text": "ingen tid"},
        {"type": "message", "user": "U1", "ts": "1483524001.0", "text": "å".repeat(4_500)}
    ]);
    let same = json!([{"type": "message", "user": "U1", "ts": "1483437617.000100", "text": "samma stund i en annan kanal"}]);
    let private = json!([{"type": "message", "user": "U1", "ts": "1483437618.000000", "text": "hemligt"}]);
    let mut files = json_files(&[
        ("export/users.json", users),
        ("export/channels.json", channels),
        ("export/groups.json", groups),
        ("export/dms.json", json!([{"id": "D1"}, {"id": "D2"}])),
        ("export/mpims.json", json!([{"id": "M1"}])),
        ("export/integration_logs.json", json!([{"x": 1}])),
        ("export/general/2017-01-03.json", general),
        ("export/general/2017-01-04.json", late),
        ("export/Ärenden!/2017-01-03.json", same),
        ("export/styrelsen/2017-01-03.json", private),
        (
            "export/D1/2017-01-03.json",
            json!([{"type": "message", "user": "U1", "ts": "1483437618.0", "text": "privat"}]),
        ),
        ("export/general/canvas_in_the_conversation.json", json!([])),
        ("__MACOSX/export/users.json", json!("fel")),
    ]);
    files.push(("../../evil.json".to_owned(), b"[]".to_vec()));
    files.push(("C:\\evil.json".to_owned(), b"[]".to_vec()));
    files
}

async fn channels(test: &Test) -> HashMap<String, Channel> {
    let chat = &test.platform.storage.chat;
    let workspace = chat.workspaces_of(EntityId(1_000)).await.unwrap().remove(0);
    let list = chat.channels_of(workspace.workspace_id).await.unwrap();
    list.into_iter().map(|channel| (channel.name.clone(), channel)).collect()
}

/// An export of one channel with these people and this day.
fn small(users: Value, day: Value) -> Vec<(String, Vec<u8>)> {
    let channels = json!([{"id": "C1", "name": "general", "is_general": true, "members": ["U1", "U2"]},
        {"id": "C2", "name": "gastkanal", "members": ["U1", "U2"]}]);
    let groups = json!([{"id": "G1", "name": "styrelsen", "creator": "U1", "members": ["U1", "U2", "U3"]}]);
    json_files(&[
        ("users.json", users),
        ("channels.json", channels),
        ("groups.json", groups),
        ("general/2017-01-03.json", day),
    ])
}

fn person_of(id: &str, name: &str) -> Value {
    json!({"id": id, "name": name, "profile": {"real_name": name, "email": format!("{name}@example.se")}})
}
