import { cloneModel, elementName, type LpModel } from "../../lp/model.ts";
import { Simplex } from "../../lp/simplex.ts";
import { gaussian, type Rng, stream } from "../../math/rng.ts";
import { ACTION_COUNT, ACTIONS, DIAGNOSE, DROP, GET_IIS, SUBMIT, UPDATE_BOUNDS } from "./actions.ts";
import { writeDynamicFeatures } from "./dynamic-features.ts";
import { EpisodeState } from "./episode-state.ts";
import { clampFeature, FEATURE_COUNT, FIRST_HIDDEN, LAST_HIDDEN } from "./features.ts";
import { isLegal, writeMask } from "./legal-actions.ts";
import { NAME_FEATURES } from "./names.ts";
import {
  actionPoints,
  diagnosedJaccard,
  diagnosedShare,
  type EpisodeOutcome,
  isClean,
  optimalityPreservation,
} from "./outcome.ts";
import type { Problem } from "./problem.ts";
import { applyRepair, isRepair } from "./repair.ts";

/** What a policy may see of an entity's numbers before it CHECKs: all, with noise, or nothing. */
type ObservationMode = "noisy" | "full" | "masked";

/**
 * Fills `seen`, `width` numbers per entity, with the static features as they appear before any CHECK. The noise is a function of the problem and
 * `noiseSeed` only: never of how many problems or episodes came before.
 */
function blurFeatures(
  problem: Problem,
  mode: ObservationMode,
  sigma: number,
  noiseSeed: number,
  seen: Float32Array,
  width: number,
): void {
  const truth = problem.staticFeatures;
  const elements = truth.length / FEATURE_COUNT - 1;
  seen.fill(0);
  for (let e = 0; e <= elements; e++)
    seen.set(truth.subarray(e * FEATURE_COUNT, (e + 1) * FEATURE_COUNT), e * width);
  if (width > FEATURE_COUNT)
    problem.nameClasses.forEach((of, e) => {
      if (of >= 0) seen[e * width + FEATURE_COUNT + of] = 1;
    });
  if (mode === "full") return;
  const rng = stream(problem.noiseSeed, noiseSeed);
  for (let e = 0; e < elements; e++)
    for (let k = FIRST_HIDDEN; k <= LAST_HIDDEN; k++)
      seen[e * width + k] =
        mode === "masked" ? 0 : clampFeature(truth[e * FEATURE_COUNT + k] + sigma * gaussian(rng));
}

/** Shows the true features of one entity. */
function revealFeatures(problem: Problem, entity: number, seen: Float32Array, width: number): void {
  for (let k = FIRST_HIDDEN; k <= LAST_HIDDEN; k++)
    seen[entity * width + k] = problem.staticFeatures[entity * FEATURE_COUNT + k];
}

export interface EnvConfig {
  maxSteps: number;
  /** `full`: true static features; `noisy`: plus noise until CHECKed; `masked`: zero until CHECKed. */
  observation: ObservationMode;
  /** Standard deviation of the observation noise, in feature units; used by `noisy` only. */
  sigma: number;
  /** GET_IIS pivots at random from a cold start, so that it shows one of several true IISs. */
  randomPivotIis: boolean;
  /** False: an IIS is shown at reset, free of charge. */
  hideInitialIis: boolean;
  /** Shows the class of each name, in NAME_FEATURES features of its own. */
  seesNames: boolean;
}

/** Features of one entity as such episodes show them. */
export const featureCount = ({ seesNames }: Pick<EnvConfig, "seesNames">): number =>
  FEATURE_COUNT + (seesNames ? NAME_FEATURES : 0);

/**
 * One repair episode: the model is infeasible, actions look at it or change bounds, and the episode ends when it becomes
 * feasible, at SUBMIT, or after `maxSteps`. Every action is a step. An instance is meant to be reset many times.
 */
export class RepairEnv {
  readonly config: EnvConfig;
  private readonly simplex = new Simplex();
  private readonly state = new EpisodeState();
  private readonly canCheck: boolean;
  private readonly width: number;
  private current: Problem | null = null;
  private rng: Rng = () => 0;
  /** Static features as this episode sees them. */
  private seen = new Float32Array(0);
  private taken: number[] = [];
  private isDone = true;
  private isSolved = false;

  constructor(config: EnvConfig) {
    this.config = config;
    this.canCheck = config.observation !== "full";
    this.width = featureCount(config);
  }

  /** The problem of this episode. */
  get problem(): Problem {
    if (!this.current) throw new Error("RepairEnv: reset it with a problem first.");
    return this.current;
  }

  /** Columns, then rows, then one global entity. */
  get entityCount(): number {
    return this.state.entities;
  }

  get done(): boolean {
    return this.isDone;
  }

  get solved(): boolean {
    return this.isSolved;
  }

  get steps(): number {
    return this.state.steps;
  }

  /** Flat action ids taken since reset. `reset` starts a new array and leaves this one to whoever holds it. */
  get actions(): number[] {
    return this.taken;
  }

  /** How often an IIS was shown, at reset included. */
  get iisRequests(): number {
    return this.state.iisRequests;
  }

  /** True until the first repair after GET_IIS: the shown IIS is one of the model as it is now. */
  get iisIsFresh(): boolean {
    return this.state.isFresh;
  }

  /** Is the element in the IIS shown last, fresh or not? */
  isShown(element: number): boolean {
    return this.state.shown[element] === 1;
  }

  /** How many of the IISs shown so far held the element. */
  timesShown(element: number): number {
    return this.state.iisSeen[element];
  }

  /** May `type` (index into ACTIONS) be done to the entity now? The same as the mask of `observe`. */
  isLegal(entity: number, type: number): boolean {
    return isLegal(this.state, entity, type, this.canCheck);
  }

  /**
   * Starts an episode. All its randomness (observation noise, pivots of GET_IIS) comes from `rng`. With `noiseSeed` the noise
   * depends on the problem and that number alone, so that a group of episodes can share one prompt; without it the first
   * number of `rng` decides.
   */
  reset(problem: Problem, rng: Rng, noiseSeed?: number): void {
    this.current = problem;
    this.rng = rng;
    this.simplex.load(problem.model);
    this.state.clear(problem.model.colCount, problem.model.rowCount);
    this.taken = [];
    this.isDone = false;
    this.isSolved = false;
    const size = this.state.entities * this.width;
    if (this.seen.length !== size) this.seen = new Float32Array(size);
    const blur = noiseSeed ?? Math.floor(rng() * 4294967296);
    blurFeatures(problem, this.config.observation, this.config.sigma, blur, this.seen, this.width);
    if (!this.config.hideInitialIis) this.showIis();
  }

  /**
   * Writes entityCount x featureCount(config) features and entityCount x ACTION_COUNT mask bytes (1 = legal) at the offsets, which
   * count numbers, not entities. Returns entityCount. All features are finite and within +-FEATURE_LIMIT.
   */
  observe(features: Float32Array, featureOffset: number, mask: Uint8Array, maskOffset: number): number {
    features.set(this.seen, featureOffset);
    writeDynamicFeatures(this.state, features, featureOffset, this.width);
    writeMask(this.state, this.canCheck, mask, maskOffset);
    return this.state.entities;
  }

  /** Takes the flat action entity * ACTION_COUNT + type. Throws where it is illegal or the episode is over. */
  step(action: number): void {
    const { state } = this;
    const entity = Math.floor(action / ACTION_COUNT);
    const type = action % ACTION_COUNT;
    if (this.isDone) throw new RangeError("RepairEnv: the episode is over; reset it.");
    if (!(action >= 0 && entity < state.entities) || !this.isLegal(entity, type))
      throw new RangeError(`RepairEnv: action ${action} (${this.describe(entity, type)}) is not legal now.`);
    this.taken.push(action);
    state.steps++;
    state.points += actionPoints(type, state.shown[entity] === 1, state.iisRequests);
    if (isRepair(type)) this.repair(entity, type);
    else if (type === GET_IIS) this.showIis();
    else if (type === SUBMIT) this.isDone = true;
    else if (type === DIAGNOSE) {
      state.diagnosed[entity] = 1;
      state.diagnoses++;
    } else {
      state.checked[entity] = 1;
      revealFeatures(this.problem, entity, this.seen, this.width);
    }
    if (state.steps >= this.config.maxSteps) this.isDone = true;
  }

  /** What the episode was worth so far; meant to be asked once it is done. */
  outcome(): EpisodeOutcome {
    const { problem, isSolved, state } = this;
    const original = problem.originalObjective;
    const op =
      isSolved && original !== null ? optimalityPreservation(this.simplex.optimize(), original) : null;
    return {
      solved: isSolved,
      steps: state.steps,
      solvedAt: isSolved ? state.steps : null,
      op,
      da: diagnosedShare(problem, state.diagnosed),
      jaccard: diagnosedJaccard(problem, state.diagnosed),
      process: state.steps === 0 ? 0 : state.points / state.steps,
      clean: isClean(problem, isSolved, op, state.dropped),
    };
  }

  /** The model with the repairs so far, integer marks included, for a judge that respects them. */
  repairedModel(): LpModel {
    const model = cloneModel(this.problem.model);
    for (let j = 0; j < model.colCount; j++) {
      model.colLower[j] = this.simplex.lower(j);
      model.colUpper[j] = this.simplex.upper(j);
    }
    for (let i = 0; i < model.rowCount; i++) {
      model.rowLower[i] = this.simplex.lower(model.colCount + i);
      model.rowUpper[i] = this.simplex.upper(model.colCount + i);
    }
    return model;
  }

  private describe(entity: number, type: number): string {
    const name = ACTIONS[type] ?? "unknown type";
    const isElement = entity >= 0 && entity < this.state.entities - 1;
    return isElement ? `${name} ${elementName(this.problem.model, entity)}` : name;
  }

  private repair(element: number, type: number): void {
    const { state, simplex } = this;
    applyRepair(simplex, element, type);
    if (type === DROP) state.dropped[element] = 1;
    else if (type === UPDATE_BOUNDS) state.widened[element] = 1;
    else state.relaxed[element]++;
    state.repairs++;
    state.isFresh = false;
    this.isSolved = simplex.feasible();
    this.isDone = this.isSolved;
  }

  private showIis(): void {
    const { simplex, state } = this;
    const { randomPivotIis } = this.config;
    if (randomPivotIis) simplex.restart();
    if (simplex.feasible(randomPivotIis ? this.rng : undefined))
      throw new Error(`Problem ${this.problem.key} is not infeasible; it cannot be repaired.`);
    state.shown.fill(0);
    state.shownCount = 0;
    for (let k = 0; k < simplex.conflictSize; k++) {
      const element = simplex.conflictElement(k);
      if (state.shown[element] === 1) continue;
      state.shown[element] = 1;
      state.shownCount++;
      if (state.iisSeen[element] < 255) state.iisSeen[element]++;
    }
    state.isFresh = true;
    state.iisRequests++;
  }
}
