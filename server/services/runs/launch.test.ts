import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { isServiceError } from "../../errors.ts";
import { freshKey, launch, makeWorld } from "../testing.ts";
import { findRun } from "./find.ts";
import { getRun } from "./get.ts";
import { listRuns } from "./list.ts";

const everything = { experimentId: null, state: "all" as const, search: "", limit: 500, offset: 0 };

function refusal(work: () => unknown): { code: string; message: string; field: string | null } {
  try {
    work();
  } catch (error) {
    if (isServiceError(error)) return { code: error.code, message: error.message, field: error.field };
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a matrix is presets x levels x seeds, with seeds as the outer order and the first variant as baseline", () => {
  const world = makeWorld();
  const { runs, experimentId } = launch(world, {
    presets: ["baseline", "no_kl"],
    factors: [{ name: "learning_rate", levels: [0.001, 0.002] }],
    seeds: [5, 6],
  });
  expect(runs.map((r) => r.name)).toEqual([
    "baseline, learning_rate 0.001-s5",
    "baseline, learning_rate 0.002-s5",
    "no_kl, learning_rate 0.001-s5",
    "no_kl, learning_rate 0.002-s5",
    "baseline, learning_rate 0.001-s6",
    "baseline, learning_rate 0.002-s6",
    "no_kl, learning_rate 0.001-s6",
    "no_kl, learning_rate 0.002-s6",
  ]);
  expect(listRuns(world.ctx, { ...everything, experimentId }).total).toBe(8);
});

test("runs that differ only in the seed share a cell; any other parameter makes another one", () => {
  const world = makeWorld();
  const cell = (id: string) => selectRun(world.ctx.db, id)?.cell;
  const first = launch(world, { seeds: [0, 1] }).runs.map((r) => cell(r.id));
  const again = launch(world, { seeds: [9] }).runs.map((r) => cell(r.id));
  const other = launch(world, { seeds: [0], edits: { temperature: 0.9 } }).runs.map((r) => cell(r.id));
  expect(new Set([...first, ...again]).size).toBe(1);
  expect(other[0]).not.toBe(first[0]);
});

test("the same launch key is the same runs, however often it is sent", () => {
  const world = makeWorld();
  const launchKey = freshKey();
  const first = launch(world, { seeds: [0, 1, 2] }, { launchKey });
  const second = launch(world, { seeds: [0, 1, 2] }, { launchKey });
  expect(second.runs).toEqual(first.runs);
  expect([first.repeated, second.repeated]).toEqual([false, true]);
  expect(listRuns(world.ctx, everything).total).toBe(3);
});

test.each([
  ["an unknown parameter", { edits: { learning_rat: 1 } }, /no parameter "learning_rat"/, "learning_rat"],
  ["the seed as a parameter", { edits: { seed: 3 } }, /varied by the seeds/, "seed"],
  ["a number out of range", { edits: { temperature: 99 } }, /0.1 to 5/, "temperature"],
  ["a text for a number", { edits: { temperature: "warm" } }, /Temperature/, "temperature"],
  ["a choice that does not exist", { edits: { loss: "tokens" } }, /one of: sequence, token/, "loss"],
  ["a preset that does not exist", { presets: ["baselin"] }, /no preset "baselin"/, "presets"],
  ["the same configuration twice", { presets: ["baseline", "baseline"] }, /same configuration/, "presets"],
  [
    "a factor twice",
    {
      factors: [
        { name: "temperature", levels: [1] },
        { name: "temperature", levels: [2] },
      ],
    },
    /factor twice/,
    "temperature",
  ],
  ["what a lint blocks", { edits: { hidden: 33 } }, /multiple of 4/, "hidden"],
  [
    "a benchmark nobody registered",
    { edits: { problems: "elsewhere" } },
    /no benchmark "elsewhere"/,
    "problems",
  ],
  [
    "more runs than a launch holds",
    { seeds: Array.from({ length: 200 }, (_, i) => i), presets: ["baseline", "no_kl", "asym_clip"] },
    /at most 500/,
    "seeds",
  ],
])("%s is refused by name and nothing is launched", (_name, matrix, message, field) => {
  const world = makeWorld();
  const refused = refusal(() => launch(world, matrix));
  expect(refused.message).toMatch(message);
  expect(refused.field).toBe(field);
  expect(listRuns(world.ctx, everything).total).toBe(0);
});

test.each<[string, number | string]>([
  ["NaN", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["ten million letters", "x".repeat(10_000_000)],
])("%s as a value never reaches the store", (_name, value) => {
  const world = makeWorld();
  expect(() => launch(world, { edits: { temperature: value } })).toThrow();
  expect(listRuns(world.ctx, everything).total).toBe(0);
});

test("a recipe or an experiment that does not exist is refused by name", () => {
  const world = makeWorld();
  expect(refusal(() => launch(world, {}, { experimentId: "exp_0000000000000000" })).message).toMatch(
    /no experiment/,
  );
});

test("hostile names are kept as they are and break nothing", () => {
  const world = makeWorld();
  const title = `'); drop table runs; -- <img onerror=x> $(id) ../..`;
  const { runs } = launch(world, {}, { title });
  expect(getRun(world.ctx, runs[0].id).row.experiment).toBe(title);
  expect(listRuns(world.ctx, { ...everything, search: "%_'; --" }).rows).toEqual([]);
});

test("a run is found by its id, by a unique start of it with or without the prefix, and by its name", () => {
  const world = makeWorld();
  const { id, name } = launch(world).runs[0];
  for (const text of [id, id.slice(0, 12), id.slice(4, 12), name])
    expect(findRun(world.ctx, text).id).toBe(id);
  expect(refusal(() => findRun(world.ctx, "run%")).message).toMatch(/no run "run%"/);
});

test("a queued run says what it waits for", () => {
  const world = makeWorld();
  launch(world);
  expect(listRuns(world.ctx, everything).rows[0].why).toContain("none is connected");
});

test("an edit that is called __proto__ is refused as every name that the recipe does not have", () => {
  const world = makeWorld();
  const edits = JSON.parse('{"__proto__":1}') as Record<string, number>;
  expect(() => launch(world, { edits })).toThrow("No recipe has a parameter");
});
