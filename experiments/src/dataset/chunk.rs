//! One column of a row group: it goes through a column writer of the Parquet library, unless all its rows have the same. Such
//! a chunk is the same bytes in one row group after the other and is encoded for the first of them only.

use super::series::Series;
use bytes::Bytes;
use parquet::column::page::{CompressedPage, PageWriteSpec, PageWriter};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use std::io::Write as _;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is behind a lock; what a thread that panicked has left is whole, as nothing is ever half changed.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What all rows of a stretch have in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    /// No value.
    Null,
    /// A value, by the bits that tell it from the others of its column.
    Value(u64),
}

impl Constant {
    /// The values of so many rows, made of the bits.
    pub(super) fn repeat<T: Clone>(self, rows: usize, value: impl FnOnce(u64) -> T) -> Vec<T> {
        match self {
            Constant::Null => Vec::new(),
            Constant::Value(bits) => vec![value(bits); rows],
        }
    }
}

/// An encoded column chunk.
#[derive(Clone)]
pub(super) struct Encoded {
    pub(super) bytes: Bytes,
    pub(super) close: ColumnCloseResult,
}

/// A column of a file: how it is written, and what is kept from one row group to the next.
pub(super) struct Layout {
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
    /// The last chunk whose rows all had the same.
    last: Mutex<Option<(Constant, usize, Encoded)>>,
    /// Memory for chunks.
    spare: Mutex<Vec<Vec<u8>>>,
}

impl Layout {
    pub(super) fn new(column: ColumnDescPtr, properties: WriterPropertiesPtr) -> Layout {
        Layout { column, properties, last: Mutex::new(None), spare: Mutex::new(Vec::new()) }
    }

    /// Takes back the memory of a chunk that nothing else refers to.
    pub(super) fn reuse(&self, chunk: Bytes) {
        if chunk.is_unique() {
            let mut memory = Vec::from(chunk);
            memory.clear();
            locked(&self.spare).push(memory);
        }
    }

    /// The chunk of a column whose rows all have the same.
    fn constant(&self, constant: Constant, rows: usize, series: &dyn Series) -> Result<Encoded> {
        if let Some((value, count, encoded)) = &*locked(&self.last)
            && (*value, *count) == (constant, rows)
        {
            return Ok(encoded.clone());
        }
        let mut open = Open::new(self);
        series.write_constant(constant, rows, &mut open.writer)?;
        let encoded = open.finish()?;
        *locked(&self.last) = Some((constant, rows, encoded.clone()));
        Ok(encoded)
    }
}

/// A column chunk in the making.
#[derive(Default)]
pub(super) enum Chunk {
    /// It has no rows.
    #[default]
    Empty,
    /// All rows so far have the same, and nothing is encoded.
    Same(Constant, usize),
    /// The rows so far are in a writer.
    Open(Box<Open>),
}

impl Chunk {
    /// Adds the buffered rows, of which there are some, and empties the buffer.
    pub(super) fn flush(&mut self, series: &mut dyn Series, rows: usize, layout: &Layout) -> Result<()> {
        *self = match mem::take(self) {
            Chunk::Empty if let Some(constant) = series.constant() => Chunk::Same(constant, rows),
            Chunk::Same(constant, before) if series.constant() == Some(constant) => {
                Chunk::Same(constant, before + rows)
            }
            begun => {
                let mut open = begun.open(series, layout)?;
                series.write(&mut open.writer)?;
                Chunk::Open(open)
            }
        };
        series.clear();
        Ok(())
    }

    /// The writer that has all rows so far.
    fn open(self, series: &dyn Series, layout: &Layout) -> Result<Box<Open>> {
        match self {
            Chunk::Empty => Ok(Box::new(Open::new(layout))),
            Chunk::Same(constant, rows) => {
                let mut open = Box::new(Open::new(layout));
                series.write_constant(constant, rows, &mut open.writer)?;
                Ok(open)
            }
            Chunk::Open(open) => Ok(open),
        }
    }

    /// The chunk, to which no rows are added any more.
    pub(super) fn finish(self, series: &dyn Series, layout: &Layout) -> Result<Encoded> {
        match self {
            Chunk::Same(constant, rows) => layout.constant(constant, rows, series),
            other => other.open(series, layout)?.finish(),
        }
    }
}

/// A column writer and where its pages go.
pub(super) struct Open {
    writer: ColumnWriter<'static>,
    pages: Pages,
}

impl Open {
    fn new(layout: &Layout) -> Open {
        let memory = locked(&layout.spare).pop().unwrap_or_default();
        let pages = Pages(Arc::new(Mutex::new(TrackedWrite::new(memory))));
        let to = Box::new(Pages(Arc::clone(&pages.0)));
        Open { writer: get_column_writer(layout.column.clone(), Arc::clone(&layout.properties), to), pages }
    }

    fn finish(self) -> Result<Encoded> {
        let close = self.writer.close()?;
        let bytes = mem::take(locked(&self.pages.0).inner_mut());
        Ok(Encoded { bytes: bytes.into(), close })
    }
}

/// The pages of a chunk. A column writer wants to have its page writer, and that of the library borrows what it writes to: so
/// each page has one of its own.
struct Pages(Arc<Mutex<TrackedWrite<Vec<u8>>>>);

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        SerializedPageWriter::new(&mut *locked(&self.0)).write_page(page)
    }

    fn close(&mut self) -> Result<()> {
        Ok(locked(&self.0).flush()?)
    }
}
