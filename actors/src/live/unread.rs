//! Numbers that people see everywhere: what of the bell and of their conversations is unread. Each is read where the person's
//! connections are, one reading after the other, so an older number never follows a newer one.

use storage::ids::UserId;

use crate::Platform;
use crate::area::Count;
use crate::live::bus::Personal;

/// Tells a person's connections on this node a number as it is now. In the background: nobody waits for it.
pub(crate) fn tell(platform: &Platform, (name, read): Count, user_id: UserId) {
    if platform.connections.count(user_id) == 0 || !platform.latest.begin(name, user_id.0) {
        return;
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        loop {
            match read(&platform, user_id).await {
                Ok(body) => platform.connections.tell(&Personal { user_id, body, settle: false, echo: None }),
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
