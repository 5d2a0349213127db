"use client";

import { FlipMatrix } from "#components/charts/flip-matrix.tsx";
import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { equalsP, writeInterval, writeSize } from "#server/wording/quantities.ts";
import type { Comparison, SideDifference } from "#server/contracts/compare.ts";
import { excludesZero, isSignificant } from "#server/numbers/excludes-zero.ts";

/** Do the interval and the exact p of one difference say different things? Both are adjusted for the same comparisons. */
export const testsDisagree = ({ low, high, p }: Pick<SideDifference, "low" | "high" | "p">): boolean =>
  low !== null && high !== null && p !== null && excludesZero({ low, high }) !== isSignificant(p);

const boundsText = ({ low, high }: SideDifference) =>
  low === null || high === null ? "" : writeInterval(low, high, { unit: "share", difference: true });

/** Paired results of one side and the first at k: who solved what, and what an exact test makes of it. */
export function PairedFlips({ comparison, side }: { comparison: Comparison; side: number }) {
  const { sides, pairs, k, programs, otherSeedsSay, notRanked } = comparison;
  const at = pairs[side] ? side : pairs.findIndex((pair) => pair !== null);
  const pair = pairs[at];
  const title = programs ? "Paired flips" : `Paired flips at k = ${k}`;
  if (!pair)
    return (
      <Section title={title}>
        <Notice>No pairs: {notRanked.find((why) => why !== null) ?? "nothing to pair"}.</Notice>
      </Section>
    );
  const disagree = testsDisagree(pair.difference);
  const { difference: d, pMid, detectable, onlyA, onlyB, both, neither, n, alike } = pair;
  return (
    <Section title={title} note={`the same ${countOf(n, "problem")}`}>
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
      {otherSeedsSay[at] ? <p>{otherSeedsSay[at]}</p> : null}
      <FlipMatrix
        a={sides[0].name}
        b={sides[at].name}
        both={both}
        onlyA={onlyA}
        onlyB={onlyB}
        neither={neither}
      />
      <p className="table-foot">
        {d.p === null ? (
          <>
            {writeCount(onlyB)} fixed against {writeCount(onlyA)} broken. Instances of one family mostly share
            their program, so that an exact test by problem does not hold. Difference {d.method}.
          </>
        ) : (
          <>
            Exact two-sided McNemar on {writeCount(onlyB)} fixed against {writeCount(onlyA)} broken:{" "}
            {equalsP(d.p)}; mid-{equalsP(pMid)}. Interval: Tango&apos;s score interval of the paired
            difference
            {sides.length > 2 ? `, adjusted for ${countOf(sides.length - 1, "comparison")}` : ", 95 %"}.
          </>
        )}
        {detectable === null
          ? ""
          : ` With ${countOf(n, "pair")} of which ${writeCount(onlyA + onlyB)} differ, ${writeSize(detectable, "share")} would show with 80 % power.`}{" "}
        {writeOf(alike, n)} have the same result{programs ? "" : " after as many steps"}.
      </p>
    </Section>
  );
}
