import { expect, test } from "vitest";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import type { TablePart } from "./arrange.ts";
import { orderNotes } from "./notes.ts";
import type { Ranking } from "./ranking.ts";

const NOTHING: Ranking = {
  apart: [],
  unknown: false,
  any: 1,
  treatments: [],
};
const keyOf = (kind: Ranking["apart"][number]["kind"]): Ranking["apart"][number] => ({
  column: { kind: "metric", metric: "any", axis: "step", reducer: "last" },
  bit: 1,
  kind,
  rules: kind === "reward" ? ["C01"] : ["C02", "C03"],
  tokenOf: new Map(),
  whyOf: new Map(),
  words: new Map(),
});
const REWARD = { apart: [keyOf("reward")] };
const EVALUATION = { apart: [keyOf("evaluation")] };
const BOTH = { apart: [keyOf("reward"), keyOf("evaluation")] };
const HELD = "While runs are live their order is held, and worked out again every 2\u202fs.";
const notes = (column: string | null, ...states: RunState[]) =>
  orderNotes(
    { sort: column === null ? [] : [{ column, direction: "desc" }], group: null },
    { parts: null, ranking: NOTHING, runs: states.map((state) => ({ state, attempt: 1 })) },
  );

test("an order that points can change is said to be held, while a run is live", () => {
  expect(notes("metric:loss:last", "finished", "running")).toContain(HELD);
  expect(notes("step", "unreachable")).toContain(HELD);
  expect(notes("metric:loss:last", "finished", "queued")).not.toContain(HELD);
});

test("an order that only a change of the list of runs changes is not said to be held", () => {
  expect(notes("recipe", "running")).toEqual([]);
  expect(notes(null, "running")).toEqual([]);
});

test("runs of several attempts are counted: what is said of their metrics is of the latest", () => {
  const said = (...attempts: (number | null)[]) =>
    orderNotes(
      { sort: [], group: null },
      {
        parts: null,
        ranking: NOTHING,
        runs: attempts.map((attempt) => ({ state: "finished", attempt })),
      },
    );
  expect(said(1, 2, null, 3)).toEqual(["2 of 4 runs have several attempts: metrics are of the latest."]);
  expect(said(1, null)).toEqual([]);
});

const apart = (group: string | null, ranking: Partial<Ranking>, ...kinds: TablePart["kind"][]) =>
  orderNotes(
    { sort: [{ column: "metric:eval/rr_at_5:last", direction: "desc" }], group },
    {
      parts: kinds.map((kind) => ({ kind, as: "", start: 0, n: 1 })),
      ranking: { ...NOTHING, ...ranking },
      runs: [],
    },
  ).find((note) => note.startsWith("Sorted by"));

test("what stands apart in an order is counted, and what it does not rank is named", () => {
  expect(apart(null, REWARD, "ranked", "ranked", "empty")).toBe(
    "Sorted by a training reward: runs of different reward functions are not ranked against each other (C01), so the 2 reward functions stand apart. Last come those without a finite value.",
  );
  expect(apart("label", REWARD, "ranked", "unranked")).toMatch(
    /not ranked against each other \(C01\)\. Groups that mix them, or of which it is not known, follow, not ranked\.$/,
  );
  expect(apart("experiment", REWARD, "unranked")).toMatch(/of which it is not known, are not ranked\.$/);
  expect(apart(null, EVALUATION, "ranked", "ranked", "ranked", "unranked")).toBe(
    "Sorted by an evaluation: runs measured on other problems or by another protocol are not ranked against each other (C02, C03), so the 3 ways of measuring stand apart. Runs of which it is not known follow, not ranked.",
  );
  expect(apart("label", BOTH, "ranked", "ranked")).toMatch(/so the 2 combinations of the two stand apart\.$/);
});

test("an order by values of which no evaluation is on record says so", () => {
  const said = (unknown: boolean) =>
    orderNotes(
      { sort: [{ column: "metric:eval/rr_at_5:last", direction: "desc" }], group: null },
      { parts: null, ranking: { ...NOTHING, unknown }, runs: [] },
    ).filter((note) => note.includes("not on record"));
  expect([said(true).length, said(false).length]).toEqual([1, 0]);
});

test("what sets the trainings behind an order apart is said, and that it is an order of values", () => {
  const [said] = orderNotes(
    { sort: [{ column: "metric:my/loss:last", direction: "desc" }], group: null },
    { parts: null, ranking: { ...NOTHING, treatments: ["These values are of 2 steps (C05)"] }, runs: [] },
  );
  expect(said).toBe("The order is one of values, not of configurations: These values are of 2 steps (C05).");
});

test("an order by training rewards says that training problems are not looked at, where there is anything to order", () => {
  const said = (column: string, ...states: RunState[]) =>
    notes(column, ...states).some((note) => note.includes("own training problems"));
  expect(said("metric:reward/raw:last", "finished", "finished")).toBe(true);
  expect(said("metric:reward/raw:last", "finished")).toBe(false);
  expect(said("metric:reward/raw:n", "finished", "finished")).toBe(false);
});
