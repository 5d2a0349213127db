"use client";

import { QuietButton } from "#components/ui/controls/button.tsx";
import type { PromptVisit } from "#server/contracts/rollouts/rollouts.ts";
import { createScale, percentAxis } from "#server/plot/scale.ts";
import { writePlace, writeTicks } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { finiteRewards } from "./reward-words.ts";

interface PromptVisitsProps {
  /** Of one phase, ascending. */
  visits: PromptVisit[];
  /** Those of the run beside, drawn as a second, grey line. */
  others: PromptVisit[];
  at: { step: number; key: string };
  onOpen: (visit: PromptVisit) => void;
}

const HEIGHT = 76;

/** Every group of one prompt by step: a stroke per reward, and their mean as a line. */
export function PromptVisits({ visits, others, at, onOpen }: PromptVisitsProps) {
  const here = visits.findIndex(({ step, key }) => step === at.step && key === at.key);
  const steps = [...visits, ...others].map(({ step }) => step);
  const rewards = [...visits, ...others].flatMap((visit) => finiteRewards(visit.rewards));
  if (visits.length < 2 || rewards.length === 0)
    return <p className="tiny muted">Sampled once{others.length > 0 ? " in this run" : ""}.</p>;
  const [low, high] = [Math.min(...rewards), Math.max(...rewards)];
  const x = percentAxis([Math.min(...steps), Math.max(...steps)], 4);
  const across = createScale(x.domain, [0, 1000]);
  const up = createScale(low < high ? [low, high] : [low - 1, low + 1], [HEIGHT - 6, 6]);
  const meanLine = (line: PromptVisit[]) =>
    line
      .flatMap(({ step, mean }) => (mean === null ? [] : [`${across.toPx(step)} ${up.toPx(mean)}`]))
      .map((place, i) => `${i === 0 ? "M" : "L"}${place}`)
      .join("");
  return (
    <figure className="figure prompt-visits">
      <figcaption className="figure-head">
        <b className="figure-title">Same prompt, {countOf(visits.length, "visit")}</b>
        <span className="figure-value">
          <VisitStep label="Earlier" visit={visits[here - 1]} onOpen={onOpen} />{" "}
          <VisitStep label="Later" visit={visits[here + 1]} onOpen={onOpen} />
        </span>
      </figcaption>
      <div className="visits">
        <svg height={HEIGHT} viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="visit-line" data-other d={meanLine(others)} />
          <path className="visit-line" d={meanLine(visits)} />
        </svg>
        <svg height={HEIGHT + 17} aria-hidden="true">
          {visits[here] ? (
            <svg x={x.place(visits[here].step)} overflow="visible">
              <rect x="-6" y="0" width="12" height={HEIGHT} fill="var(--now)" opacity="0.18" />
            </svg>
          ) : null}
          {visits.map(({ step, key, rewards: of }) => (
            <svg key={`${step} ${key}`} x={x.place(step)} overflow="visible">
              {[...new Set(finiteRewards(of))].map((reward) => (
                <line
                  key={reward}
                  x1={visits.length > 40 ? -1.5 : -5}
                  x2={visits.length > 40 ? 1.5 : 5}
                  y1={up.toPx(reward)}
                  y2={up.toPx(reward)}
                  stroke="var(--ink)"
                  opacity="0.75"
                  strokeWidth="1.2"
                />
              ))}
            </svg>
          ))}
          <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} stroke="var(--ink-3)" />
          {(low < high ? [low, high] : [low]).map((reward) => (
            <text key={reward} className="plot-tick" x="-9" y={up.toPx(reward) + 4} textAnchor="end">
              {writeNumber(reward)}
            </text>
          ))}
          {writeTicks(x.ticks, "count").map(({ value, text }) => (
            <text key={value} className="plot-tick" x={x.place(value)} y={HEIGHT + 14} textAnchor="middle">
              {text}
            </text>
          ))}
        </svg>
        {/* The two buttons above do the same by key; these are for a pointer. */}
        {visits.map((visit) => (
          <button
            key={`${visit.step} ${visit.key}`}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            style={{ left: x.place(visit.step) }}
            data-tip={`step ${writePlace(visit.step)}, mean ${writeNumber(visit.mean)}`}
            onClick={() => onOpen(visit)}
          />
        ))}
      </div>
    </figure>
  );
}

interface VisitStepProps {
  label: string;
  visit: PromptVisit | undefined;
  onOpen: (visit: PromptVisit) => void;
}

function VisitStep({ label, visit, onOpen }: VisitStepProps) {
  if (!visit) return <span className="muted">{label}</span>;
  return (
    <QuietButton onClick={() => onOpen(visit)}>
      {label}
      <span className="hidden-text">: step {writePlace(visit.step)}</span>
    </QuietButton>
  );
}
