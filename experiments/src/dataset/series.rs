//! The buffered values of one column, as the Parquet library takes them.

use super::chunk::Constant;
use super::number::{Bits, Number, Sequence, Stored};
use arrow::datatypes::{DataType, Field};
use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, get_typed_column_writer_mut};
use parquet::data_type::{ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType};
use parquet::errors::{ParquetError, Result};
use std::sync::Arc;

/// Buffered values of one column.
pub(super) trait Series: Send {
    /// The arrow type.
    fn data_type(&self) -> DataType;

    /// What all buffered rows have, if it is the same and can be written by [`Series::write_constant`].
    fn constant(&self) -> Option<Constant>;

    /// Writes what is buffered.
    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()>;

    /// Writes rows that all have the same, and leaves alone what is buffered.
    fn write_constant(&self, constant: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()>;

    /// Empties the buffer and keeps its memory.
    fn clear(&mut self);
}

/// Writes values and, in a column that rows may lack, the levels that say which have one.
fn write<T: parquet::data_type::DataType>(
    to: &mut ColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    get_typed_column_writer_mut::<T>(to).write_batch(values, levels, None).map(|_| ())
}

/// The definition level of a row that has the value, or lacks it.
#[inline]
fn level(has: bool) -> i16 {
    i16::from(has)
}

/// The definition levels of rows that all have the same.
fn levels(constant: Constant, rows: usize) -> Vec<i16> {
    vec![level(constant != Constant::Null); rows]
}

/// Numbers, one in every row.
pub(super) struct Numbers<T: Number>(Sequence<T::Stored>);

impl<T: Number> Default for Numbers<T> {
    fn default() -> Self {
        Numbers(Sequence::default())
    }
}

impl<T: Number> Numbers<T> {
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        self.0.push(value.into());
    }

    #[inline]
    pub(super) fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        self.0.extend(values.into_iter().map(Into::into));
    }

    /// Adds rows that all have the same.
    #[inline]
    pub(super) fn repeat(&mut self, value: T, rows: usize) {
        self.0.repeat(value.into(), rows);
    }
}

impl<T: Number> Series for Numbers<T> {
    fn data_type(&self) -> DataType {
        T::DATA_TYPE
    }

    fn constant(&self) -> Option<Constant> {
        self.0.constant().map(|value| Constant::Value(value.bits()))
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        write::<<T::Stored as Stored>::Physical>(to, self.0.all(), None)
    }

    fn write_constant(&self, constant: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()> {
        let values: Vec<T::Stored> = constant.repeat(rows, Stored::from_bits);
        write::<<T::Stored as Stored>::Physical>(to, &values, None)
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// Numbers that rows may lack.
pub(super) struct Optionals<T: Number> {
    /// The numbers of the rows that have one.
    values: Numbers<T>,
    /// For each row whether it has one.
    levels: Sequence<i16>,
}

impl<T: Number> Default for Optionals<T> {
    fn default() -> Self {
        Optionals { values: Numbers::default(), levels: Sequence::default() }
    }
}

impl<T: Number> Optionals<T> {
    #[inline]
    pub(super) fn push(&mut self, value: Option<T>) {
        self.levels.push(level(value.is_some()));
        self.values.extend(value);
    }

    #[inline]
    pub(super) fn extend(&mut self, values: &[Option<T>]) {
        self.levels.extend(values.iter().map(|value| level(value.is_some())));
        self.values.extend(values.iter().flatten().copied());
    }

    /// Adds rows that have none.
    #[inline]
    pub(super) fn extend_without(&mut self, rows: usize) {
        self.levels.repeat(level(false), rows);
    }
}

impl<T: Number> Series for Optionals<T> {
    fn data_type(&self) -> DataType {
        T::DATA_TYPE
    }

    fn constant(&self) -> Option<Constant> {
        if self.levels.constant()? == level(false) { Some(Constant::Null) } else { self.values.constant() }
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        write::<<T::Stored as Stored>::Physical>(to, self.values.0.all(), Some(self.levels.all()))
    }

    fn write_constant(&self, constant: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()> {
        let values: Vec<T::Stored> = constant.repeat(rows, Stored::from_bits);
        write::<<T::Stored as Stored>::Physical>(to, &values, Some(&levels(constant, rows)))
    }

    fn clear(&mut self) {
        self.values.clear();
        self.levels.clear();
    }
}

/// Lists of numbers, none of them empty, that rows may lack.
pub(super) struct Lists<T: Number> {
    /// The numbers of all lists.
    values: Vec<T::Stored>,
    /// For each number, and each row without a list, that there is a number, or none …
    definitions: Vec<i16>,
    /// … and whether it goes on with the list before.
    repetitions: Vec<i16>,
}

impl<T: Number> Default for Lists<T> {
    fn default() -> Self {
        Lists { values: Vec::new(), definitions: Vec::new(), repetitions: Vec::new() }
    }
}

impl<T: Number> Lists<T> {
    /// The definition level of a number in a list; 1 would be a list without numbers, 0 is none.
    const NUMBER: i16 = 2;

    /// Adds a row; without numbers it lacks the list.
    pub(super) fn push(&mut self, numbers: impl Iterator<Item = T>) {
        let before = self.values.len();
        self.values.extend(numbers.map(Into::into));
        let count = self.values.len() - before;
        self.definitions.extend(std::iter::repeat_n(Self::NUMBER, count));
        self.repetitions.extend((0..count).map(|place| i16::from(place > 0)));
        if count == 0 {
            self.definitions.push(0);
            self.repetitions.push(0);
        }
    }

    fn write_levels(
        values: &[T::Stored],
        definitions: &[i16],
        repetitions: &[i16],
        to: &mut ColumnWriter<'_>,
    ) -> Result<()> {
        let to = get_typed_column_writer_mut::<<T::Stored as Stored>::Physical>(to);
        to.write_batch(values, Some(definitions), Some(repetitions)).map(|_| ())
    }
}

impl<T: Number> Series for Lists<T> {
    fn data_type(&self) -> DataType {
        DataType::List(Arc::new(Field::new(ELEMENT, T::DATA_TYPE, false)))
    }

    fn constant(&self) -> Option<Constant> {
        self.values.is_empty().then_some(Constant::Null)
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        Self::write_levels(&self.values, &self.definitions, &self.repetitions, to)
    }

    fn write_constant(&self, _: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()> {
        let levels = vec![0; rows];
        Self::write_levels(&[], &levels, &levels, to)
    }

    fn clear(&mut self) {
        self.values.clear();
        self.definitions.clear();
        self.repetitions.clear();
    }
}

/// The name of the numbers of a list in the file, which is that of the Parquet format.
pub(super) const ELEMENT: &str = "element";

/// The names that the dictionary columns of a dataset refer to by number.
#[derive(Clone, Debug)]
pub struct Names {
    rules: Arc<[String]>,
    bots: Arc<[String]>,
}

impl Names {
    /// The largest number of bots: a dictionary has eight-bit numbers.
    pub const MAX: usize = 256;

    /// The names of a dataset with these rules and these bots.
    pub fn new(rules: &str, bots: &[String]) -> Names {
        Names { rules: Arc::new([rules.to_owned()]), bots: bots.into() }
    }

    /// A column of rule set names, all of them the rules of the dataset.
    pub(super) fn rules(&self) -> NameSeries {
        NameSeries::new(&self.rules)
    }

    /// A column of bot names.
    pub(super) fn bots(&self) -> NameSeries {
        NameSeries::new(&self.bots)
    }
}

/// Values of a dictionary column: numbers into a list of names.
pub(super) struct NameSeries {
    pub(super) codes: Numbers<u8>,
    /// The names; each column has its own, as threads that count references to the same ones get in each other's way.
    names: Vec<ByteArray>,
    /// What is written, empty in between.
    values: Vec<ByteArray>,
}

impl NameSeries {
    /// Values out of these names.
    pub(super) fn new<N: AsRef<str>>(names: &[N]) -> NameSeries {
        let names = names.iter().map(|name| ByteArray::from(name.as_ref())).collect();
        NameSeries { codes: Numbers::default(), names, values: Vec::new() }
    }
}

impl Series for NameSeries {
    fn data_type(&self) -> DataType {
        DataType::Dictionary(Box::new(DataType::UInt8), Box::new(DataType::Utf8))
    }

    fn constant(&self) -> Option<Constant> {
        self.codes.constant()
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        self.values.extend(self.codes.0.all().iter().map(|&code| self.names[code as usize].clone()));
        let written = write::<ByteArrayType>(to, &self.values, None);
        self.values.clear();
        written
    }

    fn write_constant(&self, constant: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()> {
        let values = constant.repeat(rows, |code| self.names[code as usize].clone());
        write::<ByteArrayType>(to, &values, None)
    }

    fn clear(&mut self) {
        self.codes.clear();
    }
}

/// Strings of `N` bytes, one after another.
struct Strings<const N: usize> {
    bytes: Vec<u8>,
    /// What is written, empty in between.
    values: Vec<FixedLenByteArray>,
}

impl<const N: usize> Strings<N> {
    const DATA_TYPE: DataType = DataType::FixedSizeBinary(N as i32);

    const fn new() -> Self {
        Strings { bytes: Vec::new(), values: Vec::new() }
    }

    fn write(&mut self, levels: Option<&[i16]>, to: &mut ColumnWriter<'_>) -> Result<()> {
        // The values refer to the bytes while they are written; then the vector is had back with its memory.
        let bytes = Bytes::from(std::mem::take(&mut self.bytes));
        let value = |start| FixedLenByteArray::from(ByteArray::from(bytes.slice(start..start + N)));
        self.values.extend((0..bytes.len()).step_by(N).map(value));
        let written = write::<FixedLenByteArrayType>(to, &self.values, levels);
        self.values.clear();
        self.bytes = Vec::from(bytes);
        written
    }
}

/// Values of a column of `N` bytes each, one in every row.
pub(super) struct ByteSeries<const N: usize>(Strings<N>);

impl<const N: usize> Default for ByteSeries<N> {
    fn default() -> Self {
        ByteSeries(Strings::new())
    }
}

impl<const N: usize> ByteSeries<N> {
    #[inline]
    pub(super) fn push(&mut self, value: &[u8; N]) {
        self.0.bytes.extend_from_slice(value);
    }

    #[inline]
    pub(super) fn extend(&mut self, values: &[[u8; N]]) {
        self.0.bytes.extend_from_slice(values.as_flattened());
    }
}

impl<const N: usize> Series for ByteSeries<N> {
    fn data_type(&self) -> DataType {
        Strings::<N>::DATA_TYPE
    }

    fn constant(&self) -> Option<Constant> {
        None
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        self.0.write(None, to)
    }

    fn write_constant(&self, _: Constant, _: usize, _: &mut ColumnWriter<'_>) -> Result<()> {
        Err(ParquetError::NYI("strings that are the same in all rows".to_string()))
    }

    fn clear(&mut self) {
        self.0.bytes.clear();
    }
}

/// Values of `N` bytes each that rows may lack.
pub(super) struct OptionalBytes<const N: usize> {
    /// The bytes of the rows that have some.
    strings: Strings<N>,
    /// For each row whether it has some.
    levels: Sequence<i16>,
}

impl<const N: usize> Default for OptionalBytes<N> {
    fn default() -> Self {
        OptionalBytes { strings: Strings::new(), levels: Sequence::default() }
    }
}

impl<const N: usize> OptionalBytes<N> {
    #[inline]
    pub(super) fn push(&mut self, value: Option<&[u8; N]>) {
        self.levels.push(level(value.is_some()));
        self.strings.bytes.extend(value.into_iter().flatten());
    }

    /// Adds rows that have none.
    #[inline]
    pub(super) fn extend_without(&mut self, rows: usize) {
        self.levels.repeat(level(false), rows);
    }
}

impl<const N: usize> Series for OptionalBytes<N> {
    fn data_type(&self) -> DataType {
        Strings::<N>::DATA_TYPE
    }

    fn constant(&self) -> Option<Constant> {
        (self.levels.constant()? == level(false)).then_some(Constant::Null)
    }

    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        self.strings.write(Some(self.levels.all()), to)
    }

    fn write_constant(&self, constant: Constant, rows: usize, to: &mut ColumnWriter<'_>) -> Result<()> {
        write::<FixedLenByteArrayType>(to, &[], Some(&levels(constant, rows)))
    }

    fn clear(&mut self) {
        self.strings.bytes.clear();
        self.levels.clear();
    }
}
