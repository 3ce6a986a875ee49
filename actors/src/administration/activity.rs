//! Activity of an organisation by day. A job counts each day once, in the night after it: messages from the change feed, what
//! areas declare ([`crate::area::activity`]) from the marks that joined the acts. It costs as much as that day had of both,
//! and no page scans anything.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use storage::administration::{Activity, ActivityDay};
use storage::ids::{ChannelId, EntityId, MessageId, UserId};
use storage::time::Day;
use storage::value::Json;

use super::administered;
use super::view::{ActivityDayView, ActivitySeriesView, ActivityView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{date_of, midnight, zone};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::time::now;

/// Days back that are counted when they were not: the change feed is kept a little longer.
const BACK: i64 = 28;
/// Messages read at once.
const SLICE: usize = 200;
const HOUR: i64 = 3_600_000;

/// Counts the days that are over and were not counted, every night.
pub(super) const COUNT: JobKind = JobKind {
    name: "activity-count",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(3_600),
    work: |platform, _| {
        Box::pin(async move {
            let at = now();
            count_missing(&platform, at).await?;
            Err(Failure::NotYet(jobs::next_night(at)?))
        })
    },
};

async fn count_missing(platform: &Platform, at: i64) -> Result<()> {
    let counted = Activity::of(&platform.storage).counted().await?;
    let today = date_of(&zone()?, at);
    for back in 1..=BACK {
        let date = today.checked_sub(back.days()).map_err(|_| Refusal::internal())?;
        if !counted.contains(&Day(date)) {
            count(platform, date).await?;
        }
    }
    Ok(())
}

/// What was counted of an organisation.
#[derive(Default)]
struct Tally {
    messages: i64,
    people: HashSet<UserId>,
    counts: BTreeMap<String, i64>,
}

/// Counts a day, whatever was counted of it before.
pub async fn count(platform: &Platform, date: Date) -> Result<()> {
    let zone = zone()?;
    let next = date.tomorrow().map_err(|_| Refusal::internal())?;
    let (from, to) = (midnight(&zone, date), midnight(&zone, next));
    let (mut all, mut homes) = (HashMap::<EntityId, Tally>::new(), HashMap::new());
    let mut ids = HashSet::new();
    // A message may be noted a moment after the hour of its id. One that is changed later is noted again, and counts on the
    // day on which it was written.
    for hour in from.div_euclid(HOUR)..=to.div_euclid(HOUR) {
        let noted = platform.storage.changes.messages_of_hour(hour).await?;
        ids.extend(noted.into_iter().filter(|id| (from..to).contains(&id.millis())));
    }
    let ids: Vec<MessageId> = ids.into_iter().collect();
    for some in ids.chunks(SLICE) {
        add(platform, some, &mut homes, &mut all).await?;
    }
    for (entity_id, counts) in Activity::of(&platform.storage).marked(Day(date)).await? {
        all.entry(entity_id).or_default().counts = counts;
    }
    let row = |(entity_id, tally): (EntityId, Tally)| ActivityDay {
        entity_id,
        day: Day(date),
        messages: tally.messages,
        active_members: i64::try_from(tally.people.len()).unwrap_or(i64::MAX),
        counts: Json(tally.counts),
    };
    let rows: Vec<ActivityDay> = all.into_iter().map(row).collect();
    Ok(Activity::of(&platform.storage).put(Day(date), &rows).await?)
}

async fn add(
    platform: &Platform,
    ids: &[MessageId],
    homes: &mut HashMap<ChannelId, EntityId>,
    all: &mut HashMap<EntityId, Tally>,
) -> Result<()> {
    let messages = platform.storage.chat.published_among(ids).await?;
    let mut unknown: Vec<ChannelId> = messages.iter().map(|one| one.channel_id).collect();
    unknown.retain(|id| !homes.contains_key(id));
    unknown.sort_unstable();
    unknown.dedup();
    let found = platform.storage.chat.channels(&unknown).await?;
    homes.extend(found.iter().map(|channel| (channel.channel_id, channel.entity_id)));
    for message in messages {
        let Some(entity_id) = homes.get(&message.channel_id) else { continue };
        let tally = all.entry(*entity_id).or_default();
        tally.messages += 1;
        tally.people.insert(message.user_id);
    }
    Ok(())
}

/// What an organisation did on each of so many days before the one of `at`, oldest first. 403 ROLE_TOO_LOW; 404.
pub async fn activity(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    days: i64,
    at: i64,
) -> Result<ActivityView> {
    administered(platform, who, id).await?;
    let beyond = |_| Refusal::internal();
    let to = date_of(&zone()?, at).yesterday().map_err(beyond)?;
    let from = to.checked_sub((days - 1).days()).map_err(beyond)?;
    let found = Activity::of(&platform.storage).since(id, Day(from)).await?;
    let by_day: HashMap<Day, ActivityDay> = found.into_iter().map(|one| (one.day, one)).collect();
    let view = |date: Date| {
        let one = by_day.get(&Day(date));
        ActivityDayView {
            date: Day(date),
            messages: one.map_or(0, |one| one.messages),
            active_members: one.map_or(0, |one| one.active_members),
        }
    };
    let dates: Vec<Date> = from.series(1.day()).take_while(|date| *date <= to).collect();
    let count = |name: &str, date: Date| {
        let counts = by_day.get(&Day(date)).map(|one| &one.counts.0);
        counts.and_then(|counts| counts.get(name)).copied().unwrap_or_default()
    };
    let kinds = platform.areas().flat_map(|area| area.activity);
    let series = kinds.map(|kind| ActivitySeriesView {
        kind: kind.name,
        counts: dates.iter().map(|date| count(kind.name, *date)).collect(),
    });
    let series = series.collect();
    let days = dates.iter().copied().map(view).collect();
    Ok(ActivityView { from: Day(from), to: Day(to), days, series })
}
