// The checks of this checkout: `verify` is the inner loop of a minute, `test` is everything but what takes many minutes, which
// is `test:long`, and what needs the clients of others, which is `test:clients`.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";
import { PrepareError, ROOT, childEnv, ensureBuilt, ensureInstalled, rightNode } from "./prepare.mjs";

/** `named`: the tests that failed, with what each said. @typedef {{ passed: number, failed: number, skipped: number, named?: string[] }} Counts */
/** @typedef {{ name: string, args: () => string[], report?: () => Counts }} Step */
/** Steps of one list run at the same time. `picks`: what follows the task, as a part of a file name, goes to its first step, which then runs alone. */
/** @typedef {{ says: string, steps: Step[][], build?: boolean, picks?: boolean }} Task */

const CACHE = join(ROOT, ".cache");
const OUT = join(CACHE, "reports");
const bin = (/** @type {string} */ name, /** @type {string[]} */ ...args) => [
  join("node_modules", name),
  ...args,
];

/** @param {string} file @returns {Counts} */
function vitestCounts(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const named = failedOfVitest(report);
  return {
    passed: report.numPassedTests,
    failed: named.length,
    skipped: report.numPendingTests + report.numTodoTests,
    named,
  };
}

/** @param {string} file @returns {Counts} */
function playwrightCounts(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    named: failedOfPlaywright(report),
  };
}

const UNIT_REPORT = join(OUT, "unit.json");
const LONG_REPORT = join(OUT, "long.json");
const CLIENTS_REPORT = join(OUT, "clients.json");
const SLURM_REPORT = join(OUT, "slurm.json");
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
const STATIC = [
  {
    name: "format",
    args: () =>
      bin(
        "prettier/bin/prettier.cjs",
        "--check",
        "--log-level=warn",
        "--cache",
        "--cache-strategy=content",
        `--cache-location=${join(CACHE, "prettier")}`,
        ".",
      ),
  },
  { name: "lint", args: () => bin("oxlint/bin/oxlint", "--type-aware", "--quiet") },
  {
    name: "types",
    args: () => bin("typescript/bin/tsc", "--noEmit", "--tsBuildInfoFile", join(CACHE, "types.tsbuildinfo")),
  },
];

/** @type {Step} */
const QUICK = {
  name: "architecture and quick unit tests",
  args: () => vitest(UNIT_REPORT, "--project=pure"),
  report: () => vitestCounts(UNIT_REPORT),
};

/** @type {Step} */
const UNIT = {
  name: "architecture, unit and process tests",
  args: () => vitest(UNIT_REPORT),
  report: () => vitestCounts(UNIT_REPORT),
};

/** @type {Step} */
const LONG = {
  name: "long tests, simulations and large property runs",
  args: () => vitest(LONG_REPORT, "--config=vitest.long.config.ts"),
  report: () => vitestCounts(LONG_REPORT),
};

/** @type {Step} */
const CLIENTS = {
  name: "clients of others, as pip installs them",
  args: () => vitest(CLIENTS_REPORT, "--config=vitest.clients.config.ts"),
  report: () => vitestCounts(CLIENTS_REPORT),
};

/** @type {Step} */
const SLURM = {
  name: "a private Slurm cluster of three nodes",
  args: () => vitest(SLURM_REPORT, "--config=vitest.slurm.config.ts"),
  report: () => vitestCounts(SLURM_REPORT),
};

const CHAOS = join("e2e", "chaos", "main.ts");
const FUZZ = join("e2e", "fuzz", "main.ts");

/** @type {Step} */
const BROWSER = {
  name: "browser tests",
  args: () => bin("@playwright/test/cli.js", "test"),
  report: () => playwrightCounts(BROWSER_REPORT),
};

/** @type {Record<string, Task>} */
const TASKS = {
  verify: {
    says: "format, lint, types, architecture and the unit tests without effects: a minute",
    steps: [[...STATIC, QUICK]],
  },
  test: {
    says: "format, lint, types, all unit and process tests, 100 kills, and the browser tests on the built pages",
    steps: [STATIC, [UNIT], [{ name: "kill loop", args: () => [CHAOS, "--quick"] }], [BROWSER]],
    build: true,
  },
  "test:long": {
    says: "simulations with 2,000 worlds, property tests with ten times the cases, 1,000 kills; prints its seeds",
    steps: [[LONG], [{ name: "kill loop of 1,000", args: () => [CHAOS] }]],
    picks: true,
  },
  "test:clients": {
    says: "the clients of other trackers, installed by pip, against our wires; skipped where Python is missing",
    steps: [[CLIENTS]],
    picks: true,
  },
  "test:slurm": {
    says: "the Slurm executor on a cluster that the test starts; skipped where Slurm cannot be installed",
    steps: [[SLURM]],
    picks: true,
  },
  e2e: {
    says: "the browser tests alone, or those whose file is named",
    steps: [[BROWSER]],
    build: true,
    picks: true,
  },
};

const USAGE = [
  ...Object.entries(TASKS).map(([task, { says }]) => [task, says]),
  ["bench", "measurements; e2e/bench/README.md"],
  ["findings", "trains what its questions need and is not stored yet, and writes the findings"],
  ["lab", "lists the recipes, or runs one without a server"],
  ["chaos", "kills a server 1,000 times while points arrive"],
  ["fuzz", "gives every parser what strangers may send, ten minutes long"],
]
  .map(([task, says]) => `npm run ${task.padEnd(12)} ${says}`)
  .join("\n");

/**
 * @param {string[]} args
 * @param {boolean} aside Keeps what it prints, which would mix with that of others; it is printed at the end.
 * @returns {Promise<number>}
 */
function run(args, aside = false) {
  return new Promise((resolve) => {
    const env = { ...childEnv(), ABLAB_BROWSER_REPORT: BROWSER_REPORT };
    const child = spawn(rightNode(), ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: ROOT,
      stdio: aside ? ["ignore", "pipe", "pipe"] : "inherit",
      env,
    });
    /** @type {Buffer[]} */
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}

/** @param {Step} step @param {string[]} extra @param {boolean} aside @returns {Promise<Counts>} */
async function check(step, extra, aside) {
  const started = Date.now();
  if (!aside) console.log(`\n=== ${step.name}`);
  const code = await run([...step.args(), ...extra], aside);
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
if (["", "--help", "-h"].includes(name) || (TASKS[name] && extra.includes("--help"))) {
  console.log(USAGE);
  process.exit(0);
}
try {
  await ensureInstalled();
  if (name === "bench") {
    await ensureBuilt();
    process.exit(await run([join("e2e", "bench", "main.ts"), ...extra]));
  }
  if (name === "findings") {
    await ensureBuilt();
    process.exit(await run([join("e2e", "findings", "main.ts"), ...extra]));
  }
  if (name === "lab") process.exit(await run([join("workers", "trainer", "lab.ts"), ...extra]));
  if (name === "chaos") process.exit(await run([CHAOS, ...extra]));
  if (name === "fuzz") process.exit(await run([FUZZ, ...extra]));
  const task = TASKS[name];
  if (!task) throw new PrepareError(`There is no task "${name}". There is:\n${USAGE}`);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const broken = [];
  /** @type {string[]} */
  const named = [];
  if (task.build) await ensureBuilt();
  const picked = task.picks ? extra : [];
  for (const steps of picked.length > 0 ? [[task.steps[0][0]]] : task.steps) {
    if (steps.length > 1) console.log(`\n=== at the same time: ${steps.map((step) => step.name).join(", ")}`);
    const found = await Promise.all(steps.map((step) => check(step, picked, steps.length > 1)));
    found.forEach((counts, i) => {
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
      if (counts.failed > 0) broken.push(steps[i].name);
      named.push(...(counts.named ?? []));
    });
  }
  if (broken.length > 0) console.log(["", `Failed: ${broken.join("; ")}`, ...named].join("\n"));
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
