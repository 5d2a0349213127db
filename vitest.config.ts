import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts", "{app,components,db,e2e,server,workers}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, "**/*.long.test.ts", "**/*.clients.test.ts"],
    // Not what a test is measured by: only so that one which waits in vain ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    pool: "forks",
  },
});
