import { selectLooks } from "#db/queries/looks.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import type { Looks } from "../../contracts/launch/looks.ts";
import { EXTERNAL_RECIPE } from "../../contracts/external/status-source.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { lookLevel } from "../../stats/claims/looks.ts";
import { lookCost } from "../../wording/verdicts/looks.ts";
import type { ServiceContext } from "../context.ts";

/** The looks at an experiment so far. */
export interface SeenLooks {
  /** How many there were. */
  count: number;
  /** How many were declared before the first run; 1 where none were. */
  declared: number;
  /** A launch fixed the seeds before the first run. */
  planned: boolean;
  /** The look that a seed of a configuration was added before: 1 for those that the first one saw, `count` + 1 for new ones. */
  lookOf(cell: string, seed: number): number;
}

/**
 * What was looked at in an experiment. Of launched runs a seed is as old as in its own configuration, whatever others had: a seed
 * that replaces one without a value is no new one. Clients send the configurations of a seed one after the other and plan nothing
 * here, so of theirs a seed is as old as in any configuration.
 */
export function seenLooks(
  { db }: Pick<ServiceContext, "db">,
  experimentId: string,
  { looks: declared = 1, recipe }: Pick<ExperimentPlan, "looks" | "recipe">,
): SeenLooks {
  const found = selectLooks(db, experimentId);
  const planned = recipe !== EXTERNAL_RECIPE;
  const known = found.map(
    ({ seeds }) => new Map(Object.entries(seeds).map(([cell, of]) => [cell, new Set(of)])),
  );
  const anywhere = found.map(({ seeds }) => new Set(Object.values(seeds).flat()));
  return {
    count: found.length,
    declared,
    planned,
    lookOf(cell, seed) {
      const isShared = !planned && isSaidSeed(seed);
      const at = known.findIndex(
        (cells, i) => (isShared ? anywhere[i] : cells.get(cell))?.has(seed) ?? false,
      );
      return at === -1 ? found.length + 1 : at + 1;
    },
  };
}

/** How often an experiment was looked at, and what seeds that are added to it now are claimed at. */
export const looksOf = ({ count, declared, planned }: SeenLooks): Looks => ({
  seen: count,
  declared,
  next: { number: count + 1, level: lookLevel(count + 1, declared) },
  planned,
});

/** What the claims of some configurations pay for some seeds, in words; null where each of them was there at a look before. */
export function costOfSeeds(
  looks: SeenLooks,
  cells: readonly string[],
  seeds: readonly number[],
): string | null {
  const isNew = cells.some((cell) => seeds.some((seed) => looks.lookOf(cell, seed) > looks.count));
  return isNew ? lookCost(looksOf(looks), lookLevel(Math.max(1, looks.count), looks.declared)) : null;
}
