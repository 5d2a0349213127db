"use client";

import { useState } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { HeadCell, Table } from "#components/ui/tables/table.tsx";
import type { EpisodeStepView } from "#server/contracts/evaluation.ts";
import { hasLongNames, StepAction } from "./episode-steps.tsx";
import { IisChips } from "./iis-chips.tsx";

/** The first position at which two episodes act differently, from 1; null where neither does anything else than the other. */
export function firstDifference(a: EpisodeStepView[], b: EpisodeStepView[]): number | null {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++)
    if (a[i].action !== b[i].action || a[i].target !== b[i].target) return i + 1;
  return a.length === b.length ? null : shared + 1;
}

export interface PairedEpisode {
  /** The run or evaluation it belongs to. */
  name: string;
  steps: EpisodeStepView[];
  /** How it ended, in one sentence. */
  outcome: string;
}

interface EpisodePairProps {
  /** Names the table: "p17, baseline and no_kl". */
  label: string;
  left: PairedEpisode;
  right: PairedEpisode;
}

/** Two episodes on one problem, step beside step, with a rule where they first act differently. */
export function EpisodePair({ label, left, right }: EpisodePairProps) {
  const [full, setFull] = useState(false);
  const parts = firstDifference(left.steps, right.steps);
  const length = Math.max(left.steps.length, right.steps.length);
  return (
    <div data-full={full || undefined}>
      {hasLongNames([...left.steps, ...right.steps]) ? (
        <div className="toolbar">
          <Checkbox checked={full} onChange={setFull}>
            Full names
          </Checkbox>
        </div>
      ) : null}
      <Table
        label={label}
        foot={
          <>
            {left.name}: {left.outcome} {right.name}: {right.outcome}{" "}
            {parts === null ? "Both take the same actions." : `They part at step ${parts}.`}
          </>
        }
      >
        <thead>
          <tr>
            <HeadCell num fixed>
              Step
            </HeadCell>
            <HeadCell sub="action">{left.name}</HeadCell>
            <HeadCell sub="IIS before → after">
              <span className="hidden-text">IIS of {left.name}</span>
            </HeadCell>
            <HeadCell sub="action">{right.name}</HeadCell>
            <HeadCell sub="IIS before → after">
              <span className="hidden-text">IIS of {right.name}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length }, (_, i) => (
            <tr key={i} className={parts === i + 1 ? "episode-part" : undefined}>
              <th scope="row" data-num data-fixed>
                {i + 1}
              </th>
              <PairCells step={left.steps[i]} />
              <PairCells step={right.steps[i]} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function PairCells({ step }: { step: EpisodeStepView | undefined }) {
  if (!step)
    return (
      <td colSpan={2} className="muted">
        ended
      </td>
    );
  return (
    <>
      <td>
        <StepAction action={step.action} target={step.target} />
      </td>
      <td data-wrap>
        <IisChips before={step.iisBefore} after={step.iisAfter} />
      </td>
    </>
  );
}
