//! The Gemini API, as Gemini CLI speaks it.

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::sse::Events;
use super::{Kind, not_found, ok_json};
use crate::e2e::script::Block;

/// What `request` asks for. A main request wants a stream and offers tools.
pub(super) fn kind(request: &Request, body: &Value) -> Kind {
    let offers_tools = body["tools"]
        .as_array()
        .is_some_and(|tools| !tools.is_empty());
    match verb(request) {
        "streamGenerateContent" if offers_tools => Kind::Main,
        "streamGenerateContent" | "generateContent" => Kind::Side,
        _ => Kind::Other,
    }
}

/// The answer to the request; the protocol has no numbers.
pub(super) fn respond(request: &Request, reply: &[Block]) -> Response {
    let verb = verb(request);
    if verb == "countTokens" {
        return ok_json(&json!({"totalTokens": 10}));
    }
    let parts: Vec<Value> = reply
        .iter()
        .map(|block| match block {
            Block::Text(text) => json!({"text": text}),
            Block::Tool { name, input } => json!({"functionCall": {"name": name, "args": input}}),
            Block::Plain { name, input } => {
                json!({"functionCall": {"name": name, "args": {"input": input}}})
            }
        })
        .collect();
    let answer = json!({
        "candidates": [{
            "index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": parts},
        }],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        "modelVersion": model(request),
    });
    match verb {
        "streamGenerateContent" => {
            let mut events = Events::default();
            events.data(&answer);
            events.response()
        }
        "generateContent" => ok_json(&answer),
        _ => not_found(&json!({
            "error": {"code": 404, "status": "NOT_FOUND", "message": "not part of the mock"},
        })),
    }
}

/// What stands behind the colon of `…/models/<model>:<verb>`; empty where there is none.
fn verb(request: &Request) -> &str {
    match request.path().rsplit_once(':') {
        Some((_, verb)) if request.method == "POST" => verb,
        _ => "",
    }
}

fn model(request: &Request) -> &str {
    let path = request.path();
    let path = path.rsplit_once(':').map_or(path, |(path, _)| path);
    path.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::http::tests::post;
    use super::super::sse::tests::parse;
    use super::*;

    #[test]
    fn only_a_stream_with_tools_is_the_conversation() {
        let tools = json!({"tools": [{"functionDeclarations": []}]});
        for (verb, body, expected) in [
            ("streamGenerateContent?alt=sse", &tools, Kind::Main),
            ("streamGenerateContent", &json!({}), Kind::Side),
            ("generateContent", &tools, Kind::Side),
            ("countTokens", &tools, Kind::Other),
        ] {
            let request = post(&format!("/v1beta/models/m:{verb}"));
            assert_eq!(kind(&request, body), expected, "{verb}");
        }
    }

    #[test]
    fn a_tool_call_is_a_part_of_the_one_event() {
        let reply = [Block::Tool {
            name: "read_file".to_owned(),
            input: json!({"file_path": "/a"}),
        }];
        let request = post("/v1beta/models/pro:streamGenerateContent?alt=sse");
        let events = parse(&respond(&request, &reply).body);
        assert_eq!(events.len(), 1);
        let (name, data) = &events[0];
        assert_eq!(*name, None);
        assert_eq!(data["modelVersion"], "pro");
        assert_eq!(
            data["candidates"][0]["content"]["parts"][0]["functionCall"]["args"]["file_path"],
            "/a"
        );
    }
}
