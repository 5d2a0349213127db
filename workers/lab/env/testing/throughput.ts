import { contentHash } from "../../../lp/content-hash.ts";
import { readMps } from "../../../lp/mps.ts";
import { Simplex } from "../../../lp/simplex.ts";
import { hasBenchmark, readBenchmark } from "../../../lp/testing/benchmarks.ts";
import { stream } from "../../../math/rng.ts";
import { ACTION_COUNT } from "../actions.ts";
import { RepairEnv } from "../env.ts";
import { expertAction, type ExpertConfig } from "../expert.ts";
import { FEATURE_COUNT } from "../features.ts";
import { problemFromRecord } from "../from-benchmark.ts";
import { generateProblem } from "../generate.ts";
import type { Problem } from "../problem.ts";
import { NOISY } from "./problems.ts";

/**
 * Prints environment steps per CPU second, observation, IIS, outcome and a scripted policy (repair a random member of the IIS)
 * included: on generated hard problems and, where it is here, on hard_da. One core, no network. Beside each the steps of the
 * simplex alone on the same models, which the environment cannot exceed.
 */
const RANDOM_MEMBER: ExpertConfig = { root: 0, diagnose: 0, random: 0, skipIis: 0, check: 0 };
const EPISODES = 6000;

function publicProblems(): Problem[] {
  return readBenchmark("or_debug_bench_hard_da")
    .files.slice(1)
    .map(({ name, text }) =>
      problemFromRecord({
        key: name,
        hash: contentHash(readMps(text)),
        type: "",
        level: "",
        mps: text,
        roots: [],
        injected: null,
        originalObjective: 1,
      }),
    );
}

/** How often per CPU second `work` does what it counts. */
function perCpuSecond(work: () => number): number {
  const start = process.cpuUsage();
  const count = work();
  const used = process.cpuUsage(start);
  return Math.round((count / (used.user + used.system)) * 1e6);
}

/** Rows of the conflict dropped, each with the question whether that repairs the model and what conflicts now. */
function simplexSteps(problems: Problem[]): number {
  const simplex = new Simplex();
  let steps = 0;
  for (let k = 0; k < EPISODES; k++) {
    const { model } = problems[k % problems.length];
    let feasible = simplex.load(model).feasible();
    while (!feasible) {
      let row = -1;
      for (let member = 0; member < simplex.conflictSize && row < 0; member++)
        if (simplex.conflictElement(member) >= model.colCount) row = simplex.conflictElement(member);
      if (row < 0) break;
      simplex.setBounds(row, -Infinity, Infinity);
      feasible = simplex.feasible();
      steps += 1;
    }
  }
  return steps;
}

function environmentSteps(problems: Problem[]): number {
  const env = new RepairEnv(NOISY);
  const features = new Float32Array(200 * FEATURE_COUNT);
  const mask = new Uint8Array(200 * ACTION_COUNT);
  let steps = 0;
  for (let k = 0; k < EPISODES; k++) {
    const rng = stream(9, k);
    env.reset(problems[k % problems.length], rng);
    while (!env.done) {
      env.observe(features, 0, mask, 0);
      env.step(expertAction(env, rng, RANDOM_MEMBER));
    }
    steps += env.outcome().steps;
  }
  return steps;
}

function measure(problems: Problem[]): { environment: number; simplex: number } {
  return {
    environment: perCpuSecond(() => environmentSteps(problems)),
    simplex: perCpuSecond(() => simplexSteps(problems)),
  };
}

const hard = Array.from({ length: 400 }, (_, index) => generateProblem(1, index, "hard"));
measure(hard);
console.log(
  JSON.stringify({
    hard: measure(hard),
    hardDa: hasBenchmark("or_debug_bench_hard_da") ? measure(publicProblems()) : null,
  }),
);
