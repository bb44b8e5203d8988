//! Round trips through settings, TOML and JSON, what each takes, and noise.

use super::{get, gong_zhu_presets, refusal, rules, set, variants};
use gongzhu::Rules;
use gongzhu::rules::PRESETS;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Every preset, and every Gong Zhu preset with every variant.
fn all_writings() -> Vec<String> {
    let with_variants =
        gong_zhu_presets().flat_map(|preset| variants().map(move |variant| format!("{preset}+{variant}")));
    PRESETS.iter().map(|preset| preset.name.to_owned()).chain(with_variants).collect()
}

#[test]
fn every_writing_round_trips() {
    for text in all_writings() {
        let rules = rules(&text);
        assert_eq!(rules.to_json(), json!(text));
        assert_round_trips(&rules);
        // A preset with variants that was filled in as a struct is written by the nearest preset.
        let nearest = Rules::new(rules.book().clone()).expect("valid rules");
        assert_eq!(Rules::parse(&nearest.spec().to_string()), Ok(rules));
    }
}

fn assert_round_trips(rules: &Rules) {
    let toml = rules.to_toml();
    let forms = [
        Rules::from_toml(&toml),
        Rules::from_json(&rules.to_json()),
        Rules::parse(&rules.spec().to_string()),
        Rules::from_json(&json!(rules.spec().to_string())),
    ];
    for form in forms {
        let form = form.unwrap_or_else(|error| panic!("{error}\n{toml}"));
        assert_eq!(&form, rules);
        assert_eq!(form.spec(), rules.spec());
        assert_eq!(form.to_toml(), toml);
    }
    // The options alone decide: without the line that names the preset the same rules come out.
    let game = format!("game = \"{}\"\n", rules.game());
    let alone: String =
        toml.lines().filter(|line| !line.starts_with("preset")).map(|line| format!("{line}\n")).collect();
    assert_eq!(Rules::from_toml(&(game + &alone)).as_ref(), Ok(rules));
}

#[test]
fn toml_has_each_option_under_its_comment() {
    let toml = rules("classic").to_toml();
    assert!(toml.starts_with("# "), "{toml}");
    for line in [
        "preset = \"classic\"",
        "low = -1000",
        "high = \"off\"",
        "moon.pig = \"shooter\"",
        "pass = false",
        "revealable = [\"QS\",\"AH\",\"JD\",\"TC\"]",
        "first_dealer = 0",
        "opening = \"2C\"",
    ] {
        assert!(toml.lines().any(|found| found == line), "{line} in\n{toml}");
    }
    for (info, _) in rules("classic").options() {
        assert!(toml.contains(info.doc) && toml.contains(&info.allowed), "{}", info.key);
        assert!(info.doc.contains("(RULES.md §"), "{}", info.doc);
    }
}

#[test]
fn toml_is_read_in_every_form() {
    let expected = set("swap+pass", &[("moon.pig", "never"), ("moon.bonus", "400"), ("high", "off")]).expect("rules");
    let texts = [
        "preset = 'swap+pass'\nhigh = 'off'\n[moon]\npig = 'never'\nbonus = 400",
        "preset = 'swap+pass'\nmoon = { pig = 'never', bonus = '400' }\nhigh = false",
        "game = 'gong-zhu'\npreset = 'swap+pass'\nmoon.pig = 'never'\nmoon.bonus = 400.0\nhigh = 'none'",
    ];
    for text in texts {
        assert_eq!(Rules::from_toml(text).as_ref(), Ok(&expected), "{text}");
    }
    assert_eq!(Rules::from_toml("game = 'gong_zhu'"), Ok(rules("classic")));
    assert_eq!(Rules::from_toml("game = 'hearts'\ntarget = 50"), set("hearts", &[("target", "50")]));
    assert_eq!(Rules::from_toml("game = 'tantony'"), Ok(rules("tantony")));
}

#[test]
fn toml_refusals_name_the_line() {
    let refused = [
        (
            "preset = 'classic'\n\n[moon]\npig = 'nevr'",
            "line 4: option 'moon.pig' cannot be 'nevr'; did you mean 'never'?",
        ),
        (
            "preset = 'classic'\nmon.pig = 'never'",
            "line 2: unknown option 'mon.pig' for gong_zhu rules; did you mean 'moon.pig'?",
        ),
        ("\npreset = 'clasic'", "line 2: unknown rule set 'clasic'; did you mean 'classic'?"),
        ("game = 'hart'", "line 1: unknown game 'hart'; did you mean 'hearts'? (games: gong_zhu, hearts, tantony)"),
        ("game = 'hearts'\npreset = 'swap'", "line 2: preset 'swap' is no hearts rule set, but game = \"hearts\""),
        ("low = -500", "preset = \"NAME\", or game = \"gong_zhu\", \"hearts\" or \"tantony\""),
        ("preset = 'classic'\nlow = ", "line 2: no TOML: "),
        ("moon.pig = 'never'\nmoon = 1", "line 2: no TOML: "),
        ("preset = 'classic'\nlow = 3\nhigh = 5", "line 2: option 'low' cannot be '3'"),
        ("preset = 'classic'\nrevealable = [['QS'], {x = 1}]", "line 2: option 'revealable' cannot be"),
        ("preset = 'classic'\nlow = 1979-05-27", "line 2: option 'low' cannot be '1979-05-27'"),
        ("preset = 'classic'\nmax_hands = 0x10000", "line 2: option 'max_hands' cannot be '0x10000'"),
        ("preset = 'classic'\nteam_score = 'pool'", "team_score=pool"),
    ];
    for (text, message) in refused {
        let error = refusal(Rules::from_toml(text));
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn json_is_typed_and_takes_text_too() {
    let settings = [("qs_breaks_hearts", "false"), ("max_hands", "off"), ("target", "50"), ("moon", "exception")];
    let rules = set("hearts-openspiel", &settings).expect("rules");
    let json = json!({"preset": "hearts-openspiel",
        "set": {"qs_breaks_hearts": false, "moon": "exception", "target": 50, "max_hands": "off"}});
    assert_eq!(rules.to_json(), json);
    assert_eq!(
        rules.spec().to_string(),
        "hearts-openspiel{qs_breaks_hearts=false moon=exception target=50 max_hands=off}"
    );
    let lists = set("classic", &[("revealable", "JD"), ("pass", "on")]).expect("rules");
    assert_eq!(lists.to_json(), json!({"preset": "classic", "set": {"pass": true, "revealable": ["JD"]}}));
    let read = [
        json!({"preset": "classic", "set": {"pass": "yes", "revealable": "JD"}}),
        json!({"preset": "classic+pass", "set": {"revealable": ["jd"]}}),
        json!({"preset": "classic", "set": {"Pass": true, "revealable": ["J♦", "JD"]}}),
    ];
    for json in read {
        assert_eq!(Rules::from_json(&json).as_ref(), Ok(&lists), "{json}");
    }
    let moon = json!({"preset": "classic", "set": {"moon": {"pig": "never"}, "high": 500.0, "low": null}});
    let expected = set("classic", &[("moon.pig", "never"), ("high", "500"), ("low", "off")]);
    assert_eq!(Rules::from_json(&moon), expected);
    let refused = [
        (json!(3), "rules are a preset such as"),
        (json!({"set": {}}), "rules are a preset such as"),
        (json!({"preset": "classic", "set": []}), "rules are a preset such as"),
        (json!({"preset": "classic", "sets": {}}), "unknown key 'sets' in rules; did you mean 'set'?"),
        (json!({"preset": "clasic"}), "did you mean 'classic'?"),
        (json!({"preset": "classic", "set": {"moon": {"pg": 1}}}), "unknown option 'moon.pg'"),
        (json!({"preset": "classic", "set": {"pass": 1}}), "option 'pass' cannot be '1'"),
    ];
    for (json, message) in refused {
        let error = refusal(Rules::from_json(&json));
        assert!(error.contains(message), "{json}: {error}");
    }
}

#[test]
fn the_base_stays_as_written() {
    let first = rules("swap+no-reveal").with_settings([("low", "-300")]).expect("rules");
    let second = first.with_settings([("pass", "on")]).expect("rules");
    assert_eq!(second.spec().base(), "swap+no-reveal");
    assert_eq!(second.spec().settings(), [("pass", Value::from(true)), ("low", Value::from(-300))]);
    let back = second.with_settings([("low", "-1000"), ("pass", "off")]).expect("rules");
    assert_eq!(back.to_json(), json!("swap+no-reveal"));
}

/// A value that the option `key` of `game` can take, in canonical text.
fn value(preset: &str, key: &'static str) -> BoxedStrategy<String> {
    let or_off = |values: BoxedStrategy<String>| prop_oneof![Just("off".to_owned()), values].boxed();
    let number = |range: std::ops::RangeInclusive<i32>| range.prop_map(|number| number.to_string()).boxed();
    let flag = any::<bool>().prop_map(|flag| flag.to_string()).boxed();
    match (preset, key) {
        ("classic", "opening") => prop_oneof![
            (0u8..52).prop_map(|index| gongzhu::Card::from_index(index).expect("a card").to_string()),
            (0..4).prop_map(|seat| format!("seat{seat}")),
        ]
        .boxed(),
        (_, "first_dealer") => number(0..=3),
        (_, "opening_seat") => or_off(number(0..=3)),
        (_, "revealable") => proptest::sample::subsequence(vec!["QS", "AH", "JD", "TC"], 0..=4)
            .prop_map(|cards| if cards.is_empty() { "none".to_owned() } else { cards.join(",") })
            .boxed(),
        (_, "heart_values") => proptest::collection::vec(-60..=10, 13)
            .prop_map(|values| values.iter().map(i32::to_string).collect::<Vec<_>>().join(","))
            .boxed(),
        (_, "transformer_alone") => number(-100..=100),
        (_, "moon.bonus") => prop_oneof![Just("positive".to_owned()), number(-500..=500)].boxed(),
        (_, "cap") => or_off(number(0..=5000)),
        (_, "queen_of_diamonds") => or_off(number(-20..=20)),
        (_, "low") => or_off(number(-32767..=-1)),
        (_, "high" | "max_hands") => or_off(number(1..=32767)),
        (_, "target") => number(1..=32767),
        _ => {
            let (info, _) = rules(preset).options().find(|(info, _)| info.key == key).expect("an option");
            let words: Vec<_> = info.allowed.split(", ").map(str::to_owned).collect();
            if words == ["true", "false"] { flag } else { proptest::sample::select(words).boxed() }
        }
    }
}

/// A preset with every option set at random.
fn option_set() -> impl Strategy<Value = (&'static str, Vec<(&'static str, String)>)> {
    proptest::sample::select(vec!["classic", "hearts", "tantony"]).prop_flat_map(|preset| {
        let keys = rules(preset).options().map(|(info, _)| info.key).collect::<Vec<_>>();
        let settings = keys.into_iter().map(|key| (Just(key), value(preset, key))).collect::<Vec<_>>();
        (Just(preset), settings)
    })
}

/// TOML of a rule set with some characters replaced, to go wrong deep inside the parser.
fn broken_toml() -> impl Strategy<Value = String> {
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6);
    (proptest::sample::select(all_writings()), changes).prop_map(|(text, changes)| {
        let mut letters: Vec<char> = rules(&text).to_toml().chars().collect();
        for (index, letter) in changes {
            *index.get_mut(&mut letters) = letter;
        }
        letters.into_iter().collect()
    })
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(vec!["classic", "hearts+pass", "never", "QS", "{", "a=b", "+"]).prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    let key = prop_oneof![
        proptest::sample::select(vec!["preset", "set", "moon", "pig", "low", "revealable"]).prop_map(str::to_owned),
        ".*"
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((key.clone(), inner), 0..6).prop_map(Value::from_iter),
        ]
    })
}

proptest! {
    #[test]
    fn random_options_round_trip((preset, settings) in option_set()) {
        match rules(preset).with_settings(settings.clone()) {
            Ok(rules) => {
                for (key, value) in &settings {
                    prop_assert_eq!(&get(&rules, key), value);
                }
                assert_round_trips(&rules);
                assert_round_trips(&Rules::new(rules.book().clone()).expect("valid rules"));
            }
            Err(error) => {
                let error = error.to_string();
                let known = ["team_score=pool", "reveal_fourth=true", "would never end"];
                prop_assert!(known.iter().any(|message| error.contains(message)), "{}", error);
                let mends = [("team_score", "sum"), ("reveal_fourth", "off"), ("low", "-9")];
                let mends = mends.map(|(key, value)| (key, value.to_owned()));
                assert_round_trips(&rules(preset).with_settings(settings.into_iter().chain(mends)).expect("mended rules"));
            }
        }
    }

    #[test]
    fn noise_is_refused_without_panic(text in ".*", key in "[a-z._+{}=-]{0,20}", json in any_json(), toml in broken_toml()) {
        let _ = Rules::parse(&text);
        let _ = Rules::parse(&key);
        let _ = Rules::parse(&format!("classic+{key}{{{text}}}"));
        let _ = Rules::from_toml(&text);
        let _ = Rules::from_toml(&format!("preset = 'classic'\n{key} = {text}"));
        if let Err(error) = Rules::from_toml(&toml) {
            prop_assert!(!error.to_string().contains('\n'), "{}", error);
        }
        let _ = Rules::from_json(&json);
        let _ = Rules::from_json(&json!({"preset": "classic", "set": json}));
        let _ = Rules::split_setting(&text);
        for preset in ["classic", "hearts", "tantony"] {
            let rules = rules(preset);
            let _ = rules.get(&text);
            let _ = rules.with_settings([(&key, &text)]);
            for (info, _) in rules.options() {
                if let Err(error) = rules.with_settings([(info.key, &text)]) {
                    let error = error.to_string();
                    prop_assert!(!error.contains('\n') && error.len() < 600, "{}", error);
                }
            }
        }
    }
}
