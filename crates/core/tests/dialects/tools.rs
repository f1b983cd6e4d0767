//! The front matter of single tools, each with a scope of its own shape.

use crate::assert_tells;

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
