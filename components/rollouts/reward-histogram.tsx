"use client";

import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RewardBar, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { percentOfWidth } from "#server/numbers/round.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { writeStretch, writeTicks } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import type { RewardRange } from "./rollout-search.ts";
import { completionCount } from "./reward-words.ts";

interface RewardHistogramProps {
  view: RolloutStepView;
  open: RewardRange | null;
  onOpen: (range: RewardRange | null) => void;
}

const isOpen = ({ from, to }: RewardBar, open: RewardRange | null): boolean =>
  open !== null && open !== "all" && open[0] === from && open[1] === to;

/** What cannot be read off the bars. */
function captionText({ n, rewarded, truncated, summed, kind }: RolloutStepView): string {
  const parts: string[] = [];
  if (truncated > 0) parts.push(`Open part of a bar: truncated, ${writeOf(truncated, n)}.`);
  if (rewarded < n) parts.push(`${countOf(n - rewarded, "reward is", "rewards are")} missing or no number.`);
  if (summed > 0) parts.push("No total was sent: the reward is the sum of its parts.");
  if (kind === "rewards") parts.push("Only rewards were sent, no texts.");
  if (kind === "episodes") parts.push("1 where the problem was solved, else 0.");
  return parts.join(" ");
}

/** Rewards of one step. A bar opens its completions. */
export function RewardHistogram({ view, open, onOpen }: RewardHistogramProps) {
  const { bars } = view;
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const tallest = bars.find(({ n }) => n === most);
  const chosen = bars.find((bar) => isOpen(bar, open));
  return (
    <Section title="Rewards at this step" note={completionCount(view.kind, view.n)}>
      {bars.length > 0 ? (
        <>
          <fieldset className="reward-bars">
            <legend className="hidden-text">Rewards by size</legend>
            {bars.map((bar) => (
              <button
                key={bar.from}
                type="button"
                className="reward-bar"
                disabled={bar.n === 0}
                aria-pressed={isOpen(bar, open)}
                aria-label={`Reward ${writeStretch(bar.from, bar.to)}: ${completionCount(view.kind, bar.n)}, ${writeCount(bar.truncated)} truncated`}
                onClick={() => onOpen(isOpen(bar, open) ? null : [bar.from, bar.to])}
              >
                {isOpen(bar, open) || bar === tallest ? <b>{writeCount(bar.n)}</b> : null}
                <i data-open style={{ height: percentOfWidth(bar.truncated / most) }} />
                <i style={{ height: percentOfWidth((bar.n - bar.truncated) / most) }} />
              </button>
            ))}
          </fieldset>
          <RewardAxis bars={bars} />
        </>
      ) : null}
      <p className="tiny muted reward-foot">
        {chosen ? (
          <>
            <b>{writeStretch(chosen.from, chosen.to)}</b>: {completionCount(view.kind, chosen.n)} beside.{" "}
          </>
        ) : (
          <>
            <QuietButton onClick={() => onOpen(open === "all" ? null : "all")}>
              {open === "all" ? "Close the list" : `List all ${writeCount(view.n)}`}
            </QuietButton>{" "}
          </>
        )}
        {captionText(view)}
      </p>
    </Section>
  );
}

function RewardAxis({ bars }: { bars: RewardBar[] }) {
  const axis = percentAxis([bars[0].from, bars[bars.length - 1].to], 4);
  return (
    <svg className="reward-axis" height="17" aria-hidden="true">
      {writeTicks(axis.ticks, "number").map(({ value, text }) => (
        <text
          key={value}
          className="plot-tick"
          x={axis.place(value)}
          y="13"
          textAnchor={value === axis.domain[0] ? "start" : value === axis.domain[1] ? "end" : "middle"}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
