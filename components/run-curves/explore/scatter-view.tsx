"use client";

import { useMemo, useState } from "react";
import { NotRankedFlag } from "#components/panels/not-ranked.tsx";
import { ChartFrame } from "#components/charts/chart-frame.tsx";
import { useLitStore } from "#components/charts/lit.tsx";
import { type DrawnRun, RunDots } from "#components/charts/values/run-dots.tsx";
import { axisTitle } from "#components/charts/values/value-axis.ts";
import type { RunValues } from "#server/contracts/charts/run-values.ts";
import { writeOf } from "#server/wording/counts.ts";
import { ShapeLegend, ValueTable, ValueReadOut } from "./value-parts.tsx";
import { valueAxes, valueScene } from "./value-scene.ts";

interface ScatterViewProps {
  data: RunValues;
  /** The two columns that the data are of. */
  across: string;
  outcome: string;
  hide: readonly string[];
}

const HEIGHT = 440;

/** One column of the runs against another, a dot each; the same numbers are a table under it. */
export function ScatterView({ data, across, outcome, hide }: ScatterViewProps) {
  const lit = useLitStore();
  const [read, setRead] = useState<DrawnRun | null>(null);
  const [x, y] = useMemo(() => valueAxes(data, [across, outcome]), [data, across, outcome]);
  const scene = useMemo(() => valueScene(data, [x, y], { hide, outcome }), [data, x, y, hide, outcome]);
  const dots = useMemo(
    () =>
      scene.runs
        .map(({ drawn, values }) => ({ ...drawn, x: x.place(values[0]) ?? 0, y: y.place(values[1]) ?? 0 }))
        .toSorted((a, b) => a.x - b.x || a.y - b.y),
    [scene, x, y],
  );
  const title = `${y.title} against ${x.title}`;
  return (
    <>
      <ChartFrame
        title={title}
        unit={axisTitle(y)}
        height={HEIGHT}
        flag={scene.apart ? <NotRankedFlag {...scene.apart} /> : null}
        note={`${writeOf(dots.length, scene.shown, "run")} have both. A dot is a run; no line is drawn through them.`}
        state={
          dots.length === 0
            ? {
                kind: "empty",
                title: "No run has both",
                reason: "Choose another column, or show hidden runs.",
              }
            : undefined
        }
      >
        {lit ? (
          <RunDots runs={dots} x={x} y={y} label={title} height={HEIGHT} lit={lit} onRead={setRead} />
        ) : null}
      </ChartFrame>
      <ValueReadOut run={read} how="Point at a run, or go there by key, to read it." />
      <ShapeLegend entries={scene.shapes} />
      <ValueTable axes={[x, y]} runs={scene.runs} />
    </>
  );
}
