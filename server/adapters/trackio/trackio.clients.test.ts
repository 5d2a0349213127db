import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pythonWith, runPython } from "../testing.python.ts";
import { fakeVerbs, serveAdapter, type Fault } from "../testing.ts";
import { trackioAdapter } from "./adapter.ts";

const python = pythonWith("trackers", [
  "trackio==0.43.0",
  "mlflow-skinny==3.17.2",
  "pandas",
  "pillow",
  "psutil",
]);
const home = mkdtempSync(join(tmpdir(), "ablab-trackio-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const START = `
import math, os, sys, time, trackio
import pandas as pd
def begin(name="run-a", resume="never", **more):
    return trackio.init(project="drive", name=name, resume=resume, auto_log_gpu=False, auto_log_cpu=False,
                        config={"lr": 1e-5, "nested": {"a": [1, 2]}}, group="g1", **more)
`;

let worlds = 0;
async function world(next?: (request: number) => Fault) {
  const verbs = fakeVerbs();
  let count = 0;
  const server = await serveAdapter(trackioAdapter(), verbs, () => next?.(count++) ?? "none");
  const env = {
    TRACKIO_SERVER_URL: server.url,
    TRACKIO_WRITE_TOKEN: "t".repeat(40),
    HF_HUB_OFFLINE: "1",
    TRACKIO_DIR: join(home, String(worlds++)),
    HF_HOME: home,
    PYTHONUNBUFFERED: "1",
  };
  const run = async (script: string) => {
    const ended = await runPython(python!, START + script, env);
    expect(server.unclaimed).toEqual([]);
    return ended;
  };
  const rows = () => [...verbs.runs.values()].flatMap((r) => r.rows.get("trackio:history") ?? []);
  return { verbs, server, run, rows };
}

describe.skipIf(python === null)("the trackio client 0.43", () => {
  test("logs rows, words for NaN, system metrics, alerts and a configuration", async () => {
    const { verbs, run, rows, server } = await world();
    const { code, output } = await run(`
begin()
for i in range(3): trackio.log({"loss": 1 / (i + 1), "bad": math.nan, "inf": math.inf, "flag": True, "text": "hi", "nest": {"x": 1}, "list": [1]})
trackio.log({"loss": .2}, step=50)
trackio.log({"loss": .1})
trackio.log_system({"gpu/0/utilization": 55.0})
trackio.alert("KL too high", text="kl=0.9", level=trackio.AlertLevel.ERROR)
trackio.finish()
`);
    expect([code, output.includes("Traceback")]).toEqual([0, false]);
    expect([...server.tokens]).toEqual(["t".repeat(40)]);
    expect(rows().map(({ step, values }) => [step, values.loss])).toEqual([
      [0, 1],
      [1, 0.5],
      [2, 1 / 3],
      [50, 0.2],
      [51, 0.1],
    ]);
    expect(rows()[0].values).toEqual({ loss: 1, bad: Number.NaN, inf: Infinity, flag: 1, "nest.x": 1 });
    const [kept] = verbs.runs.values();
    expect(kept.facts).toMatchObject({ name: "run-a", group: "g1", summary: { text: "hi" } });
    expect(kept.facts.config).toEqual({ lr: 1e-5, "nested.a": "[1,2]" });
    expect(kept.rows.get("trackio:system")![0].values).toEqual({ "gpu/0/utilization": 55 });
    expect(kept.notes.map(({ message }) => message)).toContain("KL too high: kl=0.9 (step 51)");
  });

  test("goes on with a run of the same name, from the step after its last, and starts another with resume never", async () => {
    const { verbs, run, rows } = await world();
    for (const resume of ["allow", "must", "never"])
      expect(
        (
          await run(
            `begin(resume="${resume}"); trackio.log({"x": 1}); trackio.log({"x": 2}); trackio.finish()`,
          )
        ).code,
      ).toBe(0);
    expect(verbs.runs.size).toBe(2);
    const [first] = verbs.runs.values();
    expect(first.rows.get("trackio:history")!.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(rows()).toHaveLength(6);
  });

  test("sends traces, tables of completions, media, histograms, artifacts and saved files", async () => {
    const { verbs, run } = await world();
    const { code, output } = await run(`
begin()
import numpy as np
img = trackio.Image(np.zeros((8, 8, 3), dtype="uint8"), caption="black")
rows = [{"step": 3, "prompt": [{"role": "user", "content": "1+1"}], "completion": [{"role": "assistant", "content": str(i)}], "len_reward": float(i), "advantage": i - .5} for i in range(2)]
trackio.log({"train/reward": 1, "train/rewards/len_reward/mean": 1.5, "train/global_step": 3})
trackio.log({"completions": trackio.Table(dataframe=pd.DataFrame(rows))})
trackio.log({"img": img, "hist": trackio.Histogram([1, 2, 2, 3]), "md": trackio.Markdown("# hi")})
messages = [{"role": "user", "content": "2+3"}, {"role": "assistant", "content": "5"}]
trackio.log({"trace": trackio.Trace(messages=messages, metadata={"reward": 1.0})})
path = os.path.join(os.environ["TRACKIO_DIR"], "w.bin"); open(path, "w").write("hello")
artifact = trackio.Artifact("ckpt", type="model"); artifact.add_file(path)
print("version", trackio.log_artifact(artifact).version)
trackio.save(path)
trackio.finish()
`);
    expect([code, output.includes("Traceback")], output).toEqual([0, false]);
    const [kept] = verbs.runs.values();
    const rollouts = [...kept.rollouts.values()];
    expect(rollouts.map(({ step, rewards, reward, phase }) => [step, rewards, reward, phase])).toEqual([
      [3, { len_reward: 0 }, 0, "train"],
      [3, { len_reward: 1 }, 1, "train"],
      [3, {}, 1, "train"],
    ]);
    const files = [...kept.files.keys()];
    expect(files.some((path) => path.startsWith("media/") && path.endsWith(".png"))).toBe(true);
    expect(files).toContain("artifacts/ckpt/w.bin");
    expect(files.some((path) => path.startsWith("hist/"))).toBe(true);
    expect(kept.notes).toEqual([]);
  });

  test("hands over 5,000 rows in one body", async () => {
    const { run, rows } = await world();
    await run(`begin()\nfor i in range(5000): trackio.log({"loss": i})\ntrackio.finish()`);
    expect(rows().map(({ values }) => values.loss)).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  });

  const FAULTS: [string, Fault][] = [
    ["is refused", "500"],
    ["is stored and then refused", "500 after"],
    ["is cut off", "drop"],
    ["is stored and then cut off", "drop after"],
  ];
  test.each(FAULTS)("hands every value over once where a third of its requests %s", async (_what, fault) => {
    // The first requests open the run; a seeded draw decides over the others.
    let state = 7;
    const { run, rows, verbs } = await world((request) => {
      state = (state * 48271) % 2147483647;
      return request > 4 && state % 3 === 0 ? fault : "none";
    });
    const { code } = await run(`
begin()
for i in range(24): trackio.log({"loss": i}); trackio.log_system({"s": i}); time.sleep(.25)
trackio.finish()
`);
    expect(code).toBe(0);
    expect(
      rows()
        .map(({ values }) => values.loss)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 24 }, (_, i) => i));
    const system = [...verbs.runs.values()].flatMap((r) => r.rows.get("trackio:system") ?? []);
    expect(new Set(system.map(({ values }) => values.s)).size).toBe(24);
    expect(system).toHaveLength(24);
  });
});
