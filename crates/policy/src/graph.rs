//! The records of a log and what leads from one to another, as DOT, as Mermaid and as data.

use std::collections::BTreeMap;

use decision_core::{Decision, LinkKind, Names, Succession};

use crate::quote;

/// A title is cut behind this many characters.
const MAX_TITLE: usize = 60;

/// Records and what leads from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph<'a> {
    /// The records, in the order of the log.
    pub nodes: Vec<Node<'a>>,
    /// What leads from one to another, ordered by both ends; each pair once, by its strongest link.
    pub edges: Vec<Edge>,
}

/// A record in a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<'a> {
    /// Its index in the log.
    pub record: usize,
    /// Its path, from the root with `/`.
    pub path: &'a str,
    /// Its number or identifier as written.
    pub id: Option<&'a str>,
    /// Its title as written.
    pub title: &'a str,
    /// Whether it is in force.
    pub in_force: bool,
}

/// A link between two records of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The record that links, as an index in the log; of a supersession, the newer one.
    pub from: usize,
    /// The record that is meant.
    pub to: usize,
    /// How, never [`LinkKind::SupersededBy`]: that is told from the other end.
    pub kind: LinkKind,
}

/// The graph of a log; records that nothing leads to or from are in it where `all` is set.
pub fn of<'a>(
    records: &'a [Decision],
    names: &Names,
    succession: &Succession,
    all: bool,
) -> Graph<'a> {
    let mut links: BTreeMap<(usize, usize), LinkKind> = BTreeMap::new();
    let mut link = |from, to, kind: LinkKind| {
        let strongest = links.entry((from, to)).or_insert(kind);
        *strongest = kind.min(*strongest);
    };
    for (index, record) in records.iter().enumerate() {
        for old in succession.replaced(index) {
            link(index, *old, LinkKind::Supersedes);
        }
        for one in &record.links {
            let declared = matches!(one.kind, LinkKind::Supersedes | LinkKind::SupersededBy);
            let target = names
                .by_words(&one.target)
                .filter(|target| *target != index);
            if let Some(target) = target.filter(|_| !declared) {
                link(index, target, one.kind);
            }
        }
        for target in linked(record.body(), names).filter(|target| *target != index) {
            link(index, target, LinkKind::Mentions);
        }
    }
    // The older of two often names the newer in passing; the supersession says it already.
    let retired: Vec<(usize, usize)> = links
        .iter()
        .filter(|(_, kind)| **kind == LinkKind::Supersedes)
        .map(|((from, to), _)| (*to, *from))
        .collect();
    for pair in retired {
        if links
            .get(&pair)
            .is_some_and(|kind| *kind != LinkKind::Supersedes)
        {
            links.remove(&pair);
        }
    }
    let edges: Vec<Edge> = links
        .into_iter()
        .map(|((from, to), kind)| Edge { from, to, kind })
        .collect();
    let mut connected = vec![all; records.len()];
    for edge in &edges {
        connected[edge.from] = true;
        connected[edge.to] = true;
    }
    let nodes = records
        .iter()
        .enumerate()
        .filter(|(index, _)| connected[*index])
        .map(|(index, record)| Node {
            record: index,
            path: &record.path,
            id: record.id.as_deref(),
            title: &record.title,
            in_force: succession.is_in_force(index),
        })
        .collect();
    Graph { nodes, edges }
}

/// The records that inline links of a text lead to: `[words](0003-queue.md#why)`.
fn linked<'a>(text: &'a str, names: &'a Names) -> impl Iterator<Item = usize> + 'a {
    let targets = text.split("](").skip(1).filter_map(|rest| {
        let target = rest[..rest.find([')', '\n'])?].trim();
        let path = target.split(['#', ' ']).next()?.trim_matches(['<', '>']);
        (!path.contains("://") && path.ends_with(".md")).then_some(path)
    });
    targets.filter_map(|path| names.by_target(path))
}

impl Graph<'_> {
    /// As DOT for Graphviz. What is not in force is grey.
    pub fn dot(&self) -> String {
        let mut out =
            "digraph decisions {\n  rankdir=RL;\n  node [shape=box, style=rounded];\n".to_owned();
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        for node in &self.nodes {
            let name = dot_text(&quote::path(node.path));
            let label = dot_label(&label(node));
            let style = if node.in_force {
                ""
            } else {
                ", color=gray, fontcolor=gray"
            };
            out.push_str(&format!("  {name} [label={label}{style}];\n"));
            names.insert(node.record, name);
        }
        for edge in &self.edges {
            let (Some(from), Some(to)) = (names.get(&edge.from), names.get(&edge.to)) else {
                continue;
            };
            let style = if edge.kind == LinkKind::Mentions {
                " [style=dotted]".to_owned()
            } else {
                format!(" [label={}]", dot_text(word(edge.kind)))
            };
            out.push_str(&format!("  {from} -> {to}{style};\n"));
        }
        out.push_str("}\n");
        out
    }

    /// As a Mermaid flow chart. What is not in force is grey.
    pub fn mermaid(&self) -> String {
        let mut out = "flowchart RL\n".to_owned();
        for node in &self.nodes {
            let class = if node.in_force { "" } else { ":::retired" };
            let label = mermaid_text(&label(node));
            out.push_str(&format!("  r{}[\"{label}\"]{class}\n", node.record));
        }
        for edge in &self.edges {
            let arrow = if edge.kind == LinkKind::Mentions {
                "-.->".to_owned()
            } else {
                format!("-->|{}|", word(edge.kind))
            };
            out.push_str(&format!("  r{} {arrow} r{}\n", edge.from, edge.to));
        }
        if self.nodes.iter().any(|node| !node.in_force) {
            out.push_str("  classDef retired fill:#eee,stroke:#aaa,color:#777\n");
        }
        out
    }
}

fn label(node: &Node<'_>) -> String {
    let title = quote::plain_excerpt(node.title, MAX_TITLE);
    match node.id {
        Some(id) => format!("{} {title}", quote::plain_excerpt(id, 40)),
        None => title,
    }
}

/// A word for a link.
pub fn word(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Supersedes => "supersedes",
        LinkKind::SupersededBy => "superseded by",
        LinkKind::Amends => "amends",
        LinkKind::Relates => "relates to",
        LinkKind::Mentions => "mentions",
    }
}

/// A quoted string of DOT. A backslash begins an escape there (`\N` is the name of the node).
fn dot_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A quoted string that is shown. Entities of HTML count in what is shown, not in names.
fn dot_label(text: &str) -> String {
    dot_text(&text.replace('&', "&amp;"))
}

/// Text inside of Mermaid's double quotes: what could end them or be read as HTML, as Markdown or as an
/// entity becomes an entity in Mermaid's own form, `#35;`. So does `%`: a directive such as `%%{init: …}%%`
/// counts anywhere in the text, quotes or not.
fn mermaid_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '#' | '%' | '&' | '<' | '>' | '`' | '\\' | ';') {
            out.push_str(&format!("#{};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cannot_end_their_quotes() {
        let title = r#"a "b" \N c\" <i>&amp; #35; `d`; e] %%{init: {}}%%"#;
        assert_eq!(
            dot_label(title),
            r#""a \"b\" \\N c\\\" <i>&amp;amp; #35; `d`; e] %%{init: {}}%%""#
        );
        assert_eq!(
            mermaid_text(title),
            "a #34;b#34; #92;N c#92;#34; #60;i#62;#38;amp#59; #35;35#59; #96;d#96;#59; e] #37;#37;{init: {}}#37;#37;"
        );
    }
}
