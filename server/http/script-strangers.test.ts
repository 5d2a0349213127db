import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from "vitest";
import { findRunProcesses } from "../../workers/bridge/proc.mjs";
import { readLog } from "../services/attempts/read-log.ts";
import { inputOffers } from "../services/inputs/offers.ts";
import { listFolderRecipes } from "../services/recipes/agree.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { stopRun } from "../services/runs/stop.ts";
import { freshKey } from "../services/testing.ts";
import { type ScriptBench, startScriptBench } from "./testing/script-bench.ts";

const MAKER = {
  slug: "maker",
  title: "Leaves a checkpoint",
  version: "1.0",
  command: ["sh", "make.sh", "{output}"],
  checkpoint: { pattern: "checkpoint-*", resume: ["{checkpoint}"] },
};
const READER = {
  slug: "reader",
  title: "Begins from it",
  version: "1.0",
  command: ["sh", "read.sh", "{input.start}"],
  inputs: [{ slot: "start", label: "Start", kind: "folder" }],
};
const HOW = ["forks", "daemon", "deaf", "fills"];
const UNRULY = {
  slug: "unruly",
  title: "Does what it should not",
  version: "1.0",
  command: ["sh", "unruly.sh", "{how}"],
  fields: [{ name: "how", kind: "choice", default: "forks", choices: HOW.map((value) => ({ value })) }],
  stop: { signal: "SIGTERM", graceSeconds: 1 },
};
/** What forks and is not waited for; what leaves its session; what hears no signal; a full disk. */
const SCRIPTS = {
  "maker/make.sh": 'mkdir "$1/checkpoint-7" && echo 41.5 > "$1/checkpoint-7/weight"\n',
  "reader/read.sh": 'echo "begins at $(cat "$1/weight")"\n',
  "unruly/unruly.sh": `echo first
case "$1" in
  forks) for i in 1 2 3 4 5; do sleep 1000 & done ;;
  daemon) setsid sh -c 'setsid sleep 1000 & exit' >/dev/null 2>&1 < /dev/null & sleep 0.2 ;;
  deaf) trap '' TERM INT; echo deaf; while :; do sleep 0.1; done ;;
  fills) cat /dev/zero > /dev/full ;;
esac
`,
};

let bench: ScriptBench;

beforeAll(async () => {
  bench = await startScriptBench({
    recipes(home) {
      for (const recipe of [MAKER, READER, UNRULY]) {
        mkdirSync(join(home, "scripts", recipe.slug), { recursive: true });
        writeFileSync(join(home, "scripts", recipe.slug, "ablab.recipe.json"), JSON.stringify(recipe));
      }
      for (const [path, text] of Object.entries(SCRIPTS)) writeFileSync(join(home, "scripts", path), text);
      return join(home, "scripts");
    },
    options: ["--slots", "3"],
  });
  await vi.waitFor(() => expect(listFolderRecipes(bench.world.ctx).recipes).toHaveLength(3), {
    timeout: 300_000,
  });
});

afterAll(() => bench.close());

function launch(
  recipe: string,
  edits: Record<string, string> = {},
  inputs: Record<string, { run: string }> = {},
) {
  const { runs } = launchRuns(bench.world.ctx, {
    launchKey: freshKey(),
    recipe,
    inputs,
    matrix: { presets: ["default"], edits, factors: [], seeds: [0] },
    experiment: { title: recipe },
  });
  onTestFailed(() => console.log(bench.said()));
  return runs[0].id;
}

async function ended(id: string) {
  const state = () => getRun(bench.world.ctx, id).row.state;
  await vi.waitFor(() => expect(state()).toMatch(/^(finished|failed|killed|crashed)$/), {
    timeout: 300_000,
    interval: 100,
  });
  const run = getRun(bench.world.ctx, id);
  const [attempt] = run.attempts;
  const log = readLog(bench.world.ctx, { attemptId: attempt.id, from: null, maxBytes: 65_536 });
  return { ...run.row, attempt, log: log.text, left: findRunProcesses(attempt.id) };
}

test("the last checkpoint of one script is where another one begins", async () => {
  const maker = launch("maker");
  const waiting = launch("reader", {}, { start: { run: maker } });
  expect((await ended(maker)).state).toBe("finished");
  expect(await ended(waiting)).toMatchObject({ state: "finished", log: "begins at 41.5\n" });
  expect(inputOffers(bench.world.ctx, { kind: "folder" })).toMatchObject([
    { runId: maker, facts: expect.stringMatching(/^checkpoint-7, .* on lab$/), unusable: null },
  ]);

  const [attempt] = getRun(bench.world.ctx, maker).attempts;
  rmSync(join(bench.home, "worker-home", "runs", attempt.id, "output", "checkpoint-7"), { recursive: true });
  expect(await ended(launch("reader", {}, { start: { run: maker } }))).toMatchObject({
    state: "failed",
    why: expect.stringMatching(
      /checkpoint-7 of attempt .* is no longer in .*\. Launch the run again with another source\./,
    ),
  });
});

test.each(["forks", "daemon"])("nothing of a script that %s runs on when it has ended", async (how) => {
  const { state, attempt, left } = await ended(launch("unruly", { how }));
  expect({ state, left }).toEqual({ state: "finished", left: [] });
  expect(attempt.exit?.leftovers).toBeGreaterThan(0);
});

test("a script that hears no signal is killed after its grace, and said to be stopped", async () => {
  const id = launch("unruly", { how: "deaf" });
  await vi.waitFor(() => expect(getRun(bench.world.ctx, id).row.state).toBe("running"), { timeout: 300_000 });
  stopRun(bench.world.ctx, id);
  const { state, why, attempt, left } = await ended(id);
  expect({ state, left }).toEqual({ state: "killed", left: [] });
  expect(why).toMatch(/^stopped by .*: SIGTERM, then SIGKILL, ended .* after SIGTERM/);
  expect(attempt.exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGTERM", "SIGKILL"]);
});

test("a script whose disk is full fails by that cause, with the line that says so and what to do", async () => {
  const { state, why, attempt, left } = await ended(launch("unruly", { how: "fills" }));
  expect({ state, left }).toEqual({ state: "failed", left: [] });
  expect(why).toMatch(/^ran out of disk space \(exit 1\): .*No space left on device/);
  expect(attempt.cause?.advice).toMatch(/\S/);
});
