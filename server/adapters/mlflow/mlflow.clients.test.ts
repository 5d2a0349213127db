import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pythonWith, runPython } from "../testing.python.ts";
import { fakeVerbs, serveAdapter, type Fault } from "../testing.ts";
import { mlflowAdapter } from "./adapter.ts";

const python = pythonWith("trackers", [
  "trackio==0.43.0",
  "mlflow-skinny==3.17.2",
  "pandas",
  "pillow",
  "psutil",
]);
const home = mkdtempSync(join(tmpdir(), "ablab-mlflow-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const START = `
import os, signal, sys, time, math, mlflow
mlflow.set_experiment("sweep")
`;

async function world(next?: (request: number) => Fault) {
  const verbs = fakeVerbs();
  let count = 0;
  const server = await serveAdapter(mlflowAdapter(), verbs, () => next?.(count++) ?? "none");
  const env = {
    MLFLOW_TRACKING_URI: server.url,
    MLFLOW_TRACKING_TOKEN: "t".repeat(40),
    PYTHONUNBUFFERED: "1",
    HOME: home,
    GIT_PYTHON_REFRESH: "quiet",
    MLFLOW_HTTP_REQUEST_BACKOFF_FACTOR: "0",
  };
  const run = async (script: string, more = {}) => {
    const ended = await runPython(python!, START + script, { ...env, ...more });
    expect(server.unclaimed).toEqual([]);
    return ended;
  };
  const runs = () => [...verbs.runs.values()];
  const points = (metric: string) =>
    runs()
      .flatMap((r) => r.rows.get("mlflow:history") ?? [])
      .filter(({ values }) => metric in values)
      .map(({ step, values }) => [step, values[metric]]);
  return { verbs, server, run, runs, points };
}

describe.skipIf(python === null)("the MLflow client 3.17", () => {
  test("logs parameters, tags, metrics with NaN and infinities, and reads them back", async () => {
    const { run, runs, points, server } = await world();
    const { code, output } = await run(`
with mlflow.start_run(run_name="run-a") as run:
    mlflow.log_param("lr", 1e-5); mlflow.log_params({f"q{i}": i for i in range(101)}); mlflow.set_tags({"a": "1", "b": "2"})
    mlflow.log_param("lr", 2e-5); mlflow.log_param("long", "x" * 6001)
    mlflow.log_metric("loss", 1.0, step=1)
    mlflow.log_metrics({"loss": .5, "nan": float("nan"), "inf": float("-inf")}, step=2)
    mlflow.log_metrics({f"m{i}": i for i in range(1001)})
    client = mlflow.MlflowClient()
    print("back", [(m.step, m.value) for m in client.get_metric_history(run.info.run_id, "loss")])
    read = client.get_run(run.info.run_id)
    print("last", read.data.metrics["nan"], read.data.metrics["inf"], read.data.params["q7"], read.data.tags["a"], read.info.run_name)
    print("found", [r.info.run_name for r in client.search_runs([run.info.experiment_id], "tags.a = '1'")])
`);
    expect([code, output.includes("Traceback")], output).toEqual([0, false]);
    expect(output).toContain("back [(1, 1.0), (2, 0.5)]");
    expect(output).toContain("last nan -inf 7 1 run-a");
    expect(output).toContain("found ['run-a']");
    expect([...server.tokens]).toEqual(["t".repeat(40)]);
    expect(points("loss")).toEqual([
      [1, 1],
      [2, 0.5],
    ]);
    expect(points("m1000")).toEqual([[0, 1000]]);
    const [kept] = runs();
    expect(kept.facts.config).toMatchObject({ lr: 2e-5, q100: 100 });
    expect(kept.facts.environment["program"]).toBe("-c");
    expect(kept.notes.map(({ message }) => message)).toEqual([
      'The parameter "lr" was 1e-05 and was sent again as 2e-05; the later one is on record.',
    ]);
    expect(kept.end).toMatchObject({ state: "finished" });
  });

  test("sends what it logs in the background out of order, and every value is at its step", async () => {
    const { run, points } = await world();
    await run(`
with mlflow.start_run():
    for i in range(100): mlflow.log_metrics({"loss": i * 2}, step=i, synchronous=False)
`);
    expect(points("loss").sort(([a], [b]) => a! - b!)).toEqual(
      Array.from({ length: 100 }, (_, i) => [i, i * 2]),
    );
  });

  test("nests runs, takes one up again by its id, and logs the machine", async () => {
    const { run, runs, verbs } = await world();
    await run(`
os.environ["MLFLOW_SYSTEM_METRICS_SAMPLING_INTERVAL"] = "0.2"; os.environ["MLFLOW_SYSTEM_METRICS_SAMPLES_BEFORE_LOGGING"] = "1"
with mlflow.start_run(run_name="parent", log_system_metrics=True):
    with mlflow.start_run(run_name="child", nested=True): mlflow.log_metric("x", 1)
    time.sleep(2)
`);
    expect(runs().map(({ facts }) => [facts.name, facts.group])).toEqual([
      ["parent", null],
      ["child", "parent"],
    ]);
    const [parent] = runs();
    expect(parent.rows.get("mlflow:system")!.length).toBeGreaterThan(0);
    await run(
      `
with mlflow.start_run(): mlflow.log_metric("y", 2, step=3)
`,
      { MLFLOW_RUN_ID: parent.id },
    );
    expect(verbs.runs.size).toBe(2);
    expect(parent.rows.get("mlflow:history")!.at(-1)).toMatchObject({ step: 3, values: { y: 2 } });
    expect(parent.end).toMatchObject({ state: "finished" });
  });

  test("keeps files, and adds to a table it sent before", async () => {
    const { run, runs } = await world();
    const { code, output } = await run(`
with mlflow.start_run():
    path = os.path.join(os.environ["HOME"], "a.txt"); open(path, "w").write("hello")
    mlflow.log_artifact(path, artifact_path="sub"); mlflow.log_text("hi", "t.txt"); mlflow.log_dict({"a": 1}, "d.json")
    mlflow.log_table({"prompt": ["1+1", "1+1"], "completion": ["2", "3"], "reward": [1.0, 0.0]}, "tab.json")
    mlflow.log_table({"prompt": ["2+2"], "completion": ["4"], "reward": [1.0]}, "tab.json")
    print("listed", sorted(f.path for f in mlflow.MlflowClient().list_artifacts(mlflow.active_run().info.run_id)))
`);
    expect([code, output.includes("Traceback")], output).toEqual([0, false]);
    expect(output).toContain("listed ['d.json', 'sub', 't.txt', 'tab.json']");
    const [kept] = runs();
    expect([...kept.files.keys()].sort()).toEqual(["d.json", "sub/a.txt", "t.txt", "tab.json"]);
    const table = JSON.parse(Buffer.from(kept.files.get("tab.json")!.bytes).toString()) as {
      data: unknown[];
    };
    expect(table.data).toHaveLength(3);
    expect([...kept.rollouts.values()].map(({ reward }) => reward)).toEqual([1, 0, 1]);
  });

  test.each([
    [
      "an uncaught exception, which it calls finished",
      `mlflow.start_run(); mlflow.log_metric("x", 1); raise RuntimeError("boom")`,
      "finished",
    ],
    [
      "an exception inside its with, which it calls failed",
      `\nwith mlflow.start_run():\n    mlflow.log_metric("x", 1)\n    raise RuntimeError("boom")`,
      "failed",
    ],
    [
      "a kill, of which it says nothing",
      `mlflow.start_run(); mlflow.log_metric("x", 1); os.kill(os.getpid(), signal.SIGKILL)`,
      null,
    ],
  ])("ends by %s", async (_what, script, state) => {
    const { run, runs, points } = await world();
    await run(script);
    expect(points("x")).toEqual([[0, 1]]);
    expect(runs()[0].end?.state ?? null).toBe(state);
  });

  test("cannot take up a run that was deleted, and goes on training where it is deleted meanwhile", async () => {
    const { run, runs, verbs } = await world();
    await run(`mlflow.start_run(); mlflow.log_metric("x", 1)`);
    const { id } = runs()[0];
    verbs.runs.clear();
    const going = run(`
mlflow.start_run()
while True:
    mlflow.log_metric("x", 1); mlflow.log_text("hi", "t.txt")
    if os.path.exists(os.environ["HOME"] + "/deleted"): mlflow.log_param("p", 1); break
print("went on")
`);
    await expect.poll(() => runs()[0]?.files.size).toBe(1);
    verbs.runs.clear();
    writeFileSync(join(home, "deleted"), "");
    expect((await going).output).toContain("went on");
    const ended = await run(`mlflow.start_run(run_id="${id}")`);
    expect(ended.output).toContain(`Cannot start run with ID ${id}`);
  });

  const FAULTS: [string, Fault][] = [
    ["is refused", "500"],
    ["is stored and then refused", "500 after"],
    ["is cut off", "drop"],
    ["is stored and then cut off", "drop after"],
  ];
  test.each(FAULTS)("hands every value over once where a third of its requests %s", async (_what, fault) => {
    let state = 7;
    const { run, runs, points } = await world(() => {
      state = (state * 48271) % 2147483647;
      return state % 3 === 0 ? fault : "none";
    });
    const { code, output } = await run(`
with mlflow.start_run(run_name="r"):
    for i in range(60):
        mlflow.log_metrics({"loss": i, "r": -i}, step=i); mlflow.log_metric("one", i, step=i)
        mlflow.log_metrics({"late": i}, step=i, synchronous=False)
`);
    expect(code, output).toBe(0);
    expect(runs()).toHaveLength(1);
    const all = Array.from({ length: 60 }, (_, i) => [i, i]);
    for (const metric of ["loss", "one", "late"])
      expect(points(metric).sort(([a], [b]) => a! - b!)).toEqual(all);
    expect(runs()[0].end).toMatchObject({ state: "finished" });
  });
});
