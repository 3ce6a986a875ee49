//! An unavailable search server: searches are refused in time, and everything else works.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actors::search::Place;
use storage::search::Server;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::harness::{Answer, Patience, World, id, json, search_part};

/// The search of a world with this server.
fn at(address: SocketAddr) -> Place {
    let text = format!("http://me:hemligt@{address}/prov");
    Place::Server(Server::with_patience(&text, Duration::from_secs(15), Duration::from_millis(300)).unwrap())
}

fn is_told(answer: Answer) {
    assert_eq!(answer.header("retry-after"), "5");
    let text = answer.text();
    assert!(!text.contains("hemligt") && !text.contains("127.0.0.1"), "{text}");
    answer.refused(503, "SEARCH_UNAVAILABLE");
}

/// Broken servers of all kinds.
async fn the_search_says_so_and_the_rest_goes_on(address: SocketAddr) {
    let world = World::new().await;
    world.open_search_at(&at(address));
    let org = world.org("Skolan").await;
    let (anna, stranger) = (org.with("MEMBER").await, world.person("Siv").await);
    anna.patch("/api/v1/me", json!({"whoMayMessage": "EVERYONE"})).await.is(200);
    let said = anna.says(org.general, "Loppis på lördag").await;
    is_told(anna.get("/api/v1/chat/search?q=loppis").await);
    is_told(anna.get("/api/public/search?q=skolan").await);
    is_told(world.anyone("GET", "/api/public/search?q=skolan").send().await);
    // Refused for missing rights, whatever the search server's state.
    let there = format!("/api/v1/chat/search?q=loppis&channelId={}", org.general);
    stranger.get(&there).await.refused(403, "ACCESS_DENIED");
    stranger.get("/api/v1/chat/search?q=").await.wrong_field("q", "LENGTH");
    assert!(world.platform.search.is_away().await);
    // Known people are found without it.
    let people = org.owner.get("/api/v1/messages/people?q=MEMBER").await.is(200);
    assert!(people.to_string().contains(&anna.id.to_string()), "{people}");
    anna.put(&format!("/api/v1/chat/messages/{said}"), json!({"content": "Loppis på söndag"})).await.is(200);
    anna.delete(&format!("/api/v1/chat/messages/{said}")).await.is(200);
}

#[actix_web::test]
async fn unreachable_server_is_reported() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    the_search_says_so_and_the_rest_goes_on(free).await;
}

#[actix_web::test]
async fn hanging_server_is_reported_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut taken = Vec::new();
    actix_web::rt::spawn(async move {
        while let Ok((line, _)) = listener.accept().await {
            taken.push(line);
        }
    });
    the_search_says_so_and_the_rest_goes_on(address).await;
}

#[actix_web::test]
async fn wrong_answers_are_reported() {
    for answer in [
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"hits\":",
        "SSH-2.0-OpenSSH_9.2\r\n",
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        actix_web::rt::spawn(async move {
            while let Ok((mut line, _)) = listener.accept().await {
                actix_web::rt::spawn(async move {
                    let mut asked = [0; 16 * 1_024];
                    while line.read(&mut asked).await.is_ok_and(|many| many > 0) {
                        if line.write_all(answer.as_bytes()).await.is_err() {
                            break;
                        }
                        if answer.contains("100") || answer.starts_with("SSH") {
                            break;
                        }
                    }
                });
            }
        });
        the_search_says_so_and_the_rest_goes_on(address).await;
    }
}

/// A proxy before a server that can be shut, which cuts running requests.
struct Door {
    address: SocketAddr,
    is_shut: Arc<AtomicBool>,
    shut: Arc<Notify>,
}

impl Door {
    async fn before(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (is_shut, shut) = (Arc::new(AtomicBool::new(false)), Arc::new(Notify::new()));
        let server = server.trim_start_matches("http://").to_owned();
        let (closed, cut) = (Arc::clone(&is_shut), Arc::clone(&shut));
        actix_web::rt::spawn(async move {
            while let Ok((mut line, _)) = listener.accept().await {
                if closed.load(Ordering::SeqCst) {
                    continue;
                }
                let (server, cut) = (server.clone(), Arc::clone(&cut));
                actix_web::rt::spawn(async move {
                    let mut behind = TcpStream::connect(&server).await.unwrap();
                    tokio::select! {
                        _ = copy_bidirectional(&mut line, &mut behind) => {}
                        () = cut.notified() => {}
                    }
                });
            }
        });
        Self { address, is_shut, shut }
    }

    fn shut(&self, is_shut: bool) {
        self.is_shut.store(is_shut, Ordering::SeqCst);
        self.shut.notify_waiters();
    }
}

/// Changes during the outage are searchable when the server is back.
#[actix_web::test]
#[ignore = "needs an OpenSearch: http/tests/opensearch/with.sh"]
async fn changes_during_an_outage_are_found_afterwards() {
    let (part, server, prefix) = search_part().unwrap();
    let door = Door::before(&server).await;
    let world = World::new().await;
    let text = format!("http://{}/{prefix}", door.address);
    let patience = Duration::from_secs(10);
    let place = Place::Server(Server::with_patience(&text, patience, patience).unwrap());
    world.open_search_at(&place);
    let org = world.org("Skolan").await;
    let found = async |word: &str| {
        let answer = org.owner.get(&format!("/api/v1/chat/search?q={word}")).await;
        if answer.status == 503 {
            return None;
        }
        let content = answer.is(200)["data"]["content"].take();
        Some(content.as_array().unwrap().iter().map(|one| id(&one["message"]["id"])).collect::<Vec<_>>())
    };
    let wait_for = async |word: &str, right: Option<Vec<i64>>| {
        let mut patience = Patience::new();
        while patience.lasts().await {
            if found(word).await == right {
                return;
            }
        }
        panic!("{word}: {:?} and not {right:?}", found(word).await);
    };
    let first = org.owner.says(org.general, "zebran rymde").await;
    let second = org.owner.says(org.general, "zebran fångades").await;
    wait_for("zebra", Some(vec![second, first])).await;
    door.shut(true);
    wait_for("zebra", None).await;
    let third = org.owner.says(org.general, "giraffen rymde").await;
    org.owner.delete(&format!("/api/v1/chat/messages/{first}")).await.is(200);
    org.owner.put(&format!("/api/v1/chat/messages/{second}"), json!({"content": "giraff"})).await.is(200);
    door.shut(false);
    wait_for("giraff", Some(vec![third, second])).await;
    wait_for("zebra", Some(vec![])).await;
    let index = world.platform.search.messages().unwrap().index();
    let mut patience = Patience::new();
    while index.len().await.is_ok_and(|many| many != 2) {
        assert!(patience.lasts().await, "what was deleted is not in the index: {:?}", index.len().await);
    }
    drop(part);
}
