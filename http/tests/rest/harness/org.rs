//! An organisation.

use actors::platform::time::now;
use serde_json::{Value, json};
use storage::ids::{EntityId, UserId};
use storage::{Relation, RelationType};

use super::{Person, World, id};

/// An organisation of a [`World`].
#[derive(Clone)]
pub struct Org {
    pub world: World,
    pub id: i64,
    pub slug: String,
    pub owner: Person,
    pub workspace: i64,
    /// Its channel `allmänt`.
    pub general: i64,
}

impl Org {
    /// Creates an organisation by `owner` through the API.
    pub async fn made_by(owner: &Person, name: &str) -> Self {
        let new = json!({"entityName": name, "entityType": "association"});
        let entity = owner.post("/api/v1/entities", new).await.is(201);
        let entity_id = id(&entity["idEntity"]);
        let workspaces = owner.get("/api/v1/chat/workspaces").await.data();
        let mine = workspaces.as_array().unwrap().iter().find(|w| w["entityId"] == entity_id).unwrap();
        let workspace = id(&mine["workspaceId"]);
        let channels = owner.get(&format!("/api/v1/chat/workspaces/{workspace}/channels")).await.data();
        assert_eq!(channels[0]["general"], true);
        Self {
            world: owner.world.clone(),
            id: entity_id,
            slug: entity["entitySlug"].as_str().unwrap().to_owned(),
            owner: owner.clone(),
            workspace,
            general: id(&channels[0]["id"]),
        }
    }

    /// A new person with that relation.
    pub async fn with(&self, relation: &str) -> Person {
        let person = self.world.person(relation).await;
        self.relate(&person, relation).await;
        person
    }

    /// Gives a person a first relation, bypassing the rules.
    pub async fn relate(&self, person: &Person, relation: &str) {
        let relation = Relation {
            entity_id: EntityId(self.id),
            user_id: UserId(person.id),
            relation_type: RelationType::parse(relation).unwrap(),
            since: now(),
        };
        assert!(self.world.storage.entities.put_relation(&relation, None).await.unwrap());
    }

    /// Creates a channel by the owner; answers its id.
    pub async fn channel(&self, name: &str, settings: Value) -> i64 {
        self.channel_by(&self.owner, name, settings).await
    }

    pub async fn channel_by(&self, person: &Person, name: &str, mut settings: Value) -> i64 {
        settings["name"] = json!(name);
        let path = format!("/api/v1/chat/workspaces/{}/channels", self.workspace);
        id(&person.post(&path, settings).await.data()["id"])
    }

    /// `/api/v1/entities/{id}` followed by a path.
    pub fn at(&self, rest: &str) -> String {
        format!("/api/v1/entities/{}{rest}", self.id)
    }
}
