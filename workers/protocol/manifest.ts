import type { ArtifactKind, RecipeInput } from "./inputs.ts";
import type { GpuCount } from "./machine/gpu-count.ts";
import type { RecipeFile } from "./recipes/recipe-file.ts";

/** A parameter of a recipe: everything a form needs to draw, explain and check it. */
export type ParamField = {
  name: string;
  label: string;
  group: string;
  /** One line: why this default, or what changes when it moves. */
  reason: string;
  unit?: string;
  /** Folded away in the form while it keeps its default. */
  rare?: true;
  /** Set in nearly every launch: it stands open above the groups, at its default too. */
  main?: true;
  /** The field matters only where another one matters and has one of these values; a form hides it elsewhere. */
  when?: { name: string; in: readonly ParamValue[] };
} & (
  | { kind: "int" | "float"; default: number; min: number; max: number }
  | { kind: "bool"; default: boolean }
  | { kind: "choice"; default: string; choices: { value: string; label: string }[] }
  | { kind: "text"; default: string }
  | { kind: "problems"; default: string }
);

export type ParamValue = number | boolean | string;
export type Params = Record<string, ParamValue>;

export interface Preset {
  id: string;
  title: string;
  reason: string;
  params: Params;
}

/** What a training reward is made of. Its hash, taken without `raw`, decides whether two training rewards may be ranked. */
export interface RewardConfig {
  formula: string;
  components: Record<string, number>;
  shaping: Record<string, number>;
  /** The reward as earned, without shaping, noise and process rewards. Configurations from before it was stored lack it. */
  raw?: { formula: string; components: Record<string, number>; min: number; max: number };
  min: number;
  max: number;
  /** Standard deviation of the noise that is added on purpose inside a group; 0 where there is none. */
  noiseFloor: number;
}

/** Slot -> identity of the source: equal exactly where the same thing is given. Empty slots are absent. */
export type GivenInputs = Readonly<Record<string, string>>;

/** Something the form says before a launch. `block` stops it, `caution` does not. */
export interface Lint {
  id: string;
  level: "block" | "caution" | "note";
  field: string | null;
  claim: string;
  detail: string;
}

/** What a run is to reach, written down before it: a metric at its end, and on which side of the target. */
export interface Criterion {
  metric: string;
  op: "at_least" | "at_most";
  target: number;
  /** One line: why this target. */
  reason: string;
}

/** The pure description of a recipe. The server and the browser read it; neither loads the recipe's code. */
export interface RecipeManifest {
  slug: string;
  title: string;
  version: string;
  summary: string;
  device: "any" | "cuda";
  /** How many GPUs a run takes; without it one where the device is "cuda", else none. */
  gpus?: GpuCount;
  groups: { id: string; title: string }[];
  fields: ParamField[];
  /** What a run takes from other runs, and what a finished one leaves to them. */
  inputs: readonly RecipeInput[];
  outputs: readonly ArtifactKind[];
  presets: Preset[];
  baselinePreset: string;
  /** One line: what the run's seed decides here, where that is not the usual (rollouts and minibatches). */
  seedReason?: string;
  /** Ends in about two seconds on one core; tests and the browser suite launch it. */
  smoke: Params;
  metrics: readonly string[];
  /** The metric that claims are for unless a launch declares another one; it is among `headline`. Empty: none is known. */
  primary: string;
  /** Headline metrics of the ablation table, in column order. */
  headline: readonly string[];
  /** What its trainer leaves to go on from, below the output folder; absent: an interrupted run begins anew. */
  checkpoints?: string;
  /** The file of a recipe that is a script of its own; a built-in one is run by the trainer of the worker. */
  script?: RecipeFile;
  /** `given` holds the identity of what each filled slot takes, where the reward depends on it. */
  rewardConfig(params: Params, given?: GivenInputs): RewardConfig;
  /** Metrics that this parameter choice switches off, with the reason in words. Off is not missing. */
  switchedOff(params: Params, given?: GivenInputs): Partial<Record<string, string>>;
  lints(params: Params, given?: GivenInputs): Lint[];
  /** What a run of these parameters is judged by; none where nothing was promised. */
  criteria?(params: Params): readonly Criterion[];
  /** On which problems a run of these parameters is measured; absent: on held-out ones, always. */
  measuresOn?(params: Params): "held_out" | "train";
  /** Does this choice draw dead groups again until the batch is full? Their share then costs rollouts, not gradient. */
  resamplesDeadGroups(params: Params): boolean;
  /** Work of one run, in units that `perf/episodes_per_s` measures. */
  trainEpisodes(params: Params): number;
  trainSteps(params: Params): number;
}

/** Every field at its default. */
export function defaultParams(manifest: RecipeManifest): Params {
  return Object.fromEntries(manifest.fields.map((f) => [f.name, f.default]));
}

/** Defaults overlaid with a preset. Throws for a preset the recipe does not have. */
export function presetParams(manifest: RecipeManifest, presetId: string): Params {
  const preset = manifest.presets.find((p) => p.id === presetId);
  if (!preset) {
    const known = manifest.presets.map((p) => p.id).join(", ");
    throw new Error(`${manifest.slug} has no preset "${presetId}". It has: ${known}.`);
  }
  return { ...defaultParams(manifest), ...preset.params };
}

/** A text from a form or a command line as the field's own type; what cannot be read is returned as it was, for the schema to refuse. */
export function readParam(field: ParamField, text: string): ParamValue {
  const trimmed = text.trim();
  if (field.kind === "int" || field.kind === "float") {
    const value = trimmed === "" ? Number.NaN : Number(trimmed);
    return Number.isFinite(value) ? value : trimmed;
  }
  if (field.kind === "bool") return trimmed === "true" ? true : trimmed === "false" ? false : trimmed;
  return trimmed;
}

/** The argument list a trainer is started with, complete and in field order, so that a person can run it by hand. */
export function trainerArgs(manifest: RecipeManifest, params: Params, seed: number): string[] {
  return [
    manifest.slug,
    `--seed=${seed}`,
    ...manifest.fields.map((f) => `--${f.name}=${String(params[f.name])}`),
  ];
}
