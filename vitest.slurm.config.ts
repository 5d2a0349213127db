import { configDefaults, defineConfig } from "vitest/config";

/** A private Slurm cluster that the tests start; `npm run test:slurm`. */
export default defineConfig({
  test: {
    include: ["{e2e,server,workers}/**/*.slurm.test.ts"],
    exclude: configDefaults.exclude,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    pool: "forks",
    fileParallelism: false,
    globalSetup: "workers/bridge/executors/slurm/testing/set-up.ts",
  },
});
