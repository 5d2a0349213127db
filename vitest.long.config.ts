import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Given to run a failure again. */
const seed = process.env.PROPERTY_SEED ?? String(Date.now() % 2 ** 31);
console.log(`Properties from seed ${seed}. Again with PROPERTY_SEED=${seed} npm run test:long`);

const TESTS = "{app,components,db,e2e,server,workers}/**/*.test.{ts,tsx}";
const withProperties = globSync(TESTS).filter((file) => readFileSync(file, "utf8").includes('"fast-check"'));

/**
 * What takes minutes: `*.long.test.ts`, the simulations with 2,000 worlds per figure instead of a few hundred, and the
 * properties. `npm run test:long` runs it, with a part of a file name to run less.
 */
export default defineConfig({
  test: {
    include: ["{app,components,db,e2e,server,workers}/**/*.{long,simulation}.test.ts", ...withProperties],
    env: { STATS_WORLDS: "2000", PROPERTY_SEED: seed },
    setupFiles: ["longer-properties.ts"],
    testTimeout: 60 * 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    pool: "forks",
    passWithNoTests: false,
  },
});
