import type {
  Identity,
  RunOnRecord,
  RunStanding,
  Standings,
  TrainingReward,
  Way,
} from "../../contracts/on-record.ts";
import type { ServiceContext } from "../context.ts";
import { runsOnRecord } from "./runs.ts";

/** A list that grows: each entry once, by its key. */
function numbered<Entry>() {
  const [places, entries] = [new Map<string, number>(), [] as Entry[]];
  const placeOf = (key: string, entry: Entry): number => {
    const place = places.get(key) ?? entries.push(entry) - 1;
    places.set(key, place);
    return place;
  };
  return { entries, placeOf };
}

const wayName = ({ problems, protocol, drawn = protocol, definition }: Way) =>
  [problems.key, drawn.key, definition.key].join(" ");

/** What is on record of some runs, each kind once; with `metric` as far as it says whether values of that may be ranked. */
export function standingsOf(
  ctx: ServiceContext,
  runs: readonly { id: string; rewardHash: string }[],
  metric: string | null = null,
): Standings & { standingOf: (runId: string) => number } {
  const [rewards, ways, standings] = [numbered<TrainingReward>(), numbered<Way>(), numbered<RunStanding>()];
  const [stated, protocols] = [numbered<Identity>(), numbered<Identity>()];
  const onRecord = runsOnRecord(ctx, runs, metric);
  const placeOf = new Map(
    runs.map(({ id, rewardHash }) => {
      const {
        reward,
        ways: own,
        statedProblems,
        runProtocol,
        unrecorded,
        trainSteps,
        startWeights,
        seenNames,
      } = onRecord.get(id) as RunOnRecord;
      const standing: RunStanding = {
        reward: reward && rewards.placeOf(rewardHash, reward),
        ways: [...new Set(own.map((way) => ways.placeOf(wayName(way), way)))].toSorted((a, b) => a - b),
        statedProblems: statedProblems && stated.placeOf(statedProblems.key, statedProblems),
        runProtocol: runProtocol && protocols.placeOf(runProtocol.key, runProtocol),
        unrecorded,
        trainSteps,
        startWeights,
        seenNames,
      };
      return [id, standings.placeOf(JSON.stringify(standing), standing)];
    }),
  );
  return {
    standings: standings.entries,
    rewards: rewards.entries,
    ways: ways.entries,
    statedProblems: stated.entries,
    runProtocols: protocols.entries,
    standingOf: (runId) => placeOf.get(runId) as number,
  };
}
