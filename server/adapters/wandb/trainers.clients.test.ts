import { describe, expect, test } from "vitest";
import { pythonWith } from "../testing.python.ts";
import type { FakeRun } from "../testing.ts";
import { clientWorld } from "./testing.clients.ts";

const rollouts = (run: FakeRun) =>
  [...run.rollouts.values()].map(({ step, place, prompt, completion, reward, phase }) => ({
    step,
    place,
    prompt: prompt[0]?.text ?? null,
    completion: completion[0].text,
    reward,
    phase,
  }));

/** How trainers call the client, as calls alone: their own logging modules make no others. */
describe.each(["0.19.11", "0.31.0"])("through the wandb client %s", (version) => {
  const python = pythonWith(`wandb-${version}`, [`wandb==${version}`]) ?? "";
  const it = test.skipIf(python === "");

  it("verl logs by step, and a table of samples that grows", async () => {
    const { run, rows, kept } = await clientWorld(python);
    const { code, output } = await run(`
run = wandb.init(project="verl", name="qwen", entity=None, config={"actor": {"optim": {"lr": 1e-6}}, "data": {"seed": 7}})
samples = [("q1", "a1", 0.), ("q2", "a2", 1.)]
columns = ["step"] + sum([[f"input_{i+1}", f"output_{i+1}", f"score_{i+1}"] for i in range(2)], [])
table = wandb.Table(columns=columns)
for step in (1, 2, 3):
    wandb.log(data={"training/global_step": step, "actor/pg_loss": .5 / step, "critic/score/mean": step}, step=step)
    fresh = wandb.Table(columns=columns, data=table.data)
    row = [step]
    for sample in samples: row.extend(sample)
    fresh.add_data(*row)
    wandb.log({"val/generations": fresh}, step=step)
    table = fresh
print("KEY", run.id)
wandb.finish(exit_code=0)
`);
    expect(code, output).toBe(0);
    const place = `verl/${/KEY (\w+)/.exec(output)?.[1] ?? ""}`;
    expect(rows(place).map(({ step, values }) => [step, values["critic/score/mean"]])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(kept(place).facts).toMatchObject({
      name: "qwen",
      config: { "actor.optim.lr": 1e-6, "data.seed": 7 },
      axes: { "*": "training/global_step" },
    });
    const sample = (step: number, n: number, reward: number) => ({
      step,
      place: 0,
      prompt: `q${n}`,
      completion: `a${n}`,
      reward,
      phase: "eval",
    });
    const all = [1, 2, 3].flatMap((step) => [sample(step, 1, 0), sample(step, 2, 1)]);
    expect(rollouts(kept(place))).toEqual(all);
  });

  it("OpenRLHF logs on train/global_step and eval/global_step, with texts and their rewards", async () => {
    const { run, rows, kept } = await clientWorld(python);
    const { code, output } = await run(`
wandb.login(key=os.environ["WANDB_API_KEY"])
wandb.init(entity=None, project="openrlhf", group="g", name="ppo", id="ppo1", config={"micro": 4}, reinit=True)
wandb.define_metric("train/global_step")
wandb.define_metric("train/*", step_metric="train/global_step", step_sync=True)
wandb.define_metric("eval/global_step")
wandb.define_metric("eval/*", step_metric="eval/global_step", step_sync=True)
samples = wandb.Table(columns=["global_step", "text", "reward"])
for step in (1, 2):
    fresh = wandb.Table(columns=samples.columns, data=samples.data)
    fresh.add_data(step, f"text {step}", float(step))
    samples = fresh
    wandb.log({"train/generated_samples": fresh})
    wandb.log({"train/reward": step * .1, "train/global_step": step})
wandb.log({"eval/acc": .5, "eval/global_step": 2})
wandb.finish()
`);
    expect(code, output).toBe(0);
    const values = rows("openrlhf/ppo1").map((row) => row.values);
    expect(values.map((row) => row["train/reward"]).filter((value) => value !== undefined)).toEqual([
      0.1, 0.2,
    ]);
    const { axes } = kept("openrlhf/ppo1").facts;
    expect(axes[version === "0.31.0" ? "train/*" : "train/reward"]).toBe("train/global_step");
    expect(axes[version === "0.31.0" ? "eval/*" : "eval/acc"]).toBe("eval/global_step");
    expect(rollouts(kept("openrlhf/ppo1"))).toEqual(
      [1, 2].map((step) => ({
        step,
        place: 0,
        prompt: null,
        completion: `text ${step}`,
        reward: step,
        phase: "train",
      })),
    );
  });

  it("prime-rl logs from two processes on a step of its own, with tables that grow in parts", async () => {
    const { run, kept } = await clientWorld(python);
    const incremental = version === "0.19.11" ? "" : ', log_mode="INCREMENTAL"';
    const process = (primary: boolean) =>
      run(`
primary = ${primary ? "True" : "False"}
settings = wandb.Settings(mode="shared", x_label="orchestrator" if primary else "trainer", x_primary=primary, x_update_finish_state=primary)
run = wandb.init(project="prime", name="rl", id="rl1", resume=None, config={"max_steps": 3} if primary else None, settings=settings)
wandb.define_metric("*", step_metric="step")
table = wandb.Table(columns=["step", "env_name", "task", "example_id", "messages", "input_ids", "reward"]${incremental})
for step in range(3):
    if primary:
        wandb.log({"reward/mean": step * .5, "step": step})
        for i in range(2): table.add_data(step, "math", "t", 5, f"said {step} {i}", "[1, 2]", float(i))
        wandb.log({"samples": table, "step": step})
    else:
        wandb.log({"loss/mean": 1. / (step + 1), "step": step})
if primary: time.sleep(4)
wandb.finish()
`);
    const ended = await Promise.all([process(true), process(false)]);
    expect(
      ended.map(({ code }) => code),
      ended.map((e) => e.output).join("\n"),
    ).toEqual([0, 0]);
    const { facts, rows } = kept("prime/rl1");
    expect(facts).toMatchObject({ name: "rl", config: { max_steps: 3 } });
    expect(facts.axes[version === "0.31.0" ? "*" : "reward/mean"]).toBe("step");
    const all = [...rows].filter(([name]) => name.endsWith(":history")).flatMap(([, stored]) => stored);
    const seen = (name: string) =>
      all.map(({ values }) => values[name]).filter((value) => value !== undefined);
    expect([seen("reward/mean"), seen("loss/mean")]).toEqual([
      [0, 0.5, 1],
      [1, 1 / 2, 1 / 3],
    ]);
    const samples = rollouts(kept("prime/rl1"));
    expect(samples.map(({ step, place, completion }) => [step, place, completion])).toEqual(
      // A table that was logged is not sent again by 0.19, whatever is added to it.
      (version === "0.31.0" ? [0, 1, 2] : [0]).flatMap((step) =>
        [0, 1].map((i) => [step, i, `said ${step} ${i}`]),
      ),
    );
  });
});
