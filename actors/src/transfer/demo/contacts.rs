//! Contacts and open contact requests between the demo's people.

use storage::ids::{ContactId, FollowId, Ids, RequestId};

use super::part::{Part, cast};
use super::script::Script;
use super::talk::NODE;
use crate::Platform;
use crate::contacts::rules::{Fresh, Next, after};
use crate::platform::error::{Refusal, Result};

const DAY: i64 = 86_400_000;

/// An action: actor, target, what was done, how many days ago, and the message that went with it.
type Deed = (&'static str, &'static str, Next, i64, Option<&'static str>);

/// In chronological order.
const DEEDS: &[Deed] = &[
    ("Anna Lindberg", "Karin Öberg", Next::Join, 180, None),
    ("Anna Lindberg", "Johan Bergqvist", Next::Join, 175, None),
    ("Ingrid Sjöberg", "Anna Lindberg", Next::Join, 170, None),
    ("Anna Lindberg", "Lena Karlsson", Next::Join, 120, None),
    ("Peter Sundin", "Anna Lindberg", Next::Join, 60, None),
    ("Karin Öberg", "Samira Haddad", Next::Join, 160, None),
    ("Karin Öberg", "Mats Forsgren", Next::Join, 158, None),
    ("Johan Bergqvist", "Ingrid Sjöberg", Next::Join, 150, None),
    ("Johan Bergqvist", "Emma Wallin", Next::Join, 90, None),
    ("Oskar Lindgren", "Maja Karlsson", Next::Join, 45, None),
    ("Maja Karlsson", "Elias Nilsson", Next::Join, 40, None),
    ("Lena Karlsson", "Mikael Persson", Next::Join, 100, None),
    ("Anna Lindberg", "Göran Hedlund", Next::Follow, 30, None),
    ("Anna Lindberg", "Karin Öberg", Next::Follow, 29, None),
    ("Lena Karlsson", "Anna Lindberg", Next::Follow, 20, None),
    ("Emma Wallin", "Karin Öberg", Next::Follow, 15, None),
    (
        "Malin Åberg",
        "Anna Lindberg",
        Next::Ask,
        3,
        Some("Hej Anna! Vi sågs på föreningsdagen, vill du vara med i kiosken i vår?"),
    ),
    ("Ali Rahimi", "Anna Lindberg", Next::Ask, 2, None),
    ("Camilla Eriksson", "Anna Lindberg", Next::Ask, 1, Some("Hej, jag är klassförälder i 4B.")),
    ("Anna Lindberg", "Tomas Hägg", Next::Ask, 4, Some("Hej Tomas, så slipper vi mejla om friluftsdagen.")),
];

/// Creates what is missing. The time of the first run is stored, so that a repeat creates nothing twice.
pub async fn meet(platform: &Platform, scripts: &[Script]) -> Result<()> {
    let Some(part) = Part::begin(platform, "contacts").await? else { return Ok(()) };
    let cast = cast(scripts);
    for (n, (who, whom, next, days, said)) in DEEDS.iter().enumerate() {
        let (who, whom) = (cast.user(platform, who).await?, cast.user(platform, whom).await?);
        let bond = platform.storage.contacts.pair(who.user_id, whom.user_id).await?.bond;
        let mine = bond.half(who.user_id);
        let is_done = match next {
            Next::Follow => mine.follow_id.is_some(),
            _ => bond.request_id.is_some() || mine.contact_id.is_some(),
        };
        if is_done {
            continue;
        }
        let then = part.at - days * DAY + n as i64;
        let id = |salt: i64| Ids::first_at(then) | NODE | salt;
        let fresh = Fresh {
            request_id: RequestId(id(0)),
            contact_ids: [ContactId(id(1)), ContactId(id(2))],
            follow_id: FollowId(id(3)),
            message: said.map(str::to_owned),
            names: [who.display_name.clone(), whom.display_name.clone()],
        };
        let new = after(&bond, who.user_id, *next, &fresh, then);
        if !platform.storage.contacts.change(&bond, &new, Vec::new()).await? {
            return Err(Refusal::moved_on());
        }
    }
    part.done(platform).await
}
