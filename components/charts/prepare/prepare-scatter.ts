import type { RunColour } from "#server/plot/colours.ts";
import { createScale, percentAxis } from "#server/plot/scale.ts";
import { linearTicks } from "#server/plot/ticks.ts";
import { writeTicks, type Tick } from "#server/wording/axes.ts";
import { writeN } from "#server/wording/counts.ts";
import { kindOfUnit, quantityText } from "#server/wording/quantities.ts";

/** One quantity of a scatter plot, from 0 on. Shares are 0 to 1. */
export interface ScatterAxis {
  title: string;
  unit: "share" | "steps";
}

/** A configuration: the runs that it is of, and how it is told apart. */
export interface ScatterGroup {
  key: string;
  name: string;
  /** Written beside its mean, as in the table. */
  mark: string;
  colour: RunColour;
  /** Part of a scale: an open dot. */
  open: boolean;
  /** Its mean is joined with the others of which this holds, by a dashed line in the order of x. */
  joined: boolean;
  points: readonly { x: number; y: number; seed: number }[];
}

export interface ScatterDot {
  key: string;
  colour: RunColour;
  open: boolean;
  /** Per cent of the width, and px from the top. */
  x: string;
  y: number;
  /** Null for a single run of several, which is small. */
  mark: string | null;
  text: string;
}

export interface ScatterModel {
  xTicks: (Tick & { at: string })[];
  yTicks: (Tick & { at: number })[];
  dots: ScatterDot[];
  lines: { key: string; from: { x: string; y: number }; to: { x: string; y: number } }[];
}

const TICKS = 6;
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The domain from 0; a share that comes near 1 has all of it. */
function domainOf({ unit }: ScatterAxis, values: readonly number[]): [number, number] {
  const most = Math.max(0, ...values);
  if (unit === "share") return [0, most > 0.8 ? Math.max(1, most) : Math.max(0.1, most * 1.15)];
  return [0, Math.max(1, most * 1.1)];
}

/** Places the runs and the means of configurations in a drawing of this height; the mean of one run is the run. */
export function prepareScatter(
  groups: readonly ScatterGroup[],
  axes: { x: ScatterAxis; y: ScatterAxis },
  [top, bottom]: [number, number],
): ScatterModel {
  const drawn = groups.filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ points }) => points);
  const across = percentAxis(
    domainOf(
      axes.x,
      all.map(({ x }) => x),
    ),
    TICKS,
  );
  const yDomain = domainOf(
    axes.y,
    all.map(({ y }) => y),
  );
  const up = createScale(yDomain, [bottom, top]);
  const place = ({ x, y }: { x: number; y: number }) => ({ x: across.place(x), y: up.toPx(y) });
  const told = (name: string, { x, y }: { x: number; y: number }, of: string) =>
    `${name}: ${axes.y.title} ${quantityText({ value: y, unit: axes.y.unit })}, ${axes.x.title} ${quantityText({ value: x, unit: axes.x.unit })}; ${of}`;
  const means = drawn.map((group) => ({
    group,
    at: { x: mean(group.points.map(({ x }) => x)), y: mean(group.points.map(({ y }) => y)) },
  }));
  const runs = drawn.flatMap(({ key, name, colour, open, points }) =>
    points.length === 1
      ? []
      : points.map((point): ScatterDot => {
          const text = told(name, point, `seed ${point.seed}`);
          return { key: `${key} ${point.seed}`, colour, open, ...place(point), mark: null, text };
        }),
  );
  const named = means.map(({ group: { key, name, mark, colour, open, points }, at }): ScatterDot => {
    const text = told(name, at, `mean over seeds, ${writeN(points.length)}`);
    return { key, colour, open, ...place(at), mark, text };
  });
  const joined = means.filter(({ group }) => group.joined).toSorted((a, b) => a.at.x - b.at.x);
  return {
    xTicks: writeTicks(across.ticks, kindOfUnit(axes.x.unit)).map((tick) => ({
      ...tick,
      at: across.place(tick.value),
    })),
    yTicks: writeTicks(linearTicks(yDomain, TICKS), kindOfUnit(axes.y.unit)).map((tick) => ({
      ...tick,
      at: up.toPx(tick.value),
    })),
    dots: [...runs, ...named],
    lines: joined.slice(1).map(({ group, at }, i) => ({
      key: group.key,
      from: place(joined[i].at),
      to: place(at),
    })),
  };
}
