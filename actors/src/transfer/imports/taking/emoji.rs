//! Slack's names of emoji → emoji. Unknown names (a workspace's custom emoji) stay `:name:`.

use std::collections::HashMap;
use std::sync::LazyLock;

use emojis::{Emoji, SkinTone};

/// Unicode's names, spelled as Slack spells names.
static BY_NAME: LazyLock<HashMap<String, &'static Emoji>> =
    LazyLock::new(|| emojis::iter().map(|emoji| (plain(emoji.name()), emoji)).collect());

/// Names that only Slack has, and those that mean another emoji there: one name and emoji per line.
static OTHERS: LazyLock<HashMap<&'static str, &'static Emoji>> = LazyLock::new(|| {
    let lines = include_str!("emoji.txt").lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(name, emoji)| Some((name, emojis::get(emoji)?))).collect()
});

fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_").replace([':', ',', '.', '’', '“', '”', '!'], "")
}

/// `thumbsup`, `flag-se`, `wave::skin-tone-3` (with or without the outer colons) → the emoji.
///
/// Mattermost writes skin tones into the name (`wave_medium_dark_skin_tone`); an emoji itself is also accepted as a
/// name.
pub fn named(name: &str) -> Option<String> {
    if let Some(emoji) = emojis::get(name) {
        return Some(emoji.as_str().to_owned());
    }
    if let Some((name, tone)) = toned(name) {
        return known(name).map(|emoji| emoji.with_skin_tone(tone).unwrap_or(emoji).as_str().to_owned());
    }
    let (name, tone) = match name.split_once("::") {
        Some((name, tone)) => (name, tone.strip_prefix("skin-tone-")),
        None => (name, None),
    };
    let emoji = known(name);
    match (emoji, tone.and_then(skin)) {
        (Some(emoji), Some(tone)) => Some(emoji.with_skin_tone(tone).unwrap_or(emoji).as_str().to_owned()),
        (Some(emoji), None) => Some(emoji.as_str().to_owned()),
        (None, _) => flag(name),
    }
}

fn known(name: &str) -> Option<&'static Emoji> {
    let plain = plain(name);
    OTHERS
        .get(name)
        .copied()
        .or_else(|| emojis::get_by_shortcode(name))
        .or_else(|| emojis::get_by_shortcode(&plain))
        .or_else(|| BY_NAME.get(&plain).copied())
}

/// Slack numbers skin tones from 2, like the Fitzpatrick scale.
fn skin(tone: &str) -> Option<SkinTone> {
    Some(match tone {
        "2" => SkinTone::Light,
        "3" => SkinTone::MediumLight,
        "4" => SkinTone::Medium,
        "5" => SkinTone::MediumDark,
        "6" => SkinTone::Dark,
        _ => return None,
    })
}

const TONES: [(&str, SkinTone); 5] = [
    ("_light_skin_tone", SkinTone::Light),
    ("_medium_light_skin_tone", SkinTone::MediumLight),
    ("_medium_skin_tone", SkinTone::Medium),
    ("_medium_dark_skin_tone", SkinTone::MediumDark),
    ("_dark_skin_tone", SkinTone::Dark),
];

/// The longest suffix wins: `…_medium_dark_skin_tone` is not the dark tone of `…_medium`.
fn toned(name: &str) -> Option<(&str, SkinTone)> {
    let ends = TONES.iter().filter_map(|(end, tone)| Some((name.strip_suffix(end)?, *tone)));
    ends.min_by_key(|(name, _)| name.len())
}

/// The name by which [`named`] finds an emoji; the emoji itself if it has no name.
pub fn name_of(emoji: &str) -> String {
    if let Some(own) = emoji.strip_prefix(':').and_then(|own| own.strip_suffix(':')) {
        return own.to_owned();
    }
    let short = emojis::get(emoji).and_then(Emoji::shortcode);
    short.filter(|name| named(name).as_deref() == Some(emoji)).unwrap_or(emoji).to_owned()
}

/// `flag-se` → 🇸🇪.
fn flag(name: &str) -> Option<String> {
    let land = name.strip_prefix("flag-").filter(|land| land.len() == 2)?;
    let letters: Option<String> = land
        .bytes()
        .map(|b| b.is_ascii_lowercase().then(|| char::from_u32(0x1f1e6 + u32::from(b - b'a'))).flatten())
        .collect();
    letters.filter(|flag| emojis::get(flag).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let cases = [
            ("thumbsup", "👍"),
            ("+1", "👍"),
            ("+1::skin-tone-4", "👍🏽"),
            ("wave::skin-tone-2", "👋🏻"),
            ("tada", "🎉"),
            ("heart", "❤️"),
            ("thinking_face", "🤔"),
            ("slightly_smiling_face", "🙂"),
            ("simple_smile", "🙂"),
            ("hugging_face", "🤗"),
            ("rolling_on_the_floor_laughing", "🤣"),
            ("face_with_rolling_eyes", "🙄"),
            ("upside_down_face", "🙃"),
            ("flag-se", "🇸🇪"),
            ("one", "1️⃣"),
            ("man-shrugging", "🤷‍♂️"),
            ("white_check_mark", "✅"),
            ("heart::skin-tone-3", "❤️"),
            ("female-doctor::skin-tone-6", "👩🏿‍⚕️"),
            ("large_green_circle", "🟢"),
            ("wave_medium_dark_skin_tone", "👋🏾"),
            ("wave_dark_skin_tone", "👋🏿"),
            ("+1_light_skin_tone", "👍🏻"),
            ("👋🏾", "👋🏾"),
        ];
        for (name, emoji) in cases {
            assert_eq!(named(name).as_deref(), Some(emoji), "{name}");
        }
        for (_, emoji) in cases {
            assert_eq!(named(&name_of(emoji)).as_deref(), Some(emoji), "{emoji}");
        }
        assert_eq!(name_of(":partyparrot:"), "partyparrot");
        for own in ["partyparrot", "flag-xx", "flag-å", "", "flag-", "::"] {
            assert_eq!(named(own), None, "{own}");
        }
    }
}
