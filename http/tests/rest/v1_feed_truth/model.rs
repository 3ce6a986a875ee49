//! What the contract's sentences alone make of a history.

use std::collections::{BTreeMap, BTreeSet};

use super::PEOPLE;
use crate::harness::Value;

/// A post or repost.
pub struct Written {
    pub seen: Value,
    pub by: usize,
    pub in_org: bool,
    pub audience: String,
    /// What it reposts, whether that is there any more or not.
    pub original: Option<Value>,
    pub likes: BTreeSet<usize>,
    /// How many each has written on it.
    pub comments: BTreeMap<usize, usize>,
}

impl Written {
    /// In whose name.
    pub fn source(&self) -> Option<usize> {
        (!self.in_org).then_some(self.by)
    }
}

/// Everybody, and what there is.
#[derive(Default)]
pub struct Model {
    pub posts: Vec<Written>,
    /// Who follows whom.
    pub follows: BTreeSet<(usize, usize)>,
    /// Both ways.
    pub contacts: BTreeSet<(usize, usize)>,
    /// Whom a person lets see what is public alone.
    pub limits: BTreeSet<(usize, usize)>,
    /// Who has blocked whom.
    pub blocks: BTreeSet<(usize, usize)>,
    pub members: BTreeSet<usize>,
    pub followers: BTreeSet<usize>,
    /// Whose accounts are erased.
    pub gone: BTreeSet<usize>,
}

impl Model {
    pub fn are_contacts(&self, one: usize, other: usize) -> bool {
        self.contacts.contains(&(one.min(other), one.max(other)))
    }

    pub fn is_apart(&self, one: usize, other: usize) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }

    /// Whether a reader may read a post.
    pub fn reads(&self, me: usize, post: &Written) -> bool {
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
    pub fn comes(&self, me: usize, post: &Written) -> bool {
        let of = if post.in_org {
            self.members.contains(&me) || self.followers.contains(&me)
        } else {
            me == post.by || self.are_contacts(me, post.by) || self.follows.contains(&(me, post.by))
        };
        of && self.reads(me, post)
    }

    pub fn home(&self, me: usize) -> Vec<&Value> {
        self.posts.iter().rev().filter(|post| self.comes(me, post)).map(|post| &post.seen["uuid"]).collect()
    }

    pub fn post(&self, uuid: &Value) -> Option<&Written> {
        self.posts.iter().find(|post| post.seen["uuid"] == *uuid)
    }

    /// As a reader sees it.
    pub fn shown(&self, me: usize, uuid: &Value) -> Shown {
        let post = self.post(uuid).unwrap();
        let reposts = self.posts.iter().filter(|one| one.original.as_ref() == Some(uuid)).count();
        let original = post.original.as_ref().map(|uuid| {
            // What is gone, or not for the reader, is not told apart.
            self.post(uuid).filter(|post| self.reads(me, post)).map_or(Value::Null, |_| uuid.clone())
        });
        Shown {
            uuid: uuid.clone(),
            likes: post.likes.len(),
            liked: post.likes.contains(&me),
            comments: post.comments.values().sum(),
            reposts,
            original,
        }
    }

    /// Whether something was reposted in that name.
    pub fn is_reposted(&self, uuid: &Value, source: Option<usize>) -> bool {
        self.posts.iter().any(|post| post.original.as_ref() == Some(uuid) && post.source() == source)
    }

    /// Somebody is gone, and what they wrote in their own name.
    pub fn erase(&mut self, me: usize) {
        self.gone.insert(me);
        self.posts.retain(|post| post.in_org || post.by != me);
        for post in &mut self.posts {
            post.likes.remove(&me);
            post.comments.remove(&me);
        }
        for other in 0..PEOPLE {
            self.sever(me, other);
            self.blocks.retain(|pair| *pair != (me, other) && *pair != (other, me));
        }
        self.members.remove(&me);
        self.followers.remove(&me);
    }

    pub fn sever(&mut self, one: usize, other: usize) {
        let of = |pair: &(usize, usize)| *pair == (one, other) || *pair == (other, one);
        self.follows.retain(|pair| !of(pair));
        self.contacts.retain(|pair| !of(pair));
        self.limits.retain(|pair| !of(pair));
    }
}

/// What a reader sees of a post.
#[derive(Debug, PartialEq, Eq)]
pub struct Shown {
    pub uuid: Value,
    pub likes: usize,
    pub liked: bool,
    pub comments: usize,
    pub reposts: usize,
    /// What it reposts; null: that is gone.
    pub original: Option<Value>,
}

impl Shown {
    pub fn of(post: &Value) -> Self {
        let number = |field: &str| usize::try_from(post[field].as_u64().unwrap()).unwrap();
        let original = post["original"].as_object();
        Self {
            uuid: post["uuid"].clone(),
            likes: number("nrLikes"),
            liked: post["liked"] == true,
            comments: number("nrComments"),
            reposts: number("nrReposts"),
            original: original.map(|one| one.get("uuid").cloned().unwrap_or_default()),
        }
    }
}
