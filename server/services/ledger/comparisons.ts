import type { Db } from "#db/client.ts";
import { selectEvaluationsWithin } from "#db/queries/benchmarks.ts";
import {
  countPopulationsOf,
  type MeasuredTogether,
  selectMeasuredExperiments,
  selectMeasuredOn,
  selectStatedWith,
} from "#db/queries/comparisons.ts";
import { selectKeptAnswersOf } from "#db/queries/experiments.ts";
import type { BenchmarkLedger, Ledger } from "../../contracts/ledger.ts";
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

/** All that was measured on the problems of these runs; null where they are not all of one set. */
function measuredWith(db: Db, runs: readonly MeasuredRun[]): MeasuredTogether[] | null {
  const evaluated = runs.flatMap(({ evaluationId }) => evaluationId ?? []);
  if (evaluated.length > 0)
    return countPopulationsOf(db, evaluated) === 1 ? selectMeasuredOn(db, evaluated[0]) : null;
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
