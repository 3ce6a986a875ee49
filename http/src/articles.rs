//! Articles: `/api/v1/articles`, `/api/public/articles`. Contract §7.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

pub mod page;

use actix_multipart::Multipart;
use actix_web::HttpResponse;
use actors::articles;
use actors::articles::view::{ArticleView, BriefView, ChangeArticle, NewArticle};
use actors::platform::paging::Asked;
use garde::Validate;
use serde::Deserialize;
use storage::feed::Source;
use utoipa::IntoParams;

use crate::platform::answer::{Cursored, Own};
use crate::platform::auth::who::MaybeSignedIn;
use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

/// Codes for people who may not edit the article.
const NOT_MINE: &[&str] = &["NOT_AUTHOR", "ROLE_TOO_LOW"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Articles of people and organisations"),
    routes: |config| {
        config.service(public).service(public_article).service(mine).service(create);
        config.service(article).service(change).service(remove).service(publish).service(unpublish);
        config.service(set_cover).service(remove_cover);
    },
    codes: &[
        ("articles_articles_public", &[(404, &["NOT_FOUND"])]),
        ("articles_articles_mine", &[(404, &["NOT_FOUND"])]),
        (
            "articles_articles_create",
            &[(403, &["ROLE_TOO_LOW"]), (404, &["NOT_FOUND"]), (409, &["QUOTA_REACHED"]), (429, &[LIMITED])],
        ),
        ("articles_articles_change", &[(403, NOT_MINE), (409, &["MOVED_ON"])]),
        ("articles_articles_remove", &[(403, NOT_MINE)]),
        ("articles_publish_publish", &[(403, NOT_MINE)]),
        ("articles_unpublish_unpublish", &[(403, NOT_MINE)]),
        (
            "articles_cover_set_cover",
            &[
                (403, NOT_MINE),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED]),
            ],
        ),
        ("articles_cover_remove_cover", &[(403, NOT_MINE)]),
    ],
    page: page::at,
    ..Area::of(&storage::articles::AREA, &articles::AREA)
};

/// Which articles of a list.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The organisation in whose name they are.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    entity: Option<i64>,
    /// The person who wrote them as themselves; not with `entity`.
    #[garde(range(min = 0, max = 9_007_199_254_740_991), custom(alone(self.entity)))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    user: Option<i64>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
}

/// Allows a person or an organisation, not both.
fn alone(entity: Option<i64>) -> impl FnOnce(&Option<i64>, &()) -> garde::Result {
    move |user, &()| match (user, entity) {
        (Some(_), Some(_)) => Err(garde::Error::new("Välj en person eller en organisation.")),
        _ => Ok(()),
    }
}

fn twenty() -> usize {
    20
}

/// What is published, newest first, of everybody, of one organisation or of one person. Who is signed in is spared those between
/// whom and them a block stands: a page may hold fewer than were asked for though there are more. A person's are listed for who sees their page; for others there is no such person (404).
#[utoipa::path(tag = "articles", params(Wanted), responses((status = 200, body = Listing<BriefView>), Problems))]
#[get("/api/public/articles")]
async fn public(
    platform: Data<Platform>,
    who: MaybeSignedIn,
    wanted: ValidQuery<Wanted>,
) -> Answer<Listing<BriefView>> {
    let asked = Asked { limit: wanted.limit, cursor: wanted.cursor };
    let of = match (wanted.entity, wanted.user) {
        (Some(id), _) => Some(Source::Entity(EntityId(id))),
        (None, id) => id.map(|id| Source::User(UserId(id))),
    };
    let page = articles::public(&platform, who.0.as_ref(), of, asked).await?;
    Ok(Json(Listing::after(page, wanted.limit)))
}

/// An article that is published, without signing in.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 200, body = ArticleView), Problems))]
#[get("/api/public/articles/{uuid}")]
async fn public_article(platform: Data<Platform>, uuid: Path<String>) -> Answer<ArticleView> {
    Ok(Json(articles::article(&platform, None, &uuid).await?))
}

/// My own articles, newest first, drafts too; or an organisation's (`idEntity`): with its drafts for OWNER, ADMINISTRATOR and
/// EDITOR, for others what is published.
#[utoipa::path(tag = "articles", params(Own, Cursored), responses((status = 200, body = Listing<BriefView>), Problems))]
#[get("/api/v1/articles")]
async fn mine(
    platform: Data<Platform>,
    who: SignedIn,
    whose: ValidQuery<Own>,
    wanted: ValidQuery<Cursored>,
) -> Answer<Listing<BriefView>> {
    let page = articles::mine(&platform, &who.0, whose.entity(), wanted.asked()).await?;
    Ok(Json(Listing::after(page, wanted.limit)))
}

/// Begin an article: a draft, as myself or in an organisation's name (OWNER, ADMINISTRATOR and EDITOR). 30 an hour, posts of the
/// feed among them.
#[utoipa::path(tag = "articles", params(Once), request_body = NewArticle, responses((status = 201, body = ArticleView), Problems))]
#[post("/api/v1/articles")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewArticle>) -> Bare {
    Ok(HttpResponse::Created().json(articles::create(&platform, &who.0, body.0).await?))
}

/// An article: a published one for whoever no block stands between, a draft for those who may write it.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 200, body = ArticleView), Problems))]
#[get("/api/v1/articles/{uuid}")]
async fn article(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<ArticleView> {
    Ok(Json(articles::article(&platform, Some(&who.0), &uuid).await?))
}

/// Change an article; a person's its author, an organisation's OWNER, ADMINISTRATOR and EDITOR. What is absent stays.
///
/// `version` is the one that was read. 409 MOVED_ON: it has another by now; `errors` says which, and nothing is written.
#[utoipa::path(
    tag = "articles",
    params(("uuid" = String, Path)),
    request_body = ChangeArticle,
    responses((status = 200, body = ArticleView), Problems)
)]
#[put("/api/v1/articles/{uuid}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    body: Valid<ChangeArticle>,
) -> Answer<ArticleView> {
    Ok(Json(articles::change(&platform, &who.0, &uuid, body.0).await?))
}

/// Remove an article with its picture; whoever may change it.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 204), Problems))]
#[delete("/api/v1/articles/{uuid}")]
async fn remove(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Bare {
    articles::remove(&platform, &who.0, &uuid).await?;
    Ok(done())
}

/// Publish an article, for everybody; whoever may change it. Done again, it stays so. One that was published before comes to its
/// old place in the lists. 422: it has no text.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 200, body = ArticleView), Problems))]
#[post("/api/v1/articles/{uuid}/publish")]
async fn publish(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<ArticleView> {
    Ok(Json(articles::publish(&platform, &who.0, &uuid).await?))
}

/// Make a draft of an article again. Done again, it stays so.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 200, body = ArticleView), Problems))]
#[post("/api/v1/articles/{uuid}/unpublish")]
async fn unpublish(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<ArticleView> {
    Ok(Json(articles::unpublish(&platform, &who.0, &uuid).await?))
}

/// A picture over an article (JPEG, PNG or WebP, up to 10 MiB), in the place of the one that it had. It is written anew without
/// metadata.
#[utoipa::path(
    tag = "articles",
    params(("uuid" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ArticleView), Problems)
)]
#[put("/api/v1/articles/{uuid}/cover")]
async fn set_cover(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    form: Multipart,
) -> Answer<ArticleView> {
    articles::may_write(&platform, &who.0, &uuid).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(Json(articles::set_cover(&platform, &who.0, &uuid, image.bytes).await?))
}

/// No picture over an article any more. Done again, it stays so.
#[utoipa::path(tag = "articles", params(("uuid" = String, Path)), responses((status = 200, body = ArticleView), Problems))]
#[delete("/api/v1/articles/{uuid}/cover")]
async fn remove_cover(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<ArticleView> {
    Ok(Json(articles::remove_cover(&platform, &who.0, &uuid).await?))
}
