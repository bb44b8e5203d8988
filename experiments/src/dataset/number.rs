//! The numbers that columns can hold, and sequences of them.

use arrow::datatypes::DataType;
use parquet::data_type::{DoubleType, Int32Type, Int64Type};

/// A number that a column can hold.
pub(super) trait Number: Copy + Send + Into<Self::Stored> {
    /// The arrow type.
    const DATA_TYPE: DataType;
    /// What files have it as.
    type Stored: Stored;
}

macro_rules! number {
    ($type:ty, $data_type:ident, $stored:ty) => {
        impl Number for $type {
            const DATA_TYPE: DataType = DataType::$data_type;
            type Stored = $stored;
        }
    };
}

number!(u8, UInt8, i32);
number!(i16, Int16, i32);
number!(i32, Int32, i32);
number!(i64, Int64, i64);
number!(f64, Float64, f64);

/// A number with bits that tell it from all others; equality is not enough, as two zeros are equal.
pub(super) trait Bits: Copy + Send + Default {
    /// The bits.
    fn bits(self) -> u64;
}

impl Bits for i16 {
    fn bits(self) -> u64 {
        self as u64
    }
}

impl Bits for i32 {
    fn bits(self) -> u64 {
        self as u64
    }
}

impl Bits for i64 {
    fn bits(self) -> u64 {
        self as u64
    }
}

impl Bits for f64 {
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// A number as files have it.
pub(super) trait Stored: Bits {
    /// The type of the Parquet library.
    type Physical: parquet::data_type::DataType<T = Self>;
    /// The number that has these bits.
    fn from_bits(bits: u64) -> Self;
}

impl Stored for i32 {
    type Physical = Int32Type;
    fn from_bits(bits: u64) -> i32 {
        bits as i32
    }
}

impl Stored for i64 {
    type Physical = Int64Type;
    fn from_bits(bits: u64) -> i64 {
        bits as i64
    }
}

impl Stored for f64 {
    type Physical = DoubleType;
    fn from_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

/// A sequence of numbers that is only counted for as long as all of them are the same.
#[derive(Default)]
pub(super) struct Sequence<T> {
    first: T,
    /// How many there are; not kept up once `values` has them.
    same: usize,
    /// All of them, once two differ.
    values: Vec<T>,
}

impl<T: Bits> Sequence<T> {
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        if self.values.is_empty() {
            self.repeat(value, 1);
        } else {
            self.values.push(value);
        }
    }

    #[inline]
    pub(super) fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        let mut values = values.into_iter();
        while self.values.is_empty() {
            let Some(value) = values.next() else { return };
            self.push(value);
        }
        self.values.extend(values);
    }

    /// Adds the same number several times.
    #[inline]
    pub(super) fn repeat(&mut self, value: T, times: usize) {
        if self.values.is_empty() {
            if self.same == 0 {
                self.first = value;
            }
            if self.first.bits() == value.bits() {
                self.same += times;
                return;
            }
        }
        self.all();
        self.values.resize(self.values.len() + times, value);
    }

    /// The number that all of them are, if there are any.
    pub(super) fn constant(&self) -> Option<T> {
        (self.same > 0 && self.values.is_empty()).then_some(self.first)
    }

    /// All numbers.
    pub(super) fn all(&mut self) -> &[T] {
        if self.values.is_empty() {
            self.values.resize(self.same, self.first);
        }
        &self.values
    }

    /// Empties the sequence and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.same = 0;
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_knows_whether_all_are_the_same() {
        let mut sequence = Sequence::default();
        assert_eq!(sequence.constant(), None);
        sequence.push(7);
        sequence.repeat(7, 2);
        sequence.extend([7, 7]);
        assert_eq!(sequence.constant(), Some(7));
        sequence.extend([7, 8, 8]);
        assert_eq!((sequence.constant(), sequence.all()), (None, [7, 7, 7, 7, 7, 7, 8, 8].as_slice()));
        sequence.clear();
        sequence.repeat(9, 2);
        assert_eq!((sequence.constant(), sequence.all()), (Some(9), [9, 9].as_slice()));
    }

    #[test]
    fn two_zeros_are_not_the_same() {
        let mut sequence = Sequence::default();
        sequence.extend([0.0, -0.0]);
        assert!(sequence.constant().is_none());
        assert!(sequence.all()[1].is_sign_negative());
    }
}
