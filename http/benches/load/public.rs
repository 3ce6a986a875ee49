//! A calendar that anybody may look at, as its page without a script, beside a file that is served as it is.

use std::time::Duration;

use serde_json::json;

use crate::http::Http;
use crate::server::Server;
use crate::stage::Stage;
use crate::table::{Row, Table};
use crate::{Plan, Result, progress, reads};

/// Events to come; the page shows the next ten.
const EVENTS: u64 = 40;
/// Strangers who read at once.
const READERS: usize = 64;
const FILE: &str = "/favicon.svg";

/// A page of a calendar with [`EVENTS`], and the file.
pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    progress("a calendar's public page");
    let page = calendar(server, stage).await?;
    let nobody = vec![String::new(); READERS];
    let mut of_file = reads::measure(server, &nobody, FILE, plan.each, |body| !body.is_empty()).await?;
    let fits = |body: &[u8]| memchr::memmem::find_iter(body, b"Match ").count() == 10;
    let mut of_page = reads::measure(server, &nobody, &page, plan.each, fits).await?;
    let per_second = |count: u64, took: Duration| count as f64 / took.as_secs_f64();
    let [bare, ours] = [&of_file, &of_page].map(|one| per_second(one.count, one.took));
    table.add(Row {
        what: format!("a file as it is ({FILE}), {READERS} strangers at once"),
        rate: of_file.rate(),
        cpu: of_file.cpu(),
        ..of_file.latencies.row()
    });
    table.add(Row {
        what: format!(
            "the public page of a calendar with {EVENTS} events to come, {READERS} strangers at once"
        ),
        rate: of_page.rate(),
        cpu: of_page.cpu(),
        against: format!("{:.2} × the file", ours / bare),
        aim: "1,000 a second".to_owned(),
        ..of_page.latencies.row()
    });
    Ok(())
}

async fn calendar(server: &Server, stage: &Stage) -> Result<String> {
    let mut http = Http::open(server.at, &stage.owner).await?;
    let new = json!({"name": "Matcher", "visibility": "PUBLIC"});
    let made = http.ask("POST", "/api/v1/calendars", &new).await?;
    let uuid = made["calendarUUID"].as_str().ok_or("a calendar without a name")?.to_owned();
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_secs();
    for n in 1..=EVENTS {
        let [start, end] = [0, 1].map(|hour| (now + n * 5 * 86_400 + hour * 3_600) as i64);
        let [start, end] = [start, end].map(moment);
        let event = json!({"calendarUUID": uuid, "title": format!("Match {n}"), "start": start, "end": end});
        http.ask("POST", "/api/v1/event", &event).await?;
    }
    Ok(format!("/widgets/kalender/{uuid}"))
}

/// As the API says moments.
fn moment(second: i64) -> String {
    jiff::Timestamp::from_second(second).unwrap_or_default().to_string()
}
