//! Encoding of row groups, on any thread, and the files that they are appended to in order.

use super::block::{BLOCK_HANDS, HandBlock};
use super::chunk::{Chunk, Encoded, Layout, locked};
use super::column::{ColumnSet, Packing, Spec, Table};
use super::error::{DatasetError, Result};
use super::files::{Digesting, TempFile};
use super::hands::HandColumns;
use super::manifest::FileEntry;
use super::plan::{Plan, part_name};
use super::series::Names;
use arrow::datatypes::{Field, Schema};
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowSchemaConverter, encode_arrow_schema};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, TypePtr};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The rows of a row group; only the last of a part has fewer.
pub const GROUP_ROWS: usize = 1 << 16;

/// The rows of a page; only the last of a row group has fewer. It decides bytes and doesn't follow from how rows arrive.
const PAGE_ROWS: usize = 1 << 13;

/// The bytes that are handed to the system at a time. The library copies chunks in small pieces.
const BUFFER: usize = 1 << 18;

/// Turns rows of a table into row groups. It is shared by the threads that make rows.
pub struct Encoder<T: Table> {
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    layouts: Arc<[Layout]>,
    names: Names,
    columns: ColumnSet,
    /// Buffers that are used again.
    spare: Mutex<Vec<T>>,
}

impl<T: Table> Encoder<T> {
    /// The encoder of a table of the plan.
    pub(super) fn new(plan: &Plan) -> Result<Encoder<T>> {
        let table = plan.table::<T>()?;
        let specs = table.specs();
        let fields = specs.iter().map(|spec| Field::new(spec.name(), spec.data_type.clone(), spec.nullable));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let mut metadata = plan.origin.metadata(table.kind.schema);
        metadata.push(KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), encode_arrow_schema(&schema)));
        let created_by = format!("gongzhu version {}", plan.origin.version);
        let properties = Arc::new(properties(&specs, created_by, metadata));
        let schema = ArrowSchemaConverter::new().convert(&schema).map_err(unencoded::<T>())?;
        Ok(Encoder {
            schema: schema.root_schema_ptr(),
            layouts: schema.columns().iter().map(|column| Layout::new(column.clone(), properties.clone())).collect(),
            properties,
            names: plan.names(),
            columns: table.columns,
            spare: Mutex::new(Vec::new()),
        })
    }

    /// Begins a row group.
    pub fn group(&self) -> Result<GroupEncoder<'_, T>> {
        let table = locked(&self.spare).pop().unwrap_or_else(|| T::new(&self.names, self.columns));
        let chunks = self.layouts.iter().map(|_| Chunk::default()).collect();
        Ok(GroupEncoder { encoder: self, table, chunks, buffered: 0, rows: 0 })
    }
}

/// How the library is to write the columns.
fn properties(specs: &[Spec], created_by: String, metadata: Vec<KeyValue>) -> WriterProperties {
    // Pages are cut by rows alone: the library looks after every batch whether one is full.
    let all = WriterProperties::builder()
        .set_created_by(created_by)
        .set_key_value_metadata(Some(metadata))
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(PAGE_ROWS)
        .set_offset_index_disabled(true);
    let each = specs.iter().fold(all, |properties, spec| {
        let path = || ColumnPath::new(spec.path());
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let compression = if spec.packing.compressed() { zstd } else { Compression::UNCOMPRESSED };
        let statistics = if spec.statistics { EnabledStatistics::Chunk } else { EnabledStatistics::None };
        let properties = properties
            .set_column_compression(path(), compression)
            .set_column_statistics_enabled(path(), statistics)
            .set_column_dictionary_enabled(path(), spec.packing == Packing::Dictionary);
        match spec.packing {
            Packing::Delta | Packing::Bits => properties.set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED),
            Packing::Plain | Packing::Dictionary => properties,
        }
    });
    each.build()
}

/// For `map_err`: rows could not be encoded.
fn unencoded<T: Table>() -> impl FnOnce(ParquetError) -> DatasetError {
    DatasetError::parquet("encode", Path::new(T::NAME))
}

/// A row group in the making.
pub struct GroupEncoder<'a, T: Table> {
    encoder: &'a Encoder<T>,
    table: T,
    chunks: Vec<Chunk>,
    buffered: usize,
    rows: usize,
}

impl<T: Table> GroupEncoder<'_, T> {
    /// Adds a row. The rows of a group are at most [`GROUP_ROWS`].
    #[inline]
    pub fn push(&mut self, row: &T::Row) -> Result<()> {
        self.table.push(row);
        self.buffered += 1;
        if self.buffered == PAGE_ROWS { self.flush() } else { Ok(()) }
    }

    /// The number of rows so far.
    pub fn rows(&self) -> usize {
        self.rows + self.buffered
    }

    /// Whether the group has all its rows.
    pub fn is_full(&self) -> bool {
        self.rows() >= GROUP_ROWS
    }

    /// Makes a page of what is buffered of each column.
    fn flush(&mut self) -> Result<()> {
        let kept = self.table.columns().into_iter().filter(|column| self.encoder.columns.keeps(&column.spec));
        for ((chunk, layout), column) in self.chunks.iter_mut().zip(&*self.encoder.layouts).zip(kept) {
            chunk.flush(column.series, self.buffered, layout).map_err(unencoded::<T>())?;
        }
        self.rows += std::mem::take(&mut self.buffered);
        Ok(())
    }

    /// Ends the row group.
    pub fn finish(mut self) -> Result<EncodedGroup> {
        if self.buffered > 0 {
            self.flush()?;
        }
        let GroupEncoder { encoder, mut table, chunks, rows, .. } = self;
        let kept = table.columns().into_iter().filter(|column| encoder.columns.keeps(&column.spec));
        let chunks = chunks.into_iter().zip(&*encoder.layouts).zip(kept);
        let chunks = chunks.map(|((chunk, layout), column)| chunk.finish(column.series, layout));
        let chunks = chunks.collect::<Result<_, _>>().map_err(unencoded::<T>())?;
        locked(&encoder.spare).push(table);
        Ok(EncodedGroup { chunks, rows, layouts: Arc::clone(&encoder.layouts) })
    }
}

impl GroupEncoder<'_, HandColumns> {
    /// Adds the first `hands` rows of a block, which gives the same bytes as adding them one by one and is faster if it is the
    /// whole block.
    pub fn push_block(&mut self, block: &HandBlock, hands: usize) -> Result<()> {
        if hands == BLOCK_HANDS && self.buffered + BLOCK_HANDS <= PAGE_ROWS {
            self.table.push_block(block);
            self.buffered += BLOCK_HANDS;
            return if self.buffered == PAGE_ROWS { self.flush() } else { Ok(()) };
        }
        (0..hands).try_for_each(|hand| self.push(&block.row(hand)))
    }
}

/// A row group, encoded and compressed, in memory.
pub struct EncodedGroup {
    chunks: Vec<Encoded>,
    rows: usize,
    layouts: Arc<[Layout]>,
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
    writer: SerializedFileWriter<Digesting<BufWriter<File>>>,
    temp: TempFile,
}

impl PartWriter {
    /// Begins the file of a part under the dataset directory `dir`.
    pub(super) fn new<T: Table>(dir: &Path, plan: &Plan, encoder: &Encoder<T>, part: u64) -> Result<PartWriter> {
        let path = dir.join(T::NAME).join(part_name(part));
        let (temp, file) = TempFile::create(&path)?;
        let (schema, properties) = (Arc::clone(&encoder.schema), Arc::clone(&encoder.properties));
        let file = Digesting::new(BufWriter::with_capacity(BUFFER, file));
        let writer = SerializedFileWriter::new(file, schema, properties);
        let writer = writer.map_err(DatasetError::parquet("write", &temp.temp))?;
        Ok(PartWriter {
            table: T::NAME,
            part,
            expected: plan.hand_ids.rows(plan.table::<T>()?.kind, part),
            rows: 0,
            writer,
            temp,
        })
    }

    /// Appends a row group of the same table.
    ///
    /// # Panics
    /// If the group before was not full: the bytes of a file would depend on how its rows were cut.
    pub fn append(&mut self, group: EncodedGroup) -> Result<()> {
        assert!(self.rows.is_multiple_of(GROUP_ROWS as u64), "only the last row group of a part is not full");
        assert!(group.rows <= GROUP_ROWS, "a row group has at most {GROUP_ROWS} rows");
        self.rows += group.rows as u64;
        self.write(group).map_err(DatasetError::parquet("write", &self.temp.temp))
    }

    fn write(&mut self, group: EncodedGroup) -> Result<(), ParquetError> {
        let mut writer = self.writer.next_row_group()?;
        for (chunk, layout) in group.chunks.into_iter().zip(&*group.layouts) {
            writer.append_column(&chunk.bytes, chunk.close)?;
            layout.reuse(chunk.bytes);
        }
        writer.close().map(|_| ())
    }

    /// Puts the file on the disk and gives it its name.
    ///
    /// # Panics
    /// If the part of a dataset of independent hands has not one row for every hand id.
    pub fn finish(mut self) -> Result<FinishedPart> {
        let (part, rows, expected) = (self.part, self.rows, self.expected);
        assert!(expected.is_none_or(|expected| expected == rows), "part {part} has {rows} rows, not {expected:?}");
        self.writer.finish().map_err(DatasetError::parquet("write", &self.temp.temp))?;
        let file = self.writer.inner();
        self.temp.publish(file.inner().get_ref())?;
        Ok(FinishedPart { table: self.table, part, entry: FileEntry::new(part, rows, file.digested()) })
    }
}

/// A part that is on the disk, to be told to the [`Dataset`](super::Dataset).
#[derive(Debug)]
pub struct FinishedPart {
    pub(super) table: &'static str,
    pub(super) part: u64,
    pub(super) entry: FileEntry,
}
