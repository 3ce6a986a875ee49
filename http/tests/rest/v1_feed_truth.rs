//! Timelines after random histories match what the contract's sentences say, computed from following, contacts and
//! relations and from each post's audience. Contract §5, §6.

use std::collections::{BTreeMap, BTreeSet};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::{Storage, UserId};

use crate::harness::{Dice, Org, Patience, Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_feed::{at, findable, follows, says};

mod model;

use model::{Model, Shown, Written};

const SEEDS: std::ops::Range<u64> = 1..5;
const STEPS: usize = 54;
/// Steps between two comparisons of all timelines.
const LOOKS: usize = 9;
/// The step at which an account is erased.
const ERASED: usize = 38;
const PEOPLE: usize = 4;
const OF_PEOPLE: [&str; 3] = ["PUBLIC", "FOLLOWERS", "CONTACTS"];
const OF_ORG: [&str; 3] = ["PUBLIC", "FOLLOWERS", "ENTITY_MEMBERS"];

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
        Self { people, org, model: Model::default(), dice: Dice::new(seed) }
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
        self.wrote(Written {
            seen,
            by,
            in_org,
            audience,
            original: None,
            likes: BTreeSet::new(),
            comments: BTreeMap::new(),
        });
    }

    fn wrote(&mut self, post: Written) {
        self.model.posts.push(post);
    }

    /// Tries to repost something.
    async fn reposts(&mut self, me: usize) {
        if self.model.posts.is_empty() {
            return;
        }
        let in_org = self.model.members.contains(&me) && self.dice.below(2) == 0;
        let (model, person) = (&self.model, &self.people[me]);
        let post = &model.posts[self.dice.below(model.posts.len())];
        let first = post.original.as_ref().unwrap_or(&post.seen["uuid"]).clone();
        let body = json!({"comment": "z", "entityId": in_org.then_some(self.org.id)});
        let answer = person.post(&at(&post.seen, "/repost"), body).await;
        // For a repost, the present state of the original counts.
        let original = model.post(&first).filter(|original| model.reads(me, original));
        let expected = match original {
            _ if !model.reads(me, post) => 404,
            None => 404,
            Some(original) if original.audience != "PUBLIC" => 403,
            Some(_) if model.is_reposted(&first, (!in_org).then_some(me)) => 409,
            Some(_) => 201,
        };
        assert_eq!(answer.status, expected, "{}", answer.text());
        if expected != 201 {
            return;
        }
        let made = answer.json();
        assert_eq!(made["originalUuid"], first);
        self.wrote(Written {
            seen: made,
            by: me,
            in_org,
            audience: "PUBLIC".to_owned(),
            original: Some(first),
            likes: BTreeSet::new(),
            comments: BTreeMap::new(),
        });
    }

    /// Erases an account, as its due job does.
    async fn erases(&mut self, me: usize) {
        let person = &self.people[me];
        person.delete("/api/v1/me").await.is(200);
        let due = now() + PATIENCE + 60_000;
        assert!(erase_due(&self.org.world.platform, UserId(person.id), due).await.unwrap());
        self.model.erase(me);
    }

    /// People who are not erased.
    fn here(&self) -> Vec<usize> {
        (0..PEOPLE).filter(|me| !self.model.gone.contains(me)).collect()
    }

    /// An action on a post, if the person may read it.
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
                let answer = person.put(&at(&post.seen, ""), json!({"audience": audience})).await;
                // A repost is always public.
                if post.original.is_some() && audience != "PUBLIC" {
                    answer.wrong_field("audience", "AUDIENCE");
                } else {
                    answer.is(200);
                    audience.clone_into(&mut post.audience);
                }
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
                if reads {
                    *post.comments.entry(me).or_default() += 1;
                }
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
        let here = self.here();
        let place = self.dice.below(here.len());
        let me = here[place];
        let other = here[(place + 1 + self.dice.below(here.len() - 1)) % here.len()];
        match self.dice.below(14) {
            0..=2 => self.posts(me).await,
            3 | 4 => {
                let what = self.dice.below(5);
                self.touches(me, what).await;
            }
            5 | 6 => self.belongs(me).await,
            7 | 8 => self.reposts(me).await,
            _ => self.ties(me, other).await,
        }
    }

    /// All timelines match the model once pending work is done.
    async fn look(&self, about: &str) {
        for me in self.here() {
            let person = &self.people[me];
            let home = self.model.home(me).into_iter();
            let expected: Vec<Shown> = home.map(|uuid| self.model.shown(me, uuid)).collect();
            let mut patience = Patience::new();
            loop {
                let seen = person.get("/api/v1/feed?limit=50").await.is(200)["content"].take();
                let seen: Vec<Shown> = seen.as_array().unwrap().iter().map(Shown::of).collect();
                if seen == expected {
                    break;
                }
                assert!(
                    patience.lasts().await,
                    "{about}, {}: {seen:#?} instead of {expected:#?}",
                    person.name
                );
            }
        }
        for me in self.here() {
            let person = &self.people[me];
            for post in &self.model.posts {
                let answer = person.get(&at(&post.seen, "")).await;
                let expected = if self.model.reads(me, post) { 200 } else { 404 };
                assert_eq!(answer.status, expected, "{about}: {}: {}", person.name, answer.text());
            }
        }
    }
}

#[actix_web::test]
async fn timelines_match_the_rules_after_random_histories() {
    for seed in SEEDS {
        let mut history = History::new(seed).await;
        for step in 1..=STEPS {
            if step == ERASED {
                let me = history.dice.below(PEOPLE);
                history.erases(me).await;
            } else {
                history.step().await;
            }
            // Lost rights take effect at once, whatever timelines still contain.
            for me in history.here() {
                let person = &history.people[me];
                let seen = person.get("/api/v1/feed?limit=50").await.is(200)["content"].take();
                let allowed = history.model.home(me);
                let beyond = each(&seen, "uuid").into_iter().find(|uuid| !allowed.contains(uuid));
                assert_eq!(beyond, None, "seed {seed}, step {step}: {}", person.name);
            }
            if step % LOOKS == 0 {
                history.look(&format!("seed {seed}, step {step}")).await;
            }
        }
        holds(&history.org.world.storage).await;
    }
}

/// The operator's check finds no fault, in timelines neither, once pending work is done.
async fn holds(storage: &Storage) {
    let mut patience = Patience::new();
    loop {
        let problems = storage.check().await.unwrap();
        let timelines = actors::feed::recount(storage).await.unwrap();
        if problems.is_empty() && timelines.wrong == 0 {
            break;
        }
        assert!(patience.lasts().await, "{problems:#?} {timelines:#?}");
    }
}
