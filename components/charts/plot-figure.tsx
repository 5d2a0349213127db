"use client";

import { useRef } from "react";
import { ChartFrame, CHART_HEIGHT, type ChartFrameProps } from "./chart-frame.tsx";
import { ChartMenu } from "./chart-menu.tsx";
import { Plot } from "./plot.tsx";
import type { PlotModel } from "./prepare/plot-model.ts";
import type { MenuEntry } from "#components/ui/menu.tsx";

export interface PlotFigureProps extends ChartFrameProps {
  /** Added before what every chart can do. */
  menu?: MenuEntry[];
}

/** A prepared chart in its frame. Without samples it says so; `state` says why there is no model yet. */
export function PlotFigure({ model, ...props }: PlotFigureProps & { model: PlotModel | null }) {
  const { title, height = CHART_HEIGHT, note, menu } = props;
  const box = useRef<HTMLDivElement>(null);
  const empty = model !== null && model.stops.length === 0;
  const state =
    props.state ??
    (model === null
      ? ({ kind: "loading" } as const)
      : empty
        ? ({
            kind: "empty",
            title: "No points yet",
            reason: "The first one appears here by itself.",
          } as const)
        : undefined);
  const notes = [...(model?.notes ?? []), ...stripNotes(model)];
  return (
    <ChartFrame
      {...props}
      state={state}
      menu={state || !model ? null : <ChartMenu title={title} model={model} box={box} entries={menu} />}
      note={
        note || notes.length > 0 ? (
          <>
            {notes.map((text) => (
              <span key={text}>{text}. </span>
            ))}
            {note}
          </>
        ) : null
      }
    >
      <div ref={box}>{model && !state ? <Plot model={model} height={height} label={title} /> : null}</div>
    </ChartFrame>
  );
}

/** "NaN" at the strip explains itself; what is not on a log axis needs words. */
function stripNotes(model: PlotModel | null): string[] {
  return (model?.strips ?? [])
    .filter((strip) => strip.label !== "NaN")
    .map(({ meaning, marks }) => `${marks.reduce((sum, mark) => sum + mark.count, 0)} ${meaning}`);
}
