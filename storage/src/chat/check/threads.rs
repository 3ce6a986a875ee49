//! Checks the thread summaries in first messages against the threads.

use crate::chat::tables::{MANY, MESSAGES, THREAD_MESSAGES};
use crate::chat::tally::{Counted, Tally};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::ids::MessageId;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

impl Check<'_> {
    /// A counted thread has as many replies as its first message says, and its last one at the stated time. A process
    /// that dies between the two writes leaves the update to the next reply, or to the sender's repeat.
    pub(crate) async fn threads(&mut self) -> Result<()> {
        let mut walk = Walk::over(&MESSAGES);
        while let Some(found) = walk.next(self.db).await? {
            for mut row in found {
                let tally = Tally::take(&mut row)?;
                if !tally.is_known() {
                    continue;
                }
                let id: MessageId = row.take("message_id")?;
                let thread = THREAD_MESSAGES.span([id.into()]).ascending(MANY);
                let replies: Vec<Counted> = self.db.list(thread).await?;
                if !tally.agrees(&replies) {
                    self.say(format!("message {id} says other replies than its thread has"));
                }
            }
        }
        Ok(())
    }
}
