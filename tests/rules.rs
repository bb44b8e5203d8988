//! Rule sets by name and option by option (RULES.md §2.6, §3, §4), what is refused with which words, and in `text` the
//! round trips through every written form.

#[path = "rules/text.rs"]
mod text;

use gongzhu::Rules;
use gongzhu::rules::{Book, PRESETS, VARIANTS};

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

/// Keys with values.
type Settings<'a> = &'a [(&'a str, &'a str)];

fn set(text: &str, settings: Settings) -> Result<Rules, gongzhu::RulesError> {
    rules(text).with_settings(settings.iter().copied())
}

fn gong_zhu_presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().filter(|preset| matches!(preset.book(), Book::GongZhu(_))).map(|preset| preset.name)
}

/// Every variant as it is written after a preset.
fn variants() -> impl Iterator<Item = String> {
    VARIANTS.iter().map(|variant| variant.name.replace("-N", "-7"))
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
    let changes: [(&str, Settings); 11] = [
        ("no-reveal", &[("revealable", "none")]),
        ("partnership", &[("partnership", "true")]),
        ("queen-of-diamonds", &[("queen_of_diamonds", "10")]),
        ("pass", &[("pass", "true")]),
        ("cap-800", &[("cap", "800")]),
        ("high-1000", &[("high", "1000")]),
        ("pip-hearts", &[("heart_values", "-50,-40,-30,-20,-10,-9,-8,-7,-6,-5,-10,-3,-2")]),
        ("reveal-pig-transformer-only", &[("revealable", "QS,TC")]),
        ("moon-400", &[("moon.bonus", "400")]),
        ("hands-1", &[("low", "off"), ("high", "off"), ("max_hands", "1")]),
        ("hands-250", &[("low", "off"), ("high", "off"), ("max_hands", "250")]),
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
fn values_can_be_set_as_they_are_printed() {
    for preset in gong_zhu_presets() {
        let toml = rules(preset).to_toml();
        let lines = toml.lines().filter(|line| !line.starts_with('#') && !line.starts_with("preset"));
        for (key, value) in lines.filter_map(|line| line.split_once(" = ")) {
            assert_eq!(set(preset, &[(key, value)]), Ok(rules(preset)), "{key} = {value}");
        }
    }
    assert_eq!(get(&set("classic", &[("revealable", "[]")]).expect("an empty list"), "revealable"), "none");
}

#[test]
fn contradictions_are_refused_by_both_names() {
    let refused: [(&str, Settings, [&str; 2]); 7] = [
        ("classic", &[("team_score", "pool")], ["team_score", "partnership"]),
        ("scrofa", &[("team_score", "pool"), ("partnership", "off")], ["team_score", "partnership"]),
        ("classic+no-reveal", &[("reveal_fourth", "on")], ["reveal_fourth", "revealable"]),
        ("swap", &[("reveal_fourth", "on"), ("revealable", "QS,JD,AH")], ["reveal_fourth", "revealable"]),
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
    assert!(set("classic", &[("opening", "seat1")]).is_ok());
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
