//! Counts that people see on every page: unread notifications and conversations. Each is read on the node of the
//! person's connections, one read after the other, so that an older count never follows a newer one.

use storage::ids::UserId;

use crate::Platform;
use crate::area::Count;
use crate::live::bus::Personal;

/// Sends a person's current count to their connections on this node, in the background.
pub(crate) fn publish(platform: &Platform, (name, read): Count, user_id: UserId) {
    if platform.connections.count(user_id) == 0 || !platform.latest.begin(name, user_id.0) {
        return;
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        loop {
            match read(&platform, user_id).await {
                Ok(body) => platform.connections.deliver(&Personal::of(user_id, &body)),
                Err(refusal) => {
                    tracing::warn!(%refusal, name, "a number is not told: it is fetched at times as well");
                }
            }
            if !platform.latest.again(name, user_id.0) {
                break;
            }
        }
    });
}
