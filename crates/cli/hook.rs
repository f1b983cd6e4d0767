//! The hook of agent hosts: an event on standard input, an answer or nothing on standard output, exit
//! code 0 whatever happens. It takes no arguments: two hosts drop those of a hook.

fn main() {
    decision::respond::main();
}
