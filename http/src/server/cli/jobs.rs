//! `kalender jobs …`

use actors::Platform;
use actors::administration;
use actors::entities::PLATFORM;
use actors::platform::error::RefusalKind;
use storage::ids::JobId;

use super::{plain, refused, say};
use crate::platform::config::JobsCommand;
use crate::platform::start_error::StartError;

pub async fn run(platform: &Platform, command: JobsCommand) -> Result<(), StartError> {
    let absent = || plain("no such job was given up");
    match command {
        JobsCommand::List => list(platform).await,
        JobsCommand::Retry { id } => {
            let retried = administration::retry_in(platform, PLATFORM, None, JobId(id)).await;
            retried.map_err(
                |refusal| if refusal.kind == RefusalKind::NotFound { absent() } else { refused(refusal) },
            )
        }
        JobsCommand::Drop { id } => {
            let is_gone = platform.storage.jobs.forget_failed(JobId(id)).await?;
            is_gone.then_some(()).ok_or_else(absent)
        }
    }
}

async fn list(platform: &Platform) -> Result<(), StartError> {
    for job in administration::every_failed(platform, PLATFORM).await.map_err(refused)? {
        let why = job.error.unwrap_or_default().replace(['\t', '\n'], " ");
        say(&format!("{}\t{}\t{}\t{}\t{why}", job.id_job, job.kind, job.tries, job.due));
    }
    Ok(())
}
