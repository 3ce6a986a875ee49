//! Pages of lists that are read on from a cursor.

/// The requested page.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub limit: usize,
    /// The cursor returned with the previous page.
    pub cursor: Option<i64>,
}

/// A page.
#[derive(Debug, Clone)]
pub struct Page<T> {
    pub content: Vec<T>,
    /// The cursor of the next page; none: there is none.
    pub cursor: Option<i64>,
}

impl Asked {
    /// How many rows are read: one more than are shown says whether there are more.
    pub fn read(self) -> usize {
        self.limit + 1
    }

    /// The rows of the page, and the cursor of the next one; `at`: the cursor of a row.
    pub fn cut<T>(self, mut rows: Vec<T>, at: impl Fn(&T) -> i64) -> (Vec<T>, Option<i64>) {
        let has_more = rows.len() > self.limit;
        rows.truncate(self.limit);
        let cursor = rows.last().filter(|_| has_more).map(at);
        (rows, cursor)
    }
}
