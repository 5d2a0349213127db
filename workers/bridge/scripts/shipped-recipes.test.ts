import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultParams, presetParams } from "../../protocol/manifest.ts";
import { paramsSchema } from "../../protocol/params-schema.ts";
import { renderTree } from "../../protocol/recipes/command.ts";
import { METRICS } from "../../protocol/metrics/metrics.ts";
import { requirementsOf } from "../../scripts/python/requirements.ts";
import { SHIPPED_RECIPES } from "../../recipes/shipped-recipes.ts";
import { readScript } from "../../scripts/read-folder.ts";
import { shippedHashes } from "../../scripts/shipped.ts";

/** Scripts that come with this checkout, each in a folder of its own beside the parts that they share. */
const FOLDER = join(import.meta.dirname, "..", "..", "..", "recipes", "trl");
const NAMES = readdirSync(FOLDER).filter((name) => name !== "parts" && !name.includes("."));

test("there is a recipe for each step from a start to its measure", () => {
  expect(NAMES.toSorted()).toEqual(["dgro", "evaluate", "grpo", "prm", "sft"]);
});

test("what this version agrees to is what their folders hold; if not: npm run shipped", () => {
  expect(SHIPPED_RECIPES).toEqual(shippedHashes());
});

describe.each(NAMES)("the recipe %s", (name) => {
  const script = readScript(join(FOLDER, name));
  const { manifest, file, files } = script;

  test("is whole: its parts and requirements are hashed with it, and every requirement is exact", () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["../parts/judge.py", "../parts/requirements.txt"]),
    );
    expect(requirementsOf(script)?.lines).toEqual(expect.arrayContaining(["torch==2.13.0", "trl==1.16.0"]));
  });

  test("has presets that its form takes, a smoke among them, none of which is blocked", () => {
    const schema = paramsSchema(manifest.fields);
    for (const { id } of manifest.presets) {
      const params = presetParams(manifest, id);
      expect(schema.safeParse(params).success, id).toBe(true);
      expect(
        manifest.lints(params).filter(({ level }) => level === "block"),
        id,
      ).toEqual([]);
    }
    expect(manifest.presets.at(-1)).toMatchObject({ id: "smoke", params: file.smoke });
    expect(file.environment).not.toContain("PATH");
  });

  test("explains each field and metric, and says of each metric which way is better, or that neither is", () => {
    for (const { reason, name: field } of manifest.fields) expect(reason.endsWith("."), field).toBe(true);
    for (const metric of file.metrics) {
      expect(metric.definition, metric.name).not.toBe("as the script sends it");
      expect(metric.name in METRICS, metric.name).toBe(false);
    }
    expect(file.metrics.find((metric) => metric.name === manifest.primary)?.better).toBe("higher");
  });

  test("gets every field and the seed in its file of values", () => {
    const values = { ...defaultParams(manifest), seed: 3 };
    const every = Object.fromEntries(Object.keys(values).map((key) => [key, `{${key}}`]));
    expect(renderTree(every, values)).toEqual(values);
    expect(file.config).toEqual({ format: "json" });
  });
});

test("ablations of grpo differ from no KL in one thing each, and the form says what would be inert", () => {
  const { manifest } = readScript(join(FOLDER, "grpo"));
  const changed = (id: string) => {
    const [from, to] = [presetParams(manifest, "no_kl"), presetParams(manifest, id)];
    return Object.keys(to).filter((key) => to[key] !== from[key]);
  };
  expect(["asym_clip", "dynamic", "token_loss", "overlong"].map(changed)).toEqual([
    ["epsilon_high"],
    ["max_draws"],
    ["loss_type"],
    ["mask_cut"],
  ]);
  const ids = (change: object) =>
    manifest.lints({ ...presetParams(manifest, "asym_clip"), ...change }).map(({ id }) => id);
  expect(ids({})).toEqual([]);
  expect(ids({ updates: 1 })).toEqual(["L50"]);
  expect(ids({ loss_type: "cispo", epsilon_high: 0 })).toEqual(["L51"]);
  expect(ids({ task: "code" })).toEqual(["T1"]);
});
