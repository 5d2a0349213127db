"use client";

import { useRef, type KeyboardEvent } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { Kbd } from "#components/ui/controls/button.tsx";
import type { RolloutStep, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { createScale, percentAxis } from "#server/plot/scale.ts";
import { writePlace, writeTicks } from "#server/wording/charts/axes.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { completionCount } from "./reward-words.ts";

interface StepLineProps {
  /** Steps of one phase, ascending. */
  steps: RolloutStep[];
  view: RolloutStepView;
  /** Step of the pinned completion. */
  pinned: number | null;
  onStep: (step: number) => void;
}

/** Height of the drawing in px, and of what lies below its x axis. */
const HEIGHT = 44;

const nearest = (steps: readonly RolloutStep[], wanted: number): number =>
  steps.reduce(
    (best, { step }) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best),
    steps[0].step,
  );

/** Reward along training with the one handle that says where one reads. The browser's own slider lies over the line. */
export function StepLine({ steps, view, pinned, onStep }: StepLineProps) {
  const slider = useRef<HTMLInputElement>(null);
  const at = steps.findIndex(({ step }) => step === view.step);
  const go = (index: number) => onStep(steps[Math.max(0, Math.min(steps.length - 1, index))].step);
  useKeys([
    { keys: "[", label: "The step before", group: "Groups", run: () => go(at - 1) },
    { keys: "]", label: "The step after", group: "Groups", run: () => go(at + 1) },
  ]);
  const newest = steps[steps.length - 1].step;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[
      event.key
    ];
    if (by === undefined) return;
    event.preventDefault();
    go(at + by);
  };
  return (
    <div className="step-line">
      <div>
        <b className="step-at">Step {writePlace(view.step)}</b>{" "}
        <span className="muted small">of {writePlace(newest)}</span>
        {steps.length > 1 ? (
          <div className="tiny muted">
            <Kbd keys="[" /> <Kbd keys="]" /> one step; the line is the mean reward
          </div>
        ) : null}
      </div>
      {steps.length > 1 ? (
        <div className="step-track">
          <StepCurve steps={steps} at={view.step} pinned={pinned} />
          <input
            ref={slider}
            type="range"
            aria-label="Step"
            aria-valuetext={`step ${writePlace(view.step)}, mean reward ${writeNumber(steps[at]?.mean)}`}
            min={steps[0].step}
            max={newest}
            value={view.step}
            onChange={(event) => onStep(nearest(steps, Number(event.target.value)))}
            onKeyDown={onKeyDown}
          />
        </div>
      ) : (
        <span className="muted small">the only step of which groups are kept</span>
      )}
      <div className="end">
        <b className="step-at">{writeNumber(view.mean)}</b>
        <div className="tiny muted">
          mean of {completionCount(view.kind, view.rewarded)}
          {view.sd === null ? "" : `, sd ${writeNumber(view.sd)}`}
        </div>
      </div>
    </div>
  );
}

interface StepCurveProps {
  steps: RolloutStep[];
  at: number;
  pinned: number | null;
}

function StepCurve({ steps, at, pinned }: StepCurveProps) {
  const means = steps.map(({ mean }) => mean).filter((mean) => mean !== null);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const x = percentAxis([steps[0].step, steps[steps.length - 1].step], 6);
  const across = createScale(x.domain, [0, 1000]);
  const up = createScale(low < high ? [low, high] : [low - 1, low + 1], [HEIGHT - 5, 5]);
  // The word of a late one stands before it: behind it is the figure of the step.
  const isLate = pinned !== null && across.toPx(pinned) > 800;
  // A step without a reward parts the line.
  const parts = steps.map(({ step, mean }, i) => {
    if (mean === null) return "";
    const isStart = i === 0 || steps[i - 1].mean === null;
    return `${isStart ? "M" : "L"}${across.toPx(step)} ${up.toPx(mean)}`;
  });
  return (
    <>
      <svg
        className="step-curve"
        height={HEIGHT}
        viewBox={`0 0 1000 ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d={parts.join("")}
          fill="none"
          stroke="var(--ink)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <svg className="step-marks" height={HEIGHT + 20} aria-hidden="true">
        <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} stroke="var(--ink-3)" />
        {low < high
          ? [low, high].map((reward) => (
              <text key={reward} className="plot-tick" x="-6" y={up.toPx(reward) + 4} textAnchor="end">
                {writeNumber(reward)}
              </text>
            ))
          : null}
        {writeTicks(x.ticks, "count").map(({ value, text }) => (
          <text key={value} className="plot-tick" x={x.place(value)} y={HEIGHT + 17} textAnchor="middle">
            {text}
          </text>
        ))}
        {pinned === null ? null : (
          <svg x={x.place(pinned)} overflow="visible">
            <path d={`M0 ${HEIGHT}l-4 -7h8Z`} fill="var(--ink)" />
            <text
              className="plot-tick"
              x={isLate ? -7 : 7}
              y={HEIGHT - 4}
              textAnchor={isLate ? "end" : undefined}
            >
              pinned
            </text>
          </svg>
        )}
        <svg x={x.place(at)} overflow="visible">
          <line y1="0" y2={HEIGHT} stroke="var(--now)" strokeWidth="2" />
          <rect x="-5" y={HEIGHT - 6} width="10" height="13" rx="2" fill="var(--now)" />
        </svg>
      </svg>
    </>
  );
}
