import { defineConfig } from "vitest/config";

/**
 * What takes minutes: `*.long.test.ts`, and the simulations with 2,000 worlds per figure instead of a few hundred.
 * `npm run test:long` runs it, with a part of a file name to run less.
 */
export default defineConfig({
  test: {
    include: ["{app,components,db,e2e,server,workers}/**/*.{long,simulation}.test.ts"],
    env: { STATS_WORLDS: "2000" },
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    passWithNoTests: false,
  },
});
