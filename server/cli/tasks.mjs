// The checks of this checkout: `verify` is the inner loop without a browser, `test` is everything but what takes many minutes,
// which is `test:long`, and what needs Python with the clients of others, which is `test:clients`.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PrepareError, ROOT, childEnv, ensureBuilt, ensureInstalled, rightNode } from "./prepare.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, args: () => string[], report?: () => Counts }} Step */

const OUT = join(ROOT, ".cache", "reports");
const bin = (/** @type {string} */ name, /** @type {string[]} */ ...args) => [
  join("node_modules", name),
  ...args,
];

/** @param {string} file @returns {Counts} */
function vitestCounts(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ f) =>
      f.status === "failed" && f.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {string} file @returns {Counts} */
function playwrightCounts(file) {
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

const UNIT_REPORT = join(OUT, "unit.json");
const LONG_REPORT = join(OUT, "long.json");
const CLIENTS_REPORT = join(OUT, "clients.json");
const BROWSER_REPORT = join(OUT, "browser.json");

/** @param {string} report @param {string[]} args */
const vitest = (report, ...args) =>
  bin(
    "vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  );

/** @type {Step[]} */
const VERIFY = [
  { name: "format", args: () => bin("prettier/bin/prettier.cjs", "--check", "--log-level=warn", ".") },
  { name: "lint", args: () => bin("oxlint/bin/oxlint", "--type-aware", "--quiet") },
  { name: "types", args: () => bin("typescript/bin/tsc", "--noEmit") },
  {
    name: "architecture, unit and process tests",
    args: () => vitest(UNIT_REPORT),
    report: () => vitestCounts(UNIT_REPORT),
  },
];

/** @type {Step[]} */
const LONG = [
  {
    name: "long tests and simulations",
    args: () => vitest(LONG_REPORT, "--config=vitest.long.config.ts"),
    report: () => vitestCounts(LONG_REPORT),
  },
];

/** @type {Step[]} */
const CLIENTS = [
  {
    name: "clients of others, as pip installs them",
    args: () => vitest(CLIENTS_REPORT, "--config=vitest.clients.config.ts"),
    report: () => vitestCounts(CLIENTS_REPORT),
  },
];

const CHAOS = join("e2e", "chaos", "main.ts");

/** @type {Step[]} */
const KILL_LOOP = [{ name: "kill loop", args: () => [CHAOS, "--quick"] }];

/** @type {Step[]} */
const BROWSER = [
  {
    name: "browser tests",
    args: () => bin("@playwright/test/cli.js", "test"),
    report: () => playwrightCounts(BROWSER_REPORT),
  },
];

/** @type {Record<string, { steps: Step[], build: boolean }>} */
const TASKS = {
  verify: { steps: VERIFY, build: false },
  test: { steps: [...VERIFY, ...KILL_LOOP, ...BROWSER], build: true },
  "test:long": { steps: LONG, build: false },
  "test:clients": { steps: CLIENTS, build: false },
  e2e: { steps: BROWSER, build: true },
};

/** @param {string[]} args @returns {Promise<number>} */
function run(args) {
  return new Promise((resolve) => {
    const env = { ...childEnv(), ABLAB_BROWSER_REPORT: BROWSER_REPORT };
    const child = spawn(rightNode(), ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: ROOT,
      stdio: "inherit",
      env,
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** @param {Step} step @param {string[]} extra @returns {Promise<Counts>} */
async function check(step, extra) {
  const started = Date.now();
  console.log(`\n=== ${step.name}`);
  const code = await run([...step.args(), ...extra]);
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  console.log(`=== ${step.name}: ${code === 0 ? "ok" : `FAILED (exit ${code})`}, ${seconds} s`);
  if (!step.report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  try {
    const counts = step.report();
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const [name = "", ...extra] = process.argv.slice(2);
try {
  await ensureInstalled();
  if (name === "bench") {
    await ensureBuilt();
    process.exit(await run([join("e2e", "bench", "main.ts"), ...extra]));
  }
  if (name === "chaos") process.exit(await run([CHAOS, ...extra]));
  const task = TASKS[name];
  if (!task)
    throw new PrepareError(
      `There is no task "${name}". There is: ${[...Object.keys(TASKS), "bench", "chaos"].join(", ")}.`,
    );
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const broken = [];
  if (task.build) await ensureBuilt();
  for (const step of task.steps) {
    const counts = await check(step, task.steps.length === 1 ? extra : []);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    if (counts.failed > 0) broken.push(step.name);
  }
  if (broken.length > 0) console.log(`\nFailed: ${broken.join("; ")}`);
  console.log(
    `${broken.length > 0 ? "" : "\n"}${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
  );
  process.exit(total.failed === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  console.error(`ablab: ${error.message}`);
  console.log("\n0 passed, 1 failed, 0 skipped");
  process.exit(1);
}
