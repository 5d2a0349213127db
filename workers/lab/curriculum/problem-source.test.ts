import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { generateProblem } from "../env/generate.ts";
import type { Level } from "../env/problem.ts";
import { fixedSource, pacedSource } from "./problem-source.ts";
import type { PaceOptions } from "./stage.ts";

const LEVELS: Level[] = ["easy", "medium", "hard"];
const pools = LEVELS.map((level) => Array.from({ length: 3 }, (_, i) => generateProblem(5, i, level)));
const options = (name: PaceOptions["name"]): PaceOptions => ({
  name,
  levels: LEVELS,
  iterations: 12,
  stageSteps: 0,
  promoteAt: 0,
  demoteBelow: 0.3,
  window: 10,
  gauss: { exponent: 0.5, sigma: 0.5, floor: 0 },
  rlveEpisodes: 32,
});
const at = (trainStep: number, draw = 0) => ({ trainStep, draw, count: 300 });

test("a pace draws the levels of its stage, in every draw anew and alike whenever it is asked", () => {
  const source = pacedSource(pools, options("four_stages"), 1);
  const levels = (step: number) => new Set(source.draw(at(step), stream(1, step)).map(({ level }) => level));
  expect([1, 4, 7, 10].map((step) => [...levels(step)].toSorted().join())).toEqual([
    "easy",
    "easy,medium",
    "hard,medium",
    "hard",
  ]);
  const keys = (step: number, draw: number) => source.draw(at(step, draw), stream(9)).map(({ key }) => key);
  expect(keys(4, 0)).toEqual(keys(4, 0));
  expect(keys(4, 0)).not.toEqual(keys(4, 1));
  expect(pacedSource(pools, options("four_stages"), 2).draw(at(4), stream(9))).not.toEqual(
    source.draw(at(4), stream(9)),
  );
});

test("success is that of the hardest level drawn, the level a mean over what was drawn", () => {
  const source = pacedSource(pools, options("uniform"), 1);
  const groups = [
    { problem: pools[0][0], quick: [1, 1, 1, 1] },
    { problem: pools[1][0], quick: [1, 0, 0, 0] },
    { problem: pools[1][1], quick: [1, 1, 0, 0] },
  ];
  expect(source.observe(1, groups)).toEqual({
    report: { meanLevel: 2 / 3, success: 3 / 8 },
    stage: null,
  });
});

test("one pool has no stages, and everything in it is drawn", () => {
  const source = fixedSource(pools[0]);
  expect([source.first(), source.observe(1, [])]).toEqual([null, null]);
  expect(new Set(source.draw(at(1), stream(3)))).toEqual(new Set(pools[0]));
});

test.each(["adaptive", "self_paced", "rlve"] as const)(
  "a source that is told what another one saw draws as that one does: %s",
  (name) => {
    const played = options(name);
    const first = pacedSource(pools, { ...played, promoteAt: 0.5, window: 2 }, 1);
    for (let step = 1; step <= 6; step++) {
      const drawn = first.draw({ ...at(step), count: 40 }, stream(3, step));
      first.observe(
        step,
        drawn.map((problem) => ({ problem, quick: [1, 1, 1, 0] })),
      );
      const second = pacedSource(pools, { ...played, promoteAt: 0.5, window: 2 }, 1);
      second.past?.write(JSON.parse(JSON.stringify(first.past?.read())));
      const next = (source: typeof first) =>
        source.draw(at(step + 1), stream(3, step + 1)).map(({ key }) => key);
      expect(next(second)).toEqual(next(first));
    }
    const levels = new Set(first.draw(at(7), stream(3)).map(({ level }) => level));
    expect([...levels]).not.toEqual(["easy"]);
  },
);
