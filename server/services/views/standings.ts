import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectMeasured, selectUnrecorded } from "#db/queries/run-table-cells.ts";
import { isEvaluationMetric, METRICS } from "../../../workers/protocol/metrics.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { CurveRuns, CurveStanding, CurveWay } from "../../contracts/curves.ts";
import type { ServiceContext } from "../context.ts";
import { SEVERAL, waysAmong, withWays, type Made } from "../runs/measured-on.ts";
import { rewardWordsOf } from "../runs/table-reward-words.ts";
import { wayWords } from "../runs/way-words.ts";

/** A list that grows: each entry once, by its key. */
function numbered<Entry>() {
  const [places, entries] = [new Map<string, number>(), [] as Entry[]];
  const placeOf = (key: string, make: () => Entry): number => {
    const place = places.get(key) ?? entries.push(make()) - 1;
    places.set(key, place);
    return place;
  };
  return { entries, placeOf };
}

const EVALUATED = Object.keys(METRICS).filter(isEvaluationMetric);

const severalWords = ([first, ...others]: readonly string[]): string =>
  others.length > 0 ? "several sets of problems" : `several protocols on the problems ${first.slice(0, 8)}`;

/** What says whether the lines of some runs may be ranked, over all evaluations that any of their attempts made. */
export function standingsOf(
  ctx: ServiceContext,
  runs: readonly { id: string; rewardHash: string }[],
): Pick<CurveRuns, "standings" | "rewards" | "ways"> & { standingOf: (runId: string) => number } {
  const attempts = selectAttemptsOfRuns(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const runOf = new Map(attempts.map(({ id, runId }) => [id, runId]));
  const attemptIds = [...runOf.keys()];
  const made = withWays(ctx.db, selectMeasured(ctx.db, attemptIds, false), false);
  const madeBy = Map.groupBy(made, ({ attemptId }) => runOf.get(attemptId));
  const words = wayWords(ctx.db, { ways: waysAmong(made), da: false });
  const unrecorded = new Map<string, Set<string>>();
  pointStore(ctx.db).settle(EVALUATED);
  for (const metric of EVALUATED)
    for (const { attemptId } of selectUnrecorded(ctx.db, attemptIds, { metric, axis: DEFAULT_AXIS }, true)) {
      const runId = runOf.get(attemptId) as string;
      unrecorded.set(runId, (unrecorded.get(runId) ?? new Set()).add(metric));
    }
  const rewardWords = rewardWordsOf(
    ctx,
    runs.map(({ rewardHash }) => rewardHash),
  );
  const [rewards, ways, standings] = [numbered<string>(), numbered<CurveWay>(), numbered<CurveStanding>()];
  const placeOfWay = (own: readonly Made[]): number => {
    const problems = [...new Set(own.map((one) => one.problems))].toSorted();
    const several = own.some(({ way }) => way !== own[0].way);
    const key = several ? [SEVERAL, ...problems].join(" ") : own[0].way;
    return ways.placeOf(key, () => ({
      problems,
      several,
      words: words.get(key)?.apart ?? severalWords(problems),
    }));
  };
  const placeOf = new Map<string, number>();
  for (const { id, rewardHash } of runs) {
    const own = madeBy.get(id) ?? [];
    const standing: CurveStanding = {
      reward: rewards.placeOf(rewardHash, () => rewardWords(rewardHash)),
      way: own.length > 0 ? placeOfWay(own) : null,
      definitions: [...new Set(own.map(({ daDefinition }) => daDefinition))].toSorted(),
      unrecorded: [...(unrecorded.get(id) ?? [])],
    };
    placeOf.set(
      id,
      standings.placeOf(JSON.stringify(standing), () => standing),
    );
  }
  return {
    standings: standings.entries,
    rewards: rewards.entries,
    ways: ways.entries,
    standingOf: (runId) => placeOf.get(runId) as number,
  };
}
