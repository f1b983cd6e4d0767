//! The scanner against its authority, and what is refused before either.

use decision_core::yaml::{Field, ProblemKind, Value, both_readings, read_mapping};
use proptest::prelude::*;

/// Pieces that a value is made of: words of every type, and every mark that means something to YAML.
const PIECES: &[&str] = &[
    "a",
    "Use",
    "é",
    "語",
    "😀",
    "1",
    "1.10",
    "0012",
    "0x1f",
    "0o7",
    "1e3",
    "1_000",
    ".inf",
    ".nan",
    "-1",
    "+1",
    "2024-05-01",
    "10:30",
    "true",
    "Yes",
    "no",
    "null",
    "Null",
    "~",
    "y",
    "<<",
    "=",
    "...",
    "---",
    "--",
    " ",
    "  ",
    ", ",
    ",",
    ": ",
    ":",
    " :",
    " # c",
    "#",
    "'",
    "''",
    "\"",
    "\\",
    "\\n",
    "\"\"",
    "[",
    "]",
    "[]",
    "{",
    "}",
    "{}",
    "- ",
    "-",
    "? ",
    "?",
    "*a",
    "*",
    "&a ",
    "&",
    "!t ",
    "!",
    "!!str ",
    "|",
    "|-",
    ">",
    ">-",
    "%",
    "@",
    "`",
    "\t",
    "\r",
    "\u{a0}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{7f}",
    "\0",
    "src/**/*.rs",
    "http://x.y/z",
    "A & B",
    "C#",
    "**",
];

fn value() -> impl Strategy<Value = String> {
    let pieces = || prop::sample::select(PIECES);
    prop_oneof![
        4 => prop::collection::vec(pieces(), 0..5).prop_map(|pieces| pieces.concat()),
        2 => prop::collection::vec(pieces(), 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat())),
        2 => prop::collection::vec(pieces(), 0..4).prop_map(|pieces| format!("'{}'", pieces.concat())),
        2 => prop::collection::vec(pieces(), 0..6).prop_map(|pieces| format!("[{}]", pieces.join(", "))),
        1 => prop::collection::vec(pieces(), 0..6).prop_map(|pieces| format!("[{}]", pieces.concat())),
        1 => "[ -~]{0,12}",
    ]
}

fn line() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &[
        "title",
        "date",
        "decision-makers",
        "a_b",
        "Two words",
        "x",
        "null",
        "true",
        "y",
        "1",
        "k ",
        "\"q\"",
        "é",
    ];
    let key = || prop::sample::select(KEYS);
    let space = || prop::sample::select(&["", " ", " ", " ", " ", "  ", "\t"][..]);
    let indent = || prop::sample::select(&["", "", "  ", "  ", "    ", "\t"][..]);
    prop_oneof![
        6 => (key(), space(), value(), space())
            .prop_map(|(key, before, value, after)| format!("{key}:{before}{value}{after}")),
        2 => (key(), space()).prop_map(|(key, space)| format!("{key}:{space}")),
        4 => (indent(), space(), value()).prop_map(|(indent, space, value)| format!("{indent}-{space}{value}")),
        1 => (indent(), value()).prop_map(|(indent, value)| format!("{indent}{value}")),
        1 => (indent(), value()).prop_map(|(indent, value)| format!("{indent}# {value}")),
        1 => indent().prop_map(str::to_owned),
    ]
}

fn source() -> impl Strategy<Value = String> {
    let end = prop::sample::select(&["\n", "\n", "\n", "\n", "\n", "\r\n", "\n\n", "\r", ""][..]);
    prop::collection::vec((line(), end), 1..7)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

fn assert_same(source: &str) -> Result<(), TestCaseError> {
    let (scanned, authority) = both_readings(source);
    if let Some(scanned) = scanned {
        prop_assert_eq!(Some(scanned), authority, "source {:?}", source);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_scanner_never_differs_near_the_common_shape(source in source()) {
        assert_same(&source)?;
    }

    #[test]
    fn the_scanner_never_differs_on_any_text(source in any::<String>()) {
        assert_same(&source)?;
        assert_same(&format!("key: {source}\n"))?;
        assert_same(&format!("key: [{source}]\n"))?;
    }

    #[test]
    fn a_mapping_is_read_without_panic_and_names_lines_of_the_source(source in source()) {
        let mapping = read_mapping(&source);
        let lines = source.lines().count().max(1);
        for line in mapping.fields.iter().map(|field| field.line)
            .chain(mapping.problems.iter().map(|problem| problem.line))
        {
            prop_assert!((1..=lines).contains(&line), "line {line} of {lines} in {source:?}");
        }
    }
}

/// The fields that the scanner is there for: if it gave them all to the authority, the property above
/// would hold for nothing.
#[test]
fn the_scanner_answers_for_the_common_shape() {
    let cases: &[&str] = &[
        "title: Use Postgres\ndate: 2024-05-01\n",
        "name: a\r\ndescription: \"It is: so\"\r\ntags: [a, \"b\", 'c']\r\n",
        "tags:\n- a\n- b\nx: 1 # why\n",
        "affects:\n  - src/auth/\n  - \"src/**/*.rs\"\nstatus:\n",
        "# prettier-ignore\ntitle: 'x'\n\nid: ~\n",
        "author: A (@a), B <b@x.y>\nrequires: 2718, 2930\n",
        "author: Åsa Öberg\nurl: https://x.y/z#a\n",
    ];
    for source in cases {
        let (scanned, authority) = both_readings(source);
        assert!(scanned.is_some(), "left to the authority: {source:?}");
        assert_eq!(scanned, authority, "{source:?}");
    }
}

fn text(value: &str) -> Value<'static> {
    Value::Text(value.to_owned().into())
}

fn list(values: &[&str]) -> Value<'static> {
    Value::List(values.iter().map(|value| text(value)).collect())
}

#[test]
fn scalars_are_the_text_as_written() {
    let source = "id: 0012\nversion: 1.10\ndate: 2024-05-01\nflag: yes\nyes: true\nhex: 0x1F\nbig: 123456789012345678901234567890\nlist: [1.10, 007, off]\nnested: {a: 1.0, b: [2.50]}\nfloat: 1e3\n";
    let mapping = read_mapping(source);
    assert_eq!(mapping.problems, []);
    let get = |key: &str| mapping.get(key).unwrap().value.clone();
    assert_eq!(get("id"), text("0012"));
    assert_eq!(get("version"), text("1.10"));
    assert_eq!(get("date"), text("2024-05-01"));
    assert_eq!(get("flag"), text("yes"));
    assert_eq!(get("yes"), text("true"));
    assert_eq!(get("hex"), text("0x1F"));
    assert_eq!(get("big"), text("123456789012345678901234567890"));
    assert_eq!(get("float"), text("1e3"));
    assert_eq!(get("list"), list(&["1.10", "007", "off"]));
    assert_eq!(
        get("nested"),
        Value::Map(vec![
            ("a".into(), text("1.0")),
            ("b".into(), list(&["2.50"]))
        ])
    );
}

#[test]
fn odd_sources_have_one_defined_answer() {
    // (what, source, fields, kinds and lines of the problems)
    type Case<'a> = (
        &'a str,
        &'a str,
        &'a [(&'a str, Value<'a>)],
        &'a [(ProblemKind, usize)],
    );
    let cases: &[Case<'_>] = &[
        ("comments only", "# nothing\n", &[], &[]),
        (
            "a duplicate key keeps the first",
            "a: 1\nb: 2\na: 3\n",
            &[("a", text("1")), ("b", text("2"))],
            &[(ProblemKind::DuplicateKey, 3)],
        ),
        (
            "an unquoted colon is plain text",
            "title: ADR 3: Use it\ndate: 2024-05-01\n",
            &[
                ("title", text("ADR 3: Use it")),
                ("date", text("2024-05-01")),
            ],
            &[(ProblemKind::Syntax, 1)],
        ),
        (
            "unquoted globs",
            "tags: [a]\naffects:\n  - *.rs\n  - src/\nx: 1\n",
            &[
                ("tags", list(&["a"])),
                ("affects", list(&["*.rs", "src/"])),
                ("x", text("1")),
            ],
            &[(ProblemKind::Syntax, 3)],
        ),
        (
            "an inline list with braces",
            "affects: [src/{a,b}/**, *.rs]\n",
            &[("affects", list(&["src/{a,b}/**", "*.rs"]))],
            &[(ProblemKind::Syntax, 1)],
        ),
        (
            "an at sign",
            "affects: [@scope/pkg]\ntitle: t\n",
            &[("affects", list(&["@scope/pkg"])), ("title", text("t"))],
            &[(ProblemKind::Syntax, 1)],
        ),
        (
            "a tab for indentation",
            "title: t\ntags:\n\t- a\ndate: 2024-05-01\n",
            &[
                ("title", text("t")),
                ("tags", list(&["a"])),
                ("date", text("2024-05-01")),
            ],
            &[(ProblemKind::Syntax, 3)],
        ),
        (
            "a quote that is never closed",
            "title: \"open\ndate: 2024-05-01\nstatus: accepted\n",
            &[("date", text("2024-05-01")), ("status", text("accepted"))],
            &[(ProblemKind::Syntax, 1)],
        ),
        (
            "a sequence",
            "- a\n- b\n",
            &[],
            &[(ProblemKind::NotAMapping, 1)],
        ),
        (
            "a scalar",
            "just words\n",
            &[],
            &[(ProblemKind::NotAMapping, 1)],
        ),
        (
            "a block scalar and a nested map",
            "a: |\n  one\n  two\nb:\n  c: d\n",
            &[
                ("a", text("one\ntwo\n")),
                ("b", Value::Map(vec![("c".into(), text("d"))])),
            ],
            &[],
        ),
    ];
    for (what, source, fields, problems) in cases {
        let mapping = read_mapping(source);
        let read: Vec<(&str, Value)> = mapping
            .fields
            .iter()
            .map(|field| (&*field.key, field.value.clone()))
            .collect();
        assert_eq!(read, *fields, "{what}");
        let found: Vec<(ProblemKind, usize)> = mapping
            .problems
            .iter()
            .map(|problem| (problem.kind, problem.line))
            .collect();
        assert_eq!(found, *problems, "{what}: {:?}", mapping.problems);
        if mapping
            .problems
            .iter()
            .any(|problem| problem.kind != ProblemKind::NotAMapping)
        {
            assert!(
                mapping
                    .problems
                    .iter()
                    .all(|problem| !problem.help.is_empty()),
                "{what}"
            );
        }
    }
}

#[test]
fn what_would_make_the_parser_slow_is_refused_before_it() {
    let bomb = {
        let mut bomb = String::from("a0: &a0 [x, x, x]\n");
        for level in 1..9 {
            let above = level - 1;
            bomb += &format!("a{level}: &a{level} [*a{above}, *a{above}, *a{above}]\n");
        }
        bomb
    };
    let nested: String = (0..200)
        .map(|depth| format!("{}k:\n", "  ".repeat(depth)))
        .collect();
    let cases: &[(&str, String)] = &[
        ("alias bomb", bomb),
        ("10,000 open brackets", format!("a: {}", "[".repeat(10_000))),
        ("20,000 open braces", format!("a: {}", "{a: ".repeat(5_000))),
        ("20,000 open brackets", format!("a: {}", "[".repeat(20_000))),
        ("deep block mappings", nested),
        (
            "deep block lists",
            format!("a:\n  {}x\n", "- ".repeat(2_000)),
        ),
        ("over 32 KiB", format!("a: {}\n", "x".repeat(32 * 1024))),
        (
            "over 32 KiB of fields",
            (0..6_000).map(|n| format!("k{n}: 1\n")).collect(),
        ),
    ];
    for (what, source) in cases {
        let mapping = read_mapping(source);
        assert_eq!(mapping.fields, [], "{what}");
        let kinds: Vec<ProblemKind> = mapping
            .problems
            .iter()
            .map(|problem| problem.kind)
            .collect();
        assert_eq!(kinds, [ProblemKind::Refused], "{what}");
    }
}

#[test]
fn what_records_hold_is_not_refused() {
    let brackets = format!("a: [{}]\n", vec!["[x, {y: z}]"; 60].join(", "));
    let emphasis = format!("a: \"{} R&D and A & B\"\n", "*very* *much* ".repeat(40));
    let globs = format!("a: \"&x\"\nb:\n{}", "  - \"src/**/*.rs\"\n".repeat(200));
    let full = format!("a: {}\n", "x".repeat(32 * 1024 - 4));
    for source in [&brackets, &globs, &full, &emphasis] {
        let mapping = read_mapping(source);
        assert_eq!(mapping.problems, [], "{}", &source[..40]);
        assert!(!mapping.fields.is_empty());
    }
}

/// libyaml takes no key of more than 1,024 characters.
#[test]
fn a_key_may_have_a_thousand_letters() {
    for length in [1000, 1024, 1025, 2000] {
        let source = format!("{}: v\n", "k".repeat(length));
        let (scanned, authority) = both_readings(&source);
        if scanned.is_some() {
            assert_eq!(scanned, authority, "{length} letters");
        }
    }
}

fn good_field() -> impl Strategy<Value = (String, String, Value<'static>)> {
    let word = "[a-z]{1,6}";
    prop_oneof![
        word.prop_map(|word| (format!(" {word}"), text(&word))),
        word.prop_map(|word| (
            format!(" \"{word}: {word}\""),
            text(&format!("{word}: {word}"))
        )),
        prop::collection::vec(word, 1..4).prop_map(|words| (
            format!(" [{}]", words.join(", ")),
            Value::List(words.iter().map(|word| text(word)).collect())
        )),
        prop::collection::vec(word, 1..4).prop_map(|words| (
            format!("\n- {}", words.join("\n- ")),
            Value::List(words.iter().map(|word| text(word)).collect())
        )),
        word.prop_map(|word| (
            format!(" |\n  {word}\n  {word}"),
            text(&format!("{word}\n{word}\n"))
        )),
        word.prop_map(|word| (
            format!("\n  k: {word}"),
            Value::Map(vec![("k".into(), text(&word))])
        )),
    ]
    .prop_map(|(written, value)| (String::new(), written, value))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// One bad field loses no other.
    #[test]
    fn every_good_field_is_kept(
        good in prop::collection::vec(good_field(), 1..6),
        bad in prop::sample::select(&[
            "bad: a: b", "bad: \"open", "bad: @x", "bad: [a, b", "bad: {a", "bad:\n\t- x", "bad: *x", "bad: %x",
            "bad: `x`", "bad: 'it's'", "bad: - x", "bad:\n  - *.rs", "bad: {{ x }} y", "bad: ]",
        ][..]),
        at in any::<prop::sample::Index>(),
    ) {
        let mut lines: Vec<String> = good.iter().enumerate()
            .map(|(index, (_, written, _))| format!("good{index}:{written}\n"))
            .collect();
        lines.insert(at.index(good.len() + 1), format!("{bad}\n"));
        let source = lines.concat();
        let mapping = read_mapping(&source);
        let read: Vec<&Field> = mapping.fields.iter().filter(|field| field.key != "bad").collect();
        prop_assert_eq!(read.len(), good.len(), "{}\n{:?}", source, mapping);
        for (index, (_, _, value)) in good.iter().enumerate() {
            let key = format!("good{index}");
            let field = read.iter().find(|field| field.key == key);
            let line = source.lines().position(|line| line.starts_with(&format!("{key}:"))).map(|at| at + 1);
            prop_assert_eq!(field.map(|field| &field.value), Some(value), "{}", source);
            prop_assert_eq!(field.map(|field| field.line), line, "{}", source);
        }
        prop_assert!(!mapping.problems.is_empty(), "{}", source);
    }
}
