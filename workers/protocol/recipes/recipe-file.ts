import { z } from "zod";
import { ARTIFACT_KINDS } from "../inputs.ts";
import { CommandPart } from "./command.ts";
import { Condition } from "./condition.ts";
import { CONFIG_FORMATS } from "./config-text.ts";
import { MOST_GPUS, readGpuCount } from "../machine/gpu-count.ts";
import { TRAINER_ROLES } from "./trainer-roles.ts";

/** The file that makes a script a recipe, beside it. */
export const RECIPE_FILE = "ablab.recipe.json";
/** Whether a name is of a recipe: that one, or "eval.ablab.recipe.json" of another one in the same folder. */
export const isRecipeFile = (name: string): boolean =>
  /^(?:[A-Za-z0-9][\w-]*\.)?ablab\.recipe\.json$/.test(name);
/** Largest such file, in bytes. */
export const RECIPE_FILE_BYTES = 64 * 1024;

const Word = z.string().trim().min(1).max(120);
const Sentence = z.string().max(1000);
const Id = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,59}$/,
    "Begins with a small letter, then small letters, digits and _, at most 60.",
  );
const Slug = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    "Begins with a small letter, then small letters, digits and -, at most 40.",
  );
const Value = z.union([z.number(), z.boolean(), z.string().max(400)]);
const Values = z.record(z.string(), Value);

const ChoiceValue = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0\p{Cs}]*$/u, "A choice holds no NUL and no half of a character: no process could get it.");

/** A parameter by its kind; the same kinds that built-in recipes have. */
const FIELD = {
  name: Id,
  label: Word.optional(),
  group: Id.optional(),
  reason: Sentence.default(""),
  unit: z.string().max(20).optional(),
  rare: z.literal(true).optional(),
  main: z.literal(true).optional(),
  when: z.strictObject({ name: Id, in: z.array(Value).min(1).max(50) }).optional(),
};
const RANGE = { min: z.number(), max: z.number() };
const Field = z.discriminatedUnion("kind", [
  z.strictObject({ ...FIELD, kind: z.literal("int"), default: z.number().int(), ...RANGE }),
  z.strictObject({ ...FIELD, kind: z.literal("float"), default: z.number(), ...RANGE }),
  z.strictObject({ ...FIELD, kind: z.literal("bool"), default: z.boolean() }),
  z.strictObject({ ...FIELD, kind: z.literal("text"), default: z.string().max(400) }),
  z.strictObject({
    ...FIELD,
    kind: z.literal("choice"),
    default: z.string().max(200),
    choices: z
      .array(z.strictObject({ value: ChoiceValue, label: z.string().max(200).optional() }))
      .min(1)
      .max(100),
  }),
  z.strictObject({ ...FIELD, kind: z.literal("problems"), default: z.string().min(1).max(120) }),
]);

/** What a metric of the script means, where this bench does not know its name. */
export const DeclaredMetric = z.strictObject({
  name: z.string().min(1).max(200),
  title: Word.optional(),
  unit: z.string().max(20).default(""),
  better: z.enum(["higher", "lower"]).nullable().default(null),
  section: z.enum(["reward", "groups", "policy", "evaluation", "progress", "start"]).default("progress"),
  definition: Sentence.default("as the script sends it"),
});
export type DeclaredMetric = z.infer<typeof DeclaredMetric>;

/** A number, or the value of a field, as "{beta}". */
const Quantity = z.union([
  z.number(),
  z.string().regex(/^\{[a-z][a-z0-9_]*\}$/, 'A number, or a field as "{name}".'),
]);
const Quantities = z.record(z.string().max(120), Quantity);

/** What the training reward is made of: two runs are ranked by it only where it is the same. */
const Reward = z.strictObject({
  /** May hold fields in braces: "{reward} with weight {weight}". */
  formula: z.string().min(1).max(2000),
  components: Quantities.default({}),
  shaping: Quantities.default({}),
  min: Quantity,
  max: Quantity,
  noiseFloor: Quantity.default(0),
});
export type RewardData = z.infer<typeof Reward>;

const GpuSpan = z.string().refine((text) => text.includes("..") && readGpuCount(text) !== null, {
  message: `A number of GPUs up to ${MOST_GPUS}, or the least and the most of them, as "0..1".`,
});

const Input = z.strictObject({
  slot: Id,
  label: Word,
  kind: z.enum(ARTIFACT_KINDS),
  required: z.boolean().default(true),
  reason: Sentence.default(""),
  offer: z.string().max(120).default("use it"),
});

export const RecipeFile = z.strictObject({
  $schema: z.string().max(400).optional(),
  slug: Slug,
  title: Word,
  version: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,2}$/, 'Numbers and points, as "1.0".'),
  summary: Sentence.default(""),
  command: z
    .array(CommandPart, 'A command is a list of words, as ["python", "train.py"]; no shell reads it.')
    .min(1)
    .max(200),
  config: z
    .strictObject({
      format: z.enum(CONFIG_FORMATS),
      /** A tree with slots as leaves; absent: every field under its name, and the seed. */
      values: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  groups: z
    .array(z.strictObject({ id: Id, title: Word }))
    .max(40)
    .default([]),
  fields: z.array(Field).max(200).default([]),
  presets: z
    .array(z.strictObject({ id: Id, title: Word, reason: Sentence.default(""), params: Values.default({}) }))
    .max(100)
    .default([]),
  baseline: Id.optional(),
  /** A training of seconds: `ablab recipe check` runs it. */
  smoke: Values.default({}),
  metrics: z.array(DeclaredMetric).max(500).default([]),
  primary: z.string().max(200).optional(),
  headline: z.array(z.string().max(200)).max(20).default([]),
  reward: Reward.optional(),
  /** Metrics that a choice of parameters does not measure. */
  off: z
    .array(z.strictObject({ metrics: z.array(z.string()).min(1), when: Condition, reason: Sentence }))
    .max(100)
    .default([]),
  lints: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z][\w-]{0,39}$/),
        level: z.enum(["block", "caution", "note"]),
        field: Id.optional(),
        when: Condition,
        claim: Word,
        detail: Sentence.default(""),
      }),
    )
    .max(100)
    .default([]),
  inputs: z.array(Input).max(20).default([]),
  outputs: z.array(z.enum(ARTIFACT_KINDS)).max(10).default([]),
  /** How long a run is, for progress and estimates. */
  planned: z
    .strictObject({ steps: Quantity.default(0), episodes: Quantity.default(0) })
    .default({ steps: 0, episodes: 0 }),
  /** Variables of the worker's own environment that the script gets besides the usual ones. */
  environment: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,79}$/, "The name of an environment variable."))
    .max(40)
    .default([]),
  /** GPUs of a run: so many, or "0..1", the least and the most; it takes the CPU where the least is 0 and none is free. */
  devices: z
    .strictObject({ gpus: z.union([z.number().int().min(0).max(MOST_GPUS), GpuSpan]) })
    .default({ gpus: 0 }),
  stop: z
    .strictObject({
      signal: z.enum(["SIGINT", "SIGTERM"]),
      graceSeconds: z.number().min(0).max(3600),
    })
    .optional(),
  checkpoint: z
    .strictObject({
      /** Below the output folder, with * for one part of a name: "checkpoint-*". */
      pattern: z.string().min(1).max(200),
      /** Arguments that go on from one, with the slot {checkpoint}. */
      resume: z.array(z.string().max(2000)).min(1).max(10),
    })
    .optional(),
  /** What is hashed besides this file, and must not change between agreement and start; absent: every text file of the folder. */
  files: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** Folders beside this one that are part of the script, as "../parts": hashed, and agreed to with it. */
  beside: z
    .array(
      z
        .string()
        .regex(/^\.\.\/[A-Za-z0-9][\w-]{0,79}$/, 'The name of a folder beside this one, as "../parts".'),
    )
    .max(10)
    .optional(),
  /**
   * A Python for itself: an environment that the worker makes of a file of exact requirements, in which "python" of the command
   * and what it installs lie. Folders with the same requirements share one.
   */
  python: z
    .strictObject({
      /** From the folder, or of a folder beside it: "requirements.txt". */
      requirements: z.string().min(1).max(200),
    })
    .optional(),
  /** Which fields mean what many trainers have: known traps are then said in the form, whatever the fields are called. */
  roles: z.partialRecord(z.enum(TRAINER_ROLES), Id).optional(),
  seedReason: Sentence.optional(),
});
export type RecipeFile = z.infer<typeof RecipeFile>;
