//! Importers, exporters and the sample data.

pub mod demo;
pub mod exports;
pub mod imports;
