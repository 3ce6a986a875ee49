//! All routes of the API in one list, from which the router and the OpenAPI document are made.

use actors::{chat as of_chat, entities as of_entities};
use utoipa::OpenApi as _;
use utoipa::openapi::schema::{OneOfBuilder, Type};
use utoipa::openapi::{ObjectBuilder, OpenApi, RefOr, Schema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::areas;
use crate::platform::area::{Area, More, bodies};
use crate::server::openapi;
use crate::{accounts, chat, context, days, entities, pictures, public, search};

/// The document's head; paths and schemas come from the routes.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Kalender",
        description = "Chat, organisationer och konton. Errors are `application/problem+json` with a stable `code`; ids \
                       are numbers below 2^53; times are RFC 3339 in UTC. Live events are told over STOMP at \
                       `/ws-notify`, described in `/api/asyncapi.json`.",
        contact(name = "Kalender"),
        license(name = "All rights reserved", identifier = "LicenseRef-kalender")
    ),
    components(schemas(
        actors::chat::live_notification::LiveNotification,
        actors::chat::event::Typing,
        actors::chat::event::Presence,
        actors::chat::event::PresenceBatch,
        actors::chat::event::StatusChanged,
        crate::platform::error::Problem<'static>,
    )),
    tags(
        (name = "accounts", description = "Accounts, sessions and the signed-in person"),
        (name = "entities", description = "Organisations, relations and applications"),
        (name = "chat", description = "Workspaces, channels and messages"),
        (name = "pictures", description = "Pictures of people and organisations"),
        (name = "context", description = "The organisation or person one looks at or acts as"),
        (name = "search", description = "The global search"),
        (name = "days", description = "The almanac and the places"),
        (name = "live", description = "What the server tells over STOMP"),
        (name = "platform", description = "The platform itself")
    )
)]
pub struct Document;

/// All services: those of the declared areas and of `more`, and the others. Fixed paths come before those with a
/// parameter in the same position, and chat's before all, because a request is matched against one after the other.
pub fn configure(config: &mut ServiceConfig, more: More) {
    config
        .service(chat::channels::messages)
        .service(chat::channels::send)
        .service(chat::channels::mark_read)
        .service(chat::channels::events)
        .service(chat::channels::channel)
        .service(chat::channels::change)
        .service(chat::channels::archive)
        .service(chat::channels::unarchive)
        .service(chat::channels::members)
        .service(chat::channels::put_member)
        .service(chat::channels::remove_member)
        .service(chat::channels::set_reader)
        .service(chat::channels::role)
        .service(chat::channels::has_unread)
        .service(chat::channels::pending);
    config
        .service(chat::workspaces::workspaces)
        .service(chat::workspaces::create)
        .service(chat::workspaces::rename)
        .service(chat::workspaces::channels)
        .service(chat::workspaces::create_channel)
        .service(chat::workspaces::unread)
        .service(chat::workspaces::presence);
    config
        .service(chat::everyday::read_all)
        .service(chat::everyday::pin)
        .service(chat::everyday::unpin)
        .service(chat::everyday::pins)
        .service(chat::everyday::reactors)
        .service(chat::everyday::save)
        .service(chat::everyday::unsave)
        .service(chat::everyday::saved)
        .service(chat::everyday::threads)
        .service(chat::everyday::draft)
        .service(chat::everyday::put_draft)
        .service(chat::everyday::drop_draft)
        .service(chat::everyday::drafts)
        .service(chat::everyday::sidebar)
        .service(chat::everyday::put_sidebar)
        .service(chat::everyday::schedule)
        .service(chat::everyday::scheduled)
        .service(chat::everyday::reschedule)
        .service(chat::everyday::unschedule);
    config
        .service(chat::messages::edit)
        .service(chat::messages::delete)
        .service(chat::messages::thread)
        .service(chat::messages::mark_thread_read)
        .service(chat::messages::add_reaction)
        .service(chat::messages::remove_reaction)
        .service(chat::messages::vote)
        .service(chat::messages::ack)
        .service(chat::messages::receipts)
        .service(chat::messages::remind)
        .service(chat::messages::approve)
        .service(chat::messages::reject)
        .service(chat::search::search);
    for area in areas::all(more) {
        (area.routes)(config);
    }
    config
        .service(accounts::sign_up)
        .service(accounts::verify)
        .service(accounts::log_in)
        .service(accounts::log_in_by_link)
        .service(accounts::ask_for_reset)
        .service(accounts::reset)
        .service(accounts::log_out)
        .service(accounts::sessions)
        .service(accounts::end_session)
        .service(accounts::me)
        .service(accounts::person)
        .service(accounts::erase)
        .service(accounts::keep)
        .service(accounts::export)
        .service(accounts::change_profile)
        .service(accounts::set_image)
        .service(accounts::set_status)
        .service(accounts::set_quiet)
        .service(accounts::my_entities)
        .service(accounts::unread)
        .service(accounts::socket_token);
    config
        .service(entities::create)
        .service(entities::by_slug)
        .service(entities::change)
        .service(entities::set_image)
        .service(entities::transfer)
        .service(entities::relations)
        .service(entities::put_relation)
        .service(entities::remove_relation)
        .service(entities::invite_imported)
        .service(entities::follow)
        .service(entities::unfollow)
        .service(entities::like)
        .service(entities::unlike)
        .service(entities::followers)
        .service(entities::apply)
        .service(entities::applications)
        .service(entities::withdraw)
        .service(entities::approve)
        .service(entities::deny)
        .service(entities::bans)
        .service(entities::ban)
        .service(entities::unban)
        .service(entities::invitations)
        .service(entities::accept)
        .service(entities::decline);
    config
        .service(pictures::picture)
        .service(days::between)
        .service(days::municipalities)
        .service(days::localities)
        .service(days::locality)
        .service(public::version)
        .service(public::reserved)
        .service(search::suggest)
        .service(public::referral);
    config.service(context::by_slug).service(context::by_id);
}

/// Adds `PersonalEvent`: what any area publishes on `/user/queue/notifications`.
fn with_personal_events(mut document: OpenApi, more: More) -> OpenApi {
    const NAME: &str = "PersonalEvent";
    let undeclared =
        [bodies::<of_chat::personal::PersonalEvent>, bodies::<of_entities::personal::PersonalEvent>];
    let areas = areas::all(more).filter_map(|area| area.personal);
    let mut events = OneOfBuilder::new().description(Some(
        "`/user/queue/notifications`: what concerns one person, on all their connections.",
    ));
    for part in undeclared.into_iter().chain(areas) {
        let mut part = part();
        let of_area = part.components.as_mut().and_then(|all| all.schemas.remove(NAME));
        if let Some(RefOr::T(Schema::OneOf(of_area))) = of_area {
            events = of_area.items.into_iter().fold(events, OneOfBuilder::item);
        }
        document.merge(part);
    }
    let resync = ObjectBuilder::new()
        .description(Some("Something may have been missed: fetch anew what is shown."))
        .property("type", ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["RESYNC"])))
        .required("type");
    let components = document.components.get_or_insert_default();
    components.schemas.insert(NAME.to_owned(), RefOr::T(events.item(resync).into()));
    document
}

/// The complete document, as the router is made of it; [`openapi::written`] is the published form.
pub fn document(more: More) -> OpenApi {
    use utoipa_actix_web::AppExt;
    let (_, document) = actix_web::App::new()
        .into_utoipa_app()
        .openapi(Document::openapi())
        .configure(|config| configure(config, more))
        .split_for_parts();
    let bodies = areas::all(more).filter_map(|area| area.bodies);
    let document = bodies.fold(document, |all, bodies| all.merge_from(bodies()));
    let mut document = with_personal_events(document, more);
    document.tags.get_or_insert_default().extend(areas::all(more).filter_map(Area::tag));
    openapi::complete(document, more)
}
