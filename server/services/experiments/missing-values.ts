import type { MissingValueReason } from "../../contracts/claim-verdict.ts";
import type { AblationRow } from "../../contracts/experiment.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import type { Finding } from "../../contracts/finding.ts";
import { endsNotFinite } from "../../checks/health/not-finite.ts";
import type { SeedFacts } from "./cell-values.ts";
import type { Cell } from "./cells.ts";

/** Facts of seeds in which a run that ends in values that are not finite has none: what it measured is of no policy that trains. */
export function withoutDiverged(
  seeds: SeedFacts[],
  { bySeed }: Cell,
  health: ReadonlyMap<string, readonly Finding[]>,
): SeedFacts[] {
  const diverged = new Set(
    [...bySeed.values()].flatMap(({ run, attempt }) =>
      attempt && health.get(attempt.id)?.some(endsNotFinite) ? [run.id] : [],
    ),
  );
  return seeds.map((one) =>
    diverged.has(one.runId) ? { ...one, evaluation: null, value: () => null, diverged: () => true } : one,
  );
}

/** A seed of a configuration without a value of a metric. */
export type MissingValue = NonNullable<AblationRow["missing"]>[string][number];

/** The seeds of a configuration without a value of a metric, each with the run that counts for it and why. */
export function missingValues({ bySeed }: Cell, seeds: readonly SeedFacts[], metric: string): MissingValue[] {
  const factsOf = new Map(seeds.map((one) => [one.runId, one]));
  return [...bySeed].flatMap(([seed, { run }]) => {
    const facts = factsOf.get(run.id);
    if (facts && facts.value(metric) !== null) return [];
    const why = facts?.copyOf === undefined ? reasonOf(run.state, facts?.diverged(metric) ?? false) : "copy";
    return [{ seed, runId: run.id, why }];
  });
}

function reasonOf(state: Cell["runs"][number]["state"], diverged: boolean): MissingValueReason {
  if (!isEnded(state)) return "unfinished";
  if (state === "failed" || state === "killed" || state === "crashed") return state;
  return diverged ? "diverged" : "no_value";
}
