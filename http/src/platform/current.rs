//! The current task's request: its id, and the form of its refusals.

use std::rc::Rc;

/// Name of the response header.
pub const HEADER: &str = "x-request-id";

/// The request that the current task answers.
#[derive(Clone, Debug)]
pub struct Current {
    /// 16 hexadecimal digits.
    pub id: Rc<str>,
    /// Whether refusals also contain `success:false`.
    pub success_family: bool,
}

tokio::task_local! {
    pub(super) static CURRENT: Current;
}

/// The current request; `None` outside of one.
pub fn current() -> Option<Current> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Whether a path belongs to chat, direct messages and workspaces, which answer `{"success":…}` (contract §1).
pub fn in_success_family(path: &str) -> bool {
    ["/api/v1/chat", "/api/v1/messages"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}
