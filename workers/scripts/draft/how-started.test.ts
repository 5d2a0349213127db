import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRecipeFile } from "../../protocol/recipes/check-file.ts";
import { FolderProblem, readScript } from "../read-folder.ts";
import { draftRecipe } from "./draft-recipe.ts";

const TRAIN = `
import argparse
p = argparse.ArgumentParser()
p.add_argument("--lr", type=float, default=0.1)
p.add_argument("--seed", type=int, default=0)
`;
const ARGUMENTS = ["--lr={lr}", "--seed={seed}"];

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "ablab-how-")), "lab");
  write("train.py", TRAIN);
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));
function write(name: string, text: string) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function drafted(given: string, how?: string) {
  const draft = draftRecipe(join(folder, given), "no-such-python", how);
  const read = readRecipeFile(draft.text);
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  return { ...draft, recipe: read.file, names: read.file.fields.map(({ name }) => name) };
}

test.each([
  [undefined, ["python3", "train.py"], 0],
  ["python", ["python3", "train.py"], 0],
  ["uv", ["uv", "run", "python", "train.py"], 0],
  ["conda=lab", ["conda", "run", "--no-capture-output", "-n", "lab", "python", "train.py"], 0],
  [
    "torchrun",
    [
      "torchrun",
      "--standalone",
      "--nproc-per-node={processes}",
      "--log-dir={output}/ranks",
      "--tee=3",
      "train.py",
    ],
    "0..1",
  ],
  [
    "accelerate",
    [
      "accelerate",
      "launch",
      "--num_processes={processes}",
      "--log_dir={output}/ranks",
      "--tee=3",
      "train.py",
    ],
    "0..1",
  ],
  ["module", ["python3", "-m", "train"], 0],
])("how a training is started stands before its arguments: %s", (how, command, gpus) => {
  const { recipe } = drafted("train.py", how);
  expect(recipe.command).toEqual([...command, ...ARGUMENTS]);
  expect(recipe.devices.gpus).toBe(gpus);
});

test("a script that imports from its own package is started as a module, from where the package lies", () => {
  write("pkg/__init__.py", "");
  write("pkg/deep/__init__.py", "");
  write("pkg/deep/fit.py", `from ..loss import nll\n${TRAIN}`);
  const { recipe, folder: where } = drafted("pkg/deep/fit.py");
  expect(where).toBe(folder);
  expect(recipe.command).toEqual(["python3", "-m", "pkg.deep.fit", ...ARGUMENTS]);
});

test("a shell script gives its variables, and the arguments of the script that it passes its own to", () => {
  write(
    "run.sh",
    '# python old.py "$@"\nBATCH=${BATCH:-32}\nexport RATE=${RATE:-1e-3} SEED=${SEED:-0}\npython -u train.py --x 1 \\\n  "$@"\n',
  );
  const { recipe, names } = drafted("run.sh");
  const set = ["env", "BATCH={batch}", "RATE={rate}", "SEED={seed}"];
  expect(recipe.command).toEqual([...set, "bash", "run.sh", ...ARGUMENTS]);
  expect(names).toEqual(["batch", "rate", "lr"]);
  expect(recipe.fields.map(({ kind }) => kind)).toEqual(["int", "float", "float"]);
});

test("one that passes nothing on has the arguments of nothing", () => {
  write("run.sh", "python train.py --lr 0.1\n");
  const { recipe, wrong } = drafted("run.sh");
  expect(recipe.command).toEqual(["bash", "run.sh"]);
  expect(wrong).toHaveLength(1);
});

test("a Makefile gives its variables and the target that trains", () => {
  write(
    "Makefile",
    "LR ?= 0.1\nSEED ?= 1\nHOME_OF = $(shell pwd)\ndata: x\n\techo\ntrain: data\n\tpython train.py\n",
  );
  const { recipe } = drafted("Makefile");
  expect(recipe.command).toEqual(["make", "train", "LR={lr}", "SEED={seed}"]);
});

test.each([
  ["nb.ipynb", undefined],
  ["train.py", "conda"],
  ["train.py", "sbatch"],
  [".", "bash"],
])("what cannot be started so is said: %s by %s", (given, how) => {
  write("nb.ipynb", "{}");
  expect(() => drafted(given, how)).toThrow(FolderProblem);
});

test("each script of a folder may be a recipe of its own, which a change of another one leaves alone", () => {
  write("eval.py", TRAIN);
  for (const script of ["train.py", "eval.py", "train.py"]) {
    const { file, text } = drafted(script);
    write(file, text);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith(".json"))).toEqual([
    "ablab.recipe.json",
    "eval.ablab.recipe.json",
  ]);
  const evaluates = () => readScript(join(folder, "eval.ablab.recipe.json"));
  const before = evaluates();
  expect(before.file.slug).toBe("lab-eval");
  expect(Object.keys(before.files)).toEqual(["eval.ablab.recipe.json", "eval.py", "train.py"]);
  expect(readScript(folder).file.slug).toBe("lab");
  write("ablab.recipe.json", JSON.stringify({ ...readScript(folder).file, title: "Other" }));
  expect(evaluates().hash).toBe(before.hash);
});
