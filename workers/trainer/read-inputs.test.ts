import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { NetworkInput } from "../protocol/inputs.ts";
import { benchmark } from "../recipes/benchmark/manifest.ts";
import { grpo } from "../recipes/grpo/manifest.ts";
import { prmTrain } from "../recipes/prm-train/manifest.ts";
import { Refusal } from "../recipes/refusal.ts";
import { sft } from "../recipes/sft/manifest.ts";
import { writeInputs } from "../recipes/testing.ts";
import { readInputs } from "./read-inputs.ts";

const sha256 = "a".repeat(64);
const checkpoint: NetworkInput = {
  kind: "checkpoint",
  run: { id: "run_1", name: "one", recipe: "sft" },
  trainStep: 12,
  sha256,
  network: { features: 32, hidden: 32, actions: 8 },
  data: "AAAA",
};

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-inputs-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = (recipe = grpo) => readInputs(recipe, { ABLAB_INPUTS: folder });

test("a filled slot is read and known by its content, an empty optional one is null", () => {
  writeInputs(folder, { start: checkpoint });
  const { inputs, given } = read();
  expect(inputs.network("start")).toEqual(checkpoint);
  expect(inputs.network("prm")).toBeNull();
  expect(given).toEqual({ start: sha256 });
});

test("without the variable every slot is empty, which is fine where none is required", () => {
  expect(readInputs(grpo, {}).given).toEqual({});
  expect(readInputs(sft, { ABLAB_INPUTS: folder }).given).toEqual({});
});

test("files that are no inputs by their ending are left alone", () => {
  writeFileSync(join(folder, "start.json.part"), "{");
  expect(read().given).toEqual({});
});

test.each<[string, typeof grpo, Record<string, unknown>, RegExp]>([
  [
    "another kind",
    grpo,
    { prm: checkpoint },
    /prm\.json holds a checkpoint, but the input "prm" of grpo takes a process reward model\.$/,
  ],
  [
    "a slot that is not there",
    grpo,
    { policy: checkpoint },
    /policy\.json is no input of grpo; its inputs are: start, prm, problem_set, train_set\.$/,
  ],
  [
    "a recipe without inputs",
    benchmark,
    { start: checkpoint },
    /start\.json is no input of benchmark; it takes none\.$/,
  ],
  [
    "a missing field",
    grpo,
    { start: { ...checkpoint, sha256: undefined } },
    /start\.json is not an input file: sha256: .*Fetch the input again\.$/,
  ],
  [
    "a word in place of a number",
    grpo,
    { start: { ...checkpoint, trainStep: "NaN" } },
    /start\.json is not an input file: trainStep: /,
  ],
  ["an unknown kind", grpo, { start: { kind: "model" } }, /start\.json is not an input file: kind: /],
  [
    "an empty required slot",
    prmTrain,
    {},
    /^prm-train needs a label set as "labels", but .*labels\.json does not exist\. Choose a finished run that leaves one\.$/,
  ],
  ["labels that are a checkpoint", prmTrain, { labels: checkpoint }, /takes a label set\.$/],
])("%s is refused in one sentence", (_name, recipe, inputs, message) => {
  writeInputs(folder, inputs);
  expect(() => read(recipe)).toThrow(Refusal);
  expect(() => read(recipe)).toThrow(message);
});

test("a file that is not JSON, NaN included, and a folder that is not there are named", () => {
  writeFileSync(join(folder, "start.json"), '{"trainStep": NaN}');
  expect(() => read()).toThrow(/start\.json is not JSON \(.*\)\. Fetch the input again\.$/);
  expect(() => readInputs(grpo, { ABLAB_INPUTS: join(folder, "none") })).toThrow(
    /^ABLAB_INPUTS names .*none, which cannot be read/,
  );
});
