//! `:name:` of an emoji: our own names, those of programs that post, and Swedish ones; the web reads with the same table.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A line each: the emoji, then its names. Written by `web/scripts/emojiNames.ts`.
static NAMES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("emoji.txt").lines().filter_map(|line| line.split_once(' '));
    lines.flat_map(|(emoji, names)| names.split(' ').map(move |name| (name, emoji))).collect()
});

/// The longest name that is looked up (characters).
const NAME_MAX: usize = 64;

/// The emoji whose name stands at the beginning of a text between colons, and how long that is.
pub(super) fn at_start(text: &str) -> Option<(&'static str, usize)> {
    let within = text.strip_prefix(':')?;
    let fits = |sign: &char| sign.is_alphanumeric() || matches!(sign, '_' | '+' | '-');
    let length = within.chars().take_while(fits).take(NAME_MAX).map(char::len_utf8).sum::<usize>();
    let after = within[length..].strip_prefix(':')?;
    if after.starts_with(char::is_alphanumeric) {
        return None;
    }
    let emoji = NAMES.get(within[..length].to_lowercase().as_str())?;
    Some((emoji, length + 2))
}
