"use client";

import { useMemo } from "react";
import { DotIntervalChart } from "#components/charts/dot-interval-chart.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import type { Comparison } from "#server/contracts/compare/compare.ts";
import { CURVE_STEPS } from "#server/contracts/compare/compare-words.ts";
import { writeCount, writeN } from "#server/wording/counts.ts";

const WITH_BANDS = 3;

const nWords = (counts: number[]) =>
  new Set(counts).size > 1 ? `n ${counts.map(writeCount).join(", ")}` : `${writeN(counts[0])} each`;

/** Share of problems solved within k steps, one line per side; with many sides only the first keeps its band. */
export function CompareRrCurve({ comparison, colours }: { comparison: Comparison; colours: RunColour[] }) {
  const { sides, curves } = comparison;
  const input = useMemo(() => {
    const many = sides.length > WITH_BANDS;
    return {
      series: sides.map((side, i) => ({
        key: side.evaluationId,
        label: side.name,
        colour: colours[i],
        baseline: i === 0,
        points: curves[i].map(({ k, hits, n, value, low, high }) => ({
          x: k,
          value,
          low: many && i > 0 ? null : low,
          high: many && i > 0 ? null : high,
          n,
          count: hits,
        })),
      })),
      x: { label: "k", kind: "count" as const, domain: [1, CURVE_STEPS] as [number, number] },
      y: { kind: "share" as const, unit: "%", domain: [0, null] as [number, null] },
    };
  }, [sides, curves, colours]);
  return (
    <Section
      title="RR@k"
      note={`% of problems solved within k steps, Wilson 95 % ${sides.length > WITH_BANDS ? `band of ${sides[0].name}` : "bands"}, ${nWords(sides.map((s) => s.n))}`}
    >
      <DotIntervalChart bare title="RR@k" unit="%" input={input} height={264} />
    </Section>
  );
}
