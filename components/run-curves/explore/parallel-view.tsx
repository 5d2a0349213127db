"use client";

import { useMemo, useState } from "react";
import { NotRankedFlag } from "#components/panels/not-ranked.tsx";
import { ChartFrame } from "#components/charts/chart-frame.tsx";
import { useLitStore } from "#components/charts/lit.tsx";
import { keptRuns, ParallelAxes } from "#components/charts/values/parallel-axes.tsx";
import type { DrawnRun } from "#components/charts/values/run-dots.tsx";
import { axisTitle, type Kept } from "#components/charts/values/value-axis.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { NumberField } from "#components/ui/controls/number-field.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import type { RunValues } from "#server/contracts/charts/run-values.ts";
import { writeOf } from "#server/wording/counts.ts";
import { readKept, writeKept } from "./kept.ts";
import { ValueReadOut, ValueTable } from "./value-parts.tsx";
import { valueAxes, valueScene } from "./value-scene.ts";

interface ParallelViewProps {
  data: RunValues;
  /** The columns that the data are of, the outcome among them. */
  axes: readonly string[];
  outcome: string | null;
  hide: readonly string[];
  keep: readonly string[];
  onKeep: (keep: string[]) => void;
}

const HEIGHT = 400;

/** Settings and outcome of each run as a line over parallel axes; a range of an axis keeps some of the runs. */
export function ParallelView({ data, axes: ids, outcome, hide, keep, onKeep }: ParallelViewProps) {
  const lit = useLitStore();
  const [read, setRead] = useState<DrawnRun | null>(null);
  const axes = useMemo(() => valueAxes(data, ids), [data, ids]);
  const scene = useMemo(() => valueScene(data, axes, { hide, outcome }), [data, axes, hide, outcome]);
  const lines = useMemo(() => scene.runs.map(({ drawn, values }) => ({ ...drawn, values })), [scene]);
  const kept = useMemo(() => readKept(keep), [keep]);
  const inside = useMemo(() => new Set(keptRuns(lines, axes, kept).map(({ id }) => id)), [lines, axes, kept]);
  const change = (id: string, next: Kept | null) => {
    const all = new Map(kept);
    if (next === null) all.delete(id);
    else all.set(id, next);
    onKeep(writeKept(all));
  };
  return (
    <>
      <ChartFrame
        title="Settings and outcome"
        height={HEIGHT}
        flag={scene.apart ? <NotRankedFlag {...scene.apart} /> : null}
        note={`${writeOf(lines.length, scene.shown, "run")} have a value on every axis; ${writeOf(inside.size, lines.length)} in the chosen ranges. Drag along an axis to choose a range, click it to take that back.`}
        state={
          lines.length === 0
            ? {
                kind: "empty",
                title: "No run has them all",
                reason: "Take an axis away, or show hidden runs.",
              }
            : undefined
        }
      >
        {lit ? (
          <ParallelAxes
            axes={axes}
            runs={lines}
            inside={inside}
            kept={kept}
            onKeep={change}
            label={`${lines.length} lines over ${axes.map(axisTitle).join("; ")}`}
            height={HEIGHT}
            lit={lit}
            onRead={setRead}
          />
        ) : null}
      </ChartFrame>
      <ValueReadOut
        run={read}
        how="Point at a line, or go there by key, to read it; the table has all of them."
      />
      <Disclosure summary="Ranges" open={keep.length > 0 ? true : undefined}>
        <div className="value-ranges">
          {axes.map((axis) => (
            <AxisRange
              key={axis.id}
              title={axisTitle(axis)}
              words={axis.words}
              ends={[axis.valueAt(0), axis.valueAt(1)]}
              kept={kept.get(axis.id)}
              onKeep={(next) => change(axis.id, next)}
            />
          ))}
        </div>
        {keep.length > 0 ? <QuietButton onClick={() => onKeep([])}>Show all runs</QuietButton> : null}
      </Disclosure>
      <ValueTable axes={axes} runs={scene.runs.filter(({ drawn }) => inside.has(drawn.id))} />
    </>
  );
}

interface AxisRangeProps {
  title: string;
  words: string[] | null;
  ends: [number, number];
  kept: Kept | undefined;
  onKeep: (kept: Kept | null) => void;
}

/** The range of one axis by key. */
function AxisRange({ title, words, ends, kept, onKeep }: AxisRangeProps) {
  if (words !== null) {
    const chosen = kept && "words" in kept ? kept.words : words;
    const toggle = (word: string, on: boolean) => {
      const next = words.filter((one) => (one === word ? on : chosen.includes(one)));
      onKeep(next.length === words.length || next.length === 0 ? null : { words: next });
    };
    return (
      <fieldset className="value-range">
        <legend>{title}</legend>
        {words.map((word) => (
          <Checkbox key={word} checked={chosen.includes(word)} onChange={(on) => toggle(word, on)}>
            {word}
          </Checkbox>
        ))}
      </fieldset>
    );
  }
  const range = kept && "from" in kept ? kept : null;
  const set = (from: number | null, to: number | null) =>
    onKeep(from === null && to === null ? null : { from: from ?? ends[0], to: to ?? ends[1] });
  return (
    <fieldset className="value-range">
      <legend>{title}</legend>
      <NumberField
        label={`${title} from`}
        value={range?.from ?? null}
        onChange={(value) => set(value, range?.to ?? null)}
        width={110}
      />
      <NumberField
        label={`${title} to`}
        value={range?.to ?? null}
        onChange={(value) => set(range?.from ?? null, value)}
        width={110}
      />
    </fieldset>
  );
}
