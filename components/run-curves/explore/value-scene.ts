import type { DrawnRun } from "#components/charts/values/run-dots.tsx";
import { type AxisValue, type ValueAxis, valueAxis } from "#components/charts/values/value-axis.ts";
import type { RunValues, ValuedRun } from "#server/contracts/charts/run-values.ts";
import type { Apart } from "#server/checks/judge.ts";
import { rankedAmong, whyNotRanked } from "#server/checks/standings.ts";
import { curveColours } from "../curve-scene.ts";
import { hiddenRun, hiddenVariant, runNames, variantNames } from "../curve-names.ts";
import { columnFacts, metricOf } from "./columns.ts";
import { nameSeed } from "#server/wording/seeds.ts";

/** A shape of dots, and whose it is. */
export interface ShapeEntry {
  shape: number;
  words: string;
  runs: number;
}

export interface ValueScene {
  /** With a value on each of the axes. */
  runs: { run: ValuedRun; drawn: DrawnRun; values: AxisValue[] }[];
  /** Of those that are not hidden. */
  shown: number;
  /** Why outcomes may not be ranked; null where they may. */
  apart: Apart | null;
  shapes: ShapeEntry[];
}

const hiddenIn = (hide: readonly string[]) => {
  const names = new Set(hide);
  return ({ id, variant }: ValuedRun) => names.has(hiddenRun(id)) || names.has(hiddenVariant(variant));
};

/** The shape of each run: one for all whose outcome is one quantity, in the order of how many these are. */
function shapesOf(data: RunValues, runs: readonly ValuedRun[], metric: string | null) {
  if (metric === null) return { shapeOf: new Map<string, number>(), entries: [] };
  const { ranked, unranked } = rankedAmong(
    metric,
    data,
    runs.map(({ standing }) => data.standings[standing]),
  );
  const groups = [...ranked, ...unranked].toSorted((a, b) => b.sides.length - a.sides.length);
  const shapeOf = new Map(groups.flatMap(({ sides }, i) => sides.map((side) => [runs[side].id, i] as const)));
  const keysOf = (rule: string) => new Set(ranked.map(({ shared }) => shared.get(rule)?.key));
  const entries = groups.map((group, shape): ShapeEntry => {
    const differs =
      "shared" in group
        ? [...group.shared].filter(([rule]) => keysOf(rule).size > 1).map(([, { words }]) => words)
        : ["how they were measured is not on record"];
    return { shape, words: differs.join(", "), runs: group.sides.length };
  });
  return { shapeOf, entries: groups.length > 1 ? entries : [] };
}

/** What is drawn of the values of many runs: who has all of them, in which colour and shape, and what may not be ranked. */
export function valueScene(
  data: RunValues,
  axes: readonly ValueAxis[],
  { hide, outcome }: { hide: readonly string[]; outcome: string | null },
): ValueScene {
  const isHidden = hiddenIn(hide);
  const shown = data.runs.filter((run) => !isHidden(run));
  const having = shown.filter(({ values }) => axes.every((axis, i) => axis.place(values[i]) !== null));
  const colours = curveColours(data.variants, new Set(shown.map(({ variant }) => variant)));
  const variants = new Map(data.variants.map((variant) => [variant.key, variant]));
  const labels = variantNames(data.variants);
  const names = runNames(data.runs, variants);
  const metric = metricOf(outcome);
  const { shapeOf, entries } = shapesOf(data, having, metric);
  const standings = [...new Set(having.map(({ standing }) => standing))].map((at) => data.standings[at]);
  return {
    shown: shown.length,
    apart: metric === null ? null : whyNotRanked(metric, data, standings),
    shapes: entries,
    runs: having.map((run) => {
      const name = names.get(run.id) ?? run.name;
      const told = axes.map((axis, i) => `${axis.title} ${axis.write(run.values[i])}`);
      return {
        run,
        values: run.values,
        drawn: {
          id: run.id,
          href: `/runs/${run.id}`,
          name,
          told: `${name} (${labels.get(run.variant) ?? "configuration"}, ${nameSeed(run.seed)}): ${told.join(", ")}`,
          colour: colours.get(run.variant) ?? "rest",
          shape: shapeOf.get(run.id) ?? 0,
        },
      };
    }),
  };
}

/** An axis for each of the columns that the data are of, in their order. */
export const valueAxes = (data: RunValues, columns: readonly string[]): ValueAxis[] =>
  columns.map((id, i) =>
    valueAxis(
      columnFacts(id),
      data.runs.map(({ values }) => values[i]),
    ),
  );
