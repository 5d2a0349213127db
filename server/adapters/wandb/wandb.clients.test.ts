import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pythonWith } from "../testing.python.ts";
import type { FakeRun, Fault } from "../testing.ts";
import { clientWorld, home } from "./testing.clients.ts";
import { TOKEN } from "./testing.ts";

/** The oldest client that is taken, one of each time its wire changed, and the newest. */
const VERSIONS = ["0.19.11", "0.21.4", "0.23.1", "0.26.1", "0.28.0", "0.31.0"];
const told = (run: FakeRun) => run.notes.map(({ message }) => message);

describe.each(VERSIONS)("the wandb client %s", (version) => {
  const python = pythonWith(`wandb-${version}`, [`wandb==${version}`]) ?? "";
  const minor = Number(version.split(".")[1]);
  const it = test.skipIf(python === "");

  it("sends rows, axes, configuration, tables, alerts, console, files and its end", async () => {
    const { server, run, kept, rows, verbs } = await clientWorld(python);
    const { code, output } = await run(`
run = wandb.init(project="drive", id="full", name="first", tags=["a", "b"], notes="why", group="g", job_type="train",
                 config={"lr": 1e-3, "nested": {"a": [1, 2], "b": {"c": True}}, "none": None, "nan": math.nan})
run.define_metric("train/global_step")
run.define_metric("train/*", step_metric="train/global_step")
for i in range(30):
    run.log({"train/loss": 1 / (i + 1), "train/global_step": i * 5, "nested": {"x": i},
             "odd": math.nan if i == 7 else math.inf if i == 8 else -math.inf if i == 9 else i})
table = wandb.Table(columns=["step", "prompt", "completion", "format_reward", "advantage"],
                    data=[["30", "p<é", "c", .5, -1.], ["30", "p<é", "d", 1., 1.]])
run.log({"completions": table, "phase": "warm", "h": wandb.Histogram(np_histogram=([1, 2], [0., 1., 2.]))})
run.log({"other": wandb.Table(columns=["a"], data=[[1]])})
run.alert(title="bad", text="reward fell", level="WARN")
artifact = wandb.Artifact("weights", "model", metadata={"x": 1})
with artifact.new_file("f.txt") as file: file.write("hello")
run.log_artifact(artifact).wait()
run.config.update({"late": 1})
run.summary["best"] = .9
print("a line of the console")
run.finish()
`);
    expect([code, output.includes("Traceback")], output).toEqual([0, false]);
    expect([...server.tokens]).toEqual([TOKEN]);
    const it = kept("drive/full");
    const stored = rows("drive/full");
    console.info(`wandb ${version}: ${stored.length} of 32 rows`);
    expect(stored.map(({ step }) => step)).toEqual(Array.from({ length: 32 }, (_, i) => i));
    expect(stored.slice(0, 30).map(({ values }) => values["train/loss"])).toEqual(
      Array.from({ length: 30 }, (_, i) => 1 / (i + 1)),
    );
    expect(stored.slice(7, 10).map(({ values }) => values.odd)).toEqual([Number.NaN, Infinity, -Infinity]);
    expect(stored[29].values).toMatchObject({ "nested.x": 29, "train/global_step": 145 });
    expect(stored.every(({ at }) => at !== null && at > 1e12)).toBe(true);
    expect(it.facts).toMatchObject({
      name: "first",
      group: "g",
      jobType: "train",
      tags: ["a", "b"],
      notes: "why",
      config: { lr: 1e-3, "nested.a": "[1,2]", "nested.b.c": true, none: "null", late: 1 },
      // Clients before 0.29 send a pattern as the metrics that it matched.
      axes: { [minor > 28 ? "train/*" : "train/loss"]: "train/global_step" },
      summary: { best: 0.9 },
    });
    expect(it.opened.client).toBe(`wandb ${version}`);
    expect(it.facts.environment.python).toMatch(/3\./);
    expect([...it.rollouts.values()]).toMatchObject([
      { step: 30, place: 0, prompt: [{ text: "p<é" }], rewards: { format_reward: 0.5 }, advantage: -1 },
      { step: 30, place: 1, completion: [{ text: "d" }], rewards: { format_reward: 1 }, advantage: 1 },
    ]);
    expect(it.notes).toContainEqual({ level: "warning", message: "bad: reward fell" });
    expect([...it.output.values()].join("")).toContain("a line of the console\n");
    const files = [...it.files.keys()];
    expect(files).toEqual(expect.arrayContaining(["requirements.txt", "output.log", "wandb-metadata.json"]));
    expect(files.some((path) => path.startsWith("media/table/other_31_"))).toBe(true);
    expect(files.some((path) => /^artifacts\/weights\/\w+\/f\.txt$/.test(path))).toBe(true);
    expect(verbs.artifacts.find("drive", "weights:latest")).toMatchObject({ version: 0, type: "model" });
    const logged = [...it.files].filter(([path]) => path.startsWith("logged/"));
    const lines = logged.map(([, { bytes }]) => Buffer.from(bytes).toString()).join("");
    expect(lines).toContain('{"row":30,"name":"phase","value":"warm"}');
    expect(lines).not.toContain('"name":"h"');
    expect(it.media).toContainEqual(expect.objectContaining({ kind: "histogram", key: "h" }));
    expect(it.end).toMatchObject({ state: "finished", exitCode: 0, reason: null });
  });

  it("goes on with a run, and a run that does not go on with another of its id gets an id of its own", async () => {
    const { run, rows, kept, verbs } = await clientWorld(python);
    const log = (more: string, count: number, from: number) => `
run = wandb.init(project="drive", id="again"${more})
print("BEGINS AT", run.id, run._starting_step if hasattr(run, "_starting_step") else run.starting_step)
for i in range(${count}): run.log({"x": ${from} + i})
run.finish()
`;
    await run(log("", 10, 0));
    const second = await run(log(', resume="must"', 5, 100));
    expect(second.output).toContain("BEGINS AT again 10");
    const all = [...kept("drive/again").rows].filter(([stream]) => stream.endsWith(":history"));
    const steps = all.flatMap(([, stored]) =>
      Object.values(stored).map(({ step, values }) => [step, values.x]),
    );
    expect(steps).toEqual([
      ...Array.from({ length: 10 }, (_, i) => [i, i]),
      ...Array.from({ length: 5 }, (_, i) => [10 + i, 100 + i]),
    ]);
    const third = await run(log("", 3, 0));
    expect(third.output).toContain("BEGINS AT again-2 0");
    expect([...verbs.runs.keys()]).toEqual(["drive/again", "drive/again-2"]);
    expect(rows("drive/again-2").map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(told(kept("drive/again-2")).join()).toContain("kept as again-2");
  });

  it("tells how it ended, and stops when it is asked to", async () => {
    const { run, kept, rows } = await clientWorld(python);
    const script = (id: string, end: string) => `
run = wandb.init(project="drive", id="${id}")
run.log({"x": 1})
${end}
`;
    await run(script("raised", 'raise ValueError("boom")'));
    await run(script("left", "sys.exit(3)"));
    await run(script("int", "os.kill(os.getpid(), signal.SIGINT); time.sleep(5)"));
    const ends = ["raised", "left", "int"].map((id) => kept(`drive/${id}`).end);
    expect(ends.map((end) => [end?.state, end?.exitCode])).toEqual([
      ["failed", 1],
      ["failed", 3],
      ["killed", 255],
    ]);
    const asked = run(`
run = wandb.init(project="drive", id="stopped")
try:
    for i in range(1200): run.log({"x": i}); time.sleep(.05)
    print("WENT ON")
except KeyboardInterrupt:
    print("STOPPED")
    raise
`);
    await expect.poll(() => rows("drive/stopped").length).toBeGreaterThan(0);
    kept("drive/stopped").stop = true;
    const { output } = await asked;
    expect([output.includes("STOPPED"), output.includes("WENT ON")]).toEqual([true, false]);
    expect(kept("drive/stopped").end?.state).toBe("killed");
  });

  it("sends an offline folder later, and the same folder twice changes nothing", async () => {
    const { run, kept, verbs } = await clientWorld(python);
    const rows = (place: string) =>
      [...kept(place).rows].flatMap(([name, of]) => (name.endsWith(":history") ? of : []));
    const dir = join(home, `offline-${version}`);
    const { output } = await run(
      `
os.makedirs(os.environ["WANDB_DIR"], exist_ok=True)
run = wandb.init(project="drive", id="off", config={"a": {"b": 1}}, mode="offline")
for i in range(20): run.log({"x": i})
run.log({"completions": wandb.Table(columns=["prompt", "completion", "reward"], data=[["p", "c", 1.]])})
print("hello")
run.finish()
print(os.path.dirname(run.dir))
`,
      { WANDB_DIR: dir },
    );
    const folder = /^\/.*offline-run.*$/m.exec(output)?.[0] ?? "";
    const sync = `
import pathlib, subprocess
for marker in pathlib.Path("${folder}").glob("*.synced"): marker.unlink()
told = [sys.executable, "-m", "wandb", "sync", "--include-synced", "${folder}"]
done = subprocess.run(told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout)
`;
    const first = await run(sync);
    expect([...verbs.runs.keys()], output + first.output).toEqual(["drive/off"]);
    expect(rows("drive/off")).toHaveLength(21);
    await run(sync);
    expect([...verbs.runs.keys()]).toEqual(["drive/off"]);
    expect(rows("drive/off").map(({ step }) => step)).toEqual(Array.from({ length: 21 }, (_, i) => i));
    expect(kept("drive/off").rollouts.size).toBe(1);
    expect(kept("drive/off").facts.config).toEqual({ "a.b": 1 });
    console.info(`wandb ${version}: sync ended as ${JSON.stringify(kept("drive/off").end)}`);
  });

  it("writes with several processes into one run, each from row 0", async () => {
    const { run, kept } = await clientWorld(python);
    const writer = (label: string) =>
      run(`
primary = "${label}" == "orchestrator"
run = wandb.init(project="drive", id="shared", settings=wandb.Settings(mode="shared", x_label="${label}", x_primary=primary, x_update_finish_state=primary))
run.define_metric("*", step_metric="step")
for i in range(8): run.log({"${label}/v": i, "step": i})
if primary: time.sleep(4)
run.finish()
`);
    const ended = await Promise.all([writer("orchestrator"), writer("trainer")]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const streams = [...kept("drive/shared").rows].filter(([stream]) => stream.endsWith(":history"));
    expect(streams.map(([, stored]) => stored.map(({ values }) => values.step))).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 3, 4, 5, 6, 7],
    ]);
    expect(kept("drive/shared").facts.axes).toMatchObject(
      minor > 28 ? { "*": "step" } : { "orchestrator/v": "step", "trainer/v": "step" },
    );
    expect(kept("drive/shared").end?.state).toBe("finished");
  });

  it("loses no row to refused and cut requests, and sends none twice", async () => {
    const faults: Fault[] = ["none", "500", "none", "500 after", "none", "drop", "none", "drop after"];
    const { run, rows } = await clientWorld(python, (n) => (n < 3 ? "none" : faults[n % faults.length]));
    const { output } = await run(`
run = wandb.init(project="drive", id="faulty")
for i in range(60): run.log({"x": i}); time.sleep(.1)
run.finish()
`);
    expect(
      rows("drive/faulty").map(({ values }) => values.x),
      output,
    ).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});
