//! What decides when somebody may book a bookable, and what is free of it, in one round trip.

use super::{Bookable, Bookings, HoursOf, OpeningHours};
use crate::entities::{Application, ApplicationState, Relation, RelationType};
use crate::occupancy::{BookableId, Occupation, Space, Window};
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Record;
use crate::platform::value::Row;

/// A bookable's surroundings.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Its own opening hours.
    pub own: OpeningHours,
    /// Those of its organisation for all its bookables.
    pub organisation: OpeningHours,
    /// What somebody is to the organisation.
    pub relation: Option<RelationType>,
    /// The state of their application there, which also says whether they are banned.
    pub application: Option<ApplicationState>,
    /// The rows of its space that touch a window, expired ones included, by start.
    pub rows: Vec<Occupation>,
}

/// The next of some rows that were asked for.
fn next<T: Record>(found: &mut impl Iterator<Item = Option<Row>>) -> Result<Option<T>> {
    found.next().flatten().map(T::read).transpose()
}

fn next_hours(
    found: &mut impl Iterator<Item = Option<Row>>,
    hours_of: HoursOf,
    owner_id: i64,
) -> Result<OpeningHours> {
    Ok(next(found)?.unwrap_or_else(|| OpeningHours::none(hours_of, owner_id)))
}

impl Bookings {
    /// The surroundings of a bookable, as they concern somebody (none: whoever has no relation) and a window.
    pub async fn surroundings(
        &self,
        bookable: &Bookable,
        user_id: Option<UserId>,
        window: Window,
    ) -> Result<Surroundings> {
        let (id, entity_id, space_id) = (bookable.bookable_id.0, bookable.entity_id, bookable.space_id);
        let mut keys = vec![
            OpeningHours::at(HoursOf::Bookable, id),
            OpeningHours::at(HoursOf::Entity, entity_id.0),
            Space::at(space_id),
        ];
        keys.extend(user_id.into_iter().flat_map(|user_id| standing(entity_id, user_id)));
        let (found, lists) = self.db.read(keys, window.ranges_beside(space_id).into()).await?;
        let mut found = found.into_iter();
        let own = next_hours(&mut found, HoursOf::Bookable, id)?;
        let organisation = next_hours(&mut found, HoursOf::Entity, entity_id.0)?;
        let space: Option<Space> = next(&mut found)?;
        let relation: Option<Relation> = next(&mut found)?;
        let application: Option<Application> = next(&mut found)?;
        let rows = lists.into_iter().flatten().map(Occupation::read).collect::<Result<Vec<_>>>()?;
        Ok(Surroundings {
            own,
            organisation,
            relation: relation.map(|one| one.relation_type),
            application: application.map(|one| one.state),
            rows: space.map(|space| window.touching(rows.into_iter(), &space)).unwrap_or_default(),
        })
    }

    /// A bookable, its own opening hours and those of its organisation; none: there is no such bookable.
    pub async fn with_hours(
        &self,
        id: BookableId,
        entity_id: EntityId,
    ) -> Result<(Option<Bookable>, OpeningHours, OpeningHours)> {
        let keys = vec![
            Bookable::at(id),
            OpeningHours::at(HoursOf::Bookable, id.0),
            OpeningHours::at(HoursOf::Entity, entity_id.0),
        ];
        let mut found = self.db.get_many(keys).await?.into_iter();
        let bookable = next(&mut found)?;
        let own = next_hours(&mut found, HoursOf::Bookable, id.0)?;
        Ok((bookable, own, next_hours(&mut found, HoursOf::Entity, entity_id.0)?))
    }
}

/// The keys of what somebody is to an organisation.
fn standing(entity_id: EntityId, user_id: UserId) -> [Key; 2] {
    [Relation::at(entity_id, user_id), Application::at(entity_id, user_id)]
}
