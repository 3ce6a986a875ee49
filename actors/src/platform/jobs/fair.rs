//! Which waiting job is begun next (fair queueing). Pure: the runner reports what is due and what is done.
//!
//! Each class has slots of its own, so that outgoing calls and bulk work never take those of jobs that must run on
//! time. Within a class owners take turns, however many jobs each of them has, none has more than a share of the slots,
//! and at most [`BY_HOST`] jobs call one host at once.

use std::collections::{BTreeMap, HashMap, VecDeque};

/// When a kind of job is wanted, declared by the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// On time: somebody waits for it or was promised that moment.
    OnTime,
    /// It calls machines of others and waits for them.
    Outward,
    /// As soon as there is time: long, or many at once.
    Bulk,
}

impl Class {
    pub const ALL: [Self; 3] = [Self::OnTime, Self::Outward, Self::Bulk];

    pub(super) const fn limits(self) -> Limits {
        match self {
            Self::OnTime => Limits { slots: 32, by_owner: 16, waiting: WAITING },
            Self::Outward => Limits { slots: 24, by_owner: 8, waiting: WAITING },
            Self::Bulk => Limits { slots: 16, by_owner: 6, waiting: WAITING },
        }
    }
}

/// Most concurrent jobs that call one host.
pub const BY_HOST: usize = 4;
/// Jobs of a class that wait in memory; further due ones are read again from the store.
const WAITING: usize = 2_048;

/// The bounds of a class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Concurrent jobs.
    pub slots: usize,
    /// Concurrent jobs of one owner.
    pub by_owner: usize,
    /// Waiting jobs.
    pub waiting: usize,
}

/// On whose account a job runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Share {
    /// The organisation or person; empty: all jobs of its kind have one owner.
    owner: String,
    /// The host that it calls; empty: none.
    host: String,
}

impl Share {
    /// On the account of an organisation or a person.
    pub fn of(owner: i64) -> Self {
        Self { owner: owner.to_string(), host: String::new() }
    }

    /// The same, with the host that the job calls.
    #[must_use]
    pub fn calling(self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self }
    }

    /// The same; without an owner, the kind is the owner.
    #[must_use]
    pub(super) fn or_of(self, kind: &str) -> Self {
        if self.owner.is_empty() { Self { owner: kind.to_owned(), ..self } } else { self }
    }
}

/// The jobs of one class: the waiting ones, and how many run.
pub(super) struct Fair<T> {
    limits: Limits,
    waiting: BTreeMap<String, VecDeque<(Share, T)>>,
    /// Owners with waiting jobs, in turn.
    turns: VecDeque<String>,
    count: usize,
    busy: usize,
    by_owner: HashMap<String, usize>,
    by_host: HashMap<String, usize>,
}

impl<T> Fair<T> {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            waiting: BTreeMap::new(),
            turns: VecDeque::new(),
            count: 0,
            busy: 0,
            by_owner: HashMap::new(),
            by_host: HashMap::new(),
        }
    }

    /// Queues a job. If too many wait, the owner with the most gives up its last one, which is returned.
    pub fn push(&mut self, share: Share, job: T) -> Option<T> {
        let owner = share.owner.clone();
        let queue = self.waiting.entry(owner.clone()).or_default();
        if queue.is_empty() {
            self.turns.push_back(owner);
        }
        queue.push_back((share, job));
        self.count += 1;
        if self.count <= self.limits.waiting {
            return None;
        }
        let longest =
            self.waiting.iter().max_by_key(|(_, queue)| queue.len()).map(|(owner, _)| owner.clone())?;
        let queue = self.waiting.get_mut(&longest)?;
        let (_, left) = queue.pop_back()?;
        self.count -= 1;
        if queue.is_empty() {
            self.forget(&longest);
        }
        Some(left)
    }

    /// The job to begin now; none: no job may begin.
    pub fn next(&mut self) -> Option<(Share, T)> {
        if self.busy >= self.limits.slots {
            return None;
        }
        for at in 0..self.turns.len() {
            let owner = self.turns.get(at)?.clone();
            if self.by_owner.get(&owner).copied().unwrap_or(0) >= self.limits.by_owner {
                continue;
            }
            let Some(queue) = self.waiting.get_mut(&owner) else { continue };
            let by_host = &self.by_host;
            let is_free = |share: &Share| {
                share.host.is_empty() || by_host.get(&share.host).copied().unwrap_or(0) < BY_HOST
            };
            let Some(place) = queue.iter().position(|(share, _)| is_free(share)) else { continue };
            let (share, job) = queue.remove(place)?;
            let is_last = queue.is_empty();
            self.count -= 1;
            self.turns.remove(at);
            if is_last {
                self.waiting.remove(&owner);
            } else {
                self.turns.push_back(owner.clone());
            }
            self.busy += 1;
            *self.by_owner.entry(owner).or_default() += 1;
            if !share.host.is_empty() {
                *self.by_host.entry(share.host.clone()).or_default() += 1;
            }
            return Some((share, job));
        }
        None
    }

    /// A job has ended.
    pub fn done(&mut self, share: &Share) {
        self.busy = self.busy.saturating_sub(1);
        let less = |counts: &mut HashMap<String, usize>, key: &str| {
            if let Some(count) = counts.get_mut(key) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    counts.remove(key);
                }
            }
        };
        less(&mut self.by_owner, &share.owner);
        less(&mut self.by_host, &share.host);
    }

    fn forget(&mut self, owner: &str) {
        self.waiting.remove(owner);
        self.turns.retain(|one| one != owner);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SMALL: Limits = Limits { slots: 6, by_owner: 3, waiting: 20 };

    fn begun(fair: &mut Fair<i64>) -> Vec<i64> {
        std::iter::from_fn(|| fair.next()).map(|(_, job)| job).collect()
    }

    #[test]
    fn a_flood_takes_its_share_and_others_take_turns() {
        let mut fair = Fair::new(SMALL);
        for job in 0..10 {
            assert_eq!(fair.push(Share::of(1), job), None);
        }
        assert_eq!(fair.push(Share::of(2), 100), None);
        assert_eq!(begun(&mut fair), [0, 100, 1, 2], "three of the flood at most");
        assert_eq!(fair.push(Share::of(3), 200), None);
        assert_eq!(begun(&mut fair), [200], "at once, although others wait");
        fair.done(&Share::of(1));
        assert_eq!(begun(&mut fair), [3]);
    }

    #[test]
    fn silent_host_is_limited_and_delays_no_other() {
        let mut fair = Fair::new(Limits { slots: 24, by_owner: 8, waiting: 100 });
        let silent = |owner: i64| Share::of(owner).calling("tarpit");
        for job in 0..40 {
            fair.push(silent(job % 10), job);
        }
        assert_eq!(begun(&mut fair).len(), BY_HOST);
        fair.push(Share::of(3).calling("other"), 100);
        assert_eq!(begun(&mut fair), [100], "also of an owner who waits for the silent one");
        fair.done(&silent(0));
        assert_eq!(begun(&mut fair).len(), 1);
    }

    #[test]
    fn full_queue_drops_the_last_of_the_longest() {
        let mut fair = Fair::new(Limits { slots: 0, by_owner: 3, waiting: 3 });
        for job in 0..3 {
            assert_eq!(fair.push(Share::of(1), job), None);
        }
        assert_eq!(fair.push(Share::of(1), 3), Some(3));
        assert_eq!(fair.push(Share::of(2), 4), Some(2), "there is room for who has none");
    }

    #[test]
    fn job_without_an_owner_counts_for_its_kind() {
        assert_eq!(Share::default().or_of("mail"), Share { owner: "mail".to_owned(), host: String::new() });
        assert_eq!(Share::of(5).or_of("mail"), Share::of(5));
    }

    proptest! {
        /// For any sequence of pushes and ends: the bounds hold, and a waiting job is begun within as many ends as
        /// there are owners and jobs before it.
        #[test]
        fn bounds_hold_and_nobody_starves(
            jobs in proptest::collection::vec((0i64..6, 0usize..4), 1..120),
            ends in proptest::collection::vec(0usize..6, 0..400),
        ) {
            let hosts = ["", "a", "b", "c"];
            let mut fair = Fair::new(Limits { waiting: 200, ..SMALL });
            let mut under_way: Vec<(Share, usize)> = Vec::new();
            let mut seen = vec![false; jobs.len()];
            for (at, (owner, host)) in jobs.iter().enumerate() {
                let share = Share::of(*owner).calling(hosts[*host]);
                prop_assert_eq!(fair.push(share, at), None);
            }
            let mut ends = ends.into_iter();
            loop {
                while let Some((share, at)) = fair.next() {
                    prop_assert!(!seen[at], "begun once");
                    seen[at] = true;
                    under_way.push((share, at));
                }
                prop_assert!(under_way.len() <= SMALL.slots);
                for (share, _) in &under_way {
                    let of_owner = under_way.iter().filter(|(other, _)| other.owner == share.owner).count();
                    let of_host = under_way.iter().filter(|(other, _)| other.host == share.host).count();
                    prop_assert!(of_owner <= SMALL.by_owner);
                    prop_assert!(share.host.is_empty() || of_host <= BY_HOST);
                }
                if under_way.is_empty() {
                    break;
                }
                let which = ends.next().unwrap_or(0) % under_way.len();
                let (share, _) = under_way.swap_remove(which);
                fair.done(&share);
            }
            prop_assert!(seen.iter().all(|was| *was), "every job was begun");
        }

        /// One job beside a flood of another owner's is begun with the next free slot.
        #[test]
        fn single_job_alongside_a_flood_is_next(flood in 1usize..150, before in 0usize..30) {
            let mut fair = Fair::new(Limits { waiting: 200, ..SMALL });
            for job in 0..flood {
                fair.push(Share::of(1), job);
            }
            let mut begun = 0;
            while begun < before && let Some((share, _)) = fair.next() {
                begun += 1;
                if begun % 2 == 0 {
                    fair.done(&share);
                }
            }
            fair.push(Share::of(2), 1_000);
            let first_two: Vec<usize> = [fair.next(), fair.next()].into_iter().flatten().map(|(_, job)| job).collect();
            prop_assert!(first_two.contains(&1_000));
        }
    }
}
