import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import type { GroupBand, GroupInput } from "../../contracts/series.ts";
import { aggregateSeeds } from "../../stats/aggregate-seeds.ts";
import type { ServiceContext } from "../context.ts";
import { alignLines } from "./aligned-lines.ts";
import { doInSlices, type Sliced } from "./sliced.ts";

function* groupsOf(ctx: ServiceContext, input: GroupInput): Sliced<GroupBand[]> {
  const { groups, metric, xAxis, from, to, points, smoothing } = input;
  const store = pointStore(ctx.db);
  const begun = new Set(
    selectAttemptsOfRuns(
      ctx.db,
      groups.flatMap(({ runIds }) => runIds),
    ).map(({ runId }) => runId),
  );
  const bands: GroupBand[] = [];
  for (const { key, runIds } of groups) {
    const question = { metric, xAxis, span: { from, to }, points, smoothing };
    const { x, values, ...facts } = yield* alignLines(ctx, store, runIds, question);
    const at = values.map(aggregateSeeds);
    bands.push({
      key,
      begun: new Set(runIds.filter((id) => begun.has(id))).size,
      ...facts,
      x,
      n: at.map((a) => a.n),
      mean: at.map((a) => a.mean),
      low: at.map((a) => a.low),
      high: at.map((a) => a.high),
      median: at.map((a) => a.median),
      iqm: at.map((a) => a.iqm),
      min: at.map((a) => a.min),
      max: at.map((a) => a.max),
    });
    yield;
  }
  return bands;
}

/** Each group of runs as one line with its spread; a group without points has empty columns. */
export function groupBands(
  ctx: ServiceContext,
  input: GroupInput,
  signal?: AbortSignal,
): Promise<GroupBand[]> {
  return doInSlices(groupsOf(ctx, input), signal);
}
