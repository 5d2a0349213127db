import { doAtOnce } from "../series/sliced.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { CreateReportInput, ReportPageInput, type ReportPage } from "../../contracts/reports/report.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";
import { createReport } from "./create.ts";
import { getReportPage } from "./page.ts";
import { publishReport } from "./publish.ts";

export const HASHES = problemHashes(40);

export interface ReportWorld extends World {
  experimentId: string;
  runs: { id: string; name: string; label: string; seed: number }[];
}

/** A finished ablation of two configurations; every run has points, a first and a final evaluation of 40 problems. */
export function reportWorld(
  more: { seeds?: number[]; events?: (label: string, seed: number) => TrainerEvent[] } = {},
): ReportWorld {
  const world = makeWorld();
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: more.seeds ?? [0, 1, 2] });
  const runs = selectRunsByExperiment(world.ctx.db, experimentId);
  const worker = joinWorker(world, { slots: 32 });
  for (const _ of runs) {
    const attempt = startNext(world, worker);
    const run = runs.find((r) => r.id === attempt.runId);
    if (!run) throw new Error("an attempt of no run");
    const solved = 20 + run.seed * 3 + (run.label === "no_kl" ? ([8, 3, 6][run.seed] ?? 0) : 0);
    attempt.send(
      populationEvent(HASHES),
      ...pointsEvents({ "reward/raw": 0.5 + run.seed / 10, "group/zero_share": 0.4, "group/std": 0.2 }, 12),
      evaluationEvent(HASHES, solved - 10, { key: "start", step: 0, final: false }),
      evaluationEvent(HASHES, solved, { step: 12 }),
      ...(more.events?.(run.label, run.seed) ?? []),
    );
    world.clock.now += 1000;
    attempt.finish();
  }
  return { ...world, experimentId, runs: selectRunsByExperiment(world.ctx.db, experimentId) };
}

/** A stored report with this text. */
export const write = (world: World, markdown: string, title = "A claim"): string =>
  createReport(world.ctx, CreateReportInput.parse({ title, markdown })).id;

export function publish(world: World, markdown: string, title?: string): string {
  const id = write(world, markdown, title);
  doAtOnce(publishReport(world.ctx, id));
  return id;
}

export const page = (
  world: World,
  id: string,
  view: "newest" | "draft" = "newest",
  check = true,
): ReportPage => doAtOnce(getReportPage(world.ctx, ReportPageInput.parse({ id, view, check })));
