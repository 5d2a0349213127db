import { afterAll, describe, expect, test } from "vitest";
import { draws, LONG_RUN, SIMULATION } from "../testing.ts";
import { guardRates, type GuardWorld } from "../testing/guard-world.ts";
import { GUARD_WORLDS } from "../testing/guard-worlds.ts";

/** The long run has 2,000 worlds of each, and power; the quick one 200 of those that are cheap to play, the first of each name. */
const WORLDS = LONG_RUN ? 2000 : 200;
const SEED = 4026;
const isCheap = ({ name }: GuardWorld) =>
  !/^((20|50) cells|limit:)/.test(name) || name === "20 cells that scatter alike";
const isFirst = (world: GuardWorld) => GUARD_WORLDS.find(({ name }) => name === world.name) === world;
const played = GUARD_WORLDS.filter((world) => LONG_RUN || (isFirst(world) && isCheap(world)));

const HEAD = [
  "| World | Seeds | False claims before | after | Power before | after |",
  "|---|---|---|---|---|---|",
];

describe("claims where values, looks or spreads would mislead a plain test", () => {
  const lines: string[] = [];
  const percent = ({ before, after }: { before: number; after: number }, digits: number) =>
    `${(100 * before).toFixed(digits)} | ${(100 * after).toFixed(digits)}`;

  for (const world of played) {
    const { name, seeds, bound, effect } = world;
    const seed = SEED + GUARD_WORLDS.indexOf(world);
    test(
      `${name}, ${seeds} seeds: ${bound === null ? "fewer false claims than before" : `false claims stay within ${100 * bound} %`}`,
      SIMULATION,
      () => {
        const rates = guardRates(world, WORLDS, draws(seed), 0);
        if (LONG_RUN) {
          const found = guardRates(world, WORLDS, draws(seed + 1000), effect);
          lines.push(`| ${name} | ${seeds} | ${percent(rates, 1)} | ${percent(found, 0)} |`);
          console.log(`seed ${seed}: ${lines.at(-1)}`);
        }
        if (bound === null) return expect(rates.after).toBeLessThanOrEqual(rates.before);
        const room = LONG_RUN ? 0 : 4 * Math.sqrt((bound * (1 - bound)) / WORLDS);
        return expect(rates.after).toBeLessThanOrEqual(bound + room);
      },
    );
  }

  afterAll(() => {
    if (LONG_RUN) console.log(["", ...HEAD, ...lines].join("\n"));
  });
});
