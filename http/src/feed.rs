//! The feed: `/api/v1/feed`. Contract §6.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

mod atom;
pub mod markup;
pub mod page;

use actix_multipart::Multipart;
use actix_web::HttpResponse;
use actors::entities::view::Liked;
use actors::feed::view::{
    ChangeComment, ChangePost, CommentView, NewComment, NewPost, NewRepost, PostView, Reposted, SentMedia,
};
use actors::feed::{self, Asked};
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{CommentId, PostId};
use utoipa::{IntoParams, ToSchema};

use crate::platform::auth::who::MaybeSignedIn;
use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Posts, comments, likes and timelines"),
    routes: |config| {
        config
            .service(home)
            .service(public)
            .service(mine)
            .service(of_entity)
            .service(of_person)
            .service(of_topic)
            .service(public_of_entity)
            .service(public_of_person)
            .service(atom::entity_atom)
            .service(atom::person_atom);
        config.service(create).service(post).service(public_post).service(change).service(remove);
        config.service(like).service(unlike).service(repost).service(comments).service(public_comments);
        config.service(comment).service(change_comment).service(remove_comment);
        config.service(like_comment).service(unlike_comment).service(send_media);
    },
    codes: &[
        ("feed_posts_create", &[(403, &["ROLE_TOO_LOW"]), (429, &[LIMITED])]),
        ("feed_posts_change", &[(403, &["NOT_AUTHOR", "ROLE_TOO_LOW"]), (409, &["MOVED_ON"])]),
        ("feed_posts_remove", &[(403, &["NOT_AUTHOR", "ROLE_TOO_LOW"])]),
        ("feed_like_like", &[(403, &["BANNED"]), (429, &[LIMITED])]),
        ("feed_like_unlike", &[(429, &[LIMITED])]),
        (
            "feed_repost_repost",
            &[
                (403, &["BANNED", "NOT_PUBLIC", "ROLE_TOO_LOW"]),
                (409, &["ALREADY_REPOSTED"]),
                (429, &[LIMITED]),
            ],
        ),
        ("feed_comments_comment", &[(403, &["BANNED", "ROLE_TOO_LOW"]), (429, &[LIMITED])]),
        (
            "feed_comments_change_comment",
            &[(403, &["BANNED", "NOT_AUTHOR", "ROLE_TOO_LOW"]), (409, &["MOVED_ON"])],
        ),
        ("feed_comments_remove_comment", &[(403, &["NOT_AUTHOR", "ROLE_TOO_LOW"])]),
        ("feed_like_like_comment", &[(403, &["BANNED"]), (429, &[LIMITED])]),
        ("feed_like_unlike_comment", &[(429, &[LIMITED])]),
        (
            "feed_media_send_media",
            &[
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED]),
            ],
        ),
    ],
    places: &[place(
        "postEvents",
        By::Server,
        feed::POST,
        &["PostEvent", "AccessDenied"],
        "What is counted of a post, for whoever may read it; what was said is fetched. Ends with the right, and with the post.",
    )],
    bodies: Some(bodies::<feed::PostEvent>),
    personal: Some(bodies::<actors::feed::personal::PersonalEvent>),
    page: page::at,
    ..Area::of(&storage::feed::AREA, &feed::AREA)
};

/// Which posts of a list.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
    /// Posts that are passed. While posts are written pages of it overlap and repeat: ask on with `cursor`, which does not.
    #[serde(default)]
    #[garde(range(max = 1_000))]
    #[param(maximum = 1000)]
    offset: usize,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
}

fn twenty() -> usize {
    20
}

impl From<&Wanted> for Asked {
    fn from(wanted: &Wanted) -> Self {
        Self { limit: wanted.limit, offset: wanted.offset, cursor: wanted.cursor.map(PostId) }
    }
}

/// A page of posts, newest first. It may hold fewer than were asked for though there are more: what its reader may not see is
/// left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedPage {
    content: Vec<PostView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// What asks for the next page; null: there is none.
    cursor: Option<PostId>,
}

impl FeedPage {
    fn of(page: feed::Page, wanted: &Wanted) -> Json<Self> {
        Json(Self {
            content: page.posts,
            page: wanted.offset / wanted.limit,
            size: wanted.limit,
            has_more: page.has_more,
            cursor: page.cursor,
        })
    }
}

/// Which comments.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WantedComments {
    /// 1–100.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
    /// The replies to this one; absent: the comments on the post itself.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    id_parent: Option<i64>,
}

/// A page of comments, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentsPage {
    content: Vec<CommentView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// What asks for the next page; null: there is none.
    cursor: Option<CommentId>,
}

/// What comes to me, newest first: my own posts, and what I may read of those whom I follow, of my contacts and of the
/// organisations that I follow or belong to.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/v1/feed")]
async fn home(platform: Data<Platform>, who: SignedIn, wanted: ValidQuery<Wanted>) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::home(&platform, &who.0, (&*wanted).into()).await?, &wanted))
}

/// What is for everybody, newest first. Who is signed in is spared those between whom and them a block stands.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/public/feed")]
async fn public(
    platform: Data<Platform>,
    who: MaybeSignedIn,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::public(&platform, who.0.as_ref(), (&*wanted).into()).await?, &wanted))
}

/// My own posts and reposts, newest first; not those in organisations' names.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/v1/feed/mine")]
async fn mine(platform: Data<Platform>, who: SignedIn, wanted: ValidQuery<Wanted>) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::mine(&platform, &who.0, (&*wanted).into()).await?, &wanted))
}

/// What I may read of an organisation's posts, newest first.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/v1/feed/entity/{id}")]
async fn of_entity(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::of_entity(&platform, Some(&who.0), *id, (&*wanted).into()).await?, &wanted))
}

/// What I may read of a person's own posts, newest first. 404: a block stands between us, or I may not know of them.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/v1/feed/person/{id}")]
async fn of_person(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<UserId>,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::of_person(&platform, Some(&who.0), *id, (&*wanted).into()).await?, &wanted))
}

/// What an organisation wrote for everybody, newest first.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/public/feed/entity/{id}")]
async fn public_of_entity(
    platform: Data<Platform>,
    id: Path<EntityId>,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::of_entity(&platform, None, *id, (&*wanted).into()).await?, &wanted))
}

/// What a person wrote for everybody, newest first. 404: there is none whom everybody may find.
#[utoipa::path(tag = "feed", params(Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/public/feed/person/{id}")]
async fn public_of_person(
    platform: Data<Platform>,
    id: Path<UserId>,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::of_person(&platform, None, *id, (&*wanted).into()).await?, &wanted))
}

/// What is for everybody about a topic (`#ämne` in its text; case aside), newest first. 404: nothing that I may see.
#[utoipa::path(tag = "feed", params(("topic" = String, Path), Wanted), responses((status = 200, body = FeedPage), Problems))]
#[get("/api/v1/feed/topic/{topic}")]
async fn of_topic(
    platform: Data<Platform>,
    who: SignedIn,
    topic: Path<String>,
    wanted: ValidQuery<Wanted>,
) -> Answer<FeedPage> {
    Ok(FeedPage::of(feed::of_topic(&platform, &who.0, &topic, (&*wanted).into()).await?, &wanted))
}

/// Write a post, as myself or in an organisation's name (by who may act for it). Without `audience` a post of
/// mine is for my contacts, an organisation's for everybody.
///
/// `@name` mentions people who may read it, and organisations; `#ämne` lists it under a topic, where it is for everybody. The same
/// `clientPostId` again answers the first post. 30 an hour, reposts among them.
#[utoipa::path(tag = "feed", params(Once), request_body = NewPost, responses((status = 201, body = PostView), Problems))]
#[post("/api/v1/feed/posts")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewPost>) -> Bare {
    Ok(HttpResponse::Created().json(feed::create(&platform, &who.0, body.0).await?))
}

/// A post, for who may read it. What rings for it is read by that.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), responses((status = 200, body = PostView), Problems))]
#[get("/api/v1/feed/posts/{uuid}")]
async fn post(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<PostView> {
    Ok(Json(feed::post(&platform, Some(&who.0), &uuid).await?))
}

/// The same, without signing in: what is for everybody.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), responses((status = 200, body = PostView), Problems))]
#[get("/api/public/feed/posts/{uuid}")]
async fn public_post(platform: Data<Platform>, uuid: Path<String>) -> Answer<PostView> {
    Ok(Json(feed::post(&platform, None, &uuid).await?))
}

/// Change a post; who wrote it, of an organisation's also OWNER and ADMINISTRATOR. What is absent stays.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), request_body = ChangePost, responses((status = 200, body = PostView), Problems))]
#[put("/api/v1/feed/posts/{uuid}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    body: Valid<ChangePost>,
) -> Answer<PostView> {
    Ok(Json(feed::change(&platform, &who.0, &uuid, body.0).await?))
}

/// Remove a post with its comments, likes and pictures; who wrote it, of an organisation's also OWNER, ADMINISTRATOR, PRESIDENT
/// and MODERATOR. Its reposts stand without it.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), responses((status = 204), Problems))]
#[delete("/api/v1/feed/posts/{uuid}")]
async fn remove(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Bare {
    feed::remove(&platform, &who.0, &uuid).await?;
    Ok(done())
}

/// Like a post. Done again, it stays so.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), responses((status = 200, body = Liked), Problems))]
#[put("/api/v1/feed/posts/{uuid}/like")]
async fn like(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<Liked> {
    Ok(Json(feed::like(&platform, &who.0, &uuid, true).await?))
}

/// Like a post no more.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path)), responses((status = 200, body = Liked), Problems))]
#[delete("/api/v1/feed/posts/{uuid}/like")]
async fn unlike(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Answer<Liked> {
    Ok(Json(feed::like(&platform, &who.0, &uuid, false).await?))
}

/// Repost what is for everybody, as myself or in an organisation's name; of a repost its original. Once in each name. It is
/// taken back by removing the post that it became.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path), Once), request_body = NewRepost, responses((status = 201, body = Reposted), Problems))]
#[post("/api/v1/feed/posts/{uuid}/repost")]
async fn repost(platform: Data<Platform>, who: SignedIn, uuid: Path<String>, body: Valid<NewRepost>) -> Bare {
    Ok(HttpResponse::Created().json(feed::repost(&platform, &who.0, &uuid, body.0).await?))
}

async fn listed_comments(
    platform: &Platform,
    who: Option<&actors::accounts::Who>,
    uuid: &str,
    wanted: &WantedComments,
) -> Answer<CommentsPage> {
    let (parent, after) = (wanted.id_parent.map(CommentId), wanted.cursor.map(CommentId));
    let (content, cursor) = feed::comments(platform, who, uuid, parent, after, wanted.limit).await?;
    Ok(Json(CommentsPage { content, page: 0, size: wanted.limit, has_more: cursor.is_some(), cursor }))
}

/// The comments on a post, or the replies to one of them, for who may read it. What was removed stands empty where others have
/// answered it (`flStatus` 2).
#[utoipa::path(tag = "feed", params(("uuid" = String, Path), WantedComments), responses((status = 200, body = CommentsPage), Problems))]
#[get("/api/v1/feed/posts/{uuid}/comments")]
async fn comments(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    wanted: ValidQuery<WantedComments>,
) -> Answer<CommentsPage> {
    listed_comments(&platform, Some(&who.0), &uuid, &wanted).await
}

/// The same, without signing in.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path), WantedComments), responses((status = 200, body = CommentsPage), Problems))]
#[get("/api/public/feed/posts/{uuid}/comments")]
async fn public_comments(
    platform: Data<Platform>,
    uuid: Path<String>,
    wanted: ValidQuery<WantedComments>,
) -> Answer<CommentsPage> {
    listed_comments(&platform, None, &uuid, &wanted).await
}

/// Comment on a post, or reply to a comment (`idParent`; a reply to a reply joins the first), as myself or in an organisation's
/// name. Who may read the post may read it.
#[utoipa::path(tag = "feed", params(("uuid" = String, Path), Once), request_body = NewComment, responses((status = 201, body = CommentView), Problems))]
#[post("/api/v1/feed/posts/{uuid}/comments")]
async fn comment(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    body: Valid<NewComment>,
) -> Bare {
    Ok(HttpResponse::Created().json(feed::comment(&platform, &who.0, &uuid, body.0).await?))
}

/// Change a comment; who wrote it.
#[utoipa::path(tag = "feed", request_body = ChangeComment, responses((status = 200, body = CommentView), Problems))]
#[put("/api/v1/feed/comments/{id}")]
async fn change_comment(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CommentId>,
    body: Valid<ChangeComment>,
) -> Answer<CommentView> {
    Ok(Json(feed::change_comment(&platform, &who.0, *id, body.0).await?))
}

/// Remove a comment: who wrote it, and whose post it is on (of an organisation's those who may remove the post).
#[utoipa::path(tag = "feed", responses((status = 204), Problems))]
#[delete("/api/v1/feed/comments/{id}")]
async fn remove_comment(platform: Data<Platform>, who: SignedIn, id: Path<CommentId>) -> Bare {
    feed::remove_comment(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Like a comment. Done again, it stays so.
#[utoipa::path(tag = "feed", responses((status = 200, body = Liked), Problems))]
#[put("/api/v1/feed/comments/{id}/like")]
async fn like_comment(platform: Data<Platform>, who: SignedIn, id: Path<CommentId>) -> Answer<Liked> {
    Ok(Json(feed::like_comment(&platform, &who.0, *id, true).await?))
}

/// Like a comment no more.
#[utoipa::path(tag = "feed", responses((status = 200, body = Liked), Problems))]
#[delete("/api/v1/feed/comments/{id}/like")]
async fn unlike_comment(platform: Data<Platform>, who: SignedIn, id: Path<CommentId>) -> Answer<Liked> {
    Ok(Json(feed::like_comment(&platform, &who.0, *id, false).await?))
}

/// Send a picture for a post of mine (JPEG, PNG or WebP, up to 10 MiB). It is written anew without metadata, and goes within a
/// day where no post names it.
#[utoipa::path(
    tag = "feed",
    params(Once),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 201, body = SentMedia), Problems)
)]
#[post("/api/v1/feed/media")]
async fn send_media(platform: Data<Platform>, who: SignedIn, form: Multipart) -> Bare {
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(HttpResponse::Created().json(feed::send_media(&platform, &who.0, image.bytes).await?))
}
