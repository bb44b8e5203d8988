//! Typed access to the columns of a batch that was read from a file.

use super::error::{DatasetError, Result};
use arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray, FixedSizeBinaryArray, ListArray, PrimitiveArray, RecordBatch,
    StringArray,
};
use arrow::datatypes::{Int64Type, UInt8Type};
use std::path::Path;

/// A batch of rows of one file, with the names that its dictionary columns may use.
pub struct BatchReader<'a> {
    path: &'a Path,
    batch: &'a RecordBatch,
    bots: &'a [String],
}

impl<'a> BatchReader<'a> {
    pub(super) fn new(path: &'a Path, batch: &'a RecordBatch, bots: &'a [String]) -> BatchReader<'a> {
        BatchReader { path, batch, bots }
    }

    /// The hand ids, which every table has.
    pub(super) fn hand_ids(&self) -> Result<&'a [i64]> {
        Ok(self.numbers::<Int64Type>("hand_id")?.values())
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.batch.num_rows()
    }

    fn array(&self, name: &str) -> Result<&'a ArrayRef> {
        self.batch.column_by_name(name).ok_or_else(|| DatasetError::file(self.path, format!("no column {name}")))
    }

    fn mistyped(&self, name: &str) -> DatasetError {
        DatasetError::file(self.path, format!("column {name} has another type"))
    }

    /// A row lacks a value that every row has.
    pub(super) fn null(&self, name: &str, row: usize) -> DatasetError {
        DatasetError::file(self.path, format!("column {name} has no value in row {row}"))
    }

    /// A column of numbers.
    pub(super) fn numbers<T: ArrowPrimitiveType>(&self, name: &str) -> Result<&'a PrimitiveArray<T>> {
        self.array(name)?.as_primitive_opt().ok_or_else(|| self.mistyped(name))
    }

    /// Four columns of numbers, one per seat.
    pub(super) fn by_seat<T: ArrowPrimitiveType>(&self, base: &str) -> Result<[&'a PrimitiveArray<T>; 4]> {
        let [a, b, c, d] = [0, 1, 2, 3].map(|seat| self.numbers(&format!("{base}_{seat}")));
        Ok([a?, b?, c?, d?])
    }

    /// A column of fixed numbers of bytes.
    pub(super) fn bytes(&self, name: &str) -> Result<&'a FixedSizeBinaryArray> {
        self.array(name)?.as_fixed_size_binary_opt().ok_or_else(|| self.mistyped(name))
    }

    /// Checks that all rows of a dictionary column have this name.
    pub(super) fn check_name(&self, name: &str, wanted: &str) -> Result<()> {
        let column = self.array(name)?.as_dictionary_opt::<UInt8Type>().ok_or_else(|| self.mistyped(name))?;
        let values: &StringArray = column.values().as_string_opt().ok_or_else(|| self.mistyped(name))?;
        // The list of names may have some that no row uses.
        let other = column.keys().values().iter().find_map(|&key| {
            let value = if usize::from(key) < values.len() { values.value(usize::from(key)) } else { "" };
            (value != wanted).then_some(value)
        });
        match other {
            Some(value) => Err(DatasetError::file(self.path, format!("column {name} says {value:?}, not {wanted:?}"))),
            None => Ok(()),
        }
    }

    /// A row whose values do not fit together.
    pub(super) fn odd(&self, what: &str, row: usize) -> DatasetError {
        DatasetError::file(self.path, format!("{what} in row {row}"))
    }

    /// The bots of the four seats in each row, as numbers into the dataset's list.
    pub(super) fn bots(&self) -> Result<Vec<[u8; 4]>> {
        let mut rows = vec![[0; 4]; self.rows()];
        for seat in 0..4 {
            for (row, code) in rows.iter_mut().zip(self.bot_column(&format!("bot_{seat}"))?) {
                row[seat] = code;
            }
        }
        Ok(rows)
    }

    /// A column of bots, as numbers into the dataset's list.
    pub(super) fn bot_column(&self, name: &str) -> Result<Vec<u8>> {
        let lacks = |value: &str| format!("column {name} names a bot {value:?} that the manifest lacks");
        self.codes(name, self.bots, lacks)
    }

    /// A dictionary column as numbers into a list of names; `unknown` says what is wrong with another name.
    pub(super) fn codes<N: AsRef<str>>(
        &self,
        name: &str,
        names: &[N],
        unknown: impl Fn(&str) -> String,
    ) -> Result<Vec<u8>> {
        let column = self.array(name)?.as_dictionary_opt::<UInt8Type>().ok_or_else(|| self.mistyped(name))?;
        let values: &StringArray = column.values().as_string_opt().ok_or_else(|| self.mistyped(name))?;
        // A file lists only the names that occur, in the order of their first occurrence.
        let codes = values.iter().map(|value| {
            let code = names.iter().position(|name| Some(name.as_ref()) == value);
            code.and_then(|code| u8::try_from(code).ok())
                .ok_or_else(|| DatasetError::file(self.path, unknown(value.unwrap_or_default())))
        });
        let codes = codes.collect::<Result<Vec<u8>>>()?;
        let code = |&key: &u8| codes.get(usize::from(key)).copied().ok_or_else(|| self.mistyped(name));
        column.keys().values().iter().map(code).collect()
    }

    /// A column of lists of numbers.
    pub(super) fn lists<T: ArrowPrimitiveType>(&self, name: &str) -> Result<ListColumn<'a, T>> {
        let lists = self.array(name)?.as_list_opt::<i32>().ok_or_else(|| self.mistyped(name))?;
        let values = lists.values().as_primitive_opt().ok_or_else(|| self.mistyped(name))?;
        Ok(ListColumn { lists, values })
    }
}

/// Lists of numbers, row by row.
pub(super) struct ListColumn<'a, T: ArrowPrimitiveType> {
    lists: &'a ListArray,
    values: &'a PrimitiveArray<T>,
}

impl<T: ArrowPrimitiveType> ListColumn<'_, T> {
    /// The numbers of a row; none where it lacks the list.
    pub(super) fn row(&self, row: usize) -> &[T::Native] {
        let offsets = self.lists.value_offsets();
        &self.values.values()[offsets[row] as usize..offsets[row + 1] as usize]
    }
}

/// The number in a row, if it is there.
#[inline]
pub(super) fn optional<T: ArrowPrimitiveType>(column: &PrimitiveArray<T>, row: usize) -> Option<T::Native> {
    column.is_valid(row).then(|| column.value(row))
}

/// The bytes in a row, if they are there; zeros where the width is another.
#[inline]
pub(super) fn bytes<const N: usize>(column: &FixedSizeBinaryArray, row: usize) -> Option<[u8; N]> {
    if column.is_valid(row) { column.value(row).try_into().ok() } else { None }
}
