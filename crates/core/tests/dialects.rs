//! One small record of every format that is read, and all that is read of it.

#![expect(clippy::unwrap_used, reason = "a helper that fails fails its test")]

use std::fmt::Write;

use decision_core::Decision;

/// The fields of a record, one a line; what the record does not say is left out.
fn tell(decision: &Decision) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            writeln!(out, "{name}: {value}").unwrap();
        }
    };
    let joined = |values: Vec<String>| values.join(" | ");
    line("id", decision.id.as_deref().unwrap_or_default());
    line("title", &decision.title);
    line("date", decision.date.as_deref().unwrap_or_default());
    let status = decision
        .status
        .as_ref()
        .map(|status| format!("{:?} {}", status.kind, status.text));
    line("status", &status.unwrap_or_default());
    line(
        "people",
        &joined(
            decision
                .people
                .iter()
                .map(|one| format!("{} {}", one.role, one.name))
                .collect(),
        ),
    );
    line("tags", &joined(decision.tags.clone()));
    line(
        "affects",
        &joined(
            decision
                .affects
                .entries()
                .iter()
                .map(|one| one.text().to_owned())
                .collect(),
        ),
    );
    line(
        "links",
        &joined(
            decision
                .links
                .iter()
                .map(|one| format!("{:?} {}", one.kind, one.target))
                .collect(),
        ),
    );
    line("decides", &decision.deciding_sentence().unwrap_or_default());
    out
}

fn assert_tells(slug: &str, text: &str, expected: &str) {
    let (decision, findings) = Decision::read(&format!("adr/{slug}.md"), slug, 0, text.into());
    assert_eq!(tell(&decision), expected.trim_start(), "{slug}");
    assert_eq!(findings, [], "{slug}");
}

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
fn madr_3() {
    assert_tells(
        "0010-support-categories",
        "\
---
# optional elements
status: accepted
date: 2022-10-09
deciders: Ann, Bob
consulted: Eve
informed:
---
# Support Categories

## Context and Problem Statement

There are many records.

## Decision Outcome

Chosen option: \"Sub-folders with local ids\", because

* it is easy
* nothing breaks
",
        "
id: 0010
title: Support Categories
date: 2022-10-09
status: Accepted accepted
people: deciders Ann | deciders Bob | consulted Eve
decides: Chosen option: \"Sub-folders with local ids\", because it is easy; nothing breaks
",
    );
}

#[test]
fn madr_4() {
    assert_tells(
        "0015-name-of-scope",
        "\
---
status: \"superseded by ADR-0123\"
date: 2024-09-17
decision-makers: [Ann, \"Bob B\"]
consulted:
  - Eve
---

# Name the Scope `affects`

## Decision Outcome

Chosen option: **\"affects\"**, because [two tools](https://example.org) use it.

### Consequences

* Good, because it is short
",
        "
id: 0015
title: Name the Scope affects
date: 2024-09-17
status: Superseded superseded by ADR-0123
people: decision-makers Ann | decision-makers Bob B | consulted Eve
links: SupersededBy ADR-0123
decides: Chosen option: \"affects\", because two tools use it.
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
fn structured_madr() {
    assert_tells(
        "use-postgres",
        "\
---
title: \"Use Postgres\"
description: \"Orders are kept in Postgres, and nowhere else.\"
type: adr
category: data
tags:
  - db
  - ops
status: accepted
created: 2025-01-15
updated: 2025-02-01
author: Ann
project: shop
technologies: [postgres]
audience: [developers]
related: [use-files.md]
---

# Use Postgres

## Status

Accepted
",
        "
title: Use Postgres
date: 2025-01-15
status: Accepted accepted
people: author Ann
tags: db | ops
links: Relates use-files.md
decides: Orders are kept in Postgres, and nowhere else.
",
    );
}

#[test]
fn kubernetes_kep() {
    let readme = "\
<!--
**Note:** remove this
-->
# KEP-1234: Priority of Pods

<!-- toc -->
- [Summary](#summary)
- [Motivation](#motivation)
<!-- /toc -->

## Release Signoff Checklist

- [x] Done

## Summary

Every pod has a priority, and the scheduler heeds it. It can be set.

## Motivation

Some pods matter more.
";
    let yaml = "\
title: Priority of Pods
kep-number: 1234
authors:
  - \"@ann\"
  - \"@bob\"
owning-sig: sig-scheduling
status: implementable
creation-date: 2018-01-29
reviewers:
  - \"@eve\"
replaces:
  - /keps/sig-scheduling/100-old
superseded-by: []
stage: beta
";
    let slug = "sig-scheduling/1234-priority";
    let (decision, findings) = Decision::read_with_metadata(
        "keps/sig-scheduling/1234-priority/README.md",
        slug,
        0,
        readme.into(),
        "keps/sig-scheduling/1234-priority/kep.yaml",
        yaml.into(),
    );
    assert_eq!(findings, []);
    assert_eq!(
        tell(&decision),
        "\
id: 1234
title: Priority of Pods
date: 2018-01-29
status: Accepted implementable
people: authors @ann | authors @bob | reviewers @eve
links: Supersedes /keps/sig-scheduling/100-old
decides: Every pod has a priority, and the scheduler heeds it.
"
    );
}

#[test]
fn eip_and_erc() {
    assert_tells(
        "eip-1559",
        "\
---
eip: 1559
title: Fee market change
description: A base fee that moves with the load and is burned.
author: Ann Lee (@ann), Bob <bob@example.org>
discussions-to: https://example.org/t/1
status: Final
type: Standards Track
category: Core
created: 2019-04-13
requires: 2718, 2930
---

## Abstract

There is a base fee.

## Motivation

Fees jump.

## Specification

As of the fork, blocks have a base fee.
",
        "
id: 1559
title: Fee market change
date: 2019-04-13
status: Accepted Final
people: author Ann Lee (@ann) | author Bob <bob@example.org>
links: Relates 2718 | Relates 2930
decides: A base fee that moves with the load and is burned.
",
    );
}

#[test]
fn sections_as_h1() {
    assert_tells(
        "ADR-115-scene-metadata",
        "\
---
layout: adr
adr: 115
title: Metadata of Scenes
date: 2022-11-28
status: Living
type: RFC
authors:
- ann
- bob
redirect_from:
  - /rfc/RFC-5
---

# Abstract

Every scene carries a manifest. It is signed.

# Motivation

Without it nobody knows.

# Decision

The manifest is `scene.json`.
",
        "
id: 115
title: Metadata of Scenes
date: 2022-11-28
status: Accepted Living
people: authors ann | authors bob
decides: The manifest is scene.json.
",
    );
}

#[test]
fn backstage() {
    assert_tells(
        "adr011-use-hooks",
        "\
---
id: adrs-adr011
title: 'ADR011: Use Hooks'
# prettier-ignore
description: Architecture Decision Record (ADR) for hooks
---

## Context

Classes are long.

## Decision

We use hooks in new code.
",
        "
id: adrs-adr011
title: Use Hooks
decides: Architecture Decision Record (ADR) for hooks
",
    );
}

#[test]
fn code_decisions() {
    assert_tells(
        "policy-engine-order",
        "\
---
name: policy-engine-order
description: Blocking policies run first; the first denial ends the run.
date: 2026-03-24 # moved
tags: [policy, hooks]
affects:
- policy/engine.py
- \"hooks/\"
---

# Order of the policies

Text.

## Alternatives

None.
",
        "
title: Order of the policies
date: 2026-03-24
tags: policy | hooks
affects: policy/engine.py | hooks/
decides: Blocking policies run first; the first denial ends the run.
",
    );
}

#[test]
fn adrkit() {
    assert_tells(
        "0042-one-reader",
        "\
---
id: \"0042\"
title: One reader
status: accepted
date: 2026-02-01
deciders:
  - name: Ann
    email: a@example.org
scope: org
affects:
  - type: path
    pattern: \"packages/core/**\"
    negate: false
  - type: path
    pattern: \"packages/core/gen/**\"
    negate: true
  - type: service
    pattern: billing
---

## Decision

There is one reader.
",
        "
id: 0042
title: One reader
date: 2026-02-01
status: Accepted accepted
people: deciders Ann
affects: packages/core/** | !packages/core/gen/**
decides: There is one reader.
",
    );
}

#[test]
fn archgate() {
    assert_tells(
        "ARCH-001-command-structure",
        "\
---
id: ARCH-001
title: Command Structure
domain: architecture
rules: true
files: [\"src/commands/**/*.ts\"]
---

## Context

Commands differ.

## Decision

Each command exports **one** `register` function. It takes the program.
",
        "
id: ARCH-001
title: Command Structure
affects: src/commands/**/*.ts
decides: Each command exports one register function.
",
    );
}

#[test]
fn ank() {
    assert_tells(
        "ADR-3c7e-tokens",
        "\
---
id: ADR-3c7e
status: accepted
scope: [src/auth/**]
constraint: |
  Tokens are never logged.
---

# Tokens are not logged
",
        "
id: ADR-3c7e
title: Tokens are not logged
status: Accepted accepted
affects: src/auth/**
decides: Tokens are never logged.
",
    );
}

#[test]
fn adg_with_anchors_in_headings() {
    assert_tells(
        "AD0001-storage",
        "\
---
adr_id: \"0001\"
comments:
    - author: ann
      date: \"2025-04-07 08:00:00\"
      text: marked as decided
links:
    precedes: []
    succeeds: []
status: decided
tags:
    - data
title: Storage
---

## <a name=\"question\"></a> Context and Problem Statement

Where do orders live?

## <a name=\"options\"></a> Considered Options
1. <a name=\"option-1\"></a> Files
2. <a name=\"option-2\"></a> Postgres

## <a name=\"outcome\"></a> Decision Outcome
We decided for [Option 2](#option-2) because: it lasts.
",
        "
id: 0001
title: Storage
status: Accepted decided
tags: data
decides: We decided for Option 2 because: it lasts.
",
    );
}

#[test]
fn asdecided() {
    assert_tells(
        "dec-one-reader",
        "\
---
schema_version: 1
id: DEC-7Q
type: decision
tags: [core]
---

# One Reader

## Status

Accepted

## Context

There were two.

## Decision

There is one reader.

## Applies To

- `src/reader/`
- src/lib.rs
- every other reader
",
        "
id: DEC-7Q
title: One Reader
status: Accepted Accepted
tags: core
affects: src/reader/ | src/lib.rs
decides: There is one reader.
",
    );
}

#[test]
fn uswds() {
    assert_tells(
        "0003-elements",
        "\
---
status: Accepted
date: 2024-02-02
affects: [\"@uswds/elements\"]
---

# Use web components

## Decision outcome

We use web components for new elements.
",
        "
id: 0003
title: Use web components
date: 2024-02-02
status: Accepted Accepted
affects: @uswds/elements
decides: We use web components for new elements.
",
    );
}

#[test]
fn blog_front_matter_with_a_block_scalar_for_a_title() {
    assert_tells(
        "2021-06-10_006-broadcast",
        "\
---
slug: 6
title: |\x20
  6. Network Broadcasts all messages
authors: []
tags: [Accepted]
---

## Status

Accepted

## Context

Messages get lost.

## Decision

The network sends every message to every party.
",
        "
id: 6
title: Network Broadcasts all messages
date: 2021-06-10
status: Accepted Accepted
tags: Accepted
decides: The network sends every message to every party.
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
