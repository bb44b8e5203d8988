//! The page of HTML: whole, on its own, and the same for the same tournament.

use crate::common::stdout;
use crate::refused;
use std::fs;
use tempfile::tempdir;

/// The tags of a page, opened and closed, checked for balance.
fn check_tags(page: &str) {
    const VOID: [&str; 4] = ["!DOCTYPE", "meta", "rect", "circle"];
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split_whitespace().next().expect("a tag has a name");
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "</{closed}>"),
            None if VOID.contains(&name) || tag.ends_with('/') => (),
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}

#[test]
fn a_page_needs_nothing_else_and_shows_every_bot() {
    let dir = tempdir().expect("a directory");
    let path = dir.path().join("report.html");
    let name = path.display().to_string();
    let words = ["tournament", "--hands", "40", "--players", "heuristic,random,pimc:worlds=2", "--ratings", "--html"];
    let written = |more: &[&str]| {
        stdout(&[&words[..], &[&name], more].concat());
        fs::read_to_string(&path).expect("a page")
    };
    let page = written(&[]);
    check_tags(&page);
    for outside in ["http", "src=", "href=", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside} in the page");
    }
    for title in ["Standings", "Against each other", "Line-ups", "Ratings by places", "Scores of hands", "Time"] {
        assert!(page.contains(&format!("<h2>{title}</h2>")), "no section {title}");
    }
    // Two plots of intervals, and a histogram for each bot.
    assert_eq!(page.matches("<svg").count(), 5);
    for bot in ["heuristic", "random", "pimc:worlds=2"] {
        assert!(page.contains(&format!(">{bot}: highest bar ")), "no scores of {bot}");
    }
    // Times apart, it is the same on any number of threads.
    let timeless = |page: &str| page.split("<h2>Time</h2>").next().map(str::to_owned);
    assert_eq!(timeless(&page), timeless(&written(&["--threads", "2"])));

    // A page of matches has places, and no ratings that nobody asked for.
    stdout(&["tournament", "--matches", "4", "--rules", "hearts", "--html", &name]);
    let page = fs::read_to_string(&path).expect("a page");
    check_tags(&page);
    assert!(page.contains("<h2>Totals of matches</h2>") && page.contains(">won<") && !page.contains("Ratings"));
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_play() {
    let dir = tempdir().expect("a directory");
    let here = dir.path().display().to_string();
    refused(2, &["tournament", "--html", &here], &["--html", "is a directory"]);
    refused(2, &["tournament", "--html", &format!("{here}/no/page.html")], &["--html", "does not exist"]);
}
