import { describe, expect, test } from "vitest";
import { countSteps } from "../../../workers/math/testing/count-steps.ts";
import { powerSentences, readDifference } from "../../wording/power.ts";
import {
  detectableDifference,
  plannedSd,
  planSeedsAndProblems,
  seedsNeeded,
} from "../../stats/claims/plan.ts";
import { playRuns } from "../compare/testing.ts";
import { codeOf, makeWorld, problemHashes, type World } from "../testing.ts";
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
      // Behind the seed a later experiment has its number.
      const [label, seed] = name.split(/-s(\d+)/);
      const count = SOLVED[label][Number(seed)];
      return { hashes, solvedAt: (i) => ((i * 7 + Number(seed)) % 60 < count ? 3 : null) };
    },
    "A pilot",
  );
  return { world, experimentId };
}
const QUESTION = { recipe: "grpo", comparisons: 4, seeds: 3 };
const LIMITS = { power: 0.8, mostSeeds: 1000, mostOnNew: 200 };

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
      /^Over seeds, eval set fixed: 3\sseeds detect .*\spp; 10\.0\spp needs \d+\sseeds\.$/,
    );
    expect(sentences[1]).toMatch(/^Over seeds and problems, 300\sproblems: /);
    expect(sentences[2]).toMatch(/4\scomparisons, 80\s% power, SD as in/);
  });

  test("an answer that speaks for new problems too is never sharper than the one for these", () => {
    for (const seeds of [3, 5, 8]) {
      const { theseProblems, newProblems } = planPower(world.ctx, {
        ...QUESTION,
        seeds,
        difference: 0.1,
        problems: 100_000,
      });
      expect(newProblems?.detectable).toBeGreaterThanOrEqual(theseProblems?.detectable ?? Infinity);
      expect(newProblems?.seedsNeeded).toBeGreaterThanOrEqual(theseProblems?.seedsNeeded ?? Infinity);
    }
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
        LIMITS,
      )[1];
    expect(at(0)).toMatch(/no floor is known for more seeds\.$/);
    expect(at(0.02)).toMatch(/; 2\.0\spp with this eval set at any number of seeds\.$/);
  });

  test("two seeds show no interval", () => {
    const { theseProblems, newProblems, sentences } = planPower(world.ctx, { ...QUESTION, seeds: 2 });
    expect([theseProblems?.detectable, newProblems?.detectable]).toEqual([null, null]);
    expect(sentences[0]).toContain("2 seeds give no interval, at least 3 seeds are needed");
  });

  test("an unknown metric or recipe is refused by name", () => {
    expect(codeOf(() => planPower(world.ctx, { ...QUESTION, metric: "policy/kl" })).code).toBe("invalid");
    expect(codeOf(() => planPower(world.ctx, { ...QUESTION, recipe: "nothing" })).code).toBe("invalid");
  });
});

/** Plays configurations of a recipe that solve so many of 60 problems in each seed. */
function playSolved(world: World, solved: Record<string, number[]>, title: string) {
  const seeds = [...Object.values(solved)[0].keys()];
  return playRuns(
    world,
    { presets: Object.keys(solved), seeds },
    (name) => {
      // Behind the seed a later experiment has its number.
      const [label, seed] = name.split(/-s(\d+)/);
      const count = solved[label][Number(seed)];
      return {
        hashes,
        solvedAt: (i) => ((i * 7 + Number(seed)) % 60 < count ? 3 : null),
        da: () => 0,
      };
    },
    title,
  ).experimentId;
}

const CALM = [30, 31, 32];

describe("the pilot of a plan", () => {
  test("is the experiment with the most degrees of freedom inside configurations of the recipe, the newest on ties", () => {
    const world = makeWorld();
    playSolved(world, { baseline: CALM, no_kl: CALM }, "Older");
    const larger = playSolved(world, { baseline: CALM, no_kl: CALM, asym_clip: CALM }, "Larger");
    const chosen = () => planPower(world.ctx, QUESTION).pilot;
    playSolved(world, { baseline: [10, 30], no_kl: [5, 50] }, "Newer");
    expect(chosen()).toMatchObject({ experimentId: larger, df: 6, configurations: 3 });
    const newest = playSolved(world, { baseline: CALM, no_kl: CALM, asym_clip: CALM }, "As large");
    expect(chosen()?.experimentId).toBe(newest);
    expect(planPower(world.ctx, QUESTION).pilots.map(({ title }) => title)).toEqual([
      "As large",
      "Larger",
      "Older",
      "Newer",
    ]);
  });

  test("lends only its configurations of the asked recipe", () => {
    const world = makeWorld();
    const id = playSolved(world, { baseline: CALM, no_kl: CALM }, "Two recipes");
    const other = playSolved(world, { baseline: [5, 30, 55] }, "Another");
    // The wild configuration moves into the experiment, as one of another recipe.
    world.ctx.db.$client
      .prepare("update runs set experiment_id = ?, recipe = 'sft', cell = 'other' where experiment_id = ?")
      .run(id, other);
    const { pilot } = planPower(world.ctx, { ...QUESTION, pilot: id });
    expect(pilot).toMatchObject({ df: 4, configurations: 2, spreadStandsOut: null });
    expect(pilot?.sd).toBeCloseTo(1 / 60, 12);
    expect(planPower(world.ctx, { ...QUESTION, pilot: id }).sentences.at(-1)).toMatch(
      /SD as in "Two recipes": 1\.7\spp within 2\sconfigurations \(4\sdegrees of freedom\)/,
    );
  });

  test("both sentences rest on one spread: seeds and residual of all its configurations give the pilot's", () => {
    const world = makeWorld();
    playSolved(world, { baseline: CALM, no_kl: [31, 32, 33], asym_clip: [12, 30, 48] }, "Wild third");
    const of = (more: object) => planPower(world.ctx, { ...QUESTION, comparisons: 1, seeds: 5, ...more });
    const { theseProblems, newProblems } = of({ problems: 1_000_000 });
    // So many problems leave the seeds alone, and Bonferroni with one comparison is no wider.
    expect(newProblems?.detectable).toBeGreaterThan((theseProblems?.detectable ?? 0) * 0.7);
  });

  test("one that scatters unlike the others is named before any number", () => {
    const world = makeWorld();
    playSolved(world, { baseline: CALM, no_kl: CALM, asym_clip: [5, 30, 55] }, "One wild");
    const { pilot, sentences } = planPower(world.ctx, QUESTION);
    expect(pilot?.spreadStandsOut).toMatchObject({ config: "asym_clip" });
    expect(sentences[0]).toMatch(
      /^The SD of asym_clip is 25\.0x the others'.* a comparison with asym_clip detects only larger effects than stated/,
    );
    expect(sentences[1]).toMatch(/^Over seeds, eval set fixed: /);
  });

  test("that has no spread at all is not taken for one that is missing", () => {
    const world = makeWorld();
    const pilot = playSolved(world, { baseline: CALM, no_kl: CALM }, "Never diagnosed");
    for (const asked of [null, pilot])
      expect(planPower(world.ctx, { ...QUESTION, metric: "eval/da", pilot: asked })).toMatchObject({
        pilot: null,
        noPilot: "all_equal",
        sentences: [expect.stringMatching(/^DA is the same in all finished seeds of each configuration, so/)],
      });
  });

  test("that was asked for and says nothing is said to be the one", () => {
    const world = makeWorld();
    const pilot = playSolved(world, { baseline: [20], no_kl: [30] }, "One seed");
    playSolved(world, { baseline: CALM, no_kl: CALM }, "A pilot");
    const found = planPower(world.ctx, { ...QUESTION, pilot });
    expect(found).toMatchObject({ pilot: null, noPilot: "asked_too_few" });
    expect(found.sentences).toEqual([expect.stringMatching(/^The chosen experiment has no SD of RR@5/)]);
  });
});

describe("a difference of a share", () => {
  const { world } = played();
  const ask = (difference: number) => planPower(world.ctx, { ...QUESTION, difference });

  test("is asked for between 0 and 100 points, and in numbers that are finite", () => {
    expect(ask(1).difference).toBe(1);
    for (const difference of [0, -0.1, 1.01, Infinity])
      expect(() => ask(difference), String(difference)).toThrow();
    expect(() => ask(1.01)).toThrow(/^No difference of a share is larger than 100\spp\.$/);
    expect(() => ask(Infinity)).toThrow("A difference to be shown is a finite number.");
  });

  test("is read as typed, and what cannot be is told in a sentence", () => {
    expect(readDifference("5 pp", "share")).toEqual({ difference: 0.05, wrong: null });
    expect(readDifference("5", "steps")).toEqual({ difference: 5, wrong: null });
    expect(readDifference(" ", "share")).toEqual({ difference: null, wrong: null });
    for (const text of ["0", "-1", "five"])
      expect(readDifference(text, "share").wrong).toBe("A number above 0, such as 5.");
    for (const text of ["101", "1e400"])
      expect(readDifference(text, "share").wrong).toMatch(/^No difference of a share is larger than 100\spp/);
    expect(readDifference("1e400", "steps").wrong).toBe("A difference to be shown is a finite number.");
  });

  test("is never written above 100 points, nor as 0.0 where it is more", () => {
    const found = planPower(world.ctx, { ...QUESTION, difference: 0.0001, problems: 300 });
    const huge = found.newProblems && {
      ...found.newProblems,
      detectable: 9.535,
      problemsNeverBeat: 9.5,
      seedsNeverBeat: 0.00001,
    };
    const [, message] = powerSentences({ ...found, newProblems: huge }, LIMITS);
    expect(message).toMatch(
      /3\sseeds detect only more than 100\spp, which no rate can differ by; 0\.0100\spp needs/,
    );
    expect(message).toMatch(/Floor: 100\spp with 3\sseeds at any number of problems/);
    expect(message).not.toMatch(/95\d|\b0\.0\spp/);
    const none = huge && { ...huge, problemsNeverBeat: 0 };
    expect(powerSentences({ ...found, newProblems: none }, LIMITS)[1]).toContain(
      "No floor is known for more problems; ",
    );
  });
});

test("what a question costs in evaluations does not follow the numbers of seeds that it looks among", () => {
  const { world } = played();
  const ask = (difference: number | null) => () =>
    planPower(world.ctx, { ...QUESTION, difference, problems: 300 });
  ask(0.05)();
  const [without, searched] = [null, 0.05].map((difference) => countSteps(ask(difference)).steps);
  expect(searched).toBeLessThan(3 * without);
});

test("without an experiment that says how much runs scatter nothing is claimed", () => {
  const { pilot, theseProblems, newProblems, sentences } = planPower(makeWorld().ctx, QUESTION);
  expect([pilot, theseProblems, newProblems]).toEqual([null, null, null]);
  expect(sentences).toEqual([expect.stringMatching(/^No SD of RR@5 between seeds is known/)]);
});

test("the table gives the primary metric's difference for new problems too, never narrower than for these alone", () => {
  const { world, experimentId } = played();
  const [, row] = ablationTable(world.ctx, experimentId).rows;
  const { newProblems, low, high, p } = row.difference["eval/rr_at_5"];
  expect(newProblems).toMatchObject({
    problems: 60,
    leftOut: 0,
    method: expect.stringContaining("60 problems"),
  });
  // Worked out alone it is 0.0048 narrower here, with a p of 0.034 against 0.039: its degrees of freedom are 8.0 against 3.7.
  expect([low, high]).not.toContain(null);
  expect(newProblems?.low).toBeLessThanOrEqual(low ?? -Infinity);
  expect(newProblems?.high).toBeGreaterThanOrEqual(high ?? Infinity);
  expect(newProblems?.p).toBeGreaterThanOrEqual(p ?? Infinity);
  expect(row.difference["eval/rr"].newProblems).toBeUndefined();
  expect(ablationTable(world.ctx, experimentId).rows[1].difference["eval/rr_at_5"].newProblems).toEqual(
    newProblems,
  );
});

test("problems whose every difference is the same add nothing to what seeds say", () => {
  const sources = { sigma: [0.1, 0.1] as [number, number], tau: 0, residual: [0, 0] as [number, number] };
  expect(planSeedsAndProblems(sources, { n: 5, N: 100 }).floors.seedsNeverBeat).toBe(0);
});
