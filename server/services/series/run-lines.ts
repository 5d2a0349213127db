import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { type AttemptOfRun, selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { MACHINE_AXIS } from "../../../workers/protocol/machine/machine-metrics.ts";
import { isDamagedPoints } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { axisMetrics, chooseSeries } from "./choose-series.ts";
import { takeoversOf } from "./built-upon.ts";
import type { LinePart } from "./line-part.ts";
import { nextDown } from "./neighbour.ts";

export interface RunLinesQuestion {
  runIds: readonly string[];
  metrics: readonly string[];
  xAxis: string;
  /** `latest`: a metric of earlier attempts ends where that of a later one begins. */
  overlap: "latest" | "all";
}

/** One line part with whose it is. */
export interface RunLine {
  attempt: AttemptOfRun;
  metric: string;
  part: LinePart;
  /** Points that a later attempt hides. */
  hidden: number;
  /** Its x counts the calls of a logger; readings of the machine stand on seconds, of which each has all. */
  ofLogger: boolean;
}

function hiddenOf(store: PointStore, series: SeriesFacts, takeover: number | null): number {
  if (takeover === null || series.lastX === null || series.lastX < takeover) return 0;
  try {
    return store.window(series.id, { from: takeover, to: null }, 2).total;
  } catch (error) {
    // The window of the line says it, and the other lines are answered.
    if (isDamagedPoints(error)) return 0;
    throw error;
  }
}

/** The lines of some metrics of some runs: by run and metric as asked, in a run by attempt, oldest first. */
export function runLines(ctx: ServiceContext, store: PointStore, question: RunLinesQuestion): RunLine[] {
  const { runIds, metrics, xAxis, overlap } = question;
  const attempts = selectAttemptsOfRuns(ctx.db, runIds);
  const byRun = Map.groupBy(attempts, (a) => a.runId);
  const ids = attempts.map((a) => a.id);
  const wanted = [...new Set([...metrics, ...axisMetrics(xAxis)])];
  const known = Map.groupBy(store.series(ids, wanted), (s) => s.attemptId);
  return [...new Set(runIds)].flatMap((runId) => {
    const ofRun = byRun.get(runId) ?? [];
    const isCut = overlap === "latest" && ofRun.length > 1;
    const takeover = isCut
      ? takeoversOf(
          ofRun,
          ofRun.flatMap((a) => known.get(a.id) ?? []),
        )
      : () => null;
    return ofRun.flatMap((attempt) =>
      [...new Set(metrics)].flatMap((metric): RunLine[] => {
        const chosen = chooseSeries(known.get(attempt.id) ?? [], metric, xAxis);
        if (!chosen) return [];
        const from = takeover(chosen.series);
        const startedAt = attempt.startedAt ?? attempt.claimedAt;
        const { lastX } = chosen.series;
        // What arrives while an answer is made is in the next one: the window and what is said of the series agree.
        const until = from !== null && lastX !== null && lastX >= from ? nextDown(from) : lastX;
        const hidden = hiddenOf(store, chosen.series, from);
        const ofLogger = attempt.logger !== null && chosen.series.axis !== MACHINE_AXIS;
        return [{ attempt, metric, part: { ...chosen, startedAt, until }, hidden, ofLogger }];
      }),
    );
  });
}
