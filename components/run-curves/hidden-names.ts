import { hiddenRun, hiddenVariant } from "./curve-names.ts";
import type { CurveScene } from "./curve-scene.ts";

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
