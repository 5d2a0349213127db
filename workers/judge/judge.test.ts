import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { populationHash } from "../lp/population-hash.ts";
import { Judge } from "./judge.ts";
import { readProgram } from "./judge-code.ts";
import type { LabelledText, OpenedProblem, Verdict } from "./messages.ts";
import { readActions } from "./repair-text.ts";

const judge = new Judge();
let id = 0;
/** What a judge says to a question. */
async function ask<T>(question: object): Promise<T> {
  const said = JSON.parse(await judge.answer(JSON.stringify({ id: (id += 1), ...question }))) as T & {
    id: number;
  };
  expect(said.id).toBe(id);
  return said;
}
const open = (set: string, source: object) =>
  ask<{ problems: OpenedProblem[]; hash: string; error?: string }>({ ask: "open", set, source });
const verdicts = async (set: string, reward: string, answers: [number, string][]) =>
  (
    await ask<{ verdicts: Verdict[] }>({
      ask: "judge",
      set,
      reward,
      answers: answers.map(([problem, text]) => ({ problem, text })),
    })
  ).verdicts;

let repairs: OpenedProblem[];
let programs: OpenedProblem[];
beforeAll(async () => {
  const repair = { task: "repair", part: "train", count: 30, seed: 3, level: "hard", heldOut: 20 };
  ({ problems: repairs } = await open("repairs", repair));
  ({ problems: programs } = await open("programs", { task: "code", part: "train", count: 11, seed: 3 }));
});

test("the answer that comes with a problem solves it, whole and named right", async () => {
  const said = await verdicts(
    "repairs",
    "clean",
    repairs.map(({ answer }, i) => [i, `<think>DROP(c1)</think>${answer}`]),
  );
  expect(said.filter(({ solved }) => !solved)).toEqual([]);
  expect(said.filter(({ da }) => da === 0)).toEqual([]);
  const code = await verdicts(
    "programs",
    "all",
    programs.map(({ answer }, i) => [i, `Here:\n\`\`\`js\n${answer}\n\`\`\``]),
  );
  expect(code.every(({ reward, ending }) => reward === 1 && ending === "solved")).toBe(true);
});

test("a prompt shows every row with its limits, and which of them are in conflict", () => {
  const [{ prompt, answer }] = repairs;
  const rows = prompt.match(/^c\d+: .+(<=|>=|=).+$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(5);
  expect(prompt).toMatch(/^in conflict: \w+(, \w+)+$/m);
  expect(prompt.slice(0, prompt.indexOf("in conflict"))).not.toContain(answer);
});

test("what an answer may do wrong ends its episode with a word and the reward of the reports for bad form", async () => {
  const said = await verdicts("repairs", "process", [
    [0, "I do not know."],
    [0, "DROP(c999)"],
    [0, "SUBMIT()"],
    [0, "DROP()"],
    [0, "GET_IIS()\n".repeat(40)],
  ]);
  expect(said.map(({ ending, reward }) => [ending, Math.round(reward * 100) / 100])).toEqual([
    ["no action", -1],
    ["not possible", -1],
    ["submitted", -0.51],
    ["not possible", -1],
    ["at the step limit", -0.98],
  ]);
  expect(said[1].error).toBe("DROP(c999) is not possible at step 1.");
});

test("a program is paid by the cases that it passes, and one without end is stopped", async () => {
  const said = await verdicts("programs", "partial", [
    [1, "function solve(a) { return [...a].reverse().join(''); }"],
    [1, "function solve(a) { return a; }"],
    [1, "function solve(a) { for (;;); }"],
    [1, "not a program"],
  ]);
  expect(said.map(({ ending, reward }) => [ending, reward])).toEqual([
    ["solved", 1],
    ["answered", expect.any(Number)],
    ["time", 0],
    ["broken", 0],
  ]);
  expect(said[1].reward).toBeLessThan(0.5);
});

test("the same question has the same answer, and other seeds other problems", async () => {
  const source = { task: "repair", part: "held_out", count: 4, seed: 5 };
  const [one, again, other] = [
    await open("a", source),
    await open("b", source),
    await open("c", { ...source, seed: 6 }),
  ];
  expect(again.problems).toEqual(one.problems);
  expect(other.hash).not.toBe(one.hash);
  expect(one.hash).toBe(populationHash(one.problems.map(({ hash }) => hash)));
});

test("steps of players that differ in skill come with the labels that process reward models learn", async () => {
  const { episodes } = await ask<{ episodes: LabelledText[] }>({ ask: "label", set: "repairs", seed: 1 });
  const labels = new Set(episodes.flatMap(({ steps }) => steps.map(({ label }) => label)));
  expect(episodes).toHaveLength(30);
  expect([...labels].toSorted((a, b) => a - b)).toEqual(
    [0, 0.2, 0.3, 0.5, 1].filter((label) => labels.has(label)),
  );
  expect(labels.has(0) && labels.has(1)).toBe(true);
});

test.each([
  [{ ask: "judge", set: "none", reward: "all", answers: [] }, 'No set "none" was opened.'],
  [
    { ask: "judge", set: "repairs", reward: "all", answers: [{ problem: 0, text: "" }] },
    'A repair is not paid by "all", but by outcome, rr5, clean, process, composite, composite_coded.',
  ],
  [
    { ask: "judge", set: "repairs", reward: "clean", answers: [{ problem: 99, text: "" }] },
    'The set "repairs" has 30 problems and none with the number 99.',
  ],
  [
    { ask: "open", set: "x", source: { task: "code", part: "train", count: 1, seed: 0, families: "no" } },
    'There is no family of problems "no". Ask for all, basic, hard or weak.',
  ],
  [{ ask: "label", set: "programs", seed: 0 }, "Only repairs have steps that can be labeled."],
])("what cannot be answered is a sentence: %j", async (question, message) => {
  expect((await ask<{ error: string }>(question)).error).toBe(message);
});

const folder = mkdtempSync(join(tmpdir(), "ablab-judge-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a file that holds no problems is refused with its name, and the judge goes on", async () => {
  const file = join(folder, "b.json");
  writeFileSync(file, "{}");
  const source = { task: "repair", part: "train", count: 1, seed: 0, file };
  expect((await open("x", source)).error).toContain(`${file} is no problem file`);
  expect(JSON.parse(await judge.answer("{")) as object).toMatchObject({ id: null });
  expect((await open("y", { ...source, file: null })).problems).toHaveLength(1);
});

test("actions are read wherever they stand in an answer, and thoughts are none", () => {
  expect(readActions("Action: drop(c1)")).toEqual([]);
  expect(readActions("1. DIAGNOSE( c2 )\n2. SUBMIT ()").map(({ target }) => target)).toEqual(["c2", ""]);
  expect(readActions("DROP(c1) </think> UPDATE_BOUNDS(x1)").map(({ target }) => target)).toEqual(["x1"]);
});

test.each([
  ["function solve() {}", "function solve() {}"],
  ["a\n```js\nx\n```\nb", "x"],
  ["```\nx\n```\n```javascript\ny\n```", "y"],
  ["<think>```js\nz\n```</think>\n```js\ny\n```", "y"],
])("the program of %j is %j", (text, program) => {
  expect(readProgram(text)).toBe(program);
});
