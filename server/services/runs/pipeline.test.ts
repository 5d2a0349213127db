import { PIPELINES } from "../../../workers/recipes/pipelines.ts";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { selectRun } from "#db/queries/runs.ts";
import { parameterCount } from "../../../workers/protocol/network.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { recordEvents } from "../attempts/record-events.ts";
import { inputFileForAttempt } from "../inputs/input-file.ts";
import { inputOffers } from "../inputs/offers.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
  startNextIfAny,
  type World,
} from "../testing.ts";
import { getRun } from "./get.ts";
import { launchPipeline } from "./launch-pipeline.ts";
import { launchRuns } from "./launch.ts";
import { listRuns } from "./list.ts";
import { planPipeline } from "./plan-pipeline.ts";
import { planLaunch } from "./plan.ts";
import { stopRun } from "./stop.ts";

const matrix = (preset: string, seeds = [0], edits = {}) => ({
  presets: [preset],
  edits,
  factors: [],
  seeds,
});
const everything = { experimentId: null, state: "all" as const, search: "", limit: 500, offset: 0 };
const NETWORK = { features: 4, hidden: 32, actions: 4 };
const weightsOf = (hidden: number): Buffer =>
  Buffer.from(
    Float32Array.from({ length: parameterCount({ ...NETWORK, hidden }) }, (_, i) => Math.sin(i)).buffer,
  );
const weights = weightsOf(NETWORK.hidden);

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const weightsHash = hashOf(weights);

function weightsEvent(hidden = NETWORK.hidden): TrainerEvent {
  const bytes = weightsOf(hidden);
  return {
    t: "artifact",
    at: 3,
    kind: "weights",
    step: 12,
    sha256: hashOf(bytes),
    bytes: bytes.length,
    network: { ...NETWORK, hidden },
    data: bytes.toString("base64"),
  };
}

const launchOne = (world: World, recipe: string, preset: string, inputs = {}, edits = {}) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe,
    matrix: matrix(preset, [0], edits),
    inputs,
    experiment: { title: recipe },
  }).runs[0];

/** A small chain: SFT, two seeds of GRPO from it, an evaluation of each of them. */
const launchSmallPipeline = (world: World) =>
  launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: "A chain" },
    baseline: "rl",
    stages: [
      { key: "sft", recipe: "sft", matrix: matrix("start") },
      { key: "rl", recipe: "grpo", matrix: matrix("baseline", [3, 4]), inputs: { start: { stage: "sft" } } },
      { key: "measured", recipe: "evaluate", matrix: matrix("greedy"), inputs: { policy: { stage: "rl" } } },
    ],
  });

test("one launch holds a chain: every run at once, each waiting for what it takes", () => {
  const world = makeWorld();
  const { runs } = launchSmallPipeline(world);
  expect(runs.map((run) => run.name)).toEqual(["sft-s0", "rl-s3", "rl-s4", "measured-s3", "measured-s4"]);
  const why = new Map(listRuns(world.ctx, everything).rows.map((row) => [row.name, row.why]));
  expect(why.get("rl-s3")).toBe("waits for the checkpoint of sft-s0 (queued)");
  expect(why.get("measured-s4")).toBe("waits for the checkpoint of rl-s4 (queued)");
});

test("a stage that follows several runs keeps their seeds and is one cell", () => {
  const world = makeWorld();
  const { runs } = launchSmallPipeline(world);
  const cells = runs.map((run) => selectRun(world.ctx.db, run.id)?.cell);
  expect(cells[1]).toBe(cells[2]);
  expect(cells[3]).toBe(cells[4]);
  const [{ input }] = selectRunInputs(world.ctx.db, [runs[4].id]);
  expect(input.fromRunId).toBe(runs[2].id);
});

test("a run is given out only after its source has finished, and then gets its weights bit by bit", () => {
  const world = makeWorld();
  const { runs } = launchSmallPipeline(world);
  const worker = joinWorker(world);
  const source = startNext(world, worker);
  expect(source.runId).toBe(runs[0].id);
  expect(startNextIfAny(world, worker)).toBeNull();
  source.send(weightsEvent());
  source.finish();
  const next = startNext(world, worker);
  expect(next.runId).toBe(runs[1].id);
  expect(next.assignment.inputs).toEqual([{ slot: "start", kind: "checkpoint" }]);
  const file = inputFileForAttempt(next.ctx, "start");
  expect(file).toMatchObject({
    kind: "checkpoint",
    run: { name: "sft-s0" },
    trainStep: 12,
    sha256: weightsHash,
  });
  if (file.kind === "checkpoint") expect(Buffer.from(file.data, "base64")).toEqual(weights);
  expect(() => inputFileForAttempt(next.ctx, "prm")).toThrow(/takes nothing as "prm"/);
  expect(() => inputFileForAttempt(source.ctx, "start")).toThrow(/takes nothing as "start"/);
});

test.each([
  ["fails", (world: World, id: string, end: () => void) => void [world, id, end()], "failed"],
  ["is taken out of the queue", (world: World, id: string) => void stopRun(world.ctx, id), "killed"],
])("when a source %s, all that wait for it end with that reason and never start", (_name, act, state) => {
  const world = makeWorld();
  const { runs } = launchSmallPipeline(world);
  const end = () => startNext(world, joinWorker(world)).finish({ code: 1, reason: "error" });
  act(world, runs[0].id, end);
  const rows = new Map(listRuns(world.ctx, everything).rows.map((row) => [row.name, row]));
  expect(rows.get("sft-s0")?.state).toBe(state);
  for (const name of ["rl-s3", "rl-s4", "measured-s3"]) expect(rows.get(name)?.state).toBe("killed");
  expect(rows.get("rl-s3")?.why).toContain(
    `takes its input from sft-s0 (${runs[0].id}), which ended as ${state}`,
  );
  expect(rows.get("measured-s3")?.why).toContain("takes its input from rl-s3");
  expect(getRun(world.ctx, runs[1].id).message).toMatch(/never started/);
});

test.each<[string, object, RegExp]>([
  ["another content", { data: weightsOf(NETWORK.hidden).fill(0).toString("base64") }, /hash/],
  ["too few bytes", { data: Buffer.alloc(40).toString("base64") }, /40 bytes/],
  ["another size than said", { bytes: 7 }, /says 7/],
  ["no shape", { network: undefined }, /without the shape/],
  ["a kind the recipe does not make", { kind: "prm" }, /sft run makes no process reward model/],
])("weights with %s are kept as a sentence, not as weights", (_name, change, message) => {
  const world = makeWorld();
  const source = launchOne(world, "sft", "start");
  const attempt = startNext(world, joinWorker(world));
  attempt.send({ ...weightsEvent(), ...change });
  attempt.finish();
  expect(getRun(world.ctx, source.id).notes[0].message).toMatch(message);
  expect(() => launchOne(world, "grpo", "baseline", { start: { run: source.id } })).toThrow(
    /kept no weights/,
  );
});

test("nothing is added to a run that has ended; what is only sent again is acknowledged", () => {
  const world = makeWorld();
  const source = launchOne(world, "sft", "start");
  const attempt = startNext(world, joinWorker(world));
  attempt.send(weightsEvent());
  attempt.finish();
  const { fence } = attempt.assignment;
  const again = { fence, firstSeq: 1, events: [weightsEvent()] };
  expect(recordEvents(attempt.ctx, attempt.attemptId, again).ackSeq).toBe(1);
  expect(() => attempt.send(weightsEvent(64))).toThrow(/has ended \(finished\)/);
  expect(getRun(world.ctx, source.id).artifacts).toHaveLength(1);
});

test("what cannot be taken is refused by name, and nothing is launched", () => {
  const world = makeWorld();
  const worker = joinWorker(world);
  const failed = launchOne(world, "sft", "start");
  startNext(world, worker).finish({ code: 1, reason: "error" });
  const done = launchOne(world, "sft", "start");
  const attempt = startNext(world, worker);
  attempt.send(weightsEvent(64), populationEvent(problemHashes(4)), evaluationEvent(problemHashes(4), 2));
  attempt.finish();
  const before = listRuns(world.ctx, everything).total;
  const { evaluations } = getRun(world.ctx, done.id);
  const refused = (recipe: string, preset: string, inputs: object) =>
    expect(() => launchOne(world, recipe, preset, inputs));
  refused("grpo", "baseline", { start: { run: failed.id } }).toThrow(
    /ended as failed, so it left no checkpoint/,
  );
  refused("grpo", "baseline", { start: { run: "run_0000000000000000" } }).toThrow(/There is no run/);
  refused("grpo", "baseline", { start: { evaluation: evaluations[0].id } }).toThrow(
    /takes a checkpoint, not an eval/,
  );
  refused("grpo", "baseline", { begin: { run: done.id } }).toThrow(
    /takes nothing as "begin"\. It takes: start, prm/,
  );
  refused("grpo", "baseline", { start: { run: done.id } }).toThrow(
    /another architecture .*64 hidden units.* 32 hidden/,
  );
  refused("evaluate", "greedy", {}).toThrow(/Policy is missing/);
  refused("prm-labels", "rules", { episodes: { evaluation: evaluations[0].id } }).toThrow(
    /no stored episodes/,
  );
  refused("prm-train", "default", { labels: { run: done.id } }).toThrow(
    /is a run of sft; it makes no label set/,
  );
  expect(listRuns(world.ctx, everything).total).toBe(before);
});

test("what another run gives is part of the configuration", () => {
  const world = makeWorld();
  const [a, b] = [launchOne(world, "sft", "start"), launchOne(world, "sft", "early")];
  const cell = (id: string) => selectRun(world.ctx.db, id)?.cell;
  const alone = cell(launchOne(world, "grpo", "baseline").id);
  const fromA = cell(launchOne(world, "grpo", "baseline", { start: { run: a.id } }).id);
  const fromB = cell(launchOne(world, "grpo", "baseline", { start: { run: b.id } }).id);
  const again = cell(
    launchOne(world, "grpo", "baseline", { start: { run: launchOne(world, "sft", "start").id } }).id,
  );
  expect(new Set([alone, fromA, fromB]).size).toBe(3);
  expect(again).toBe(fromA);
});

test("lineage is told in both directions, and offers say why something cannot be taken", () => {
  const world = makeWorld();
  const { runs } = launchSmallPipeline(world);
  const { lineage } = getRun(world.ctx, runs[1].id);
  expect(lineage.inputs).toMatchObject([{ slot: "start", runName: "sft-s0", state: "queued" }]);
  expect(lineage.dependents).toMatchObject([{ slot: "policy", runName: "measured-s3" }]);
  startNext(world, joinWorker(world)).finish();
  const offers = inputOffers(world.ctx, { kind: "checkpoint" });
  expect(offers.find((o) => o.runName === "sft-s0")?.unusable).toBe("it kept no weights");
  expect(offers.find((o) => o.runName === "rl-s3")).toMatchObject({
    unusable: null,
    facts: "once it has finished",
  });
});

test("a chain whose parts do not fit is refused by its stage, whole", () => {
  const world = makeWorld();
  const chain = (stages: Parameters<typeof launchPipeline>[1]["stages"], baseline = "a") =>
    expect(() =>
      launchPipeline(world.ctx, { launchKey: freshKey(), experiment: { title: "x" }, baseline, stages }),
    );
  const sft = { key: "a", recipe: "sft", matrix: matrix("start") };
  chain([sft, { ...sft }]).toThrow(/Two stages are named "a"/);
  chain([sft], "z").toThrow(/no stage "z" to compare with/);
  chain([
    sft,
    { key: "b", recipe: "grpo", matrix: matrix("baseline"), inputs: { start: { stage: "c" } } },
  ]).toThrow(/stage b: There is no earlier stage "c"/);
  chain([
    sft,
    { key: "b", recipe: "prm-train", matrix: matrix("default"), inputs: { labels: { stage: "a" } } },
  ]).toThrow(/Stage a runs sft, which makes no label set/);
  expect(listRuns(world.ctx, everything).total).toBe(0);
});

test.each(
  PIPELINES.filter(({ id }) => id !== "trl").flatMap(({ id }) =>
    [false, true].map((smoke) => [id, smoke] as const),
  ),
)("the ready-made chain %s can be launched as planned, smoke test: %s", (chain, smoke) => {
  const world = makeWorld();
  const plan = planPipeline(world.ctx, { chain, seeds: [0, 1, 2], smoke });
  expect(plan.issues).toEqual([]);
  const { runs } = launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: plan.title },
    stages: plan.launch,
    baseline: plan.baseline,
  });
  expect(runs).toHaveLength(plan.runs);
});

test("a chain has seeds of its own, which give way to those that are asked for", () => {
  const { ctx } = makeWorld();
  const trained = (plan: ReturnType<typeof planPipeline>) =>
    plan.stages.find(({ key }) => key === plan.baseline);
  expect(trained(planPipeline(ctx, { chain: "diagnosis" }))?.seeds).toEqual([0, 1, 2, 3, 4]);
  expect(trained(planPipeline(ctx, { chain: "diagnosis", seeds: [7] }))?.seeds).toEqual([7]);
});

test("a chain that is not there, and problems that are not, are refused by name", () => {
  const world = makeWorld();
  expect(
    planPipeline(world.ctx, { chain: "sft-dgro-prm", seeds: [0], problems: "gone" }).issues[0].message,
  ).toMatch(/no benchmark "gone"/);
  expect(() => planPipeline(world.ctx, { chain: "nope", seeds: [0] })).toThrow(/There is no pipeline "nope"/);
});

test("the plan of a form names the slot that is empty", () => {
  const world = makeWorld();
  const plan = planLaunch(world.ctx, { recipe: "evaluate", matrix: matrix("greedy") });
  expect(plan.issues).toMatchObject([
    { field: "policy", message: expect.stringContaining("Policy is missing") },
  ]);
});
