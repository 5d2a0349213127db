import { expect, test } from "vitest";
import { defaultParams, presetParams } from "../manifest.ts";
import { RECIPES } from "../../recipes/catalog.ts";
import { paramsSchema } from "../params-schema.ts";
import { issueText, readRecipeFile } from "./check-file.ts";
import { renderCommand, renderTree } from "./command.ts";
import { configText } from "./config-text.ts";
import { JsonSyntaxError, readLocatedJson } from "./located-json.ts";
import { manifestOfFile } from "./manifest-of-file.ts";
import type { RecipeFile } from "./recipe-file.ts";
import { assert, json, property } from "fast-check";

const TOY = {
  slug: "toy",
  title: "Toy",
  version: "1.0",
  command: [
    "python",
    "train.py",
    "--lr={lr}",
    "--seed={seed}",
    { when: [{ field: "fast", in: [true] }], args: ["--fast"] },
    "--start={input.policy}",
  ],
  fields: [
    { name: "lr", kind: "float", default: 0.1, min: 0, max: 1 },
    { name: "fast", kind: "bool", default: false },
    { name: "model", kind: "text", default: "tiny" },
  ],
  presets: [
    { id: "base", title: "Base" },
    { id: "hot", title: "Hot", params: { lr: 0.5 } },
  ],
  metrics: [{ name: "score", better: "higher" }],
  reward: { formula: "hits x {lr}", components: { hits: 1, scale: "{lr}" }, min: 0, max: "{lr}" },
  off: [{ metrics: ["score"], when: [{ field: "fast", in: [true] }], reason: "fast measures nothing" }],
  lints: [
    {
      id: "T1",
      level: "caution",
      field: "lr",
      when: [{ field: "lr", above: 0.4 }],
      claim: "Hot.",
      detail: "",
    },
  ],
  inputs: [{ slot: "policy", label: "Policy", kind: "checkpoint", required: false }],
};

const text = (change: object = {}) => JSON.stringify({ ...TOY, ...change }, null, 2);
const file = (change: object = {}) => {
  const read = readRecipeFile(text(change));
  if (!("file" in read)) throw new Error(read.issues.map((issue) => issueText("f", issue)).join("\n"));
  return read.file;
};
const issues = (source: string) => {
  const read = readRecipeFile(source);
  return "issues" in read ? read.issues : [];
};

test("a file becomes a manifest whose functions are its data", () => {
  const manifest = manifestOfFile(file(), "ab".repeat(32));
  expect(manifest).toMatchObject({
    slug: "toy",
    version: "1.0+abababababababab",
    primary: "score",
    device: "any",
  });
  const hot = presetParams(manifest, "hot");
  expect(manifest.rewardConfig(hot)).toMatchObject({
    formula: "hits x 0.5",
    components: { hits: 1, scale: 0.5 },
    max: 0.5,
  });
  expect(manifest.lints(hot).map(({ id }) => id)).toEqual(["T1"]);
  expect(manifest.lints(defaultParams(manifest))).toEqual([]);
  expect(manifest.switchedOff({ ...hot, fast: true })).toEqual({ score: "fast measures nothing" });
  expect(manifest.groups).toEqual([{ id: "parameters", title: "Parameters" }]);
});

test("a command keeps each value in its argument, and leaves out what has none", () => {
  const params = { lr: 1e-7, fast: true, model: "a b; rm -rf /" };
  expect(renderCommand(file().command, params, { ...params, seed: 3 })).toEqual([
    "python",
    "train.py",
    "--lr=1e-7",
    "--seed=3",
    "--fast",
  ]);
  expect(renderCommand(["x", "{model}", "{{lr}}"], params, params)).toEqual(["x", "a b; rm -rf /", "{lr}"]);
});

test("a slot that nobody knows is named with its line and what there is", () => {
  const command = ["python", "train.py", "--lr={learning_rate}"];
  const [issue, ...more] = issues(text({ command }));
  expect(more).toEqual([]);
  expect(issueText("ablab.recipe.json", issue)).toBe(
    "ablab.recipe.json:8 command[2]: The slot {learning_rate} is unknown. Slots are the fields (lr, fast, model) and seed, run_id, run_name, output, gpus, processes, input.policy.",
  );
});

test.each<[string, object, string, RegExp]>([
  ["an unknown part", { comand: [] }, "comand", /no part "comand"/],
  ["a missing part", { title: undefined }, "title", /missing/],
  ["a shell line", { command: "python train.py" }, "command", /list of words/],
  [
    "a default outside its range",
    {
      fields: [{ name: "lr", kind: "float", default: 2, min: 0, max: 1 }],
      command: ["x"],
      off: [],
      lints: [],
      reward: undefined,
      presets: [],
    },
    "fields[0].default",
    /from 0 to 1/,
  ],
  [
    "a preset of an unknown field",
    { presets: [{ id: "base", title: "B", params: { beta: 1 } }] },
    "presets[0].params",
    /beta/,
  ],
  [
    "a field called seed",
    { fields: [...TOY.fields, { name: "seed", kind: "int", default: 0, min: 0, max: 9 }] },
    "fields[3].name",
    /leave the seed to the matrix/,
  ],
  [
    "a condition on nothing",
    { lints: [{ ...TOY.lints[0], when: [{ field: "beta", above: 1 }] }] },
    "lints[0].when",
    /no field "beta"/,
  ],
  ["a path out of the folder", { files: ["../secrets.txt"] }, "files[0]", /leads out/],
  ["a primary that is not measured", { primary: "loss" }, "primary", /not among the metrics/],
  ["a brace without a partner", { command: ["x", "{lr"] }, "command[1]", /partner/],
  ["a config slot without a config", { command: ["x", "{config}"] }, "command[1]", /needs a part `config`/],
])("%s is refused where it stands", (_what, change, field, message) => {
  const found = issues(text(change));
  expect(found[0]).toMatchObject({ field, message: expect.stringMatching(message) });
});

test("a text that is no JSON is refused with its line", () => {
  expect(issues('{\n  "slug": "a",\n  "slug": "b"\n}')).toEqual([
    { line: 3, field: "", message: 'Not JSON: "slug" stands here twice.' },
  ]);
  expect(() => readLocatedJson("[1,\n2\n")).toThrow(JsonSyntaxError);
});

test("what JSON.parse reads is read alike, and what it refuses is refused", () => {
  assert(
    property(json({ maxDepth: 4 }), (source) => {
      expect(readLocatedJson(source).value).toEqual(JSON.parse(source));
    }),
  );
  for (const wrong of ["", "{", "[1,]", '{"a":1,}', "01", "1 2", "tru", '"\n"', "{a:1}", "[".repeat(40)])
    expect(() => readLocatedJson(wrong)).toThrow(JsonSyntaxError);
});

test("a config is written so that YAML 1.1 and TOML read numbers as numbers and texts as texts", () => {
  const tree = renderTree(
    { optimizer: { lr: "{lr}", name: "adam-{lr}" }, on: "{fast}", layers: [1, "2"], none: "{nothing}" },
    { lr: 1e-7, fast: false },
  ) as Record<string, unknown>;
  expect(configText(tree, "yaml")).toBe(
    'optimizer:\n  lr: 1.0e-7\n  name: "adam-1e-7"\n"on": false\nlayers: [1, "2"]\nnone: null\n',
  );
  expect(configText(tree, "toml")).toBe(
    'on = false\nlayers = [1, "2"]\n\n[optimizer]\nlr = 1.0e-7\nname = "adam-1e-7"\n',
  );
  expect(JSON.parse(configText(tree, "json"))).toEqual(tree);
});

test("a list of a TOML config holds nothing that may have no value, and a table leaves it out", () => {
  const config = (format: string, values: object) =>
    issues(text({ config: { format, values } })).map(({ field, message }) => [field, message]);
  const values = { model: { layers: [1, null], start: ["{input.policy}"] }, none: null };
  const said = "TOML has no null, so a list cannot hold what may have no value.";
  expect(config("toml", values)).toEqual([
    ["config.values.model.layers[1]", said],
    ["config.values.model.start[0]", said],
  ]);
  expect(config("yaml", values)).toEqual([]);
  expect(config("toml", { start: "{input.policy}", parts: [{ from: "{input.policy}" }] })).toEqual([]);
  expect(configText({ start: null, parts: [{ from: null, n: 1 }] }, "toml")).toBe('parts = [{"n" = 1}]\n');
});

test("no text of a field begins as an option does, the name of problems included", () => {
  for (const kind of ["text", "problems"]) {
    const fields = [...TOY.fields, { name: "named", kind, default: "--x" }];
    expect(issues(text({ fields })).map(({ field, message }) => [field, message])).toEqual([
      ["fields[3].default", expect.stringMatching(/^named \(named\) .* that does not begin with "-"\.$/)],
    ]);
  }
});

test("what a form draws of a built-in recipe passes through the same contract", () => {
  for (const recipe of RECIPES) {
    const {
      slug,
      title,
      version,
      summary,
      groups,
      fields,
      presets,
      baselinePreset,
      metrics,
      primary,
      headline,
    } = recipe;
    const written = {
      slug,
      title,
      version,
      summary,
      command: ["node", "train.ts", ...fields.map(({ name }) => `--${name}={${name}}`)],
      groups,
      fields,
      presets,
      baseline: baselinePreset,
      smoke: recipe.smoke,
      metrics: metrics.map((name) => ({ name })),
      primary,
      headline: [...headline],
      inputs: recipe.inputs,
      outputs: recipe.outputs,
    };
    const read = readRecipeFile(JSON.stringify(written));
    expect("issues" in read ? read.issues : []).toEqual([]);
    const again = manifestOfFile((read as { file: RecipeFile }).file, "");
    expect(again.fields).toEqual(fields);
    expect(paramsSchema(again.fields).parse(recipe.smoke)).toEqual(recipe.smoke);
    expect(again).toMatchObject({ groups, presets, baselinePreset, metrics: [...metrics], primary });
  }
});

test("a role names a field, and requirements lie in the folder or in one beside it", () => {
  const wrong = (change: object) => issues(text(change)).map(({ field, message }) => `${field}: ${message}`);
  expect(wrong({ roles: { kl: "beta" } })).toEqual([
    'roles.kl: There is no field "beta". Fields: lr, fast, model.',
  ]);
  expect(wrong({ beside: ["../../x"] })[0]).toContain(
    'beside[0]: The name of a folder beside this one, as "../parts".',
  );
  expect(wrong({ python: { requirements: "../parts/r.txt" } })).toEqual([
    'python.requirements: "../parts/r.txt" leads out of the folder.',
  ]);
  expect(wrong({ python: { requirements: "../parts/r.txt" }, beside: ["../parts"] })).toEqual([]);
  const { lints } = manifestOfFile(file({ roles: { nan_filter: "fast" } }), "");
  expect(lints({ lr: 0, fast: true, model: "" }).map(({ id }) => id)).toEqual(["L55"]);
});

test("a character that nobody sees is told with its place; lines of help and the mark that begins a file are none", () => {
  expect(issues(text({ title: "To\u202ey" }))[0]).toMatchObject({
    field: "title",
    message: "Character 3 cannot be seen: U+202E (right-to-left override).",
  });
  expect(issues(text({ command: ["python", "t.py\u0000--x"] }))[0]).toMatchObject({ field: "command[1]" });
  expect(issues(`\ufeff${text({ summary: "Two\nlines.\tÄ" })}`)).toEqual([]);
});

test("a pattern of checkpoints has no **, which would be one star", () => {
  const checkpoint = { pattern: "**/checkpoint-*", resume: ["{checkpoint}"] };
  expect(issues(text({ checkpoint }))[0]).toMatchObject({ field: "checkpoint.pattern" });
});
