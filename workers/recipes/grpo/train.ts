import { demonstrate } from "../../lab/algo/demonstrations.ts";
import { grpo, type GrpoRecord } from "../../lab/algo/grpo.ts";
import { sft } from "../../lab/algo/sft.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import { ACTION_COUNT } from "../../lab/env/actions.ts";
import { NOISY_EXPERT } from "../../lab/env/expert.ts";
import { FEATURE_COUNT } from "../../lab/env/features.ts";
import { DEFAULT_MAX_ROWS, Policy } from "../../lab/nn/policy.ts";
import { weightsHash } from "../../lab/nn/weights-hash.ts";
import { stream } from "../../math/rng.ts";
import { type GroupsEvent, toWire } from "../../protocol/events.ts";
import type { MetricName } from "../../protocol/metrics.ts";
import type { Train, TrainContext } from "../recipe.ts";
import { confirmIntegers, episodesEvents, evaluationEvent, evaluationValues, measure } from "./measure.ts";
import { loadProblemSets, populationEvent, type ProblemSets } from "./problem-sets.ts";
import { environmentOf, grpoOptions, type GrpoParams, readSettings } from "./settings.ts";

/** Step limit of a demonstration; the expert needs no more on easy problems. */
const DEMONSTRATION_STEPS = 20;
const GROUPS_EVERY = 5;
const GROUPS_SHOWN = 16;

type Values = Partial<Record<MetricName, number>>;

/** GRPO on OR-Debug: problems, an SFT start measured at step 0, then one points event per train step. */
export const train: Train = async (context) => {
  const run = new Run(context);
  if (await run.prepare()) return "stopped";
  return (await run.learn()) ? "stopped" : "finished";
};

/** One run and what it has to say. Methods that take time answer whether the run was asked to stop meanwhile. */
class Run {
  readonly #context: TrainContext;
  readonly #params: GrpoParams;
  readonly #sets: ProblemSets;
  readonly #populationHash: string;
  readonly #policy: Policy;
  #episodes = 0;
  #updates = 0;

  constructor(context: TrainContext) {
    this.#context = context;
    this.#params = readSettings(context.params);
    this.#progress("problems", 0, 1);
    this.#sets = loadProblemSets(this.#params);
    context.emit(populationEvent(this.#sets, "train", Date.now()));
    const heldOut = populationEvent(this.#sets, "held_out", Date.now());
    context.emit(heldOut);
    this.#populationHash = heldOut.hash;
    for (const { level, message } of this.#sets.notes) this.#note(level, message);
    this.#policy = new Policy({
      features: FEATURE_COUNT,
      hidden: this.#params.hidden,
      actions: ACTION_COUNT,
      maxRows: DEFAULT_MAX_ROWS,
    });
  }

  /** The SFT start and its evaluation. */
  async prepare(): Promise<boolean> {
    const { sft_seed, sft_epochs, iterations } = this.#params;
    this.#policy.initialize(stream(sft_seed, STREAM.initialWeights));
    const environment = environmentOf(this.#params, DEMONSTRATION_STEPS);
    const demonstrations = demonstrate(this.#sets.demonstrated, environment, NOISY_EXPERT, sft_seed);
    for (const { epoch, loss } of sft(this.#policy, demonstrations, { epochs: sft_epochs, seed: sft_seed })) {
      this.#progress("SFT", epoch, sft_epochs);
      this.#points(epoch, { "sft/loss": loss });
      if (await this.#context.shouldStop()) return true;
    }
    this.#artifact("start_weights", 0);
    const measured = await this.#evaluate(0, iterations === 0);
    this.#points(0, { ...this.#counters(), ...measured });
    return this.#context.shouldStop();
  }

  /** The train steps, with an evaluation every now and then and a full one at the end. */
  async learn(): Promise<boolean> {
    const { iterations, eval_every } = this.#params;
    let began = performance.now();
    for (const record of grpo(
      this.#policy,
      this.#sets.train,
      grpoOptions(this.#params, this.#context.seed),
    )) {
      if (!record) {
        await this.#context.shouldStop();
        continue;
      }
      const { trainStep } = record;
      const seconds = (performance.now() - began) / 1000;
      const stop = await this.#context.shouldStop();
      const due = trainStep === iterations || trainStep % eval_every === 0;
      const measured = due && !stop ? await this.#evaluate(trainStep, trainStep === iterations) : {};
      this.#episodes += record.episodeCount;
      this.#updates += record.updateCount;
      this.#points(trainStep, {
        ...trainingValues(record),
        "perf/episodes_per_s": record.episodeCount / seconds,
        ...this.#counters(),
        ...measured,
      });
      this.#context.log(stepLine(record, iterations, seconds));
      if (trainStep % GROUPS_EVERY === 0) this.#context.emit(groupsEvent(record));
      this.#progress("training", trainStep, iterations);
      if (stop) return true;
      began = performance.now();
    }
    if (iterations > 0) this.#artifact("weights", iterations);
    return false;
  }

  /** Emits an evaluation and returns its metrics; the final one comes with its episodes and the judgement of HiGHS. */
  async #evaluate(step: number, final: boolean): Promise<Values> {
    const { emit, shouldStop } = this.#context;
    const episodes = measure(this.#policy, this.#sets.heldOut, this.#params);
    const confirmed = final ? await confirmIntegers(episodes, this.#params, shouldStop) : [];
    const facts = { at: Date.now(), step, final, populationHash: this.#populationHash };
    const event = evaluationEvent(episodes, facts, this.#params, confirmed);
    emit(event);
    if (final) for (const part of episodesEvents(episodes, { at: Date.now(), key: event.key })) emit(part);
    const refuted = confirmed.filter((answer) => answer === false).length;
    if (refuted > 0) {
      const asked = confirmed.filter((answer) => answer !== null).length;
      this.#note(
        "caution",
        `${refuted} of ${asked} repaired integer models have no integer solution: HiGHS disagrees with the relaxation there.`,
      );
    }
    const values = evaluationValues(event.rows);
    this.#context.log(
      `eval at step ${step}: RR@5 ${(values["eval/rr_at_5"] ?? 0).toFixed(3)} RR ${(values["eval/rr"] ?? 0).toFixed(3)} of ${event.rows.length} held-out problems`,
    );
    return values;
  }

  #artifact(kind: "start_weights" | "weights", step: number): void {
    const { parameters } = this.#policy;
    const sha256 = weightsHash(parameters);
    this.#context.emit({ t: "artifact", at: Date.now(), kind, step, sha256, bytes: parameters.byteLength });
    this.#context.log(`${kind} ${sha256}`);
  }

  #counters(): Values {
    const { user, system } = process.cpuUsage();
    return {
      "progress/episodes": this.#episodes,
      "progress/updates": this.#updates,
      "perf/cpu_s": (user + system) / 1e6,
    };
  }

  #points(step: number, values: Values): void {
    const wire = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWire(value)]));
    this.#context.emit({ t: "points", step, at: Date.now(), values: wire });
  }

  #progress(phase: string, step: number, total: number): void {
    this.#context.emit({ t: "progress", at: Date.now(), phase, step, total });
  }

  #note(level: "note" | "caution", message: string): void {
    this.#context.emit({ t: "note", at: Date.now(), level, message });
    this.#context.log(message);
  }
}

/** The metrics of one train step; what no update measured is left out. */
function trainingValues({ statistics, updates }: GrpoRecord): Values {
  return {
    "reward/raw": statistics.meanRaw,
    "reward/shaped": statistics.meanShaped,
    "group/std": statistics.std,
    "group/zero_share": statistics.zeroShare,
    "group/all_solved_share": statistics.allSolvedShare,
    "group/all_failed_share": statistics.allFailedShare,
    ...(updates && {
      "policy/entropy": updates.entropy,
      "policy/clip_share": updates.clipShare,
      "optim/grad_norm": updates.gradNorm,
      ...(updates.kl !== null && { "policy/kl": updates.kl }),
    }),
  };
}

/** One line of the log per train step: what a person who tails it wants to see move. */
function stepLine(
  { trainStep, statistics, updates, episodeCount }: GrpoRecord,
  total: number,
  seconds: number,
): string {
  const { meanRaw, std, zeroShare } = statistics;
  const learned = updates
    ? ` kl ${updates.kl === null ? "off" : updates.kl.toFixed(4)} entropy ${updates.entropy.toFixed(3)} grad ${updates.gradNorm.toFixed(3)}`
    : " no update: no group had a gradient";
  return `step ${trainStep}/${total} reward ${meanRaw.toFixed(3)} group_std ${std.toFixed(3)} zero_var ${zeroShare.toFixed(2)}${learned} ${Math.round(episodeCount / seconds)} episodes/s`;
}

/** The first groups drawn in a step: prompts are drawn at random, so these are a random sample. */
function groupsEvent({ trainStep, groups }: GrpoRecord): GroupsEvent {
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
