//! The run as a picture: what a delivery costs the server at each pace that it kept.

use std::fmt::Write as _;

use super::{Case, Kind, Line};

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 34.0;
/// Deliveries a second, and microseconds, at the ends of the axes.
const RATES: (f64, f64) = (1e4, 4e6);
const COSTS: (f64, f64) = (0.1, 200.0);

fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Ours => "#0b7285",
        Kind::Nats => "#e8590c",
        Kind::Centrifugo => "#862e9c",
        Kind::Artemis => "#5c940d",
        Kind::RabbitMq => "#c92a2a",
    }
}

/// Where a value lies between two others, by its logarithm.
fn between((low, high): (f64, f64), value: f64) -> f64 {
    ((value / low).ln() / (high / low).ln()).clamp(0.0, 1.0)
}

fn x(rate: f64) -> f64 {
    between(RATES, rate) * WIDTH
}

fn y(micros: f64) -> f64 {
    (1.0 - between(COSTS, micros)) * HEIGHT
}

/// An SVG with a panel for each case; both axes by powers of ten.
pub fn drawn(cases: &[(Case, Vec<Line>)]) -> String {
    let (wide, high) = ((LEFT + WIDTH + 24.0) * cases.len() as f64, TOP + HEIGHT + 74.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\" role=\"img\"><title>CPU of the server for each delivery, by deliveries a second</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (number, (case, lines)) in cases.iter().enumerate() {
        let left = LEFT + number as f64 * (LEFT + WIDTH + 24.0);
        let _ = writeln!(out, "<g transform=\"translate({left} {TOP})\">");
        let _ = writeln!(out, "<text y=\"-14\" font-weight=\"600\" fill=\"#212529\">{}</text>", case.name());
        grid(&mut out);
        for line in lines {
            let mut points = line.steps.iter().map(|step| (x(step.rate), y(step.cpu * 1e6)));
            let path: Vec<String> = points.clone().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let colour = colour(line.kind);
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join(" ")
            );
            if let Some((x, y)) = points.next_back() {
                let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
            }
        }
        out.push_str("</g>\n");
    }
    let mut at = LEFT;
    for kind in super::KINDS {
        let (line, text, colour) = (high - 18.0, high - 14.0, colour(kind));
        let _ = writeln!(
            out,
            "<path d=\"M{at} {line}h22\" stroke=\"{colour}\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"{text}\" fill=\"#212529\">{}</text>",
            at + 28.0,
            kind.name()
        );
        at += 130.0;
    }
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String) {
    for (rate, label) in [(1e4, "10,000"), (1e5, "100,000"), (1e6, "1,000,000/s")] {
        let at = x(rate);
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} 0V{HEIGHT}\" stroke=\"#dee2e6\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" \
             fill=\"#495057\">{label}</text>",
            HEIGHT + 18.0
        );
    }
    for (micros, label) in [(0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100 µs")] {
        let at = y(micros);
        let _ = writeln!(
            out,
            "<path d=\"M0 {at:.1}H{WIDTH}\" stroke=\"#dee2e6\"/><text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\" \
             fill=\"#495057\">{label}</text>",
            at + 4.0
        );
    }
}
