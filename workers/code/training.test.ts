import { beforeAll, describe, expect, test } from "vitest";
import { grpoMethod } from "../lab/algo/grpo.ts";
import type { PolicyLossTotals } from "../lab/algo/policy-loss.ts";
import { sft } from "../lab/algo/sft.ts";
import { trainOnSource } from "../lab/algo/train-on-groups.ts";
import { lossGradient } from "../lab/algo/update.ts";
import { weightsHash } from "../lab/nn/kernel-wasm.ts";
import { Policy } from "../lab/nn/policy.ts";
import { stream } from "../math/rng.ts";
import { codedMethod } from "./coded-loss.ts";
import { compose } from "./compose.ts";
import { codeSource, taskOf } from "./draw.ts";
import { demonstratePrograms, writeAsExpert } from "./experts.ts";
import { familiesOf } from "./families/all.ts";
import { CUT, type Grade, Grader, rewardOf } from "./grade.ts";
import { readDerivation, writeProgram } from "./grammar.ts";
import { CODE_ACTIONS, CODE_FEATURES, CodeExperience } from "./observe.ts";
import { makeProblems } from "./problem.ts";
import { Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.load();
});

const network = (hidden = 8) => {
  const policy = new Policy({ features: CODE_FEATURES, hidden, actions: CODE_ACTIONS, maxRows: 256 });
  policy.initialize(stream(7, 1));
  return policy;
};
const problemsOf = (name: string, count = 24) =>
  makeProblems("train", { families: familiesOf(name), difficulties: [1, 10], count, seed: 5 }, new Set());

const LOOP = {
  prompts: 6,
  groupSize: 4,
  temperature: 1,
  seed: 3,
  lossLevel: "sequence",
  dynamic: false,
  maxDraws: 1,
  overlongMask: false,
  epochsPerBatch: 1,
  minibatches: 2,
  learningRate: 0.002,
  gradClip: 1,
  iterations: 2,
  betaKl: 0.05,
} as const;
const DRAW = {
  prompts: 6,
  groupSize: 4,
  temperature: 1,
  limit: 40,
  reward: "partial",
  seed: 3,
  maxDraws: 1,
} as const;
const GRPO = grpoMethod({
  advantage: "group",
  temperature: 1,
  epsLow: 0.2,
  epsHigh: 0.2,
  betaKl: 0.05,
  entropyBonus: 0,
  ratio: "decision",
  surrogate: "clip",
});

test("a reward is 1, half the passed share, or 0 where a limit ended the program", () => {
  const grade = (passed: number): Grade => ({
    ending: "answered",
    passed,
    solved: passed === 1,
    error: null,
  });
  expect([0, 0.2, 0.8, 1].map((passed) => rewardOf("partial", grade(passed)))).toEqual([0, 0.1, 0.4, 1]);
  expect([0, 0.8, 1].map((passed) => rewardOf("all", grade(passed)))).toEqual([0, 0, 1]);
  expect([0, 0.8, 1].map((passed) => rewardOf("share", grade(passed)))).toEqual([0, 0.8, 1]);
  expect(rewardOf("share", CUT)).toBe(0);
});

test("a control pays without a look at the program: always the same, or by chance alone", () => {
  const grades = [CUT, { ...CUT, passed: 1, solved: true }];
  expect(grades.map((grade) => rewardOf("constant", grade))).toEqual([0.5, 0.5]);
  for (const grade of grades)
    expect([0.2, 0.7].map((chance) => rewardOf("random", grade, chance))).toEqual([0, 1]);
});

test("a program that never ends scores 0 though it answers all cases but one", () => {
  const [problem] = problemsOf("fibonacci", 1);
  const grader = new Grader(sandbox);
  const worst = Math.max(...problem.hidden.map(({ args }) => Number(args[0])));
  const right = writeProgram(readDerivation("repeat2(zero,one,q,add(p,q),p)"));
  const endless = right.replace("{", `{ while (a === ${worst}) {}`);
  expect(grader.grade(problem, right)).toMatchObject({ solved: true, passed: 1 });
  expect(grader.grade(problem, endless)).toMatchObject({ ending: "time", solved: false, passed: 0 });
  expect(grader.grade(problem, right)).toBe(grader.grade(problem, right));
});

test("programs are written in lock step as each is alone, and cut at the limit of productions", () => {
  const policy = network();
  const tasks = problemsOf("all", 21).map(taskOf);
  const options = { temperature: 1, limit: 30, rng: (index: number) => stream(9, index) };
  const together = compose(policy, tasks, options);
  tasks.forEach((task, k) =>
    expect(compose(policy, [task], { ...options, rng: () => stream(9, k) })).toEqual([together[k]]),
  );
  for (const { derivation, program } of together) {
    expect(derivation.length).toBeLessThanOrEqual(30);
    if (program === null) expect(derivation).toHaveLength(30);
  }
});

describe("an expert", () => {
  const [family] = familiesOf("knapsack");
  test("that is always right and never slips writes the reference", () => {
    expect(writeAsExpert(family, { right: 1, slip: 0 }, stream(1))).toEqual(readDerivation(family.reference));
  });

  test("that is never right writes a mistake, and one that slips a shorter program that is still whole", () => {
    const mistakes = family.mistakes.map((written) => readDerivation(written).join());
    for (let k = 0; k < 20; k++) {
      expect(mistakes).toContain(writeAsExpert(family, { right: 0, slip: 0 }, stream(2, k)).join());
      const slipped = writeAsExpert(family, { right: 1, slip: 0.5 }, stream(3, k));
      expect(writeProgram(slipped)).toMatch(/^function solve/);
      expect(slipped.length).toBeLessThanOrEqual(readDerivation(family.reference).length);
    }
  });
});

test("imitation of right programs writes them, and the same seeds give the same weights", () => {
  const problems = problemsOf("fizzbuzz");
  const learn = () => {
    const policy = network();
    const shown = demonstratePrograms(problems, { count: 60, seed: 7, expert: { right: 1, slip: 0 } });
    const losses = [...sft(policy, shown, { epochs: 30, seed: 7 })].map(({ loss }) => loss);
    return { policy, losses };
  };
  const [{ policy, losses }, again] = [learn(), learn()];
  expect(weightsHash(policy.parameters)).toBe(weightsHash(again.policy.parameters));
  expect(losses.at(-1)).toBeLessThan(0.2 * losses[0]);
  const [{ program }] = compose(policy, [taskOf(problems[0])], {
    temperature: 0,
    limit: 64,
    rng: () => stream(0),
  });
  expect(new Grader(sandbox).grade(problems[0], program ?? "").solved).toBe(true);
});

test("a training gives the same weights and the same programs from the same seed, and others from another", () => {
  const problems = problemsOf("all");
  const learn = (seed: number) => {
    const policy = network();
    const source = codeSource(new Grader(sandbox), problems, { ...DRAW, seed });
    const records = [...trainOnSource(policy, source, { ...LOOP, seed }, GRPO)].filter((one) => one !== null);
    const programs = records.flatMap(({ groups }) => groups.flatMap((group) => group.programs));
    return { hash: weightsHash(policy.parameters), programs };
  };
  const [first, again, other] = [learn(3), learn(3), learn(4)];
  expect(again).toEqual(first);
  expect(other.hash).not.toBe(first.hash);
});

/** One batch of programs with made-up rewards. */
function batch() {
  const policy = network();
  const problems = problemsOf("basic", 11);
  const experience = new CodeExperience(4000);
  const options = {
    temperature: 1,
    limit: 25,
    rng: (k: number) => stream(4, k),
    keep: { experience, firstEpisode: 0 },
  };
  compose(policy, problems.map(taskOf), options);
  const decisions = Array.from({ length: experience.count }, (_, k) => k);
  const rng = stream(8);
  for (const d of decisions)
    experience.referenceLogProbability[d] = experience.logProbability[d] + 0.4 * (rng() - 0.5);
  return { policy, experience, decisions, episodes: problems.length };
}

const difficultyCurveOf = (
  { policy, experience, decisions, episodes }: ReturnType<typeof batch>,
  rewards: readonly number[],
  betaKl: number,
) => {
  const method = codedMethod(betaKl);
  const advantages = method.advantages(rewards);
  const credits = Array.from({ length: episodes }, (_, k) => ({ advantage: advantages[k], weight: 1 }));
  const totals: PolicyLossTotals = { decisions: 0, clipped: 0, kl: 0 };
  const loss = method.loss(policy, experience, decisions, credits, totals);
  const report = lossGradient(policy, experience, decisions, 1, loss);
  return { loss: report.loss, gradient: Array.from(policy.gradient), advantages };
};

describe("the loss as coded", () => {
  const rewards = [1, 0, 0.1, 0.4, 0, 1, 0, 0, 0.2, 0, 0.3];

  test("has advantages by the sample deviation: with two programs 0 or plus and minus 0.707", () => {
    const { advantages } = codedMethod(0.04);
    const pair = advantages([1, 0]);
    expect(pair[0]).toBeCloseTo(Math.SQRT1_2, 7);
    expect(pair[1]).toBeCloseTo(-Math.SQRT1_2, 7);
    expect(advantages([0.4, 0.4])).toEqual([0, 0]);
  });

  test("is beta times the mean KL of a program, whatever was rewarded, since advantages sum to 0", () => {
    const made = batch();
    const { loss } = difficultyCurveOf(made, rewards, 0.3);
    const { experience, decisions, episodes } = made;
    const gaps = decisions.map((d) => experience.logProbability[d] - experience.referenceLogProbability[d]);
    const kl = gaps.reduce((sum, gap) => sum + gap, 0) / episodes;
    expect(loss).toBeCloseTo(0.3 * kl, 5);
  });

  test("has a gradient in which no reward is", () => {
    const made = batch();
    const one = difficultyCurveOf(made, rewards, 0.3).gradient;
    const other = difficultyCurveOf(made, rewards.toReversed(), 0.3).gradient;
    expect(other).toEqual(one);
    expect(Math.max(...one.map(Math.abs))).toBeGreaterThan(0);
    expect(difficultyCurveOf(made, rewards, 0).gradient.every((slope) => slope === 0)).toBe(true);
  });

  test("has the gradient of central differences", () => {
    const made = batch();
    const { policy, experience, decisions } = made;
    const { gradient } = difficultyCurveOf(made, rewards, 0.3);
    const at = () => difficultyCurveOf(made, rewards, 0.3).loss;
    const h = 3e-3;
    // The kernel computes in 32 bits, so that steps are wide and only slopes that are large enough are compared.
    const largest = gradient
      .map((slope, i) => ({ slope, i }))
      .sort((a, b) => Math.abs(b.slope) - Math.abs(a.slope))
      .slice(0, 12);
    for (const { slope, i } of largest) {
      const value = policy.parameters[i];
      policy.parameters[i] = value + h;
      const above = at();
      policy.parameters[i] = value - h;
      const below = at();
      policy.parameters[i] = value;
      expect((above - below) / (2 * h) / slope, `parameter ${i}`).toBeCloseTo(1, 1);
    }
    expect(experience.count).toBe(decisions.length);
  });
});
