import { expect, test } from "vitest";
import { fixedSource } from "../curriculum/problem-source.ts";
import { weightsHash } from "../nn/kernel-wasm.ts";
import { codedDgro } from "./dgro.ts";
import type { GroupMethod } from "./group-method.ts";
import { grpoMethod, type GrpoOptions } from "./grpo.ts";
import { StepMeter } from "./step-meter.ts";
import { smallPolicy, SMALL_RUN, twoStepProblems } from "./testing.ts";
import { trainOnGroups } from "./train-on-groups.ts";
import type { TrainingState } from "./training-state.ts";

const problems = twoStepProblems(6);
const ema = (options: GrpoOptions) =>
  codedDgro(options, { beta: 2, minVariance: 0.2, emaGain: 0.3, call: 4 });

/** A training that stops after step `until`, on a policy that knows nothing of what came before `from`. */
function train(
  methodOf: (options: GrpoOptions) => GroupMethod,
  options: GrpoOptions,
  { from = null, until = options.iterations }: { from?: TrainingState | null; until?: number } = {},
) {
  const policy = smallPolicy(from ? 99 : 1);
  const states: TrainingState[] = [];
  const meter = new StepMeter(
    () => 0,
    () => 0,
  );
  const keep = (_: number, state: () => TrainingState) => void states.push(state());
  const rewards: number[] = [];
  const care = { meter, continuation: { from, keep } };
  for (const record of trainOnGroups(policy, fixedSource(problems), options, methodOf(options), care)) {
    if (!record) continue;
    rewards.push(record.statistics.meanShaped);
    if (record.trainStep === until) break;
  }
  return { hash: weightsHash(policy.parameters), states, rewards };
}

test.each([
  ["GRPO with a reference", grpoMethod, { betaKl: 0.1 }],
  ["GRPO with dynamic sampling and noise", grpoMethod, { dynamic: true, betaKl: 0 }],
  ["DGRO with a moving baseline", ema, {}],
])("%s goes on from any step to the weights of a training that was never interrupted", (_, method, over) => {
  const options = { ...SMALL_RUN, ...over, iterations: 4 };
  const whole = train(method, options);
  for (let stop = 1; stop <= 4; stop++) {
    const before = train(method, options, { until: stop });
    const state = before.states.at(-1);
    expect(state?.trainStep).toBe(stop);
    const after = train(method, options, { from: state });
    expect(after.hash).toBe(whole.hash);
    expect([...before.rewards, ...after.rewards]).toEqual(whole.rewards);
  }
});

test("a state is a copy: what is trained later does not reach it", () => {
  const options = { ...SMALL_RUN, iterations: 3 };
  const { states } = train(grpoMethod, options);
  const [first, , last] = states.map(({ parameters }) => weightsHash(parameters));
  expect(first).not.toBe(last);
  expect(states[0].reference).toEqual(states[2].reference);
});

test("the parts of a step are entered in their order, and every step ends outside of them", () => {
  const entered: (string | null)[] = [];
  class Recorder extends StepMeter {
    override enter(part: Parameters<StepMeter["enter"]>[0]) {
      entered.push(part);
    }
  }
  const meter = new Recorder(
    () => 0,
    () => 0,
  );
  const options = { ...SMALL_RUN, iterations: 1 };
  const care = { meter, continuation: { from: null, keep: () => {} } };
  const steps = trainOnGroups(smallPolicy(1), fixedSource(problems), options, grpoMethod(options), care);
  expect([...steps].filter(Boolean)).toHaveLength(1);
  expect(entered.filter((part, i) => part !== entered[i - 1])).toEqual([
    "rollout",
    "reward",
    "update",
    "reward",
    null,
  ]);
});
