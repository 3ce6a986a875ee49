//! `kalender serve`: the two servers, the live actors, and graceful shutdown.

use std::time::{Duration, SystemTime};

use actix::Arbiter;
use actix_web::{App, HttpServer};
use actors::Platform;
use actors::live::bus::BusState;
use actors::moderation::platform as administration;
use actors::search::Place;
use tokio::signal::unix::{SignalKind, signal};

use crate::live::stream::addresses::Addresses;
use crate::platform::config::{Limits, Settings, StoreKind};
use crate::platform::folder;
use crate::platform::operator::{self, Health, Operator};
use crate::platform::start_error::StartError;
use crate::platform::web_app::WebApp;
use crate::server::app::Parts;
use crate::server::listen;
use crate::server::node::{self, Lease};

/// Time for running requests to finish, in seconds; the whole shutdown takes at most ten.
const SHUTDOWN: u64 = 7;
/// Open connections per worker.
const MAX_CONNECTIONS: usize = 100_000;
/// Interval between verifications of the whole store.
const LOOK_THROUGH: Duration = Duration::from_secs(6 * 3_600);
/// Interval between looks for changes by commands beside the server.
const HEAR: Duration = Duration::from_secs(1);

/// Serves until stopped, or until the node's number is lost.
pub async fn run(settings: &Settings) -> Result<(), StartError> {
    let metrics = operator::install_metrics().map_err(|e| StartError::Plain(e.to_string()))?;
    let (platform, lease) = node::start(settings).await?;
    // Raises the limit of open files to what the system allows.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    open_search(&platform, settings).await?;
    actix_rt::spawn(keep_sound(platform.clone()));
    if settings.store == StoreKind::Sqlite {
        actix_rt::spawn(follow_commands(platform.clone(), settings.data.clone()));
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // Live actors start before the servers, on threads of their own.
    let arbiters: Vec<Arbiter> = (0..cores).map(|_| Arbiter::new()).collect();
    platform.registry.spread_over(arbiters.iter().map(Arbiter::handle).collect());

    // Jobs have a thread of their own, because they may take long.
    let working = Arbiter::new();
    let jobs = platform.clone();
    working.spawn_fn(move || {
        actix_rt::spawn(actors::webhooks::keep_told(jobs.clone()));
        actix_rt::spawn(actors::calendar::enrollment::keep_answered(jobs.clone()));
        actix_rt::spawn(actors::platform::jobs::run(jobs));
    });

    let failed = |what: &str, at: std::net::SocketAddr| {
        let what = format!("{what} cannot listen on {at}");
        move |error| StartError::Io { what, error }
    };
    let web_app = WebApp::embedded();
    // Open pages of earlier builds need their assets; without the folder they are told to reload.
    let kept = web_app.keeping(&settings.data.join("assets"), SystemTime::now());
    let web_app = kept.unwrap_or(web_app).with_texts(&settings.texts);
    let parts = Parts::new(
        platform.clone(),
        settings.public_url.as_deref(),
        settings.is_https(),
        web_app,
        settings.more,
    )
    .map_err(|error| StartError::Io { what: "the web app cannot be served".to_owned(), error })?;
    let server = actix_server::Server::build()
        .workers(cores)
        .max_concurrent_connections(MAX_CONNECTIONS)
        .shutdown_timeout(SHUTDOWN)
        .disable_signals();
    let most = settings.limiting.max_connections_per_address as usize;
    let most = (settings.limits == Limits::Default).then_some(most);
    let addresses = Addresses::new(most, platform.settings.trusted_proxies.clone());
    let (people, at) = listen::people(server, settings.listen, parts, addresses)
        .map_err(failed("the server", settings.listen))?;
    let ready = {
        let platform = platform.clone();
        move || -> futures_util::future::BoxFuture<'static, Result<Health, String>> {
            let platform = platform.clone();
            Box::pin(async move { health(&platform).await })
        }
    };
    let operator = Operator::new(metrics.clone(), settings.data.clone(), ready);
    let operators = HttpServer::new(move || {
        // Without the API's error handling, which would replace the reason for not being ready.
        App::new().configure(|config| operator.clone().configure(config))
    })
    .workers(1)
    .disable_signals()
    .bind(settings.admin_listen)
    .map_err(failed("the operator's server", settings.admin_listen))?;

    actix_rt::spawn(operator::upkeep(metrics));
    platform.bus.start(&platform);
    tracing::info!(%at, node = platform.node, "serving people");
    let operators = operators.run();
    let (stop_people, stop_operators) = (people.handle(), operators.handle());
    actix_rt::spawn(operators);
    let served = actix_rt::spawn(people);
    let lost = wait_for_end(&platform, &lease).await?;
    end(&platform).await;
    stop_people.stop(true).await;
    stop_operators.stop(false).await;
    let _ = served.await;
    platform.bus.stop().await;
    if lost {
        return Err(StartError::Plain(node::NUMBER_LOST.to_owned()));
    }
    lease.release(&platform).await;
    tracing::info!("stopped");
    Ok(())
}

/// Opens the search indexes and keeps them up to date in the background: on the configured server, else in a folder. If
/// another node with the same data directory uses the first folder, this one gets its own. Without an index the node
/// serves anyway.
async fn open_search(platform: &Platform, settings: &Settings) -> Result<(), StartError> {
    let data = &settings.data;
    let folders = [data.join("search"), data.join(format!("search-{}", platform.node))];
    let places = match settings.search().map_err(StartError::Plain)? {
        Some(server) => vec![Place::Server(server)],
        None => folders.into_iter().map(Place::Folder).collect(),
    };
    let opening = platform.clone();
    let opened = tokio::task::spawn_blocking(move || {
        let mut opened = Ok(());
        for place in &places {
            opened = opening.search.open(place);
            if opened.is_ok() {
                break;
            }
        }
        opened
    });
    match opened.await {
        Ok(Ok(())) => drop(actix_rt::spawn(actors::search::keep_true(platform.clone()))),
        Ok(Err(error)) => tracing::error!(%error, "the search index cannot be opened: searches find nothing"),
        Err(error) => tracing::error!(%error, "the search index cannot be opened: searches find nothing"),
    }
    Ok(())
}

/// Waits for SIGTERM or SIGINT (false) or the loss of the node's number (true).
async fn wait_for_end(platform: &Platform, lease: &Lease) -> Result<bool, StartError> {
    let listen = |kind| signal(kind).map_err(|error| StartError::Io { what: "signals".to_owned(), error });
    let (mut term, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    tokio::select! {
        _ = term.recv() => Ok(false),
        _ = interrupt.recv() => Ok(false),
        () = lease.keep(&platform.term) => Ok(true),
    }
}

/// Verifies the embedded store now and every few hours, so that a damaged page that nobody reads is found before it is
/// the only copy. Damage is reported by `/readyz`, a metric and the log.
async fn keep_sound(platform: Platform) {
    loop {
        match platform.storage.verify().await {
            Ok(found) => found.iter().for_each(|line| tracing::error!(%line, "the store is damaged")),
            Err(error) => tracing::warn!(%error, "the store was not looked through"),
        }
        tokio::time::sleep(LOOK_THROUGH).await;
    }
}

/// Commands beside the server may change who is signed in: live connections are then checked against the store.
async fn follow_commands(platform: Platform, folder: std::path::PathBuf) {
    let mut seen = folder::last_signal(&folder);
    loop {
        tokio::time::sleep(HEAR).await;
        let now = folder::last_signal(&folder);
        if now != seen {
            seen = now;
            actors::live::repair::verify_everything(&platform);
        }
    }
}

/// Whether the node can serve people, and what it lacks.
async fn health(platform: &Platform) -> Result<Health, String> {
    platform.storage.ping().await.map_err(|error| error.to_string())?;
    if platform.term.is_over() {
        return Err("the node's number is not renewed: nothing is written".to_owned());
    }
    let lacks = [
        (platform.bus.state() == BusState::Away)
            .then_some("the bus (Redis) is away: this node serves its own people only"),
        platform.antivirus.is_away().await.then_some("the virus scanner is away: no files are taken in"),
        platform.search.is_away().await.then_some("the search server is away: nothing is found"),
    ];
    let lacks: Vec<_> = lacks.into_iter().flatten().collect();
    let reads = administration::administrators(&platform.storage).await;
    let is_nobodys = reads.is_ok_and(|administrators| administrators.is_empty());
    Ok(Health {
        degraded: (!lacks.is_empty()).then(|| lacks.join("; ")),
        note: is_nobodys.then(|| administration::NOBODY.to_owned()),
    })
}

/// Tells clients to reconnect (to another node, or to this one when it is up again).
async fn end(platform: &Platform) {
    tracing::info!(connections = platform.connections.total(), "stopping");
    platform.connections.drain();
    platform.jobs.end();
    // Bounded by the time that a reachable server needs: otherwise the lease expires.
    let _ = tokio::time::timeout(Duration::from_secs(1), platform.search.end()).await;
    // Sockets write their last frame before the server closes them.
    tokio::time::sleep(Duration::from_millis(300)).await;
}
