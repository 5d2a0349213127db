import { describe, expect, test } from "vitest";
import { powerSentences } from "../../wording/power.ts";
import { detectableDifference, plannedSd, planSeedsAndProblems, seedsNeeded } from "../../stats/plan.ts";
import { playRuns } from "../compare/testing.ts";
import { codeOf, makeWorld, problemHashes } from "../testing.ts";
import { planPower } from "./power.ts";
import { ablationTable } from "./table.ts";

const hashes = problemHashes(60, "power");
/** Solved problems of 60 by configuration and seed. */
const SOLVED: Record<string, number[]> = { baseline: [20, 24, 28], no_kl: [30, 33, 36] };

function played() {
  const world = makeWorld();
  const { experimentId } = playRuns(
    world,
    { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] },
    (name) => {
      const [label, seed] = name.split("-s");
      const count = SOLVED[label][Number(seed)];
      return { hashes, solvedAt: (i) => ((i * 7 + Number(seed)) % 60 < count ? 3 : null) };
    },
    "A pilot",
  );
  return { world, experimentId };
}
const QUESTION = { recipe: "grpo", comparisons: 4, seeds: 3 };

describe("what a design can show before it is launched", () => {
  const { world, experimentId } = played();
  // Spreads over the seeds are 4/60 and 3/60.
  const sd = Math.sqrt((4 ** 2 + 3 ** 2) / 2) / 60;

  test("is read off the spread inside the configurations of an earlier experiment, widened for what a pilot does not know", () => {
    const found = planPower(world.ctx, QUESTION);
    expect(found.pilot).toMatchObject({ experimentId, title: "A pilot", df: 4, problems: 60 });
    expect(found.pilot?.sd).toBeCloseTo(sd, 12);
    expect(found.pilot?.plannedSd).toBeCloseTo(plannedSd(sd, 4), 12);
    const design = { n: 3, nBaseline: 3, sd: plannedSd(sd, 4), sdBaseline: plannedSd(sd, 4), comparisons: 4 };
    expect(found.theseProblems?.detectable).toBeCloseTo(detectableDifference(design), 12);
    expect(found.theseProblems?.seedsNeeded).toBeNull();
  });

  test("says how many seeds a difference needs, for these problems and for new ones, and what neither can beat", () => {
    const { theseProblems, newProblems, sentences } = planPower(world.ctx, {
      ...QUESTION,
      difference: 0.1,
      problems: 300,
    });
    const planned = plannedSd(sd, 4);
    expect(theseProblems?.seedsNeeded).toBe(seedsNeeded(0.1, { sd: planned, comparisons: 4 }));
    expect(newProblems?.problems).toBe(300);
    expect(newProblems?.seedsNeeded).toBeGreaterThanOrEqual(theseProblems?.seedsNeeded ?? Infinity);
    expect(newProblems?.problemsNeverBeat).toBeLessThan(newProblems?.detectable ?? 0);
    expect(newProblems?.seedsNeverBeat).toBeLessThan(newProblems?.detectable ?? 0);
    expect(sentences[0]).toMatch(
      /^New seeds, these problems: 3\sseeds show .*\spp; 10\.0\spp needs \d+\sseeds\.$/,
    );
    expect(sentences[1]).toMatch(/^New seeds and new problems of this kind, 300\sproblems: /);
    expect(sentences[2]).toMatch(/4\scomparisons, 80\s% power, if runs scatter as in "A pilot"/);
  });

  test("more problems shrink the share of the problems alone", () => {
    const at = (problems: number) => planPower(world.ctx, { ...QUESTION, problems }).newProblems;
    expect(at(6000)?.problemsNeverBeat).toBeCloseTo(at(60)?.problemsNeverBeat ?? 0, 12);
    expect(at(6000)?.seedsNeverBeat).toBeCloseTo((at(60)?.seedsNeverBeat ?? 0) / 10, 2);
  });

  test("a floor of 0 is not written as a number that promises something", () => {
    const found = planPower(world.ctx, { ...QUESTION, problems: 300 });
    const at = (seedsNeverBeat: number) =>
      powerSentences(
        { ...found, newProblems: found.newProblems && { ...found.newProblems, seedsNeverBeat } },
        0.8,
      )[1];
    expect(at(0)).toMatch(/the earlier experiment shows no floor for more seeds\.$/);
    expect(at(0.02)).toMatch(/however many seeds, never below 2\.0\spp with these problems\.$/);
  });

  test("two seeds show no interval", () => {
    const { theseProblems, newProblems, sentences } = planPower(world.ctx, { ...QUESTION, seeds: 2 });
    expect([theseProblems?.detectable, newProblems?.detectable]).toEqual([null, null]);
    expect(sentences[0]).toContain("2 seeds show no interval, 3 seeds are the fewest");
  });

  test("an unknown metric or recipe is refused by name", () => {
    expect(codeOf(() => planPower(world.ctx, { ...QUESTION, metric: "policy/kl" })).code).toBe("invalid");
    expect(codeOf(() => planPower(world.ctx, { ...QUESTION, recipe: "nothing" })).code).toBe("invalid");
  });
});

test("without an experiment that says how much runs scatter nothing is claimed", () => {
  const { pilot, theseProblems, newProblems, sentences } = planPower(makeWorld().ctx, QUESTION);
  expect([pilot, theseProblems, newProblems]).toEqual([null, null, null]);
  expect(sentences).toEqual([
    expect.stringMatching(/^No experiment of this recipe says yet how much RR@5 scatters/),
  ]);
});

test("the table gives the primary metric's difference for new problems too, wider than for these alone", () => {
  const { world, experimentId } = played();
  const [, row] = ablationTable(world.ctx, experimentId).rows;
  const { newProblems, low, high } = row.difference["eval/rr_at_5"];
  expect(newProblems).toMatchObject({
    problems: 60,
    leftOut: 0,
    method: expect.stringContaining("60 problems"),
  });
  expect((newProblems?.high ?? 0) - (newProblems?.low ?? 0)).toBeGreaterThan(0);
  expect([low, high]).not.toContain(null);
  expect(row.difference["eval/rr"].newProblems).toBeUndefined();
  expect(ablationTable(world.ctx, experimentId).rows[1].difference["eval/rr_at_5"].newProblems).toEqual(
    newProblems,
  );
});

test("problems whose every difference is the same add nothing to what seeds say", () => {
  const sources = { sigma: [0.1, 0.1] as [number, number], tau: 0, residual: [0, 0] as [number, number] };
  expect(planSeedsAndProblems(sources, { n: 5, N: 100 }).floors.seedsNeverBeat).toBe(0);
});
