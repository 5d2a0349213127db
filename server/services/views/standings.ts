import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectUnrecorded } from "#db/queries/run-table-cells.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { CurveRuns, CurveStanding, CurveWay } from "../../contracts/curves.ts";
import { SEVERAL } from "../../contracts/measuring.ts";
import type { ServiceContext } from "../context.ts";
import { evaluationsMade, waysAmong, type Made } from "../runs/measured-on.ts";
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

const severalWords = (problems: readonly string[]): string =>
  problems.length > 1 ? "several sets of problems" : "several protocols";

/** What says whether the lines of some runs may be ranked, over all evaluations that any of their attempts made. */
export function standingsOf(
  ctx: ServiceContext,
  runs: readonly { id: string; rewardHash: string }[],
  metrics: readonly string[],
): Pick<CurveRuns, "standings" | "rewards" | "ways"> {
  const attempts = selectAttemptsOfRuns(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const runOf = new Map(attempts.map(({ id, runId }) => [id, runId]));
  const attemptIds = [...runOf.keys()];
  const made = evaluationsMade(ctx.db, attemptIds, "all", { da: false });
  const madeBy = Map.groupBy(made, ({ attemptId }) => runOf.get(attemptId));
  const words = wayWords(ctx.db, { ways: waysAmong(made), da: false });
  const unrecorded = new Map<string, Set<string>>();
  const evaluated = metrics.filter(isEvaluationMetric);
  if (evaluated.length > 0) pointStore(ctx.db).settle(evaluated);
  for (const metric of evaluated)
    for (const id of selectUnrecorded(ctx.db, attemptIds, { metric, axis: DEFAULT_AXIS }, true)) {
      const runId = runOf.get(id) as string;
      unrecorded.set(runId, (unrecorded.get(runId) ?? new Set()).add(metric));
    }
  const rewardWords = rewardWordsOf(ctx, new Set(runs.map(({ rewardHash }) => rewardHash)));
  const [rewards, ways] = [numbered<string>(), numbered<CurveWay>()];
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
  const standings = runs.map(({ id, rewardHash }) => {
    const own = madeBy.get(id) ?? [];
    const definitions = new Set(own.map(({ daDefinition }) => daDefinition));
    const standing: CurveStanding = {
      reward: rewards.placeOf(rewardHash, () => rewardWords(rewardHash)),
      way: own.length > 0 ? placeOfWay(own) : null,
      definition: definitions.size > 1 ? SEVERAL : ([...definitions].at(0) ?? null),
      unrecorded: [...(unrecorded.get(id) ?? [])],
    };
    return [id, standing] as const;
  });
  return { standings: Object.fromEntries(standings), rewards: rewards.entries, ways: ways.entries };
}
