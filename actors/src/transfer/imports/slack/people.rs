//! Slack's users.

use std::collections::HashSet;

use storage::accounts::UserStatus;
use storage::entities::RelationType;

use super::shapes::{self, Profile};
use crate::accounts::rules;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::Newcomer;
use crate::transfer::imports::taking::people::{clean, or_nameless, usable};

/// Everybody of `users.json`.
pub fn of_export(text: &str) -> Result<Vec<Newcomer>, ImportError> {
    let raw: Vec<&serde_json::value::RawValue> = serde_json::from_str(text)
        .map_err(|why| ImportError::Json { entry: "users.json".to_owned(), why: why.to_string() })?;
    let users = raw.into_iter().filter_map(|raw| serde_json::from_str::<shapes::User<'_>>(raw.get()).ok());
    let mut seen = HashSet::new();
    Ok(users
        .filter(|user| !user.id.0.is_empty() && seen.insert(user.id.0.clone()))
        .map(|user| newcomer(&user))
        .collect())
}

fn newcomer(user: &shapes::User<'_>) -> Newcomer {
    let profile: Profile = shapes::nested(user.profile);
    let real = clean([&profile.real_name.0, &user.real_name.0, &profile.display_name.0, &user.name.0]);
    let display = clean([&profile.display_name.0, &real, "", ""]);
    let is_renamed = [&profile.real_name.0, &user.real_name.0, &profile.display_name.0]
        .iter()
        .any(|name| !name.trim().is_empty() && usable(name).is_none());
    let (first, last) =
        match (clean([&profile.first_name.0, "", "", ""]), clean([&profile.last_name.0, "", "", ""])) {
            (first, last) if !first.is_empty() => (first, last),
            _ => real
                .split_once(' ')
                .map_or((real.clone(), String::new()), |(first, last)| (first.into(), last.into())),
        };
    let status = if user.is_bot.0 || user.id.0 == "USLACKBOT" {
        UserStatus::Bot
    } else if user.deleted.0 || user.is_stranger.0 {
        UserStatus::Deactivated
    } else {
        UserStatus::Imported
    };
    // The others cannot sign in: their address stays free for its owner.
    let email = (status == UserStatus::Imported).then(|| rules::email(&profile.email.0).ok()).flatten();
    // A guest in Slack sees only some channels: imported as a customer with member rows in those.
    let is_guest = user.is_restricted.0 || user.is_ultra_restricted.0;
    Newcomer {
        key: user.id.0.clone(),
        email,
        first,
        last,
        display: or_nameless(display),
        user_name: None,
        status,
        relation: if is_guest { RelationType::Customer } else { RelationType::Member },
        alias: if user.is_bot.0 { profile.bot_id.0 } else { String::new() },
        has_left: user.deleted.0,
        is_renamed,
    }
}
