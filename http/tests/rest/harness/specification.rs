//! What the specifications say, as tests take it: pieces of their lines, word for word (`web/e2e/spec/data.json`). A
//! test names the lines it shows in its comment, `/// [social 5.7]`; `npm run spec` lists them.

use std::sync::LazyLock;

use serde_json::Value;

static DATA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../web/e2e/spec/data.json")).unwrap());

/// A piece of a line: a text, a field's name, a number.
#[track_caller]
pub fn piece(line: &str, name: &str) -> &'static str {
    let piece = &DATA[line][name];
    piece.as_str().unwrap_or_else(|| panic!("no piece {name} of {line}: {piece}"))
}

/// A piece of several parts.
#[track_caller]
pub fn pieces(line: &str, name: &str) -> Vec<&'static str> {
    let parts = &DATA[line][name];
    let parts = parts.as_array().unwrap_or_else(|| panic!("no pieces {name} of {line}: {parts}"));
    parts.iter().map(|part| part.as_str().unwrap()).collect()
}

/// The number in a piece: 'page size 10' is 10.
#[track_caller]
pub fn count(piece: &str) -> i64 {
    let number = piece.split(' ').find_map(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no number: {piece}"))
}
