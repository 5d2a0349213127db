import { bySeverity, type Objection } from "../../contracts/objection.ts";
import { writeOf } from "../../wording/counts.ts";
import type { Cell } from "./cells.ts";

/**
 * What the run-health rules say of a configuration's runs: each rule once for each metric that it speaks of, with how many runs
 * that is so in. A run that a rule objects to for two metrics is one run of each.
 */
export function acrossRuns(
  { bySeed, config }: Pick<Cell, "bySeed" | "config">,
  byAttempt: Map<string, Objection[]>,
  keeps: (objection: Objection) => boolean,
): Objection[] {
  const attempts = [...bySeed.values()].flatMap(({ attempt }) => attempt?.id ?? []);
  const found = attempts.flatMap((id) =>
    (byAttempt.get(id) ?? []).filter(keeps).map((objection) => ({ id, objection })),
  );
  const same = Map.groupBy(found, ({ objection: { rule, metric } }) => JSON.stringify([rule, metric]));
  return [...same.values()].map((one) => {
    const [worst] = bySeverity(one.map(({ objection }) => objection));
    const runs = new Set(one.map(({ id }) => id)).size;
    return {
      ...worst,
      claim: `In ${writeOf(runs, attempts.length, "run")} of ${config}: ${worst.claim}`,
      a: config,
    };
  });
}
