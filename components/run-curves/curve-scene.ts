import { assignColours, type RunColour } from "#server/plot/colours.ts";
import type { CurveRun, CurveRuns, CurveVariant } from "#server/contracts/charts/curves.ts";
import type { RunStanding } from "#server/contracts/on-record.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { isLive } from "./curve-lines.ts";
import { hiddenRun, hiddenVariant, runNames, variantNames } from "./curve-names.ts";

/**
 * One colour per configuration, which all its seeds have, drawn one by one or put together: that of the page of its experiment,
 * whatever stands beside it; configurations of two experiments may have one, and their names tell them apart. Where a shown one
 * has none there, the shown ones of its experiment share the palette.
 */
export function curveColours(
  variants: readonly Pick<CurveVariant, "key" | "experimentId" | "place" | "colour">[],
  shown: ReadonlySet<string>,
): Map<string, RunColour> {
  const colours = new Map(variants.map(({ key, colour }) => [key, colour]));
  const drawn = variants.filter(({ key }) => shown.has(key));
  for (const own of Map.groupBy(drawn, ({ experimentId }) => experimentId).values()) {
    if (own.every(({ colour }) => colour !== "rest")) continue;
    const baseline = own.find(({ colour }) => colour === "ink")?.key ?? null;
    for (const [key, colour] of assignColours(own, baseline)) colours.set(key, colour);
  }
  return colours;
}

/** What every panel of a page of many runs must know; kept as long as neither runs nor colours change. */
export interface CurveScene {
  data: CurveRuns;
  runIds: string[];
  /** By id. */
  runs: ReadonlyMap<string, CurveRun>;
  /** What each run is called, by id. */
  names: ReadonlyMap<string, string>;
  /** By key, with a name that no other has. */
  variants: ReadonlyMap<string, CurveVariant>;
  colours: ReadonlyMap<string, RunColour>;
  baseline: string | null;
  /** What says whether its line may be ranked, by id of a run. */
  standings: ReadonlyMap<string, RunStanding>;
  /** Runs that may still get points. */
  live: string[];
  /** How many of the runs have begun. */
  begun: number;
  /** Runs of repeated seeds that no group counts. */
  leftOut: number;
  /** How many runs there are, once all have ended; 0 before. */
  ended: number;
}

export function curveScene(data: CurveRuns): CurveScene {
  const labels = variantNames(data.variants);
  const variants = new Map(
    data.variants.map((variant) => [
      variant.key,
      { ...variant, label: labels.get(variant.key) ?? variant.label },
    ]),
  );
  const shown = new Set([...data.runs, ...data.groups].map(({ variant }) => variant));
  return {
    data,
    runIds: data.runs.map((run) => run.id),
    runs: new Map(data.runs.map((run) => [run.id, run])),
    names: runNames(data.runs, new Map(data.variants.map((variant) => [variant.key, variant]))),
    variants,
    colours: curveColours(data.variants, shown),
    baseline: data.variants.find((variant) => variant.baseline)?.key ?? null,
    standings: new Map(data.runs.map(({ id, standing }) => [id, data.standings[standing]])),
    live: data.runs.filter(isLive).map((run) => run.id),
    begun: data.runs.filter((run) => run.begun).length,
    leftOut: data.groups.reduce((sum, group) => sum + group.leftOut, 0),
    ended: data.runs.every(({ state }) => isEnded(state)) ? data.runs.length : 0,
  };
}

/** Ids of the runs, and keys of the configurations, that an address hides by their short names. */
export function readHidden(scene: CurveScene, hide: readonly string[]) {
  const names = new Set(hide);
  return {
    runs: new Set(scene.runIds.filter((id) => names.has(hiddenRun(id)))),
    variants: new Set([...scene.variants.keys()].filter((key) => names.has(hiddenVariant(key)))),
  };
}

export type Hidden = ReturnType<typeof readHidden>;
