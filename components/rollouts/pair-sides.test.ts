import { expect, test } from "vitest";
import type { RolloutGroup } from "#server/contracts/rollouts/rollouts.ts";
import { chooseSides, openAfter, pairTitle, placesToRead, reportBlock, visitBeside } from "./pair-sides.ts";

/** A group whose completions have these rewards, in the order of their places. */
function groupOf(rewards: (number | string | null)[], more: Partial<RolloutGroup> = {}): RolloutGroup {
  const completions = rewards.map((reward, place) => ({ place, reward }));
  return { runId: "run_a", phase: "train", step: 8, key: "k", completions, ...more } as RolloutGroup;
}

const view = { open: [], pin: null, show: null, with: null, by: "reward" } as const;
const named = (choice: Partial<Parameters<typeof chooseSides>[0]>) =>
  chooseSides({
    group: groupOf([0, 1, 0.5]),
    view: { ...view, open: [] },
    other: undefined,
    otherName: "",
    pinned: undefined,
    ...choice,
  }).map(({ runId, step, name }) => `${runId} ${step} ${name}`);

test("where nobody has chosen, the best is read beside the worst", () => {
  expect(placesToRead(groupOf([0.2, 0.9, "NaN", 0.1]), [])).toEqual([1, 2]);
  expect(placesToRead(groupOf([0.2, 0.9, 0.1]), [0, 77])).toEqual([0, 1]);
  expect(placesToRead(groupOf([1]), [])).toEqual([0]);
  expect(placesToRead(groupOf([]), [])).toEqual([]);
});

test("a completion stands beside one of the same group, of the run beside, or beside the pinned one", () => {
  expect(named({})).toEqual(["run_a 8 Completion 2", "run_a 8 Completion 1"]);
  expect(named({ other: groupOf([0, 3], { runId: "run_b", step: 6 }), otherName: "no_kl" })).toEqual([
    "run_a 8 Completion 2",
    "run_b 6 Completion 2 of no_kl, step 6",
  ]);
  const pin = { phase: "train", step: 2, key: "k", place: 1 } as const;
  expect(named({ view: { ...view, open: [2], pin }, pinned: groupOf([0, 1], { step: 2 }) })).toEqual([
    "run_a 2 Pinned: 2 of k, step 2",
    "run_a 8 Completion 3",
  ]);
  expect(named({ view: { ...view, open: [], show: "all" } })).toHaveLength(3);
});

test("the pinned completion never stands beside itself", () => {
  const group = groupOf([0, 1]);
  const pin = { phase: "train", step: 8, key: "k", place: 1 } as const;
  expect(named({ group, pinned: group, view: { ...view, open: [1], pin } })).toEqual([
    "run_a 8 Pinned: 2 of k, step 8",
    "run_a 8 Completion 1",
  ]);
});

test("one that is opened stands beside the last one opened, and what is pinned stays", () => {
  expect(openAfter({ ...view, open: [] }, [0, 3], 5)).toEqual([3, 5]);
  expect(openAfter({ ...view, open: [] }, [0, 3], 3)).toEqual([0, 3]);
  expect(openAfter({ ...view, open: [0, 4], with: "run_b" }, [0, 3], 5)).toEqual([5, 4]);
});

test("the run beside is read at the same step, or the last before it, or its first", () => {
  const visits = [2, 6, 10].map((step) => ({
    phase: "train" as const,
    step,
    key: "k",
    mean: 0,
    rewards: [],
  }));
  const stepBeside = (step: number) => visitBeside(visits, { phase: "train", step })?.step;
  expect([stepBeside(6), stepBeside(9), stepBeside(1)]).toEqual([6, 6, 2]);
  expect(visitBeside(visits, { phase: "eval", step: 6 })).toBeUndefined();
});

test("a section is called by what stands in it", () => {
  const sides = chooseSides({
    group: groupOf([0, 1]),
    view: { ...view, open: [] },
    other: undefined,
    otherName: "",
    pinned: undefined,
  });
  expect(pairTitle(sides, false)).toBe("2 beside 1");
  expect(pairTitle(sides.slice(0, 1), false)).toBe("Completion 2");
});

test("what is read can be put into a report, a block for each group", () => {
  const group = groupOf([0, 1], { key: 'say "a;b"' });
  const sides = chooseSides({
    group,
    view: { ...view, open: [] },
    other: groupOf([1], { runId: "run_b" }),
    otherName: "b",
    pinned: undefined,
  });
  expect(reportBlock(sides)).toBe(`\`\`\`ablab rollout
run: run_a
phase: train
step: 8
group: "say \\"a;b\\""
completions: 2
\`\`\`

\`\`\`ablab rollout
run: run_b
phase: train
step: 8
group: "k"
completions: 1
\`\`\``);
});
