//! Reading.

use std::ops::ControlFlow;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use scylla::deserialize::row::ColumnIterator;
use scylla::response::query_result::QueryResult;
use scylla::response::{PagingState, PagingStateResponse};
use scylla::statement::Consistency;

use super::AT_ONCE;
use super::again::again;
use super::cells::{self, Cell};
use super::fault::{Fault, unavailable};
use super::plan;
use super::session::Store;
use super::text::Shape;
use crate::platform::engine::within::Within;
use crate::platform::engine::{Chosen, Key, Range, verify};
use crate::platform::error::Result;
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Most rows per page.
const PAGE: usize = 1_000;

fn rows(table: &'static Table, columns: Chosen, result: QueryResult) -> Result<Vec<Row>> {
    let result = result.into_rows_result().map_err(unavailable)?;
    let mut rows = Vec::with_capacity(result.rows_num());
    for row in result.rows::<ColumnIterator>().map_err(unavailable)? {
        rows.push(cells::row(table, columns, row.map_err(unavailable)?)?);
    }
    Ok(rows)
}

impl Store {
    pub async fn get(&self, key: &Key) -> Result<Option<Row>> {
        self.first(key, None).await
    }

    /// A serial read: sees every decision, completing a pending one first.
    pub async fn get_serial(&self, key: &Key) -> Result<Option<Row>> {
        self.first(key, Some(Consistency::Serial)).await
    }

    async fn first(&self, key: &Key, consistency: Option<Consistency>) -> Result<Option<Row>> {
        if verify::is_nowhere(key.table, &key.values) {
            return Ok(None);
        }
        let found = again("a read", || async {
            let mut statement = self.prepared(key.table, &Shape::Get).await?;
            if let Some(consistency) = consistency {
                statement.set_consistency(consistency);
            }
            self.count_request();
            Ok::<_, Fault>(self.session.execute_unpaged(&statement, plan::key_cells(key)).await?)
        });
        let found = found.await?;
        Ok(rows(key.table, None, found)?.into_iter().next().filter(cells::is_whole))
    }

    pub async fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Row>>> {
        let gets: Vec<_> = keys.iter().map(|key| self.get(key)).collect();
        stream::iter(gets).buffered(AT_ONCE).try_collect().await
    }

    pub async fn range(&self, range: &Range) -> Result<Vec<Row>> {
        let span = &range.span;
        if verify::is_nowhere(span.table, &span.partition) {
            return Ok(Vec::new());
        }
        let within = Within::from(span);
        let shape = Shape::Range { within, order: range.order, columns: range.columns };
        let mut found = Vec::new();
        self.pages(span.table, &shape, plan::span_cells(span), range.limit, &mut found).await?;
        Ok(found)
    }

    pub async fn range_many(&self, ranges: &[Range]) -> Result<Vec<Vec<Row>>> {
        let reads: Vec<_> = ranges.iter().map(|range| self.range(range)).collect();
        stream::iter(reads).buffered(AT_ONCE).try_collect().await
    }

    /// In order of the partitions' tokens, then of the rows within each partition.
    pub async fn scan(
        &self,
        table: &'static Table,
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<Vec<Row>> {
        let mut found = Vec::new();
        let Some(after) = after else {
            self.pages(table, &Shape::ScanAll, Vec::new(), limit, &mut found).await?;
            return Ok(found);
        };
        if !table.clustering.is_empty() {
            let rest = Cell::all(table.key(), after);
            self.pages(table, &Shape::ScanRestOfPartition, rest, limit, &mut found).await?;
        }
        let partition = Cell::all(table.partition.iter(), after);
        self.pages(table, &Shape::ScanAfterPartition, partition, limit, &mut found).await?;
        Ok(found)
    }

    /// Reads pages until `found` has `limit` rows or no more follow.
    async fn pages(
        &self,
        table: &'static Table,
        shape: &Shape,
        values: Vec<Cell>,
        limit: usize,
        found: &mut Vec<Row>,
    ) -> Result<()> {
        let left = limit.saturating_sub(found.len());
        if left == 0 {
            return Ok(());
        }
        let size = i32::try_from(left.min(PAGE)).unwrap_or(1);
        let mut from = PagingState::start();
        loop {
            let page = again("a page", || self.page(table, shape, &values, size, from.clone()));
            let (page, next) = page.await?;
            found.extend(rows(table, shape.chosen(), page)?.into_iter().filter(cells::is_whole));
            if found.len() >= limit {
                found.truncate(limit);
                return Ok(());
            }
            match next.into_paging_control_flow() {
                ControlFlow::Break(()) => return Ok(()),
                ControlFlow::Continue(next) => from = next,
            }
        }
    }

    async fn page(
        &self,
        table: &'static Table,
        shape: &Shape,
        values: &[Cell],
        size: i32,
        from: PagingState,
    ) -> std::result::Result<(QueryResult, PagingStateResponse), Fault> {
        let mut statement = self.prepared(table, shape).await?;
        statement.set_page_size(size);
        self.count_request();
        Ok(self.session.execute_single_page(&statement, values, from).await?)
    }
}
