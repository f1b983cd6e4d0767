#!/bin/sh
# Finds the `decision-hook` program and becomes it; standard input and output pass through.
#
# Looked in, first hit wins: this plugin's own bin/, $CARGO_HOME/bin, ~/.cargo/bin, ~/.local/bin,
# then the absolute entries of PATH. Nothing below the open project is run, links resolved, since
# what a cloned repository holds was put there by others. Nothing is downloaded. Where there is no
# program the user is told once, and the exit code is 0: some hosts take another one for a refusal
# of the prompt.
#
# Runs at every prompt, so the way to a program that is there forks nothing.

unset CDPATH
start=$PWD
nl='
'
# For the few tools called here; the PATH of the session may lead into the project.
system_path=/usr/bin:/bin:/run/current-system/sw/bin

projects= # Physical directories of the open project, one a line, each ending in /.
found=    # The program to run.
inside=   # Set if a program was passed over for lying in the project.

# Adds the checkout that holds directory $1, or $1 itself where no checkout does. A .git that is a
# file belongs to a submodule or a linked worktree, which may lie within a larger checkout.
add_project() {
    # `cd -P` sets PWD to the physical path, as `pwd -P` would print it from a fork.
    cd -P -- "$1" 2>/dev/null || return 0
    at=${PWD%/} root=
    while :; do
        [ -e "$at/.git" ] && root=$at/
        [ -d "$at/.git" ] && break
        [ -n "$at" ] || break
        at=${at%/*}
    done
    projects=$projects${root:-${PWD%/}/}$nl
}

# True if the physical path $1 lies in the open project.
in_project() {
    left=$projects
    while [ -n "$left" ]; do
        case $1 in "${left%%"$nl"*}"*) return 0 ;; esac
        left=${left#*"$nl"}
    done
    return 1
}

# True if $1 is an absolute path, by the spelling of either system.
absolute() {
    case $1 in
    /* | [A-Za-z]:[\\/]*) return 0 ;;
    *) return 1 ;;
    esac
}

# Sets `found` to the program in directory $1 if it is there, and outside of the project.
look_in() {
    absolute "$1" && [ -f "$1/decision-hook" ] && [ -x "$1/decision-hook" ] || return 0
    at=$1 file=decision-hook
    while cd -P -- "$at" 2>/dev/null; do
        if in_project "${PWD%/}/$file"; then
            inside=yes
            return 0
        fi
        if [ ! -L "./$file" ]; then
            found=${PWD%/}/$file
            return 0
        fi
        # The one fork, for a program that is a link: no shell reads a link by itself.
        link=$(PATH=$system_path && readlink "./$file") || return 0
        file=${link##*/}
        case $link in
        /*) at=${link%/*}/ ;;
        */*) at=./${link%/*}/ ;;
        *) at=./ ;;
        esac
    done
}

# Tells the user message $2 unless marker $1 shows that it was told. Without a place to remember it
# in nothing is said, since a line at every prompt would be worse.
tell_once() {
    data=${CLAUDE_PLUGIN_DATA-}
    absolute "$data" || return 0
    # A host may withdraw its trust from a plugin whose own folder changes.
    case $data/ in "$plugin"/* | "${CLAUDE_PLUGIN_ROOT:-$plugin}"/*) return 0 ;; esac
    mkdir -p -- "$data" && mkdir -- "$data/$1" && printf '{"systemMessage":"%s"}\n' "$2"
} 2>/dev/null

# The end of every run that did not become the program.
without_program() {
    PATH=$system_path
    if [ "${DECISION_HOOK-}" = off ]; then
        :
    elif [ -n "$found" ]; then
        tell_once told-broken 'decision: the decision-hook program is there but does not start, so no decision records are shown. Run `cargo install --force --path .` in a checkout of decision.'
    elif [ -n "$inside" ]; then
        tell_once told-inside 'decision: the only decision-hook program found lies inside the open project, so it is not run and no decision records are shown. Run `cargo install --path .` in a checkout of decision, with an install folder outside of the project.'
    else
        tell_once told-missing 'decision: the decision-hook program is not installed, so no decision records are shown. Run `cargo install --path .` in a checkout of decision; the next prompt finds it.'
    fi
    # Read to the end, so that the host can write all of a large event.
    cat >/dev/null 2>&1
    exit 0
}

# Reached through the trap from a shell that ends when `exec` fails, too; bash would end without it.
trap without_program 0
[ -z "${BASH_VERSION-}" ] || shopt -s execfail

plugin=${CLAUDE_PLUGIN_ROOT-}
[ -n "$plugin" ] || plugin=${0%/*}/..
cd -P -- "$plugin" 2>/dev/null && plugin=$PWD
cd -- "$start" 2>/dev/null

add_project .
[ -z "${CLAUDE_PROJECT_DIR-}" ] || add_project "$CLAUDE_PROJECT_DIR"

look_in "$plugin/bin"
[ -n "$found" ] || look_in "${CARGO_HOME:+$CARGO_HOME/bin}"
[ -n "$found" ] || look_in "${HOME:+$HOME/.cargo/bin}"
[ -n "$found" ] || look_in "${HOME:+$HOME/.local/bin}"
rest=${PATH-}:
while [ -z "$found" ] && [ -n "$rest" ]; do
    look_in "${rest%%:*}"
    rest=${rest#*:}
done

cd -- "$start" 2>/dev/null
[ -z "$found" ] || exec "$found"
