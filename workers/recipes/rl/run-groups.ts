import type { DrawnGroup, PrmReward } from "../../lab/algo/draw-groups.ts";
import { unpayable } from "../../lab/algo/rewards.ts";
import { StepMeter } from "../../lab/algo/step-meter.ts";
import type { TrainingState } from "../../lab/algo/training-state.ts";
import type { GroupMethod } from "../../lab/algo/group-method.ts";
import {
  type GroupTrainingOptions,
  trainOnGroups,
  type TrainStepRecord,
} from "../../lab/algo/train-on-groups.ts";
import type { Stage } from "../../lab/curriculum/stage.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import type { ProblemSource } from "../../lab/curriculum/problem-source.ts";
import { problemSource } from "../curriculum/source.ts";
import { greedyMeasurement } from "../evaluation/measure.ts";
import { reportEvaluation } from "../evaluation/report-evaluation.ts";
import { createNetwork, openNetwork } from "../network-data.ts";
import {
  givenProblems,
  loadProblemSets,
  populationEvent,
  type ProblemSets,
} from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import type { TrainContext } from "../recipe.ts";
import { cpuSeconds, Reporter, type Values } from "../reporter.ts";
import { makeStart } from "../sft/start.ts";
import { readSaved, type SavedTraining, writeSaved } from "./saved-training.ts";
import { textsEvent } from "./group-texts.ts";
import { moveStart } from "./start-shift.ts";
import { componentValues, levelValues, residentMemory, stageEvent, useValues } from "./step-values.ts";
import type { RlParams } from "./settings.ts";
import { type GroupsEvent, toWire } from "../../protocol/events.ts";

export const GROUPS_SHOWN = 16;

/**
 * The metrics of one train step; what no update measured is left out. `hidesDead`: the loss sees more than the raw reward, so
 * groups that are dead for the verifier may differ all the same.
 */
export function trainingValues(
  { statistics, updates, meanPrm, rescaling }: Omit<TrainStepRecord, "groups">,
  hidesDead: boolean,
): Values {
  return {
    "reward/raw": statistics.meanRaw,
    "reward/max": statistics.maxRaw,
    "reward/shaped": statistics.meanShaped,
    ...(meanPrm !== null && { "reward/prm": meanPrm }),
    "group/std": statistics.std,
    "group/variance": statistics.variance,
    "group/std_p10": statistics.stdP10,
    "group/std_p50": statistics.stdP50,
    "group/std_p90": statistics.stdP90,
    "group/zero_share": statistics.zeroShare,
    "group/all_solved_share": statistics.allSolvedShare,
    "group/all_failed_share": statistics.allFailedShare,
    ...(hidesDead && {
      "group/zero_share_raw": statistics.zeroShareRaw,
      "group/all_solved_share_raw": statistics.allSolvedShareRaw,
    }),
    ...(rescaling && {
      "dgro/beta_reward": rescaling.beta,
      "dgro/baseline": rescaling.baseline,
      "dgro/noise_branch": rescaling.noisyShare,
    }),
    ...(updates && {
      "policy/entropy": updates.entropy,
      "optim/loss": updates.loss,
      "optim/grad_norm": updates.gradNorm,
      ...(updates.clipShare !== null && { "policy/clip_share": updates.clipShare }),
      ...(updates.kl !== null && { "policy/kl": updates.kl }),
    }),
  };
}

/** One line of the log per train step: what a person who tails it wants to see move. */
export function stepLine(
  { trainStep, statistics, updates, episodeCount, meanPrm }: Omit<TrainStepRecord, "groups">,
  total: number,
  seconds: number,
): string {
  const { meanRaw, std, zeroShare } = statistics;
  const scored = meanPrm === null ? "" : ` prm ${meanPrm.toFixed(3)}`;
  const learned = updates
    ? ` kl ${updates.kl === null ? "off" : updates.kl.toFixed(4)} entropy ${updates.entropy.toFixed(3)} grad ${updates.gradNorm.toFixed(3)}`
    : " no update: no group had a gradient";
  return `step ${trainStep}/${total} reward ${meanRaw.toFixed(3)}${scored} group_std ${std.toFixed(3)} zero_var ${zeroShare.toFixed(2)}${learned} ${Math.round(episodeCount / seconds)} episodes/s`;
}

/** The first groups drawn in a step: prompts are drawn at random, so these are a random sample. */
export function groupsEvent<G extends DrawnGroup & { problem: { key: string } }>({
  trainStep,
  groups,
}: TrainStepRecord<G>): GroupsEvent {
  return {
    t: "groups",
    at: Date.now(),
    step: trainStep,
    drawn: groups.length,
    groups: groups
      .slice(0, GROUPS_SHOWN)
      .map(({ problem, shaped }) => ({ key: problem.key, rewards: shaped.map(toWire) })),
  };
}

/** Train steps between two samples of groups. */
export const GROUPS_EVERY = 5;

/**
 * A run of any recipe that learns from groups: problems, a start (given or SFT) measured at step 0, train steps with an
 * evaluation every now and then and a full one at the end, the final weights.
 */
export async function runGroups(
  context: TrainContext,
  params: RlParams,
  options: GroupTrainingOptions,
  method: GroupMethod,
): Promise<"finished" | "stopped"> {
  const run = new Run(context, params);
  if (await run.prepare()) return "stopped";
  return (await run.learn(options, method)) ? "stopped" : "finished";
}

/** One run and what it has to say. Methods that take time answer whether the run was asked to stop meanwhile. */
class Run {
  readonly #context: TrainContext;
  readonly #params: RlParams;
  readonly #reporter: Reporter;
  readonly #sets: ProblemSets;
  readonly #source: ProblemSource;
  readonly #populationHash: string;
  readonly #problems: string;
  readonly #policy: Policy;
  readonly #prm: PrmReward | null;
  #episodes = 0;
  #updates = 0;
  readonly #saved: SavedTraining | null;
  readonly #meter = new StepMeter(cpuSeconds, residentMemory);

  constructor(context: TrainContext, params: RlParams) {
    this.#context = context;
    this.#params = params;
    this.#reporter = new Reporter(context);
    const start = context.inputs.network("start");
    const { hidden, observe_names: seesNames } = params;
    this.#policy = start
      ? openNetwork(start, "start", { hidden, seesNames })
      : createNetwork(hidden, seesNames);
    const prm = context.inputs.network("prm");
    const { prm_weight: weight, prm_use: use, prm_scope: scope } = params;
    this.#prm = prm && { network: openNetwork(prm, "prm", { hidden: null, seesNames }), weight, use, scope };
    this.#reporter.progress("problems", 0, 1);
    this.#sets = loadProblemSets(params, start ? null : params, givenProblems(context.inputs));
    for (const problem of this.#sets.train) {
      const reason = unpayable(params.reward, problem);
      if (reason) throw new Refusal(`Problem ${problem.key} cannot be rewarded. ${reason}`);
    }
    this.#source = problemSource(params, this.#sets.train, this.#sets.name, context.seed);
    const sent = (of: "train" | "held_out") => populationEvent(this.#sets, of, Date.now());
    const [train, heldOut] = [sent("train"), sent("held_out")];
    for (const event of [train, heldOut]) context.emit(event);
    if (this.#sets.demonstrated.length > 0)
      context.emit(populationEvent(this.#sets, "demonstrated", Date.now()));
    this.#populationHash = heldOut.hash;
    this.#problems = `${train.hash} ${heldOut.hash}`;
    this.#saved = readSaved(context, this.#problems, this.#policy.parameters.length);
    for (const { level, message } of this.#sets.notes) this.#reporter.note(level, message);
    if (start) {
      const source = `the policy of run ${start.run.name} after its step ${start.trainStep}`;
      this.#reporter.note("info", `Starts from ${source}; the fields of the SFT start have no effect.`);
    }
  }

  /** The start and its evaluation. */
  async prepare(): Promise<boolean> {
    const { sft_epochs, iterations } = this.#params;
    if (this.#saved) {
      const { state, episodes, updates } = this.#saved;
      this.#episodes = episodes;
      this.#updates = updates;
      this.#reporter.note("info", `Goes on after train step ${state.trainStep}, where it was interrupted.`);
      return this.#context.shouldStop();
    }
    if (!this.#context.inputs.network("start")) {
      for (const { epoch, loss } of makeStart(this.#policy, this.#sets.demonstrated, this.#params)) {
        this.#reporter.progress("SFT", epoch, sft_epochs);
        this.#reporter.points(epoch, { "sft/loss": loss });
        if (await this.#context.shouldStop()) return true;
      }
    }
    moveStart(this.#reporter, this.#policy, this.#params.start_shift, this.#context.seed);
    const measured = await this.#evaluate(0, iterations === 0);
    this.#reporter.points(0, { ...this.#counters(), ...measured });
    return this.#context.shouldStop();
  }

  /** Noise, a process reward model and DGRO's own noise branch make rewards differ that the verifier does not tell apart. */
  #hidesDead({ rescaling }: TrainStepRecord): boolean {
    return this.#params.reward_noise > 0 || (this.#prm?.weight ?? 0) > 0 || rescaling !== null;
  }

  /** The train steps and the final weights. */
  async learn(options: GroupTrainingOptions, method: GroupMethod): Promise<boolean> {
    const { iterations, eval_every } = this.#params;
    const { shouldStop, emit, log } = this.#context;
    const rewarded = this.#prm ? { ...options, prm: this.#prm } : options;
    const from = this.#saved?.state ?? null;
    this.#stage(iterations > 0 && !from ? this.#source.first() : null);
    let state: (() => TrainingState) | null = null;
    const keep = (_: number, kept: () => TrainingState) => void (state = kept);
    const care = { meter: this.#meter, continuation: { from, keep } };
    // Interrupted after its last step: only what came after that is left to do.
    if (from && from.trainStep >= iterations)
      this.#reporter.points(iterations, { ...this.#counters(), ...(await this.#evaluate(iterations, true)) });
    let began = performance.now();
    for (const record of trainOnGroups(this.#policy, this.#source, rewarded, method, care)) {
      if (!record) {
        await shouldStop();
        continue;
      }
      const { trainStep } = record;
      const seconds = (performance.now() - began) / 1000;
      const stop = await shouldStop();
      const next = record.levels?.stage ?? null;
      const due = trainStep === iterations || trainStep % eval_every === 0 || next !== null;
      const measured = due && !stop ? await this.#evaluate(trainStep, trainStep === iterations) : {};
      this.#episodes += record.episodeCount;
      this.#updates += record.updateCount;
      this.#reporter.points(trainStep, {
        ...trainingValues(record, this.#hidesDead(record)),
        ...levelValues(record),
        ...componentValues(record.groups),
        ...this.#counters(),
        "perf/episodes_per_s": record.episodeCount / seconds,
        ...measured,
        ...useValues(this.#meter),
      });
      this.#stage(next);
      if (trainStep % GROUPS_EVERY === 0) {
        emit(groupsEvent(record));
        emit(textsEvent(trainStep, record.groups.slice(0, GROUPS_SHOWN)));
      }
      log(stepLine(record, iterations, seconds));
      this.#reporter.progress("training", trainStep, iterations);
      // After everything else of the step, so that nothing of it is lost; one whose evaluation was left out is made again.
      if (!(due && stop)) this.#save(trainStep, state, stop || trainStep === iterations);
      if (stop) return true;
      began = performance.now();
    }
    this.#reporter.artifact("weights", iterations, this.#policy);
    return false;
  }

  #save(trainStep: number, state: (() => TrainingState) | null, last: boolean): void {
    const counted = { episodes: this.#episodes, updates: this.#updates };
    const text = state && (() => writeSaved(this.#context, this.#problems, { state: state(), ...counted }));
    if (text) this.#context.saved?.write(trainStep, text, last);
  }

  /** Says that a stage begins; each is measured at its end, before the next one. */
  #stage(stage: Stage | null): void {
    if (!stage) return;
    this.#context.emit(stageEvent(stage));
    this.#context.log(`stage from step ${stage.step}: ${stage.name}. ${stage.reason}`);
  }

  async #evaluate(step: number, final: boolean): Promise<Values> {
    const facts = { step, final, populationHash: this.#populationHash };
    const how = greedyMeasurement(this.#params);
    if (step > 0) this.#meter.enter("evaluate");
    const { heldOut } = this.#sets;
    const values = await reportEvaluation(this.#context, this.#reporter, this.#policy, heldOut, how, facts);
    this.#meter.enter(null);
    return values;
  }

  #counters(): Values {
    return {
      "progress/episodes": this.#episodes,
      "progress/updates": this.#updates,
      "perf/cpu_s": cpuSeconds(),
    };
  }
}
