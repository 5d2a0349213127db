import type { SeedBand } from "../contracts/charts/bands.ts";
import type { RunStanding, Standings } from "../contracts/on-record.ts";
import { treatmentsAmong, whyApart, type Apart } from "./judge.ts";
import { valueOnRecord, type Side } from "./on-record.ts";

type Known = Pick<Standings, "rewards" | "ways" | "statedProblems">;
type Runs = readonly RunStanding[];

const sidesOf = (runs: Runs, { rewards, ways, statedProblems }: Known, metric: string): Side[] =>
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
        },
        metric,
      ),
    ],
  }));

/** Why the lines of these runs, all of which have values of a metric, may not be ranked in it; null where they may. */
export const whyNotRanked = (metric: string, known: Known, runs: Runs): Apart | null =>
  whyApart(metric, sidesOf(runs, known, metric));

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

/** What sets the trainings behind the lines apart: "These runs started from 3 different weights (C08)". */
export const treatmentWords = (known: Known, runs: Runs): string[] =>
  treatmentsAmong(sidesOf(runs, known, ""));
