import { tellApart } from "#server/plot/text.ts";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";

const SHORT = 8;

/** How an address names a run that is hidden. */
export const hiddenRun = (runId: string): string => shortId(runId);

/** How an address names a configuration that is hidden: the start of its cell, which is a hash. */
export const hiddenVariant = (key: string): string => key.slice(key.indexOf(" ") + 1).slice(0, SHORT);

/** By id, what each run is called: of one name, by its seed, its configuration, its experiment, or its id. */
export function runNames(
  runs: readonly CurveRun[],
  variants: ReadonlyMap<string, CurveVariant>,
): Map<string, string> {
  const names = tellApart(
    runs.map(({ id, name, seed, variant: key }) => {
      const variant = variants.get(key);
      return {
        name,
        marks: [`seed ${seed}`, variant?.label ?? "", variant?.experiment ?? "", shortId(id)],
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
