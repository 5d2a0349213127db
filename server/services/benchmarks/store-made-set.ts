import { type AttemptRecord, insertArtifact, insertRunNote } from "#db/queries/attempts.ts";
import { selectBenchmarkByHash, selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { ProblemsEvent } from "../../../workers/protocol/problems-event.ts";
import { recipeOf } from "../recipes/book.ts";
import { BenchmarkName } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import { type MadeSet, readMadeSet } from "../../importers/made-set.ts";
import { countOf } from "../../wording/counts.ts";
import type { WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { storeBenchmark } from "./store-benchmark.ts";

function read(event: ProblemsEvent): MadeSet {
  try {
    return readMadeSet(event);
  } catch (error) {
    throw new ServiceError("invalid", (error as Error).message);
  }
}

/** The name, or the first of "name 2", "name 3" that no other set has. */
function freeName(db: Db, wanted: string): string {
  const named = BenchmarkName.safeParse(wanted);
  if (!named.success) throw new ServiceError("invalid", named.error.issues[0].message);
  let name = named.data;
  for (let k = 2; selectBenchmarkByName(db, name); k++) name = `${named.data} ${k}`;
  return name;
}

/**
 * Registers the set that a run left as a benchmark. A set of the same problems that is there already serves in its place. The
 * run says in a note under which name its set is found. Refused as `invalid` where the set is not what the event says.
 */
export function storeMadeSet(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: ProblemsEvent,
): void {
  if (recipeOf(scope.db, run)?.outputs.includes("problems") === false)
    throw new ServiceError("invalid", `A ${run.recipe} run makes no problem set.`);
  const { db } = scope;
  const there = selectBenchmarkByHash(db, event.hash);
  let name = there?.name;
  if (name === undefined) {
    const { problemFile, sizes, summary } = read(event);
    name = freeName(db, event.name);
    storeBenchmark(
      scope,
      {
        id: newId("benchmark"),
        name,
        hash: event.hash,
        n: event.n,
        summary: {
          ...summary,
          format: "made",
          skipped: [],
          madeBy: { runId: run.id, runName: run.name, recipe: run.recipe },
          about: event.about,
        },
        createdBy: `run ${run.name}`,
        createdAt: event.at,
      },
      problemFile,
      sizes,
    );
  }
  insertArtifact(db, {
    attemptId: attempt.id,
    kind: "problems",
    trainStep: 0,
    sha256: event.hash,
    bytes: event.data.length,
    at: event.at,
    network: null,
    data: null,
  });
  const message = there
    ? `Its ${countOf(event.n, "problem")} were registered before, as "${name}".`
    : `Registered ${countOf(event.n, "problem")} as "${name}".`;
  insertRunNote(db, { attemptId: attempt.id, at: event.at, level: "note", message });
}
