//! `/event/{eventUUID}` without a script.

use actors::Platform;
use actors::calendar::view::EventView;
use actors::calendar::{self, in_words as told_time};
use actors::platform::error::Result;
use storage::calendar::{EventStatus, Link};
use storage::time::Moment;

use crate::platform::area::DrawnPage;
use crate::platform::drawn::Drawing;
use crate::platform::web_app::drawing::{escape, paragraphs};
use crate::platform::web_app::open::{NOINDEX, drawing, meta, metadata};

const WITHOUT_SCRIPT: &str = "Slå på JavaScript för att anmäla dig, kommentera och spara händelsen.";
/// Between the day and the hour of a displayed time.
pub const HOUR: &str = " kl. ";

/// The page at a path: `/event/{eventUUID}`. The page for creating one is a page of the app.
pub fn at<'a>(path: &[&'a str]) -> Option<DrawnPage<'a>> {
    match *path {
        ["event", name] if !name.is_empty() && name != "create" => {
            Some(DrawnPage::content("Händelsen finns inte", move |platform| one(platform, name)))
        }
        _ => None,
    }
}

/// The page of an event. 404: there is no public one.
async fn one(platform: &Platform, name: &str) -> Result<Drawing> {
    let event = calendar::event(platform, None, name, None).await?;
    // An event that is found by its number, without its address, is listed by search engines too.
    let listed = calendar::event(platform, None, &event.id.to_string(), None).await.is_ok();
    Ok(of_event(&event, listed, &platform.settings.public_url))
}

/// The time of an event by the clock of its place: days if all day, else start and end.
pub fn when((start, end): (Moment, Moment), all_day: bool, zone: &str) -> String {
    let last = if all_day { Moment(end.0 - 1) } else { end };
    let (from, to) = (told_time(start, zone), told_time(last, zone));
    let day = |text: &str| text.split(HOUR).next().unwrap_or_default().to_owned();
    let is_one_day = day(&from) == day(&to);
    match (all_day, is_one_day) {
        (true, true) => day(&from),
        (true, false) => format!("{} – {}", day(&from), day(&to)),
        (false, true) => format!("{from}–{}", to.split(HOUR).nth(1).unwrap_or_default()),
        (false, false) => format!("{from} – {to}"),
    }
}

fn anchor(link: &Link) -> String {
    let (url, title) = (escape(&link.url), escape(link.title.as_deref().unwrap_or(&link.url)));
    format!("<p><a href=\"{url}\" rel=\"nofollow ugc noopener\">{title}</a></p>")
}

fn of_event(event: &EventView, listed: bool, home: &str) -> Drawing {
    let when = when((event.start, event.end), event.all_day, &event.time_zone);
    let place = event.place.as_ref().map(|place| match &place.address {
        Some(address) => format!("{}, {address}", place.name),
        None => place.name.clone(),
    });
    let facts = match &place {
        Some(place) => format!("{when} · {place}"),
        None => when.clone(),
    };
    let (heading, url) = (&event.title, format!("{home}/event/{}", event.event_uuid));
    let picture = event.cover_image.as_ref().map(|path| format!("{home}{path}"));
    let said = event.cover_alt.as_deref().unwrap_or(heading);
    let image = picture.as_deref().map(|address| (address, said));
    let mut head = metadata("article", heading, &facts, &url, image);
    head.push_str(&meta("property", "article:modified_time", &event.updated.to_string()));
    if !listed {
        head.push_str(NOINDEX);
    }
    let cancelled = match event.event_status {
        EventStatus::Cancelled => "<p><strong>Inställt</strong></p>",
        EventStatus::Tentative | EventStatus::Confirmed => "",
    };
    let repeats = if event.rrule.is_some() { "Upprepas, första gången " } else { "" };
    let start = event.start;
    let place = place.map_or_else(String::new, |place| format!("<p>{}</p>", escape(&place)));
    let alt = escape(event.cover_alt.as_deref().unwrap_or_default());
    let cover = event.cover_image.as_ref();
    let cover =
        cover.map_or_else(String::new, |path| format!("<img src=\"{}\" alt=\"{alt}\">", escape(path)));
    let links: String = event.links.iter().map(anchor).collect();
    let when = format!("<p class=\"by\"><time datetime=\"{start}\">{repeats}{}</time></p>", escape(&when));
    let main = [cancelled, &when, &place, &cover, &paragraphs(&event.description), &links].concat();
    drawing(heading, facts, &head, &main, WITHOUT_SCRIPT)
}
