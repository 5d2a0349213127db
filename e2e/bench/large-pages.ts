import { createHash } from "node:crypto";
import type { EpisodeStep, TrainerEvent } from "../../workers/protocol/events.ts";
import type { StepLabel } from "../../workers/protocol/label-events.ts";
import { newHome, removeHome, startBench, type RunningBench } from "./ablab-process.ts";
import { openPage } from "./browser-page.ts";
import { atMost, type Figure, type Measurement } from "./figure.ts";
import { joinByWire, launchBy } from "./wire-worker.ts";

const PROBLEMS = 4162;
const EVALUATIONS = 10;
const STEPS = 24;
const LABELS = 100_000;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashes = Array.from({ length: PROBLEMS }, (_, i) => sha256(`figure ${i}`));
const population = sha256(hashes.toSorted().join("\n"));
const ACTIONS: EpisodeStep["action"][] = ["GET_IIS", "DIAGNOSE", "DROP", "RELAX_SMALL", "CHECK"];

/** Solved or not by a fixed rule, so that evaluations differ in about a tenth of the problems. */
function evaluation(policy: number): TrainerEvent[] {
  const rows = hashes.map((_, i) => {
    const solved = (i * 7919 + policy * 104_729) % 100 < 85 + policy;
    const steps = 1 + ((i * 31 + policy) % 19);
    return {
      i,
      solved,
      steps,
      op: solved ? 0.9 : null,
      da: (i % 3) / 2,
      clean: solved && i % 2 === 0,
      confirmed: null,
    };
  });
  const problems = hashes.map((hash, i) => ({
    key: `p${i}`,
    hash,
    type: "ABCDE"[i % 5],
    level: ["easy", "medium", "hard"][i % 3],
    rows: 12,
    cols: 9,
    integers: 0,
    faults: 1,
  }));
  return [
    {
      t: "population",
      at: 1,
      role: "held_out",
      name: `figures ${PROBLEMS}`,
      source: "generated",
      hash: population,
      relaxed: false,
      problems,
    },
    {
      t: "evaluation",
      at: 2,
      key: "final",
      step: 40,
      final: true,
      populationHash: population,
      protocol: {
        decoding: "greedy",
        temperature: 0,
        maxSteps: 20,
        observation: "noisy",
        evalSeed: 1,
        daDefinition: "da.root",
      },
      rows,
    },
  ];
}

function episodes(): TrainerEvent[] {
  const steps = Array.from({ length: STEPS }, (_, k): EpisodeStep => {
    const action = ACTIONS[k % ACTIONS.length];
    const target = action === "GET_IIS" ? null : `c${k}`;
    return { action, target, status: "INFEASIBLE", iisBefore: ["c1", "c2"], iisAfter: ["c1", "c2"] };
  });
  return Array.from({ length: Math.ceil(PROBLEMS / 500) }, (_, part) => ({
    t: "episodes" as const,
    at: 3,
    key: "final",
    episodes: hashes.slice(part * 500, part * 500 + 500).map((_hash, k) => ({ i: part * 500 + k, steps })),
  }));
}

function labels(): TrainerEvent[] {
  const rows = Array.from({ length: LABELS }, (_, k): StepLabel => {
    const step = 1 + (k % STEPS);
    return { i: Math.floor(k / STEPS), step, label: [0, 0.2, 0.5, 1][k % 4], reason: "no_progress" };
  });
  return Array.from({ length: LABELS / 5000 }, (_, part) => ({
    t: "labels" as const,
    at: 4,
    rows: rows.slice(part * 5000, part * 5000 + 5000),
  }));
}

interface LargeWorld {
  runs: string[];
  experimentId: string;
  labelMs: number;
}

/** Ten finished runs measured on the same 4,162 problems, one of them with episodes and 100,000 labels. */
async function fill(bench: RunningBench): Promise<LargeWorld> {
  const worker = await joinByWire(bench);
  const seeds = Array.from({ length: EVALUATIONS }, (_, i) => i);
  const { experimentId } = await launchBy(bench, "grpo", "baseline", seeds);
  const runs: string[] = [];
  for (const seed of seeds)
    runs.push(await worker.play([...evaluation(seed), ...(seed === 0 ? episodes() : [])]));
  await launchBy(bench, "prm-labels", "rules", [0], { episodes: { run: runs[0] } });
  const started = performance.now();
  await worker.play(labels());
  return { runs, experimentId, labelMs: performance.now() - started };
}

/** Milliseconds from the request to the first text on a page; the best of three, with a warm server and browser. */
async function firstPaint(page: Awaited<ReturnType<typeof openPage>>["page"], url: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    await page.goto(url, { waitUntil: "load" });
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    best = Math.min(best, (await paint.jsonValue()) ?? Number.POSITIVE_INFINITY);
  }
  return best;
}

async function reportFigures(
  bench: RunningBench,
  experimentId: string,
): Promise<{ id: string; figures: Figure[] }> {
  const { id } = await bench.mutate<{ id: string }>("reports.write", { experimentId, template: "ablation" });
  await bench.mutate("reports.publish", { id });
  const started = performance.now();
  const exported = await bench.query<{ text: string }>("reports.export", {
    id,
    view: "newest",
    form: "html",
  });
  const measured = (performance.now() - started) / 1000;
  const mebibytes = Buffer.byteLength(exported.text) / 2 ** 20;
  const note = `of ${EVALUATIONS} evaluations of ${PROBLEMS} problems`;
  return {
    id,
    figures: [
      { name: "report as one HTML file", measured, unit: "s", target: atMost(5), note },
      {
        name: "size of that file",
        measured: mebibytes,
        unit: "MiB",
        target: atMost(3),
        note: "fonts included",
      },
    ],
  };
}

export const largePages: Measurement = {
  name: "large",
  async measure() {
    const home = newHome();
    const bench = await startBench(home, "--no-worker");
    const browser = await openPage(bench.loginLink);
    try {
      const { runs, experimentId, labelMs } = await fill(bench);
      const report = await reportFigures(bench, experimentId);
      const note = `${EVALUATIONS} evaluations of ${PROBLEMS} problems; first contentful paint, best of 3`;
      const figures: Figure[] = [
        {
          name: "100,000 labels stored",
          measured: labelMs / 1000,
          unit: "s",
          target: atMost(2),
          note: "over the worker wire, 20 events",
        },
        ...report.figures,
      ];
      for (const [name, path, target] of [
        ["compare page", `/compare?e=${runs.join(",")}`, 700],
        ["PRM page", "/prm", 700],
        ["report page", `/reports/${report.id}`, 700],
        ["evaluation page", `/evaluations/${await finalEvaluation(bench, runs[0])}`, 1000],
      ] as const)
        figures.push({
          name: `${name}, first paint`,
          measured: await firstPaint(browser.page, bench.url + path),
          unit: "ms",
          target: atMost(target),
          note,
        });
      return figures;
    } finally {
      await browser.close();
      await bench.stop();
      removeHome(home);
    }
  },
};

async function finalEvaluation(bench: RunningBench, runId: string): Promise<string> {
  const { evaluations } = await bench.query<{ evaluations: { id: string }[] }>("runs.get", { id: runId });
  return evaluations[0].id;
}
