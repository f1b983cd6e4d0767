//! The OpenAI Responses API, as Codex CLI and GitHub Copilot CLI speak it.

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::sse::Events;
use super::{Kind, not_found, ok_json};
use crate::e2e::script::Block;

/// What `request` asks for. A main request wants a stream and offers tools.
pub(super) fn kind(request: &Request, body: &Value) -> Kind {
    if request.method != "POST" || !request.path().ends_with("/responses") {
        return Kind::Other;
    }
    let offers_tools = body["tools"]
        .as_array()
        .is_some_and(|tools| !tools.is_empty())
        || body["tool_choice"].is_string();
    if offers_tools && body["stream"] == true {
        Kind::Main
    } else {
        Kind::Side
    }
}

/// The answer to the request with this number.
pub(super) fn respond(request: &Request, body: &Value, number: usize, reply: &[Block]) -> Response {
    let path = request.path();
    if path.ends_with("/models") {
        return ok_json(&json!({"object": "list", "data": [], "models": []}));
    }
    if !path.ends_with("/responses") {
        return not_found(
            &json!({"error": {"type": "not_found", "message": "not part of the mock"}}),
        );
    }
    let items: Vec<Value> = reply
        .iter()
        .enumerate()
        .map(|(index, block)| item(&format!("{number}_{index}"), block))
        .collect();
    let opening = json!({
        "id": format!("resp_{number}"), "object": "response", "created_at": 0,
        "status": "in_progress", "model": body["model"], "output": [], "tools": [],
        "parallel_tool_calls": false, "tool_choice": "auto", "error": null,
        "incomplete_details": null, "instructions": null, "metadata": {},
    });
    let mut whole = opening.clone();
    whole["status"] = json!("completed");
    whole["output"] = json!(items);
    whole["usage"] = json!({
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
    });
    if body["stream"] != true {
        return ok_json(&whole);
    }
    let mut stream = Stream::default();
    stream.send("response.created", json!({"response": opening}));
    for (index, item) in items.iter().enumerate() {
        stream.item(index, item);
    }
    stream.send("response.completed", json!({"response": whole}));
    stream.events.response()
}

fn item(id: &str, block: &Block) -> Value {
    match block {
        Block::Text(text) => json!({
            "type": "message", "id": format!("msg_{id}"), "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        }),
        Block::Tool { name, input } => json!({
            "type": "function_call", "id": format!("fc_{id}"), "call_id": format!("call_{id}"),
            "status": "completed", "name": name, "arguments": input.to_string(),
        }),
        Block::Plain { name, input } => json!({
            "type": "custom_tool_call", "id": format!("ctc_{id}"), "call_id": format!("call_{id}"),
            "status": "completed", "name": name, "input": input,
        }),
    }
}

/// Events with their running number.
#[derive(Default)]
struct Stream {
    events: Events,
    sent: usize,
}

impl Stream {
    fn send(&mut self, kind: &str, mut data: Value) {
        data["type"] = json!(kind);
        data["sequence_number"] = json!(self.sent);
        self.sent += 1;
        self.events.named(kind, &data);
    }

    fn item(&mut self, index: usize, item: &Value) {
        let mut opening = item.clone();
        opening["status"] = json!("in_progress");
        if item["type"] == "message" {
            opening["content"] = json!([]);
        }
        self.send(
            "response.output_item.added",
            json!({"output_index": index, "item": opening}),
        );
        match item["type"].as_str() {
            Some("message") => self.message(index, item),
            Some("function_call") => {
                self.input(index, item, "response.function_call_arguments", "arguments");
            }
            _ => self.input(index, item, "response.custom_tool_call_input", "input"),
        }
        self.send(
            "response.output_item.done",
            json!({"output_index": index, "item": item}),
        );
    }

    fn message(&mut self, index: usize, item: &Value) {
        let part = &item["content"][0];
        let mut empty = part.clone();
        empty["text"] = json!("");
        for (kind, key, value) in [
            ("content_part.added", "part", &empty),
            ("output_text.delta", "delta", &part["text"]),
            ("output_text.done", "text", &part["text"]),
            ("content_part.done", "part", part),
        ] {
            let mut data =
                json!({"item_id": item["id"], "output_index": index, "content_index": 0});
            data[key] = value.clone();
            self.send(&format!("response.{kind}"), data);
        }
    }

    fn input(&mut self, index: usize, item: &Value, kind: &str, key: &str) {
        let mut data = json!({"item_id": item["id"], "output_index": index});
        data["delta"] = item[key].clone();
        self.send(&format!("{kind}.delta"), data);
        let mut data = json!({"item_id": item["id"], "output_index": index});
        data[key] = item[key].clone();
        self.send(&format!("{kind}.done"), data);
    }
}

#[cfg(test)]
mod tests {
    use super::super::http::tests::post;
    use super::super::sse::tests::parse;
    use super::*;

    #[test]
    fn only_a_stream_with_tools_is_the_conversation() {
        let tools = json!([{"name": "exec_command"}]);
        for (path, body, expected) in [
            (
                "/v1/responses",
                json!({"tools": tools, "stream": true}),
                Kind::Main,
            ),
            ("/v1/responses", json!({"tools": tools}), Kind::Side),
            (
                "/v1/responses",
                json!({"tools": [], "stream": true}),
                Kind::Side,
            ),
            (
                "/v1/models",
                json!({"tools": tools, "stream": true}),
                Kind::Other,
            ),
        ] {
            assert_eq!(kind(&post(path), &body), expected, "{path} {body}");
        }
    }

    #[test]
    fn each_kind_of_item_is_streamed_in_its_own_events() {
        let reply = [
            Block::Text("Hi.".to_owned()),
            Block::Tool {
                name: "exec_command".to_owned(),
                input: json!({"cmd": "ls"}),
            },
            Block::Plain {
                name: "apply_patch".to_owned(),
                input: "*** Begin Patch\n".to_owned(),
            },
        ];
        let body = json!({"model": "m", "stream": true});
        let response = respond(&post("/v1/responses"), &body, 3, &reply);
        let events = parse(&response.body);
        for (number, (name, data)) in events.iter().enumerate() {
            assert_eq!(name.as_deref(), data["type"].as_str());
            assert_eq!(data["sequence_number"], number);
        }
        let of = |kind: &str| -> Vec<&Value> {
            events
                .iter()
                .filter(|(name, _)| name.as_deref() == Some(kind))
                .map(|(_, data)| data)
                .collect()
        };
        assert_eq!(of("response.output_text.done")[0]["text"], "Hi.");
        assert_eq!(
            of("response.function_call_arguments.done")[0]["arguments"],
            r#"{"cmd":"ls"}"#
        );
        assert_eq!(
            of("response.custom_tool_call_input.delta")[0]["delta"],
            "*** Begin Patch\n"
        );
        assert_eq!(of("response.output_item.done").len(), 3);
        let whole = &of("response.completed")[0]["response"];
        assert_eq!(whole["output"].as_array().unwrap().len(), 3);
        assert_eq!(whole["status"], "completed");
    }
}
