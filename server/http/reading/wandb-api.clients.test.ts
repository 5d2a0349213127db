import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { bring } from "../../services/imports/testing.ts";
import { makeWorld } from "../../services/testing.ts";
import { pythonWith, runPython } from "../../adapters/testing.python.ts";
import { keyOf, readingServer } from "./testing.ts";

const home = mkdtempSync(join(tmpdir(), "ablab-wandb-api-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const SCRIPT = `
import json, os, sys
import wandb
os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.environ["HOME"])
for k in range(2):
    run = wandb.init(project="api", id=f"r{k}", name=f"name{k}", tags=["a"], config={"lr": 0.1 * (k + 1), "opt": {"beta": 0.9}})
    for s in range(30):
        run.log({"loss": s + k, "acc": s / 10} if s % 2 == 0 else {"loss": s + k}, step=s)
    open("hello.txt", "w").write("hello")
    run.save("hello.txt", policy="now")
    artifact = wandb.Artifact("weights", "model")
    with artifact.new_file("w.txt") as file: file.write(f"w{k}")
    run.log_artifact(artifact).wait()
    run.finish()
api = wandb.Api()
def said(work):
    try: return work()
    except BaseException as error: return "refused: " + str(error)
def names(**asked): return [run.name for run in api.runs("ablab/api", **asked)]
r = api.run("ablab/api/r0")
out = {
    "run": [r.name, r.state, r.config["lr"], r.summary["loss"], r.tags],
    "history": len(r.history(pandas=False)),
    "sampled": [row["_step"] for row in r.history(keys=["loss", "acc"], samples=5, pandas=False)],
    "scan": [row["loss"] for row in r.scan_history()],
    "keys": [row["acc"] for row in r.scan_history(keys=["loss", "acc"])],
    "pages": [row["loss"] for row in r.scan_history(keys=["loss"], page_size=7, min_step=3, max_step=20)],
    "file": open(r.file("hello.txt").download(root="down", replace=True).name).read(),
    "files": "hello.txt" in [file.name for file in r.files()],
    "artifacts": [a.name for a in api.run("ablab/api/r1").logged_artifacts()],
    "runs": [[run.name, run.config["lr"]] for run in api.runs("ablab/api")],
    "filters": [names(filters=f) for f in (
        {"config.lr": {"$gt": 0.15}}, {"$and": [{"state": "finished"}, {"tags": {"$in": ["a"]}}, {"config.opt.beta": 0.9}]},
        {"$or": [{"display_name": "name1"}, {"summary_metrics.loss": {"$lt": -5}}]}, {"display_name": {"$regex": "^name.*1$"}})],
    "orders": [names(order=o, per_page=1) for o in ("-summary_metrics.loss", "+created_at", "-config.lr")],
    "refused": [said(work) for work in (
        lambda: names(filters={"weird": 1}), lambda: names(filters={"state": {"$where": "1"}}), lambda: api.sweep("ablab/api/s"),
        lambda: r.delete(), lambda: list(api.projects("ablab")), lambda: r.history(stream="system", pandas=False))],
}
print("SAID" + json.dumps(out))
`;

test.each(["0.19.11", "0.22.3", "0.31.0"])("wandb.Api() of %s reads what it logged", async (version) => {
  const python = pythonWith(`wandb-${version}`, [`wandb==${version}`]);
  if (python === null) return;
  const server = await readingServer(makeWorld());
  const folder = mkdtempSync(join(home, "client-"));
  const { output } = await runPython(python, SCRIPT, {
    WANDB_BASE_URL: server.url,
    WANDB_API_KEY: keyOf(server.world, "both").token,
    WANDB_ENTITY: "ablab",
    WANDB_SILENT: "true",
    HOME: folder,
    WANDB_DIR: folder,
    WANDB_CACHE_DIR: folder,
    WANDB_CONFIG_DIR: folder,
    WANDB_DATA_DIR: folder,
  });
  server.close();
  const line = /^SAID(.*)$/m.exec(output)?.[1];
  expect(line, output).toBeDefined();
  const { refused, ...read } = JSON.parse(line ?? "{}") as { refused: string[] };
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  expect(read).toEqual({
    run: ["name0", "finished", 0.1, 29, ["a"]],
    history: 30,
    sampled: [4, 10, 16, 22, 28],
    scan: range(0, 30),
    keys: range(0, 15).map((i) => (2 * i) / 10),
    pages: range(3, 20),
    file: "hello",
    files: true,
    artifacts: ["weights:v1"],
    runs: [
      ["name0", 0.1],
      ["name1", 0.2],
    ],
    filters: [["name1"], ["name0", "name1"], ["name1"], ["name1"]],
    orders: [
      ["name1", "name0"],
      ["name0", "name1"],
      ["name1", "name0"],
    ],
  });
  expect(refused.map((text) => /^refused: .*Ablab: /s.test(text))).toEqual(refused.map(() => true));
});

test("a key that only reads reads by wandb.Api(), and begins no run", async () => {
  const version = "0.31.0";
  const python = pythonWith(`wandb-${version}`, [`wandb==${version}`]);
  if (python === null) return;
  const server = await readingServer(makeWorld());
  const { verbs } = keyOf(server.world, "write");
  verbs.open({ experiment: "api", key: "r0", client: "x", writer: "w", resume: "allow", name: "n" });
  const script = `
import wandb
print([run.name for run in wandb.Api().runs("ablab/api")])
try: wandb.init(project="api", id="other")
except Exception as error: print("refused", str(error)[:300])
`;
  const more = {
    WANDB_BASE_URL: server.url,
    WANDB_API_KEY: keyOf(server.world, "read").token,
    WANDB_SILENT: "true",
  };
  const { output } = await runPython(python, script, {
    ...more,
    HOME: home,
    WANDB_DIR: home,
    WANDB_ENTITY: "ablab",
  });
  server.close();
  expect(output).toMatch(/\['n'\]/);
  expect(output).toMatch(/refused .*reads runs and brings none/s);
  expect(verbs.find({ experiment: "api", key: "other" })).toBeNull();
});

const FETCHED = `
import os, subprocess, sys
import wandb
os.chdir(os.environ["HOME"])
for k in range(2):
    run = wandb.init(project="api", id=f"r{k}", name=f"name{k}", tags=["a"], config={"lr": 0.1 * (k + 1), "opt": {"beta": 0.9}})
    for s in range(30):
        run.log({"loss": s + k, "acc": float("nan") if s == 4 else s / 10} if s % 2 == 0 else {"loss": s + k}, step=s)
    run.finish(exit_code=k)
subprocess.run([sys.executable, "-m", "ablab", "fetch", "wandb", "ablab/api", "--out", "api.jsonl"], check=True)
`;

test("runs that are fetched by the user's key come in as a bundle, every row at its time", async () => {
  const python = pythonWith("wandb-0.31.0", ["wandb==0.31.0"]);
  if (python === null) return;
  const server = await readingServer(makeWorld());
  const { code, output } = await runPython(python, FETCHED, {
    WANDB_BASE_URL: server.url,
    WANDB_API_KEY: keyOf(server.world, "both").token,
    WANDB_ENTITY: "ablab",
    WANDB_SILENT: "true",
    HOME: home,
    WANDB_DIR: home,
    PYTHONPATH: join(import.meta.dirname, "..", "..", "..", "clients", "python"),
  });
  server.close();
  expect([code, output]).toEqual([0, expect.stringContaining("api.jsonl")]);
  const bytes = new Uint8Array(readFileSync(join(home, "api.jsonl")));
  const there = makeWorld();
  const { runs } = await bring(there, [{ name: "api.jsonl", bytes }]);
  expect(runs.map(({ name, outcome, points }) => [name, outcome, points])).toEqual([
    ["name0", "new", 45],
    ["name1", "new", 45],
  ]);
  for (const [i, state] of ["finished", "failed"].entries()) {
    const run = selectRun(there.ctx.db, runs[i].runId as string);
    expect(run).toMatchObject({ state, params: { lr: 0.1 * (i + 1), "opt.beta": 0.9 } });
    expect(runs[i].startedAt).toBeGreaterThan(Date.parse("2026-01-01"));
  }
  const again = await bring(there, [{ name: "api.jsonl", bytes }]);
  expect(again.runs.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
});
