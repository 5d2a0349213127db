import type { RunColour } from "#server/plot/colours.ts";
import { type DotLabel, placeDotLabels } from "#server/plot/dot-labels.ts";
import { LABEL_SIZE, type Point } from "#server/plot/labels.ts";
import { createScale } from "#server/plot/scale.ts";
import { linearTicks } from "#server/plot/ticks.ts";
import { writeTicks, type Tick } from "#server/wording/charts/axes.ts";
import { writeN } from "#server/wording/counts.ts";
import { kindOfUnit, quantityText } from "#server/wording/quantities.ts";
import { nameSeed } from "#server/wording/seeds.ts";

/** One quantity of a scatter plot, from 0 on. Shares are 0 to 1. */
export interface ScatterAxis {
  title: string;
  unit: "share" | "steps";
}

/** A configuration: the runs that it is of, and how it is told apart. */
export interface ScatterGroup {
  key: string;
  name: string;
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
  x: number;
  y: number;
  radius: number;
  text: string;
}

/** The rectangle of the data, in px. */
export interface ScatterFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface ScatterModel {
  xTicks: (Tick & { at: number })[];
  yTicks: (Tick & { at: number })[];
  dots: ScatterDot[];
  /** Names of the means, which leave each other and the dots in sight. */
  labels: (DotLabel & { colour: RunColour })[];
  lines: { key: string; from: Point; to: Point }[];
}

const TICKS = 6;
const PX_PER_TICK = 70;
/** A run is small, the mean of a configuration is not. */
const RADIUS = { run: 2.2, mean: 5 };
/** Names may stand over the margin at the right, and a little above and below the data. */
const BEYOND = 6;
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The domain from 0; a share that comes near 1 has all of it. */
function domainOf({ unit }: ScatterAxis, values: readonly number[]): [number, number] {
  const most = Math.max(0, ...values);
  if (unit === "share") return [0, most > 0.8 ? Math.max(1, most) : Math.max(0.1, most * 1.15)];
  return [0, Math.max(1, most * 1.1)];
}

/** Places the runs, the means of configurations and their names in a frame; the mean of one run is the run. */
export function prepareScatter(
  groups: readonly ScatterGroup[],
  axes: { x: ScatterAxis; y: ScatterAxis },
  { left, right, top, bottom }: ScatterFrame,
): ScatterModel {
  const drawn = groups.filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ points }) => points);
  const xDomain = domainOf(
    axes.x,
    all.map(({ x }) => x),
  );
  const across = createScale(xDomain, [left, right]);
  const yDomain = domainOf(
    axes.y,
    all.map(({ y }) => y),
  );
  const up = createScale(yDomain, [bottom, top]);
  const place = ({ x, y }: { x: number; y: number }) => ({ x: across.toPx(x), y: up.toPx(y) });
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
          const text = told(name, point, nameSeed(point.seed));
          return { key: `${key} ${point.seed}`, colour, open, ...place(point), radius: RADIUS.run, text };
        }),
  );
  const named = means.map(({ group: { key, name, colour, open, points }, at }): ScatterDot => {
    const text = told(name, at, `mean over seeds, ${writeN(points.length)}`);
    return { key, colour, open, ...place(at), radius: RADIUS.mean, text };
  });
  const labels = placeDotLabels(
    named.map((dot, i) => ({ ...dot, text: means[i].group.name })),
    {
      box: { left, right: right + BEYOND, top: top - BEYOND, bottom: bottom - 1 },
      size: LABEL_SIZE,
      small: runs,
    },
  );
  const colourOf = new Map(named.map(({ key, colour }) => [key, colour]));
  const joined = means.filter(({ group }) => group.joined).toSorted((a, b) => a.at.x - b.at.x);
  return {
    xTicks: writeTicks(
      linearTicks(xDomain, Math.max(2, Math.min(TICKS, Math.round((right - left) / PX_PER_TICK)))),
      kindOfUnit(axes.x.unit),
    ).map((tick) => ({ ...tick, at: across.toPx(tick.value) })),
    yTicks: writeTicks(linearTicks(yDomain, TICKS), kindOfUnit(axes.y.unit)).map((tick) => ({
      ...tick,
      at: up.toPx(tick.value),
    })),
    dots: [...runs, ...named],
    labels: labels.map((label) => ({ ...label, colour: colourOf.get(label.key) ?? "rest" })),
    lines: joined.slice(1).map(({ group, at }, i) => ({
      key: group.key,
      from: place(joined[i].at),
      to: place(at),
    })),
  };
}
