//! Mails of invitations before a mail server that refuses, puts off, is slow or away. Contract §11.2.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use storage::ids::EntityId;
use storage::invitations::{Invitations, SendCode};

use crate::harness::{Org, Value, World, each, json, until};
use crate::v1_invitations::invites;
use crate::v1_invitations_batches::{over, sends};

/// A mail that the server has taken: for whom, and its Message-ID.
type Taken = Arc<Mutex<Vec<(String, String)>>>;

/// A mail server (RFC 5321, as far as a sender needs it). What it answers depends on how the receiver's name begins: `gone`
/// 550, `policy` 554, `full` 452, `slow` takes its time.
struct Server {
    at: SocketAddr,
    taken: Taken,
}

impl Server {
    fn new() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn on(listener: TcpListener) -> Self {
        let (at, taken) = (listener.local_addr().unwrap(), Taken::default());
        let all = Arc::clone(&taken);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let taken = Arc::clone(&all);
                std::thread::spawn(move || serve(stream, &taken));
            }
        });
        Self { at, taken }
    }

    fn url(&self) -> String {
        format!("smtp://{}?tls=none", self.at)
    }

    fn to(&self, address: &str) -> usize {
        self.taken.lock().unwrap().iter().filter(|(to, _)| to == address).count()
    }
}

fn serve(mut stream: TcpStream, taken: &Taken) {
    let _ = stream.write_all(b"220 post.example\r\n");
    let Ok(heard) = stream.try_clone() else { return };
    let (mut in_mail, mut to, mut number) = (false, String::new(), String::new());
    for line in BufReader::new(heard).lines() {
        let Ok(line) = line else { return };
        let answer = match line.split(' ').next().unwrap_or_default() {
            "." if in_mail => {
                in_mail = false;
                if to.starts_with("slow") {
                    std::thread::sleep(Duration::from_millis(100));
                }
                taken.lock().unwrap().push((to.clone(), number.clone()));
                "250 kept\r\n"
            }
            "Message-ID:" if in_mail => {
                line.clone_into(&mut number);
                ""
            }
            _ if in_mail => "",
            "EHLO" => "250 post.example\r\n",
            "RCPT" => {
                line.trim_start_matches("RCPT TO:<")
                    .split('>')
                    .next()
                    .unwrap_or_default()
                    .clone_into(&mut to);
                match to.split('@').next().unwrap_or_default() {
                    name if name.starts_with("gone") => "550 5.1.1 no such user\r\n",
                    name if name.starts_with("policy") => "554 5.7.1 not from you\r\n",
                    name if name.starts_with("full") => "452 4.2.2 mailbox full\r\n",
                    _ => "250 ok\r\n",
                }
            }
            "DATA" => {
                in_mail = true;
                "354 go on\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

fn codes(batch: &Value) -> Vec<&str> {
    each(&batch["rows"], "code").into_iter().map(|code| code.as_str().unwrap()).collect()
}

async fn trouble(world: &World, org: &Org, email: &str) -> SendCode {
    let invitations = Invitations::of(&world.storage);
    until(|| async { invitations.invitation(EntityId(org.id), email).await.unwrap()?.trouble }).await
}

/// 5xx of an address rests it for 90 days; 5xx of anything else does not; 4xx waits.
#[actix_web::test]
async fn refused_addresses_rest_and_others_wait() {
    let server = Server::new();
    let world = World::mailing(&server.url()).await;
    let org = world.org("Skolan").await;
    invites(&org.owner, &org, "gone@example.se", "MEMBER").await.is(201);
    assert_eq!(trouble(&world, &org, "gone@example.se").await, SendCode::Refused);
    // Its administrators see that it rests, and try again: it is mailed, and refused again.
    let resting = org.at("/administration/resting");
    let seen = org.owner.get(&resting).await.is(200)["content"].take();
    assert_eq!(
        (each(&seen, "email"), &seen[0]["trouble"]),
        (vec![&json!("gone@example.se")], &json!("REFUSED"))
    );
    assert_eq!(org.owner.get(&org.at("/administration")).await.is(200)["restingAddresses"], 1);
    let again = format!("{resting}/{}/retry", seen[0]["idEntityInvitation"]);
    let elsewhere = world.org("Klubben").await;
    let foreign = again.replace(&org.at(""), &elsewhere.at(""));
    elsewhere.owner.post(&foreign, json!({})).await.refused(404, "NOT_FOUND");
    org.owner.post(&again, json!({})).await.is(204);
    assert_eq!(trouble(&world, &org, "gone@example.se").await, SendCode::Refused, "it did not rest any more");
    let log = org.owner.get(&org.at("/audit?kind=ADDRESS_RETRIED")).await.is(200);
    assert_eq!(each(&log["content"], "kind").len(), 1);
    // The platform's administrators end the rest of any address that they are told of.
    let operator = crate::v1_moderation::operator(&world).await;
    let unrest = async |email: &str| {
        operator.post("/api/v1/administration/addresses/retry", json!({"email": email})).await
    };
    unrest("Gone@example.se").await.is(204);
    unrest("gone@example.se").await.is(404);
    unrest("ingen").await.is(422);

    let list = "gone2@example.se\npolicy@example.se\nfull@example.se\nbra@example.se\n";
    let batch = sends(&org.owner, &org, list).await.is(202);
    let path = format!("/api/v1/invitation-batches/{}", batch["idBatchInvitation"]);
    let seen = until(|| async {
        let seen = org.owner.get(&path).await.is(200);
        (seen["sent"] == 1).then_some(seen)
    })
    .await;
    assert_eq!(codes(&seen), ["REFUSED", "REFUSED", "WAITING", "SENT"]);
    assert_eq!((&seen["status"], &seen["waiting"]), (&json!("RUNNING"), &json!(1)));
    assert_eq!(server.to("bra@example.se"), 1);
    // It is put off after its last row was noted.
    let waits = until(|| async {
        let jobs = world.jobs("invitation-batch").await;
        let wait = jobs.first()?.due - actors::platform::time::now();
        (wait > 0).then_some(wait)
    });
    let wait = waits.await;
    assert!((200_000..=300_000).contains(&wait), "what is put off waits five minutes: {wait}");

    // Another organisation: the address rests, what was only refused does not; a refused invitation can be made again.
    let other = world.org("Kören").await;
    let again = sends(&other.owner, &other, "gone2@example.se\npolicy@example.se\n").await.is(202);
    assert_eq!(codes(&over(&other.owner, &again).await), ["RESTING", "REFUSED"]);
    let again = sends(&org.owner, &org, "policy@example.se\nbra@example.se\n").await.is(202);
    assert_eq!(codes(&over(&org.owner, &again).await), ["REFUSED", "STANDING"]);
}

/// While the mail server is away nothing is lost, and nothing is given up.
#[actix_web::test]
async fn a_batch_waits_while_the_mail_server_is_away() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    drop(listener);
    let world = World::mailing(&format!("smtp://{at}?tls=none")).await;
    let org = world.org("Skolan").await;
    let batch = sends(&org.owner, &org, "a@example.se\nb@example.se\n").await.is(202);
    let path = format!("/api/v1/invitation-batches/{}", batch["idBatchInvitation"]);
    until(|| async {
        let jobs = world.jobs("invitation-batch").await;
        jobs.iter().any(|job| job.due > actors::platform::time::now() + 30_000).then_some(())
    })
    .await;
    let seen = org.owner.get(&path).await.is(200);
    assert_eq!((codes(&seen), &seen["status"]), (vec!["WAITING", "WAITING"], &json!("RUNNING")));
    let server = Server::on(TcpListener::bind(at).unwrap());
    world.come("invitation-batch").await;
    assert_eq!(codes(&over(&org.owner, &batch).await), ["SENT", "SENT"]);
    assert_eq!((server.to("a@example.se"), server.to("b@example.se")), (1, 1));
}

/// Ten thousand mails never delay a password mail: their jobs are of another class.
#[actix_web::test]
async fn a_password_mail_goes_before_a_batch() {
    let server = Server::new();
    let world = World::mailing(&server.url()).await;
    let org = world.org("Skolan").await;
    let anna = world.person("Anna").await;
    let list = (0..800).map(|n| format!("slow{n}@example.se")).collect::<Vec<_>>().join("\n");
    let batch = sends(&org.owner, &org, &list).await.is(202);
    let path = format!("/api/v1/invitation-batches/{}?limit=0", batch["idBatchInvitation"]);
    until(|| async { (org.owner.get(&path).await.is(200)["sent"] != 0).then_some(()) }).await;
    world
        .anyone("POST", "/api/public/auth/reset/request")
        .json(&json!({"email": anna.email}))
        .send()
        .await
        .is(204);
    until(|| async { (server.to(&anna.email) == 1).then_some(()) }).await;
    let seen = org.owner.get(&path).await.is(200);
    assert!(seen["waiting"].as_i64().unwrap() > 0, "{seen}");
    let cancel = format!("/api/v1/invitation-batches/{}/cancel", batch["idBatchInvitation"]);
    org.owner.call("POST", &cancel).send().await.is(200);
    over(&org.owner, &batch).await;
    // The mail that was on its way is sent before the server goes.
    until(|| async { world.jobs("invitation-batch").await.is_empty().then_some(()) }).await;
    let taken = server.taken.lock().unwrap();
    let numbers: std::collections::BTreeSet<&String> = taken.iter().map(|(_, number)| number).collect();
    assert_eq!(numbers.len(), taken.len(), "one Message-ID a row");
}
