//! The `decision` program.

fn main() {}
