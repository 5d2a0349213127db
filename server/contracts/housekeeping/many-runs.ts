import { z } from "zod";
import { idSchema } from "../ids.ts";
import { MAX_RUNS_AT_ONCE } from "./annotation-limits.ts";

export const RunIdsInput = z.object({
  ids: z
    .array(idSchema("run"))
    .min(1, "Choose at least one run.")
    .max(MAX_RUNS_AT_ONCE, `At most ${MAX_RUNS_AT_ONCE} runs are changed at once.`),
});

/** Runs that fit a view: as many ids as can be changed at once, how many fit, and how many of the ids have ended. */
export interface MatchingRuns {
  ids: string[];
  total: number;
  ended: number;
}

/** What goes with several runs, and the published reports that used one of them. */
export interface RunsDeletion {
  runs: number;
  message: string;
  reports: { id: string; title: string }[];
}
