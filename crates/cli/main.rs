//! The `decision` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    decision::commands::main()
}
