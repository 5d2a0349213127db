import type { PossibleRange } from "../contracts/possible-range.ts";
import type { SeedBand } from "../contracts/charts/bands.ts";
import type { RunStanding, Standings, TrainingReward } from "../contracts/on-record.ts";
import { judge, treatmentsAmong, whyApart, type Apart, type Judgement } from "./judge.ts";
import { valueOnRecord, type Side } from "./on-record.ts";

type Known = Pick<Standings, "rewards" | "ways" | "statedProblems" | "runProtocols">;
type Runs = readonly RunStanding[];

const sidesOf = (
  runs: Runs,
  { rewards, ways, statedProblems, runProtocols }: Known,
  metric: string,
): Side[] =>
  runs.map((run, i) => ({
    name: "",
    of: [
      valueOnRecord(
        {
          ...run,
          runId: String(i),
          reward: run.reward === null ? null : rewards[run.reward],
          ways: run.ways.map((way) => ways[way]),
          statedProblems: run.statedProblems === null ? null : statedProblems[run.statedProblems],
          runProtocol: run.runProtocol === null ? null : runProtocols[run.runProtocol],
        },
        metric,
      ),
    ],
  }));

/** Why the lines of these runs, all of which have values of a metric, may not be ranked in it; null where they may. */
export const whyNotRanked = (metric: string, known: Known, runs: Runs): Apart | null =>
  whyApart(metric, sidesOf(runs, known, metric));

/** Which of these runs have values of one quantity, by their places: groups of them, and those of which it is not known. */
export const rankedAmong = (
  metric: string,
  known: Known,
  runs: Runs,
): Pick<Judgement, "ranked" | "unranked"> => judge(metric, sidesOf(runs, known, metric));

/** The same of some bands of an answer about this metric: of the runs that each is of in what was asked for. */
export const whyBandsNotRanked = (
  metric: string,
  known: Standings,
  bands: readonly Pick<SeedBand, "standings">[],
): Apart | null =>
  whyNotRanked(
    metric,
    known,
    bands.flatMap(({ standings }) => standings.map((standing) => known.standings[standing])),
  );

/** What a training reward can be under any of these reward functions; null where one is not known, and of another metric. */
export function rangeOfRewards(
  metric: string,
  rewards: readonly (TrainingReward | null)[],
): PossibleRange | null {
  const part = metric === "reward/raw" ? "raw" : metric === "reward/shaped" ? "shaped" : null;
  if (part === null) return null;
  const known = rewards.flatMap((reward) => {
    const range = reward?.ranges?.[part];
    return range ? [range] : [];
  });
  if (known.length === 0 || known.length < rewards.length) return null;
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))];
}

/** The same by what is on record of all that is drawn. */
export function rewardRange(
  metric: string,
  { rewards, standings }: Standings,
  bands: readonly Pick<SeedBand, "standings">[],
): PossibleRange | null {
  const drawn = new Set(bands.flatMap((band) => band.standings));
  return rangeOfRewards(
    metric,
    [...drawn].map((place) => {
      const { reward } = standings[place];
      return reward === null ? null : rewards[reward];
    }),
  );
}

/** What sets the trainings behind the lines apart: "These runs started from 3 different weights (C08)". */
export const treatmentWords = (known: Known, runs: Runs): string[] =>
  treatmentsAmong(sidesOf(runs, known, ""));
