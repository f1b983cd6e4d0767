//! The user's editor.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};

/// Opens a file in an editor and waits for its end.
///
/// `editor` is what `VISUAL` or `EDITOR` holds: the path of a program, or a program with arguments, parted
/// by white space and kept together by quotes. No shell sees it, so that nothing in it is expanded.
pub(crate) fn open(editor: &OsString, file: &Path) -> anyhow::Result<()> {
    let words = if Path::new(editor).is_file() {
        vec![editor.clone()]
    } else {
        let text = editor
            .to_str()
            .context("the editor's name is not UTF-8; set VISUAL or EDITOR anew")?;
        split(text).into_iter().map(OsString::from).collect()
    };
    let Some((program, arguments)) = words.split_first() else {
        bail!("the editor has no name; set VISUAL or EDITOR");
    };
    let shown = program.to_string_lossy();
    let status = Command::new(program)
        .args(arguments)
        .arg(file)
        .status()
        .with_context(|| format!("the editor {shown} cannot be run"))?;
    ensure!(status.success(), "the editor {shown} ended with {status}");
    Ok(())
}

/// Words at white space; single and double quotes keep together what they enclose. A backslash is a
/// character like others: paths of Windows are full of them.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn an_editor_may_have_arguments_and_spaces_in_its_path() {
        for (text, words) in [
            ("vi", vec!["vi"]),
            ("code  --wait", vec!["code", "--wait"]),
            (
                r#""C:\Program Files\Editor\e.exe" -n"#,
                vec![r"C:\Program Files\Editor\e.exe", "-n"],
            ),
            ("'/a b/e' --x='y z'", vec!["/a b/e", "--x=y z"]),
            ("$(touch x); rm", vec!["$(touch", "x);", "rm"]),
            ("  ", vec![]),
        ] {
            assert_eq!(split(text), words, "{text}");
        }
    }
}
