//! Rule sets by name, option by option, and as text: the presets and variants of RULES.md §2.6, round trips through every
//! written form, and what is refused with which words.

use gongzhu::Rules;
use gongzhu::rules::{Book, PRESETS, VARIANTS};
use proptest::prelude::*;
use serde_json::{Value, json};

fn rules(text: &str) -> Rules {
    Rules::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn get(rules: &Rules, key: &str) -> String {
    rules.get(key).unwrap_or_else(|| panic!("no option {key}"))
}

/// The message of a refusal: one line.
fn refusal(result: Result<Rules, gongzhu::RulesError>) -> String {
    let message = result.map(|rules| rules.spec().to_string()).expect_err("rules that are refused").to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

fn set(text: &str, settings: &[(&str, &str)]) -> Result<Rules, gongzhu::RulesError> {
    rules(text).with_settings(settings.iter().copied())
}

fn gong_zhu_presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().filter(|preset| matches!(preset.book(), Book::GongZhu(_))).map(|preset| preset.name)
}

/// Every variant as it is written after a preset.
fn variants() -> impl Iterator<Item = String> {
    VARIANTS.iter().map(|variant| variant.name.replace("-N", "-7"))
}

/// Every preset, and every Gong Zhu preset with every variant.
fn all_writings() -> Vec<String> {
    let with_variants =
        gong_zhu_presets().flat_map(|preset| variants().map(move |variant| format!("{preset}+{variant}")));
    PRESETS.iter().map(|preset| preset.name.to_owned()).chain(with_variants).collect()
}

const ALL_FOUR: &str = "QS,AH,JD,TC";
const BASE_HEARTS: &str = "-50,-40,-30,-20,-10,-10,-10,-10,-10,-10,0,0,0";

#[test]
fn the_nine_presets_are_there() {
    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    let expected =
        ["classic", "swap", "swap-short", "swap-off", "pagat", "scrofa", "hearts", "hearts-openspiel", "tantony"];
    assert_eq!(names, expected);
    for preset in PRESETS {
        assert_eq!(rules(preset.name).book(), &preset.book());
        assert_eq!(Rules::new(preset.book()).expect("a preset").spec().to_string(), preset.name);
    }
}

/// The table of RULES.md §2.6, cell by cell.
#[test]
fn presets_are_those_of_the_table() {
    let table = [
        ("direction", ["anticlockwise", "clockwise", "anticlockwise", "anticlockwise"]),
        ("revealable", [ALL_FOUR, ALL_FOUR, ALL_FOUR, "none"]),
        ("reveal_timing", ["sequential", "simultaneous", "sequential", "sequential"]),
        ("opening", ["2C", "2C", "2S", "seat0"]),
        ("must_lead_opening", ["true", "true", "false", "false"]),
        ("later_hands", ["opening_card", "pig_taker", "pig_taker", "next_seat"]),
        ("break_hearts", ["true", "false", "false", "false"]),
        ("moon.needs", ["hearts_and_pig", "hearts", "hearts", "hearts"]),
        ("moon.pig", ["shooter", "everyone", "shooter", "never"]),
        ("moon.sheep", ["unchanged", "everyone_negated", "unchanged", "unchanged"]),
        ("moon.slam", ["true", "true", "true", "false"]),
        ("counting_card", ["any_heart", "scoring_heart", "any_heart", "any_heart"]),
        ("partnership", ["false", "false", "false", "true"]),
        ("low", ["-1000", "-1000", "-1000", "off"]),
        ("high", ["off", "1000", "off", "off"]),
        ("max_hands", ["off", "30", "off", "1"]),
        ("decider", ["true", "false", "true", "false"]),
    ];
    let elsewhere = [
        ("first_dealer", "0"),
        ("pass", "false"),
        ("reveal_fourth", "false"),
        ("revealed_ace_lock", "card"),
        ("no_spade_lead_first_trick", "false"),
        ("no_points_first_trick", "false"),
        ("heart_values", BASE_HEARTS),
        ("transformer_alone", "50"),
        ("moon.bonus", "200"),
        ("cap", "off"),
        ("queen_of_diamonds", "off"),
        ("team_score", "sum"),
    ];
    for (column, name) in ["classic", "swap", "pagat", "scrofa"].into_iter().enumerate() {
        let rules = rules(name);
        for (key, cells) in table {
            assert_eq!(get(&rules, key), cells[column], "{key} of {name}");
        }
        for (key, value) in elsewhere {
            assert_eq!(get(&rules, key), value, "{key} of {name}");
        }
        assert_eq!(rules.options().count(), table.len() + elsewhere.len(), "no option is left out");
    }
    assert_eq!(rules("swap-short"), set("swap", &[("low", "-500"), ("high", "500")]).expect("swap to 500"));
    let off = [("moon.pig", "never"), ("moon.sheep", "unchanged")];
    assert_eq!(rules("swap-off"), set("swap", &off).expect("swap without the swap"));
}

#[test]
fn hearts_and_tantony_are_those_of_the_rules() {
    let table = [
        ("direction", ["clockwise", "clockwise"]),
        ("first_dealer", ["0", "0"]),
        ("pass", ["cycle", "cycle"]),
        ("opening", ["2C", "2C"]),
        ("no_points_first_trick", ["true", "true"]),
        ("break_hearts", ["true", "true"]),
        ("qs_breaks_hearts", ["false", "true"]),
        ("lead_hearts_instead_of_qs", ["false", "false"]),
        ("jd_bonus", ["false", "false"]),
        ("no_tricks_bonus", ["false", "false"]),
        ("moon", ["exception", "others_plus"]),
        ("target", ["100", "100"]),
        ("max_hands", ["off", "1"]),
    ];
    for (column, name) in ["hearts", "hearts-openspiel"].into_iter().enumerate() {
        let rules = rules(name);
        let expected: Vec<_> = table.iter().map(|(key, cells)| (*key, cells[column].to_owned())).collect();
        assert_eq!(rules.options().map(|(info, value)| (info.key, value)).collect::<Vec<_>>(), expected, "{name}");
    }
    let expected = [("direction", "clockwise"), ("first_dealer", "0"), ("opening_seat", "off"), ("memory", "perfect")];
    let expected: Vec<_> = expected.map(|(key, value)| (key, value.to_owned())).into();
    assert_eq!(rules("tantony").options().map(|(info, value)| (info.key, value)).collect::<Vec<_>>(), expected);
}

#[test]
fn variants_change_what_they_say_and_nothing_else() {
    let changes: [(&str, &[(&str, &str)]); 11] = [
        ("no-reveal", &[("revealable", "none")]),
        ("partnership", &[("partnership", "true")]),
        ("queen-of-diamonds", &[("queen_of_diamonds", "10")]),
        ("pass", &[("pass", "true")]),
        ("cap-800", &[("cap", "800")]),
        ("high-1000", &[("high", "1000")]),
        ("pip-hearts", &[("heart_values", "-50,-40,-30,-20,-10,-9,-8,-7,-6,-5,-10,-3,-2")]),
        ("reveal-pig-transformer-only", &[("revealable", "QS,TC")]),
        ("moon-400", &[("moon.bonus", "400")]),
        ("hands-1", &[("low", "off"), ("high", "off"), ("max_hands", "1"), ("decider", "false")]),
        ("hands-250", &[("low", "off"), ("high", "off"), ("max_hands", "250"), ("decider", "false")]),
    ];
    for (variant, settings) in changes {
        for preset in gong_zhu_presets() {
            let text = format!("{preset}+{variant}");
            assert_eq!(rules(&text), set(preset, settings).unwrap_or_else(|error| panic!("{text}: {error}")));
            assert_eq!(rules(&text).spec().to_string(), text);
        }
    }
    assert_eq!(VARIANTS.len(), changes.len() - 1, "both hands-N are one variant");
    // Variants act in the order written.
    assert_eq!(get(&rules("classic+hands-4+high-1000"), "high"), "1000");
    assert_eq!(get(&rules("classic+high-1000+hands-4"), "high"), "off");
}

#[test]
fn names_and_values_are_taken_in_any_spelling() {
    assert_eq!(rules(" Classic+No_Reveal + HANDS-04 ").spec().to_string(), "classic+no-reveal+hands-4");
    assert_eq!(rules("hearts_openspiel"), rules("HEARTS-OPENSPIEL"));
    let spellings = [
        ("Reveal-Timing", "SIMULTANEOUS", "simultaneous"),
        ("moon.needs", " hearts-and-pig ", "hearts_and_pig"),
        ("MOON.PIG", "Shooter-With_Sheep", "shooter_with_sheep"),
        ("pass", "on", "true"),
        ("pass", "Yes", "true"),
        ("decider", "no", "false"),
        ("decider", "OFF", "false"),
        ("low", "None", "off"),
        ("high", "500.0", "500"),
        ("revealable", "10c qs", "QS,TC"),
        ("revealable", "A♥", "AH"),
        ("heart_values", "-50 -40 -30 -20 -10 -10 -10 -10 -10 -10 0 0 0", BASE_HEARTS),
        ("opening", "7s", "7S"),
        ("opening", "10♦", "TD"),
        ("moon.bonus", "Positive", "positive"),
    ];
    for (key, value, expected) in spellings {
        let rules = set("swap", &[(key, value)]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(get(&rules, key), expected, "{key}={value}");
    }
    for seat in ["seat2", "SEAT-2", "seat_2"] {
        let settings = [("opening", seat), ("must-lead-opening", "off")];
        assert_eq!(get(&set("classic", &settings).expect("a seat opens"), "opening"), "seat2");
    }
    for club in ["any-club", "ANY_CLUB"] {
        assert_eq!(get(&set("hearts", &[("opening", club)]).expect("any club opens"), "opening"), "any_club");
    }
    for two in ["2c", "2♣"] {
        assert_eq!(get(&set("hearts", &[("opening", two)]).expect("2C opens"), "opening"), "2C");
    }
    assert_eq!(Rules::split_setting(" low = -500 "), Ok(("low", "-500")));
}

#[test]
fn values_of_heart_cards_are_listed_from_the_ace_down() {
    let rules = set("classic", &[("heart_values", "13,12,11,10,9,8,7,6,5,4,3,2,1")]).expect("odd hearts");
    let Book::GongZhu(options) = rules.book() else { panic!("classic is Gong Zhu") };
    assert_eq!(options.heart_values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
}

#[test]
fn refusals_name_the_option_and_what_is_allowed() {
    let refused = [
        (
            "classic",
            "mon.pig",
            "never",
            "unknown option 'mon.pig' for gong_zhu rules; did you mean 'moon.pig'? (gongzhu rules classic lists all)",
        ),
        (
            "hearts",
            "targt",
            "9",
            "unknown option 'targt' for hearts rules; did you mean 'target'? (gongzhu rules hearts lists all)",
        ),
        ("tantony", "memry", "none", "did you mean 'memory'? (gongzhu rules tantony lists all)"),
        ("hearts", "counting_card", "any_heart", "it belongs to gong_zhu rules"),
        ("classic", "zzz", "1", "unknown option 'zzz' for gong_zhu rules (gongzhu"),
        (
            "classic",
            "moon.pig",
            "nevr",
            "option 'moon.pig' cannot be 'nevr'; did you mean 'never'? (allowed: shooter, shooter_with_sheep, slam_only, everyone, never)",
        ),
        ("classic", "direction", "up", "option 'direction' cannot be 'up' (allowed: clockwise, anticlockwise)"),
        ("classic", "pass", "ture", "option 'pass' cannot be 'ture'; did you mean 'true'? (allowed: true, false)"),
        ("classic", "first_dealer", "4", "option 'first_dealer' cannot be '4' (allowed: a seat from 0 to 3)"),
        (
            "classic",
            "opening",
            "1C",
            "option 'opening' cannot be '1C' (allowed: a card such as 2C, or seat0, seat1, seat2, seat3)",
        ),
        ("classic", "opening", "seat4", "option 'opening' cannot be 'seat4'"),
        ("classic", "low", "0", "option 'low' cannot be '0' (allowed: off, or a whole number from -32767 to -1)"),
        ("classic", "low", "5", "option 'low' cannot be '5'"),
        ("classic", "low", "-32768", "option 'low' cannot be '-32768'"),
        ("classic", "high", "0", "option 'high' cannot be '0' (allowed: off, or a whole number from 1 to 32767)"),
        ("classic", "high", "-1", "option 'high' cannot be '-1'"),
        (
            "classic",
            "max_hands",
            "0",
            "option 'max_hands' cannot be '0' (allowed: off, or a whole number from 1 to 32767)",
        ),
        ("classic", "max_hands", "1.5", "option 'max_hands' cannot be '1.5'"),
        ("classic", "cap", "99999999999", "option 'cap' cannot be '99999999999'"),
        ("classic", "moon.bonus", "lots", "option 'moon.bonus' cannot be 'lots' (allowed: positive, or a whole number"),
        (
            "classic",
            "heart_values",
            "1,2,3",
            "option 'heart_values' cannot be '1,2,3' (allowed: thirteen whole numbers from -32767 to 32767, from the ace's down to the two's)",
        ),
        (
            "classic",
            "revealable",
            "QS,2C",
            "option 'revealable' cannot be 'QS,2C' (allowed: none, or any of QS, AH, JD, TC)",
        ),
        ("hearts", "target", "0", "option 'target' cannot be '0' (allowed: a whole number from 1 to 32767)"),
        ("hearts", "opening", "any_clubs", "did you mean 'any_club'? (allowed: 2C, any_club)"),
        ("tantony", "opening_seat", "4", "option 'opening_seat' cannot be '4' (allowed: off, or a seat from 0 to 3)"),
        ("classic", "pass", "a\nb", r"cannot be 'a\nb'"),
    ];
    for (preset, key, value, message) in refused {
        let error = refusal(set(preset, &[(key, value)]));
        assert!(error.contains(message), "{preset} {key}={value}: {error}");
    }
    let long = refusal(set("classic", &[("pass", "x".repeat(10_000).as_str())]));
    assert!(long.len() < 200, "{long}");
}

#[test]
fn contradictions_are_refused_by_both_names() {
    let refused: [(&str, &[(&str, &str)], [&str; 2]); 8] = [
        ("classic", &[("team_score", "pool")], ["team_score", "partnership"]),
        ("scrofa", &[("team_score", "pool"), ("partnership", "off")], ["team_score", "partnership"]),
        ("classic+no-reveal", &[("reveal_fourth", "on")], ["reveal_fourth", "revealable"]),
        ("swap", &[("reveal_fourth", "on"), ("revealable", "QS,JD,AH")], ["reveal_fourth", "revealable"]),
        ("classic", &[("opening", "seat1")], ["must_lead_opening", "opening is a seat"]),
        ("classic", &[("low", "off")], ["low, high", "max_hands"]),
        ("classic", &[("moon.bonus", "9000")], ["best hand", "moon.bonus"]),
        (
            "classic",
            &[("heart_values", "-900,-900,-900,-900,-900,-900,-900,-900,-900,-900,-900,-900,0")],
            ["worst hand", "heart_values"],
        ),
    ];
    for (preset, settings, names) in refused {
        let error = refusal(set(preset, settings));
        assert!(names.iter().all(|name| error.contains(name)), "{preset} {settings:?}: {error}");
    }
    // What one setting breaks another may mend: they are checked together.
    assert!(set("classic", &[("team_score", "pool"), ("partnership", "on")]).is_ok());
    assert!(set("classic", &[("opening", "seat1"), ("must_lead_opening", "off")]).is_ok());
    assert!(set("classic", &[("low", "off"), ("max_hands", "4")]).is_ok());
    assert!(set("classic+no-reveal", &[("moon.bonus", "9000")]).is_ok(), "without reveals it fits");
    assert!(set("classic", &[("reveal_fourth", "on")]).is_ok());
}

/// Options that a program fills in are held to the same limits as those that are read.
#[test]
fn structs_are_checked_like_texts() {
    let Book::GongZhu(classic) = rules("classic").book().clone() else { panic!("classic is Gong Zhu") };
    let with = |change: fn(&mut gongzhu::rules::GongZhu)| {
        let mut options = classic.clone();
        change(&mut options);
        refusal(Rules::new(Book::GongZhu(options)))
    };
    assert!(with(|options| options.low = Some(1)).contains("option 'low' cannot be '1'"));
    assert!(with(|options| options.max_hands = Some(0)).contains("option 'max_hands' cannot be '0'"));
    assert!(with(|options| options.max_hands = Some(u32::MAX)).contains("option 'max_hands'"));
    assert!(with(|options| options.heart_values[0] = i32::MIN).contains("option 'heart_values'"));
    assert!(with(|options| options.revealable = gongzhu::CardSet::ALL).contains("option 'revealable'"));
    let mut book = classic.clone();
    (book.pass, book.cap) = (true, Some(500));
    assert_eq!(Rules::new(Book::GongZhu(book)).expect("rules").spec().to_string(), "classic{pass=true cap=500}");
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    let refused = [
        ("clasic", "unknown rule set 'clasic'; did you mean 'classic'? (rule sets: classic, swap, "),
        ("", "unknown rule set '' (rule sets: classic"),
        ("classic+pas", "unknown variant '+pas'; did you mean '+pass'? (variants: +no-reveal +partnership"),
        ("classic+", "unknown variant '+'"),
        ("classic+hands-0", "option 'max_hands' cannot be '0'"),
        ("classic+hands-", "'+hands-' needs a whole number: +hands-N"),
        ("classic+hands-many", "'+hands-many' needs a whole number: +hands-N"),
        ("classic+pass+pass", "variant '+pass' is given twice"),
        ("hearts+pass", "'hearts' takes no variant '+pass': variants change Gong Zhu rule sets only"),
        ("tantony+hands-2", "'tantony' takes no variant '+hands-2'"),
        ("classic{pass}", "'pass' is no setting; write key=value"),
        ("classic{pas=on}", "did you mean 'pass'?"),
    ];
    for (text, message) in refused {
        let error = refusal(Rules::parse(text));
        assert!(error.contains(message), "{text}: {error}");
    }
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
                let known = ["team_score=pool", "reveal_fourth=true", "must_lead_opening=true", "would never end"];
                prop_assert!(known.iter().any(|message| error.contains(message)), "{}", error);
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
