//! The slow reference of the rule books, with its own tests.

mod reference;
