//! The people and places that the load needs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Result;
use crate::http::Http;
use crate::server::Server;

const SLUG: &str = "lastprov";

/// An organisation with a workspace, its owner, and its members with a session each.
#[derive(Clone)]
pub struct Stage {
    pub entity: i64,
    pub workspace: i64,
    pub owner: String,
    /// Cookies; the first members are the senders.
    pub members: Vec<String>,
    /// The cookie of the one who listens, on many connections.
    pub listener: String,
}

impl Stage {
    /// Makes `members` people and one who listens.
    pub async fn set(server: &Server, members: usize) -> Result<Self> {
        crate::progress("people");
        Self::of(server, SLUG, members).await
    }

    /// As [`Stage::set`], in an organisation of that address.
    pub async fn of(server: &Server, slug: &str, members: usize) -> Result<Self> {
        let password = "fyra korrekta hästar 7";
        let owner = format!("owner@{slug}.test");
        server.command(&["user", "add", "--email", &owner, "--password", password])?;
        let owner = sessions(server, std::slice::from_ref(&owner))?.remove(0);
        let mut http = Http::open(server.at, &owner).await?;
        let entity = json!({"entityName": "Lastprov", "entityType": "association", "entitySlug": slug});
        let entity = http.ask("POST", "/api/v1/entities", &entity).await?;
        let entity = id(&entity["idEntity"])?;
        let workspace = json!({"entityId": entity, "workspaceName": "Lastprov"});
        let workspace = http.ask("POST", "/api/v1/chat/workspaces", &workspace).await?;

        let mut file = tempfile::NamedTempFile::new()?;
        let mut people = "email,password,first_name,relations\n".to_owned();
        let emails: Vec<String> = (0..=members).map(|n| format!("m{n}@{slug}.test")).collect();
        for (n, email) in emails.iter().enumerate() {
            writeln!(people, "{email},{password},Medlem{n},{slug}:MEMBER")?;
        }
        std::io::Write::write_all(&mut file, people.as_bytes())?;
        server.command(&["user", "add", "--from", &file.path().display().to_string()])?;
        let mut sessions = sessions(server, &emails)?;
        let listener = sessions.pop().ok_or("nobody listens")?;
        Ok(Self {
            entity,
            workspace: id(&workspace["data"]["workspaceId"])?,
            owner,
            members: sessions,
            listener,
        })
    }

    /// The same people in another workspace of the organisation.
    pub async fn beside(&self, server: &Server) -> Result<Self> {
        let mut http = Http::open(server.at, &self.owner).await?;
        let workspace = json!({"entityId": self.entity, "workspaceName": "Kanaler"});
        let workspace = http.ask("POST", "/api/v1/chat/workspaces", &workspace).await?;
        Ok(Self { workspace: id(&workspace["data"]["workspaceId"])?, ..self.clone() })
    }

    /// A new channel that everybody may write in.
    pub async fn channel(&self, server: &Server) -> Result<i64> {
        let mut http = Http::open(server.at, &self.owner).await?;
        let path = format!("/api/v1/chat/workspaces/{}/channels", self.workspace);
        let name = format!("k{}", std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_nanos());
        let channel = http.ask("POST", &path, &json!({ "name": name })).await?;
        id(&channel["data"]["id"])
    }
}

pub fn id(value: &Value) -> Result<i64> {
    value.as_i64().ok_or_else(|| "an id is missing".into())
}

/// A session of each.
fn sessions(server: &Server, emails: &[String]) -> Result<Vec<String>> {
    let mut arguments = vec!["session", "add"];
    arguments.extend(emails.iter().flat_map(|email| ["--email", email]));
    Ok(server.command(&arguments)?.lines().map(str::to_owned).collect())
}
