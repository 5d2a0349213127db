import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { ACTION_COUNT, CHECK, DIAGNOSE, GET_IIS, RELAX_SMALL, SUBMIT } from "./actions.ts";
import { RepairEnv } from "./env.ts";
import { expertAction, type ExpertConfig } from "./expert.ts";
import { generateProblem } from "./generate.ts";
import type { Level } from "./problem.ts";
import { isRepair } from "./repair.ts";
import { NOISY, NOISY_EXPERT } from "./testing/problems.ts";

const ORACLE: ExpertConfig = { root: 1, diagnose: 0, random: 0, skipIis: 0, check: 0 };
const RANDOM_MEMBER: ExpertConfig = { ...ORACLE, root: 0 };

function demonstrate(config: ExpertConfig, level: Level, count = 200) {
  const env = new RepairEnv(NOISY);
  return Array.from({ length: count }, (_, index) => {
    const rng = stream(12, index);
    env.reset(generateProblem(3, index, level), rng);
    while (!env.done) env.step(expertAction(env, rng, config));
    return { outcome: env.outcome(), types: env.actions.map((action) => action % ACTION_COUNT), env };
  });
}

const share = (flags: boolean[]) => flags.filter(Boolean).length / flags.length;

test("it asks for an IIS before every repair unless it may skip, and never submits", () => {
  for (const { types } of demonstrate({ ...NOISY_EXPERT, random: 0 }, "hard", 60)) {
    expect(types[0]).toBe(GET_IIS);
    types.forEach((type, k) => {
      expect(type).not.toBe(SUBMIT);
      if (!isRepair(type)) return;
      const sinceAsked = types.slice(types.lastIndexOf(GET_IIS, k) + 1, k);
      expect(sinceAsked.every((t) => t === DIAGNOSE || t === CHECK)).toBe(true);
    });
  }
  const skipping = demonstrate({ ...ORACLE, skipIis: 1 }, "hard", 60);
  expect(skipping.every(({ types }) => types.indexOf(GET_IIS) === 0)).toBe(true);
  expect(skipping.some(({ types }) => isRepair(types[1]) && isRepair(types[2]))).toBe(true);
});

test("its random actions are neither SUBMIT nor CHECK and of every other kind", () => {
  const types = demonstrate({ ...NOISY_EXPERT, random: 1 }, "hard", 60).flatMap((run) => run.types);
  expect(new Set(types)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});

test("knowing the roots it repairs every problem, with one request per repair", () => {
  for (const level of ["easy", "medium", "hard"] as const)
    for (const { outcome } of demonstrate(ORACLE, level)) {
      expect(outcome.solved).toBe(true);
      expect(outcome.steps % 2).toBe(0);
    }
});

test("its results order as they must: roots known, mostly known, unknown", () => {
  const [best, usual, worst] = [ORACLE, NOISY_EXPERT, RANDOM_MEMBER].map((config) =>
    demonstrate(config, "medium", 300),
  );
  const clean = [best, usual, worst].map((runs) => share(runs.map(({ outcome }) => outcome.clean === true)));
  expect(clean[0]).toBeGreaterThan(clean[1] + 0.03);
  expect(clean[1]).toBeGreaterThan(clean[2] + 0.05);
});

test("it checks, diagnoses and errs about as often as configured", () => {
  const types = demonstrate(NOISY_EXPERT, "medium", 300).flatMap((run) => run.types);
  const decisions = types.filter((type) => type !== GET_IIS).length;
  expect(types.filter((type) => type === CHECK).length / decisions).toBeGreaterThan(0.15);
  expect(types.filter((type) => type === CHECK).length / decisions).toBeLessThan(0.3);
  const diagnoses = types.filter((type) => type === DIAGNOSE).length / decisions;
  expect(diagnoses).toBeGreaterThan(0.05);
  expect(diagnoses).toBeLessThan(0.16);
  expect(types.includes(RELAX_SMALL)).toBe(true);
});

test("the same streams give the same demonstrations", () => {
  const strip = (runs: ReturnType<typeof demonstrate>) =>
    runs.map(({ outcome, types }) => ({ outcome, types }));
  expect(strip(demonstrate(NOISY_EXPERT, "hard", 30))).toEqual(strip(demonstrate(NOISY_EXPERT, "hard", 30)));
});
