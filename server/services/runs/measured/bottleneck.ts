import { pointStore } from "#db/points/open-point-store.ts";
import { STEP_PARTS, writeBottleneck } from "../../../wording/bottleneck.ts";
import type { ServiceContext } from "../../context.ts";

/** Which part of a train step takes most, over the steps of an attempt, and after which most memory was held. */
export function bottleneckOf(ctx: ServiceContext, attemptId: string | undefined): string | null {
  if (attemptId === undefined) return null;
  const parts = STEP_PARTS.flatMap((part) => [`time/${part}`, `memory/${part}`]);
  const facts = pointStore(ctx.db).series([attemptId], parts);
  const values = facts.map(
    ({ metric, mean, max }) => [metric, metric.startsWith("time/") ? mean : max] as const,
  );
  return writeBottleneck(
    new Map(values.flatMap(([metric, value]) => (value === null ? [] : [[metric, value]]))),
  );
}
