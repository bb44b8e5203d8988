//! `score`: piles to scores.

use gongzhu::{Piles, RecordError, Rules};
use serde_json::Value;

/// `{"scores":[…],"lines":[{…},{…},{…},{…}]}`.
pub(super) fn answer(line: &Value, rules: &Rules) -> Result<Value, RecordError> {
    let (piles, totals) = Piles::from_json(line, rules)?;
    let scores = rules.scores(&piles, &totals);
    let lines = rules.lines(&piles, &totals);
    Ok(Value::from_iter([("scores", scores.0.into_iter().collect()), ("lines", lines.to_json())]))
}
