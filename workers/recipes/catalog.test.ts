import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultParams, presetParams, readParam } from "../protocol/manifest.ts";
import { METRICS } from "../protocol/metrics/metrics.ts";
import { paramsSchema } from "../protocol/params-schema.ts";
import { RECIPES } from "./catalog.ts";
import { NO_REWARD } from "./form/manifest.ts";

test("every recipe has a slug of its own, and what one needs another leaves", () => {
  expect(RECIPES.map((recipe) => recipe.slug)).toEqual([
    "grpo",
    "dgro",
    "sft",
    "evaluate",
    "prm-labels",
    "prm-train",
    "benchmark",
    "failures",
    "code-sft",
    "code-grpo",
    "code-evaluate",
  ]);
  const left = new Set(RECIPES.flatMap((recipe) => recipe.outputs));
  for (const { inputs } of RECIPES) for (const { kind } of inputs) expect(left).toContain(kind);
});

test("every folder that describes and trains a recipe is in the catalog", () => {
  const here = import.meta.dirname;
  const folders = readdirSync(here).filter((name) =>
    ["manifest.ts", "train.ts"].every((file) => existsSync(join(here, name, file))),
  );
  expect(RECIPES.map(({ slug }) => slug).toSorted()).toEqual(folders.toSorted());
});

/** Presets that repeat what the reports' code did in vain, or pay by chance, and what is said of each. */
const REPEATS: Record<string, string[]> = {
  coded_asym_clip: ["L04"],
  coded_token_loss: ["L28"],
  noise_only: ["L18", "L34"],
  random_reward: ["L18"],
  constant_reward: ["L19"],
  "code-grpo random_reward": [],
  "code-grpo constant_reward": [],
};

describe.each(RECIPES)("the manifest of $slug", (recipe) => {
  test("has defaults, presets and a smoke configuration that its own schema accepts", () => {
    const own = paramsSchema(recipe.fields);
    expect(own.parse(defaultParams(recipe))).toEqual(defaultParams(recipe));
    for (const { id } of recipe.presets)
      expect(own.safeParse(presetParams(recipe, id)).success, id).toBe(true);
    expect(own.safeParse(recipe.smoke).success).toBe(true);
    expect(recipe.presets.map((preset) => preset.id)).toContain(recipe.baselinePreset);
  });

  test("has the controls of a random and a constant reward where it trains with one, and else none", () => {
    const isRewarded = recipe.rewardConfig(defaultParams(recipe)) !== NO_REWARD;
    const controls = recipe.presets.map(({ id }) => id).filter((id) => /^(random|constant)_reward$/.test(id));
    expect(controls).toHaveLength(isRewarded ? 2 : 0);
  });

  test("explains every field, in a group that exists, under a name that is used once", () => {
    const groups = recipe.groups.map((group) => group.id);
    for (const field of recipe.fields) {
      expect(groups).toContain(field.group);
      expect(field.reason.length, field.name).toBeGreaterThan(15);
      expect(field.reason.endsWith("."), field.name).toBe(true);
    }
    const names = recipe.fields.map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("seed");
  });

  test("hides a field only behind another one's possible value, and shows all it can", () => {
    for (const { when, name } of recipe.fields) {
      if (!when) continue;
      const master = recipe.fields.find((field) => field.name === when.name);
      expect(master?.kind, name).toMatch(/^(choice|bool)$/);
      const possible = master?.kind === "choice" ? master.choices.map((c) => c.value) : [true, false];
      for (const value of when.in) expect(possible, name).toContain(value);
      expect(when.in.length).toBeLessThan(possible.length);
    }
  });

  test("reads back every default from the text a command line carries", () => {
    for (const field of recipe.fields) expect(readParam(field, String(field.default))).toBe(field.default);
  });

  test("is quiet about its defaults, its presets and its smoke configuration, but for the small smoke set", () => {
    for (const { id } of recipe.presets)
      expect(recipe.lints(presetParams(recipe, id)).map((lint) => lint.id)).toEqual(
        REPEATS[`${recipe.slug} ${id}`] ?? REPEATS[id] ?? [],
      );
    expect(recipe.lints(recipe.smoke).map((lint) => lint.level)).not.toContain("block");
  });

  test("names only metrics that exist, and shows in front only what it reports", () => {
    for (const name of recipe.metrics) expect(METRICS).toHaveProperty([name]);
    expect(new Set(recipe.metrics).size).toBe(recipe.metrics.length);
    for (const name of recipe.headline) expect(recipe.metrics).toContain(name);
    expect(recipe.headline).toContain(recipe.primary);
    for (const name of Object.keys(recipe.switchedOff(recipe.smoke))) expect(recipe.metrics).toContain(name);
  });

  test("takes each input under a slot of its own and says what it is for", () => {
    const slots = recipe.inputs.map((input) => input.slot);
    expect(new Set(slots).size).toBe(slots.length);
    for (const { slot, reason } of recipe.inputs) {
      expect(slot).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
      expect(reason.endsWith(".")).toBe(true);
    }
  });
});

test.each([
  ["repairs", ["grpo", "dgro", "sft", "evaluate"], ["problems", "level", "sigma"]],
  ["programs", ["code-sft", "code-grpo", "code-evaluate"], ["families", "difficulty_low", "limit"]],
])(
  "%s and their evaluations are described by the same fields in every recipe that has them",
  (_, slugs, own) => {
    const shared = ["train_problems", "eval_problems", "problem_seed", "hidden", ...own];
    const measuring = RECIPES.filter(({ slug }) => slugs.includes(slug));
    for (const { outputs } of measuring) expect(outputs).toContain("evaluation");
    for (const name of shared) {
      const facts = measuring.flatMap(({ fields }) => {
        const field = fields.find((f) => f.name === name);
        return field ? [{ ...field, group: "" }] : [];
      });
      for (const field of facts) expect(field).toEqual(facts[0]);
    }
  },
);
