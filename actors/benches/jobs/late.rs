//! How late other organisations' jobs are while one organisation calls hosts that never answer and 10,000 mails are
//! due, against the same jobs alone. The hosts run on this machine; the mail server answers after 20 ms, as one in the
//! same city would.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actors::Platform;
use actors::area::Area;
use actors::platform::jobs::{Class, Failure as NotDone, JobKind, Share, job, of_kind, run};
use actors::platform::mail::{self, Mail, SmtpServer};
use actors::platform::outward::hosts::Hosts;
use actors::platform::time::now;
use storage::Storage;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc::unbounded_channel;

use crate::ground::mail_server::mail_server;
use crate::ground::{Failure, Outside, platform_with};

/// Other organisations' jobs, due at even intervals.
const OTHERS: i64 = 400;
const SPREAD_MS: i64 = 20_000;
const MAILS: usize = 10_000;
/// Addresses that never answer, and calls to each that are due at once.
const TARPITS: usize = 40;
const CALLS: usize = 25;
/// The organisation whose addresses never answer, and the undisturbed one.
const NOISY: i64 = 1;
const QUIET: i64 = 2;

/// Delay (ms) of each of the other organisation's jobs: plain ones, then calls to a host that answers.
static LATE: [Mutex<Vec<i64>>; 2] = [Mutex::new(Vec::new()), Mutex::new(Vec::new())];

fn note(which: usize, due: i64) {
    let mut late = LATE[which].lock().unwrap_or_else(PoisonError::into_inner);
    late.push(now() - due);
}

pub static AREA: Area = Area { jobs: KINDS, ..Area::named("lateness") };
const KINDS: &[JobKind] = &[
    JobKind {
        name: "at its moment",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_secs(5),
        work: |_, job| {
            Box::pin(async move {
                note(0, job.due);
                Ok(())
            })
        },
    },
    JobKind {
        name: "call",
        class: Class::Outward,
        share: |job| match serde_json::from_str::<(i64, String)>(&job.payload) {
            Ok((owner, url)) => Share::of(owner).calling(&actors::platform::outward::host(&url)),
            Err(_) => Share::default(),
        },
        within: Duration::from_secs(30),
        work: |platform, job| Box::pin(async move { call(&platform, job).await }),
    },
];

async fn call(platform: &Platform, job: storage::Job) -> Result<(), NotDone> {
    let (owner, url): (i64, String) = serde_json::from_str(&job.payload)?;
    if let Some(at) = platform.outward.not_before(&url, now()) {
        return Err(NotDone::NotYet(at));
    }
    let answered = platform.outward.send(&url, &[], "{}").await;
    if owner == QUIET {
        note(1, job.due);
    }
    answered.map(drop).map_err(|unreached| NotDone::Passing(format!("{unreached:?}")))
}

/// A host that accepts connections and never answers; its address.
async fn tarpit() -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let at = listener.local_addr()?;
    actix_rt::spawn(async move {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            open.push(stream);
        }
    });
    Ok(format!("http://{at}"))
}

/// A host that answers at once.
async fn answering() -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let at = listener.local_addr()?;
    actix_rt::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            actix_rt::spawn(async move {
                let mut stream = BufReader::new(stream);
                let mut line = String::new();
                while stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
                    // The blank line before the two-byte body.
                    if line == "\r\n" {
                        let answer = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
                        let _ = stream.write_all(answer.as_bytes()).await;
                        return;
                    }
                    line.clear();
                }
            });
        }
    });
    Ok(format!("http://{at}"))
}

fn quantiles(late: &mut [i64]) -> String {
    late.sort_unstable();
    let at = |share: usize| late.get((late.len() * share / 100).min(late.len().saturating_sub(1))).copied();
    format!("{} / {} / {}", at(50).unwrap_or(0), at(99).unwrap_or(0), at(100).unwrap_or(0))
}

/// One run: jobs, calls and mails of the quiet organisation, alone or alongside a tarpit and a flood of mails.
async fn run_once(store: &str, storage: Storage, is_disturbed: bool) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let (sender, mut taken) = unbounded_channel();
    let server = SmtpServer::read(&mail_server(Duration::from_millis(20), sender).await?)?;
    let mail = Mail::smtp(&server, "kalender@example.com")?;
    let (well, mut silent) = (answering().await?, Vec::new());
    for _ in 0..TARPITS {
        silent.push(tarpit().await?);
    }
    let hosts: Vec<String> = silent.iter().chain([&well]).cloned().collect();
    let own = Hosts::read(&hosts).ok_or("addresses of this machine")?;
    let platform = platform_with(storage, folder.path(), vec![&AREA], Outside { mail, own })?;
    let running = actix_rt::spawn(run(platform.clone()));
    if is_disturbed {
        for n in 0..MAILS {
            mail::send_bulk(&platform, &format!("nr{n}@example.com"), "Nytt", "Hej".to_owned()).await?;
        }
        for _ in 0..CALLS {
            for url in &silent {
                platform.storage.jobs.put(&[job(&platform, "call", now(), &(NOISY, url))?]).await?;
            }
        }
    }
    let start = now() + 1_000;
    let others: Vec<storage::Job> = (0..OTHERS)
        .flat_map(|n| {
            let due = start + n * SPREAD_MS / OTHERS;
            [job(&platform, "at its moment", due, &n), job(&platform, "call", due, &(QUIET, &well))]
        })
        .collect::<Result<_, _>>()?;
    platform.storage.jobs.put(&others).await?;
    platform.jobs.wake();

    let mut resets = Vec::new();
    for n in 0..20 {
        let wait = u64::try_from(start + n * SPREAD_MS / 20 - now()).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let began = now();
        mail::send(&platform, "reset@example.com", "Nytt lösenord", "Hej".to_owned()).await?;
        while taken.recv().await.ok_or("the mail server ended")? != "reset@example.com" {}
        resets.push(now() - began);
    }
    let is_over = || LATE.iter().all(|late| late.lock().is_ok_and(|late| late.len() >= 400));
    while !is_over() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    platform.jobs.end();
    jobs_ended(running).await;
    let beside =
        if is_disturbed { "beside 1,000 calls to 40 silent machines and 10,000 mails" } else { "alone" };
    let [at_moment, calls] = [0, 1].map(|which| {
        let mut late = LATE[which].lock().unwrap_or_else(PoisonError::into_inner);
        quantiles(&mut std::mem::take(&mut *late))
    });
    let resets = quantiles(&mut resets);
    println!("| jobs of others {beside}, {store} | {at_moment} | {calls} | {resets} |");
    Ok(())
}

/// Stops waiting after a second: calls to silent hosts are still pending.
async fn jobs_ended(running: actix_rt::task::JoinHandle<()>) {
    let _ = tokio::time::timeout(Duration::from_secs(1), running).await;
}

/// Alone, then disturbed. `open` opens an empty store.
pub async fn measure(
    store: &str,
    mut open: impl AsyncFnMut() -> Result<Storage, Failure>,
) -> Result<(), Failure> {
    println!(
        "\n| milliseconds late: median / p99 / most | at their moment | calls | mails that are waited for |"
    );
    println!("|---|--:|--:|--:|");
    for is_disturbed in [false, true] {
        run_once(store, open().await?, is_disturbed).await?;
    }
    Ok(())
}
