//! The law of timelines: after random histories what comes to a reader is what follows, by the contract's sentences alone, from
//! whom they follow, know and belong to, and from whom each post is for. Contract §5, §6.

use std::collections::BTreeSet;

use crate::harness::{Org, Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_feed::{at, findable, follows, says};

const SEEDS: std::ops::Range<u64> = 1..5;
const STEPS: usize = 45;
/// Steps between two looks at everybody's timeline.
const LOOKS: usize = 9;
const PEOPLE: usize = 4;
const OF_PEOPLE: [&str; 3] = ["PUBLIC", "FOLLOWERS", "CONTACTS"];
const OF_ORG: [&str; 3] = ["PUBLIC", "FOLLOWERS", "ENTITY_MEMBERS"];

/// xorshift64*: the same seed, the same history, on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

struct Written {
    seen: Value,
    by: usize,
    in_org: bool,
    audience: String,
    /// Its comments and likes, as many as there are.
    likes: BTreeSet<usize>,
    comments: usize,
}

#[derive(Default)]
struct Model {
    posts: Vec<Written>,
    /// Who follows whom.
    follows: BTreeSet<(usize, usize)>,
    /// Both ways.
    contacts: BTreeSet<(usize, usize)>,
    /// Whom a person lets see what is public alone.
    limits: BTreeSet<(usize, usize)>,
    /// Who has blocked whom.
    blocks: BTreeSet<(usize, usize)>,
    members: BTreeSet<usize>,
    followers: BTreeSet<usize>,
}

impl Model {
    fn are_contacts(&self, one: usize, other: usize) -> bool {
        self.contacts.contains(&(one.min(other), one.max(other)))
    }

    fn is_apart(&self, one: usize, other: usize) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }

    /// Whether a reader may read a post.
    fn reads(&self, me: usize, post: &Written) -> bool {
        if post.in_org {
            let (member, follower) = (self.members.contains(&me), self.followers.contains(&me));
            return match post.audience.as_str() {
                "PUBLIC" => true,
                "FOLLOWERS" => member || follower,
                _ => member,
            };
        }
        let by = post.by;
        if me == by {
            return true;
        }
        if self.is_apart(me, by) {
            return false;
        }
        let (contact, limited) = (self.are_contacts(me, by), self.limits.contains(&(by, me)));
        match post.audience.as_str() {
            "PUBLIC" => true,
            "FOLLOWERS" if contact => !limited,
            "FOLLOWERS" => self.follows.contains(&(me, by)),
            _ => contact && !limited,
        }
    }

    /// Whether its posts come to a reader by themselves.
    fn comes(&self, me: usize, post: &Written) -> bool {
        let of = if post.in_org {
            self.members.contains(&me) || self.followers.contains(&me)
        } else {
            me == post.by || self.are_contacts(me, post.by) || self.follows.contains(&(me, post.by))
        };
        of && self.reads(me, post)
    }

    fn home(&self, me: usize) -> Vec<&Value> {
        self.posts.iter().rev().filter(|post| self.comes(me, post)).map(|post| &post.seen["uuid"]).collect()
    }

    fn sever(&mut self, one: usize, other: usize) {
        let of = |pair: &(usize, usize)| *pair == (one, other) || *pair == (other, one);
        self.follows.retain(|pair| !of(pair));
        self.contacts.retain(|pair| !of(pair));
        self.limits.retain(|pair| !of(pair));
    }
}

struct History {
    people: Vec<Person>,
    org: Org,
    model: Model,
    dice: Dice,
}

impl History {
    async fn new(seed: u64) -> Self {
        let world = World::new().await;
        let org = world.org("Skolan").await;
        org.owner.patch(&org.at(""), json!({"membershipMode": "OPEN"})).await.is(200);
        let mut people = Vec::new();
        for name in ["Anna", "Bo", "Cia", "Dag"].into_iter().take(PEOPLE) {
            let person = world.person(name).await;
            findable(&person).await;
            people.push(person);
        }
        Self { people, org, model: Model::default(), dice: Dice(seed) }
    }

    async fn contact_id(&self, me: usize, other: usize) -> Value {
        let list = self.people[me].get("/api/v1/contacts").await.is(200)["content"].take();
        let found = list.as_array().unwrap().iter().find(|one| one["user"]["id"] == self.people[other].id);
        found.unwrap()["id"].clone()
    }

    async fn posts(&mut self, by: usize) {
        let in_org = self.model.members.contains(&by) && self.dice.below(2) == 0;
        let audience = if in_org { OF_ORG } else { OF_PEOPLE }[self.dice.below(3)].to_owned();
        let id = in_org.then_some(self.org.id);
        let seen =
            says(&self.people[by], json!({"txMessage": "x", "audience": audience, "idEntity": id})).await;
        let (likes, comments) = (BTreeSet::new(), 0);
        self.model.posts.push(Written { seen, by, in_org, audience, likes, comments });
    }

    /// Something about a post that the person may read.
    async fn touches(&mut self, me: usize, what: usize) {
        let (model, person) = (&mut self.model, &self.people[me]);
        if model.posts.is_empty() {
            return;
        }
        let which = self.dice.below(model.posts.len());
        let reads = model.reads(me, &model.posts[which]);
        let post = &mut model.posts[which];
        let is_mine = !post.in_org && post.by == me;
        match what {
            0 if is_mine => {
                person.delete(&at(&post.seen, "")).await.is(204);
                model.posts.remove(which);
            }
            1 if is_mine => {
                let audience = OF_PEOPLE[self.dice.below(3)];
                person.put(&at(&post.seen, ""), json!({"audience": audience})).await.is(200);
                audience.clone_into(&mut post.audience);
            }
            2 => {
                let answer = person.call("PUT", &at(&post.seen, "/like")).send().await;
                assert_eq!(answer.status, if reads { 200 } else { 404 });
                reads.then(|| post.likes.insert(me));
            }
            3 => {
                let answer = person.delete(&at(&post.seen, "/like")).await;
                assert_eq!(answer.status, if reads { 200 } else { 404 });
                reads.then(|| post.likes.remove(&me));
            }
            _ => {
                let answer = person.post(&at(&post.seen, "/comments"), json!({"txMessage": "y"})).await;
                assert_eq!(answer.status, if reads { 201 } else { 404 });
                post.comments += usize::from(reads);
            }
        }
    }

    async fn ties(&mut self, me: usize, other: usize) {
        let (one, two) = (&self.people[me], &self.people[other]);
        match self.dice.below(7) {
            0 | 1 if !self.model.is_apart(me, other) => {
                follows(one, two).await;
                self.model.follows.insert((me, other));
            }
            2 => {
                one.delete(&format!("/api/v1/contacts/follow/{}", two.id)).await.is(204);
                self.model.follows.remove(&(me, other));
            }
            3 if !self.model.is_apart(me, other) && !self.model.are_contacts(me, other) => {
                befriend(one, two).await;
                self.model.contacts.insert((me.min(other), me.max(other)));
            }
            4 if self.model.are_contacts(me, other) => {
                let id = self.contact_id(me, other).await;
                one.delete(&format!("/api/v1/contacts/{id}")).await.is(204);
                self.model.contacts.remove(&(me.min(other), me.max(other)));
                self.model.limits.retain(|pair| *pair != (me, other) && *pair != (other, me));
            }
            5 if self.model.are_contacts(me, other) => {
                let is_limited = self.model.limits.contains(&(me, other));
                let setting = if is_limited { "ALL" } else { "PUBLIC" };
                let path = format!("/api/v1/contacts/{}/privacy", self.contact_id(me, other).await);
                one.put(&path, json!({"feedSetting": setting})).await.is(200);
                if is_limited {
                    self.model.limits.remove(&(me, other));
                } else {
                    self.model.limits.insert((me, other));
                }
            }
            6 => self.blocks(me, other).await,
            _ => {}
        }
    }

    async fn blocks(&mut self, me: usize, other: usize) {
        let (one, two) = (&self.people[me], &self.people[other]);
        if self.model.blocks.remove(&(me, other)) {
            let list = one.get("/api/v1/contacts/blocked").await.is(200)["content"].take();
            let found = list.as_array().unwrap().iter().find(|block| block["userId"] == two.id).unwrap();
            one.delete(&format!("/api/v1/contacts/block/{}", found["id"])).await.is(204);
        } else if !self.model.is_apart(me, other) {
            one.post("/api/v1/contacts/block", json!({"userId": two.id})).await.is(200);
            self.model.blocks.insert((me, other));
            self.model.sever(me, other);
        }
    }

    async fn belongs(&mut self, me: usize) {
        let person = &self.people[me];
        let is_related = self.model.members.contains(&me) || self.model.followers.contains(&me);
        match self.dice.below(3) {
            0 if !is_related => {
                person.call("POST", &self.org.at("/follow")).send().await;
                self.model.followers.insert(me);
            }
            1 if !self.model.members.contains(&me) => {
                person.post(&self.org.at("/applications"), json!({})).await.is(201);
                self.model.followers.remove(&me);
                self.model.members.insert(me);
            }
            _ if is_related => {
                let is_follower = self.model.followers.remove(&me);
                let path = if is_follower {
                    self.org.at("/follow")
                } else {
                    self.org.at(&format!("/relations/{}", person.id))
                };
                let answer = person.delete(&path).await;
                assert!(matches!(answer.status, 200 | 204), "{}", answer.text());
                self.model.members.remove(&me);
            }
            _ => {}
        }
    }

    async fn step(&mut self) {
        let me = self.dice.below(PEOPLE);
        let other = (me + 1 + self.dice.below(PEOPLE - 1)) % PEOPLE;
        match self.dice.below(12) {
            0..=2 => self.posts(me).await,
            3 | 4 => {
                let what = self.dice.below(5);
                self.touches(me, what).await;
            }
            5 | 6 => self.belongs(me).await,
            _ => self.ties(me, other).await,
        }
    }

    /// Everybody's timeline is what follows, once what is under way has come to its end.
    async fn look(&self, about: &str) {
        for (me, person) in self.people.iter().enumerate() {
            let expected = self.model.home(me);
            let mut seen = Value::Null;
            for tries in 0..=1_000 {
                seen = person.get("/api/v1/feed?limit=50").await.is(200)["content"].take();
                if each(&seen, "uuid") == expected {
                    break;
                }
                assert!(
                    tries < 1_000,
                    "{about}, {}: {:?} instead of {expected:?}",
                    person.name,
                    each(&seen, "uuid")
                );
                actix_web::rt::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            for post in seen.as_array().unwrap() {
                let model = self.model.posts.iter().find(|one| one.seen["uuid"] == post["uuid"]).unwrap();
                let expected =
                    (&json!(model.likes.len()), &json!(model.comments), &json!(model.likes.contains(&me)));
                assert_eq!((&post["nrLikes"], &post["nrComments"], &post["liked"]), expected, "{about}");
            }
        }
        for (me, person) in self.people.iter().enumerate() {
            for post in &self.model.posts {
                let answer = person.get(&at(&post.seen, "")).await;
                let expected = if self.model.reads(me, post) { 200 } else { 404 };
                assert_eq!(answer.status, expected, "{about}: {}: {}", person.name, answer.text());
            }
        }
    }
}

#[actix_web::test]
async fn what_comes_is_what_follows() {
    for seed in SEEDS {
        let mut history = History::new(seed).await;
        for step in 1..=STEPS {
            history.step().await;
            // What is lost is lost at once, whatever still lies in timelines.
            for (me, person) in history.people.iter().enumerate() {
                let seen = person.get("/api/v1/feed?limit=50").await.is(200)["content"].take();
                let allowed = history.model.home(me);
                let beyond = each(&seen, "uuid").into_iter().find(|uuid| !allowed.contains(uuid));
                assert_eq!(beyond, None, "seed {seed}, step {step}: {}", person.name);
            }
            if step % LOOKS == 0 {
                history.look(&format!("seed {seed}, step {step}")).await;
            }
        }
        assert_eq!(history.org.world.storage.check().await.unwrap(), Vec::<String>::new());
    }
}
