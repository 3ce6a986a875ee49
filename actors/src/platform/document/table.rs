//! The table of a document: how wide its columns are, and its heading, which further pages repeat.

use super::layout::{BOLD, GUTTER, Layout, Mark, Measure, Place, Role, Shape, TEXT, WIDTH, share};
use super::{Align, Table};

/// Above and below the text of a row.
const PADDING: f32 = 4.0;
/// The share of the width that columns of numbers have together, at most.
const NUMBERS: f32 = 0.7;

/// Lays a table out, and says where it ends.
pub(super) fn lay(layout: &mut Layout, table: &Table, at: Place) -> Place {
    let columns = columns(layout, table);
    let headings: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
    let height = |layout: &Layout, cells: &[&str], style| {
        let text = |(cell, within): (&&str, &Measure)| layout.text_height(cell, style, within.width);
        cells.iter().zip(&columns).map(text).fold(0.0, f32::max) + 2.0 * PADDING
    };
    let heading = height(layout, &headings, BOLD);
    let mut at = layout.room(heading + TEXT.leading() + 2.0 * PADDING, at);
    let node = layout.node(None, Role::Table);
    let head = layout.node(Some(node), Role::TableHead);
    // The heading goes onto further pages too, unless it is most of one.
    let begun = layout.pages.get(at.page).map_or(0, Vec::len);
    let began = at;
    at = row(layout, head, &headings, &columns, at);
    if table.rows.is_empty() {
        // A body without rows would be a part without content.
        return at;
    }
    let top = layout.top;
    if at.page == began.page && heading < layout.height() / 3.0 {
        let drawn = layout.pages.get(at.page).and_then(|items| items.get(begun..)).unwrap_or_default();
        layout.repeated = drawn.iter().map(|item| item.repeated(top - began.y)).collect();
        layout.top = top + heading;
    }
    let body = layout.node(Some(node), Role::TableBody);
    for cells in &table.rows {
        let cells: Vec<&str> =
            (0..columns.len()).map(|column| cells.get(column).map_or("", String::as_str)).collect();
        // A row stays together, if a page holds it.
        let needed = height(layout, &cells, TEXT);
        if needed <= layout.height() {
            at = layout.room(needed, at);
        }
        at = row(layout, body, &cells, &columns, at);
    }
    layout.top = top;
    layout.repeated.clear();
    at
}

/// A row of cells side by side, and a line below it.
fn row(layout: &mut Layout, parent: usize, cells: &[&str], columns: &[Measure], at: Place) -> Place {
    let is_head = layout.nodes.get(parent).is_some_and(|parent| parent.role == Role::TableHead);
    let (role, style) = if is_head { (Role::HeaderCell, BOLD) } else { (Role::Cell, TEXT) };
    let row = layout.node(Some(parent), Role::Row);
    let start = Place { y: at.y + PADDING, ..at };
    let mut end = start;
    for (cell, within) in cells.iter().zip(columns) {
        let node = layout.node(Some(row), role.clone());
        end = end.or_later(layout.text(node, cell, style, *within, start));
    }
    end.y += PADDING;
    layout.draw(end.page, Mark::Layout, Shape::Rule { y: end.y });
    end
}

/// Columns of numbers are as wide as what they hold; the others share what is left by what they hold. What nobody
/// needs goes to the first of them.
fn columns(layout: &Layout, table: &Table) -> Vec<Measure> {
    let count = table.columns.len();
    let free = (WIDTH - GUTTER * count.saturating_sub(1) as f32).max(count as f32);
    let needs = |(at, column): (usize, &super::Column)| {
        let cells = table.rows.iter().filter_map(|row| row.get(at));
        let widths = cells.map(|cell| layout.faces.widest(cell, TEXT));
        widths.fold(layout.faces.widest(&column.heading, BOLD), f32::max) + 0.5
    };
    let mut widths: Vec<f32> = table.columns.iter().enumerate().map(needs).collect();
    let of = |align| table.columns.iter().map(move |column| column.align == align);
    let sum = |widths: &[f32], align| -> f32 {
        widths.iter().zip(of(align)).filter(|(_, is)| *is).map(|(width, _)| width).sum()
    };
    let is_all_numbers = !of(Align::Left).any(|is| is);
    for (align, most) in [
        (Align::Right, if is_all_numbers { free } else { free * NUMBERS }),
        (Align::Left, free - sum(&widths, Align::Right).min(free * NUMBERS)),
    ] {
        let needed = sum(&widths, align);
        if needed > most {
            let fit = |(width, is): (&mut f32, bool)| *width *= if is { most / needed } else { 1.0 };
            widths.iter_mut().zip(of(align)).for_each(fit);
        }
    }
    let left = (free - widths.iter().sum::<f32>()).max(0.0);
    let first = of(Align::Left).position(|is| is).unwrap_or(0);
    if let Some(width) = widths.get_mut(first) {
        *width += left;
    }
    let mut x = share(0.0, 1.0).x;
    let placed = widths.iter().zip(&table.columns).map(|(width, column)| {
        let within = Measure { x, width: *width, align: column.align };
        x += width + GUTTER;
        within
    });
    placed.collect()
}
