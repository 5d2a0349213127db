import { expect, test } from "vitest";
import type { RunsComparison } from "../../contracts/compare/compare-runs.ts";
import { formatRuns, RunsAnswer } from "./format-runs.ts";

const run = (name: string) => ({
  id: `run_${name.repeat(16)}`,
  name,
  experimentId: "exp_1",
  experiment: "e",
  projectId: "prj_1",
  recipe: "outside",
  seed: 0,
  state: "finished" as const,
  evaluationId: null,
});
const last = (value: number) => ({ value, said: null, x: 1 });

const compared: RunsComparison = {
  runs: [run("a"), run("b"), run("c")],
  measured: false,
  otherNames: {},
  config: {
    lines: [{ name: "lr", label: "lr", values: [1, 2, null], differs: true }],
    differing: 1,
    names: 0,
    total: 4,
  },
  environment: { lines: [], differing: 0, names: 0, total: 0 },
  metrics: [
    {
      metric: "loss",
      values: [last(1), last(3), null],
      differences: [null, 2, null],
      apart: [null, null, null],
    },
    {
      metric: "reward",
      values: [last(1), last(5), { value: null, said: "NaN", x: 2 }],
      differences: [null, null, null],
      apart: [null, "Not ranked (C01). Two rewards.", null],
    },
  ],
  total: 9,
  shared: 1,
};

test("runs are columns, a difference stands behind its value, and what is not ranked says why below", () => {
  const printed = formatRuns(compared);
  const line = (name: string) => printed.split("\n").find((one) => one.startsWith(name)) ?? "";
  expect(line("loss")).toMatch(/\+2/);
  expect(line("reward")).toMatch(/5\.00 points \(not ranked\) +NaN/);
  expect(printed).toContain("(C01)");
  expect(line("lr")).toMatch(/1 +2/);
  expect(() => RunsAnswer.parse(compared)).not.toThrow();
});
