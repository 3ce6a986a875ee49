//! Stores files of posts, if the export contains them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use storage::chat::Channel;
use storage::files::Attachment;
use storage::ids::UserId;

use super::Taking;
use crate::files::{FILE_MAX, FILES_MAX, bring};
use crate::platform::error::Refusal;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::Carried;
use crate::transfer::imports::pack::Pack;

/// The files of an export, by name.
pub(super) struct Files {
    pack: Pack,
    by_name: HashMap<String, usize>,
}

impl Files {
    pub(super) fn of(pack: Pack) -> Self {
        let by_name = pack.names().iter().cloned().collect();
        Self { pack, by_name }
    }
}

type Shared = Arc<Mutex<Files>>;

fn locked(files: &Shared) -> std::sync::MutexGuard<'_, Files> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Taking<'_> {
    /// Splits a post's files into those that are imported and those of which only the name is added to the text.
    pub(super) fn sorted(&mut self, carried: Vec<Carried>) -> (Vec<Carried>, Vec<Carried>) {
        let mut kept = 0;
        let (mut absent, mut large, mut many) = (0, 0, 0);
        let (here, left) = carried.into_iter().partition(|one| {
            let size = self.files.as_ref().and_then(|files| {
                let mut files = locked(files);
                let index = files.by_name.get(&one.path).copied();
                index.map(|index| files.pack.size(index))
            });
            match size {
                None => absent += 1,
                Some(size) if size > FILE_MAX as u64 || size == 0 => large += 1,
                Some(_) if kept == FILES_MAX => many += 1,
                Some(_) => {
                    kept += 1;
                    return true;
                }
            }
            false
        });
        self.report.skip("files that are not in the export (their names are taken)", absent);
        self.report.skip("files over 25 MB, or empty (their names are taken)", large);
        self.report.skip("files beyond ten of a message (their names are taken)", many);
        (here, left)
    }

    /// Imports files for the message with this mark; also answers the names of files that the virus scanner refused.
    pub(super) async fn bring(
        &mut self,
        carried: &[Carried],
        channel: &Channel,
        by: UserId,
        mark: &str,
    ) -> Result<(Vec<Attachment>, Vec<String>), ImportError> {
        let (mut brought, mut refused) = (Vec::with_capacity(carried.len()), Vec::new());
        for one in carried {
            let Some(files) = self.files.clone() else { continue };
            let path = one.path.clone();
            let bytes = tokio::task::spawn_blocking(move || {
                let mut files = locked(&files);
                let index = files.by_name.get(&path).copied();
                index.map(|index| files.pack.bytes(index, FILE_MAX as u64 + 1)).transpose()
            });
            let Some(bytes) = bytes.await.map_err(|_| Refusal::internal())?? else { continue };
            match bring(self.platform, channel, by, &one.name, bytes, self.is_ours, mark).await {
                Ok(file) => brought.push(file),
                // An infected file does not stop the import, nor a repeat of it.
                Err(refusal) if refusal.code == Refusal::INFECTED => {
                    self.report
                        .skip("files with malicious code, by the virus scanner (their names are taken)", 1);
                    refused.push(one.name.clone());
                    continue;
                }
                Err(refusal) => return Err(refusal.into()),
            }
            self.report.files += 1;
        }
        Ok((brought, refused))
    }
}
