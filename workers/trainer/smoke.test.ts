import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { InputFile } from "../protocol/inputs.ts";
import { type Params, trainerArgs } from "../protocol/manifest.ts";
import { METRICS } from "../protocol/metrics/metrics.ts";
import { findRecipe, RECIPES } from "../recipes/catalog.ts";
import { eventsOf, type FinishedRun, inputFrom, writeInputs } from "../recipes/testing.ts";
import { computed, parseEvents, runTrainer, type TrainerOutcome } from "./testing.ts";

// A recipe at the end of the chain waits for all before it.
vi.setConfig({ testTimeout: 600_000 });

const root = mkdtempSync(join(tmpdir(), "ablab-smoke-"));
afterAll(() => rmSync(root, { recursive: true }));

interface SmokeRun extends FinishedRun {
  outcome: TrainerOutcome;
  /** The same command line a second time. */
  again: TrainerOutcome;
}

/** The recipes that the required inputs of each come from. */
const SOURCES: Record<string, string> = {
  policy: "sft",
  program_policy: "code-sft",
  episodes: "evaluate",
  labels: "prm-labels",
};
/** What the sources of a recipe do otherwise than in their own smoke run: only of train problems is a set left. */
const EDITS: Record<string, Params> = { failures: { part: "train" } };
const finished = new Map<string, Promise<SmokeRun>>();

/** The smoke run of a recipe, after those that leave what it needs; each runs once. */
function smoke(slug: string, edits: Params = {}): Promise<SmokeRun> {
  const key = slug + JSON.stringify(edits);
  const known = finished.get(key) ?? start(slug, edits);
  finished.set(key, known);
  return known;
}

async function start(slug: string, edits: Params): Promise<SmokeRun> {
  const recipe = findRecipe(slug);
  if (!recipe) throw new Error(`There is no recipe ${slug}.`);
  const params = { ...recipe.smoke, ...edits };
  const inputs: Record<string, InputFile> = {};
  const blocked = recipe
    .lints(recipe.smoke, {})
    .flatMap(({ level, field }) => (level === "block" ? field : []));
  for (const { slot, kind, required } of recipe.inputs)
    if (required || blocked.includes(slot))
      inputs[slot] = inputFrom(await smoke(SOURCES[slot], EDITS[slug]), kind);
  const folder = mkdtempSync(join(root, `${slug}-`));
  writeInputs(folder, inputs);
  const run = () => runTrainer(trainerArgs(recipe, params, 3), { env: { ABLAB_INPUTS: folder } });
  const [outcome, again] = await Promise.all([run(), run()]);
  return { recipe: slug, params, events: parseEvents(outcome.lines), inputs, outcome, again };
}

describe.each(RECIPES)("the smoke run of $slug", (recipe) => {
  test("ends well, says only what the wire knows, and says it the same when run again", async () => {
    const { outcome, again, events } = await smoke(recipe.slug);
    expect([outcome.code, outcome.log]).toEqual([0, expect.stringContaining("seed 3")]);
    const points = eventsOf(events, "points");
    const names = new Set(points.flatMap((event) => Object.keys(event.values)));
    for (const name of names) expect(METRICS).toHaveProperty([name]);
    const off = Object.keys(recipe.switchedOff(recipe.smoke));
    expect([...names].sort((a, b) => a.localeCompare(b))).toEqual(
      recipe.metrics.filter((name) => !off.includes(name)).sort((a, b) => a.localeCompare(b)),
    );
    expect(computed(again.lines)).toEqual(computed(outcome.lines));
    expect(Math.max(...points.map((event) => Number(event.values["perf/cpu_s"] ?? 0)))).toBeLessThan(6);
    expect(Math.max(...outcome.lines.map((line) => line.length))).toBeLessThan(900_000);
  });

  test("leaves what its manifest promises", async () => {
    const run = await smoke(recipe.slug);
    for (const kind of recipe.outputs) expect(inputFrom(run, kind).kind).toBe(kind);
  });
});

test("SFT by its defaults gives, bit for bit, the start that grpo makes for itself, whatever the seeds", async () => {
  const [sft, grpo] = ["sft", "grpo"].map((slug) => findRecipe(slug));
  if (!sft || !grpo) throw new Error("recipes are missing");
  const small = { eval_problems: "8", train_problems: "8" };
  const args = Object.entries(small).map(([name, value]) => `--${name}=${value}`);
  const [alone, start, other] = await Promise.all([
    runTrainer(["sft", "--seed=1", ...args]),
    runTrainer(["grpo", "--seed=2", "--iterations=0", ...args]),
    runTrainer(["sft", "--seed=3", "--sft_seed=8", ...args]),
  ]);
  const hash = ({ lines }: TrainerOutcome, kind: string) =>
    eventsOf(parseEvents(lines), "artifact").find((event) => event.kind === kind)?.sha256;
  expect(hash(alone, "weights")).toBe(hash(start, "start_weights"));
  expect(hash(alone, "weights")).toMatch(/^ad22f0ab17a2/);
  expect(hash(other, "weights")).not.toBe(hash(alone, "weights"));
});

test("the recipe evaluate measures a checkpoint exactly as the run that made it did", async () => {
  const [made, measured] = [await smoke("sft"), await smoke("evaluate")];
  const facts = ({ events }: SmokeRun) => {
    const [evaluation] = eventsOf(events, "evaluation").filter(({ final }) => final);
    const { protocol, rows, populationHash } = evaluation;
    return { protocol, rows, populationHash, episodes: eventsOf(events, "episodes").map((e) => e.episodes) };
  };
  expect(facts(measured)).toEqual(facts(made));
  // Beside it the training leaves the same policy sampled, which a sampled evaluation measures alike.
  const [sampled] = eventsOf(made.events, "evaluation").filter(({ final }) => !final);
  expect(sampled).toMatchObject({ step: 12, protocol: { decoding: "sampled", temperature: 1 } });
  expect(sampled.rows).not.toEqual(facts(made).rows);
  expect(eventsOf(measured.events, "evaluation")).toHaveLength(1);
});

const given = async (slug: string, params: Record<string, number | string>, inputs: object) => {
  const recipe = findRecipe(slug);
  if (!recipe) throw new Error(`There is no recipe ${slug}.`);
  const folder = mkdtempSync(join(root, "given-"));
  writeInputs(folder, inputs as Record<string, unknown>);
  const all = { ...recipe.smoke, iterations: 2, eval_every: 2, ...params };
  return runTrainer(trainerArgs(recipe, all, 3), { env: { ABLAB_INPUTS: folder } });
};

test("grpo from a checkpoint makes no start of its own and trains on as from the same weights", async () => {
  const checkpoint = inputFrom(await smoke("sft"), "checkpoint");
  const [fromInput, fromSft] = await Promise.all([
    given("grpo", {}, { start: checkpoint }),
    given("grpo", { sft_demos: 400, sft_epochs: 12 }, {}),
  ]);
  expect([fromInput.code, fromSft.code]).toEqual([0, 0]);
  const [a, b] = [fromInput, fromSft].map(({ lines }) => parseEvents(lines));
  const hashes = (events: typeof a) => eventsOf(events, "artifact").map((event) => event.sha256);
  expect(hashes(a)).toEqual(hashes(b));
  expect(eventsOf(a, "points").some((event) => "sft/loss" in event.values)).toBe(false);
  expect(eventsOf(a, "evaluation")[0]).toMatchObject({ step: 0, final: false });
  expect(eventsOf(a, "note").map((event) => event.message)).toEqual([
    "Starts from the policy of run sft run after its step 12; the fields of the SFT start have no effect.",
  ]);
});

test("a checkpoint of another shape is refused in one sentence that names both", async () => {
  const checkpoint = inputFrom(await smoke("sft"), "checkpoint");
  const { code, log, lines } = await given("grpo", { hidden: 16 }, { start: checkpoint });
  expect([code, lines]).toEqual([2, []]);
  expect(log.trim().split("\n").at(-1)).toBe(
    'The network given as "start" (from run sft run) has 32 features, 32 hidden units, 8 actions, but this run needs 32 features, 16 hidden units, 8 actions; set hidden to 32 or choose another source.',
  );
});

test("a process reward model is measured without a weight, joins the shaped reward with one, and leaves the raw alone", async () => {
  const prm = inputFrom(await smoke("prm-train"), "prm");
  const [plain, watched, paid] = await Promise.all([
    given("grpo", {}, {}),
    given("grpo", { prm_weight: 0 }, { prm }),
    given("grpo", { prm_weight: 0.5 }, { prm }),
  ]);
  const steps = (run: TrainerOutcome) =>
    eventsOf(parseEvents(run.lines), "points").filter((event) => "reward/raw" in event.values);
  const weights = (run: TrainerOutcome) => eventsOf(parseEvents(run.lines), "artifact")[1].sha256;
  expect(weights(watched)).toBe(weights(plain));
  expect(weights(paid)).not.toBe(weights(plain));
  for (const { values } of steps(plain)) expect(values).not.toHaveProperty(["reward/prm"]);
  for (const { values } of steps(watched)) expect(values["reward/shaped"]).toBe(values["reward/raw"]);
  for (const { values } of steps(paid)) {
    const [raw, shaped, score] = ["raw", "shaped", "prm"].map((name) => Number(values[`reward/${name}`]));
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(1);
    expect(shaped).toBeCloseTo(raw + 0.5 * score, 10);
  }
  const [first] = steps(paid);
  expect(first.values["reward/raw"]).toBe(steps(plain)[0].values["reward/raw"]);
});

test("the best of several samples by a PRM is an evaluation of its own protocol, beside greedy, chance and the best choice", async () => {
  const [prm, policy] = [
    inputFrom(await smoke("prm-train"), "prm"),
    inputFrom(await smoke("sft"), "checkpoint"),
  ];
  const best = { decoding: "reranked", samples: 4 };
  const [chosen, sampled] = await Promise.all([
    given("evaluate", best, { policy, prm }),
    given("evaluate", { decoding: "sampled" }, { policy }),
  ]);
  expect([chosen.code, sampled.code]).toEqual([0, 0]);
  const [events, plain] = [chosen, sampled].map(({ lines }) => parseEvents(lines));
  const [evaluation] = eventsOf(events, "evaluation");
  if (!("sha256" in prm)) throw new Error("A PRM has a hash.");
  expect(evaluation.protocol).toEqual({
    ...eventsOf(plain, "evaluation")[0].protocol,
    rerank: { samples: 4, use: "mean", prm: prm.sha256.slice(0, 24) },
  });
  const values = Object.assign({}, ...eventsOf(events, "points").map((event) => event.values)) as Record<
    string,
    number
  >;
  const greedy = eventsOf((await smoke("evaluate")).events, "points").at(-1)?.values["eval/rr_at_5"];
  expect(values["rerank/greedy_rr_at_5"]).toBe(greedy);
  expect(values["rerank/oracle_rr_at_5"]).toBeGreaterThanOrEqual(values["eval/rr_at_5"]);
  expect(values["rerank/oracle_rr_at_5"]).toBeGreaterThan(values["rerank/sampled_rr_at_5"]);
  const shares = evaluation.rows.map(({ sampledAt5 }) => sampledAt5 ?? Number.NaN);
  const { length } = shares;
  expect(shares.reduce((sum, share) => sum + share / length, 0)).toBeCloseTo(
    values["rerank/sampled_rr_at_5"],
    12,
  );
  expect(shares.filter((share) => share > 0).length / length).toBeCloseTo(
    values["rerank/oracle_rr_at_5"],
    12,
  );
  const refused = await given("evaluate", best, { policy });
  expect([refused.code, refused.log]).toEqual([
    2,
    expect.stringContaining("A process reward model is missing"),
  ]);
});

test("a PRM's report compares its error with the baseline's in every held-out episode", async () => {
  const [{ report }] = eventsOf((await smoke("prm-train")).events, "prm_report");
  const { difference } = report;
  expect(difference?.episodes).toBe(report.episodes);
  expect(difference?.low).toBeLessThan(difference?.mean ?? Number.NEGATIVE_INFINITY);
  expect(difference?.high).toBeGreaterThan(difference?.mean ?? Number.POSITIVE_INFINITY);
  expect(Math.sign(difference?.mean ?? 0)).toBe(Math.sign(report.baselineMse - report.mse));
});

test("a PRM of episodes on held-out problems warns of the leak, one of train problems does not", async () => {
  const leaky = await smoke("prm-train");
  expect(eventsOf(leaky.events, "note").map((event) => event.level)).toEqual(["info", "warning"]);
  const checkpoint = inputFrom(await smoke("sft"), "checkpoint");
  const recipe = findRecipe("evaluate");
  const params = { ...recipe?.smoke, part: "train", decoding: "sampled" };
  const played = await given("evaluate", params, { policy: checkpoint });
  const episodes = inputFrom({ recipe: "evaluate", params, events: parseEvents(played.lines) }, "evaluation");
  expect(episodes).toMatchObject({ part: "train", protocol: { decoding: "sampled", temperature: 1 } });
  const labelled = await given("prm-labels", {}, { episodes });
  const labels = inputFrom(
    { recipe: "prm-labels", params: {}, events: parseEvents(labelled.lines), inputs: { episodes } },
    "labels",
  );
  const { code, lines } = await given("prm-train", {}, { labels });
  expect(code).toBe(0);
  expect(eventsOf(parseEvents(lines), "note").map((event) => event.level)).toEqual(["info"]);
});

test("a required input that is missing is refused with exit code 2 before anything is said", async () => {
  const { code, lines, log } = await runTrainer(["prm-labels"], { env: { ABLAB_INPUTS: "" } });
  expect([code, lines]).toEqual([2, []]);
  expect(log.trim()).toBe(
    'prm-labels needs an evaluation as "episodes", but ABLAB_INPUTS names no folder. Choose a finished run that leaves one.',
  );
  const policy = await runTrainer(["evaluate"], { env: { ABLAB_INPUTS: "" } });
  expect([policy.code, policy.lines]).toEqual([2, []]);
  expect(policy.log).toContain("Policy is missing");
});

test("a player that learns nothing needs no policy, and leaves an evaluation with its episodes", async () => {
  const recipe = findRecipe("evaluate");
  if (!recipe) throw new Error("There is no recipe evaluate.");
  const args = trainerArgs(recipe, { ...recipe.smoke, player: "diagnosing_oracle" }, 0);
  const { code, lines } = await runTrainer(args, { env: { ABLAB_INPUTS: "" } });
  expect(code).toBe(0);
  const events = parseEvents(lines);
  const [evaluation] = eventsOf(events, "evaluation");
  expect(evaluation.rows.every(({ solved }) => solved)).toBe(true);
  expect(eventsOf(events, "episodes").flatMap(({ episodes }) => episodes)).toHaveLength(
    evaluation.rows.length,
  );
});
