//! A person with a session.

use serde_json::{Value, json};

use super::{Answer, Call, Patience, World, id};

/// A person of a [`World`], signed in.
#[derive(Clone)]
pub struct Person {
    pub world: World,
    pub id: i64,
    pub email: String,
    /// The user name.
    pub name: String,
    pub token: String,
}

impl Person {
    pub fn call(&self, method: &str, path: &str) -> Call {
        Call::new(&self.world, method, path).cookie(&self.token)
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call("GET", path).send().await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call("POST", path).json(&body).send().await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.call("PUT", path).json(&body).send().await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.call("PATCH", path).json(&body).send().await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.call("DELETE", path).send().await
    }

    /// Sends a message; answers its id.
    /// The text of a mention as displayed (contract §3.8).
    pub async fn called(&self) -> String {
        self.get("/api/v1/me").await.is(200)["displayName"].as_str().unwrap().to_owned()
    }

    pub async fn says(&self, channel: i64, text: &str) -> i64 {
        id(&self.sends(channel, json!({"content": text})).await.data()["id"])
    }

    /// Replies in a thread; answers the reply's id.
    pub async fn replies(&self, channel: i64, parent: i64, text: &str) -> i64 {
        id(&self.sends(channel, json!({"content": text, "parentMessageId": parent})).await.data()["id"])
    }

    pub async fn sends(&self, channel: i64, message: Value) -> Answer {
        self.post(&format!("/api/v1/chat/channels/{channel}/messages"), message).await
    }

    /// The newest page of a channel.
    pub async fn reads(&self, channel: i64) -> Value {
        self.get(&format!("/api/v1/chat/channels/{channel}/messages")).await.data()
    }

    /// Waits until there are that many notifications (they change beside the answer); answers them, newest first.
    pub async fn bell(&self, count: usize) -> Value {
        let mut seen = Value::Null;
        let mut patience = Patience::new();
        while patience.lasts().await {
            seen = self.get("/api/v1/notifications").await.is(200)["content"].take();
            if seen.as_array().map(Vec::len) == Some(count) {
                break;
            }
        }
        assert_eq!(seen.as_array().map(Vec::len), Some(count), "{}: {seen}", self.name);
        seen
    }

    /// Waits until no contact request is unread: answered ones are marked read beside the answer.
    pub async fn hushed(&self) {
        let mut patience = Patience::new();
        while patience.lasts().await {
            let bell = self.get("/api/v1/notifications").await.is(200)["content"].take();
            let rings = |one: &Value| one["type"] == "CONTACT_REQUEST" && one["read"] == false;
            if !bell.as_array().is_some_and(|bell| bell.iter().any(rings)) {
                return;
            }
        }
        panic!("{}: a request that was answered still rings", self.name);
    }
}
