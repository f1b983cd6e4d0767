//! `serde_yaml`, the one place that uses it.
//!
//! Its own `Value` turns `1.10` into a number; records want the text. So the shape is read first,
//! and where a scalar was not text the source is read again, each scalar asked for as a string.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Field, Problem, ProblemKind, Value};

/// Reads a mapping; duplicates are kept, the error has the line of the source.
pub(super) fn read(source: &str) -> Result<Vec<Field<'static>>, Problem> {
    let shape = ShapeSeed
        .deserialize(serde_yaml::Deserializer::from_str(source))
        .map_err(|error| syntax(source, &error))?;
    // Nothing but comments.
    if matches!(shape, Shape::Null) {
        return Ok(Vec::new());
    }
    let Shape::Map(entries) = &shape else {
        return Err(Problem {
            line: 1,
            kind: ProblemKind::NotAMapping,
            message: "not a mapping of `key: value` lines".to_owned(),
            help: String::new(),
        });
    };
    let value = if shape.has_other() {
        TextSeed(&shape)
            .deserialize(serde_yaml::Deserializer::from_str(source))
            .map_err(|error| syntax(source, &error))?
    } else {
        shape.to_value()
    };
    let lines = key_lines(source, entries.iter().map(|(key, _)| key.as_str()));
    let Value::Map(entries) = value else {
        return Ok(Vec::new());
    };
    Ok(entries
        .into_iter()
        .zip(lines)
        .map(|((key, value), line)| Field { key, value, line })
        .collect())
}

fn syntax(source: &str, error: &serde_yaml::Error) -> Problem {
    // YAML has line ends that no editor counts (NEL, a lone CR).
    let last = source.lines().count().max(1);
    let line = error
        .location()
        .map_or(1, |location| location.line().clamp(1, last));
    let text = error.to_string();
    // The library ends its messages with a place of its own; ours is the line of the file.
    let message = text
        .split(" at line ")
        .next()
        .unwrap_or(&text)
        .trim()
        .to_owned();
    Problem {
        line,
        kind: ProblemKind::Syntax,
        message: format!("not YAML: {message}"),
        help: String::new(),
    }
}

/// Keys written in odd ways (escapes, `? key`) are not found; after a few of them nobody looks any more.
const MISSES: usize = 8;

/// The line of each key, found by looking for it at the beginning of the lines in order. What stands
/// further to the right than the first key belongs to a value.
fn key_lines<'a>(source: &str, keys: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let indent_of = |line: &str| line.len() - line.trim_start().len();
    let says_something = |line: &&str| {
        let text = line.trim_start();
        !text.is_empty() && !text.starts_with('#')
    };
    let indent = source
        .lines()
        .find(says_something)
        .filter(|line| !line.trim_start().starts_with('{'))
        .map_or(usize::MAX, indent_of);
    let mut lines = source.lines().enumerate();
    let (mut last, mut misses) = (1, 0);
    keys.map(|key| {
        if misses < MISSES {
            let mut ahead = lines.clone();
            let found = ahead.find(|(_, line)| {
                let text = line.trim_start().trim_start_matches(['"', '\'', '{']);
                indent_of(line) <= indent
                    && text.strip_prefix(key).is_some_and(|rest| {
                        rest.trim_start_matches(['"', '\'', ' ']).starts_with(':')
                    })
            });
            match found {
                Some((index, _)) => {
                    lines = ahead;
                    last = index + 1;
                }
                None => misses += 1,
            }
        }
        last
    })
    .collect()
}

enum Shape {
    Null,
    Text(String),
    Other,
    List(Vec<Shape>),
    Map(Vec<(String, Shape)>),
}

impl Shape {
    fn has_other(&self) -> bool {
        match self {
            Shape::Other => true,
            Shape::Null | Shape::Text(_) => false,
            Shape::List(items) => items.iter().any(Shape::has_other),
            Shape::Map(entries) => entries.iter().any(|(_, shape)| shape.has_other()),
        }
    }

    fn to_value(&self) -> Value<'static> {
        match self {
            Shape::Null | Shape::Other => Value::Null,
            Shape::Text(text) => Value::Text(Cow::Owned(text.clone())),
            Shape::List(items) => Value::List(items.iter().map(Shape::to_value).collect()),
            Shape::Map(entries) => Value::Map(
                entries
                    .iter()
                    .map(|(key, shape)| (Cow::Owned(key.clone()), shape.to_value()))
                    .collect(),
            ),
        }
    }
}

#[derive(Clone, Copy)]
struct ShapeSeed;

impl<'de> DeserializeSeed<'de> for ShapeSeed {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ShapeSeed {
    type Value = Shape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_none<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Shape, E> {
        Ok(Shape::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Shape::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = access.next_key::<String>()? {
            entries.push((key, access.next_value_seed(self)?));
        }
        Ok(Shape::Map(entries))
    }

    // A tagged value such as `!name x`: the tag says nothing to us.
    fn visit_enum<A: serde::de::EnumAccess<'de>>(self, access: A) -> Result<Shape, A::Error> {
        use serde::de::VariantAccess;
        let (_, variant) = access.variant::<IgnoredAny>()?;
        variant.newtype_variant_seed(self)
    }
}

/// Reads the same source again, now that it is known which scalar stands where.
#[derive(Clone, Copy)]
struct TextSeed<'s>(&'s Shape);

impl<'de> DeserializeSeed<'de> for TextSeed<'_> {
    type Value = Value<'static>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value<'static>, D::Error> {
        match self.0 {
            Shape::Null => deserializer
                .deserialize_ignored_any(IgnoredAny)
                .map(|_| Value::Null),
            Shape::Text(text) => deserializer
                .deserialize_ignored_any(IgnoredAny)
                .map(|_| Value::Text(Cow::Owned(text.clone()))),
            Shape::Other => deserializer.deserialize_str(self),
            Shape::List(_) => deserializer.deserialize_seq(self),
            Shape::Map(_) => deserializer.deserialize_map(self),
        }
    }
}

impl<'de> Visitor<'de> for TextSeed<'_> {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the same value again")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'static>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value<'static>, A::Error> {
        let Shape::List(shapes) = self.0 else {
            return Ok(Value::Null);
        };
        let mut items = Vec::with_capacity(shapes.len());
        for shape in shapes {
            if let Some(item) = access.next_element_seed(TextSeed(shape))? {
                items.push(item);
            }
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value<'static>, A::Error> {
        let Shape::Map(shapes) = self.0 else {
            return Ok(Value::Null);
        };
        let mut entries = Vec::with_capacity(shapes.len());
        for (_, shape) in shapes {
            if let Some(key) = access.next_key::<String>()? {
                entries.push((Cow::Owned(key), access.next_value_seed(TextSeed(shape))?));
            }
        }
        Ok(Value::Map(entries))
    }
}
