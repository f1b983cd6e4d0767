//! The Anthropic Messages API, as Claude Code speaks it.

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::sse::Events;
use super::{Kind, not_found, ok_json};
use crate::e2e::script::Block;

/// What `request` asks for. A main request offers tools and wants a stream; titles, summaries and
/// checks of the quota do neither.
pub(super) fn kind(request: &Request, body: &Value) -> Kind {
    if request.method != "POST" || !request.path().ends_with("/v1/messages") {
        return Kind::Other;
    }
    let offers_tools = body["tools"]
        .as_array()
        .is_some_and(|tools| !tools.is_empty());
    if offers_tools && body["stream"] == true {
        Kind::Main
    } else {
        Kind::Side
    }
}

/// The answer to the request with this number.
pub(super) fn respond(request: &Request, body: &Value, number: usize, reply: &[Block]) -> Response {
    let path = request.path();
    if path.ends_with("/v1/messages/count_tokens") {
        return ok_json(&json!({"input_tokens": 10}));
    }
    if path.ends_with("/v1/models") {
        return ok_json(&json!({"data": [], "has_more": false, "first_id": null, "last_id": null}));
    }
    if !path.ends_with("/v1/messages") {
        return not_found(&json!({
            "type": "error",
            "error": {"type": "not_found_error", "message": "not part of the mock"},
        }));
    }
    let message = Message {
        id: format!("msg_{number}"),
        model: &body["model"],
        content: content(number, reply),
    };
    if body["stream"] == true {
        message.stream().response()
    } else {
        ok_json(&message.whole())
    }
}

fn content(number: usize, reply: &[Block]) -> Vec<Value> {
    reply
        .iter()
        .enumerate()
        .map(|(index, block)| match block {
            Block::Text(text) => json!({"type": "text", "text": text}),
            Block::Tool { name, input } => json!({
                "type": "tool_use", "id": format!("toolu_{number}_{index}"),
                "name": name, "input": input,
            }),
            Block::Plain { name, input } => json!({
                "type": "tool_use", "id": format!("toolu_{number}_{index}"),
                "name": name, "input": {"input": input},
            }),
        })
        .collect()
}

struct Message<'a> {
    id: String,
    model: &'a Value,
    content: Vec<Value>,
}

impl Message<'_> {
    fn stop_reason(&self) -> &'static str {
        let calls = self.content.iter().any(|block| block["type"] == "tool_use");
        if calls { "tool_use" } else { "end_turn" }
    }

    fn whole(&self) -> Value {
        json!({
            "id": self.id, "type": "message", "role": "assistant", "model": self.model,
            "content": self.content, "stop_reason": self.stop_reason(), "stop_sequence": null,
            "usage": usage(),
        })
    }

    fn stream(&self) -> Events {
        let mut events = Events::default();
        let mut send = |data: Value| {
            let kind = data["type"].as_str().unwrap_or_default().to_owned();
            events.named(&kind, &data);
        };
        let mut start = self.whole();
        start["content"] = json!([]);
        start["stop_reason"] = Value::Null;
        send(json!({"type": "message_start", "message": start}));
        for (index, block) in self.content.iter().enumerate() {
            let mut opening = block.clone();
            let delta = if block["type"] == "tool_use" {
                opening["input"] = json!({});
                json!({"type": "input_json_delta", "partial_json": block["input"].to_string()})
            } else {
                opening["text"] = json!("");
                json!({"type": "text_delta", "text": block["text"]})
            };
            send(json!({"type": "content_block_start", "index": index, "content_block": opening}));
            send(json!({"type": "content_block_delta", "index": index, "delta": delta}));
            send(json!({"type": "content_block_stop", "index": index}));
        }
        send(json!({
            "type": "message_delta",
            "delta": {"stop_reason": self.stop_reason(), "stop_sequence": null},
            "usage": usage(),
        }));
        send(json!({"type": "message_stop"}));
        events
    }
}

fn usage() -> Value {
    json!({
        "input_tokens": 10, "output_tokens": 5,
        "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
    })
}

#[cfg(test)]
mod tests {
    use super::super::http::tests::post;
    use super::super::sse::tests::parse;
    use super::*;

    #[test]
    fn only_a_stream_with_tools_is_the_conversation() {
        let tools = json!([{"name": "Read"}]);
        for (path, body, expected) in [
            (
                "/v1/messages?beta=true",
                json!({"tools": tools, "stream": true}),
                Kind::Main,
            ),
            ("/v1/messages", json!({"tools": tools}), Kind::Side),
            (
                "/v1/messages",
                json!({"tools": [], "stream": true}),
                Kind::Side,
            ),
            (
                "/v1/messages/count_tokens",
                json!({"tools": tools, "stream": true}),
                Kind::Other,
            ),
        ] {
            assert_eq!(kind(&post(path), &body), expected, "{path} {body}");
        }
    }

    #[test]
    fn a_tool_call_is_streamed_in_parts() {
        let reply = [
            Block::Text("I read.".to_owned()),
            Block::Tool {
                name: "Read".to_owned(),
                input: json!({"file_path": "/a"}),
            },
        ];
        let body = json!({"model": "m", "stream": true});
        let response = respond(&post("/v1/messages"), &body, 7, &reply);
        let events = parse(&response.body);
        for (name, data) in &events {
            assert_eq!(name.as_deref(), data["type"].as_str());
        }
        let kinds: Vec<&str> = events
            .iter()
            .map(|(_, data)| data["type"].as_str().unwrap())
            .collect();
        assert_eq!(
            kinds,
            [
                "message_start",
                "content_block_start",
                "content_block_delta",
                "content_block_stop",
                "content_block_start",
                "content_block_delta",
                "content_block_stop",
                "message_delta",
                "message_stop"
            ]
        );
        assert_eq!(events[0].1["message"]["content"], json!([]));
        assert_eq!(events[2].1["delta"]["text"], "I read.");
        assert_eq!(events[4].1["content_block"]["input"], json!({}));
        assert_eq!(
            events[5].1["delta"]["partial_json"],
            r#"{"file_path":"/a"}"#
        );
        assert_eq!(events[7].1["delta"]["stop_reason"], "tool_use");
    }
}
