//! `legal`: fragments of hands to legal sets.

use gongzhu::{Fragment, RecordError, Rules};
use serde_json::Value;

/// `{"legal":[…]}`.
pub(super) fn answer(line: &Value, rules: &Rules) -> Result<Value, RecordError> {
    let legal = Fragment::from_json(line)?.legal(rules)?;
    Ok(Value::from_iter([("legal", legal.to_json())]))
}
