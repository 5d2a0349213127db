import { afterAll, describe, expect, test } from "vitest";
import { draws, LONG_RUN, SIMULATION } from "../testing.ts";
import { COLLAPSE_WORLDS, collapseRates, type CollapseWorld, EARLIER } from "../testing/collapse-worlds.ts";
import { BOUND } from "../testing/guard-world.ts";

/** The long run has 2,000 worlds of each, and what is found; the quick one 200 of the first of each name. */
const WORLDS = LONG_RUN ? 2000 : 200;
const SEED = 5026;
const isFirst = ({ name }: CollapseWorld, place: number) =>
  COLLAPSE_WORLDS.findIndex((other) => other.name === name) === place;

const HEAD = [
  `| World | Seeds | Plain test | About runs that do not collapse | found | About all runs | found | Any, with ${EARLIER} earlier runs | found |`,
  "|---|---|---|---|---|---|---|---|---|",
];

describe("a claim where one configuration collapses now and then", () => {
  const lines: string[] = [];
  const percent = (rate: number, digits: number) => (100 * rate).toFixed(digits);

  for (const [place, world] of COLLAPSE_WORLDS.entries()) {
    if (!LONG_RUN && !isFirst(world, place)) continue;
    const { name, seeds, effect } = world;
    test(
      `${name}, ${seeds} seeds: what is claimed is false in at most ${100 * BOUND} %, about all runs and about those that do not collapse`,
      SIMULATION,
      () => {
        const rates = collapseRates(world, WORLDS, draws(SEED + place), 0);
        if (LONG_RUN) {
          const found = collapseRates(world, WORLDS, draws(SEED + place + 1000), effect);
          const both = (["without", "all", "recorded"] as const).map(
            (key) => `${percent(rates[key], 1)} | ${percent(found[key], 0)}`,
          );
          lines.push(`| ${name} | ${seeds} | ${percent(rates.plain, 1)} | ${both.join(" | ")} |`);
          console.log(`seed ${SEED + place}: ${lines.at(-1)}`);
        }
        const room = LONG_RUN ? 0 : 4 * Math.sqrt((BOUND * (1 - BOUND)) / WORLDS);
        for (const key of ["without", "all", "recorded"] as const)
          expect(rates[key], key).toBeLessThanOrEqual(BOUND + room);
      },
    );
  }

  afterAll(() => {
    if (LONG_RUN) console.log(["", ...HEAD, ...lines].join("\n"));
  });
});
