//! Previews of the pages that a message links to: `/api/v1/chat/messages/{id}/links`. Contract §3.8.

use actors::links::{self, LinkView};
use storage::ids::MessageId;

use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    routes: |config| {
        config.service(of_message);
    },
    ..Area::of(&storage::links::AREA, &links::AREA)
};

/// What the pages say of themselves to which a message leads: its first three links, without those that say nothing. Kept for a day.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<LinkView>>), Problems))]
#[get("/api/v1/chat/messages/{id}/links")]
async fn of_message(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<Vec<LinkView>>> {
    Ok(success(links::of_message(&platform, &who.0, *id).await?))
}
