import type { Db } from "#db/client.ts";
import { selectBenchmarkByHash, selectEvaluationsWithin } from "#db/queries/benchmarks.ts";
import {
  type MeasuredTogether,
  selectFinalsOn,
  selectMeasuredExperiments,
  selectMeasuredOn,
  selectOnePerPopulation,
  selectStatedWith,
} from "#db/queries/comparisons.ts";
import { selectHeldSetOf } from "#db/queries/held-sets.ts";
import { selectKeptAnswersOf } from "#db/queries/experiments.ts";
import type { BenchmarkLedger, HeldConfirmation, Ledger } from "../../contracts/ledger.ts";
import { isSignificant } from "../../wording/verdicts/significant.ts";
import { codeStamp } from "../code-stamp.ts";
import type { ServiceContext } from "../context.ts";

/** Experiments that a page lists of a set. */
const LISTED = 20;

/** Each configuration beside the first of its experiment is one comparison, whatever came of it. */
const comparisonsIn = ({ configurations }: Pick<MeasuredTogether, "configurations">): number =>
  Math.max(0, configurations - 1);

const comparisonsOf = (measured: readonly Pick<MeasuredTogether, "configurations">[]): number =>
  measured.reduce((sum, one) => sum + comparisonsIn(one), 0);

const comparing = <Of extends Pick<MeasuredTogether, "configurations">>(measured: readonly Of[]): Of[] =>
  measured.filter((one) => comparisonsIn(one) > 0);

/** A finished run that counts, as far as it says on which problems it was measured. */
interface MeasuredRun {
  evaluationId: string | null;
  runId: string;
  /** Identity of the problems that somebody stated. */
  stated: string | null;
}

/** One evaluation of each set of problems that some runs were measured on. */
const eachSet = (db: Db, runs: readonly MeasuredRun[]): string[] =>
  selectOnePerPopulation(
    db,
    runs.flatMap(({ evaluationId }) => evaluationId ?? []),
  );

/** All that was measured on the problems of these runs; null where they are not all of one set. */
function measuredWith(db: Db, runs: readonly MeasuredRun[]): MeasuredTogether[] | null {
  const [first, other] = eachSet(db, runs);
  if (first !== undefined) return other === undefined ? selectMeasuredOn(db, first) : null;
  const stated = new Set(runs.map((run) => run.stated));
  return stated.size === 1 && !stated.has(null) ? selectStatedWith(db, runs[0].runId) : null;
}

/**
 * Which comparisons on its problems those of an experiment are, counted over all experiments in the order in which their runs were
 * stored. Null where its runs are of no one set of problems that is on record.
 */
export function ledgerOf(
  { db }: Pick<ServiceContext, "db">,
  experimentId: string,
  runs: readonly MeasuredRun[],
): Ledger | null {
  const measured = measuredWith(db, runs);
  if (!measured) return null;
  const at = measured.findIndex((one) => one.experimentId === experimentId);
  if (at === -1) return null;
  return {
    before: comparisonsOf(measured.slice(0, at)),
    own: comparisonsIn(measured[at]),
    experiments: comparing(measured).length,
    comparisons: comparisonsOf(measured),
  };
}

/** Final evaluations on problems of a set, registered or told of by runs. */
function finalsWithin(db: Db, hash: string): string[] {
  const benchmark = selectBenchmarkByHash(db, hash);
  return benchmark ? selectEvaluationsWithin(db, benchmark.id) : selectFinalsOn(db, hash);
}

/** How many comparisons were made on problems of a set. */
export const comparisonsOnSet = ({ db }: Pick<ServiceContext, "db">, hash: string): number =>
  comparisonsOf(selectMeasuredExperiments(db, finalsWithin(db, hash)));

/** Whether the problems of an experiment's runs are held for confirmation, and what was compared on any of the set before. */
export function confirmationOf(
  { db }: Pick<ServiceContext, "db">,
  experimentId: string,
  runs: readonly MeasuredRun[],
): HeldConfirmation | null {
  const [held, ...others] = eachSet(db, runs).map((id) => selectHeldSetOf(db, id));
  if (!held || others.some((other) => other?.hash !== held.hash)) return null;
  const measured = selectMeasuredExperiments(db, finalsWithin(db, held.hash));
  const at = measured.findIndex((one) => one.experimentId === experimentId);
  const before = comparisonsOf(measured.slice(0, Math.max(0, at)));
  return { set: held.name, heldAt: held.at, heldBy: held.by, before, fresh: before === 0 };
}

/** Every experiment that held configurations against each other on a registered set, with what it claims as far as that is worked out. */
export function benchmarkLedger({ db }: Pick<ServiceContext, "db">, benchmarkId: string): BenchmarkLedger {
  const measured = comparing(selectMeasuredExperiments(db, selectEvaluationsWithin(db, benchmarkId)));
  const answers = new Map(
    selectKeptAnswersOf(
      db,
      codeStamp(),
      measured.map(({ experimentId }) => experimentId),
    ).map(({ experimentId, answer }) => [
      experimentId,
      answer.rows.filter(({ verdict }) => isSignificant(verdict)),
    ]),
  );
  const isConfirmed = ({ confirmed }: { confirmed?: boolean }) => confirmed === true;
  const claims = [...answers.values()].flat();
  return {
    experiments: measured.length,
    comparisons: comparisonsOf(measured),
    claims: claims.length,
    confirmed: claims.filter(isConfirmed).length,
    rows: measured
      .slice(-LISTED)
      .toReversed()
      .map(({ experimentId, title, configurations, by, firstAt }) => {
        const own = answers.get(experimentId);
        return {
          id: experimentId,
          title,
          configurations,
          by,
          at: firstAt,
          claims: own?.length ?? null,
          confirmed: own?.filter(isConfirmed).length ?? null,
        };
      }),
  };
}
