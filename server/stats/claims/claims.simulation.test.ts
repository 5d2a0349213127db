import { afterAll, describe, expect, test } from "vitest";
import { draws, LONG_RUN, SIMULATION, simulationError } from "../testing.ts";
import {
  CLAIM_WORLDS,
  falseClaims,
  power,
  type ClaimRates,
  type ClaimWorld,
} from "../testing/claim-worlds.ts";

/** Worlds per figure: the long run has 2,000 of each, the quick one 200 of the first of each name. */
const WORLDS = LONG_RUN ? 2000 : 200;
const SEED = 2026;

/** What the table of README.md begins with. */
const HEAD = [
  "| World | Seeds | False claims pooled | shipped | Power pooled | shipped |",
  "|---|---|---|---|---|---|",
];

const seedOf = (world: ClaimWorld) => SEED + CLAIM_WORLDS.indexOf(world);
const quick = (world: ClaimWorld) =>
  CLAIM_WORLDS.find(({ name }) => name === world.name) === world && (world.columns?.count ?? 1) < 6;
const played = CLAIM_WORLDS.filter((world) => LONG_RUN || quick(world));

describe("claims in worlds where nothing differs, and where one cell does", () => {
  const lines: string[] = [];
  const percent = ({ pooled, shipped }: ClaimRates, digits: number) =>
    `${(100 * pooled).toFixed(digits)} | ${(100 * shipped).toFixed(digits)}`;

  for (const world of played) {
    const { name, seeds, bound } = world;
    test(`${name}, ${seeds} seeds: false claims stay within ${100 * bound} %`, SIMULATION, () => {
      const rates = falseClaims(world, WORLDS, draws(seedOf(world)));
      if (LONG_RUN) {
        const found = power(world, WORLDS, draws(seedOf(world) + 1000));
        lines.push(`| ${name} | ${seeds} | ${percent(rates, 1)} | ${percent(found, 0)} |`);
        console.log(`seed ${seedOf(world)}: ${lines.at(-1)}`);
      }
      // 200 worlds are four standard errors wide: they see a rule that claims in one world of seven.
      const room = LONG_RUN ? 0 : 4 * Math.sqrt((bound * (1 - bound)) / WORLDS);
      expect(rates.shipped).toBeLessThanOrEqual(bound + room);
    });
  }

  const named = (name: string, seeds: number) => {
    const world = CLAIM_WORLDS.find((w) => w.name === name && w.seeds === seeds);
    if (!world) throw new Error(`no world ${name}`);
    return world;
  };

  test(
    "3 seeds show 4 sd in about 67 % of worlds, also beside a wild cell; 5 seeds in 99 %",
    SIMULATION,
    () => {
      const expected: [string, number, number][] = [
        ["all scatter alike", 3, 0.67],
        ["one cell scatters x 8", 3, 0.64],
        ["all scatter alike", 5, 0.99],
      ];
      for (const [name, seeds, rate] of expected) {
        const found = power(named(name, seeds), WORLDS, draws(SEED + 500 + seeds));
        expect(Math.abs(found.shipped - rate)).toBeLessThan(
          4 * Math.sqrt((rate * (1 - rate)) / WORLDS) + 0.01,
        );
      }
    },
  );

  test(
    "a wild cell makes one common error claim too much, and hides what the others show",
    SIMULATION,
    () => {
      const world = named("one cell scatters x 8", 3);
      const nothing = falseClaims(world, WORLDS, draws(SEED + 600));
      const something = power(world, WORLDS, draws(SEED + 601));
      expect(nothing.pooled).toBeGreaterThan(0.065);
      expect(something.pooled).toBeLessThan(something.shipped - simulationError(0.5));
    },
  );

  afterAll(() => {
    if (LONG_RUN) console.log(["", ...HEAD, ...lines].join("\n"));
  });
});
