"use client";

import { useEffect, useRef, useState } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { HeadCell, Table } from "#components/ui/tables/table.tsx";
import type { EpisodeStepView } from "#server/contracts/evaluation.ts";
import { CUT_FROM, IisChips } from "./iis-chips.tsx";
import { LabelMark } from "./label-mark.tsx";

interface StepActionProps {
  action: string;
  target: string | null;
}

/** An action with the element it acts on, as the policy named it. */
export function StepAction({ action, target }: StepActionProps) {
  return (
    <span className="mono">
      {action}
      {target === null ? null : (
        <>
          (
          <span className="target strong" data-tip={target.length > CUT_FROM ? target : undefined}>
            {target}
          </span>
          )
        </>
      )}
    </span>
  );
}

interface EpisodeStepsProps {
  /** Names the table: "Episode on p17". */
  label: string;
  steps: EpisodeStepView[];
  /** The step somebody came for; it is marked and scrolled into view. */
  current?: number | null;
  /** Shows label and reason; a step without one says so. */
  labelled?: boolean;
  /** How it ended, under the steps. */
  outcome?: string;
}

/** Does any name need to be cut? */
export function hasLongNames(steps: EpisodeStepView[]): boolean {
  return steps.some(({ target, iisBefore, iisAfter }) =>
    [target ?? "", ...(iisBefore ?? []), ...(iisAfter ?? [])].some((name) => name.length > CUT_FROM),
  );
}

/** An episode step by step: action, what it did to the IIS, solver status, and the label where a set is given. */
export function EpisodeSteps({ label, steps, current = null, labelled = false, outcome }: EpisodeStepsProps) {
  const [full, setFull] = useState(false);
  const marked = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // Not as the effect's result: newer browsers answer with a promise, which React would take for a cleanup.
    marked.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <div data-full={full || undefined}>
      {hasLongNames(steps) ? (
        <div className="toolbar">
          <Checkbox checked={full} onChange={setFull}>
            Full names
          </Checkbox>
        </div>
      ) : null}
      <Table label={label} foot={outcome}>
        <thead>
          <tr>
            <HeadCell num fixed>
              Step
            </HeadCell>
            {labelled ? <HeadCell>Label</HeadCell> : null}
            <HeadCell>Action</HeadCell>
            <HeadCell sub="− left, + new">IIS before → after</HeadCell>
            <HeadCell>Solver after</HeadCell>
            {labelled ? <HeadCell>Reason</HeadCell> : null}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr
              key={step.step}
              ref={step.step === current ? marked : undefined}
              aria-current={step.step === current ? "step" : undefined}
            >
              <th scope="row" data-num data-fixed>
                {step.step}
              </th>
              {labelled ? (
                <td>
                  {step.label === null ? (
                    <span className="muted">none</span>
                  ) : (
                    <LabelMark label={step.label} />
                  )}
                </td>
              ) : null}
              <td>
                <StepAction action={step.action} target={step.target} />
              </td>
              <td data-wrap>
                <IisChips before={step.iisBefore} after={step.iisAfter} />
              </td>
              <td className={step.status === "OPTIMAL" ? "strong" : "second"}>{step.status.toLowerCase()}</td>
              {labelled ? <td className="second">{step.reason?.replaceAll("_", " ")}</td> : null}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
