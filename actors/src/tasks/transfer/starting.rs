//! Looking at a file, and beginning its import.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use storage::ids::EntityId;
use storage::record::Stored as _;
use storage::tasks::{BoardImport, BoardImportId, Boards, ImportStatus, MOST_IMPORTS};
use storage::time::Moment;
use storage::value::Json;

use super::form::{Form, FormCard, FormList};
use super::people::{self, Owner};
use super::reading;
use super::taking::TAKE;
use super::view::{BegunView, ImportView, PreviewList, PreviewPerson, PreviewView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::DAY_MS;
use crate::platform::jobs;
use crate::platform::quotas::below;
use crate::platform::time::now;
use crate::tasks::facts::acting;

/// Imports of a person that wait or run at once.
const AT_ONCE: usize = 3;
/// How long a finished import can be looked at, in milliseconds.
const SHOWN_MS: i64 = 7 * DAY_MS;
/// Most cards of a part, which are taken in one decision.
const CARDS: usize = 20;
/// Bytes from which a part takes no further card.
const BYTES: usize = 48 << 10;

/// The first part of an import's content: the board without its cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frame {
    pub name: String,
    pub description: String,
    pub lists: Vec<FormList>,
    /// The names of who has cards, and how many.
    pub people: Vec<(String, usize)>,
}

/// The parts of a form: its frame, then its cards. Pure.
pub(super) fn parts(form: &Form) -> Result<Vec<String>> {
    let internal = |_| Refusal::internal();
    let frame = Frame {
        name: form.name.clone(),
        description: form.description.clone(),
        lists: form.lists.clone(),
        people: counted(form),
    };
    let mut all = vec![serde_json::to_string(&frame).map_err(internal)?];
    let (mut part, mut bytes): (Vec<&FormCard>, usize) = (Vec::new(), 0);
    for card in &form.cards {
        let size = serde_json::to_string(card).map_err(internal)?.len();
        if !part.is_empty() && (part.len() >= CARDS || bytes + size > BYTES) {
            all.push(serde_json::to_string(&part).map_err(internal)?);
            (part, bytes) = (Vec::new(), 0);
        }
        part.push(card);
        bytes += size;
    }
    if !part.is_empty() {
        all.push(serde_json::to_string(&part).map_err(internal)?);
    }
    Ok(all)
}

/// The names of who has cards, and how many.
fn counted(form: &Form) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for name in form.cards.iter().flat_map(|card| &card.people) {
        *counts.entry(name).or_default() += 1;
    }
    counts.into_iter().map(|(name, count)| (name.clone(), count)).collect()
}

/// Refuses who may not import there, before a file is read. 403 ROLE_TOO_LOW; 404; 429.
pub async fn may_import(platform: &Platform, who: &Who, entity_id: Option<EntityId>) -> Result<()> {
    if let Some(entity_id) = entity_id {
        acting(platform, who.user_id, entity_id).await?;
    }
    platform.limits.search(&*platform.bus, &who.user_id.to_string()).await
}

/// What a file would become; nothing is changed. 403 ROLE_TOO_LOW; 404; 422 IMPORT_UNREADABLE, TOO_LARGE; 503.
pub async fn preview(
    platform: &Platform,
    who: &Who,
    entity_id: Option<EntityId>,
    file: Vec<u8>,
) -> Result<PreviewView> {
    let form = reading::apart(file).await?;
    let names = form.people();
    let found = people::named(platform, Owner { user_id: who.user_id, entity_id }, &names).await?;
    let mut not_taken = form.lost.clone();
    not_taken.extend(people::missing(&counted(&form), &found));
    let mut counts = vec![0; form.lists.len()];
    for card in &form.cards {
        counts[card.list] += 1;
    }
    let lists = form.lists.iter().zip(counts);
    let person = |name: String| PreviewPerson { id_user: found.get(&name).copied(), name };
    Ok(PreviewView {
        source: form.source,
        tx_name: form.name.clone(),
        lists: lists.map(|(list, cards)| PreviewList { tx_name: list.name.clone(), cards }).collect(),
        cards: form.cards.len(),
        checklist_items: form.checklist_items(),
        labels: form.labels(),
        not_taken,
        people: names.into_iter().map(person).collect(),
    })
}

/// Begins the import of a file. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422 IMPORT_UNREADABLE, TOO_LARGE; 429; 503.
pub async fn begin(
    platform: &Platform,
    who: &Who,
    entity_id: Option<EntityId>,
    file: Vec<u8>,
) -> Result<BegunView> {
    let (user_id, boards) = (who.user_id, Boards::of(&platform.storage));
    let form = reading::apart(file).await?;
    platform.limits.file(&*platform.bus, user_id).await?;
    let at = now();
    let _turn = platform.turns.of(user_id.0).await;
    make_room(&boards, boards.imports(user_id).await?, at).await?;
    let import_id = BoardImportId(platform.ids.next(at)?);
    let parts = parts(&form)?;
    let import = BoardImport {
        user_id,
        import_id,
        version: 1,
        entity_id,
        source: form.source,
        external_id: form.external.unwrap_or_default(),
        status: ImportStatus::Waiting,
        board_id: None,
        parts: parts.len() as i64,
        next: 1,
        done: 0,
        total: form.cards.len() as i64,
        not_taken: Json(form.lost),
        code: None,
        created: Moment(at),
        ended: None,
    };
    let job = jobs::job(platform, TAKE.name, at, &(user_id, import_id))?;
    boards.begin_import(&import, parts, vec![job.insert()]).await?;
    platform.jobs.wake();
    Ok(BegunView { id_import: import_id })
}

/// Forgets finished imports that are old or many. 409 QUOTA_REACHED: too many are not finished.
async fn make_room(boards: &Boards, all: Vec<BoardImport>, at: i64) -> Result<()> {
    let is_stale = |import: &BoardImport| import.created.0 < at - SHOWN_MS;
    below(all.iter().filter(|one| !one.is_over() && !is_stale(one)).count(), AT_ONCE, "importer samtidigt")?;
    let many = (all.len() + 1).saturating_sub(MOST_IMPORTS);
    let (old, newer): (Vec<BoardImport>, Vec<BoardImport>) = all.into_iter().partition(is_stale);
    let over = newer.into_iter().filter(BoardImport::is_over);
    for import in old.iter().chain(&over.take(many.saturating_sub(old.len())).collect::<Vec<_>>()) {
        boards.forget_import(import).await?;
    }
    Ok(())
}

/// How far an import of the caller is. 404.
pub async fn progress(platform: &Platform, who: &Who, id: BoardImportId) -> Result<ImportView> {
    let import = Boards::of(&platform.storage).import(who.user_id, id).await?;
    import.map(ImportView::from).ok_or_else(|| Refusal::not_found("Importen finns inte."))
}
