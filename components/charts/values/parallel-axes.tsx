"use client";

import { type PointerEvent, useMemo, useState } from "react";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { TEXT_DROP } from "#server/plot/marks.ts";
import { shortenText } from "#server/plot/text.ts";
import { type LitStore, useLit, NOBODY } from "../lit.tsx";
import { useWidth } from "../use-width.ts";
import { type DrawnRun, TickText } from "./run-dots.tsx";
import { useRunLinks } from "./run-links.ts";
import { type AxisValue, axisTitle, isKept, type Kept, type ValueAxis } from "./value-axis.ts";

export interface LinedRun extends DrawnRun {
  /** One for each axis. */
  values: readonly AxisValue[];
}

interface ParallelAxesProps {
  axes: readonly ValueAxis[];
  runs: readonly LinedRun[];
  /** Ids of the runs that every axis keeps. */
  inside: ReadonlySet<string>;
  /** What is kept, by id of the axis. */
  kept: ReadonlyMap<string, Kept>;
  onKeep: (id: string, kept: Kept | null) => void;
  label: string;
  height: number;
  lit: LitStore;
  onRead: (run: DrawnRun | null) => void;
}

const SIDE = 64;
const TOP = 30;
const BOTTOM = 14;
/** A brush that is shorter, in px, was a click: it takes the range away. */
const SHORT = 4;
const BRUSH = 18;
const REACH = 18;
const LABEL_SIZE = 10.5;
/** Axes nearer to each other than this, in px, have their titles on two lines. */
const TIGHT = 90;

/** Runs that every axis keeps. */
export const keptRuns = (
  runs: readonly LinedRun[],
  axes: readonly ValueAxis[],
  kept: ReadonlyMap<string, Kept>,
): LinedRun[] => runs.filter(({ values }) => axes.every(({ id }, i) => isKept(values[i], kept.get(id))));

/** A line for each run over several columns, which is a link to it; arrow keys go from line to line, dragging along an axis keeps the runs of a range. */
export function ParallelAxes(props: ParallelAxesProps) {
  const [box, width] = useWidth();
  return (
    <div ref={box} className="plot value-lines" style={{ height: props.height }}>
      {width > 0 ? <Drawing {...props} width={width} /> : null}
    </div>
  );
}

function Drawing(props: ParallelAxesProps & { width: number }) {
  const { axes, runs, inside, kept, onKeep, label, height, width, lit, onRead } = props;
  const names = useLit(lit);
  // Pointing at a line draws all of them again; where they lie does not depend on it.
  const { across, up, lines } = useMemo(
    () => placeLines({ axes, runs, width, height }),
    [axes, runs, width, height],
  );
  const point = (run: DrawnRun | null) => {
    lit.set(run ? [run.id] : NOBODY);
    onRead(run);
  };
  const reached = lines.filter(({ run }) => inside.has(run.id));
  const { drawing, onKeyDown, linkOf } = useRunLinks(
    reached.map(({ run }) => run),
    point,
  );
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let [best, least] = [null as LinedRun | null, REACH];
    for (const { run, points } of reached) {
      const far = distance(points, px, py);
      if (far < least) [best, least] = [run, far];
    }
    point(best);
  };
  const isLit = names.length > 0;
  return (
    // The lines are links with keys of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <svg
      ref={drawing}
      width={width}
      height={height}
      aria-label={`${label}. Arrow keys go from line to line.`}
      // An <svg> has no native tag for a group of links.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      onPointerMove={onPointerMove}
      onPointerLeave={() => point(null)}
      onKeyDown={onKeyDown}
    >
      {lines
        .filter(({ run }) => !inside.has(run.id))
        .map(({ run, path }) => (
          <path
            key={run.id}
            className="value-line"
            data-dim
            d={path}
            stroke="var(--rule-2)"
            strokeWidth={1.3}
          />
        ))}
      {reached.map(({ run, path }, i) => (
        <a key={run.id} {...linkOf(run, i)} data-dim={(isLit && !names.includes(run.id)) || undefined}>
          <path className="value-line" d={path} stroke={runColour(run.colour)} strokeWidth={1.3} />
        </a>
      ))}
      {/* Above all others. The links stay where they are: one that is moved in the document loses the focus. */}
      {reached
        .filter(({ run }) => names.includes(run.id))
        .map(({ run, path }) => (
          <path
            key={run.id}
            className="value-line"
            d={path}
            stroke={runColour(run.colour)}
            strokeWidth={2.6}
            pointerEvents="none"
          />
        ))}
      {axes.map((axis, i) => (
        <Axis
          key={axis.id}
          axis={axis}
          x={across(i)}
          up={up}
          height={height}
          room={axes.length < 2 ? width : (width - 2 * SIDE) / (axes.length - 1)}
          odd={i % 2 === 1}
          kept={kept.get(axis.id)}
          onKeep={(next) => onKeep(axis.id, next)}
        />
      ))}
    </svg>
  );
}

/** Where the axes and the lines of the runs lie, in px. */
function placeLines({
  axes,
  runs,
  width,
  height,
}: Pick<ParallelAxesProps, "axes" | "runs" | "height"> & { width: number }) {
  const across = (i: number) => SIDE + (axes.length < 2 ? 0 : (i * (width - 2 * SIDE)) / (axes.length - 1));
  const up = (share: number) => height - BOTTOM - share * (height - BOTTOM - TOP);
  const lines = runs.map((run) => {
    const points = run.values.map((value, i) => {
      const share = axes[i].place(value);
      return share === null ? null : { x: across(i), y: up(share) };
    });
    return { run, points, path: pathOf(points) };
  });
  return { across, up, lines };
}

interface AxisProps {
  axis: ValueAxis;
  x: number;
  up: (share: number) => number;
  height: number;
  /** To the next axis, in px. */
  room: number;
  /** Every other title stands a line higher where titles have little room. */
  odd: boolean;
  kept: Kept | undefined;
  onKeep: (kept: Kept | null) => void;
}

function Axis({ axis, x, up, height, room, odd, kept, onKeep }: AxisProps) {
  const [drag, setDrag] = useState<[number, number] | null>(null);
  const plot = height - BOTTOM - TOP;
  const shareOf = (event: PointerEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, 1 - (event.clientY - box.top) / box.height));
  };
  const end = () => {
    if (!drag) return;
    const [low, high] = drag.toSorted((a, b) => a - b);
    setDrag(null);
    onKeep((high - low) * plot < SHORT ? null : keptBetween(axis, low, high));
  };
  const shown = drag ?? rangeOf(axis, kept);
  const isTight = room < TIGHT;
  const titleY = isTight ? TOP - (odd ? 20 : 7) : TOP - 14;
  return (
    <g>
      <line x1={x} x2={x} y1={TOP} y2={height - BOTTOM} stroke="var(--ink-3)" />
      <text className="plot-name value-title" x={x} y={titleY} textAnchor="middle">
        {shortenText(axisTitle(axis), LABEL_SIZE, Math.max(60, (isTight ? 2 : 1) * room - 12))}
      </text>
      {axis.ticks.map(({ value, text, exponent, at }) => (
        <TickText
          key={value}
          x={x - 6}
          y={up(at) + TEXT_DROP}
          anchor="end"
          text={shortenText(text, LABEL_SIZE, SIDE - 8)}
          exponent={exponent}
        />
      ))}
      {shown ? (
        <rect
          className="plot-brush"
          x={x - BRUSH / 2}
          width={BRUSH}
          y={up(Math.max(...shown))}
          height={Math.max(2, Math.abs(shown[1] - shown[0]) * plot)}
        />
      ) : null}
      <rect
        className="value-brush"
        data-axis={axis.id}
        x={x - BRUSH / 2}
        width={BRUSH}
        y={TOP}
        height={plot}
        fill="transparent"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag([shareOf(event), shareOf(event)]);
        }}
        onPointerMove={(event) => (drag ? setDrag([drag[0], shareOf(event)]) : undefined)}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
      />
    </g>
  );
}

/** What a stretch of an axis keeps, from 0 to 1 along it. */
export function keptBetween(axis: ValueAxis, low: number, high: number): Kept {
  if (axis.words === null) return { from: axis.valueAt(low), to: axis.valueAt(high) };
  return {
    words: axis.words.filter((word) => {
      const at = axis.place(word) ?? -1;
      return at >= low && at <= high;
    }),
  };
}

/** Where on its axis the range lies; of settings around each of them. */
function rangeOf(axis: ValueAxis, kept: Kept | undefined): [number, number] | null {
  if (!kept) return null;
  if (!("words" in kept)) {
    const [low, high] = [axis.place(kept.from), axis.place(kept.to)];
    return low === null || high === null ? null : [Math.max(0, low), Math.min(1, high)];
  }
  const places = kept.words.flatMap((word) => axis.place(word) ?? []);
  const half = 0.4 / Math.max(1, axis.words?.length ?? 1);
  return places.length === 0 ? null : [Math.min(...places) - half, Math.max(...places) + half];
}

type Place = { x: number; y: number } | null;

/** Joined between neighbouring axes that both have a value. */
const pathOf = (points: readonly Place[]): string =>
  points
    .map((point, i) => (point ? `${i > 0 && points[i - 1] ? "L" : "M"}${point.x} ${point.y}` : ""))
    .join("");

/** How far straight up or down a line is from a place, in px. */
function distance(points: readonly Place[], px: number, py: number): number {
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (!a || !b || px < a.x || px > b.x) continue;
    return Math.abs(a.y + ((b.y - a.y) * (px - a.x)) / (b.x - a.x) - py);
  }
  return Infinity;
}
