import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of code without effects, guards and drawings: seconds. `npm run verify` runs these. */
const PURE = [
  "*.test.ts",
  "components/**/*.test.{ts,tsx}",
  "packs/*/{checks,contracts,pages,wording}/**/*.test.{ts,tsx}",
  "server/{checks,contracts,folders,foreign,importers,numbers,plot,stats,wording}/**/*.test.ts",
  "workers/{lp,math,protocol}/**/*.test.ts",
];

/** Tests in a world of their own in memory. */
const WORLDS = [
  "packs/*/{cli,services}/**/*.test.ts",
  "server/services/**/*.test.ts",
  "db/**/*.test.ts",
  "workers/{code,judge,lab,recipes}/**/*.test.ts",
];

/**
 * What cannot share a process with other files: it starts servers and programs, changes the environment, replaces a
 * module (which only takes where no file before it has loaded that), counts steps (which slows everything after it), or
 * loads the routers, whose words for refusals hold for the whole process.
 */
export const ALONE = [
  "app/**/*.test.{ts,tsx}",
  "e2e/**/*.test.ts",
  "server/*.test.ts",
  "server/{adapters,bridge,cli,http,live,maintenance,routers}/**/*.test.ts",
  "workers/{bridge,command,scripts,trainer}/**/*.test.ts",
  "packs/new-pack.test.ts",
  "components/trpc/**/*.test.ts",
  "components/charts/plot/plot-table.test.ts",
  "components/panels/live-windows.test.ts",
  "db/copies/**/*.test.ts",
  "db/points/{append,housekeep,point-store,stored-points,window}.test.ts",
  "server/checks/health/walk-cost.test.ts",
  "server/services/export/export-memory.test.ts",
  "server/contracts/charts/panel-sections.test.ts",
  "server/services/compare/overview.test.ts",
  "server/services/evaluations/{get,new-metric}.test.ts",
  "server/services/experiments/power.test.ts",
  "server/services/imports/import-parts.test.ts",
  "server/services/labels/store-labels.test.ts",
  "server/services/reports/blocks/new-block.test.ts",
  "server/services/reports/query/read-query.test.ts",
  "server/services/readers/reader.test.ts",
  "server/services/runs/held-out-issues.test.ts",
  "server/services/webhooks/**/*.test.ts",
  "server/stats/claims/incomplete-blocks.test.ts",
  "server/stats/claims/plan-cost.test.ts",
  "workers/judge/{python-judge,stdio}.test.ts",
  "workers/lab/env/warm-actions.test.ts",
  "workers/lab/nn/kernel.test.ts",
  "workers/math/testing/count-steps.test.ts",
  "workers/protocol/secrets/mask-steps.test.ts",
  "workers/recipes/problems/problem-sets.test.ts",
];

/** Minutes for a few numbers; in `npm test` with fewer worlds than in `npm run test:long`. */
const SIMULATIONS = ["**/*.simulation.test.ts"];

const never = [...configDefaults.exclude, "**/*.long.test.ts", "**/*.clients.test.ts", "**/*.slurm.test.ts"];

export default defineConfig({
  test: {
    // Not what a test is measured by: only so that one which waits in vain ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: "forks",
    // One more than cores, since tests of processes mostly wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: { name: "pure", include: PURE, exclude: [...never, ...ALONE, ...SIMULATIONS], isolate: false },
      },
      {
        extends: true,
        test: { name: "worlds", include: WORLDS, exclude: [...never, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: "alone", include: [...ALONE, ...SIMULATIONS], exclude: never } },
    ],
  },
});
