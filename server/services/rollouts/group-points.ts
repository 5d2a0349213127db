import { GROUP_DEAD, GROUP_SPREAD } from "#db/points/computed-anew.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectGroupsOfStep } from "#db/rollouts/read-groups.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { Rollout } from "../../contracts/external/verbs.ts";
import type { WriteScope } from "../context.ts";

/**
 * What trainers of others do not send and their groups show: the mean standard deviation inside the groups of a step (ddof 1) and
 * the share of groups without any. Written again whenever groups of a step arrive, so that it is of all of them; of groups with
 * less than two rewards nothing is known. What has ended takes no more.
 */
export function appendGroupPoints(
  scope: WriteScope,
  attemptId: string,
  rollouts: readonly Pick<Rollout, "step" | "phase">[],
  at: number,
): void {
  const steps = new Set(rollouts.flatMap(({ step, phase }) => (phase === "eval" ? [] : [step])));
  const points = [...steps].flatMap((step) => {
    const spreads = selectGroupsOfStep(scope.db, { attemptId, opener: "", phase: "train", step }).flatMap(
      ({ sd }) => sd ?? [],
    );
    if (spreads.length === 0) return [];
    const share = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return [{ step, spread: share(spreads), dead: share(spreads.map((sd) => Number(sd === 0))) }];
  });
  if (points.length === 0) return;
  const x = Float64Array.from(points, ({ step }) => step);
  const wall = new Float64Array(points.length).fill(at);
  const column = (metric: string, of: (point: (typeof points)[number]) => number) => ({
    metric,
    axis: DEFAULT_AXIS,
    x,
    value: Float64Array.from(points, of),
    at: wall,
  });
  pointStore(scope.db).append([
    {
      attemptId,
      source: "events",
      firstSeq: null,
      columns: [column(GROUP_SPREAD, ({ spread }) => spread), column(GROUP_DEAD, ({ dead }) => dead)],
    },
  ]);
}
