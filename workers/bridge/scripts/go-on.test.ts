import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readScript } from "../../scripts/read-folder.ts";
import { openFakeCluster } from "../executors/slurm/testing/fake-cluster.ts";
import type { FakeAttempt } from "../fake-store.ts";
import { finished, openWorld, until, type World } from "../testing/world.ts";

/** A further attempt of a run goes on in its folder, with the real worker and supervisor. */

const SCRIPT = `
import os, time, helper
os.makedirs("out", exist_ok=True)
step = int(open("out/ckpt").read()) if os.path.exists("out/ckpt") else 0
print("from", step, helper.X, open("data.csv").read().strip(), flush=True)
open("helper.py", "w").write("X = 'changed by the run'")
for step in range(step + 1, 100000):
    open("out/ckpt.tmp", "w").write(str(step))
    os.replace("out/ckpt.tmp", "out/ckpt")
    time.sleep(0.01)
`;
const RECIPE = { slug: "tiny", title: "Tiny", version: "1.0", command: ["python3", "train.py"] };
let world: World;
let folder: string;
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

beforeEach(async () => {
  world = await openWorld(onTestFinished);
  folder = join(world.home, "scripts", "tiny");
  mkdirSync(folder, { recursive: true });
  write("ablab.recipe.json", JSON.stringify(RECIPE));
  write("train.py", SCRIPT);
  write("helper.py", "X = 'approved'\n");
  write("data.csv", "1\n");
});

const recipeVersion = () => readScript(folder).manifest.version;
const first = () => world.store.launch({ recipe: "tiny", recipeVersion: recipeVersion(), params: {} });
const next = (...earlier: FakeAttempt[]) =>
  world.store.launch({
    recipe: "tiny",
    recipeVersion: recipeVersion(),
    params: {},
    runId: earlier[0].assignment.runId,
    n: earlier.length + 1,
    earlier: earlier.map(({ assignment }) => assignment.attemptId).toReversed(),
  });
const own = (attempt: FakeAttempt, path: string) => join(world.directoryOf(attempt).work, "tiny", path);
const logOf = (attempt: FakeAttempt) => attempt.log.toString("utf8").trim();
const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
const ckptOf = (attempt: FakeAttempt) => Number(readFileSync(own(attempt, "out/ckpt"), "utf8"));
const work = (args: string[] = [], env: Record<string, string> = {}) =>
  world.work({ args: ["--recipes", folder, ...args], env });
/** Runs it until it has made some steps, then stops it as a person would. */
async function stopped(attempt: FakeAttempt): Promise<number> {
  await until("some steps", () => isThere(own(attempt, "out/ckpt")));
  const before = ckptOf(attempt);
  await until("more steps", () => ckptOf(attempt) > before + 3);
  world.store.cancel(attempt);
  await finished(attempt);
  return ckptOf(attempt);
}

test("a resumed attempt goes on with what the script wrote beside itself; approved files are as approved, data is as it is now", async () => {
  work();
  const one = first();
  const step = await stopped(one);
  expect(logOf(one)).toMatch(/^from 0 approved 1/);
  write("data.csv", "2\n");
  const two = next(one);
  const more = await stopped(two);
  expect(logOf(two)).toMatch(new RegExp(`^from ${step} approved 2`));
  expect(more).toBeGreaterThan(step);
  expect(two.events).toContainEqual(
    expect.objectContaining({ t: "note", message: expect.stringMatching(/attempt 1 .*out\/ckpt/) }),
  );
  expect(world.directoryOf(two).surroundings()?.hash).toBe(readScript(folder).hash);
  // Deleting what an attempt left takes nothing from the next one.
  world.store.remove(one);
  await until("its folder is gone", () => !isThere(world.directoryOf(one).path));
  const three = next(one, two);
  await stopped(three);
  expect(logOf(three)).toMatch(new RegExp(`^from ${more} approved 2`));
  expect(isThere(join(folder, "out"))).toBe(false);
});

test("another run has none of it, and an attempt whose earlier ones were elsewhere says so", async () => {
  work();
  const one = first();
  await stopped(one);
  const other = first();
  await stopped(other);
  expect(logOf(other)).toMatch(/^from 0 approved/);
  rmSync(world.directoryOf(one).path, { recursive: true });
  const two = next(one);
  await stopped(two);
  expect(logOf(two)).toMatch(/^from 0 approved/);
  expect(two.events[0]).toMatchObject({ t: "note", message: expect.stringContaining("not on this worker") });
});

test("an attempt that names one of another run gets nothing of it", async () => {
  work();
  const one = first();
  await stopped(one);
  const foreign = world.store.launch({
    recipe: "tiny",
    recipeVersion: recipeVersion(),
    params: {},
    n: 2,
    earlier: [one.assignment.attemptId],
  });
  await stopped(foreign);
  expect(logOf(foreign)).toMatch(/^from 0 approved/);
});

test("a job that goes to the queue of Slurm once more goes on in its folder", async () => {
  openFakeCluster(onTestFinished);
  const { PATH = "", SLURM_CONF = "" } = process.env;
  work(["--executor", "slurm", "--ask-seconds", "1"], { PATH, SLURM_CONF });
  const one = first();
  const step = await stopped(one);
  const two = next(one);
  await stopped(two);
  expect(logOf(two)).toMatch(new RegExp(`^from ${step} approved 1`));
});
