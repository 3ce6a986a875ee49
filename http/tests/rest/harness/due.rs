//! Makes jobs due: the clock cannot be moved here.

use actors::platform::time::now;
use storage::JobId;
use storage::jobs::Job;
use storage::record::{Record, Stored};

use super::{World, until};

impl World {
    /// The pending jobs of a kind.
    pub async fn jobs(&self, kind: &str) -> Vec<Job> {
        let rows = self.engine.scan(Job::at(0, 0, JobId(0)).table, None, 100_000).await.unwrap();
        rows.into_iter().map(|row| Job::read(row).unwrap()).filter(|job| job.kind == kind).collect()
    }

    /// Makes every job of a kind due, and waits until they are done.
    pub async fn come(&self, kind: &str) {
        for job in self.jobs(kind).await {
            // With an id that no other job has had.
            let id = JobId(self.platform.ids.next(now()).unwrap());
            let due = Job::new(id, now(), &job.kind, job.payload.clone());
            self.engine.write(vec![due.insert(), job.key().delete()]).await.unwrap();
        }
        self.platform.jobs.wake();
        self.done(kind).await;
    }

    /// Waits until every job of a kind that is due is done.
    pub async fn done(&self, kind: &str) {
        until(|| async { self.jobs(kind).await.iter().all(|job| job.due > now()).then_some(()) }).await;
    }
}
