//! One organisation of the demo: people, relations, channels. Each step creates only what is missing.

use std::collections::HashMap;

use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, ChannelRole, ChannelType, Member, Workspace};
use storage::entities::{Entity, MembershipMode, Relation, RelationType};
use storage::ids::{EntityId, UserId, WorkspaceId};

use super::script::{Scene, Script};
use super::{DOMAIN, Organisation, Person, anchor, note, noted, talk};
use crate::Platform;
use crate::accounts::{Made, NewUser, make_user};
use crate::chat::{blank, rules};
use crate::platform::error::{Refusal, Result};

const DAY: i64 = 86_400_000;
/// How much older the organisations are than `at` (ms).
const AGE: i64 = 200 * DAY;
/// People of each organisation that the summary lists.
const NAMED: usize = 4;

/// A created person.
pub struct Known {
    pub user: User,
    pub relation: RelationType,
}

/// Creates an organisation; also answers whether anything was missing.
pub async fn make(platform: &Platform, script: &Script, hash: &str) -> Result<(Organisation, bool)> {
    let done = format!("done {}", script.slug);
    let (at, _) = anchor(platform, &script.slug).await?;
    let mut made = Organisation {
        id: EntityId(0),
        name: script.name.clone(),
        slug: script.slug.clone(),
        people: script.people.len(),
        channels: script.channels.len(),
        messages: 0,
    };
    if noted(platform, &done).await?.is_some() {
        let entity = platform.storage.entities.entity_by_slug(&script.slug).await?;
        made.id = entity.map_or(made.id, |entity| entity.entity_id);
        return Ok((made, false));
    }
    let people = people(platform, script, hash, at - AGE).await?;
    let entity = entity(platform, script, &people, at - AGE).await?;
    made.id = entity.entity_id;
    for person in &people {
        let relation = Relation {
            entity_id: entity.entity_id,
            user_id: person.user.user_id,
            relation_type: person.relation,
            since: at - AGE,
        };
        // False: the relation exists already.
        platform.storage.entities.put_relation(&relation, None).await?;
    }
    let channels = channels(platform, script, &entity, &people, at - AGE).await?;
    made.messages = talk::hold(platform, script, &people, &channels, at).await?;
    note(platform, &done, at).await?;
    Ok((made, true))
}

pub fn email(address: &str) -> String {
    format!("{address}@{DOMAIN}")
}

async fn people(platform: &Platform, script: &Script, hash: &str, created: i64) -> Result<Vec<Known>> {
    let mut known = Vec::with_capacity(script.people.len());
    for person in &script.people {
        let new = NewUser {
            email: Some(email(&person.address)),
            first_name: person.first.clone(),
            last_name: person.last.clone(),
            display_name: format!("{} {}", person.first, person.last),
            password_hash: Some(hash.to_owned()),
            status: UserStatus::Active,
            user_name: None,
            created,
        };
        let user = match make_user(platform, new).await? {
            Made::New(user) => *user,
            // Exists in another of the demo's organisations, or from an interrupted run.
            Made::EmailTaken(id) => {
                platform.storage.accounts.user(id).await?.ok_or_else(Refusal::internal)?
            }
        };
        known.push(Known { user, relation: person.relation });
    }
    Ok(known)
}

async fn entity(platform: &Platform, script: &Script, people: &[Known], created: i64) -> Result<Entity> {
    if let Some(entity) = platform.storage.entities.entity_by_slug(&script.slug).await? {
        return Ok(entity);
    }
    let owner = people.iter().find(|person| person.relation == RelationType::Owner);
    let entity = Entity {
        entity_id: EntityId(platform.ids.next(crate::platform::time::now())?),
        entity_name: script.name.clone(),
        entity_slug: script.slug.clone(),
        entity_type: script.entity_type,
        membership_mode: MembershipMode::Moderated,
        image: None,
        owner: owner.ok_or_else(Refusal::internal)?.user.user_id,
        created,
    };
    if !platform.storage.entities.create_entity(&entity, Vec::new()).await? {
        return Err(Refusal::conflict("SLUG_TAKEN", format!("/{} är upptagen.", script.slug)));
    }
    Ok(entity)
}

/// The workspace's channels, in the script's order.
async fn channels(
    platform: &Platform,
    script: &Script,
    entity: &Entity,
    people: &[Known],
    created: i64,
) -> Result<Vec<Channel>> {
    let chat = &platform.storage.chat;
    let workspace = chat.workspaces_of(entity.entity_id).await?.into_iter().next();
    let workspace_id = match &workspace {
        Some(workspace) => workspace.workspace_id,
        None => WorkspaceId(platform.ids.next(crate::platform::time::now())?),
    };
    let mut there: HashMap<String, Channel> = match workspace {
        Some(_) => chat.channels_of(workspace_id).await?.into_iter().map(|c| (c.name.clone(), c)).collect(),
        None => HashMap::new(),
    };
    let mut made = Vec::with_capacity(script.channels.len());
    for scene in &script.channels {
        if let Some(channel) = there.remove(&scene.name) {
            made.push(channel);
            continue;
        }
        let channel = channel(platform, scene, entity, workspace_id, created)?;
        if channel.general {
            let workspace = Workspace {
                workspace_id,
                entity_id: entity.entity_id,
                workspace_name: entity.entity_name.clone(),
                created,
            };
            chat.create_workspace(&workspace, &channel).await?;
        } else {
            let first = member(&channel, entity.owner, Some(ChannelRole::Admin), entity.owner);
            let first =
                (channel.channel_type == ChannelType::Private && scene.relations.is_empty()).then_some(first);
            if !chat.create_channel(&channel, first.as_ref()).await? {
                return Err(Refusal::conflict(
                    "CHANNEL_NAME_TAKEN",
                    "Det finns redan en kanal med det namnet.",
                ));
            }
        }
        made.push(channel);
    }
    for (scene, channel) in script.channels.iter().zip(&made) {
        for (person, known) in script.people.iter().zip(people) {
            let user_id = known.user.user_id;
            if scene.members.contains(&person.address) && user_id != entity.owner {
                chat.put_member(&member(channel, user_id, None, entity.owner)).await?;
            }
        }
    }
    Ok(made)
}

fn member(channel: &Channel, user_id: UserId, role: Option<ChannelRole>, added_by: UserId) -> Member {
    Member { channel_id: channel.channel_id, user_id, role, added_by, added: channel.created }
}

fn channel(
    platform: &Platform,
    scene: &Scene,
    entity: &Entity,
    workspace_id: WorkspaceId,
    created: i64,
) -> Result<Channel> {
    let blank = blank(platform, workspace_id, entity.entity_id, entity.owner, created)?;
    Ok(Channel {
        name: scene.name.clone(),
        display_name: scene.display.clone(),
        description: scene.about.clone(),
        topic: scene.topic.clone(),
        channel_type: if scene.private { ChannelType::Private } else { ChannelType::Public },
        archived: scene.archived,
        general: scene.name == rules::GENERAL,
        read_only: scene.read_only,
        allow_followers: scene.followers,
        visible_to_guests: scene.guests,
        require_moderation: scene.moderated,
        auto_approve_members: !scene.moderated,
        relation_types: scene.relations.clone(),
        ..blank
    })
}

/// A few people of each organisation, the owner first, without duplicates.
pub async fn to_sign_in(platform: &Platform, scripts: &[Script]) -> Result<Vec<Person>> {
    let mut named: Vec<&super::script::Person> = Vec::new();
    for script in scripts {
        let mut seen: Vec<RelationType> = Vec::new();
        for person in &script.people {
            let is_other = !named.iter().any(|known| known.address == person.address);
            if is_other && seen.len() < NAMED && !seen.contains(&person.relation) {
                seen.push(person.relation);
                named.push(person);
            }
        }
    }
    let mut people = Vec::with_capacity(named.len());
    for person in named {
        let email = email(&person.address);
        let user = platform.storage.accounts.user_by_email(&email).await?.ok_or_else(Refusal::internal)?;
        let is: Vec<String> = scripts
            .iter()
            .flat_map(|script| script.people.iter().map(move |other| (script, other)))
            .filter(|(_, other)| other.address == person.address)
            .map(|(script, other)| format!("{} of {}", other.relation, script.name))
            .collect();
        people.push(Person { email, name: user.display_name, is: is.join(", ") });
    }
    Ok(people)
}
