import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newHome, removeHome, type RunningBench, startBench } from "./ablab-process.ts";
import { atMost, type Figure, type Measurement, quantile } from "./figure.ts";
import { cpuSecondsOf } from "./points/process-cpu.ts";

/** A script that ends at once, and one that says 1,000 points a second until it is stopped: 50 lines a second of 20 metrics. */
const SCRIPTS = {
  brief: "exit 0\n",
  talks: `import { writeSync } from "node:fs";
let step = 0;
const names = Array.from({ length: 20 }, (_, i) => "m/" + i);
setInterval(() => {
  step += 1;
  const values = Object.fromEntries(names.map((name, i) => [name, step + i / 20]));
  writeSync(3, JSON.stringify({ t: "points", step, at: Date.now(), values }) + "\\n");
}, 20);
`,
};
const COMMANDS = { brief: ["sh", "main"], talks: [process.execPath, "main.mjs"] };
const SLOTS = 2;
const DRAINED = 50;
const LAUNCHES = 20;
const SETTLE_MS = 5000;
const WATCH_MS = 20_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function writeScripts(home: string): string {
  for (const slug of ["brief", "talks"] as const) {
    const folder = join(home, "scripts", slug);
    mkdirSync(folder, { recursive: true });
    const recipe = { slug, title: slug, version: "1.0", command: COMMANDS[slug] };
    writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(recipe));
    writeFileSync(join(folder, COMMANDS[slug][1]), SCRIPTS[slug]);
  }
  return join(home, "scripts");
}

interface RunAnswer {
  row: { state: string };
  attempts: { startedAt: number | null }[];
}
const ENDED = ["finished", "failed", "killed", "crashed"];

async function launch(bench: RunningBench, recipe: string, runs: number): Promise<string[]> {
  const made = await bench.mutate<{ runs: { id: string }[] }>("runs.launch", {
    launchKey: randomUUID(),
    recipe,
    matrix: {
      presets: ["default"],
      edits: {},
      factors: [],
      seeds: Array.from({ length: runs }, (_, seed) => seed),
    },
    experiment: { title: recipe },
  });
  return made.runs.map(({ id }) => id);
}

const runOf = (bench: RunningBench, id: string) => bench.query<RunAnswer>("runs.get", { id });

async function stateOf(bench: RunningBench, id: string, wanted: readonly string[]): Promise<RunAnswer> {
  for (;;) {
    const run = await runOf(bench, id);
    if (wanted.includes(run.row.state)) return run;
    await pause(50);
  }
}

/** From the press to the kernel's process, on a bench with free slots; between two launches another part of a poll passes. */
async function launchToProcess(bench: RunningBench): Promise<Figure> {
  const waits: number[] = [];
  for (let i = 0; i < LAUNCHES; i++) {
    await pause((i * 137) % 500);
    const pressed = Date.now();
    const [id] = await launch(bench, "brief", 1);
    const { attempts } = await stateOf(bench, id, ENDED);
    waits.push((attempts[0]?.startedAt ?? Number.NaN) - pressed);
  }
  const median = quantile(waits, 0.5);
  return {
    name: "launch to process, p95",
    measured: quantile(waits, 0.95),
    unit: "ms",
    target: atMost(1000),
    note: `${LAUNCHES} launches of a script, one after the other; median ${Math.round(median ?? Number.NaN)} ms`,
  };
}

/** What the worker takes of a core while one training says 1,000 points a second. */
async function relayCpu(bench: RunningBench): Promise<Figure> {
  const [id] = await launch(bench, "talks", 1);
  await stateOf(bench, id, ["running"]);
  await pause(SETTLE_MS);
  const { pid } = JSON.parse(readFileSync(join(bench.home, "worker.json"), "utf8")) as { pid: number };
  const began = performance.now();
  const before = cpuSecondsOf(pid);
  await pause(WATCH_MS);
  const seconds = (performance.now() - began) / 1000;
  const used = cpuSecondsOf(pid) - before;
  await bench.endRun(id);
  return {
    name: "worker, CPU at 1,000 points/s",
    measured: (100 * used) / seconds,
    unit: "% of a core",
    target: atMost(2),
    note: `one script, 50 lines a second with 20 metrics each, over ${Math.round(seconds)} s`,
  };
}

async function drained(bench: RunningBench): Promise<Figure> {
  const began = performance.now();
  const ids = await launch(bench, "brief", DRAINED);
  const states = [];
  for (const id of ids) states.push((await stateOf(bench, id, ENDED)).row.state);
  const seconds = (performance.now() - began) / 1000;
  const finished = states.filter((state) => state === "finished").length;
  return {
    name: `${DRAINED} queued runs drain`,
    measured: finished === DRAINED ? seconds : null,
    unit: "s",
    target: null,
    note: `${finished} of ${DRAINED} finished, on ${SLOTS} slots; each ends as soon as it starts`,
  };
}

/** What launching and following costs beside the training itself. */
export const attempts: Measurement = {
  name: "attempts",
  async measure() {
    const home = newHome();
    try {
      const bench = await startBench(home, "--slots", String(SLOTS), "--recipes", writeScripts(home));
      try {
        const isKnown = async () =>
          (await bench.query<{ recipes: { slug: string }[] }>("recipes.folders", undefined)).recipes
            .length === 2;
        while (!(await isKnown())) await pause(100);
        return [await launchToProcess(bench), await relayCpu(bench), await drained(bench)];
      } finally {
        await bench.stop();
      }
    } finally {
      removeHome(home);
    }
  },
};
