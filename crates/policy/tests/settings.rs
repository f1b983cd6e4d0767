//! `.decision.yaml`.

use std::time::Duration;

use decision_policy::settings::{DEFAULT_BUDGET, Settings};

#[test]
fn every_key_is_optional_and_permissive() {
    // (text, dirs, budget in ms, findings)
    let default = DEFAULT_BUDGET.as_millis() as u64;
    let cases: &[(&str, &[&str], u64, &[&str])] = &[
        ("", &[], default, &[]),
        ("# nothing\n", &[], default, &[]),
        ("dirs: docs/adr\n", &["docs/adr"], default, &[]),
        (
            "dirs: [docs/adr, rfcs]\nbudget: 15ms\n",
            &["docs/adr", "rfcs"],
            15,
            &[],
        ),
        ("\u{feff}budget: 100\r\n", &[], 100, &[]),
        (
            "budget: soon\n",
            &[],
            default,
            &["`budget` is no number of milliseconds: soon"],
        ),
        ("dirs:\n", &[], default, &["`dirs` names no folder"]),
        ("dirz: x\n", &[], default, &["`dirz` is not a known key"]),
        (
            "dirs: a\ndirs: b\n",
            &["a"],
            default,
            &["key `dirs` stands in line 1 already; the first one counts"],
        ),
    ];
    for (text, dirs, budget, findings) in cases {
        let settings = Settings::read(text);
        assert_eq!(settings.dirs, *dirs, "{text:?}");
        assert_eq!(settings.budget, Duration::from_millis(*budget), "{text:?}");
        let messages: Vec<&str> = settings
            .findings
            .iter()
            .map(|finding| finding.message.as_str())
            .collect();
        assert_eq!(messages, *findings, "{text:?}");
    }
}

#[test]
fn a_file_that_is_no_mapping_is_a_finding() {
    assert_eq!(Settings::read("just text\n").findings.len(), 1);
}
