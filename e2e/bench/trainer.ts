import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./ablab-process.ts";
import { atLeast, atMost, type Figure, quantile, type Measurement } from "./figure.ts";

const PROGRAM = join(ROOT, "workers", "recipes", "rl", "testing", "throughput.ts");

interface Throughput {
  fourUpdates: number;
  sixteenUpdates: number;
  evaluated: number;
  evaluationSeconds: number;
  steps: number;
  labels: number;
  labelSeconds: number;
}

/** The lab in a process of its own, without a server: nothing else takes its core's caches but what the machine does. */
async function alone(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM]);
  const of = JSON.parse(stdout) as Throughput;
  const training = (updates: number, measured: number, goal: number): Figure => ({
    name: `trainer alone, ${updates} updates`,
    measured,
    unit: "1/CPU s",
    target: atLeast(goal),
    note: "train episodes on hard, rollouts, rewards and updates; no evaluation",
  });
  return [
    training(4, of.fourUpdates, 2800),
    training(16, of.sixteenUpdates, 1300),
    {
      name: `${of.evaluated} problems evaluated`,
      measured: of.evaluationSeconds,
      unit: "CPU s",
      target: atMost(2),
      note: `hard, greedy, with all ${of.steps} steps of their episodes`,
    },
    {
      name: `${of.labels} step labels`,
      measured: of.labelSeconds,
      unit: "CPU s",
      target: atMost(0.5),
      note: "the reports' six rules, on the steps of that evaluation as often as it takes",
    },
  ];
}

interface Points {
  t: string;
  values: Record<string, number>;
}

/** The points a trainer wrote, oldest first. */
function pointsOf(file: string): Record<string, number>[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"t":"points"'))
    .map((line) => (JSON.parse(line) as Points).values)
    .filter((values) => "perf/cpu_s" in values);
}

/** Episodes per CPU second over the train steps that evaluated nothing: rollouts, rewards and updates alone. */
function episodesPerCpuSecond(points: Record<string, number>[]): number {
  let [episodes, seconds] = [0, 0];
  for (let i = 1; i < points.length; i++) {
    if ("eval/rr" in points[i]) continue;
    episodes += points[i]["progress/episodes"] - points[i - 1]["progress/episodes"];
    seconds += points[i]["perf/cpu_s"] - points[i - 1]["perf/cpu_s"];
  }
  return episodes / seconds;
}

const TRAINER = join(ROOT, "workers", "trainer", "main.ts");

/** 12 cells of 200 problems, made, validated and packed by the program that a worker starts. */
async function benchmarkFigures(): Promise<Figure[]> {
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [TRAINER, "benchmark"], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = (performance.now() - began) / 1000;
  const last = stdout.split("\n").findLast((line) => line.startsWith('{"t":"points"'));
  const { values } = JSON.parse(last ?? "null") as Points;
  const made = `${values["bench/taken"]} problems made`;
  const note = `validated; types A to D, 12 cells of 200, a quarter of them integer, a tenth of those confirmed by HiGHS; start of the program included`;
  return [
    { name: made, measured: seconds, unit: "s", target: atMost(5), note },
    { name: `${made}, CPU`, measured: values["perf/cpu_s"], unit: "CPU s", target: atMost(5), note },
  ];
}

/** What the lab does by itself: no server, no demo. */
export const lab: Measurement = {
  name: "lab",
  measure: async () => [...(await alone()), ...(await benchmarkFigures())],
};

export const trainer: Measurement = {
  name: "trainer",
  async measure(world) {
    const { home } = await world.demo();
    const runs = readdirSync(join(home, "runs")).map((attempt) =>
      pointsOf(join(home, "runs", attempt, "events.ndjson")),
    );
    const note = `median of ${runs.length} runs of the demo, all cores busy`;
    return [
      {
        name: "trainer episodes",
        measured: quantile(runs.map(episodesPerCpuSecond), 0.5),
        unit: "1/CPU s",
        target: atLeast(2560),
        note: `${note}; train steps without evaluations`,
      },
      {
        name: "trainer, whole run",
        measured: quantile(
          runs.map((points) => points.at(-1)?.["perf/cpu_s"] ?? Number.NaN),
          0.5,
        ),
        unit: "CPU s",
        target: null,
        note,
      },
    ];
  },
};
