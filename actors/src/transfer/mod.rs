//! What comes in from elsewhere and goes out: importers, exporters, and the sample data.

pub mod demo;
pub mod exports;
pub mod imports;
