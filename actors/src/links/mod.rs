//! Link previews: what the pages linked in a message say about themselves. Contract §3.8.
//!
//! Only links of a message that the caller may read are fetched, by `outward` within its bounds, and the result is
//! cached for a day. Pictures of other sites are not shown, because loading them would reveal the readers to those
//! sites.

mod page;

use futures_util::future::join_all;
use serde::Serialize;
use storage::ids::MessageId;
use storage::links::LinkPreview;
use utoipa::ToSchema;

use crate::Platform;
use crate::accounts::Who;
use crate::accounts::secrets::token_hash;
use crate::area::Area;
use crate::chat::Facts;
use crate::platform::error::Result;
use crate::platform::markdown::addresses;
use crate::platform::outward::Known;

/// The area's declaration.
pub static AREA: Area = Area::named("links");

/// Links of a message that are fetched.
const MOST: usize = 3;
/// Bytes of a page that are read: the metadata is at its beginning.
const PAGE_MAX: usize = 512 * 1024;

/// What a page says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LinkPreview)]
pub struct LinkView {
    /// As it stands in the message.
    pub url: String,
    pub title: String,
    /// Null: it says nothing more.
    pub description: Option<String>,
    /// The site's name, or its host.
    pub site_name: String,
}

/// The previews of a message's links, in order; pages without metadata are left out. 404.
pub async fn of_message(platform: &Platform, who: &Who, id: MessageId) -> Result<Vec<LinkView>> {
    let (_, located) = Facts::of_message(platform, id, who.user_id).await?;
    if !platform.settings.link_previews || located.message.deleted {
        return Ok(Vec::new());
    }
    let urls = addresses(&located.message.content, MOST);
    let found = join_all(urls.into_iter().map(|url| fetch(platform, who, url))).await;
    let found = found.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(found.into_iter().flatten().collect())
}

async fn fetch(platform: &Platform, who: &Who, url: String) -> Result<Option<LinkView>> {
    let url_hash = token_hash(&url);
    if let Some(known) = platform.storage.links.find(&url_hash).await? {
        return Ok(view(url, known));
    }
    // Beyond the rate limit only cached previews are shown.
    if platform.limits.link(&*platform.bus, who.user_id).await.is_err() {
        return Ok(None);
    }
    let answer = platform.outward.fetch(&url, "text/html", &Known::default(), PAGE_MAX).await;
    let page = answer.ok().filter(|page| page.status == 200 && page.kind.starts_with("text/html"));
    let said = page.map(|page| page::parse(&page.body)).unwrap_or_default();
    let site = if said.site.is_empty() { page::host(&url) } else { said.site };
    let preview = LinkPreview { url_hash, title: said.title, description: said.description, site };
    platform.storage.links.keep(&preview).await?;
    Ok(view(url, preview))
}

fn view(url: String, LinkPreview { title, description, site, .. }: LinkPreview) -> Option<LinkView> {
    let description = Some(description).filter(|text| !text.is_empty());
    (!title.is_empty()).then_some(LinkView { url, title, description, site_name: site })
}
