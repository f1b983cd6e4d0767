//! Maintenance of this repository.

fn main() {}
