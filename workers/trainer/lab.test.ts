import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RECIPES } from "../recipes/catalog.ts";
import { eventsOf } from "../recipes/testing.ts";
import type { RunSummary } from "./summary.ts";
import { parseEvents } from "./testing.ts";

const SMALL =
  "--level=medium --train_problems=40 --eval_problems=20 --sft_demos=60 --sft_epochs=3 --iterations=6 --prompts=6 --eval_every=3".split(
    " ",
  );

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A real process of the lab; asked to stop once its log has a line that begins with `stopAt`. */
function lab(args: string[], stopAt?: string): Promise<Outcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "lab.ts"), ...args]);
  let [stdout, stderr, isAsked] = ["", "", false];
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr.on("data", (data: Buffer) => {
    stderr += data.toString();
    if (stopAt === undefined || isAsked || !stderr.includes(`\n${stopAt}`)) return;
    isAsked = true;
    child.kill("SIGINT");
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

const summaryOf = ({ stdout }: Outcome) =>
  JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as RunSummary & { t: "summary" };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-lab-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("lists every recipe with its presets, as text and as JSON", async () => {
  const [text, json] = await Promise.all([lab(["list"]), lab(["list", "--json"])]);
  const listed = JSON.parse(json.stdout) as { slug: string; presets: { id: string }[] }[];
  expect(listed.map(({ slug }) => slug)).toEqual(RECIPES.map(({ slug }) => slug));
  for (const { slug, presets } of RECIPES) {
    expect(text.stdout).toContain(`${slug}: `);
    expect(listed.find((recipe) => recipe.slug === slug)?.presets).toHaveLength(presets.length);
  }
});

test("runs a recipe with a preset, writes its events and sums them up", async () => {
  const file = join(folder, "events.ndjson");
  const args = ["run", "grpo", ...SMALL, "--preset=no_kl", "--seed=3"];
  const [plain, json] = await Promise.all([lab([...args, `--events=${file}`]), lab([...args, "--json"])]);
  expect([plain.code, json.code]).toEqual([0, 0]);
  expect(plain.stdout).toMatch(/^grpo@\d\.\d, preset no_kl, seed 3: finished after step 6\n/);
  const events = parseEvents(readFileSync(file, "utf8").trim().split("\n"));
  const told = parseEvents(json.stdout.trim().split("\n").slice(0, -1));
  expect(told.map(({ t }) => t)).toEqual(events.map(({ t }) => t));
  const weights = eventsOf(events, "artifact").find(({ kind }) => kind === "weights");
  expect(summaryOf(json)).toMatchObject({
    t: "summary",
    recipe: "grpo",
    preset: "no_kl",
    seed: 3,
    ended: "finished",
    step: 6,
    evaluation: { step: 6, problems: 20 },
    weights: weights?.sha256,
  });
  expect(summaryOf(json).values).not.toHaveProperty(["policy/kl"]);
});

const SHORT_PROGRAMS =
  "--train_problems=60 --eval_problems=21 --sft_demos=100 --sft_epochs=4 --iterations=6 --prompts=6 --eval_every=3".split(
    " ",
  );

/** So many steps that none ends before the signal to stop has come. */
const LONG = ["--iterations=40", "--eval_every=20"];

test.each(["grpo", "dgro", "code-grpo"])(
  "%s goes on where it was interrupted, to the weights of a run that never was",
  async (recipe) => {
    const state = join(folder, "state.json");
    const isOfPrograms = recipe === "code-grpo";
    const own = recipe === "dgro" ? ["--ema_baseline=true"] : [];
    const args = ["run", recipe, ...(isOfPrograms ? SHORT_PROGRAMS : SMALL), ...LONG, ...own, "--json"];
    const whole = await lab(args);
    const first = await lab([...args, `--state=${state}`], "step 2/40");
    expect([first.code, summaryOf(first).ended]).toEqual([130, "stopped"]);
    const second = await lab([...args, `--state=${state}`]);
    expect(second.code).toBe(0);
    const [a, b] = [summaryOf(whole), summaryOf(second)];
    expect(b.weights).toBe(a.weights);
    for (const name of [
      "progress/episodes",
      "progress/updates",
      isOfPrograms ? "eval/solved" : "eval/rr",
      "reward/raw",
    ])
      expect(b.values[name]).toBe(a.values[name]);
    expect(b.notes.join()).toMatch(/Goes on after train step \d+,/);
    const third = summaryOf(await lab([...args, `--state=${state}`]));
    expect([third.weights, third.evaluation]).toEqual([a.weights, a.evaluation]);
  },
);

test("refuses a state of another run, and one that is none, in a sentence", async () => {
  const state = join(folder, "state.json");
  const args = ["run", "grpo", ...SMALL, `--state=${state}`];
  await lab([...args, "--iterations=1"]);
  const other = await lab([...args, "--iterations=1", "--seed=1"]);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining("another seed, other problems or another start"),
  ]);
  writeFileSync(state, "{}");
  const broken = await lab(args);
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("cannot be read: of:")]);
});

test("says what it does not know", async () => {
  const [verb, preset, recipe] = await Promise.all([
    lab(["walk"]),
    lab(["run", "grpo", "--preset=best"]),
    lab(["run", "dpo"]),
  ]);
  for (const { code } of [verb, preset, recipe]) expect(code).toBe(2);
  expect(verb.stderr).toContain('There is no verb "walk" of the lab.');
  expect(preset.stderr).toContain('grpo has no preset "best". It has: baseline');
  expect(recipe.stderr).toContain('There is no recipe "dpo".');
});
