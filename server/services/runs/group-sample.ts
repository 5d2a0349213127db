import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectGroupSample } from "#db/queries/group-samples.ts";
import type { GroupSample } from "../../contracts/run.ts";
import type { ServiceContext } from "../context.ts";

/** Rewards of some training groups at a step (the newest when null); null where none was sent. */
export function groupSample(
  ctx: ServiceContext,
  runId: string,
  trainStep: number | null,
): GroupSample | null {
  const attempt = selectLatestAttempts(ctx.db, [runId])[0];
  const found = attempt && selectGroupSample(ctx.db, attempt.id, trainStep);
  return found
    ? { trainStep: found.trainStep, steps: found.steps, drawn: found.drawn, groups: found.groups }
    : null;
}
