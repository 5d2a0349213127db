import { defineConfig } from "@playwright/test";
import { findChromium } from "./e2e/browser.mjs";

const chromium = await findChromium();

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/fixtures/trained-home.ts",
  testMatch: "*.spec.ts",
  // Not what a page is measured by: only so that a test which waits in vain ends.
  timeout: 1_200_000,
  expect: { timeout: 180_000 },
  // A test waits for processes and pages as long as it computes; those that change nothing of each other share a server.
  workers: 2,
  forbidOnly: true,
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.ABLAB_BROWSER_REPORT ?? ".cache/reports/browser.json" }],
  ],
  use: {
    // What a press waits for comes within minutes even on a slow machine; a name that is gone fails then, not at the end.
    actionTimeout: 300_000,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: chromium.executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
      ],
      env: { ...(process.env as Record<string, string>), ...chromium.env },
    },
    // Recording costs a third of a test. To see one that failed: npm run e2e -- NAME --trace=retain-on-failure
    trace: "off",
  },
});
