import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultParams, type Params } from "../../protocol/manifest.ts";
import { readRecipeFile } from "../../protocol/recipes/check-file.ts";
import { renderCommand } from "../../protocol/recipes/command.ts";
import { manifestOfFile } from "../../protocol/recipes/manifest-of-file.ts";
import { FolderProblem } from "../read-folder.ts";
import { draftRecipe } from "./draft-recipe.ts";
import { Constant, readPlainYaml } from "./plain-yaml.ts";

const hasPython = spawnSync("python3", ["-c", "import ast; ast.unparse"]).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-yaml-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** The drafted recipe, with the command of a run in which some values are changed. */
function drafted(changed: Params = {}) {
  const { text, said } = draftRecipe(folder);
  const read = readRecipeFile(text);
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  const params = { ...defaultParams(manifestOfFile(read.file, "")), ...changed };
  const of = { seed: 7, output: "/out", run_name: "r", config: "/config.yaml" };
  return { said, file: read.file, argv: renderCommand(read.file.command, params, { ...params, ...of }) };
}

test.skipIf(!hasPython)("values of hydra's file become words over it", () => {
  mkdirSync(join(folder, "conf"));
  write(
    "conf/base.yaml",
    "defaults:\n  - _self_\nseed: 1\noptim:\n  lr: 1e-3 # fast\n  betas: [0.9, 0.99]\nname: 'x'\n",
  );
  write(
    "train.py",
    'import hydra\n@hydra.main(version_base=None, config_path="conf", config_name="base")\ndef main(cfg): ...\n',
  );
  const { argv, said } = drafted({ optim_lr: 0.5 });
  expect(argv).toEqual(["python3", "train.py", "seed=7", "optim.lr=0.5", "name='x'", "hydra.run.dir='/out'"]);
  expect(said).toContain("Of conf/base.yaml these are no single values and are left out: optim.betas.");
});

test.skipIf(!hasPython)(
  "groups of hydra's defaults are followed, and a value that has to be given is asked for",
  () => {
    mkdirSync(join(folder, "conf", "loss"), { recursive: true });
    write(
      "conf/config.yaml",
      "defaults:\n  - loss: pair\n  - db: gone\n  - _self_\nseed: null\nname: ???\nloss:\n  label: 1.0\n",
    );
    write("conf/loss/pair.yaml", "beta: ???\nlabel: 0.5\n");
    write(
      "train.py",
      'import hydra\n@hydra.main(version_base=None, config_path="conf", config_name="config")\ndef main(cfg): ...\n',
    );
    const { argv, file, said } = drafted({ loss_beta: "0.1", name: "n" });
    const out = "hydra.run.dir='/out'";
    expect(argv).toEqual(["python3", "train.py", "seed=7", "name=n", "loss.label=1", "loss.beta=0.1", out]);
    expect(file.lints.map(({ level, field }) => [level, field])).toEqual([
      ["block", "name"],
      ["block", "loss_beta"],
    ]);
    expect(said.join()).toContain("db: gone");
  },
);

test.skipIf(!hasPython)("a script that reads YAML gets a file of its own for each run", () => {
  write(
    "config.yaml",
    "seed: null\nmodel: {hidden: 32, name: tiny}\nlist:\n  - 1\n  - '{a}'\nresume: null\n",
  );
  write(
    "train.py",
    'import argparse, yaml\np = argparse.ArgumentParser()\np.add_argument("--config", default="config.yaml")\nyaml.safe_load(open(p.parse_args().config))\n',
  );
  const { argv, file } = drafted();
  expect(argv).toEqual(["python3", "train.py", "--config=/config.yaml"]);
  expect(file.config).toEqual({
    format: "yaml",
    values: {
      seed: "{seed}",
      model: { hidden: "{model_hidden}", name: "{model_name}" },
      list: [1, "{{a}}"],
      resume: null,
    },
  });
});

test("of YAML single values are read, the rest is kept as it stood and named", () => {
  const { tree, constants } = readPlainYaml(
    'a: 1\nb:\n  c: "x: y"\n  d: |\n    text: no\n  e: yes\nf: null\n# g: 1\nh: {i: 1, j: []}\n',
  );
  expect(tree).toEqual({
    a: 1,
    b: { c: "x: y", d: new Constant("text: no\n"), e: true },
    f: new Constant(null),
    h: { i: 1, j: new Constant([]) },
  });
  expect(constants).toEqual(["b.d", "f", "h.j"]);
  expect(() => readPlainYaml("a: [1")).toThrow(FolderProblem);
});
