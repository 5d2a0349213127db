"use client";

import { FlipMatrix } from "#components/charts/flip-matrix.tsx";
import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import { TESTS_DISAGREE } from "#server/wording/claims.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { equalsP, writeInterval, writeSize } from "#server/wording/quantities.ts";
import type { Comparison, SideDifference } from "#server/contracts/compare/compare.ts";
import { testsDisagree } from "#server/numbers/excludes-zero.ts";

const boundsText = ({ low, high }: SideDifference) =>
  low === null || high === null ? "" : writeInterval(low, high, { unit: "share", difference: true });

interface PairHeadlineProps {
  comparison: Comparison;
  side: number;
  /** The number stands for the page. */
  big?: boolean;
}

/** By how much a side is over or under the first, in what, and what other seeds of the two say. */
function PairHeadline({ comparison, side, big }: PairHeadlineProps) {
  const { sides, pairs, k, atOnce, overSeeds } = comparison;
  const d = pairs[side]?.difference;
  if (!d) return null;
  const disagree = testsDisagree(d);
  return (
    <>
      <p className="flip-difference" data-big={big || undefined}>
        <DeltaCell
          difference={d.value}
          interval={d.low === null || d.high === null || disagree ? null : { low: d.low, high: d.high }}
          noInterval={disagree ? boundsText(d) : undefined}
          kind="share"
          better="higher"
          showUnit
        />{" "}
        <span className="muted">
          {sides[side].name} over {sides[0].name}, {atOnce ? "solved" : `RR@${k}`}
          {disagree ? `; ${TESTS_DISAGREE}` : ""}
        </span>
      </p>
      {overSeeds[side] ? <p>{overSeeds[side]}</p> : null}
    </>
  );
}

/** More pairs than this are read in the table alone. */
const MOST_PAIRS = 4;

/** What every side is to the first, at the head of the page: a claim of one pair alone would hide the others. */
export function PairHeadlines({ comparison }: { comparison: Comparison }) {
  const { sides, pairs, notRanked } = comparison;
  if (sides.length - 1 > MOST_PAIRS) return null;
  return sides.slice(1).map(({ evaluationId, name }, i) =>
    pairs[i + 1] ? (
      <PairHeadline key={evaluationId} comparison={comparison} side={i + 1} big={sides.length === 2} />
    ) : (
      <p key={evaluationId} className="flip-difference">
        {name}: <span className="muted">{notRanked[i + 1] ?? "not ranked"}.</span>
      </p>
    ),
  );
}

/** Paired results of one side and the first at k: who solved what, and what an exact test makes of it. */
export function PairedFlips({ comparison, side }: { comparison: Comparison; side: number }) {
  const { sides, pairs, k, atOnce, notRanked } = comparison;
  const at = pairs[side] ? side : pairs.findIndex((pair) => pair !== null);
  const pair = pairs[at];
  const title = atOnce ? "Paired flips" : `Paired flips at k = ${k}`;
  if (!pair)
    return (
      <Section title={title}>
        <Notice>No pairs: {notRanked.find((why) => why !== null) ?? "nothing to pair"}.</Notice>
      </Section>
    );
  const { difference: d, pMid, detectable, onlyA, onlyB, both, neither, n, alike } = pair;
  return (
    <Section
      title={title}
      note={`${sides.length > 2 ? `${sides[at].name} and ${sides[0].name}, ` : ""}the same ${countOf(n, "problem")}`}
    >
      <FlipMatrix
        a={sides[0].name}
        b={sides[at].name}
        both={both}
        onlyA={onlyA}
        onlyB={onlyB}
        neither={neither}
      />
      <p className="table-foot">
        {d.p === null
          ? `${writeCount(onlyB)} fixed against ${writeCount(onlyA)} broken.`
          : `Exact two-sided McNemar on ${writeCount(onlyB)} fixed against ${writeCount(onlyA)} broken: ${equalsP(d.p)}.`}
      </p>
      <Disclosure summary="Methods">
        <p className="small">
          {d.p === null ? (
            <>
              Instances of one family mostly share their program, so that an exact test by problem does not
              hold. Difference {d.method}.
            </>
          ) : (
            <>
              mid-{equalsP(pMid)}. Interval: Tango&apos;s score interval of the paired difference
              {sides.length > 2 ? `, adjusted for ${countOf(sides.length - 1, "comparison")}` : ", 95 %"}.
            </>
          )}
          {detectable === null
            ? ""
            : ` With ${countOf(n, "pair")} of which ${writeCount(onlyA + onlyB)} differ, ${writeSize(detectable, "share")} would show with 80 % power.`}{" "}
          {writeOf(alike, n)} have the same result{atOnce ? "" : " after as many steps"}.
        </p>
      </Disclosure>
    </Section>
  );
}
