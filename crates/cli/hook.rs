//! The hook of agent hosts.

fn main() {}
