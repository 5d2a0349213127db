"use client";

import { FlipMatrix } from "#components/charts/flip-matrix.tsx";
import { DeltaCell } from "#components/ui/delta-cell.tsx";
import { formatInterval } from "#components/ui/format/format-interval.ts";
import { formatP } from "#components/ui/format/format-p.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { testsDisagree } from "./tests-disagree.ts";
import type { Comparison, SideDifference } from "#server/contracts/compare.ts";

/** "= 0.02", or "< 0.001". */
function equals(p: number | null): string {
  const text = formatP(p);
  return text.startsWith("<") ? text : `= ${text}`;
}

const boundsText = ({ low, high }: SideDifference) =>
  low === null || high === null ? "" : formatInterval(low * 100, high * 100, 1, true);

/** Paired results of one side and the first at k: who solved what, and what an exact test makes of it. */
export function PairedFlips({ comparison, side }: { comparison: Comparison; side: number }) {
  const { sides, pairs, k } = comparison;
  const at = pairs[side] ? side : pairs.findIndex((pair) => pair !== null);
  const pair = pairs[at];
  const title = `Paired flips at k = ${k}`;
  if (!pair)
    return (
      <Section title={title}>
        <Notice>No pairs: the problems or the protocol differ.</Notice>
      </Section>
    );
  const disagree = testsDisagree(pair.difference);
  const { difference: d, pMid, detectable, onlyA, onlyB, both, neither, n, alike } = pair;
  return (
    <Section title={title} note={`the same ${n} problems`}>
      <p className="flip-difference">
        <DeltaCell
          difference={d.value}
          interval={d.low === null || d.high === null || disagree ? null : { low: d.low, high: d.high }}
          noInterval={disagree ? boundsText(d) : undefined}
          kind="share"
          better="higher"
          showUnit
        />{" "}
        <span className="muted">
          {sides[at].name} minus {sides[0].name}
          {disagree ? "; interval and exact test disagree" : ""}
        </span>
      </p>
      <FlipMatrix
        a={sides[0].name}
        b={sides[at].name}
        both={both}
        onlyA={onlyA}
        onlyB={onlyB}
        neither={neither}
      />
      <p className="table-foot">
        Exact two-sided McNemar on {onlyB} fixed against {onlyA} broken: p {equals(d.p)}; mid-p {equals(pMid)}
        . Interval: Tango&apos;s score interval of the paired difference
        {sides.length > 2 ? `, adjusted for ${sides.length - 1} comparisons` : ", 95 %"}.
        {detectable === null
          ? ""
          : ` With ${n} pairs of which ${onlyA + onlyB} differ, ${(detectable * 100).toFixed(1)} pp would show with 80 % power.`}{" "}
        {alike} of {n} have the same result after as many steps.
      </p>
    </Section>
  );
}
