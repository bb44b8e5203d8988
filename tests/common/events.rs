//! Events that the tests must have met: counted by name, and their absence is a failure.

use std::collections::BTreeMap;

/// How often each event happened.
#[derive(Clone, Default, Debug)]
pub struct Events(BTreeMap<&'static str, u64>);

impl Events {
    /// Counts an event.
    pub fn count(&mut self, name: &'static str) {
        *self.0.entry(name).or_default() += 1;
    }

    /// Counts an event where `happened`.
    pub fn count_if(&mut self, happened: bool, name: &'static str) {
        if happened {
            self.count(name);
        }
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Events) {
        for (name, count) in &other.0 {
            *self.0.entry(name).or_default() += count;
        }
    }

    /// How often the event happened.
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Prints all counts under `title` and fails where one of `required` is 0.
    pub fn require(&self, title: &str, required: &[&str]) {
        println!("{title}");
        for (name, count) in &self.0 {
            println!("{count:>9}  {name}");
        }
        let missing: Vec<_> = required.iter().filter(|name| self.get(name) == 0).collect();
        assert!(missing.is_empty(), "{title}: these events never happened: {missing:?}");
    }
}
