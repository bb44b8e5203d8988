//! What a table is: its columns as data, from which the Parquet schema, the written arrays and the documentation follow.

use super::batch::BatchReader;
use super::error::DatasetError;
use super::series::{ELEMENT, Names, Series};
use arrow::datatypes::DataType;

/// The buffered rows of one table, column by column. It is also the definition of the table: names, types and meanings of
/// the columns stand in [`Table::columns`] and nowhere else.
pub trait Table: Sized + Send {
    /// One row.
    type Row;
    /// The name of the table and of its directory.
    const NAME: &'static str;
    /// The schema id that every file of the table carries; a change of columns needs a new one.
    const SCHEMA: &'static str;
    /// What one row is, for the documentation.
    const ABOUT: &'static str;
    /// Whether a dataset in which every hand id has its hand has one row for each of them here; else it has one or more.
    const ONE_A_HAND: bool = true;

    /// An empty buffer that keeps the columns of `set`.
    fn new(names: &Names, set: ColumnSet) -> Self;

    /// Adds one row.
    fn push(&mut self, row: &Self::Row);

    /// All columns, in the order of the file.
    fn columns(&mut self) -> Vec<Column<'_>>;

    /// Calls `each` with every row of a batch that has all columns.
    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&Self::Row) -> Result<(), E>,
    ) -> Result<(), E>;
}

/// Which columns of a table are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnSet {
    /// Every column.
    #[default]
    All,
    /// Only what was at stake and what came of it: no cards, no play order.
    Results,
}

impl ColumnSet {
    /// Whether a column with this description is kept.
    pub fn keeps(self, spec: &Spec) -> bool {
        self == ColumnSet::All || !spec.detail
    }
}

/// How the values of a column are laid out in the file. Each was chosen by measuring time and size, out of those that pandas,
/// polars, DuckDB and Spark read; splitting by bytes would save 5 % of the size, but Spark can't read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// One after another.
    Plain,
    /// Differences to the value before, for numbers that grow.
    Delta,
    /// As many bits for each value as the differences need, without compression: for numbers that take the compressor long and
    /// that it hardly makes smaller.
    Bits,
    /// Numbers into a list of distinct values, for values that are few.
    Dictionary,
}

impl Packing {
    /// Whether pages are compressed.
    pub(super) fn compressed(self) -> bool {
        self != Packing::Bits
    }
}

/// The description of one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name without the seat.
    pub base: &'static str,
    /// The seat, for one of four columns `base_0` … `base_3`.
    pub seat: Option<usize>,
    /// The arrow type.
    pub data_type: DataType,
    /// Whether a row may lack the value.
    pub nullable: bool,
    /// The unit, or nothing for numbers without one.
    pub unit: &'static str,
    /// What the value says.
    pub meaning: &'static str,
    /// The packing in the file.
    pub packing: Packing,
    /// Whether the file has the smallest and largest value of each row group.
    pub statistics: bool,
    /// Whether the column tells of single cards, and [`ColumnSet::Results`] leaves it out.
    pub detail: bool,
}

impl Spec {
    /// The name of the column in the file.
    pub fn name(&self) -> String {
        match self.seat {
            Some(seat) => format!("{}_{seat}", self.base),
            None => self.base.to_string(),
        }
    }

    /// Where the values of the column are in the schema of the file.
    pub(super) fn path(&self) -> Vec<String> {
        match self.data_type {
            DataType::List(_) => vec![self.name(), "list".to_owned(), ELEMENT.to_owned()],
            _ => vec![self.name()],
        }
    }

    /// The type as the documentation writes it.
    pub fn type_name(&self) -> String {
        match &self.data_type {
            DataType::Dictionary(key, value) => format!("Dictionary<{key}, {value}>"),
            DataType::List(element) => format!("List<{}>", element.data_type()),
            DataType::FixedSizeBinary(width) => format!("FixedSizeBinary({width})"),
            other => other.to_string(),
        }
    }
}

/// A column of a [`Table`]: its description and the values buffered so far.
pub struct Column<'a> {
    /// The description.
    pub spec: Spec,
    /// The values.
    pub(super) series: &'a mut dyn Series,
}

/// One column, or the four of the seats, that are described together.
pub(super) struct Described<'a>(Vec<Column<'a>>);

impl<'a> Described<'a> {
    fn each(mut self, change: impl Fn(&mut Spec)) -> Self {
        self.0.iter_mut().for_each(|column| change(&mut column.spec));
        self
    }

    /// Allows missing values.
    #[must_use]
    pub(super) fn nullable(self) -> Self {
        self.each(|spec| spec.nullable = true)
    }

    /// Sets the packing; plain without it.
    #[must_use]
    pub(super) fn packing(self, packing: Packing) -> Self {
        self.each(|spec| spec.packing = packing)
    }

    /// Asks for statistics.
    #[must_use]
    pub(super) fn statistics(self) -> Self {
        self.each(|spec| spec.statistics = true)
    }

    /// Marks columns that tell of single cards.
    #[must_use]
    pub(super) fn detail(self) -> Self {
        self.each(|spec| spec.detail = true)
    }
}

impl<'a> IntoIterator for Described<'a> {
    type Item = Column<'a>;
    type IntoIter = std::vec::IntoIter<Column<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

fn describe<'a>(
    base: &'static str,
    seat: Option<usize>,
    series: &'a mut dyn Series,
    unit: &'static str,
    meaning: &'static str,
) -> Column<'a> {
    let data_type = series.data_type();
    let (nullable, packing, statistics, detail) = (false, Packing::Plain, false, false);
    Column { spec: Spec { base, seat, data_type, nullable, unit, meaning, packing, statistics, detail }, series }
}

/// A column with a name, unit and meaning.
pub(super) fn column<'a>(
    base: &'static str,
    series: &'a mut dyn Series,
    unit: &'static str,
    meaning: &'static str,
) -> Described<'a> {
    Described(vec![describe(base, None, series, unit, meaning)])
}

/// Four columns, one per seat.
pub(super) fn by_seat<'a, S: Series>(
    base: &'static str,
    series: &'a mut [S; 4],
    unit: &'static str,
    meaning: &'static str,
) -> Described<'a> {
    let seats = series.iter_mut().enumerate();
    Described(seats.map(|(seat, series)| describe(base, Some(seat), series, unit, meaning)).collect())
}

/// The descriptions of a table's columns.
pub fn specs<T: Table>() -> Vec<Spec> {
    let names = Names::new("", &[]);
    T::new(&names, ColumnSet::All).columns().into_iter().map(|column| column.spec).collect()
}
