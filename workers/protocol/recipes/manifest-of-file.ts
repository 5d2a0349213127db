import { gpuRange } from "../machine/gpu-count.ts";
import type { ParamField, Params, RecipeManifest, RewardConfig } from "../manifest.ts";
import { piecesOf } from "./command.ts";
import { holds } from "./condition.ts";
import type { RecipeFile } from "./recipe-file.ts";
import { versionWithHash } from "./script-version.ts";
import { trainerLints } from "./trainer-lints.ts";

const numberIn = (quantity: number | string, params: Params): number => {
  if (typeof quantity === "number") return quantity;
  const value = Number(params[quantity.slice(1, -1)]);
  return Number.isFinite(value) ? value : 0;
};

const numbersIn = (quantities: Record<string, number | string>, params: Params): Record<string, number> =>
  Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, numberIn(value, params)]));

/** A recipe whose file says nothing of a reward: what it is made of is not on record. */
const UNSAID: RewardConfig = {
  formula: "not on record",
  components: {},
  shaping: {},
  min: 0,
  max: 0,
  noiseFloor: 0,
};

function rewardOf({ reward }: RecipeFile, params: Params): RewardConfig {
  if (!reward) return UNSAID;
  const pieces = piecesOf(reward.formula) ?? [];
  return {
    formula: pieces.map((piece) => ("text" in piece ? piece.text : String(params[piece.slot]))).join(""),
    components: numbersIn(reward.components, params),
    shaping: numbersIn(reward.shaping, params),
    min: numberIn(reward.min, params),
    max: numberIn(reward.max, params),
    noiseFloor: numberIn(reward.noiseFloor, params),
  };
}

const PARAMETERS = { id: "parameters", title: "Parameters" };

/** The manifest that a recipe file stands for: the same interface that built-in recipes have, with its data as functions. */
export function manifestOfFile(file: RecipeFile, hash: string): RecipeManifest {
  const isGrouped = file.fields.every(({ group }) => group !== undefined);
  const groups = isGrouped ? file.groups : [...file.groups, PARAMETERS];
  const fields = file.fields.map((field): ParamField => {
    const { label = field.name, group = PARAMETERS.id, ...rest } = field;
    const named = { ...rest, label, group };
    if (named.kind !== "choice") return named;
    return {
      ...named,
      choices: named.choices.map(({ value, label: words = value }) => ({ value, label: words })),
    };
  });
  const presets =
    file.presets.length > 0 ? file.presets : [{ id: "default", title: "Default", reason: "", params: {} }];
  const metrics = file.metrics.map(({ name }) => name);
  const primary = file.primary ?? file.headline[0] ?? metrics[0] ?? "";
  return {
    slug: file.slug,
    title: file.title,
    version: versionWithHash(file.version, hash),
    summary: file.summary,
    device: gpuRange({ device: "any", ...file.devices }).least > 0 ? "cuda" : "any",
    gpus: file.devices.gpus,
    groups,
    fields,
    inputs: file.inputs,
    // Its last checkpoint may be taken by another script.
    outputs: file.checkpoint && !file.outputs.includes("folder") ? [...file.outputs, "folder"] : file.outputs,
    presets,
    baselinePreset: file.baseline ?? presets[0].id,
    seedReason: file.seedReason ?? "Handed to the script as its seed; what it decides is the script's own.",
    smoke: { ...Object.fromEntries(fields.map((field) => [field.name, field.default])), ...file.smoke },
    metrics,
    primary,
    headline: [...new Set([...(primary === "" ? [] : [primary]), ...file.headline])],
    ...(file.checkpoint && { checkpoints: file.checkpoint.pattern }),
    script: file,
    rewardConfig: (params) => rewardOf(file, params),
    switchedOff: (params) =>
      Object.fromEntries(
        file.off
          .filter(({ when }) => holds(when, params))
          .flatMap(({ metrics: names, reason }) => names.map((name) => [name, reason])),
      ),
    lints: (params) => [
      ...file.lints
        .filter(({ when }) => holds(when, params))
        .map(({ id, level, field = null, claim, detail }) => ({ id, level, field, claim, detail })),
      ...trainerLints(file.roles ?? {}, params, gpuRange({ device: "any", ...file.devices })),
    ],
    resamplesDeadGroups: () => false,
    trainEpisodes: (params) => numberIn(file.planned.episodes, params),
    trainSteps: (params) => numberIn(file.planned.steps, params),
  };
}
