//! `kalender import …` and `kalender export`.

use std::path::Path;

use actors::Platform;
use actors::transfer::imports::{Options, Progress, Step, discord, mattermost, slack, teams};
use indicatif::{ProgressBar, ProgressStyle};

use super::{plain, say};
use crate::platform::config::ImportCommand;
use crate::platform::start_error::StartError;

fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

pub async fn run(platform: &Platform, command: ImportCommand) -> Result<(), StartError> {
    let bar = bar("{msg} {bar:30} {pos}/{len} {per_sec} {eta}");
    let shown = bar.clone();
    let progress = move |progress: Progress| {
        shown.set_length(progress.total);
        shown.set_position(progress.done);
        shown.set_message(match progress.step {
            Step::People => "people".to_owned(),
            Step::Channels => "channels".to_owned(),
            Step::Messages => format!("what was said ({} messages)", progress.messages),
            Step::Marks => "read marks".to_owned(),
        });
    };
    let report = match command {
        ImportCommand::Slack { file, entity, take_accounts } => {
            slack::slack(platform, &file, &entity, Options { take_accounts }, &progress).await
        }
        ImportCommand::Mattermost { file, entity, teams, take_accounts } => {
            let options = Options { take_accounts };
            mattermost::mattermost(platform, &file, &entity, teams, options, &progress).await
        }
        ImportCommand::Teams { file, entity, take_accounts } => {
            teams::teams(platform, &file, &entity, Options { take_accounts }, &progress).await
        }
        ImportCommand::Discord { file, entity, public } => {
            discord::discord(platform, &file, &entity, public, Options::default(), &progress).await
        }
    };
    bar.finish_and_clear();
    say(&report.map_err(|error| plain(error.to_string()))?.to_string());
    Ok(())
}

pub async fn export(platform: &Platform, file: &Path, entity: &str) -> Result<(), StartError> {
    let bar = bar("{pos} messages {per_sec}");
    let shown = bar.clone();
    let done =
        actors::transfer::exports::export(platform, file, entity, &|many| shown.set_position(many)).await;
    bar.finish_and_clear();
    say(&done.map_err(|error| plain(error.to_string()))?.to_string());
    Ok(())
}
