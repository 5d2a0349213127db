import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Assignment } from "../../protocol/messages.ts";
import { RegisterMessage } from "../../protocol/messages.ts";
import { openLocal } from "../executors/local/local.ts";
import { openRunDirectory } from "../run-directory.ts";
import { RefusedAssignment } from "../session.ts";
import { planLaunch } from "../trainer-process.ts";
import { readScript } from "../../scripts/read-folder.ts";
import { pauseAfter, ScriptFolders } from "./script-folders.ts";

const RECIPE = {
  slug: "tiny",
  title: "Tiny",
  version: "1.0",
  command: [
    "./train.sh",
    "--lr={lr}",
    "--seed={seed}",
    "--out={output}",
    "--config={config}",
    "--policy={input.policy}",
  ],
  config: { format: "yaml", values: { optimizer: { lr: "{lr}" }, seed: "{seed}" } },
  fields: [{ name: "lr", kind: "float", default: 0.1, min: 0, max: 1 }],
  inputs: [{ slot: "policy", label: "Policy", kind: "checkpoint", required: false }],
  environment: ["TINY_CACHE"],
  stop: { signal: "SIGTERM", graceSeconds: 7 },
};

let home: string;
let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const recipe = (change: object = {}) =>
  write("ablab.recipe.json", JSON.stringify({ ...RECIPE, ...change }, null, 2));

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-scripts-"));
  folder = join(home, "tiny");
  mkdirSync(folder);
  recipe();
  write("train.sh", "#!/bin/sh\n");
  chmodSync(join(folder, "train.sh"), 0o700);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const assignment = (change: Partial<Assignment> = {}): Assignment => ({
  attemptId: "att_0000000000000001",
  runId: "run_0000000000000001",
  runName: "tiny-s3",
  n: 1,
  fence: 1,
  token: "t",
  recipe: "tiny",
  recipeVersion: readScript(folder).manifest.version,
  params: { lr: 1e-7 },
  seed: 3,
  benchmarks: [],
  inputs: [],
  gpus: [],
  ...change,
});

const take = (scripts: ScriptFolders, { attemptId, recipe: slug, recipeVersion }: Assignment) =>
  scripts.take(slug, recipeVersion, openRunDirectory(home, attemptId).work);

async function plan(wanted: Assignment, scripts = new ScriptFolders([folder], [])) {
  openRunDirectory(home, wanted.attemptId).saveAssignment(wanted);
  const trainers = { recipes: [], command: ["node"], cwd: home, scripts };
  const env = {
    NODE_ENV: "test" as const,
    PATH: "/usr/bin:/bin",
    HOME: home,
    TINY_CACHE: "/c",
    HF_TOKEN: "secret",
    AWS_KEY: "secret",
  };
  const here = { executor: openLocal(), gpus: [], gpuShare: 1 };
  const working = await take(scripts, wanted);
  return planLaunch(wanted, { server: "http://127.0.0.1:1", trainers, home, working, ...here }, env);
}

test("a script is started by its own argument list, in its folder, with a config file and no secrets", async () => {
  const launch = await plan(assignment({ ingestToken: "abl_in_x" }));
  const at = (name: string) => join(openRunDirectory(home, "att_0000000000000001").path, name);
  expect(launch).toMatchObject({
    argv: ["./train.sh", "--lr=1e-7", "--seed=3", `--out=${at("output")}`, `--config=${at("config.yaml")}`],
    cwd: at("work/tiny"),
    stop: { first: "SIGTERM", graceMs: 7000 },
  });
  expect(readFileSync(at("config.yaml"), "utf8")).toBe("optimizer:\n  lr: 1.0e-7\nseed: 3\n");
  expect(launch.env).toMatchObject({
    TINY_CACHE: "/c",
    WANDB_BASE_URL: "http://127.0.0.1:1",
    WANDB_API_KEY: "abl_in_x",
    ABLAB_INGEST_TOKEN_FILE: at("ingest-token"),
    ABLAB_EVENTS_FD: "3",
  });
  expect(JSON.stringify(launch.env)).not.toContain('"secret"');
});

test("a name that a person gave to a run is never taken for an option", async () => {
  recipe({ command: ["./train.sh", "{run_name}"] });
  expect((await plan(assignment({ runName: "--evil=1" }))).argv).toEqual(["./train.sh", "evil=1"]);
});

test("what is given to it comes as the path of a file", async () => {
  const { argv } = await plan(assignment({ inputs: [{ slot: "policy", kind: "checkpoint" }] }));
  expect(argv.at(-1)).toBe(`--policy=${join(home, "runs", "att_0000000000000001", "inputs", "policy.json")}`);
});

test("a script goes on from a checkpoint by the arguments of its file, and not where that is gone", async () => {
  recipe({ checkpoint: { pattern: "checkpoint-*", resume: ["--resume", "{checkpoint}"] } });
  const checkpoint = { attemptId: "att_0000000000000000", path: "checkpoint-7" };
  await expect(plan(assignment({ checkpoint }))).rejects.toThrow(
    /no longer in .*Retry the run from its start\.$/,
  );
  const folderOfIt = join(openRunDirectory(home, checkpoint.attemptId).path, "output", "checkpoint-7");
  mkdirSync(folderOfIt, { recursive: true });
  const launch = await plan(assignment({ checkpoint, timeLimitMs: 60_000 }));
  expect(launch.argv.slice(-2)).toEqual(["--resume", folderOfIt]);
  expect(launch).toMatchObject({ checkpoints: "checkpoint-*", timeLimitMs: 60_000 });
  expect((await plan(assignment())).argv).not.toContain("--resume");
});

test("a script that changed since its run was launched is refused by name, until it is as it was", async () => {
  const wanted = assignment();
  const scripts = new ScriptFolders([folder], []);
  write("train.sh", "#!/bin/sh\nexit 0\n");
  await expect(plan(wanted, scripts)).rejects.toThrow(
    `tiny has changed in ${folder} (train.sh) since this run was launched. Put it back, or agree to it as it is now (npx ablab recipe approve tiny) and launch again.`,
  );
  write("train.sh", "#!/bin/sh\n");
  expect((await plan(wanted, scripts)).argv[0]).toBe("./train.sh");
  write("extra.py", "");
  await expect(plan(wanted, scripts)).rejects.toThrow(RefusedAssignment);
});

test("a program that the command names is part of the content wherever it lies; what is passed over is named", () => {
  for (const made of ["build", "outputs", "venv"]) mkdirSync(join(folder, made), { recursive: true });
  write("build/step", "#!/bin/sh\n");
  write("build/other.py", "");
  write("venv/step", "#!/bin/sh\n");
  recipe({ command: ["./build/step", "./venv/step"] });
  const before = readScript(folder);
  expect(Object.keys(before.files)).toContain("build/step");
  expect(Object.keys(before.files)).not.toContain("venv/step");
  expect(before.unhashed.names.toSorted()).toEqual(["build/other.py", "outputs/", "venv/"]);
  expect(before.unhashed.code).toEqual(["build/other.py"]);
  write("build/step", "#!/bin/sh\nexit 1\n");
  expect(readScript(folder).hash).not.toBe(before.hash);
});

test("a program that is not there is one sentence", async () => {
  recipe({ command: ["pythonx", "train.py"] });
  await expect(plan(assignment())).rejects.toThrow(
    'tiny starts "pythonx", and this worker has no such program on its PATH. Install it, or name another one in ablab.recipe.json.',
  );
  recipe({ command: ["./gone.sh"] });
  await expect(plan(assignment())).rejects.toThrow(
    "tiny starts ./gone.sh, and there is no such program in its folder.",
  );
});

test("the server is told anew when a folder changes, also when it breaks", async () => {
  const scripts = new ScriptFolders([home], ["grpo"]);
  const offer = () => scripts.message().recipes[0];
  expect(RegisterMessage.shape.recipes.parse(scripts.message().recipes)).toHaveLength(1);
  const before = offer().version;
  expect(await scripts.hasChanged(Infinity)).toBe(false);
  write("lib.py", "x = 1\n");
  expect(await scripts.hasChanged(Infinity)).toBe(true);
  expect(offer().version).not.toBe(before);
  expect(Object.keys(offer().script?.files ?? {})).toEqual(["ablab.recipe.json", "lib.py", "train.sh"]);
  recipe({ command: ["x", "{beta}"] });
  expect(await scripts.hasChanged(Infinity)).toBe(true);
  expect(scripts.message().folderProblems).toMatchObject([
    { problem: expect.stringMatching(/^ablab\.recipe\.json:7 command\[1\]: The slot \{beta\} is unknown/) },
  ]);
  recipe({ slug: "grpo" });
  await scripts.hasChanged(Infinity);
  expect(scripts.message()).toMatchObject({
    recipes: [],
    folderProblems: [{ problem: expect.stringContaining('"grpo"') }],
  });
});

test("the program of the command counts whatever it is called, and what it is beside the folder is not asked", async () => {
  write("train", "#!/bin/sh\n");
  chmodSync(join(folder, "train"), 0o700);
  recipe({ command: ["./train", "{lr}"] });
  const before = readScript(folder).manifest.version;
  const scripts = new ScriptFolders([folder], []);
  write("train", "#!/bin/sh\nexit 1\n");
  expect(readScript(folder).manifest.version).not.toBe(before);
  expect(await scripts.hasChanged(Infinity)).toBe(true);
  mkdirSync(join(folder, ".venv"));
  symlinkSync("/bin/sh", join(folder, ".venv", "python"));
  recipe({ command: [".venv/python", "train"] });
  expect(Object.keys(readScript(folder).files)).toEqual(["ablab.recipe.json", "train", "train.sh"]);
});

test("a folder that was given by a link is seen to change as well", async () => {
  symlinkSync(folder, join(home, "given"));
  const scripts = new ScriptFolders([join(home, "given")], []);
  write("lib.py", "1");
  expect(await scripts.hasChanged(Infinity)).toBe(true);
});

test("a script with requirements is started by its Python, whose tools come first", async () => {
  recipe({ command: ["python", "t.py"], python: { requirements: "r.txt" } });
  write("r.txt", "a==1");
  const scripts = new ScriptFolders([folder], []);
  const wanted = assignment();
  openRunDirectory(home, wanted.attemptId).saveAssignment(wanted);
  const bin = join(home, "bin");
  mkdirSync(bin);
  write("../bin/python", "#!/bin/sh\n");
  chmodSync(join(bin, "python"), 0o700);
  const python = { program: join(bin, "python"), variables: { PATH: `${bin}:/usr/bin` } };
  const trainers = { recipes: [], command: ["node"], cwd: home, scripts };
  const here = { executor: openLocal(), gpus: [], gpuShare: 1 };
  const context = { server: "http://127.0.0.1:1", trainers, home, ...here, python };
  const { argv, env } = planLaunch(
    wanted,
    { ...context, working: await take(scripts, wanted) },
    { NODE_ENV: "test", PATH: "/bin" },
  );
  expect(argv).toEqual([python.program, "t.py"]);
  expect(env.PATH).toBe(`${bin}:/usr/bin`);
  // `import ablab` works in it, and what it prints is in the log at once.
  expect(env).toMatchObject({ PYTHONPATH: expect.stringMatching(/clients.python$/), PYTHONUNBUFFERED: "1" });
  expect(JSON.parse(env.ABLAB_JUDGE)).toMatchObject([
    process.execPath,
    expect.stringMatching(/judge.main\.ts$/),
  ]);
});

test("looking at folders takes a hundredth of the time, and each second at most", () => {
  expect([0, 1, 10, 31, 145].map(pauseAfter)).toEqual([1000, 1000, 1000, 3100, 14_500]);
  expect(pauseAfter(10_000)).toBe(60_000);
});

test("a worker without the variable of a secret refuses the run by its name, and starts it where no argument has it", async () => {
  const fields = [...RECIPE.fields, { name: "judge_api_key", kind: "text", default: "" }];
  const change = { fields, command: [...RECIPE.command, "--key={judge_api_key}"] };
  recipe(change);
  expect(new ScriptFolders([folder], []).message().recipes[0].script?.lacks).toContain("JUDGE_API_KEY");
  const params = { lr: 1e-7, judge_api_key: "" };
  await expect(plan(assignment({ params }))).rejects.toThrow(/JUDGE_API_KEY/);
  recipe({ ...change, command: RECIPE.command });
  expect((await plan(assignment({ params }))).argv).not.toContain("--key=");
});

test("recipes of one folder are offered and started beside each other", async () => {
  const second = join(folder, "second.ablab.recipe.json");
  writeFileSync(second, JSON.stringify({ ...readScript(folder).file, slug: "second" }));
  const scripts = new ScriptFolders([home], []);
  expect(scripts.slugs).toEqual(["tiny", "second"]);
  const recipeVersion = readScript(second).manifest.version;
  const taken = await take(scripts, assignment({ recipe: "second", recipeVersion }));
  expect(taken?.script).toMatchObject({ recipe: "second.ablab.recipe.json", file: { slug: "second" } });
  expect(Object.keys(taken?.script.files ?? {})).not.toContain("ablab.recipe.json");
});
