//! `/helgdagar/midsommardagen` and similar pages without a script: when the day next is, and the source.

use actors::Platform;
use actors::calendar::day_in_words;
use actors::days::{DayType, DayView, Days};
use actors::platform::error::{Refusal, Result};
use actors::platform::time::ZONE;
use futures_util::future::{LocalBoxFuture, ready};
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::platform::area::DrawnPage;
use crate::platform::drawn::Drawing;
use crate::platform::web_app::drawing::escape;
use crate::platform::web_app::open::drawing;

const WITHOUT_SCRIPT: &str = "Slå på JavaScript för att söka och bläddra bland dagarna.";

/// Years that are searched for a day: elections are every four, on a Sunday that may be a few days later.
const YEARS: i64 = 5;

/// The page at a path: a kind of days and the name of one. Where it never comes again, the app says so.
pub fn at<'a>(path: &[&'a str]) -> Option<DrawnPage<'a>> {
    let [kind, name] = *path else { return None };
    let kind = DayType::ALL.into_iter().find(|one| one.page() == kind).filter(|_| !name.is_empty())?;
    let draw = move |platform: &'a Platform| {
        let slug = format!("{}/{name}", kind.page());
        let drawn = of_day(&platform.days, kind, &slug, Timestamp::now());
        let drawn = drawn.ok_or_else(|| Refusal::not_found("Dagen finns inte."));
        Box::pin(ready(drawn)) as LocalBoxFuture<'a, Result<Drawing>>
    };
    Some(DrawnPage::Content { draw: Box::new(draw), absent: None })
}

/// The page of the next day with this slug (`helgdagar/midsommardagen`) from `now` on; none: there is none.
fn of_day(days: &Days, kind: DayType, slug: &str, now: Timestamp) -> Option<Drawing> {
    let today = now.to_zoned(TimeZone::get(ZONE).unwrap_or(TimeZone::UTC)).date();
    let find = |after: i64| {
        let (first, last) = (today.saturating_add(after.years()), today.saturating_add((after + 1).years()));
        let ahead = days.between(first, last.saturating_sub(1.day()), &[kind]).ok()?;
        ahead.into_iter().find(|day| day.slug == slug)
    };
    (0..YEARS).find_map(find).map(|day| drawn(&day, kind))
}

fn drawn(day: &DayView, kind: DayType) -> Drawing {
    let when = long_date(day.date);
    let page = kind.page();
    let all = match kind {
        // Name days are found only by their names.
        DayType::Name => String::new(),
        DayType::Un => format!("<p><a href=\"/{page}\">Alla FN-dagar</a></p>"),
        _ => format!("<p><a href=\"/{page}\">Alla {page}</a></p>"),
    };
    let main = format!(
        "<p class=\"lead\"><time datetime=\"{}\">{when}</time></p><p>Källa: {}</p>{all}",
        day.date,
        escape(&day.source)
    );
    drawing(&day.name, format!("{} infaller {when}.", day.name), "", &main, WITHOUT_SCRIPT)
}

/// 'lördag 20 juni 2026', as in the app.
fn long_date(date: Date) -> String {
    let weekday = match date.weekday() {
        Weekday::Monday => "måndag",
        Weekday::Tuesday => "tisdag",
        Weekday::Wednesday => "onsdag",
        Weekday::Thursday => "torsdag",
        Weekday::Friday => "fredag",
        Weekday::Saturday => "lördag",
        Weekday::Sunday => "söndag",
    };
    format!("{weekday} {}", day_in_words(date))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn day_page_has_next_date_and_source() {
        let days = Days::read().unwrap();
        let of = |kind, slug, now| of_day(&days, kind, slug, at(now)).and_then(|drawing| drawing.root);
        let midsummer = of(DayType::Holiday, "helgdagar/midsommardagen", "2026-06-20T12:00:00Z").unwrap();
        for part in [
            "<h1>Midsommardagen</h1>",
            "<time datetime=\"2026-06-20\">lördag 20 juni 2026</time>",
            "Källa: ",
            "<a href=\"/helgdagar\">Alla helgdagar</a>",
        ] {
            assert!(midsummer.contains(part), "{part}: {midsummer}");
        }
        // Over already by the clock in Sweden.
        let next = of(DayType::Holiday, "helgdagar/juldagen", "2026-12-25T23:30:00Z").unwrap();
        assert!(next.contains("lördag 25 december 2027"), "{next}");
        // An event every four years, and a year with a leap day.
        let vote = of(DayType::Flag, "flaggdagar/val-till-riksdagen", "2030-09-09T12:00:00Z").unwrap();
        assert!(vote.contains("söndag 10 september 2034"), "{vote}");
        let leap = of(DayType::Holiday, "helgdagar/juldagen", "2027-03-01T12:00:00Z").unwrap();
        assert!(leap.contains("lördag 25 december 2027"), "{leap}");
        assert_eq!(of(DayType::Holiday, "helgdagar/finns-inte", "2026-06-20T12:00:00Z"), None);
        assert_eq!(of(DayType::Eve, "helgdagar/midsommardagen", "2026-06-20T12:00:00Z"), None);
    }
}
