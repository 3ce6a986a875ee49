//! The bus of a single node: there are no others to publish to.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::{Announcement, Bus, BusState, Granted, Quota, Topic};
use crate::Platform;

pub struct Local;

impl Bus for Local {
    fn publish(&self, _: Announcement) {}

    fn spans_nodes(&self) -> bool {
        false
    }

    fn follow(&self, _: Topic) -> BoxFuture<'static, ()> {
        ready(()).boxed()
    }

    fn state(&self) -> BusState {
        BusState::Alone
    }

    fn take<'a>(&'a self, _: &'a str, _: Quota) -> BoxFuture<'a, Option<Granted>> {
        ready(None).boxed()
    }

    fn give<'a>(&'a self, _: &'a str, _: Quota) -> BoxFuture<'a, ()> {
        ready(()).boxed()
    }

    fn start(&self, _: &Platform) {}

    fn stop(&self) -> BoxFuture<'static, ()> {
        ready(()).boxed()
    }
}
