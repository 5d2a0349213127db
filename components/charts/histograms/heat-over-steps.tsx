"use client";

import { useMemo } from "react";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { columnPlaces, levelPaths } from "./level-paths.ts";

interface HeatOverStepsProps {
  name: string;
  steps: readonly number[];
  low: number;
  high: number;
  /** By column, the lowest row first. */
  shares: readonly (readonly number[])[];
  /** How many histograms there are, of which these are some. */
  n: number;
  /** The step that is read. */
  at: number;
  onStep: (step: number) => void;
}

const WIDTH = 1000;

/** Histograms over steps: a column each, the darker the more of its values lie there. Pressing it reads that step. */
export function HeatOverSteps({ name, steps, low, high, shares, n, at, onStep }: HeatOverStepsProps) {
  const places = useMemo(() => columnPlaces(steps, WIDTH), [steps]);
  const paths = useMemo(() => levelPaths(shares, places), [shares, places]);
  const rows = shares[0]?.length ?? 1;
  const index = Math.max(
    0,
    steps.findLastIndex((step) => step <= at),
  );
  const nearest = (wanted: number): number =>
    steps[
      Math.max(
        0,
        steps.findLastIndex((step) => step <= wanted),
      )
    ];
  const first = steps[0];
  const last = steps[steps.length - 1];
  return (
    <div className="histogram-heat">
      <span className="heat-end tiny muted">{writeNumber(high)}</span>
      <svg viewBox={`0 0 ${WIDTH} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
        {paths.map((d, level) => (
          <path key={level} d={d} fill={`var(--seq-${level + 1})`} />
        ))}
        <rect
          x={places[index]}
          y="0"
          width={Math.max(2, places[index + 1] - places[index])}
          height={rows}
          fill="none"
          stroke="var(--now)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <input
        type="range"
        aria-label={`Step of ${name}`}
        aria-valuetext={`step ${writePlace(steps[index])}`}
        min={first}
        max={last}
        step="any"
        value={Math.max(first, Math.min(last, at))}
        onChange={(event) => onStep(nearest(Number(event.target.value)))}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onStep(steps[Math.max(0, Math.min(steps.length - 1, index + by))]);
        }}
      />
      <span className="heat-end tiny muted">{writeNumber(low)}</span>
      <div className="heat-steps tiny muted">
        <span>step {writePlace(first)}</span>
        <span>
          {`${countOf(n, "histogram")}${n > steps.length ? `, ${countOf(steps.length, "is", "are")} shown` : ""}`}
        </span>
        <span>{writePlace(last)}</span>
      </div>
    </div>
  );
}
