import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { draftRecipe } from "../../workers/scripts/draft/draft-recipe.ts";
import { ablationTable } from "../services/experiments/table.ts";
import { agreeToRecipe, listFolderRecipes } from "../services/recipes/agree.ts";
import { codeOnRecord } from "../services/recipes/run-code.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { freshKey, type World } from "../services/testing.ts";
import { type ScriptBench, startScriptBench } from "./testing/script-bench.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CLIENT = join(ROOT, "clients", "python");
const STRANGER = join(ROOT, "workers", "scripts", "draft", "fixtures", "stranger");
const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"]).stdout;
const hasPython = version?.toString().trim() === "True";
if (!hasPython) console.log("Scripts are not launched: there is no python3 of 3.9 or newer.");

let bench: ScriptBench;
let world: World;
let home: string;
let folder: string;
/** A run with the script as it was at first. */
let earlier = "";

/** The drafted file, which a person has looked through. */
function writeRecipe(change: object = {}): void {
  const drafted = JSON.parse(draftRecipe(join(folder, "train.py")).text) as object;
  const looked = { ...drafted, slug: "bandit", environment: ["PYTHONPATH"], ...change };
  writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(looked, null, 2));
}

beforeAll(async () => {
  bench = await startScriptBench({
    recipes(home) {
      folder = join(home, "scripts", "bandit");
      mkdirSync(join(home, "scripts"));
      cpSync(STRANGER, folder, { recursive: true });
      writeRecipe();
      return join(home, "scripts");
    },
    options: ["--slots", "3"],
    env: { PYTHONPATH: CLIENT, HF_TOKEN: "hf_secret" },
  });
  ({ world, home } = bench);
  await vi.waitFor(() => expect(listFolderRecipes(world.ctx).recipes).toHaveLength(1), { timeout: 300_000 });
});

afterAll(() => bench.close());

const launch = (
  seeds: number[],
  edits: Record<string, number> = {},
  factors: { name: string; levels: number[] }[] = [],
) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "bandit",
    matrix: { presets: ["default"], edits: { steps: 40, ...edits }, factors, seeds },
    experiment: { title: "How greedy?" },
  });

const whyOf = (id: string) => {
  const { state, why } = getRun(world.ctx, id).row;
  return `${state}: ${why}`;
};

const ended = (id: string) => {
  const { state, why } = getRun(world.ctx, id).row;
  expect({ id, state, why }).toMatchObject({ state: expect.stringMatching(/^(finished|failed|killed)$/) });
};

test.skipIf(!hasPython)(
  "a stranger's script is drafted, launched as 2 x 2 with 3 seeds, and fills its table",
  async () => {
    const { runs, experimentId } = launch([0, 1, 2], {}, [
      { name: "epsilon", levels: [0.05, 0.3] },
      { name: "learning_rate", levels: [0.1, 0.5] },
    ]);
    expect(runs).toHaveLength(12);
    await vi.waitFor(() => runs.forEach(({ id }) => ended(id)), { timeout: 300_000, interval: 250 });
    // What its client sent last may be on its way when the end is told.
    await vi.waitFor(
      () =>
        expect(runs.map(({ id }) => whyOf(id))).toEqual(runs.map(() => "finished: reached its last step")),
      { timeout: 300_000, interval: 250 },
    );
    const table = ablationTable(world.ctx, experimentId);
    expect(table.columns.map(({ metric }) => metric)).toEqual(["mean_reward"]);
    expect(table.rows.map(({ n, metrics }) => [n, typeof metrics.mean_reward.value])).toEqual(
      Array.from({ length: 4 }, () => [3, "number"]),
    );
    earlier = runs[0].id;
    const run = getRun(world.ctx, earlier);
    expect(run).toMatchObject({ external: null, params: { epsilon: 0.05, steps: 40 } });
    expect(run.metrics.toSorted()).toEqual(["abs_error", "mean_reward"]);
    expect(run.row.state).toBe("finished");
    const output = join(home, "worker-home", "runs", run.attempts[0].id, "output", "values.txt");
    expect(readFileSync(output, "utf8").split(" ")).toHaveLength(5);
    expect(bench.said()).not.toContain("hf_secret");
    const { run: code, difference } = codeOnRecord(world.ctx, { id: runs[1].id });
    expect(code.surroundings).toMatchObject({
      folder: realpathSync(folder),
      files: { "train.py": expect.any(String) },
      interpreter: { version: expect.stringMatching(/^3\./) },
    });
    expect(code.now).toMatchObject({ isSame: true });
    expect(difference).toMatchObject({ files: [], facts: [], packages: [], uncommitted: false });
  },
);

test.skipIf(!hasPython)(
  "a script that changes while its run waits is not started, and is said; agreed to, it is launched anew",
  async () => {
    writeFileSync(join(folder, "train.py"), `${readFileSync(join(folder, "train.py"), "utf8")}\n# another\n`);
    const { runs } = launch([7]);
    await vi.waitFor(() => expect(getRun(world.ctx, runs[0].id).row.why).toMatch(/bandit has changed in /), {
      timeout: 300_000,
    });
    const waiting = getRun(world.ctx, runs[0].id).row;
    expect(["queued", "failed"]).toContain(waiting.state);
    await vi.waitFor(
      () =>
        expect(listFolderRecipes(world.ctx).recipes[0].changed).toEqual([
          { path: "train.py", how: "changed" },
        ]),
      {
        timeout: 300_000,
      },
    );
    expect(() => launch([8])).toThrow("waits for somebody to agree");
    agreeToRecipe(world.ctx, { slug: "bandit", hash: listFolderRecipes(world.ctx).recipes[0].hash });
    const [again] = launch([8]).runs;
    await vi.waitFor(() => ended(again.id), { timeout: 300_000, interval: 250 });
    expect(getRun(world.ctx, again.id).row.state).toBe("finished");
    const changed = codeOnRecord(world.ctx, { id: again.id, against: earlier });
    expect(changed.difference?.files).toEqual([{ path: "train.py", how: "changed" }]);
    expect(codeOnRecord(world.ctx, { id: earlier }).run.now).toMatchObject({
      isSame: false,
      changed: [{ path: "train.py" }],
    });
  },
);

test.skipIf(!hasPython)("a command that does not exist ends the run with one sentence", async () => {
  writeRecipe({ command: ["pythonx", "train.py"] });
  await vi.waitFor(() => expect(listFolderRecipes(world.ctx).recipes[0].approvedAt).toBeNull(), {
    timeout: 300_000,
  });
  agreeToRecipe(world.ctx, { slug: "bandit", hash: listFolderRecipes(world.ctx).recipes[0].hash });
  const [run] = launch([0]).runs;
  await vi.waitFor(() => ended(run.id), { timeout: 300_000, interval: 250 });
  expect(getRun(world.ctx, run.id).row).toMatchObject({
    state: "failed",
    why: expect.stringContaining('bandit starts "pythonx", and this worker has no such program on its PATH.'),
  });
});

test.skipIf(!hasPython)(
  "a shell that hides how its training ended finishes at the step that was logged, which is a warning",
  async () => {
    const hidden = 'python3 train.py --steps 3 --seed "$1" --output-dir "$2" | head -c 0';
    writeRecipe({ command: ["sh", "-c", hidden, "sh", "{seed}", "{output}"] });
    const known = listFolderRecipes(world.ctx).recipes[0].hash;
    await vi.waitFor(() => expect(listFolderRecipes(world.ctx).recipes[0].hash).not.toBe(known), {
      timeout: 300_000,
    });
    agreeToRecipe(world.ctx, { slug: "bandit", hash: listFolderRecipes(world.ctx).recipes[0].hash });
    const [run] = launch([0]).runs;
    await vi.waitFor(() => ended(run.id), { timeout: 300_000, interval: 250 });
    await vi.waitFor(
      () => expect(whyOf(run.id)).toBe("finished: exited with code 0 at step 3 of 40 (planned)"),
      { timeout: 300_000, interval: 250 },
    );
    expect(getRun(world.ctx, run.id).row.findings).toMatchObject([{ rule: "D31", severity: "warning" }]);
  },
);
