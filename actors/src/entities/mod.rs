//! Organisations: creating, changing, transferring; relations and applications for membership. Contract §2.

mod applications;
mod bans;
pub mod bells;
mod erasure;
mod following;
pub(crate) mod found;
mod invitations;
mod liking;
pub mod personal;
mod relations;
mod relisting;
mod room;
pub mod rules;
pub mod view;

pub use applications::{applications, apply, approve, deny, withdraw};
pub use bans::{ban, bans, unban};
pub(crate) use bans::{bar, may_bar};
pub use following::Following;
pub use invitations::{accept, decline, invitations, invitations_sent};
pub use liking::like;
pub use relations::{
    admit, follow, followers, invite_imported, put_relation, relations, remove_relation, transfer, unfollow,
};
pub(crate) use relations::{end_relation, enter};
pub use relisting::relisting;
pub use room::EntityRoom;

use futures_util::try_join;
use storage::audit::AuditKind;
use storage::engine::Span;
use storage::engine::Write;
use storage::entities::{ApplicationState, Entity, MembershipMode, RelationType};
use storage::ids::{EntityId, UserId};
use storage::record::Record;

use crate::Platform;
use crate::accounts::{Who, names};
use crate::area::{Area, Hooks};
use crate::audit::{self, Act};
use crate::live::bus::ToPerson as _;
use crate::live::bus::{Announcement, Name, Topic};
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::{QuotaKind, below};
use crate::platform::time::{Moment, now};
use personal::PersonalEvent;
use view::{ChangeEntity, EntityView, Liked, MembershipView, NewEntity, picture};

/// An organisation was created, or its name, type or picture changed ([`Announcement::Changed`]).
pub const CHANGED: &str = "entity";

/// The organisation that stands for the platform itself; it decides about what belongs to no other.
pub const PLATFORM: EntityId = EntityId(1);

const ORGANISATION: Name = Name::new("o");

/// The topic of an organisation's rooms. It also carries every change of a relation to it.
pub fn topic(id: EntityId) -> Topic {
    Topic::Scope(ORGANISATION, id.0)
}

/// Most rows of an area per organisation in a data export.
const COPIED: usize = 10_000;
/// Attempts at a free slug.
const SLUG_TRIES: u32 = 50;

/// Organisations that a person owns.
pub const OWNED: QuotaKind =
    QuotaKind::number("entities", "max-entities-per-user", "Organisations one person may own", 20);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[relisting::RELIST],
    bells: &[bells::BELLS],
    export: Some(|platform, who| Box::pin(erasure::files(platform, who))),
    quotas: &[OWNED],
    pictures: &[(PictureKind::Entity, |platform, _, id, _| {
        Box::pin(current_picture(platform, EntityId(id)))
    })],
    indexed: &[&found::ORGANISATIONS],
    on: Hooks { rename: Some(relisting::relisting), ..Hooks::NONE },
    erase: Some(|platform, user| Box::pin(erasure::erase(platform, user))),
    ..Area::named("entities")
};

fn absent() -> Refusal {
    let mut refusal = Refusal::not_found("Organisationen finns inte.");
    refusal.detail = Some("Entity not found".into());
    refusal
}

/// A person's relation to an organisation.
pub async fn relation(platform: &Platform, id: EntityId, user: UserId) -> Result<Option<RelationType>> {
    Ok(platform.storage.entities.relation(id, user).await?.map(|relation| relation.relation_type))
}

/// Up to `most` people of an organisation whose relation is one of these.
pub async fn related(
    platform: &Platform,
    id: EntityId,
    is_one: impl Fn(RelationType) -> bool,
    most: usize,
) -> Result<Vec<UserId>> {
    let types: Vec<RelationType> = RelationType::ALL.iter().copied().filter(|it| is_one(*it)).collect();
    let found = platform.storage.entities.people(id, &types, "").take(most).await?;
    Ok(found.into_iter().map(|(relation, _)| relation.user_id).collect())
}

/// The newest rows of an area for each organisation that a person has a relation to, for the data export.
pub async fn of_mine<T: Record>(
    platform: &Platform,
    user: UserId,
    of: fn(EntityId) -> Span,
) -> Result<Vec<T>> {
    let relations = platform.storage.entities.relations_of(user).await?;
    let lists = relations.iter().map(|relation| of(relation.entity_id).descending(COPIED)).collect();
    Ok(platform.storage.engine().list_many(lists).await?.into_iter().flatten().collect())
}

/// An organisation by its id. 404: there is none.
pub async fn existing(platform: &Platform, id: EntityId) -> Result<Entity> {
    let entity = platform.storage.entities.entity(id).await?;
    entity.ok_or_else(|| Refusal::not_found("Organisationen finns inte."))
}

/// Refuses people whom an organisation has banned.
pub async fn not_barred(platform: &Platform, id: EntityId, user_id: UserId) -> Result<()> {
    let application = platform.storage.entities.application(id, user_id).await?;
    rules::not_banned(application.map(|application| application.state))
}

/// A person's relation to an organisation, and the refusal of whoever it has banned, in one round trip.
pub async fn relation_and_bar(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
) -> Result<(Option<RelationType>, Result<()>)> {
    let (relation, application) = platform.storage.entities.standing(id, user_id).await?;
    Ok((relation, rules::not_banned(application)))
}

/// Whether an organisation has banned a person.
pub async fn is_barred(platform: &Platform, id: EntityId, user_id: UserId) -> Result<bool> {
    let application = platform.storage.entities.application(id, user_id).await?;
    Ok(application.is_some_and(|application| application.state == ApplicationState::Banned))
}

/// The rule for every response to an organisation's content (likes, reactions, comments, reposts …): refuses people
/// whom one of the owners has banned. None: it belongs to a person. Withdrawing a response is always allowed.
pub async fn not_barred_by(
    platform: &Platform,
    owners: impl IntoIterator<Item = Option<EntityId>>,
    user_id: UserId,
) -> Result<()> {
    for id in owners.into_iter().flatten() {
        not_barred(platform, id, user_id).await?;
    }
    Ok(())
}

/// An organisation that everybody may know of. 404: there is none, or it is private.
pub async fn public(platform: &Platform, id: EntityId) -> Result<Entity> {
    let entity = existing(platform, id).await?;
    if rules::is_private(entity.entity_type) { Err(absent()) } else { Ok(entity) }
}

/// An organisation in whose name something is published. 403 ROLE_TOO_LOW: a private one publishes nothing; 404.
pub async fn publishing(platform: &Platform, id: EntityId) -> Result<Entity> {
    let entity = existing(platform, id).await?;
    rules::publish_as(entity.entity_type)?;
    Ok(entity)
}

/// Whether somebody may know of an organisation: of a private one who belongs to it or is invited.
pub async fn is_known(
    platform: &Platform,
    entity: &Entity,
    user: UserId,
    relation: Option<RelationType>,
) -> Result<bool> {
    if !rules::is_private(entity.entity_type) || rules::belongs(relation) {
        return Ok(true);
    }
    Ok(platform.storage.entities.invitation(entity.entity_id, user).await?.is_some())
}

/// An organisation and the caller's relation. 404: there is none, or it is private and none of theirs.
pub async fn known(
    platform: &Platform,
    id: EntityId,
    user: UserId,
) -> Result<(Entity, Option<RelationType>)> {
    let entity = platform.storage.entities.entity(id).await?.ok_or_else(absent)?;
    let relation = relation(platform, id, user).await?;
    if is_known(platform, &entity, user, relation).await? { Ok((entity, relation)) } else { Err(absent()) }
}

/// A person's relation to an organisation, and the state of their application: INVITED while an invitation to
/// membership waits.
async fn standing(
    platform: &Platform,
    id: EntityId,
    user: UserId,
) -> Result<(Option<RelationType>, Option<ApplicationState>)> {
    let relation = relation(platform, id, user).await?;
    let application = platform.storage.entities.application(id, user).await?.map(|a| a.state);
    let invited = !rules::belongs(relation)
        && application != Some(ApplicationState::Banned)
        && platform.storage.entities.invitation(id, user).await?.is_some();
    Ok((relation, if invited { Some(ApplicationState::Invited) } else { application }))
}

async fn seen(platform: &Platform, entity: &Entity, user: Option<UserId>) -> Result<EntityView> {
    let standing = async {
        match user {
            Some(user) => standing(platform, entity.entity_id, user).await,
            None => Ok((None, None)),
        }
    };
    let likes = liking::likes(platform, entity.entity_id, user);
    let ((relation, application), Liked { liked, nr_likes }) = try_join!(standing, likes)?;
    Ok(EntityView {
        id_entity: entity.entity_id,
        entity_name: entity.entity_name.clone(),
        entity_slug: entity.entity_slug.clone(),
        entity_type: entity.entity_type,
        membership_mode: entity.membership_mode,
        image: picture(entity),
        created: Moment(entity.created),
        tx_relation_type: relation,
        abilities: if user.is_some() {
            rules::abilities(relation, entity.membership_mode, application)
        } else {
            Vec::new()
        },
        my_application: application,
        liked,
        nr_likes,
    })
}

fn name(text: &str) -> Result<String> {
    crate::platform::text::display_name("entityName", text, 2, 100)
}

/// Creates an organisation: the caller owns it, and it gets a workspace with the channel `allmänt`.
pub async fn create(platform: &Platform, who: &Who, new: NewEntity) -> Result<EntityView> {
    let entity_name = name(&new.entity_name)?;
    let _turn = platform.turns.of(who.user_id.0).await;
    let relations = platform.storage.entities.relations_of(who.user_id).await?;
    let owned = relations.iter().filter(|relation| relation.relation_type == RelationType::Owner).count();
    below(owned, platform.settings.quotas.count(&OWNED), "organisationer")?;
    let at = now();
    let mut entity = Entity {
        entity_id: EntityId(platform.ids.next(at)?),
        entity_slug: String::new(),
        entity_name,
        entity_type: new.entity_type,
        membership_mode: rules::membership_mode(
            new.entity_type,
            new.membership_mode.unwrap_or(MembershipMode::Moderated),
        ),
        image: None,
        owner: who.user_id,
        created: at,
    };
    if let Some(slug) = new.entity_slug {
        if !names::is_free_slug(&slug) {
            return Err(Refusal::field(
                "entitySlug",
                "SLUG",
                "Använd 2–50 små bokstäver a–z, siffror och bindestreck, och inget upptaget ord.",
            ));
        }
        entity.entity_slug = slug;
        let first = begins_with(platform, &entity)?;
        if !platform.storage.entities.create_entity(&entity, first).await? {
            return Err(Refusal::conflict("SLUG_TAKEN", "Adressen är upptagen."));
        }
    } else {
        create_under_free_slug(platform, &mut entity).await?;
    }
    platform.announce(Announcement::changed(CHANGED, entity.entity_id.0));
    let event = PersonalEvent::MembershipChanged { entity_id: entity.entity_id };
    platform.announce(event.to(who.user_id));
    seen(platform, &entity, Some(who.user_id)).await
}

/// Writes of other areas that join that of a new organisation.
fn begins_with(platform: &Platform, entity: &Entity) -> Result<Vec<Write>> {
    let all: Result<Vec<_>> =
        platform.hooks().filter_map(|on| on.entity).map(|on_entity| on_entity(platform, entity)).collect();
    Ok(all?.concat())
}

/// Stores an organisation under the first free slug made from its name.
async fn create_under_free_slug(platform: &Platform, entity: &mut Entity) -> Result<()> {
    for n in 0..SLUG_TRIES {
        entity.entity_slug = names::attempt(&entity.entity_name, n);
        let first = begins_with(platform, entity)?;
        if platform.storage.entities.create_entity(entity, first).await? {
            return Ok(());
        }
    }
    Err(Refusal::conflict("SLUG_TAKEN", "Välj en egen adress för organisationen."))
}

/// An organisation by its slug, for anybody; a private one for whoever belongs to it or is invited. 404.
pub async fn by_slug(platform: &Platform, slug: &str, user: Option<UserId>) -> Result<EntityView> {
    let entity = platform.storage.entities.entity_by_slug(slug).await?.ok_or_else(absent)?;
    let view = seen(platform, &entity, user).await?;
    let is_invited = view.my_application == Some(ApplicationState::Invited);
    if rules::is_private(entity.entity_type) && !rules::belongs(view.tx_relation_type) && !is_invited {
        return Err(absent());
    }
    Ok(view)
}

/// Changes an organisation's name, type or membership mode.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    change: ChangeEntity,
) -> Result<EntityView> {
    let (old, relation) = known(platform, id, who.user_id).await?;
    rules::require_manager(relation)?;
    let mut entity = old.clone();
    if let Some(new) = change.entity_name {
        entity.entity_name = name(&new)?;
    }
    if let Some(new) = change.entity_type {
        rules::change_type(entity.entity_type, new)?;
        entity.entity_type = new;
    }
    let asked = change.membership_mode.unwrap_or(entity.membership_mode);
    entity.membership_mode = rules::membership_mode(entity.entity_type, asked);
    let act = Act::of(AuditKind::EntityChanged)
        .change("entityName", &old.entity_name, &entity.entity_name)
        .change("entityType", &old.entity_type, &entity.entity_type)
        .change("membershipMode", &old.membership_mode, &entity.membership_mode);
    let recorded = audit::writes(platform, id, Some(who.user_id), act)?;
    platform.storage.entities.update_entity_with(&old, &entity, recorded).await?;
    platform.announce(Announcement::changed(CHANGED, id.0));
    seen(platform, &entity, Some(who.user_id)).await
}

/// The version of an organisation's picture, which everybody may see.
async fn current_picture(platform: &Platform, id: EntityId) -> Result<Option<(String, bool)>> {
    let entity = platform.storage.entities.entity(id).await?;
    Ok(entity.and_then(|entity| entity.image).map(|version| (version, true)))
}

/// Sets a new picture.
pub async fn set_image(platform: &Platform, who: &Who, id: EntityId, upload: Vec<u8>) -> Result<EntityView> {
    may_change(platform, who, id).await?;
    let version = platform.pictures.put(PictureKind::Entity, id.0, upload).await?;
    let old = platform.storage.entities.set_image(id, &version).await?;
    platform.announce(Announcement::changed(CHANGED, id.0));
    platform.pictures.replaced(PictureKind::Entity, id.0, old, &version).await;
    let (entity, _) = known(platform, id, who.user_id).await?;
    seen(platform, &entity, Some(who.user_id)).await
}

/// Refuses people who may not change the organisation, before their upload is read.
pub async fn may_change(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_manager(relation)
}

/// The organisations I am related to, by name.
pub async fn memberships(platform: &Platform, who: &Who) -> Result<Vec<MembershipView>> {
    let relations = platform.storage.entities.relations_of(who.user_id).await?;
    let ids: Vec<EntityId> = relations.iter().map(|r| r.entity_id).collect();
    let entities = platform.storage.entities.entities(&ids).await?;
    let mut list: Vec<MembershipView> = entities
        .iter()
        .filter_map(|entity| {
            let relation = relations.iter().find(|r| r.entity_id == entity.entity_id)?;
            Some(MembershipView {
                id_entity: entity.entity_id,
                entity_name: entity.entity_name.clone(),
                entity_slug: entity.entity_slug.clone(),
                tx_relation_type: relation.relation_type,
                entity_type: entity.entity_type,
                image: picture(entity),
            })
        })
        .collect();
    list.sort_by_cached_key(|m| (storage::entities::folded(&m.entity_name), m.id_entity));
    Ok(list)
}
