//! A body of server-sent events.

use serde_json::Value;

use super::http::Response;

/// Events in the order in which they are sent.
#[derive(Default)]
pub(super) struct Events {
    body: String,
}

impl Events {
    /// Adds an event without a name.
    pub(super) fn data(&mut self, data: &Value) {
        self.body.push_str(&format!("data: {data}\n\n"));
    }

    /// Adds an event with the name `kind`.
    pub(super) fn named(&mut self, kind: &str, data: &Value) {
        self.body.push_str(&format!("event: {kind}\n"));
        self.data(data);
    }

    /// The answer that carries the events.
    pub(super) fn response(self) -> Response {
        Response {
            status: 200,
            content_type: "text/event-stream",
            body: self.body,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The events of a body, as (name, data).
    pub(in super::super) fn parse(body: &str) -> Vec<(Option<String>, Value)> {
        body.split("\n\n")
            .filter(|event| !event.is_empty())
            .map(|event| {
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(str::to_owned)
                };
                let data = field("data: ").unwrap();
                (field("event: "), serde_json::from_str(&data).unwrap())
            })
            .collect()
    }
}
