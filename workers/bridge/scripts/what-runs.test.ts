import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readScript } from "../../scripts/read-folder.ts";
import { openFakeCluster } from "../executors/slurm/testing/fake-cluster.ts";
import type { FakeAttempt } from "../fake-store.ts";
import { finished, openWorld, until, type World } from "../testing/world.ts";

/** What is approved is what runs, with the real worker and supervisor. */

const APPROVED = "print('approved', flush=True)\n";
let world: World;
let folder: string;
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

beforeEach(async () => {
  world = await openWorld(onTestFinished);
  folder = join(world.home, "scripts", "tiny");
  mkdirSync(folder, { recursive: true });
  write("ablab.recipe.json", JSON.stringify(RECIPE));
  write("train.py", APPROVED);
});

const RECIPE = { slug: "tiny", title: "Tiny", version: "1.0", command: ["python3", "train.py"] };
const work = (args: string[] = [], env: Record<string, string> = {}) =>
  world.work({ args: ["--recipes", folder, ...args], env });
const launch = () =>
  world.store.launch({ recipe: "tiny", recipeVersion: readScript(folder).manifest.version, params: {} });
const logOf = (attempt: FakeAttempt) => attempt.log.toString("utf8").trim();
/** Its job is in the queue of Slurm. */
const waiting = (attempt: FakeAttempt) => {
  const sent = join(world.directoryOf(attempt).path, "slurm.json");
  return until("a job", () => existsSync(sent) && /"id":"1"/.test(readFileSync(sent, "utf8")));
};
const recordOf = (attempt: FakeAttempt) => world.directoryOf(attempt).surroundings();

test("a file that is swapped before its run starts is not what runs, however close", async () => {
  work();
  const approved = readScript(folder);
  for (const appears of ["assignment.json", "work", "work/tiny/train.py", "output", "surroundings.json"]) {
    write("train.py", APPROVED);
    const attempt = launch();
    const { path } = world.directoryOf(attempt);
    await until(appears, () => existsSync(join(path, appears)));
    write("swapped", "print('swapped', flush=True)\n");
    renameSync(join(folder, "swapped"), join(folder, "train.py"));
    await finished(attempt);
    if (attempt.exit?.reason === "refused") expect(attempt.exit.detail).toContain("has changed in");
    else {
      expect(logOf(attempt)).toBe("approved");
      expect(recordOf(attempt)).toMatchObject({ hash: approved.hash, files: approved.files });
    }
    if (!["assignment.json", "work"].includes(appears)) expect(attempt.exit?.reason).toBe("ok");
  }
});

test("while a job waits on Slurm its folder may change: it runs as it was approved", async () => {
  const cluster = openFakeCluster(onTestFinished);
  cluster.fault({ holds: "Priority" });
  const { PATH = "", SLURM_CONF = "" } = process.env;
  work(["--executor", "slurm", "--ask-seconds", "1"], { PATH, SLURM_CONF });
  const approved = readScript(folder);
  const attempt = launch();
  await waiting(attempt);
  write("train.py", "print('swapped', flush=True)\n");
  write("helper.py", "");
  cluster.release(1);
  await finished(attempt);
  expect(logOf(attempt)).toBe("approved");
  expect(recordOf(attempt)?.hash).toBe(approved.hash);
});

test("a file of the copy that is changed while its job waits is not what runs either", async () => {
  const cluster = openFakeCluster(onTestFinished);
  cluster.fault({ holds: "Priority" });
  const { PATH = "", SLURM_CONF = "" } = process.env;
  work(["--executor", "slurm", "--ask-seconds", "1"], { PATH, SLURM_CONF });
  const attempt = launch();
  const { path } = world.directoryOf(attempt);
  await waiting(attempt);
  writeFileSync(join(path, "work", "tiny", "train.py"), "print('swapped', flush=True)\n");
  cluster.release(1);
  await finished(attempt);
  expect(logOf(attempt)).toBe("");
  expect(attempt.exit).toMatchObject({ reason: "refused", detail: expect.stringContaining("train.py") });
});

test("a script that writes beside itself goes on being launched, and a file in a folder of all runs is noted", async () => {
  mkdirSync(join(folder, "build"));
  write(
    "train.py",
    [
      "import os, sys, pathlib",
      "import helper",
      "n = 0",
      "while os.path.exists(f'lightning_logs/version_{n}'): n += 1",
      "os.makedirs(f'lightning_logs/version_{n}')",
      "open(f'lightning_logs/version_{n}/hparams.yaml', 'w').write('seed: 1')",
      "open('build/made.txt', 'w').write('x')",
      "print(n, helper.X, pathlib.Path(__file__).resolve().parent == pathlib.Path.cwd(), flush=True)",
    ].join("\n"),
  );
  write("helper.py", "X = 'imported'\n");
  work();
  const attempts = [launch(), launch()];
  await finished(...attempts);
  expect(attempts.map(logOf)).toEqual(["0 imported True", "0 imported True"]);
  expect(readdirSync(folder).toSorted()).toEqual(["ablab.recipe.json", "build", "helper.py", "train.py"]);
  for (const attempt of attempts) {
    const { path } = world.directoryOf(attempt);
    const own = join(path, "work", "tiny", "lightning_logs", "version_0", "hparams.yaml");
    expect(readFileSync(own, "utf8")).toBe("seed: 1");
    expect(attempt.events).toMatchObject([
      { t: "note", message: expect.stringContaining("tiny/build/made.txt") },
    ]);
    expect(recordOf(attempt)).toMatchObject({ unhashed: ["build/"], ranIn: join(path, "work", "tiny") });
  }
  world.store.remove(attempts[0]);
  await until("its folder is gone", () => !existsSync(world.directoryOf(attempts[0]).path));
  expect(readdirSync(join(folder, "build"))).toEqual(["made.txt"]);
});

test("bytecode that lies beside a script is never what runs", async () => {
  write("train.py", "import helper; print(helper.X, flush=True)\n");
  write("helper.py", "X = 'approved'\n");
  const { mtimeMs, size } = statSync(join(folder, "helper.py"));
  write(
    "tamper.py",
    [
      "import importlib.util, marshal, os, struct, sys",
      "path = importlib.util.cache_from_source('helper.py')",
      "os.makedirs('__pycache__', exist_ok=True)",
      `head = importlib.util.MAGIC_NUMBER + struct.pack('<III', 0, ${Math.floor(mtimeMs / 1000)}, ${size})`,
      "code = marshal.dumps(compile(\"X = 'tampered'\", 'helper.py', 'exec'))",
      "open(path, 'wb').write(head + code)",
    ].join("\n"),
  );
  work();
  execFileSync("python3", ["tamper.py"], { cwd: folder });
  expect(execFileSync("python3", ["train.py"], { cwd: folder, encoding: "utf8" })).toBe("tampered\n");
  const attempt = launch();
  await finished(attempt);
  expect(logOf(attempt)).toBe("approved");
  const { work: copy, bytecode } = world.directoryOf(attempt);
  expect(world.directoryOf(attempt).launch()?.env.PYTHONPYCACHEPREFIX).toBe(bytecode);
  await until("what it compiled is gone with its end", () => !existsSync(bytecode));
  expect(readdirSync(join(copy, "tiny")).toSorted()).toEqual([
    "ablab.recipe.json",
    "helper.py",
    "tamper.py",
    "train.py",
  ]);
});

test("bytecode that one script plants for a module that is installed is not what another runs", async () => {
  write(
    "train.py",
    [
      "import importlib.util, marshal, os, struct, subprocess, sys",
      "import colorsys",
      "source = colorsys.__file__",
      "facts = os.stat(source)",
      "head = importlib.util.MAGIC_NUMBER + struct.pack('<III', 0, int(facts.st_mtime), facts.st_size)",
      "code = head + marshal.dumps(compile(\"PLANTED = True\", source, 'exec'))",
      "runs = os.path.dirname(os.path.dirname(sys.pycache_prefix))",
      "for prefix in (sys.pycache_prefix, os.path.join(os.path.dirname(runs), 'bytecode')):",
      "    sys.pycache_prefix = prefix",
      "    path = importlib.util.cache_from_source(source)",
      "    os.makedirs(os.path.dirname(path), exist_ok=True)",
      "    open(path, 'wb').write(code)",
      "look = 'import colorsys; print(hasattr(colorsys, \"PLANTED\"))'",
      "print(subprocess.run([sys.executable, '-c', look], capture_output=True, text=True).stdout, flush=True)",
    ].join("\n"),
  );
  const other = join(world.home, "scripts", "other");
  mkdirSync(other);
  writeFileSync(join(other, "ablab.recipe.json"), JSON.stringify({ ...RECIPE, slug: "other" }));
  writeFileSync(
    join(other, "train.py"),
    "import colorsys; print(hasattr(colorsys, 'PLANTED'), flush=True)\n",
  );
  work(["--recipes", other]);
  const planting = launch();
  await finished(planting);
  expect(logOf(planting)).toBe("True");
  const recipeVersion = readScript(other).manifest.version;
  const attempt = world.store.launch({ recipe: "other", recipeVersion, params: {} });
  await finished(attempt);
  expect(logOf(attempt)).toBe("False");
});
