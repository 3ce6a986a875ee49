//! Contacts: `/api/v1/contacts`. For now blocks alone.

use actix_web::web::{Data, Json, Path};
use actix_web::{delete, get, post};
use actors::Platform;
use actors::contacts;
use actors::contacts::view::{BlockView, Blocked, NewBlock};
use storage::ids::BlockId;

use crate::answer::{Answer, Bare, Listing, Problems, done};
use crate::areas::Area;
use crate::auth::who::SignedIn;
use crate::extract::Valid;

/// The area as it is reached.
pub static AREA: Area = Area {
    keeps: &storage::contacts::AREA,
    acts: &contacts::AREA,
    routes: |config| {
        config.service(blocked).service(block).service(unblock);
    },
    codes: &[("contacts_block_block", &[(409, &["QUOTA_REACHED"])])],
    places: &[],
    bodies: None,
};

/// Whom I have blocked, newest first.
#[utoipa::path(tag = "contacts", responses((status = 200, body = Listing<BlockView>), Problems))]
#[get("/api/v1/contacts/blocked")]
pub async fn blocked(platform: Data<Platform>, who: SignedIn) -> Answer<Listing<BlockView>> {
    Ok(Listing::whole(contacts::blocked(&platform, &who.0).await?))
}

/// Block somebody: neither begins a conversation with the other or writes in the one they have. They are not told. Done again,
/// the first block stands.
#[utoipa::path(tag = "contacts", request_body = NewBlock, responses((status = 200, body = Blocked), Problems))]
#[post("/api/v1/contacts/block")]
pub async fn block(platform: Data<Platform>, who: SignedIn, body: Valid<NewBlock>) -> Answer<Blocked> {
    Ok(Json(Blocked { block_id: contacts::block(&platform, &who.0, body.0).await? }))
}

/// Take a block of mine back.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/block/{id}")]
pub async fn unblock(platform: Data<Platform>, who: SignedIn, id: Path<BlockId>) -> Bare {
    contacts::unblock(&platform, &who.0, *id).await?;
    Ok(done())
}
