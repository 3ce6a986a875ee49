//! Rate limits that all nodes share: the generic cell rate algorithm in one script, on Redis' own clock.

use std::sync::LazyLock;
use std::time::Duration;

use redis::Script;
use redis::aio::MultiplexedConnection;

use crate::live::bus::{Granted, Quota};

/// Timeout. A limit is checked while a request waits, so a slow Redis is replaced by counting on this node alone.
const PATIENCE: Duration = Duration::from_millis(150);

/// Stores the moment at which everything taken is paid off. Returns 0, or the microseconds to wait.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local every, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local earned = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = earned + every - every * burst - now
if wait > 0 then return wait end
earned = earned + every
redis.call('SET', KEYS[1], string.format('%.0f', earned), 'PX', math.ceil((earned - now) / 1000) + 1)
return 0",
    )
});

/// Gives one back: moves that moment back by one interval.
static GIVE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local earned = tonumber(redis.call('GET', KEYS[1]) or 0)
if earned > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', earned - tonumber(ARGV[1])), 'KEEPTTL')
end
return 0",
    )
});

/// Gives one unit of `key` back. Without an answer in time it is lost; the limit recovers with time.
pub async fn give(mut connection: MultiplexedConnection, key: String, quota: Quota) {
    let mut giving = GIVE.key(key);
    giving.arg(quota.every_us);
    let answer = tokio::time::timeout(PATIENCE, giving.invoke_async::<u64>(&mut connection)).await;
    if let Ok(Err(error)) = answer {
        tracing::debug!(%error, "a shared limit could not be told");
    }
}

/// Takes one unit of `key`. None: no answer in time.
pub async fn take(mut connection: MultiplexedConnection, key: String, quota: Quota) -> Option<Granted> {
    let mut asking = TAKE.key(key);
    asking.arg(quota.every_us).arg(quota.burst);
    let answer = tokio::time::timeout(PATIENCE, asking.invoke_async::<u64>(&mut connection)).await;
    match answer {
        Ok(Ok(0)) => Some(Ok(())),
        Ok(Ok(wait)) => Some(Err(wait)),
        Ok(Err(error)) => {
            tracing::debug!(%error, "a shared limit could not be asked");
            None
        }
        Err(_) => None,
    }
}
