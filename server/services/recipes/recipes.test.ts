import { expect, test } from "vitest";
import { contentLines } from "../../../workers/protocol/recipes/content-hash.ts";
import { versionWithHash } from "../../../workers/protocol/recipes/script-version.ts";
import { RecipeFile } from "../../../workers/protocol/recipes/recipe-file.ts";
import { ListRunsInput } from "../../contracts/run.ts";
import { sha256 } from "../hashing.ts";
import { launchRuns } from "../runs/launch.ts";
import { listRuns } from "../runs/list.ts";
import { planLaunch } from "../runs/plan.ts";
import { experimentCells } from "../experiments/cells.ts";
import { ablationTable } from "../experiments/table.ts";
import { getRun } from "../runs/get.ts";
import { stopRun } from "../runs/stop.ts";
import { shellCounts } from "../runs/shell-counts.ts";
import {
  freshKey,
  joinWorker,
  makeWorld,
  pointsEvents,
  startNextIfAny,
  type World,
  workerFacts,
} from "../testing.ts";
import { registerWorker } from "../workers/register.ts";
import { agreeToRecipe, listFolderRecipes } from "./agree.ts";
import { launchableRecipes, recipeOf } from "./book.ts";

const FILE = {
  slug: "tiny",
  title: "Tiny",
  version: "1.0",
  command: ["python3", "train.py", "--lr={lr}", "--seed={seed}"],
  fields: [{ name: "lr", label: "Rate", kind: "float", default: 0.1, min: 0, max: 1 }],
  presets: [{ id: "base", title: "Base" }],
  metrics: [{ name: "score", better: "higher" }],
};

const offer = (script: string, change: object = {}, folder = "/lab/tiny") => {
  const file = RecipeFile.parse({ ...FILE, ...change });
  const files = { "ablab.recipe.json": sha256(JSON.stringify(file)), "train.py": sha256(script) };
  const version = versionWithHash(file.version, sha256(contentLines(files)));
  return { slug: file.slug, version, script: { file, folder, files } };
};

const launch = (world: World, levels = [0.1, 0.2], seeds = [0, 1, 2]) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "tiny",
    matrix: { presets: ["base"], edits: {}, factors: [{ name: "lr", levels }], seeds },
    experiment: { title: "Which rate?" },
  });

/** A person agrees to what was offered last. */
const agreeToOffered = (world: World) =>
  agreeToRecipe(world.ctx, { slug: "tiny", hash: listFolderRecipes(world.ctx).recipes[0].hash });

test("a script of a worker is launched as a matrix, and its table is filled by what it sends", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [offer("a")], slots: 9 });
  expect(launchableRecipes(world.ctx.db).at(-1)).toMatchObject({ slug: "tiny", primary: "score" });
  const { experimentId, runs } = launch(world);
  expect(runs).toHaveLength(6);
  for (let k = 0; k < 6; k++) {
    const attempt = startNextIfAny(world, worker);
    attempt?.send(...pointsEvents({ score: 1 + k }, 12));
    attempt?.finish();
  }
  const table = ablationTable(world.ctx, experimentId);
  expect(table.columns.map(({ metric, primary, better }) => ({ metric, primary, better }))).toEqual([
    { metric: "score", primary: true, better: "higher" },
  ]);
  expect(table.rows.map(({ n, changed }) => ({ n, changed }))).toEqual([
    { n: 3, changed: [] },
    { n: 3, changed: [{ name: "lr", label: "Rate", from: 0.1, to: 0.2 }] },
  ]);
  expect(getRun(world.ctx, runs[0].id)).toMatchObject({ recipeTitle: "Tiny", expected: ["score"] });
});

test("a script that takes no seed is launched with one, and not over several", () => {
  const world = makeWorld();
  const command = ["python3", "train.py", "--lr={lr}"];
  joinWorker(world, { recipes: [offer("a", { command })], slots: 9 });
  expect(() => launch(world)).toThrow("Put {seed} into the command");
  expect(launch(world, [0.1, 0.2], [3]).runs).toHaveLength(2);
});

test.each([
  [
    "an argument under a condition",
    { command: ["python3", { when: [{ field: "lr", in: [0.1] }], args: ["--seed={seed}"] }] },
  ],
  [
    "its config file",
    { command: ["python3", "{config}"], config: { format: "yaml", values: { deep: [{ it: "{seed}" }] } } },
  ],
  ["a config file of everything", { command: ["python3", "{config}"], config: { format: "json" } }],
])("a seed may come by %s", (_, change) => {
  const world = makeWorld();
  joinWorker(world, { recipes: [offer("a", change)], slots: 9 });
  expect(launch(world).runs).toHaveLength(6);
});

test("tables and pages take unit, direction and title of a metric from the script that declares it", () => {
  const world = makeWorld();
  const metrics = [{ name: "answer/len", title: "Answer length", unit: "tokens", better: "lower" }];
  const worker = joinWorker(world, { recipes: [offer("a", { metrics })], slots: 9 });
  const { experimentId } = launch(world);
  for (let k = 0; k < 6; k++) {
    const attempt = startNextIfAny(world, worker);
    attempt?.send(...pointsEvents({ "answer/len": 9 - k }, 12));
    attempt?.finish();
  }
  const said = { title: "Answer length", unit: "tokens", better: "lower" };
  expect(ablationTable(world.ctx, experimentId).columns[0]).toMatchObject(said);
  expect(shellCounts(world.ctx).metrics).toEqual([expect.objectContaining(said)]);
  const waiting = offer("b", { metrics: [{ ...metrics[0], better: "higher" }] });
  joinWorker(world, { recipes: [waiting] });
  expect(ablationTable(world.ctx, experimentId).columns[0].better).toBe("lower");
  agreeToOffered(world);
  expect(ablationTable(world.ctx, experimentId).columns[0].better).toBe("higher");
});

test("a changed script is not launched before a person agrees, and an earlier run keeps what it was launched with", () => {
  const world = makeWorld();
  const first = offer("a");
  joinWorker(world, { recipes: [first] });
  const [run] = launch(world, [0.1], [0]).runs;
  const second = offer("b");
  const worker = joinWorker(world, { recipes: [second] });
  expect(worker.claim()).toBeNull();
  const why = listRuns(world.ctx, ListRunsInput.parse({ state: "waiting" })).rows[0].why;
  expect(why).toBe(
    "waits: tiny has changed in /lab/tiny since this run was launched. Put it back there, or stop this run and launch what is there now.",
  );
  const [row] = listFolderRecipes(world.ctx).recipes;
  expect(() => launch(world)).toThrow(
    `tiny has changed in /lab/tiny on worker box (train.py) and waits for somebody to agree: on the page Workers, or by npx ablab recipe approve tiny ${row.hash.slice(0, 12)}.`,
  );
  expect(row).toMatchObject({
    version: second.version,
    approvedAt: null,
    changed: [{ path: "train.py", how: "changed" }],
  });
  expect(() => agreeToRecipe(world.ctx, { slug: "tiny", hash: sha256("other") })).toThrow(
    "has changed again",
  );
  expect(agreeToRecipe(world.ctx, { slug: "tiny", hash: row.hash })).toMatchObject({
    approvedBy: "tester",
    changed: null,
  });
  const [next] = launch(world).runs;
  expect(worker.claim()).toMatchObject({ runId: next.id, recipeVersion: second.version });
  expect(recipeOf(world.ctx.db, { recipe: "tiny", recipeVersion: first.version })?.version).toBe(
    first.version,
  );
  expect(getRun(world.ctx, run.id).recipeVersion).toBe(first.version);
});

test("a script that is put back is launched again as what it was", () => {
  const world = makeWorld();
  const first = offer("a");
  joinWorker(world, { recipes: [first] });
  joinWorker(world, { recipes: [offer("b")] });
  const worker = joinWorker(world, { recipes: [first] });
  launch(world);
  expect(worker.claim()).toMatchObject({ recipeVersion: first.version });
});

test("places that code can come from without a hash are told with the script, as each worker has them", () => {
  const world = makeWorld();
  const offered = offer("a");
  const unhashedCode = ["build/", "/lab/\u202emodules"];
  joinWorker(world, { recipes: [{ ...offered, script: { ...offered.script, unhashedCode } }] });
  const told = ["build/", "/lab/\\u{202e}modules"];
  expect(listFolderRecipes(world.ctx).recipes[0].unhashedCode).toEqual(told);
  const matrix = { presets: ["base"], edits: {}, factors: [], seeds: [0] };
  expect(planLaunch(world.ctx, { recipe: offered.slug, matrix, inputs: {} }).unhashedCode).toEqual(told);
});

test("what a worker may not offer is said with its folder", () => {
  const world = makeWorld();
  const builtIn = offer("a", { slug: "grpo" }, "/lab/grpo");
  const wrong = { ...offer("a", { slug: "lying" }, "/lab/lying"), version: "1.0+0000000000000000" };
  const folderProblems = [{ folder: "/lab/none", problem: "There is no ablab.recipe.json in it." }];
  registerWorker(world.ctx, workerFacts({ recipes: [builtIn, wrong], folderProblems }));
  expect(listFolderRecipes(world.ctx)).toMatchObject({
    recipes: [],
    problems: [
      { folder: "/lab/none" },
      { folder: "/lab/grpo", problem: expect.stringContaining("built-in") },
      { folder: "/lab/lying", problem: expect.stringContaining("another version") },
    ],
  });
  expect(() =>
    planLaunch(world.ctx, {
      recipe: "tiny",
      matrix: { presets: ["base"], edits: {}, factors: [], seeds: [0] },
      inputs: {},
    }),
  ).toThrow(/There is no recipe "tiny"/);
});

test("how long runs of a script take is said from those that finished, and not at all before", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [offer("a")], slots: 2 });
  const plan = () =>
    planLaunch(world.ctx, {
      recipe: "tiny",
      matrix: { presets: ["base"], edits: {}, factors: [], seeds: [0, 1, 2] },
      inputs: {},
    }).estimate;
  expect(plan()).toMatchObject({ slots: 2, seconds: null, source: "no run of tiny has finished here yet" });
  launch(world, [0.1], [0]);
  const attempt = startNextIfAny(world, worker);
  world.clock.now += 60_000;
  joinWorker(world, { recipes: [offer("a")], slots: 2 });
  attempt?.finish();
  expect(plan()).toMatchObject({ seconds: 120, episodes: 0 });
});

test("a stop names the signals that the script's file asks for, with its grace", () => {
  const world = makeWorld();
  const stop = { signal: "SIGTERM", graceSeconds: 120 };
  const worker = joinWorker(world, { recipes: [offer("a", { stop })], slots: 1 });
  const { runs } = launch(world, [0.1], [0]);
  startNextIfAny(world, worker);
  expect(stopRun(world.ctx, runs[0].id).message).toMatch(
    /^Asked\. With its next heartbeat the worker sends SIGTERM first, after 2.min SIGKILL\.$/,
  );
});

test("a script whose own field is called part plans as many comparisons as it has configurations", () => {
  const world = makeWorld();
  const part = {
    ...FILE.fields[0],
    name: "part",
    kind: "choice",
    default: "train",
    choices: [
      { value: "train", label: "one" },
      { value: "other", label: "another" },
    ],
  };
  const { min: _min, max: _max, ...field } = part;
  joinWorker(world, {
    recipes: [offer("a", { fields: [field], command: ["python3", "train.py", "--part={part}"] })],
  });
  const { experimentId, runs } = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "tiny",
    matrix: {
      presets: ["base"],
      edits: {},
      factors: [{ name: "part", levels: ["train", "other"] }],
      seeds: [0],
    },
    experiment: { title: "Which part?" },
  });
  expect(experimentCells(world.ctx, experimentId).plan.comparisons).toBe(1);
  expect(runs.map(({ id }) => getRun(world.ctx, id).measuredOn)).toEqual(["held_out", "held_out"]);
});

test("a variable that a recipe needs and a worker lacks is said before the launch, with the worker", () => {
  const world = makeWorld();
  const fields = [...FILE.fields, { name: "judge_api_key", label: "Key", kind: "text", default: "" }];
  const offered = offer("a", {
    fields,
    command: [...FILE.command, "--key={judge_api_key}"],
    environment: ["HF_TOKEN"],
  });
  const lacks = ["JUDGE_API_KEY", "HF_TOKEN"];
  const { name } = workerFacts();
  const matrix = { presets: ["base"], edits: {}, factors: [], seeds: [0] };
  const said = () =>
    planLaunch(world.ctx, { recipe: offered.slug, matrix, inputs: {} }).lints.map(
      ({ field, level, claim }) => [field, level, claim.includes(name)],
    );
  joinWorker(world, { recipes: [{ ...offered, script: { ...offered.script, lacks } }] });
  expect(said()).toEqual([
    ["judge_api_key", "caution", true],
    [null, "note", true],
  ]);
  joinWorker(world, { recipes: [offered] });
  expect(said()).toEqual([]);
});
