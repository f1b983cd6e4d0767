//! When a file came into the history.

use std::time::Duration;

use crate::support::{AMPLE, Place, discover, git_in};

const A: &str = "docs/adr/0001-a.md";

/// Commits everything with this author date.
fn commit_on(place: &Place, date: &str) {
    place.git(&["add", "--all"]);
    place.git(&["commit", "--quiet", "-m", "x", "--date", date]);
}

fn dates(place: &Place, paths: &[&str]) -> Vec<Option<String>> {
    place.discover().first_commit_dates(paths, AMPLE)
}

fn some(dates: &[&str]) -> Vec<Option<String>> {
    dates.iter().map(|date| Some((*date).to_owned())).collect()
}

#[test]
fn the_commit_that_added_a_file_gives_its_day() {
    let place = Place::unborn();
    place.write("b.rs", "b");
    commit_on(&place, "2020-01-01T00:00:00 +0000");
    assert_eq!(dates(&place, &[A]), [None]);
    place.write(A, "# A\n");
    commit_on(&place, "2021-02-03T23:30:00 -0800");
    place.write("docs/adr/0002-u\u{308}.md", "# B\n");
    commit_on(&place, "2022-03-04T00:30:00 +0900");
    place.write(A, "# A\n\nEdited.\n");
    place.write("0003-at-the-root.md", "# C\n");
    commit_on(&place, "2023-04-05T12:00:00 +0000");
    place.write("docs/adr/0004-new.md", "# D\n");
    let paths = [
        "docs/adr/0004-new.md",
        "0003-at-the-root.md",
        A,
        "docs/adr/0002-\u{fc}.md",
        "docs/adr",
        "",
    ];
    assert_eq!(
        dates(&place, &paths),
        [
            None,
            Some("2023-04-05".to_owned()),
            Some("2021-02-03".to_owned()),
            Some("2022-03-04".to_owned()),
            None,
            None
        ],
        "the day where the author was"
    );
    assert_eq!(
        place.discover().first_commit_dates(&[A], Duration::ZERO),
        [None]
    );
}

#[test]
fn a_moved_file_keeps_its_day() {
    let text = |title: &str| format!("# {title}\n\n{}", "Because of this.\n".repeat(9));
    let place = Place::unborn();
    place.write("doc/adr/0001-a.md", text("A"));
    commit_on(&place, "2020-01-01T12:00:00 +0000");
    place.write("doc/adr/0002-b.md", text("B") + "More.\n");
    commit_on(&place, "2021-01-01T12:00:00 +0000");
    std::fs::create_dir(place.path.join("docs")).unwrap();
    place.git(&["mv", "doc/adr", "docs/adr"]);
    commit_on(&place, "2022-01-01T12:00:00 +0000");
    place.git(&["mv", "docs/adr/0002-b.md", "docs/adr/0003-b.md"]);
    place.write("docs/adr/0003-b.md", text("B") + "Even more.\n");
    place.write("docs/adr/0004-d.md", "# Nothing like the others\n");
    commit_on(&place, "2023-01-01T12:00:00 +0000");
    assert_eq!(
        dates(&place, &[A, "docs/adr/0003-b.md", "docs/adr/0004-d.md"]),
        some(&["2020-01-01", "2021-01-01", "2023-01-01"])
    );
}

#[test]
fn a_file_that_came_back_has_the_day_of_its_return() {
    let place = Place::unborn();
    place.write(A, "# A\n");
    place.write("b.rs", "b");
    commit_on(&place, "2020-01-01T12:00:00 +0000");
    place.remove(A);
    commit_on(&place, "2021-01-01T12:00:00 +0000");
    assert_eq!(dates(&place, &[A]), [None]);
    place.write(A, "# A\n");
    commit_on(&place, "2022-01-01T12:00:00 +0000");
    assert_eq!(dates(&place, &[A]), some(&["2022-01-01"]));
}

#[test]
fn merges_are_followed_to_the_branch_that_brought_the_file() {
    let place = Place::unborn();
    place.write("docs/adr/0000-first.md", "# First\n");
    commit_on(&place, "2020-01-01T12:00:00 +0000");
    place.git(&["checkout", "--quiet", "-b", "work"]);
    place.write(A, "# A\n");
    commit_on(&place, "2021-01-01T12:00:00 +0000");
    place.git(&["checkout", "--quiet", "main"]);
    place.write("docs/adr/0002-b.md", "# B\n");
    commit_on(&place, "2022-01-01T12:00:00 +0000");
    place.git(&["merge", "--quiet", "--no-edit", "work"]);
    assert_eq!(
        dates(&place, &[A, "docs/adr/0002-b.md", "docs/adr/0000-first.md"]),
        some(&["2021-01-01", "2022-01-01", "2020-01-01"])
    );
}

#[test]
fn the_end_of_a_shallow_history_is_not_a_beginning() {
    let place = Place::unborn();
    place.write(A, "# A\n");
    commit_on(&place, "2020-01-01T12:00:00 +0000");
    place.write("b.rs", "b");
    commit_on(&place, "2021-01-01T12:00:00 +0000");
    place.write("docs/adr/0002-b.md", "# B\n");
    commit_on(&place, "2022-01-01T12:00:00 +0000");
    let clone = Place::empty();
    let from = format!("file://{}", place.path.to_string_lossy());
    git_in(
        &clone.path,
        &["clone", "--quiet", "--depth", "2", &from, "."],
    );
    assert_eq!(
        discover(&clone.path).first_commit_dates(&[A, "docs/adr/0002-b.md"], AMPLE),
        [None, Some("2022-01-01".to_owned())]
    );
}

#[test]
fn without_a_history_there_is_no_day() {
    let place = Place::empty();
    place.write(A, "# A\n");
    assert_eq!(dates(&place, &[A]), [None]);
    place.git(&["init", "--quiet", "-b", "main"]);
    assert_eq!(dates(&place, &[A]), [None]);
}

#[test]
fn a_history_that_is_packed_reads_the_same() {
    let place = Place::unborn();
    let name = |number: usize| format!("docs/adr/{number:04}-record.md");
    // Trees of many entries, so that each is stored as a difference to another one.
    for number in 0..30 {
        place.write(&name(number), format!("# {number}\n"));
        commit_on(&place, &format!("2021-01-{:02}T12:00:00 +0000", number + 1));
    }
    place.git(&["repack", "-q", "-a", "-d", "-f", "--depth=50"]);
    let names: Vec<String> = (0..30).map(name).collect();
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let days: Vec<String> = (1..31).map(|day| format!("2021-01-{day:02}")).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    assert_eq!(dates(&place, &paths), some(&days));
}
