//! `kalender import …`

use std::path::Path;

use actors::Platform;
use actors::imports::slack::Options;
use actors::imports::{Progress, Step};
use indicatif::{ProgressBar, ProgressStyle};

use super::{plain, say};
use crate::node::StartError;

pub async fn slack(
    platform: &Platform,
    file: &Path,
    entity: &str,
    options: Options,
) -> Result<(), StartError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    let shown = bar.clone();
    let progress = move |progress: Progress| {
        shown.set_length(progress.total);
        shown.set_position(progress.done);
        shown.set_message(match progress.step {
            Step::People => "people".to_owned(),
            Step::Channels => "channels".to_owned(),
            Step::Messages => format!("days ({} messages)", progress.messages),
            Step::Marks => "read marks".to_owned(),
        });
    };
    let report = actors::imports::slack::slack(platform, file, entity, options, &progress).await;
    bar.finish_and_clear();
    say(&report.map_err(|error| plain(error.to_string()))?.to_string());
    Ok(())
}
