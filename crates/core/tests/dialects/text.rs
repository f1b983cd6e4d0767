//! Records whose fields stand in the text: labels, tables and sections.

use crate::assert_tells;

#[test]
fn nygard_and_adr_tools() {
    assert_tells(
        "0007-use-postgres",
        "\
# 7. Use Postgres

Date: 2024-05-01

## Status

Superceded by [9. Use files](0009-use-files.md)

Amends [3. Choose a store](0003-choose-a-store.md)

## Context

We need a store. It must last.

## Decision

We will keep every order in Postgres. It is known to all of us.

## Consequences

Somebody must run it.
",
        "
id: 7
title: Use Postgres
date: 2024-05-01
status: Superseded Superceded by 9. Use files
links: SupersededBy 0009-use-files.md | Amends 0003-choose-a-store.md
decides: We will keep every order in Postgres.
",
    );
}

#[test]
fn madr_2() {
    assert_tells(
        "0005-use-dashes",
        "\
# Use Dashes in File Names

* Status: superseded by [ADR-0008](0008-use-underscores.md)
* Deciders: Ann Lee, Bob
* Date: 2019-02-17

Technical Story: [#12](https://example.org/12)

## Context and Problem Statement

What stands between the words of a name?

## Considered Options

* Dashes
* Underscores

## Decision Outcome

Chosen option: \"Dashes\", because they are easy to type.
",
        "
id: 0005
title: Use Dashes in File Names
date: 2019-02-17
status: Superseded superseded by ADR-0008
people: deciders Ann Lee | deciders Bob
links: SupersededBy 0008-use-underscores.md
decides: Chosen option: \"Dashes\", because they are easy to type.
",
    );
}

#[test]
fn log4brains() {
    assert_tells(
        "20201028-use-postgres",
        "\
# Use Postgres

- Status: accepted
- Deciders: Ann
- Tags: db, ops

## Context and Problem Statement

Orders get lost.

## Decision Outcome

We keep them in Postgres
and nowhere else.
",
        "
title: Use Postgres
date: 2020-10-28
status: Accepted accepted
people: deciders Ann
tags: db | ops
decides: We keep them in Postgres and nowhere else.
",
    );
}

#[test]
fn a_table_of_metadata() {
    assert_tells(
        "operator/ODH-ADR-Operator-0004-flags",
        "\
# Open Data Hub - Flags

<!-- one line -->

|                |                        |
| -------------- | ---------------------- |
| Date           | 03/28/2023             |
| Scope          | Operator               |
| Status         | Approved               |
| Authors        | [Ann](@ann), Bob       |
| Supersedes     | N/A                    |
| Superseded by: | ODH-ADR-Operator-0007  |
| Tickets        |                        |

## What

Flags are fields of the resource.

## Why

They were files.
",
        "
id: ODH-ADR-Operator-0004
title: Open Data Hub - Flags
date: 2023-03-28
status: Superseded Approved
people: authors Ann | authors Bob
links: SupersededBy ODH-ADR-Operator-0007
decides: Flags are fields of the resource.
",
    );
}

#[test]
fn swift_evolution() {
    assert_tells(
        "0187-filter-map",
        "\
# Introduce Sequence.filterMap(_:)

* Proposal: [SE-0187](0187-filter-map.md)
* Authors: [Ann Lee](https://example.org/ann), [Bob](https://example.org/bob)
* Review Manager: [Eve](https://example.org/eve)
* Status: **Implemented (Swift 4.1)**
* Decision Notes: [Review](https://example.org/1)

## Introduction

One form of `flatMap` gets a name of its own.

## Motivation

It is misused.

## Proposed solution

We rename it to `filterMap`.
",
        "
id: SE-0187
title: Introduce Sequence.filterMap(_:)
status: Accepted Implemented (Swift 4.1)
people: authors Ann Lee | authors Bob | review manager Eve
decides: We rename it to filterMap.
",
    );
}

#[test]
fn rust_rfc() {
    assert_tells(
        "2071-impl-trait",
        "\
- Feature Name: `impl_trait_alias`
- Start Date: 2017-07-20
- RFC PR: [rust-lang/rfcs#2071](https://example.org/2071)
- Rust Issue: [rust-lang/rust#1](https://example.org/1)

# Summary
[summary]: #summary

Names for the types that functions give back.

# Motivation
[motivation]: #motivation

They have none.
",
        "
id: 2071
title: impl_trait_alias
date: 2017-07-20
decides: Names for the types that functions give back.
",
    );
}

#[test]
fn a_status_with_a_mark() {
    assert_tells(
        "023-logging",
        "\
# Centralised Logging

Date: 02/11/2020

## Status

✅ Accepted

## Context

Logs are everywhere.

## Decision

Logs go to one place.
",
        "
id: 023
title: Centralised Logging
date: 2020-11-02
status: Accepted ✅ Accepted
decides: Logs go to one place.
",
    );
}
