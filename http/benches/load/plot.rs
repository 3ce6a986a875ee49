//! Curves as a picture: panels side by side, both axes by powers of ten.

use std::fmt::Write as _;

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 34.0;
/// From a panel to the next.
const STEP: f64 = LEFT + WIDTH + 24.0;
/// From a line of the legend to the next.
const ROW: f64 = 18.0;

/// From where to where, and what is written along it.
pub struct Axis {
    pub ends: (f64, f64),
    pub marks: Vec<(f64, &'static str)>,
}

impl Axis {
    /// Where a value lies between the ends, by its logarithm.
    fn at(&self, value: f64) -> f64 {
        let (low, high) = self.ends;
        ((value / low).ln() / (high / low).ln()).clamp(0.0, 1.0)
    }
}

pub struct Line {
    pub name: &'static str,
    pub colour: &'static str,
    pub points: Vec<(f64, f64)>,
}

pub struct Panel {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub lines: Vec<Line>,
}

/// An SVG. Each panel says below it which line is what.
pub fn drawn(title: &str, panels: &[Panel]) -> String {
    let rows = panels.iter().map(|panel| panel.lines.len()).max().unwrap_or_default();
    let (wide, high) = (STEP * panels.len() as f64, TOP + HEIGHT + 44.0 + rows as f64 * ROW);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\" role=\"img\"><title>{title}</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let left = LEFT + number as f64 * STEP;
        let _ = writeln!(out, "<g transform=\"translate({left} {TOP})\">");
        let _ = writeln!(out, "<text y=\"-14\" font-weight=\"600\" fill=\"#212529\">{}</text>", panel.title);
        grid(panel, &mut out);
        for (row, line) in panel.lines.iter().enumerate() {
            drawn_line(panel, line, row, &mut out);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn drawn_line(panel: &Panel, Line { name, colour, points }: &Line, row: usize, out: &mut String) {
    let mut points = points.iter().map(|(x, y)| (panel.x.at(*x) * WIDTH, (1.0 - panel.y.at(*y)) * HEIGHT));
    let path: Vec<String> = points.clone().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        path.join(" ")
    );
    if let Some((x, y)) = points.next_back() {
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
    }
    let at = HEIGHT + 42.0 + row as f64 * ROW;
    let _ = writeln!(
        out,
        "<path d=\"M0 {}h22\" stroke=\"{colour}\" stroke-width=\"3\"/><text x=\"28\" y=\"{at}\" fill=\"#212529\">{name}</text>",
        at - 4.0
    );
}

fn grid(panel: &Panel, out: &mut String) {
    for (value, label) in &panel.x.marks {
        let at = panel.x.at(*value) * WIDTH;
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} 0V{HEIGHT}\" stroke=\"#dee2e6\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" \
             fill=\"#495057\">{label}</text>",
            HEIGHT + 18.0
        );
    }
    for (value, label) in &panel.y.marks {
        let at = (1.0 - panel.y.at(*value)) * HEIGHT;
        let _ = writeln!(
            out,
            "<path d=\"M0 {at:.1}H{WIDTH}\" stroke=\"#dee2e6\"/><text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\" \
             fill=\"#495057\">{label}</text>",
            at + 4.0
        );
    }
}
