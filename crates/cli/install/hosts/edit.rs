//! Our entries in a client's configuration, put in and taken out so that everything else in the file keeps its
//! bytes: comments, order, indentation, line ends.

use anyhow::{Context, bail};
use decision_policy::hosts::subscriptions::{Client, Launch};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::Value;

/// Stands in the command of every entry that is ours: the name of the hook's program.
const PROGRAM: &str = "decision-hook";

/// The text with our entries at the end of each event's list.
///
/// # Errors
///
/// Where the text is no configuration of that kind.
pub(crate) fn add(text: &str, client: Client, launch: &Launch) -> anyhow::Result<String> {
    let (mark, root) = parse(text)?;
    let object = root
        .object_value_or_create()
        .context("the file holds no object")?;
    if matches!(client, Client::Copilot | Client::Cursor) && object.get("version").is_none() {
        object.append("version", CstInputValue::Number("1".to_owned()));
    }
    let hooks = object
        .object_value_or_create("hooks")
        .context("`hooks` is no object")?;
    for subscription in client.subscriptions() {
        let entries = hooks
            .array_value_or_create(subscription.event)
            .with_context(|| format!("`hooks.{}` is no list", subscription.event))?;
        entries.ensure_multiline();
        entries.append(input(&client.entry(subscription, launch)));
    }
    Ok(format!("{mark}{root}"))
}

/// The text without our entries, and without the lists and objects that they leave empty.
///
/// # Errors
///
/// Where the text is no JSON.
pub(crate) fn remove(text: &str) -> anyhow::Result<String> {
    let (mark, root) = parse(text)?;
    let hooks = root
        .object_value()
        .and_then(|object| object.object_value("hooks"));
    let Some(hooks) = hooks else {
        return Ok(text.to_owned());
    };
    let mut removed = false;
    for event in hooks.properties() {
        let Some(entries) = event.array_value() else {
            continue;
        };
        if remove_from(&entries) {
            removed = true;
            if entries.elements().is_empty() {
                event.remove();
            }
        }
    }
    if removed && hooks.properties().is_empty() {
        let whole = root.object_value().and_then(|object| object.get("hooks"));
        if let Some(property) = whole {
            property.remove();
        }
    }
    Ok(if removed {
        format!("{mark}{root}")
    } else {
        text.to_owned()
    })
}

/// Whether nothing is left in a file but what an empty configuration of the client has.
pub(crate) fn is_empty(text: &str) -> bool {
    parse(text).is_ok_and(|(_, root)| match root.value() {
        None => true,
        Some(value) => value.as_object().is_some_and(|object| {
            object
                .properties()
                .iter()
                .all(|property| property.decoded_name().as_deref() == Some("version"))
        }),
    })
}

/// Whether settings of Claude Code enable a plugin of ours.
pub(crate) fn enables_plugin(text: &str) -> bool {
    let enabled = || {
        let (_, root) = parse(text).ok()?;
        let plugins = root.object_value()?.object_value("enabledPlugins")?;
        let ours = plugins.properties().into_iter().find(|property| {
            property
                .decoded_name()
                .is_some_and(|name| name.starts_with("decision@"))
        });
        Some(ours?.value()?.as_boolean_lit()?.value())
    };
    enabled().unwrap_or(false)
}

/// Takes our handlers out of the list of an event, with the groups that they leave empty.
fn remove_from(entries: &CstArray) -> bool {
    let mut removed = false;
    for entry in entries.elements() {
        if is_ours(&entry) {
            entry.remove();
            removed = true;
            continue;
        }
        let handlers = entry
            .as_object()
            .and_then(|group| group.array_value("hooks"));
        let Some(handlers) = handlers else { continue };
        let ours: Vec<CstNode> = handlers.elements().into_iter().filter(is_ours).collect();
        removed |= !ours.is_empty();
        if !ours.is_empty() && ours.len() == handlers.elements().len() {
            entry.remove();
        } else {
            ours.into_iter().for_each(CstNode::remove);
        }
    }
    removed
}

/// Whether a handler starts our program.
fn is_ours(handler: &CstNode) -> bool {
    let starts = |handler: &CstObject, key: &str| {
        handler
            .get(key)
            .and_then(|property| property.value()?.as_string_lit()?.decoded_value().ok())
            .is_some_and(|command| command.contains(PROGRAM))
    };
    handler.as_object().is_some_and(|handler| {
        ["command", "bash", "powershell"]
            .iter()
            .any(|key| starts(&handler, key))
    })
}

/// The byte order mark, which is kept, and the tree behind it.
fn parse(text: &str) -> anyhow::Result<(&str, CstRootNode)> {
    let (mark, json) = match text.strip_prefix('\u{feff}') {
        Some(json) => ("\u{feff}", json),
        None => ("", text),
    };
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    match CstRootNode::parse(json, &options) {
        Ok(root) => Ok((mark, root)),
        Err(error) => bail!(
            "line {}, column {}: {}",
            error.line_display(),
            error.column_display(),
            error.kind()
        ),
    }
}

/// The order in which people write the keys of an entry; the others follow by name.
const ORDER: [&str; 10] = [
    "matcher",
    "hooks",
    "type",
    "name",
    "command",
    "bash",
    "powershell",
    "args",
    "timeout",
    "timeoutSec",
];

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().collect();
            let rank = |key: &str| ORDER.iter().position(|other| *other == key);
            keys.sort_by_key(|key| rank(key).unwrap_or(ORDER.len()));
            CstInputValue::Object(
                keys.into_iter()
                    .map(|key| (key.clone(), input(&object[key])))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAUNCH: &str = "decision-hook";

    fn added(text: &str, client: Client) -> String {
        add(text, client, &Launch::Shell(LAUNCH.to_owned())).unwrap()
    }

    fn value(text: &str) -> Value {
        let without_comments: String = text
            .trim_start_matches('\u{feff}')
            .lines()
            .map(|line| line.split("//").next().unwrap())
            .collect();
        serde_json::from_str(&without_comments).unwrap()
    }

    #[test]
    fn entries_stand_behind_those_of_others() {
        let text = "{\n  // mine\n  \"model\": \"x\",\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] } // loud\n    ]\n  }\n}\n";
        let after = added(text, Client::ClaudeCode);
        insta::assert_snapshot!(after);
        let stop = value(&after)["hooks"]["Stop"].clone();
        assert_eq!(stop.as_array().unwrap().len(), 2);
        assert_eq!(stop[0]["hooks"][0]["command"], "say done");
        assert_eq!(remove(&after).unwrap(), text);
    }

    #[test]
    fn every_client_gets_all_of_its_events_from_nothing() {
        for client in Client::ALL {
            for text in ["", "\n", "{}", "{\r\n}\r\n", "\u{feff}{}", "// empty\n"] {
                let after = added(text, client);
                let value = value(&after);
                for one in client.subscriptions() {
                    let entries = value["hooks"][one.event].as_array().unwrap();
                    assert_eq!(entries.len(), 1, "{client:?} {text:?}");
                }
                let rest = remove(&after).unwrap();
                assert!(is_empty(&rest), "{client:?} {text:?}: {rest}");
                assert_eq!(remove(&rest).unwrap(), rest);
                assert_eq!(after.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
            }
        }
    }

    #[test]
    fn only_our_handlers_are_taken_out() {
        let text = r#"{"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": "/b/decision-hook"}]}, {"hooks": []}], "X": 1, "Y": [7, {"hooks": 3}]}}"#;
        let value = value(&remove(text).unwrap());
        let expected = serde_json::json!({"hooks": {"Stop": [{"hooks": [{"command": "a"}]}, {"hooks": []}], "X": 1, "Y": [7, {"hooks": 3}]}});
        assert_eq!(value, expected);
    }

    #[test]
    fn what_is_no_configuration_is_left_alone() {
        let launch = Launch::Shell(LAUNCH.to_owned());
        let cases = [
            ("{", "line 1, column 1: Unterminated object"),
            (
                "{\n  'a': 1\n}",
                "line 2, column 3: Single-quoted strings are not allowed",
            ),
            ("[]", "the file holds no object"),
            (r#"{"hooks": []}"#, "`hooks` is no object"),
            (r#"{"hooks": {"Stop": {}}}"#, "`hooks.Stop` is no list"),
        ];
        for (text, expected) in cases {
            let error = add(text, Client::ClaudeCode, &launch).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
