//! The `decision` program as a library.
