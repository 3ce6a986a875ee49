//! Access tokens and bots: `/api/v1/me/tokens`, `/api/v1/entities/{id}/bots`. Contract §1.

use actix_web::HttpResponse;
use actors::tokens::bots::{self, BotMade, BotView, NewBot};
use actors::tokens::{self, NewToken, TokenMade, TokenView};
use storage::ids::TokenId;

use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    routes: |config| {
        config.service(create).service(list).service(revoke);
        config.service(create_bot).service(list_bots).service(remove_bot);
    },
    codes: &[
        ("accounts_tokens_create", &[(409, &["QUOTA_REACHED"])]),
        ("entities_bots_create_bot", &[(403, &["ROLE_TOO_LOW"]), (409, &["QUOTA_REACHED"])]),
        ("entities_bots_list_bots", &[(403, &["ROLE_TOO_LOW"])]),
        ("entities_bots_remove_bot", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON"])]),
    ],
    ..Area::of(&storage::tokens::AREA, &tokens::AREA)
};

/// Make an access token, with which a program acts for me within these scopes; its secret (`kal_…`) is in the answer, this once.
///
/// It is sent as `Authorization: Bearer kal_…` with calls and with CONNECT. `read` and `write` stand for the scopes of every area; which
/// one an operation needs stands with it (`security`), and what names none is refused to tokens. 50 of a person at most, for a year at
/// most. Whoever it is for is told by the bell and by mail.
#[utoipa::path(tag = "accounts", request_body = NewToken, responses((status = 201, body = TokenMade), Problems))]
#[post("/api/v1/me/tokens")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewToken>) -> Bare {
    let made = tokens::create(&platform, &who.0, body.0).await?;
    Ok(HttpResponse::Created().insert_header(("cache-control", "no-store")).json(made))
}

/// My access tokens, newest first, without their secrets.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Whole<TokenView>), Problems))]
#[get("/api/v1/me/tokens")]
async fn list(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<TokenView>> {
    Ok(Whole::of(tokens::list(&platform, &who.0).await?))
}

/// Revoke one of my access tokens: it is over at once, and so are its open connections.
#[utoipa::path(tag = "accounts", responses((status = 204), Problems))]
#[delete("/api/v1/me/tokens/{id}")]
async fn revoke(platform: Data<Platform>, who: SignedIn, id: Path<TokenId>) -> Bare {
    tokens::revoke(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Make a bot of an organisation; ADMINISTRATOR and above. The secret of its token (`kal_…`) is in the answer, this once.
///
/// A bot is an account without a way in. It reads and writes in public channels as a member does, and in private ones to which it is
/// added (`PUT /api/v1/chat/channels/{id}/members/{user_id}`), within the scopes of its token; what it writes is marked `isBot`. It
/// bears no member's name (422 `NAME_TAKEN`), and nobody writes to it. It belongs to the organisation: everybody who runs that sees its
/// bots, is told when one is made or ended, and may end it, so it goes on when who made it leaves. 50 of an organisation at most.
#[utoipa::path(tag = "entities", request_body = NewBot, responses((status = 201, body = BotMade), Problems))]
#[post("/api/v1/entities/{id}/bots")]
async fn create_bot(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<NewBot>,
) -> Bare {
    let made = bots::create(&platform, &who.0, *id, body.0).await?;
    Ok(HttpResponse::Created().insert_header(("cache-control", "no-store")).json(made))
}

/// An organisation's bots, newest first, without their secrets; ADMINISTRATOR and above.
#[utoipa::path(tag = "entities", responses((status = 200, body = Whole<BotView>), Problems))]
#[get("/api/v1/entities/{id}/bots")]
async fn list_bots(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Whole<BotView>> {
    Ok(Whole::of(bots::list(&platform, &who.0, *id).await?))
}

/// End a bot: its token is over at once, and so are its open connections. What it wrote stays. ADMINISTRATOR and above.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/bots/{bot_id}")]
async fn remove_bot(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, UserId)>) -> Bare {
    let (entity_id, bot_id) = path.into_inner();
    bots::remove(&platform, &who.0, entity_id, bot_id).await?;
    Ok(done())
}
