import type { CurveRuns, CurveStanding } from "#server/contracts/curves.ts";
import { treatmentsAmong, whyApart, type Apart } from "#server/judgement/judge.ts";
import { valueOnRecord, type Side } from "#server/judgement/on-record.ts";

type Known = Pick<CurveRuns, "rewards" | "ways">;
type Runs = readonly CurveStanding[];

const sidesOf = (runs: Runs, { rewards, ways }: Known, metric: string): Side[] =>
  runs.map((run, i) => ({
    name: "",
    of: [
      valueOnRecord(
        {
          ...run,
          runId: String(i),
          reward: run.reward === null ? null : rewards[run.reward],
          ways: run.ways.map((way) => ways[way]),
        },
        metric,
      ),
    ],
  }));

/** Why the lines of these runs, all of which have values of a metric, may not be ranked in it; null where they may. */
export const whyNotRanked = (metric: string, known: Known, runs: Runs): Apart | null =>
  whyApart(metric, sidesOf(runs, known, metric));

/** What sets the trainings behind the lines apart: "These runs started from 3 different weights (C08)". */
export const treatmentWords = (known: Known, runs: Runs): string[] =>
  treatmentsAmong(sidesOf(runs, known, ""));
