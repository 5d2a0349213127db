import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import type { ExternalRun } from "../../../contracts/external/verbs.ts";
import { contentLines } from "../../../../workers/protocol/recipes/content-hash.ts";
import { versionWithHash } from "../../../../workers/protocol/recipes/script-version.ts";
import { RecipeFile } from "../../../../workers/protocol/recipes/recipe-file.ts";
import type { IngestActor } from "../../context.ts";
import { sha256 } from "../../hashing.ts";
import { deleteRun } from "../../runs/delete.ts";
import { getRun } from "../../runs/get.ts";
import { launchRuns } from "../../runs/launch.ts";
import { seriesWindow } from "../../series/window.ts";
import { freshKey, joinWorker, makeWorld, pointsEvents, startNext } from "../../testing.ts";
import { tableOfValues } from "../testing.ts";
import { launchedVerbs } from "./launched.ts";
import { externalVerbs } from "../make-verbs.ts";
import { ingestActorOf, listTokens } from "../tokens.ts";

const file = RecipeFile.parse({
  slug: "tiny",
  title: "Tiny",
  version: "1.0",
  command: ["python3", "train.py", "--seed", "{seed}"],
  metrics: [{ name: "score" }],
});
const files = { "ablab.recipe.json": sha256("recipe") };
const offered = {
  slug: "tiny",
  version: versionWithHash("1.0", sha256(contentLines(files))),
  script: { file, folder: "/lab/tiny", files },
};

/** Two runs of a script under way, each with what a logger inside it can do. */
function scripts() {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [offered], slots: 2 });
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "tiny",
    matrix: { presets: ["default"], edits: {}, factors: [], seeds: [0, 1] },
    experiment: { title: "Which seed?" },
  });
  const under = [0, 1].map(() => {
    const attempt = startNext(world, worker);
    const token = attempt.assignment.ingestToken ?? "";
    const actor = ingestActorOf(world.ctx, token) as IngestActor;
    const verbs = launchedVerbs(world.as(actor), actor.attempt as NonNullable<typeof actor.attempt>);
    return { attempt, token, actor, verbs };
  });
  return { world, under };
}

const asked = (key: string, more: Partial<ExternalRun> = {}): ExternalRun => ({
  experiment: "anything",
  key,
  client: "wandb 0.31.0",
  writer: "main",
  resume: "allow",
  ...more,
});
const batch = (values: number[]) => ({
  writer: "main",
  stream: "history" as const,
  offset: 0,
  table: tableOfValues("score", values, 1),
});

test("what a logger in a script sends is in the script's run, beside what the worker says of it", async () => {
  const { world, under } = scripts();
  const [{ attempt, verbs }] = under;
  const { runId } = attempt;
  expect(verbs.find({ experiment: "anything", key: "abc" })).toBeNull();
  const opened = verbs.open(asked("abc", { config: { lr: 3, seed: 99 }, tags: ["a"] }));
  expect(opened).toMatchObject({ runId, created: true, ended: false });
  attempt.send(...pointsEvents({ loss: 1 }, 3));
  expect(verbs.log(opened.runId, batch([1, 2, 3]))).toBe(3);
  verbs.log(opened.runId, batch([1, 2, 3]));
  verbs.say(opened.runId, { level: "info", message: "hello" });
  await verbs.keepFile(opened.runId, { path: "a.txt", type: null, bytes: Buffer.from("hi") });
  verbs.end(opened.runId, { state: "failed", exitCode: 1, reason: "its own word" });
  attempt.send(...pointsEvents({ loss: 2 }, 1));
  expect(attempt.finish()).toEqual({ state: "finished" });
  const run = getRun(world.ctx, runId);
  expect(run).toMatchObject({ params: {}, row: { state: "finished", seed: 0 }, external: null });
  expect(run.metrics.toSorted()).toEqual(["loss", "progress/episodes", "score"]);
  expect(run.notes.map(({ message }) => message)).toContain("hello");
  const [series] = pointStore(world.ctx.db).series([attempt.attemptId], ["score"]);
  expect(series).toMatchObject({ n: 3, lastValue: 3 });
  expect(seriesWindow(world.ctx, { runIds: [runId], metrics: ["score"] })[0].ofLogger).toBe(true);
});

test("a second run that the script opens has streams of its own in the same run", () => {
  const { under } = scripts();
  const [{ verbs }] = under;
  const [first, second] = [verbs.open(asked("one")), verbs.open(asked("two"))];
  expect(second.runId).toBe(`${first.runId}~2`);
  verbs.log(first.runId, batch([1, 2]));
  expect(verbs.log(second.runId, batch([5, 6, 7]))).toBe(3);
  expect(verbs.open(asked("two"))).toMatchObject({ runId: second.runId, created: false, rows: 3 });
  expect(verbs.open(asked("one"))).toMatchObject({ rows: 2 });
  expect([...verbs.list("anything")].map(({ key }) => key)).toEqual(["two", "one"]);
  expect(verbs.latest(second.runId).score.value).toBe(7);
});

test("a logger's token opens its own attempt and nothing else, until that has ended", () => {
  const { world, under } = scripts();
  const [own, other] = under;
  own.verbs.open(asked("a"));
  other.verbs.open(asked("a"));
  expect(() => own.verbs.log(other.attempt.runId, batch([1]))).toThrow(/writes to the run/);
  expect(() => externalVerbs(world.as(own.actor)).describe(other.attempt.runId, { notes: "x" })).toThrow();
  expect(listTokens(world.ctx)).toEqual([]);
  own.attempt.finish();
  expect(ingestActorOf(world.ctx, own.token)).toBeNull();
  expect(ingestActorOf(world.ctx, other.token)?.attempt).toEqual({
    id: other.attempt.attemptId,
    runId: other.attempt.runId,
  });
  deleteRun(world.ctx, own.attempt.runId);
  expect(() => getRun(world.ctx, own.attempt.runId)).toThrow("There is no run");
});

test("an assignment that got lost is given out again with a token that works, and the lost one does not", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [offered] });
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "tiny",
    matrix: { presets: ["default"], edits: {}, factors: [], seeds: [0] },
    experiment: { title: "Which seed?" },
  });
  const lost = worker.claim(1, "is lost")?.ingestToken ?? "";
  const found = worker.claim()?.ingestToken ?? "";
  expect(ingestActorOf(world.ctx, lost)).toBeNull();
  expect(ingestActorOf(world.ctx, found)).not.toBeNull();
});
