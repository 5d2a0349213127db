import { type AttemptRecord, insertArtifact, insertRunNote } from "#db/queries/attempts.ts";
import {
  type BenchmarkRecord,
  selectBenchmarkByHash,
  selectBenchmarkByName,
  selectBenchmarkProblems,
} from "#db/queries/benchmarks.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { ProblemRecord } from "../../../workers/protocol/problem-file.ts";
import type { ProblemsEvent } from "../../../workers/protocol/problems-event.ts";
import { recipeOf } from "../recipes/book.ts";
import { BenchmarkName } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import type { MadeSet } from "../../importers/made-set.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import type { WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { storeBenchmark } from "./store-benchmark.ts";

/** Of the problems of a set, which a registered one holds too: those that it tells otherwise. */
function toldOtherwise(db: Db, registered: BenchmarkRecord, { problemFile }: MadeSet): string[] {
  const words = (
    { roots, injected }: Pick<ProblemRecord, "roots" | "injected">,
    type: string,
    level: string,
  ) => JSON.stringify([type, level, roots, injected]);
  const own = new Map(
    selectBenchmarkProblems(db, registered.id).map(({ problem, type, level }) => [
      problem.problemHash,
      words(problem, type, level),
    ]),
  );
  return problemFile.problems
    .filter((problem) => own.get(problem.hash) !== words(problem, problem.type, problem.level))
    .map(({ key }) => key);
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
 * Registers the set that a run left as a benchmark. `read` is what it holds, or why it is not what its event says: that is
 * asked of a set whose hash is known too. A set of the same problems that is there already serves in its place. The run
 * says in a note under which name its set is found, and where the two tell a problem otherwise.
 */
export function storeMadeSet(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: ProblemsEvent,
  read: MadeSet | ServiceError | undefined,
): void {
  if (recipeOf(scope.db, run)?.outputs.includes("problems") === false)
    throw new ServiceError("invalid", `A ${run.recipe} run makes no problem set.`);
  const { db } = scope;
  if (read === undefined)
    throw new Error(`The problem set "${event.name}" was not read before it was stored.`);
  if (read instanceof ServiceError) throw read;
  const { problemFile, sizes, summary } = read;
  const there = selectBenchmarkByHash(db, event.hash);
  let name = there?.name;
  if (name === undefined) {
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
  const otherwise = there ? toldOtherwise(db, there, read) : [];
  const message = there
    ? `Its ${countOf(event.n, "problem")} were registered before, as "${name}".`
    : `Registered ${countOf(event.n, "problem")} as "${name}".`;
  insertRunNote(db, { attemptId: attempt.id, at: event.at, level: "info", message });
  if (otherwise.length > 0)
    insertRunNote(db, {
      attemptId: attempt.id,
      at: event.at,
      level: "warning",
      message: `"${name}" tells ${writeOf(otherwise.length, event.n, "problem")} with another type, level or root than this run does (the first: ${otherwise[0]}). What is registered holds.`,
    });
}
