//! Contract §3.7 as a whole: after random histories, unread counts, mentions and notifications in the API match a plain
//! recount from messages and read marks, written here from the contract's sentences. Also its single sentences about
//! recipients.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::{Dice, Org, Patience, Person, Value, World, each, id, json};

/// The seeds, one history each.
const SEEDS: std::ops::Range<u64> = 1..13;
const STEPS: usize = 40;
const LEVELS: [&str; 4] = ["default", "all", "mention", "none"];
/// Participants: the owner, three members, and a follower whose messages need approval.
const PEOPLE: usize = 5;
const FOLLOWER: usize = 4;
/// A moderated channel of everybody, and a private one that people join and leave.
const MODERATED: usize = 0;
const PRIVATE: usize = 1;

/// A text's mentions: people, and `@channel` and the like.
#[derive(Clone, Default)]
struct Text {
    named: BTreeSet<usize>,
    all: bool,
}

/// The model of a message. Time is counted in steps.
struct Said {
    id: i64,
    channel: usize,
    by: usize,
    parent: Option<usize>,
    /// When it was sent: its place in the channel.
    sent: usize,
    /// When it became visible; `None`: it is pending.
    shown: Option<usize>,
    deleted: bool,
    /// People mentioned by name, and since when.
    named: BTreeMap<usize, usize>,
    /// A mention of everybody: since when, and who could read the channel then.
    all: Option<(usize, BTreeSet<usize>)>,
    /// The text of an edit that is pending approval.
    waits: Option<Text>,
}

#[derive(Default)]
struct Model {
    now: usize,
    said: Vec<Said>,
    /// Members of the private channel.
    inside: BTreeSet<usize>,
    levels: BTreeMap<(usize, usize), (&'static str, bool)>,
    marks: BTreeMap<(usize, usize), usize>,
    thread_marks: BTreeMap<(usize, usize), usize>,
    /// (person, message) → since when there is a notification, and whether it is for a mention.
    bells: BTreeMap<(usize, usize), (usize, bool)>,
}

impl Model {
    fn reads(&self, person: usize, channel: usize) -> bool {
        channel == MODERATED || self.inside.contains(&person)
    }

    fn mark(&self, person: usize, said: &Said) -> usize {
        match said.parent {
            Some(parent) => self.thread_marks.get(&(person, parent)).copied().unwrap_or(0),
            None => self.marks.get(&(person, said.channel)).copied().unwrap_or(0),
        }
    }

    /// Since when a message mentions somebody.
    fn call(person: usize, said: &Said) -> Option<usize> {
        if said.by == person || said.deleted || said.shown.is_none() {
            return None;
        }
        let with_all =
            said.all.as_ref().filter(|(_, called)| called.contains(&person)).map(|(since, _)| *since);
        said.named.get(&person).copied().max(with_all)
    }

    fn mentions(&self, person: usize, channel: usize) -> usize {
        let here = self.said.iter().filter(|said| said.channel == channel);
        here.filter(|said| Self::call(person, said).is_some_and(|since| since > self.mark(person, said)))
            .count()
    }

    fn has_unread(&self, person: usize, channel: usize) -> bool {
        let unread = |said: &Said| {
            said.channel == channel
                && said.parent.is_none()
                && !said.deleted
                && said.by != person
                && said.shown.is_some_and(|shown| shown > self.mark(person, said))
        };
        self.mentions(person, channel) > 0 || self.said.iter().any(unread)
    }

    fn bell(&self, person: usize) -> usize {
        let mine = self.bells.iter().filter(|((whose, _), _)| *whose == person);
        mine.filter(|((_, about), (since, _))| *since > self.mark(person, &self.said[*about])).count()
    }

    fn rings(&self, person: usize, channel: usize, mention: bool, reply: bool) -> bool {
        let (level, muted) = self.levels[&(person, channel)];
        !muted
            && match level {
                "all" => true,
                "default" => mention || reply,
                "mention" => mention,
                _ => false,
            }
    }

    /// Applies a text's mentions as of now.
    fn calls(&mut self, n: usize, text: &Text) {
        let (now, channel) = (self.now, self.said[n].channel);
        let readers: BTreeSet<usize> = (0..PEOPLE).filter(|p| self.reads(*p, channel)).collect();
        let said = &mut self.said[n];
        // Only people who may read the channel can be mentioned.
        said.named.retain(|person, _| text.named.contains(person) && readers.contains(person));
        for person in text.named.intersection(&readers) {
            said.named.entry(*person).or_insert(now);
        }
        match (text.all, said.all.is_some()) {
            (true, false) => said.all = Some((now, readers)),
            (false, _) => said.all = None,
            (true, true) => {}
        }
    }

    fn publish(&mut self, n: usize) {
        let now = self.now;
        self.said[n].shown = Some(now);
        self.said[n].named.values_mut().for_each(|since| *since = now);
        let (channel, by, parent) = (self.said[n].channel, self.said[n].by, self.said[n].parent);
        for person in (0..PEOPLE).filter(|p| *p != by && self.reads(*p, channel)).collect::<Vec<_>>() {
            let mention = Self::call(person, &self.said[n]).is_some();
            let wrote = |said: &Said| said.by == person && said.shown.is_some();
            let reply = parent.is_some_and(|parent| {
                wrote(&self.said[parent])
                    || self
                        .said
                        .iter()
                        .enumerate()
                        .any(|(k, s)| k != n && s.parent == Some(parent) && wrote(s))
            });
            if self.rings(person, channel, mention, reply) {
                self.bells.insert((person, n), (now, mention));
            }
        }
    }

    /// Applies an edit of a published message.
    fn edited(&mut self, n: usize, text: &Text) {
        let before: Vec<_> = (0..PEOPLE).map(|p| Self::call(p, &self.said[n])).collect();
        self.calls(n, text);
        let channel = self.said[n].channel;
        for (person, before) in before.into_iter().enumerate() {
            let call = Self::call(person, &self.said[n]);
            if call.is_some() && call > before && call == Some(self.now) {
                if self.rings(person, channel, true, false) {
                    self.bells.insert((person, n), (self.now, true));
                }
            } else if self.bells.get(&(person, n)).is_some_and(|(_, mention)| *mention) {
                match call {
                    Some(since) => _ = self.bells.insert((person, n), (since, true)),
                    None => _ = self.bells.remove(&(person, n)),
                }
            }
        }
    }
}

struct History {
    org: Org,
    people: Vec<Person>,
    channels: [i64; 2],
    dice: Dice,
    model: Model,
    log: Vec<String>,
}

impl History {
    async fn new(world: &World, seed: u64) -> Self {
        let org = world.org(&format!("Skola {seed}")).await;
        let mut people = vec![org.owner.clone()];
        for _ in 1..FOLLOWER {
            people.push(org.with("MEMBER").await);
        }
        people.push(org.with("FOLLOWER").await);
        let settings = json!({"requireModeration": true, "autoApproveMembers": true, "allowFollowers": true});
        let moderated = org.channel("granskad", settings).await;
        let private = org.channel("privat", json!({"channelType": "PRIVATE"})).await;
        let mut history = Self {
            org,
            people,
            channels: [moderated, private],
            dice: Dice::new(seed),
            model: Model { inside: BTreeSet::from([0]), ..Model::default() },
            log: Vec::new(),
        };
        history.moves(1).await;
        for person in 0..PEOPLE {
            for channel in [MODERATED, PRIVATE] {
                history.chooses(person, channel).await;
            }
        }
        history
    }

    /// Chooses a notification level if the person may read the channel; otherwise the default remains.
    async fn chooses(&mut self, person: usize, channel: usize) {
        let (level, muted) = (LEVELS[self.dice.below(4)], self.dice.below(6) == 0);
        let reads = self.model.reads(person, channel);
        if reads {
            let path = format!("/api/v1/chat/channels/{}/settings", self.channels[channel]);
            self.people[person].put(&path, json!({"notifyLevel": level, "muted": muted})).await.data();
        }
        let chosen = if reads { (level, muted) } else { ("default", false) };
        self.model.levels.insert((person, channel), chosen);
    }

    /// Lets a member join or leave the private channel.
    async fn moves(&mut self, person: usize) {
        let path =
            format!("/api/v1/chat/channels/{}/members/{}", self.channels[PRIVATE], self.people[person].id);
        if self.model.inside.remove(&person) {
            self.org.owner.delete(&path).await.is(200);
        } else {
            self.org.owner.put(&path, json!({})).await.data();
            self.model.inside.insert(person);
        }
        self.log.push(format!("{person} joins or leaves"));
    }

    /// A random text that mentions some people, and everybody if its author may.
    fn text(&mut self, by: usize) -> (Text, String) {
        let mut text = Text { all: by == 0 && self.dice.below(4) == 0, ..Text::default() };
        let mut words = format!("hej {}", self.model.now);
        for person in 0..PEOPLE {
            if self.dice.below(4) == 0 {
                text.named.insert(person);
                words.push_str(" @");
                words.push_str(&self.people[person].name);
            }
        }
        if text.all {
            words.push_str([" @channel", " @everyone", " @all"][self.dice.below(3)]);
        }
        (text, words)
    }

    /// A random message that matches.
    fn one(&mut self, fits: impl Fn(&Said) -> bool) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.model.said.len()).filter(|n| fits(&self.model.said[*n])).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.dice.below(fitting.len())]) }
    }

    async fn sends(&mut self, by: usize, channel: usize, parent: Option<usize>) {
        let (text, words) = self.text(by);
        let mut body = json!({"content": words});
        if let Some(parent) = parent {
            body["parentMessageId"] = json!(self.model.said[parent].id);
        }
        let sent = self.people[by].sends(self.channels[channel], body).await.data();
        let (now, n) = (self.model.now, self.model.said.len());
        self.model.said.push(Said {
            id: id(&sent["id"]),
            channel,
            by,
            parent,
            sent: now,
            shown: None,
            deleted: false,
            named: BTreeMap::new(),
            all: None,
            waits: None,
        });
        self.model.calls(n, &text);
        // Posting marks as read.
        match parent {
            Some(parent) => _ = self.model.thread_marks.insert((by, parent), now),
            None => _ = self.model.marks.insert((by, channel), now),
        }
        if by != FOLLOWER || channel != MODERATED {
            self.model.publish(n);
        }
        self.log.push(format!("{by} sends {n} in {channel}, thread {parent:?}: {words}"));
    }

    async fn edits(&mut self, n: usize) {
        let (by, path) = (self.model.said[n].by, format!("/api/v1/chat/messages/{}", self.model.said[n].id));
        let (text, words) = self.text(by);
        self.people[by].put(&path, json!({"content": words})).await.data();
        if self.model.said[n].shown.is_none() {
            self.model.calls(n, &text);
        } else if by == FOLLOWER && self.model.said[n].channel == MODERATED {
            self.model.said[n].waits = Some(text);
        } else {
            self.model.edited(n, &text);
        }
        self.log.push(format!("{by} edits {n}: {words}"));
    }

    async fn approves(&mut self, n: usize) {
        let path = format!("/api/v1/chat/messages/{}/approve", self.model.said[n].id);
        self.people[0].post(&path, json!({})).await.data();
        match self.model.said[n].waits.take() {
            Some(text) => self.model.edited(n, &text),
            None => self.model.publish(n),
        }
        self.log.push(format!("{n} is approved"));
    }

    async fn deletes(&mut self, n: usize) {
        // A pending message is deleted by its author: a rejection would notify them.
        let waits = self.model.said[n].shown.is_none();
        let by = if self.dice.below(2) == 0 && !waits { 0 } else { self.model.said[n].by };
        self.people[by].delete(&format!("/api/v1/chat/messages/{}", self.model.said[n].id)).await.data();
        self.model.said[n].deleted = true;
        self.model.said[n].waits = None;
        self.model.bells.retain(|(_, about), _| *about != n);
        self.log.push(format!("{by} deletes {n}"));
    }

    async fn reads(&mut self, person: usize, channel: usize) {
        let path = format!("/api/v1/chat/channels/{}/read", self.channels[channel]);
        let up_to = self.one(|said| said.channel == channel && said.parent.is_none() && said.shown.is_some());
        let up_to = up_to.filter(|_| self.dice.below(2) == 0);
        let is_newest = |n: usize| {
            let others = self.model.said.iter();
            let mut others = others
                .filter(|said| said.channel == channel && said.parent.is_none() && said.shown.is_some());
            others.all(|said| said.sent <= self.model.said[n].sent)
        };
        let (body, mark) = match up_to {
            // The newest message: everything is read.
            Some(n) if is_newest(n) => (json!({"lastReadMessageId": self.model.said[n].id}), self.model.now),
            Some(n) => (json!({"lastReadMessageId": self.model.said[n].id}), self.model.said[n].sent),
            None => (json!({}), self.model.now),
        };
        self.people[person].post(&path, body.clone()).await.data();
        let held = self.model.marks.entry((person, channel)).or_insert(0);
        *held = mark.max(*held);
        self.log.push(format!("{person} reads {channel}: {body}"));
    }

    async fn reads_thread(&mut self, person: usize, parent: usize) {
        let path = format!("/api/v1/chat/messages/{}/thread/read", self.model.said[parent].id);
        self.people[person].post(&path, json!({})).await.data();
        self.model.thread_marks.insert((person, parent), self.model.now);
        self.log.push(format!("{person} reads thread {parent}"));
    }

    async fn step(&mut self) {
        self.model.now += 1;
        let person = self.dice.below(PEOPLE);
        let channel = self.dice.below(2);
        let reads = self.model.reads(person, channel);
        let inside: Vec<bool> = (0..PEOPLE).map(|p| self.model.reads(p, PRIVATE)).collect();
        let may = |by: usize, channel: usize| channel == MODERATED || inside[by];
        match self.dice.below(12) {
            0..=2 if reads => self.sends(person, channel, None).await,
            3 | 4 if reads => {
                let parent = self
                    .one(|s| s.channel == channel && s.parent.is_none() && s.shown.is_some() && !s.deleted);
                if let Some(parent) = parent {
                    self.sends(person, channel, Some(parent)).await;
                }
            }
            5 | 6 => {
                if let Some(n) = self.one(|s| !s.deleted && may(s.by, s.channel)) {
                    self.edits(n).await;
                }
            }
            7 => {
                if let Some(n) = self.one(|s| !s.deleted && may(s.by, s.channel)) {
                    self.deletes(n).await;
                }
            }
            8 => {
                if let Some(n) = self.one(|s| !s.deleted && (s.shown.is_none() || s.waits.is_some())) {
                    self.approves(n).await;
                }
            }
            9 if reads => self.reads(person, channel).await,
            10 if reads => {
                let threads: BTreeSet<usize> = self.model.said.iter().filter_map(|s| s.parent).collect();
                let threads: Vec<usize> =
                    threads.into_iter().filter(|n| self.model.said[*n].channel == channel).collect();
                if !threads.is_empty() {
                    let parent = threads[self.dice.below(threads.len())];
                    self.reads_thread(person, parent).await;
                }
            }
            11 if person != 0 && person != FOLLOWER => {
                // Recipients of the last message are determined after its response.
                self.agrees().await;
                self.moves(person).await;
            }
            _ => {}
        }
    }

    /// The API's state for each person: per readable channel, and the bell.
    async fn says(&self) -> Vec<(Vec<(bool, usize)>, usize)> {
        let mut all = Vec::new();
        for person in &self.people {
            let path = format!("/api/v1/chat/workspaces/{}/unread", self.org.workspace);
            let seen = person.get(&path).await.data();
            let of = |channel: &i64| {
                let list = seen["channels"].as_array().unwrap();
                let one = list.iter().find(|one| one["channelId"] == *channel)?;
                Some((one["hasUnread"] == true, one["mentionCount"].as_u64().unwrap() as usize))
            };
            let bell = person.get("/api/v1/notifications/unread-count").await.is(200)["data"].as_u64();
            all.push((self.channels.iter().filter_map(of).collect(), bell.unwrap() as usize));
        }
        all
    }

    fn expected(&self) -> Vec<(Vec<(bool, usize)>, usize)> {
        let model = &self.model;
        let of = |person: usize| {
            let channels = (0..2).filter(|channel| model.reads(person, *channel));
            let channels = channels.map(|c| (model.has_unread(person, c), model.mentions(person, c)));
            (channels.collect(), model.bell(person))
        };
        (0..PEOPLE).map(of).collect()
    }

    /// The API agrees with the recount; notifications are written after the response.
    async fn agrees(&self) {
        let expected = self.expected();
        let mut patience = Patience::new();
        while patience.lasts().await {
            if self.says().await == expected {
                return;
            }
        }
        let log = self.log.join("\n");
        assert_eq!(self.says().await, expected, "{:?}\n{log}", self.model.levels);
    }
}

#[actix_web::test]
async fn read_state_matches_a_recount_after_random_histories() {
    let world = World::new().await;
    for seed in SEEDS {
        let mut history = History::new(&world, seed).await;
        for step in 0..STEPS {
            history.step().await;
            if step % 8 == 7 {
                history.agrees().await;
            }
        }
        history.agrees().await;
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

async fn mentions(person: &Person, channel: i64) -> Value {
    person.get(&format!("/api/v1/chat/channels/{channel}")).await.data()["member"]["mentionCount"].take()
}

#[actix_web::test]
async fn people_who_join_later_are_not_mentioned() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let before = org.with("MEMBER").await;
    let private = org.channel("styrelsen", json!({"channelType": "PRIVATE"})).await;
    let member = |person: &Person| format!("/api/v1/chat/channels/{private}/members/{}", person.id);
    let (inside, later) = (org.with("MEMBER").await, org.with("MEMBER").await);
    org.owner.put(&member(&inside), json!({})).await.data();
    // `inside` was mentioned in the general channel as well.
    for (channel, called, bells) in [(org.general, &before, 3), (private, &inside, 6)] {
        for call in ["@channel", "@everyone", "@all"] {
            org.owner.says(channel, &format!("möte {call}")).await;
        }
        assert_eq!(mentions(called, channel).await, 3);
        called.bell(bells).await;
    }
    org.owner.put(&member(&later), json!({})).await.data();
    let newcomer = org.with("MEMBER").await;
    assert_eq!(
        (mentions(&newcomer, org.general).await, mentions(&later, private).await),
        (json!(0), json!(0))
    );
    org.owner.says(org.general, "välkomna @channel").await;
    org.owner.says(private, "välkommen @channel").await;
    assert_eq!(
        (mentions(&newcomer, org.general).await, mentions(&later, private).await),
        (json!(1), json!(1))
    );
    assert_eq!(each(&newcomer.bell(1).await, "preview"), ["välkomna @channel"]);
    // They were mentioned in the general channel throughout.
    assert_eq!(
        later.bell(5).await.as_array().unwrap().iter().filter(|n| n["channelId"] == private).count(),
        1
    );
}

#[actix_web::test]
async fn level_all_notifies_of_every_message() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let settings = format!("/api/v1/chat/channels/{}/settings", org.general);
    anna.put(&settings, json!({"notifyLevel": "all"})).await.data();
    let first = org.owner.says(org.general, "ett").await;
    bo.replies(org.general, first, "svar").await;
    anna.says(org.general, "eget").await;
    let bell = anna.bell(2).await;
    assert_eq!(each(&bell, "type"), ["MESSAGE", "MESSAGE"]);
    assert_eq!(each(&bell, "preview"), ["svar", "ett"]);
    // Posting marks the channel as read; the thread has a read mark of its own.
    let mut patience = Patience::new();
    while patience.lasts().await {
        if each(&anna.bell(2).await, "read") == [false, true] {
            break;
        }
    }
    assert_eq!(each(&anna.bell(2).await, "read"), [false, true]);
    org.owner.delete(&format!("/api/v1/chat/messages/{first}")).await.data();
    let mut patience = Patience::new();
    while patience.lasts().await {
        if anna.get("/api/v1/notifications").await.is(200)["content"].as_array().unwrap().len() == 1 {
            break;
        }
    }
    assert_eq!(each(&anna.bell(1).await, "preview"), ["svar"]);
    anna.put(&settings, json!({"muted": true})).await.data();
    org.owner.says(org.general, "tyst").await;
    anna.put(&settings, json!({"muted": false, "notifyLevel": "default"})).await.data();
    org.owner.says(org.general, "vanligt").await;
    org.owner.says(org.general, &format!("hej @{}", anna.name)).await;
    assert_eq!(
        each(&anna.bell(2).await, "type"),
        ["MENTION", "MESSAGE"],
        "neither the muted one nor the plain one"
    );
}
