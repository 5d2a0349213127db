import type * as FastCheck from "fast-check";
import { vi } from "vitest";

/**
 * Every property of the tree asked ten times as often, from one seed that `npm run test:long` prints and `PROPERTY_SEED`
 * gives back. A property that names a seed of its own keeps it.
 */
const TIMES = 10;
const USUAL_RUNS = 100;

vi.mock("fast-check", async (load) => {
  const fc = await load<typeof FastCheck>();
  const seed = Number(process.env.PROPERTY_SEED);
  const longer = <P extends { numRuns?: number } | undefined>(given: P) => ({
    seed,
    ...given,
    numRuns: TIMES * (given?.numRuns ?? USUAL_RUNS),
  });
  const assert: typeof FastCheck.assert = (property, given) => fc.assert(property, longer(given)) as never;
  return { ...fc, assert };
});
