import { configDefaults, defineConfig } from "vitest/config";

/** Real clients of others, as they are installed by pip, against our wires; `npm run test:clients`. */
export default defineConfig({
  test: {
    include: ["{clients,e2e,server}/**/*.clients.test.ts"],
    exclude: configDefaults.exclude,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    pool: "forks",
    fileParallelism: false,
  },
});
