//! Records whose fields stand in front matter, or in a file beside them.

use decision_core::Decision;

use crate::{assert_tells, tell};

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
