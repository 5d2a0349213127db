import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TableRun } from "#server/contracts/run-table.ts";
import { factTip, runFact } from "./run-facts.tsx";

const run = (facts: Partial<TableRun>): TableRun =>
  ({
    name: "baseline-s0",
    state: "queued",
    why: "",
    step: null,
    plannedSteps: 40,
    startedAt: null,
    ...facts,
  }) as TableRun;
const text = (name: "step" | "state", facts: Partial<TableRun>) =>
  renderToStaticMarkup(<>{runFact(name, run(facts), 0)}</>).replaceAll(/<[^>]*>/g, "");

test("a progress is of the planned steps; without any it is the step alone, or nothing", () => {
  expect(text("step", { step: 12 })).toBe("12 / 40");
  expect(text("step", {})).toBe("– / 40");
  expect(text("step", { step: 12, plannedSteps: 0 })).toBe("12");
  expect(text("step", { plannedSteps: 0 })).toBe("–");
});

test("the tooltip of a progress without a number says why there is none", () => {
  expect(factTip("step", run({}))).toBe("Not begun: 40 train steps are planned");
  expect(factTip("step", run({ startedAt: 1 }))).toBe("No step yet: 40 train steps are planned");
  expect(factTip("step", run({ plannedSteps: 0 }))).toBe("No train steps are planned");
  expect(factTip("step", run({ step: 3 }))).toBeUndefined();
});

test("the cause of a state is its tooltip, and is read after it", () => {
  const failed = { state: "failed", why: "CUDA out of memory at step 61" } as const;
  expect(factTip("state", run(failed))).toBe("CUDA out of memory at step 61");
  expect(text("state", failed)).toBe("failed, CUDA out of memory at step 61");
  expect(factTip("state", run({}))).toBeUndefined();
});

test("an end that nobody saw is marked, a run under way and an end that was seen are not", () => {
  const html = (facts: Partial<TableRun>) =>
    renderToStaticMarkup(<>{runFact("state", run({ why: "", ...facts }), 0)}</>);
  const claimed = html({ state: "finished", statusSource: "client" });
  expect(text("state", { state: "finished", statusSource: "client" })).toBe(
    "finished , reported by the client",
  );
  expect(claimed).toContain('data-source="client"');
  expect(html({ state: "running", statusSource: "client" })).not.toContain("client");
  expect(html({ state: "finished", statusSource: "supervised" })).not.toContain("client");
});

test("a name that may be cut off is its own tooltip", () => {
  expect(factTip("run", run({}))).toBeUndefined();
  expect(factTip("run", run({ name: "asym_clip-with-a-long-name-s0" }))).toBe(
    "asym_clip-with-a-long-name-s0",
  );
});
