import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../../testing.ts";

/** Two runs of one seed, of which the second is read against the first, and a way to give either points. */
export function twoRuns() {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0] });
  const [baseline, other] = [startNext(world, worker), startNext(world, worker)];
  return { world, experimentId, baseline, other };
}

export const attemptOf = ({ ctx }: World, id: string) => selectAttempt(ctx.db, id) as AttemptRecord;

/** Stores points of metrics at the x `from`, `from + 1` ... */
export function give(
  { ctx }: World,
  attemptId: string,
  from: number,
  values: Record<string, ArrayLike<number>>,
): void {
  const columns = Object.entries(values).map(([metric, given]) => ({
    metric,
    axis: "step",
    x: Float64Array.from(given, (_, i) => from + i),
    value: Float64Array.from(given),
    at: Float64Array.from(given, (_, i) => 1000 + from + i),
  }));
  pointStore(ctx.db).append([{ attemptId, source: "test", firstSeq: null, columns }]);
}
