//! Declaration of the stable codes (contract §1) of an area's operations.

/// An operation's codes by status.
pub type Codes = &'static [(u16, &'static [&'static str])];

/// An operation's name in the OpenAPI document, and its codes.
pub type OperationCodes = (&'static str, Codes);

/// The code of every 416.
pub const NO_SUCH_PART: &str = "RANGE_NOT_SATISFIABLE";
/// The code of every 429.
pub const LIMITED: &str = "RATE_LIMITED";

/// The codes of the 422 and the 503 of operations that scan uploads for viruses.
pub const SCANNED: &[&str] = &["INFECTED"];
pub const UNSCANNED: &str = "ANTIVIRUS_UNAVAILABLE";

/// Concatenates the codes of an area's parts.
pub const fn joined<const N: usize>(parts: &[&'static [OperationCodes]]) -> [OperationCodes; N] {
    let mut all: [OperationCodes; N] = [("", &[]); N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut one = 0;
        while one < parts[part].len() {
            all[at] = parts[part][one];
            (at, one) = (at + 1, one + 1);
        }
        part += 1;
    }
    all
}
