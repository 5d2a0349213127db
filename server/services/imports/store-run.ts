import { createHash } from "node:crypto";
import { type AttemptRecord, selectLatestAttempts, updateAttempt } from "#db/queries/attempts.ts";
import { selectBenchmarkByName, selectProblemKeys } from "#db/queries/benchmarks.ts";
import { deleteEvaluation, selectEvaluationByKey } from "#db/queries/evaluations.ts";
import { selectImportedSource, upsertImportedRun } from "#db/queries/imports.ts";
import { updateRunFacts } from "#db/queries/external.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { ImportedRunAnswer, ImportOutcome } from "../../contracts/imports/imports.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { ServiceError } from "../../errors.ts";
import type { JudgedRun } from "../../importers/histories/registry.ts";
import type { ImportedEvaluation, ImportedRun } from "../../importers/histories/reader.ts";
import type { ServiceContext, WriteScope } from "../context.ts";
import { canonicalJson } from "../hashing.ts";
import { restate } from "../external/attempts/run-on.ts";
import { externalVerbs } from "../external/make-verbs.ts";
import { maskEvaluation } from "../external/masked-verbs.ts";
import { storeEvaluation } from "../external/store-evaluation.ts";

const WRITER = "import";
const CLIENT = "import";

export interface ImportTarget {
  importId: string;
  projectId: string;
  experiment: string;
}

/** Stores one run of a source: made, brought up to what the source says now, or left alone where it says nothing else. */
export function storeImportedRun(
  ctx: ServiceContext,
  scope: WriteScope,
  { importId, projectId, experiment }: ImportTarget,
  told: JudgedRun,
): ImportedRunAnswer {
  const { notes, cautions, environment: _environment, ...facts } = told;
  const { digest, points } = digestFacts(facts);
  const known = selectImportedSource(scope.db, projectId, told.sourceId);
  const sets = told.evaluations.map((evaluation) => registeredSet(ctx, evaluation));
  const outcome: ImportOutcome =
    known === undefined ? "new" : known.digest === digest ? "unchanged" : "updated";
  const runId =
    outcome === "unchanged"
      ? known?.runId
      : write(ctx, scope, { told, experiment, runId: known?.runId ?? null, sets });
  if (runId === undefined) throw new Error("a source that is known has a run");
  if (outcome !== "unchanged")
    upsertImportedRun(scope.db, {
      runId,
      projectId,
      sourceId: told.sourceId,
      importId: known?.importId ?? importId,
      changedBy: importId,
      digest,
    });
  return {
    name: told.name,
    outcome,
    runId,
    startedAt: told.startedAt,
    endedAt: told.endedAt,
    evaluations: told.evaluations.map(({ key, benchmark, rows }, i) => ({
      key,
      benchmark,
      registered: sets[i]?.name ?? null,
      n: rows.length,
      solved: rows.filter(({ solved }) => solved).length,
    })),
    points,
    notes,
    cautions,
  };
}

const ROWS_AT_ONCE = 20_000;

function* inParts<T>(rows: Iterable<T>, most: number): Generator<T[], void, void> {
  let part: T[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < most) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** SHA-256 of what a source says of a run, row by row, and how many points it has. Where a file lies is no part of it. */
function digestFacts({ history, ...facts }: Omit<JudgedRun, "notes" | "cautions" | "environment">) {
  const digest = createHash("sha256").update(canonicalJson(facts));
  let points = 0;
  for (const rows of inParts(history, ROWS_AT_ONCE)) {
    for (const { values } of rows) points += Object.keys(values).length;
    digest.update(rows.map(({ step, at, values }) => `${step} ${at} ${rowText(values)}`).join("\n"));
  }
  return { digest: digest.digest("hex"), points };
}

/** Names and numbers of a row; JSON has no NaN and no infinities. */
const rowText = (values: Record<string, number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

interface RegisteredSet {
  name: string;
  hashes: ReadonlyMap<string, string>;
}

/** The registered benchmark that the problems of an evaluation are: one of that name that has every one of them. */
function registeredSet(
  { db }: ServiceContext,
  { benchmark, rows }: ImportedEvaluation,
): RegisteredSet | null {
  const found = benchmark === null ? undefined : selectBenchmarkByName(db, benchmark);
  if (!found) return null;
  const hashes = new Map(selectProblemKeys(db, found.id).map(({ key, problemHash }) => [key, problemHash]));
  return rows.every(({ problem }) => hashes.has(problem)) ? { name: found.name, hashes } : null;
}

interface Written {
  told: JudgedRun;
  experiment: string;
  runId: string | null;
  sets: readonly (RegisteredSet | null)[];
}

function write(ctx: ServiceContext, scope: WriteScope, { told, experiment, runId, sets }: Written): string {
  const verbs = externalVerbs(ctx);
  const { name, config, environment, summary, sourceId, startedAt } = told;
  const facts = { config, environment, summary };
  const id =
    runId ??
    verbs.open({
      experiment,
      key: sourceId,
      name,
      client: CLIENT,
      writer: WRITER,
      resume: "allow",
      startedAt,
      ...facts,
    }).runId;
  if (runId !== null) verbs.describe(id, facts);
  let offset = 0;
  for (const rows of inParts(told.history, ROWS_AT_ONCE)) {
    verbs.log(id, { writer: WRITER, stream: "history", offset, table: tableOfRows(rows) });
    offset += rows.length;
  }
  const run = selectRun(scope.db, id);
  const [attempt] = selectLatestAttempts(scope.db, [id]);
  if (!run || !attempt) throw new Error("an imported run has an attempt");
  for (const [i, evaluation] of told.evaluations.entries()) {
    replaceEvaluation(scope, attempt.id, evaluation.key);
    const { rows, benchmark, ...rest } = evaluation;
    storeEvaluation(
      ctx,
      scope,
      { run, attemptId: attempt.id },
      maskEvaluation({
        ...rest,
        step: 0,
        // Problems of sets that nobody named are comparable with no others.
        benchmark: benchmark ?? `unnamed, ${sourceId}`,
        rows: rows.map((row) => ({ ...row, hash: sets[i]?.hashes.get(row.problem) })),
      }),
    );
  }
  verbs.say(
    id,
    ...told.notes.map((message) => ({ level: "info" as const, message, id: message })),
    ...told.cautions.map((message) => ({ level: "warning" as const, message, id: message })),
  );
  end(ctx, scope, id, told, attempt);
  return id;
}

function replaceEvaluation(scope: WriteScope, attemptId: string, key: string): void {
  const before = selectEvaluationByKey(scope.db, attemptId, key);
  if (!before) return;
  try {
    deleteEvaluation(scope.db, before.id);
  } catch (error) {
    throw new ServiceError(
      "conflict",
      `Evaluation ${before.id} changed in its source, but labels or failures were computed from it here. Delete these first. ${error instanceof Error ? error.message : ""}`,
    );
  }
}

/** Gives the run the end and the times of its source: nothing of it happened when it was imported. */
function end(
  ctx: ServiceContext,
  scope: WriteScope,
  runId: string,
  { state, startedAt, endedAt }: ImportedRun,
  { id: attemptId }: AttemptRecord,
): void {
  const verbs = externalVerbs(ctx);
  const reason = state === "finished" ? null : "the source ends before its evaluation did";
  verbs.end(runId, { state, exitCode: null, reason, endedAt });
  const run = selectRun(scope.db, runId);
  const [attempt] = selectLatestAttempts(scope.db, [runId]);
  if (run && run.state !== state)
    restate(
      ctx,
      scope,
      { run, attempt },
      {
        state,
        evidence: { kind: "told", client: CLIENT, code: null, reason: "its source says so now" },
      },
    );
  updateRunFacts(scope.db, runId, { startedAt, endedAt });
  updateAttempt(scope.db, attemptId, { startedAt, endedAt });
}
