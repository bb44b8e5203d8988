//! The file of `gongzhu run`: named experiments, each a list of bots against others.

use super::duel::{Duel, LineUp};
use super::section::{Placed, Section, Source, did_you_mean};
use crate::error::RunError;
use crate::request::{ColumnFlag, is_rules_file, load_rules};
use crate::tournament::{Amount, Contest, Score};
use gongzhu::Rules;
use gongzhu_strategies::BotSpec;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// The experiments of a file, checked.
pub(super) struct Config {
    /// What they are about.
    pub(super) title: Option<String>,
    /// The text of the file.
    pub(super) text: String,
    /// What is played, in order.
    pub(super) duels: Vec<Duel>,
}

const TOP: [&str; 3] = ["title", "defaults", "tournament"];

/// What [defaults] may say for all tournaments, and each tournament for itself.
const SETTINGS: [&str; 8] = ["rules", "formats", "hands", "matches", "score", "seed", "columns", "part"];

/// What a tournament alone may say.
const OWN: [&str; 4] = ["name", "steps", "players", "against"];

impl Config {
    /// Reads a file. `only` are the names of the experiments that are wanted, all where it is empty.
    ///
    /// # Errors
    /// A file that cannot be read; a key, bot, rule set or value that is none, with the line; a name in `only` that no
    /// experiment has.
    pub(super) fn read(path: &Path, only: &[String]) -> Result<Config, RunError> {
        let source = Source::read(path)?;
        let parsed = source.parse()?;
        let top = Section::new(&source, "the file", parsed.span(), parsed.get_ref(), &TOP)?;
        let title = top.text("title")?.map(|(title, _)| title.to_owned());
        let defaults = top.table("defaults", "[defaults]", &SETTINGS)?;
        let defaults = defaults.map_or(Ok(Settings::default()), |section| Settings::read(&section))?;
        let keys: Vec<&str> = OWN.into_iter().chain(SETTINGS).collect();
        let mut names = BTreeSet::new();
        let mut duels = Vec::new();
        for section in top.tables("tournament", "[[tournament]]", &keys)? {
            let (name, at) = section.text("name")?.ok_or_else(|| section.fault("say name = \"…\""))?;
            if name.trim().is_empty() {
                return Err(source.fault(&at, "the name of a tournament has at least one letter"));
            }
            if !names.insert(name.to_owned()) {
                return Err(source.fault(&at, format!("two tournaments have the name '{name}'; give each its own")));
            }
            if only.is_empty() || only.iter().any(|wanted| wanted == name) {
                let settings = Settings::read(&section)?.or(&defaults);
                duels.extend(settings.duels(name, &section)?);
            }
        }
        if names.is_empty() {
            return Err(top.fault("has no experiment; write [[tournament]]"));
        }
        if let Some(unknown) = only.iter().find(|name| !names.contains(*name)) {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let message = format!("no experiment '{unknown}'{}", did_you_mean(unknown, &known));
            return Err(RunError::Request(format!("{}: {message}", path.display())));
        }
        Ok(Config { title, text: source.text().to_owned(), duels })
    }
}

/// How many deals, or numbers of matches, a duel may play.
const UNITS: Range<u64> = 1..(1 << 32) + 1;

/// How much a duel plays.
#[derive(Clone, Copy, Debug)]
enum Units {
    Deals(u64),
    Matches(u64),
}

const DEFAULT_UNITS: Units = Units::Deals(1000);

/// What a tournament says, or leaves to the defaults.
#[derive(Clone, Debug, Default)]
struct Settings {
    rules: Option<Vec<Rules>>,
    line_ups: Option<Vec<LineUp>>,
    units: Option<Units>,
    score: Option<Score>,
    seed: Option<u64>,
    columns: Option<ColumnFlag>,
    part: Option<u64>,
}

impl Settings {
    fn read(section: &Section<'_>) -> Result<Settings, RunError> {
        let each = |key| section.texts(key);
        let rules =
            |(name, at): &Placed<'_>| rules_of(section.source, name).map_err(|error| section.source.fault(at, error));
        let line_up = |(name, at): &Placed<'_>| {
            LineUp::named(name).ok_or_else(|| {
                section.source.fault(at, format!("unknown format '{name}'{}", did_you_mean(name, &LineUp::NAMES)))
            })
        };
        let columns = section.text("columns")?.map(|(name, at)| match name {
            "all" => Ok(ColumnFlag::All),
            "results" => Ok(ColumnFlag::Results),
            _ => Err(section.source.fault(&at, format!("columns are \"all\" or \"results\", not \"{name}\""))),
        });
        let units = match (section.number("hands", UNITS)?, section.number("matches", UNITS)?) {
            (Some(_), Some(_)) => return Err(section.fault("say either hands or matches")),
            (hands, matches) => hands.map(Units::Deals).or(matches.map(Units::Matches)),
        };
        let score = section.text("score")?.map(|(name, at)| {
            let score = Score::ALL.into_iter().find(|score| score.name() == name);
            let known = did_you_mean(name, &Score::ALL.map(Score::name));
            score.ok_or_else(|| section.source.fault(&at, format!("unknown score '{name}'{known}")))
        });
        Ok(Settings {
            rules: each("rules")?.map(|names| names.iter().map(rules).collect()).transpose()?,
            line_ups: each("formats")?.map(|names| names.iter().map(line_up).collect()).transpose()?,
            units,
            score: score.transpose()?,
            seed: section.number("seed", 0..1 << 63)?,
            columns: columns.transpose()?,
            part: section.number("part", UNITS)?,
        })
    }

    /// With those of `defaults` for what is not said.
    fn or(self, defaults: &Settings) -> Settings {
        Settings {
            rules: self.rules.or_else(|| defaults.rules.clone()),
            line_ups: self.line_ups.or_else(|| defaults.line_ups.clone()),
            units: self.units.or(defaults.units),
            score: self.score.or(defaults.score),
            seed: self.seed.or(defaults.seed),
            columns: self.columns.or(defaults.columns),
            part: self.part.or(defaults.part),
        }
    }

    /// What a tournament plays: in each rule set, in each line-up, each bot against each of its opponents.
    fn duels(self, experiment: &str, section: &Section<'_>) -> Result<Vec<Duel>, RunError> {
        let pairs = pairs(section)?;
        let rules = match self.rules {
            Some(rules) => rules,
            None => vec![load_rules("classic", &[])?],
        };
        let line_ups = self.line_ups.unwrap_or_else(|| vec![LineUp::Pair]);
        let seed = self.seed.unwrap_or(1);
        let amount = match self.units.unwrap_or(DEFAULT_UNITS) {
            Units::Deals(_) if section.has("score") => {
                return Err(section.fault("score is for matches; say matches = N"));
            }
            Units::Deals(deals) => Amount::seeded(seed, deals),
            Units::Matches(matches) => Amount::Matches(matches),
        };
        let score = self.score.unwrap_or_default();
        let mut duels: Vec<Duel> = Vec::new();
        for rules in &rules {
            for &line_up in &line_ups {
                for pair in &pairs {
                    let (rules, bots, amount) = (rules.clone(), pair.to_vec(), amount.clone());
                    let contest = Contest::new(rules, bots, line_up.format(), amount, score, seed);
                    let mut contest = contest.map_err(|error| section.fault(error))?;
                    contest.part = self.part;
                    let columns = self.columns.unwrap_or(ColumnFlag::All);
                    let duel = Duel { experiment: experiment.to_owned(), line_up, columns, contest };
                    if duels.iter().any(|known| known.directory() == duel.directory()) {
                        return Err(section.fault(format!("asks for {duel} twice")));
                    }
                    duels.push(duel);
                }
            }
        }
        Ok(duels)
    }
}

/// Rules by name; a TOML file lies relative to the file that names it.
fn rules_of(source: &Source, name: &str) -> Result<Rules, RunError> {
    if is_rules_file(name) {
        load_rules(&source.dir().join(name).to_string_lossy(), &[])
    } else {
        load_rules(name, &[])
    }
}

/// Who plays against whom: each step of a ladder against the one before, or each player against each opponent.
fn pairs(section: &Section<'_>) -> Result<Vec<[BotSpec; 2]>, RunError> {
    let bots = |key: &str| -> Result<Option<Vec<BotSpec>>, RunError> {
        let bot = |(number, (text, at)): (usize, &Placed<'_>)| {
            let bot = text.parse::<BotSpec>();
            bot.map_err(|error| section.source.fault(at, format!("entry {number} of {key}: {error}")))
        };
        section.texts(key)?.map(|texts| (1..).zip(&texts).map(bot).collect()).transpose()
    };
    let pairs: Vec<[BotSpec; 2]> = match (bots("steps")?, bots("players")?, bots("against")?) {
        (Some(steps), None, None) => {
            if steps.len() < 2 {
                return Err(section.source.fault(&section.place("steps"), "a ladder has at least two steps"));
            }
            steps.windows(2).map(|pair| [pair[1].clone(), pair[0].clone()]).collect()
        }
        (None, Some(players), Some(against)) => {
            let all = players.iter().flat_map(|player| against.iter().map(move |other| [player, other]));
            // A bot that stands in both lists does not play against itself.
            all.filter(|[player, other]| player != other).map(|pair| pair.map(BotSpec::clone)).collect()
        }
        _ => return Err(section.fault("say either steps = […], or players = […] and against = […]")),
    };
    match pairs.iter().find(|[player, other]| player == other) {
        Some([twice, _]) => Err(section.fault(format!("'{twice}' follows itself in steps"))),
        None if pairs.is_empty() => Err(section.fault("no player has an opponent other than itself")),
        None => Ok(pairs),
    }
}
