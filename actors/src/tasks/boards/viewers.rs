//! Who has a board open: presence by subscription, stored nowhere.
//!
//! Each node publishes who is subscribed there when it changes, and when another node asks; a report replaces what was
//! known of that node. A node asks when its room starts and when messages may have been missed, and one that has died has
//! nobody. Everything is told within a second of the change, so at most once a second.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use storage::ids::UserId;
use storage::tasks::BoardId;

use super::live::{BoardEvents, LiveBoard};
use crate::Platform;
use crate::contacts::view::Person;
use crate::live::body::Body;
use crate::live::bus;
use crate::live::room::{Recheck, Room as _, Running, Touch, running};

/// Most viewers that are named to one who looks.
const NAMED: usize = 20;
/// Most viewers that a node reports; further ones are not counted.
const REPORTED: usize = 200;

/// Those who have a board open, on this node and the others.
#[derive(Debug)]
pub struct Viewers {
    here: Vec<Person>,
    elsewhere: HashMap<u8, Vec<Person>>,
    /// Somebody has come or gone, or has to be told who is there.
    due: bool,
    /// The other nodes shall report theirs.
    asks: bool,
    /// Another node has asked.
    asked: bool,
}

/// Of a room that has just started: what the others have is not known yet.
impl Default for Viewers {
    fn default() -> Self {
        Self { here: Vec::new(), elsewhere: HashMap::new(), due: false, asks: true, asked: false }
    }
}

/// A node's report to the others.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    node: u8,
    people: Vec<Person>,
    /// The others shall report theirs.
    ask: bool,
}

impl Viewers {
    /// Subscriptions have changed; `missed`: so may have reports of other nodes, unheard.
    pub(super) fn attended(&mut self, missed: bool) {
        self.due = true;
        self.asks |= missed;
    }

    /// Another node has these viewers and no others.
    pub(super) fn elsewhere(&mut self, node: u8, people: Vec<Person>) {
        let before = if people.is_empty() {
            self.elsewhere.remove(&node)
        } else {
            self.elsewhere.insert(node, people)
        };
        self.due |= before.as_ref() != self.elsewhere.get(&node);
    }

    pub(super) fn is_due(&self) -> bool {
        self.due || self.asked
    }

    /// Whom this node has now; answers what to report to the others, if anything.
    fn settle(&mut self, node: u8, here: Vec<Person>) -> Option<Report> {
        let ask = std::mem::take(&mut self.asks);
        let reports = ask || std::mem::take(&mut self.asked) || here != self.here;
        self.here = here;
        self.due = false;
        reports.then(|| Report { node, people: self.here.clone(), ask })
    }

    /// Each person once, by number.
    fn all(&self) -> BTreeMap<UserId, &Person> {
        let people = self.here.iter().chain(self.elsewhere.values().flatten());
        people.map(|person| (person.id, person)).collect()
    }
}

/// Tells those who look here who looks, and the other nodes who looks here.
pub(super) fn sweep(running: &mut Running<LiveBoard>) {
    let was_due = running.live.due;
    let persons = running.topic.subscribers().filter(|s| s.is_person).map(|s| &s.facts.person);
    let here: BTreeMap<UserId, &Person> = persons.map(|person| (person.id, person)).collect();
    let here = here.into_values().take(REPORTED).cloned().collect();
    if let Some(report) = running.live.settle(running.platform.node, here) {
        publish(running, &report);
    }
    if was_due {
        publish_viewers(running);
    }
}

fn publish(running: &Running<LiveBoard>, report: &Report) {
    let Running { platform, id, room, .. } = running;
    if platform.bus.spans_nodes() {
        let (topic, kind, body) = (room.topic(*id), LiveBoard::NAME.into(), Body::of(report));
        platform.bus.publish(bus::RoomMessage { topic, kind, id: *id, body, may_be_lost: false }.into());
    }
}

/// Everybody is told the same, except those whom a block parts from one of the viewers.
fn publish_viewers(running: &mut Running<LiveBoard>) {
    let Running { platform, id, topic, live, .. } = running;
    let all = live.all();
    let event = |apart: &HashSet<UserId>| {
        let seen: Vec<&Person> = all.values().copied().filter(|one| !apart.contains(&one.id)).collect();
        let (count, viewers) = (seen.len(), seen.into_iter().take(NAMED).cloned().collect());
        Body::of(&BoardEvents::Viewers { id_board: BoardId(*id), viewers, count })
    };
    let mut bodies = vec![event(&HashSet::new())];
    let mut own = HashMap::new();
    for one in topic.subscribers() {
        if !own.contains_key(&one.user_id) && one.facts.apart.iter().any(|id| all.contains_key(id)) {
            own.insert(one.user_id, bodies.len());
            bodies.push(event(&one.facts.apart));
        }
    }
    let bodies: Vec<&Body> = bodies.iter().collect();
    topic.announce(platform, &bodies, |_| None, |s, n| own.get(&s.user_id).copied().unwrap_or(0) == n);
}

/// A report of another node.
pub(super) fn apply_report(platform: &Platform, id: i64, message: &Body) -> serde_json::Result<()> {
    let Report { node, people, ask } = message.read()?;
    if let Some(live) = running::<LiveBoard>(platform, id) {
        live.do_send(Touch::<LiveBoard>(Box::new(move |running| {
            running.live.elsewhere(node, people);
            running.live.asked |= ask;
            Recheck::Nothing
        })));
    }
    Ok(())
}

/// Whether two people see each other has changed: what one of them is told is read again wherever they listen.
pub(in crate::tasks) fn parted(platform: &Platform, user_id: i64) {
    for room in platform.registry.rooms(None) {
        room.doubt(UserId(user_id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: i64) -> Person {
        Person { username: format!("p{id}"), ..Person::erased(UserId(id)) }
    }

    fn numbers(viewers: &Viewers) -> Vec<i64> {
        viewers.all().keys().map(|id| id.0).collect()
    }

    #[test]
    fn a_room_that_starts_asks_the_other_nodes_once() {
        let mut viewers = Viewers::default();
        viewers.attended(false);
        assert!(viewers.is_due());
        assert!(viewers.settle(1, vec![person(7)]).is_some_and(|report| report.ask));
        assert!(!viewers.is_due());
        viewers.attended(false);
        assert!(viewers.settle(1, vec![person(7)]).is_none(), "the second page of the same person");
        viewers.attended(true);
        assert!(viewers.settle(1, vec![person(7)]).is_some_and(|report| report.ask), "after a loss");
    }

    #[test]
    fn whoever_looks_on_two_nodes_is_one_viewer() {
        let mut viewers = Viewers::default();
        viewers.settle(1, vec![person(7), person(8)]);
        viewers.elsewhere(2, vec![person(8), person(9)]);
        assert_eq!(numbers(&viewers), [7, 8, 9]);
    }

    #[test]
    fn a_report_replaces_what_was_known_of_its_node() {
        let mut viewers = Viewers::default();
        viewers.settle(1, Vec::new());
        viewers.elsewhere(2, vec![person(8)]);
        viewers.elsewhere(3, vec![person(9)]);
        viewers.settle(1, Vec::new());
        viewers.elsewhere(2, vec![person(8)]);
        assert!(!viewers.is_due(), "the same again is told to nobody");
        viewers.elsewhere(2, Vec::new());
        assert!(viewers.is_due());
        assert_eq!(numbers(&viewers), [9]);
    }

    #[test]
    fn a_node_that_asks_is_answered_once() {
        let mut viewers = Viewers::default();
        viewers.settle(1, vec![person(7)]);
        viewers.asked = true;
        assert!(viewers.is_due());
        let report = viewers.settle(1, vec![person(7)]);
        assert!(report.is_some_and(|report| !report.ask && report.people == [person(7)]));
        assert!(!viewers.is_due());
    }
}
