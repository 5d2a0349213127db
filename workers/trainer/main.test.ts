import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generateProblem } from "../lab/env/generate.ts";
import type { TrainerEvent } from "../protocol/events.ts";
import { type Params, trainerArgs } from "../protocol/manifest.ts";
import { grpo } from "../recipes/grpo/manifest.ts";
import { problemFile, recordOf } from "../recipes/problems/testing.ts";
import { eventsOf as of } from "../recipes/testing.ts";
import { parseEvents as parse, runTrainer as trainer } from "./testing.ts";

describe("a run of grpo", () => {
  const small: Params = { ...grpo.smoke, iterations: 5, eval_every: 2, prompts: 6, train_problems: 20 };
  /** The evaluations that the training measures itself by; one more, sampled, stands beside the last of them. */
  const greedy = (events: readonly TrainerEvent[]) =>
    of(events, "evaluation").filter(({ protocol }) => protocol.decoding === "greedy");
  const run = (over: Params, seed = 0) => trainer(trainerArgs(grpo, { ...small, ...over }, seed));

  test("introduces its populations, its start and its evaluations in an order a reader can follow", async () => {
    const events = parse((await run({})).lines);
    const [train, heldOut, shown] = of(events, "population");
    expect([train.role, heldOut.role, shown.role]).toEqual(["train", "held_out", "demonstrated"]);
    expect(shown.problems).toHaveLength(Number(small.sft_demos));
    const start = events.findIndex((event) => event.t === "artifact");
    expect(events[start]).toMatchObject({ kind: "start_weights", step: 0 });
    const evaluations = greedy(events);
    expect(
      of(events, "evaluation")
        .map(({ key }) => key)
        .at(-2),
    ).toBe("step-5-sampled");
    expect(evaluations.map(({ key, step, final }) => [key, step, final])).toEqual([
      ["step-0", 0, false],
      ["step-2", 2, false],
      ["step-4", 4, false],
      ["step-5", 5, true],
    ]);
    for (const { rows, populationHash, protocol } of evaluations) {
      expect(rows).toHaveLength(heldOut.problems.length);
      expect(populationHash).toBe(heldOut.hash);
      expect(protocol).toEqual(evaluations[0].protocol);
    }
    expect(events.findIndex((event) => event.t === "evaluation")).toBeGreaterThan(start);
    const traced = of(events, "episodes")
      .filter(({ key }) => key === "step-5")
      .flatMap((event) => event.episodes);
    expect(traced.map((episode) => episode.i)).toEqual(evaluations[3].rows.map((row) => row.i));
    traced.forEach(({ steps }, i) => {
      const row = evaluations[3].rows[i];
      expect(steps).toHaveLength(row.steps);
      expect(steps[steps.length - 1].status === "OPTIMAL").toBe(row.solved);
    });
    const [begun, ended] = of(events, "artifact");
    expect([begun.kind, begun.step, ended.kind, ended.step]).toEqual(["start_weights", 0, "weights", 5]);
    expect(begun.data).toBeUndefined();
    expect(Buffer.from(ended.data ?? "", "base64")).toHaveLength(ended.bytes);
    expect(ended.network).toEqual({ features: 32, hidden: 32, actions: 8 });
    expect(of(events, "groups").map(({ step, drawn }) => [step, drawn])).toEqual([[5, 6]]);
  });

  test("a twin names the start that it was moved from, and one that moved far names its own", async () => {
    const short = { iterations: 0 };
    const [plain, twin, far] = await Promise.all(
      [0, 1e-6, 1e-2].map((start_shift) => run({ ...short, start_shift })),
    );
    const weights = ({ lines }: typeof plain) => of(parse(lines), "artifact").map(({ sha256 }) => sha256);
    const [start] = weights(plain);
    expect(weights(plain)).toEqual([start, start]);
    expect(weights(twin)[0]).toBe(start);
    expect(weights(twin)[1]).not.toBe(start);
    expect(weights(far)[0]).not.toBe(start);
    expect(weights(far)[1]).toBe(weights(far)[0]);
  });

  test("has one points event per train step, with counters that add up and evaluation values of its rows", async () => {
    const events = parse((await run({ dynamic: true })).lines);
    const steps = of(events, "points").filter((event) => "reward/raw" in event.values);
    expect(steps.map((event) => event.step)).toEqual([1, 2, 3, 4, 5]);
    const episodes = steps.map((event) => Number(event.values["progress/episodes"]));
    episodes.forEach((count, i) => {
      const drawn = count - (episodes[i - 1] ?? 0);
      expect([48, 96, 144, 192]).toContain(drawn);
    });
    const final = greedy(events)[3];
    const values = steps[4].values;
    const share = (solved: (row: (typeof final.rows)[number]) => boolean) =>
      final.rows.filter(solved).length / final.rows.length;
    expect(values["eval/rr"]).toBeCloseTo(
      share((row) => row.solved),
      12,
    );
    expect(values["eval/rr_at_5"]).toBeCloseTo(
      share((row) => row.solved && row.steps <= 5),
      12,
    );
    expect(steps[0].values).not.toHaveProperty(["eval/rr"]);
  });

  test("starts from the same weights and problems whatever its seed, and ends with others", async () => {
    const [a, b] = (await Promise.all([run({}, 1), run({}, 2)])).map(({ lines }) => parse(lines));
    const [startA, endA] = of(a, "artifact");
    const [startB, endB] = of(b, "artifact");
    expect(startB.sha256).toBe(startA.sha256);
    expect(endB.sha256).not.toBe(endA.sha256);
    expect(of(b, "population").map((event) => event.hash)).toEqual(
      of(a, "population").map((event) => event.hash),
    );
    expect(of(b, "evaluation")[0].rows).toEqual(of(a, "evaluation")[0].rows);
  });

  test("stays exactly flat with learning rate 0", async () => {
    const events = parse((await run({ learning_rate: 0 })).lines);
    const [start, end] = of(events, "artifact");
    expect(end.sha256).toBe(start.sha256);
    for (const { values } of of(events, "points").filter((event) => "reward/raw" in event.values)) {
      expect([values["policy/kl"], values["policy/clip_share"]]).toEqual([0, 0]);
    }
    const [first, ...others] = greedy(events).map((event) => event.rows);
    for (const rows of others) expect(rows).toEqual(first);
  });

  test("with no train steps measures its start once, finally and with episodes", async () => {
    const events = parse((await run({ iterations: 0 })).lines);
    expect(greedy(events).map(({ step, final }) => [step, final])).toEqual([[0, true]]);
    expect(of(events, "episodes").length).toBeGreaterThan(0);
    const names = of(events, "points").flatMap((event) => Object.keys(event.values));
    const off = Object.keys(grpo.switchedOff({ ...small, iterations: 0 }));
    expect(names.filter((name) => off.includes(name))).toEqual([]);
    expect(names).toContain("progress/episodes");
    const [start, end] = of(events, "artifact");
    expect([end.kind, end.step, end.sha256]).toEqual(["weights", 0, start.sha256]);
  });

  test("on a benchmark with integer models says relaxed and asks HiGHS once about each repaired one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ablab-bench-"));
    const records = Array.from({ length: 30 }, (_, i) => {
      const problem = generateProblem(5, i, "easy");
      if (i % 2 === 0) problem.model.integer.fill(1);
      return recordOf(problem);
    });
    writeFileSync(join(folder, "mixed.json"), JSON.stringify(problemFile("mixed", records)));
    const params = { ...small, problems: "mixed", iterations: 1, sft_epochs: 12 };
    const { lines, code } = await trainer(trainerArgs(grpo, params, 0), {
      env: { ABLAB_BENCHMARKS: folder },
    });
    expect(code).toBe(0);
    const events = parse(lines);
    expect(of(events, "note")[0].message).toMatch(/^relaxed: 15 of 30 models/);
    const heldOut = of(events, "population")[1];
    expect(heldOut).toMatchObject({ source: "benchmark", name: "mixed", relaxed: true });
    const [start, final] = greedy(events);
    expect(start.rows.every((row) => row.confirmed === null)).toBe(true);
    for (const row of final.rows) {
      const asked = row.solved && heldOut.problems[row.i].integers > 0;
      expect(row.confirmed !== null).toBe(asked);
    }
    expect(final.rows.some((row) => row.confirmed === true)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test("asked to stop, finishes its step, evaluates nothing more and exits with 130", async () => {
    const argv = trainerArgs(grpo, { ...small, iterations: 5000, eval_every: 1 }, 0);
    let isAsked = false;
    const { code, signal, lines, log } = await trainer(argv, {
      onEvent: (event, pid) => {
        if (isAsked || event.t !== "points" || event.step < 3 || !("reward/raw" in event.values)) return;
        isAsked = true;
        process.kill(pid, "SIGINT");
      },
    });
    expect([code, signal]).toEqual([130, null]);
    expect(log.match(/Stopped on request/g)).toHaveLength(1);
    const events = parse(lines);
    const steps = of(events, "points").filter((event) => "reward/raw" in event.values);
    expect(steps.map((event) => event.step)).toEqual(steps.map((_, i) => i + 1));
    expect(of(events, "evaluation").map((event) => event.step)).toEqual(steps.map((_, i) => i));
    expect(steps.map((event) => "eval/rr" in event.values)).toEqual(
      steps.map((_, i) => i < steps.length - 1),
    );
    expect(events[events.length - 1]).toMatchObject({ t: "progress", step: steps.length });
  });

  test("asked a second time, ends at once by the signal and not at the end of its step", async () => {
    const params = { ...small, iterations: 5000, epochs_per_batch: 32, minibatches: 32, prompts: 32 };
    let asking: NodeJS.Timeout | undefined;
    const { code, signal, lines } = await trainer(trainerArgs(grpo, params, 0), {
      onEvent: (event, pid) => {
        if (asking || event.t !== "progress" || event.phase !== "training") return;
        // Two signals of one kind that come at once are one; so it is asked until it has heard two.
        asking = setInterval(() => process.kill(pid, "SIGINT"), 50);
      },
      onEnd: () => clearInterval(asking),
    });
    expect([code, signal]).toEqual([null, "SIGINT"]);
    expect(parse(lines).at(-1)).toMatchObject({ t: "progress", phase: "training", step: 1 });
  });

  test("refuses a parameter it does not know with exit code 2 and one sentence", async () => {
    const { code, lines, log } = await trainer(["grpo", "--learning=1"]);
    expect([code, lines]).toEqual([2, []]);
    expect(log.trim()).toBe('Unknown parameter "learning". See the recipe\'s fields for the names it has.');
  });

  test("stops with exit code 1 and a sentence that names the step when numbers blow up", async () => {
    const params = { level: "easy", reward: "composite", learning_rate: 1, grad_clip: 0, beta_kl: 10 };
    const { code, log, lines } = await run(params);
    expect(code).toBe(1);
    expect(log.trim().split("\n").at(-1)).toMatch(
      /^The run failed: The loss became .* at train step 1, update \d+\./,
    );
    expect(parse(lines).length).toBeGreaterThan(0);
  });

  test("refuses a benchmark that nobody registered in one sentence that says what to do, and no stack", async () => {
    const { code, log } = await run({ problems: "nowhere" });
    expect(code).toBe(2);
    expect(log).toContain('Benchmark "nowhere" is not known here');
    expect(log).toContain("Set ABLAB_BENCHMARKS to the folder that holds nowhere.json.");
    expect(log).not.toContain("read-benchmark");
  });
});
