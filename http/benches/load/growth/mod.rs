//! What a page, a send and a read cost where there is more and more: subscribers of a channel, messages in it, channels of a
//! workspace, connections that are idle. Each is a curve, as a table and as a panel of a picture.

mod channels;
mod history;
mod idle;
mod subscribers;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::plot::{self, Axis, Line, Panel};
use crate::server::Server;
use crate::stage::Stage;
use crate::table::thousands;
use crate::{Measured, Plan, Result, reads, sends};

/// People of the place that grows.
const PEOPLE: usize = 64;
const COLOURS: [&str; 6] = ["#0b7285", "#e8590c", "#862e9c", "#5c940d", "#c92a2a", "#495057"];
/// Seconds at the ends of the picture.
const TIMES: (f64, f64) = (1e-6, 1.0);

/// What was measured of one thing at one size.
pub enum Cell {
    /// A line of the picture.
    Took(Duration),
    /// Of the table alone.
    Said(String),
}

/// One thing that grows.
pub struct Curve {
    title: &'static str,
    columns: Vec<&'static str>,
    steps: Vec<(usize, Vec<Cell>)>,
}

/// Measures all of it; answers the tables. The picture is written beside the sources.
pub async fn measure(plan: &Plan, folder: &Path) -> Result<String> {
    let settings = vec![("KALENDER_MAX_CHANNELS_PER_WORKSPACE", "20000".to_owned())];
    let mut server = Server::start(folder, settings).await?;
    let stage = Stage::set(&server, PEOPLE).await?;
    let subscribers = done(subscribers::grow(plan, &server, &stage).await?);
    // A fresh process: nothing is left over from those.
    server.restart().await?;
    let curves = [
        subscribers,
        done(idle::grow(plan, &server, &stage).await?),
        done(history::grow(plan, &mut server, &stage).await?),
        done(channels::grow(plan, &server, &stage).await?),
    ];
    server.stop()?;
    let panels: Vec<Panel> = curves.iter().map(panel).collect();
    let picture = plot::drawn("What a page, a send and a read cost where there is more and more", &panels);
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/growth.svg"), picture)?;
    Ok(curves.iter().map(table).collect::<Vec<_>>().join("\n"))
}

/// Shows a curve as soon as it is there: the others take minutes.
fn done(curve: Curve) -> Curve {
    crate::progress(&format!("done:\n{}", table(&curve)));
    curve
}

/// The middle of a durable send by STOMP, one at a time.
async fn send(plan: &Plan, server: &Server, stage: &Stage, channel: i64) -> Result<Cell> {
    let mut measured = sends::measure(server, stage, sends::Way::Stomp, channel, 1, plan.each).await?;
    Ok(Cell::Took(measured.latencies.at(50.0)))
}

/// The middle of a read by one person, one at a time.
async fn read(
    plan: &Plan,
    server: &Server,
    stage: &Stage,
    path: &str,
    fits: fn(&[u8]) -> bool,
) -> Result<Cell> {
    // Not the one who writes: everything is unread.
    let mut measured: Measured =
        reads::measure(server, &stage.members[PEOPLE - 1..], path, plan.each, fits).await?;
    Ok(Cell::Took(measured.latencies.at(50.0)))
}

fn table(curve: &Curve) -> String {
    let mut out = format!("| {} | {} |\n", curve.title, curve.columns.join(" | "));
    let _ = writeln!(out, "|--:|{}", "--:|".repeat(curve.columns.len()));
    for (size, cells) in &curve.steps {
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| match cell {
                Cell::Took(took) if took.as_micros() < 100 => format!("{:.1} µs", took.as_secs_f64() * 1e6),
                Cell::Took(took) => format!("{:.2} ms", took.as_secs_f64() * 1e3),
                Cell::Said(text) => text.clone(),
            })
            .collect();
        let _ = writeln!(out, "| {} | {} |", thousands(*size as f64), cells.join(" | "));
    }
    out
}

fn panel(curve: &Curve) -> Panel {
    let line = |(column, name): (usize, &&'static str)| {
        let points = curve.steps.iter().filter_map(|(size, cells)| match cells.get(column)? {
            Cell::Took(took) => Some((*size as f64, took.as_secs_f64())),
            Cell::Said(_) => None,
        });
        Line { name, colour: COLOURS[column % COLOURS.len()], points: points.collect() }
    };
    let lines = curve.columns.iter().enumerate().map(line).filter(|line| !line.points.is_empty());
    let sizes = [(10.0, "10"), (1e2, "100"), (1e3, "1,000"), (1e4, "10,000"), (1e5, "100,000")];
    let (first, last) = (curve.steps.first(), curve.steps.last());
    let ends = (first.map_or(1.0, |step| step.0 as f64), last.map_or(10.0, |step| step.0 as f64));
    let marks = sizes.into_iter().chain([(1e6, "1 million"), (1e7, "10 million")]);
    Panel {
        title: curve.title.to_owned(),
        x: Axis { ends, marks: marks.filter(|(at, _)| (ends.0..=ends.1).contains(at)).collect() },
        y: Axis {
            ends: TIMES,
            marks: vec![
                (1e-6, "1 µs"),
                (1e-5, "10 µs"),
                (1e-4, "0.1 ms"),
                (1e-3, "1 ms"),
                (1e-2, "10 ms"),
                (0.1, "0.1 s"),
                (1.0, "1 s"),
            ],
        },
        lines: lines.collect(),
    }
}
