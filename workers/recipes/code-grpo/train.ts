import { codedMethod } from "../../code/coded-loss.ts";
import { type CodeDrawOptions, type CodeGroup, codeSource } from "../../code/draw.ts";
import { type CodeReward, Grader } from "../../code/grade.ts";
import type { CodeProblem } from "../../code/problem.ts";
import { Sandbox } from "../../code/sandbox.ts";
import type { GroupMethod } from "../../lab/algo/group-method.ts";
import { grpoMethod } from "../../lab/algo/grpo.ts";
import { StepMeter } from "../../lab/algo/step-meter.ts";
import {
  type GroupLoopOptions,
  trainOnSource,
  type TrainStepRecord,
} from "../../lab/algo/train-on-groups.ts";
import type { TrainingState } from "../../lab/algo/training-state.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import type { AdvantageScale } from "../../math/group-advantage.ts";
import { mean } from "../../math/moments.ts";
import { codeShape, createCodeNetwork } from "../code/network.ts";
import { codePopulation, type CodeProblemParams, loadCodeSets, noteSets } from "../code/problems.ts";
import { greedyPrograms, reportPrograms } from "../code/report.ts";
import { type CodeSftParams, makeCodeStart } from "../code/start.ts";
import { textGroup } from "../code/texts.ts";
import { openShape } from "../network-data.ts";
import type { Train, TrainContext } from "../recipe.ts";
import { cpuSeconds, Reporter, type Values } from "../reporter.ts";
import { numberedGroups } from "../rl/group-texts.ts";
import { GROUPS_EVERY, GROUPS_SHOWN, groupsEvent, stepLine, trainingValues } from "../rl/run-groups.ts";
import { readSaved, writeSaved } from "../rl/saved-training.ts";
import { moveStart } from "../rl/start-shift.ts";
import { residentMemory, useValues } from "../rl/step-values.ts";

interface Params extends CodeProblemParams, CodeSftParams {
  reward: CodeReward;
  loss: "right" | "as_coded";
  advantage: AdvantageScale;
  beta_kl: number;
  eps_low: number;
  eps_high: number;
  dynamic: boolean;
  max_draws: number;
  iterations: number;
  prompts: number;
  group_size: number;
  epochs_per_batch: number;
  minibatches: number;
  learning_rate: number;
  temperature: number;
  start_shift: number;
  grad_clip: number;
  eval_every: number;
}

const loopOptions = (p: Params, seed: number): GroupLoopOptions => ({
  prompts: p.prompts,
  groupSize: p.group_size,
  temperature: p.temperature,
  seed,
  lossLevel: "sequence",
  dynamic: p.dynamic,
  maxDraws: p.max_draws,
  overlongMask: false,
  epochsPerBatch: p.epochs_per_batch,
  minibatches: p.minibatches,
  learningRate: p.learning_rate,
  gradClip: p.grad_clip,
  iterations: p.iterations,
  betaKl: p.beta_kl,
});

const drawOptions = (p: Params, seed: number): CodeDrawOptions => ({
  prompts: p.prompts,
  groupSize: p.group_size,
  temperature: p.temperature,
  limit: p.limit,
  reward: p.reward,
  seed,
  maxDraws: p.dynamic ? p.max_draws : 1,
});

const methodOf = (p: Params): GroupMethod =>
  p.loss === "as_coded"
    ? codedMethod(p.beta_kl)
    : grpoMethod({
        advantage: p.advantage,
        temperature: p.temperature,
        epsLow: p.eps_low,
        epsHigh: p.eps_high,
        betaKl: p.beta_kl,
        entropyBonus: 0,
        ratio: "decision",
        surrogate: "clip",
      });

/** A sample of the step's groups with their rewards, and the same with their programs. */
function emitGroups({ emit }: TrainContext, record: TrainStepRecord<CodeGroup>): void {
  emit(groupsEvent(record));
  const { trainStep: step, groups } = record;
  const texts = groups
    .slice(0, GROUPS_SHOWN)
    .map((group) => textGroup(group.problem, group.programs, group.shaped));
  emit({ t: "texts", at: Date.now(), phase: "train", step, groups: numberedGroups(texts) });
}

function programValues({ groups }: TrainStepRecord<CodeGroup>): Values {
  const programs = groups.flatMap((group) => group.programs);
  const ended = programs.filter(({ grade }) => grade.ending !== "answered" && grade.ending !== "broken");
  return {
    "program/length": mean(programs.map(({ derivation }) => derivation.length)),
    "program/limit_share": ended.length / programs.length,
  };
}

/** Keeps the training as it stands, where it is to go on if it is interrupted. */
function save(
  context: TrainContext,
  problems: string,
  state: (() => TrainingState) | null,
  counters: { episodes: number; updates: number },
  at: { trainStep: number; last: boolean },
): void {
  const text = state && (() => writeSaved(context, problems, { state: state(), ...counters }));
  if (text) context.saved?.write(at.trainStep, text, at.last);
}

/** The policy that training starts from, given or imitated, moved where it is a twin. Answers whether it was stopped meanwhile. */
async function makeFirst(
  context: TrainContext,
  reporter: Reporter,
  policy: Policy,
  problems: readonly CodeProblem[],
): Promise<boolean> {
  const params = context.params as unknown as Params;
  const start = context.inputs.network("program_start");
  if (start)
    reporter.note(
      "info",
      `Starts from the policy of run ${start.run.name} after its step ${start.trainStep}; the fields of the SFT start have no effect.`,
    );
  else
    for (const { epoch, loss } of makeCodeStart(policy, problems, params)) {
      reporter.progress("SFT", epoch, params.sft_epochs);
      reporter.points(epoch, { "sft/loss": loss });
      if (await context.shouldStop()) return true;
    }
  moveStart(reporter, policy, params.start_shift, context.seed);
  return false;
}

/** Problems, a start (given or imitated) measured at step 0, train steps with an evaluation every now and then, final weights. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const { iterations, eval_every } = params;
  const reporter = new Reporter(context);
  const start = context.inputs.network("program_start");
  const policy: Policy = start
    ? openShape(start, "program_start", codeShape(params.hidden))
    : createCodeNetwork(params.hidden);
  const grader = new Grader(await Sandbox.load());
  reporter.progress("problems", 0, 1);
  const sets = loadCodeSets(params);
  const trained = codePopulation("train", sets.train, params);
  context.emit(trained);
  const heldOut = codePopulation("held_out", sets.heldOut, params);
  context.emit(heldOut);
  noteSets(reporter, sets);
  const problems = `${trained.hash} ${heldOut.hash}`;
  const saved = readSaved(context, problems, policy.parameters.length);
  const meter = new StepMeter(cpuSeconds, residentMemory);
  const measure = (step: number): Values => {
    const facts = { step, final: step === iterations, populationHash: heldOut.hash };
    if (step > 0) meter.enter("evaluate");
    const values = reportPrograms(context, policy, grader, sets.heldOut, greedyPrograms(params), facts);
    meter.enter(null);
    return values;
  };
  const counters = { episodes: saved?.episodes ?? 0, updates: saved?.updates ?? 0 };
  const progress = (): Values => ({
    "progress/episodes": counters.episodes,
    "progress/updates": counters.updates,
    "perf/cpu_s": cpuSeconds(),
  });

  if (saved)
    reporter.note("info", `Goes on after train step ${saved.state.trainStep}, where it was interrupted.`);
  else if (await makeFirst(context, reporter, policy, sets.train)) return "stopped";
  else reporter.points(0, { ...progress(), ...measure(0) });
  if (await context.shouldStop()) return "stopped";

  let state: (() => TrainingState) | null = null;
  const keep = (_: number, kept: () => TrainingState) => void (state = kept);
  const care = { meter, continuation: { from: saved?.state ?? null, keep } };
  // Interrupted after its last step: only what came after that is left to do.
  if (saved && saved.state.trainStep >= iterations)
    reporter.points(iterations, { ...progress(), ...measure(iterations) });
  const source = codeSource(grader, sets.train, drawOptions(params, context.seed), meter);
  const options = loopOptions(params, context.seed);
  let began = performance.now();
  for (const record of trainOnSource(policy, source, options, methodOf(params), care)) {
    if (!record) {
      await context.shouldStop();
      continue;
    }
    const { trainStep, episodeCount, updateCount } = record;
    const seconds = (performance.now() - began) / 1000;
    const stop = await context.shouldStop();
    const due = trainStep === iterations || trainStep % eval_every === 0;
    const measured = due && !stop ? measure(trainStep) : {};
    counters.episodes += episodeCount;
    counters.updates += updateCount;
    reporter.points(trainStep, {
      ...trainingValues(record, false),
      ...programValues(record),
      ...progress(),
      "perf/episodes_per_s": episodeCount / seconds,
      ...measured,
      ...useValues(meter),
    });
    if (trainStep % GROUPS_EVERY === 0) emitGroups(context, record);
    context.log(stepLine(record, iterations, seconds));
    reporter.progress("training", trainStep, iterations);
    // After everything else of the step, so that nothing of it is lost; one whose evaluation was left out is made again.
    if (!(due && stop))
      save(context, problems, state, counters, { trainStep, last: stop || trainStep === iterations });
    if (stop) return "stopped";
    began = performance.now();
  }
  reporter.artifact("weights", iterations, policy);
  return "finished";
};
