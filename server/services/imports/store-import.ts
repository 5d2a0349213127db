import { setImmediate } from "node:timers/promises";
import { takeOverRun } from "#db/queries/deletion/delete-run.ts";
import { insertImport, selectImportedRun, updateImport, upsertImportedRun } from "#db/queries/imports.ts";
import type { ImportRecord } from "#db/queries/imports.ts";
import { selectExternalRun } from "#db/queries/external.ts";
import { maskText } from "../../../workers/protocol/secrets/mask.ts";
import type { ImportAnswer } from "../../contracts/imports/imports.ts";
import { topics } from "../../contracts/live.ts";
import type { RunPart } from "../../importers/histories/parts.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { inTurns } from "../in-turns.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import type { SentWork } from "../sent-files.ts";
import { importActor } from "./import-token.ts";
import { answerOf, type ImportPlan, type PlannedRun } from "./plan.ts";
import type { Reading } from "./reading/reading.ts";
import { removeImport } from "./remove.ts";
import { RunWriter } from "./run-writer.ts";

interface Storing {
  input: { project?: string; experiment: string; commit: boolean };
  plan: ImportPlan;
  sent: ImportRecord["files"];
  asked: string;
  reading: Reading;
  work: SentWork;
}

/**
 * Stores what was planned, part by part. The import is on record as unfinished meanwhile; in the last part what changed takes the
 * place of what it was, and the import is finished. Where it is cancelled, refused or cut, all of it goes.
 */
export async function storeImport(ctx: ServiceContext, storing: Storing): Promise<ImportAnswer> {
  const { actor, ...begun } = commit(ctx, (scope) => begin(ctx, scope, storing));
  try {
    return await storeParts({ ...ctx, actor }, begun, storing);
  } catch (error) {
    await inTurns(removeImport(ctx, begun.importId));
    throw error;
  }
}

interface Begun {
  importId: string;
  projectId: string;
}

function begin(ctx: ServiceContext, scope: WriteScope, { input, plan, sent, asked }: Storing) {
  const projectId = projectForNew(ctx, scope, input.project);
  const actor = importActor(ctx, scope, projectId);
  const importId = newId("import");
  insertImport(scope.db, {
    id: importId,
    projectId,
    tokenId: actor.tokenId,
    experiment: maskText(input.experiment, "forms"),
    kinds: plan.found.kinds,
    files: sent.map((file) => ({ ...file, name: maskText(file.name, "forms") })),
    createdBy: actorName(ctx.actor),
    createdAt: ctx.now(),
    asked,
  });
  return { actor, importId, projectId };
}

/** What is stored in one transaction: about so many values and rows, some milliseconds of work. */
const AT_ONCE = 16_384;

/** Steps that are done together, up to what is stored at once. */
class Batch {
  readonly #ctx: ServiceContext;
  readonly #steps: ((scope: WriteScope) => void)[] = [];
  #weight = 0;

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  async add(weight: number, step: (scope: WriteScope) => void): Promise<void> {
    if (this.#weight > 0 && this.#weight + weight > AT_ONCE) await this.flush();
    this.#steps.push(step);
    this.#weight += weight;
  }

  async flush(): Promise<void> {
    const steps = this.#steps.splice(0);
    this.#weight = 0;
    if (steps.length > 0) commit(this.#ctx, (scope) => steps.forEach((step) => step(scope)));
    await setImmediate();
  }
}

/** What a run weighs beside its points: opening and ending it. */
const WEIGHT_OF_RUN = 1500;
/** What a row of an evaluation weighs beside a point. */
const WEIGHT_OF_ROW = 8;

async function storeParts(
  ctx: ServiceContext,
  { importId, projectId }: Begun,
  { input, plan, reading, work }: Storing,
): Promise<ImportAnswer> {
  const changed = plan.runs.filter(({ outcome }) => outcome !== "unchanged");
  const sizeOf = ({ head }: PlannedRun) => head.points + head.evaluations.reduce((sum, { n }) => sum + n, 0);
  const of = changed.reduce((sum, run) => sum + sizeOf(run), 0);
  let done = 0;
  const batch = new Batch(ctx);
  const writers = new Map<PlannedRun, RunWriter>();
  for (const [i, planned] of plan.runs.entries()) {
    if (planned.outcome === "unchanged") continue;
    const { head, runId, sets } = planned;
    // What changed is read into a run of its own, at the place of the run that it is.
    const home = runId === null ? null : (selectExternalRun(ctx.db, runId)?.place.name ?? null);
    const key = runId === null ? head.sourceId : `${head.sourceId} ${importId}`;
    const writer = new RunWriter(ctx, head, sets, { experiment: home ?? input.experiment, key });
    writers.set(planned, writer);
    await batch.add(WEIGHT_OF_RUN, (scope) => {
      const made = writer.open();
      upsertImportedRun(scope.db, {
        runId: made,
        projectId,
        sourceId: key,
        importId,
        changedBy: importId,
        digest: head.digest,
      });
    });
    for await (const part of reading.parts(i)) {
      work.goOn();
      work.tell({ phase: "storing", done, of });
      done += await storePart(batch, writer, part);
    }
    await batch.add(WEIGHT_OF_RUN, (scope) => writer.end(scope));
  }
  await batch.flush();
  work.goOn();
  return commit(ctx, (scope) => {
    const runIds = plan.runs.map((planned) => finish(ctx, scope, importId, planned, writers.get(planned)));
    const answer = answerOf(input, plan, { importId, runIds });
    const digests = plan.runs.map(({ head }) => head.digest);
    updateImport(scope.db, importId, { finishedAt: ctx.now(), made: { answer, digests } });
    scope.touch(topics.runs, topics.experiments, topics.reports);
    return answer;
  });
}

/** Stores a part; answers how many points or rows it has. */
async function storePart(batch: Batch, writer: RunWriter, part: RunPart): Promise<number> {
  if (part.kind === "history") {
    const values = part.table.columns.reduce((sum, { value }) => sum + value.length, 0);
    await batch.add(values + part.table.n, () => writer.log(part));
    return values;
  }
  const whole = writer.take(part);
  if (whole !== null) {
    if (whole.rows.length * WEIGHT_OF_ROW <= AT_ONCE)
      await batch.add(whole.rows.length * WEIGHT_OF_ROW, () => void writer.store(whole));
    else {
      await batch.flush();
      await writer.store(whole);
    }
  }
  return part.rows.length;
}

/** Gives what changed the place of what it was; answers the run. */
function finish(
  ctx: ServiceContext,
  scope: WriteScope,
  importId: string,
  { runId, outcome, head }: PlannedRun,
  writer: RunWriter | undefined,
): string {
  if (!writer) return runId ?? "";
  if (runId === null) return writer.runId;
  if (outcome === "updated") {
    takeOverRun(scope.db, runId, writer.runId, ctx.now());
    scope.touch(topics.run(runId), topics.run(writer.runId));
    const known = selectImportedRun(scope.db, runId);
    if (known) upsertImportedRun(scope.db, { ...known, changedBy: importId, digest: head.digest });
  }
  return runId;
}
