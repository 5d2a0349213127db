import { selectExperiment, updateBaselineCell } from "#db/queries/experiments.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { type ExternalPlaceRecord, selectExternalRun, updateRunFacts } from "#db/queries/external.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import { maskStored } from "#db/secrets/mask-stored.ts";
import {
  askForRewrite,
  forgetAnswers,
  forgetOlderSweeps,
  isSwept,
  overwriteDeleted,
  selectMaskedRuns,
  selectExternalRunIds,
  selectRunIdsOfPlace,
  sumSweeps,
  writeSweep,
} from "#db/secrets/sweeps.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { topics } from "../../contracts/live.ts";
import { codeStamp } from "../code-stamp.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { placeInCells } from "../external/describe.ts";
import { addToCells, cellLabels } from "../external/labels.ts";
import { cellHash } from "../runs/joining/cell-hash.ts";

/** What was masked in all: fields, and runs of which at least one was. */
export interface Cleaned {
  values: number;
  runs: number;
}

const RUNS_AT_ONCE = 10;
/** The last step: once it is done, nothing stored holds a secret that is known as one. */
const LAST = "configurations";

/** Gives a run the hash of its configuration without secrets; a baseline goes with its runs. True where it is another. */
function rehash(
  scope: WriteScope,
  run: RunRecord,
  facts: Pick<RunRecord, "cell"> & Partial<RunRecord>,
): boolean {
  if (facts.cell === run.cell) return false;
  updateRunFacts(scope.db, run.id, facts);
  if (selectExperiment(scope.db, run.experimentId)?.baselineCell === run.cell)
    updateBaselineCell(scope.db, run.experimentId, facts.cell);
  return true;
}

/** Puts runs from outside into configurations anew, as if their secrets had been masked when they came. */
function* placeAnew(ctx: ServiceContext): Generator<void, void> {
  const changed = new Map<number, ExternalPlaceRecord>();
  const masked = new Set<string>();
  for (
    let after = "", ids;
    (ids = selectMaskedRuns(ctx.db, after, 1000)).length > 0;
    after = ids[ids.length - 1]
  )
    for (const id of ids) masked.add(id);
  for (let after = "", ids; (ids = selectExternalRunIds(ctx.db, after, RUNS_AT_ONCE)).length > 0;) {
    commit(ctx, (scope) => {
      for (const id of ids) {
        const found = selectExternalRun(scope.db, id);
        if (!found) continue;
        const { run, place } = found;
        const isOther = rehash(scope, run, placeInCells(scope, run.params, place, run));
        if (isOther || masked.has(id)) changed.set(place.id, place);
      }
    });
    after = ids[ids.length - 1];
    yield;
  }
  for (const place of changed.values()) yield* relabelAnew(ctx, place);
}

/** Configurations of a place that are called anew; where there are more, each keeps the name that it had, masked. */
const MOST_LABELLED = 1000;

/** Calls the configurations of a place anew. No more than a page of its runs is held: a place may have 50,000. */
function* relabelAnew(
  ctx: ServiceContext,
  { id: placeId, experimentId }: ExternalPlaceRecord,
): Generator<void, void> {
  const cells: Parameters<typeof addToCells>[0] = new Map();
  function* pages(): Generator<string[]> {
    for (let after = "", ids; (ids = selectRunIdsOfPlace(ctx.db, placeId, after, RUNS_AT_ONCE)).length > 0;) {
      yield ids;
      after = ids[ids.length - 1];
    }
  }
  for (const ids of pages()) {
    for (const id of ids) {
      const found = selectExternalRun(ctx.db, id);
      if (found) addToCells(cells, found);
    }
    if (cells.size > MOST_LABELLED) return;
    yield;
  }
  const labels = cellLabels(cells);
  for (const ids of pages()) {
    commit(ctx, (scope) => {
      for (const id of ids) {
        const run = selectRun(scope.db, id);
        const label = run && labels.get(run.cell);
        if (run && label !== undefined && label !== run.label) updateRunFacts(scope.db, id, { label });
      }
      scope.touch(topics.experiment(experimentId), topics.experiments, topics.runs);
    });
    yield;
  }
}

/** The same of runs that were launched here; where two of one launch differ in a secret alone, the second keeps its hash. */
function* hashAnew(ctx: ServiceContext): Generator<void, void> {
  for (let after = "", ids; (ids = selectMaskedRuns(ctx.db, after, RUNS_AT_ONCE)).length > 0;) {
    for (const id of ids) {
      const run = selectRun(ctx.db, id);
      if (run?.origin !== "bench" || !Object.values(run.params).includes(MASK)) continue;
      const params = Object.fromEntries(
        Object.entries(run.params).map(([name, value]) => [name, value === MASK ? "" : value]),
      );
      const isAlone = selectRunInputs(ctx.db, [id]).length === 0;
      const recipe = { slug: run.recipe, version: run.recipeVersion };
      const cell = isAlone ? cellHash(recipe, params, run.benchmarkHash, {}) : run.cell;
      try {
        commit(ctx, (scope) => {
          updateRunFacts(scope.db, id, { params });
          rehash(scope, run, { cell });
        });
      } catch {
        // Another run of the launch has this hash already. Whatever else failed fails here too.
        commit(ctx, (scope) => updateRunFacts(scope.db, id, { params }));
      }
    }
    after = ids[ids.length - 1];
    yield;
  }
}

/**
 * Masks what was stored before secrets were masked on arrival, or before as many were known, and hashes configurations anew. It
 * gives way between its pieces and goes on where it was stopped; null where it was done before.
 */
export function* cleanStored(ctx: ServiceContext): Generator<void, Cleaned | null> {
  forgetOlderSweeps(ctx.db);
  if (isSwept(ctx.db, LAST)) return null;
  overwriteDeleted(ctx.db, true);
  yield* maskStored(ctx.db, ctx.now);
  yield* placeAnew(ctx);
  yield* hashAnew(ctx);
  const cleaned = sumSweeps(ctx.db);
  commit(ctx, (scope) => {
    if (cleaned.values > 0) {
      forgetAnswers(scope.db, codeStamp());
      askForRewrite(scope.db);
    }
    writeSweep(scope.db, { source: LAST, reached: 0, masked: 0, done: true, doneAt: ctx.now() });
  });
  return cleaned;
}
