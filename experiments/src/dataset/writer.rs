//! Encoding of row groups, on any thread, and the files that they are appended to in order.

use super::column::{ColumnSet, Names, Packing, Spec, Table};
use super::error::{DatasetError, Result};
use super::files::{Digesting, TempFile};
use super::manifest::FileEntry;
use super::plan::{Plan, part_name};
use arrow::datatypes::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io;
use std::path::Path;

/// The rows of a row group; only the last of a part has fewer.
pub const GROUP_ROWS: usize = 1 << 16;

/// The rows that are handed to the Parquet library at a time: few enough to stay in the processor's cache. Pages end at
/// multiples of it, so it decides bytes and doesn't follow from how rows arrive.
const CHUNK_ROWS: usize = 2048;

/// Turns rows of a table into row groups. It is shared by the threads that make rows.
pub struct Encoder<T: Table> {
    schema: SchemaRef,
    properties: WriterProperties,
    groups: ArrowRowGroupWriterFactory,
    names: Names,
    columns: ColumnSet,
    table: std::marker::PhantomData<fn(T)>,
}

impl<T: Table> Encoder<T> {
    /// The encoder of a table of the plan.
    pub(super) fn new(plan: &Plan) -> Result<Encoder<T>> {
        let table = plan.table::<T>()?;
        let specs = table.specs();
        let fields = specs.iter().map(|spec| Field::new(spec.name(), spec.data_type.clone(), spec.nullable));
        let schema = SchemaRef::new(Schema::new(fields.collect::<Vec<_>>()));
        let properties = properties(&plan.origin.version, &specs)
            .set_key_value_metadata(Some(plan.origin.metadata(table.kind.schema)))
            .build();
        let sink = ArrowWriter::try_new(io::sink(), schema.clone(), Some(properties.clone()))
            .and_then(ArrowWriter::into_serialized_writer);
        let (_, groups) = sink.map_err(DatasetError::parquet("encode", Path::new(T::NAME)))?;
        let table = std::marker::PhantomData;
        Ok(Encoder { schema, properties, groups, names: plan.names(), columns: plan.table::<T>()?.columns, table })
    }

    /// Begins a row group.
    pub fn group(&self) -> Result<GroupEncoder<'_, T>> {
        let writers = self.groups.create_column_writers(0);
        let writers = writers.map_err(DatasetError::parquet("encode", Path::new(T::NAME)))?;
        Ok(GroupEncoder { encoder: self, buffer: T::new(&self.names, self.columns), buffered: 0, rows: 0, writers })
    }
}

/// A row group in the making.
pub struct GroupEncoder<'a, T: Table> {
    encoder: &'a Encoder<T>,
    buffer: T,
    buffered: usize,
    rows: usize,
    writers: Vec<ArrowColumnWriter>,
}

impl<T: Table> GroupEncoder<'_, T> {
    /// Adds a row. The rows of a group are at most [`GROUP_ROWS`].
    #[inline]
    pub fn push(&mut self, row: &T::Row) -> Result<()> {
        self.buffer.push(row);
        self.buffered += 1;
        if self.buffered == CHUNK_ROWS { self.flush() } else { Ok(()) }
    }

    /// The number of rows so far.
    pub fn rows(&self) -> usize {
        self.rows + self.buffered
    }

    /// Whether the group has all its rows.
    pub fn is_full(&self) -> bool {
        self.rows() >= GROUP_ROWS
    }

    fn flush(&mut self) -> Result<()> {
        let kept = self.buffer.columns().into_iter().filter(|column| self.encoder.columns.keeps(&column.spec));
        for ((writer, field), column) in self.writers.iter_mut().zip(self.encoder.schema.fields()).zip(kept) {
            let array = column.series.take();
            let written =
                compute_leaves(field, &array).and_then(|leaves| leaves.iter().try_for_each(|leaf| writer.write(leaf)));
            written.map_err(DatasetError::parquet("encode", Path::new(T::NAME)))?;
        }
        self.rows += std::mem::take(&mut self.buffered);
        Ok(())
    }

    /// Ends the row group.
    pub fn finish(mut self) -> Result<EncodedGroup> {
        self.flush()?;
        let chunks = self.writers.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>();
        Ok(EncodedGroup {
            chunks: chunks.map_err(DatasetError::parquet("encode", Path::new(T::NAME)))?,
            rows: self.rows,
        })
    }
}

/// A row group, encoded and compressed, in memory.
pub struct EncodedGroup {
    chunks: Vec<ArrowColumnChunk>,
    rows: usize,
}

impl EncodedGroup {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// The file of one part. It gets its name when it is finished; dropped before, it is removed.
pub struct PartWriter {
    table: &'static str,
    part: u64,
    expected: Option<u64>,
    rows: u64,
    // Before `temp`, so that the file is closed when it is removed.
    writer: SerializedFileWriter<Digesting<File>>,
    temp: TempFile,
}

impl PartWriter {
    /// Begins the file of a part under the dataset directory `dir`.
    pub(super) fn new<T: Table>(dir: &Path, plan: &Plan, encoder: &Encoder<T>, part: u64) -> Result<PartWriter> {
        let path = dir.join(T::NAME).join(part_name(part));
        let (temp, file) = TempFile::create(&path)?;
        let writer =
            ArrowWriter::try_new(Digesting::new(file), encoder.schema.clone(), Some(encoder.properties.clone()))
                .and_then(ArrowWriter::into_serialized_writer)
                .map_err(DatasetError::parquet("write", &temp.temp))?;
        Ok(PartWriter { table: T::NAME, part, expected: plan.hand_ids.rows(part), rows: 0, writer: writer.0, temp })
    }

    /// Appends a row group of the same table.
    ///
    /// # Panics
    /// If the group before was not full: the bytes of a file would depend on how its rows were cut.
    pub fn append(&mut self, group: EncodedGroup) -> Result<()> {
        assert!(self.rows.is_multiple_of(GROUP_ROWS as u64), "only the last row group of a part is not full");
        assert!(group.rows <= GROUP_ROWS, "a row group has at most {GROUP_ROWS} rows");
        self.rows += group.rows as u64;
        self.append_chunks(group.chunks).map_err(DatasetError::parquet("write", &self.temp.temp))
    }

    fn append_chunks(&mut self, chunks: Vec<ArrowColumnChunk>) -> Result<(), ParquetError> {
        let mut row_group = self.writer.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut row_group)?;
        }
        row_group.close().map(drop)
    }

    /// Puts the file on the disk and gives it its name.
    ///
    /// # Panics
    /// If the part of a dataset of independent hands has not one row for every hand id.
    pub fn finish(self) -> Result<FinishedPart> {
        let PartWriter { table, part, expected, rows, writer, temp } = self;
        assert!(expected.is_none_or(|expected| expected == rows), "part {part} has {rows} rows, not {expected:?}");
        let digesting = writer.into_inner().map_err(DatasetError::parquet("write", &temp.temp))?;
        let (file, digested) = digesting.finish();
        temp.publish(&file)?;
        Ok(FinishedPart { table, part, entry: FileEntry::new(part, rows, digested) })
    }
}

/// A part that is on the disk, to be told to the [`Dataset`](super::Dataset).
#[derive(Debug)]
pub struct FinishedPart {
    pub(super) table: &'static str,
    pub(super) part: u64,
    pub(super) entry: FileEntry,
}

/// How the file is written.
fn properties(version: &str, specs: &[Spec]) -> WriterPropertiesBuilder {
    let mut builder = WriterProperties::builder()
        .set_created_by(format!("gongzhu version {version}"))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_write_batch_size(CHUNK_ROWS)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None);
    for spec in specs {
        let path = ColumnPath::from(spec.name());
        builder = match spec.packing {
            Packing::Plain => builder.set_column_encoding(path.clone(), Encoding::PLAIN),
            Packing::Delta => builder.set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED),
            Packing::Bits => builder
                .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                .set_column_compression(path.clone(), Compression::UNCOMPRESSED),
            Packing::Dictionary => builder.set_column_dictionary_enabled(path.clone(), true),
        };
        if spec.statistics {
            builder = builder.set_column_statistics_enabled(path, EnabledStatistics::Chunk);
        }
    }
    builder
}
