//! What is free and what is taken after random histories of a divided hall and a pool is what a plain look at every half
//! hour says: nobody gets taken time, nobody is refused free time, and no minute is lost. Contract §8.1, §8.2.

use futures_util::future::join;

use crate::harness::{Answer, Dice, Org, Person, Value, World, json};
use crate::v1_bookings::{at, books, day, does, holds, its, moves, of, room, with};

const SEEDS: std::ops::Range<u64> = 1..4;
const STEPS: usize = 60;
/// Steps between two comparisons of all free times.
const LOOKS: usize = 12;
const PEOPLE: usize = 4;
/// Half hours of a day, and those in which things happen.
const DAY: usize = 48;
const BUSY: std::ops::Range<usize> = 16..30;
/// People that the pool takes at once.
const IN_THE_POOL: usize = 3;
/// Holds that a person may have.
const HOLDS: usize = 3;
/// Its bookings wait for an answer.
const ON_REQUEST: usize = 2;
const POOL: usize = 3;

/// Name, units of the hall, and buffer in half hours, which is needed on both sides.
const ROOMS: [(&str, &[i64], usize); 4] =
    [("Hel hall", &[1, 2, 3], 0), ("Ett", &[1], 1), ("Två och tre", &[2, 3], 0), ("Bassängen", &[1], 0)];

/// A time of a day in half hours, half-open.
type Time = (usize, usize);

/// What takes time of a room.
struct Taken {
    room: usize,
    time: Time,
    by: usize,
    /// A booking as it was shown last, or a hold.
    shown: Value,
    is_hold: bool,
}

/// Whether two rooms have anything in common.
fn meet(one: usize, other: usize) -> bool {
    (one == POOL) == (other == POOL) && ROOMS[one].1.iter().any(|unit| ROOMS[other].1.contains(unit))
}

/// Whether two times of rooms that meet are too near each other.
fn collide((room, time): (usize, Time), (other, beside): (usize, Time)) -> bool {
    let between = ROOMS[room].2.max(ROOMS[other].2);
    meet(room, other) && time.0 < beside.1 + between && beside.0 < time.1 + between
}

struct History {
    org: Org,
    people: Vec<Person>,
    rooms: Vec<Value>,
    taken: Vec<Taken>,
    dice: Dice,
}

fn span(time: Time) -> Value {
    // Noon of the clock is the half hour 24.
    let clock =
        |half: usize| at(i32::from(half == DAY), &format!("{:02}:{:02}", half % DAY / 2, half % 2 * 30));
    json!({"start": clock(time.0), "end": clock(time.1)})
}

impl History {
    async fn new(seed: u64) -> Self {
        let world = World::new().await;
        let org = world.org("Sporthallen").await;
        let hall = room(&org, ROOMS[0].0, json!({"unitCount": 3})).await;
        let mut rooms = vec![hall.clone()];
        for (n, (name, units, buffer)) in ROOMS.iter().enumerate().skip(1) {
            let settings = if n == POOL {
                json!({"maxConcurrent": IN_THE_POOL})
            } else {
                json!({
                    "idSpace": hall["idSpace"], "units": units, "bufferTime": buffer * 30,
                    "requiresApproval": n == ON_REQUEST,
                })
            };
            rooms.push(room(&org, name, settings).await);
        }
        let mut people = Vec::new();
        for _ in 0..PEOPLE {
            people.push(org.with("MEMBER").await);
        }
        Self { org, people, rooms, taken: Vec::new(), dice: Dice::new(seed) }
    }

    /// Whether a time is free, `without` one that takes it.
    fn fits(&self, (room, time): (usize, Time), without: Option<usize>) -> bool {
        let others = || {
            let others = self.taken.iter().enumerate().filter(|(n, _)| Some(*n) != without);
            others.map(|(_, one)| (one.room, one.time))
        };
        if room == POOL {
            let in_it = |half: usize| {
                others()
                    .filter(|(other, beside)| *other == POOL && (beside.0..beside.1).contains(&half))
                    .count()
            };
            return (time.0..time.1).all(|half| in_it(half) < IN_THE_POOL);
        }
        !others().any(|other| collide((room, time), other))
    }

    fn any_time(&mut self) -> (usize, Time) {
        let room = self.dice.below(ROOMS.len());
        let start = BUSY.start + self.dice.below(BUSY.len());
        (room, (start, start + 1 + self.dice.below(4)))
    }

    /// One of those that somebody holds, or has booked.
    fn any_taken(&mut self, is_hold: bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.taken.len()).filter(|n| self.taken[*n].is_hold == is_hold).collect();
        (!all.is_empty()).then(|| all[self.dice.below(all.len())])
    }

    /// What becomes of a request: taken, or refused because it is.
    fn took(&mut self, by: usize, (room, time): (usize, Time), is_free: bool, answer: Answer, is_hold: bool) {
        if is_free {
            let shown = answer.is(201);
            self.taken.push(Taken { room, time, by, shown, is_hold });
            return;
        }
        let problem = answer.refused(409, "OVERLAP");
        let near = problem["nearest"].as_array().unwrap();
        assert_eq!(near.len(), 2, "two others are offered: {problem}");
    }

    async fn books(&mut self) {
        let (by, (room, time)) = (self.dice.below(PEOPLE), self.any_time());
        let answer = books(&self.people[by], &self.rooms[room], span(time)).await;
        let is_free = self.fits((room, time), None);
        self.took(by, (room, time), is_free, answer, false);
    }

    /// Two at once, perhaps for the same time.
    async fn both_book(&mut self) {
        let (one, other) = (self.any_time(), self.any_time());
        let other = if self.dice.below(2) == 0 { (other.0, one.1) } else { other };
        let of_one = books(&self.people[0], &self.rooms[one.0], span(one.1));
        let of_other = books(&self.people[1], &self.rooms[other.0], span(other.1));
        let (of_one, of_other) = join(of_one, of_other).await;
        // As if one had come after the other, whichever was first.
        let is_first = of_one.status == 201;
        let order = if is_first {
            [(0, one, of_one), (1, other, of_other)]
        } else {
            [(1, other, of_other), (0, one, of_one)]
        };
        for (by, wanted, answer) in order {
            let is_free = self.fits(wanted, None);
            self.took(by, wanted, is_free, answer, false);
        }
    }

    async fn holds(&mut self) {
        let (by, wanted) = (self.dice.below(PEOPLE), self.any_time());
        let held = self.taken.iter().filter(|one| one.is_hold && one.by == by).count();
        let answer = holds(&self.people[by], &self.rooms[wanted.0], span(wanted.1)).await;
        if held == HOLDS {
            answer.refused(409, "TOO_MANY_HOLDS");
            return;
        }
        let is_free = self.fits(wanted, None);
        self.took(by, wanted, is_free, answer, true);
    }

    /// Books what is held, or gives it back.
    async fn ends_hold(&mut self) {
        let Some(n) = self.any_taken(true) else { return };
        let held = self.taken.swap_remove(n);
        let person = &self.people[held.by];
        if self.dice.below(3) == 0 {
            let path = of(&self.rooms[held.room], &format!("/hold/{}", held.shown["holdId"]));
            assert_eq!(person.delete(&path).await.status, 204);
            return;
        }
        let shown = person.post("/api/v1/booking", json!({"holdId": held.shown["holdId"]})).await.is(201);
        self.taken.push(Taken { shown, is_hold: false, ..held });
    }

    async fn moves(&mut self) {
        let Some(n) = self.any_taken(false) else { return };
        let (mut wanted, before) = (self.any_time(), self.taken[n].room);
        if (wanted.0 == POOL) != (before == POOL) {
            wanted.0 = before;
        }
        let to = with(span(wanted.1), json!({"idBookable": self.rooms[wanted.0]["idBookable"]}));
        let answer = moves(&self.people[self.taken[n].by], &self.taken[n].shown, to).await;
        if self.fits(wanted, Some(n)) {
            let one = &mut self.taken[n];
            (one.room, one.time, one.shown) = (wanted.0, wanted.1, answer.is(200));
        } else {
            answer.refused(409, "OVERLAP");
        }
    }

    /// The booker cancels, or whoever runs the hall answers.
    async fn ends(&mut self) {
        let Some(n) = self.any_taken(false) else { return };
        let one = &self.taken[n];
        if one.shown["flStatus"] == 3 && self.dice.below(2) == 0 {
            self.taken[n].shown = does(&self.org.owner, &self.taken[n].shown, "confirm").await.is(200);
            return;
        }
        if one.shown["flStatus"] == 3 && self.dice.below(2) == 0 {
            does(&self.org.owner, &one.shown, "decline").await.is(200);
        } else {
            does(&self.people[one.by], &one.shown, "cancel").await.is(200);
        }
        self.taken.swap_remove(n);
    }

    /// Every free time, each booking, and what the store says of itself.
    async fn compares(&self) {
        for (n, room) in self.rooms.iter().enumerate() {
            let path = of(room, &format!("/slots?from={}&to={}", day(0), day(1)));
            let shown = self.people[0].get(&path).await.is(200)["content"].take();
            let expected: Vec<Value> = (0..DAY)
                .map(|start| {
                    let until =
                        (start + 1..=DAY).take_while(|end| self.fits((n, (start, *end)), None)).last();
                    let latest = span((start, until.unwrap_or(start + 1)))["end"].take();
                    with(span((start, start + 1)), json!({"latest": latest, "free": until.is_some()}))
                })
                .collect();
            assert_eq!(shown, json!(expected), "{}", ROOMS[n].0);
        }
        for one in self.taken.iter().filter(|one| !one.is_hold) {
            let read = self.people[one.by].get(&its(&one.shown, "")).await.is(200);
            let (start, end) = (read["start"].clone(), read["end"].clone());
            assert_eq!(json!({"start": start, "end": end}), span(one.time));
            assert_eq!(read["idBookable"], self.rooms[one.room]["idBookable"]);
        }
        assert_eq!(self.org.world.storage.check().await.unwrap(), Vec::<String>::new());
    }
}

#[actix_web::test]
async fn free_times_are_what_a_plain_look_says_after_random_histories() {
    for seed in SEEDS {
        let mut history = History::new(seed).await;
        for step in 1..=STEPS {
            match history.dice.below(10) {
                0..3 => history.books().await,
                3 => history.both_book().await,
                4 => history.holds().await,
                5 => history.ends_hold().await,
                6..8 => history.moves().await,
                _ => history.ends().await,
            }
            if step % LOOKS == 0 {
                history.compares().await;
            }
        }
    }
}
