import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectDaDefinitions, selectRunsWithMetrics } from "#db/queries/views.ts";
import type { CurveRuns } from "../../contracts/curves.ts";
import { SEVERAL, UNKNOWN } from "../../contracts/measuring.ts";
import type { ServiceContext } from "../context.ts";
import { measuredOn } from "../runs/measured-on.ts";
import { wayWords } from "../runs/way-words.ts";

/** A line goes through all evaluations of a run. */
const WHOLE_LINES = { da: false, whole: true, series: [] } as const;

/** Kinds of runs as a page names them: the commonest first, equally common ones by their words and not by chance. */
export const commonestFirst = (
  a: { runs: number; words: string },
  b: { runs: number; words: string },
): number => b.runs - a.runs || Number(a.words > b.words) - Number(a.words < b.words);

/** By key what is true of all of its values, `SEVERAL` where they differ. */
function sharedBy(pairs: Iterable<readonly [key: string, value: string]>): Map<string, string> {
  const shared = new Map<string, string>();
  for (const [key, value] of pairs)
    shared.set(key, [undefined, value].includes(shared.get(key)) ? value : SEVERAL);
  return shared;
}

const countsOf = (kinds: ReadonlyMap<string, string>) =>
  [...Map.groupBy(kinds.values(), (kind) => kind)].map(([kind, { length: runs }]) => ({ kind, runs }));

/** How the evaluations of some runs were made, whichever of a run's attempts made them. */
export function howMeasured(
  ctx: ServiceContext,
  runIds: readonly string[],
): Pick<CurveRuns, "ways" | "definitions"> & Record<"wayOf" | "definitionOf", ReadonlyMap<string, string>> {
  const attempts = selectAttemptsOfRuns(ctx.db, runIds);
  const measured = measuredOn(
    ctx.db,
    attempts.map(({ id }) => ({ attemptId: id })),
    WHOLE_LINES,
  );
  const wayOf = sharedBy(
    attempts.flatMap(({ id, runId }) => {
      const way = measured.wayOf.get(id);
      return way === undefined ? [] : [[runId, way] as const];
    }),
  );
  for (const id of selectRunsWithMetrics(ctx.db, runIds, "eval/")) if (!wayOf.has(id)) wayOf.set(id, UNKNOWN);
  const words = wayWords(ctx.db, measured);
  const ways = countsOf(wayOf).map(({ kind, runs }) => ({
    way: kind,
    problems: measured.ways.get(kind)?.problems ?? null,
    words: kind === UNKNOWN ? "not on record" : (words.get(kind)?.apart ?? "several ways"),
    runs,
  }));
  const definitionOf = sharedBy(selectDaDefinitions(ctx.db, runIds));
  const definitions = countsOf(definitionOf).map(({ kind, runs }) => ({
    definition: kind,
    words: kind === SEVERAL ? "several definitions" : kind,
    runs,
  }));
  return {
    wayOf,
    ways: ways.toSorted(commonestFirst),
    definitionOf,
    definitions: definitions.toSorted(commonestFirst),
  };
}
