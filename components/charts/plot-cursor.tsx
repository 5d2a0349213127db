"use client";

import { useEffect, useId, type KeyboardEvent, type PointerEvent } from "react";
import { runColour } from "#components/ui/run-dot.tsx";
import { PlotTooltip } from "./plot-tooltip.tsx";
import type { PlotLayout } from "./prepare/layout-plot.ts";
import { nearestIndex } from "./prepare/nearest-index.ts";
import { nextStop } from "./prepare/next-stop.ts";
import type { PlotModel } from "./prepare/plot-model.ts";
import { readOut } from "./prepare/read-out.ts";
import { useChartGroup } from "./use-chart-group.ts";
import { useCursor } from "./use-cursor.ts";

interface PlotCursorProps {
  model: PlotModel;
  layout: PlotLayout;
  label: string;
}

/**
 * The cursor over a chart: it snaps to samples, follows the other charts of its group, and walks by arrow key. For screen
 * readers it is a slider over the samples that says what the tooltip shows.
 */
export function PlotCursor({ model, layout, label }: PlotCursorProps) {
  const id = useId();
  const { cursor } = useChartGroup();
  const { x, axis, owner } = useCursor(cursor);
  const { plot } = layout;
  const stops = model.stops.map((stop) => ({ x: stop }));
  const mine = owner === id;
  const followed = x !== null && axis === model.x.label && isInside(x, model.x.domain);
  const index = x === null ? -1 : nearestIndex(stops, x);
  const stop = followed && index >= 0 ? model.stops[index] : null;
  const read = stop === null ? null : readOut(model, stop);

  const go = (next: number | null) =>
    cursor.set({ x: next, axis: model.x.label, owner: next === null ? null : id });
  useEffect(() => () => cursor.set({ x: null, axis: "", owner: null }), [cursor]);

  const onPointerMove = (event: PointerEvent) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const nearest = nearestIndex(stops, layout.x.toValue(event.clientX - left + plot.left));
    if (nearest >= 0) go(model.stops[nearest]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event.key, event.shiftKey, mine ? index : -1, model.stops.length);
    if (event.key === "Escape") go(null);
    if (next === null) return;
    event.preventDefault();
    go(model.stops[next]);
  };

  return (
    <>
      {read && stop !== null ? (
        <svg className="plot-over" width={layout.width} height={layout.height} aria-hidden="true">
          <path
            d={`M${layout.x.toPx(stop)} ${plot.top - 4}V${plot.bottom}`}
            stroke={mine ? "var(--ink)" : "var(--ink-3)"}
            strokeWidth={0.8}
          />
          {read.rows.map(({ key, colour, point }) =>
            point ? (
              <circle
                key={key}
                cx={layout.x.toPx(point.x)}
                cy={layout.y.toPx(point.y)}
                r={3}
                fill="var(--bg)"
                stroke={runColour(colour)}
                strokeWidth={1.6}
              />
            ) : null,
          )}
        </svg>
      ) : null}
      <div
        className="plot-area"
        style={{
          left: plot.left,
          top: plot.top,
          width: Math.max(0, plot.right - plot.left),
          height: Math.max(0, plot.bottom - plot.top),
        }}
        // A range input cannot be laid over a chart and pointed at; the role and its keys are the same.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={model.stops.length > 0 ? 0 : -1}
        aria-label={`${label}, read along ${model.x.label}`}
        aria-valuemin={model.x.domain[0]}
        aria-valuemax={model.x.domain[1]}
        aria-valuenow={mine && stop !== null ? stop : model.x.domain[0]}
        aria-valuetext={mine && read ? inWords(read) : "no position yet"}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        // A finger leaves when it lifts: what it pointed at stays until it touches something else.
        onPointerLeave={(event) => event.pointerType === "mouse" && go(null)}
        onKeyDown={onKeyDown}
        onBlur={() => go(null)}
      />
      {mine && read && stop !== null ? (
        <PlotTooltip read={read} x={layout.x.toPx(stop)} layout={layout} />
      ) : null}
    </>
  );
}

function isInside(x: number, [from, to]: [number, number]): boolean {
  return x >= from && x <= to;
}

function inWords({ title, rows }: ReturnType<typeof readOut>): string {
  return [
    title,
    ...rows.map(({ label, value, detail }) => [label, value, detail].filter(Boolean).join(" ")),
  ].join(", ");
}
