//! Bookings of one room by several people at once, beside MRBS.
//!
//! `BENCH_MRBS` (`host:port`): an MRBS that runs there, with an empty database: users `u0` … `u15` with the password
//! `fyra` (`$auth['type'] = 'config'`, `$auth['session'] = 'php'`), a room 1 in an area 1 whose times are quarters of
//! the whole day. Left out: ours alone.

use std::cell::Cell;
use std::net::SocketAddr;

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::json;

use crate::http::Http;
use crate::server::Server;
use crate::stage::Stage;
use crate::table::{Row, Table};
use crate::{Measured, Plan, Result, closed, progress};

/// People who book at the same time.
const CLIENTS: usize = 16;
/// Bookings of a day, a quarter of an hour each; three years of them are more than anybody makes in a run.
const A_DAY: i32 = 88;

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    progress(&format!("bookings, {CLIENTS} at once"));
    let mut ours = ours(plan, server, stage).await?;
    let [rate, p99] = figures(&mut ours);
    let mut against = String::new();
    let mut peer = None;
    if let Ok(at) = std::env::var("BENCH_MRBS") {
        progress(&format!("bookings in MRBS, {CLIENTS} at once"));
        let mut theirs = mrbs(plan, at.parse()?).await?;
        let [their_rate, their_p99] = figures(&mut theirs);
        against = format!("{:.1} × MRBS at {:.2} × its p99", rate / their_rate, p99 / their_p99);
        peer = Some(theirs);
    }
    table.add(Row {
        what: format!("bookings of one room, {CLIENTS} at once"),
        rate: ours.rate(),
        cpu: ours.cpu(),
        against,
        aim: "≥ 10 × at ≤ 0.2 ×".to_owned(),
        ..ours.latencies.row()
    });
    if let Some(mut theirs) = peer {
        let what = format!("the same in MRBS, {CLIENTS} at once");
        table.add(Row { what, rate: theirs.rate(), ..theirs.latencies.row() });
    }
    Ok(())
}

/// Bookings a second, and the p99 in seconds.
fn figures(measured: &mut Measured) -> [f64; 2] {
    [measured.per_second(), measured.latencies.at(99.0).as_secs_f64()]
}

/// The nth time that is booked: a day, and the minute at which it begins.
fn time(n: i32) -> Result<(Date, i32)> {
    let first = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date() + 2.days();
    Ok((first.checked_add((n / A_DAY).days())?, n % A_DAY * 15))
}

async fn ours(plan: &Plan, server: &Server, stage: &Stage) -> Result<Measured> {
    let mut owner = Http::open(server.at, &stage.owner).await?;
    let room = json!({
        "idEntity": stage.entity, "name": "Sal", "kind": "ROOM", "status": 1, "whoMayBook": ["PUBLIC"],
        "slotMode": "STEP", "slotStep": 15,
    });
    let room = owner.ask("POST", "/api/v1/bookables", &room).await?["idBookable"].clone();
    let mut clients = Vec::with_capacity(CLIENTS);
    for token in stage.members.iter().take(CLIENTS) {
        clients.push(Http::open(server.at, token).await?);
    }
    let next = Cell::new(0);
    let spent = server.spent()?;
    let mut measured = closed::measure(clients, plan.each, async |http| {
        let (day, minute) = time(next.replace(next.get() + 1))?;
        let clock = |minute: i32| format!("{day}T{:02}:{:02}:00Z", minute / 60, minute % 60);
        let [start, end] = [minute, minute + 15].map(clock);
        let booking = json!({"idBookable": room, "start": start, "end": end});
        http.ask("POST", "/api/v1/booking", &booking).await?;
        Ok(())
    })
    .await?;
    measured.spent = Some(server.spent()? - spent);
    Ok(measured)
}

/// Somebody who is signed in to MRBS: their connection, and what each of their forms must name.
struct Booker {
    http: Http,
    token: String,
    user: String,
}

impl Booker {
    async fn sign_in(at: SocketAddr, user: String) -> Result<Self> {
        let (mut cookies, mut token) = (String::new(), String::new());
        let sign_in = format!("action=SetName&username={user}&password=fyra&target_url=index.php");
        for body in ["", &sign_in, ""] {
            let lines = format!("content-type: application/x-www-form-urlencoded\r\ncookie: {cookies}\r\n");
            let mut http = Http::to_other(at, &lines).await?;
            let (method, body) = if body.is_empty() {
                ("GET", String::new())
            } else {
                ("POST", format!("csrf_token={token}&{body}"))
            };
            let (_, page) = http.call(method, "/admin.php", &body).await?;
            let page = String::from_utf8_lossy(page).into_owned();
            let set = http.head().lines().filter_map(|line| line.strip_prefix("Set-Cookie: "));
            let set: Vec<&str> = set.filter_map(|cookie| cookie.split(';').next()).collect();
            if !set.is_empty() {
                cookies = set.join("; ");
            }
            let named =
                page.split_once("name=\"csrf_token\" value=\"").and_then(|(_, rest)| rest.split_once('"'));
            token = named.map_or(token, |(token, _)| token.to_owned());
        }
        let lines = format!("content-type: application/x-www-form-urlencoded\r\ncookie: {cookies}\r\n");
        Ok(Self { http: Http::to_other(at, &lines).await?, token, user })
    }

    async fn books(&mut self, n: i32) -> Result<()> {
        let ((day, minute), Self { token, user, .. }) = (time(n)?, &*self);
        let (start, end) = (minute * 60, (minute + 15) * 60);
        let form = format!(
            "csrf_token={token}&name=Match&description=&start_date={day}&start_seconds={start}&end_date={day}\
             &end_seconds={end}&rooms[]=1&area=1&type=I&rep_type=0&create_by={user}&returl=index.php\
             &original_room_id=1&private=0&confirmed=1&ical_uid=&ical_sequence=&ical_recur_id="
        );
        // Kept: a page that says why. Booked: on to the day.
        match self.http.call("POST", "/edit_entry_handler.php", &form).await? {
            (302, _) => Ok(()),
            (status, _) => Err(format!("MRBS did not book {day} at minute {minute}: {status}").into()),
        }
    }
}

async fn mrbs(plan: &Plan, at: SocketAddr) -> Result<Measured> {
    let mut clients = Vec::with_capacity(CLIENTS);
    for n in 0..CLIENTS {
        clients.push(Booker::sign_in(at, format!("u{n}")).await?);
    }
    let next = Cell::new(0);
    closed::measure(clients, plan.each, async |booker| booker.books(next.replace(next.get() + 1)).await).await
}
