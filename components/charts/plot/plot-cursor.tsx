"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { countOf } from "#server/wording/counts.ts";
import { CursorOverlay } from "./cursor-overlay.tsx";
import { PlotTooltip } from "./plot-tooltip.tsx";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotModel, PlotSeries } from "#server/plot/plot-model.ts";
import { ALL, readOut, type ReadOut } from "#server/plot/read-out.ts";
import { nearestLine, snapToSample, walkSamples } from "../prepare/cursor.ts";
import { zoomByKey } from "../prepare/zoom.ts";
import { useLit, whoseLine, NOBODY } from "../lit.tsx";
import { useBrush } from "./use-brush.ts";
import { useZoomState, type View } from "../use-view.ts";
import { type CursorState, type CursorStore, NOWHERE } from "../chart-group-stores.ts";

/** Follows the cursor of a group; before hydration nobody points. */
function useCursor(store: CursorStore): CursorState {
  return useSyncExternalStore(store.subscribe, store.get, () => NOWHERE);
}

interface PlotCursorProps {
  model: PlotModel;
  layout: PlotLayout;
  view: View;
  label: string;
}

const KEYS =
  "Arrows step from sample to sample. With Shift, up and down zoom, left and right move along. Escape shows all again.";

/**
 * The cursor over a chart: it snaps to samples, follows the other charts of its group, walks by arrow key, and draws the
 * stretch to zoom to. For screen readers it is a slider over the samples that says what the tooltip shows.
 */
export function PlotCursor({ model, layout, view, label }: PlotCursorProps) {
  const id = useId();
  const { cursor, lit: litStore } = view.group;
  const names = useLit(litStore);
  const { x, axis, owner } = useCursor(cursor);
  const [pointerY, setPointerY] = useState<number | null>(null);
  const zoomState = useZoomState(model, view.group);
  const brush = useBrush(layout, zoomState, view.setZoom);
  const { plot } = layout;
  const [from, to] = model.x.domain;
  const mine = owner === id;
  const many = model.series.length > ALL;
  const isFollowed = x !== null && axis === model.x.label && x >= from && x <= to;
  const stop = isFollowed ? snapToSample(model, x) : null;
  const distance =
    mine && pointerY !== null ? (y: number) => Math.abs(layout.y.toPx(y) - pointerY) : undefined;
  // Charts that only follow show where, and of few lines the values.
  const read = stop !== null && (mine || !many) ? readOut(model, stop, distance) : null;
  const lit = useMemo(() => litLines(model, names), [model, names]);
  const litKeys = useMemo(() => new Set(lit.map(({ key }) => key)), [lit]);

  const go = (next: number | null) =>
    cursor.set({ x: next, axis: model.x.label, owner: next === null ? null : id });
  const leave = () => {
    go(null);
    litStore.set(NOBODY);
  };
  useEffect(
    () => () => {
      if (cursor.get().owner === id) cursor.set({ x: null, axis: "", owner: null });
    },
    [cursor, id],
  );

  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { px: event.clientX - box.left + plot.left, py: event.clientY - box.top + plot.top };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { px, py } = place(event);
    brush.move(px);
    if (many) setPointerY(py);
    const line = nearestLine(model, layout, { px, py });
    litStore.set(line ? [whoseLine(line)] : NOBODY);
    const nearest = snapToSample(model, layout.x.toValue(px));
    if (nearest !== null) go(nearest);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handled = event.key === "Escape" ? escape() : event.shiftKey ? zoom(event.key) : walk(event.key);
    if (!handled) return;
    event.preventDefault();
    // A dialog around the chart would close on the same key.
    event.stopPropagation();
  };
  const escape = () => {
    if (brush.brush) brush.cancel();
    else if (model.x.zoomed) view.setZoom(null);
    else if (stop !== null) go(null);
    else return false;
    return true;
  };
  const zoom = (key: string) => {
    const next = zoomByKey(zoomState(), key, mine ? stop : null);
    if (next !== undefined) view.setZoom(next);
    return key.startsWith("Arrow");
  };
  const walk = (key: string) => {
    const next = walkSamples(model, key, mine ? stop : null);
    if (next === null) return false;
    setPointerY(null);
    go(next);
    return true;
  };

  return (
    <>
      <CursorOverlay
        layout={layout}
        x={stop}
        mine={mine}
        rows={read?.rows ?? []}
        lit={lit}
        brush={brush.brush}
      />
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
        tabIndex={model.empty ? -1 : 0}
        aria-label={`${label}, read along ${model.x.label}`}
        aria-describedby={`${id}-keys`}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={mine && stop !== null ? stop : from}
        aria-valuetext={mine && read ? inWords(read) : "no position yet"}
        onPointerMove={onPointerMove}
        onPointerDown={(event) => {
          onPointerMove(event);
          brush.start(event, place(event).px);
        }}
        onPointerUp={(event) => brush.end(place(event).px)}
        onPointerCancel={brush.cancel}
        onDoubleClick={() => (model.x.zoomed ? view.setZoom(null) : undefined)}
        // A finger leaves when it lifts: what it pointed at stays until it touches something else.
        onPointerLeave={(event) => event.pointerType === "mouse" && leave()}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <p id={`${id}-keys`} hidden>
        {KEYS}
      </p>
      {mine && read && stop !== null ? (
        <PlotTooltip read={read} lit={litKeys} x={layout.x.toPx(stop)} layout={layout} />
      ) : null}
    </>
  );
}

/** Of several lines those that are pointed at; an only one stands out from nothing. */
function litLines({ series }: PlotModel, names: readonly string[]): PlotSeries[] {
  if (names.length === 0 || series.length < 2) return [];
  return series.filter((one) => names.includes(one.key) || names.includes(whoseLine(one)));
}

function inWords({ title, rows, more, smoothed }: ReadOut): string {
  return [
    title,
    ...rows.map(({ label, value, raw, detail }) =>
      [label, value, smoothed ? "smoothed" : "", raw === null ? "" : `raw ${raw}`, detail]
        .filter(Boolean)
        .join(" "),
    ),
    more > 0 ? countOf(more, "more line") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
