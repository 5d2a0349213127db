import { selectBenchmarkByName, selectProblemKeys } from "#db/queries/benchmarks.ts";
import { isComputedFrom, selectImportedSource } from "#db/queries/imports.ts";
import type { ImportAnswer, ImportedRunAnswer, ImportOutcome } from "../../contracts/imports/imports.ts";
import { ServiceError } from "../../errors.ts";
import type { EvaluationHead, FoundSource, RunHead } from "../../importers/histories/parts.ts";
import type { ServiceContext } from "../context.ts";
import { idForNew } from "../projects/ensure-default.ts";

/** The registered benchmark that the problems of an evaluation are. */
export interface RegisteredSet {
  name: string;
  hashes: ReadonlyMap<string, string>;
}

/** A run of a source beside what is here of it. */
export interface PlannedRun {
  head: RunHead;
  outcome: ImportOutcome;
  /** Null: new. */
  runId: string | null;
  sets: readonly (RegisteredSet | null)[];
}

export interface ImportPlan {
  found: FoundSource;
  runs: PlannedRun[];
}

/**
 * What an import would do: everything that may refuse it is asked here, for a preview as for the import. Throws `conflict` where a
 * source changed from whose evaluations people computed something.
 */
export function planImport(
  ctx: ServiceContext,
  { project }: { project?: string },
  found: FoundSource,
): ImportPlan {
  const projectId = idForNew(ctx, project);
  const setOf = registeredSets(ctx);
  const runs = found.runs.map((head): PlannedRun => {
    const known = selectImportedSource(ctx.db, projectId, head.sourceId);
    const outcome: ImportOutcome =
      known === undefined ? "new" : known.digest === head.digest ? "unchanged" : "updated";
    if (outcome === "updated" && known !== undefined && isComputedFrom(ctx.db, known.runId))
      throw new ServiceError(
        "conflict",
        `${head.name} changed in its source, but labels or failures were computed from its evaluations here. Delete these first.`,
      );
    const sets = head.evaluations.map(setOf);
    return { head, outcome, runId: known?.runId ?? null, sets };
  });
  return { found, runs };
}

/** Finds the benchmark of a name that has every problem of an evaluation; of one that several name the problems are read once. */
function registeredSets({ db }: ServiceContext) {
  const byName = new Map<string, RegisteredSet | null>();
  const read = (benchmark: string): RegisteredSet | null => {
    const found = selectBenchmarkByName(db, benchmark);
    if (!found) return null;
    const keys = selectProblemKeys(db, found.id);
    return { name: found.name, hashes: new Map(keys.map(({ key, problemHash }) => [key, problemHash])) };
  };
  return ({ benchmark, problems }: EvaluationHead): RegisteredSet | null => {
    if (benchmark === null) return null;
    let set = byName.get(benchmark);
    if (set === undefined) byName.set(benchmark, (set = read(benchmark)));
    const hashes = set?.hashes;
    return hashes && (JSON.parse(problems) as string[]).every((problem) => hashes.has(problem)) ? set : null;
  };
}

/** What is said of an import; `runIds` are of the runs that it stored, null for a preview. */
export const answerOf = (
  { commit, experiment }: { commit: boolean; experiment: string },
  { found: { kinds, tables, notes }, runs }: ImportPlan,
  stored: { importId: string; runIds: readonly string[] } | null,
): ImportAnswer => ({
  committed: commit,
  importId: stored?.importId ?? null,
  experiment,
  kinds,
  runs: runs.map((run, i) => runAnswer(run, stored?.runIds[i] ?? run.runId)),
  tables,
  notes,
});

const runAnswer = ({ head, outcome, sets }: PlannedRun, runId: string | null): ImportedRunAnswer => ({
  name: head.name,
  outcome,
  runId,
  startedAt: head.startedAt,
  endedAt: head.endedAt,
  evaluations: head.evaluations.map(({ key, benchmark, n, solved }, i) => ({
    key,
    benchmark,
    registered: sets[i]?.name ?? null,
    n,
    solved,
  })),
  points: head.points,
  notes: head.notes,
  cautions: head.cautions,
});
