//! Validation of a bookable's settings and of opening hours: bounds for every list and number. 422 with the field.

use std::collections::HashSet;

use storage::RelationType;
use storage::bookings::settings::{
    Availability, BookableSettings, Cancellation, Closure, LessonPeriod, NoShowFee, OpenPeriod, PUBLIC,
    PriceClass, Quota, QuotaHolder, SlotMode, WallClock,
};
use storage::calendar::{Question, QuestionKind};
use storage::time::Day;

use super::slots::{MOST_LENGTH, MOST_NOTICE};
use crate::platform::error::{Refusal, Result};
use crate::platform::money::VAT_RATES;
use crate::platform::text::line;

/// Longest name of a period, price class or closure, in characters.
pub const NAME: usize = 80;
/// Most lesson periods.
pub const PERIODS: usize = 40;
/// Most quotas.
pub const QUOTAS: usize = 20;
/// Most price classes.
pub const CLASSES: usize = 20;
/// Most rules of each kind in a price class.
pub const PRICE_RULES: usize = 100;
/// Most opening periods.
pub const OPENINGS: usize = 100;
/// Most closures.
pub const CLOSURES: usize = 200;
/// Most questions, and most options of one.
pub const QUESTIONS: usize = 10;
pub const OPTIONS: usize = 20;
/// Most bytes of settings or opening hours as JSON, because they are one row.
pub const BYTES: usize = 48 * 1_024;
/// Highest price per hour and highest no-show fee, in öre.
pub const PRICE: i64 = 10_000_000;
/// Highest limit of a quota, in hours or bookings.
pub const LIMIT: i64 = 10_000;
/// Minutes of a day.
const DAY: i64 = 1_440;
/// Least minutes from one possible start to the next.
const LEAST_STEP: i64 = 5;
/// Years of dates.
const YEARS: std::ops::RangeInclusive<i16> = 2000..=2100;
/// Ids are exact as JSON numbers.
const MOST_ID: i64 = (1 << 53) - 1;

fn refuse<T>(field: impl Into<String>, code: &'static str, message: impl Into<String>) -> Result<T> {
    let (field, message): (String, String) = (field.into(), message.into());
    Err(Refusal::field(field, code, message))
}

/// RANGE unless `least` ≤ `value` ≤ `most`.
fn bounded(field: &str, value: i64, least: i64, most: i64) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    refuse(field, "RANGE", format!("Ska vara {least}–{most}."))
}

/// TOO_MANY beyond `most`.
fn at_most<T>(field: &str, all: &[T], most: usize) -> Result<()> {
    if all.len() <= most { Ok(()) } else { refuse(field, "TOO_MANY", format!("Högst {most}.")) }
}

fn name(field: &str, text: &str) -> Result<String> {
    match line(field, text, NAME)? {
        Some(name) => Ok(name),
        None => refuse(field, "REQUIRED", "Skriv ett namn."),
    }
}

/// TWICE where one occurs again.
fn each_once<T: std::hash::Hash + Eq>(field: &str, all: impl IntoIterator<Item = T>) -> Result<()> {
    let mut seen = HashSet::new();
    if all.into_iter().all(|one| seen.insert(one)) {
        return Ok(());
    }
    refuse(field, "TWICE", "Samma finns två gånger.")
}

/// Ids that can be, each once; 0 is new.
fn ids(field: &str, all: impl IntoIterator<Item = i64>) -> Result<()> {
    let all: Vec<i64> = all.into_iter().filter(|id| *id != 0).collect();
    all.iter().try_for_each(|id| bounded(field, *id, 0, MOST_ID))?;
    each_once(field, all)
}

/// Gives each new one (id 0) an id of its own.
fn number<'a>(
    all: impl IntoIterator<Item = &'a mut i64>,
    fresh: &mut impl FnMut() -> Result<i64>,
) -> Result<()> {
    for id in all.into_iter().filter(|id| **id == 0) {
        *id = fresh()?;
    }
    Ok(())
}

/// Gives new price rules their ids; `fresh` makes one that was never given before.
pub fn number_prices(settings: &mut BookableSettings, mut fresh: impl FnMut() -> Result<i64>) -> Result<()> {
    for class in &mut settings.price_classes {
        number(class.days.iter_mut().map(|rule| &mut rule.id_bookable_price_day), &mut fresh)?;
        let schedules = class.schedules.iter_mut();
        number(schedules.map(|rule| &mut rule.id_bookable_price_day_time_schedule), &mut fresh)?;
        number(class.hours.iter_mut().map(|rule| &mut rule.id_bookable_price_hour), &mut fresh)?;
    }
    Ok(())
}

/// Gives new periods and closures their ids; `fresh` makes one that was never given before.
pub fn number_hours(availability: &mut Availability, mut fresh: impl FnMut() -> Result<i64>) -> Result<()> {
    number(availability.periods.iter_mut().map(|period| &mut period.id), &mut fresh)?;
    number(availability.closures.iter_mut().map(|closure| &mut closure.id), &mut fresh)
}

/// TIME unless the end is after the start.
fn hours(at: &str, start: WallClock, end: WallClock) -> Result<()> {
    if start < end { Ok(()) } else { refuse(format!("{at}.end"), "TIME", "Slutet ska ligga efter början.") }
}

/// RANGE for years that are not kept, TIME where the last date is before the first.
fn dates(at: &str, from: Option<Day>, to: Option<Day>) -> Result<()> {
    for (field, date) in [("from", from), ("to", to)] {
        if date.is_some_and(|date| !YEARS.contains(&date.0.year())) {
            return refuse(format!("{at}.{field}"), "RANGE", "Året ska vara 2000–2100.");
        }
    }
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return refuse(format!("{at}.to"), "TIME", "Sista dagen ligger före den första.");
    }
    Ok(())
}

fn weekday(field: &str, day: i8) -> Result<()> {
    if (1..=7).contains(&day) {
        return Ok(());
    }
    refuse(field, "DAYS", "Välj dagar från 1 (måndag) till 7 (söndag).")
}

/// TOO_LARGE for more than a row holds.
fn fits(field: &'static str, value: &impl serde::Serialize) -> Result<()> {
    let bytes = serde_json::to_string(value).map_or(usize::MAX, |text| text.len());
    if bytes <= BYTES { Ok(()) } else { refuse(field, "TOO_LARGE", "Det är för mycket. Ta färre regler.") }
}

fn lesson_periods(periods: &[LessonPeriod], mode: SlotMode) -> Result<Vec<LessonPeriod>> {
    at_most("periods", periods, PERIODS)?;
    if mode == SlotMode::Periods && periods.is_empty() {
        return refuse("periods", "REQUIRED", "Skriv minst en period.");
    }
    let mut kept = Vec::with_capacity(periods.len());
    for (n, period) in periods.iter().enumerate() {
        let at = format!("periods[{n}]");
        hours(&at, period.start, period.end)?;
        kept.push(LessonPeriod { name: name(&format!("{at}.name"), &period.name)?, ..period.clone() });
    }
    kept.sort_by_key(|period| period.start);
    if kept.windows(2).any(|two| matches!(two, [one, next] if next.start < one.end)) {
        return refuse("periods", "OVERLAP", "Två perioder överlappar varandra.");
    }
    each_once("periods", kept.iter().map(|period| period.name.clone()))?;
    Ok(kept)
}

fn quota(n: usize, quota: &Quota) -> Result<()> {
    bounded(&format!("quotas[{n}].limit"), quota.limit, 1, LIMIT)?;
    if quota.holder == QuotaHolder::Relation && quota.relation.is_none() {
        return refuse(format!("quotas[{n}].relation"), "REQUIRED", "Välj vilka gränsen gäller.");
    }
    Ok(())
}

fn price_class(n: usize, class: &PriceClass) -> Result<PriceClass> {
    let at = format!("priceClasses[{n}]");
    let field = |name: &str| format!("{at}.{name}");
    let price = |field: &str, price: i64| bounded(field, price, 0, PRICE);
    price(&field("base"), class.base)?;
    if VAT_RATES.iter().all(|rate| rate.percent != class.vat_rate) {
        return refuse(field("vatRate"), "VAT", "Momsen ska vara 25, 12, 6 eller 0 procent.");
    }
    each_once(&field("relationTypes"), &class.relation_types)?;
    each_once(&field("entityTypes"), &class.entity_types)?;
    at_most(&field("days"), &class.days, 7)?;
    at_most(&field("schedules"), &class.schedules, PRICE_RULES)?;
    at_most(&field("hours"), &class.hours, PRICE_RULES)?;
    for (n, rule) in class.days.iter().enumerate() {
        weekday(&field(&format!("days[{n}].weekday")), rule.weekday)?;
        price(&field(&format!("days[{n}].price")), rule.price)?;
    }
    each_once(&field("days"), class.days.iter().map(|rule| rule.weekday))?;
    for (n, rule) in class.schedules.iter().enumerate() {
        let at = field(&format!("schedules[{n}]"));
        weekday(&format!("{at}.weekday"), rule.weekday)?;
        hours(&at, rule.start, rule.end)?;
        price(&format!("{at}.price"), rule.price)?;
    }
    for (n, rule) in class.hours.iter().enumerate() {
        let at = field(&format!("hours[{n}]"));
        dates(&at, Some(rule.from), Some(rule.to))?;
        hours(&at, rule.start, rule.end)?;
        price(&format!("{at}.price"), rule.price)?;
    }
    ids(&field("days"), class.days.iter().map(|rule| rule.id_bookable_price_day))?;
    ids(&field("schedules"), class.schedules.iter().map(|rule| rule.id_bookable_price_day_time_schedule))?;
    ids(&field("hours"), class.hours.iter().map(|rule| rule.id_bookable_price_hour))?;
    Ok(PriceClass { name: name(&field("name"), &class.name)?, ..class.clone() })
}

fn cancellation(terms: &Cancellation) -> Result<()> {
    let free = [
        ("cancellation.freeHours", terms.free_hours, 366 * 24),
        ("cancellation.freeDays", terms.free_days, 366),
        ("cancellation.freeWorkingDays", terms.free_working_days, 250),
    ];
    let set: Vec<_> =
        free.into_iter().filter_map(|(field, value, most)| Some((field, value?, most))).collect();
    for (field, value, most) in &set {
        bounded(field, *value, 0, *most)?;
    }
    if let [_, (field, ..), ..] = set.as_slice() {
        return refuse(*field, "TWICE", "Välj timmar, dagar eller arbetsdagar.");
    }
    bounded("cancellation.share", terms.share, 0, 100)?;
    match terms.no_show {
        None => Ok(()),
        Some(NoShowFee::Share(share)) => bounded("cancellation.noShow.share", share, 0, 100),
        Some(NoShowFee::Sum(sum)) => bounded("cancellation.noShow.sum", sum, 0, PRICE),
    }
}

fn question(n: usize, question: &Question) -> Result<Question> {
    let field = |name: &str| format!("questions[{n}].{name}");
    if question.id.is_empty() || question.id.len() > 40 {
        return refuse(field("id"), "LENGTH", "Ska vara 1–40 tecken.");
    }
    let Some(text) = line(&field("text"), &question.text, 200)? else {
        return refuse(field("text"), "REQUIRED", "Skriv frågan.");
    };
    at_most(&field("options"), &question.options, OPTIONS)?;
    let options = question.options.iter().map(|option| line(&field("options"), option, 100));
    let options: Vec<String> = options.filter_map(Result::transpose).collect::<Result<_>>()?;
    each_once(&field("options"), &options)?;
    let fits = match question.kind {
        QuestionKind::Text => options.is_empty(),
        QuestionKind::Choice => options.len() >= 2,
    };
    if !fits {
        return refuse(field("options"), "OPTIONS", "En fråga med val har 2–20 svar, en annan inga.");
    }
    Ok(Question { text, options, ..question.clone() })
}

fn who_may_book(all: &[String]) -> Result<()> {
    each_once("whoMayBook", all)?;
    if all.iter().all(|one| one == PUBLIC || RelationType::parse(one).is_some()) {
        return Ok(());
    }
    refuse("whoMayBook", "UNKNOWN", "Okänd roll.")
}

/// Validated settings with tidied names and lesson periods in order. 422 (field): RANGE (a number out of bounds),
/// TOO_MANY, TOO_LARGE, REQUIRED, TWICE (a duplicate), TIME (an end before its start), OVERLAP (lesson periods), DAYS
/// (a weekday), VAT, UNKNOWN (a relation), OPTIONS, or what is wrong with a name.
pub fn settings(draft: &BookableSettings) -> Result<BookableSettings> {
    bounded("slotStep", draft.slot_step, LEAST_STEP, DAY)?;
    bounded("slotOffset", draft.slot_offset.unwrap_or(0), 0, DAY - 1)?;
    bounded("minLength", draft.min_length, 0, MOST_LENGTH)?;
    bounded("maxLength", draft.max_length, 0, MOST_LENGTH)?;
    if draft.max_length > 0 && draft.max_length < draft.min_length {
        return refuse("maxLength", "RANGE", "Den längsta bokningen är kortare än den kortaste.");
    }
    if draft.slot_mode == SlotMode::Step
        && draft.min_length == 0
        && (1..draft.slot_step).contains(&draft.max_length)
    {
        return refuse("maxLength", "RANGE", "Den längsta bokningen är kortare än ett steg.");
    }
    bounded("bufferTime", draft.buffer_time, 0, DAY)?;
    bounded("minNotice", draft.min_notice, 0, MOST_NOTICE)?;
    bounded("maxNotice", draft.max_notice, 0, MOST_NOTICE)?;
    if draft.max_notice > 0 && draft.max_notice < draft.min_notice {
        return refuse("maxNotice", "RANGE", "Bokningen skulle stänga innan den öppnar.");
    }
    bounded("maxParticipants", draft.max_participants, 0, 100_000)?;
    bounded("maxConcurrent", draft.max_concurrent, 1, 1_000)?;
    bounded("autoReleaseMinutes", draft.auto_release_minutes, 0, DAY)?;
    who_may_book(&draft.who_may_book)?;
    at_most("quotas", &draft.quotas, QUOTAS)?;
    draft.quotas.iter().enumerate().try_for_each(|(n, one)| quota(n, one))?;
    at_most("priceClasses", &draft.price_classes, CLASSES)?;
    draft.cancellation.as_ref().map_or(Ok(()), cancellation)?;
    at_most("questions", &draft.questions, QUESTIONS)?;
    each_once("questions", draft.questions.iter().map(|question| &question.id))?;
    let classes = draft.price_classes.iter().enumerate().map(|(n, class)| price_class(n, class));
    let questions = draft.questions.iter().enumerate().map(|(n, one)| question(n, one));
    let kept = BookableSettings {
        periods: lesson_periods(&draft.periods, draft.slot_mode)?,
        price_classes: classes.collect::<Result<_>>()?,
        questions: questions.collect::<Result<_>>()?,
        ..draft.clone()
    };
    each_once("priceClasses", kept.price_classes.iter().map(|class| &class.name))?;
    fits("priceClasses", &kept)?;
    Ok(kept)
}

fn opening(n: usize, period: &OpenPeriod) -> Result<OpenPeriod> {
    let at = format!("periods[{n}]");
    dates(&at, period.from, period.to)?;
    hours(&at, period.start, period.end)?;
    period.weekdays.iter().try_for_each(|day| weekday(&format!("{at}.weekdays"), *day))?;
    let mut weekdays = period.weekdays.clone();
    weekdays.sort_unstable();
    weekdays.dedup();
    Ok(OpenPeriod { weekdays, ..period.clone() })
}

fn closure(n: usize, closure: &Closure) -> Result<Closure> {
    let at = format!("closures[{n}]");
    dates(&at, Some(closure.from), Some(closure.to))?;
    let start = closure.start.unwrap_or(WallClock::MIDNIGHT);
    hours(&at, start, closure.end.unwrap_or(WallClock::END_OF_DAY))?;
    Ok(Closure { name: name(&format!("{at}.name"), &closure.name)?, ..closure.clone() })
}

/// Validated opening hours with tidied names and weekdays in order. 422 (field): TOO_MANY, TOO_LARGE, RANGE (a year or
/// an id), TIME (an end before its start), DAYS (a weekday), TWICE (an id), or what is wrong with a name.
pub fn availability(draft: &Availability) -> Result<Availability> {
    at_most("periods", &draft.periods, OPENINGS)?;
    at_most("closures", &draft.closures, CLOSURES)?;
    ids("periods", draft.periods.iter().map(|period| period.id))?;
    ids("closures", draft.closures.iter().map(|closure| closure.id))?;
    let periods = draft.periods.iter().enumerate().map(|(n, one)| opening(n, one));
    let closures = draft.closures.iter().enumerate().map(|(n, one)| closure(n, one));
    let kept = Availability {
        periods: periods.collect::<Result<_>>()?,
        closures: closures.collect::<Result<_>>()?,
        closed_on_red_days: draft.closed_on_red_days,
        closed_on_school_breaks: draft.closed_on_school_breaks,
    };
    fits("closures", &kept)?;
    Ok(kept)
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
