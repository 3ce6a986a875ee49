//! `kalender jobs …`

use actors::Platform;
use actors::platform::time::{Moment, now};
use storage::ids::JobId;

use super::{plain, say};
use crate::platform::config::JobsCommand;
use crate::platform::start_error::StartError;

pub async fn run(platform: &Platform, command: JobsCommand) -> Result<(), StartError> {
    let jobs = &platform.storage.jobs;
    let found = match command {
        JobsCommand::List => return list(platform).await,
        JobsCommand::Retry { id } => jobs.retry(JobId(id), now()).await,
        JobsCommand::Drop { id } => jobs.forget_failed(JobId(id)).await,
    };
    if found? { Ok(()) } else { Err(plain("no such job was given up")) }
}

async fn list(platform: &Platform) -> Result<(), StartError> {
    for job in platform.storage.jobs.failed().await? {
        let why = job.error.unwrap_or_default().replace(['\t', '\n'], " ");
        say(&format!("{}\t{}\t{}\t{}\t{why}", job.job_id, job.kind, job.tries, Moment(job.due)));
    }
    Ok(())
}
