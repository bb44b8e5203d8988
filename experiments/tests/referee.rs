//! The referee: `score`, `legal`, `replay` and `solve` on lines of JSON (docs/DATA.md §2, §3).

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use gongzhu::rng::{self, Purpose, Rng};
use gongzhu::{Deal, Match, Rules, State};
use gongzhu_experiments::referee::{Command, Format, Summary, run};
use serde_json::Value;

#[path = "referee/errors.rs"]
mod errors;
#[path = "referee/fuzz.rs"]
mod fuzz;
#[path = "referee/legal.rs"]
mod legal;
#[path = "referee/replay.rs"]
mod replay;
#[path = "referee/score.rs"]
mod score;
#[path = "referee/table.rs"]
mod table;

const REPLAY: Command = Command::Replay { legal: false, format: Format::Json };
const REPLAY_LEGAL: Command = Command::Replay { legal: true, format: Format::Json };
const TABLE: Command = Command::Replay { legal: false, format: Format::Table };

const SOLVE: Command = Command::Solve { nodes: 50, format: Format::Json };

fn judge(command: Command, input: &[u8], rules: Option<&Rules>) -> (String, Summary) {
    let mut output = Vec::new();
    let summary = run(command, input, &mut output, rules).unwrap();
    (String::from_utf8(output).unwrap(), summary)
}

/// The answer to one line.
fn answer(command: Command, line: &Value, rules: Option<&Rules>) -> Value {
    let (output, summary) = judge(command, line.to_string().as_bytes(), rules);
    assert_eq!(summary.lines, 1);
    let answer: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(summary.errors == 1, answer.get("error").is_some());
    answer
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Rule sets of every game, phase and score option.
fn rule_sets() -> Vec<Rules> {
    let presets = gongzhu::rules::PRESETS.iter().map(|preset| preset.name.to_owned());
    let variants = [
        "classic+pass",
        "swap+pass+partnership",
        "classic+queen-of-diamonds{partnership=true team_score=pool}",
        "pagat+cap-800{reveal_fourth=true}",
        "swap+pip-hearts{revealed_ace_lock=suit break_hearts=true}",
        "pagat{no_points_first_trick=true no_spade_lead_first_trick=true}",
        "hearts{jd_bonus=true no_tricks_bonus=true opening=any_club qs_breaks_hearts=true}",
        "tantony{memory=none}",
    ];
    presets.chain(variants.map(str::to_owned)).map(|name| Rules::parse(&name).unwrap()).collect()
}

/// Plays up to `hands` hands of a match at random and shows every state.
fn random_match(rules: &Rules, seed: u64, hands: usize, mut see: impl FnMut(&State<'_>)) {
    let mut game = Match::new(rules);
    let mut rng = rng::stream(seed, 0, Purpose::Deal);
    for _ in 0..hands {
        let Some(setup) = game.next_hand(|| Deal::random(&mut rng)) else { return };
        let mut state = State::new(&setup).unwrap();
        loop {
            see(&state);
            let legal: Vec<_> = state.legal().iter().collect();
            if legal.is_empty() {
                break;
            }
            state.play(legal[rng::below(&mut rng, legal.len())]).unwrap();
        }
        game.finish_hand(&state);
    }
}

/// The finished hands of a random match as records.
fn random_records(rules: &Rules, seed: u64, hands: usize) -> Vec<Value> {
    let mut records = Vec::new();
    random_match(rules, seed, hands, |state| {
        if state.legal().is_empty() {
            records.push(gongzhu::Record::of(state).with_results(state, None).to_json());
        }
    });
    records
}

fn pick<'a, T>(rng: &mut Rng, items: &'a [T]) -> &'a T {
    &items[rng::below(rng, items.len())]
}
