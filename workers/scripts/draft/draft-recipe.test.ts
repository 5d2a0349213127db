import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultParams } from "../../protocol/manifest.ts";
import { readRecipeFile } from "../../protocol/recipes/check-file.ts";
import { renderCommand } from "../../protocol/recipes/command.ts";
import { manifestOfFile } from "../../protocol/recipes/manifest-of-file.ts";
import { draftRecipe } from "./draft-recipe.ts";
import { readPlainly, readScriptFacts } from "./read-script.ts";

const hasPython = spawnSync("python3", ["-c", "import ast; ast.unparse"]).status === 0;
if (!hasPython) console.log("Scripts are read plainly only: there is no python3 of 3.9 or newer.");

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "ablab-draft-")), "My Lab");
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** The drafted recipe with the command of a run by its defaults, some of them changed. */
function drafted(changed: Record<string, number | boolean | string> = {}) {
  const draft = draftRecipe(folder);
  const read = readRecipeFile(draft.text);
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  const manifest = manifestOfFile(read.file, "");
  const params = { ...defaultParams(manifest), ...changed };
  const of = { seed: 7, output: "/out", run_name: "r", config: "/config.yaml" };
  return {
    ...draft,
    manifest,
    file: read.file,
    argv: renderCommand(read.file.command, params, { ...params, ...of }),
  };
}

const ARGPARSE = `
import argparse
p = argparse.ArgumentParser()
p.add_argument("data", help="Where the data is.")
p.add_argument("-l", "--lr", type=float, default=1e-3, help="Learning rate, ours.")
p.add_argument("--max-steps", type=int, default=100)
p.add_argument("--fast", action="store_true")
p.add_argument("--no-cache", dest="cache", action="store_false")
p.add_argument("--opt", choices=["adam", "sgd"], default="adam")
p.add_argument("--model", default=None)
p.add_argument("--layers", nargs="+", type=int)
p.add_argument("--seed", type=int, default=0)
p.add_argument("--output-dir", default="out")
import os; os.system("touch ran")
wandb.log({"train/loss": 1, "reward": 2, "step": 3})
`;

test.each(hasPython ? ["python3", "no-such-python"] : ["no-such-python"])(
  "arguments of argparse become fields and slots, read by %s",
  (python) => {
    write("train.py", ARGPARSE);
    const { text, said } = draftRecipe(folder, python);
    const { file } = readRecipeFile(text) as { file: ReturnType<typeof drafted>["file"] };
    expect(file.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "data text",
      "lr float",
      "max_steps int",
      "fast bool",
      "cache bool",
      "opt choice",
      "model text",
    ]);
    expect(file).toMatchObject({ slug: "my-lab", smoke: { max_steps: 3 }, primary: "reward" });
    expect(file.metrics.map(({ name, better }) => `${name} ${better}`)).toEqual([
      "train/loss lower",
      "reward higher",
    ]);
    expect(said).toContain("--layers takes a list; it is left out.");
    expect(said.some((line) => line.includes("only plain calls"))).toBe(python === "no-such-python");
  },
);

test("what a script needs is asked for, and what may be left out is left out", () => {
  write("train.py", ARGPARSE);
  const { manifest, argv } = drafted({ data: "d.json", fast: true });
  expect(argv).toEqual([
    "python3",
    "train.py",
    "d.json",
    "--lr=0.001",
    "--max-steps=100",
    "--fast",
    "--opt=adam",
    "--seed=7",
    "--output-dir=/out",
  ]);
  expect(manifest.lints(defaultParams(manifest))).toMatchObject([{ level: "block", field: "data" }]);
});

test.skipIf(!hasPython)(
  "fields of a dataclass of HfArgumentParser, and those of a known config class",
  () => {
    write(
      "grpo.py",
      `
from dataclasses import dataclass, field
from typing import Literal, Optional
from transformers import HfArgumentParser
from trl import GRPOConfig
@dataclass
class Script:
    model: str = field(default="tiny", metadata={"help": "Which model."})
    kind: Literal["a", "b"] = "b"
    lora: bool = False
    alpha: Optional[float] = None
if __name__ == "__main__":
    script, training = HfArgumentParser((Script, GRPOConfig)).parse_args_into_dataclasses()
`,
    );
    const { argv, said, file, manifest } = drafted({ lora: true, beta: 0.04 });
    expect(file.roles).toMatchObject({
      kl: "beta",
      nan_filter: "logging_nan_inf_filter",
      group_size: "num_generations",
    });
    const params = { ...defaultParams(manifest), logging_nan_inf_filter: true };
    expect(manifest.lints(params).map(({ id }) => id)).toEqual(["L55"]);
    expect(argv).toContain("--lora=true");
    expect(argv).toEqual(
      expect.arrayContaining(["--kind=b", "--beta=0.04", "--seed=7", "--output_dir=/out"]),
    );
    expect(argv.some((word) => word.startsWith("--alpha"))).toBe(false);
    expect(file.fields.find(({ name }) => name === "logging_nan_inf_filter")).toMatchObject({
      default: false,
    });
    expect(said[0]).toContain("GRPOConfig is of trl");
  },
);

test.skipIf(!hasPython)("dataclasses inside dataclasses are options with points, as tyro has them", () => {
  write(
    "main.py",
    `
import tyro
from dataclasses import dataclass, field
@dataclass
class Optim:
    learning_rate: float = 0.1
    """How fast."""
@dataclass
class Args:
    optim: Optim = field(default_factory=Optim)
    use_gpu: bool = True
    seed: int = 0
tyro.cli(Args)
`,
  );
  const { argv, file } = drafted({ use_gpu: false });
  expect(argv).toEqual(["python3", "main.py", "--optim.learning-rate=0.1", "--no-use-gpu", "--seed=7"]);
  expect(file.fields[0]).toMatchObject({ name: "optim_learning_rate", reason: "How fast." });
});

test("a script that leaves its logging to a trainer of TRL has that trainer's metrics, and roles of what it varies", () => {
  write(
    "grpo.py",
    'import argparse\nfrom trl import GRPOTrainer\np = argparse.ArgumentParser()\np.add_argument("--beta", type=float, default=0.0)\np.add_argument("--num_generations", type=int, default=4)\nGRPOTrainer(model="m")\n',
  );
  const { file, manifest } = drafted();
  expect(file).toMatchObject({
    primary: "train/reward",
    roles: { kl: "beta", group_size: "num_generations" },
  });
  expect(file.metrics[1]).toMatchObject({ name: "train/frac_reward_zero_std", better: "lower" });
  expect(manifest.lints(defaultParams(manifest)).map(({ id }) => id)).toEqual(["L54"]);
});

const ODD = [
  String.raw`p.add_argument("--stop", default="\n\n")`,
  'p.add_argument("--sep", default="-")',
  'p.add_argument("--config", default="a.ini")',
  'p.add_argument("--run_id", default="x")',
  'p.add_argument("--mode", choices=["", "a", "b"], default="")',
  'p.add_argument("--big", type=int, default=100000000000000000000)',
  'p.add_argument("--far", type=float, default=1e999)',
  'p.add_argument("--wide", type=float, default=1e308)',
  'p.add_argument("--_")',
];

test.each(hasPython ? ["python3", "no-such-python"] : ["no-such-python"])(
  "an argument that no field can hold as it is keeps the script's own default, and hinders no other, read by %s",
  (python) => {
    write("train.py", ODD.join("\n"));
    const { text, said } = draftRecipe(folder, python);
    const { file } = readRecipeFile(text) as { file: ReturnType<typeof drafted>["file"] };
    const manifest = manifestOfFile(file, "");
    const values = { ...defaultParams(manifest), run_id: "run_1" };
    const argv = renderCommand(file.command, defaultParams(manifest), values);
    expect(argv).toEqual(["python3", "train.py", "--config=a.ini", "--run_id=run_1", "--wide=1e+308"]);
    expect(file.fields.map(({ name }) => name)).toContain("script_config");
    expect(said.filter((line) => line.includes("the script takes its own")).length).toBeGreaterThanOrEqual(3);
  },
);

test("what goes on from a checkpoint is no field, and a secret is one without a value; both are said", () => {
  write(
    "train.py",
    'p.add_argument("--resume", default=None)\np.add_argument("--hf_token", default="abc")\np.add_argument("--wandb_key")\np.add_argument("--max_tokens", type=int, default=8)\np.add_argument("--tokenizer", default="gpt2")\n',
  );
  const { file, argv, said } = drafted();
  expect(file.fields.map(({ name, default: by }) => [name, by])).toEqual([
    ["hf_token", ""],
    ["wandb_key", ""],
    ["max_tokens", 8],
    ["tokenizer", "gpt2"],
  ]);
  expect(file.command.slice(2, 4)).toEqual(["--hf_token={hf_token}", "--wandb_key={wandb_key}"]);
  expect(argv).not.toContain("abc");
  expect(said[0]).toContain('"resume": ["--resume={checkpoint}"]');
  expect(said[1]).toContain("HF_TOKEN");
  expect(said[2]).toContain("WANDB_API_KEY");
});

test("a script without a seed is drafted, and that it has none is an error of the draft", () => {
  write("train.py", 'p.add_argument("--lr", type=float, default=0.1)\n');
  expect(drafted().wrong).toEqual([expect.stringContaining("{seed}")]);
  write("train.py", 'p.add_argument("--random_seed", type=int, default=0)\n');
  expect(drafted().wrong).toEqual([]);
});

test("a folder without a script, or with several, is said", () => {
  expect(() => draftRecipe(folder)).toThrow(`There is no Python script in ${folder}.`);
  write("a.py", "");
  write("b.py", "");
  expect(() => draftRecipe(folder)).toThrow("Which of the scripts");
});

test("a script that Python cannot read is no obstacle, and is never run", () => {
  const facts = readScriptFacts('print "old"\np.add_argument("--lr", type=float, default=0.1)').facts;
  expect(facts.arguments.map(({ name }) => name)).toEqual(["lr"]);
  expect(readPlainly("p.add_argument(").arguments).toEqual([]);
});
