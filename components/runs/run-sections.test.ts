import { describe, expect, test } from "vitest";
import { NO_EDITS } from "#server/contracts/charts/panel-layout.ts";
import { firstQuestions } from "./first-questions.ts";
import { loadRunPageSearch, type RunPanelsSearch } from "#components/search-params/runs.ts";
import { runSections } from "./run-sections.ts";

const search = loadRunPageSearch({ smooth: "none" });
const run = (metrics: string[], expected: string[] = [], switchedOff: Record<string, string> = {}) =>
  ({
    row: { id: "run_1", state: "running" },
    metrics,
    expected,
    switchedOff,
    flat: {},
    shapedIsRaw: false,
  }) as Parameters<typeof firstQuestions>[0];
const keys = (of: ReturnType<typeof run>, ended = false, open: string[] = []) =>
  runSections({ ...of, ended }, { ...search, unfolded: open }).sections.flatMap((s) =>
    s.panels.map((p) => p.key),
  );
const asked = (of: ReturnType<typeof run>, more: Partial<RunPanelsSearch> = {}, layout = NO_EDITS) =>
  firstQuestions(of, layout, { ...search, ...more }).map((question) => question.metrics.join(" "));

describe("the panels of a run", () => {
  test("are of what it sent and of what its recipe will send, evaluations apart", () => {
    expect(keys(run(["my/own", "eval/rr"], ["reward/raw"]))).toEqual(["reward/raw", "my/own"]);
  });

  test("of one that has ended wait for nothing, and say what is switched off in a line", () => {
    const of = run(["my/own"], ["reward/raw", "policy/kl"], { "policy/kl": "beta is 0" });
    expect(keys(of, true)).toEqual(["my/own"]);
    const { folded } = runSections({ ...of, ended: true }, search);
    expect([...folded.values()].flat().map(({ says }) => says)).toEqual(["off: beta is 0"]);
    const found = runSections({ ...of, ended: true }, { ...search, find: "kl" });
    expect(found.sections.flatMap((s) => s.panels.map((p) => p.key))).toContain("policy/kl");
  });

  test("leave out the score of a model that it was not given", () => {
    const off = { "reward/prm": "no model was given", "policy/kl": "beta is 0" };
    expect(keys(run([], ["reward/raw", "reward/prm", "policy/kl"], off))).toEqual(["reward/raw"]);
    expect(keys(run([], ["reward/raw", "reward/prm", "policy/kl"], off), false, ["policy/kl"])).toEqual([
      "reward/raw",
      "policy/kl",
    ]);
  });
});

describe("what is read before the page is sent", () => {
  test("is of the first panels that have points", () => {
    const many = Array.from({ length: 30 }, (_, i) => `env/m_${i}`);
    expect(asked(run(["reward/raw", ...many], ["reward/shaped"]))).toEqual([
      "reward/raw",
      ...many.slice(0, 7),
    ]);
  });

  test("follows the layout of the view and the search", () => {
    const of = run(["reward/raw", "env/a", "env/b"]);
    expect(asked(of, { find: "env" })).toEqual(["env/a", "env/b"]);
    expect(asked(of, {}, { ...NO_EDITS, removed: ["reward/raw"], closed: { "prefix:env": true } })).toEqual(
      [],
    );
    const added = [{ key: "added:1", section: "own", title: "", metrics: ["env/a", "env/b"] }];
    expect(asked(of, {}, { ...NO_EDITS, added })[0]).toBe("env/a env/b");
  });
});
