import { tellApart } from "#server/plot/text.ts";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import type { CurveScene } from "./curve-scene.ts";
import { nameSeed } from "#server/wording/seeds.ts";

type Names = Pick<CurveScene, "runIds" | "runs" | "variants">;

/** What a page is asked to hide from now on: exactly these of its runs, or of its configurations. */
export type ToHide = { runs: string[] } | { variants: string[] };

/** Run by run a hidden configuration stands for all its runs, so that one of them can be shown again. */
export function hiddenOneByOne(hide: readonly string[], { runs, variants }: Names): string[] {
  const ofVariant = Map.groupBy(runs.values(), ({ variant }) => variant);
  const byName = new Map(
    [...variants.keys()].map((key) => [
      hiddenVariant(key),
      (ofVariant.get(key) ?? []).map(({ id }) => hiddenRun(id)),
    ]),
  );
  return [...new Set(hide.flatMap((name) => byName.get(name) ?? [name]))];
}

/** The names in an address after a change of one kind: those of the other kind stay. */
export function changeHidden(hide: readonly string[], { runIds, variants }: Names, to: ToHide): string[] {
  const isOfRuns = "runs" in to;
  const ofKind = new Set(isOfRuns ? runIds.map(hiddenRun) : [...variants.keys()].map(hiddenVariant));
  const names = isOfRuns ? to.runs.map(hiddenRun) : to.variants.map(hiddenVariant);
  return [...hide.filter((name) => !ofKind.has(name)), ...names];
}

const SHORT = 8;

/** How an address names a run that is hidden. */
export const hiddenRun = (runId: string): string => shortId(runId);

/** How an address names a configuration that is hidden: the start of its cell, which is a hash. */
export const hiddenVariant = (key: string): string => key.slice(key.indexOf(" ") + 1).slice(0, SHORT);

/** By id, what each run is called: of one name, by its seed, its configuration, its experiment, or its id. */
export function runNames(
  runs: readonly Pick<CurveRun, "id" | "name" | "seed" | "variant">[],
  variants: ReadonlyMap<string, CurveVariant>,
): Map<string, string> {
  const names = tellApart(
    runs.map(({ id, name, seed, variant: key }) => {
      const variant = variants.get(key);
      return {
        name,
        marks: [nameSeed(seed), variant?.label ?? "", variant?.experiment ?? "", shortId(id)],
      };
    }),
  );
  return new Map(runs.map(({ id }, i) => [id, names[i]]));
}

/** By key, what each configuration is called: of one name, by its experiment, or the start of its cell. */
export function variantNames(variants: readonly CurveVariant[]): Map<string, string> {
  const names = tellApart(
    variants.map(({ key, label, experiment, experimentId }) => ({
      name: label,
      marks: [experiment, shortId(experimentId), hiddenVariant(key)],
    })),
  );
  return new Map(variants.map(({ key }, i) => [key, names[i]]));
}
