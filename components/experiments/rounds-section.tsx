"use client";

import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { TrainingRound } from "#server/contracts/rollouts/rounds.ts";
import { countOf, listAnd, writeCount } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeQuantity, writeValue } from "#server/wording/quantities.ts";

const ARM_WORDS: Record<TrainingRound["arm"], string> = {
  failed: "what failed",
  weighted: "by weakness",
  uniform: "drawn alike",
};

const MOST_TYPES = 4;

function spread({ rrAt5 }: TrainingRound): string {
  if (!rrAt5) return "";
  const { mean, least, most } = rrAt5;
  return writeQuantity({ value: mean, kind: "share", low: least, high: most }).interval ?? "";
}

/** Rounds of self-play: what failed before each, what the set was weighted by, and what the policy was worth after it. */
export function RoundsSection({ data }: { data: readonly TrainingRound[] }) {
  return (
    <Section
      title="Rounds"
      note={`${countOf(data.length, "round")} of training on what an earlier policy played; sets are of train problems only`}
    >
      <Table
        label="Rounds"
        foot="Failed: share of the played train problems that failed or were slow, mean over seeds. Solved: what tells most of evaluations, on held-out problems after the round, mean over seeds with the least and the greatest of them."
      >
        <thead>
          <Row>
            <HeadCell fixed sub="how its set was drawn">
              Arm
            </HeadCell>
            <HeadCell num>Round</HeadCell>
            <HeadCell num sub="finished">
              Seeds
            </HeadCell>
            <HeadCell num sub="% of played">
              Failed before
            </HeadCell>
            <HeadCell num sub="problems">
              Set
            </HeadCell>
            <HeadCell sub="% of the weight">Weighted types</HeadCell>
            <HeadCell num sub="% [least, greatest]">
              Solved after
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {data.map((round) => (
            <Row key={round.label}>
              <Cell fixed>
                <PageLink href={`/runs/${round.runs[0].id}`}>{ARM_WORDS[round.arm]}</PageLink>
              </Cell>
              <Cell num>{writeWhole(round.round)}</Cell>
              <Cell num>
                {writeCount(round.rrAt5?.seeds ?? 0)}/{writeCount(round.runs.length)}
              </Cell>
              <Cell num>
                <Value value={round.failed?.mean} kind="share" n={round.failed?.n} />
              </Cell>
              <Cell num>{round.drawn === null ? <Value value={null} /> : writeCount(round.drawn)}</Cell>
              <Cell>
                {round.arm !== "weighted"
                  ? "alike"
                  : round.weights.length === 0
                    ? NOT_MEASURED
                    : listAnd(
                        round.weights
                          .slice(0, MOST_TYPES)
                          .map(({ name, weight }) => `${name} ${writeValue(weight, "share")}`),
                      )}
              </Cell>
              <Cell num>
                <Value value={round.rrAt5?.mean} kind="share" n={round.rrAt5?.n} />{" "}
                <span className="value-aside">{spread(round)}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
