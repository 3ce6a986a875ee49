//! The places' part of data export and erasure.

use serde_json::json;
use storage::accounts::User;
use storage::infopoints::{Infopoint, InfopointConnection, InfopointId, Infopoints};

use super::view::{ConnectionView, Given};
use super::writing::delete;
use crate::accounts::export::picture;
use crate::platform::archive::Archive;
use crate::platform::pictures::PictureKind;
use crate::prelude::*;

/// Rows per read.
const SLICE: usize = 200;

/// Everything a person made, for themselves or an organisation, newest first.
async fn made(platform: &Platform, me: UserId) -> Result<Vec<InfopointId>> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let some = Infopoints::of(&platform.storage).made_by(me, before, SLICE).await?;
        before = some.last().copied().or(before);
        let is_over = some.len() < SLICE;
        found.extend(some);
        if is_over {
            return Ok(found);
        }
    }
}

/// All connections of a person.
async fn connections(platform: &Platform, me: UserId) -> Result<Vec<InfopointConnection>> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let some = Infopoints::of(&platform.storage).connections(me, before, SLICE).await?;
        before = some.last().map(|one| one.infopoint_id).or(before);
        let is_over = some.len() < SLICE;
        found.extend(some);
        if is_over {
            return Ok(found);
        }
    }
}

pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let (infopoints, me) = (Infopoints::of(&platform.storage), who.user_id);
    let mut places: Vec<Given> = Vec::new();
    for some in made(platform, me).await?.chunks(SLICE) {
        places.extend(infopoints.infopoints(some).await?.into_iter().map(Given::from));
    }
    let connections = connections(platform, me).await?;
    let connections: Vec<ConnectionView> = connections.iter().map(ConnectionView::from).collect();
    let municipalities = infopoints.watches(me).await?;
    let all = json!({"infopoints": places, "connections": connections, "municipalities": municipalities});
    Ok(vec![file("infopoints.json", all)?])
}

/// The pictures of a person's places.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    for id in made(platform, who.user_id).await? {
        let found = Infopoints::of(&platform.storage).infopoint(id).await?;
        for one in found.map(|one| one.pictures.0).unwrap_or_default() {
            picture(platform, archive, PictureKind::Infopoint, id.0, &one.image).await?;
        }
    }
    Ok(())
}

/// Erases a person's own places, connections and watches. What they made for an organisation stays, without their name.
/// May be repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let (infopoints, me) = (Infopoints::of(&platform.storage), user.user_id);
    for id in made(platform, me).await? {
        let Some(one) = infopoints.infopoint(id).await? else { continue };
        let done = if one.entity_id.is_some() {
            let new = Infopoint { author_id: None, ..one.clone() };
            infopoints.change(&one, &new, Vec::new()).await?
        } else {
            delete(platform, &one).await?
        };
        done.then_some(()).ok_or_else(Refusal::busy)?;
    }
    for connection in connections(platform, me).await? {
        infopoints.disconnect(&connection).await?.then_some(()).ok_or_else(Refusal::busy)?;
    }
    for municipality in infopoints.watches(me).await? {
        infopoints.watch(me, municipality, false).await?;
    }
    Ok(())
}
