//! Search results: the people whom somebody knows.

use std::collections::HashSet;

use storage::entities::RelationType;
use storage::ids::UserId;

use crate::Platform;
use crate::accounts::Who;
use crate::area::found::{OwnResults, Sought, Suggestion};
use crate::platform::error::Result;
use crate::platform::people::avatar;

pub(super) static PEOPLE: OwnResults = OwnResults {
    kind: "person",
    label: "Kontakter och kollegor",
    place: 0,
    find: |platform, who, sought, limit| Box::pin(people(platform, who, sought, limit)),
};

/// Organisations whose people are searched.
const ORGANISATIONS: usize = 10;

/// Contacts, then people of common organisations, whether findable or not, because members know each other. Without
/// people with a block in between.
async fn people(platform: &Platform, who: &Who, sought: Sought<'_>, limit: usize) -> Result<Vec<Suggestion>> {
    let storage = &platform.storage;
    let (contacts, _) = storage.contacts.contacts(who.user_id, sought.text, 0, limit).await?;
    let mut found: Vec<(UserId, Option<String>)> = contacts.iter().map(|pair| (pair.other, None)).collect();
    let relations = storage.entities.relations_of(who.user_id).await?;
    let mut ids: Vec<_> = relations.iter().filter(|one| one.relation_type.belongs()).collect();
    ids.truncate(ORGANISATIONS);
    let ids: Vec<_> = ids.into_iter().map(|one| one.entity_id).collect();
    let kinds: Vec<RelationType> = RelationType::ALL.iter().copied().filter(|kind| kind.belongs()).collect();
    for entity in storage.entities.entities(&ids).await? {
        let colleagues =
            storage.entities.people(entity.entity_id, &kinds, sought.text).take(limit + 1).await?;
        found.extend(colleagues.into_iter().map(|(one, _)| (one.user_id, Some(entity.entity_name.clone()))));
    }
    let mut seen = HashSet::from([who.user_id]);
    found.retain(|(id, _)| seen.insert(*id));
    let all: Vec<UserId> = found.iter().map(|(id, _)| *id).collect();
    let apart = storage.contacts.blocked_among(who.user_id, &all).await?;
    let users = platform.people.all(all.iter().copied().filter(|id| !apart.contains(id))).await?;
    let shown = found.into_iter().filter_map(|(id, location)| {
        let user = users.get(&id)?;
        let shown = PEOPLE.result(user.user_name.clone(), user.display_name.clone());
        Some(Suggestion { location, img_url: avatar(user), ..shown })
    });
    Ok(shown.collect())
}
