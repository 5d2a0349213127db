import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { ACTION_COUNT, CHECK, DROP } from "./actions.ts";
import { RepairEnv } from "./env.ts";
import { FEATURE_COUNT, FEATURE_LIMIT, FIRST_DYNAMIC, FIRST_HIDDEN, LAST_HIDDEN } from "./features.ts";
import { generateProblem } from "./generate.ts";
import {
  DEMAND,
  flat,
  LIMIT,
  NOISY,
  observed,
  PLAIN,
  play,
  smallProblem,
  SPARE,
  started,
} from "./testing/problems.ts";

test("the observation shows an IIS after GET_IIS, and at reset where that is wanted", () => {
  expect(observed(started()).of(LIMIT, FIRST_DYNAMIC)).toBe(0);
  const shown = started({ hideInitialIis: false });
  expect([shown.steps, shown.iisIsFresh, observed(shown).of(LIMIT, FIRST_DYNAMIC)]).toEqual([0, true, 1]);
  shown.step(flat(SPARE, DROP));
  expect([shown.iisIsFresh, shown.isShown(LIMIT)]).toEqual([false, true]);
  expect(observed(shown).of(LIMIT, FIRST_DYNAMIC + 1)).toBe(0);
});

test("CHECK reveals the true numbers of one entity and no other", () => {
  for (const observation of ["noisy", "masked"] as const) {
    const env = started({ observation, sigma: 0.7 });
    const truth = smallProblem().staticFeatures;
    const hidden = (entity: number) =>
      Array.from(
        observed(env).features.slice(
          entity * FEATURE_COUNT + FIRST_HIDDEN,
          entity * FEATURE_COUNT + LAST_HIDDEN + 1,
        ),
      );
    const real = (entity: number) =>
      Array.from(
        truth.slice(entity * FEATURE_COUNT + FIRST_HIDDEN, entity * FEATURE_COUNT + LAST_HIDDEN + 1),
      );
    expect(hidden(LIMIT)).not.toEqual(real(LIMIT));
    if (observation === "masked") expect(hidden(LIMIT).every((x) => x === 0)).toBe(true);
    env.step(flat(LIMIT, CHECK));
    expect(hidden(LIMIT)).toEqual(real(LIMIT));
    expect(hidden(DEMAND)).not.toEqual(real(DEMAND));
    expect(env.isLegal(LIMIT, CHECK)).toBe(false);
    expect([LIMIT, DEMAND].map((e) => observed(env).of(e, FIRST_DYNAMIC + 15))).toEqual([1, 0]);
  }
});

test("noise has the wanted size and depends on problem and stream, not on what ran before", () => {
  const draw = (seed: number, noiseSeed?: number, key = 3) => {
    const env = new RepairEnv(NOISY);
    env.reset(generateProblem(1, key, "hard"), stream(seed), noiseSeed);
    return Array.from(observed(env).features);
  };
  expect(draw(5)).toEqual(draw(5));
  expect(draw(5)).not.toEqual(draw(6));
  expect(draw(5, 1)).toEqual(draw(6, 1));
  expect(draw(5, 1)).not.toEqual(draw(5, 2));
  let squares = 0;
  let count = 0;
  for (let seed = 0; seed < 60; seed++) {
    const truth = generateProblem(1, 3, "hard").staticFeatures;
    draw(seed).forEach((x, k) => {
      const column = k % FEATURE_COUNT;
      if (column < FIRST_HIDDEN || column > LAST_HIDDEN || k >= truth.length - FEATURE_COUNT) return;
      if (Math.abs(truth[k]) > 2) return;
      squares += (x - truth[k]) ** 2;
      count++;
    });
  }
  expect(Math.sqrt(squares / count)).toBeCloseTo(0.7, 1);
});

test("the observation is finite and limited, and its mask is what step accepts, whatever is done", () => {
  const levels = ["easy", "medium", "hard"] as const;
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.nat(2),
      fc.constantFrom("noisy", "full", "masked"),
      fc.integer(),
      (index, level, observation, seed) => {
        const env = new RepairEnv({
          ...NOISY,
          observation,
          maxSteps: 60,
        });
        const rng = stream(seed);
        env.reset(generateProblem(2, index, levels[level]), rng);
        play(env, (legal) => {
          const { features, mask } = observed(env);
          for (const x of features) if (!(Math.abs(x) <= FEATURE_LIMIT)) throw new Error(`feature ${x}`);
          const allowed = [...mask.keys()].filter((action) => mask[action] === 1);
          expect(allowed).toEqual(legal);
          return legal[Math.floor(rng() * legal.length)];
        });
        expect(env.steps).toBeLessThanOrEqual(60);
      },
    ),
    { numRuns: 40 },
  );
});

test("the observation is written at the offsets and nowhere else", () => {
  const env = new RepairEnv(PLAIN);
  env.reset(generateProblem(1, 0, "hard"), stream(1));
  env.reset(smallProblem(), stream(1));
  const features = new Float32Array(10 * FEATURE_COUNT).fill(9);
  const mask = new Uint8Array(10 * ACTION_COUNT).fill(9);
  expect(env.observe(features, 2 * FEATURE_COUNT, mask, 3 * ACTION_COUNT)).toBe(6);
  const { features: own, mask: ownMask } = observed(env);
  expect(features.slice(2 * FEATURE_COUNT, 8 * FEATURE_COUNT)).toEqual(own);
  expect(mask.slice(3 * ACTION_COUNT, 9 * ACTION_COUNT)).toEqual(ownMask);
  expect([
    features[2 * FEATURE_COUNT - 1],
    features[8 * FEATURE_COUNT],
    mask[3 * ACTION_COUNT - 1],
    mask[9 * ACTION_COUNT],
  ]).toEqual([9, 9, 9, 9]);
});
