import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startOf } from "../../bridge/proc.mjs";
import { readRecipeFile } from "../../protocol/recipes/check-file.ts";
import { askScript } from "./ask-script.ts";
import { draftByAsking } from "./draft-recipe.ts";

const has = (module: string) => spawnSync("python3", ["-c", `import ${module}`]).status === 0;
const hasPython = has("ast");
if (!hasPython) console.log("No parser is asked: there is no python3.");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-asked-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string, name = "train.py") => writeFileSync(join(folder, name), text);
const env = () => process.env;

async function asked() {
  const { text, said, wrong } = await draftByAsking(folder, "python3", env());
  const read = readRecipeFile(text);
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  const { command, fields, smoke, planned } = read.file;
  return {
    command,
    said,
    wrong,
    smoke,
    planned,
    fields: fields.map(({ name, kind, default: by }) => [name, kind, by]),
  };
}

/** What a script that was asked must not come to. */
const TRAINS = `\nopen("TRAINED", "w").write("it")\n`;

test.skipIf(!hasPython)(
  "arguments that are added in a loop, by parents and set_defaults are those that the parser has, and nothing is trained",
  async () => {
    write(
      `import argparse
base = argparse.ArgumentParser(add_help=False)
base.add_argument("--lr", type=float, default=0.5, help="Rate.")
p = argparse.ArgumentParser(parents=[base])
p.add_argument("--seed", type=int, default=0)
p.add_argument("--amp", action="store_true", default=True)
p.add_argument("--no_shuffle", dest="shuffle", action="store_false")
for part in ("actor", "critic"):
    p.add_argument(f"--{part}.lr", type=float, default=1e-6 if part == "actor" else 9e-6)
p.set_defaults(lr=0.7)
p.parse_args()${TRAINS}`,
    );
    const { command, fields, said, wrong } = await asked();
    expect(fields).toEqual([
      ["lr", "float", 0.7],
      ["shuffle", "bool", true],
      ["actor_lr", "float", 1e-6],
      ["critic_lr", "float", 9e-6],
    ]);
    expect(command.slice(2)).toEqual([
      "--lr={lr}",
      "--seed={seed}",
      { when: [{ field: "shuffle", in: [false] }], args: ["--no_shuffle"] },
      "--actor.lr={actor_lr}",
      "--critic.lr={critic_lr}",
    ]);
    expect(said.some((line) => line.startsWith("--amp is on"))).toBe(true);
    expect(wrong).toEqual([]);
    expect(existsSync(join(folder, "TRAINED"))).toBe(false);
  },
);

test.skipIf(!hasPython)("a parser that looks for a file first, and the subcommand that trains", async () => {
  write(
    `import argparse
first = argparse.ArgumentParser(add_help=False)
first.add_argument("--profile", default="none")
_, rest = first.parse_known_args()
p = argparse.ArgumentParser()
p.add_argument("--seed", type=int, default=0)
subs = p.add_subparsers(required=True)
subs.add_parser("evaluate").add_argument("--path")
subs.add_parser("train").add_argument("--epochs", type=int, default=9)
p.parse_args(rest)${TRAINS}`,
  );
  const { command, smoke, planned } = await asked();
  expect(command).toEqual([
    "python3",
    "train.py",
    "--profile={profile}",
    "--seed={seed}",
    "train",
    "--epochs={epochs}",
  ]);
  expect({ smoke, planned }).toMatchObject({ smoke: { epochs: 3 }, planned: { steps: "{epochs}" } });
});

test.skipIf(!has("click"))("options of click, of the group's command that trains", async () => {
  write(
    `import click
@click.group()
def main(): ...
@main.command()
@click.option("--lr", type=float, default=1e-3, help="Rate.")
@click.option("--seed", type=click.IntRange(min=0), default=0)
@click.option("--mirror", type=bool, default=False)
@click.option("--amp/--no-amp", default=True)
@click.option("--opt", type=click.Choice(["adam", "sgd"]), default="adam")
@click.option("--outdir", required=True)
def train(**kw): open("TRAINED", "w")
main()`,
  );
  const { fields, command } = await asked();
  expect(fields).toEqual([
    ["lr", "float", 0.001],
    ["mirror", "bool", false],
    ["amp", "bool", true],
    ["opt", "choice", "adam"],
    ["outdir", "text", ""],
  ]);
  expect(command.slice(2, 5)).toEqual(["train", "--lr={lr}", "--seed={seed}"]);
});

const PATIENCE_MS = 1500;
const refusal = async () => {
  const answer = await askScript(folder, ["train.py"], "python3", env(), PATIENCE_MS);
  return "problem" in answer ? answer.problem : JSON.stringify(answer);
};

test.skipIf(!hasPython).each([
  [
    "trains whatever it is asked",
    "import time\nwhile True: time.sleep(0.05)\n",
    "did not come to its parser within 1.5 s",
  ],
  ["writes without end", "while True: print('x' * 10000)\n", "wrote more than 4 MiB"],
  ["fills a disk", "open('big', 'wb').write(b'x' * 100 * 1024 * 1024)\n", "File too large"],
  ["lacks a package", "import no_such_package_of_anybody\n", "No module named"],
  ["asks nothing", "print('done')\n", "asks no parser"],
  ["kills itself", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", "ended before it asked"],
])("a script that %s is one sentence", async (_, text, message) => {
  write(text);
  expect(await refusal()).toContain(message);
});

test.skipIf(!hasPython || process.platform !== "linux")(
  "nothing that a script starts outlives the question",
  async () => {
    write(
      `import argparse, os, time
if os.fork() == 0:
    os.setsid()
    open("child", "w").write(str(os.getpid()))
    time.sleep(600)
while not os.path.exists("child") or not open("child").read(): time.sleep(0.01)
p = argparse.ArgumentParser(); p.add_argument("--seed", type=int); p.parse_args()`,
    );
    await asked();
    const pid = Number(readFileSync(join(folder, "child"), "utf8"));
    // A zombie that nobody reaps has ended.
    expect(startOf(pid)).toBeNull();
  },
);

test.skipIf(!hasPython)("it gets no secret of whoever asks, and no GPU", async () => {
  write(
    `import argparse, os
p = argparse.ArgumentParser()
p.add_argument("--seen", default=os.environ.get("HF_TOKEN", "none") + os.environ["CUDA_VISIBLE_DEVICES"])
p.parse_args()`,
  );
  const answer = await askScript(folder, ["train.py"], "python3", { ...env(), HF_TOKEN: "hf_secret" });
  expect(answer).toMatchObject({ arguments: [{ name: "seen", default: "none" }] });
});

test("an interpreter that is not there is said", async () => {
  mkdirSync(join(folder, "x"));
  write("");
  await expect(askScript(folder, ["train.py"], join(folder, "x", "python"), env())).rejects.toThrow(
    "cannot be started",
  );
});
